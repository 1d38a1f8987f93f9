//! Verbs that ask for something, with the pronouns that hang on them: what begins with one is no name.

/// Whether a folded word asks for something to be done: "agrega", "ponle", "mándamelos", "add".
pub(super) fn asks_for_something(word: &str) -> bool {
    if is_request(word) {
        return true;
    }
    let mut stem = word;
    for _ in 0..2 {
        // "Vela" and "Dila" are names.
        let Some(shorter) = without_pronoun(stem).filter(|shorter| shorter.len() > 2) else {
            return false;
        };
        if is_request(shorter) {
            return true;
        }
        stem = shorter;
    }
    false
}

fn without_pronoun(word: &str) -> Option<&str> {
    const PRONOUNS: &[&str] = &["nos", "los", "las", "les", "me", "te", "se", "lo", "la", "le"];
    PRONOUNS.iter().find_map(|pronoun| word.strip_suffix(pronoun))
}

fn is_request(word: &str) -> bool {
    REQUESTS.contains(&word)
}

const REQUESTS: &[&str] = &[
    "agrega",
    "agregue",
    "agregar",
    "anade",
    "anada",
    "anadir",
    "suma",
    "sume",
    "sumar",
    "incluye",
    "incluya",
    "incluir",
    "quita",
    "quite",
    "quitar",
    "borra",
    "borre",
    "borrar",
    "elimina",
    "elimine",
    "eliminar",
    "saca",
    "saque",
    "pon",
    "ponga",
    "poner",
    "dame",
    "deme",
    "danos",
    "dale",
    "dile",
    "denos",
    "manda",
    "mande",
    "mandar",
    "trae",
    "traiga",
    "traer",
    "echa",
    "eche",
    "sirve",
    "sirva",
    "cambia",
    "cambie",
    "cambiar",
    "cancela",
    "cancele",
    "cancelar",
    "mueve",
    "mueva",
    "mover",
    "pasa",
    "pase",
    "deja",
    "deje",
    "dejar",
    "haz",
    "haga",
    "hacer",
    "ordena",
    "ordenar",
    "pide",
    "pida",
    "pedir",
    "reserva",
    "reserve",
    "reservar",
    "aparta",
    "aparte",
    "apartar",
    "agenda",
    "agende",
    "agendar",
    "busca",
    "busque",
    "buscar",
    "revisa",
    "revise",
    "revisar",
    "checa",
    "cheque",
    "checar",
    "diga",
    "dime",
    "digame",
    "decir",
    "repite",
    "repita",
    "repetir",
    "espera",
    "espere",
    "esperar",
    "aguanta",
    "aguante",
    "ayuda",
    "ayude",
    "ayudar",
    "comunica",
    "comunique",
    "comunicar",
    "transfiere",
    "transfiera",
    "llama",
    "llame",
    "llamar",
    "confirma",
    "confirme",
    "confirmar",
    "corrige",
    "corrija",
    "modifica",
    "modifique",
    "modificar",
    "olvida",
    "olvide",
    "vea",
    "explica",
    "explique",
    "quiero",
    "queremos",
    "quisiera",
    "necesito",
    "ocupo",
    "prefiero",
    "vamos",
    "puedes",
    "podria",
    "podrias",
    "add",
    "remove",
    "cancel",
    "change",
    "make",
    "give",
    "get",
    "put",
    "order",
    "book",
    "take",
    "bring",
    "send",
    "drop",
    "hold",
    "help",
    "repeat",
    "transfer",
    "call",
    "move",
    "tell",
    "let",
    "check",
    "confirm",
    "delete",
    "include",
    "reschedule",
    "swap",
    "show",
];

#[cfg(test)]
mod tests {
    use super::asks_for_something;

    #[test]
    fn verbs_ask_and_names_do_not() {
        for word in [
            "agrega",
            "agregale",
            "quita",
            "quitamelos",
            "ponme",
            "mandanos",
            "traigame",
            "sirveme",
            "add",
            "cambiala",
        ] {
            assert!(asks_for_something(word), "{word}");
        }
        for word in [
            "pamela", "marcelo", "nicole", "gonzalo", "jaime", "estela", "camila", "salome", "dalila",
            "carlos", "nicolas", "marcela", "paula", "adela", "danilo", "ponce", "vela", "angeles",
            "dolores", "mercedes", "pilar", "sarah", "mark", "grant", "bill", "chase", "grace", "may",
            "graciela", "manuela", "consuelo",
        ] {
            assert!(!asks_for_something(word), "{word}");
        }
    }
}
