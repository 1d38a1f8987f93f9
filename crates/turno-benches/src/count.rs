//! `turno-count`: runs each piece under valgrind so that its instructions can be counted; `bench/instructions.sh` reads
//! the counts. Prints the pieces' names, in the order in which `measured` is left.

use turno_benches::{Named, Piece, StageError, pieces};

/// Runs of a piece in one measurement: enough that what happens at some runs only (a growing buffer) is spread.
const RUNS: usize = 20;

fn main() -> Result<(), StageError> {
    let only = std::env::args().nth(1).unwrap_or_default();
    for Named { name, mut piece } in pieces()? {
        if !name.starts_with(&only) {
            continue;
        }
        // What is made once, such as the cache of a regular expression, is not the piece's.
        piece.prepare(2);
        piece.run();
        piece.run();
        piece.prepare(RUNS);
        measured(piece.as_mut());
        println_line(&format!("{name} {RUNS}"));
    }
    Ok(())
}

/// The function that valgrind watches.
#[inline(never)]
fn measured(piece: &mut dyn Piece) {
    for _ in 0..RUNS {
        piece.run();
    }
}

fn println_line(line: &str) {
    use std::io::Write;
    let _gone = writeln!(std::io::stdout(), "{line}");
}
