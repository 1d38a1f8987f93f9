//! Whether a text may name a day or an hour.

use turno_language::{Tagged, text::fold};

/// Whether there is anything in a text that a day or an hour can be made of; most texts have nothing, and are not read.
pub(crate) fn may_name_a_moment(text: &str) -> bool {
    // In alphabetical order.
    static WORDS: Tagged = Tagged::new("route_may_name_a_moment");
    text.bytes().any(|byte| byte.is_ascii_digit())
        || fold(text).split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.binary_search(&word).is_ok())
}
