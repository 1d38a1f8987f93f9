//! The calls that a model makes: none of them is trusted, each has one result, and one that changes something is asked first.

use serde_json::Value;
use turno_graph::{AgentNode, Node};

use crate::{
    Arguments, CallId, ConfirmationId, ConfirmationOutcome, Conversation, Effect, Exchange, Finish, Grant,
    ModelCall, Phase, ToolCall, ToolOutcome,
    step::{Next, Step, agent::given::fault_in_values, agent::waits_for_a_yes},
    talk::{CallResult, RESULT_CHARS_MAX, TalkCall},
};

/// A model that calls more at once gets no result for the rest.
const CALLS_PER_ANSWER_MAX: usize = 16;

/// A deed that a model asks for though it is done.
pub(in crate::step) struct AskedAgain {
    /// Its result.
    pub(in crate::step) deed: String,
    /// The model was told in this turn already: it would ask for ever.
    pub(in crate::step) is_insisted: bool,
}

impl Step<'_> {
    /// What is to become of each call of an answer: refused with the reason, to be asked, or to be made.
    pub(in crate::step) fn read_calls(
        &mut self,
        agent: &AgentNode,
        calls: Vec<ModelCall>,
        arguments: Vec<Arguments>,
        finish: Finish,
    ) -> Vec<TalkCall> {
        let mut arguments = arguments.into_iter();
        let mut read: Vec<TalkCall> = Vec::new();
        for call in calls.into_iter().take(CALLS_PER_ANSWER_MAX) {
            let arguments = arguments.next().unwrap_or_else(|| {
                Arguments::Invalid("its arguments were not read: make the call again".to_owned())
            });
            let mut talked = TalkCall {
                call,
                parameters: None,
                is_asked: false,
                is_up: false,
                confirmation: None,
                made: None,
                result: None,
            };
            match self.fault_of_call(agent, &talked.call, arguments, finish, &read) {
                Ok(parameters) => {
                    let tool = self.assistant.tool(&talked.call.tool);
                    talked.is_asked = tool.is_some_and(|tool| tool.requires_confirmation);
                    #[cfg(feature = "planted-faults")]
                    if crate::planted::is_planted(crate::planted::PlantedFault::ModelActsUnasked) {
                        talked.is_asked = false;
                    }
                    talked.parameters = Some(parameters);
                }
                Err(result) => talked.result = Some(result),
            }
            read.push(talked);
        }
        self.conversation.exchange.note_wanted_together(&read);
        read
    }

    fn fault_of_call(
        &mut self,
        agent: &AgentNode,
        call: &ModelCall,
        arguments: Arguments,
        finish: Finish,
        earlier: &[TalkCall],
    ) -> Result<serde_json::Map<String, Value>, CallResult> {
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.calls += 1;
            if turn.calls > agent.calls {
                return Err(CallResult::error(
                    "no more tools may be called in this turn: answer with what you know, or offer a person",
                ));
            }
        }
        let name = &call.tool;
        if finish == Finish::Length {
            return Err(CallResult::error("the answer was cut before the call was whole: make it again"));
        }
        if !self.is_there(agent, name) {
            let known = agent.tools.join(", ");
            return Err(CallResult::error(format!("there is no tool {name:?} here: there are {known}")));
        }
        let parameters = match arguments {
            Arguments::Valid(parameters) => parameters,
            Arguments::Invalid(why) => return Err(CallResult::error(why)),
        };
        let asked = self.assistant.assistant_tool(name);
        let asked = asked.filter(|tool| tool.spec.requires_confirmation);
        if let Some(fault) = asked.and_then(|tool| fault_in_values(tool, &parameters)) {
            return Err(CallResult::error(fault));
        }
        let is_equal =
            |other: &&TalkCall| other.call.tool == *name && other.parameters.as_ref() == Some(&parameters);
        if earlier.iter().any(|other| is_equal(&other)) {
            return Err(CallResult::error(
                "the same call stands in this answer already: its result is that one's",
            ));
        }
        // What was done is not done again because a model says it twice; what was read is not read twice in a turn.
        let acted = self.conversation.exchange.talk.calls().rev().find(|other| {
            let has_acted = other.result.as_ref().is_some_and(|result| result.has_acted);
            other.is_asked && has_acted && is_equal(other)
        });
        let read = || self.conversation.exchange.talk.calls_of_turn().find(|other| is_equal(other));
        match acted.or_else(read).and_then(|other| other.result.clone()) {
            Some(result) if acted.is_some() => {
                Err(CallResult { content: done_before(&result), is_error: false, has_acted: false })
            }
            Some(result) if !result.is_error => Err(CallResult { has_acted: false, ..result }),
            Some(_) | None => self.conversation.exchange.if_wanted(asked, parameters),
        }
    }

    /// Whether a node has a tool, and whoever calls it here may.
    fn is_there(&self, agent: &AgentNode, name: &str) -> bool {
        let branch = self.conversation.branch.as_deref();
        let settings = &self.assistant.settings;
        // A business without agents has none that a node could name.
        let has_agents = !settings.tool_rules.agents.is_empty();
        let named = agent.agent.as_deref().filter(|_| has_agents);
        let caller = named.or_else(|| self.assistant.calling_agent(self.conversation));
        let tool = self.assistant.tool(name).filter(|_| agent.tools.iter().any(|tool| tool == name));
        tool.is_some_and(|spec| settings.enables(spec, caller, branch).is_ok())
    }

    /// Makes all the calls that only read, at once. Where there are none, what waits is taken up.
    pub(in crate::step) fn make_reads(&mut self, node: &str) -> Next {
        let mut effects = Vec::new();
        let conversation = &mut *self.conversation;
        let (run, next_call) = (conversation.run, &mut conversation.calls.next_call);
        for talked in conversation.exchange.talk.calls_mut() {
            let Some(parameters) = talked.parameters.clone() else {
                continue;
            };
            if talked.result.is_some() || talked.is_asked || talked.made.is_some() {
                continue;
            }
            if self.assistant.is_hand_off(&talked.call.tool) {
                continue;
            }
            let call = CallId(format!("{run}-{next_call}"));
            *next_call += 1;
            if let Some(turn) = &mut conversation.turns.current {
                *turn.calls_by_tool.entry(talked.call.tool.clone()).or_default() += 1;
            }
            talked.made = Some(call.clone());
            #[cfg(feature = "planted-faults")]
            let grant = crate::planted::grant_unasked(&conversation.key, &call);
            #[cfg(not(feature = "planted-faults"))]
            let grant = None;
            effects.push(Effect::CallTool(ToolCall {
                call,
                tool: talked.call.tool.clone(),
                parameters,
                grant,
            }));
        }
        if effects.is_empty() {
            return Next::To(node.to_owned());
        }
        self.effects.append(&mut effects);
        self.conversation.phase = Phase::Working { node: node.to_owned() };
        Next::Called
    }

    /// A call of a model's that is over. True: it was one.
    pub(in crate::step) fn finish_call_of_model(&mut self, call: &CallId, outcome: &ToolOutcome) -> bool {
        let made = self.conversation.exchange.talk.calls().find(|talked| talked.made.as_ref() == Some(call));
        let Some(talked) = made else {
            return false;
        };
        let is_asked = talked.is_asked;
        let tool = self.assistant.tool(&talked.call.tool);
        let acts = is_asked || tool.is_some_and(|tool| tool.acts);
        let result = result_of(outcome, acts, self.assistant.settings.unknown_is_told);
        // What asked nobody may be nobody's business: the model tells it or does not.
        if is_asked
            && result.has_acted
            && let Some(turn) = &mut self.conversation.turns.current
        {
            turn.deed = Some(result.content.clone());
        }
        self.conversation.exchange.talk.set_result(call, result)
    }

    /// A read of a model's is over: once all are, the model is asked again.
    pub(in crate::step) fn read_finished(&mut self, node: &str, call: &CallId, outcome: ToolOutcome) {
        if !self.finish_call_of_model(call, &outcome) {
            return;
        }
        let tool = self
            .conversation
            .exchange
            .talk
            .calls()
            .find(|talked| talked.made.as_ref() == Some(call))
            .map(|talked| talked.call.tool.clone());
        if let (Some(tool), ToolOutcome::Done(result)) = (tool, outcome) {
            self.conversation.calls.results.insert(tool.clone(), std::sync::Arc::new(result));
            self.conversation.calls.last_tool = Some(tool);
        }
        let is_waiting = self
            .conversation
            .exchange
            .talk
            .calls()
            .any(|talked| talked.made.is_some() && talked.result.is_none());
        if !is_waiting {
            self.conversation.phase = Phase::Idle;
            self.drive(Next::To(node.to_owned()));
        }
    }

    /// The first call that waits: a hand-off, or a question for the user. Many are asked one by one, each once what was asked
    /// before it is done: what was called together may hang together.
    pub(in crate::step) fn next_call_of_model(&mut self, agent: &AgentNode) -> Option<Next> {
        if let Some(next) = self.hand_off_of_model(agent) {
            return Some(next);
        }
        self.conversation.drop_what_hangs_on_others();
        let is_open = self.conversation.confirmations.pending.is_some();
        // One whose question never came about does not get the question of another.
        for call in self.conversation.exchange.talk.calls_mut() {
            call.is_up = false;
        }
        loop {
            let talk = &mut self.conversation.exchange.talk;
            let waiting = talk.first_call_mut(waits_for_a_yes)?;

            let tool = waiting.call.tool.clone();
            let parameters = waiting.parameters.clone().unwrap_or_default();
            let confirm = agent.confirm.get(&tool).filter(|_| !is_open);
            let why = match confirm {
                // Where no question comes of it (the graph collects something first), it is not tried twice.
                Some(_) => "the user was not asked yet: more is needed first, and the system asks for it",
                None if is_open => "another question is open: nothing else is asked before it is answered",
                None => "nothing says how the user is asked for it: it is not done",
            };
            waiting.result = Some(CallResult::error(why));
            if let Some(confirm) = confirm {
                waiting.is_up = true;
                self.fill_slots(&tool, parameters);
                return Some(Next::To(confirm.clone()));
            }
        }
    }

    /// The parameters of the call are the slots that its question names, and no others of that tool.
    fn fill_slots(&mut self, tool: &str, parameters: serde_json::Map<String, Value>) {
        let names: Vec<String> = match self.assistant.assistant_tool(tool) {
            Some(tool) => tool.slots().map(|slot| slot.name.clone()).collect(),
            None => Vec::new(),
        };
        for name in names {
            self.conversation.collected.slots.remove(&name);
        }
        self.conversation.collected.slots.extend(parameters);
    }

    fn hand_off_of_model(&mut self, agent: &AgentNode) -> Option<Next> {
        let person = agent.person.as_ref()?;
        let escalate = self.assistant.graph.node(person).and_then(Node::as_escalate)?;
        let wanted = self.conversation.exchange.talk.calls_mut().find(|talked| {
            talked.result.is_none() && talked.parameters.is_some() && talked.call.tool == escalate.tool
        })?;
        wanted.result = Some(CallResult {
            content: "the conversation was handed to a person".to_owned(),
            is_error: false,
            has_acted: false,
        });
        Some(Next::To(person.clone()))
    }
}

