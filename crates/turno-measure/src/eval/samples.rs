//! What a row of each file looks like that `turno eval` reads, as its help shows it.

macro_rules! verdict_row {
    () => {
        "reserve\tsí, pero a las 9\tchange"
    };
}

macro_rules! recorded_row {
    () => {
        r#"{"utterance": "Yes, that works.", "label": "affirm", "prev_system": "A table for 2 on Friday. Right?", "confirmed": {"party_size": "2"}, "next_call": "ReserveRestaurant"}"#
    };
}

macro_rules! number_row {
    () => {
        r#"{"text": "dos mil quinientos", "value": 2500, "lang": "es"}"#
    };
}

macro_rules! date_row {
    () => {
        r#"{"text": "mañana a las 8 de la noche", "kind": "instant", "value": "2013-02-13T20:00:00", "grain": "hour", "reference_time": "2013-02-12T04:30:00-02:00", "lang": "es", "section": "main"}"#
    };
}

macro_rules! dialogue_row {
    () => {
        r#"{"id": "1", "bookings": [{"method": "ReserveRestaurant", "parameters": {"party_size": "2"}, "call_turn": 3, "success": true}], "turns": [{"speaker": "USER", "text": "A table for two.", "acts": [{"act": "INFORM", "slot": "party_size", "values": ["2"]}], "intent": "ReserveRestaurant"}, {"speaker": "SYSTEM", "text": "For 2. Right?", "acts": []}, {"speaker": "USER", "text": "Yes.", "acts": []}, {"speaker": "SYSTEM", "text": "Done.", "acts": []}]}"#
    };
}

/// Of `turno eval verdicts`.
pub(crate) const VERDICTS: &str = concat!(
    "A row of a table, its columns parted by tabs:\n\n  ",
    verdict_row!(),
    "\n\n  context    what was asked: reserve, modify, cancel, order, other\n",
    "  utterance  the answer\n",
    "  verdict    what it means: yes, no, change, wait, unclear\n",
    "  Lines that begin with # are comments; \"# context: reserve = '...'\" words the question.\n",
    "\nOr a JSON object a line:\n\n  ",
    recorded_row!(),
    "\n\n  utterance    the answer\n",
    "  label        affirm, affirm_plus, affirm_inform, change, deny, deny_plus, deny_goodbye\n",
    "  prev_system  the question's words\n",
    "  confirmed    after a confirmation: the values that it named\n",
    "  next_call    after a confirmation: what was called next\n",
    "  intent       after an offer, in place of those two: what was offered",
);

/// Of `turno eval numbers`.
pub(crate) const NUMBERS: &str = concat!(
    "A row, a JSON object a line:\n\n  ",
    number_row!(),
    "\n\n  text   the words\n  value  the number that they are\n  lang   es or en",
);

/// Of `turno eval dates`.
pub(crate) const DATES: &str = concat!(
    "A row, a JSON object a line:\n\n  ",
    date_row!(),
    "\n\n  text            the words\n",
    "  kind            instant, interval, open_interval, or none: no moment at all\n",
    "  value           the moment, or where the interval begins; `end` is where it ends\n",
    "  grain           how fine it is: minute, hour, day, week, month, ...\n",
    "  reference_time  when it was said\n",
    "  lang            es or en\n",
    "  section         main, latent, diff, or negative: what must not be read\n",
    "\nRows of the collections of Recognizers-Text (`entities`), chrono (`span`, `fields`) and the\n",
    "Schema-Guided Dialogues (`kind` date or time, `reference_date`) are read as well.",
);

/// Of `turno eval bookings`.
pub(crate) const BOOKINGS: &str = concat!(
    "A row, a JSON object a line:\n\n  ",
    dialogue_row!(),
    "\n\n  id        the dialogue\n",
    "  bookings  the calls that should run: method, parameters, the turn (from 0) of the system that\n",
    "            answers each, and whether the service took it\n",
    "  turns     who spoke (USER, SYSTEM), the words, what they do (act, slot, values), and what is wanted",
);

macro_rules! pack_row {
    () => {
        "mesa\tmañana a las 8\tdate: 2026-01-20; time: 20:00"
    };
}

/// Of `turno eval pack`.
pub(crate) const PACK: &str = concat!(
    "A row of a file TAG/tests/*.tsv, its columns parted by tabs:\n\n  ",
    pack_row!(),
    "\n\n  what was asked  a context of TAG/tests/contexts.toml; behind it, with \"; \" between, what is known\n",
    "                  already (party: 4), the question that is open (question: party), when it is said (now: ...)\n",
    "  what is said\n",
    "  what it means   values by their names; \"-\" is nothing, and \"?\" stands before what is asked about;\n",
    "                  or yes, no, change, wait, unclear; or \"not yes\"\n",
    "  a note          if it needs one\n",
    "  Lines that begin with # are comments. A folder `languages` beside turno.toml may have such files as well:\n",
    "  each is played with those that are built in, or in the place of the one of its name.",
);

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{dates, dialogue, numbers, verdicts_row};

    /// Reads a row from a file of its own.
    fn in_file<T>(row: &str, read: impl FnOnce(&Path) -> T) -> T {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows");
        std::fs::write(&file, row).unwrap();
        read(&file)
    }

    #[test]
    fn the_rows_that_the_help_shows_are_read() {
        for row in [verdict_row!(), recorded_row!()] {
            assert_eq!(in_file(row, |file| verdicts_row::read(file).unwrap().len()), 1, "{row}");
        }
        assert_eq!(in_file(number_row!(), |file| numbers::rows(file).unwrap().len()), 1);
        assert_eq!(dates::count_rows(date_row!()), Ok(1));
        let rows = turno_language::rows::Rows::built_in(turno_language::Language::es()).unwrap();
        let played = rows.play(pack_row!());
        assert_eq!((played.rows, played.wrong), (1, Vec::new()));
        assert_eq!(in_file(dialogue_row!(), |file| dialogue::read(file).unwrap().len()), 1);
    }
}
