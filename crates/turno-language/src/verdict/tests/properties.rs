//! What holds for every utterance.

use proptest::prelude::*;

use super::read;
use crate::{Act, Language, Verdict};

const ACTS: [Act; 5] = [Act::Book, Act::Modify, Act::Cancel, Act::Order, Act::Other];

/// Words of answers in both languages, so that sequences of them come near to what people say.
const WORDS: &[&str] = &[
    "sí",
    "si",
    "no",
    "claro",
    "que",
    "va",
    "está",
    "bien",
    "correcto",
    "perfecto",
    "pero",
    "mejor",
    "a las",
    "9",
    "8",
    "4",
    "el",
    "viernes",
    "sábado",
    "espera",
    "creo",
    "resérvala",
    "cancélala",
    "déjala",
    "la hora",
    "¿y",
    "tienen",
    "?",
    ",",
    "por favor",
    "gracias",
    "yes",
    "right",
    "not",
    "that",
    "is",
    "make it",
    "cancel it",
    "maybe",
    "if",
    "please",
    "what",
    "👍",
    "❌",
    "mañana",
];

fn utterance() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..8).prop_map(|words| words.join(" "))
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(vec![Language::es(), Language::en()])
}

fn act() -> impl Strategy<Value = Act> {
    prop::sample::select(ACTS.to_vec())
}

proptest! {
    #[test]
    fn nothing_panics(text in "\\PC{0,80}", language in language(), act in act()) {
        read(language, act, &text);
    }

    #[test]
    fn a_no_at_the_end_is_never_a_yes(text in utterance(), language in language(), act in act()) {
        for no in ["no", "no, mejor no", "siempre no"] {
            if language == Language::es() || no == "no" {
                for said in [format!("{text} {no}"), format!("{text}, {no}")] {
                    let verdict = read(language, act, &said).verdict;
                    prop_assert!(verdict != Verdict::Yes, "{said}");
                }
            }
        }
    }

    #[test]
    fn a_plain_no_before_is_never_a_yes(text in utterance(), act in act()) {
        let said = format!("claro que no, {text}");
        prop_assert_ne!(read(Language::es(), act, &said).verdict, Verdict::Yes, "{}", said);
    }

    #[test]
    fn case_and_the_last_full_stop_do_not_matter(text in utterance(), language in language(), act in act()) {
        let verdict = read(language, act, &text).verdict;
        prop_assert_eq!(read(language, act, &text.to_uppercase()).verdict, verdict, "{}", text);
        for ending in [".", "!", "...", " ", "…"] {
            prop_assert_eq!(read(language, act, &format!("{text}{ending}")).verdict, verdict, "{}{}", text, ending);
        }
    }
}

#[test]
fn a_story_is_never_a_yes() {
    let long = "sí ".repeat(3_400);
    assert_eq!(read(Language::es(), Act::Book, &long).verdict, Verdict::Unclear);
    let long_no = format!("no, {}", "gracias ".repeat(1_200));
    assert_eq!(read(Language::es(), Act::Book, &long_no).verdict, Verdict::No);
}
