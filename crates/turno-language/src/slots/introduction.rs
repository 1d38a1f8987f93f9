//! Who says who they are before what they want: "soy Laura Gómez, quiero una cita".

use super::name::NameReader;
use super::name_words::{CUES, TITLES, WEAK_CUES};
use super::several::Line;
use crate::pack::Tagged;
use crate::{Language, Text};

/// Words that tell of whom a thing is, and not who speaks.
static NOT_OF_WHO_SPEAKS: Tagged = Tagged::new("introduction_not_of_who_speaks");

/// Whether something of a cue stands there: most utterances have none, and need not be taken apart.
fn may_introduce(text: &Text) -> bool {
    const PARTS: &[&str] = &[
        "soy", "habla", "llam", "parte", "nombre", "apellid", "empresa", "name", "called", "behalf",
        "company", "this is", "i'm", "i’m", "i am", "im ",
    ];
    PARTS.iter().any(|part| text.folded().contains(part))
}

/// Who speaks, apart from what else they say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    /// The words that tell the name: "soy Laura Gómez".
    pub introduction: String,
    /// All others: "quiero una cita"; none where nothing else is said.
    pub rest: String,
}

/// Tells an introduction apart from what is wanted. None where nobody says who they are, or where it is not sure: "soy
/// vegetariana", "I'm looking for a laptop".
pub fn split_introduction(text: &Text, language: Language) -> Option<Introduction> {
    if !may_introduce(text) {
        return None;
    }
    let line = Line::of(text, language);
    let tokens = &line.tokens;
    let reader = NameReader::of(tokens);
    let (at, end) = (0..tokens.len()).find_map(|at| {
        let is_denied = matches!(tokens.before(at), "no" | "not");
        if is_denied || tokens.phrases(at, &NOT_OF_WHO_SPEAKS).is_some() {
            return None;
        }
        let sure = tokens.phrases(at, &CUES);
        let start = sure.or_else(|| tokens.phrases(at, &WEAK_CUES))?;
        let shown = tokens.skip(tokens.skip(start, &["el", "la"]), &TITLES);
        let is_capital = tokens.original(shown).starts_with(char::is_uppercase);
        let found = reader.name_at(start).filter(|_| sure.is_some() || is_capital)?;
        Some((at, found.taken.end))
    })?;
    // "…, soy Laura", "soy Laura, …", "soy Laura y quiero …"
    let mut before = at;
    while before > 0 && tokens.is_mark(before - 1) && !tokens.is_one_of(before - 1, &["?", "!"]) {
        before -= 1;
    }
    let behind = tokens.skip_comma(end);
    let behind = tokens.skip(behind, &["y", "and", "e", ".", ";"]);
    let rest = format!("{} {}", line.said(0..before), line.said(behind..tokens.len()));
    Some(Introduction {
        introduction: line.said(at..end),
        rest: rest.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_of_who_speaks_is_looked_for() {
        for cue in CUES.iter().chain(WEAK_CUES.iter()) {
            let is_of_another = |of: &&str| cue.contains(*of);
            let said = format!("{} Laura", cue.replace(" ' ", "'").replace(" ’ ", "’"));
            assert!(
                may_introduce(&Text::of(&said)) || NOT_OF_WHO_SPEAKS.iter().any(is_of_another),
                "{cue}"
            );
        }
    }
}
