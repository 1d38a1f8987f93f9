//! Verbs that ask for something, with the pronouns that hang on them: what begins with one is no name.

use crate::pack::Tagged;

/// Whether a folded word asks for something to be done: "agrega", "ponle", "mándamelos", "add".
pub(super) fn asks_for_something(word: &str) -> bool {
    if is_request(word) {
        return true;
    }
    let mut stem = word;
    for _ in 0..2 {
        // "Vela" and "Dila" are names.
        let Some(shorter) = without_pronoun(stem).filter(|shorter| shorter.len() > 2) else {
            return false;
        };
        if is_request(shorter) {
            return true;
        }
        stem = shorter;
    }
    false
}

fn without_pronoun(word: &str) -> Option<&str> {
    static PRONOUNS: Tagged = Tagged::new("requests_pronouns");
    PRONOUNS.iter().find_map(|pronoun| word.strip_suffix(pronoun))
}

fn is_request(word: &str) -> bool {
    REQUESTS.contains(&word)
}

static REQUESTS: Tagged = Tagged::new("requests_requests");

#[cfg(test)]
mod tests {
    use super::asks_for_something;

    #[test]
    fn verbs_ask_and_names_do_not() {
        for word in [
            "agrega",
            "agregale",
            "quita",
            "quitamelos",
            "ponme",
            "mandanos",
            "traigame",
            "sirveme",
            "add",
            "cambiala",
        ] {
            assert!(asks_for_something(word), "{word}");
        }
        for word in [
            "pamela", "marcelo", "nicole", "gonzalo", "jaime", "estela", "camila", "salome", "dalila",
            "carlos", "nicolas", "marcela", "paula", "adela", "danilo", "ponce", "vela", "angeles",
            "dolores", "mercedes", "pilar", "sarah", "mark", "grant", "bill", "chase", "grace", "may",
            "graciela", "manuela", "consuelo",
        ] {
            assert!(!asks_for_something(word), "{word}");
        }
    }
}
