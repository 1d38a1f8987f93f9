//! The sentences of a text.

use turno_language::{Tagged, text::fold};

/// The whole sentences of an answer that was cut off at its longest. A last one without its end is none.
pub fn whole_sentences(text: &str) -> &str {
    let text = text.trim_end();
    let ends = |sentence: &str| sentence.ends_with(['.', '!', '?', '…']);
    let end = sentences(text)
        .filter(|(sentence, is_whole)| *is_whole || ends(sentence))
        .map(|(sentence, _)| sentence.len())
        .sum();
    text.get(..end).unwrap_or_default().trim_end()
}

/// A text without what it asks.
pub fn without_questions(text: &str) -> String {
    let said = sentences(text).map(|(sentence, _)| sentence);
    let kept: String = said.filter(|sentence| !sentence.contains(['?', '¿'])).collect();
    kept.trim().to_owned()
}

/// The sentences of a text with what stands behind each, and whether each is over: something follows it.
pub fn sentences(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut marks = rest.char_indices().peekable();
        let mut end = None;
        while let Some((at, mark)) = marks.next() {
            let follows = marks.peek().map(|(_, next)| *next);
            let is_end = mark == '\n'
                || matches!(mark, '.' | '!' | '?' | '…') && follows.is_some_and(char::is_whitespace);
            if !is_end {
                continue;
            }
            let behind = &rest[at + mark.len_utf8()..];
            let Some(more) = behind.find(|c: char| !c.is_whitespace()) else {
                break;
            };
            let is_on_a_line = mark != '\n' && !behind[..more].contains('\n');
            if !(is_on_a_line && goes_on(&rest[..at], mark, &behind[more..])) {
                end = Some(at + mark.len_utf8() + more);
                break;
            }
        }
        let (sentence, is_whole) = match end {
            Some(end) => (&rest[..end], true),
            None => (rest, false),
        };
        rest = &rest[sentence.len()..];
        Some((sentence, is_whole))
    })
}

/// Whether a sentence goes on behind a mark: "8 p.m. del martes", "Dr. Pérez", "1. Limpieza". Not where something is asked: a
/// statement is no part of a question.
fn goes_on(before: &str, mark: char, behind: &str) -> bool {
    let next = behind.chars().next();
    let is_small = matches!(mark, '.' | '…') && next.is_some_and(char::is_lowercase);
    let is_apart = next.is_some_and(|next| matches!(next, '¿' | '¡'));
    let is_mark_of_a_list = mark == '.'
        && (1..=2).contains(&before.trim().len())
        && before.trim().bytes().all(|byte| byte.is_ascii_digit());
    is_small || is_mark_of_a_list || mark == '.' && !is_apart && is_abbreviation(before)
}

/// What stands in front of a capital or a number: "Dra. Ruiz", "Av. Orizaba", "No. 128". "8 p. m." ends in front of a capital.
fn is_abbreviation(before: &str) -> bool {
    static KNOWN: Tagged = Tagged::new("sentences_abbreviations");
    let mut words = before.rsplit(char::is_whitespace);
    let word = words.next().unwrap_or_default();
    let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_half_of_a_day = letters == "m" && words.next().is_some_and(|front| matches!(front, "a." | "p."));
    letters.chars().count() == 1 && letters.chars().all(char::is_alphabetic) && !is_half_of_a_day
        || KNOWN.contains(&fold(letters).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_something_follows() {
        let text = "Claro que sí. El Dr. Pérez está a las 8 p. m. hoy. ¿Le sirve?";
        let found: Vec<_> = sentences(text).collect();
        assert_eq!(
            found,
            [
                ("Claro que sí. ", true),
                ("El Dr. Pérez está a las 8 p. m. hoy. ", true),
                ("¿Le sirve?", false)
            ]
        );
        assert_eq!(sentences(text).map(|(sentence, _)| sentence).collect::<String>(), text);
    }

    #[test]
    fn a_sentence_goes_on_behind_an_abbreviation() {
        for (text, expected) in [
            (
                "La Dra. Ruiz y el Sr. Pérez le esperan en Av. Orizaba No. 128, a las 8 p.m. del martes. ¿Va?",
                &[
                    "La Dra. Ruiz y el Sr. Pérez le esperan en Av. Orizaba No. 128, a las 8 p.m. del martes. ",
                    "¿Va?",
                ][..],
            ),
            (
                "Nuestro tel. es 55 5555 0200. Tel. 55 5555 0201.",
                &["Nuestro tel. es 55 5555 0200. ", "Tel. 55 5555 0201."],
            ),
            // What is told stays apart from what is asked.
            ("Hay a las 8 p. m. ¿Le sirve?", &["Hay a las 8 p. m. ", "¿Le sirve?"]),
            ("Hay a las 8 p.m. ¿Le sirve?", &["Hay a las 8 p.m. ", "¿Le sirve?"]),
            ("Hay a las 8 p. m. Le espero.", &["Hay a las 8 p. m. ", "Le espero."]),
            ("No. ¿Otro día?", &["No. ", "¿Otro día?"]),
            ("Pues… sí hay. Dígame.", &["Pues… sí hay. ", "Dígame."]),
            ("1. Limpieza\n2. Resina", &["1. Limpieza\n", "2. Resina"]),
            ("Hay lugar.\nla espero", &["Hay lugar.\n", "la espero"]),
        ] {
            let found: Vec<&str> = sentences(text).map(|(sentence, _)| sentence).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn an_answer_that_was_cut_ends_with_its_last_whole_sentence() {
        for (said, kept) in [
            ("Claro que sí. Entonces lo que", "Claro que sí."),
            ("Claro, entonces lo que", ""),
            ("Claro que sí. ¿Qué día?", "Claro que sí. ¿Qué día?"),
            ("El menú:\n- Mole\n- Tac", "El menú:\n- Mole"),
        ] {
            assert_eq!(whole_sentences(said), kept);
        }
    }
}
