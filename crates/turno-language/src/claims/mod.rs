//! Sentences that say that something was done.

mod form_words;
mod forms;

use std::sync::LazyLock;

use regex::Regex;

use self::{
    form_words::names_of_state,
    forms::{forms_of, stems_of_participles},
};

use crate::{
    reading::Act,
    text::{fold, words_of},
};

/// What a sentence says of the state of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Whoever speaks has just done something: "ya le reservé", "I've booked it", "quedó confirmada".
    Deed,
    /// Something is so: "su reservación está confirmada", "your table is booked".
    State,
}

static DEED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:he|hemos)\s+(?:\w+\s+)?(?:reservado|agendado|cancelado|ordenado|pedido|registrado|confirmado|cambiado|movido|programado|apartado|enviado|mandado|anotado|reembolsado|cobrado|generado|creado|hecho|dejado|guardado|procesado|completado|realizado|levantado|agregado|actualizado|asegurado)\b
        | \b(?:reservamos|agendamos|cancelamos|registramos|confirmamos|enviamos|programamos|apartamos|guardamos|anotamos)\s+(?:su|tu|la|el|una|un)\b
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
        | ^\W*(?:listo|lista|hecho|done|booked|reserved|confirmed|reservado|reservada|confirmado|confirmada|cancelado|cancelada|agendado|agendada)\s*[,.!]",
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

const OWN_DEEDS: &[&str] = &[
    "reserv", "agend", "apart", "cancel", "program", "orden", "book", "schedul", "order",
];

/// What a sentence claims, in either language; none: nothing. Questions, what is only offered and what says that something was
/// not done claim nothing.
pub fn claim_of(sentence: &str) -> Option<Claim> {
    let sentence = sentence.replace('\u{2019}', "'");
    let folded = fold(&sentence);
    if is_question(&folded) {
        return None;
    }
    let folded = match DENIAL.as_ref() {
        Some(denial) => denial.replace_all(&folded, " ").into_owned(),
        None => folded,
    };
    let finds = |pattern: &Option<Regex>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(&folded));
    let has_first_person = FIRST_PERSON.as_ref().is_some_and(|pattern| {
        let lower = sentence.to_lowercase();
        let is_denied = |front: &str| {
            let mut words = front.split_whitespace().rev().take(3);
            words.any(|word| word == "no")
        };
        pattern
            .find_iter(&lower)
            .any(|verb| !is_denied(&lower[..verb.start()]))
    });
    if has_first_person || finds(&DEED) {
        return Some(Claim::Deed);
    }
    let forms = forms_of(&sentence.to_lowercase());
    // What Turno's own tools do is told by who did it, and never only found: "se le ha reservado una mesa".
    let is_own = |stem: &String| OWN_DEEDS.iter().any(|own| stem.starts_with(own));
    let is_state = finds(&STATE);
    if forms.is_deed || (!is_state && forms.states.iter().any(is_own)) {
        return Some(Claim::Deed);
    }
    (is_state || !forms.states.is_empty()).then_some(Claim::State)
}

/// The states that a sentence tells of: "fue entregado".
pub struct StatesTold(Vec<String>);

impl StatesTold {
    /// Of a sentence, in either language.
    pub fn of(sentence: &str) -> Self {
        let lower = sentence.to_lowercase();
        let states = forms_of(&lower).states;
        Self(if states.is_empty() {
            stems_of_participles(&lower)
        } else {
            states
        })
    }

    /// Whether what was read, folded, has each of them, in either language: `delivered`. True where there are none.
    pub fn are_in(&self, found: &str) -> bool {
        let is_found = |stem: &String| names_of_state(stem).iter().any(|name| found.contains(name));
        self.0.iter().all(is_found)
    }
}

/// Whether a sentence says that something could not be done, or was not.
pub fn denies_a_deed(sentence: &str) -> bool {
    let folded = fold(&sentence.replace('\u{2019}', "'"));
    !is_question(&folded) && DENIAL.as_ref().is_some_and(|denial| denial.is_match(&folded))
}

/// What kind of deed a sentence speaks of; none: it does not say. What undoes something counts before what it undoes.
pub fn act_told_of(sentence: &str) -> Option<Act> {
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
    let folded = fold(sentence);
    let has = |stems: &[&str]| words_of(&folded).any(|word| stems.iter().any(|stem| word.starts_with(stem)));
    ACTS.iter().find(|(_, stems)| has(stems)).map(|(act, _)| *act)
}