impl Exchange {
    /// What a model asks for again that was done, where its answer calls nothing else.
    pub(in crate::step) fn asked_again(&self, calls: &[TalkCall]) -> Option<AskedAgain> {
        let mut again = calls.iter().map(|call| {
            let talk = &self.talk;
            let told = call.result.as_ref()?;
            let is_same = |other: &TalkCall| other.call.tool == call.call.tool;
            let mut results = talk.calls().rev().filter(|other| is_same(other));
            let deed = results.find_map(|other| {
                let result = other.result.as_ref().filter(|result| result.has_acted)?;
                (done_before(result) == told.content).then_some(result)
            })?;
            let mut earlier = talk.calls_of_turn().filter(|other| is_same(other));
            Some(AskedAgain {
                deed: deed.content.clone(),
                is_insisted: earlier.any(|other| other.result.as_ref() == Some(told)),
            })
        });
        let first = again.next()??;
        again.all(|again| again.is_some_and(|again| again.is_insisted == first.is_insisted)).then_some(first)
    }

    /// A question was put for a call of a model's: from now on it waits for that answer.
    pub(in crate::step) fn link_question(&mut self, tool: &str, id: &ConfirmationId) {
        let mut calls = self.talk.calls_mut();
        let asked = calls.find(|talked| talked.is_up && talked.call.tool == tool);
        if let Some(asked) = asked {
            asked.is_up = false;
            asked.confirmation = Some(id.clone());
            asked.result = None;
        }
    }

