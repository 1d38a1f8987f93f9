//! Names of persons, and another one than that which is known: "no es Ana, es Hanna".

use serde_json::Value;

use super::common_words::is_common_word;
use super::found::{Found, correction_start};
use super::name_words::{
    ANSWERS, BEFORE_AN_ORDER, BEFORE_TITLES, BEHIND, BOSSES, BUT_NOT, CALLED, CAPITAL_PARTICLES, COMPANIES,
    CORRECTION_LEADS, CUES, DAY_LEADS, DENIALS, FAMILY, FAMILY_BEHIND, FAMILY_LEADS, GOING_ON, INSISTED,
    LEADS, NICKNAME_ARTICLES, NO_BUT, NO_NAMES, NUMBER_PARTICLES, ON_BEHALF, OTHER_NO, OTHERS, PARTICLES,
    ROLES, SURE_CUES, SURNAME_JOINTS, SURNAMES, TAKING_BACK, TITLES, VERBS, WEAK_CUES, is_day_surname,
    is_day_word,
};
use super::number::number_at;
use super::party_words::{OWN, relatives};
use super::requests::asks_for_something;
use super::spelling::{respelled, spelled_from, spelled_with, spelling_at};
use super::tokens::Tokens;
use crate::ProblemKind;
use crate::grammar::{A, AND, IS, LEAVING_OUT, NOT, OF, THE};
use crate::text::{drawn_in, fold};
use crate::words_of_answers::is_word_of_answers;

const NAME_CHARACTERS_MAX: usize = 60;
const NAME_WORDS_MAX: usize = 5;

/// Whether a name that is a day's or a month's stands where only a name can: "a nombre de Domingo Pérez", or "Abril"
/// alone at the question for a name. Such a name is read before the dates.
pub(super) fn is_named_like_a_day(tokens: &Tokens<'_>, is_awaited: bool) -> bool {
    if !(0..tokens.len()).any(|at| is_day_surname(tokens.word(at))) {
        return false;
    }
    let is_at = |at: usize| {
        let is_last = tokens.ends_at(at + 1);
        is_day_word(tokens.word(at))
            && (is_last || tokens.is_word(at + 1) && !is_common_word(tokens.word(at + 1)))
    };
    let cued = (0..tokens.len()).any(|at| {
        let start = tokens.phrases(at, &CUES).map(|start| title_end(tokens, start));
        start
            .is_some_and(|start| is_at(start) || is_capital_day(tokens, start) || is_short_day(tokens, start))
    });
    let says_who = |at: usize| tokens.is_one_of(at, &SURE_CUES) && is_surname(tokens, at + 2);
    let cued = cued || (1..tokens.len()).any(|at| is_day_word(tokens.word(at)) && says_who(at - 1));
    let is_number = |at: usize| number_at(tokens, at).is_some() && !is_dos_of_a_name(tokens, at);
    let is_date = || (1..tokens.len()).any(|at| is_number(at) || is_day_word(tokens.word(at)));
    let is_own = || own_end(tokens, 0).is_some_and(|start| is_at(start) && tokens.ends_at(start + 1));
    cued || is_awaited && (is_at(0) && !is_date() || ends_in_a_day(tokens) || is_own())
}

/// "(Soy domingo) pérez": a word that is no word of talk.
fn is_surname(tokens: &Tokens<'_>, at: usize) -> bool {
    let word = tokens.word(at);
    tokens.is_word(at) && !is_common_word(word) && !is_word_of_answers(word) && !is_day_surname(word)
}

/// "Julio dos santos": the number is a part of the surname.
fn is_dos_of_a_name(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_one_of(at, &NUMBER_PARTICLES) && is_surname(tokens, at + 1) && tokens.ends_at(at + 2)
}

/// "(a nombre de) plácido domingo" in recognised speech, where no article makes a day of it.
fn is_short_day(tokens: &Tokens<'_>, start: usize) -> bool {
    is_surname(tokens, start) && is_day_word(tokens.word(start + 1)) && tokens.ends_at(start + 2)
}

