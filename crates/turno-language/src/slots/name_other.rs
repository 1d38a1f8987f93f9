//! Another name than the one that is known: "no es Ana, es Hanna", "sí, Ana María López".

use crate::pack::Tagged;
use serde_json::Value;

use super::found::Found;
use super::name::NameReader;
use super::name_words::PARTICLES;
use crate::ProblemKind;
use crate::text::fold;
use crate::verdict::is_word_of_answers;

/// What may stand before another name, in an answer to a question for something else.
static ANSWERS: Tagged = Tagged::new("name_other_answers");

/// What takes back the name that was told.
static TAKING_BACK: Tagged = Tagged::new("name_other_taking_back");

impl NameReader<'_> {
    /// "No es Ana, es Hanna", "it's not Ana, it's Hanna", "Hanna, no Ana": the other one counts.
    pub(super) fn denied_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let denials = [
            "no es",
            "no soy",
            "no se llama",
            "no me llamo",
            "no a nombre de",
            "it ' s not",
            "it ’ s not",
            "its not",
            "it is not",
            "not",
            "no",
        ];
        let others = [
            "es",
            "sino",
            "soy",
            "sino a nombre de",
            "a nombre de",
            "es a nombre de",
            "se llama",
            "me llamo",
            "it ' s",
            "it ’ s",
            "its",
            "it is",
            "but",
        ];
        let is_known = |found: &Found| self.is_of_known(&found.outcome);
        if let Some(start) = tokens.phrases(at, &denials) {
            let denied = self.name_at(start)?;
            let next = tokens.skip_comma(denied.taken.end);
            let told = tokens.phrases(next, &others);
            let is_plain = next > denied.taken.end && is_known(&denied);
            let other = self.name_at(told.or(is_plain.then_some(next))?)?;
            let is_sure = is_known(&denied) || tokens.original(start).starts_with(char::is_uppercase);
            return (is_sure && tokens.ends_at(other.taken.end)).then_some(Found {
                taken: at..other.taken.end,
                ..other
            });
        }
        let start = tokens.skip(at, &["es", "soy", "it ' s", "it ’ s", "it is"]);
        let is_begin = at == 0 || tokens.is_mark(at - 1) && !tokens.is_glued(at);
        if !is_begin || self.known.is_none() {
            return None;
        }
        let told = self.name_at(start)?;
        let next = tokens.skip_comma(told.taken.end);
        let denied = self.name_at(tokens.phrases(next, &["no", "not", "y no", "and not"])?)?;
        (is_known(&denied) && !is_known(&told) && tokens.ends_at(denied.taken.end)).then_some(Found {
            taken: at..denied.taken.end,
            ..told
        })
    }

    /// Whether a name is the known one, or a part of it.
    pub(super) fn is_of_known(&self, outcome: &Result<Value, ProblemKind>) -> bool {
        let (Some(known), Ok(Value::String(name))) = (self.known, outcome) else {
            return false;
        };
        let known = fold(known);
        fold(name)
            .split_whitespace()
            .all(|word| known.split_whitespace().any(|known| known == word))
    }

    /// "Sí, Ana María López", "no, perdón, Juana": where a name is known, another one, and nothing else, after a yes, a no
    /// or a word that takes back. Capitals show that it is one, or a word of the known name: "no, perdón, juan pérez luna".
    pub(super) fn after_yes(&self) -> Option<Found> {
        let tokens = self.tokens;
        self.known?;
        let mut start = 0;
        let mut is_taken_back = false;
        loop {
            if let Some(end) = tokens.phrases(start, &TAKING_BACK) {
                is_taken_back = true;
                start = end;
            } else if let Some(end) = tokens.phrases(start, &ANSWERS) {
                start = end;
            } else {
                break;
            }
        }
        let found = self.name_at(start)?;
        let is_name = |at: usize| {
            let original = tokens.original(at);
            let is_capital =
                original.starts_with(char::is_uppercase) && original.chars().any(char::is_lowercase);
            let is_particle = at > found.said.start && PARTICLES.contains(&tokens.word(at));
            is_particle || is_capital && !is_word_of_answers(tokens.word(at))
        };
        let is_whole =
            tokens.ends_at(found.taken.end) && (found.taken.end..tokens.len()).all(|at| tokens.is_mark(at));
        let is_told = is_taken_back || matches!(tokens.before(start), "es" | "soy");
        let is_full = start > 0 && (found.said.len() > 1 || is_told);
        let is_shown = found.said.clone().all(is_name)
            || is_taken_back && found.said.len() > 1 && self.shares_a_word(&found.outcome);
        let is_other = match is_taken_back {
            true => !self.is_known(&found.outcome),
            false => !self.is_of_known(&found.outcome),
        };
        (is_full && is_whole && is_shown && is_other).then_some(found)
    }

    /// Whether a name is the known one, to the last word.
    fn is_known(&self, outcome: &Result<Value, ProblemKind>) -> bool {
        let (Some(known), Ok(Value::String(name))) = (self.known, outcome) else {
            return false;
        };
        fold(name) == fold(known)
    }

    /// Whether a name and the known one have a word in common.
    fn shares_a_word(&self, outcome: &Result<Value, ProblemKind>) -> bool {
        let (Some(known), Ok(Value::String(name))) = (self.known, outcome) else {
            return false;
        };
        let known = fold(known);
        fold(name)
            .split_whitespace()
            .any(|word| known.split_whitespace().any(|known| known == word))
    }
}
