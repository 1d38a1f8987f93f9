//! Numbers by which somebody is called, and those of a card, which nobody is asked for.

use turno_language::{Tagged, Text, is_whole_code};

use super::booking::YOURS;
use crate::{phrases::is_with_digits, values::bare};

/// How somebody is reached.
static WAYS: Tagged = Tagged::new("contact_ways");

/// Says that a number is the business's own.
static OURS: Tagged = Tagged::new("contact_ours");

/// Denies that something is asked for.
static NOT: Tagged = Tagged::new("contact_not");

/// So many digits together are no price, hour or date.
const PHONE_DIGITS_MIN: usize = 8;
const PHONE_DIGITS_MAX: usize = 15;

/// How somebody is reached, as it is said.
#[derive(Debug)]
pub(crate) struct ContactSaid {
    /// The last digits of each telephone.
    pub(crate) phones: Vec<String>,
    /// Of mail and of the web, bare.
    pub(crate) addresses: Vec<String>,
    /// The business's own: what the user says of that is no ground for it.
    pub(crate) is_own: bool,
}

impl ContactSaid {
    pub(crate) fn read(sentence: &Text) -> Option<Self> {
        let phones = phones_in(sentence);
        let addresses: Vec<String> = addresses_in(sentence).iter().map(|address| bare(address)).collect();
        (!(phones.is_empty() && addresses.is_empty())).then(|| Self {
            phones,
            addresses,
            is_own: is_of_the_business(sentence),
        })
    }
}

/// The telephone numbers of a sentence: the last digits of each, as many as tell it from others.
fn phones_in(sentence: &Text) -> Vec<String> {
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')' | '+' | '.');
    let runs = sentence.said().split(|c: char| !is_of_number(c));
    let phones = runs.filter_map(|whole| {
        let run = whole.trim();
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        let is_date = run.parse::<jiff::civil::Date>().is_ok();
        let is_code = is_whole_code(&digits) && stands_behind_letters(sentence.said(), whole);
        let is_phone = (PHONE_DIGITS_MIN..=PHONE_DIGITS_MAX).contains(&digits.len()) && !is_date && !is_code;
        is_phone.then(|| digits[digits.len() - PHONE_DIGITS_MIN..].to_owned())
    });
    phones.collect()
}

/// "RES-482173648": a capital right in front of a part of the text.
fn stands_behind_letters(text: &str, part: &str) -> bool {
    let at = part.as_ptr() as usize - text.as_ptr() as usize;
    text[..at].ends_with(|c: char| c.is_ascii_uppercase())
}

/// Whether a sentence tells how the business itself is reached: what the user says of that is no ground for it.
fn is_of_the_business(sentence: &Text) -> bool {
    let mut pairs = sentence.words().zip(sentence.words().skip(1));
    let is_theirs = pairs.any(|(word, next)| YOURS.contains(&word) && WAYS.contains(&next));
    let is_own = |word: &str| OURS.contains(&word);
    sentence.words().any(is_own) && !is_theirs
}

/// The addresses of a sentence, of mail and of the web, without what stands in front of all of the web's.
fn addresses_in(sentence: &Text) -> Vec<String> {
    static AT: Tagged = Tagged::new("contact_at");
    static DOT: Tagged = Tagged::new("contact_dot");
    let mut written = sentence.said().to_lowercase();
    let said = |word: &&str| sentence.words().any(|own| own == *word);
    let marks = [(&AT, "@"), (&DOT, ".")];
    for (words, mark) in marks {
        for word in words.iter().filter(|word| said(word)) {
            written = written.replace(&format!(" {word} "), mark);
        }
    }
    let is_apart =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '<' | '>' | '"' | '*' | '«' | '»');
    let addresses = written.split(is_apart).filter_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let begins = ["https://", "http://", "www."];
        let host = begins.iter().fold(word, |rest, begin| rest.strip_prefix(begin).unwrap_or(rest));
        let is_mail =
            host.split_once('@').is_some_and(|(name, domain)| !name.is_empty() && domain.contains('.'));
        (is_mail || host != word || is_domain(host)).then(|| host.to_owned())
    });
    addresses.collect()
}

