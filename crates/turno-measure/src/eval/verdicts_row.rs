//! The rows of answers: tables with tabs, and one JSON object a line.

use std::{collections::BTreeMap, path::Path};

use serde::Deserialize;
use turno_command::Failure;
use turno_language::Verdict;

use super::verdicts_question::{CONTEXTS, Question};

/// An answer, what it was given to, and what it means.
#[derive(Debug)]
pub(super) struct Row {
    /// Where it stands in its file, from 1.
    pub(super) line: usize,
    /// The question that it answers.
    pub(super) question: Question,
    /// Its words.
    pub(super) utterance: String,
    /// Its verdict as labelled.
    pub(super) truth: Verdict,
}

/// A recorded answer.
#[derive(Deserialize)]
struct Recorded {
    utterance: String,
    label: String,
    /// With an answer to a confirmation: the values that it named.
    confirmed: Option<BTreeMap<String, String>>,
    /// With an answer to a confirmation: what was called next.
    next_call: Option<String>,
    /// With an answer to an offer: what was offered.
    intent: Option<String>,
    /// The words of the question.
    #[serde(default)]
    prev_system: String,
}

/// Reads a file of rows, of either form.
///
/// # Errors
/// Where it cannot be read, or with the line that is no row, and how it should be.
pub(super) fn read(path: &Path) -> Result<Vec<Row>, Failure> {
    let source = std::fs::read_to_string(path).map_err(|cause| Failure::file(path, cause))?;
    rows_of(&source).map_err(|(line, fault)| Failure::Told(format!("{}:{line}: {fault}", path.display())))
}

/// The rows of a source; else the line at fault, from 1, and what is wrong with it.
fn rows_of(source: &str) -> Result<Vec<Row>, (usize, String)> {
    let mut head = Head::default();
    let mut rows = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim_end_matches('\r');
        let row = if line.trim().is_empty() {
            Ok(None)
        } else if let Some(comment) = line.strip_prefix('#') {
            head.learn(comment);
            Ok(None)
        } else if line.trim_start().starts_with('{') {
            recorded_row(line).map(Some)
        } else {
            table_row(line, &head)
        };
        let row = row.map_err(|fault| (index + 1, fault))?;
        rows.extend(row.map(|(question, utterance, truth)| Row {
            line: index + 1,
            question,
            utterance,
            truth,
        }));
    }
    Ok(rows)
}

type Parts = (Question, String, Verdict);

/// What a table says of its contexts: `# context: reserve = 'Confirmo: ...'`.
#[derive(Default)]
struct Head {
    questions: BTreeMap<String, String>,
}

impl Head {
    fn learn(&mut self, comment: &str) {
        let Some((name, rest)) = comment.split_once('=') else {
            return;
        };
        let name = name.trim().trim_start_matches("context:").trim();
        let words = rest.trim().trim_matches(['\'', '"', '‘', '’', '“', '”']);
        if !name.contains(char::is_whitespace) && !words.is_empty() {
            self.questions.insert(name.to_owned(), words.to_owned());
        }
    }
}

fn table_row(line: &str, head: &Head) -> Result<Option<Parts>, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [context, utterance, verdict] = fields[..] else {
        return Err(format!(
            "this line has {} fields; a row is context, utterance and verdict with tabs between them",
            fields.len()
        ));
    };
    if (context, utterance, verdict) == ("context", "utterance", "verdict") {
        return Ok(None);
    }
    let context = context.trim();
    let words = head.questions.get(context).map(String::as_str);
    let question = Question::of_context(context, words)
        .ok_or_else(|| format!("no context is called {context:?}; use one of {CONTEXTS}"))?;
    let truth = serde_json::from_value(verdict.trim().into())
        .map_err(|_| format!("{verdict:?} is no verdict; use one of yes, no, change, wait, unclear"))?;
    Ok(Some((question, utterance.to_owned(), truth)))
}

fn recorded_row(line: &str) -> Result<Parts, String> {
    let row: Recorded = serde_json::from_str(line).map_err(|error| {
        format!(
            "this line is no recorded answer: {error}; it needs utterance, label, and confirmed or intent"
        )
    })?;
    let question = match (&row.confirmed, &row.intent) {
        (Some(confirmed), _) => Question::of_confirmed(row.next_call.as_deref().unwrap_or("call"), confirmed),
        (None, Some(intent)) => Question::of_offer(intent),
        (None, None) => {
            return Err(
                "this answer has neither `confirmed` nor `intent`: say what was asked with one of them"
                    .to_owned(),
            );
        }
    };
    let truth = truth_of(&row, &question)?;
    Ok((question, row.utterance, truth))
}

