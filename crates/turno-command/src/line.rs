//! What a command prints.

/// Prints a line to standard output; a reader that has gone away is no fault of ours.
pub fn println_line(line: &str) {
    use std::io::Write;
    let _gone = writeln!(std::io::stdout(), "{line}");
}
