//! The agent node: a turn that a language model answers.

mod calls;
mod deed;
mod given;
pub(super) mod refusal;
mod unasked;
mod unnamed;

use turno_graph::{AgentNode, Interrupts, Node, Text};
use turno_truth::{whole_sentences, without_questions};

use crate::{
    Assistant, Conversation, Effect, Exchange, Finish, Input, ModelAnswer, ModelFailure, ModelOutcome, Phase,
    RequestId, SaidLast,
    conversation::TurnInProgress,
    phrases,
    said::no_longer_than_is_heard,
    step::{
        Next, Step,
        agent::deed::{DeedWords, words_of},
        collect::pick::is_question,
        reply::Said,
    },
    talk::{TalkCall, TalkMessage},
};

/// Questions that one turn may put to a model: each answer but the last makes a call.
const REQUESTS_PER_TURN_MAX: u8 = 7;

impl Step<'_> {
    /// What the model called and has no result yet comes first; then the model is asked.
    pub(in crate::step) fn enter_agent(&mut self, name: &str, agent: &AgentNode) -> Next {
        self.conversation.turns.take_unread();
        match self.next_call_of_model(agent) {
            Some(next) => next,
            // It would be asked the same in vain.
            None if self.conversation.turns.is_without_model() => Next::To(agent.failed.clone()),
            None => self.ask_model(name),
        }
    }

    /// The user says something while an agent has the word. What the rules know they answer.
    pub(in crate::step) fn answer_talking(&mut self, node: &str) -> Next {
        if let Input::Choice(id) = self.conversation.turns.input() {
            return match self.answer_old_button(&id) {
                Some(next) => next,
                None => match self.find_button(&id) {
                    Some(intent) => self.interrupt(intent),
                    None => Next::To(node.to_owned()),
                },
            };
        }
        if let Some(next) = self.answer_lapsed() {
            return next;
        }
        let text = self.conversation.turns.utterance();
        match self.find_interruption(&text) {
            Some(intent) if intent.to != node => self.interrupt(intent),
            Some(_) | None => Next::To(node.to_owned()),
        }
    }

    /// Puts the talk so far to a model. What it is asked is worked out from the conversation, at the time it is sent:
    /// [`crate::Assistant::model_request`].
    pub(in crate::step) fn ask_model(&mut self, node: &str) -> Next {
        let talk = &mut self.conversation.exchange.talk;
        talk.requests += 1;
        talk.requests_of_turn += 1;
        if talk.requests_of_turn > REQUESTS_PER_TURN_MAX {
            match self.words_of_deed() {
                Some(words) => self.conversation.turns.say(words.text, words.speech),
                None => self.say_phrase(phrases::no_further),
            }
            return match self.assistant.graph.node(node).and_then(Node::as_agent) {
                Some(_) => self.leave_agent(node),
                None => self.give_up_task(),
            };
        }
        let request = RequestId(format!("{}-m{}", self.conversation.run, talk.requests));
        self.conversation.phase = Phase::Generating { node: node.to_owned(), request: request.clone() };
        self.effects.push(Effect::AskModel { request });
        Next::Called
    }

    /// A question to a model has its answer. One that nobody waits for any more is left in the journal and changes nothing.
    pub(in crate::step) fn model_answered(&mut self, answered: &RequestId, outcome: ModelOutcome) {
        let Phase::Generating { node, request } = self.conversation.phase.clone() else {
            return;
        };
        #[cfg(feature = "planted-faults")]
        let request = match crate::planted::is_planted(crate::planted::PlantedFault::CalledOffAnswerIsUsed) {
            true => answered.clone(),
            false => request,
        };
        if request != *answered {
            return;
        }
        self.conversation.phase = Phase::Idle;
        let talk = &mut self.conversation.exchange.talk;
        talk.cost_micros = talk.cost_micros.saturating_add(outcome.cost_micros());
        let assistant = self.assistant;
        let next = match (assistant.graph.node(&node).and_then(Node::as_agent), outcome) {
            (Some(agent), ModelOutcome::Answered { answer, arguments }) => {
                self.agent_answered(&node, agent, answer, arguments)
            }
            (Some(agent), ModelOutcome::Failed(failure)) => self.agent_failed(&node, agent, &failure),
            (None, outcome) => self.other_node_answered(&node, outcome),
        };
        self.drive(next);
    }

    fn agent_answered(
        &mut self,
        node: &str,
        agent: &AgentNode,
        answer: ModelAnswer,
        arguments: Vec<crate::Arguments>,
    ) -> Next {
        let ModelAnswer { text, calls, finish, opaque, .. } = answer;
        // What was cut in the middle of a sentence may have been about to say the opposite.
        let text = match finish {
            Finish::Length | Finish::ContentFilter => whole_sentences(&text).to_owned(),
            Finish::Stop | Finish::ToolCalls | Finish::Other => text,
        };
        let text = self.not_too_long(&text);
        // Where a question stands it is the only one: "¿se la pongo en la terraza?" in front of it would be answered by the same yes.
        let text = match self.conversation.tasks.aside {
            Some(_) => without_questions(&text),
            None => text,
        };
        if calls.is_empty() {
            if text.is_empty() && self.conversation.tasks.aside.is_some() {
                return self.leave_agent(node);
            }
            let said = self.what_may_be_said(agent, &text);
            if text.trim().is_empty() {
                let failure = ModelFailure::new(crate::ModelFailureKind::Malformed, "the answer was empty");
                return self.agent_failed(node, agent, &failure);
            }
            let said = self.behind_a_refusal(said);
            self.conversation.exchange.talk.assistant(said.clone(), Vec::new(), opaque);
            self.say_model_words(said);
            return self.leave_agent(node);
        }
        let calls = self.read_calls(agent, calls, arguments, finish);
        // The question before something is done is the tool's, not the model's, and what it says before a deed that was done
        // already promises what does not come: nothing of its own words is said but what may have been heard already.
        let asks = calls.iter().any(|call| call.result.is_none() && call.is_asked);
        let again = self.conversation.exchange.asked_again(&calls);
        let said = if asks || again.is_some() {
            self.assistant.streamable(self.conversation, agent, &text).trim().to_owned()
        } else {
            // Where nothing of it may be said, what the calls give is still to come.
            self.left_of(agent, &text).unwrap_or_default()
        };
        let said = self.behind_a_refusal(said);
        self.conversation.exchange.talk.assistant(said.clone(), calls, opaque);
        self.say_model_words(said);
        match again.filter(|again| again.is_insisted) {
            Some(again) => {
                let DeedWords { text, speech } = self.words_of_result(&again.deed);
                self.conversation.turns.say(text, speech);
                self.leave_agent(node)
            }
            None => self.make_reads(node),
        }
    }

    fn not_too_long(&self, text: &str) -> String {
        no_longer_than_is_heard(self.conversation.key.channel, text).to_owned()
    }

    /// Without a model the rules answer; what was done is told all the same.
    fn agent_failed(&mut self, node: &str, agent: &AgentNode, failure: &ModelFailure) -> Next {
        if !failure.said.trim().is_empty() {
            let said = self.not_too_long(&failure.said);
            let said = self.what_may_be_said(agent, &said);
            let said = self.behind_a_refusal(said);
            self.conversation.exchange.talk.assistant(said.clone(), Vec::new(), None);
            self.say_model_words(said);
            self.say_phrase(phrases::broke_off);
            return self.leave_agent(node);
        }
        if let Some(words) = self.words_of_deed() {
            self.conversation.turns.say(words.text, words.speech);
            return self.leave_agent(node);
        }
        if let Some(words) = self.take_refusal() {
            self.conversation.turns.say(words.text, words.speech);
            return self.leave_agent(node);
        }
        if self.conversation.exchange.is_about_a_refusal() {
            self.say_phrase(phrases::left);
            return self.leave_agent(node);
        }
        let other = self.assistant.graph.node(&agent.failed);
        if other.and_then(Node::as_agent).is_some() {
            return Next::To(agent.failed.clone());
        }
        self.answer_without_model(node, agent)
    }

    /// No model answers in this turn any more: the rules do, where they know something, else what the graph has for that.
    fn answer_without_model(&mut self, node: &str, agent: &AgentNode) -> Next {
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.without_model = true;
        }
        let text = self.conversation.turns.utterance();
        if self.conversation.tasks.aside.is_some() {
            // The open question stays open: only a side question is answered.
            let intent = self.find_intent(&text);
            if let Some(intent) = intent.filter(|intent| intent.interrupts == Interrupts::Aside) {
                return self.follow(intent);
            }
            self.say_phrase(phrases::no_answer);
            return Next::Rest;
        }
        if self.was_something_confirmed() {
            return match self.conversation.exchange.words_of_last_confirmed() {
                Some(words) => {
                    self.conversation.turns.say(words.text, words.speech);
                    self.leave_agent(node)
                }
                None => Next::To(agent.failed.clone()),
            };
        }
        // The model had read the words.
        self.conversation.turns.put_words(text.clone());
        self.answer_by_rules(&text).unwrap_or_else(|| Next::To(agent.failed.clone()))
    }

    /// The turn was an answer to a question, and what it asked about was tried: its words ask for nothing else.
    fn was_something_confirmed(&self) -> bool {
        let turn = self.conversation.turns.current.as_ref();
        let mut tools = turn.into_iter().flat_map(|turn| turn.calls_by_tool.keys());
        tools.any(|tool| {
            let spec = self.assistant.tool(tool);
            spec.is_some_and(|spec| spec.requires_confirmation)
        })
    }

    /// The model has said what it had to say: the user has the word, or the open question is asked again.
    fn leave_agent(&mut self, node: &str) -> Next {
        if self.conversation.tasks.aside.is_some() {
            return Next::Rest;
        }
        self.conversation.phase = Phase::Talking { node: node.to_owned() };
        self.conversation.forget_results();
        Next::Asked
    }

    fn say_model_words(&mut self, words: String) {
        if words.trim().is_empty() {
            return;
        }
        let speech = crate::as_speech(&words);
        self.conversation.turns.say(words, speech);
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.model_parts.push(turn.text.len().saturating_sub(1));
        }
        self.conversation.turns.note_told();
    }

    /// The caller spoke while a model's words came: what was heard is what was said, and nothing further comes of that turn.
    pub(in crate::step) fn interrupt_model(&mut self, heard: &str) {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::InterruptedAnswerIsUsed) {
            return;
        }
        let Phase::Generating { node, .. } = self.conversation.phase.clone() else {
            return;
        };
        if self.assistant.graph.node(&node).and_then(Node::as_agent).is_none() {
            return;
        }
        let heard = heard.trim().to_owned();
        self.conversation.put_off_deed();
        self.conversation.exchange.talk.assistant(heard.clone(), Vec::new(), None);
        // What was answered beside a question leaves the question as it was: the next words may be the answer to it.
        self.conversation.phase = match self.conversation.tasks.aside.take() {
            Some(open) => open,
            None => Phase::Talking { node },
        };
        self.conversation.confirmations.note_said_last(SaidLast::Answer);
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.text = vec![heard.clone()];
            turn.speech = vec![heard];
            turn.choices.clear();
            turn.model_parts = vec![0];
        }
        self.finish_turn();
    }
}

