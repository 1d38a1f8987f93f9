//! What of a model's words may be said: nothing that is not so.

use turno_graph::AgentNode;
use turno_language::{Text, claim_of};

use crate::{Assistant, Channel, Conversation, follows, step::may_name_a_moment, truth::Truth};

/// The longest answer, in characters: nobody listens to more at a time, and WhatsApp takes no longer message.
const VOICE_CHARS_MAX: usize = 1_000;
const CHAT_CHARS_MAX: usize = 4_096;

/// What may be spoken of one answer of a model's while it still comes. What its words are measured by is looked up once for all
/// of them: it grows with the talk.
pub struct Streamed<'a> {
    /// None: nothing is spoken before the answer is whole.
    measure: Option<Measure<'a>>,
    /// It answers a question beside the open one.
    is_aside: bool,
    /// So much of the answer may be spoken.
    end: usize,
    /// So many characters more may be.
    chars_left: usize,
}

enum Measure<'a> {
    By(&'a AgentNode, Box<Truth<'a>>),
    #[cfg(feature = "planted-faults")]
    Unseen,
}

impl Streamed<'_> {
    /// What may be spoken of the answer, of which so much has come: whole sentences from the beginning, up to the first that names
    /// a value, asks something or claims something. On a node whose tools change nothing, all whole sentences that are so. Empty
    /// off the phone.
    ///
    /// With more of the same answer, what it gives only grows; and it is the beginning of what [`crate::step()`] says in the end.
    pub fn may_be<'t>(&mut self, text: &'t str) -> &'t str {
        let (agent, truth) = match &self.measure {
            None => return "",
            #[cfg(feature = "planted-faults")]
            Some(Measure::Unseen) => return text,
            Some(Measure::By(agent, truth)) => (agent, truth),
        };
        for (said, is_whole) in sentences(text.get(self.end..).unwrap_or_default()) {
            // What still comes is not taken apart again with each piece of it.
            if !is_whole {
                break;
            }
            let sentence = Text::plain(said);
            // Beside an open question no other is asked.
            let asks = said.contains(['?', '¿']);
            let changes_something = !agent.confirm.is_empty();
            let holds_back = asks && self.is_aside || changes_something && (asks || names_a_value(&sentence));
            let chars = said.chars().count();
            if holds_back || chars > self.chars_left || !truth.allows(&sentence) {
                break;
            }
            self.chars_left -= chars;
            self.end += said.len();
        }
        text.get(..self.end).unwrap_or_default()
    }
}

impl Assistant {
    /// What may be spoken of the answer that a conversation waits for, as long as nobody knows what it will call.
    pub fn streamed<'a>(&'a self, conversation: &'a Conversation) -> Streamed<'a> {
        let is_spoken = conversation.key.channel == Channel::Voice;
        #[cfg(feature = "planted-faults")]
        if is_spoken && crate::planted::is_planted(crate::planted::PlantedFault::WordsAreSpokenUnseen) {
            return Streamed {
                measure: Some(Measure::Unseen),
                is_aside: false,
                end: 0,
                chars_left: VOICE_CHARS_MAX,
            };
        }
        let generating = conversation.phase.generating();
        let agent = generating.and_then(|(node, _)| self.graph.node(node)?.as_agent());
        let is_first = is_said_first(conversation);
        let measure = agent.filter(|_| is_spoken && is_first).map(|agent| {
            let truth = Truth::of(self, conversation, agent);
            Measure::By(agent, Box::new(truth))
        });
        Streamed {
            measure,
            is_aside: conversation.aside.is_some(),
            end: 0,
            chars_left: VOICE_CHARS_MAX,
        }
    }

