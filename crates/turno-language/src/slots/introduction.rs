//! Who says who they are before what they want: "soy Laura Gómez, quiero una cita".

use super::name::NameReader;
use super::name_words::{CUES, TITLES, WEAK_CUES};
use super::several::Line;
use crate::by_language::ByMix;
use crate::grammar::{AND, NOT, THE};
use crate::pack::Tagged;
use crate::word_table::WordTable;
use crate::{Language, Text};

/// Words that tell of whom a thing is, and not who speaks.
static NOT_OF_WHO_SPEAKS: Tagged = Tagged::new("introduction_not_of_who_speaks");

/// The longest word of each cue of who speaks: without one of them there is no cue.
static TELLING: ByMix<WordTable<()>> = ByMix::new(|| {
    let is_of_another = |cue: &str| {
        let mut others = NOT_OF_WHO_SPEAKS.iter();
        others
            .any(|other| cue.strip_prefix(other).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
    };
    let cues = CUES.iter().chain(WEAK_CUES.iter());
    let of_who_speaks = cues.filter(|cue| !is_of_another(cue));
    let telling = of_who_speaks.filter_map(|cue| cue.split(' ').max_by_key(|word| word.len()));
    WordTable::new(telling.map(|word| (word, ())))
});

/// Whether something of a cue stands there: most utterances have none, and need not be taken apart.
fn may_introduce(text: &Text) -> bool {
    let mut words = text.pieces().iter().map(|piece| &text.folded()[piece.folded.clone()]);
    words.any(|word| TELLING.get(word).is_some())
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
        if NOT.contains(&tokens.before(at)) || tokens.phrases(at, &NOT_OF_WHO_SPEAKS).is_some() {
            return None;
        }
        let sure = tokens.phrases(at, &CUES);
        let start = sure.or_else(|| tokens.phrases(at, &WEAK_CUES))?;
        let shown = tokens.skip(tokens.skip(start, &THE), &TITLES);
        let is_capital = tokens.original(shown).starts_with(char::is_uppercase);
        let found = reader.name_at(start).filter(|_| sure.is_some() || is_capital)?;
        Some((at, found.taken.end))
    })?;
    // "…, soy Laura", "soy Laura, …", "soy Laura y quiero …"
    let mut before = at;
    while before > 0 && tokens.is_mark(before - 1) && !tokens.is_mark_of(before - 1, &["?", "!"]) {
        before -= 1;
    }
    let behind = tokens.skip_comma(end);
    let behind = match tokens.word(behind) {
        "." | ";" => behind + 1,
        _ => tokens.skip(behind, &AND),
    };
    let rest = format!("{} {}", line.said(0..before), line.said(behind..tokens.len()));
    Some(Introduction { introduction: line.said(at..end), rest: rest.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_of_who_speaks_is_looked_for() {
        for cue in CUES.iter().chain(WEAK_CUES.iter()) {
            let is_of_another = |of: &&str| cue.contains(*of);
            let said = format!("{} Laura", cue.replace(" ' ", "'").replace(" ’ ", "’"));
            assert!(may_introduce(&Text::of(&said)) || NOT_OF_WHO_SPEAKS.iter().any(is_of_another), "{cue}");
        }
    }
}