/// A text of the graph as a model reads it.
pub(crate) fn render_for_model(assistant: &Assistant, conversation: &Conversation, text: &Text) -> Said {
    let mut copy = conversation.clone();
    let step = Step {
        assistant,
        at: copy.latest_at,
        conversation: &mut copy,
        effects: Vec::new(),
        hand_off: None,
        nodes: 0,
        texts: std::cell::RefCell::default(),
    };
    step.render(text)
}

impl Step<'_> {
    /// What is left of a model's words without what is not so. None where that leaves nothing of them.
    fn left_of(&mut self, agent: &AgentNode, text: &str) -> Option<String> {
        let judged = self.assistant.judged(self.conversation, agent, text);
        self.effects.extend(judged.cut.into_iter().map(Effect::LeftOut));
        judged.kept
    }

    fn what_may_be_said(&mut self, agent: &AgentNode, text: &str) -> String {
        match self.left_of(agent, text) {
            Some(words) => words,
            None if text.trim().is_empty() => String::new(),
            // What was done in this turn, or was not, is told in its own words.
            None if self.words_of_deed().is_some() || self.conversation.turns.has_refusal() => String::new(),
            None => {
                let told = self.assistant.told_otherwise(self.conversation, agent, text);
                match told.as_deref().and_then(words_of) {
                    Some(words) => words.text,
                    None => phrases::cannot_say(self.language()).to_owned(),
                }
            }
        }
    }

    /// A question at the question of a model's call is the model's to answer; then the open one is asked again.
    pub(in crate::step) fn ask_agent_aside(
        &mut self,
        confirm: &turno_graph::Confirm,
        text: &str,
    ) -> Option<Next> {
        let node = confirm.change.as_ref()?;
        self.assistant.graph.node(node).and_then(Node::as_agent)?;
        if !is_question(&self.apart(text)) {
            return None;
        }
        self.conversation.tasks.aside = Some(self.conversation.phase.clone());
        Some(Next::To(node.clone()))
    }

    /// What the graph itself said in a turn is part of the talk, so that a model knows of it.
    pub(in crate::step) fn tell_model_what_rules_said(&mut self, turn: &TurnInProgress) {
        if !self.assistant.has_agent {
            return;
        }
        let by_rules = turn.text.iter().enumerate();
        let by_rules: Vec<&str> = by_rules
            .filter(|(at, _)| !turn.model_parts.contains(at))
            .map(|(_, words)| words.as_str())
            .collect();
        if !by_rules.is_empty() {
            let words = by_rules.join(" ");
            self.conversation.exchange.talk.assistant(words, Vec::new(), None);
        }
    }
}

