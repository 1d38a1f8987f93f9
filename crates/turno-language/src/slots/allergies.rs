//! What somebody cannot have: "soy alérgica a la nuez", "my son has a nut allergy", and what a dish says of that.

use std::ops::Range;

use super::common_words::{COURTESIES, is_common_word};
use super::number::number_at;
use super::requests::asks_for_something;
use super::several::Line;
use super::tokens::Tokens;
use crate::grammar::{AND, LEAVING_OUT, NOT, THE};
use crate::pack::Tagged;
use crate::{Language, Text};

/// Says that somebody cannot have something.
static ALLERGIC: Tagged = Tagged::new("allergies_allergic");
/// Whose allergy it is, and how it is told, before that.
static BEFORE: Tagged = Tagged::new("allergies_before");
/// What says that nobody has one.
static DENIED: Tagged = Tagged::new("allergies_denied");
/// Before what cannot be had.
static TO: Tagged = Tagged::new("allergies_to");
/// Where it ends, though the words go on.
static ENDS: Tagged = Tagged::new("allergies_ends");
/// Behind what a dish is free of: "gluten free".
static FREE_BEHIND: Tagged = Tagged::new("allergies_free_behind");

/// What cannot be had, each by the words for it and for what has it.
static KINDS: [Tagged; 10] = [
    Tagged::new("allergies_nuts"),
    Tagged::new("allergies_peanuts"),
    Tagged::new("allergies_seafood"),
    Tagged::new("allergies_fish"),
    Tagged::new("allergies_dairy"),
    Tagged::new("allergies_gluten"),
    Tagged::new("allergies_egg"),
    Tagged::new("allergies_soy"),
    Tagged::new("allergies_sesame"),
    Tagged::new("allergies_corn"),
];

/// More words before it are about something else.
const BEFORE_WORDS_MAX: usize = 8;
/// And more behind it.
const BEHIND_WORDS_MAX: usize = 16;

/// An allergy, apart from what else is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allergy {
    /// The whole of it, as said: "mi hija es alérgica a la nuez".
    pub said: String,
    /// All other words; none where nothing else is said.
    pub rest: String,
}

/// Tells an allergy apart from what else is said. None where nobody says that they have one: who asks ("¿tiene nuez?") or
/// denies ("sin alergias") says none.
pub fn split_allergy(text: &Text, language: Language) -> Option<Allergy> {
    let line = Line::of(text, language);
    let tokens = &line.tokens;
    let (at, end) = (0..tokens.len()).find_map(|at| Some((at, tokens.phrases(at, &ALLERGIC)?)))?;
    let start = start_of(tokens, at);
    let is_denied = |at: usize| tokens.is_one_of(at, &DENIED) || tokens.is_one_of(at, &NOT);
    let before = start.saturating_sub(2)..at;
    if before.clone().any(|at| is_denied(at) || tokens.is_one_of(at, &LEAVING_OUT)) {
        return None;
    }
    let end = end_of(tokens, end);
    let asks = tokens.word(end) == "?" || start > 0 && tokens.word(start - 1) == "¿";
    if asks {
        return None;
    }
    let mut before = start;
    while before > 0 && (tokens.is_mark(before - 1) || AND.contains(&tokens.before(before))) {
        before -= 1;
    }
    let mut behind = end;
    while behind < tokens.len() && tokens.is_mark(behind) {
        behind += 1;
    }
    let behind = tokens.skip(behind, &AND);
    let rest = format!("{} {}", line.said(0..before), line.said(behind..tokens.len()));
    Some(Allergy { said: line.said(start..end), rest: rest.trim().to_owned() })
}

/// "Mi hija es …": whose it is, and what it is against where that stands before it ("nut allergy").
fn start_of(tokens: &Tokens<'_>, at: usize) -> usize {
    let least = at.saturating_sub(BEFORE_WORDS_MAX);
    let mut start = at;
    while start > least {
        // "I'm", "she's"
        let is_mark = |at: usize| tokens.is_mark_of(at, &["'", "’"]);
        let is_shortened =
            is_mark(start - 1) || start > 1 && is_mark(start - 2) && tokens.is_glued(start - 1);
        let is_part =
            is_shortened || BEFORE.contains(&tokens.before(start)) || kind_of(tokens.before(start)).is_some();
        if !is_part || tokens.is_used(start - 1) {
            break;
        }
        start -= 1;
    }
    start
}

fn end_of(tokens: &Tokens<'_>, start: usize) -> usize {
    let goes_on = |at: usize| {
        tokens.phrases(at, &TO).is_some() || tokens.is_one_of(at, &THE) || kind_of(tokens.word(at)).is_some()
    };
    let mut end = start;
    while end < tokens.len() && end - start < BEHIND_WORDS_MAX {
        let word = tokens.word(end);
        if word == "," || AND.contains(&word) {
            let next = tokens.skip(end + 1, &AND);
            if !goes_on(next) {
                break;
            }
            end = next;
            continue;
        }
        let stops = tokens.ends_at(end)
            || tokens.is_one_of(end, &ENDS)
            || tokens.is_one_of(end, &COURTESIES)
            || number_at(tokens, end).is_some()
            || asks_for_something(word);
        if stops {
            break;
        }
        end += 1;
    }
    end
}

fn kind_of(word: &str) -> Option<usize> {
    KINDS.iter().position(|kind| kind.contains(&word))
}

/// What is known of a dish, for somebody who cannot have something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Its words say that it has it.
    Has,
    /// Its words say that it is without it.
    Free,
    /// They say neither.
    Nothing,
}

