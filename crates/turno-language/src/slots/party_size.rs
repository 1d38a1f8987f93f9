//! Numbers of people.

use serde_json::Value;

use super::found::{Found, correction_start};
use super::number::number_at;
use super::tokens::Tokens;
use crate::ProblemKind;

/// A range that is wider is offered by its ends.
const RANGE_MAX: u32 = 3;

/// More people than this are no party for a slot.
const PARTY_SIZE_MAX: u32 = 500;

const NOUNS: &[&str] = &[
    "persona",
    "personas",
    "personitas",
    "gentes",
    "comensal",
    "comensales",
    "invitado",
    "invitados",
    "adulto",
    "adultos",
    "nino",
    "ninos",
    "nina",
    "ninas",
    "bebe",
    "bebes",
    "menor",
    "menores",
    "amigo",
    "amigos",
    "amigas",
    "person",
    "people",
    "persons",
    "guest",
    "guests",
    "adult",
    "adults",
    "kid",
    "kids",
    "child",
    "children",
    "baby",
    "babies",
    "pax",
    "hijo",
    "hijos",
    "hija",
    "hijas",
    "senores",
    "friends",
    "infant",
    "infants",
    "toddler",
    "toddlers",
];

/// Words after which a number is a number of people, whatever follows.
const LEADS: &[&str] = &[
    "somos",
    "seamos",
    "seriamos",
    "vamos a ir",
    "somos un grupo de",
    "seremos",
    "vamos a ser",
    "van a ser",
    "iremos",
    "vendremos",
    "vamos",
    "mesa para",
    "mesa de",
    "lugar para",
    "grupo de",
    "we are",
    "we ' re",
    "we ’ re",
    "we will be",
    "there are",
    "there will be",
    "party of",
    "table for",
    "table of",
    "group of",
    "just the",
    "it ' s just the",
];

const ONE: &[&str] = &[
    "solo yo",
    "solamente yo",
    "nada mas yo",
    "nomas yo",
    "yo solo",
    "yo sola",
    "voy solo",
    "voy sola",
    "just me",
    "only me",
    "just myself",
];

/// The party sizes of an utterance, in order. A bare number is one only where a size is awaited.
pub(super) fn sizes(tokens: &Tokens<'_>, known: Option<u32>, is_awaited: bool) -> Vec<Found> {
    let reader = SizeReader { tokens, known };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let one = Some(at)
            .filter(|at| tokens.hints_from(*at).has_count)
            .and_then(|at| reader.size_at(at));
        let Some(one) = one else {
            at += 1;
            continue;
        };
        at = one.taken.end.max(at + 1);
        let again = correction_start(tokens, one.said.end);
        found.push(one);
        if let Some(corrected) = again.and_then(|start| reader.bare_at(start)) {
            at = corrected.taken.end;
            found.push(corrected);
        }
    }
    if found.is_empty() && is_awaited {
        let mut at = 0;
        while at < tokens.len() {
            let bare = reader.bare_at(at);
            at = bare.as_ref().map_or(at + 1, |bare| bare.taken.end);
            found.extend(bare);
        }
    }
    found
}

struct SizeReader<'a> {
    tokens: &'a Tokens<'a>,
    known: Option<u32>,
}

/// Some people counted.
struct Count {
    sizes: Vec<u32>,
    end: usize,
    /// A noun says that they are people.
    is_named: bool,
}

