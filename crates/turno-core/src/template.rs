//! The templates of a graph: minijinja, once for what is read and once for what is spoken.

use std::sync::Arc;

use minijinja::{Environment, Error, OutputSpanKind, State, Value as TemplateValue};
use serde_json::Value;
use turno_graph::{Graph, TemplateId, Variant};
use turno_language::{Language, format};

use crate::{AssistantSettings, lines};

/// The filters that a template may use beside minijinja's own:
/// `day` ("martes 20 de enero"), `hour` ("8 de la noche"), `at_hour` ("a las 8 de la noche"), `people` ("4 personas"),
/// `money` (from cents), `either` ("A, B o C"), `both` ("A, B y C"; a call hears four and how many more there are),
/// `phone`, `extension`, `code`, `minutes` ("35 minutos"), `percent`, `distance` (from metres), `email`, `web_address`,
/// `named("services")` (the name of an id), `dishes` ("2 flanes napolitanos y 1 agua de jamaica", from an order's items).
pub const FILTERS: &[&str] = &[
    "day",
    "hour",
    "at_hour",
    "people",
    "money",
    "either",
    "both",
    "phone",
    "extension",
    "code",
    "minutes",
    "percent",
    "distance",
    "email",
    "web_address",
    "named",
    "dishes",
];

/// Names that a template may use beside slots: the business's facts, who calls, today's date (`"2026-01-19"`), the
/// latest result, all results by tool, the channel, the branch that was called, what else was asked for and comes later, and what
/// the user said last.
pub const GLOBALS: &[&str] = &[
    "business",
    "caller",
    "today",
    "result",
    "results",
    "channel",
    "later",
    "called_branch",
    "language",
    "utterance",
];

/// The filters whose output must have been heard before a yes counts.
const MUST_HEAR: &[&str] = &["day", "hour", "at_hour", "people", "money", "dishes", "phone"];

/// A template that does not compile.
#[derive(Debug, thiserror::Error)]
#[error("the template {id} does not compile: {cause}")]
pub struct TemplateError {
    /// Which.
    pub id: String,
    /// Why.
    pub cause: String,
}

/// A graph's templates, ready to render.
#[derive(Debug)]
pub(crate) struct Templates {
    voice: Environment<'static>,
    chat: Environment<'static>,
}

/// A rendered text.
pub(crate) struct Rendered {
    pub(crate) text: String,
    /// The end of the last date, hour, size, total or phone in it, in bytes; 0 where it names none.
    pub(crate) must_hear_bytes: usize,
    /// The end of the last value of any kind.
    pub(crate) values_bytes: usize,
}

impl Templates {
    pub(crate) fn new(settings: &AssistantSettings, graph: &Graph) -> Result<Self, TemplateError> {
        let mut voice = environment(settings, format::Form::Spoken);
        let mut chat = environment(settings, format::Form::Written);
        for (id, source) in graph.templates() {
            for environment in [&mut voice, &mut chat] {
                environment
                    .add_template_owned(id.0.clone(), source.clone())
                    .map_err(|error| TemplateError { id: id.0.clone(), cause: error.to_string() })?;
            }
        }
        Ok(Self { voice, chat })
    }

    /// Renders a text. A template that fails at a value (an operator's mistake that no check can see) gives the
    /// error.
    pub(crate) fn render(
        &self,
        id: &TemplateId,
        variant: Variant,
        context: &TemplateValue,
    ) -> Result<Rendered, Error> {
        let environment = match variant {
            Variant::Voice => &self.voice,
            Variant::Chat => &self.chat,
        };
        let template = environment.get_template(&id.0)?;
        let (text, spans) = template.render_with_spans(context.clone())?;
        let values = spans.iter().filter(|span| span.kind() == OutputSpanKind::Expression);
        let ends = values.map(|span| (span.source_range(), span.output_range().end));
        let must_hear =
            { ends.clone() }.filter(|(source, _)| names_what_will_happen(&template.source()[source.clone()]));
        Ok(Rendered {
            must_hear_bytes: must_hear.map(|(_, end)| end).max().unwrap_or(0),
            values_bytes: ends.map(|(_, end)| end).max().unwrap_or(0),
            text,
        })
    }

    /// Evaluates an expression; what is undefined or cannot be computed is null.
    pub(crate) fn evaluate(&self, id: &TemplateId, context: &TemplateValue) -> Value {
        self.chat
            .get_template(&id.0)
            .and_then(|template| template.render(context.clone()))
            .ok()
            .and_then(|json| serde_json::from_str(&json).ok())
            .unwrap_or(Value::Null)
    }
}

fn names_what_will_happen(expression: &str) -> bool {
    expression.split('|').skip(1).any(|filter| {
        let name = filter.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        MUST_HEAR.contains(&name)
    })
}