    /// The call that the user said yes to is carried out under this id.
    pub(in crate::step) fn link_call(&mut self, grant: &Grant, call: &CallId) {
        let asked =
            self.talk.calls_mut().find(|talked| talked.confirmation.as_ref() == Some(&grant.confirmation));
        if let Some(asked) = asked {
            asked.made = Some(call.clone());
        }
    }

    /// A question is gone without a yes: the model is told so.
    pub(in crate::step) fn note_unmade(&mut self, id: &ConfirmationId, outcome: ConfirmationOutcome) {
        let why = match outcome {
            ConfirmationOutcome::Accepted => return,
            ConfirmationOutcome::Refused => "the user said no: nothing was done",
            ConfirmationOutcome::Expired => "the question expired without an answer: nothing was done",
            ConfirmationOutcome::Replaced => "the user wanted something else first: nothing was done",
        };
        let asked = self
            .talk
            .calls_mut()
            .find(|talked| talked.confirmation.as_ref() == Some(id) && talked.result.is_none());
        if let Some(asked) = asked {
            asked.result = Some(CallResult::error(why));
        }
    }
}

impl Conversation {
    /// Calls that wait behind one that the user did not agree to, or that came to nothing, are the model's to think over; so are
    /// those of an earlier turn, where the user meanwhile said something else than the yes to the one in front.
    pub(in crate::step) fn drop_what_hangs_on_others(&mut self) {
        let turn = self.turns.current.as_ref();
        let deed = turn.and_then(|turn| turn.deed.clone());
        for (is_of_turn, calls) in self.exchange.talk.calls_by_answer_mut() {
            let mut may_be_asked = is_of_turn;
            for call in calls {
                if call.confirmation.is_some() {
                    let acted = call.result.as_ref().filter(|result| result.has_acted);
                    may_be_asked = acted.is_some_and(|result| Some(&result.content) == deed.as_ref());
                } else if waits_for_a_yes(call) && !may_be_asked {
                    call.result = Some(CallResult::error(
                        "not done, and the user was not asked: what was asked before it was not done. Call it again if it is still wanted",
                    ));
                }
            }
        }
    }
}

