//! Words that people say or hear stand in the files of their languages, and in no Rust.
//!
//! `words_in_rust.txt` lists the files that have some still. A file may have no more than it is listed with, and one that has
//! fewer wants its number lowered. With `TURNO_WORDS=write` the list is written anew, and its reasons are kept:
//! `TURNO_WORDS=write cargo test -p turno-tests --test words`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    clippy::print_stderr,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::{Path, PathBuf},
};

use turno_language::{built_in_file, built_in_tags};

/// Letters and marks that no English has, so that a text with one is said to somebody, or by somebody.
const MARKS: &str = "áéíóúüñãõâêôç¿¡ÁÉÍÓÚÜÑÃÕÂÊÔÇ";

/// Where what people say is read: a word that something is compared with is one of theirs.
const READERS: [&str; 3] = ["crates/turno-language/", "crates/turno-truth/", "crates/turno-core/src/step/"];

/// Names of things, though people say them too.
const NAMES: [&str; 4] = ["turno", "whatsapp", "token", "terraza"];

/// What stands before a literal that something is compared with.
const COMPARING: [&str; 10] = [
    "== ",
    "!= ",
    "| ",
    "starts_with(",
    "ends_with(",
    "contains(",
    "strip_prefix(",
    "strip_suffix(",
    "find(",
    "Some(",
];

/// So many words in a row are a list of words.
const LIST: usize = 3;

/// A literal of a source: its value, and where it stands, quotes and all.
struct Literal<'a> {
    value: &'a str,
    start: usize,
    end: usize,
}

/// The phrases of the languages.
struct Phrases {
    all: BTreeSet<&'static str>,
    /// Those that English has not, which names in a source are not taken from.
    not_english: BTreeSet<&'static str>,
}

impl Phrases {
    fn built_in() -> Self {
        let of = |tag: &str| -> BTreeSet<&'static str> {
            let file = built_in_file(tag, "lexicon.tsv").unwrap();
            let rows = file.lines().filter(|line| !line.starts_with('#'));
            rows.filter_map(|row| Some(row.split_once('\t')?.0)).collect()
        };
        let english = of("en");
        let all: BTreeSet<&'static str> = built_in_tags().flat_map(of).collect();
        let is_word = |phrase: &&str| phrase.len() > 2 && !NAMES.contains(phrase);
        let others = all.difference(&english).copied();
        Self { not_english: others.filter(is_word).collect(), all }
    }
}

/// What of a source a test may look at: without comments, and up to the tests at its end. All places stay as they are.
fn program(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut from = 0;
    for piece in Scanner::new(source) {
        let Piece::Comment(start, end) = piece else {
            continue;
        };
        kept.push_str(&source[from..start]);
        kept.extend(source[start..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        from = end;
    }
    kept.push_str(&source[from..]);
    let begins_tests = |at: &usize| {
        let mut lines = kept[*at..].lines().skip(1).map(str::trim);
        let first = lines.find(|line| !line.starts_with("#[")).unwrap_or_default();
        first.trim_start_matches("pub(crate) ").starts_with("mod ") && first.ends_with('{')
    };
    let mut tests = kept.match_indices("#[cfg(test)]").map(|(at, _)| at);
    if let Some(end) = tests.find(begins_tests) {
        kept.truncate(end);
    }
    kept
}

enum Piece<'a> {
    Comment(usize, usize),
    Literal(Literal<'a>),
}

/// Goes over a source, from comment to literal.
struct Scanner<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn new(source: &'a str) -> Self {
        Self { source, at: 0 }
    }

    /// Where the text behind `from` ends that ends with `mark`.
    fn end_of(&self, from: usize, mark: &str) -> usize {
        let rest = self.source.get(from..).unwrap_or_default();
        rest.find(mark).map_or(self.source.len(), |at| from + at + mark.len())
    }

    fn literal(&self, start: usize, value: usize, end: usize, marks: usize) -> Piece<'a> {
        let value = self.source.get(value..end - marks).unwrap_or_default();
        Piece::Literal(Literal { value, start, end })
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at;
            let rest = self.source.get(start..)?;
            let first = rest.chars().next()?;
            if rest.starts_with("//") {
                self.at = start + rest.find('\n').unwrap_or(rest.len());
                return Some(Piece::Comment(start, self.at));
            }
            if rest.starts_with("/*") {
                self.at = self.end_of(start, "*/");
                return Some(Piece::Comment(start, self.at));
            }
            if first == '\'' {
                // A letter in quotes; else the name of a lifetime.
                let is_escaped = rest.starts_with("'\\");
                let letter = rest.chars().nth(1).map_or(0, char::len_utf8);
                let is_letter = rest.get(1 + letter..).is_some_and(|rest| rest.starts_with('\''));
                self.at = match (is_escaped, is_letter) {
                    (true, _) => self.end_of(start + 3, "'"),
                    (false, true) => start + letter + 2,
                    (false, false) => start + 1,
                };
                continue;
            }
            let is_in_word = self.source[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if first == 'r' && !is_in_word {
                let fences = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
                if rest[1 + fences..].starts_with('"') {
                    let mark = format!("\"{}", "#".repeat(fences));
                    let value = start + fences + 2;
                    self.at = self.end_of(value, &mark);
                    return Some(self.literal(start, value, self.at, mark.len()));
                }
            }
            if first == '"' {
                let mut is_escaped = false;
                let mut letters = rest.char_indices().skip(1);
                let close = letters.find(|(_, letter)| {
                    let closes = *letter == '"' && !is_escaped;
                    is_escaped = *letter == '\\' && !is_escaped;
                    closes
                });
                self.at = close.map_or(self.source.len(), |(at, _)| start + at + 1);
                return Some(self.literal(start, start + 1, self.at, 1));
            }
            self.at = start + first.len_utf8();
        }
    }
}

