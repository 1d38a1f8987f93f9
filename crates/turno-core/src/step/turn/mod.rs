//! The life of a turn and of a run.

pub(super) mod secret;
mod tongue;
mod when;
mod wordless;

use std::collections::BTreeMap;

use turno_graph::NodeKind;

use crate::{
    Awaiting, CallerPhone, Channel, ConfirmationOutcome, Conversation, Effect, Input, Phase, Reply, SaidLast,
    Timestamp, Turn,
    conversation::TurnInProgress,
    phrases,
    step::{Next, Step, agent::refusal::is_refusal, turn::wordless::note_of},
};

/// A conversation that was idle longer starts afresh: WhatsApp's own customer-service window.
const IDLE_RUN_ENDS_MS: u64 = 24 * 60 * 60 * 1000;

/// Longer texts are not read.
const TEXT_CHARS_MAX: usize = 2_000;

/// Turns that may wait while a tool outside is running.
const QUEUED_TURNS_MAX: usize = 32;

impl Step<'_> {
    pub(in crate::step) fn turn_arrived(&mut self, turn: Turn) {
        if self.conversation.turns.current.is_some() {
            if self.conversation.turns.queued.len() >= QUEUED_TURNS_MAX {
                return self.turn_away(turn);
            }
            self.conversation.note_piece(&turn);
            self.conversation.turns.queued.push_back(turn);
            self.conversation.turns.queued_at.push_back(self.at);
            return;
        }
        self.take_turn(turn, None);
    }

    /// Whoever sends a turn until it is answered is answered, though too many wait already to take this one as well.
    fn turn_away(&mut self, turn: Turn) {
        let words = phrases::too_many(self.language()).to_owned();
        let pending = self.conversation.confirmations.pending.as_ref();
        let expires_at = pending.map(|pending| pending.expires_at);
        let awaiting = pending.map_or(Awaiting::Nothing, |_| Awaiting::Confirmation);
        let reply = Reply {
            seq: self.conversation.dialogue.take_seq(),
            turn: Some(turn.turn),
            text: words.clone(),
            speech: words,
            language: Some(self.language()).filter(|language| *language != self.assistant.settings.language),
            awaiting,
            choices: Vec::new(),
            expires_at,
        };
        self.effects.push(Effect::Reply(reply));
    }

    pub(in crate::step) fn take_turn(&mut self, turn: Turn, waited_since: Option<Timestamp>) {
        self.begin_run_if_over();
        self.follow_graph_version();
        self.greet_caller(&turn);
        self.expire_if_due();
        let turn = self.conversation.dialogue.with_named_button(turn);
        if waited_since.is_none() {
            self.conversation.note_piece(&turn);
        }
        self.begin_turn(turn, waited_since);
        self.note_keys();
        let secret = self.conversation.take_marks();
        self.choose_language();
        self.note_wishes();
        let next = match secret {
            Some(kind) => self.answer_secret(kind),
            None => self.answer(),
        };
        self.drive(next);
    }

    fn begin_turn(&mut self, turn: Turn, waited_since: Option<Timestamp>) {
        let said = self.conversation.collected.note_said(self.at, &turn, waited_since);
        let text = turn.input.words().to_owned();
        let line = note_of(&turn.input).unwrap_or_else(|| text.clone());
        self.conversation.dialogue.remember_line(true, &line);
        self.conversation.exchange.talk.requests_of_turn = 0;
        if self.assistant.has_agent && !line.is_empty() {
            let words: String = line.chars().take(TEXT_CHARS_MAX).collect();
            let words = self.with_its_time(words, &said);
            self.conversation.exchange.talk.user(&words);
        }
        let untold = self.conversation.exchange.talk.untold.take();
        self.conversation.turns.current = Some(TurnInProgress {
            turn,
            waited_since,
            said_at: Some(said.at),
            is_overtaken: said.is_overtaken,
            unread: text,
            question: None,
            text: Vec::new(),
            speech: Vec::new(),
            choices: Vec::new(),
            calls: 0,
            model_parts: Vec::new(),
            has_told: untold.is_some(),
            deed: untold.clone().filter(|untold| !is_refusal(untold)),
            refusal: untold.filter(|untold| is_refusal(untold)),
            without_model: false,
            calls_by_tool: BTreeMap::new(),
        });
    }

    pub(in crate::step) fn answer(&mut self) -> Next {
        if let Some(next) = self
            .answer_unreadable()
            .or_else(|| self.answer_wordless())
            .or_else(|| self.answer_language_request())
            .or_else(|| self.answer_overtaken())
            .or_else(|| self.answer_late_key())
        {
            return next;
        }
        match self.conversation.phase.clone() {
            Phase::Idle | Phase::Ended => self.answer_idle(),
            Phase::Collecting { node, slot, asked, offered } => {
                self.answer_collect(&node, slot, asked, &offered)
            }
            Phase::Confirming { node, unclear } => self.answer_confirm(&node, unclear),
            Phase::WithPerson { node } => self.answer_with_person(&node),
            Phase::Talking { node } => self.answer_talking(&node),
            // A turn only gets here while no other is under way, so no call is.
            Phase::Calling { .. } | Phase::Generating { .. } | Phase::Working { .. } => self.give_up_task(),
        }
    }

    fn answer_unreadable(&mut self) -> Option<Next> {
        let turn = self.conversation.turns.current.as_ref()?;
        let Input::Text(text) = &turn.turn.input else {
            return None;
        };
        let phrase = if text.chars().count() > TEXT_CHARS_MAX {
            phrases::too_long
        } else if text.trim().is_empty() {
            phrases::empty
        } else {
            return None;
        };
        self.conversation.turns.take_unread();
        self.say_phrase(phrase);
        self.conversation.turns.note_told();
        Some(self.ask_again())
    }

    fn begin_run_if_over(&mut self) {
        let idle_ms = self.at.since_ms(self.conversation.turns.last_turn_at);
        if matches!(self.conversation.phase, Phase::Ended) || idle_ms > IDLE_RUN_ENDS_MS {
            self.drop_pending(ConfirmationOutcome::Expired);
            let old = &*self.conversation;
            let mut fresh = Conversation::new(old.key.clone());
            fresh.run = old.run + 1;
            fresh.graph_version = self.assistant.graph.version().to_owned();
            fresh.latest_at = self.at;
            fresh.seed = old.seed;
            fresh.phase = Phase::Idle;
            fresh.language = old.language;
            fresh.caller = old.caller.clone();
            // Each call proves its own number; a chat is one person's.
            if old.key.channel == Channel::Voice {
                fresh.caller.phone = None;
            }
            fresh.confirmations.outcomes = old.confirmations.outcomes.clone();
            fresh.dialogue.next_seq = old.dialogue.next_seq;
            *self.conversation = fresh;
        }
        self.conversation.turns.last_turn_at = self.at;
    }

    /// A run whose graph has changed goes on where the new version says that its node went.
    fn follow_graph_version(&mut self) {
        let graph = &self.assistant.graph;
        if self.conversation.graph_version == graph.version() {
            return;
        }
        self.conversation.graph_version = graph.version().to_owned();
        let moved = |name: &str| graph.migrate().get(name).cloned().unwrap_or_else(|| name.to_owned());
        let conversation = &mut *self.conversation;
        if let Some(pending) = &mut conversation.confirmations.pending {
            pending.node = moved(&pending.node);
        }
        if let Some(lapsed) = &mut conversation.confirmations.lapsed {
            lapsed.node = moved(&lapsed.node);
        }
        conversation.tasks.current = conversation.tasks.current.take().map(|task| moved(&task));
        let fits = match &mut conversation.phase {
            Phase::Idle | Phase::Ended | Phase::Calling { .. } => true,
            Phase::Generating { node, .. } | Phase::Working { node } | Phase::Talking { node } => {
                *node = moved(node);
                matches!(graph.node(node).map(|node| &node.kind), Some(NodeKind::Agent(_)))
            }
            Phase::Collecting { node, .. } => {
                *node = moved(node);
                matches!(graph.node(node).map(|node| &node.kind), Some(NodeKind::Collect(_)))
            }
            Phase::Confirming { node, .. } => {
                *node = moved(node);
                matches!(graph.node(node).map(|node| &node.kind), Some(NodeKind::Confirm(_)))
            }
            Phase::WithPerson { node } => {
                *node = moved(node);
                matches!(graph.node(node).map(|node| &node.kind), Some(NodeKind::Escalate(_)))
            }
        };
        if !fits {
            self.drop_pending(ConfirmationOutcome::Replaced);
            self.conversation.confirmations.lapsed = None;
            self.conversation.phase = Phase::Idle;
        }
    }

    /// Who calls, as far as that is known. A caller who is nobody is not taken for whoever called before.
    fn greet_caller(&mut self, turn: &Turn) {
        let settings = &self.assistant.settings;
        let phone = &mut self.conversation.caller.phone;
        if let Some(id) = &turn.caller
            && phone.as_deref() != Some(id.as_str())
        {
            *phone = CallerPhone::of(id, settings);
        }
        // The number may be the business's own by now.
        if phone.as_deref().is_some_and(|phone| settings.is_own_phone(phone)) {
            *phone = None;
        }
        if turn.branch.is_some() {
            self.conversation.branch.clone_from(&turn.branch);
        }
    }

    /// What comes after the last node of a task or of a side question.
    pub(in crate::step) fn rest(&mut self) -> Next {
        self.conversation.turns.note_told();
        if let Some(phase) = self.conversation.tasks.aside.take() {
            self.conversation.phase = phase;
            let next = self.ask_again();
            self.conversation.confirmations.note_said_last(SaidLast::Answer);
            return next;
        }
        self.conversation.phase = Phase::Idle;
        self.conversation.tasks.current = None;
        self.conversation.collected.codes_missed = 0;
        self.conversation.forget_results();
        self.take_up_later().unwrap_or(Next::Asked)
    }

    /// On voice, a question counts as heard through the last thing that it names.
    pub(in crate::step) fn interrupted(&mut self, heard: &str) {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::BargeInCountsAsHeard) {
            return;
        }
        self.interrupt_model(heard);
        let is_of_latest = self.conversation.dialogue.begins_latest_line(heard);
        if is_of_latest {
            self.conversation.keep_what_was_heard(heard);
        }
        let last_seq = self.conversation.dialogue.next_seq.saturating_sub(1);
        if let Some(pending) = &mut self.conversation.confirmations.pending
            && (pending.asked_seq == last_seq || !is_of_latest)
        {
            pending.heard = heard.split_whitespace().count() >= pending.must_hear_words;
        }
    }

    pub(in crate::step) fn closed(&mut self, reason: String) {
        if matches!(self.conversation.phase, Phase::Ended) {
            return;
        }
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.confirmations.lapsed = None;
        self.conversation.confirmations.granted = None;
        self.conversation.tasks.aside = None;
        self.leave_what_is_open();
        self.conversation.phase = Phase::Ended;
        let seq = self.conversation.dialogue.take_seq();
        self.effects.push(Effect::Close { seq, reason });
    }

    /// Whoever sends a turn until it is answered is answered.
    fn leave_what_is_open(&mut self) {
        self.conversation.phase = Phase::Idle;
        let queued = std::mem::take(&mut self.conversation.turns.queued);
        self.conversation.turns.queued_at.clear();
        if self.conversation.turns.current.is_some() {
            self.say_phrase(phrases::closed_before);
            self.finish_turn();
        }
        for turn in queued {
            self.begin_turn(turn, None);
            self.say_phrase(phrases::closed_before);
            self.finish_turn();
        }
    }
}

impl Conversation {
    /// What tools gave was for the task that is over: its texts are made, and a conversation at rest is small on the
    /// disk. A question that expired may yet be asked again, with what it named.
    pub(in crate::step) fn forget_results(&mut self) {
        let conversation = self;
        if conversation.confirmations.pending.is_none() && conversation.confirmations.lapsed.is_none() {
            conversation.calls.results.clear();
            conversation.calls.last_tool = None;
        }
    }
}
