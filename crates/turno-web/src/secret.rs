//! Secrets by name: read where they are needed, never printed, and taken out of every text that is shown.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

/// What the variables of the environment begin with that are secrets; no other variable can be had by name.
pub const VARIABLE_PREFIX: &str = "TURNO_SECRET_";

/// What stands in a text in a secret's place.
pub const MASK: &str = "•••";

/// The longest secret, in bytes.
const BYTES_MAX: u64 = 65_536;

/// Shorter ones are not looked for in texts: they would be found where they are not.
const MASKED_CHARACTERS_MIN: usize = 4;

/// A secret. It cannot be printed, and its memory is wiped when it goes.
#[derive(Clone)]
pub struct Secret(SecretString);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(SecretString::from(text.into()))
    }

    /// The text, to be put into a request and nowhere else.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

/// A secret that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MissingSecret {
    /// No secret has such a name.
    #[error("{}", no_name(.0))]
    Name(String),
    /// It is nowhere.
    #[error("the secret `{name}` is not set: set the variable {VARIABLE_PREFIX}{name}{}", match folder { Some(folder) => format!(", or write it to the file {folder}/{name}"), None => String::new() })]
    NotSet {
        /// Its name.
        name: String,
        /// The folder that was looked into.
        folder: Option<String>,
    },
    /// Its file cannot be read, or is no text of at most 64 KiB, or is empty.
    #[error("the secret `{name}` cannot be read from its file: {reason}")]
    File {
        /// Its name.
        name: String,
        /// Why not.
        reason: String,
    },
}

/// The secrets, from the environment and from a folder of files. A clone shares what is known.
#[derive(Clone)]
pub struct Secrets(Arc<Inner>);

type Variables = dyn Fn(&str) -> Option<String> + Send + Sync;

struct Inner {
    variables: Box<Variables>,
    folder: Option<PathBuf>,
    /// All that were given out: what is masked.
    known: Mutex<BTreeSet<String>>,
}

impl Secrets {
    /// Secrets from the variables `TURNO_SECRET_NAME`, and from the files `NAME` of a folder where there is one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self::with_variables(folder, |name| std::env::var(name).ok())
    }

    /// The same, with variables from elsewhere.
    pub fn with_variables(
        folder: Option<PathBuf>,
        variables: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Inner { variables: Box::new(variables), folder, known: Mutex::default() }))
    }

    /// A secret as it is now: a variable first, else a file. A line break at a file's end is not part of it.
    ///
    /// # Errors
    /// [`MissingSecret`] with the cure.
    pub fn get(&self, name: &str) -> Result<Secret, MissingSecret> {
        if !is_secret_name(name) {
            return Err(MissingSecret::Name(name.to_owned()));
        }
        let variable =
            (self.0.variables)(&format!("{VARIABLE_PREFIX}{name}")).filter(|text| !text.is_empty());
        let text = match (variable, &self.0.folder) {
            (Some(text), _) => text,
            (None, Some(folder)) => read_file(name, folder)?,
            (None, None) => {
                return Err(MissingSecret::NotSet { name: name.to_owned(), folder: None });
            }
        };
        self.known().insert(text.clone());
        Ok(Secret::new(text))
    }

    /// A text without any secret that was given out so far, also as it stands in URLs and in JSON.
    pub fn mask(&self, text: &str) -> String {
        let known = self.known();
        let mut masked = text.to_owned();
        // The longer first: one may be the beginning of another.
        let mut values: Vec<&String> =
            known.iter().filter(|secret| secret.chars().count() >= MASKED_CHARACTERS_MIN).collect();
        values.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        for secret in values {
            for shape in shapes(secret) {
                if masked.contains(&shape) {
                    masked = masked.replace(&shape, MASK);
                }
            }
        }
        masked
    }

    /// A value with every text in it masked, the names of fields too.
    pub fn mask_value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.mask(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.mask_value(item)).collect(),
            Value::Object(fields) => Value::Object(
                fields.into_iter().map(|(name, value)| (self.mask(&name), self.mask_value(value))).collect(),
            ),
            Value::Null | Value::Bool(_) | Value::Number(_) => value,
        }
    }

    fn known(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").field("folder", &self.0.folder).finish_non_exhaustive()
    }
}

/// What is told of a name that is none; a key that stands in a name's place is not shown.
fn no_name(name: &str) -> String {
    let rule = "use capital letters, digits and `_`, a letter first";
    match looks_like_a_key(name) {
        true => format!(
            "`{}` looks like a key, and here goes a secret's name: put the key into the variable {VARIABLE_PREFIX}NAME, write NAME here ({rule}), and have a new key made where others have seen this file",
            hidden(name)
        ),
        false => format!("`{name}` is no name of a secret: {rule}"),
    }
}

