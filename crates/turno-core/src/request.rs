//! What a request is for: by the patterns of a router, and where none matches by what its intents learnt of their examples.

use turno_graph::{Intent, Node, Router};
use turno_language::{Text, Wanted, text::fold};

use crate::Assistant;

/// From this on an intent is followed, where it is so many times as likely as the next. Some sixty subjects share what is likely.
const SURE: f32 = 0.3;
const AHEAD: f32 = 1.5;

/// Two that are together as likely as this are asked about, where each has its part of it.
const BETWEEN: f32 = 0.5;
pub(crate) const PART_OF_BETWEEN: f32 = 0.2;

/// What somebody seems to want, by examples.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Guess<'a> {
    /// This.
    Sure(&'a Intent),
    /// One of these two.
    Between(&'a Intent, &'a Intent),
    /// What no intent of the graph serves.
    Unserved,
    /// There is no telling.
    Nothing,
}

/// What an intent, or a subject that none serves, is worth for some words.
pub(crate) type Ranked<'a> = (Option<&'a Intent>, &'a str, f32);

/// The intents, and the subjects that no intent serves, the likeliest first.
pub(crate) fn ranked<'a>(assistant: &'a Assistant, router: &'a Router, text: &Text) -> Vec<Ranked<'a>> {
    let Some(reader) = assistant.request_reader() else { return Vec::new() };
    let ranked = reader.read(text).into_iter().filter_map(|(wanted, likely)| match wanted {
        Wanted::Intent(number) => {
            router.intents.get(*number).map(|intent| (Some(intent), intent.name.as_str(), likely))
        }
        Wanted::Subject(subject) => Some((None, subject.as_str(), likely)),
    });
    ranked.collect()
}

/// What the likeliest come to.
pub(crate) fn guess<'a>(ranked: &[Ranked<'a>]) -> Guess<'a> {
    let Some((best, _, likely)) = ranked.first() else { return Guess::Nothing };
    let is_sure = *likely >= SURE && ranked.get(1).is_none_or(|(_, _, less)| *likely >= AHEAD * less);
    match (best, ranked.get(1)) {
        (Some(intent), _) if is_sure => Guess::Sure(intent),
        (None, _) if is_sure => Guess::Unserved,
        (Some(one), Some((Some(other), _, less)))
            if likely + less >= BETWEEN && *less >= PART_OF_BETWEEN && one.to != other.to =>
        {
            Guess::Between(one, other)
        }
        _ => Guess::Nothing,
    }
}

/// Why a request leads where it does.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestReason {
    /// A pattern of this intent matches.
    Pattern(String),
    /// By its examples: this intent, and how likely it is.
    Examples(String, f32),
    /// The user is asked which of these two is meant.
    Between(String, String),
    /// By the examples of the languages it is about something that no intent serves.
    Unserved(String, f32),
    /// There is no telling; the likeliest, if anything, and how likely it is.
    Nothing(Option<(String, f32)>),
}

/// What a first request is for, in the languages of the business, and why. None where its graph has no router.
pub fn reason_of_request(assistant: &Assistant, text: &str) -> Option<RequestReason> {
    let router = assistant.graph().nodes().find_map(Node::as_router)?;
    Some(assistant.mix().read(|| {
        if let Some(intent) = router.intent_for(&text.to_lowercase(), &fold(text)) {
            return RequestReason::Pattern(intent.name.clone());
        }
        let ranked = ranked(assistant, router, &Text::of(text));
        let likeliest = || ranked.first().map(|(_, name, likely)| ((*name).to_owned(), *likely));
        match (guess(&ranked), likeliest()) {
            (Guess::Sure(_), Some((name, likely))) => RequestReason::Examples(name, likely),
            (Guess::Unserved, Some((name, likely))) => RequestReason::Unserved(name, likely),
            (Guess::Between(one, other), _) => RequestReason::Between(one.name.clone(), other.name.clone()),
            (_, likeliest) => RequestReason::Nothing(likeliest),
        }
    }))
}
