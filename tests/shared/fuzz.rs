//! Texts that nobody would send, made of texts that people do: each input of a committed corpus as it is, then changed
//! at random, so many times or for so long.
//!
//! In the corpus each line of a `.txt` is an input, and any other file is one. `TURNO_FUZZ_SECONDS=60` tries for so long
//! instead of a fixed number of times, differently each time. What fails is shrunk and printed; add it to the corpus.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

/// Words and signs that mean something to one reader or another.
const DICTIONARY: &[&str] = &[
    " no ",
    " sí ",
    "pero ",
    "mejor ",
    " a las 9",
    " mañana",
    " el 31 de febrero",
    "¿",
    "?",
    ", ",
    "\n",
    "\r",
    "\0",
    "\t",
    "{{",
    "}}",
    "{%",
    "%}",
    " | day",
    " | money",
    "{% for a in b %}",
    "{% endfor %}",
    "[",
    "]",
    "[[",
    "]]",
    "=",
    "\"",
    "'''",
    "#",
    "\\u0000",
    "\\ud800",
    "null",
    "-1",
    "1e999",
    "99999999999999999999",
    "0",
    "true",
    "{}",
    "[]",
    "{\"",
    "\":",
    "\"type\":\"turn\"",
    "ñ",
    "é",
    "e\u{301}",
    "👍🏽",
    "\u{202e}",
    "\u{feff}",
    "İ",
    "ß",
    "ﬁ",
    "½",
    "٣",
    "一",
    "medianoche",
    "y cuarto",
    "menos",
    "docena",
    "+52",
    "RES-",
    "mil millones ",
    "a.m.",
    "25:61",
    "2026-02-30",
];

/// A change of an input.
#[derive(Debug, Clone)]
enum Edit {
    Remove(Index, usize),
    Insert(Index, &'static str),
    Flip(Index, u8),
    Repeat(Index, usize, usize),
    /// A stretch of another input.
    Splice(Index, Index, Index, usize),
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        2 => (any::<Index>(), 1..40_usize).prop_map(|(at, length)| Edit::Remove(at, length)),
        3 => (any::<Index>(), select(DICTIONARY)).prop_map(|(at, word)| Edit::Insert(at, word)),
        1 => (any::<Index>(), 1..=255_u8).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        1 => (any::<Index>(), 1..30_usize, 1..50_usize).prop_map(|(at, length, times)| Edit::Repeat(at, length, times)),
        2 => (any::<Index>(), any::<Index>(), any::<Index>(), 1..200_usize)
            .prop_map(|(at, other, from, length)| Edit::Splice(at, other, from, length)),
    ]
}

/// Runs a target over its corpus and over `also`, then over changed inputs: `times` of them, or for as long as the
/// environment says.
pub fn fuzz(name: &str, also: &[PathBuf], times: u32, target: impl Fn(&[u8])) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").exists())
        .unwrap();
    let mut inputs = inputs_in(&root.join("tests/fuzz").join(name));
    inputs.extend(also.iter().flat_map(|path| inputs_in(&root.join(path))));
    assert!(!inputs.is_empty(), "tests/fuzz/{name} is empty");
    for input in &inputs {
        target(input);
    }
    let Some(seconds) = std::env::var("TURNO_FUZZ_SECONDS").ok() else {
        return change(&inputs, times, TestRng::deterministic_rng(RngAlgorithm::ChaCha), &target);
    };
    let until = Instant::now() + Duration::from_secs(seconds.parse().unwrap());
    while Instant::now() < until {
        change(&inputs, 50, TestRng::from_rng_of_the_system(), &target);
    }
}

/// As [`fuzz`], for what reads text.
pub fn fuzz_text(name: &str, also: &[PathBuf], times: u32, target: impl Fn(&str)) {
    fuzz(name, also, times, |bytes| target(&String::from_utf8_lossy(bytes)));
}

trait OfTheSystem {
    fn from_rng_of_the_system() -> Self;
}

impl OfTheSystem for TestRng {
    fn from_rng_of_the_system() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let mut seed = [0; 32];
        seed[..16].copy_from_slice(&since.as_nanos().to_le_bytes());
        Self::from_seed(RngAlgorithm::ChaCha, &seed)
    }
}

fn change(inputs: &[Vec<u8>], times: u32, rng: TestRng, target: &impl Fn(&[u8])) {
    let config = Config { cases: times, failure_persistence: None, ..Config::default() };
    let strategy = (any::<Index>(), vec(any_edit(), 1..8)).prop_map(|(index, edits)| {
        let mut input = index.get(inputs).clone();
        for edit in &edits {
            apply(edit, &mut input, inputs);
        }
        Shown(input)
    });
    let outcome = TestRunner::new_with_rng(config, rng).run(&strategy, |Shown(input)| {
        target(&input);
        Ok(())
    });
    if let Err(fault) = outcome {
        panic!("{fault}");
    }
}

/// Bytes that are printed as the text that they nearly are.
#[derive(Clone)]
struct Shown(Vec<u8>);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

fn apply(edit: &Edit, input: &mut Vec<u8>, inputs: &[Vec<u8>]) {
    let length = input.len();
    match edit {
        Edit::Insert(at, word) => {
            let at = at.index(length + 1);
            input.splice(at..at, word.bytes());
        }
        Edit::Splice(at, other, from, count) => {
            let other = other.get(inputs);
            let (at, from) = (at.index(length + 1), from.index(other.len() + 1));
            let stretch = other[from..].iter().take(*count).copied();
            input.splice(at..at, stretch);
        }
        Edit::Remove(..) | Edit::Flip(..) | Edit::Repeat(..) if length == 0 => {}
        Edit::Remove(at, count) => {
            let at = at.index(length);
            input.drain(at..length.min(at + count));
        }
        Edit::Flip(at, bits) => input[at.index(length)] ^= bits,
        Edit::Repeat(at, count, times) => {
            let at = at.index(length);
            let stretch = input[at..length.min(at + count)].repeat(*times);
            input.splice(at..at, stretch);
        }
    }
}

fn inputs_in(path: &Path) -> Vec<Vec<u8>> {
    if path.is_dir() {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        return paths.iter().flat_map(|path| inputs_in(path)).collect();
    }
    let bytes = std::fs::read(path).unwrap();
    if path.extension().is_some_and(|extension| extension == "txt") {
        bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    } else {
        vec![bytes]
    }
}
