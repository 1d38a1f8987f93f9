//! Whole turns through `step`, and the records that a turn writes.

use std::{hint::black_box, sync::Arc};

use turno_core::{Assistant, Conversation, Event, step};
use turno_runtime::testkit::StoredConversation;

use crate::{Named, Piece, Stage, StageError, always, stage::Recorded};

/// The booking of the comparison, in four turns.
const BOOKING: [&str; 4] =
    ["quiero reservar", "mañana a las 8 de la noche para 4", "Juan Pérez 5512345678", "sí"];
const STEPS: [&str; 4] = ["step/1-wish", "step/2-when", "step/3-who", "step/4-yes"];
const STEPS_AFTER_40: [&str; 4] =
    ["step-after-40/1-wish", "step-after-40/2-when", "step-after-40/3-who", "step-after-40/4-yes"];
const STEPS_AFTER_400: [&str; 4] =
    ["step-after-400/1-wish", "step-after-400/2-when", "step-after-400/3-who", "step-after-400/4-yes"];

/// The four turns of the booking: as a conversation's first, after 40 others (what is kept of a transcript is full by then)
/// and after 400, which must cost no more; the router with words for which it tries every rule, and the shortest way to
/// a reply.
pub(crate) fn pieces(stage: &Stage) -> Result<Vec<Named>, StageError> {
    let mut pieces = steps(stage, &STEPS, &stage.talk("short", &BOOKING)?);
    for (names, turns) in [(&STEPS_AFTER_40, 40), (&STEPS_AFTER_400, 400)] {
        let talk = ["¿tienen estacionamiento?", "gracias"].into_iter().cycle().take(turns);
        let lines: Vec<&str> = talk.chain(BOOKING).collect();
        let recorded = stage.talk(names[0], &lines)?;
        pieces.extend(steps(stage, names, &recorded[turns..]));
    }
    let others = stage.talk("others", &["perrunillas azules", "hola"])?;
    pieces.extend(steps(stage, &["router/no-rule", "router/greeting"], &others));
    Ok(pieces)
}

/// A checkpoint to bytes and back: of a conversation in the middle of a booking.
pub(crate) fn records(stage: &Stage) -> Result<Vec<Named>, StageError> {
    let talk = stage.talk("record", &BOOKING[..3])?;
    let Some(Recorded { after, .. }) = talk.into_iter().next_back() else {
        return Ok(Vec::new());
    };
    let stored = StoredConversation::of(after);
    let bytes = stored.to_bytes();
    Ok(vec![
        always("codec/encode-checkpoint", move || {
            black_box(black_box(&stored).to_bytes());
        }),
        always("codec/decode-checkpoint", move || {
            black_box(StoredConversation::from_bytes(black_box(&bytes))).ok();
        }),
    ])
}

fn steps(stage: &Stage, names: &[&'static str], recorded: &[Recorded]) -> Vec<Named> {
    names
        .iter()
        .zip(recorded)
        .map(|(name, turn)| Named {
            name,
            piece: Box::new(TurnAgain {
                assistant: Arc::clone(&stage.assistant),
                turn: turn.clone(),
                ready: Vec::new(),
            }),
        })
        .collect()
}

/// A recorded turn, stepped through again: the turn and the outcomes of its calls.
struct TurnAgain {
    assistant: Arc<Assistant>,
    turn: Recorded,
    ready: Vec<(Conversation, Vec<Event>)>,
}

impl Piece for TurnAgain {
    fn prepare(&mut self, runs: usize) {
        let one = (self.turn.before.clone(), self.turn.events.clone());
        self.ready.resize(runs, one);
    }

    fn run(&mut self) {
        if let Some((mut conversation, events)) = self.ready.pop() {
            for event in events {
                black_box(step(&self.assistant, &mut conversation, event));
            }
            black_box(&conversation);
        }
    }
}
