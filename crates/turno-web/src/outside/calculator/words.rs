//! The words of sums: those of each language stand in its lexicon, and the notation that all share stands here.

use std::collections::BTreeMap;

use turno_language::{
    ByMix, Tagged,
    grammar::{IN, THE, TO},
};

/// What a word of a sum means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Between two operands.
    Operator(&'static str),
    /// Before an operand.
    Function(&'static str),
    /// An operand of its own.
    Constant(&'static str),
    /// After an operand.
    Suffix(&'static str),
    /// "la mitad de": times it.
    Factor(&'static str),
    /// "por ciento".
    Percent,
    /// "pesos": the message that says it.
    Currency(&'static str),
    /// After a number.
    Unit(&'static str),
    /// "a km": what the result is to be in.
    Conversion(&'static str),
    /// "cuánto es".
    Filler,
}

/// The longest of the known phrases that words begin with, and how many words it is. After an operand "x" is a sign and
/// "a", "in" begin what the result is to be in.
pub(super) fn longest(words: &[&str], is_after_value: bool) -> Option<(Word, usize)> {
    let mut lengths = (1..=PHRASES.longest.min(words.len())).rev();
    let mut best = lengths.find_map(|length| Some((phrase(words.get(..length)?)?, length)));
    if let [first, second, ..] = words
        && is_after_value
        && (TO.contains(first) || IN.contains(first))
        && let Some(unit) = unit(second)
    {
        best = Some((Word::Conversion(unit), 2));
    }
    if best.is_some() {
        return best;
    }
    let first = words.first()?;
    if is_after_value && *first == "x" {
        return Some((Word::Operator("*"), 1));
    }
    is_after_value.then(|| unit(first)).flatten().map(|unit| (Word::Unit(unit), 1))
}

/// Whether a word is a sign between what is added up.
pub(super) fn is_plus_or_minus(word: &str) -> bool {
    matches!(phrase(&[word]), Some(Word::Operator("+" | "-")))
}

fn phrase(words: &[&str]) -> Option<Word> {
    // Tagged phrases are taken apart at their marks: "what's" is "what ' s".
    let phrase = words.join(" ").replace('\'', " ' ");
    PHRASES.words.get(phrase.as_str()).copied()
}

/// The phrases that mean something, and how many words the longest is.
struct Phrases {
    words: BTreeMap<&'static str, Word>,
    longest: usize,
}

static PHRASES: ByMix<Phrases> = ByMix::new(|| {
    let articles = THE.iter().map(|word| (*word, Word::Filler));
    let said = SAID.iter().flat_map(|(tagged, word)| tagged.iter().map(|phrase| (*phrase, *word)));
    let words: BTreeMap<_, _> = articles.chain(NOTATION.iter().copied()).chain(said).collect();
    let lengths = words.keys().map(|phrase| phrase.split(' ').count());
    let longest = lengths.max().unwrap_or_default();
    Phrases { words, longest }
});

/// What is written alike in all languages.
const NOTATION: &[(&str, Word)] = &[
    ("mod", Word::Operator("mod")),
    ("sqrt", Word::Function("sqrt")),
    ("cbrt", Word::Function("cbrt")),
    ("abs", Word::Function("abs")),
    ("floor", Word::Function("floor")),
    ("ceil", Word::Function("ceil")),
    ("round", Word::Function("round")),
    ("ln", Word::Function("ln")),
    ("log", Word::Function("log10")),
    ("log10", Word::Function("log10")),
    ("log2", Word::Function("log2")),
    ("exp", Word::Function("exp")),
    ("sin", Word::Function("sin")),
    ("cos", Word::Function("cos")),
    ("tan", Word::Function("tan")),
    ("pi", Word::Constant("pi")),
    ("π", Word::Constant("pi")),
    ("e", Word::Constant("e")),
    ("mxn", Word::Currency("pesos")),
    ("usd", Word::Currency("dollars")),
    ("eur", Word::Currency("euros")),
];

/// What people say, by its tag.
static SAID: [(Tagged, Word); 20] = [
    (Tagged::new("calculator_plus"), Word::Operator("+")),
    (Tagged::new("calculator_minus"), Word::Operator("-")),
    (Tagged::new("calculator_times"), Word::Operator("*")),
    (Tagged::new("calculator_divided"), Word::Operator("/")),
    (Tagged::new("calculator_modulo"), Word::Operator("mod")),
    (Tagged::new("calculator_power"), Word::Operator("^")),
    (Tagged::new("calculator_squared"), Word::Suffix("^2")),
    (Tagged::new("calculator_cubed"), Word::Suffix("^3")),
    (Tagged::new("calculator_square_root"), Word::Function("sqrt")),
    (Tagged::new("calculator_cube_root"), Word::Function("cbrt")),
    (Tagged::new("calculator_round"), Word::Function("round")),
    (Tagged::new("calculator_sine"), Word::Function("sin")),
    (Tagged::new("calculator_percent"), Word::Percent),
    (Tagged::new("calculator_half"), Word::Factor("0.5")),
    (Tagged::new("calculator_double"), Word::Factor("2")),
    (Tagged::new("calculator_triple"), Word::Factor("3")),
    (Tagged::new("calculator_pesos"), Word::Currency("pesos")),
    (Tagged::new("calculator_dollars"), Word::Currency("dollars")),
    (Tagged::new("calculator_euros"), Word::Currency("euros")),
    (Tagged::new("calculator_filler"), Word::Filler),
];

/// A unit that people convert.
struct Unit {
    /// What it is called here.
    name: &'static str,
    /// How it is written in all languages.
    signs: &'static [&'static str],
    /// What people call it.
    said: Tagged,
}

impl Unit {
    const fn new(name: &'static str, signs: &'static [&'static str], said: Tagged) -> Self {
        Self { name, signs, said }
    }
}

static UNITS: [Unit; 20] = [
    Unit::new("km", &["km"], Tagged::new("calculator_kilometers")),
    Unit::new("m", &["m"], Tagged::new("calculator_meters")),
    Unit::new("cm", &["cm"], Tagged::new("calculator_centimeters")),
    Unit::new("mm", &["mm"], Tagged::new("calculator_millimeters")),
    Unit::new("miles", &[], Tagged::new("calculator_miles")),
    Unit::new("feet", &["ft"], Tagged::new("calculator_feet")),
    Unit::new("inches", &[], Tagged::new("calculator_inches")),
    Unit::new("yards", &[], Tagged::new("calculator_yards")),
    Unit::new("kg", &["kg"], Tagged::new("calculator_kilograms")),
    Unit::new("grams", &["g"], Tagged::new("calculator_grams")),
    Unit::new("lb", &["lb", "lbs"], Tagged::new("calculator_pounds")),
    Unit::new("oz", &["oz"], Tagged::new("calculator_ounces")),
    Unit::new("liters", &["l"], Tagged::new("calculator_liters")),
    Unit::new("ml", &["ml"], Tagged::new("calculator_milliliters")),
    Unit::new("gallons", &[], Tagged::new("calculator_gallons")),
    Unit::new("hours", &[], Tagged::new("calculator_hours")),
    Unit::new("minutes", &[], Tagged::new("calculator_minutes")),
    Unit::new("seconds", &[], Tagged::new("calculator_seconds")),
    Unit::new("days", &[], Tagged::new("calculator_days")),
    Unit::new("weeks", &[], Tagged::new("calculator_weeks")),
];

/// The unit that a word is.
fn unit(word: &str) -> Option<&'static str> {
    let mut units = UNITS.iter();
    let found = units.find(|unit| unit.signs.contains(&word) || unit.said.contains(&word))?;
    Some(found.name)
}
