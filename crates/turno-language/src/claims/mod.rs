//! Sentences that say that something was done.

mod form_words;
mod forms;
mod phrase_words;
mod phrases;
mod states;
mod table;
#[cfg(test)]
mod tests;

use crate::pack::Tagged;
use std::{borrow::Cow, sync::LazyLock};

use regex::Regex;

pub use self::states::StatesTold;
use self::{
    forms::{Word, forms_of, words_with_marks},
    phrase_words::stands_against,
    phrases::{Told, told_in},
};
use crate::{Text, reading::Act};

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

static DEED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:he|hemos)\s+(?:\w+\s+)?(?:reservado|agendado|cancelado|ordenado|pedido|registrado|confirmado|cambiado|movido|programado|apartado|enviado|mandado|anotado|reembolsado|cobrado|generado|creado|hecho|dejado|guardado|procesado|completado|realizado|levantado|agregado|actualizado|asegurado)\b
        | \b(?:quedo|queda|quedaron|quedan|ha\s+quedado|deje|dejo|dejamos)\s+(?:\w+\s+){0,3}?(?:reservad|agendad|cancelad|ordenad|registrad|confirmad|cambiad|movid|programad|apartad|enviad|anotad|guardad|asegurad|list|hech)[oa]s?\b
        | \b(?:fue|ha\s+sido|fueron|han\s+sido)\s+(?:\w+\s+)?(?:reservad|agendad|cancelad|ordenad|registrad|confirmad|cambiad|movid|programad|apartad|anotad|guardad|cread|generad|realizad|hech)[oa]s?\b
        | \bse\s+(?:reservo|agendo|cancelo|registro|confirmo|programo|envio|realizo|proceso|aparto|anoto|movio|cambio|hizo|genero|creo|guardo|completo)\b
        | \bacab(?:o|amos)\s+de\s+(?:\w+\s+)?(?:reserv|agend|cancel|orden|ped|registr|confirm|cambi|mov|program|apart|envi|mand|anot|reembols|cobr|hac|crea|gener|guard|proces|complet|realiz|levant|asegur)\w*
        | \b(?:es|son|ya\s+es|ya\s+son)\s+(?:toda\s+|todo\s+)?(?:suy|tuy)[oa]s?\b
        | \b(?:ya|todo)\s+(?:(?:esta|quedo)\s+)?(?:todo\s+)?(?:list|hech|arreglad|resuelt|confirmad)[oa]s?\b
        | ^\W*(?:ya\s+esta|ya\s+quedo)\s*[,.!]
        | \b(?:reservacion|reserva|cita|pedido|orden|cancelacion|cambio|registro)\s+(?:ya\s+)?(?:hech|confirmad|realizad|registrad|completad|apartad|asegurad|exitos)[oa]\b
        | \b(?:le|te)\s+confirmo\s+(?:su|tu|la|el|que\s+su|que\s+tu|que\s+la|que\s+el)\s+(?:reserv|cita|pedido|orden|cancel|mesa|cambio)
        | \b(?:con\s+exito|exitosamente)\b
        | \b(?:i|we)(?:'ve|\s+have)?\s+(?:just\s+|already\s+|now\s+|successfully\s+|gone\s+ahead\s+and\s+)*(?:booked|reserved|scheduled|cancell?ed|ordered|placed|confirmed|changed|moved|updated|sent|registered|secured|saved|held|processed|completed|arranged|submitted|put\s+you\s+down|got\s+you\s+(?:down|booked|in)|made\s+(?:the|your|a)\s+(?:reservation|booking|order|appointment)|refunded|charged)\b
        | \b(?:has|have)\s+(?:now\s+|just\s+|already\s+)?been\s+(?:successfully\s+)?(?:booked|reserved|scheduled|cancell?ed|placed|confirmed|changed|moved|updated|registered|created|made|secured|submitted)\b
        | \b(?:was|were)\s+(?:just\s+|now\s+|successfully\s+)*(?:booked|reserved|scheduled|cancell?ed|placed|confirmed|changed|moved|registered|secured)\b
        | \ball\s+(?:set|done|booked|sorted|confirmed)\b
        | \b(?:it(?:'s|\s+is)|that(?:'s|\s+is)|everything(?:'s|\s+is))\s+(?:all\s+|now\s+|already\s+)?(?:done|booked|reserved|confirmed|sorted|taken\s+care\s+of|settled|cancell?ed)\b
        | \byou(?:'re|\s+are)\s+(?:all\s+|now\s+)?(?:booked|confirmed|good\s+to\s+go|in\s+for|down\s+for|set)\b
        | \b(?:is|are|it's)\s+(?:now\s+|all\s+)?yours\b
        | \b(?:locked\s+in|in\s+the\s+books|good\s+to\s+go|consider\s+it\s+done|successfully)\b
        | ^\W*(?:hecho|done|booked|reserved|confirmed|reservado|reservada|confirmado|confirmada|cancelado|cancelada|agendado|agendada)\s*[,.!]",
    )
    .ok()
});

/// "Reservé", "cambié": without the accent it is what somebody is asked to do.
const FIRST_PERSON_VERBS: &str = "reservé|agendé|cancelé|ordené|pedí|registré|confirmé|cambié|moví|programé|aparté|envié|mandé|anoté|transferí|reembolsé|cobré|hice|generé|guardé|procesé|completé|realicé|levanté|agregué|actualicé|aseguré";

static FIRST_PERSON: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"\b(?:{FIRST_PERSON_VERBS})\b")).ok());

static STATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:esta|estan|tiene|tienes|ya\s+tiene|tengo|tenemos|cuenta\s+con)\s+(?:\w+\s+){0,3}?(?:reservad|agendad|cancelad|registrad|confirmad|programad|apartad|anotad|asegurad)[oa]s?\b
        | \b(?:reservacion|reserva|cita|pedido|orden|mesa|lugar)\s+(?:ya\s+)?esta\s+list[oa]\b
        | \bya\s+(?:tiene|tienes|cuenta\s+con|cuentas\s+con)\s+(?:su|tu|una|la)\s+(?:\w+\s+)?(?:mesa|reserva\w*|lugar|cita|pedido)\b
        | \b(?:is|are)\s+(?:now\s+|already\s+)?(?:booked|reserved|scheduled|cancell?ed|confirmed|placed|secured)\b
        | \byou\s+(?:now\s+|already\s+)?have\s+(?:a|your)\s+(?:\w+\s+)?(?:reservation|booking|table|appointment)\b",
    )
    .ok()
});

/// "No pude hacer la reservación", "it couldn't be booked", "todavía no está confirmada".
static DENIAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:no|nunca|tampoco)\s+(?:(?:le|les|la|lo|las|los|se|te|me|nos|ya|aun|todavia)\s+){0,3}(?:he|hemos|ha|han|pude|pudo|pudimos|puedo|podemos|logre|logro|logramos|fue\s+posible|es\s+posible|quedo|queda|quedaron|esta|estan|fue|fueron|sera)\b\s*(?:\w+\s+){0,4}?(?:reserv|agend|cancel|orden|ped|registr|confirm|cambi|mov|program|apart|envi|anot|hac|hech|hice|cre|gener|complet|proces|realiz|list)\w*
        | \bno\s+(?:(?:le|les|la|lo|se|te|me|ya)\s+){0,2}(?:reserve|agende|cancele|registre|confirme|aparte|envie|anote|hice|complete|reservo|agendo|cancelo|registro|confirmo|aparto|hizo|completo)\b
        | \b(?:fallo|error|problema)\b.{0,40}\b(?:reserv|agend|cancel|orden|pedido|cita|cambio|sistema)\w*
        | \b(?:could\s*n[o']?t|can\s*not|can'?t|was\s*n[o']?t\s+able|were\s*n[o']?t\s+able|unable|have\s*n[o']?t|has\s*n[o']?t|did\s*n[o']?t|was\s*n[o']?t|is\s*n[o']?t|failed|not\s+yet|not)\b\s*(?:\w+\s+){0,4}?(?:book|reserv|schedul|cancel|order|plac|confirm|chang|mov|register|complet|process|mak|made|done|secur)\w*
        | \b(?:problem|error|issue|trouble)\b.{0,40}\b(?:book|reserv|order|appointment|cancel|system)\w*",
    )
    .ok()
});