impl SizeReader<'_> {
    fn size_at(&self, at: usize) -> Option<Found> {
        if let Some(end) = self.tokens.phrases(at, ONE) {
            return Some(found(at, end, &[1]));
        }
        if let Some((size, end)) = self.with_me(at) {
            return Some(found(at, end, &[size]));
        }
        if let Some(start) = self.tokens.phrases(at, LEADS) {
            let start = self
                .tokens
                .skip(start, &["como", "unos", "unas", "nosotros", "about"]);
            if let Some((size, end)) = self.with_me(start) {
                return Some(found(at, end, &[size]));
            }
            let count = self.count_at(start)?;
            let changed = self.more_or_fewer(at, &count);
            return changed.or_else(|| Some(found(at, count.end, &count.sizes)));
        }
        let weak_start = self.tokens.phrases(
            at,
            &[
                "para unas",
                "para unos",
                "para",
                "pa",
                "x",
                "son",
                "serian",
                "seran",
                "for about",
                "for",
            ],
        );
        if let Some((size, end)) = weak_start.and_then(|start| self.with_me(start)) {
            return Some(found(at, end, &[size]));
        }
        if let Some(count) = weak_start.and_then(|start| self.count_at(start)) {
            let is_article = self.tokens.is_one_of(count.end - 1, &["un", "una"]);
            let is_led = !is_article && self.is_free(count.end);
            return (count.is_named || is_led).then(|| found(at, count.end, &count.sizes));
        }
        // "hablar con una persona"
        let is_someone = matches!(self.tokens.before(at), "con" | "with" | "alguna" | "a" | "to");
        let count = self.count_at(at).filter(|count| count.is_named)?;
        if is_someone && count.sizes == [1] {
            return None;
        }
        self.more_or_fewer(at, &count)
            .or_else(|| Some(found(at, count.end, &count.sizes)))
    }

    /// Nothing after the number is counted by it.
    fn is_free(&self, end: usize) -> bool {
        let follows = [
            "a", "al", "el", "para", "en", "este", "por", "y", "con", "on", "at", "this", "next", "tomorrow",
            "please", "tonight", "under", "and", "in", "today", "hoy", "la", "las",
        ];
        let is_unit = self.tokens.is_one_of(end, &[":", "%", "/", "-"]);
        !is_unit && (self.tokens.ends_at(end) || self.tokens.is_one_of(end, &follows))
    }

    fn count_at(&self, at: usize) -> Option<Count> {
        let tokens = self.tokens;
        let (mut sizes, mut end) = self.sizes_at(at)?;
        // "dos parejas"
        if tokens.is_one_of(end, &["parejas", "pareja", "couples"]) {
            for size in &mut sizes {
                *size = size.saturating_mul(2);
            }
            return Some(Count {
                sizes,
                end: end + 1,
                is_named: true,
            });
        }
        let noun_end = self.noun_end(end);
        let mut is_named = noun_end > end;
        let are_adults = is_named && tokens.is_one_of(end, &["adultos", "adulto", "adults", "adult"]);
        end = noun_end;
        while tokens.is_one_of(end, &["y", "mas", "and", "plus", "con", "with", ","]) {
            // "Somos 8 con dos niños": whether they are of the 8 or beside them is anyone's guess.
            let may_be_within = !are_adults && tokens.is_one_of(end, &["con", "with"]);
            let start = tokens.skip(end + 1, &["a", "and", "y"]);
            let is_a = tokens.before(start) == "a" && start > end + 1;
            let counted = if is_a {
                Some((1, start))
            } else {
                number_at(tokens, start)
            };
            let Some((more, more_end)) = counted else { break };
            let noun_end = self.noun_end(more_end);
            if noun_end == more_end {
                break;
            }
            let within = sizes.clone();
            for size in &mut sizes {
                *size = size.saturating_add(more);
            }
            if may_be_within {
                sizes.splice(0..0, within);
            }
            (end, is_named) = (noun_end, true);
        }
        Some(Count { sizes, end, is_named })
    }

    /// One number, alternatives ("4 o 5"), or a range ("entre 6 y 8", "6-8", "de 6 a 8"): all of it where it is short.
    fn sizes_at(&self, at: usize) -> Option<(Vec<u32>, usize)> {
        let tokens = self.tokens;
        let lead = tokens.skip(at, &["entre", "between", "de", "from"]);
        let (first, end) = number_at(tokens, lead)?;
        let second = |links: &[&str]| {
            let start = tokens.phrases(end, links)?;
            number_at(tokens, start).filter(|(second, _)| *second > first)
        };
        let is_between = tokens.is_one_of(at, &["entre", "between"]);
        let range = match tokens.word(at) {
            "entre" | "between" => second(&["y", "and"]),
            _ => second(&["a", "to", "-", "–"]).filter(|(_, end)| lead > at || self.noun_end(*end) > *end),
        };
        if let Some((second, end)) = range {
            let is_short = second - first <= RANGE_MAX;
            let sizes = if is_short {
                (first..=second).collect()
            } else {
                vec![first, second]
            };
            return Some((sizes, end));
        }
        if lead > at || is_between {
            return None;
        }
        match second(&["o", "or", "u"]) {
            Some((second, end)) => Some((vec![first, second], end)),
            None => Some((vec![first], end)),
        }
    }

    /// The index after a noun of people, or the index itself.
    fn noun_end(&self, at: usize) -> usize {
        if self.tokens.phrase(at, "of us").is_some() {
            return at + 2;
        }
        at + usize::from(NOUNS.contains(&self.tokens.word(at)))
    }

    /// "dos personas más", where a number is known already.
    fn more_or_fewer(&self, at: usize, count: &Count) -> Option<Found> {
        let known = self.known?;
        let size = *count.sizes.first()?;
        // "agregar dos personas", "add one more"
        match self.tokens.before(at) {
            "agregar" | "agrega" | "agregue" | "agregame" | "anadir" | "anade" | "sumar" | "suma" | "add" => {
                return Some(found(at, count.end, &[known.saturating_add(size)]));
            }
            _ => {}
        }
        match self.tokens.word(count.end) {
            "mas" | "more" => Some(found(at, count.end + 1, &[known.saturating_add(size)])),
            "menos" | "less" | "fewer" => Some(found(at, count.end + 1, &[known.saturating_sub(size)])),
            _ => None,
        }
    }

    /// "mi esposa y yo", "my wife and I", "yo y mis dos hijos".
    fn with_me(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let mut is_me = false;
        let mut others = 0;
        let mut end = at;
        loop {
            if self.is_me(end) {
                is_me = true;
                end += 1;
            } else if let Some((count, member_end)) = self.member_at(end) {
                others += count;
                end = member_end;
            } else {
                return None;
            }
            let next = tokens.skip(
                tokens.skip_comma(end),
                &["y", "y para", "and", "and for", "con", "e"],
            );
            let goes_on = next > end && (self.is_me(next) || self.member_at(next).is_some());
            if !goes_on {
                break;
            }
            end = next;
        }
        (is_me && others > 0).then_some((others + 1, end))
    }

    /// "yo", or "mi" where nothing is mine: "para mi y mi esposa".
    fn is_me(&self, at: usize) -> bool {
        let is_stressed =
            self.tokens.word(at) == "mi" && (self.tokens.ends_at(at + 1) || self.tokens.word(at + 1) == "y");
        is_stressed || self.tokens.is_one_of(at, &["yo", "me", "i", "myself"])
    }

    fn member_at(&self, at: usize) -> Option<(u32, usize)> {
        let tokens = self.tokens;
        let start = tokens.skip(at, &["mi", "mis", "my"]);
        let number_start = tokens.skip(start, &["otros", "otras"]);
        if let Some((count, end)) = number_at(tokens, number_start) {
            return (tokens.is_word(end) && count < 100).then_some((count, end + 1));
        }
        if start == at || !tokens.is_word(start) {
            return None;
        }
        match tokens.word(start) {
            "padres" | "papas" | "suegros" | "abuelos" | "parents" => Some((2, start + 1)),
            _ if tokens.word(at) == "mis" => None,
            _ => Some((1, start + 1)),
        }
    }

    fn bare_at(&self, at: usize) -> Option<Found> {
        let count = self.count_at(at)?;
        let is_alone = self.tokens.ends_at(count.end)
            || self
                .tokens
                .is_one_of(count.end, &["por", "please", "porfa", "en"]);
        let is_other = matches!(self.tokens.before(at), "las" | "$" | ":");
        let is_clock = self.tokens.is_one_of(count.end, &[":", "/", "%", "-"]);
        (is_alone && !is_other && !is_clock).then(|| found(at, count.end, &count.sizes))
    }
}

fn found(at: usize, end: usize, sizes: &[u32]) -> Found {
    let is_possible = |size: &u32| (1..=PARTY_SIZE_MAX).contains(size);
    let outcome = match sizes {
        [size] if is_possible(size) => Ok(Value::from(*size)),
        sizes if sizes.iter().all(is_possible) => Err(ProblemKind::Ambiguous(
            sizes.iter().map(|size| Value::from(*size)).collect(),
        )),
        _ => Err(ProblemKind::OutOfRange),
    };
    Found::new(at..end, outcome)
}
