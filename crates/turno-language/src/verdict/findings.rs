//! What an answer contains, clause by clause.

use std::ops::Range;

use super::clauses::{Clause, Kind, NO, Piece, QuestionSign, is_connective, is_filler, is_phrase, slot_word};
use super::finding::{ANSWERS, DENIALS, FindingKind, Findings, Kinds, REFUSALS};
use super::second_thoughts::{breaks_off, has_second_thought};
use super::values::Valued;
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::Class;
use crate::{Act, Language};

/// "That's perfect", "it sounds wonderful", and not "that's fine", which may leave things as they are.
fn praise(words: &[Word<'_>]) -> Option<Range<usize>> {
    static SUBJECTS: Tagged = Tagged::new("findings_subjects");
    static PRAISE: Tagged = Tagged::new("findings_praise");
    let mut pairs = words.windows(2);
    let at = pairs.position(|pair| SUBJECTS.contains(&pair[0].text) && PRAISE.contains(&pair[1].text))?;
    Some(at..at + 2)
}

/// Looks through the clauses. Once a question begins, it goes on to the end.
pub(super) fn findings(language: Language, act: Act, words: &[Word<'_>], clauses: &[Clause]) -> Findings {
    static NOT_QUITE: Tagged = Tagged::new("findings_not_quite");
    let mut found = Findings::default();
    // "8ish" is not quite 8.
    let not_quite = words.iter().position(|word| NOT_QUITE.contains(&word.text));
    found.add_at(FindingKind::Doubt, not_quite.map(|at| at..at + 1));
    // Whoever is asked whether to cancel may find perfect what they have.
    if !language.is_romance() && act != Act::Cancel {
        found.add_at(FindingKind::Praise, praise(words));
    }
    for clause in clauses {
        let goes_on = found.has(FindingKind::Question);
        if goes_on || asks(clause) {
            if !goes_on {
                found.add(FindingKind::Question, with_connective(words, clause.words().start)..words.len());
            }
            // "Yes, do you", "sí, ¿tienen la": whatever was to be asked may bear on the yes.
            if breaks_off(words, clause) {
                found.add(FindingKind::Doubt, clause.words());
            }
            if has_second_thought(words, clause, act, goes_on) {
                found.add(FindingKind::SecondThought, clause.words());
            }
            look_through_question(language, words, clause, &mut found);
            continue;
        }
        let before = found.count();
        look_through_answer(language, words, clause, &mut found);
        let answers_no = found.since(before).iter().any(|finding| DENIALS.has(finding.kind));
        if answers_no && !found.has(FindingKind::DenyingClause) {
            found.add(FindingKind::DenyingClause, clause.words());
        }
        // "¿sí?", "¿no?": the mark turns an answer into a doubt.
        let asks_for_act = clause.pieces.iter().any(|piece| is_phrase(piece, Class::Go));
        if clause.question == QuestionSign::Mark && !asks_for_act {
            found.add(FindingKind::Doubt, clause.words());
        }
    }
    look_at_order(&mut found);
    found
}

/// What the answers say by the order in which they were given.
fn look_at_order(found: &mut Findings) {
    use FindingKind::{DeniedFirst, Go, Good, No, NoThenGood, NoThenYesAndGo, Yes, YesAfterRefusal};
    if !found.has_any(DENIALS) {
        return;
    }
    let answers = || found.answers();
    let are = |kinds: &[FindingKind]| answers().map(|answer| answer.kind).eq(kinds.iter().copied());
    let all = || Some(answers().next()?.words.start..answers().next_back()?.words.end);
    let denied_first =
        answers().next().filter(|first| DENIALS.has(first.kind)).map(|first| first.words.clone());
    let no_then_good = all().filter(|_| are(&[No, Good]));
    let no_then_act = all().filter(|_| are(&[No, Yes, Go]));
    let last = found.of(REFUSALS.and(Kinds::of(&[Yes]))).next_back();
    let yes_behind =
        last.filter(|last| last.kind == Yes && found.has_any(REFUSALS)).map(|last| last.words.clone());
    found.add_at(DeniedFirst, denied_first);
    found.add_at(NoThenGood, no_then_good);
    found.add_at(NoThenYesAndGo, no_then_act);
    found.add_at(YesAfterRefusal, yes_behind);
}

/// A clause with a question mark alone asks where it says something that is neither an answer nor a value.
fn asks(clause: &Clause) -> bool {
    match clause.question {
        QuestionSign::None => false,
        QuestionSign::Words => true,
        QuestionSign::Mark => clause.pieces.iter().any(|piece| {
            piece.kind == Kind::Unknown
                || slot_word(piece).is_some()
                || is_phrase(piece, Class::Repeat)
                || is_phrase(piece, Class::Info)
        }),
    }
}

/// The "y" or the "no" before a question belongs to it.
fn with_connective(words: &[Word<'_>], start: usize) -> usize {
    let has_connective = start > 0
        && !words[start].after_break
        && (is_connective(words[start - 1].text) || NO.contains(&words[start - 1].text));
    if has_connective { start - 1 } else { start }
}

/// What leaves a yes in doubt even within the question that follows it.
const AGAINST_A_YES: [Class; 8] =
    [Class::Bad, Class::But, Class::Defer, Class::No, Class::Refuse, Class::Repeat, Class::Undo, Class::Wait];

/// A new value in a question is a change where the question is about the booking itself ("¿se puede a las 9?"), none
/// where it is about the business ("¿a qué hora cierran el domingo?"), and a doubt in between.
fn look_through_question(language: Language, words: &[Word<'_>], clause: &Clause, found: &mut Findings) {
    use FindingKind::{Change, Defer, Doubt, RefuseOutright, Wait};
    let asks = Asks::of(clause);
    // "sí, tienen mal el nombre" is no question, though it opens like one; and a no may follow a question.
    let last = clause.pieces.iter().rfind(|piece| !is_filler(piece));
    let ends_in_no = last.is_some_and(|last| is_phrase(last, Class::Negation));
    let denial = clause.place_of(Class::Negation).filter(|_| ends_in_no || !clause.is_marked);
    // "when am I free on the 14th?": who asks that has not decided.
    found.add_at(Defer, clause.place_of(Class::Defer));
    found.add_at(Wait, clause.place_of(Class::Wait).filter(|_| denial.is_none()));
    let against = || AGAINST_A_YES.into_iter().find_map(|class| clause.place_of(class));
    found.add_at(Doubt, denial.or_else(against));
    let asks_elsewhere = asks.is_request || asks.is_side_question || clause.has(Class::Availability);
    // "no la reserve, ¿tienen otra sucursal?", "I don't want it, show me a movie instead".
    let is_other_wish = found.has(RefuseOutright) && asks_elsewhere && !asks.is_about_booking;
    found.add_at(Change, clause.place_of(Class::Change).filter(|_| !is_other_wish));
    let other = clause.place(Kind::Value(Valued::New)).or_else(|| clause.place(Kind::Value(Valued::Foreign)));
    if let Some(other) = other {
        look_at_other_value(clause, &asks, other, found);
    } else if let Some(same) = clause.place(Kind::Value(Valued::Asked)) {
        found.add_at(FindingKind::AskedValue, asks.is_about_booking.then_some(same));
    } else {
        look_at_request(language, words, clause, &asks, found);
    }
}

/// What a question asks for.
struct Asks {
    is_proposal: bool,
    is_request: bool,
    /// Something about the business.
    is_side_question: bool,
    /// The booking itself.
    is_about_booking: bool,
    has_info: bool,
    has_unknown: bool,
}

impl Asks {
    fn of(clause: &Clause) -> Self {
        let is_proposal = clause.has(Class::Proposal);
        Self {
            is_proposal,
            is_request: clause.has(Class::Request),
            is_side_question: clause.has(Class::Question) && !is_proposal,
            is_about_booking: is_proposal || clause.has(Class::Go) || clause.has(Class::Vacancy),
            has_info: clause.has(Class::Info),
            has_unknown: clause.place(Kind::Unknown).is_some(),
        }
    }
}

/// A value in a question that was not asked.
fn look_at_other_value(clause: &Clause, asks: &Asks, value: Range<usize>, found: &mut Findings) {
    let is_told = asks.is_request && !asks.is_side_question && !asks.has_info;
    let is_bare = !(asks.is_side_question || asks.has_unknown || asks.has_info);
    let asks_for_value = asks.is_about_booking || is_told || is_bare;
    // "no, I'd like to find something to do on the 12th": no slot of the call takes it.
    let is_denied = found.answers().next().is_some_and(|first| DENIALS.has(first.kind));
    let has_new = clause.place(Kind::Value(Valued::New)).is_some();
    let is_elsewhere = is_denied && is_told && !asks.is_about_booking && asks.has_unknown && !has_new;
    if asks_for_value && !is_elsewhere {
        found.add(FindingKind::ValueInQuestion, value);
    } else if !asks_for_value && !asks.is_side_question {
        found.add(FindingKind::Doubt, value);
    }
}

/// What a question without values asks to have or to be done.
fn look_at_request(
    language: Language,
    words: &[Word<'_>],
    clause: &Clause,
    asks: &Asks,
    found: &mut Findings,
) {
    let names_slot = clause.pieces.iter().any(|piece| slot_word(piece).is_some());
    let asks_for_facts = asks.is_side_question || asks.has_info || names_slot;
    let is_comparison = clause.has(Class::WeakChange);
    let is_open = (asks.is_proposal && (is_comparison || !asks.has_info))
        || (asks.is_request && !asks_for_facts)
        || (clause.has(Class::Availability) && is_comparison);
    if is_open {
        found.add(FindingKind::OpenRequest, clause.words());
    }
    // "can you play it on my kitchen speaker", "quisiera verla con subtítulos".
    let has_go = clause.has(Class::Go);
    let is_told_to_act = has_go && !asks.is_side_question;
    let may_wish = (asks.is_request || asks.is_proposal || is_told_to_act) && !asks_for_facts;
    let wish = if may_wish { wish_at(language, words, &clause.pieces) } else { None };
    let wish = wish.map(|at| clause.words_from(at));
    let is_opening = has_go || clause.has(Class::Lead);
    found.add_at(if is_opening { FindingKind::OpeningWish } else { FindingKind::Wish }, wish.clone());
    // "can you book it with Doctor Gómez".
    // "no, I'm looking for a concert in New York".
    let is_other_want = !language.is_romance() && !asks_for_facts;
    let is_wanted = asks.is_request && (is_other_want || has_go);
    let unknown = clause.place(Kind::Unknown).filter(|_| is_wanted);
    found.add_at(FindingKind::WantedUnknown, wish.or(unknown));
}

fn look_through_answer(language: Language, words: &[Word<'_>], clause: &Clause, found: &mut Findings) {
    use FindingKind::{
        AskedValue, Doubt, EmphaticGo, ForeignValue, NewValue, No, RejectedValue, Slot, Unknown,
    };
    let names_slot = clause.pieces.iter().any(|piece| slot_word(piece).is_some());
    // "no me acomoda a las 8", "no está bien la hora".
    let names_part = names_slot || clause.place(Kind::Value(Valued::Asked)).is_some();
    let before = found.count();
    let lead = lead_of(clause);
    let has_go = clause.has(Class::Go);
    look_for_wish(language, words, clause, found);
    // Where a negation stands that nothing has answered for yet.
    let mut negation = None;
    for piece in &clause.pieces {
        let at = || piece.words.clone();
        match piece.kind {
            // "apártame un lugar".
            Kind::Phrase(Class::Vacancy) if has_go => {}
            // "no, don't add it": what is refused is no wish.
            Kind::Phrase(Class::Change)
                if found.since(before).iter().any(|finding| REFUSALS.has(finding.kind)) => {}
            Kind::Phrase(Class::Info | Class::Vacancy) | Kind::Value(Valued::Not) | Kind::Unknown => {
                found.add(Unknown, at());
                if lead.is_some() && !is_infinitive(language, words, piece) {
                    found.add(FindingKind::WantedUnknown, at());
                }
            }
            Kind::Phrase(class) => look_at_phrase(class, at(), names_part, &mut negation, found),
            Kind::Value(Valued::Asked) => {
                found.add(AskedValue, at());
                found.add_at(RejectedValue, negation.take().map(|no| joined(&no, &piece.words)));
            }
            Kind::Value(Valued::New) => found.add(NewValue, at()),
            Kind::Value(Valued::Foreign) => found.add(ForeignValue, at()),
        }
        found.add_at(Slot, slot_word(piece).map(|_| at()));
    }
    // "la hora sí" leaves the rest open.
    let mut pairs = clause.pieces.windows(2);
    let in_part = pairs.find(|pair| slot_word(&pair[0]).is_some() && is_phrase(&pair[1], Class::Yes));
    found.add_at(Doubt, in_part.map(|pair| joined(&pair[0].words, &pair[1].words)));
    found.add_at(FindingKind::Lead, lead);
    if let Some(negation) = negation {
        found.add(if ends_in_unknown(&clause.pieces) { Doubt } else { No }, negation);
    }
    let mut answers = found.since(before).iter().filter(|finding| ANSWERS.has(finding.kind));
    let (first, last) = (answers.next(), answers.next_back());
    let emphatic = first
        .zip(last)
        .filter(|(first, last)| first.kind == FindingKind::Yes && last.kind == FindingKind::Go);
    let emphatic = emphatic.map(|(first, last)| joined(&first.words, &last.words));
    found.add_at(EmphaticGo, emphatic);
}

/// The words that say that something is wanted, where an answer begins with them.
fn lead_of(clause: &Clause) -> Option<Range<usize>> {
    let opener = clause.pieces.iter().find(|piece| !is_phrase(piece, Class::Neutral));
    opener.filter(|piece| is_phrase(piece, Class::Lead)).map(|piece| piece.words.clone())
}

fn look_for_wish(language: Language, words: &[Word<'_>], clause: &Clause, found: &mut Findings) {
    let Some(at) = wish_at(language, words, &clause.pieces) else {
        return;
    };
    let is_opening = clause.pieces[..at].iter().all(is_filler);
    found.add(if is_opening { FindingKind::OpeningWish } else { FindingKind::Wish }, clause.words_from(at));
}

/// From the beginning of the one to the end of the other.
fn joined(first: &Range<usize>, last: &Range<usize>) -> Range<usize> {
    first.start..last.end
}

/// Where a preposition begins that words of no table follow, articles between them.
fn wish_at(language: Language, words: &[Word<'_>], pieces: &[Piece]) -> Option<usize> {
    static PREPOSITIONS: Tagged = Tagged::new("findings_prepositions");
    let is_preposition = |piece: &Piece| {
        let last = words.get(piece.words.end - 1);
        is_filler(piece) && last.is_some_and(|last| PREPOSITIONS.contains(&last.text))
    };
    // What is told with a verb of its own is no wish: "tengo que hablar con mi esposa".
    let known = pieces.iter().take_while(|piece| piece.kind != Kind::Unknown).count();
    (0..known).find(|at| {
        (is_preposition(&pieces[*at]) || leads_the_act(language, words, pieces, *at))
            && pieces[at + 1..]
                .iter()
                .find(|piece| !is_filler(piece))
                .is_some_and(|piece| piece.kind == Kind::Unknown)
    })
}

/// "transfer to", "mándalo a": after the act itself these too open a wish.
fn leads_the_act(language: Language, words: &[Word<'_>], pieces: &[Piece], at: usize) -> bool {
    static LEADS: Tagged = Tagged::new("findings_act_leads");
    let is_after_act = at > 0 && is_phrase(&pieces[at - 1], Class::Go);
    let text = words.get(pieces[at].words.start).map(|word| word.text);
    is_after_act && pieces[at].words.len() == 1 && text.is_some_and(|text| LEADS.of(language).contains(&text))
}

/// "quiero hablar con alguien" wishes for another act, "quiero el salón" for another value.
fn is_infinitive(language: Language, words: &[Word<'_>], piece: &Piece) -> bool {
    static ENDS: Tagged = Tagged::new("claims_ends_of_infinitives");
    let mut texts = piece.words.clone().map(|at| words[at].text);
    texts.any(|text| text.len() > 3 && ENDS.of(language).iter().any(|end| text.ends_with(end)))
}

/// "no tienen terraza": a negation of something that is not an answer.
fn ends_in_unknown(pieces: &[Piece]) -> bool {
    let negation = pieces.iter().rposition(|piece| is_phrase(piece, Class::Negation)).unwrap_or(0);
    pieces[negation..].iter().any(|piece| piece.kind == Kind::Unknown)
}

/// Looks at a phrase that stands there. A negation before it, which it answers for, is taken.
fn look_at_phrase(
    class: Class,
    at: Range<usize>,
    names_part: bool,
    negation: &mut Option<Range<usize>>,
    found: &mut Findings,
) {
    use FindingKind::{
        But, Change, Closing, Correction, Defer, Doubt, Go, Good, No, OpeningWish, Refuse, RefuseOutright,
        RejectedSlot, Wait, WeakChange, Wish, Yes,
    };
    let mut turned = |or_else: FindingKind, negated: FindingKind| match negation.take() {
        Some(no) => (negated, joined(&no, &at)),
        None => (or_else, at.clone()),
    };
    let (kind, at) = match class {
        Class::Yes => {
            found.add_at(No, negation.take());
            (Yes, at)
        }
        Class::Good => turned(Good, if names_part { RejectedSlot } else { Refuse }),
        Class::Bad => turned(if names_part { RejectedSlot } else { Refuse }, Doubt),
        // "resérvala", "no la reserves".
        Class::Go => turned(Go, RefuseOutright),
        Class::Undo => turned(Refuse, Doubt),
        Class::Refuse => {
            *negation = None;
            (RefuseOutright, at)
        }
        Class::No => (No, at),
        Class::Negation => {
            let Some(before) = negation.replace(at) else {
                return;
            };
            (No, before)
        }
        Class::Defer => (Defer, at),
        Class::Closing => (Closing, at),
        Class::Wait => (Wait, at),
        Class::Hedge | Class::Condition | Class::Repeat => {
            *negation = None;
            (Doubt, at)
        }
        Class::Change => {
            *negation = None;
            (Change, at)
        }
        Class::WeakChange => (WeakChange, at),
        Class::Correction => (Correction, at),
        Class::But => (But, at),
        Class::Wish => (if found.has_any(ANSWERS) { Wish } else { OpeningWish }, at),
        // Those that the act has not turned into another class say nothing of it.
        Class::Book
        | Class::Affirm
        | Class::Order
        | Class::Perform
        | Class::AsIs
        | Class::NoChanges
        | Class::Cancel
        | Class::Modify
        | Class::Keep
        | Class::Absent
        | Class::Present => return,
        Class::Info | Class::Vacancy | Class::Proposal | Class::Without => return,
        Class::Question
        | Class::Availability
        | Class::Request
        | Class::Lead
        | Class::Slot(_)
        | Class::Neutral => return,
    };
    found.add(kind, at);
}
