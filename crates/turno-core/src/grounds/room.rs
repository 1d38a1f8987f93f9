//! What says that there is room, or none.

use turno_language::Tagged;
use turno_language::Text;

use super::{booking::count_of, times::is_day};
use crate::values::{hours_in, number_of};

/// Whom one sees.
static WHOM: Tagged = Tagged::new("room_whom");

/// What room is asked for.
static ASKED_FOR: Tagged = Tagged::new("room_asked_for");

/// Taken, full.
static TAKEN: Tagged = Tagged::new("room_taken");

/// Before "room": a room of the house, and not space.
static KINDS: Tagged = Tagged::new("room_kinds");

/// "Sí hay lugar", "tenemos mesa a las 8", "we have a table": and neither its contrary, nor whether, nor what is always there.
pub(super) fn says_there_is_room(clause: &Text, has_others: bool) -> bool {
    static THERE_IS: Tagged = Tagged::new("room_there_is");
    static NOT: Tagged = Tagged::new("room_not");
    let folded = clause.folded();
    let words: Vec<&str> = clause.words().collect();
    let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    // "Si hay lugar, le aviso"; what is sure has its accent, or stands alone.
    let depends = clause
        .written()
        .enumerate()
        .any(|(at, word)| word == "qué" || word == "si" && (at > 0 || has_others));
    let is_theirs = [
        "su mesa",
        "su lugar",
        "your table",
        "nombre de",
        "su nombre",
        "your name",
    ];
    // "La doctora está libre mañana a las 10."
    let is_free_person = is_any(&["doctor", "doctora", "dr", "dra", "dentista", "dentist"])
        && is_any(&["libre", "disponible", "free", "available"])
        && !hours_in(clause).is_empty();
    // "Todavía hay mesas": and no "tenemos mesas en la terraza".
    let has_tables = words.iter().enumerate().any(|(at, word)| {
        matches!(*word, "mesas" | "tables" | "lugares")
            && matches!(
                words.get(at + 1).copied(),
                None | Some(
                    "disponibles"
                        | "libres"
                        | "available"
                        | "free"
                        | "left"
                        | "hoy"
                        | "today"
                        | "tonight"
                        | "manana"
                        | "tomorrow"
                        | "a"
                )
            )
    });
    let names_a_moment = || words.iter().any(|word| is_day_or_near(word)) || !hours_in(clause).is_empty();
    // "Sí hay cita el domingo": and no "hay citas de urgencia".
    let is_appointment = is_any(&["cita", "citas", "appointment", "appointments"]) && names_a_moment();
    // "Nos quedan dos mesas."
    let is_left = is_any(&["queda", "quedan", "left"]) && is_any(&["mesas", "lugares", "tables"]);
    let is_there = (names_room(&words) || is_free_person || has_tables || is_appointment || is_left)
        && is_any(&THERE_IS);
    // "Sin problema."
    let denies = words.iter().enumerate().any(|(at, word)| {
        let is_easy = || {
            matches!(
                words.get(at + 1),
                Some(&("problema" | "problemas" | "duda" | "falta"))
            )
        };
        NOT.contains(word) && !(*word == "sin" && is_easy())
    });
    !depends
        && (is_there || is_taken_care_of(&words) && names_a_moment())
        && !denies
        && !is_theirs.iter().any(|theirs| folded.contains(theirs))
}

fn is_day_or_near(word: &str) -> bool {
    is_day(word) || matches!(word, "hoy" | "manana" | "today" | "tonight" | "tomorrow")
}

/// "La Dra. Ruiz la ve", "le puedo recibir", "Dr. Ruiz can see you": and no "la atiende los lunes", which is of every week.
fn is_taken_care_of(words: &[&str]) -> bool {
    static SEES: Tagged = Tagged::new("room_sees");
    static SEEING: Tagged = Tagged::new("room_seeing");
    let is_whom = |word: &str| WHOM.contains(&word);
    let can = |word: &str| matches!(word, "puedo" | "podemos" | "puede" | "pueden" | "can");
    let is_regular = words
        .windows(2)
        .any(|two| matches!(two[0], "los" | "de" | "cada" | "every") && (is_day(two[1]) || two[1] == "dias"));
    let seen = words
        .windows(2)
        .any(|two| is_whom(two[0]) && SEES.contains(&two[1]));
    let can_be_seen = words.windows(3).any(|three| {
        is_whom(three[0]) && can(three[1]) && SEEING.contains(&three[2])
            || can(three[0]) && three[1] == "see" && three[2] == "you"
    });
    let can_see_them = words.windows(2).any(|two| {
        let without = ["los", "las", "les", "lo", "la", "le", "te"]
            .iter()
            .find_map(|whom| two[1].strip_suffix(whom));
        can(two[0]) && without.is_some_and(|verb| SEEING.contains(&verb))
    });
    (seen || can_be_seen || can_see_them) && !is_regular
}

/// "Sí hay", "yes, we do", "3 works": a bare answer to whether there is room.
pub(super) fn answers_that_there_is(clause: &Text, latest: &Text) -> bool {
    static BARE: Tagged = Tagged::new("room_there_is_bare");
    static OF_A_DAY: Tagged = Tagged::new("room_of_a_day");
    let words: Vec<&str> = clause
        .words()
        .filter(|word| !OF_A_DAY.contains(word) && !is_day(word))
        .collect();
    let is_hour_that_works = matches!(
        words.as_slice(),
        [.., "works" | "is", "fine" | "free" | "open"] | [.., "works"]
    ) && words.len() <= 4
        && words
            .iter()
            .any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    (BARE.contains(&words.join(" ").as_str()) || is_hour_that_works) && asks_for_room(latest)
}

