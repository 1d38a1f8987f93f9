//! The step: one event in, all effects out.
//!
//! This file only matches; what each kind of node does is in a folder, or a file, of its own.

mod agent;
mod call_tool;
mod collect;
mod confirm;
mod escalate;
mod reply;
mod respond;
mod route;
mod turn;

use std::{cell::RefCell, rc::Rc};

pub(crate) use agent::render_for_model;
use turno_graph::NodeKind;
use turno_language::Text;

use crate::{Assistant, Conversation, Effect, Event, EventKind, HandOff, Phase, Timestamp, phrases};

/// Nodes that one event may pass. A checked graph has no cycle without the user in it, so this is never met by one.
const NODES_PER_EVENT_MAX: u32 = 64;

/// Takes one event and gives all that is to be done about it, in order.
///
/// The conversation is changed in place; the caller commits it together with the event before it carries out any of
/// the effects. An event whose time lies before the conversation's latest counts as happening at that latest time.
pub fn step(assistant: &Assistant, conversation: &mut Conversation, event: Event) -> Vec<Effect> {
    assistant.mix().read(|| step_in_its_languages(assistant, conversation, event))
}

fn step_in_its_languages(
    assistant: &Assistant,
    conversation: &mut Conversation,
    event: Event,
) -> Vec<Effect> {
    let at = event.at.max(conversation.latest_at);
    conversation.latest_at = at;
    conversation.seed = event.seed;
    let mut step = Step {
        assistant,
        conversation,
        at,
        effects: Vec::new(),
        hand_off: None,
        nodes: 0,
        texts: RefCell::default(),
    };
    match event.kind {
        EventKind::TurnArrived(turn) => step.turn_arrived(turn),
        EventKind::ToolFinished { call, outcome } => step.tool_finished(&call, outcome),
        EventKind::ModelAnswered { request, outcome } => step.model_answered(&request, *outcome),
        EventKind::Expired { confirmation } => step.timer_fired(&confirmation),
        EventKind::Interrupted { heard } => step.interrupted(&heard),
        EventKind::Delivered { seq } => step.conversation.confirmations.note_delivered(at, seq),
        EventKind::Closed { reason } => step.closed(reason),
    }
    step.effects
}

/// One event being worked on.
struct Step<'a> {
    assistant: &'a Assistant,
    conversation: &'a mut Conversation,
    at: Timestamp,
    effects: Vec<Effect>,
    /// Goes out after the reply.
    hand_off: Option<HandOff>,
    nodes: u32,
    /// What was taken apart so far.
    texts: RefCell<Vec<Rc<Text>>>,
}

/// Where a node leads.
enum Next {
    /// To another node.
    To(String),
    /// Nowhere: the task, or the side question, is over.
    Rest,
    /// The user was asked something, or is left the word.
    Asked,
    /// A tool was called.
    Called,
}

impl Step<'_> {
    /// Words, taken apart: once in a step, however many readers look at them.
    fn apart(&self, words: &str) -> Rc<Text> {
        let mut texts = self.texts.borrow_mut();
        if let Some(text) = texts.iter().find(|text| text.said() == words) {
            return Rc::clone(text);
        }
        let text = Rc::new(Text::of(words));
        texts.push(Rc::clone(&text));
        text
    }

    /// Follows the nodes until one needs the outside.
    fn drive(&mut self, mut next: Next) {
        loop {
            next = match next {
                Next::To(node) => self.enter(&node),
                Next::Rest => self.rest(),
                Next::Asked => match self.answer_left_over_question() {
                    Some(next) => next,
                    None => return self.finish_turn(),
                },
                Next::Called => return,
            };
        }
    }

    fn enter(&mut self, name: &str) -> Next {
        self.nodes += 1;
        let assistant = self.assistant;
        let Some(node) = assistant.graph.node(name).filter(|_| self.nodes <= NODES_PER_EVENT_MAX) else {
            self.say_phrase(phrases::trouble);
            return self.give_up_task();
        };
        match &node.kind {
            NodeKind::Router(router) => self.enter_router(router),
            NodeKind::Collect(collect) => self.enter_collect(name, collect),
            NodeKind::Tool(tool) => self.enter_tool(name, tool),
            NodeKind::Confirm(confirm) => self.enter_confirm(name, confirm),
            NodeKind::Respond(respond) => self.enter_respond(name, respond),
            NodeKind::Escalate(escalate) => self.enter_escalate(name, escalate),
            NodeKind::End(end) => self.enter_end(end),
            NodeKind::Agent(agent) => self.enter_agent(name, agent),
        }
    }

    /// Ends the task under way without a node of its own for it.
    fn give_up_task(&mut self) -> Next {
        self.drop_pending(crate::ConfirmationOutcome::Replaced);
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Idle;
        Next::Rest
    }
}
