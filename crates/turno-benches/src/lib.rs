//! The pieces of a turn, each ready to be run and measured on its own: `benches/pieces.rs` times them, `src/count.rs`
//! has their instructions counted.

mod modelled;
mod reading;
mod stage;
mod stepping;

pub use stage::{Stage, StageError};

/// A piece of work that can be done again and again.
pub trait Piece {
    /// Makes ready so many runs; this is not measured.
    fn prepare(&mut self, runs: usize);

    /// Does the work of one run.
    fn run(&mut self);
}

/// A piece and its name.
pub struct Named {
    /// Its name: letters, digits, `/` and `-`.
    pub name: &'static str,
    /// The work.
    pub piece: Box<dyn Piece>,
}

impl std::fmt::Debug for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Named").field(&self.name).finish()
    }
}

/// All pieces that do the same at each run, in the order in which they are told.
///
/// # Errors
/// Where the demo restaurant cannot be put on the stage.
pub fn pieces() -> Result<Vec<Named>, StageError> {
    let stage = Stage::restaurant()?;
    let mut pieces = stepping::pieces(&stage)?;
    pieces.extend(reading::pieces());
    pieces.extend(stepping::records(&stage)?);
    pieces.extend(modelled::pieces()?);
    Ok(pieces)
}

/// What the core does for one question to a model and its answer.
///
/// # Errors
/// Where the demo restaurant cannot be put on the stage.
pub fn model_pieces() -> Result<Vec<Named>, StageError> {
    modelled::pieces()
}

/// A piece that needs nothing made ready.
struct Always<F>(F);

impl<F: FnMut()> Piece for Always<F> {
    fn prepare(&mut self, _runs: usize) {}

    fn run(&mut self) {
        (self.0)();
    }
}

fn always(name: &'static str, work: impl FnMut() + 'static) -> Named {
    Named { name, piece: Box::new(Always(work)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_runs_and_has_a_name_of_its_own() {
        let mut pieces = pieces().unwrap();
        let names: std::collections::BTreeSet<&str> = pieces.iter().map(|named| named.name).collect();
        assert_eq!(names.len(), pieces.len());
        for named in &mut pieces {
            named.piece.prepare(2);
            named.piece.run();
            named.piece.run();
        }
    }
}
