//! What becomes of a number of people in the same breath: "5 pero uno no viene", "6 menos uno", "4, tal vez 5".

use super::found::{Found, correction_start};
use super::number::number_at;
use super::party_size::{SizeReader, found};

/// What stands between a number and what becomes of it.
#[rustfmt::skip]
const LINKS: &[&str] = &[
    "y", "pero", "aunque", "solo que", "nada mas que", "y luego", "y despues", "luego", "and", "but",
    "although", "except", "es que", "pero ya", "y ya", "y como", "porque", "because",
];

/// It may be so, or not.
#[rustfmt::skip]
const MAYBE: &[&str] = &[
    "tal vez", "talvez", "quiza", "quizas", "a lo mejor", "puede que", "puede ser que", "posiblemente",
    "probablemente", "no se si", "maybe", "perhaps", "possibly", "might be", "could be", "o tal vez",
    "o quiza", "o quizas", "o a lo mejor", "or maybe", "or possibly", "or perhaps", "puede que seamos",
    "tal vez seamos", "a lo mejor somos", "maybe we are", "maybe we ' re",
];

/// After somebody: whether they come is not known.
#[rustfmt::skip]
const MAY_STAY_AWAY: &[&str] = &[
    "tal vez no venga", "tal vez no vengan", "tal vez no va", "tal vez no pueda", "quiza no venga",
    "quizas no venga", "quizas no vengan", "quizas no pueda", "a lo mejor no viene", "a lo mejor no vienen",
    "a lo mejor no va", "a lo mejor no puede", "puede que no venga", "puede que no vengan", "no se si venga",
    "no se si viene", "no se si vengan", "no se si va", "no se si pueda", "no sabe si viene",
    "no sabe si puede", "no sabe si va", "no es seguro", "no es segura", "might not come", "may not come",
    "might not make it", "may not make it", "is a maybe", "isn ' t sure", "isn ’ t sure", "is not sure",
    "might cancel", "tal vez cancele",
];

impl SizeReader<'_> {
    /// A size with what is said of it right behind it.
    pub(super) fn with_changes(&self, one: Found) -> Found {
        let size = one.outcome.as_ref().ok().and_then(serde_json::Value::as_u64);
        let Some(size) = size.and_then(|size| u32::try_from(size).ok()) else {
            return one;
        };
        match self.change_of(size, one.said.end) {
            Some((sizes, end)) => found(one.said.start, end, &sizes),
            None => one,
        }
    }

    /// Whether what follows a number says what becomes of it.
    pub(super) fn is_changed(&self, end: usize) -> bool {
        self.change_of(100, end).is_some()
    }

    /// "Íbamos a ser 5 pero uno no viene": nothing where it is not said what became of it.
    pub(super) fn changed_from_once(&self, at: usize, start: usize) -> Option<Found> {
        let (size, end) = number_at(self.tokens, start)?;
        let (sizes, end) = self.change_of(size, self.noun_end(end))?;
        Some(found(at, end, &sizes))
    }

    /// What may be meant then, and the index after it.
    fn change_of(&self, size: u32, end: usize) -> Option<(Vec<u32>, usize)> {
        let tokens = self.tokens;
        let reader = SizeReader {
            known: Some(size),
            ..*self
        };
        let comma = tokens.skip_comma(end);
        if tokens.ends_at(comma) && tokens.word(comma) != "+" {
            return None;
        }
        let start = tokens.skip(comma, LINKS);
        if let Some(other) = tokens
            .phrases(start, MAYBE)
            .or_else(|| tokens.phrases(comma, MAYBE))
        {
            let (other, end) = number_at(tokens, other)?;
            return tokens
                .ends_at(self.noun_end(end))
                .then_some((vec![size, other], end));
        }
        if let Some((away, end)) = self.may_stay_away(start) {
            return Some((vec![size.saturating_sub(away), size], end));
        }
        // "Sin contarme"
        let is_beside = [
            "sin contarme",
            "sin contarme a mi",
            "aparte de mi",
            "not counting me",
            "besides me",
        ];
        if let Some(end) = tokens.phrases(comma, &is_beside) {
            return Some((vec![size.saturating_add(1)], end));
        }
        if correction_start(tokens, end).is_some() {
            return None;
        }
        if let Some((fewer, end)) = reader.removed_at(start) {
            return Some((vec![size.saturating_sub(fewer)], end));
        }
        let comes = [
            "se suma",
            "se suman",
            "se une",
            "se unen",
            "se nos unen",
            "llega",
            "llegan",
            "mas",
            "plus",
            "+",
        ];
        let come = tokens.phrases(start, &comes)?;
        let (more, more_end) = number_at(tokens, come)?;
        let noun_end = tokens.skip(
            self.noun_end(more_end),
            &["mas", "more", "que llegan despues", "que llegan mas tarde"],
        );
        let is_article = noun_end == more_end && tokens.is_one_of(more_end - 1, &["un", "una"]);
        let is_time = tokens.is_one_of(more_end, &["horas", "hora", "minutos", "minutes", "hours"]);
        // "Llegan 4 primero" are of them.
        let is_added = tokens.is_one_of(start, &["mas", "plus", "+"])
            || tokens.before(come).starts_with("suma")
            || tokens.before(noun_end) == "mas"
            || tokens.before(come).starts_with("une");
        (is_added && !is_article && !is_time).then(|| (vec![size.saturating_add(more)], noun_end))
    }

    fn may_stay_away(&self, at: usize) -> Option<(u32, usize)> {
        let (count, end) = self.relative_at(at).or_else(|| {
            let (count, end) = number_at(self.tokens, at)?;
            Some((
                count,
                self.tokens.skip(
                    self.noun_end(end),
                    &["de ellos", "de nosotros", "of them", "of us"],
                ),
            ))
        })?;
        Some((count, self.tokens.phrases(end, MAY_STAY_AWAY)?))
    }
}
