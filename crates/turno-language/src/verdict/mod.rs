//! What an answer to a confirmation means.
//!
//! An utterance becomes words, words become phrases and values, those become clauses, and the clauses' findings
//! decide. A yes is only read where every word of the answer is understood and nothing in it speaks against: what is
//! in doubt is asked again, which costs a moment; a wrong yes costs a booking.

mod beside;
mod clauses;
mod findings;
mod firmness;
mod net;
mod que;
mod second_thoughts;
mod sums;
mod values;
mod wishes;

#[cfg(test)]
mod tests;

use crate::{
    Asked, Assent, Firmness, ReadContext, SlotKind, SlotReading, Text, Verdict, VerdictReading,
    pack::Tagged,
    text::Word,
    words_of_answers::{self, Class, SlotWord},
};
use clauses::{Piece, is_filler, is_phrase};
use findings::{Answer, Findings};

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
    let mut reading = read_answer(&answer, asked, context);
    if is_cut && reading.verdict == Verdict::Yes {
        reading.verdict = Verdict::Unclear;
        reading.assent = None;
        reading.firmness = None;
    }
    reading
}

fn read_answer(text: &Text, asked: &Asked<'_>, context: &ReadContext<'_>) -> VerdictReading {
    let utterance = text.said();
    let words = text.spoken().words();
    if let Some(verdict) = key_pressed(&words) {
        let assent = (verdict == Verdict::Yes).then_some(Assent::Word);
        return VerdictReading { assent, firmness: assent.map(|_| Firmness::Names), ..answer(verdict, None) };
    }
    let values = values::values(text, &words, asked, context);
    let pieces = clauses::pieces(context.language, asked.act, &words, &values);
    let mut clauses = clauses::clauses(&words, &pieces);
    if !context.language.is_romance() {
        clauses::answer_in_spite_of_marks(&mut clauses);
    }
    let mut found = findings::findings(context.language, asked.act, &words, &clauses);
    found.has_new_value |= values.has_unplaced;
    let mut verdict = decide(&found, asked.values.is_empty());
    // "Sí... espera, no."
    let ends_with_no = words.last().is_some_and(|word| clauses::NO.contains(&word.text))
        && !utterance.trim_end().ends_with('?');
    if verdict == Verdict::Wait && words.len() > 1 && ends_with_no {
        verdict = Verdict::No;
    }
    if verdict == Verdict::Yes && !beside::is_explained(context.language, &words, &pieces, &found) {
        verdict = Verdict::Unclear;
    }
    let rest_start = found.question_start.or(match verdict {
        Verdict::No => found.after_no_start.filter(|_| found.has_unknown),
        Verdict::Yes | Verdict::Change | Verdict::Wait | Verdict::Unclear => None,
    });
    let question = rest_start.and_then(|start| rest_from(utterance, &words, start));
    let wish = match verdict {
        Verdict::Change | Verdict::Unclear if found.question_start.is_some() => None,
        Verdict::Unclear if found.has_doubt => None,
        Verdict::Change | Verdict::Unclear => wishes::wish(utterance, &words, &clauses),
        Verdict::Yes | Verdict::No | Verdict::Wait => None,
    };
    match verdict {
        Verdict::Change => VerdictReading { wish, ..change(&words, &found, values.differing, context) },
        Verdict::Yes => VerdictReading {
            assent: Some(assent(&found)),
            firmness: Some(firmness::firmness(context.language, &words, &pieces, &found)),
            ..answer(verdict, question)
        },
        Verdict::No => answer(verdict, question),
        Verdict::Unclear => VerdictReading { wish, ..answer(verdict, question) },
        Verdict::Wait => answer(verdict, beside_the_wait(utterance, &words, &pieces)),
    }
}

