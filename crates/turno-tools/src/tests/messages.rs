//! Each message that the tools name stands in the languages' files: one that does not would be silence.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use regex::Regex;
use turno_language::Language;

/// A function that a business's own tool may name, which has the form of a message's name and is none.
const NO_MESSAGE: &str = "products.search";

/// The crates that speak.
const CRATES: [&str; 3] = ["turno-business", "turno-tools", "turno-web"];

/// The files of a folder that speak, and their texts.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

#[test]
fn every_message_that_is_named_is_there() {
    let messages = &Language::en().pack().messages;
    let known: BTreeSet<&str> = messages.all().map(|(name, _)| name).collect();
    let tables: BTreeSet<&str> = known.iter().filter_map(|name| Some(name.split_once('.')?.0)).collect();
    let any = Regex::new(r#""([a-z_]+)\.([a-z_0-9]+)""#).unwrap();
    let called = Regex::new(r#"\.(?:say|words|message)\(\s*"([^"]+)""#).unwrap();
    let mut files = Vec::new();
    for name in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        sources(&folder.join("src"), &mut files);
    }
    let mut named = 0;
    for (path, text) in &files {
        let of_a_table = any.captures_iter(text).filter(|literal| tables.contains(&literal[1]));
        let literals = of_a_table.map(|literal| literal[0].trim_matches('"').to_owned());
        let calls = called.captures_iter(text).map(|call| call[1].to_owned());
        for name in literals.chain(calls).filter(|name| name != NO_MESSAGE) {
            named += 1;
            assert!(known.contains(name.as_str()), "{}: there is no message `{name}`", path.display());
        }
    }
    assert!(named > 200, "{named}");
}
