//! An hour that was told of the days that a sentence names.

use turno_language::Text;

use super::opening_words::is_of_opening;
use crate::{
    given::Line,
    times::{Said24, is_day, is_month, times_told},
};

/// Whether a line told that hour; of a day that is named, in one sentence with it. Of no hour: that it spoke of being open.
pub(crate) fn tells(line: &Line, time: Option<Said24>, sentence: &Text) -> bool {
    let dial = time.map(Said24::on_the_dial);
    if dial.is_some_and(|dial| !line.hours.contains(&dial)) {
        return false;
    }
    let is_of_days = |word: &&str| is_day(word) || is_month(word);
    let mut days = sentence.words().filter(is_of_days).peekable();
    let words: Vec<&str> = line.text.words().collect();
    (days.peek().is_none() || days.any(|day| words.contains(&day)))
        && match time {
            Some(time) => times_told(&words).into_iter().any(|told| time.agrees_with(told)),
            None => words.iter().any(|word| is_of_opening(word)),
        }
}
