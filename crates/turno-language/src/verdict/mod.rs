//! What an answer to a confirmation means.
//!
//! An utterance becomes words, words become phrases and values, those become clauses, and what is found in the clauses
//! (`finding.rs`) decides by a table of what outweighs what (`table.rs`). A yes is only read where every word of the answer is understood and nothing in it speaks against: what is
//! in doubt is asked again, which costs a moment; a wrong yes costs a booking.

mod beside;
mod clauses;
mod finding;
mod findings;
mod firmness;
mod net;
mod que;
mod reason;
mod second_thoughts;
mod sums;
mod table;
mod values;
mod wishes;

#[cfg(test)]
mod tests;

pub use finding::FindingKind;
pub use reason::VerdictReason;

use std::ops::Range;

use crate::{
    Act, Asked, Assent, Firmness, Language, ReadContext, SlotKind, SlotReading, Text, Verdict,
    VerdictReading,
    pack::Tagged,
    text::Word,
    trained::{AssentSaid, learnt_assent},
    words_of_answers::{self, Class, SlotWord},
};
use clauses::{Piece, is_filler, is_phrase, slot_word};
use finding::{Findings, Kinds};
use table::Row;

/// The tags of words and phrases that the reader of answers knows.
pub(crate) fn tags() -> impl Iterator<Item = &'static str> {
    words_of_answers::tags().chain(beside::tags())
}

/// An answer that is longer than this, in characters, is a story: it never confirms, and the rest of it is not read.
const ANSWER_CHARACTERS_MAX: usize = 500;

/// Reads an answer to the question that is pending.
///
/// `context.slots` are the parameters of the pending call and `context.known` their values, so that a yes that only
/// repeats what was asked is a yes, and one with a new value is a change.
pub fn read_verdict(text: &Text, asked: &Asked<'_>, context: &ReadContext<'_>) -> VerdictReading {
    let answer = text.cut(ANSWER_CHARACTERS_MAX);
    let is_cut = answer.said().len() < text.said().len();
    read_answer(&answer, is_cut, asked, context).reading
}

/// Reads an answer as [`read_verdict`] does, and says why it is read so.
pub fn reason_of_verdict(
    text: &Text,
    asked: &Asked<'_>,
    context: &ReadContext<'_>,
) -> (VerdictReading, VerdictReason) {
    let answer = text.cut(ANSWER_CHARACTERS_MAX);
    let is_cut = answer.said().len() < text.said().len();
    let Answer { reading, row, found } = read_answer(&answer, is_cut, asked, context);
    (reading, VerdictReason::of(row, &found, &answer))
}

/// An answer that was read.
struct Answer {
    reading: VerdictReading,
    /// The row of the table that decided.
    row: &'static Row,
    found: Findings,
}

fn read_answer(text: &Text, is_cut: bool, asked: &Asked<'_>, context: &ReadContext<'_>) -> Answer {
    let utterance = text.said();
    let words = text.spoken().words();
    if let Some(key) = key_pressed(&words) {
        return answer_by_key(key, words.len());
    }
    let values = values::values(text, &words, asked, context);
    let pieces = clauses::pieces(context.language, asked.act, &words, &values);
    let mut clauses = clauses::clauses(&words, &pieces);
    if !context.language.is_romance() {
        clauses::answer_in_spite_of_marks(&mut clauses);
    }
    let mut found = findings::findings(context.language, asked.act, &words, &clauses);
    found.add_at(FindingKind::NewValue, values.has_unplaced.then_some(0..0));
    found.add_at(FindingKind::Offer, asked.values.is_empty().then_some(0..0));
    found.add_at(FindingKind::FinalNo, final_no(utterance, &words));
    let row = decide(context.language, asked.act, text, (&words, &pieces), is_cut, &mut found);
    let verdict = row.verdict;
    let rest_start = found.question_start().or(match verdict {
        Verdict::No if found.has(FindingKind::Unknown) => {
            found.first(FindingKind::DenyingClause).map(|clause| clause.words.end)
        }
        Verdict::No | Verdict::Yes | Verdict::Change | Verdict::Wait | Verdict::Unclear => None,
    });
    let question = rest_start.and_then(|start| rest_from(utterance, &words, start));
    let is_no_wish = match verdict {
        Verdict::Change => found.has(FindingKind::Question),
        Verdict::Unclear => {
            found.has_any(Kinds::of(&[FindingKind::Question, FindingKind::Doubt, FindingKind::Cut]))
        }
        Verdict::Yes | Verdict::No | Verdict::Wait => true,
    };
    let wish = if is_no_wish { None } else { wishes::wish(utterance, &words, &clauses) };
    let reading = match verdict {
        Verdict::Change => {
            VerdictReading { wish, ..change(&words, &pieces, &found, values.differing, context) }
        }
        Verdict::Yes => VerdictReading {
            assent: Some(assent(&found)),
            firmness: Some(if found.has(FindingKind::LearntYes) {
                Firmness::Acknowledges
            } else {
                firmness::firmness(context.language, &words, &pieces, &found)
            }),
            ..answer(verdict, question)
        },
        Verdict::No => answer(verdict, question),
        Verdict::Unclear => VerdictReading { wish, ..answer(verdict, question) },
        Verdict::Wait => answer(verdict, beside_the_wait(utterance, &words, &pieces)),
    };
    Answer { reading, row, found }
}

