//! What people write and say as sums, as an expression that a calculator reads: numbers in every usual form, words, percentages
//! as people mean them. What it does not know it refuses: nothing else reaches the calculator.

use turno_language::{Language, grammar::OF};

use super::{
    pieces::{Piece, pieces_of, said_number},
    words::{self, Word},
};

/// Pieces of an expression; more than anyone says.
const PIECES_MAX: usize = 120;

/// Brackets in brackets.
const DEPTH_MAX: usize = 20;

/// Words of a number that is said: "dos millones trescientos cuarenta y cinco mil seiscientos setenta y ocho".
const NUMBER_WORDS_MAX: usize = 14;

/// An expression that a calculator reads, and what it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Expression {
    /// As `(15 / 100) * 800`.
    pub(super) text: String,
    /// The word for its currency, where it named one: "pesos".
    pub(super) currency: Option<String>,
}

/// Why an expression is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Flaw {
    /// There is nothing to reckon.
    Empty,
    /// It is longer or deeper than anyone needs.
    TooLong,
    /// A piece that is none of an expression.
    Unknown(String),
    /// Its brackets do not fit.
    Brackets,
    /// Pesos and dollars.
    Currencies,
    /// Two things stand side by side, or one is missing: what stands there.
    Order(String),
}

/// Reads an expression.
pub(super) fn read(text: &str, language: Language) -> Result<Expression, Flaw> {
    let pieces = pieces_of(text)?;
    if pieces.len() > PIECES_MAX {
        return Err(Flaw::TooLong);
    }
    let mut builder = Builder::default();
    let mut at = 0;
    while at < pieces.len() {
        at += builder.take(&pieces, at, language)?;
    }
    builder.finish()
}

/// What an expression looks like to whatever may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Left {
    /// Nothing yet, or something that wants an operand.
    #[default]
    Open,
    /// A function's name, which wants its operand.
    Function,
    /// An operand.
    Value,
}

#[derive(Default)]
struct Builder {
    out: Vec<String>,
    left: Left,
    /// Where each open bracket's inside begins.
    groups: Vec<usize>,
    currency: Option<String>,
    /// Nothing may follow but the end: "to km".
    is_converted: bool,
}

impl Builder {
    /// Takes what begins at a piece; gives how many pieces it was.
    fn take(&mut self, pieces: &[Piece], at: usize, language: Language) -> Result<usize, Flaw> {
        let Some(piece) = pieces.get(at) else { return Ok(1) };
        if self.is_converted {
            return Err(Flaw::Order(shown(piece)));
        }
        match piece {
            Piece::Number(number) => self.value(number.clone()).map(|()| 1),
            Piece::Sign(sign) => self.sign(*sign, pieces, at),
            Piece::Word(word) => {
                let words: Vec<&str> = pieces
                    .get(at..)
                    .unwrap_or_default()
                    .iter()
                    .map_while(|piece| match piece {
                        Piece::Word(word) => Some(word.as_str()),
                        Piece::Number(_) | Piece::Sign(_) => None,
                    })
                    .take(NUMBER_WORDS_MAX)
                    .collect();
                if let Some((meant, length)) = words::longest(&words, self.left == Left::Value) {
                    return self.word(meant, word, pieces, at + length).map(|more| length + more);
                }
                match said_number(&words, language) {
                    Some((number, length)) => self.value(number).map(|()| length),
                    None => Err(Flaw::Unknown(word.clone())),
                }
            }
        }
    }

    fn sign(&mut self, sign: char, pieces: &[Piece], at: usize) -> Result<usize, Flaw> {
        match sign {
            '+' => self.operator("+"),
            '-' | '−' | '–' => self.operator("-"),
            '*' if pieces.get(at + 1) == Some(&Piece::Sign('*')) => return self.operator("^").map(|()| 2),
            '*' | '×' | '·' | '⋅' => self.operator("*"),
            '/' | '÷' | ':' => self.operator("/"),
            '^' => self.operator("^"),
            '²' => self.after_value("^2"),
            '³' => self.after_value("^3"),
            '!' => self.after_value("!"),
            '√' => self.function("sqrt"),
            '%' => return self.percent(pieces, at + 1).map(|more| 1 + more),
            '(' | '[' => self.open(),
            ')' | ']' => self.close(),
            '$' => self.currency(""),
            '¿' | '?' => Ok(()),
            other => Err(Flaw::Unknown(other.to_string())),
        }
        .map(|()| 1)
    }