/// Whether a text is a key rather than a name that is not written well: long, and of letters and digits that say nothing.
pub fn looks_like_a_key(text: &str) -> bool {
    let has = |is: fn(char) -> bool| text.contains(is);
    let is_mixed =
        has(|c| c.is_ascii_digit()) && has(|c| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
    text.len() >= 16 && !text.contains(' ') && is_mixed || text.len() >= 40
}

/// The first letters of a key, and nothing more.
fn hidden(key: &str) -> String {
    let begin: String = key.chars().take(3).collect();
    format!("{begin}{MASK}")
}

/// Whether a secret may have this name: `SHIPPING_API_KEY`.
pub fn is_secret_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.len() <= 100
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

fn read_file(name: &str, folder: &std::path::Path) -> Result<String, MissingSecret> {
    let path = folder.join(name);
    let unreadable = |reason: String| MissingSecret::File { name: name.to_owned(), reason };
    let about = match std::fs::metadata(&path) {
        Ok(about) => about,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(MissingSecret::NotSet {
                name: name.to_owned(),
                folder: Some(folder.display().to_string()),
            });
        }
        Err(error) => return Err(unreadable(error.to_string())),
    };
    if !about.is_file() || about.len() > BYTES_MAX {
        return Err(unreadable("it is no file of at most 64 KiB".to_owned()));
    }
    let text = std::fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
    let text = text.trim_end_matches(['\r', '\n']);
    if text.is_empty() {
        return Err(unreadable("it is empty".to_owned()));
    }
    Ok(text.to_owned())
}

/// A secret as it stands in plain text, in a URL, in a form, and in JSON.
fn shapes(secret: &str) -> Vec<String> {
    let json = Value::from(secret).to_string();
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let mut shapes =
        vec![secret.to_owned(), json[1..json.len() - 1].to_owned(), form.replace('+', "%20"), form];
    shapes.dedup();
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(folder: Option<PathBuf>) -> Secrets {
        Secrets::with_variables(folder, |name| match name {
            "TURNO_SECRET_KEY" => Some("k3y/with \"all\"+".to_owned()),
            "TURNO_SECRET_KEY_2" => Some("k3y/with \"all\"+ and more".to_owned()),
            "TURNO_SECRET_PIN" => Some("12".to_owned()),
            "PATH" => Some("/bin".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn a_secret_is_not_printed() {
        let secret = secrets(None).get("KEY").unwrap();
        assert_eq!(secret.expose(), "k3y/with \"all\"+");
        assert_eq!(format!("{secret} {secret:?}"), "••• •••");
        assert!(!format!("{:?}", secrets(None)).contains("k3y"));
    }

    #[test]
    fn a_variable_comes_before_a_file_and_no_name_leaves_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("KEY"), "of the file").unwrap();
        std::fs::write(folder.path().join("TOKEN"), "of the file\r\n").unwrap();
        std::fs::write(folder.path().join("EMPTY"), "\n").unwrap();
        std::fs::create_dir(folder.path().join("FOLDER")).unwrap();
        std::fs::write(folder.path().join("LONG"), "x".repeat(70_000)).unwrap();
        let secrets = secrets(Some(folder.path().to_owned()));
        assert_eq!(secrets.get("KEY").unwrap().expose(), "k3y/with \"all\"+");
        assert_eq!(secrets.get("TOKEN").unwrap().expose(), "of the file");
        for name in ["EMPTY", "FOLDER", "LONG"] {
            assert!(matches!(secrets.get(name), Err(MissingSecret::File { .. })), "{name}");
        }
        let missing = secrets.get("OTHER").unwrap_err().to_string();
        assert!(missing.contains("TURNO_SECRET_OTHER") && missing.contains("/OTHER"), "{missing}");
        for name in ["", "../KEY", "key", "PATH/..", "A-B", "_A", "1A", "A\0"] {
            assert_eq!(secrets.get(name).unwrap_err(), MissingSecret::Name(name.to_owned()));
        }
        assert!(
            matches!(secrets.get("PATH"), Err(MissingSecret::NotSet { .. })),
            "other variables are no secrets"
        );
    }

    #[test]
    fn texts_are_shown_without_the_secrets() {
        let secrets = secrets(None);
        assert_eq!(secrets.mask("k3y/with \"all\"+"), "k3y/with \"all\"+", "nobody asked for it yet");
        for name in ["KEY", "KEY_2", "PIN"] {
            secrets.get(name).unwrap();
        }
        for (text, masked) in [
            ("Bearer k3y/with \"all\"+", "Bearer •••"),
            ("Bearer k3y/with \"all\"+ and more", "Bearer •••"),
            ("?key=k3y%2Fwith%20%22all%22%2B&x=1", "?key=•••&x=1"),
            ("key=k3y%2Fwith+%22all%22%2B&x=1", "key=•••&x=1"),
            ("{\"key\":\"k3y/with \\\"all\\\"+\"}", "{\"key\":\"•••\"}"),
            ("12 rooms", "12 rooms"),
        ] {
            assert_eq!(secrets.mask(text), masked);
        }
        let value = serde_json::json!({"a": ["k3y/with \"all\"+", 1], "k3y/with \"all\"+": null});
        assert_eq!(secrets.mask_value(value), serde_json::json!({"a": ["•••", 1], "•••": null}));
    }
}
