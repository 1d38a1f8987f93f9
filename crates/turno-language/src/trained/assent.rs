//! Whether an answer says yes, no or neither, by what others answered: asked where the rules found nothing that speaks against a yes,
//! and yet no yes.

use std::sync::LazyLock;

use turno_classifier::{Example, Features, Model, Training, train};

use super::{NUMBER, VECTORS, is_number};
use crate::{
    pack,
    text::{PieceKind, Text},
};

/// What an answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssentSaid {
    /// That it is to be done.
    Yes,
    /// That it is not.
    No,
    /// Neither, or both, or something else, or to somebody else.
    Neither,
}

/// From this on a yes counts. A wrong one costs a booking: of 1,593 answers that look like a yes and are none hardly one comes near it.
pub const YES_FROM: f32 = 0.97;

/// From this on a no counts. What it costs where it is wrong is a question more.
pub const NO_FROM: f32 = 0.98;

static MODEL: LazyLock<Option<Model>> =
    LazyLock::new(|| pack::built_in_bytes("assent.bin").and_then(|bytes| Model::read(bytes).ok()));

/// Marks that part words and say nothing.
const PARTING: &[&str] = &["…", "!", "—", "–", ",", ".", ";", ":", "-", "\"", "'", "’", "(", ")", "¿", "¡"];

/// What the answer says, where that is sure enough.
pub(crate) fn learnt_assent(text: &Text) -> AssentSaid {
    let [yes, no, _] = likelihood_of_assent(text);
    if yes >= YES_FROM {
        AssentSaid::Yes
    } else if no >= NO_FROM {
        AssentSaid::No
    } else {
        AssentSaid::Neither
    }
}

/// How likely an answer says yes, no, and neither, whatever the rules say of it.
pub fn likelihood_of_assent(text: &Text) -> [f32; 3] {
    const UNKNOWN: [f32; 3] = [0.0, 0.0, 1.0];
    let Some(model) = MODEL.as_ref() else { return UNKNOWN };
    let features = features_of_answer(text);
    if features.is_empty() {
        return UNKNOWN;
    }
    model.probabilities(&features).try_into().unwrap_or(UNKNOWN)
}

/// Learns from answers of which it is known what they say, each with how much it counts; gives the bytes of `assent.bin`.
pub fn train_assent<'a>(answers: impl IntoIterator<Item = (&'a str, AssentSaid, f32)>) -> Vec<u8> {
    let examples: Vec<Example> = answers
        .into_iter()
        .map(|(answer, said, weight)| {
            let class = match said {
                AssentSaid::Yes => 0,
                AssentSaid::No => 1,
                AssentSaid::Neither => 2,
            };
            Example { features: features_of_answer(&Text::of(answer)), class, weight }
        })
        .collect();
    train(&examples, 3, Training { rounds: 12, ..Training::default() }).to_bytes()
}

/// Words as in requests, and the marks and pictures beside them: "sí 🙄" is no yes.
fn features_of_answer(text: &Text) -> Features {
    let pieces = text.pieces().iter().filter_map(|piece| {
        let word = &text.folded()[piece.folded.clone()];
        let is_told = piece.kind != PieceKind::Mark || !PARTING.contains(&word);
        is_told.then_some(if is_number(word) { NUMBER } else { word })
    });
    Features::of(pieces, VECTORS.as_ref())
}
