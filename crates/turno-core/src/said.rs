//! What of a model's words may be said: nothing that is not so.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_graph::AgentNode;
use turno_language::{Claim, Language, claim_of, read_number, text::fold};

use crate::{Assistant, Channel, Conversation, EarlierKind, step::may_name_a_moment, talk::TalkMessage};

/// How many words before "pesos" may be a number.
const NUMBER_WORDS_MAX: usize = 8;

impl Assistant {
    /// What may be spoken of a model's answer while it still comes, as long as nobody knows what it will call: whole sentences
    /// from the beginning, up to the first that names a value, asks something or claims something. On a node whose tools change
    /// nothing, all whole sentences that are so. Empty off the phone.
    ///
    /// With more of the same answer, what it gives only grows; and it is the beginning of what [`crate::step()`] says in the end.
    pub fn may_be_streamed<'a>(&self, conversation: &Conversation, text: &'a str) -> &'a str {
        let generating = conversation.phase.generating();
        let agent = generating.and_then(|(node, _)| self.graph.node(node)?.as_agent());
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::WordsAreSpokenUnseen) {
            return if conversation.key.channel == Channel::Voice {
                text
            } else {
                ""
            };
        }
        agent.map_or("", |agent| self.streamable(conversation, agent, text))
    }

    /// The same, of an answer at that node.
    pub(crate) fn streamable<'a>(
        &self,
        conversation: &Conversation,
        agent: &AgentNode,
        text: &'a str,
    ) -> &'a str {
        if conversation.key.channel != Channel::Voice {
            return "";
        }
        let truth = Truth::of(self, conversation, agent);
        let mut end = 0;
        for (sentence, is_whole) in sentences(text) {
            let holds_back =
                !agent.confirm.is_empty() && (sentence.contains(['?', '¿']) || may_name_a_moment(sentence));
            if !is_whole || holds_back || !truth.allows(sentence) {
                break;
            }
            end += sentence.len();
        }
        text.get(..end).unwrap_or_default()
    }

    /// A model's words without the sentences that are not so. None where that leaves nothing of them.
    pub(crate) fn without_untruths(
        &self,
        conversation: &Conversation,
        agent: &AgentNode,
        text: &str,
    ) -> Option<String> {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::UntruthsAreSaid) {
            return Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        }
        let truth = Truth::of(self, conversation, agent);
        let kept: String = sentences(text)
            .filter(|(sentence, _)| truth.allows(sentence))
            .map(|(sentence, _)| sentence)
            .collect();
        let kept = kept.trim();
        (!kept.is_empty()).then(|| kept.to_owned())
    }
}

/// What a model's words are measured by.
struct Truth {
    has_acted: bool,
    has_results: bool,
    /// Everything that a price or a code may come from; none: nobody asks.
    grounds: Option<Grounds>,
}

impl Truth {
    fn of(assistant: &Assistant, conversation: &Conversation, agent: &AgentNode) -> Self {
        let talk = &conversation.talk;
        let has_results = talk
            .calls()
            .any(|call| call.result.as_ref().is_some_and(|result| !result.is_error));
        Self {
            has_acted: talk.has_acted(),
            has_results,
            grounds: agent
                .grounded
                .then(|| Grounds::of(assistant, conversation, agent)),
        }
    }

    fn allows(&self, sentence: &str) -> bool {
        let is_so = match claim_of(sentence) {
            Some(Claim::Deed) => self.has_acted,
            Some(Claim::State) => self.has_results,
            None => true,
        };
        is_so && self.grounds.as_ref().is_none_or(|grounds| grounds.hold(sentence))
    }
}

/// Numbers (in hundredths) and codes that somebody gave.
struct Grounds {
    numbers: BTreeSet<i64>,
    words: String,
}

