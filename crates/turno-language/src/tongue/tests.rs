//! What holds for every text. Single sentences stand in rows: `config/languages/TAG/tests/tongue.tsv`.

use super::*;

proptest::proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let tongue = read_tongue(&Text::of(&text));
        proptest::prop_assert!(tongue.of_sentence().is_none() || tongue.of_first_words() == tongue.of_sentence());
    }
}