    /// The same, of a whole answer at that node.
    pub(crate) fn streamable<'a>(
        &self,
        conversation: &Conversation,
        agent: &AgentNode,
        text: &'a str,
    ) -> &'a str {
        if conversation.key.channel != Channel::Voice || !is_said_first(conversation) {
            return "";
        }
        let truth = Box::new(Truth::of(self, conversation, agent));
        let measure = Some(Measure::By(agent, truth));
        let (is_aside, chars_left) = (conversation.aside.is_some(), VOICE_CHARS_MAX);
        Streamed {
            measure,
            is_aside,
            end: 0,
            chars_left,
        }
        .may_be(text)
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
        let mut kept = String::new();
        let mut is_claim_cut = false;
        for (said, _) in sentences(text) {
            let sentence = Text::plain(said);
            if !truth.allows(&sentence) {
                is_claim_cut |= claim_of(&sentence).is_some();
            } else if !(is_claim_cut && !truth.has_new_deed() && follows::leans_on_a_deed(&sentence)) {
                kept.push_str(said);
            }
        }
        let kept = kept.trim();
        // "¡Perfecto!" alone would be its yes. What may have been heard already stays.
        let is_said = conversation.key.channel == Channel::Voice;
        let is_a_mere_yes =
            is_claim_cut && !is_said && !truth.has_new_deed() && follows::is_a_mere_yes(&Text::of(kept));
        (!kept.is_empty() && !is_a_mere_yes).then(|| kept.to_owned())
    }

    /// What was done, and these words tell of otherwise than it was: its result. None where nothing of the kind was done.
    pub(crate) fn told_otherwise<'a>(
        &'a self,
        conversation: &'a Conversation,
        agent: &'a AgentNode,
        text: &str,
    ) -> Option<&'a str> {
        let truth = Truth::of(self, conversation, agent);
        sentences(text).find_map(|(sentence, _)| truth.deed_meant(&Text::plain(sentence)))
    }
}

/// A day, an hour, a number. "Tenemos una terraza" names none.
fn names_a_value(sentence: &Text) -> bool {
    let words: Vec<&str> = sentence.words().collect();
    let is_article = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        matches!(words[at], "una" | "one") && !matches!(before, Some(&("la" | "las" | "at" | "for" | "para")))
    };
    let others: Vec<&str> = (0..words.len())
        .filter(|at| !is_article(*at))
        .map(|at| words[at])
        .collect();
    may_name_a_moment(&others.join(" "))
}

/// Whether a model's words may come first: not behind what the reply says already, of which nobody has heard anything yet, and
/// not before it is told that what the user had said yes to came to nothing.
fn is_said_first(conversation: &Conversation) -> bool {
    let turn = conversation.turn.as_ref();
    turn.is_none_or(|turn| turn.refusal.is_none() && turn.text.is_empty())
}

/// The whole sentences of an answer that was cut off at its longest. A last one without its end is none.
pub fn whole_sentences(text: &str) -> &str {
    let text = text.trim_end();
    let ends = |sentence: &str| sentence.ends_with(['.', '!', '?', '…']);
    let end = sentences(text)
        .filter(|(sentence, is_whole)| *is_whole || ends(sentence))
        .map(|(sentence, _)| sentence.len())
        .sum();
    text.get(..end).unwrap_or_default().trim_end()
}

/// A text without what it asks.
pub(crate) fn without_questions(text: &str) -> String {
    let said = sentences(text).map(|(sentence, _)| sentence);
    let kept: String = said.filter(|sentence| !sentence.contains(['?', '¿'])).collect();
    kept.trim().to_owned()
}

