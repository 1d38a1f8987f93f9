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
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Section 7 of the design: who may depend on whom, and what a crate must never see.
const EDGES: &[(&str, &[&str], &[&str])] = &[
    ("turno-graph", &[], &["tokio", "tracing", "sled", "async-trait"]),
    ("turno-language", &[], &["tokio", "tracing", "sled", "async-trait"]),
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
        "turno-simulation",
        &["turno-business", "turno-core", "turno-graph", "turno-runtime", "turno-tools"],
        &["sled", "reqwest", "async-openai"],
    ),
    (
        "turno",
        &[
            "turno-business",
            "turno-core",
            "turno-custom",
            "turno-gateway",
            "turno-graph",
            "turno-language",
            "turno-models",
            "turno-runtime",
            "turno-simulation",
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

#[test]
fn architecture_names_only_tests_that_exist() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let sources: String = rust_files().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let named = text.split('`').skip(1).step_by(2).filter(|name| name.starts_with("test:"));
    let mut count = 0;
    for name in named {
        count += 1;
        let function = format!("fn {}(", name.trim_start_matches("test:").trim());
        assert!(sources.contains(&function), "ARCHITECTURE.md names `{name}`, which does not exist");
    }
    assert!(count >= 8, "ARCHITECTURE.md names a test for each invariant; found {count}");
}
