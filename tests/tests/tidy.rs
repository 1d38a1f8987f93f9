//! The shape of the project, held by tests: who may depend on whom, how long a file may be, what each file begins with.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Section 7 of the design: who may depend on whom, and what a crate must never see.
const EDGES: &[(&str, &[&str], &[&str])] = &[
    ("turno-graph", &[], &["tokio", "tracing", "sled", "async-trait"]),
    ("turno-classifier", &[], &["tokio", "tracing", "sled", "rand", "async-trait", "serde"]),
    ("turno-language", &["turno-classifier"], &["tokio", "tracing", "sled", "async-trait"]),
    ("turno-truth", &["turno-language"], &["tokio", "tracing", "sled", "rand", "async-trait"]),
    (
        "turno-core",
        &["turno-graph", "turno-language", "turno-truth"],
        &["tokio", "tracing", "sled", "rand", "async-trait"],
    ),
    ("turno-runtime", &["turno-core", "turno-graph"], &["sled", "reqwest", "hyper"]),
    ("turno-store", &["turno-core", "turno-runtime"], &["reqwest", "async-openai"]),
    (
        "turno-business",
        &["turno-core", "turno-language", "turno-runtime"],
        &["async-openai", "sled", "reqwest", "tokio"],
    ),
    (
        "turno-tools",
        &["turno-business", "turno-core", "turno-language", "turno-runtime"],
        &["async-openai", "sled", "reqwest", "tokio"],
    ),
    (
        "turno-web",
        &["turno-business", "turno-core", "turno-language", "turno-runtime"],
        &["async-openai", "sled"],
    ),
    (
        "turno-custom",
        &["turno-business", "turno-core", "turno-language", "turno-runtime", "turno-web"],
        &["async-openai", "sled", "reqwest"],
    ),
    (
        "turno-models",
        &["turno-core", "turno-runtime"],
        &["sled", "turno-business", "turno-gateway", "turno-store", "turno-tools", "turno-web"],
    ),
    ("turno-gateway", &["turno-core", "turno-runtime"], &["sled", "async-openai"]),
    (
        "turno-command",
        &["turno-core", "turno-gateway", "turno-runtime"],
        &["sled", "reqwest", "async-openai", "turno-business", "turno-store"],
    ),
    (
        "turno-simulation",
        &["turno-business", "turno-core", "turno-graph", "turno-runtime", "turno-tools"],
        &["sled", "reqwest", "async-openai"],
    ),
    (
        "turno-measure",
        &[
            "turno-command",
            "turno-core",
            "turno-graph",
            "turno-language",
            "turno-runtime",
            "turno-simulation",
            "turno-store",
        ],
        &["sled", "reqwest", "async-openai"],
    ),
    (
        "turno",
        &[
            "turno-business",
            "turno-command",
            "turno-core",
            "turno-custom",
            "turno-gateway",
            "turno-graph",
            "turno-language",
            "turno-measure",
            "turno-models",
            "turno-runtime",
            "turno-store",
            "turno-tools",
            "turno-web",
        ],
        &[],
    ),
    (
        "turno-benches",
        &[
            "turno-business",
            "turno-core",
            "turno-graph",
            "turno-language",
            "turno-models",
            "turno-runtime",
            "turno-store",
            "turno-tools",
        ],
        &[],
    ),
    ("turno-tests", &["turno"], &[]),
];

const LINES_MAX: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Every dependency of the packages of this project, tests' own left out: package to names.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    packages
        .iter()
        .map(|package| {
            let names = package["dependencies"].as_array().unwrap().iter();
            let names = names.filter(|dependency| dependency["kind"] != "dev");
            let names = names.map(|dependency| dependency["name"].as_str().unwrap().to_owned());
            (package["name"].as_str().unwrap().to_owned(), names.collect())
        })
        .collect()
}

#[test]
fn arrows_between_crates_point_one_way() {
    for (package, names) in dependencies() {
        let (_, ours, never) = EDGES
            .iter()
            .find(|(name, ..)| *name == package)
            .unwrap_or_else(|| panic!("{package} is not in the table of section 7: add it there and here"));
        for name in names {
            if name.starts_with("turno") {
                assert!(ours.contains(&name.as_str()), "{package} must not depend on {name}");
            }
            assert!(!never.contains(&name.as_str()), "{package} must never see {name}");
        }
    }
}

fn rust_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("crates"), root().join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    assert!(files.len() > 50, "the walk found only {} files", files.len());
    files
}

