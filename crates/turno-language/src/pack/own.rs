//! Files of a configuration over the packs that are built in.

use std::{collections::BTreeMap, ops::Range};

use super::{About, BUILT_IN, Claims, Examples, Keys, Lexicon, Messages, Pack, WordValues};
use crate::{LANGUAGES_MAX, language::primary, slots};

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

/// Reads files over the packs that are built in, and those of languages that are not: a folder with a `language.toml` is a language.
/// A phrase of one's own goes before those that are built in, its tags
/// before those that it has there; a message, or a word of a number or a moment, takes the place of the one there.
///
/// # Errors
/// All faults of all files.
pub fn read_packs(files: &[PackFile]) -> Result<Packs, Vec<PackFault>> {
    let mut packs = BUILT_IN.clone();
    let mut faults = Vec::new();
    for (number, file) in files.iter().enumerate() {
        if is_new_language(&file.tag, files, &packs) && packs.len() < LANGUAGES_MAX {
            packs.insert(file.tag.clone(), new_pack());
        }
        let read = match tag_of(&file.tag, &packs).and_then(|tag| packs.get_mut(&tag)) {
            Some(pack) => read_over(pack, file),
            None => Err(vec![(None, no_such_language(&file.tag))]),
        };
        let told = read.err().into_iter().flatten();
        faults.extend(told.map(|(place, told)| {
            let (message, cure) = told.split_once(": ").unwrap_or((&told, ""));
            PackFault { file: number, place, message: message.to_owned(), cure: cure.to_owned() }
        }));
    }
    if faults.is_empty() { Ok(Packs(packs)) } else { Err(faults) }
}

/// What a language lacks beside the first one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lack {
    /// The messages that are told in the first language.
    pub messages: Vec<String>,
    /// The tags that no phrase of it has.
    pub tags: Vec<String>,
}

impl Packs {
    /// What a language lacks beside the first one; none where there is no such language.
    pub fn lack(&self, tag: &str) -> Option<Lack> {
        let (first, pack) = (first()?, self.0.get(&tag_of(tag, &self.0)?)?);
        let has = |wanted: &str| pack.lexicon.tags().any(|tag| tag == wanted);
        Some(Lack {
            messages: pack.borrowed.iter().cloned().collect(),
            tags: first.lexicon.tags().filter(|tag| !has(tag)).map(str::to_owned).collect(),
        })
    }

    pub(super) fn into_packs(self) -> BTreeMap<String, Pack> {
        self.0
    }
}

/// The names of the files that a language may have.
pub const FILES: [&str; 8] = [
    "claims.tsv",
    "examples.tsv",
    "keys.toml",
    "language.toml",
    "lexicon.tsv",
    "messages.toml",
    "moments.toml",
    "numbers.toml",
];

/// What is wrong, and where; a cure stands behind a colon.
type Told = Vec<(Option<Range<usize>>, String)>;

fn read_over(pack: &mut Pack, file: &PackFile) -> Result<(), Told> {
    match file.name.as_str() {
        "claims.tsv" => {
            pack.claims = Claims::read_over(&file.text, &pack.claims).map_err(told)?;
        }
        "language.toml" => {
            if pack.about_files.last() != Some(&file.text) {
                pack.about_files.push(file.text.clone());
            }
            let files: Vec<&str> = pack.about_files.iter().map(String::as_str).collect();
            pack.about = About::read(&files).map_err(told)?;
        }
        "examples.tsv" => {
            let own = Examples::read(&file.text).map_err(told)?;
            pack.examples = own.over(&pack.examples);
        }
        "keys.toml" => {
            let own = Keys::read(&file.text).map_err(told)?;
            pack.keys = own.over(&pack.keys);
        }
        "lexicon.tsv" => {
            pack.lexicon = Lexicon::read_over(&file.text, &pack.lexicon).map_err(told)?;
        }
        "messages.toml" => {
            pack.messages = Messages::read_over(&file.text, &pack.messages).map_err(told)?;
            for (name, _) in Messages::read(&file.text).map_err(told)?.all() {
                pack.borrowed.remove(name);
            }
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
            let message =
                format!("a language has no file `{name}`: what it may have is {}", FILES.join(", "));
            return Err(vec![(None, message)]);
        }
    }
    Ok(())
}