/// The words of people in a source, each with its line.
fn words_in<'a>(path: &str, program: &'a str, phrases: &Phrases) -> Vec<(usize, &'a str)> {
    let literals: Vec<Literal<'a>> = Scanner::new(program)
        .filter_map(|piece| match piece {
            Piece::Literal(literal) => Some(literal),
            Piece::Comment(..) => None,
        })
        .collect();
    let is_tag = |literal: &Literal<'_>| program[..literal.start].ends_with("Tagged::new(");
    let is_reader = READERS.iter().any(|reader| path.starts_with(reader));
    let mut found: BTreeSet<usize> = BTreeSet::new();
    for (at, literal) in literals.iter().enumerate().filter(|(_, one)| !is_tag(one)) {
        let bare = literal.value.trim_matches([' ', '.', ',', '!', '?']);
        // Marks are no words.
        if !literal.value.contains(char::is_alphabetic) {
            continue;
        }
        let is_foreign = literal.value.contains(|c| MARKS.contains(c)) || phrases.not_english.contains(bare);
        let is_compared =
            || is_reader && phrases.all.contains(literal.value.trim()) && is_compared(program, literal);
        if is_foreign || is_compared() {
            found.insert(at);
        }
    }
    let mut from = 0;
    while from < literals.len() {
        let goes_on = |at: &usize| {
            let between = literals.get(at + 1).map(|next| &program[literals[*at].end..next.start]);
            between.is_some_and(|between| between.chars().all(|c| c.is_whitespace() || ",|&[]()".contains(c)))
        };
        let last = (from..literals.len()).find(|at| !goes_on(at)).unwrap_or(from);
        let run = &literals[from..=last];
        let is_of_names = run.iter().any(|one| is_tag(one) || one.value.contains('_'));
        let words = (from..=last).filter(|at| phrases.all.contains(literals[*at].value.trim()));
        let words: Vec<usize> = words.collect();
        if !is_of_names && words.len() >= LIST && words.len() * 3 >= run.len() * 2 {
            found.extend(words);
        }
        from = last + 1;
    }
    let line_of = |start: usize| program[..start].matches('\n').count() + 1;
    found.into_iter().map(|at| (line_of(literals[at].start), literals[at].value)).collect()
}

fn is_compared(program: &str, literal: &Literal<'_>) -> bool {
    let before = program[..literal.start].trim_end_matches('&');
    let after = program[literal.end..].trim_start();
    COMPARING.iter().any(|way| before.ends_with(way)) || after.starts_with("=>") || after.starts_with('|')
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The sources of the program: no tests, and what only tests use.
fn sources() -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            if name == "tests" || name == "testkit" || name == "target" || name.ends_with("_tests") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
                sources.insert(name, std::fs::read_to_string(path).unwrap());
            }
        }
    }
    assert!(sources.len() > 50, "the walk found only {} files", sources.len());
    sources
}