/// A yes that gives values is one only where the question had named them all.
fn truth_of(row: &Recorded, question: &Question) -> Result<Verdict, String> {
    match row.label.as_str() {
        "affirm" | "affirm_plus" => Ok(Verdict::Yes),
        "change" => Ok(Verdict::Change),
        "affirm_inform" => {
            let said = question.values_in(&row.utterance);
            let named = question.values_in(&row.prev_system);
            let is_restated =
                !said.is_empty() && said.iter().all(|(slot, value)| named.get(slot) == Some(value));
            Ok(if is_restated { Verdict::Yes } else { Verdict::Change })
        }
        "deny" | "deny_goodbye" | "deny_plus" => Ok(Verdict::No),
        other => Err(format!(
            "no label is called {other:?}; use one of affirm, affirm_plus, affirm_inform, change, deny, \
             deny_goodbye, deny_plus"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(source: &str) -> Row {
        let mut rows = rows_of(source).unwrap();
        assert_eq!(rows.len(), 1, "{source}");
        rows.remove(0)
    }

    #[test]
    fn a_table_knows_what_each_context_asked() {
        let row = one("# a head\ncontext\tutterance\tverdict\nreserve\tsí, a las 8\tyes\n");
        assert_eq!((row.line, row.truth), (3, Verdict::Yes));
        assert_eq!(row.question.read(&row.utterance), Verdict::Yes);
        let row = one("cancel\tsí, cancélala\tyes");
        assert_eq!(row.question.read(&row.utterance), Verdict::Yes);
        let row = one("order\ty agrega otra agua\tchange");
        assert_eq!(row.question.read(&row.utterance), Verdict::Change);
    }

    #[test]
    fn a_head_may_ask_for_other_values_and_in_english() {
        let head =
            "# context: reserve = 'Confirmo: mesa para 6, el sábado a las 9 de la noche. ¿Es correcto?'\n";
        let row = one(&format!("{head}reserve\tsí, para 6 a las 9 de la noche\tyes"));
        assert_eq!(row.question.read(&row.utterance), Verdict::Yes);
        let head =
            "# context: reserve = 'I will book a table for 4 on Friday at 8 pm, for Juan. Is that right?'\n";
        let row = one(&format!("{head}reserve\tyes, that works for me\tyes"));
        assert_eq!(row.question.read(&row.utterance), Verdict::Yes);
    }

    #[test]
    fn a_recorded_answer_is_read_against_its_own_values() {
        let row = one(r#"{"utterance": "Yes, at 3 pm.", "label": "affirm", "next_call": "BookAppointment",
                "confirmed": {"appointment_time": "15:00", "appointment_date": "2019-03-04"}}"#
            .replace('\n', " ")
            .as_str());
        assert_eq!((row.truth, row.question.read(&row.utterance)), (Verdict::Yes, Verdict::Yes));
    }

    #[test]
    fn a_yes_with_values_is_a_change_unless_the_offer_named_them() {
        let offer = |asked: &str| {
            one(&format!(
                r#"{{"utterance": "Yes, for 4.", "label": "affirm_inform", "intent": "ReserveRestaurant", "prev_system": "{asked}"}}"#
            ))
            .truth
        };
        assert_eq!(offer("Shall I book a table for you?"), Verdict::Change);
        assert_eq!(offer("Shall I book a table for 4 people?"), Verdict::Yes);
    }

    #[test]
    fn a_line_that_is_no_row_is_told_with_its_cure() {
        for (source, line, cure) in [
            ("reserve\tsí\tyes\nreserve sí yes", 2, "with tabs between them"),
            ("reserv\tsí\tyes", 1, "use one of reserve"),
            ("reserve\tsí\tyep", 1, "yes, no, change, wait, unclear"),
            ("{\"utterance\": \"yes\"}", 1, "it needs utterance, label"),
            (r#"{"utterance": "yes", "label": "affirm"}"#, 1, "say what was asked"),
            (r#"{"utterance": "yes", "label": "aff", "intent": "Book"}"#, 1, "use one of affirm"),
        ] {
            let (at, fault) = rows_of(source).unwrap_err();
            assert_eq!(at, line, "{source}");
            assert!(fault.contains(cure), "{fault}");
        }
    }
}
