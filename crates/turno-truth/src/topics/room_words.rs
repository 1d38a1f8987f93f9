//! What says that there is room, or none.

use turno_language::{Tagged, Text};

use crate::{
    ASKS_WHAT, DEPENDS_ON,
    days::is_near,
    phrases::{stands_at, stands_in},
    times::is_day,
    values::{count_of, hours_in, number_of},
};

/// Whom one sees.
static WHOM: Tagged = Tagged::new("room_whom");

/// What room is asked for.
static ASKED_FOR: Tagged = Tagged::new("room_asked_for");

/// Taken, full.
static TAKEN: Tagged = Tagged::new("room_taken");

/// In front of how many there is room for.
static FOR: Tagged = Tagged::new("room_for");

/// Tables and places, several.
static TABLES: Tagged = Tagged::new("room_tables");

/// Before "room": a room of the house, and not space.
static KINDS: Tagged = Tagged::new("room_kinds");

/// "Sí hay lugar", "tenemos mesa a las 8", "we have a table": and neither its contrary, nor whether, nor what is always there.
pub(crate) fn says_there_is_room(clause: &Text, has_others: bool) -> bool {
    static THERE_IS: Tagged = Tagged::new("room_there_is");
    static NOT: Tagged = Tagged::new("room_not");
    static THEIRS: Tagged = Tagged::new("room_theirs");
    static WHO_SEES: Tagged = Tagged::new("room_who_sees");
    static HAS_TIME: Tagged = Tagged::new("room_has_time");
    static BEHIND_TABLES: Tagged = Tagged::new("room_behind_tables");
    static APPOINTMENTS: Tagged = Tagged::new("room_appointments");
    static LEFT: Tagged = Tagged::new("room_is_left");
    static EASY: Tagged = Tagged::new("room_easy");
    static WITHOUT: Tagged = Tagged::new("room_without");
    let folded = clause.folded();
    let words: Vec<&str> = clause.words().collect();
    let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    // "Si hay lugar, le aviso"; what is sure has its accent, or stands alone.
    let depends = clause.written().enumerate().any(|(at, word)| {
        ASKS_WHAT.contains(&&*word) || DEPENDS_ON.contains(&&*word) && (at > 0 || has_others)
    });
    // "La doctora está libre mañana a las 10."
    let is_free_person = is_any(&WHO_SEES) && is_any(&HAS_TIME) && !hours_in(clause).is_empty();
    // "Todavía hay mesas": and no "tenemos mesas en la terraza".
    let has_tables = words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1);
        TABLES.contains(word) && next.is_none_or(|next| BEHIND_TABLES.contains(next))
    });
    let names_a_moment = || words.iter().any(|word| is_day_or_near(word)) || !hours_in(clause).is_empty();
    // "Sí hay cita el domingo": and no "hay citas de urgencia".
    let is_appointment = is_any(&APPOINTMENTS) && names_a_moment();
    // "Nos quedan dos mesas."
    let is_left = is_any(&LEFT) && is_any(&TABLES);
    let is_there = (names_room(&words) || is_free_person || has_tables || is_appointment || is_left)
        && is_any(&THERE_IS);
    // "Sin problema."
    let denies = words.iter().enumerate().any(|(at, word)| {
        let is_easy = || words.get(at + 1).is_some_and(|next| EASY.contains(next));
        NOT.contains(word) && !(WITHOUT.contains(word) && is_easy())
    });
    !depends
        && (is_there || is_taken_care_of(&words) && names_a_moment())
        && !denies
        && !THEIRS.iter().any(|theirs| folded.contains(theirs))
}

fn is_day_or_near(word: &str) -> bool {
    is_day(word) || is_near(word)
}

/// "La Dra. Ruiz la ve", "le puedo recibir", "Dr. Ruiz can see you": and no "la atiende los lunes", which is of every week.
fn is_taken_care_of(words: &[&str]) -> bool {
    static SEES: Tagged = Tagged::new("room_sees");
    static SEEING: Tagged = Tagged::new("room_seeing");
    let is_whom = |word: &str| WHOM.contains(&word);
    static CAN: Tagged = Tagged::new("room_can");
    static EVERY: Tagged = Tagged::new("room_every");
    static DAYS: Tagged = Tagged::new("room_days");
    static CAN_SEE_YOU: Tagged = Tagged::new("room_can_see_you");
    static ENDINGS: Tagged = Tagged::new("room_whom_endings");
    let mut pairs = words.windows(2);
    let is_regular = pairs.any(|two| EVERY.contains(&two[0]) && (is_day(two[1]) || DAYS.contains(&two[1])));
    let seen = words.windows(2).any(|two| is_whom(two[0]) && SEES.contains(&two[1]));
    let can_be_seen = stands_in(words, &CAN_SEE_YOU)
        || words
            .windows(3)
            .any(|three| is_whom(three[0]) && CAN.contains(&three[1]) && SEEING.contains(&three[2]));
    let can_see_them = words.windows(2).any(|two| {
        let mut without = ENDINGS.iter().filter_map(|whom| two[1].strip_suffix(whom));
        CAN.contains(&two[0]) && without.any(|verb| SEEING.contains(&verb))
    });
    (seen || can_be_seen || can_see_them) && !is_regular
}

