//! What is named only to say that it is not wanted: "cualquiera menos Mendoza", "not at 7".

use crate::pack::Tagged;
use std::ops::Range;

use super::tokens::Tokens;

/// Of whom some are left out.
static EXCEPTING: Tagged = Tagged::new("excepting");

/// Whether the words before an index say that what begins there is not wanted; `links` may stand between. A bare "no" is
/// none: recognised speech loses the comma of "no, a las 7".
pub(super) fn is_excepted(tokens: &Tokens<'_>, start: usize, links: &[&str]) -> bool {
    let mut at = start;
    while at > 0 && links.contains(&tokens.before(at)) && !excepts(tokens, at) {
        at -= 1;
    }
    excepts(tokens, at)
}

/// "No mañana sino pasado", "no el viernes, sino el sábado".
pub(super) fn is_set_against(tokens: &Tokens<'_>, range: Range<usize>) -> bool {
    let is_no = matches!(tokens.before(range.start), "no" | "not");
    is_no && tokens.is_one_of(tokens.skip_comma(range.end), &["sino", "but"])
}

/// "En vez del sábado", "aparte de", where "de" stands at an index.
fn is_put_aside(tokens: &Tokens<'_>, at: usize) -> bool {
    match tokens.before(at) {
        "aparte" | "fuera" => true,
        "vez" | "lugar" => tokens.before(at.saturating_sub(1)) == "en",
        _ => false,
    }
}

/// Whether the word before an index takes away what stands at it.
fn excepts(tokens: &Tokens<'_>, at: usize) -> bool {
    let one_before = tokens.before(at.saturating_sub(1));
    match tokens.before(at) {
        "excepto" | "salvo" | "except" | "quitando" | "tampoco" => true,
        "menos" | "but" => (0..at).any(|at| tokens.is_one_of(at, &EXCEPTING)),
        "not" => !matches!(one_before, "why" | "if" | "or" | "whether"),
        "than" => matches!(one_before, "other" | "rather"),
        "from" => one_before == "apart" || one_before == "aside",
        "of" => one_before == "instead",
        "instead" => tokens.is_one_of(at, &["of"]),
        "de" | "del" => is_put_aside(tokens, at - 1),
        // "En vez de las 8": the "de" is of the hour.
        "vez" | "lugar" if tokens.is_one_of(at, &["de", "del"]) => one_before == "en",
        // "No puedo el sábado", "I can't Saturday"
        "puedo" | "podemos" => one_before == "no",
        "t" => matches!(one_before, "'" | "’") && tokens.before(at.saturating_sub(2)) == "can",
        "cant" | "cannot" => true,
        "do" | "make" => matches!(one_before, "t" | "cant" | "cannot"),
        // "que no sea a las 7", "que no fuera con Mendoza"
        "sea" | "sean" | "fuera" | "fuese" => one_before == "no",
        "no" | "never" => matches!(one_before, "pero" | "y" | "but" | "and"),
        _ => false,
    }
}