/// A language of which nothing is built in: until its files have a sentence, the first language's is said.
fn new_pack() -> Pack {
    let messages = first().map(|first| first.messages.clone()).unwrap_or_default();
    Pack { borrowed: messages.all().map(|(name, _)| name.to_owned()).collect(), messages, ..Pack::default() }
}

/// What is built in of the language that is spoken where nobody says which.
fn first() -> Option<&'static Pack> {
    BUILT_IN.values().find(|pack| pack.about.is_first)
}

/// Whether a folder is a language of its own: it says what it is called, and is none that there is. `es` stands over the only
/// Spanish; `es-AR` would be another.
fn is_new_language(tag: &str, files: &[PackFile], packs: &BTreeMap<String, Pack>) -> bool {
    let is_tag = tag
        .split('-')
        .all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let is_there = match tag.contains('-') {
        true => packs.keys().any(|known| known.eq_ignore_ascii_case(tag)),
        false => tag_of(tag, packs).is_some(),
    };
    is_tag && !is_there && files.iter().any(|file| file.tag == tag && file.name == "language.toml")
}

fn told(faults: Vec<(Range<usize>, impl std::fmt::Display)>) -> Told {
    let faults = faults.into_iter();
    faults.map(|(place, fault)| (Some(place), fault.to_string())).collect()
}

fn no_such_language(tag: &str) -> String {
    let known: Vec<&str> = BUILT_IN.keys().map(String::as_str).collect();
    format!(
        "Turno does not speak `{tag}`: the folders of languages are {}, and a folder with a language.toml is a new one",
        known.join(", ")
    )
}

/// The tag of the pack that is meant: itself, or the only one of its language.
fn tag_of(tag: &str, packs: &BTreeMap<String, Pack>) -> Option<String> {
    if let Some(same) = packs.keys().find(|known| known.eq_ignore_ascii_case(tag)) {
        return Some(same.clone());
    }
    let mut of_it = packs.keys().filter(|known| primary(known).eq_ignore_ascii_case(primary(tag)));
    let only = of_it.next()?;
    of_it.next().is_none().then(|| only.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(tag: &str, name: &str, text: &str) -> PackFile {
        PackFile { tag: tag.to_owned(), name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn files_of_ones_own_change_the_language_that_their_folder_names() {
        let files =
            [file("es", "lexicon.tsv", "arre\tyes\n"), file("es-MX", "lexicon.tsv", "nel pastel\trefuse\n")];
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
    fn a_folder_that_says_what_it_is_called_is_a_language() {
        let files = [
            file("eo", "lexicon.tsv", "jes\tyes\n"),
            file("eo", "language.toml", "name = \"esperanto\""),
            file("eo", "messages.toml", "[say]\nyes = \"jes\""),
            file("es-AR", "language.toml", "name = \"castellano\""),
        ];
        let packs = read_packs(&files).unwrap();
        let lack = packs.lack("eo").unwrap();
        assert!(
            lack.messages.contains(&"say.no".to_owned()) && !lack.messages.contains(&"say.yes".to_owned())
        );
        assert!(lack.tags.contains(&"no".to_owned()) && !lack.tags.contains(&"yes".to_owned()));
        let packs = packs.into_packs();
        assert_eq!(packs["eo"].messages.get("say.yes").text(), "jes");
        assert_eq!(packs["eo"].messages.get("say.no"), BUILT_IN["es-MX"].messages.get("say.no"));
        assert_eq!(packs["es-AR"].about.name, "castellano");
        assert_eq!(packs["es-MX"], BUILT_IN["es-MX"]);
    }

    #[test]
    fn a_pack_as_it_is_built_in_changes_nothing() {
        let files: Vec<PackFile> = super::super::built_in_tags()
            .flat_map(|tag| {
                let text = |name| super::super::built_in_file(tag, name);
                FILES.into_iter().filter_map(move |name| Some(file(tag, name, text(name)?)))
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
            .map(|fault| format!("{} {:?} {} | {}", fault.file, fault.place, fault.message, fault.cure))
            .collect();
        assert_eq!(
            told,
            [
                "0 None Turno does not speak `fr` | the folders of languages are en, es-MX, pt-BR, and a folder with a language.toml is a new one",
                "1 None a language has no file `lexicon.txt` | what it may have is claims.tsv, examples.tsv, keys.toml, language.toml, lexicon.tsv, messages.toml, moments.toml, numbers.toml",
                "2 Some(4..8) no reader knows the tag `yess` | did you mean `yes`?",
            ]
        );
    }
}
