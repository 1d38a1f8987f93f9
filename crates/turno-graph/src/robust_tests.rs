//! No text makes the compiler panic.

use proptest::prelude::*;

use crate::compile;
use crate::tests::{RESERVATION, catalog};

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_a_graph_or_faults(text in any::<String>()) {
        if let Err(faults) = compile("any.toml", &text, &catalog()) {
            prop_assert!(!faults.is_empty() && !faults.to_string().is_empty());
        }
    }

    #[test]
    fn any_change_of_a_graph_gives_a_graph_or_faults(
        at in any::<prop::sample::Index>(),
        removed in 0usize..30,
        added in r#"[{}|%"'\[\]a-zñ=. \n-]{0,12}"#,
    ) {
        let characters: Vec<char> = RESERVATION.chars().collect();
        let at = at.index(characters.len());
        let end = (at + removed).min(characters.len());
        let text: String = characters[..at].iter().copied().chain(added.chars()).chain(characters[end..].iter().copied()).collect();
        if let Err(faults) = compile("changed.toml", &text, &catalog()) {
            prop_assert!(!faults.is_empty() && !faults.to_string().is_empty());
        }
    }
}