/// "(a nombre de) Plácido Domingo": capitals up to the end, and the last of them is a day's name.
fn is_capital_day(tokens: &Tokens<'_>, start: usize) -> bool {
    let is_capital = |at: &usize| tokens.is_word(*at) && tokens.original(*at).starts_with(char::is_uppercase);
    let end = start + (start..).take_while(is_capital).count();
    end > start + 1 && tokens.ends_at(end) && is_day_surname(tokens.word(end - 1))
}

/// "Plácido Domingo", "Luna Martes": nothing but names, and the last of them is a day's or a month's too.
fn ends_in_a_day(tokens: &Tokens<'_>) -> bool {
    let mut start = 0;
    while let Some(end) = tokens.phrases(start, &LEADS) {
        start = end;
    }
    let start = title_end(tokens, start);
    let end = (start..).take_while(|at| tokens.is_word(*at)).count() + start;
    let is_first_name = |at: usize| {
        let word = tokens.word(at);
        // "María de la Luz Domingo", and not "la Luz de domingo".
        let is_particle = at > start && at + 2 < end && PARTICLES.contains(&word);
        let is_talk = is_common_word(word)
            || DAY_LEADS.contains(&word)
            || asks_for_something(word)
            || is_word_of_answers(word);
        is_particle || !is_talk
    };
    end > start + 1
        && end - start <= NAME_WORDS_MAX
        && tokens.ends_at(end)
        && is_day_surname(tokens.word(end - 1))
        && (start..end - 1).all(is_first_name)
}

/// The index after "el licenciado", "doctora", "mi esposo", "la empresa", or the index itself.
fn title_end(tokens: &Tokens<'_>, at: usize) -> usize {
    let at = own_end(tokens, at).or_else(|| tokens.phrases(at, &COMPANIES)).unwrap_or(at);
    let start = tokens.skip(at, &BEFORE_TITLES);
    match tokens.phrases(start, &TITLES) {
        Some(end) => tokens.skip(end, &TITLES),
        None => at,
    }
}

/// "La novia: (Laura Paz)", "the bride, (Laura)": what somebody is on that day, before who it is. Alone it is no name.
fn role_end(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let start = tokens.skip(at, &THE);
    let end = tokens.phrases(start, &ROLES)?;
    let is_paused = tokens.is_mark_of(end, &[",", ":"]);
    (start > at || is_paused).then_some(end + usize::from(is_paused))
}

/// "Mi esposo, (Luis Ramírez)", "my boss (Ana)": who it is, where a name follows.
fn own_end(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    if !tokens.is_one_of(at, &OWN) {
        return None;
    }
    let is_somebody = relatives(tokens.word(at + 1)).is_some() || tokens.is_one_of(at + 1, &BOSSES);
    let end = tokens.skip_comma(at + 2);
    let word = tokens.word(end);
    let is_verb = VERBS.contains(&word) || is_word_of_answers(word) && !is_day_word(word);
    (is_somebody && tokens.is_word(end) && !is_verb).then_some(end)
}

/// The names of an utterance, in order. A bare name is one only where a name is awaited.
pub(super) fn names(tokens: &Tokens<'_>, known: Option<&str>, is_awaited: bool) -> Vec<Found> {
    let reader = NameReader { tokens, known, is_awaited };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(one) = reader.denied_at(at).or_else(|| reader.cued_at(at)) else {
            at += 1;
            continue;
        };
        at = reader.push_with_correction(&mut found, one);
    }
    if found.is_empty()
        && is_awaited
        && let Some(one) = reader.in_letters().or_else(|| reader.bare()).or_else(|| reader.spelled())
    {
        reader.push_with_correction(&mut found, one);
    }
    if found.is_empty() && !is_awaited {
        found.extend(reader.after_yes());
    }
    found
}

pub(super) struct NameReader<'a> {
    tokens: &'a Tokens<'a>,
    /// The name so far.
    known: Option<&'a str>,
    is_awaited: bool,
}

impl<'a> NameReader<'a> {
    /// Where no name is known or awaited.
    pub(super) fn of(tokens: &'a Tokens<'a>) -> Self {
        Self { tokens, known: None, is_awaited: false }
    }
}

