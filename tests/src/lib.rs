//! Recordings, end-to-end, crash and tidy tests live in `tests/`; this library is empty.
