//! From a node as it was written to the node that runs.

use regex::Regex;

use crate::builder::{Builder, Need};
use crate::catalog::ToolSignature;
use crate::fault::FaultKind;
use crate::file::{
    ChoiceFile, CollectFile, ConfirmFile, EscalateFile, IntentFile, IntentRoleFile, InterruptsFile, Name,
    NodeFile, RespondFile, RouterFile, ToolFile, UrgencyFile,
};
use crate::graph::{
    Ask, Choice, Collect, Confirm, Edge, End, Escalate, Intent, IntentRole, Interrupts, NodeKind, Phrase,
    Respond, Router, ToolNode,
};
use crate::intents::IntentMatcher;
use crate::patterns::PatternsFile;
use crate::placed::Placed;

impl Builder<'_> {
    /// Checks the names of a node and makes what runs of it.
    pub(crate) fn node(&mut self, name: &Name, file: &NodeFile) -> NodeKind {
        match file {
            NodeFile::Router(router) => NodeKind::Router(self.router(name, router)),
            NodeFile::Collect(collect) => NodeKind::Collect(self.collect(name, collect)),
            NodeFile::Tool(tool) => NodeKind::Tool(self.tool_node(name, tool)),
            NodeFile::Confirm(confirm) => NodeKind::Confirm(self.confirm(name, confirm)),
            NodeFile::Respond(respond) => NodeKind::Respond(self.respond(name, respond)),
            NodeFile::Escalate(escalate) => NodeKind::Escalate(self.escalate(name, escalate)),
            NodeFile::Agent(agent) => NodeKind::Agent(self.agent(name, agent)),
            NodeFile::End(end) => NodeKind::End(End { say: self.text_if_any(name, "say", end.say.as_ref()) }),
        }
    }

    fn router(&mut self, node: &Name, file: &RouterFile) -> Router {
        for (index, intent) in file.intents.iter().enumerate() {
            if file.intents[..index].iter().any(|earlier| earlier.name == intent.name) {
                let name = intent.name.value.clone();
                self.fault(FaultKind::DuplicateIntent { name }, &intent.name.place);
            }
        }
        let intents: Vec<Intent> = file.intents.iter().map(|intent| self.intent(node, intent)).collect();
        Router {
            ask_model: file.ask_model.then(|| file.models.clone()),
            matcher: IntentMatcher::new(&intents, |_| true, &self.catalog.words),
            beside_model: Box::new(IntentMatcher::new(
                &intents,
                |intent| !intent.without_model,
                &self.catalog.words,
            )),
            intents,
            fallback: self.arrow(node, "fallback", &file.fallback),
            lost: self.arrow_if_any(node, "lost", file.lost.as_ref()),
            say: self.text_if_any(node, "say", file.say.as_ref()),
        }
    }

    fn intent(&mut self, node: &str, file: &IntentFile) -> Intent {
        if let PatternsFile::ByLanguage(patterns) = &file.patterns {
            for language in &self.catalog.languages {
                if !patterns.keys().any(|key| &key.value == language) {
                    let (intent, language) = (file.name.value.clone(), language.clone());
                    self.fault(FaultKind::MissingPatterns { intent, language }, &file.name.place);
                }
            }
        }
        let mut patterns: Vec<Regex> =
            file.patterns.iter().filter_map(|pattern| self.pattern(pattern, pattern.value.clone())).collect();
        patterns.extend(file.keywords.iter().filter_map(|keyword| {
            let word = regex::escape(&keyword.to_lowercase());
            self.pattern(keyword, format!(r"(?:^|\b){word}(?:\b|$)"))
        }));
        let examples = file.examples.iter();
        examples.clone().filter(|example| example.trim().is_empty()).for_each(|example| {
            self.fault(FaultKind::EmptyPattern, &example.place);
        });
        file.subjects.iter().for_each(|subject| self.subject(subject));
        Intent {
            name: file.name.value.clone(),
            patterns,
            examples: examples.map(|example| example.value.clone()).collect(),
            subjects: file.subjects.iter().map(|subject| subject.value.clone()).collect(),
            buttons: file.buttons.clone(),
            interrupts: match file.interrupts {
                None => Interrupts::Never,
                Some(InterruptsFile::Aside) => Interrupts::Aside,
                Some(InterruptsFile::Switch) => Interrupts::Switch,
            },
            gives_way: file.gives_way,
            without_model: file.without_model,
            title: self.text_if_any(node, &format!("intents.{}.title", file.name.value), file.title.as_ref()),
            about: file.about.clone(),
            role: file.role.map(|role| match role {
                IntentRoleFile::Greeting => IntentRole::Greeting,
                IntentRoleFile::NothingMore => IntentRole::NothingMore,
            }),
            to: self.arrow(node, file.name.value.clone(), &file.to),
        }
    }

    /// A subject that the languages must know.
    fn subject(&mut self, subject: &Placed<String>) {
        let known = &self.catalog.words.subjects;
        // Whoever compiles a graph without the languages' words knows no subjects.
        if !known.is_empty() && !known.contains(&subject.value) {
            let nearest = self.catalog.words.nearest(subject, known.iter().map(String::as_str));
            let name = subject.value.clone();
            self.fault(FaultKind::UnknownSubject { name, nearest }, &subject.place);
        }
    }

    fn pattern(&mut self, written: &Placed<String>, pattern: String) -> Option<Regex> {
        if written.trim().is_empty() {
            self.fault(FaultKind::EmptyPattern, &written.place);
            return None;
        }
        match Regex::new(&pattern) {
            Ok(regex) => Some(regex),
            Err(error) => {
                let message = error.to_string();
                let last = message.lines().last().unwrap_or_default();
                let detail = last.trim_start_matches("error: ").to_owned();
                self.fault(FaultKind::BadPattern { detail }, &written.place);
                None
            }
        }
    }

    fn collect(&mut self, node: &Name, file: &CollectFile) -> Collect {
        let signature = self.tool(&file.tool, &file.tool.place);
        if let Some(signature) = signature {
            let named = file.slots.iter().flatten().chain(file.ask.keys()).chain(file.prefill.keys());
            for name in named {
                self.parameter(name, &file.tool, signature);
            }
        }
        let slots = match (&file.slots, signature) {
            (Some(slots), _) => slots.iter().map(|slot| slot.value.clone()).collect(),
            (None, Some(signature)) => required_in_order(signature),
            (None, None) => Vec::new(),
        };
        let effect = self.effects.entry(node.value.clone()).or_default();
        effect.fills.extend(slots.iter().cloned());
        effect.fills.extend(file.prefill.keys().map(|name| name.value.clone()));
        effect.fills.extend(signature.iter().flat_map(|signature| signature.parameters.iter().cloned()));
        let ask = file.ask.iter().map(|(slot, ask)| {
            let id = format!("{}.ask.{}", node.value, slot.value);
            let text = self.text(node, &id, &ask.text, &slot.place);
            (slot.value.clone(), Ask { text, choices: self.choices(node, &id, &ask.choices) })
        });
        let ask = ask.collect();
        Collect {
            tool: file.tool.value.clone(),
            slots,
            forget: self.forgotten(&file.forget),
            ask,
            prefill: self.expressions(node, "prefill", &file.prefill, true),
            options: file
                .options
                .as_ref()
                .map(|options| self.expression(node, format!("{}.options", node.value), options, true)),
            change: self.arrow_if_any(node, "change", file.change.as_ref()),
            say: self.text_if_any(node, "say", file.say.as_ref()),
            change_question: self.text_if_any(node, "change_question", file.change_question.as_ref()),
            no: self.arrow_if_any(node, "no", file.no.as_ref()),
            give_up: self.arrow_if_any(node, "give_up", file.give_up.as_ref()),
            to: self.arrow(node, "", &file.to),
        }
    }

    fn choices(&mut self, node: &str, id: &str, files: &[ChoiceFile]) -> Vec<Choice> {
        files
            .iter()
            .map(|choice| {
                let id = format!("{id}.choices.{}", choice.id.value);
                let title = self.text(node, &id, &choice.title, &choice.title.place);
                Choice { id: choice.id.value.clone(), title }
            })
            .collect()
    }

    fn tool_node(&mut self, node: &Name, file: &ToolFile) -> ToolNode {
        if let Some(signature) = self.tool_of(&file.tool, &file.tool.place, file.agent.as_ref()) {
            self.allowed(&file.tool, &file.tool.place, file.agent.as_ref());
            for name in file.parameters.keys().chain(&file.read) {
                self.parameter(name, &file.tool, signature);
            }
            if signature.destructive {
                let given = file.parameters.keys().map(|name| ("parameters", name));
                for (key, name) in given.chain(file.read.iter().map(|name| ("read", name))) {
                    let kind = FaultKind::ParametersAfterConfirm { tool: file.tool.value.clone(), key };
                    self.fault(kind, &name.place);
                }
            } else {
                let given: Vec<&Name> = file.parameters.keys().chain(&file.read).collect();
                self.need(node, &file.tool, signature, &given);
            }
        }
        let effect = self.effects.entry(node.value.clone()).or_default();
        effect.fills.extend(file.set.keys().map(|name| name.value.clone()));
        effect.fills.extend(["result".to_owned(), "results".to_owned()]);
        self.check_ways_out(node, file);
        ToolNode {
            tool: file.tool.value.clone(),
            agent: file.agent.as_ref().map(|agent| agent.value.clone()),
            parameters: self.expressions(node, "parameters", &file.parameters, true),
            read: file.read.iter().map(|name| name.value.clone()).collect(),
            set: self.expressions(node, "set", &file.set, false),
            edges: file
                .edges
                .iter()
                .enumerate()
                .map(|(index, edge)| {
                    let label = edge.when.as_ref().map_or("", |when| when.value.0.as_str());
                    let id = format!("{}.edges.{index}", node.value);
                    let to = self.arrow(node, label, &edge.to);
                    Edge { when: edge.when.as_ref().map(|when| self.expression(node, id, when, false)), to }
                })
                .collect(),
            error: self.arrow_if_any(node, "error", file.error.as_ref()),
        }
    }

    fn check_ways_out(&mut self, node: &Name, file: &ToolFile) {
        match file.edges.iter().position(|edge| edge.when.is_none()) {
            None => self.fault(FaultKind::NoWayOut { name: node.value.clone() }, &file.edges.place),
            Some(last) => {
                for edge in file.edges.iter().skip(last + 1) {
                    self.fault(FaultKind::EdgeNeverTaken, &edge.to.place);
                }
            }
        }
    }

    pub(crate) fn need(&mut self, node: &Name, tool: &Name, signature: &ToolSignature, given: &[&Name]) {
        for parameter in required_in_order(signature) {
            if !given.iter().any(|name| name.value == parameter) {
                let (node, place) = (node.value.clone(), tool.place.clone());
                self.needs.push(Need { node, tool: tool.value.clone(), parameter, place });
            }
        }
    }

    fn confirm(&mut self, node: &Name, file: &ConfirmFile) -> Confirm {
        let parameters = self.expressions(node, "parameters", &file.parameters, true);
        let say = self.text(node, &format!("{}.say", node.value), &file.say, &file.say.place);
        let mut tool_confirmed = None;
        match &file.tool {
            Some(tool) => {
                tool_confirmed = Some(tool.as_str());
                if let Some(signature) = self.tool(tool, &tool.place) {
                    self.confirm_of(node, file, tool, signature);
                }
            }
            None => {
                if let Some(name) = file.parameters.keys().next() {
                    let detail = "`parameters` without a `tool`".to_owned();
                    let cure = "name the `tool` that takes them, or leave `parameters` out".to_owned();
                    self.fault(FaultKind::WrongValue { detail, cure }, &name.place);
                }
            }
        }
        Confirm {
            tool: file.tool.as_ref().map(|tool| tool.value.clone()),
            parameters,
            say,
            expires_after_ms: self.duration_ms(file.expires_after.as_ref()),
            yes: self.arrow_after_yes(node, "yes", &file.yes, tool_confirmed),
            no: self.arrow(node, "no", &file.no),
            change: self.arrow_if_any(node, "change", file.change.as_ref()),
            expired: self.arrow_if_any(node, "expired", file.expired.as_ref()),
            unclear: self.arrow_if_any(node, "unclear", file.unclear.as_ref()),
        }
    }

    fn respond(&mut self, node: &Name, file: &RespondFile) -> Respond {
        let forget = self.forgotten(&file.forget);
        let effect = self.effects.entry(node.value.clone()).or_default();
        effect.empties.extend(forget.iter().cloned());
        if file.phrase.is_none() && !file.models.is_empty() {
            let detail =
                "`models` says who puts the text in other words, and no `phrase` says how".to_owned();
            let cure = "write `phrase`, or leave `models` out".to_owned();
            self.fault(FaultKind::WrongValue { detail, cure }, &file.say.place);
        }
        Respond {
            say: self.text(node, &format!("{}.say", node.value), &file.say, &file.say.place),
            phrase: file.phrase.as_ref().map(|phrase| Phrase {
                prompt: self.text(node, &format!("{}.phrase", node.value), phrase, &phrase.place),
                models: file.models.clone(),
            }),
            choices: self.choices(node, node, &file.choices),
            forget,
            to: self.arrow_if_any(node, "", file.to.as_ref()),
        }
    }

    fn escalate(&mut self, node: &Name, file: &EscalateFile) -> Escalate {
        let (tool, place) = match &file.tool {
            Some(tool) => (tool.value.clone(), tool.place.clone()),
            None => (crate::agent::HAND_OFF.to_owned(), node.place.clone()),
        };
        if let Some(signature) = self.tool(&tool, &place) {
            self.allowed(&tool, &place, None);
            if signature.destructive {
                self.fault(FaultKind::EscalateDestructive { tool: tool.clone() }, &place);
            }
        }
        let effect = self.effects.entry(node.value.clone()).or_default();
        effect.fills.extend(["result".to_owned(), "results".to_owned()]);
        Escalate {
            tool,
            reason: file.reason.clone(),
            urgency: match file.urgency {
                Some(UrgencyFile::Low) => "low",
                Some(UrgencyFile::Medium) | None => "medium",
                Some(UrgencyFile::High) => "high",
            }
            .to_owned(),
            say: self.text(node, &format!("{}.say", node.value), &file.say, &file.say.place),
            waiting: self.text_if_any(node, "waiting", file.waiting.as_ref()),
        }
    }
}

fn required_in_order(signature: &ToolSignature) -> Vec<String> {
    signature.parameters.iter().filter(|name| signature.required.contains(*name)).cloned().collect()
}
