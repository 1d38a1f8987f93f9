//! The words that stand around a name.

use crate::pack::Tagged;

/// Names of people that are days and months too.
static NAME_DAYS: Tagged = Tagged::new("name_days");

/// Surnames that are days and months too, and nobody's first name.
static DAY_SURNAMES: Tagged = Tagged::new("name_day_surnames");

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
    is_day_word(word) || DAY_SURNAMES.contains(&word)
}

/// Words that make a day of what follows: "próximo domingo", "next Friday".
pub(super) static DAY_LEADS: Tagged = Tagged::new("name_day_leads");

/// What answers a question for a name without one, and what else is told there: no name begins with it.
pub(super) static NO_NAMES: Tagged = Tagged::new("name_no_names");

/// What stands behind a name and is no part of it: "Ortiz tel 55…", "Karen speaking", "Gaby porfis".
pub(super) static BEHIND: Tagged = Tagged::new("name_behind");

/// Of the cues that go before other things too, those behind which a name needs no capital: "soy laura".
pub(super) static SURE_CUES: Tagged = Tagged::new("name_sure_cues");

/// Numbers that are small words of a surname too: "dos Santos".
pub(super) static NUMBER_PARTICLES: Tagged = Tagged::new("name_number_particles");

/// Small words of a name that are written with a capital where it is: "Dos Santos", where "de la Cruz" is not.
pub(super) static CAPITAL_PARTICLES: Tagged = Tagged::new("name_capital_particles");

/// What may stand before a title.
pub(super) static BEFORE_TITLES: Tagged = Tagged::new("name_before_titles");

/// Whoever is one's own and no relative: "mi patrón".
pub(super) static BOSSES: Tagged = Tagged::new("name_bosses");

/// Between a correction and the name that is meant.
pub(super) static CORRECTION_LEADS: Tagged = Tagged::new("name_correction_leads");

/// A no before another name, where one is known or awaited.
pub(super) static NO_BUT: Tagged = Tagged::new("name_no_but");

/// A family that is called by its name, which tells that it is one: "la familia Pérez".
pub(super) static FAMILY: Tagged = Tagged::new("name_family");

/// The same behind the name: "the Smith family".
pub(super) static FAMILY_BEHIND: Tagged = Tagged::new("name_family_behind");

/// Before a family's name that was asked for.
pub(super) static FAMILY_LEADS: Tagged = Tagged::new("name_family_leads");

/// Behind a name this begins another: "Beto, de parte de Laura".
pub(super) static ON_BEHALF: Tagged = Tagged::new("name_on_behalf");

/// What joins two surnames: "Ortega y Gasset".
pub(super) static SURNAME_JOINTS: Tagged = Tagged::new("name_surname_joints");

/// The article of a name by which somebody is called: "el Güero".
pub(super) static NICKNAME_ARTICLES: Tagged = Tagged::new("name_nickname_articles");

/// What begins that which is ordered: "sírveme un flan" names nobody.
pub(super) static BEFORE_AN_ORDER: Tagged = Tagged::new("name_before_an_order");

/// What an answer goes on with behind its name.
pub(super) static GOING_ON: Tagged = Tagged::new("name_going_on");

/// A no between a name and the one that is meant.
pub(super) static OTHER_NO: Tagged = Tagged::new("name_other_no");

/// What may stand before another name, in an answer to a question for something else.
pub(super) static ANSWERS: Tagged = Tagged::new("name_other_answers");

/// What takes back the name that was told.
pub(super) static TAKING_BACK: Tagged = Tagged::new("name_other_taking_back");

/// What denies the name that follows.
pub(super) static DENIALS: Tagged = Tagged::new("name_other_denials");

/// What leads from it to the one that is meant.
pub(super) static OTHERS: Tagged = Tagged::new("name_other_others");

/// Who somebody is, before the name that is insisted on.
pub(super) static INSISTED: Tagged = Tagged::new("name_other_insisted");

/// Between the name that is meant and the one that is denied.
pub(super) static BUT_NOT: Tagged = Tagged::new("name_other_but_not");

/// What somebody is to the business or on that day, and no name: "la novia", "the patient".
pub(super) static ROLES: Tagged = Tagged::new("name_roles");

/// Between that and the name: "se llama".
pub(super) static CALLED: Tagged = Tagged::new("name_called");