/// "Sí hay", "yes, we do", "3 works": a bare answer to whether there is room.
pub(crate) fn answers_that_there_is(clause: &Text, latest: &Text) -> bool {
    static BARE: Tagged = Tagged::new("room_there_is_bare");
    static OF_A_DAY: Tagged = Tagged::new("room_of_a_day");
    let words: Vec<&str> = clause.words().filter(|word| !OF_A_DAY.contains(word) && !is_day(word)).collect();
    static WORKS: Tagged = Tagged::new("room_works");
    static HOUR_IS_FREE: Tagged = Tagged::new("room_hour_is_free");
    let ends_so = words.last().is_some_and(|last| WORKS.contains(last))
        || words.len() >= 2 && stands_at(&words, words.len() - 2, &HOUR_IS_FREE);
    let is_hour_that_works = ends_so
        && words.len() <= 4
        && words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
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
pub(crate) fn says_there_is_none(clause: &Text, latest: &Text) -> bool {
    static FULL: Tagged = Tagged::new("room_full");
    static DAY_IS: Tagged = Tagged::new("room_day_is");
    static COMPLETE: Tagged = Tagged::new("room_complete");
    static DAY_OPEN: Tagged = Tagged::new("room_day_open");
    static TABLES_ALONE: Tagged = Tagged::new("room_tables_alone");
    static OF_A_KIND: Tagged = Tagged::new("room_of_a_kind");
    let words: Vec<&str> = clause.words().collect();
    let joined = words.join(" ");
    if FULL.iter().any(|full| joined.contains(full)) {
        static FULL_NO: Tagged = Tagged::new("room_full_no");
        static NO: Tagged = Tagged::new("room_no");
        let is_no = FULL_NO.iter().any(|no| joined.contains(no));
        static OTHERWISE: Tagged = Tagged::new("room_none_otherwise");
        return !words.iter().any(|word| OTHERWISE.contains(word) || NO.contains(word) && !is_no);
    }
    // "El viernes está completo."
    let is_day_full = words.iter().any(|word| is_day_or_near(word))
        && words
            .windows(2)
            .any(|two| DAY_IS.contains(&two[0]) && (is_full(two[1]) || COMPLETE.contains(&two[1])));
    if is_day_full {
        return !words.iter().any(|word| DAY_OPEN.contains(word));
    }
    if is_bare_none(&words, &joined) && asks_for_room(latest) {
        return true;
    }
    let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let has_room = names_room(&words)
        || words.iter().enumerate().any(|(at, word)| {
            let next = words.get(at + 1);
            TABLES_ALONE.contains(word) && !next.is_some_and(|next| OF_A_KIND.contains(next))
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
pub(crate) fn says_that_all_is_taken(clause: &Text) -> bool {
    static PARTS: Tagged = Tagged::new("room_booked_parts");
    clause.words().any(is_full) || PARTS.iter().any(|part| clause.folded().contains(part))
}

fn is_full(word: &str) -> bool {
    TAKEN.contains(&word)
}

/// For how many there is room: "mesa para 6", "a table for six on Friday".
pub(crate) fn people_in(words: &[&str]) -> Option<u64> {
    static BEHIND: Tagged = Tagged::new("room_behind_people");
    (0..words.len()).find_map(|at| {
        let behind = words.get(at + 2);
        let is_count = FOR.contains(&words[at]) && behind.is_none_or(|behind| BEHIND.contains(behind));
        is_count.then(|| count_of(words.get(at + 1)?)).flatten()
    })
}

/// Whether room for guests is what they are about.
pub(crate) fn names_room(words: &[&str]) -> bool {
    (0..words.len()).any(|at| is_room_at(words, at))
}

/// Whether a word is about room for guests: no "espacio para niños", "mesa de billar", "private room".
fn is_room_at(words: &[&str], at: usize) -> bool {
    static ROOM: Tagged = Tagged::new("room_room");
    static OF_ITS_KIND: Tagged = Tagged::new("room_of_its_kind");
    static WHOM_OR_WHEN: Tagged = Tagged::new("room_whom_or_when");
    static ITSELF: Tagged = Tagged::new("room_itself");
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = at.checked_sub(1).map_or("", word);
    let is_count = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || number_of(word).is_some();
    ROOM.contains(&word(at))
        && !(ITSELF.contains(&word(at)) && KINDS.contains(&before))
        && !OF_ITS_KIND.contains(&word(at + 1))
        && (!FOR.contains(&word(at + 1)) || is_count(word(at + 2)) || WHOM_OR_WHEN.contains(&word(at + 2)))
}
