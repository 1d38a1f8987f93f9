//! What `[tools.ssh_command]` lists: hosts by their keys, commands by their words.

use std::collections::BTreeMap;

use regex::Regex;
use russh::keys::{HashAlg, PublicKey};
use schemars::JsonSchema;
use serde::Deserialize;

/// The longest argument, in characters.
const ARGUMENT_CHARACTERS_MAX: usize = 200;

/// `[tools.ssh_command]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SshCommandOptions {
    /// The name of the secret that is the private key, in OpenSSH's format: Ed25519 or ECDSA, without a passphrase.
    pub key: String,
    /// The machines that commands may run on, by the name that calls have for them.
    pub hosts: BTreeMap<String, SshHost>,
    /// The commands that may run, by name.
    pub commands: BTreeMap<String, SshCommandLine>,
    /// The longest that a command may take, connection included, in milliseconds: 1,000 to 25,000.
    #[serde(default = "timeout_ms")]
    #[schemars(range(min = 1_000, max = 25_000))]
    pub timeout_ms: u64,
    /// The most of its output that is kept, in bytes: at most 12,000.
    #[serde(default = "output_bytes_max")]
    #[schemars(range(min = 1, max = 12_000))]
    pub output_bytes_max: usize,
}

/// A machine.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SshHost {
    /// Its name or address, and its port: `pos.example:22`.
    pub address: String,
    /// Who to log in as.
    pub user: String,
    /// Its key: a line of `known_hosts` (`pos.example ssh-ed25519 AAAA…`), the key alone (`ssh-ed25519 AAAA…`), or its
    /// fingerprint (`SHA256:…`).
    pub host_key: String,
}

/// A command.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SshCommandLine {
    /// What it does, for people and models.
    pub description: String,
    /// Its words, one by one: `["systemctl", "restart", "{service}"]`. A word `{NAME}` is an argument; nothing in it means
    /// anything to the shell.
    pub run: Vec<String>,
    /// What each argument must look like, all of it: a regular expression.
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
    /// The hosts that it may run on; none: all.
    #[serde(default)]
    pub hosts: Vec<String>,
}

fn timeout_ms() -> u64 {
    15_000
}

fn output_bytes_max() -> usize {
    8_000
}

/// The key that a host must show.
#[derive(Debug, Clone)]
pub(super) enum KnownKey {
    /// This key.
    Key(Box<PublicKey>),
    /// One of this fingerprint.
    Fingerprint(String),
}

impl KnownKey {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.starts_with("SHA256:") {
            return Ok(Self::Fingerprint(text.trim_end_matches('=').to_owned()));
        }
        let words: Vec<&str> = text.split_whitespace().filter(|word| !word.starts_with('@')).collect();
        let at = words.iter().position(|word| {
            word.starts_with("ssh-") || word.starts_with("ecdsa-") || word.starts_with("sk-")
        });
        let key = at
            .and_then(|at| words.get(at..at + 2))
            .and_then(|words| PublicKey::from_openssh(&words.join(" ")).ok());
        key.map(|key| Self::Key(Box::new(key))).ok_or_else(|| {
            "is no host key: write `ssh-ed25519 AAAA…` as `ssh-keyscan` prints it, or `SHA256:…`".to_owned()
        })
    }

    pub(super) fn is(&self, shown: &PublicKey) -> bool {
        match self {
            Self::Key(known) => known.key_data() == shown.key_data(),
            Self::Fingerprint(known) => fingerprint(shown) == *known,
        }
    }
}

/// `SHA256:…`, as `ssh-keygen -l` prints it.
pub(super) fn fingerprint(key: &PublicKey) -> String {
    key.fingerprint(HashAlg::Sha256).to_string()
}

/// A command whose patterns were read.
#[derive(Debug, Clone)]
pub(super) struct Command {
    words: Vec<Word>,
    patterns: BTreeMap<String, Regex>,
    hosts: Vec<String>,
}

#[derive(Debug, Clone)]
enum Word {
    Fixed(String),
    Argument(String),
}

