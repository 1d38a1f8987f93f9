//! A model's words as a voice says them.

/// Emoji and what modifies them: a voice would read out their names.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}' | '\u{200d}' | '\u{20e3}')
}

/// A model's words as they are spoken: without what only paper has.
pub fn as_speech(words: &str) -> String {
    let lines = words.lines().map(|line| {
        let line = line.trim();
        let line = line.trim_start_matches(['#', '-', '*', '•', '>']).trim_start();
        line.chars()
            .filter(|c| !matches!(c, '*' | '`' | '_' | '#' | '|') && !is_picture(*c))
            .collect::<String>()
    });
    let mut speech = String::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        if !speech.is_empty() {
            speech.push_str(if speech.ends_with(['.', '!', '?', ':', ';', ',', '…']) { " " } else { ". " });
        }
        speech.push_str(line.trim());
    }
    // Of every text alike, so that its beginning, spoken before the rest has come, is the beginning of the whole.
    speech.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speech_has_no_pictures() {
        assert_eq!(as_speech("¡Claro! 😊 Lo esperamos. ✅"), "¡Claro! Lo esperamos.");
    }

    #[test]
    fn speech_has_no_marks_of_paper() {
        assert_eq!(
            as_speech("**Menú**\n- Tacos: `$45`\n- Agua\n\n¿Algo más?"),
            "Menú. Tacos: $45. Agua. ¿Algo más?"
        );
    }
}
