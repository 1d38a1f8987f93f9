//! Who may connect.

use std::{fmt, path::Path};

use subtle::{Choice, ConstantTimeEq};

use crate::frames::Secret;

/// The shortest token that is accepted, in bytes.
const TOKEN_BYTES_MIN: usize = 16;

/// The tokens of gateways. None: whoever is on this machine may connect, and nobody else.
#[derive(Debug, Clone, Default)]
pub struct Tokens(Vec<Token>);

#[derive(Debug, Clone)]
struct Token {
    secret: Secret,
    tenant: Option<String>,
}

/// What a token gives access to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Access {
    AllTenants,
    Tenant(String),
}

/// Tokens that cannot be used. The message never holds a token.
#[derive(Debug)]
pub struct InvalidTokens(Vec<String>);

impl fmt::Display for InvalidTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for InvalidTokens {}

impl Tokens {
    /// Reads tokens, one a line: `TOKEN`, or `TOKEN TENANT` for one that sees only that tenant. Empty lines and lines
    /// that begin with `#` are skipped. `origin` names the place in messages: a file, a variable.
    ///
    /// # Errors
    /// [`InvalidTokens`] with every line that holds more than two words, a token shorter than 16 bytes, or a token for
    /// the second time.
    pub fn parse(origin: &str, text: &str) -> Result<Self, InvalidTokens> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut faults = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match Token::parse(line) {
                Ok(token) if tokens.iter().any(|known| known.secret == token.secret) => {
                    faults.push(format!(
                        "{origin}:{}: this token was there before: give each its own",
                        index + 1
                    ));
                }
                Ok(token) => tokens.push(token),
                Err(fault) => faults.push(format!("{origin}:{}: {fault}", index + 1)),
            }
        }
        if faults.is_empty() { Ok(Self(tokens)) } else { Err(InvalidTokens(faults)) }
    }

    /// Reads them from a file; a file without a token in it is an error, so that an emptied file never opens the door.
    ///
    /// # Errors
    /// [`InvalidTokens`] where the file cannot be read, has no token, or as for [`Tokens::parse`].
    pub fn read(path: &Path) -> Result<Self, InvalidTokens> {
        let origin = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|cause| InvalidTokens(vec![format!("{origin}: the tokens cannot be read: {cause}")]))?;
        let tokens = Self::parse(&origin, &text)?;
        if tokens.is_empty() {
            let message = format!("{origin}: there is no token in it: add one a line, or remove `tokens`");
            return Err(InvalidTokens(vec![message]));
        }
        Ok(tokens)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a peer may do; none: it is not let in. The time taken does not tell how much of a token was right.
    pub(crate) fn admit(&self, offered: Option<&Secret>, is_local: bool) -> Option<Access> {
        if self.0.is_empty() {
            return is_local.then_some(Access::AllTenants);
        }
        let offered = offered?.expose().as_bytes();
        let mut access = None;
        for token in &self.0 {
            let is_equal: Choice = token.secret.expose().as_bytes().ct_eq(offered);
            if bool::from(is_equal) {
                access = Some(token.tenant.clone().map_or(Access::AllTenants, Access::Tenant));
            }
        }
        access
    }
}

impl Token {
    fn parse(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let secret = words.next().unwrap_or_default();
        let tenant = words.next().map(str::to_owned);
        if words.next().is_some() {
            return Err("a line is TOKEN, or TOKEN TENANT: there are more words in it".to_owned());
        }
        if secret.len() < TOKEN_BYTES_MIN {
            return Err(format!("the token is easy to guess: make it at least {TOKEN_BYTES_MIN} bytes long"));
        }
        Ok(Self { secret: Secret::new(secret), tenant })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_gives_its_access_and_nothing_else_does() {
        let tokens = Tokens::parse("tokens", "# ours\n0123456789abcdef\nfedcba9876543210 terraza\n").unwrap();
        let offer = |token: &str| tokens.admit(Some(&Secret::new(token)), true);
        assert_eq!(offer("0123456789abcdef"), Some(Access::AllTenants));
        assert_eq!(offer("fedcba9876543210"), Some(Access::Tenant("terraza".to_owned())));
        assert_eq!(offer("0123456789abcdeF"), None);
        assert_eq!(offer(""), None);
        assert_eq!(tokens.admit(None, true), None);
    }

    #[test]
    fn without_tokens_only_this_machine_gets_in() {
        let tokens = Tokens::default();
        assert_eq!(tokens.admit(None, true), Some(Access::AllTenants));
        assert_eq!(tokens.admit(Some(&Secret::new("whatever")), false), None);
    }

    #[test]
    fn every_bad_line_is_told_without_the_token() {
        let text = "short\n0123456789abcdef one two\n0123456789abcdef\n0123456789abcdef\n";
        let fault = Tokens::parse("tokens.txt", text).unwrap_err();
        insta::assert_snapshot!(fault, @"
        tokens.txt:1: the token is easy to guess: make it at least 16 bytes long
        tokens.txt:2: a line is TOKEN, or TOKEN TENANT: there are more words in it
        tokens.txt:4: this token was there before: give each its own
        ");
        assert_eq!(format!("{:?}", Tokens::parse("t", "0123456789abcdef").unwrap()).find("0123"), None);
    }

    #[test]
    fn a_file_without_tokens_opens_no_door() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let fault = Tokens::read(file.path()).unwrap_err().to_string();
        assert!(fault.contains("no token in it"), "{fault}");
    }
}