/// What of an answer is not too long for a channel: its first sentences. Where the first alone is too long, its first words.
pub(crate) fn no_longer_than_is_heard(channel: Channel, text: &str) -> &str {
    let chars_max = match channel {
        Channel::Voice => VOICE_CHARS_MAX,
        Channel::Whatsapp | Channel::Web | Channel::Test => CHAT_CHARS_MAX,
    };
    // The first byte that is too much.
    let Some((limit, _)) = text.char_indices().nth(chars_max) else {
        return text;
    };
    let mut end = 0;
    for (sentence, _) in sentences(text) {
        if text[..end + sentence.len()].trim_end().len() > limit {
            break;
        }
        end += sentence.len();
    }
    if end == 0 {
        end = text[..limit]
            .rfind(char::is_whitespace)
            .filter(|end| *end > 0)
            .unwrap_or(limit);
    }
    text[..end].trim_end()
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
            if !is_end {
                continue;
            }
            let behind = &rest[at + mark.len_utf8()..];
            let Some(more) = behind.find(|c: char| !c.is_whitespace()) else {
                break;
            };
            let is_on_a_line = mark != '\n' && !behind[..more].contains('\n');
            if !(is_on_a_line && goes_on(&rest[..at], mark, &behind[more..])) {
                end = Some(at + mark.len_utf8() + more);
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

/// Whether a sentence goes on behind a mark: "8 p.m. del martes", "Dr. Pérez", "1. Limpieza". Not where something is asked: a
/// statement is no part of a question.
fn goes_on(before: &str, mark: char, behind: &str) -> bool {
    let next = behind.chars().next();
    let is_small = matches!(mark, '.' | '…') && next.is_some_and(char::is_lowercase);
    let is_apart = next.is_some_and(|next| matches!(next, '¿' | '¡'));
    let is_mark_of_a_list = mark == '.'
        && (1..=2).contains(&before.trim().len())
        && before.trim().bytes().all(|byte| byte.is_ascii_digit());
    is_small || is_mark_of_a_list || mark == '.' && !is_apart && is_abbreviation(before)
}

/// What stands in front of a capital or a number: "Dra. Ruiz", "Av. Orizaba", "No. 128". "8 p. m." ends in front of a capital.
fn is_abbreviation(before: &str) -> bool {
    #[rustfmt::skip]
    const KNOWN: &[&str] = &[
        "dr", "dra", "sr", "sra", "srta", "lic", "ing", "arq", "prof", "profa", "av", "ave", "blvd", "calz", "prol", "col", "fracc", "edif", "depto",
        "esq", "no", "num", "núm", "tel", "cel", "ext", "mr", "mrs", "ms", "st", "apt",
    ];
    let mut words = before.rsplit(char::is_whitespace);
    let word = words.next().unwrap_or_default();
    let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_half_of_a_day = letters == "m" && words.next().is_some_and(|front| matches!(front, "a." | "p."));
    letters.chars().count() == 1 && letters.chars().all(char::is_alphabetic) && !is_half_of_a_day
        || KNOWN.contains(&letters.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_no_value() {
        for (said, names) in [
            ("Tenemos una terraza techada.", false),
            ("It is one of our best dishes.", false),
            ("A la una.", true),
            ("Una mesa para una persona.", true),
            ("Mañana, claro.", true),
            ("Somos cuatro.", true),
        ] {
            assert_eq!(names_a_value(&Text::of(said)), names, "{said}");
        }
    }

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
    fn a_sentence_goes_on_behind_an_abbreviation() {
        for (text, expected) in [
            (
                "La Dra. Ruiz y el Sr. Pérez le esperan en Av. Orizaba No. 128, a las 8 p.m. del martes. ¿Va?",
                &[
                    "La Dra. Ruiz y el Sr. Pérez le esperan en Av. Orizaba No. 128, a las 8 p.m. del martes. ",
                    "¿Va?",
                ][..],
            ),
            (
                "Nuestro tel. es 55 5555 0200. Tel. 55 5555 0201.",
                &["Nuestro tel. es 55 5555 0200. ", "Tel. 55 5555 0201."],
            ),
            // What is told stays apart from what is asked.
            (
                "Hay a las 8 p. m. ¿Le sirve?",
                &["Hay a las 8 p. m. ", "¿Le sirve?"],
            ),
            (
                "Hay a las 8 p.m. ¿Le sirve?",
                &["Hay a las 8 p.m. ", "¿Le sirve?"],
            ),
            (
                "Hay a las 8 p. m. Le espero.",
                &["Hay a las 8 p. m. ", "Le espero."],
            ),
            ("No. ¿Otro día?", &["No. ", "¿Otro día?"]),
            ("Pues… sí hay. Dígame.", &["Pues… sí hay. ", "Dígame."]),
            ("1. Limpieza\n2. Resina", &["1. Limpieza\n", "2. Resina"]),
            ("Hay lugar.\nla espero", &["Hay lugar.\n", "la espero"]),
        ] {
            let found: Vec<&str> = sentences(text).map(|(sentence, _)| sentence).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn an_answer_that_was_cut_ends_with_its_last_whole_sentence() {
        for (said, kept) in [
            ("Claro que sí. Entonces lo que", "Claro que sí."),
            ("Claro, entonces lo que", ""),
            ("Claro que sí. ¿Qué día?", "Claro que sí. ¿Qué día?"),
            ("El menú:\n- Mole\n- Tac", "El menú:\n- Mole"),
        ] {
            assert_eq!(whole_sentences(said), kept);
        }
    }

    #[test]
    fn an_answer_without_end_is_cut_at_a_sentence() {
        let long = "Es una frase como todas. ".repeat(400);
        for (channel, most) in [(Channel::Voice, 1_000), (Channel::Whatsapp, 4_096)] {
            let kept = no_longer_than_is_heard(channel, &long);
            assert!(
                (most - 30..=most).contains(&kept.chars().count()),
                "{}",
                kept.len()
            );
            assert!(kept.ends_with("todas.") && long.starts_with(kept));
            let one = "palabra ñ".repeat(1_000);
            let kept = no_longer_than_is_heard(channel, &one);
            assert!((most - 10..=most).contains(&kept.chars().count()) && kept.ends_with(['a', 'ñ']));
            let letters = "ñ".repeat(9_000);
            assert_eq!(no_longer_than_is_heard(channel, &letters).chars().count(), most);
        }
        let short = " Claro. ¿Qué día? ";
        assert_eq!(no_longer_than_is_heard(Channel::Voice, short), short);
    }
}
