//! The words of sums, in Spanish and English.

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
    /// "pesos".
    Currency,
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
    let mut best = PHRASES
        .iter()
        .filter(|(phrase, _)| {
            phrase.len() <= words.len() && phrase.iter().zip(words).all(|(one, other)| one == other)
        })
        .map(|(phrase, word)| (*word, phrase.len()))
        .max_by_key(|(_, length)| *length);
    if let [first, second, ..] = words
        && is_after_value
        && matches!(*first, "a" | "en" | "to" | "in")
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
    is_after_value
        .then(|| unit(first))
        .flatten()
        .map(|unit| (Word::Unit(unit), 1))
}

const PHRASES: &[(&[&str], Word)] = &[
    (&["mas"], Word::Operator("+")),
    (&["plus"], Word::Operator("+")),
    (&["menos"], Word::Operator("-")),
    (&["minus"], Word::Operator("-")),
    (&["por"], Word::Operator("*")),
    (&["times"], Word::Operator("*")),
    (&["multiplicado", "por"], Word::Operator("*")),
    (&["multiplied", "by"], Word::Operator("*")),
    (&["entre"], Word::Operator("/")),
    (&["dividido", "entre"], Word::Operator("/")),
    (&["dividido", "por"], Word::Operator("/")),
    (&["divided", "by"], Word::Operator("/")),
    (&["over"], Word::Operator("/")),
    (&["mod"], Word::Operator("mod")),
    (&["modulo"], Word::Operator("mod")),
    (&["a", "la"], Word::Operator("^")),
    (&["a", "la", "potencia"], Word::Operator("^")),
    (&["elevado", "a"], Word::Operator("^")),
    (&["elevado", "a", "la"], Word::Operator("^")),
    (&["to", "the", "power", "of"], Word::Operator("^")),
    (&["al", "cuadrado"], Word::Suffix("^2")),
    (&["elevado", "al", "cuadrado"], Word::Suffix("^2")),
    (&["squared"], Word::Suffix("^2")),
    (&["al", "cubo"], Word::Suffix("^3")),
    (&["elevado", "al", "cubo"], Word::Suffix("^3")),
    (&["cubed"], Word::Suffix("^3")),
    (&["raiz"], Word::Function("sqrt")),
    (&["raiz", "de"], Word::Function("sqrt")),
    (&["raiz", "cuadrada"], Word::Function("sqrt")),
    (&["raiz", "cuadrada", "de"], Word::Function("sqrt")),
    (&["square", "root"], Word::Function("sqrt")),
    (&["square", "root", "of"], Word::Function("sqrt")),
    (&["sqrt"], Word::Function("sqrt")),
    (&["raiz", "cubica", "de"], Word::Function("cbrt")),
    (&["cube", "root", "of"], Word::Function("cbrt")),
    (&["cbrt"], Word::Function("cbrt")),
    (&["abs"], Word::Function("abs")),
    (&["floor"], Word::Function("floor")),
    (&["ceil"], Word::Function("ceil")),
    (&["round"], Word::Function("round")),
    (&["redondear"], Word::Function("round")),
    (&["ln"], Word::Function("ln")),
    (&["log"], Word::Function("log10")),
    (&["log10"], Word::Function("log10")),
    (&["log2"], Word::Function("log2")),
    (&["exp"], Word::Function("exp")),
    (&["sin"], Word::Function("sin")),
    (&["sen"], Word::Function("sin")),
    (&["cos"], Word::Function("cos")),
    (&["tan"], Word::Function("tan")),
    (&["pi"], Word::Constant("pi")),
    (&["π"], Word::Constant("pi")),
    (&["e"], Word::Constant("e")),
    (&["por", "ciento"], Word::Percent),
    (&["porciento"], Word::Percent),
    (&["percent"], Word::Percent),
    (&["per", "cent"], Word::Percent),
    (&["la", "mitad", "de"], Word::Factor("0.5")),
    (&["mitad", "de"], Word::Factor("0.5")),
    (&["half", "of"], Word::Factor("0.5")),
    (&["el", "doble", "de"], Word::Factor("2")),
    (&["doble", "de"], Word::Factor("2")),
    (&["twice"], Word::Factor("2")),
    (&["double"], Word::Factor("2")),
    (&["el", "triple", "de"], Word::Factor("3")),
    (&["triple", "de"], Word::Factor("3")),
    (&["peso"], Word::Currency),
    (&["pesos"], Word::Currency),
    (&["mxn"], Word::Currency),
    (&["dolar"], Word::Currency),
    (&["dolares"], Word::Currency),
    (&["dollar"], Word::Currency),
    (&["dollars"], Word::Currency),
    (&["usd"], Word::Currency),
    (&["euro"], Word::Currency),
    (&["euros"], Word::Currency),
    (&["eur"], Word::Currency),
    (&["cuanto", "es"], Word::Filler),
    (&["cuanto", "son"], Word::Filler),
    (&["cuanto", "da"], Word::Filler),
    (&["calcula"], Word::Filler),
    (&["calcular"], Word::Filler),
    (&["what", "is"], Word::Filler),
    (&["how", "much", "is"], Word::Filler),
    (&["calculate"], Word::Filler),
    (&["the"], Word::Filler),
    (&["el"], Word::Filler),
    (&["la"], Word::Filler),
];

/// The units that people convert, by what they call them.
fn unit(word: &str) -> Option<&'static str> {
    Some(match word {
        "km" | "kilometro" | "kilometros" | "kilometers" | "kilometres" => "km",
        "m" | "metro" | "metros" | "meters" | "metres" => "m",
        "cm" | "centimetro" | "centimetros" | "centimeters" => "cm",
        "mm" | "milimetros" | "millimeters" => "mm",
        "milla" | "millas" | "mile" | "miles" => "miles",
        "pie" | "pies" | "ft" | "feet" | "foot" => "feet",
        "pulgada" | "pulgadas" | "inch" | "inches" => "inches",
        "yarda" | "yardas" | "yard" | "yards" => "yards",
        "kg" | "kilo" | "kilos" | "kilogramos" | "kilograms" => "kg",
        "g" | "gramo" | "gramos" | "grams" => "grams",
        "lb" | "lbs" | "libra" | "libras" | "pound" | "pounds" => "lb",
        "oz" | "onza" | "onzas" | "ounces" => "oz",
        "l" | "litro" | "litros" | "liters" | "litres" => "liters",
        "ml" | "mililitros" | "milliliters" => "ml",
        "galon" | "galones" | "gallon" | "gallons" => "gallons",
        "hora" | "horas" | "hour" | "hours" => "hours",
        "minuto" | "minutos" | "minute" | "minutes" => "minutes",
        "segundo" | "segundos" | "second" | "seconds" => "seconds",
        "dia" | "dias" | "day" | "days" => "days",
        "semana" | "semanas" | "week" | "weeks" => "weeks",
        _ => return None,
    })
}
