//! What the person who takes over reads of a conversation, in the language of the team.

use serde_json::Value;
use turno_graph::Node;
use turno_language::Tagged;
use turno_language::{Act, Language, text::fold};

use super::{Step, secret::with_marks_told};
use crate::{
    ToolSpec,
    assistant_tool::AssistantTool,
    lines::{dishes, plain},
    phrases::capitalized,
};

impl Step<'_> {
    /// What the person should know: what was wanted, what is known of it, the last lines.
    pub(super) fn summary(&self) -> String {
        let language = self.assistant.settings.language;
        let conversation = &*self.conversation;
        let [subject, customer, assistant] = match language {
            Language::Es => ["Asunto", "Cliente", "Turno"],
            Language::En => ["About", "Customer", "Turno"],
        };
        let task = conversation.task.as_deref();
        let wanted = task.and_then(|task| self.wanted(task, language));
        let mut lines: Vec<String> = wanted
            .map(|wanted| format!("{subject}: {wanted}"))
            .into_iter()
            .collect();
        let of_task = task.and_then(|task| self.tool_of(task));
        for (slot, value) in &conversation.slots {
            lines.push(self.value_line(slot, value, of_task, language));
        }
        for (is_user, text) in &conversation.lines {
            let who = if *is_user { customer } else { assistant };
            lines.push(format!("{who}: {}", with_marks_told(language, text)));
        }
        lines.join("\n")
    }

    /// "Número de personas: 4 personas".
    pub(super) fn value_line(
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
            Value::Bool(yes) => yes_or_no(*yes, language).to_owned(),
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                let today = self.now().date();
                let told = tool.map(|tool| tool.value_words(settings, language, slot, value, today));
                told.filter(|words| !words.is_empty())
                    .unwrap_or_else(|| plain(language, value))
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
        // A tool that only finds what is to be changed says little: where it leads first says more.
        let next = node.as_tool().and_then(|tool| tool.edges.first());
        let next = next
            .and_then(|edge| self.tool_of(&edge.to))
            .map(|tool| &tool.spec);
        let deed = [Some(own), next].into_iter().flatten();
        let deed = deed.map(|spec| spec.act).find(|act| *act != Act::Other);
        let booking = self.booking(language);
        match deed {
            Some(act) => deed_words(act, booking, language),
            None => of_category(own, booking, language),
        }
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

    /// What this business calls a booking: "reservación" where it is made for a party, else "cita".
    fn booking(&self, language: Language) -> &'static str {
        let mut bookings = self.assistant.tools().filter(|tool| tool.spec.act == Act::Book);
        let is_of_party = bookings.any(|tool| tool.has_slot("party_size"));
        match (language, is_of_party) {
            (Language::Es, true) => "reservación",
            (Language::Es, false) => "cita",
            (Language::En, true) => "reservation",
            (Language::En, false) => "appointment",
        }
    }
}

fn deed_words(act: Act, booking: &str, language: Language) -> Option<String> {
    Some(match (language, act) {
        (Language::Es, Act::Book) => format!("hacer una {booking}"),
        (Language::Es, Act::Modify) => format!("cambiar una {booking}"),
        (Language::Es, Act::Cancel) => "cancelar".to_owned(),
        (Language::Es, Act::Order) => "hacer un pedido".to_owned(),
        (Language::En, Act::Book) => format!("making {} {booking}", article_en(booking)),
        (Language::En, Act::Modify) => format!("changing {} {booking}", article_en(booking)),
        (Language::En, Act::Cancel) => "cancelling".to_owned(),
        (Language::En, Act::Order) => "placing an order".to_owned(),
        (Language::Es | Language::En, Act::Other) => return None,
    })
}

fn article_en(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// What a tool is about. One of the business's own says so in the business's words.
fn of_category(spec: &ToolSpec, booking: &str, language: Language) -> Option<String> {
    if spec.source.is_empty() {
        return Some(spec.description.clone());
    }
    let words = match (language, spec.category.as_str()) {
        (Language::Es | Language::En, "booking") => booking,
        (Language::Es, "order") => "pedidos",
        (Language::En, "order") => "orders",
        (Language::Es, "products") => "productos",
        (Language::En, "products") => "products",
        (Language::Es, "info") => "información del negocio",
        (Language::En, "info") => "information on the business",
        (Language::Es, "crm") => "dejar sus datos",
        (Language::En, "crm") => "leaving their details",
        (Language::Es, "support") => "atención del equipo",
        (Language::En, "support") => "the team's support",
        (Language::Es | Language::En, _) => return None,
    };
    Some(words.to_owned())
}

/// "la hora" as the name of a line: "hora".
fn without_article(name: &str) -> String {
    static ARTICLES: Tagged = Tagged::new("summary_articles");
    match name.split_once(' ') {
        Some((first, rest)) if ARTICLES.contains(&fold(first).as_str()) => rest.to_owned(),
        Some(_) | None => name.to_owned(),
    }
}

fn yes_or_no(yes: bool, language: Language) -> &'static str {
    match (language, yes) {
        (Language::Es, true) => "sí",
        (Language::En, true) => "yes",
        (Language::Es | Language::En, false) => "no",
    }
}
