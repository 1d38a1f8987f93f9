//! What is wanted in words that no pattern knows: learnt from examples.

use turno_graph::{Intent, Interrupts};
use turno_language::Text;

use crate::{
    conversation::Between,
    phrases,
    request::{Guess, PART_OF_BETWEEN, Ranked, guess, ranked},
    step::{Next, Step, collect::pick},
};

/// While something else is under way, its values may look like another request, and a word or two are an answer.
const SURE_ENOUGH_TO_LEAVE: f32 = 0.6;
const SURE_ENOUGH_FOR_AN_ASIDE: f32 = 0.4;
const WORDS_OF_A_REQUEST: usize = 3;

impl<'a> Step<'a> {
    /// What somebody seems to want who is in the middle of nothing.
    pub(in crate::step) fn guess(&self, text: &str) -> Guess<'a> {
        guess(&self.ranked(text))
    }

    /// What others wanted who said so, beyond doubt: "qué tal, quiero mesa el domingo" is more than a greeting.
    pub(in crate::step) fn surely_wanted(&self, text: &str) -> Option<&'a Intent> {
        match self.guess(text) {
            Guess::Sure(intent) if self.likelihood(text) >= SURE_ENOUGH_TO_LEAVE => Some(intent),
            Guess::Sure(_) | Guess::Between(..) | Guess::Unserved | Guess::Nothing => None,
        }
    }

    /// What others said who wanted something.
    pub(in crate::step) fn answer_by_example(&mut self, text: &str) -> Option<Next> {
        match self.guess(text) {
            Guess::Sure(intent) => Some(self.follow_first(intent)),
            Guess::Between(one, other) => self.ask_which(one, other, text),
            Guess::Unserved | Guess::Nothing => None,
        }
    }

    /// Asks which of two is meant, where both have a name for people.
    fn ask_which(&mut self, one: &Intent, other: &Intent, text: &str) -> Option<Next> {
        // "Licuadora verde": two words are a thing, and tell little of what is wanted with it.
        if text.split_whitespace().count() < WORDS_OF_A_REQUEST {
            return None;
        }
        let titles = [one.title.as_ref()?, other.title.as_ref()?].map(|title| self.render(title));
        let [one_title, other_title] = titles.map(|title| title.text);
        let words = phrases::which_of_two(self.language(), &one_title, &other_title);
        self.conversation.turns.say(words.clone(), words);
        let intents = [one.name.clone(), other.name.clone()];
        self.conversation.tasks.between = Some(Between { intents, text: text.to_owned() });
        self.conversation.turns.take_unread();
        Some(Next::Asked)
    }

    /// "La primera", "cambiarla": which of two it was, whose words are then read.
    pub(in crate::step) fn answer_which(&mut self) -> Option<Next> {
        let between = self.conversation.tasks.between.take()?;
        let text = self.conversation.turns.utterance();
        let router = self.router()?;
        let of_name = |name: &String| router.intents.iter().find(|intent| &intent.name == name);
        let [one, other] = [of_name(&between.intents[0])?, of_name(&between.intents[1])?];
        let meant = match pick::ordinal(&self.apart(&text), 2) {
            Some(0) => one,
            Some(_) => other,
            None => self.which_is_said(&text, one, other)?,
        };
        self.conversation.turns.put_words(format!("{}. {text}", between.text));
        Some(self.follow(meant))
    }

    fn which_is_said(&self, text: &str, one: &'a Intent, other: &'a Intent) -> Option<&'a Intent> {
        let is_one_of_them = |intent: &&Intent| intent.name == one.name || intent.name == other.name;
        if let Some(intent) = self.find_intent(text) {
            return Some(intent).filter(is_one_of_them);
        }
        let (best, ..) = self.ranked(text).into_iter().find(|(.., likely)| *likely >= PART_OF_BETWEEN)?;
        best.filter(is_one_of_them)
    }

    /// A side question, or what is wanted instead, while a task is under way.
    pub(in crate::step) fn guess_interruption(&self, text: &str) -> Guess<'a> {
        if text.split_whitespace().count() < WORDS_OF_A_REQUEST {
            return Guess::Nothing;
        }
        match self.guess(text) {
            Guess::Sure(intent) => {
                let is_same = self.conversation.tasks.current.as_deref() == Some(intent.to.as_str());
                let may = match intent.interrupts {
                    Interrupts::Never => false,
                    Interrupts::Aside => self.likelihood(text) >= SURE_ENOUGH_FOR_AN_ASIDE,
                    Interrupts::Switch => !is_same && self.likelihood(text) >= SURE_ENOUGH_TO_LEAVE,
                };
                if may { Guess::Sure(intent) } else { Guess::Nothing }
            }
            Guess::Unserved => Guess::Unserved,
            Guess::Between(..) | Guess::Nothing => Guess::Nothing,
        }
    }

    fn likelihood(&self, text: &str) -> f32 {
        self.ranked(text).first().map_or(0.0, |(_, _, likely)| *likely)
    }

    /// The intents that count now, and the subjects that none serves; the likeliest first.
    fn ranked(&self, text: &str) -> Vec<Ranked<'a>> {
        let Some(router) = self.router() else { return Vec::new() };
        let counts = |intent: &Intent| self.intents().any(|other| other.name == intent.name);
        let mut ranked = ranked(self.assistant, router, &Text::of(text));
        ranked.retain(|(intent, ..)| intent.is_none_or(counts));
        ranked
    }
}
