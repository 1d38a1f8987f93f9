//! Sentences that say that something was done.

mod form_words;
mod forms;
mod phrase_words;
mod phrases;
mod states;

pub(crate) use self::phrases::{is_claim, known_claims};
pub use self::states::StatesTold;
use self::{
    forms::{Word, forms_of, has_one_of, words_with_marks},
    phrases::{Denials, Told, told_in},
};
use crate::{
    Text,
    grammar::{FROM, UNTIL},
    pack::Tagged,
    reading::Act,
};

/// What a sentence says of the state of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Whoever speaks has just done something: "ya le reservé", "I've booked it", "quedó confirmada".
    Deed,
    /// Something is so: "su reservación está confirmada", "your table is booked".
    State,
    /// Somebody does or will do something, without anybody's yes: "le llamo en 5 minutos", "guardamos su mesa 15 minutos".
    Undertaking,
    /// The user is put through to a person: "le comunico con un compañero", "I'm transferring you".
    Transfer,
}

impl Claim {
    /// It is of what was done or is so, and of nothing that is still to come.
    pub fn says_it_is_so(self) -> bool {
        match self {
            Self::Deed | Self::State => true,
            Self::Undertaking | Self::Transfer => false,
        }
    }

    fn is_of_what_will_be(self) -> bool {
        !self.says_it_is_so()
    }
}

static OWN_DEEDS: Tagged = Tagged::new("claims_own_deeds");

/// What a sentence claims; none: nothing. Questions, what is only offered and what says that something was not done claim
/// nothing.
pub fn claim_of(sentence: &Text) -> Option<Claim> {
    if is_question(sentence.folded()) {
        return None;
    }
    if is_a_tick(sentence.said()) {
        return Some(Claim::Deed);
    }
    let words = words_with_marks(sentence);
    let denials = Denials::of(&words);
    let mut first = None;
    let (mut is_transfer, mut is_deed, mut is_state) = (false, false, false);
    for told in told_in(&words, &denials) {
        first = first.or(Some(told.claim));
        is_transfer |= told.claim == Claim::Transfer;
        is_deed |= told.claim == Claim::Deed;
        is_state |= told.claim == Claim::State;
    }
    if is_transfer {
        return Some(Claim::Transfer);
    }
    if is_deed || opens_with_done(&words) {
        return Some(Claim::Deed);
    }
    let forms = forms_of(&words);
    // What Turno's own tools do is told by who did it, and never only found: "se le ha reservado una mesa".
    let is_own = |stem: &String| OWN_DEEDS.iter().any(|own| stem.starts_with(own));
    if forms.is_deed || (!is_state && forms.states.iter().any(is_own)) {
        return Some(Claim::Deed);
    }
    if is_state || !forms.states.is_empty() || expects_at_an_hour(&words) {
        return Some(Claim::State);
    }
    first
}

/// A tick, and nothing else.
fn is_a_tick(sentence: &str) -> bool {
    !sentence.contains(char::is_alphanumeric) && sentence.contains(['✅', '✔', '☑', '✓'])
}

