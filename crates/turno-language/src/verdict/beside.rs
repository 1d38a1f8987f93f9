//! What stands beside a yes: all of it must be explained.
//!
//! A yes counts only where each word beside it repeats what was asked, thanks, greets, or leads to something that does.
//! Small talk that may be anything else ("yes, one thing", "sí, ahí está bien, joven") leaves in doubt whom or what the
//! yes was said to, and so does a sentence that breaks off ("yes, I want", "sí, a nombre de").

use crate::pack::Tagged;

use super::clauses::{Kind, Piece, is_filler, is_phrase, slot_word};
use super::finding::{ANSWERS, FindingKind, Findings, Kinds};
use super::firmness::is_weak;
use super::values::Valued;
use crate::phrase_table::PhraseTable;
use crate::text::Word;
use crate::words_of_answers::Class;
use crate::{Language, by_language::ByLanguage};

/// What small talk beside a yes needs to be explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing, and it explains a farewell: "gracias".
    Thanks,
    /// Nothing: "por favor", "señorita", "really".
    Free,
    /// Nothing, and what leads to it is explained: "that", "la reservación". Right before a yes it is the part that the yes
    /// is for: "eso sí".
    Tail,
    /// Something behind it: "the", "I want", "este", "o sea".
    Opening,
    /// An answer behind it, or thanks: "hola".
    Greeting,
    /// Thanks: "ok, bye" ends the talk.
    Farewell,
    /// Thanks, or more than a mere "ok" before it: "nos vemos".
    SeeYou,
    /// Approval in other words: "continúe" alone may tell whoever speaks to go on speaking.
    Listening,
    /// A yes: "oh great" may be irony.
    Sigh,
    /// It is never explained, though words of it are.
    Against,
}

/// Whether all that stands beside a yes, before a question, is explained.
pub(super) fn is_explained(
    language: Language,
    words: &[Word<'_>],
    pieces: &[Piece],
    found: &Findings,
) -> bool {
    let end = found.question_start().unwrap_or(words.len());
    let beside = Beside { words, said: said(language, words, pieces, end), found };
    !beside.said.iter().any(|said| said.role == Some(Role::Against))
        && beside.leads_somewhere()
        && beside.is_courteous()
        && !beside.is_for_a_part()
        && !beside.praises_twice()
        && !beside.names_a_slot_alone()
}

/// Whether it thanks, in front of that word.
pub(super) fn has_thanks(language: Language, words: &[Word<'_>], pieces: &[Piece], end: usize) -> bool {
    let mut said = said(language, words, pieces, end).into_iter();
    said.any(|said| said.role == Some(Role::Thanks))
}

/// A piece, or a phrase of small talk with its role.
struct Said<'a> {
    piece: &'a Piece,
    role: Option<Role>,
    /// The index of its first word.
    start: usize,
    length: usize,
}

/// What agrees, rather than approves.
const AGREES: Kinds = Kinds::of(&[FindingKind::Yes, FindingKind::Go]);

struct Beside<'a> {
    words: &'a [Word<'a>],
    said: Vec<Said<'a>>,
    found: &'a Findings,
}

