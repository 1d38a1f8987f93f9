//! Sentences that say that something was done.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::fold;

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
        \b(?:he|hemos)\s+(?:\w+\s+)?(?:reservado|agendado|cancelado|ordenado|pedido|registrado|confirmado|cambiado|movido|programado|apartado|enviado|mandado|anotado|reembolsado|cobrado)\b
        | \b(?:reservamos|agendamos|cancelamos|registramos|confirmamos|enviamos|programamos|apartamos)\s+(?:su|tu|la|el|una|un)\b
        | \b(?:quedo|queda|quedaron|ha\s+quedado)\s+(?:\w+\s+){0,2}?(?:reservad|agendad|cancelad|ordenad|registrad|confirmad|cambiad|movid|programad|apartad|enviad|anotad|list|hech)[oa]s?\b
        | \b(?:fue|ha\s+sido|fueron|han\s+sido)\s+(?:\w+\s+)?(?:reservad|agendad|cancelad|ordenad|registrad|confirmad|cambiad|programad|enviad|cread|realizad|procesad)[oa]s?\b
        | \bse\s+(?:reservo|agendo|cancelo|registro|confirmo|programo|envio|realizo|proceso)\b
        | \b(?:i|we)(?:'ve|\s+have)?\s+(?:just\s+|already\s+|now\s+|successfully\s+)*(?:booked|reserved|scheduled|cancell?ed|ordered|placed|confirmed|changed|moved|updated|sent|registered|made\s+(?:the|your|a)\s+(?:reservation|booking|order|appointment)|refunded|charged)\b
        | \b(?:has|have)\s+(?:now\s+|just\s+|already\s+)?been\s+(?:successfully\s+)?(?:booked|reserved|scheduled|cancell?ed|placed|confirmed|changed|moved|updated|sent|registered|created|refunded|processed)\b
        | \b(?:you(?:'re|\s+are)\s+all\s+set|all\s+done|it(?:'s|\s+is)\s+done)\b
        | ^\W*(?:listo|hecho|done)\s*[,.!]",
    )
    .ok()
});

/// "Reservé", "cambié": without the accent it is what somebody is asked to do.
static FIRST_PERSON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:reservé|agendé|cancelé|ordené|pedí|registré|confirmé|cambié|moví|programé|aparté|envié|mandé|anoté|transferí|reembolsé|cobré|hice)\b",
    )
    .ok()
});

static STATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:esta|estan|tiene|ya\s+tiene)\s+(?:\w+\s+){0,3}?(?:reservad|agendad|cancelad|registrad|confirmad|programad|apartad)[oa]s?\b
        | \b(?:is|are)\s+(?:now\s+|already\s+)?(?:booked|reserved|scheduled|cancell?ed|confirmed|placed)\b",
    )
    .ok()
});

/// What a sentence claims, in either language; none: nothing. Questions and what is only offered claim nothing.
pub fn claim_of(sentence: &str) -> Option<Claim> {
    let folded = fold(sentence);
    if folded.trim_end().ends_with('?') || folded.trim_start().starts_with('¿') {
        return None;
    }
    let finds = |pattern: &Option<Regex>| pattern.as_ref().is_some_and(|pattern| pattern.is_match(&folded));
    let has_first_person = FIRST_PERSON
        .as_ref()
        .is_some_and(|pattern| pattern.is_match(&sentence.to_lowercase()));
    if has_first_person || finds(&DEED) {
        return Some(Claim::Deed);
    }
    finds(&STATE).then_some(Claim::State)
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
        ];
        for said in deeds {
            assert_eq!(claim_of(said), Some(Claim::Deed), "{said}");
        }
        for said in ["Su reservación está confirmada.", "Your table is booked for 8."] {
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
        ];
        for said in others {
            assert_eq!(claim_of(said), None, "{said}");
        }
    }
}