static OWN_DEEDS: Tagged = Tagged::new("claims_own_deeds");

/// What a sentence claims, in either language; none: nothing. Questions, what is only offered and what says that something was
/// not done claim nothing.
pub fn claim_of(sentence: &Text) -> Option<Claim> {
    let folded = sentence.folded();
    if is_question(folded) {
        return None;
    }
    if is_a_tick(sentence.said()) {
        return Some(Claim::Deed);
    }
    let words = words_with_marks(sentence);
    let mut claims = told_in(&words).map(|told| told.claim);
    let first = claims.next();
    let has = |wanted: Claim| first == Some(wanted);
    let is_phrase = |wanted: Claim| has(wanted) || told_in(&words).any(|told| told.claim == wanted);
    if first.is_some() && is_phrase(Claim::Transfer) {
        return Some(Claim::Transfer);
    }
    let folded = match DENIAL.as_ref() {
        Some(denial) => denial.replace_all(folded, " "),
        None => Cow::Borrowed(folded),
    };
    if first.is_some() && is_phrase(Claim::Deed)
        || has_first_person(&sentence.said().to_lowercase())
        || asserts(&DEED, &folded)
        || opens_with_done(&words)
    {
        return Some(Claim::Deed);
    }
    let forms = forms_of(&words);
    // What Turno's own tools do is told by who did it, and never only found: "se le ha reservado una mesa".
    let is_own = |stem: &String| OWN_DEEDS.iter().any(|own| stem.starts_with(own));
    let is_state = first.is_some() && is_phrase(Claim::State) || asserts(&STATE, &folded);
    if forms.is_deed || (!is_state && forms.states.iter().any(is_own)) {
        return Some(Claim::Deed);
    }
    if is_state || !forms.states.is_empty() || expects_at_an_hour(&words) {
        return Some(Claim::State);
    }
    first
}

fn has_first_person(lower: &str) -> bool {
    let is_denied = |front: &str| {
        let mut words = front.split_whitespace().rev().take(3);
        words.any(|word| word == "no")
    };
    FIRST_PERSON.as_ref().is_some_and(|pattern| {
        let mut verbs = pattern.find_iter(lower);
        verbs.any(|verb| !is_denied(&lower[..verb.start()]))
    })
}

/// Whether what a pattern looks for stands there, and no "nothing" or "ninguna" in front of it in the same clause.
fn asserts(pattern: &Option<Regex>, folded: &str) -> bool {
    let is_turned_round = |front: &str| {
        let clause = front
            .rsplit([',', '.', ';', ':', '!', '—', '–'])
            .next()
            .unwrap_or(front);
        let clause = clause.rsplit(" pero ").next().unwrap_or(clause);
        let clause = clause.rsplit(" but ").next().unwrap_or(clause);
        let clause = Text::of(clause);
        let words: Vec<&str> = clause.words().collect();
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        (0..words.len()).any(|at| stands_against(word(at), word(at + 1), word(at + 2)))
    };
    pattern.as_ref().is_some_and(|pattern| {
        let mut found = pattern.find_iter(folded);
        found.any(|found| !is_turned_round(&folded[..found.start()]))
    })
}

/// A tick, and nothing else.
fn is_a_tick(sentence: &str) -> bool {
    !sentence.contains(char::is_alphanumeric) && sentence.contains(['✅', '✔', '☑', '✓'])
}

