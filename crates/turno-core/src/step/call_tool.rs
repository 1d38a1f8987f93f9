//! The tool node.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};
use turno_graph::{Node, ToolNode};
use turno_language::SlotKind;

use crate::{
    CallId, Effect, Grant, Phase, ToolCall, ToolFailure, ToolOutcome,
    assistant_tool::AssistantTool,
    json_bytes, json_bytes_bound, phrases, shortened,
    step::{Next, Step},
};

/// Tool calls that one turn may make.
const CALLS_PER_TURN_MAX: u8 = 5;

/// What the results that a task has gathered may come to together, in bytes of JSON: the largest page and some more.
const RESULTS_BYTES_MAX: usize = 64 * 1_024;

impl Step<'_> {
    pub(super) fn enter_tool(&mut self, name: &str, node: &ToolNode) -> Next {
        let Some(tool) = self.assistant.assistant_tool(&node.tool) else {
            self.say_phrase(phrases::trouble);
            return self.give_up_task();
        };
        if !tool.spec.requires_confirmation {
            let mut parameters = self.parameters(tool, &node.parameters);
            self.read_parameters(tool, node, &mut parameters);
            return self.call(name, &node.tool, parameters, None);
        }
        // The parameters are those that the question named, whatever the slots hold by now.
        match self.conversation.confirmations.granted.take() {
            Some((granted, parameters, grant)) if granted == node.tool => {
                self.call(name, &node.tool, parameters, Some(grant))
            }
            Some(_) | None => {
                self.say_phrase(phrases::not_done);
                self.give_up_task()
            }
        }
    }

    /// "¿Cuánto cuestan los tacos?": a question's own words give the call its dish, and fill no slot of the task.
    fn read_parameters(&self, tool: &AssistantTool, node: &ToolNode, parameters: &mut Map<String, Value>) {
        if node.read.is_empty() {
            return;
        }
        let none = BTreeMap::new();
        let words = self.conversation.turns.utterance();
        let language = self.language_of_words(&words, false);
        let specs = tool.slot_specs();
        let specs = node.read.iter().filter_map(|name| specs.iter().find(|spec| spec.name == name));
        let mut taken: Vec<String> = Vec::new();
        for spec in specs {
            // Each by itself, the first one first: "tacos" takes nothing from "tacos de pescado".
            // Of an address a part may be put right: "no es 182, es 128".
            let known =
                if spec.kind == SlotKind::Address { &self.conversation.collected.slots } else { &none };
            let reading = self.read_in(language, &words, std::slice::from_ref(spec), None, known);
            for read in reading.values {
                if !taken.iter().any(|words| words.contains(&read.said)) {
                    parameters.insert(read.slot, read.value);
                    taken.push(read.said);
                }
            }
        }
    }

    pub(super) fn call(
        &mut self,
        node: &str,
        tool: &str,
        parameters: Map<String, Value>,
        grant: Option<Grant>,
    ) -> Next {
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.calls += 1;
            if turn.calls > CALLS_PER_TURN_MAX {
                self.say_phrase(phrases::trouble);
                return self.give_up_task();
            }
            *turn.calls_by_tool.entry(tool.to_owned()).or_default() += 1;
        }
        let call = CallId(format!("{}-{}", self.conversation.run, self.conversation.calls.next_call));
        self.conversation.calls.next_call += 1;
        if let Some(grant) = &grant {
            self.conversation.exchange.link_call(grant, &call);
        }
        self.conversation.phase =
            Phase::Calling { node: node.to_owned(), call: call.clone(), tool: tool.to_owned() };
        self.effects.push(Effect::CallTool(ToolCall { call, tool: tool.to_owned(), parameters, grant }));
        Next::Called
    }

    /// A call has its outcome. One that nobody waits for any more is left in the journal and changes nothing.
    pub(super) fn tool_finished(&mut self, finished: &CallId, outcome: ToolOutcome) {
        if let Phase::Working { node } = self.conversation.phase.clone() {
            return self.read_finished(&node, finished, outcome);
        }
        let Phase::Calling { node, call, tool } = self.conversation.phase.clone() else {
            return;
        };
        if call != *finished {
            return;
        }
        self.conversation.phase = Phase::Idle;
        self.note_deed(&tool, &outcome);
        if self.finish_call_of_model(finished, &outcome) {
            self.note_refusal(&tool, &outcome);
        }
        let next = match outcome {
            ToolOutcome::Done(result) => {
                self.keep_result(tool, result);
                self.leave_tool(&node)
            }
            ToolOutcome::Failed(failure) => self.leave_failed_tool(&node, tool, &failure),
        };
        self.drive(next);
    }

    /// Keeps what a tool gave, whole, for the texts that follow. Where that makes too much together, what others gave before
    /// is shortened, the largest first: a checkpoint holds all of it, and must never be too large to be written.
    fn keep_result(&mut self, tool: String, result: Value) {
        let conversation = &mut *self.conversation;
        let results = &mut conversation.calls.results;
        results.insert(tool.clone(), Arc::new(result));
        let bound = results.values().map(|result| json_bytes_bound(result)).sum::<usize>();
        if results.len() > 1 && bound > RESULTS_BYTES_MAX {
            bound_results(results, &tool);
        }
        conversation.calls.last_tool = Some(tool);
    }

    fn leave_tool(&mut self, name: &str) -> Next {
        let assistant = self.assistant;
        let Some(node) = assistant.graph.node(name) else {
            return Next::Rest;
        };
        if let Some(escalate) = node.as_escalate() {
            return self.hand_off(name, escalate);
        }
        let Some(tool) = node.as_tool() else {
            return Next::Rest;
        };
        for (slot, value) in self.evaluate_all(&tool.set) {
            if value.is_null() {
                self.conversation.collected.slots.remove(&slot);
            } else {
                self.conversation.collected.slots.insert(slot, value);
            }
        }
        let context = self.template_context();
        let holds = |condition| is_true(&assistant.templates.evaluate(condition, &context));
        let edge = tool.edges.iter().find(|edge| edge.when.as_ref().is_none_or(holds));
        edge.map_or(Next::Rest, |edge| Next::To(edge.to.clone()))
    }

    fn leave_failed_tool(&mut self, name: &str, tool: String, failure: &ToolFailure) -> Next {
        let node = self.assistant.graph.node(name).and_then(Node::as_tool);
        let error = node.and_then(|node| node.error.clone());
        // What a graph says of a failure would not be true of a call that may have been made.
        if failure.code == "unknown" {
            // Nobody is said to be told where nobody will be.
            let is_told = self.assistant.settings.unknown_is_told;
            self.say_phrase(if is_told { phrases::outcome_unknown } else { phrases::outcome_unknown_untold });
            return self.give_up_task();
        }
        match error {
            Some(node) => {
                let result = self.result_of_failure(&tool, failure);
                self.keep_result(tool, result);
                Next::To(node)
            }
            None => {
                let words = self.words_of_failure(&tool, failure);
                self.conversation.turns.say(words.clone(), words);
                self.give_up_task()
            }
        }
    }

    /// What the user is told of a call that was not carried out: that nothing was changed where it would have been, and to try
    /// again, and when, only where that may help.
    fn words_of_failure(&self, tool: &str, failure: &ToolFailure) -> String {
        let language = self.language();
        let acts = self.assistant.tool(tool).is_some_and(|spec| spec.acts || spec.requires_confirmation);
        if failure.code == "rate_limited" || failure.retry_after_ms.is_some() {
            return phrases::busy(language, acts, failure.retry_after_ms);
        }
        if failure.code == "unreadable" {
            return phrases::unreadable(language).to_owned();
        }
        let phrase = match (failure.is_lasting(), acts) {
            (true, true) => phrases::nothing_can_be_done,
            (true, false) => phrases::cannot_be_done,
            (false, true) => phrases::nothing_done,
            (false, false) => phrases::tool_failed,
        };
        phrase(language).to_owned()
    }

    /// What texts behind an error arrow see. What a failure says is the operator's, so that the message is words for the user.
    pub(super) fn result_of_failure(&self, tool: &str, failure: &ToolFailure) -> Value {
        let message = self.words_of_failure(tool, failure);
        json!({ "success": false, "code": failure.code, "message": message, "speech": message })
    }
}

fn bound_results(results: &mut BTreeMap<String, Arc<Value>>, latest: &str) {
    let mut sizes: BTreeMap<String, usize> =
        results.iter().map(|(tool, result)| (tool.clone(), json_bytes(result))).collect();
    while sizes.values().sum::<usize>() > RESULTS_BYTES_MAX {
        let others = sizes.iter().filter(|(tool, _)| *tool != latest);
        let Some((tool, bytes)) = others.max_by_key(|(_, bytes)| **bytes) else {
            return;
        };
        let (tool, bytes) = (tool.clone(), *bytes);
        let short = results.get(&tool).map(|result| shortened(result));
        match short.map(|short| (json_bytes(&short), short)) {
            Some((fewer, short)) if fewer < bytes => {
                results.insert(tool.clone(), Arc::new(short));
                sizes.insert(tool, fewer);
            }
            Some(_) | None => {
                results.remove(&tool);
                sizes.remove(&tool);
            }
        }
    }
}

/// What an operator means by a condition: as in the templates, empty and zero are false.
fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}
