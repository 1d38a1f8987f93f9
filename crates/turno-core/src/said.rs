//! What of a model's words may be said: nothing that is not so.

use turno_graph::AgentNode;
use turno_language::{Tagged, Text};
use turno_truth::{Judge, Judged, sentences};

use crate::{Assistant, Channel, Conversation, moment::may_name_a_moment};

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
    By(&'a AgentNode, Box<Judge<'a>>),
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
        let (agent, judge) = match &self.measure {
            None => return "",
            #[cfg(feature = "planted-faults")]
            Some(Measure::Unseen) => return text,
            Some(Measure::By(agent, judge)) => (agent, judge),
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
            if holds_back || chars > self.chars_left || !judge.allows(&sentence) {
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
            let judge = self.judge(conversation, agent);
            Measure::By(agent, Box::new(judge))
        });
        Streamed {
            measure,
            is_aside: conversation.tasks.aside.is_some(),
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
        let judge = Box::new(self.judge(conversation, agent));
        let measure = Some(Measure::By(agent, judge));
        let (is_aside, chars_left) = (conversation.tasks.aside.is_some(), VOICE_CHARS_MAX);
        Streamed { measure, is_aside, end: 0, chars_left }.may_be(text)
    }

    /// A model's words without the sentences that are not so, and why which were left out.
    pub(crate) fn judged(&self, conversation: &Conversation, agent: &AgentNode, text: &str) -> Judged {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::UntruthsAreSaid) {
            return Judged {
                kept: Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
                cut: Vec::new(),
            };
        }
        // What may have been heard already stays.
        let may_be_heard = conversation.key.channel == Channel::Voice;
        self.judge(conversation, agent).judge(text, may_be_heard)
    }

    /// What was done, and these words tell of otherwise than it was: its result. None where nothing of the kind was done.
    pub(crate) fn told_otherwise(
        &self,
        conversation: &Conversation,
        agent: &AgentNode,
        text: &str,
    ) -> Option<String> {
        let judge = self.judge(conversation, agent);
        let deed = judge.told_otherwise(text)?;
        Some(deed.result.text().to_owned())
    }
}

/// A day, an hour, a number. "Tenemos una terraza" names none.
fn names_a_value(sentence: &Text) -> bool {
    static ARTICLE_OR_ONE: Tagged = Tagged::new("said_article_or_one");
    static BEFORE_ONE: Tagged = Tagged::new("said_before_one");
    let words: Vec<&str> = sentence.words().collect();
    let is_article = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        ARTICLE_OR_ONE.contains(&words[at]) && !before.is_some_and(|before| BEFORE_ONE.contains(before))
    };
    let others: Vec<&str> = (0..words.len()).filter(|at| !is_article(*at)).map(|at| words[at]).collect();
    may_name_a_moment(&others.join(" "))
}

/// Whether a model's words may come first: not behind what the reply says already, of which nobody has heard anything yet, and
/// not before it is told that what the user had said yes to came to nothing.
fn is_said_first(conversation: &Conversation) -> bool {
    let turn = conversation.turns.current.as_ref();
    turn.is_none_or(|turn| turn.refusal.is_none() && turn.text.is_empty())
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
        end = text[..limit].rfind(char::is_whitespace).filter(|end| *end > 0).unwrap_or(limit);
    }
    text[..end].trim_end()
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
    fn an_answer_without_end_is_cut_at_a_sentence() {
        let long = "Es una frase como todas. ".repeat(400);
        for (channel, most) in [(Channel::Voice, 1_000), (Channel::Whatsapp, 4_096)] {
            let kept = no_longer_than_is_heard(channel, &long);
            assert!((most - 30..=most).contains(&kept.chars().count()), "{}", kept.len());
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
