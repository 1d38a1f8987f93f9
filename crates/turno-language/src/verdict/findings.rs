//! What an answer contains, clause by clause.

use super::clauses::{Clause, Kind, NO, Piece, QuestionSign, is_connective, is_filler, is_phrase, slot_word};
use super::second_thoughts::{breaks_off, has_second_thought};
use super::values::Valued;
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::{Class, SlotWord};
use crate::{Act, Language};

/// One answer inside an utterance, in the order in which they were given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// "sí".
    Yes,
    /// "está bien".
    Good,
    /// "resérvala".
    Go,
    /// "no".
    No,
    /// "claro que no", "no está bien".
    Refuse,
}

/// All that was found in an utterance. Flags are of the part before a question, unless they say otherwise.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) answers: Vec<Answer>,
    /// A "sí" and the act in one clause: "sí cancélala".
    pub(super) has_emphatic_go: bool,
    /// "never mind", "claro que no": more than "that's not right".
    pub(super) has_outright_refusal: bool,
    pub(super) has_wait: bool,
    /// A hedge, a condition, "¿qué?", "sí, ¿no?", or a double negation.
    pub(super) has_doubt: bool,
    pub(super) has_change: bool,
    pub(super) has_weak_change: bool,
    /// A word of correction: "en realidad", "sorry".
    pub(super) has_correction: bool,
    pub(super) has_but: bool,
    /// A value that a slot's reading took and that was not asked.
    pub(super) has_new_value: bool,
    /// A question behind it shows that the yes is none yet: "¿puedo pensarlo?".
    pub(super) has_second_thought: bool,
    /// Its question asks for something to be done that may bear on what is pending: "¿me das la mesa de la terraza?".
    pub(super) has_open_request: bool,
    /// Puts the answer off.
    pub(super) has_defer: bool,
    /// Ends the talk.
    pub(super) has_closing: bool,
    /// Says what is wanted, "quiero 3": a number after it is a value.
    pub(super) has_lead: bool,
    /// A number, day or hour that was not asked.
    pub(super) has_foreign_value: bool,
    /// A value that was not asked, in a question that asks for it: "¿se puede a las 9?".
    pub(super) has_value_in_question: bool,
    /// A value that was asked.
    pub(super) has_asked_value: bool,
    /// A value that was asked, negated: "no el viernes".
    pub(super) rejects_asked_value: bool,
    /// Words of no table.
    pub(super) has_unknown: bool,
    /// Words of no table after words that open what is wanted: "quiero", "en".
    pub(super) has_wanted_unknown: bool,
    /// Words of no table after a preposition, which name something to be had: "en la terraza", "with subtitles".
    pub(super) has_wish: bool,
    /// Such a wish opens a clause, and nothing but small talk comes before it.
    pub(super) opens_with_wish: bool,
    /// Something is said to be wrong or unwanted by its name: "la hora está mal".
    pub(super) rejects_slot: bool,
    pub(super) slot_words: Vec<SlotWord>,
    /// "That's perfect": more than that nothing speaks against it.
    pub(super) has_praise: bool,
    /// Where the question begins, as the index of a word.
    pub(super) question_start: Option<usize>,
    /// Where the words after the first clause with a "no" begin.
    pub(super) after_no_start: Option<usize>,
}

