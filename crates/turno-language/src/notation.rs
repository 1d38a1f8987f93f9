//! The notation of phrases that are patterns: of answers (`lexicon.tsv`) and of claims (`claims.tsv`).
//!
//! A pattern is elements with blanks between. `a|b` is either word, `a?` may be left out, `a*` is any word that begins so, and
//! `#` is any one word but a no. `$` at the end: the clause ends there. Of claims also `{thing}`, any word of that class, `..`,
//! up to three words but no no, `...`, up to eight of whatever kind, `^`, where a clause begins, and `^^`, where the sentence does.

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Element<'a> {
    /// One word, of some choice.
    Word {
        /// What it may be.
        choices: Vec<Choice<'a>>,
        /// It may be left out.
        is_optional: bool,
    },
    /// Up to three words, none of them a no.
    Gap,
    /// Up to eight words, whatever they are and whatever marks stand between.
    WideGap,
    /// A clause begins.
    ClauseBegins,
    /// The sentence begins.
    SentenceBegins,
    /// The clause ends.
    ClauseEnds,
}

/// What a word may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice<'a> {
    /// That word.
    Word(&'a str),
    /// Whatever begins so.
    Stem(&'a str),
    /// Any word but a no.
    AnyButNo,
    /// A word of the class of that name.
    Class(&'a str),
}

/// The parts of a pattern, in order.
pub(crate) fn elements(pattern: &str) -> impl Iterator<Item = Element<'_>> {
    pattern.split_whitespace().map(element)
}

fn element(written: &str) -> Element<'_> {
    match written {
        ".." => return Element::Gap,
        "..." => return Element::WideGap,
        "^" => return Element::ClauseBegins,
        "^^" => return Element::SentenceBegins,
        "$" => return Element::ClauseEnds,
        _ => {}
    }
    let required = written.strip_suffix('?');
    Element::Word {
        choices: required.unwrap_or(written).split('|').map(choice).collect(),
        is_optional: required.is_some(),
    }
}

fn choice(written: &str) -> Choice<'_> {
    if written == "#" {
        return Choice::AnyButNo;
    }
    if let Some(class) = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return Choice::Class(class);
    }
    match written.strip_suffix('*') {
        Some(stem) => Choice::Stem(stem),
        None => Choice::Word(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_taken_apart() {
        let parts: Vec<Element<'_>> = elements("^ a|b*|{c}? .. # $").collect();
        let word = |choices: &[Choice<'static>], is_optional| Element::Word {
            choices: choices.to_vec(),
            is_optional,
        };
        assert_eq!(
            parts,
            [
                Element::ClauseBegins,
                word(&[Choice::Word("a"), Choice::Stem("b"), Choice::Class("c")], true),
                Element::Gap,
                word(&[Choice::AnyButNo], false),
                Element::ClauseEnds,
            ]
        );
    }
}
