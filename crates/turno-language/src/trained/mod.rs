//! Readers that learn from examples, beside those that go by rules.
//!
//! What they say is never a value that is acted on, and never turns round what a rule objects to.

mod assent;
mod requests;

use std::sync::LazyLock;

pub(crate) use assent::learnt_assent;
pub use assent::{AssentSaid, NO_FROM, YES_FROM, likelihood_of_assent, train_assent};
pub use requests::{RequestExamples, RequestReader, Wanted};
use turno_classifier::{Features, Vectors};

use crate::{pack, text::Text};

/// What words mean: none where the table is not there.
static VECTORS: LazyLock<Option<Vectors<'static>>> =
    LazyLock::new(|| pack::built_in_bytes("vectors.bin").and_then(|bytes| Vectors::read(bytes).ok()));

/// The word that stands for any number.
const NUMBER: &str = "0";

/// What is learnt from of a text: its words, whatever its numbers are.
fn features_of(text: &Text) -> Features {
    let as_learnt = |word| if is_number(word) { NUMBER } else { word };
    Features::of(text.words().map(as_learnt), VECTORS.as_ref())
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_vectors_is_there_and_whole() {
        let bytes = pack::built_in_bytes("vectors.bin").unwrap();
        let vectors = Vectors::read(bytes).unwrap();
        assert!(vectors.len() > 20_000, "{}", vectors.len());
        for word in ["mesa", "table", "reserva", "estacionamiento"] {
            assert!(vectors.of(word).is_some(), "{word}");
        }
        assert!(vectors.of("xyzzy").is_none() && vectors.of("").is_none());
    }
}