impl NameReader<'_> {
    /// "…, no, perdón, de Juan": gives the index after all of it.
    fn push_with_correction(&self, found: &mut Vec<Found>, one: Found) -> usize {
        let no = || self.tokens.phrases(one.taken.end, &OTHER_NO);
        let again = correction_start(self.tokens, one.taken.end).or_else(no);
        let corrected = again.and_then(|start| self.name_at(self.tokens.skip(start, &CORRECTION_LEADS)));
        let end = corrected.as_ref().map_or(one.taken.end, |corrected| corrected.taken.end);
        found.push(one);
        found.extend(corrected);
        end
    }

    fn cued_at(&self, at: usize) -> Option<Found> {
        if let Some(start) = self.tokens.phrases(at, &CUES) {
            return self.name_at(self.after_pause(start));
        }
        if let Some(found) = self.of_role(at) {
            return Some(found);
        }
        if let Some(start) = self.tokens.phrases(at, &WEAK_CUES) {
            let is_sure = self.tokens.is_one_of(at, &SURE_CUES);
            let shown = title_end(self.tokens, start);
            let is_capital = self.tokens.original(shown).starts_with(char::is_uppercase);
            let is_likely = is_capital || self.is_awaited || is_sure;
            let is_from =
                PARTICLES.contains(&self.tokens.word(start)) && title_end(self.tokens, start) == start;
            let is_what_they_are = |found: &Found| !is_capital && self.is_what_somebody_is(found);
            return self.name_at(start).filter(|found| is_likely && !is_from && !is_what_they_are(found));
        }
        // "no, es Laura", where a name is known or awaited.
        let start = self.tokens.phrases(at, &NO_BUT)?;
        let is_known = self.known.is_some();
        let is_capital = self.tokens.original(start).starts_with(char::is_uppercase);
        self.name_at(start).filter(|found| {
            (is_known && is_capital || self.is_awaited)
                && self.tokens.ends_at(found.said.end)
                && !self.is_of_known(&found.outcome)
        })
    }

    /// The name that begins at an index.
    pub(super) fn name_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let start = title_end(tokens, role_end(tokens, at).unwrap_or(at));
        let start = if tokens.phrases(start, &FAMILY).is_some() { start + 1 } else { start };
        if asks_for_something(tokens.word(start)) || LEAVING_OUT.contains(&tokens.word(start)) {
            return None;
        }
        let mut end = start;
        let mut words = 0;
        let mut name = String::new();
        while words < NAME_WORDS_MAX && (words == 0 || self.goes_on(end, words)) {
            let particles = (end..).take_while(|at| self.is_particle(*at, words)).count();
            if particles > 2 || !self.is_name_word(end + particles, words) {
                break;
            }
            let word_end = self.word_end(end + particles);
            for index in end..word_end {
                let is_joined = tokens.is_glued(index) && index > start;
                if !name.is_empty() && !is_joined {
                    name.push(' ');
                }
                let is_particle = index < end + particles && index > start;
                name.push_str(&title_case(tokens.original(index), is_particle));
            }
            words += 1;
            end = word_end;
        }
        let is_long = name.chars().count() > NAME_CHARACTERS_MAX;
        if words == 0 || is_long {
            return None;
        }
        let (name, spelling_end) = spelled_with(tokens, name, end);
        Some(Found { said: start..end, taken: at..spelling_end, outcome: Ok(Value::String(name)) })
    }

    /// "Beto, de parte de Laura" are two; a name goes on over "y" only where capitals show it: "José Ortega y Gasset".
    fn goes_on(&self, at: usize, words: usize) -> bool {
        let is_capital = |at: usize| self.tokens.original(at).starts_with(char::is_uppercase);
        if self.tokens.phrases(at, &ON_BEHALF).is_some() {
            return false;
        }
        !self.tokens.is_one_of(at, &SURNAME_JOINTS) || words >= 2 && is_capital(at - 1) && is_capital(at + 1)
    }

    /// "O'Brien", "Ana-María": marks that join.
    fn word_end(&self, at: usize) -> usize {
        let tokens = self.tokens;
        let mut end = at + 1;
        while tokens.is_mark_of(end, &["'", "’", "-"])
            && tokens.is_glued(end)
            && tokens.is_glued(end + 1)
            && tokens.is_word(end + 1)
        {
            end += 2;
        }
        end
    }

    fn is_particle(&self, at: usize, words: usize) -> bool {
        let word = self.tokens.word(at);
        // "El Güero", as "La Güera".
        let is_capital = || self.tokens.original(at + 1).starts_with(char::is_uppercase);
        let is_by_name = words == 0 && self.is_awaited && NICKNAME_ARTICLES.contains(&word) && is_capital();
        let is_joint = words >= 2 && SURNAME_JOINTS.contains(&word);
        self.tokens.is_word(at + 1) && (PARTICLES.contains(&word) || is_joint || is_by_name)
    }

    fn is_name_word(&self, at: usize, words: usize) -> bool {
        let tokens = self.tokens;
        let word = tokens.word(at);
        let is_particle = PARTICLES.contains(&word) && (words == 0 || tokens.is_word(at + 1));
        let is_number = number_at(tokens, at).is_some() && !is_particle;
        let is_joined = self.word_end(at) > at + 1;
        let is_capital = tokens.original(at).starts_with(char::is_uppercase);
        let is_surname = words > 0 && is_capital && SURNAMES.contains(&word);
        let is_surname = is_surname || words == 0 && self.is_first_surname(at);
        // "Pedro Díez", "Ana de la O": a capital where nothing else has one.
        let is_marked = words > 0 && is_capital && tokens.is_word(at);
        let is_behind_article =
            is_marked && at > 1 && THE.contains(&tokens.before(at)) && OF.contains(&tokens.before(at - 1));
        if is_behind_article && !BEHIND.contains(&word) {
            return true;
        }
        let is_first_name = words == 0 && is_day_word(word);
        let is_surname = is_surname
            || words > 0 && is_day_surname(word) && tokens.ends_at(at + 1) && self.is_all_names(at);
        let is_drawn_out = drawn_in(word).is_some_and(|word| word.len() > 3 && is_common_word(&word));
        let is_spelling = spelling_at(tokens, at).is_some();
        let no_names = if words == 0 { &NO_NAMES } else { &BEHIND };
        tokens.is_word(at)
            && !no_names.contains(&word)
            && (!is_number || words > 0 && is_surname)
            && !is_spelling
            && !is_drawn_out
            && (is_joined || is_surname || is_first_name || !is_common_word(word))
    }

    /// A day's name as a surname: where a name is awaited, the words before it are names; else a capital shows it.
    fn is_all_names(&self, at: usize) -> bool {
        let is_capital = |at: usize| self.tokens.original(at).starts_with(char::is_uppercase);
        self.is_awaited && ends_in_a_day(self.tokens)
            || at > 0 && is_short_day(self.tokens, at - 1)
            || is_capital(at) && is_capital(at - 1)
    }

    /// "S-M-I-T-H", "S de Sergio, O de Oso, …".
    fn in_letters(&self) -> Option<Found> {
        (self.tokens.word(0).len() == 1).then(|| self.spelled())?
    }

    /// "ele a u erre a", "S as in Sam, M as in Mary".
    fn spelled(&self) -> Option<Found> {
        let name = spelled_from(self.tokens, 0)?;
        Some(Found::new(0..self.tokens.len(), Ok(Value::String(capitalized(&name)))))
    }

    /// "Sírveme un flan" is an order, whoever the first word may be.
    fn is_object(&self, at: usize) -> bool {
        self.tokens.is_used(at + 1) && BEFORE_AN_ORDER.contains(&fold(self.tokens.original(at)).as_str())
    }

    /// An answer that is a name and little else.
    fn bare(&self) -> Option<Found> {
        let tokens = self.tokens;
        let question = (0..tokens.len()).find(|at| tokens.is_mark_of(*at, &["?", "¿"]));
        let mut start = 0;
        while let Some(end) = tokens.phrases(start, &LEADS).filter(|_| !self.is_first_surname(start)) {
            start = end;
        }
        // "con hache: Hanna"
        let spelling = spelling_at(tokens, start).filter(|(_, end)| tokens.is_mark(*end));
        start = spelling.map_or(start, |(_, end)| end + 1);
        start = tokens.skip(start, &FAMILY_LEADS);
        // "De la Cruz" is a surname.
        let is_of = start > 0 && tokens.is_one_of(start - 1, &OF) && title_end(tokens, start) == start;
        start -= usize::from(is_of && tokens.is_one_of(start, &THE));
        let mut found = self.name_at(start)?;
        if let (Some((letter, _)), Ok(Value::String(name))) = (spelling, &found.outcome) {
            found.outcome = Ok(Value::String(respelled(name, letter)));
        }
        let is_family = tokens.is_one_of(found.taken.end - 1, &FAMILY_BEHIND) && found.said.len() > 1;
        if is_family {
            found.said.end -= 1;
            found.outcome = found.outcome.map(without_last_word);
        }
        let end = found.taken.end;
        if self.is_object(end) {
            return None;
        }
        // "Ana Ruiz, ¿tienen estacionamiento?", and not "joven, ¿tienen …?"
        let is_written = found.said.len() > 1 && found.said.clone().all(|at| self.is_written(at));
        if let Some(question) = question {
            let is_before = end <= question && !tokens.is_mark_of(end, &["?"]);
            let is_talked_to = found.said.clone().any(|at| tokens.is_one_of(at, &TITLES));
            return (is_before && is_written && !is_talked_to).then_some(found);
        }
        // "Smith, S as in Sam, M as in Mary, …"
        let rest = tokens.skip_comma(end);
        if let Some(name) = spelled_from(tokens, rest).filter(|_| found.said.len() == 1 && rest > end) {
            found.taken.end = tokens.len();
            found.outcome = Ok(Value::String(capitalized(&name)));
            return Some(found);
        }
        let is_rest = tokens.ends_at(end)
            || BEHIND.contains(&tokens.word(end))
            || correction_start(tokens, end).is_some_and(|start| self.name_at(start).is_some())
            || tokens.phrases(end, &GOING_ON).is_some()
            || is_written && self.goes_to_something_else(end);
        is_rest.then_some(found)
    }

    /// "(Ana Ruiz) en Coyoacán", "(Ana Ruiz) y es cumpleaños de mi mamá": words of talk behind a name that is written as one,
    /// and not what that person does or does not.
    fn goes_to_something_else(&self, end: usize) -> bool {
        let tokens = self.tokens;
        let next = tokens.skip(end, &AND);
        let is_talk = is_common_word(tokens.word(next)) || is_word_of_answers(tokens.word(next));
        let is_of_them = next == end && VERBS.contains(&tokens.word(next));
        is_talk && !is_of_them && !NOT.contains(&tokens.word(next)) && !self.is_capital_name(next)
    }

    /// A word with a capital, or a small one of a name: "Ana", "de".
    fn is_written(&self, at: usize) -> bool {
        self.is_capital_name(at) || self.tokens.is_mark(at) || PARTICLES.contains(&self.tokens.word(at))
    }

    fn is_capital_name(&self, at: usize) -> bool {
        self.tokens.original(at).starts_with(char::is_uppercase)
    }

    /// "Mesa Torres", "Bueno Pérez": two capitals, no pause between them, and nothing else.
    fn is_first_surname(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let is_small = |at: usize| tokens.original(at).chars().any(char::is_lowercase);
        let are_capitals = [at, at + 1].into_iter().all(|at| self.is_capital_name(at) && is_small(at));
        SURNAMES.contains(&tokens.word(at))
            && tokens.is_word(at + 1)
            && are_capitals
            && !is_common_word(tokens.word(at + 1))
            && !NO_NAMES.contains(&tokens.word(at + 1))
            && tokens.ends_at(at + 2)
            && (self.is_awaited || at > 0)
    }

    /// "(Soy) comprador de un hotel": what somebody is, and not who.
    fn is_what_somebody_is(&self, found: &Found) -> bool {
        self.tokens.is_one_of(found.taken.end, &OF) && self.tokens.is_one_of(found.taken.end + 1, &A)
    }

    /// Over a pause between what leads to a name and the name.
    fn after_pause(&self, at: usize) -> usize {
        at + usize::from(self.tokens.is_mark_of(at, &[",", ":"]))
    }

    /// "La paciente es Consuelo Arriaga", "the patient is called Norah": who comes, by what they are here.
    fn of_role(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let end = tokens.phrases(at, &ROLES)?;
        let called = tokens.phrases(end, &CALLED);
        let start = called.or_else(|| tokens.is_one_of(end, &IS).then_some(end + 1))?;
        let found = self.name_at(start)?;
        let is_short = tokens.ends_at(found.taken.end) && found.said.len() > 1 && self.is_awaited;
        let is_likely = called.is_some() || is_short || found.said.clone().all(|at| self.is_written(at));
        is_likely.then_some(found)
    }
}