/// "Listo, lo esperamos": and no "listo, dígame para cuándo", which asks for what is missing.
fn opens_with_done(words: &[Word<'_>]) -> bool {
    static ASKS: Tagged = Tagged::new("claims_asks");
    let word = |at: usize| words.get(at).map_or("", |word| word.folded);
    let is_alone = words.get(1).is_none_or(|next| next.begins);
    matches!(word(0), "listo" | "lista" | "listos" | "ready")
        && is_alone
        && word(0) != "ready"
        && !ASKS.contains(&word(1))
}

/// "Los esperamos mañana a las 8", "see you at 8": who says so has a booking in mind. The hours of a day are none: "le esperamos de
/// 1 a 10".
fn expects_at_an_hour(words: &[Word<'_>]) -> bool {
    const EXPECTS: &[&[&str]] = &[
        &["esperamos"],
        &["recibimos"],
        &["vemos"],
        &["espera"],
        &["veremos"],
        &["see", "you"],
        &["seeing", "you"],
        &["welcoming", "you"],
        &["having", "you"],
        &["expect", "you"],
        &["expecting", "you"],
    ];
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    let at = EXPECTS.iter().find_map(|expects| {
        (0..folded.len()).find(|at| folded.get(*at..at + expects.len()) == Some(*expects))
    });
    let Some(at) = at else { return false };
    let before = at.checked_sub(1).map_or("", |at| folded[at]);
    let is_whom = folded[at].ends_with("ing")
        || matches!(folded[at], "see" | "expect")
        || matches!(before, "lo" | "la" | "le" | "los" | "las" | "les" | "te" | "nos");
    let is_part_of_day = |word: &str| matches!(word, "tarde" | "noche" | "manana" | "madrugada");
    let is_stretch = folded
        .iter()
        .any(|word| matches!(*word, "desde" | "hasta" | "entre" | "from" | "until" | "between"))
        || folded.windows(3).any(|three| {
            three[0] == "de"
                && (matches!(three[1], "la" | "las") && !is_part_of_day(three[2])
                    || three[1].starts_with(|c: char| c.is_ascii_digit()))
        });
    let names_an_hour = folded.windows(2).any(|two| {
        two[0] == "a" && matches!(two[1], "la" | "las")
            || two[0] == "at"
                && (two[1].starts_with(|c: char| c.is_ascii_digit())
                    || crate::named_values(&Text::of(two[1])).len() == 1)
    });
    is_whom && names_an_hour && !is_stretch && !phrases::is_turned_round(words, at)
}

/// Whether a sentence says that something could not be done, or was not.
pub fn denies_a_deed(sentence: &Text) -> bool {
    let folded = sentence.folded();
    !is_question(folded) && DENIAL.as_ref().is_some_and(|denial| denial.is_match(folded))
}

/// What kind of deed a sentence speaks of; none: it does not say. What undoes something counts before what it undoes.
pub fn act_told_of(sentence: &Text) -> Option<Act> {
    const ACTS: &[(Act, &[&str])] = &[
        (Act::Cancel, &["cancel", "anulad", "anule"]),
        (
            Act::Modify,
            &[
                "cambi",
                "movi",
                "moved",
                "chang",
                "reagend",
                "reprogram",
                "reschedul",
                "modific",
                "actualiz",
                "updated",
            ],
        ),
        (Act::Order, &["pedido", "pedidos", "pedi", "orden", "order"]),
        (
            Act::Book,
            &[
                "reserv",
                "agend",
                "apart",
                "cita",
                "mesa",
                "book",
                "appointment",
                "table",
                "schedul",
                "program",
            ],
        ),
    ];
    let words = words_with_marks(sentence);
    // "Borré su cita" is of no booking.
    if let Some(Told { act: Some(act), .. }) = told_in(&words).find(|told| told.act.is_some()) {
        return Some(act);
    }
    let is_of = |word: &Word<'_>, stems: &[&str]| stems.iter().any(|stem| word.folded.starts_with(stem));
    // "No se ha cancelado nada; su reservación sigue en pie" is of a booking.
    let stands = |stems: &[&str]| {
        let mut all = words.iter().enumerate();
        all.any(|(at, word)| is_of(word, stems) && !phrases::is_turned_round(&words, at))
    };
    let has = |stems: &[&str]| words.iter().any(|word| is_of(word, stems));
    let of_what_stands = ACTS.iter().find(|(_, stems)| stands(stems));
    let act = of_what_stands.or_else(|| ACTS.iter().find(|(_, stems)| has(stems)));
    act.map(|(act, _)| *act)
}

fn is_question(folded: &str) -> bool {
    folded.trim_end().ends_with('?') || folded.trim_start().starts_with('¿')
}