fn is_question(folded: &str) -> bool {
    folded.trim_end().ends_with('?') || folded.trim_start().starts_with('¿')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_that_something_was_done() {
        let deeds = [
            "Ya le reservé su mesa.",
            "Listo, su mesa quedó reservada.",
            "¡Listo!",
            "He cancelado su cita.",
            "Su pedido ha sido registrado.",
            "Se canceló la reservación.",
            "Quedó agendada para el lunes.",
            "I've booked your table.",
            "We have cancelled it.",
            "Your appointment has been scheduled.",
            "You're all set!",
            "Done, see you tomorrow.",
            "I have successfully updated the passenger.",
            "La mesa es suya.",
            "Acabo de registrar su reservación.",
            "Su mesa quedó apartada.",
            "Su lugar queda asegurado.",
            "Ya está, nos vemos mañana.",
            "Ya se la aparté.",
            "Todo listo para el jueves.",
            "Le dejé apartada una mesa.",
            "Reservación confirmada: mesa para 4.",
            "Le confirmo su reservación para mañana.",
            "Su reservación se hizo con éxito.",
            "Se apartó una mesa a su nombre.",
            "Your table is all set for tomorrow.",
            "You’re all set!",
            "The table is yours.",
            "You're good to go.",
            "I've gone ahead and booked it.",
            "It's all taken care of.",
            "Everything is booked.",
            "Your table was reserved.",
            "Booked! See you then.",
        ];
        for said in deeds {
            assert_eq!(claim_of(said), Some(Claim::Deed), "{said}");
        }
        for said in [
            "Su reservación está confirmada.",
            "Your table is booked for 8.",
            "Su reservación está lista.",
            "Ya tiene su mesa.",
            "Tengo una mesa apartada a su nombre.",
            "Su mesa ya está reservada.",
            "You have a reservation for tomorrow.",
        ] {
            assert_eq!(claim_of(said), Some(Claim::State), "{said}");
        }
    }

    #[test]
    fn what_says_no_such_thing() {
        let others = [
            "¿Quiere que la reserve?",
            "Puedo reservarle una mesa.",
            "Para reservar necesito su nombre.",
            "Tenemos mesas listas en la terraza.",
            "¿Su mesa quedó reservada?",
            "Con gusto le ayudo.",
            "I can book a table for you.",
            "Would you like me to cancel it?",
            "La lista de platillos es esta.",
            "Un momento, lo reviso.",
            "What have you ordered before?",
            "Confirmo: mesa para 4.",
            "Si quiere que le reserve una mesa, dígame la hora.",
            "Para que se cancele, necesito el código.",
            "Todavía no he reservado nada.",
            "No pude hacer la reservación.",
            "Aún no está confirmada.",
            "I haven't booked anything yet.",
            "It couldn't be booked.",
            "No reservé nada todavía.",
            "El mole es nuestro platillo más pedido.",
            "Esta semana tenemos lugar.",
        ];
        for said in others {
            assert_eq!(claim_of(said), None, "{said}");
        }
    }

    #[test]
    fn what_says_that_nothing_came_of_it() {
        for said in [
            "Lo siento, no pude hacer la reservación.",
            "No fue posible apartar la mesa.",
            "No se pudo completar el registro.",
            "Hubo un error con su reservación.",
            "Todavía no está confirmada.",
            "I couldn't book your table.",
            "I was not able to make the reservation.",
            "There was a problem with your booking.",
            "Unfortunately your order was not placed.",
        ] {
            assert!(denies_a_deed(said), "{said}");
        }
        for said in [
            "Listo, quedó reservada.",
            "No se preocupe, aquí le espero.",
            "No olvide llegar a tiempo.",
            "¿No pudo reservar?",
            "I booked it, no problem.",
        ] {
            assert!(!denies_a_deed(said), "{said}");
        }
    }

    #[test]
    fn which_deed_is_told_of() {
        for (said, act) in [
            ("Su reservación quedó cancelada.", Some(Act::Cancel)),
            ("Su mesa quedó reservada.", Some(Act::Book)),
            ("Cambié su reservación al jueves.", Some(Act::Modify)),
            ("Su pedido quedó registrado.", Some(Act::Order)),
            ("Your order has been placed.", Some(Act::Order)),
            ("Listo.", None),
        ] {
            assert_eq!(act_told_of(said), act, "{said}");
        }
    }
}