    /// Takes a word; gives how many pieces after it it took too.
    fn word(&mut self, meant: Word, said: &str, pieces: &[Piece], next: usize) -> Result<usize, Flaw> {
        match meant {
            Word::Operator(operator) => self.operator(operator),
            Word::Function(name) => self.function(name),
            Word::Constant(name) => self.value(name.to_owned()),
            Word::Suffix(suffix) => self.after_value(suffix),
            Word::Factor(factor) => {
                self.may_be_part(self.out.len().checked_sub(1))?;
                self.value(factor.to_owned()).and_then(|()| self.operator("*"))
            }
            Word::Percent => return self.percent(pieces, next),
            Word::Currency(kind) => self.currency(kind),
            Word::Unit(unit) => {
                if self.left == Left::Value {
                    self.out.push(unit.to_owned());
                    Ok(())
                } else {
                    Err(Flaw::Order(said.to_owned()))
                }
            }
            Word::Conversion(unit) => {
                if self.left != Left::Value || !self.groups.is_empty() {
                    return Err(Flaw::Order(said.to_owned()));
                }
                self.out.push(format!("to {unit}"));
                self.is_converted = true;
                Ok(())
            }
            Word::Filler => Ok(()),
        }
        .map(|()| 0)
    }

    fn value(&mut self, text: String) -> Result<(), Flaw> {
        if self.left == Left::Value {
            return Err(Flaw::Order(text));
        }
        // Without brackets it is the calculator's affair how far a function reaches.
        self.out.push(match self.left {
            Left::Function => format!("({text})"),
            Left::Open | Left::Value => text,
        });
        self.left = Left::Value;
        Ok(())
    }

    fn operator(&mut self, operator: &str) -> Result<(), Flaw> {
        let is_sign = matches!(operator, "-" | "+");
        let follows_sign =
            self.out.last().is_some_and(|last| last == "-" || last == "+") && self.left == Left::Open;
        if self.left == Left::Value || is_sign && !follows_sign && self.left == Left::Open {
            self.out.push(operator.to_owned());
            self.left = Left::Open;
            return Ok(());
        }
        Err(Flaw::Order(operator.to_owned()))
    }

    fn function(&mut self, name: &str) -> Result<(), Flaw> {
        if self.left == Left::Value {
            self.operator("*")?;
        }
        self.out.push(name.to_owned());
        self.left = Left::Function;
        Ok(())
    }

    fn after_value(&mut self, suffix: &str) -> Result<(), Flaw> {
        if self.left != Left::Value {
            return Err(Flaw::Order(suffix.to_owned()));
        }
        self.out.push(suffix.to_owned());
        Ok(())
    }

    /// "15 % de 800" is a part of 800; "800 + 15 %" is 800 and 15 % of it; any other "15 %" is 0.15.
    fn percent(&mut self, pieces: &[Piece], next: usize) -> Result<usize, Flaw> {
        let is_number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if self.left != Left::Value || !self.out.last().is_some_and(is_number) {
            return Err(Flaw::Order("%".to_owned()));
        }
        let is_of = matches!(pieces.get(next), Some(Piece::Word(word)) if OF.contains(&word.as_str()));
        if is_of {
            // "100 / 20 % de 50" and "2 ^ 20 % de 5" would be reckoned from the left.
            self.may_be_part(self.out.len().checked_sub(2))?;
            self.out.push("/ 100 *".to_owned());
            self.left = Left::Open;
            return Ok(1);
        }
        let start = self.groups.last().copied().unwrap_or(0);
        let ends = match pieces.get(next) {
            None => true,
            Some(Piece::Sign(sign)) => matches!(sign, '+' | '-' | ')' | ']'),
            Some(Piece::Word(word)) => words::is_plus_or_minus(word),
            Some(Piece::Number(_)) => false,
        };
        let operator = self.out.len().checked_sub(2).filter(|operator| *operator > start);
        if let (true, Some(operator)) = (ends, operator)
            && matches!(self.out.get(operator).map(String::as_str), Some("+" | "-"))
            && let Some(rate) = self.out.pop()
            && let Some(sign) = self.out.pop()
        {
            self.out.insert(start, "(".to_owned());
            self.out.push(format!(") * (1 {sign} {rate} / 100)"));
        } else if let Some(rate) = self.out.pop() {
            self.out.push(format!("({rate} / 100)"));
        }
        Ok(0)
    }

