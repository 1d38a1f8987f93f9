//! The words that stand around a name.

use crate::pack::Tagged;

/// Names of people that are days and months too.
static NAME_DAYS: Tagged = Tagged::new("name_days");

/// Words after which a name stands.
pub(super) static CUES: Tagged = Tagged::new("name_cues");

/// Words that may go before other things too: what follows must look like a name.
pub(super) static WEAK_CUES: Tagged = Tagged::new("name_weak_cues");

pub(super) static PARTICLES: Tagged = Tagged::new("name_particles");

/// Titles, which are no part of a name; an article may go before them.
pub(super) static TITLES: Tagged = Tagged::new("name_titles");

/// What may stand before a name that was asked for.
pub(super) static LEADS: Tagged = Tagged::new("name_leads");

/// What a company is called by, which is no part of its name.
pub(super) static COMPANIES: Tagged = Tagged::new("name_companies");

/// What somebody does of whom is talked: no name begins with it.
pub(super) static VERBS: Tagged = Tagged::new("name_verbs");

/// Surnames that are words of talk too.
pub(super) static SURNAMES: Tagged = Tagged::new("name_surnames");

/// Days and months that people are named after.
pub(super) fn is_day_word(word: &str) -> bool {
    NAME_DAYS.contains(&word)
}

/// Days and months that are surnames too.
pub(super) fn is_day_surname(word: &str) -> bool {
    let others = [
        "lunes", "martes", "viernes", "enero", "marzo", "mayo", "friday", "monday", "march",
    ];
    is_day_word(word) || others.contains(&word)
}

/// Words that make a day of what follows: "próximo domingo", "next Friday".
pub(super) static DAY_LEADS: Tagged = Tagged::new("name_day_leads");

/// What answers a question for a name without one, and what else is told there: no name begins with it.
pub(super) static NO_NAMES: Tagged = Tagged::new("name_no_names");

/// What stands behind a name and is no part of it: "Ortiz tel 55…", "Karen speaking", "Gaby porfis".
pub(super) static BEHIND: Tagged = Tagged::new("name_behind");