impl NameReader<'_> {
    /// "No es Ana, es Hanna", "it's not Ana, it's Hanna", "Hanna, no Ana": the other one counts.
    fn denied_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let is_known = |found: &Found| self.is_of_known(&found.outcome);
        if let Some(start) = tokens.phrases(at, &DENIALS) {
            let denied = self.name_at(start)?;
            let next = tokens.skip_comma(denied.taken.end);
            let told = tokens.phrases(next, &OTHERS);
            let is_plain = next > denied.taken.end && is_known(&denied);
            let other = self.name_at(told.or(is_plain.then_some(next))?)?;
            let is_sure = is_known(&denied) || tokens.original(start).starts_with(char::is_uppercase);
            return (is_sure && tokens.ends_at(other.taken.end))
                .then_some(Found { taken: at..other.taken.end, ..other });
        }
        let is_begin = at == 0 || tokens.is_mark(at - 1) && !tokens.is_glued(at);
        if !is_begin || self.known.is_none() {
            return None;
        }
        let start = tokens.skip(at, &INSISTED);
        let told = self.name_at(start)?;
        let next = tokens.skip_comma(told.taken.end);
        let denied = self.name_at(tokens.phrases(next, &BUT_NOT)?)?;
        (is_known(&denied) && !is_known(&told) && tokens.ends_at(denied.taken.end))
            .then_some(Found { taken: at..denied.taken.end, ..told })
    }

    /// Whether a name is the known one, or a part of it.
    fn is_of_known(&self, outcome: &Result<Value, ProblemKind>) -> bool {
        let (Some(known), Ok(Value::String(name))) = (self.known, outcome) else {
            return false;
        };
        let known = fold(known);
        fold(name).split_whitespace().all(|word| known.split_whitespace().any(|known| known == word))
    }

    /// "Sí, Ana María López", "no, perdón, Juana": where a name is known, another one, and nothing else, after a yes, a no
    /// or a word that takes back. Capitals show that it is one, or a word of the known name: "no, perdón, juan pérez luna".
    fn after_yes(&self) -> Option<Found> {
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
        let is_told = is_taken_back || INSISTED.contains(&tokens.before(start));
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
        fold(name).split_whitespace().any(|word| known.split_whitespace().any(|known| known == word))
    }
}

fn without_last_word(name: Value) -> Value {
    let text = name.as_str().unwrap_or_default();
    Value::from(text.rsplit_once(' ').map_or(text, |(before, _)| before))
}

fn title_case(word: &str, is_particle: bool) -> String {
    let is_lower = word.chars().all(|c| !c.is_uppercase());
    let is_upper = word.chars().count() > 1 && word.chars().all(|c| !c.is_lowercase());
    if is_particle {
        let lower = word.to_lowercase();
        let is_capital = word == capitalized(&lower) && CAPITAL_PARTICLES.contains(&fold(word).as_str());
        return if is_capital { word.to_owned() } else { lower };
    }
    if !is_lower && !is_upper {
        return word.to_owned();
    }
    let lower = word.to_lowercase();
    match lower.strip_prefix("mc").filter(|rest| rest.len() > 2) {
        Some(rest) => format!("Mc{}", capitalized(rest)),
        None => capitalized(&lower),
    }
}

fn capitalized(lower: &str) -> String {
    let mut characters = lower.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
