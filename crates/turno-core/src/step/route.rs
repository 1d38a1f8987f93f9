//! The router: which task the user wants.

use turno_graph::{Intent, Interrupts, Node, Router};
use turno_language::{SlotKind, text::fold};

use super::{Next, Step};
use crate::{Input, phrases};

impl<'a> Step<'a> {
    /// A router that is reached by an arrow waits for the user.
    pub(super) fn enter_router(&mut self, router: &Router) -> Next {
        if let Some(say) = &router.say {
            self.say(say);
        }
        Next::Rest
    }

    /// The user says something while no task is under way.
    pub(super) fn answer_idle(&mut self) -> Next {
        let input = self
            .conversation
            .turn
            .as_ref()
            .map(|turn| turn.turn.input.clone());
        if let Some(Input::Choice(id)) = input {
            return self.answer_idle_choice(&id);
        }
        if let Some(next) = self.answer_lapsed() {
            return next;
        }
        let text = self.utterance();
        match self.understood_intent().or_else(|| self.find_intent(&text)) {
            Some(intent) => self.follow(intent),
            None => self.fall_back(),
        }
    }

    fn answer_idle_choice(&mut self, id: &str) -> Next {
        if let Some(next) = self.answer_old_button(id) {
            return next;
        }
        match self.find_button(id) {
            Some(intent) => self.follow(intent),
            None => {
                self.say_phrase(phrases::old_button);
                self.fall_back()
            }
        }
    }

    fn fall_back(&mut self) -> Next {
        match self.router() {
            Some(router) => Next::To(router.fallback.clone()),
            None => Next::To(self.assistant.graph.start().to_owned()),
        }
    }

    /// Goes where an intent leads. A new task keeps who the user is and drops what and when the old one was about.
    pub(super) fn follow(&mut self, intent: &Intent) -> Next {
        let begins_task = intent.interrupts != Interrupts::Aside;
        if begins_task && self.conversation.task.as_deref() != Some(intent.to.as_str()) {
            self.conversation.lapsed = None;
            self.forget_all_but_who();
            self.conversation.task = Some(intent.to.clone());
        }
        Next::To(intent.to.clone())
    }

    fn forget_all_but_who(&mut self) {
        let assistant = self.assistant;
        let task_tools = assistant
            .graph
            .nodes()
            .filter_map(|node| assistant.assistant_tool(&node.as_collect()?.tool));
        let who: Vec<&str> = task_tools
            .flat_map(|tool| tool.slots())
            .filter(|slot| matches!(slot.kind, SlotKind::PersonName | SlotKind::Phone))
            .map(|slot| slot.name.as_str())
            .collect();
        self.conversation
            .slots
            .retain(|name, _| who.contains(&name.as_str()));
    }

    /// The graph's router: the start, or the first there is.
    pub(super) fn router(&self) -> Option<&'a Router> {
        let graph = &self.assistant.graph;
        let start = graph.node(graph.start());
        start.into_iter().chain(graph.nodes()).find_map(Node::as_router)
    }

    /// The first intent whose pattern the text matches.
    pub(super) fn find_intent(&self, text: &str) -> Option<&'a Intent> {
        let lower = text.to_lowercase();
        let folded = fold(text);
        self.router()?.intent_for(&lower, &folded)
    }

    pub(super) fn find_button(&self, id: &str) -> Option<&'a Intent> {
        self.router()?
            .intents
            .iter()
            .find(|intent| intent.buttons.iter().any(|button| button == id))
    }

    fn understood_intent(&self) -> Option<&'a Intent> {
        let name = self
            .conversation
            .turn
            .as_ref()?
            .turn
            .understanding
            .as_ref()?
            .intent
            .as_ref()?;
        self.router()?.intents.iter().find(|intent| &intent.name == name)
    }
}