/// "Listo, lo esperamos": and no "listo, dígame para cuándo", which asks for what is missing.
fn opens_with_done(words: &[Word<'_>]) -> bool {
    static DONE: Tagged = Tagged::new("claims_openers");
    static ASKS: Tagged = Tagged::new("claims_asks");
    let word = |at: usize| words.get(at).map_or("", |word| word.folded);
    let is_alone = words.get(1).is_none_or(|next| next.begins);
    is_alone && DONE.contains(&word(0)) && !ASKS.contains(&word(1))
}

/// "Los esperamos mañana a las 8", "see you at 8": who says so has a booking in mind. The hours of a day are none: "le esperamos de
/// 1 a 10".
fn expects_at_an_hour(words: &[Word<'_>]) -> bool {
    static EXPECTS: Tagged = Tagged::new("claims_expects");
    static WHOM: Tagged = Tagged::new("claims_him");
    static EXPECTS_YOU: Tagged = Tagged::new("claims_expects_you");
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    let of_whom =
        (1..folded.len()).find(|at| EXPECTS.contains(&folded[*at]) && WHOM.contains(&folded[*at - 1]));
    let at = of_whom.or_else(|| has_one_of(&folded, &EXPECTS_YOU));
    at.is_some_and(|at| {
        names_an_hour(&folded) && !is_stretch(&folded) && !phrases::is_turned_round(words, at)
    })
}

/// "A las", "at 8".
fn names_an_hour(folded: &[&str]) -> bool {
    static BEFORE_THE_HOUR: Tagged = Tagged::new("claims_before_the_hour");
    static BEFORE_A_NUMBER: Tagged = Tagged::new("claims_before_a_number");
    let is_number = |word: &str| begins_with_digit(word) || crate::named_values(&Text::of(word)).len() == 1;
    folded.windows(2).any(|two| {
        BEFORE_THE_HOUR.contains(&two[0]) && is_article_of_hours(two[1])
            || BEFORE_A_NUMBER.contains(&two[0]) && is_number(two[1])
    })
}

/// "Desde las 8", "de 1 a 10", "between 1 and 10"; and no "de la noche".
fn is_stretch(folded: &[&str]) -> bool {
    static BETWEEN: Tagged = Tagged::new("claims_between");
    static BEGINS: Tagged = Tagged::new("claims_begins_a_stretch");
    static PARTS: Tagged = Tagged::new("claims_parts_of_day");
    let is_said = |word: &&str| FROM.contains(word) || UNTIL.contains(word) || BETWEEN.contains(word);
    folded.iter().any(is_said)
        || folded.windows(3).any(|three| {
            BEGINS.contains(&three[0])
                && (begins_with_digit(three[1])
                    || is_article_of_hours(three[1]) && !PARTS.contains(&three[2]))
        })
}

fn is_article_of_hours(word: &str) -> bool {
    static ARTICLES: Tagged = Tagged::new("claims_articles_of_hours");
    ARTICLES.contains(&word)
}

fn begins_with_digit(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a sentence says that something could not be done, or was not.
pub fn denies_a_deed(sentence: &Text) -> bool {
    !is_question(sentence.folded()) && Denials::of(&words_with_marks(sentence)).are_any
}

/// What kind of deed a sentence speaks of; none: it does not say. What undoes something counts before what it undoes.
pub fn act_told_of(sentence: &Text) -> Option<Act> {
    static ACTS: [(Act, Tagged); 4] = [
        (Act::Cancel, Tagged::new("act_cancel")),
        (Act::Modify, Tagged::new("act_modify")),
        (Act::Order, Tagged::new("act_order")),
        (Act::Book, Tagged::new("act_book")),
    ];
    let words = words_with_marks(sentence);
    // "Borré su cita" is of no booking.
    let denials = Denials::of(&words);
    if let Some(Told { act: Some(act), .. }) = told_in(&words, &denials).find(|told| told.act.is_some()) {
        return Some(act);
    }
    let is_of = |word: &Word<'_>, stems: &Tagged| stems.iter().any(|stem| word.folded.starts_with(stem));
    // "No se ha cancelado nada; su reservación sigue en pie" is of a booking.
    let stands = |stems: &Tagged| {
        let mut all = words.iter().enumerate();
        all.any(|(at, word)| is_of(word, stems) && !phrases::is_turned_round(&words, at))
    };
    let has = |stems: &Tagged| words.iter().any(|word| is_of(word, stems));
    let of_what_stands = ACTS.iter().find(|(_, stems)| stands(stems));
    let act = of_what_stands.or_else(|| ACTS.iter().find(|(_, stems)| has(stems)));
    act.map(|(act, _)| *act)
}

fn is_question(folded: &str) -> bool {
    folded.trim_end().ends_with('?') || folded.trim_start().starts_with('¿')
}
