//! Tools that reach outside, as those see them who call them.

mod calculator;
mod read_file;
mod support;