/// On a call, 1 is yes and 2 is no; in a chat so is the place of a button: "opción 1", "la primera". Only where nothing
/// else was said, and never where it may be a number of people or an hour: "uno", "la 1".
fn key_pressed(words: &[Word<'_>]) -> Option<Verdict> {
    static FIRST: Tagged = Tagged::new("answer_first_option");
    static SECOND: Tagged = Tagged::new("answer_second_option");
    let said = || words.iter().map(|word| word.text);
    let is_all = |options: &Tagged| options.length_at(said()) == Some(words.len());
    match words {
        [only] if only.text == "1" => Some(Verdict::Yes),
        [only] if only.text == "2" => Some(Verdict::No),
        _ if is_all(&FIRST) => Some(Verdict::Yes),
        _ if is_all(&SECOND) => Some(Verdict::No),
        _ => None,
    }
}

/// The order of these rules is the order of what is safe: whatever may speak against a yes comes before it.
fn decide(found: &Findings, is_offer: bool) -> Verdict {
    let has = |answer: Answer| found.answers.contains(&answer);
    let approves = has(Answer::Yes) || has(Answer::Good) || has(Answer::Go);
    let refuses = has(Answer::Refuse);
    let denies = has(Answer::No);
    let is_plain = !approves && !refuses && !denies;
    // A number in a story ("tengo 2 hijos") is no new value; in an answer it is.
    // So it is behind a refusal: "not now, please book four tickets to the game".
    let is_story = (is_plain && !found.has_lead || (found.has_outright_refusal && !approves))
        && found.has_unknown
        && !found.has_weak_change
        && !found.has_correction
        && !found.has_but;
    if is_offer && declines_offer(found, approves) {
        return Verdict::No;
    }
    let differs = found.has_new_value || (found.has_foreign_value && !is_story);
    let differs = differs || (found.has_value_in_question && !found.has_outright_refusal);
    if differs || found.has_change {
        return Verdict::Change;
    }
    if found.has_wait || found.has_defer {
        let is_reason = refuses || (denies && !found.has_wait);
        return if is_reason { Verdict::No } else { Verdict::Wait };
    }
    // "that's not right, I want a compact car".
    let corrects = refuses && !found.has_outright_refusal && found.has_wanted_unknown && !is_offer;
    if refuses && !corrects {
        return decide_refusal(found);
    }
    let has_content = found.has_unknown || found.has_wanted_unknown || !found.slot_words.is_empty();
    let repeats_value =
        found.has_asked_value && !approves && (denies || found.has_weak_change || found.has_correction);
    let wants_other =
        (found.has_weak_change || found.has_correction || (found.has_but && approves)) && has_content;
    let wants_other =
        wants_other || (found.has_wish && !found.has_doubt && (approves || is_bare_wish(found)));
    let excepts_slot = found.has_but && !denies && !found.slot_words.is_empty();
    let denies_value = denies
        && (found.has_wanted_unknown
            || found.has_wish
            || (has(Answer::Go) && found.has_unknown)
            || !found.slot_words.is_empty());
    if wants_other
        || corrects
        || excepts_slot
        || repeats_value
        || denies_value
        || found.rejects_slot
        || found.rejects_asked_value
    {
        return Verdict::Change;
    }
    let declines_softly = found.has_closing && !has(Answer::Yes) && !has(Answer::Go);
    // "la hora está bien" leaves the rest open.
    let approves_in_part = !found.slot_words.is_empty() && !has(Answer::Yes) && !has(Answer::Go);
    let approves_with_doubt = found.has_but
        || found.has_weak_change
        || declines_softly
        || found.has_open_request
        || found.has_second_thought
        || approves_in_part;
    if found.has_doubt || (approves && approves_with_doubt) {
        return Verdict::Unclear;
    }
    match (approves, denies) {
        (true, true) => decide_mixed(found),
        (true, false) if found.has_unknown => Verdict::Unclear,
        (true, false) => Verdict::Yes,
        // "No, that's all" to an order: nothing more of it, rather than nothing of it.
        (false, true) if found.has_closing && !is_offer => Verdict::Unclear,
        (false, true) => Verdict::No,
        (false, false) => Verdict::Unclear,
    }
}

/// An offer names no values that a no could put right: whatever follows the no is another matter.
fn declines_offer(found: &Findings, approves: bool) -> bool {
    let is_denied = matches!(found.answers.first(), Some(Answer::No | Answer::Refuse));
    let goes_on = found.has_unknown
        || found.has_new_value
        || found.has_foreign_value
        || found.question_start.is_some()
        || found.has_outright_refusal
        || found.has_doubt;
    let agrees = found.answers.iter().any(|answer| matches!(answer, Answer::Yes | Answer::Good));
    // "No, está bien así": there is nothing that it could approve but to leave things as they are.
    let is_content = found.answers == [Answer::No, Answer::Good] && !found.has_unknown && !found.has_but;
    is_content
        || (is_denied && goes_on && !agrees)
        || (found.has_defer && !approves)
        || (found.has_closing && !agrees)
}

/// "en la terraza", and nothing else.
fn is_bare_wish(found: &Findings) -> bool {
    found.opens_with_wish && found.answers.is_empty()
}

/// "sí, ya no quiero" is a no; "ya no quiero... sí" is anyone's guess.
fn decide_refusal(found: &Findings) -> Verdict {
    let refused_at = found.answers.iter().rposition(|answer| *answer == Answer::Refuse);
    let agreed_at = found.answers.iter().rposition(|answer| *answer == Answer::Yes);
    if agreed_at > refused_at { Verdict::Unclear } else { Verdict::No }
}

/// Only the act itself, said with a "sí" after the "no", outweighs it: "no, sí cancélala"; and praise, which has nothing to
/// change: "no, that's perfect".
fn decide_mixed(found: &Findings) -> Verdict {
    let is_emphatic = matches!(found.answers.as_slice(), [Answer::No, Answer::Yes, Answer::Go]);
    let is_idiom = found.answers == [Answer::No, Answer::Good]
        && found.has_praise
        && found.question_start.is_none()
        && !found.has_asked_value
        && !found.has_closing;
    if !found.has_unknown && (is_emphatic && found.has_emphatic_go || is_idiom) {
        Verdict::Yes
    } else {
        Verdict::Unclear
    }
}

fn assent(found: &Findings) -> Assent {
    let agrees = found.answers.iter().any(|answer| matches!(answer, Answer::Yes | Answer::Good));
    match (agrees, found.answers.contains(&Answer::Go)) {
        (true, false) => Assent::Word,
        (false, true) if found.has_lead => Assent::Request,
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
    found: &Findings,
    changes: SlotReading,
    context: &ReadContext<'_>,
) -> VerdictReading {
    let is_silent = changes.values.is_empty() && changes.problems.is_empty();
    let named_slots = if is_silent { named_slots(words, found, context) } else { Vec::new() };
    VerdictReading {
        verdict: Verdict::Change,
        changes,
        named_slots,
        question: None,
        assent: None,
        firmness: None,
        wish: None,
    }
}

/// The slots that the words name: by their kind ("la hora"), or by their own name.
fn named_slots(words: &[Word<'_>], found: &Findings, context: &ReadContext<'_>) -> Vec<String> {
    let kinds: Vec<SlotKind> = found.slot_words.iter().map(|word| kind_of(*word)).collect();
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
