//! A yes becomes a permission to act, and nothing else does.

use serde_json::Value;
use turno_graph::{Confirm, Intent, Interrupts};
use turno_language::Tagged;
use turno_language::grammar::MORE;
use turno_language::{Act, Assent, Firmness, SlotKind, SlotValue, Text, Verdict, split_requests, text::fold};

use crate::{
    ConfirmationOutcome, Grant, Input, LaterRequest, PendingConfirmation, Phase, SaidLast, Timestamp,
    assistant_tool::AssistantTool,
    phrases,
    step::{Next, Step},
};

/// Longer words, said twice, are a request: "sí, por favor" may well be said twice.
const ANSWER_WORDS_MAX: usize = 3;

/// Nobody hears or reads a question and answers it in less, in milliseconds.
const REACTION_MS: u64 = 2_000;

/// So many requests wait at a question; with more, what is said is read as a whole.
const LATER_MAX: usize = 4;

impl Step<'_> {
    /// The one place where a yes becomes a permission to act.
    pub(in crate::step) fn accept(
        &mut self,
        confirm: &Confirm,
        pending: PendingConfirmation,
        assent: Option<Assent>,
        firmness: Option<Firmness>,
    ) -> Next {
        self.conversation.turns.take_unread();
        if self.was_sent_out_of_time(&pending) {
            self.conversation.turns.take_question();
            self.say_phrase(phrases::arrived_late);
            self.conversation.turns.note_told();
            return self.ask_again();
        }
        let is_of_question = is_of_question(pending.said_last, firmness);
        let is_heard = pending.heard || matches!(self.conversation.turns.input(), Input::Choice(_));
        if !is_heard || !is_of_question || self.repeats_a_request(assent) {
            self.conversation.turns.take_question();
            self.say_phrase(phrases::let_me_repeat);
            return self.ask_again();
        }
        let key = idempotency_key(&self.conversation.key.to_string(), &pending);
        self.drop_pending(ConfirmationOutcome::Accepted);
        self.conversation.phase = Phase::Idle;
        let grant = Grant { confirmation: pending.id, key };
        self.conversation.confirmations.granted = Some((pending.tool, pending.parameters, grant));
        Next::To(confirm.yes.clone())
    }

    /// A request that is made once more, by somebody who could not wait for the question, is no answer to it; nor is one that
    /// a gateway delivers late.
    fn repeats_a_request(&self, assent: Option<Assent>) -> bool {
        match assent {
            Some(Assent::Request) => true,
            Some(Assent::Act) => self.was_said_before(),
            Some(Assent::Word) | None => false,
        }
    }

    /// "Sí", and "sí" again at once: the second was said before anybody could hear, or read, what was asked after the first.
    fn is_said_twice(&self, pending: &PendingConfirmation) -> bool {
        // A button is of one question alone.
        if matches!(self.conversation.turns.input(), Input::Choice(_)) {
            return false;
        }
        let mut said = self.conversation.dialogue.lines_of_user();
        let (Some(latest), Some(before)) = (said.next(), said.next()) else {
            return false;
        };
        let latest_outcome = self.conversation.confirmations.outcomes.back().map(|(_, outcome)| *outcome);
        latest_outcome == Some(ConfirmationOutcome::Accepted)
            && self.at.since_ms(pending.created_at) < REACTION_MS
            && self.apart(latest).words().eq(self.apart(before).words())
    }

    /// The same words.
    fn was_said_before(&self) -> bool {
        let mut said = self.conversation.dialogue.lines_of_user();
        let Some(words) = said.next() else {
            return false;
        };
        words.split_whitespace().count() > ANSWER_WORDS_MAX && said.any(|before| before == words)
    }

    /// The sender's own time must lie between the question's going out and its expiry, as well as ours. Senders count in
    /// whole seconds (WhatsApp), so the first bound does too. A button names its question, which nobody can press before they
    /// have it: of when it was pressed nothing more needs to be known.
    fn was_sent_out_of_time(&self, pending: &PendingConfirmation) -> bool {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::StaleTurnConfirms) {
            return false;
        }
        if matches!(self.conversation.turns.input(), Input::Choice(_)) && !presses_planted() {
            return false;
        }
        // What was said before the question was asked, and then waited for another turn, is no answer to it.
        let turn = self.conversation.turns.current.as_ref();
        let waited_since = turn.and_then(|turn| turn.waited_since);
        let is_early = turn.is_some_and(|turn| turn.turn.is_early);
        if (is_early || waited_since.is_some_and(|since| since <= pending.created_at)) && !waits_planted() {
            return true;
        }
        if self.is_said_twice(pending) {
            return true;
        }
        let Some(sent_at) = self.conversation.turns.current.as_ref().and_then(|turn| turn.turn.sent_at)
        else {
            return false;
        };
        let seconds = |at: Timestamp| at.0.div_euclid(1_000);
        let asked_at = pending.delivered_at.unwrap_or(pending.created_at);
        seconds(sent_at) < seconds(asked_at) || sent_at >= pending.expires_at
    }

    /// "Sí, y también quiero pedir unos tacos", "sí, y otra para el jueves": a plain yes, and a request behind it that only
    /// makes something. Then the turn goes on as the yes, and the request comes after it.
    pub(in crate::step) fn set_apart_request(&mut self, pending: &PendingConfirmation) {
        let Input::Text(text) = self.conversation.turns.input() else { return };
        if self.conversation.tasks.later.len() >= LATER_MAX {
            return;
        }
        let split = self.another_behind(pending, &text).or_else(|| self.other_task_behind(pending, &text));
        let Some((answer, later)) = split.filter(|(_, later)| !may_take_back(&self.apart(&later.text)))
        else {
            return;
        };
        let agreed = self.read_pending_verdict(&answer, pending);
        if agreed.verdict == Verdict::Yes && agreed.assent != Some(Assent::Request) {
            let said_at = self.conversation.turns.current.as_ref().and_then(|turn| turn.said_at);
            self.conversation.tasks.later.push_back(LaterRequest { said_at, ..later });
            self.conversation.turns.put_words(answer);
        }
    }

    /// Another task, in words that name no value of what is pending and take nothing back.
    fn other_task_behind(&self, pending: &PendingConfirmation, text: &str) -> Option<(String, LaterRequest)> {
        let (answer, request) = split_at_connective(text)?;
        let intent = self.find_intent(request)?;
        let is_other_task = intent.interrupts == Interrupts::Switch
            && self.conversation.tasks.current.as_deref() != Some(intent.to.as_str());
        let tool = self.assistant.tool(&self.collect_node(&intent.to)?.tool)?;
        let asked = self.read_pending_verdict(request, pending);
        let takes_nothing_back = matches!(asked.verdict, Verdict::Unclear | Verdict::Change)
            && asked.changes.values.is_empty()
            && asked.changes.problems.is_empty()
            && asked.named_slots.is_empty();
        let only_makes = matches!(tool.act, Act::Book | Act::Order);
        (is_other_task && only_makes && takes_nothing_back)
            .then(|| (answer.to_owned(), later(intent, request.to_owned())))
    }

    /// Another booking of the same kind. What is behind the yes is told by "and": a comma alone may stand before what is
    /// wanted instead.
    fn another_behind(&self, pending: &PendingConfirmation, text: &str) -> Option<(String, LaterRequest)> {
        let tool = self.assistant.assistant_tool(&pending.tool)?;
        let language = self.language_of_words(text, false);
        let two = split_requests(&self.apart(text), language, &[]).filter(|two| two.is_another)?;
        let joint = text.get(two.first.len()..text.rfind(&two.rest)?)?;
        let is_another = tool.spec.act == Act::Book
            && says_and(&self.apart(joint))
            && is_booking(&self.apart(&two.rest), |thing| self.names_service(tool, &two.rest, thing));
        is_another.then(|| self.booking_task()).flatten().map(|task| (two.first, later(task, two.rest)))
    }

    /// "Otra limpieza": whether a word begins something that is booked.
    fn names_service(&self, tool: &AssistantTool, request: &str, word: &str) -> bool {
        let reading = self.read(request, tool, None);
        let is_named = |value: &SlotValue| {
            tool.has_kind(&value.slot, SlotKind::Term)
                && !tool.is_of_people(&value.slot)
                && self.apart(&value.said).words().next() == Some(word)
        };
        reading.values.iter().any(is_named)
    }
}

