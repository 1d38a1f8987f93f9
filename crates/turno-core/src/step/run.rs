//! The life of a turn and of a run.

use std::collections::BTreeMap;

use turno_graph::NodeKind;
use turno_language::text::fold;

use super::{Next, Step, refusal::is_refusal, wordless::note_of};
use crate::{
    Awaiting, CallerPhone, Channel, ConfirmationOutcome, Conversation, Effect, Input, Phase, Reply, SaidLast,
    Timestamp, Turn, conversation::TurnInProgress, phrases,
};

/// A conversation that was idle longer starts afresh: WhatsApp's own customer-service window.
const IDLE_RUN_ENDS_MS: u64 = 24 * 60 * 60 * 1000;

/// Longer texts are not read.
const TEXT_CHARS_MAX: usize = 2_000;

/// Turns that may wait while a tool outside is running.
const QUEUED_TURNS_MAX: usize = 32;

impl Step<'_> {
    pub(super) fn turn_arrived(&mut self, turn: Turn) {
        if self.conversation.turn.is_some() {
            if self.conversation.queued.len() >= QUEUED_TURNS_MAX {
                return self.turn_away(turn);
            }
            self.note_piece(&turn);
            self.conversation.queued.push_back(turn);
            self.conversation.queued_at.push_back(self.at);
            return;
        }
        self.take_turn(turn, None);
    }

    /// Whoever sends a turn until it is answered is answered, though too many wait already to take this one as well.
    fn turn_away(&mut self, turn: Turn) {
        let words = phrases::too_many(self.language()).to_owned();
        let pending = self.conversation.pending.as_ref();
        let expires_at = pending.map(|pending| pending.expires_at);
        let awaiting = pending.map_or(Awaiting::Nothing, |_| Awaiting::Confirmation);
        let reply = Reply {
            seq: self.take_seq(),
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

    pub(super) fn take_turn(&mut self, turn: Turn, waited_since: Option<Timestamp>) {
        self.begin_run_if_over();
        self.follow_graph_version();
        self.greet_caller(&turn);
        self.expire_if_due();
        let turn = self.with_named_button(turn);
        if waited_since.is_none() {
            self.note_piece(&turn);
        }
        self.begin_turn(turn, waited_since);
        self.note_keys();
        let secret = self.take_marks();
        self.choose_language();
        self.note_wishes();
        let next = match secret {
            Some(kind) => self.answer_secret(kind),
            None => self.answer(),
        };
        self.drive(next);
    }

    fn begin_turn(&mut self, turn: Turn, waited_since: Option<Timestamp>) {
        let said = self.note_said(&turn, waited_since);
        let text = turn.input.words().to_owned();
        let line = note_of(&turn.input).unwrap_or_else(|| text.clone());
        self.remember_line(true, &line);
        self.conversation.talk.requests_of_turn = 0;
        if self.assistant.has_agent && !line.is_empty() {
            let words: String = line.chars().take(TEXT_CHARS_MAX).collect();
            let words = self.with_its_time(words, &said);
            self.conversation.talk.user(&words);
        }
        let untold = self.conversation.talk.untold.take();
        self.conversation.turn = Some(TurnInProgress {
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

    pub(super) fn answer(&mut self) -> Next {
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
        let turn = self.conversation.turn.as_ref()?;
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
        self.take_unread();
        self.say_phrase(phrase);
        self.note_told();
        Some(self.ask_again())
    }

    fn begin_run_if_over(&mut self) {
        let idle_ms = self.at.since_ms(self.conversation.last_turn_at);
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
            fresh.outcomes = old.outcomes.clone();
            fresh.next_seq = old.next_seq;
            *self.conversation = fresh;
        }
        self.conversation.last_turn_at = self.at;
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
        if let Some(pending) = &mut conversation.pending {
            pending.node = moved(&pending.node);
        }
        if let Some(lapsed) = &mut conversation.lapsed {
            lapsed.node = moved(&lapsed.node);
        }
        conversation.task = conversation.task.take().map(|task| moved(&task));
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
            self.conversation.lapsed = None;
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
    pub(super) fn rest(&mut self) -> Next {
        self.note_told();
        if let Some(phase) = self.conversation.aside.take() {
            self.conversation.phase = phase;
            let next = self.ask_again();
            self.note_said_last(SaidLast::Answer);
            return next;
        }
        self.conversation.phase = Phase::Idle;
        self.conversation.task = None;
        self.conversation.codes_missed = 0;
        self.forget_results();
        self.take_up_later().unwrap_or(Next::Asked)
    }

    /// What tools gave was for the task that is over: its texts are made, and a conversation at rest is small on the
    /// disk. A question that expired may yet be asked again, with what it named.
    pub(super) fn forget_results(&mut self) {
        let conversation = &mut *self.conversation;
        if conversation.pending.is_none() && conversation.lapsed.is_none() {
            conversation.results.clear();
            conversation.last_tool = None;
        }
    }

    pub(super) fn delivered(&mut self, seq: u64) {
        if let Some(pending) = &mut self.conversation.pending
            && pending.delivered_at.is_none()
            && pending.asked_seq <= seq
        {
            pending.delivered_at = Some(self.at);
        }
    }

    /// On voice, a question counts as heard through the last thing that it names.
    pub(super) fn interrupted(&mut self, heard: &str) {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::BargeInCountsAsHeard) {
            return;
        }
        self.interrupt_model(heard);
        let is_of_latest = self.begins_latest_line(heard);
        if is_of_latest {
            self.keep_what_was_heard(heard);
        }
        let last_seq = self.conversation.next_seq.saturating_sub(1);
        if let Some(pending) = &mut self.conversation.pending
            && (pending.asked_seq == last_seq || !is_of_latest)
        {
            pending.heard = heard.split_whitespace().count() >= pending.must_hear_words;
        }
    }

    /// Whether these words are the beginning of what was said last. What broke into the question itself ("espera") may be
    /// told after the answer to it ("claro, aquí espero"); then the words that were heard are the question's.
    fn begins_latest_line(&self, heard: &str) -> bool {
        let latest = self.conversation.lines.back().filter(|(is_user, _)| !is_user);
        let Some((_, latest)) = latest else { return false };
        let (heard, latest) = (fold(heard), fold(latest));
        let mut said = latest.split_whitespace();
        !heard.trim().is_empty() && heard.split_whitespace().all(|word| said.next() == Some(word))
    }

    pub(super) fn closed(&mut self, reason: String) {
        if matches!(self.conversation.phase, Phase::Ended) {
            return;
        }
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.lapsed = None;
        self.conversation.granted = None;
        self.conversation.aside = None;
        self.leave_what_is_open();
        self.conversation.phase = Phase::Ended;
        let seq = self.take_seq();
        self.effects.push(Effect::Close { seq, reason });
    }

    /// Whoever sends a turn until it is answered is answered.
    fn leave_what_is_open(&mut self) {
        self.conversation.phase = Phase::Idle;
        let queued = std::mem::take(&mut self.conversation.queued);
        self.conversation.queued_at.clear();
        if self.conversation.turn.is_some() {
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
