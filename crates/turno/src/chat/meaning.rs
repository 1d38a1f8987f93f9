//! What a typed line is: words, a button or a key.

use turno_core::Channel;
use turno_gateway::frames::ChoiceFrame;

/// What a typed line is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Words.
    Text,
    /// A button, by its id.
    Choice(String),
    /// A key of the telephone.
    Key,
}

impl Meaning {
    /// On voice a single digit is a key where a yes or a no is awaited; elsewhere the number or the title of a button
    /// presses it.
    pub(crate) fn of(line: &str, channel: Channel, awaiting: Option<&str>, choices: &[ChoiceFrame]) -> Self {
        if channel == Channel::Voice {
            let is_key = line.len() == 1 && line.bytes().all(|byte| byte.is_ascii_digit());
            return if is_key && awaiting == Some("confirmation") { Self::Key } else { Self::Text };
        }
        let by_number = line.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
        let pressed = by_number
            .or_else(|| choices.iter().find(|choice| choice.title.to_lowercase() == line.to_lowercase()));
        pressed.map_or(Self::Text, |choice| Self::Choice(choice.id.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_is_pressed_by_its_number_or_its_title() {
        let meaning = |line: &str| Meaning::of(line, Channel::Whatsapp, Some("confirmation"), &buttons());
        assert_eq!(meaning("1"), Meaning::Choice("yes:1-1".to_owned()));
        assert_eq!(meaning("SÍ"), Meaning::Choice("yes:1-1".to_owned()));
        assert_eq!(meaning("no"), Meaning::Choice("no:1-1".to_owned()));
        for words in ["0", "3", "", "sí, pero a las 9"] {
            assert_eq!(meaning(words), Meaning::Text, "{words}");
        }
    }

    #[test]
    fn on_the_phone_a_digit_is_a_key_where_a_yes_is_awaited() {
        let meaning = |line: &str, awaiting| Meaning::of(line, Channel::Voice, awaiting, &buttons());
        assert_eq!(meaning("1", Some("confirmation")), Meaning::Key);
        assert_eq!(meaning("4", Some("slot:party_size")), Meaning::Text);
        assert_eq!(meaning("sí", Some("confirmation")), Meaning::Text);
    }

    fn buttons() -> [ChoiceFrame; 2] {
        let button = |id: &str, title: &str| ChoiceFrame { id: id.to_owned(), title: title.to_owned() };
        [button("yes:1-1", "Sí"), button("no:1-1", "No")]
    }
}
