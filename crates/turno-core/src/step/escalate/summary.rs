//! What the person who takes over reads of a conversation, in the language of the team.

use serde_json::Value;
use turno_graph::Node;
use turno_language::Tagged;
use turno_language::{Act, Language, text::fold};

use crate::{
    ToolSpec,
    assistant_tool::AssistantTool,
    lines::{dishes, plain},
    phrases::capitalized,
    step::{Step, turn::secret::with_marks_told},
};

impl Step<'_> {
    /// What the person should know: what was wanted, what is known of it, the last lines.
    pub(in crate::step) fn summary(&self) -> String {
        let language = self.assistant.settings.language;
        let conversation = &*self.conversation;
        let [subject, customer, assistant] = ["summary.about", "summary.customer", "summary.assistant"]
            .map(|name| language.message(name).text());
        let task = conversation.tasks.current.as_deref();
        let wanted = task.and_then(|task| self.wanted(task, language));
        let mut lines: Vec<String> =
            wanted.map(|wanted| format!("{subject}: {wanted}")).into_iter().collect();
        let of_task = task.and_then(|task| self.tool_of(task));
        for (slot, value) in &conversation.collected.slots {
            lines.push(self.value_line(slot, value, of_task, language));
        }
        for (is_user, text) in &conversation.dialogue.lines {
            let who = if *is_user { customer } else { assistant };
            lines.push(format!("{who}: {}", with_marks_told(language, text)));
        }
        lines.join("\n")
    }

    /// "Número de personas: 4 personas".
    pub(in crate::step) fn value_line(
        &self,
        slot: &str,
        value: &Value,
        of_task: Option<&AssistantTool>,
        language: Language,
    ) -> String {
        let has_it = |tool: &&AssistantTool| tool.has_slot(slot);
        let tool = of_task.filter(has_it).or_else(|| {
            let mut tools = self.assistant.tools().filter(has_it);
            tools.find(|tool| tool.spec.parameter_name(slot, language).is_some())
        });
        let name = tool.and_then(|tool| tool.spec.parameter_name(slot, language));
        let label = name.map_or_else(|| slot.replace(['_', '-'], " "), without_article);
        let settings = &self.assistant.settings;
        let words = match value {
            Value::Array(items) if items.iter().all(|item| item.get("menu_item_id").is_some()) => {
                dishes(language, settings, "menu", items)
            }
            Value::Bool(yes) => {
                let name = if *yes { "say.yes" } else { "say.no" };
                language.message(name).text().to_owned()
            }
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                let today = self.now().date();
                let told = tool.map(|tool| tool.value_words(settings, language, slot, value, today));
                told.filter(|words| !words.is_empty()).unwrap_or_else(|| plain(language, value))
            }
        };
        format!("{}: {words}", capitalized(&label))
    }

    /// What the user came for: the graph's own words, else what the task's tool does. None where the task is to get a person.
    fn wanted(&self, task: &str, language: Language) -> Option<String> {
        let node = self.assistant.graph.node(task)?;
        if node.as_escalate().is_some() {
            return None;
        }
        let routers = self.assistant.graph.nodes().filter_map(Node::as_router);
        let mut intents = routers.flat_map(|router| &router.intents);
        if let Some(about) = intents.find_map(|intent| intent.about.as_ref().filter(|_| intent.to == task)) {
            return Some(about.clone());
        }
        let own = &self.tool_of(task)?.spec;
        let kind = self.kind_of_booking();
        match self.tool_that_does(task) {
            Some(tool) => deed_words(tool.spec.act, kind, language),
            None => of_category(own, kind, language),
        }
    }

    /// The tool that does what a task is for. One that only finds what is to be changed does little: where it leads first does
    /// more.
    pub(in crate::step) fn tool_that_does(&self, task: &str) -> Option<&AssistantTool> {
        let node = self.assistant.graph.node(task)?;
        let next = node.as_tool().and_then(|tool| tool.edges.first());
        let next = next.and_then(|edge| self.tool_of(&edge.to));
        let mut tools = self.tool_of(task).into_iter().chain(next);
        tools.find(|tool| tool.spec.act != Act::Other)
    }

    fn tool_of(&self, node: &str) -> Option<&AssistantTool> {
        let node = self.assistant.graph.node(node)?;
        let tool = node
            .as_collect()
            .map(|collect| collect.tool.as_str())
            .or_else(|| node.as_tool().map(|tool| tool.tool.as_str()))
            .or_else(|| node.as_confirm()?.tool.as_deref());
        self.assistant.assistant_tool(tool?)
    }

    /// What a booking of this business is called, by the name of its messages: a reservation where it is made for a party, else
    /// an appointment.
    fn kind_of_booking(&self) -> &'static str {
        let mut bookings = self.assistant.tools().filter(|tool| tool.spec.act == Act::Book);
        if bookings.any(|tool| tool.has_slot("party_size")) { "reservation" } else { "appointment" }
    }
}

fn deed_words(act: Act, kind: &str, language: Language) -> Option<String> {
    let name = match act {
        Act::Book => format!("summary.make_{kind}"),
        Act::Modify => format!("summary.change_{kind}"),
        Act::Cancel => "summary.cancel".to_owned(),
        Act::Order => "summary.place_order".to_owned(),
        Act::Other => return None,
    };
    Some(language.message(&name).text().to_owned())
}

/// What a tool is about. One of the business's own says so in the business's words.
fn of_category(spec: &ToolSpec, kind: &str, language: Language) -> Option<String> {
    if spec.source.is_empty() {
        return Some(spec.description.clone());
    }
    let name = match spec.category.as_str() {
        "booking" => format!("thing.{kind}"),
        category => format!("about.{category}"),
    };
    let words = language.message(&name).text();
    (!words.is_empty()).then(|| words.to_owned())
}

/// "la hora" as the name of a line: "hora".
fn without_article(name: &str) -> String {
    static ARTICLES: Tagged = Tagged::new("summary_articles");
    match name.split_once(' ') {
        Some((first, rest)) if ARTICLES.contains(&fold(first).as_str()) => rest.to_owned(),
        Some(_) | None => name.to_owned(),
    }
}