/// How many words a file may have, and why they stay; without a reason they are to go.
struct Allowed {
    count: usize,
    reason: String,
}

fn list() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/words_in_rust.txt")
}

const HEAD: &str = "\
# Files with words that people say or hear: how many, the file, and why they stay. Without a reason they are to go to the files of
# their language (config/languages). The test tests/tests/words.rs tells which they are, and writes this list with TURNO_WORDS=write.
";

fn allowed() -> BTreeMap<String, Allowed> {
    let text = std::fs::read_to_string(list()).unwrap_or_default();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.filter_map(|row| {
        let mut fields = row.split('\t');
        let (count, path) = (fields.next()?.parse().ok()?, fields.next()?);
        let reason = fields.next().unwrap_or_default().to_owned();
        Some((path.to_owned(), Allowed { count, reason }))
    });
    rows.collect()
}

#[test]
fn words_of_people_stand_in_the_files_of_their_languages() {
    let (phrases, allowed) = (Phrases::built_in(), allowed());
    let (mut listed, mut wrong) = (HEAD.to_owned(), String::new());
    let mut known: BTreeSet<&String> = allowed.keys().collect();
    for (path, source) in &sources() {
        let program = program(source);
        let words = words_in(path, &program, &phrases);
        known.remove(path);
        let (may, reason) =
            allowed.get(path).map_or((0, ""), |allowed| (allowed.count, allowed.reason.as_str()));
        let count = words.len();
        if count > 0 {
            writeln!(listed, "{}", format!("{count}\t{path}\t{reason}").trim_end()).unwrap();
        }
        if count < may {
            writeln!(wrong, "{path}: {count} words are left of {may}: lower its number in words_in_rust.txt")
                .unwrap();
        }
        if count > may {
            writeln!(wrong, "{path}: {count} words that people say or hear, and it may have {may}:").unwrap();
            for (line, word) in words {
                writeln!(wrong, "    {line}: {:?}", word.chars().take(60).collect::<String>()).unwrap();
            }
        }
    }
    for path in known {
        writeln!(wrong, "{path}: it is gone: take it out of words_in_rust.txt").unwrap();
    }
    if std::env::var_os("TURNO_WORDS").is_some_and(|way| way == "write") {
        std::fs::write(list(), listed).unwrap();
        return;
    }
    assert!(
        wrong.is_empty(),
        "words belong into config/languages, or (where they are none) into tests/tests/words_in_rust.txt; \
         TURNO_WORDS=write writes that list anew:\n{wrong}"
    );
}

#[test]
fn words_are_told_from_names() {
    let phrases = Phrases::built_in();
    let count = |path: &str, source: &str| words_in(path, &program(source), &phrases).len();
    let (reader, other) = ("crates/turno-language/src/a.rs", "crates/turno-store/src/a.rs");
    for (path, source, expected) in [
        (other, r#"let a = "¿Sí?";"#, 1),
        (other, r#"find("hola")"#, 1),
        (other, r##"let a = r#"mañana "a" las 8"#;"##, 1),
        (other, r#"// "hola" "¿sí?""#, 0),
        (other, r#"static A: Tagged = Tagged::new("gracias");"#, 0),
        (other, "let a = 'é';", 0),
        (other, r#"let a = ["tomorrow", "today", "tonight"];"#, 3),
        (other, r#"let a = ["tomorrow", "today", "this_week"];"#, 0),
        (other, r#"word == "tomorrow""#, 0),
        (reader, r#"word == "tomorrow""#, 1),
        (reader, r#"matches!(word, "tomorrow" | "today")"#, 2),
        (reader, r#"value.get("date")"#, 0),
        (reader, "#[cfg(test)]\nmod tests {\n let a = \"¿Sí?\"; }", 0),
        (reader, "#[cfg(test)]\nmod tests;\nlet a = \"¿Sí?\";", 1),
    ] {
        assert_eq!(count(path, source), expected, "{path}: {source}");
    }
}