impl Exchange {
    /// Whether this turn may put one more question to a model.
    pub(in crate::step) fn may_ask_model(&self) -> bool {
        self.talk.requests_of_turn < REQUESTS_PER_TURN_MAX
    }

    /// What the business said to the latest call that the user had said yes to: "ya no hay lugar a esa hora".
    pub(in crate::step) fn words_of_last_confirmed(&self) -> Option<DeedWords> {
        let mut calls = self.talk.calls().rev();
        let call = calls.find(|call| call.confirmation.is_some() && call.made.is_some())?;
        words_of(&call.result.as_ref()?.content)
    }

    /// The user said no to what the model wanted to do.
    pub(in crate::step) fn is_about_a_refusal(&self) -> bool {
        // What waited behind the question was never asked.
        let mut calls = self.talk.calls().rev();
        let last = calls.find(|call| !call.is_asked || call.confirmation.is_some());
        let is_refused = last.is_some_and(|call| {
            call.confirmation.is_some() && call.result.as_ref().is_some_and(|result| result.is_error)
        });
        is_refused && matches!(self.talk.messages.back(), Some(TalkMessage::User(_)))
    }
}

impl Conversation {
    /// What was heard of the latest words is all that was said.
    pub(in crate::step) fn keep_what_was_heard(&mut self, heard: &str) {
        if self.exchange.talk.is_empty() {
            return;
        }
        let heard = heard.trim().to_owned();
        if let Some((false, line)) = self.dialogue.lines.back_mut() {
            line.clone_from(&heard);
        }
        if let Some(TalkMessage::Assistant { text, calls, .. }) = self.exchange.talk.messages.back_mut()
            && calls.is_empty()
        {
            *text = heard;
        }
    }
}

/// Calls of an answer that wait for the user's word, in order.
pub(in crate::step) fn waits_for_a_yes(call: &TalkCall) -> bool {
    call.result.is_none() && call.is_asked && call.confirmation.is_none()
}
