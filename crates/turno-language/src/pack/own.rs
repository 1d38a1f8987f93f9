//! Files of a configuration over the packs that are built in.

use std::{collections::BTreeMap, ops::Range};

use super::{BUILT_IN, Lexicon, Messages, Pack, WordValues};
use crate::slots;

/// The packs that are built in, with what the files of a configuration change in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packs(BTreeMap<String, Pack>);

/// A file of a pack of one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackFile {
    /// The name of its folder, a language's tag: `es-MX`, or `es` where one Spanish is built in.
    pub tag: String,
    /// Its name, one of [`FILES`].
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// What is wrong in a file of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackFault {
    /// The number of the file among those given.
    pub file: usize,
    /// Where in its text, in bytes; none where the file itself is what is wrong.
    pub place: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub cure: String,
}

/// Reads files over the packs that are built in. A phrase of one's own goes before those that are built in, its tags
/// before those that it has there; a message, or a word of a number or a moment, takes the place of the one there.
///
/// # Errors
/// All faults of all files.
pub fn read_packs(files: &[PackFile]) -> Result<Packs, Vec<PackFault>> {
    let mut packs = BUILT_IN.clone();
    let mut faults = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let read = match tag_of(&file.tag).and_then(|tag| packs.get_mut(tag)) {
            Some(pack) => read_over(pack, file),
            None => Err(vec![(None, no_such_language(&file.tag))]),
        };
        let told = read.err().into_iter().flatten();
        faults.extend(told.map(|(place, told)| {
            let (message, cure) = told.split_once(": ").unwrap_or((&told, ""));
            PackFault {
                file: number,
                place,
                message: message.to_owned(),
                cure: cure.to_owned(),
            }
        }));
    }
    if faults.is_empty() {
        Ok(Packs(packs))
    } else {
        Err(faults)
    }
}

impl Packs {
    pub(super) fn into_packs(self) -> BTreeMap<String, Pack> {
        self.0
    }
}

/// The names of the files that a language may have.
pub const FILES: [&str; 4] = ["lexicon.tsv", "messages.toml", "moments.toml", "numbers.toml"];

/// What is wrong, and where; a cure stands behind a colon.
type Told = Vec<(Option<Range<usize>>, String)>;

fn read_over(pack: &mut Pack, file: &PackFile) -> Result<(), Told> {
    match file.name.as_str() {
        "lexicon.tsv" => {
            pack.lexicon = Lexicon::read_over(&file.text, &pack.lexicon).map_err(told)?;
        }
        "messages.toml" => {
            pack.messages = Messages::read_over(&file.text, &pack.messages).map_err(told)?;
        }
        "numbers.toml" => {
            let own = WordValues::read(&file.text, slots::NUMBERS).map_err(told)?;
            pack.numbers = own.over(&pack.numbers, slots::NUMBERS);
        }
        "moments.toml" => {
            let own = WordValues::read(&file.text, slots::MOMENTS).map_err(told)?;
            pack.moments = own.over(&pack.moments, slots::MOMENTS);
        }
        name => {
            let message = format!(
                "a language has no file `{name}`: what it may have is {}",
                FILES.join(", ")
            );
            return Err(vec![(None, message)]);
        }
    }
    Ok(())
}

fn told(faults: Vec<(Range<usize>, impl std::fmt::Display)>) -> Told {
    let faults = faults.into_iter();
    faults
        .map(|(place, fault)| (Some(place), fault.to_string()))
        .collect()
}

fn no_such_language(tag: &str) -> String {
    let known: Vec<&str> = BUILT_IN.keys().map(String::as_str).collect();
    format!(
        "Turno does not speak `{tag}`: the folders of languages are {}",
        known.join(", ")
    )
}

/// The tag of the pack that is meant: itself, or the only one of its language.
fn tag_of(tag: &str) -> Option<&'static str> {
    let mut tags = BUILT_IN.keys().map(String::as_str);
    if let Some(same) = tags.clone().find(|known| known.eq_ignore_ascii_case(tag)) {
        return Some(same);
    }
    let language_of = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let mut of_it = tags
        .by_ref()
        .filter(|known| language_of(known) == language_of(tag));
    let only = of_it.next();
    if of_it.next().is_some() { None } else { only }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(tag: &str, name: &str, text: &str) -> PackFile {
        PackFile {
            tag: tag.to_owned(),
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn files_of_ones_own_change_the_language_that_their_folder_names() {
        let files = [
            file("es", "lexicon.tsv", "arre\tyes\n"),
            file("es-MX", "lexicon.tsv", "nel pastel\trefuse\n"),
        ];
        let packs = read_packs(&files).unwrap().into_packs();
        let own: Vec<String> = packs["es-MX"]
            .lexicon
            .tagged(|tag| Some(tag.to_owned()))
            .take(2)
            .map(|(tag, phrase)| format!("{phrase} {tag}"))
            .collect();
        assert_eq!(own, ["nel pastel refuse", "arre yes"]);
        assert_eq!(packs["en"], BUILT_IN["en"]);
    }

    #[test]
    fn a_pack_as_it_is_built_in_changes_nothing() {
        let files: Vec<PackFile> = super::super::built_in_tags()
            .flat_map(|tag| {
                FILES.map(|name| file(tag, name, super::super::built_in_file(tag, name).unwrap()))
            })
            .collect();
        assert_eq!(read_packs(&files).unwrap().into_packs(), *BUILT_IN);
    }

    #[test]
    fn each_slip_is_told_with_its_file_and_its_cure() {
        let files = [
            file("fr", "lexicon.tsv", ""),
            file("en", "lexicon.txt", ""),
            file("en", "lexicon.tsv", "aye\tyess\n"),
        ];
        let told: Vec<String> = read_packs(&files)
            .unwrap_err()
            .into_iter()
            .map(|fault| {
                format!(
                    "{} {:?} {} | {}",
                    fault.file, fault.place, fault.message, fault.cure
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "0 None Turno does not speak `fr` | the folders of languages are en, es-MX",
                "1 None a language has no file `lexicon.txt` | what it may have is lexicon.tsv, messages.toml, moments.toml, numbers.toml",
                "2 Some(4..8) no reader knows the tag `yess` | did you mean `yes`?",
            ]
        );
    }
}
