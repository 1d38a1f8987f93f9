//! Faults that are planted on purpose, to show that the simulation finds them. Only with the feature `planted-faults`.

use std::cell::Cell;

use crate::{CallId, ConfirmationId, ConversationKey, Grant};

/// A fault at one place of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlantedFault {
    /// A late yes is not looked at for being late.
    ForgetExpiry,
    /// A turn that was sent before its question, or long ago, confirms it.
    StaleTurnConfirms,
    /// A button of any question answers the open one.
    OldButtonActs,
    /// "Sí, pero a las 9" is a yes.
    ChangeIsYes,
    /// A question that the caller cut short counts as asked.
    BargeInCountsAsHeard,
    /// "Un momento" is a yes.
    WaitIsYes,
    /// Frames go out before the commit.
    SendBeforeCommit,
    /// Frames go out although the commit failed.
    SendAfterFailedCommit,
    /// What a tool writes is committed before the conversation is.
    ExecuteBeforeCommit,
    /// After a conflict the same batch is written without its expectations.
    OldReadsAfterConflict,
    /// A clock that is set back gives a question more time.
    ClockRevivesQuestion,
    /// Armed timers are forgotten at a restart.
    TimersForgottenAtStart,
    /// A turn that was worked on is worked on again.
    TurnsAreNotLookedUp,
    /// An event is missing from the journal.
    JournalEntryMissing,
    /// A frame is missing from the outbox.
    OutboxFrameMissing,
    /// An armed timer is missing from the index.
    TimerRowMissing,
    /// A turn's outcome is not recorded.
    TurnNotRecorded,
    /// A confirmed call's outcome is not kept under its key.
    OutcomeNotKept,
    /// A daemon writes over what another wrote to the conversation.
    NoCheckpointExpectation,
    /// Bookings do not look whether the day changed.
    NoSlotExpectation,
    /// Commits return before they are durable.
    AcknowledgeBeforeFlush,
    /// Commits return before they are durable, once the store was opened anew.
    AcknowledgeAfterReopening,
    /// A connection that comes back gets what comes next, not what it lacks.
    ResumeSkipsFrames,
    /// A call outside that must not be made twice is made again.
    OutsideCalledAgain,
    /// A call outside that is made again after a crash gets a key of its own.
    OutsideKeyChanges,
    /// Calls outside that an earlier daemon owed are forgotten at a start.
    OutsideForgottenAtStart,
    /// What a model wants done is done without a question.
    ModelActsUnasked,
    /// A model's answer to a question that was called off is taken for the answer to the open one.
    CalledOffAnswerIsUsed,
    /// Questions to models that an earlier daemon left open are forgotten at a start.
    AskedForgottenAtStart,
    /// What a model makes up is said.
    UntruthsAreSaid,
    /// What was done is told only where a model tells it.
    DeedIsNotTold,
    /// A turn that waited for another confirms a question that was asked meanwhile.
    WaitingTurnConfirms,
    /// Whoever breaks into a model's answer gets it all the same.
    InterruptedAnswerIsUsed,
    /// A model's words are spoken before anybody has looked whether they are so.
    WordsAreSpokenUnseen,
    /// What a model writes in place of a text is said whatever it says.
    OtherWordsAreSaid,
    /// A model's call is asked about though nothing was said since the last deed that could want it.
    UnaskedQuestionIsPut,
    /// "Ok, gracias" to a reply that tells what was done and asks something is a yes to what it asks.
    CourtesyCounts,
    /// A press is taken for early where its gateway told only later that the question had arrived.
    PressJudgedByAck,
    /// "Mañana" counts from when the words are worked on, and not from when they were said.
    WordsCountFromHandling,
    /// What was said before overwrites what was said after it, where it arrives behind it.
    OlderOverwrites,
    /// A key of a dictated number that comes behind the others answers the question that was asked meanwhile.
    LateKeyAnswers,
}

impl PlantedFault {
    /// All of them.
    pub const ALL: [Self; 41] = [
        Self::ForgetExpiry,
        Self::StaleTurnConfirms,
        Self::OldButtonActs,
        Self::ChangeIsYes,
        Self::BargeInCountsAsHeard,
        Self::WaitIsYes,
        Self::SendBeforeCommit,
        Self::SendAfterFailedCommit,
        Self::ExecuteBeforeCommit,
        Self::OldReadsAfterConflict,
        Self::ClockRevivesQuestion,
        Self::TimersForgottenAtStart,
        Self::TurnsAreNotLookedUp,
        Self::JournalEntryMissing,
        Self::OutboxFrameMissing,
        Self::TimerRowMissing,
        Self::TurnNotRecorded,
        Self::OutcomeNotKept,
        Self::NoCheckpointExpectation,
        Self::NoSlotExpectation,
        Self::AcknowledgeBeforeFlush,
        Self::AcknowledgeAfterReopening,
        Self::ResumeSkipsFrames,
        Self::OutsideCalledAgain,
        Self::OutsideKeyChanges,
        Self::OutsideForgottenAtStart,
        Self::ModelActsUnasked,
        Self::CalledOffAnswerIsUsed,
        Self::AskedForgottenAtStart,
        Self::UntruthsAreSaid,
        Self::DeedIsNotTold,
        Self::WaitingTurnConfirms,
        Self::InterruptedAnswerIsUsed,
        Self::WordsAreSpokenUnseen,
        Self::OtherWordsAreSaid,
        Self::UnaskedQuestionIsPut,
        Self::CourtesyCounts,
        Self::PressJudgedByAck,
        Self::WordsCountFromHandling,
        Self::OlderOverwrites,
        Self::LateKeyAnswers,
    ];
}

thread_local! {
    static PLANTED: Cell<Option<PlantedFault>> = const { Cell::new(None) };
}

/// A permission that nobody gave.
pub(crate) fn grant_unasked(conversation: &ConversationKey, call: &CallId) -> Option<Grant> {
    let key = format!("unasked/{conversation}/{}", call.0);
    is_planted(PlantedFault::ModelActsUnasked)
        .then(|| Grant { confirmation: ConfirmationId("unasked".to_owned()), key })
}

/// Plants a fault in everything that this thread does from now on, or takes it away.
pub fn plant(fault: Option<PlantedFault>) {
    PLANTED.set(fault);
}

/// Whether that fault is planted.
pub fn is_planted(fault: PlantedFault) -> bool {
    PLANTED.get() == Some(fault)
}