/// Whether the user's words ask for room, or for an hour.
fn asks_for_room(latest: &Text) -> bool {
    let words: Vec<&str> = latest.words().collect();
    let names_it = names_room(&words) || words.iter().any(|word| ASKED_FOR.contains(word));
    const SHORT: usize = 7;
    names_it || !hours_in(latest).is_empty() || words.len() <= SHORT && words.iter().any(|word| is_day(word))
}

static NONE_NOT: Tagged = Tagged::new("room_none_not");
static NONE_THERE_IS: Tagged = Tagged::new("room_none_there_is");
static NONE_OF_SIZE: Tagged = Tagged::new("room_none_of_size");

/// "No hay lugar", "estamos llenos", "we're fully booked": and no "no hay lugar para estacionarse".
pub(super) fn says_there_is_none(clause: &Text, latest: &Text) -> bool {
    static FULL: Tagged = Tagged::new("room_full");
    let words: Vec<&str> = clause.words().collect();
    let joined = words.join(" ");
    if FULL.iter().any(|full| joined.contains(full)) {
        let is_no = [
            "no tables",
            "no room",
            "no avail",
            "no s",
            "no openings",
            "nada disponible",
        ]
        .iter()
        .any(|no| joined.contains(no));
        static OTHERWISE: Tagged = Tagged::new("room_none_otherwise");
        return !words
            .iter()
            .any(|word| OTHERWISE.contains(word) || *word == "no" && !is_no);
    }
    // "El viernes está completo."
    let is_day_full = words.iter().any(|word| is_day_or_near(word))
        && words.windows(2).any(|two| {
            matches!(two[0], "esta" | "is" | "s")
                && (is_full(two[1]) || matches!(two[1], "completo" | "completa"))
        });
    if is_day_full {
        return !words
            .iter()
            .any(|word| matches!(*word, "no" | "not" | "si" | "if" | "cuando"));
    }
    if is_bare_none(&words, &joined) && asks_for_room(latest) {
        return true;
    }
    let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let has_room = names_room(&words)
        || words.iter().enumerate().any(|(at, word)| {
            matches!(*word, "mesas" | "tables")
                && !matches!(
                    words.get(at + 1),
                    Some(&("al" | "de" | "para" | "for" | "of" | "con"))
                )
        });
    has_room && is_any(&NONE_NOT) && is_any(&NONE_THERE_IS) && !is_any(&NONE_OF_SIZE)
}

/// "No hay", "ya no queda nada": and nothing else but of when.
fn is_bare_none(words: &[&str], joined: &str) -> bool {
    static BARE: Tagged = Tagged::new("room_none_bare");
    // "No hay código de vestimenta" is of no room.
    let is_of_room = |word: &str| {
        static OF_ROOM: Tagged = Tagged::new("room_of_room");
        word.len() <= 3 || is_day_or_near(word) || OF_ROOM.contains(&word) || names_room(&[word])
    };
    words.len() <= 5
        && BARE.iter().any(|bare| {
            let rest = joined.strip_prefix(bare);
            rest.is_some_and(|rest| Text::of(rest).words().all(is_of_room))
        })
}

/// Whether a clause says that all places are taken, which is no word for being closed.
pub(super) fn says_that_all_is_taken(clause: &Text) -> bool {
    let folded = clause.folded();
    clause.words().any(is_full) || folded.contains("booked")
}

fn is_full(word: &str) -> bool {
    TAKEN.contains(&word)
}

/// For how many there is room: "mesa para 6", "a table for six on Friday".
pub(super) fn people_in(words: &[&str]) -> Option<u64> {
    const BEHIND: &[&str] = &[
        "",
        "personas",
        "persona",
        "people",
        "guests",
        "adultos",
        "comensales",
        "el",
        "la",
        "on",
        "at",
        "a",
        "hoy",
        "manana",
        "en",
        "in",
        "this",
        "tomorrow",
        "tonight",
        "today",
        "este",
        "y",
        "ese",
        "esa",
    ];
    (0..words.len()).find_map(|at| {
        let behind = words.get(at + 2).copied().unwrap_or_default();
        let is_count = matches!(words[at], "para" | "for") && BEHIND.contains(&behind);
        is_count.then(|| count_of(words.get(at + 1)?)).flatten()
    })
}

/// Whether room for guests is what they are about.
pub(super) fn names_room(words: &[&str]) -> bool {
    (0..words.len()).any(|at| is_room_at(words, at))
}

/// Whether a word is about room for guests: no "espacio para niños", "mesa de billar", "private room".
fn is_room_at(words: &[&str], at: usize) -> bool {
    static ROOM: Tagged = Tagged::new("room_room");
    static OF_ITS_KIND: Tagged = Tagged::new("room_of_its_kind");
    static WHOM_OR_WHEN: Tagged = Tagged::new("room_whom_or_when");
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = at.checked_sub(1).map_or("", word);
    let is_count = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || number_of(word).is_some();
    ROOM.contains(&word(at))
        && !(word(at) == "room" && KINDS.contains(&before))
        && !OF_ITS_KIND.contains(&word(at + 1))
        && match word(at + 1) {
            "para" | "for" => is_count(word(at + 2)) || WHOM_OR_WHEN.contains(&word(at + 2)),
            _ => true,
        }
}