/// What the words of a dish say of what an allergy is against.
pub fn allergy_in_dish(allergy: &str, dish: &[&str], language: Language) -> Told {
    let said = Text::of(allergy);
    let tokens = Tokens::of(&said, language);
    let against: Vec<Against> = against(&tokens);
    let mut told = Told::Free;
    for one in &against {
        let of_one = dish.iter().map(|words| in_words(one, words, language));
        told = match of_one.fold(Told::Nothing, both) {
            Told::Has => return Told::Has,
            Told::Free => told,
            Told::Nothing => Told::Nothing,
        };
    }
    if against.is_empty() { Told::Nothing } else { told }
}

fn both(first: Told, second: Told) -> Told {
    match (first, second) {
        (Told::Has, _) | (_, Told::Has) => Told::Has,
        (Told::Free, _) | (_, Told::Free) => Told::Free,
        (Told::Nothing, Told::Nothing) => Told::Nothing,
    }
}

/// What an allergy is against: a kind, or a word of which no kind is known.
enum Against {
    Kind(usize),
    Word(String),
}

fn against(tokens: &Tokens<'_>) -> Vec<Against> {
    let mut found = Vec::new();
    let mut is_behind = false;
    for at in 0..tokens.len() {
        let word = tokens.word(at);
        if let Some(kind) = kind_of(word) {
            found.push(Against::Kind(kind));
        } else if is_behind && tokens.is_word(at) && !is_small(tokens, at) {
            found.push(Against::Word(word.to_owned()));
        }
        is_behind |= tokens.phrases(at, &ALLERGIC).is_some();
    }
    found
}

fn is_small(tokens: &Tokens<'_>, at: usize) -> bool {
    is_common_word(tokens.word(at))
        || [&AND, &THE, &TO, &ALLERGIC, &BEFORE].iter().any(|words| tokens.is_one_of(at, words))
}

fn in_words(one: &Against, words: &str, language: Language) -> Told {
    let text = Text::of(words);
    let tokens = Tokens::of(&text, language);
    let is_it = |at: &usize| match one {
        Against::Kind(kind) => KINDS[*kind].contains(&tokens.word(*at)),
        Against::Word(word) => tokens.word(*at) == word,
    };
    let is_free = |at: usize| {
        let before: Range<usize> = at.saturating_sub(2)..at;
        before.into_iter().any(|at| tokens.is_one_of(at, &LEAVING_OUT))
            || tokens.is_one_of(at + 1, &FREE_BEHIND)
            || tokens.word(at + 1) == "-" && tokens.is_one_of(at + 2, &FREE_BEHIND)
    };
    let places = (0..tokens.len()).filter(is_it);
    places.map(|at| if is_free(at) { Told::Free } else { Told::Has }).fold(Told::Nothing, both)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(said: &str, language: Language) -> Option<(String, String)> {
        split_allergy(&Text::of(said), language).map(|allergy| (allergy.said, allergy.rest))
    }

    #[test]
    fn an_allergy_is_told_whole_and_apart() {
        for (said, language, allergy, rest) in [
            ("soy alérgica a la nuez", Language::es(), "soy alérgica a la nuez", ""),
            (
                "quiero un mole para recoger, mi hijo es alérgico al camarón y a la leche",
                Language::es(),
                "mi hijo es alérgico al camarón y a la leche",
                "quiero un mole para recoger",
            ),
            (
                "tengo alergia a los mariscos y quiero dos flanes",
                Language::es(),
                "tengo alergia a los mariscos",
                "quiero dos flanes",
            ),
            ("soy celíaca, una arrachera", Language::es(), "soy celíaca", "una arrachera"),
            (
                "oiga, mi mamá es intolerante a la lactosa",
                Language::es(),
                "mi mamá es intolerante a la lactosa",
                "oiga",
            ),
            (
                "a burger for pickup, I'm allergic to peanuts and shellfish",
                Language::en(),
                "I'm allergic to peanuts and shellfish",
                "a burger for pickup",
            ),
            ("my daughter has a nut allergy", Language::en(), "my daughter has a nut allergy", ""),
        ] {
            assert_eq!(split(said, language), Some((allergy.to_owned(), rest.to_owned())), "{said}");
        }
    }

    #[test]
    fn who_asks_or_denies_has_none() {
        for said in [
            "¿son alérgicos a algo?",
            "no soy alérgico a nada",
            "sin alergias",
            "ninguna alergia",
            "¿el flan tiene nuez?",
            "no allergies",
            "nobody is allergic to anything",
        ] {
            assert_eq!(split(said, Language::es()), None, "{said}");
        }
    }

    #[test]
    fn a_dish_is_compared_by_its_own_words() {
        let told = |allergy: &str, dish: &[&str]| allergy_in_dish(allergy, dish, Language::es());
        assert_eq!(told("soy alérgica a la nuez", &["flan", "Con cajeta y nuez."]), Told::Has);
        assert_eq!(told("I'm allergic to nuts", &["flan", "contiene nuez"]), Told::Has);
        assert_eq!(told("soy celíaca", &["arrachera", "sin gluten"]), Told::Free);
        assert_eq!(told("soy celíaca y alérgica a la nuez", &["arrachera", "sin gluten"]), Told::Nothing);
        assert_eq!(told("alérgico al kiwi", &["ensalada", "Con kiwi y fresas."]), Told::Has);
        assert_eq!(told("alérgico al kiwi", &["flan", "Con cajeta."]), Told::Nothing);
        assert_eq!(told("tengo alergias", &["flan"]), Told::Nothing);
    }
}