/// "laterraza.com.mx": and no "hora.Le".
fn is_domain(word: &str) -> bool {
    const ENDS: &[&str] =
        &["com", "mx", "net", "org", "info", "io", "shop", "es", "us", "app", "store", "biz"];
    let host = word.split('/').next().unwrap_or_default();
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    host.rsplit_once('.').is_some_and(|(name, end)| {
        ENDS.contains(&end)
            && name.split('.').all(is_label)
            && name.contains(char::is_alphabetic)
            && (name.len() > 3 || end == "com" || end == "mx")
    })
}

static OTHER_CARDS: Tagged = Tagged::new("contact_other_cards");

static OF_A_CARD: Tagged = Tagged::new("contact_of_a_card");

static DATA: Tagged = Tagged::new("contact_data");

static ASKS: Tagged = Tagged::new("contact_asks");

/// "¿Me da los 16 dígitos de su tarjeta?", "what's the CVV?": what is never asked for in a talk. A card of points is another thing.
pub(crate) fn asks_for_a_card(sentence: &Text) -> bool {
    let folded = sentence.folded();
    static CARD: Tagged = Tagged::new("contact_card");
    static CARDS: Tagged = Tagged::new("contact_cards");
    static SECRET: Tagged = Tagged::new("contact_card_secret");
    let is_secret = |word: &&str| SECRET.contains(word) || is_with_digits(word, &SECRET);
    let is_of_card = |word: &str| CARD.contains(&word) || CARDS.contains(&word) || is_secret(&word);
    if !sentence.words().any(is_of_card) {
        return false;
    }
    folded.split([',', ';', '.', ':']).map(Text::of).any(|clause| {
        let words: Vec<&str> = clause.words().collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
        let is_refused = has(&NOT);
        let is_secret = words.iter().any(is_secret);
        let is_card = has(&CARD) && !has(&OTHER_CARDS);
        !is_refused && (is_secret || is_card && (has(&OF_A_CARD) || has(&DATA) && has(&ASKS)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digits_of_a_card_are_nobodys_to_ask() {
        for said in [
            "Deme los 16 dígitos de su tarjeta.",
            "¿Me da el CVV?",
            "¿Cuál es la fecha de vencimiento de la tarjeta?",
            "Please tell me your card number.",
            "Comparta los datos de su tarjeta para apartar.",
        ] {
            assert!(asks_for_a_card(&Text::of(said)), "{said}");
        }
        for said in [
            "Aceptamos tarjetas de crédito y débito.",
            "Aceptamos tarjeta, ¿me da su número de teléfono?",
            "No necesito los datos de su tarjeta.",
            "Nunca le pediremos el CVV.",
            "¿Me da el número de su tarjeta de puntos?",
            "Puede pagar con tarjeta.",
        ] {
            assert!(!asks_for_a_card(&Text::of(said)), "{said}");
        }
    }

    #[test]
    fn addresses_are_of_mail_and_of_the_web() {
        for (said, expected) in [
            ("Escríbanos a reservas@laterraza.mx.", &["reservas@laterraza.mx"][..]),
            ("Es contacto arroba laterraza punto mx.", &["contacto@laterraza.mx"]),
            ("Visite https://www.laterraza.mx/menu.", &["laterraza.mx/menu"]),
            ("Vea laterraza.com.mx, por favor.", &["laterraza.com.mx"]),
            ("A las 8 p.m. en Av. Orizaba, cuesta 1.5 o $2.50.", &[]),
        ] {
            assert_eq!(addresses_in(&Text::of(said)), expected, "{said}");
        }
    }

    #[test]
    fn many_digits_are_a_phone() {
        assert_eq!(phones_in(&Text::of("Llame al 55 1234 9876.")), ["12349876"]);
        assert_eq!(phones_in(&Text::of("Al (555) 123-4567, de 13:00 a 22:00.")), ["51234567"]);
        for said in [
            "El 2026-12-04 a las 13:00.",
            "Cuesta $1,299.00.",
            "RES-1234",
            "RES-482173648",
            "De 13:00 a 22:00",
        ] {
            assert!(phones_in(&Text::of(said)).is_empty(), "{said}");
        }
        assert!(crate::given::digits_of("{\"phone\":\"+525555550100\"}").contains("55550100"));
    }
}