impl Grounds {
    fn of(assistant: &Assistant, conversation: &Conversation, agent: &AgentNode) -> Self {
        let mut grounds = Self {
            numbers: BTreeSet::new(),
            words: String::new(),
        };
        for message in &conversation.talk.messages {
            match message {
                // A code that the user named may be said again; a price may not.
                TalkMessage::User(text) => grounds.add_words(text),
                TalkMessage::Assistant { calls, .. } => {
                    // What says that a call was wrong names values that are but examples: "give a code as RES-4821".
                    let results = calls.iter().filter_map(|call| call.result.as_ref());
                    for result in results.filter(|result| !result.is_error) {
                        grounds.add(&result.content);
                    }
                }
            }
        }
        for line in &conversation.talk.earlier {
            match line.kind {
                EarlierKind::Said => grounds.add_words(&line.wanted),
                EarlierKind::Read | EarlierKind::Did => grounds.add(&line.result),
                EarlierKind::Failed => {}
            }
        }
        // What a model filled in and nobody agreed to is a model's word.
        let is_models = |value: &Value| {
            let mut unmade = conversation.talk.calls().filter(|call| call.made.is_none());
            unmade.any(|call| {
                call.parameters
                    .iter()
                    .flat_map(Map::values)
                    .any(|given| given == value)
            })
        };
        let slots = conversation.slots.values().filter(|value| !is_models(value));
        for value in slots.filter_map(Value::as_str) {
            grounds.add_words(value);
        }
        grounds.add(&assistant.settings.facts.to_string());
        for (voice, chat) in agent.prompt.by_language.values() {
            for id in [voice, chat] {
                if let Some(source) = assistant.graph.templates().get(id) {
                    grounds.add(source);
                }
            }
        }
        grounds
    }

    fn add(&mut self, text: &str) {
        self.numbers
            .extend(numbers_in(text).map(|(hundredths, _)| hundredths));
        self.add_words(text);
    }

    fn add_words(&mut self, text: &str) {
        self.words.push(' ');
        self.words.push_str(&bare(text));
    }

    /// Amounts in results are often cents.
    fn hold(&self, sentence: &str) -> bool {
        let is_known = |hundredths: &i64| {
            self.numbers.contains(hundredths) || self.numbers.contains(&hundredths.saturating_mul(100))
        };
        prices_in(sentence).iter().all(is_known)
            && codes_in(sentence).all(|code| self.words.contains(&bare(code)))
    }
}

fn bare(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace());
    kept.flat_map(char::to_lowercase).collect()
}

/// The sentences of a text with what stands behind each, and whether each is over: something follows it.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut marks = rest.char_indices().peekable();
        let mut end = None;
        while let Some((at, mark)) = marks.next() {
            let follows = marks.peek().map(|(_, next)| *next);
            let is_end = mark == '\n'
                || matches!(mark, '.' | '!' | '?' | '…') && follows.is_some_and(char::is_whitespace);
            // "8 p. m.", "Dr. Pérez".
            if is_end && !(mark == '.' && is_abbreviation(&rest[..at])) {
                let behind = rest[at + mark.len_utf8()..]
                    .find(|c: char| !c.is_whitespace())
                    .map(|more| at + mark.len_utf8() + more);
                end = behind;
                break;
            }
        }
        let (sentence, is_whole) = match end {
            Some(end) => (&rest[..end], true),
            None => (rest, false),
        };
        rest = &rest[sentence.len()..];
        Some((sentence, is_whole))
    })
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
    let known = [
        "dr", "dra", "sr", "sra", "srta", "lic", "ing", "av", "col", "no", "núm", "mr", "mrs", "ms", "st",
    ];
    letters.chars().count() == 1 && letters.chars().all(char::is_alphabetic)
        || known.contains(&letters.to_lowercase().as_str())
}

/// The numbers that are written in digits, in hundredths, with the place behind each.
pub(crate) fn numbers_in(text: &str) -> impl Iterator<Item = (i64, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| c.is_ascii_digit())?;
        let length = text[start..]
            .find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'))
            .unwrap_or(text.len() - start);
        at = start + length;
        let written = text[start..at].trim_end_matches([',', '.']);
        let plain: String = written.chars().filter(|c| *c != ',').collect();
        Some((hundredths(&plain), start + written.len()))
    })
}

/// What is no number gives one that nobody has.
fn hundredths(plain: &str) -> i64 {
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    let cents: String = fraction.chars().chain("00".chars()).take(2).collect();
    match (whole.parse::<i64>(), cents.parse::<i64>()) {
        (Ok(whole), Ok(cents)) => whole.saturating_mul(100).saturating_add(cents),
        (Ok(_) | Err(_), Ok(_) | Err(_)) => i64::MIN,
    }
}

