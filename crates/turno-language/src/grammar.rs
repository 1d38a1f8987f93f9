//! The small words that readers of all kinds ask for: articles, prepositions, joints. What each is in a language stands in its
//! lexicon.

use crate::pack::Tagged;

/// The definite article, and what may stand for one: "el", "las", "lo", "the".
pub static THE: Tagged = Tagged::new("small_the");

/// The indefinite article: "un", "una", "a", "an".
pub static A: Tagged = Tagged::new("small_a");

/// "de", "del", "of".
pub static OF: Tagged = Tagged::new("small_of");

/// Leads to a place or an hour: "a", "al", "at".
pub static AT: Tagged = Tagged::new("small_at");

/// "en", "in", "on".
pub static IN: Tagged = Tagged::new("small_in");

/// "para", "pa", "por", "for".
pub static FOR: Tagged = Tagged::new("small_for");

/// "a", "to".
pub static TO: Tagged = Tagged::new("small_to");

/// "desde", "from".
pub static FROM: Tagged = Tagged::new("small_from");

/// "hasta", "until".
pub static UNTIL: Tagged = Tagged::new("small_until");

/// "y", "e", "and".
pub static AND: Tagged = Tagged::new("small_and");

/// "o", "u", "or".
pub static OR: Tagged = Tagged::new("small_or");

/// "con", "with".
pub static WITH: Tagged = Tagged::new("small_with");

/// "sin", "without".
pub static LEAVING_OUT: Tagged = Tagged::new("small_leaving_out");

/// "no", "not".
pub static NOT: Tagged = Tagged::new("small_not");

/// "también", "too".
pub static ALSO: Tagged = Tagged::new("small_also");

/// "este", "esta", "this".
pub static THIS: Tagged = Tagged::new("small_this");

/// "ese", "esa", "that".
pub static THAT: Tagged = Tagged::new("small_that");

/// "mi", "su", "my", "your".
pub static WHOSE: Tagged = Tagged::new("small_whose");

/// "pero", "but".
pub static BUT: Tagged = Tagged::new("small_but");

/// "si", "if".
pub static IF: Tagged = Tagged::new("small_if");

/// "qué", "cuál", "what", "which".
pub static WHAT: Tagged = Tagged::new("small_what");

/// "más", "more".
pub static MORE: Tagged = Tagged::new("small_more");

/// "menos", "less", "fewer".
pub static LESS: Tagged = Tagged::new("small_less");

/// Says that a number or an hour is near: "como", "unas", "about", "around".
pub static OR_SO: Tagged = Tagged::new("small_or_so");

/// "es", "son", "is", "are".
pub static IS: Tagged = Tagged::new("small_is");

/// Who speaks: "yo", "nosotros", "I", "we".
pub static I: Tagged = Tagged::new("small_i");

/// To whom it happens: "me", "nos", "us".
pub static ME: Tagged = Tagged::new("small_me");