/// The row that decides. What stands beside a yes is looked at only where it would be one.
fn decide(
    language: Language,
    act: Act,
    text: &Text,
    (words, pieces): (&[Word<'_>], &[Piece]),
    is_cut: bool,
    found: &mut Findings,
) -> &'static Row {
    let row = table::decide(found.kinds());
    if row.verdict == Verdict::Unclear {
        return decide_by_others(language, text, act, 0..words.len(), is_cut, found);
    }
    if row.verdict != Verdict::Yes {
        return row;
    }
    let end = found.question_start().unwrap_or(words.len());
    if !beside::is_explained(language, words, pieces, found) {
        found.add(FindingKind::Unexplained, 0..end);
    } else if is_cut {
        found.add(FindingKind::Cut, 0..words.len());
    } else {
        return row;
    }
    decide_by_others(language, text, act, 0..words.len(), is_cut, found)
}

/// Where the rules left it open, and nothing was found that speaks against a yes, what others meant who said it so decides.
fn decide_by_others(
    language: Language,
    text: &Text,
    act: Act,
    words: Range<usize>,
    is_cut: bool,
    found: &mut Findings,
) -> &'static Row {
    use FindingKind::{AskedValue, EmphaticGo, Go, Good, Lead, Offer, Praise, Unexplained, Unknown, Yes};
    const OPEN: Kinds = Kinds::of(&[AskedValue, Lead, Offer, Unexplained, Unknown]);
    const APPROVED: Kinds = Kinds::of(&[Yes, Good, Go, EmphaticGo, Praise]);
    let others = found.kinds().without(OPEN);
    // A word alone is the rules' own: "no" is no refusal in every language.
    let is_asked = !is_cut && words.len() > 1 && language.about().answers_learnt;
    if is_asked && others.without(APPROVED).is_empty() {
        match learnt_assent(text) {
            // "Perfecto, el viernes a las 10 llego", to a cancellation: many a yes is to what is to be cancelled.
            AssentSaid::Yes if act != Act::Cancel => found.add(FindingKind::LearntYes, words),
            AssentSaid::No if others.is_empty() => found.add(FindingKind::LearntNo, words),
            AssentSaid::Yes | AssentSaid::No | AssentSaid::Neither => {}
        }
    }
    table::decide(found.kinds())
}

