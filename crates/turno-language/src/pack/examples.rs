//! `examples.tsv` of a language: what people say who want something that any business is asked for, one sentence a line.
//!
//! A line is a subject, a tab, and a sentence, as people say it. The intents of a graph name the subjects that they serve; the readers of
//! requests learn from the sentences of all of them.

use std::{collections::BTreeSet, ops::Range};

/// Sentences by what is wanted with them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Examples(Vec<(String, String)>);

/// What is wrong in a file of examples.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExampleFault {
    /// A line without a tab, or with nothing on one side of it.
    #[error("this line is no example: a subject, a tab, and a sentence that somebody says who wants it")]
    NotAnExample,
    /// A subject is a word in small letters.
    #[error("`{subject}` is no subject: a subject is written in small letters, with `_` for a blank")]
    NotASubject {
        /// What stands in its place.
        subject: String,
    },
    /// One sentence means two things.
    #[error(
        "the same sentence stands under `{other}`: leave one of the two out, or say it as people would who want the other"
    )]
    SaidOfTwo {
        /// The other subject.
        other: String,
    },
}

impl Examples {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults, each with its place in the file, in bytes.
    pub fn read(file: &str) -> Result<Self, Vec<(Range<usize>, ExampleFault)>> {
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut faults = Vec::new();
        let mut start = 0;
        for line in file.split_inclusive('\n') {
            let place = start..start + line.trim_end().len();
            start += line.len();
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match row_of(line, &rows) {
                Ok(row) => rows.push(row),
                Err(fault) => faults.push((place, fault)),
            }
        }
        if faults.is_empty() { Ok(Self(rows)) } else { Err(faults) }
    }

    /// These beside those that are built in.
    pub(super) fn over(mut self, built_in: &Self) -> Self {
        let own: BTreeSet<String> = self.0.iter().map(|(_, sentence)| sentence.clone()).collect();
        self.0.extend(built_in.0.iter().filter(|(_, sentence)| !own.contains(sentence)).cloned());
        self
    }

    /// All of them: subject and sentence.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(subject, sentence)| (subject.as_str(), sentence.as_str()))
    }

    /// The subjects, each once, in alphabetical order.
    pub fn subjects(&self) -> BTreeSet<&str> {
        self.0.iter().map(|(subject, _)| subject.as_str()).collect()
    }
}

fn row_of(line: &str, before: &[(String, String)]) -> Result<(String, String), ExampleFault> {
    let (subject, sentence) = line.split_once('\t').ok_or(ExampleFault::NotAnExample)?;
    let (subject, sentence) = (subject.trim(), sentence.trim());
    if subject.is_empty() || sentence.is_empty() {
        return Err(ExampleFault::NotAnExample);
    }
    if !subject.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        return Err(ExampleFault::NotASubject { subject: subject.to_owned() });
    }
    let same = before.iter().find(|(other, said)| said == sentence && other != subject);
    match same {
        Some((other, _)) => Err(ExampleFault::SaidOfTwo { other: other.clone() }),
        None => Ok((subject.to_owned(), sentence.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_a_subject_and_a_sentence() {
        let examples =
            Examples::read("# people\nparking\t¿hay dónde dejar el coche?\nperson\tpásame a alguien\n")
                .unwrap();
        assert_eq!(examples.rows().next(), Some(("parking", "¿hay dónde dejar el coche?")));
        assert_eq!(examples.subjects().into_iter().collect::<Vec<_>>(), ["parking", "person"]);
    }

    #[test]
    fn each_slip_is_told_at_its_place() {
        let text = "parking\thola\nhola\nParking\thay\nperson\thola\n";
        let faults = Examples::read(text).unwrap_err();
        let told: Vec<(&str, String)> =
            faults.iter().map(|(place, fault)| (&text[place.clone()], fault.to_string())).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert_eq!(told[0].0, "hola");
        assert!(told[1].1.contains("small letters"), "{told:?}");
        assert!(told[2].1.contains("under `parking`"), "{told:?}");
    }
}