/// "That's perfect", "it sounds wonderful", and not "that's fine", which may leave things as they are.
fn has_praise(words: &[Word<'_>]) -> bool {
    static SUBJECTS: Tagged = Tagged::new("findings_subjects");
    static PRAISE: Tagged = Tagged::new("findings_praise");
    words.windows(2).any(|pair| SUBJECTS.contains(&pair[0].text) && PRAISE.contains(&pair[1].text))
}

/// Looks through the clauses. Once a question begins, it goes on to the end.
pub(super) fn findings(language: Language, act: Act, words: &[Word<'_>], clauses: &[Clause]) -> Findings {
    static NOT_QUITE: Tagged = Tagged::new("findings_not_quite");
    let mut found = Findings {
        // "8ish" is not quite 8.
        has_doubt: words.iter().any(|word| NOT_QUITE.contains(&word.text)),
        // Whoever is asked whether to cancel may find perfect what they have.
        has_praise: !language.is_romance() && act != Act::Cancel && has_praise(words),
        ..Findings::default()
    };
    for clause in clauses {
        let is_question = found.question_start.is_some() || asks(clause);
        // "Yes, do you", "sí, ¿tienen la": whatever was to be asked may bear on the yes.
        found.has_doubt |= is_question && breaks_off(words, clause);
        if is_question {
            let goes_on = found.question_start.is_some();
            if !goes_on {
                found.question_start = first_word(clause).map(|start| with_connective(words, start));
            }
            found.has_second_thought |= has_second_thought(words, clause, act, goes_on);
            look_through_question(language, words, clause, &mut found);
            continue;
        }
        let answers_before = found.answers.len();
        look_through_answer(language, words, clause, &mut found);
        let answers_no =
            found.answers[answers_before..].iter().any(|a| matches!(a, Answer::No | Answer::Refuse));
        if answers_no && found.after_no_start.is_none() {
            found.after_no_start = clause.pieces.last().map(|piece| piece.words.end);
        }
        // "¿sí?", "¿no?": the mark turns an answer into a doubt.
        let asks_for_act = clause.pieces.iter().any(|piece| is_phrase(piece, Class::Go));
        found.has_doubt |= clause.question == QuestionSign::Mark && !asks_for_act;
    }
    found
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

fn first_word(clause: &Clause) -> Option<usize> {
    clause.pieces.first().map(|piece| piece.words.start)
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
    let has = |kind: Kind| clause.pieces.iter().any(|piece| piece.kind == kind);
    let has_class = |class: Class| has(Kind::Phrase(class));
    let names_slot = clause.pieces.iter().any(|piece| slot_word(piece).is_some());
    let is_proposal = has_class(Class::Proposal);
    let is_request = has_class(Class::Request);
    let is_side_question = has_class(Class::Question) && !is_proposal;
    // "sí, tienen mal el nombre" is no question, though it opens like one; and a no may follow a question.
    let ends_in_no = clause
        .pieces
        .iter()
        .rfind(|piece| !is_filler(piece))
        .is_some_and(|last| is_phrase(last, Class::Negation));
    let denies_plainly = ends_in_no || (has_class(Class::Negation) && !clause.is_marked);
    // "when am I free on the 14th?": who asks that has not decided.
    found.has_defer |= has_class(Class::Defer);
    found.has_wait |= has_class(Class::Wait) && !denies_plainly;
    found.has_doubt |= denies_plainly || AGAINST_A_YES.into_iter().any(has_class);
    let is_about_booking = is_proposal || has_class(Class::Go) || has_class(Class::Vacancy);
    let asks_elsewhere = is_request || is_side_question || has_class(Class::Availability);
    // "no la reserve, ¿tienen otra sucursal?", "I don't want it, show me a movie instead".
    let is_other_wish = found.has_outright_refusal && asks_elsewhere && !is_about_booking;
    found.has_change |= has_class(Class::Change) && !is_other_wish;
    if has(Kind::Value(Valued::New)) || has(Kind::Value(Valued::Foreign)) {
        let is_told = is_request && !is_side_question && !has_class(Class::Info);
        let is_bare = !(is_side_question || has(Kind::Unknown) || has_class(Class::Info));
        let asks_for_value = is_about_booking || is_told || is_bare;
        // "no, I'd like to find something to do on the 12th": no slot of the call takes it.
        let is_denied = matches!(found.answers.first(), Some(Answer::No | Answer::Refuse));
        let is_elsewhere =
            is_denied && is_told && !is_about_booking && has(Kind::Unknown) && !has(Kind::Value(Valued::New));
        found.has_value_in_question |= asks_for_value && !is_elsewhere;
        found.has_doubt |= !asks_for_value && !is_side_question;
    } else if has(Kind::Value(Valued::Asked)) {
        found.has_asked_value |= is_about_booking;
    } else {
        let asks_for_facts = is_side_question || has_class(Class::Info) || names_slot;
        let is_comparison = has_class(Class::WeakChange);
        found.has_open_request |= (is_proposal && (is_comparison || !has_class(Class::Info)))
            || (is_request && !asks_for_facts)
            || (has_class(Class::Availability) && is_comparison);
        // "can you play it on my kitchen speaker", "quisiera verla con subtítulos".
        let is_told_to_act = has_class(Class::Go) && !is_side_question;
        let is_wish = (is_request || is_proposal || is_told_to_act)
            && !asks_for_facts
            && wish_at(language, words, &clause.pieces).is_some();
        found.has_wish |= is_wish;
        found.opens_with_wish |= is_wish && (has_class(Class::Go) || has_class(Class::Lead));
        // "can you book it with Doctor Gómez".
        // "no, I'm looking for a concert in New York".
        let is_other_want = !language.is_romance() && is_request && !asks_for_facts && has(Kind::Unknown);
        found.has_wanted_unknown |=
            is_wish || is_other_want || (is_request && has_class(Class::Go) && has(Kind::Unknown));
    }
}

fn look_through_answer(language: Language, words: &[Word<'_>], clause: &Clause, found: &mut Findings) {
    let names_slot = clause.pieces.iter().any(|piece| slot_word(piece).is_some());
    // "no me acomoda a las 8", "no está bien la hora".
    let names_part = names_slot || clause.pieces.iter().any(|piece| piece.kind == Kind::Value(Valued::Asked));
    let answers_before = found.answers.len();
    let mut is_negated = false;
    let opener = clause.pieces.iter().find(|piece| !is_phrase(piece, Class::Neutral));
    let has_lead = opener.is_some_and(|piece| is_phrase(piece, Class::Lead));
    let has_go = clause.pieces.iter().any(|piece| is_phrase(piece, Class::Go));
    let wish = wish_at(language, words, &clause.pieces);
    found.has_wish |= wish.is_some();
    found.opens_with_wish |= wish.is_some_and(|at| clause.pieces[..at].iter().all(is_filler));
    for piece in &clause.pieces {
        match piece.kind {
            // "apártame un lugar".
            Kind::Phrase(Class::Vacancy) if has_go => {}
            // "no, don't add it": what is refused is no wish.
            Kind::Phrase(Class::Change) if found.answers[answers_before..].contains(&Answer::Refuse) => {}
            Kind::Phrase(Class::Info | Class::Vacancy) | Kind::Value(Valued::Not) | Kind::Unknown => {
                found.has_unknown = true;
                found.has_wanted_unknown |= has_lead && !is_infinitive(language, words, piece);
            }
            Kind::Phrase(class) => look_at_phrase(class, names_part, &mut is_negated, found),
            Kind::Value(Valued::Asked) => {
                found.has_asked_value = true;
                found.rejects_asked_value |= std::mem::take(&mut is_negated);
            }
            Kind::Value(Valued::New) => found.has_new_value = true,
            Kind::Value(Valued::Foreign) => found.has_foreign_value = true,
        }
        found.slot_words.extend(slot_word(piece));
    }
    // "la hora sí" leaves the rest open.
    found.has_doubt |=
        clause.pieces.windows(2).any(|pair| slot_word(&pair[0]).is_some() && is_phrase(&pair[1], Class::Yes));
    found.has_lead |= has_lead;
    if is_negated {
        let negates_unknown = ends_in_unknown(&clause.pieces);
        if negates_unknown {
            found.has_doubt = true;
        } else {
            found.answers.push(Answer::No);
        }
    }
    let answers = &found.answers[answers_before..];
    found.has_emphatic_go |= answers.first() == Some(&Answer::Yes) && answers.last() == Some(&Answer::Go);
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

/// "resérvala", "no la reserves".
fn go_on(is_negated: bool, found: &mut Findings) {
    found.has_outright_refusal |= is_negated;
    found.answers.push(if is_negated { Answer::Refuse } else { Answer::Go });
}

fn look_at_phrase(class: Class, names_slot: bool, is_negated: &mut bool, found: &mut Findings) {
    match class {
        Class::Yes => {
            if std::mem::take(is_negated) {
                found.answers.push(Answer::No);
            }
            found.answers.push(Answer::Yes);
        }
        Class::Good => match (std::mem::take(is_negated), names_slot) {
            (true, true) => found.rejects_slot = true,
            (true, false) => found.answers.push(Answer::Refuse),
            (false, _) => found.answers.push(Answer::Good),
        },
        Class::Bad => match (std::mem::take(is_negated), names_slot) {
            (true, _) => found.has_doubt = true,
            (false, true) => found.rejects_slot = true,
            (false, false) => found.answers.push(Answer::Refuse),
        },
        Class::Go => go_on(std::mem::take(is_negated), found),
        Class::Undo if std::mem::take(is_negated) => found.has_doubt = true,
        Class::Undo => found.answers.push(Answer::Refuse),
        Class::Refuse => {
            *is_negated = false;
            found.has_outright_refusal = true;
            found.answers.push(Answer::Refuse);
        }
        Class::No => found.answers.push(Answer::No),
        Class::Negation => {
            if std::mem::replace(is_negated, true) {
                found.answers.push(Answer::No);
            }
        }
        Class::Defer => found.has_defer = true,
        Class::Closing => found.has_closing = true,
        Class::Wait => found.has_wait = true,
        Class::Hedge | Class::Condition | Class::Repeat => {
            *is_negated = false;
            found.has_doubt = true;
        }
        Class::Change => {
            *is_negated = false;
            found.has_change = true;
        }
        Class::WeakChange => found.has_weak_change = true,
        Class::Correction => found.has_correction = true,
        Class::But => found.has_but = true,
        Class::Wish => {
            found.has_wish = true;
            found.opens_with_wish |= found.answers.is_empty();
        }
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
        | Class::Present => {}
        Class::Info | Class::Vacancy | Class::Proposal | Class::Without => {}
        Class::Question
        | Class::Availability
        | Class::Request
        | Class::Lead
        | Class::Slot(_)
        | Class::Neutral => {}
    }
}
