//! `turno eval bookings`: recorded dialogues are played, and what is counted is which of their bookings Turno makes.
//!
//! Where the recorded system asked for a confirmation, or offered another value after a failure, Turno opens its pending
//! confirmation with the values named there. From then on Turno alone decides from the user's words; the values of the
//! recorded acts stand in for a model's reading, and recorded results for the tool's.

use std::{collections::BTreeMap, process::ExitCode};

use serde::Serialize;
use serde_json::Value;
use turno_command::{Failure, println_line};

use super::options::BookingsOptions;
use super::{
    dialogue::{Booking, Dialogue, DialogueTurn, Speaker, read},
    stage::{Stage, json_value},
};

/// What came out.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Report {
    /// Dialogues played.
    dialogues: usize,
    /// Bookings in them.
    expected: usize,
    /// Bookings that Turno made with equal parameters.
    equal: usize,
    /// Calls made though the user had not said yes since the question.
    before_yes: usize,
    /// Calls made though the user had refused.
    after_refusal: usize,
    /// What went wrong where.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Finding>>,
}

/// Something that went wrong.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Finding {
    dialogue: String,
    /// The turn of the user, from 0.
    turn: usize,
    kind: &'static str,
    text: String,
}

/// A call that Turno made.
struct Made {
    turn: usize,
    method: String,
    parameters: BTreeMap<String, Value>,
}

/// Runs the command.
pub(super) fn run(options: &BookingsOptions) -> Result<ExitCode, Failure> {
    let mut report = Report { errors: options.errors.then(Vec::new), ..Report::default() };
    for dialogue in read(&options.file)? {
        let made = play(&dialogue).map_err(|fault| {
            Failure::Told(format!("{}: dialogue {}: {fault}", options.file.display(), dialogue.id))
        })?;
        report.count(&dialogue, &made);
    }
    println_line(&serde_json::to_string_pretty(&report).unwrap_or_default());
    Ok(ExitCode::SUCCESS)
}

/// Plays one dialogue; gives the calls that Turno makes.
fn play(dialogue: &Dialogue) -> Result<Vec<Made>, String> {
    let mut stage = Stage::new(dialogue)?;
    let mut made: Vec<Made> = Vec::new();
    let mut script = Script::default();
    let mut words = "";
    let mut method: Option<&str> = None;
    for (index, turn) in dialogue.turns.iter().enumerate() {
        match turn.speaker {
            Speaker::User => {
                words = &turn.text;
                method = turn.intent.as_deref().or(method);
                if let Some(call) = stage.hear(&turn.text, &turn.values_of("INFORM")) {
                    let success = dialogue.bookings.iter().any(|b| b.call_turn == index + 1 && b.success);
                    stage.finish(&call, success);
                    let parameters = call.parameters.into_iter().collect();
                    made.push(Made { turn: index, method: call.tool, parameters });
                }
            }
            Speaker::System => {
                if let Some(booking) = dialogue.bookings.iter().find(|booking| booking.call_turn == index) {
                    script.attempted = Some((booking.method.clone(), booking.parameters.clone()));
                }
                system_speaks(&mut stage, dialogue, index, turn, method, &mut script, words);
            }
        }
    }
    Ok(made)
}

/// What the recorded system has said so far.
#[derive(Default)]
struct Script {
    /// The values that its questions have named, by method: a second question may name only what is new.
    named: BTreeMap<String, BTreeMap<String, String>>,
    /// The last call that it made.
    attempted: Option<(String, BTreeMap<String, String>)>,
}

fn system_speaks(
    stage: &mut Stage,
    dialogue: &Dialogue,
    index: usize,
    turn: &DialogueTurn,
    intent: Option<&str>,
    script: &mut Script,
    words: &str,
) {
    let asked = turn.values_of("CONFIRM");
    let offered = turn.does("NOTIFY_FAILURE") && turn.does("OFFER");
    if !asked.is_empty() {
        let method = method_at(dialogue, index, intent);
        let named = script.named.entry(method.clone()).or_default();
        named.extend(asked);
        open_unless_open(stage, &method, named, words);
    } else if let (true, Some((method, values))) = (offered, &script.attempted) {
        let mut values = values.clone();
        values.extend(turn.values_of("OFFER"));
        open_unless_open(stage, method, &values, words);
    } else if ["REQUEST", "OFFER", "OFFER_INTENT", "REQ_MORE"].iter().any(|act| turn.does(act)) {
        // The user's next words answer something else.
        stage.close();
    }
}

/// A method that is not among the dialogue's bookings is never called, so no confirmation of it is opened.
fn method_at(dialogue: &Dialogue, index: usize, intent: Option<&str>) -> String {
    let known = |name: &&str| dialogue.bookings.iter().any(|booking| booking.method == **name);
    let next = dialogue.bookings.iter().find(|booking| booking.call_turn > index);
    intent.filter(known).or(next.map(|booking| booking.method.as_str())).unwrap_or_default().to_owned()
}

fn open_unless_open(stage: &mut Stage, method: &str, values: &BTreeMap<String, String>, words: &str) {
    let is_open = stage.pending().is_some_and(|pending| {
        pending.tool == method
            && values.iter().all(|(slot, value)| {
                pending.parameters.get(slot).is_none_or(|known| *known == json_value(slot, value))
            })
    });
    if !is_open {
        stage.open(method, values, words);
    }
}

impl Report {
    fn count(&mut self, dialogue: &Dialogue, made: &[Made]) {
        self.dialogues += 1;
        self.expected += dialogue.bookings.len();
        let mut left: Vec<&Made> = made.iter().collect();
        for booking in &dialogue.bookings {
            match left.iter().position(|made| made.equals(booking)) {
                Some(index) => {
                    left.remove(index);
                    self.equal += 1;
                }
                None => self.find(dialogue, booking.call_turn.saturating_sub(1), "not_made"),
            }
        }
        for made in left {
            self.find(dialogue, made.turn, "not_expected");
        }
        for made in made {
            let Some(turn) = dialogue.turns.get(made.turn) else {
                continue;
            };
            if !turn.does("AFFIRM") && !turn.does("AFFIRM_INTENT") {
                self.before_yes += 1;
                self.find(dialogue, made.turn, "before_yes");
            }
            if turn.does("NEGATE") || turn.does("NEGATE_INTENT") {
                self.after_refusal += 1;
                self.find(dialogue, made.turn, "after_refusal");
            }
        }
    }

    fn find(&mut self, dialogue: &Dialogue, turn: usize, kind: &'static str) {
        if let Some(errors) = &mut self.errors {
            let text = dialogue.turns.get(turn).map_or_else(String::new, |turn| turn.text.clone());
            errors.push(Finding { dialogue: dialogue.id.clone(), turn, kind, text });
        }
    }
}

impl Made {
    fn equals(&self, booking: &Booking) -> bool {
        self.method == booking.method
            && self.parameters.len() == booking.parameters.len()
            && booking
                .parameters
                .iter()
                .all(|(slot, value)| self.parameters.get(slot) == Some(&json_value(slot, value)))
    }
}