/// Why a command does not run as it was called.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArgumentFault {
    #[error("the argument `{0}` is missing")]
    Missing(String),
    #[error("the command has no argument `{0}`")]
    Unknown(String),
    #[error("the argument `{0}` is not as it must be: {1}")]
    Unfit(String, String),
}

impl Command {
    pub(super) fn read(line: &SshCommandLine, hosts: &BTreeMap<String, SshHost>) -> Result<Self, String> {
        let words: Vec<Word> = line.run.iter().map(|word| Word::of(word)).collect();
        match words.first() {
            Some(Word::Fixed(program)) if !program.is_empty() => {}
            Some(_) | None => {
                return Err("`run` begins with the program: it cannot be an argument".to_owned());
            }
        }
        let mut patterns = BTreeMap::new();
        for (name, pattern) in &line.arguments {
            let whole = Regex::new(&format!(r"\A(?:{pattern})\z"));
            let pattern = whole.map_err(|error| {
                let error = error.to_string();
                format!("the pattern of `{name}` is none: {}", error.lines().last().unwrap_or_default())
            })?;
            patterns.insert(name.clone(), pattern);
        }
        let used =
            |name: &String| words.iter().any(|word| matches!(word, Word::Argument(used) if used == name));
        if let Some(unused) = patterns.keys().find(|name| !used(name)) {
            return Err(format!("`run` has no word `{{{unused}}}`: add it, or take the argument out"));
        }
        for word in &words {
            match word {
                Word::Argument(name) if !patterns.contains_key(name) => {
                    return Err(format!("`{{{name}}}` has no pattern: add it to `arguments`"));
                }
                Word::Argument(_) | Word::Fixed(_) => {}
            }
        }
        if let Some(unknown) = line.hosts.iter().find(|name| !hosts.contains_key(*name)) {
            return Err(format!("there is no host `{unknown}`"));
        }
        Ok(Self { words, patterns, hosts: line.hosts.clone() })
    }

    pub(super) fn runs_on(&self, host: &str) -> bool {
        self.hosts.is_empty() || self.hosts.iter().any(|name| name == host)
    }

    /// The line that is sent: every word in quotes that a shell takes as it is.
    pub(super) fn line(&self, arguments: &BTreeMap<String, String>) -> Result<String, ArgumentFault> {
        if let Some(unknown) = arguments.keys().find(|name| !self.patterns.contains_key(*name)) {
            return Err(ArgumentFault::Unknown(unknown.clone()));
        }
        let words: Result<Vec<String>, ArgumentFault> = self
            .words
            .iter()
            .map(|word| match word {
                Word::Fixed(text) => Ok(quoted(text)),
                Word::Argument(name) => self.checked(name, arguments.get(name)).map(|value| quoted(&value)),
            })
            .collect();
        Ok(words?.join(" "))
    }

    fn checked(&self, name: &str, value: Option<&String>) -> Result<String, ArgumentFault> {
        let value = value.ok_or_else(|| ArgumentFault::Missing(name.to_owned()))?;
        let unfit = |why: &str| Err(ArgumentFault::Unfit(name.to_owned(), why.to_owned()));
        if value.chars().any(char::is_control) {
            return unfit("it has a control character");
        }
        if value.chars().count() > ARGUMENT_CHARACTERS_MAX {
            return unfit("it is too long");
        }
        // A program would take it for an option, whatever the pattern lets through.
        if value.starts_with('-') {
            return unfit("it begins with a dash");
        }
        match self.patterns.get(name) {
            Some(pattern) if pattern.is_match(value) => Ok(value.clone()),
            Some(pattern) => unfit(&format!(
                "it must match {}",
                pattern.as_str().trim_start_matches(r"\A(?:").trim_end_matches(r")\z")
            )),
            None => Err(ArgumentFault::Unknown(name.to_owned())),
        }
    }
}

impl Word {
    fn of(text: &str) -> Self {
        match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some(name) => Self::Argument(name.to_owned()),
            None => Self::Fixed(text.to_owned()),
        }
    }
}

/// In single quotes, in which a shell reads nothing but the end of them.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '=' | '@' | '%' | '+' | ',')
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