impl Beside<'_> {
    fn leads_somewhere(&self) -> bool {
        let mut has_aim = self.found.has(FindingKind::Question);
        self.said.iter().rev().all(|said| match said.role {
            Some(Role::Opening | Role::Sigh) => has_aim,
            Some(Role::Tail | Role::Thanks) => {
                has_aim = true;
                true
            }
            // "Para recoger" was asked, and "sí, para" is no part of it.
            None if is_value(said.piece) && leads_on(self.words[said.start].text) => has_aim,
            None => {
                has_aim = true;
                true
            }
            Some(_) => true,
        })
    }

    fn is_courteous(&self) -> bool {
        let has_thanks = self.said.iter().any(|said| said.role == Some(Role::Thanks));
        let approves = Kinds::of(&[FindingKind::Good, FindingKind::Go]);
        self.said.iter().enumerate().all(|(at, said)| match said.role {
            Some(Role::Greeting) => {
                has_thanks || self.said[at..].iter().any(|behind| is_answer(behind.piece))
            }
            Some(Role::Farewell) => has_thanks,
            Some(Role::SeeYou) => has_thanks || self.is_firm(),
            Some(Role::Sigh) => self.found.has_any(AGREES),
            Some(Role::Listening) => self.found.has_any(approves),
            Some(_) | None => true,
        })
    }

    /// More than "ok".
    fn is_firm(&self) -> bool {
        self.said.iter().filter(|said| said.role.is_none()).any(|said| {
            let is_weak = is_phrase(said.piece, Class::Yes) && is_weak(self.words[said.start].text);
            !is_weak
        })
    }

    /// "Juan sí", "de eso sí", "this yes", "Juan está bien a las ocho": what stands right before the first yes is what it is
    /// for, and the rest is open.
    fn is_for_a_part(&self) -> bool {
        static WHOLE: Tagged = Tagged::new("beside_whole");
        let Some(at) = self.said.iter().position(|said| is_answer(said.piece)) else {
            return false;
        };
        let Some(before) = at.checked_sub(1).map(|before| &self.said[before]) else {
            return false;
        };
        let is_part = before.role == Some(Role::Tail) || before.piece.kind == Kind::Value(Valued::Asked);
        let last = &self.words[before.start + before.length - 1];
        is_part
            && (is_phrase(self.said[at].piece, Class::Yes) || self.is_good_at(at))
            && !self.words[self.said[at].start].after_break
            && !WHOLE.contains(&last.text)
    }

    /// Approval of one value for another: no yes, and a value on either side.
    fn is_good_at(&self, at: usize) -> bool {
        let is_value_beside = |place: Option<usize>| {
            place.and_then(|place| self.said.get(place)).is_some_and(|said| is_value(said.piece))
        };
        let behind = self.said[at + 1..].iter().position(|said| said.role != Some(Role::Opening));
        !self.found.has_any(AGREES)
            && is_value_beside(at.checked_sub(1))
            && is_value_beside(behind.map(|behind| at + 1 + behind))
    }

    /// "Great, just great" is none.
    fn praises_twice(&self) -> bool {
        static AGAIN: Tagged = Tagged::new("beside_praise_again");
        let is_praise_alone = !self.found.has_any(ANSWERS.without(Kinds::of(&[FindingKind::Good])));
        let last = |said: &Said<'_>| self.words[said.start + said.length - 1].text;
        is_praise_alone
            && self.said.windows(3).any(|three| {
                let praise = |said: &Said<'_>| is_phrase(said.piece, Class::Good);
                praise(&three[0])
                    && AGAIN.contains(&last(&three[1]))
                    && praise(&three[2])
                    && last(&three[0]) == last(&three[2])
            })
    }

    /// "Sí, el nombre": something is still to come of it.
    fn names_a_slot_alone(&self) -> bool {
        let names_slot = self.said.iter().any(|said| slot_word(said.piece).is_some());
        let is_told = |said: &Said<'_>| is_value(said.piece) && !leads_on(self.words[said.start].text);
        let says_of_it = self.said.iter().any(is_told)
            || self.found.has(FindingKind::Question)
            || self.found.has_any(ANSWERS.without(Kinds::of(&[FindingKind::Yes])));
        names_slot && !says_of_it
    }
}

/// The pieces before a question, small talk cut into the phrases of its own table.
fn said<'a>(language: Language, words: &[Word<'_>], pieces: &'a [Piece], end: usize) -> Vec<Said<'a>> {
    let table = TABLES.of(language);
    let ids: Vec<u16> = words[..end].iter().map(|word| table.id(word.text)).collect();
    let mut said = Vec::with_capacity(end);
    let mut at = 0;
    for (index, piece) in pieces.iter().enumerate() {
        if piece.words.start >= end {
            break;
        }
        // A phrase of small talk may have taken its first words.
        at = at.max(piece.words.start);
        if !is_small_talk(piece) {
            said.push(Said { piece, role: None, start: piece.words.start, length: piece.words.len() });
            continue;
        }
        while at < piece.words.end.min(end) {
            let run_end = small_talk_end(&pieces[index..], end);
            let phrase = table.longest_phrase(&words[at..run_end], &ids[at..run_end]);
            let (role, length) = phrase.unwrap_or((Role::Against, 1));
            said.push(Said { piece, role: Some(role), start: at, length });
            at += length;
        }
    }
    said
}

/// Where the small talk ends that these pieces begin with.
fn small_talk_end(pieces: &[Piece], end: usize) -> usize {
    let run = pieces.iter().take_while(|piece| is_small_talk(piece));
    run.last().map_or(end, |last| last.words.end.min(end))
}

fn is_small_talk(piece: &Piece) -> bool {
    is_filler(piece) || is_phrase(piece, Class::Correction)
}

fn is_answer(piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Phrase(Class::Yes | Class::Good | Class::Go))
}

fn is_value(piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Value(_))
}

/// A word that leads to more, though a name or a term has it: the "para" of "para recoger".
pub(super) fn leads_on(word: &str) -> bool {
    OPEN.contains(&word)
}

static OPEN: Tagged = Tagged::new("beside_open");

static TABLES: ByLanguage<PhraseTable<Role>> = ByLanguage::new(table);

/// The tags of small talk.
const TAGS: &[(&str, Role)] = &[
    ("beside_against", Role::Against),
    ("beside_farewell", Role::Farewell),
    ("beside_free", Role::Free),
    ("beside_greeting", Role::Greeting),
    ("beside_listening", Role::Listening),
    ("beside_opening", Role::Opening),
    ("beside_see_you", Role::SeeYou),
    ("beside_sigh", Role::Sigh),
    ("beside_tail", Role::Tail),
    ("beside_thanks", Role::Thanks),
];

/// The tags of small talk that may stand beside a yes.
pub(super) fn tags() -> impl Iterator<Item = &'static str> {
    TAGS.iter().map(|(tag, _)| *tag)
}

fn table(language: Language) -> PhraseTable<Role> {
    let role_of = |tag: &str| TAGS.iter().find(|(known, _)| *known == tag).map(|(_, role)| *role);
    PhraseTable::new(language.pack().lexicon.tagged(role_of))
}