/// The prices of a sentence, in hundredths: "$120", "120 pesos", "ciento veinte pesos", "89.50 MXN".
fn prices_in(sentence: &str) -> Vec<i64> {
    const MONEY: [&str; 9] = [
        "peso", "pesos", "mxn", "usd", "dolar", "dolares", "dollar", "dollars", "varos",
    ];
    let mut prices = Vec::new();
    let mut from = 0;
    for (hundredths, end) in numbers_in(sentence) {
        let start = sentence[from..end]
            .rfind(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'))
            .map_or(from, |at| {
                from + at + sentence[from + at..].chars().next().map_or(1, char::len_utf8)
            });
        let before = sentence[..start].trim_end();
        let behind = fold(&sentence[end..]);
        let next = behind
            .split(|c: char| !c.is_alphanumeric())
            .find(|word| !word.is_empty());
        if before.ends_with('$') || next.is_some_and(|word| MONEY.contains(&word)) {
            prices.push(hundredths);
        }
        from = end;
    }
    let folded = fold(sentence);
    let words: Vec<&str> = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| MONEY.contains(word)) {
        let starts = at.saturating_sub(NUMBER_WORDS_MAX)..at;
        let said = starts.map(|start| words[start..at].join(" ")).find_map(|said| {
            [Language::Es, Language::En]
                .into_iter()
                .filter(|_| !said.contains(|c: char| c.is_ascii_digit()))
                .find_map(|language| read_number(&said, language))
        });
        if let Some(number) = said {
            prices.push(hundredths(&format!("{number:.2}")));
        }
    }
    prices
}

/// What looks like a code: capitals and digits together, "RES-1234", "AB12CD".
pub(crate) fn codes_in(sentence: &str) -> impl Iterator<Item = &str> {
    sentence
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '«' | '»' | '"' | '*')
        })
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| {
            let capitals = word.chars().filter(char::is_ascii_uppercase).count();
            let digits = word.chars().filter(char::is_ascii_digit).count();
            let others = word.chars().count() - capitals - digits;
            capitals >= 2 && digits >= 2 && others <= 1
        })
}

/// A model's words as they are spoken: without what only paper has.
pub fn as_speech(words: &str) -> String {
    let lines = words.lines().map(|line| {
        let line = line.trim();
        let line = line.trim_start_matches(['#', '-', '*', '•', '>']).trim_start();
        line.chars()
            .filter(|c| !matches!(c, '*' | '`' | '_' | '#' | '|'))
            .collect::<String>()
    });
    let mut speech = String::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        if !speech.is_empty() {
            speech.push_str(if speech.ends_with(['.', '!', '?', ':', ';', ',', '…']) {
                " "
            } else {
                ". "
            });
        }
        speech.push_str(line.trim());
    }
    speech
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_something_follows() {
        let text = "Claro que sí. El Dr. Pérez está a las 8 p. m. hoy. ¿Le sirve?";
        let found: Vec<_> = sentences(text).collect();
        assert_eq!(
            found,
            [
                ("Claro que sí. ", true),
                ("El Dr. Pérez está a las 8 p. m. hoy. ", true),
                ("¿Le sirve?", false)
            ]
        );
        assert_eq!(
            sentences(text).map(|(sentence, _)| sentence).collect::<String>(),
            text
        );
    }

    #[test]
    fn prices_are_found_in_digits_and_in_words() {
        for (said, expected) in [
            ("Cuesta $1,120.50 en total.", vec![112_050]),
            ("Son 89 pesos.", vec![8_900]),
            ("Son ochenta y nueve pesos.", vec![8_900]),
            ("It's 12.5 dollars, for 4 people.", vec![1_250]),
            ("Mesa para 4 a las 8.", vec![]),
        ] {
            assert_eq!(prices_in(said), expected, "{said}");
        }
    }

    #[test]
    fn codes_are_capitals_with_digits() {
        let found: Vec<_> =
            codes_in("Su código es RES-1234, (AB12CD) a las 20:00; CDMX, 2026-01-20.").collect();
        assert_eq!(found, ["RES-1234", "AB12CD"]);
    }

    #[test]
    fn speech_has_no_marks_of_paper() {
        assert_eq!(
            as_speech("**Menú**\n- Tacos: `$45`\n- Agua\n\n¿Algo más?"),
            "Menú. Tacos: $45. Agua. ¿Algo más?"
        );
    }
}