/// The no that an answer ends with: "sí... espera, no".
fn final_no(utterance: &str, words: &[Word<'_>]) -> Option<Range<usize>> {
    let at = words.len().checked_sub(1)?;
    let is_no = at > 0 && clauses::NO.contains(&words[at].text) && !utterance.trim_end().ends_with('?');
    is_no.then_some(at..at + 1)
}

/// On a call, 1 is yes and 2 is no; in a chat so is the place of a button: "opción 1", "la primera". Only where nothing
/// else was said, and never where it may be a number of people or an hour: "uno", "la 1".
fn key_pressed(words: &[Word<'_>]) -> Option<FindingKind> {
    static FIRST: Tagged = Tagged::new("answer_first_option");
    static SECOND: Tagged = Tagged::new("answer_second_option");
    let said = || words.iter().map(|word| word.text);
    let is_all = |options: &Tagged| options.length_at(said()) == Some(words.len());
    match words {
        [only] if only.text == "1" => Some(FindingKind::Yes),
        [only] if only.text == "2" => Some(FindingKind::No),
        _ if is_all(&FIRST) => Some(FindingKind::Yes),
        _ if is_all(&SECOND) => Some(FindingKind::No),
        _ => None,
    }
}

/// The answer of a key, of so many words.
fn answer_by_key(key: FindingKind, words_count: usize) -> Answer {
    let mut found = Findings::default();
    found.add(key, 0..words_count);
    let row = table::decide(found.kinds());
    let assent = (row.verdict == Verdict::Yes).then_some(Assent::Word);
    let firmness = assent.map(|_| Firmness::Names);
    Answer { reading: VerdictReading { assent, firmness, ..answer(row.verdict, None) }, row, found }
}

fn assent(found: &Findings) -> Assent {
    let agrees = found.has_any(Kinds::of(&[FindingKind::Yes, FindingKind::Good]));
    match (agrees, found.has(FindingKind::Go)) {
        (true, false) => Assent::Word,
        (false, true) if found.has(FindingKind::Lead) => Assent::Request,
        (true | false, _) => Assent::Act,
    }
}

fn answer(verdict: Verdict, question: Option<String>) -> VerdictReading {
    VerdictReading {
        verdict,
        changes: SlotReading::default(),
        named_slots: Vec::new(),
        question,
        assent: None,
        firmness: None,
        wish: None,
    }
}

fn change(
    words: &[Word<'_>],
    pieces: &[Piece],
    found: &Findings,
    changes: SlotReading,
    context: &ReadContext<'_>,
) -> VerdictReading {
    let is_silent = changes.values.is_empty() && changes.problems.is_empty();
    let named_slots = if is_silent { named_slots(words, pieces, found, context) } else { Vec::new() };
    VerdictReading { changes, named_slots, ..answer(Verdict::Change, None) }
}

/// The slots that the words name: by their kind ("la hora"), or by their own name.
fn named_slots(
    words: &[Word<'_>],
    pieces: &[Piece],
    found: &Findings,
    context: &ReadContext<'_>,
) -> Vec<String> {
    let named = found.of(Kinds::of(&[FindingKind::Slot]));
    let named = named.filter_map(|slot| pieces.iter().find(|piece| piece.words == slot.words));
    let kinds: Vec<SlotKind> = named.filter_map(slot_word).map(kind_of).collect();
    let is_named = |name: &str| {
        let folded = crate::text::fold(name);
        words.iter().any(|word| word.text == folded)
    };
    let slots = context.slots.iter().filter(|slot| kinds.contains(&slot.kind) || is_named(slot.name));
    slots.map(|slot| slot.name.to_owned()).collect()
}

fn kind_of(word: SlotWord) -> SlotKind {
    match word {
        SlotWord::Time => SlotKind::Time,
        SlotWord::Date => SlotKind::Date,
        SlotWord::People => SlotKind::PartySize,
        SlotWord::Name => SlotKind::PersonName,
        SlotWord::Phone => SlotKind::Phone,
        SlotWord::Address => SlotKind::Address,
    }
}

/// What is said but to wait: "espera, quiero hablar con una persona". None where nothing is left that says something.
fn beside_the_wait(utterance: &str, words: &[Word<'_>], pieces: &[Piece]) -> Option<String> {
    let others = || pieces.iter().filter(|piece| !is_phrase(piece, Class::Wait));
    let says_something = others().any(|piece| !is_filler(piece) && !is_phrase(piece, Class::Yes));
    let letters = others()
        .flat_map(|piece| piece.words.clone())
        .filter_map(|at| utterance.get(words[at].letters.clone()));
    says_something.then(|| letters.collect::<Vec<_>>().join(" "))
}

fn rest_from(utterance: &str, words: &[Word<'_>], start: usize) -> Option<String> {
    let start = words.get(start)?.start;
    let rest = utterance.get(start..)?.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}
