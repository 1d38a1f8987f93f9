//! What no rule knows, and others meant who said so.

use super::{read, reason};
use crate::{Act, Language, Verdict};

const LOOK_ALIKES: &str = include_str!("../../../../../config/languages/train/assent/lookalikes.tsv");

#[test]
fn a_yes_in_words_that_no_rule_knows_is_a_yes_where_nothing_speaks_against_it() {
    for (language, said) in
        [(Language::es(), "estoy conforme con todo"), (Language::es(), "perfecto así lo dejamos")]
    {
        let why = reason(language, Act::Book, said);
        assert!(why.starts_with("said as others say yes"), "{said}: {why}");
    }
    for said in
        ["estoy conforme con todo, pero a las 9", "no estoy conforme con todo", "¿estoy conforme con todo?"]
    {
        assert_ne!(read(Language::es(), Act::Book, said).verdict, Verdict::Yes, "{said}");
    }
}

/// Of all that looks like a yes and is none, nothing is taken for one by what is learnt.
#[test]
fn no_answer_that_only_looks_like_a_yes_is_one_by_what_others_meant() {
    let rows = LOOK_ALIKES.lines().filter_map(|line| line.strip_prefix("neither\t"));
    let mut count = 0;
    for said in rows {
        for (language, act) in
            [(Language::es(), Act::Book), (Language::es(), Act::Cancel), (Language::en(), Act::Order)]
        {
            let why = reason(language, act, said);
            assert!(!why.starts_with("said as others say yes"), "{said}: {why}");
        }
        count += 1;
    }
    assert!(count > 1_500, "{count}");
}

#[test]
fn faces_that_turn_a_yes_round_make_it_none_and_glad_ones_do_not() {
    for said in ["sí 🙃", "ok 🤨", "😡 sí", "sí ✋", "sí ❓", "👍🤨"] {
        assert_ne!(read(Language::es(), Act::Book, said).verdict, Verdict::Yes, "{said}");
    }
    for said in ["sí 😊", "sí 🙏", "👍", "sí, gracias 🎉", "sí 🌮"] {
        assert_eq!(read(Language::es(), Act::Book, said).verdict, Verdict::Yes, "{said}");
    }
}