#[test]
fn no_file_swells() {
    let long: Vec<String> = rust_files()
        .into_iter()
        .filter_map(|path| {
            let lines = std::fs::read_to_string(&path).unwrap().lines().count();
            (lines > LINES_MAX).then(|| format!("{}: {lines} lines", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "files over {LINES_MAX} lines want splitting by idea:\n{}", long.join("\n"));
}

/// What an answer means is read from its values. A reader of values that asked what an answer means would go in a circle; what
/// both know stands in `words_of_answers.rs` and `words_of_values.rs`.
#[test]
fn values_are_read_without_verdicts() {
    let folder = root().join("crates/turno-language/src/slots");
    let files: Vec<PathBuf> = rust_files().into_iter().filter(|path| path.starts_with(&folder)).collect();
    assert!(files.len() > 10, "{files:?}");
    let circles: Vec<PathBuf> = files
        .into_iter()
        .filter(|path| std::fs::read_to_string(path).unwrap().contains("verdict::"))
        .collect();
    assert!(circles.is_empty(), "`slots` must not ask `verdict`: {circles:?}");
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<String> = rust_files()
        .into_iter()
        .filter(|path| !std::fs::read_to_string(path).unwrap().starts_with("//!"))
        .map(|path| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "files without a //! header:\n{}", silent.join("\n"));
}

/// The files that say what is where, and what holds: whatever they name is there.
const MAPS: [&str; 3] = ["ARCHITECTURE.md", "INVARIANTS.md", "LANGUAGE.md"];

#[test]
fn each_invariant_is_held_by_tests_that_exist() {
    let text = document("INVARIANTS.md");
    let mut invariants: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("- "), line.strip_prefix("  "), invariants.last_mut()) {
            (Some(begun), ..) => invariants.push(begun.to_owned()),
            (None, Some(more), Some(last)) => *last = format!("{last} {more}"),
            (None, ..) => {}
        }
    }
    assert!(invariants.len() > 50, "the list is read wrongly: it has {} invariants", invariants.len());
    let bare = invariants.iter().find(|invariant| tests_named_in(invariant).next().is_none());
    assert!(bare.is_none(), "an invariant without a test holds nothing: {bare:?}");
    let tests = tests_of_sources();
    for map in MAPS {
        let text = document(map);
        let missing: Vec<&str> = tests_named_in(&text).filter(|name| !tests.contains(*name)).collect();
        assert!(missing.is_empty(), "{map} names what is no test: {missing:?}");
    }
}

#[test]
fn maps_name_only_files_and_functions_that_exist() {
    let paths = paths();
    let is_there = |name: &str| {
        let within = format!("/{}", name.trim_end_matches('/'));
        paths.iter().any(|path| path.ends_with(&within))
    };
    let sources = sources();
    let is_function = |name: &str| {
        let name = name.rsplit("::").next().unwrap();
        [format!("fn {name}("), format!("fn {name}<")].iter().any(|begun| sources.contains(begun))
    };
    for map in MAPS {
        let text = document(map);
        let named: Vec<&str> = code_in(&text).filter(|code| !code.contains(' ')).collect();
        let functions = named.iter().filter_map(|code| code.strip_suffix("()"));
        let no_functions: Vec<&str> = functions.filter(|name| !is_function(name)).collect();
        assert!(no_functions.is_empty(), "{map} names what is no function: {no_functions:?}");
        let files = named.iter().copied().filter(|code| is_of_a_file(code));
        let no_files: Vec<&str> = files.filter(|name| !is_there(name)).collect();
        assert!(no_files.is_empty(), "{map} names what is no file: {no_files:?}");
    }
}

fn document(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

fn sources() -> String {
    rust_files().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// What stands between backticks; blocks of examples, which are indented by four, are none of it.
fn code_in(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.starts_with("    "));
    lines.flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn tests_named_in(text: &str) -> impl Iterator<Item = &str> {
    code_in(text).filter_map(|code| code.strip_prefix("test:")).filter(|name| !name.is_empty())
}

/// A path below the root, or the end of one; `TAG` and the like stand for names of all kinds.
fn is_of_a_file(code: &str) -> bool {
    const ENDS: [&str; 5] = [".rs", ".md", ".toml", ".tsv", ".txt"];
    let is_path = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let is_placeholder =
        code.split(['/', '.']).any(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase()));
    let is_document = code.ends_with(".md");
    let looks_so = code.contains('/') || ENDS.iter().any(|end| code.ends_with(end));
    looks_so && code.chars().all(is_path) && (is_document || !is_placeholder)
}

/// The names of the functions that are tests: an attribute above each says so.
fn tests_of_sources() -> BTreeSet<String> {
    let sources = sources();
    let mut tests = BTreeSet::new();
    let mut is_test = false;
    for line in sources.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        if let Some(attribute) = line.strip_prefix("#[") {
            let path = attribute.split(['(', ']']).next().unwrap();
            is_test |= path == "test" || path.ends_with("::test");
        } else if let Some((_, begun)) = line.split_once("fn ") {
            if is_test {
                tests.extend(begun.split(['(', '<']).next().map(str::to_owned));
            }
            is_test = false;
        } else if line.ends_with(['{', '}', ';']) {
            is_test = false;
        }
    }
    tests
}

/// All files and folders that are the project's, each from the root on, with a slash in front.
fn paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if [".git", "target", "data"].contains(&name.as_str()) && path.parent() == Some(&root()) {
                continue;
            }
            paths.push(format!("/{}", path.strip_prefix(root()).unwrap().display()));
            if path.is_dir() && name != "target" {
                folders.push(path);
            }
        }
    }
    paths
}