/// "Listo" after a wait tells that the caller is back, and "ah, ok" after an answer, "ok, gracias" after what was done, acknowledge
/// that: none is a yes to the question, which is said again, alone. Who confirms by its verb or by a value means the question
/// whatever was said last.
fn is_of_question(said_last: SaidLast, firmness: Option<Firmness>) -> bool {
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::CourtesyCounts) {
        return true;
    }
    match said_last {
        SaidLast::Question => true,
        SaidLast::Answer => firmness > Some(Firmness::Acknowledges),
        SaidLast::Wait => firmness == Some(Firmness::Names),
    }
}

fn presses_planted() -> bool {
    #[cfg(feature = "planted-faults")]
    return crate::planted::is_planted(crate::planted::PlantedFault::PressJudgedByAck);
    #[cfg(not(feature = "planted-faults"))]
    false
}

fn waits_planted() -> bool {
    #[cfg(feature = "planted-faults")]
    return crate::planted::is_planted(crate::planted::PlantedFault::WaitingTurnConfirms);
    #[cfg(not(feature = "planted-faults"))]
    false
}

fn later(intent: &Intent, text: String) -> LaterRequest {
    LaterRequest { intent: intent.name.clone(), text, is_told: true, said_at: None }
}

fn says_and(text: &Text) -> bool {
    static ANDS: Tagged = Tagged::new("accept_ands");
    text.words().any(|word| ANDS.contains(&word))
}