fn environment(settings: &AssistantSettings, form: format::Form) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(minijinja::UndefinedBehavior::Chainable);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment.set_recursion_limit(32);
    add_time_filters(&mut environment);
    add_amount_filters(&mut environment, settings, form);
    add_address_filters(&mut environment, form);
    add_list_filters(&mut environment, form);
    add_name_filters(&mut environment, settings);
    environment
}

/// The language of what is being rendered.
fn language_of(state: &State<'_, '_>) -> Language {
    let code = state.lookup("language");
    let language = code.as_ref().and_then(TemplateValue::as_str);
    language.and_then(Language::named).unwrap_or_default()
}

fn add_time_filters(environment: &mut Environment<'static>) {
    environment.add_filter("day", |state: &State<'_, '_>, value: TemplateValue| {
        let date = value.as_str().and_then(|text| text.parse().ok());
        let today = state.lookup("today").and_then(|today| today.as_str().and_then(|text| text.parse().ok()));
        date.map_or_else(
            || plain(&value),
            |date| format::day(language_of(state), date, today.unwrap_or(date)),
        )
    });
    environment.add_filter("hour", |state: &State<'_, '_>, value: TemplateValue| {
        clock_time(&value).map_or_else(|| plain(&value), |time| format::hour(language_of(state), time))
    });
    environment.add_filter("at_hour", |state: &State<'_, '_>, value: TemplateValue| {
        clock_time(&value).map_or_else(|| plain(&value), |time| format::at_hour(language_of(state), time))
    });
    environment.add_filter("minutes", |state: &State<'_, '_>, value: TemplateValue| {
        value.as_i64().map_or_else(|| plain(&value), |count| format::minutes(language_of(state), count))
    });
}

fn add_amount_filters(
    environment: &mut Environment<'static>,
    settings: &AssistantSettings,
    form: format::Form,
) {
    let currency = settings.currency.clone();
    environment.add_filter("people", |state: &State<'_, '_>, value: TemplateValue| {
        value.as_i64().map_or_else(|| plain(&value), |count| format::people(language_of(state), count))
    });
    environment.add_filter("money", move |state: &State<'_, '_>, value: TemplateValue| {
        value
            .as_i64()
            .map_or_else(|| plain(&value), |cents| format::money(language_of(state), form, cents, &currency))
    });
    environment.add_filter("percent", move |state: &State<'_, '_>, value: TemplateValue| {
        value
            .as_i64()
            .map_or_else(|| plain(&value), |percentage| format::percent(language_of(state), form, percentage))
    });
    environment.add_filter("distance", move |state: &State<'_, '_>, value: TemplateValue| {
        let metres = value.as_i64().and_then(|metres| u64::try_from(metres).ok());
        metres.map_or_else(|| plain(&value), |metres| format::distance(language_of(state), form, metres))
    });
}

/// What is dialled, spelled or typed.
fn add_address_filters(environment: &mut Environment<'static>, form: format::Form) {
    type Writer = fn(Language, format::Form, &str) -> String;
    let writers: [(&str, Writer); 5] = [
        ("phone", format::phone),
        ("extension", format::extension),
        ("code", format::code),
        ("email", format::email),
        ("web_address", format::web_address),
    ];
    for (name, write) in writers {
        environment.add_filter(name, move |state: &State<'_, '_>, value: TemplateValue| {
            value.as_str().map_or_else(|| plain(&value), |text| write(language_of(state), form, text))
        });
    }
}

fn add_list_filters(environment: &mut Environment<'static>, form: format::Form) {
    // Nobody keeps a longer list in mind who cannot read it.
    let write = match form {
        format::Form::Spoken => format::brief_list,
        format::Form::Written => format::list,
    };
    for (name, or) in [("either", true), ("both", false)] {
        environment.add_filter(name, move |state: &State<'_, '_>, values: TemplateValue| {
            write(language_of(state), &strings(&values), or)
        });
    }
}

fn add_name_filters(environment: &mut Environment<'static>, settings: &AssistantSettings) {
    let names = Arc::new(settings.clone());
    let dishes = Arc::clone(&names);
    environment.add_filter("named", move |state: &State<'_, '_>, id: TemplateValue, vocabulary: String| {
        id.as_str()
            .and_then(|id| names.term_name(language_of(state), &vocabulary, id))
            .map_or_else(|| plain(&id), str::to_owned)
    });
    environment.add_filter("dishes", move |state: &State<'_, '_>, items: TemplateValue| {
        let language = language_of(state);
        let items: Vec<Value> =
            serde_json::to_value(&items).ok().and_then(|value| value.as_array().cloned()).unwrap_or_default();
        lines::dishes(language, &dishes, "menu", &items)
    });
}

fn clock_time(value: &TemplateValue) -> Option<jiff::civil::Time> {
    value.as_str().and_then(|text| text.parse().ok())
}

fn plain(value: &TemplateValue) -> String {
    if value.is_undefined() || value.is_none() { String::new() } else { value.to_string() }
}

fn strings(values: &TemplateValue) -> Vec<String> {
    values.try_iter().map(|items| items.map(|item| plain(&item)).collect()).unwrap_or_default()
}
