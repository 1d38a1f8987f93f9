//! Words of a model's that are no answer, though something came.

use turno_language::{Language, Text, grammar::I, read_tongue};

use crate::{ModelMessage, ModelRequest, ResponseFormat};

/// What machines write where there is no value.
const NO_VALUE: [&str; 6] = ["null", "none", "nil", "undefined", "nan", "n/a"];

/// Whether the whole of what a model said is no answer to what it was asked: a mark of nothing (`(empty)`, `null`, `...`), or words
/// in a language that nobody speaks here and that name nothing, which is how models refuse what their makers forbid.
pub fn is_no_answer(request: &ModelRequest, words: &str) -> bool {
    request.response_format == ResponseFormat::Text && (is_mark(words) || is_foreign(request, words))
}

/// What stands in the place of words.
fn is_mark(words: &str) -> bool {
    let words = words.trim();
    if words.is_empty() {
        return false;
    }
    let is_punctuation = |c: char| c.is_ascii_punctuation() || c.is_whitespace() || "¿¡…–—«»“”‘’".contains(c);
    if words.chars().all(is_punctuation) {
        return true;
    }
    let is_in_brackets = [('(', ')'), ('[', ']'), ('<', '>')].iter().any(|(open, close)| {
        let inside = words.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
        inside.is_some_and(|inside| !inside.contains([*open, *close]))
    });
    let bare = words.trim_matches(is_punctuation);
    is_in_brackets || NO_VALUE.iter().any(|mark| bare.eq_ignore_ascii_case(mark))
}

fn is_foreign(request: &ModelRequest, words: &str) -> bool {
    let Some(language) = request.language else {
        return false;
    };
    let foreign = read_tongue(&Text::of(words)).of_first_words().filter(|spoken| *spoken != language);
    foreign.is_some_and(|foreign| names_nothing(words) && !is_spoken(request, foreign))
}

/// Whether the user speaks that language, whatever the talk is in.
fn is_spoken(request: &ModelRequest, language: Language) -> bool {
    request.messages.iter().any(|message| match message {
        ModelMessage::User { text } => read_tongue(&Text::of(text)).of_first_words() == Some(language),
        ModelMessage::System { .. } | ModelMessage::Assistant { .. } | ModelMessage::ToolResult { .. } => {
            false
        }
    })
}

/// No number, and no name: a word that begins large though no sentence begins with it.
fn names_nothing(words: &str) -> bool {
    let mut begins_sentence = true;
    for word in words.split_whitespace() {
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_named = letters.chars().next().is_some_and(char::is_uppercase) && !begins_sentence;
        // "I", "I'm", which English writes large.
        let own = letters.split(['\'', '’']).next().unwrap_or_default();
        let is_self = I.contains(&own.to_lowercase().as_str());
        if is_named && !is_self || word.contains(|c: char| c.is_numeric()) {
            return false;
        }
        begins_sentence = word.ends_with(['.', '!', '?', ':', '…']);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(language: Option<Language>, said: &str) -> ModelRequest {
        ModelRequest {
            models: Vec::new(),
            messages: vec![ModelMessage::User { text: said.to_owned() }],
            tools: Vec::new(),
            may_call: true,
            response_format: ResponseFormat::Text,
            temperature: None,
            max_tokens: 100,
            budget_ms: 1_000,
            is_spoken: false,
            language,
        }
    }

    #[test]
    fn a_mark_of_nothing_is_no_answer_in_any_language() {
        for words in [
            "(empty)",
            "(vacío)",
            "[no response]",
            "<empty>",
            "null",
            "None",
            "None.",
            "`null`",
            "\"None\"",
            "NaN",
            "undefined",
            "...",
            "…",
            "---",
            "\"\"",
            "{}",
            "[]",
            "¿?",
            "N/A",
        ] {
            for language in [None, Some(Language::es()), Some(Language::en())] {
                assert!(is_no_answer(&asked(language, "hola"), words), "{words}");
            }
        }
        for words in [
            "Sí.",
            "No",
            "👍",
            "8",
            "(55) 1234 5678",
            "Nulo",
            "Ninguno.",
            "None of our rooms is free.",
            "(Sí) (No)",
            "*Sí, hay lugar.*",
            "",
        ] {
            assert!(!is_no_answer(&asked(None, "hi"), words), "{words}");
        }
        let json = ModelRequest { response_format: ResponseFormat::Json, ..asked(None, "hola") };
        assert!(!is_no_answer(&json, "{}"));
    }

    #[test]
    fn a_refusal_in_a_language_that_nobody_speaks_is_no_answer() {
        let english = [
            "I can't help with that.",
            "I’m sorry, but I can't help with that.",
            "I'm sorry, I can't assist with that request.",
            "I cannot provide that information.",
            "Sorry, I am not able to help you with this.",
            "I'm unable to discuss that topic.",
        ];
        let spanish = [
            "Lo siento, no puedo ayudar con eso.",
            "Lo siento, pero no puedo ayudarle con esa solicitud.",
            "No puedo proporcionar esa información.",
            "Perdón, no tengo permitido hablar de ese tema.",
        ];
        for (language, said, refusals) in [
            (Language::es(), "¿me puede ayudar con mi tarea?", &english[..]),
            (Language::en(), "can you help me with my homework?", &spanish[..]),
        ] {
            let other = match language.code() {
                "es" => (Language::en(), "can you help me?"),
                _ => (Language::es(), "¿me puede ayudar?"),
            };
            for words in refusals {
                assert!(is_no_answer(&asked(Some(language), said), words), "{words}");
                assert!(!is_no_answer(&asked(Some(other.0), other.1), words), "{words}");
                // Who writes in it is answered in it, and where nobody told the language nothing is held against it.
                assert!(!is_no_answer(&asked(Some(language), other.1), words), "{words}");
                assert!(!is_no_answer(&asked(None, said), words), "{words}");
            }
        }
    }

    #[test]
    fn words_of_the_other_language_that_name_something_are_an_answer() {
        let asked = asked(Some(Language::es()), "¿qué hay de comer?");
        for words in [
            "We have Tacos al Pastor and Guacamole.",
            "There is a table at 8.",
            "You can reach us at Orizaba 128.",
            "Brunch",
            "Ok!",
            "Check-in, check-out",
            "Claro, con gusto. ¿Para cuántas personas?",
        ] {
            assert!(!is_no_answer(&asked, words), "{words}");
        }
    }
}