/// What a model is told of an outcome. A refusal of the business's ("that table is taken") changed nothing.
fn result_of(outcome: &ToolOutcome, acts: bool, unknown_is_told: bool) -> CallResult {
    match outcome {
        ToolOutcome::Done(result) => CallResult {
            content: cut(&result.to_string()),
            is_error: false,
            has_acted: acts && !ToolOutcome::is_refusal(result),
        },
        ToolOutcome::Failed(failure) if failure.code == "unknown" => CallResult::error(if unknown_is_told {
            "nobody knows whether it was done: the user was told so, and the team is looking; do not try again"
        } else {
            "nobody knows whether it was done: the user was told so, and nobody of the team was; do not try again"
        }),
        ToolOutcome::Failed(failure) => {
            let undone = if acts { " (nothing was changed)" } else { "" };
            CallResult::error(cut(&format!("{}{undone}: {}", failure.code, failure.message)))
        }
    }
}

/// What a model is told that asks for a deed again.
fn done_before(deed: &CallResult) -> String {
    let result = &deed.content;
    format!("it was done before and is not done again; its result was: {result}")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(RESULT_CHARS_MAX) {
        Some((end, _)) => format!("{} [cut: {} bytes in all]", &text[..end], text.len()),
        None => text.to_owned(),
    }
}