    /// Whether "a part of …" may stand behind what is at a place: what is multiplied from there on must not be divided first.
    fn may_be_part(&self, before: Option<usize>) -> Result<(), Flaw> {
        let last = before.and_then(|at| self.out.get(at)).map(String::as_str);
        match last {
            None | Some("+" | "-" | "*" | "/ 100 *" | "(") => Ok(()),
            Some(other) => Err(Flaw::Order(other.to_owned())),
        }
    }

    fn open(&mut self) -> Result<(), Flaw> {
        if self.left == Left::Value {
            self.operator("*")?;
        }
        if self.groups.len() >= DEPTH_MAX {
            return Err(Flaw::TooLong);
        }
        self.out.push("(".to_owned());
        self.groups.push(self.out.len());
        self.left = Left::Open;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Flaw> {
        if self.groups.pop().is_none() {
            return Err(Flaw::Brackets);
        }
        self.after_value(")")
    }

    /// Takes the name of a currency; "$" is of whatever currency else is named, and has none.
    fn currency(&mut self, kind: &str) -> Result<(), Flaw> {
        match &self.currency {
            Some(known) if !known.is_empty() && !kind.is_empty() && *known != kind => Err(Flaw::Currencies),
            Some(known) if !known.is_empty() => Ok(()),
            Some(_) | None => {
                self.currency = Some(kind.to_owned());
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<Expression, Flaw> {
        if self.out.is_empty() {
            return Err(Flaw::Empty);
        }
        if !self.groups.is_empty() {
            return Err(Flaw::Brackets);
        }
        if self.left != Left::Value {
            return Err(Flaw::Order(self.out.last().cloned().unwrap_or_default()));
        }
        Ok(Expression {
            text: self.out.join(" "),
            currency: self.currency.filter(|currency| !currency.is_empty()),
        })
    }
}

fn shown(piece: &Piece) -> String {
    match piece {
        Piece::Number(text) | Piece::Word(text) => text.clone(),
        Piece::Sign(sign) => sign.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(said: &str) -> String {
        match read(said, Language::es()) {
            Ok(expression) => expression.text,
            Err(flaw) => format!("{flaw:?}"),
        }
    }

    #[test]
    fn numbers_are_read_in_every_usual_form_and_broken_ones_are_refused() {
        for (written, read) in [
            ("1299", "1299"),
            ("1,299.50", "1299.50"),
            ("1.299,50", "1299.50"),
            ("1299,5", "1299.5"),
            ("1,299", "1299"),
            ("1.299", "1.299"),
            ("12,345,678", "12345678"),
            ("1.234.567", "1234567"),
            (".5", "0.5"),
            ("$1,299.50", "1299.50"),
        ] {
            assert_eq!(text(written), read, "{written}");
        }
        for broken in ["1,23,456", "1.2.3", "1,2345,678", "12,34.5.6", "..", "1,,000"] {
            assert!(read(broken, Language::es()).is_err(), "{broken}");
        }
    }

    #[test]
    fn what_is_none_of_an_expression_never_reaches_the_calculator() {
        for bad in [
            "",
            "¿?",
            "roll d6",
            "d20",
            "x = 3",
            "@noapprox 3",
            "\\x.x",
            "'a'",
            "\"a\"",
            "2 3",
            "2 +",
            "* 3",
            "(2",
            "2)",
            "()",
            "today",
            "1; 2",
            "{1}",
            "sum(1, 2)",
            "1e5000",
            "print(3)",
            "e^iπ pesos dolares",
            "5 pesos + 3 dólares",
            "--2",
        ] {
            assert!(read(bad, Language::es()).is_err(), "{bad}: {}", text(bad));
        }
        assert_eq!(read(&"(".repeat(40), Language::en()), Err(Flaw::TooLong));
        assert_eq!(read(&"1+".repeat(200), Language::en()), Err(Flaw::TooLong));
    }
}