/// "Otra para el jueves", "another table": what is another is a booking, and no chair, name or branch.
fn is_booking(request: &Text, is_service: impl Fn(&str) -> bool) -> bool {
    static ANOTHER: Tagged = Tagged::new("accept_another");
    static BOOKINGS: Tagged = Tagged::new("accept_bookings");
    static COMPARED: Tagged = Tagged::new("accept_compared");
    let words: Vec<&str> = request.words().collect();
    // "Otra más grande" is wanted instead of the one that was asked about; "una más para el domingo" beside it.
    let is_compared = words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1);
        COMPARED.contains(word) || MORE.contains(word) && next.is_some_and(|next| !BOOKINGS.contains(next))
    });
    let another = words.iter().position(|word| ANOTHER.contains(word));
    let thing = another.and_then(|at| words.get(at + 1));
    !is_compared && thing.is_none_or(|thing| BOOKINGS.contains(thing) || is_service(thing))
}

/// "Y mejor quiero pedir tacos", "y quiero tacos en vez de la mesa": then the yes was not to all of it.
fn may_take_back(request: &Text) -> bool {
    static WORDS: Tagged = Tagged::new("accept_may_take_back");
    static STEMS: Tagged = Tagged::new("accept_may_take_back_stems");
    request.words().any(|word| WORDS.contains(&word) || STEMS.iter().any(|stem| word.starts_with(stem)))
}

/// What stands before the first "y", "and", "también", and what stands after it.
fn split_at_connective(text: &str) -> Option<(&str, &str)> {
    static CONNECTIVES: Tagged = Tagged::new("accept_connectives");
    let is_connective = |word: &str| {
        let folded = fold(word);
        CONNECTIVES.contains(&folded.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    let at = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let mut words = text.split_whitespace();
    let first = words.find(|word| is_connective(word))?;
    let request = words.find(|word| !is_connective(word))?;
    Some((text.get(..at(first))?, text.get(at(request)..)?))
}

/// One confirmation, one tool and one set of arguments give one key: 32 hexadecimal digits of a BLAKE3 hash. When the
/// question was asked is part of it: a conversation that was removed after its retention begins its numbers anew.
fn idempotency_key(conversation: &str, pending: &PendingConfirmation) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [
        conversation,
        &pending.id.0,
        &pending.created_at.0.to_string(),
        &pending.tool,
        &Value::Object(pending.parameters.clone()).to_string(),
    ] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
