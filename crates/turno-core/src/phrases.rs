//! What the core itself says, where no text of the graph does.

use turno_language::{Language, Problem, ProblemKind, SlotKind, format};

macro_rules! phrases {
    ($($name:ident: $es:literal, $en:literal;)*) => {
        $(pub(crate) fn $name(language: Language) -> &'static str {
            match language {
                Language::Es => $es,
                Language::En => $en,
            }
        })*
    };
}

phrases! {
    yes_button: "Sí", "Yes";
    no_button: "No", "No";
    this_language: "Claro, con gusto en español.", "Of course, let's go on in English.";
    only_this_language: "Por ahora solo puedo atenderle en español. I'm sorry, I can only help you in Spanish.",
        "I'm sorry, I can only help you in English. Por ahora solo puedo atenderle en inglés.";
    what_else: "Claro que sí. ¿Qué más necesita?", "Of course. What else do you need?";
    how_can_i_help: "¿En qué le ayudo?", "How can I help you?";
    and_the_rest: "¿Y lo demás?", "And the rest?";
    sent_long_ago: "Su mensaje me llegó con mucho retraso.", "Your message reached me very late.";
    cannot_hear: "Por ahora no puedo escuchar notas de voz: ¿me lo escribe, por favor?",
        "I can't listen to voice messages yet: could you write it to me, please?";
    cannot_see_image: "Por ahora no puedo ver imágenes: ¿me lo escribe, por favor?",
        "I can't see pictures yet: could you write it to me, please?";
    cannot_see_video: "Por ahora no puedo ver videos: ¿me lo escribe, por favor?",
        "I can't watch videos yet: could you write it to me, please?";
    cannot_read_sticker: "Con un sticker o una reacción no sé qué quiere decirme: ¿me lo escribe, por favor?",
        "I can't tell what a sticker or a reaction means: could you write it to me, please?";
    cannot_open_document: "Por ahora no puedo abrir documentos: ¿me lo escribe, por favor?",
        "I can't open documents yet: could you write it to me, please?";
    only_caption: "Lo que adjuntó no lo puedo abrir, pero leo lo que me escribió.",
        "I can't open what you attached, but I'm reading what you wrote.";
    media_is_no_yes: "Para confirmarlo necesito que me lo escriba en un mensaje aparte, o que toque el botón.",
        "To confirm it, please write it to me in a message of its own, or tap the button.";
    no_use_for_place: "Recibí la ubicación, pero por ahora no la necesito.", "I got the location, but I don't need it for now.";
    no_use_for_card: "Recibí el contacto, pero por ahora no lo necesito.", "I got the contact, but I don't need it for now.";
    or_a_person: "Si prefiere, le comunico con una persona: solo diga «una persona».",
        "If you prefer, I can put you through to a person: just say \"a person\".";
    not_understood: "Perdón, no le entendí.", "Sorry, I didn't get that.";
    empty: "No me llegó ningún mensaje.", "Your message came in empty.";
    too_long: "Su mensaje es demasiado largo para leerlo completo. ¿Me lo dice en pocas palabras?",
        "Your message is too long for me to read. Could you say it in a few words?";
    waiting: "Claro, aquí espero.", "Of course, take your time.";
    let_me_repeat: "Antes de seguir, se lo repito completo.", "Before we go on, let me say it in full.";
    arrived_late: "Ese mensaje no corresponde a esta pregunta, así que todavía no hago nada.",
        "That message was not sent in answer to this question, so nothing has been done yet.";
    expired: "Esa pregunta ya venció y no hice nada. Si todavía lo quiere, dígamelo y lo revisamos de nuevo.",
        "That question has expired and nothing was done. If you still want it, tell me and we'll check again.";
    expired_but_changed: "La pregunta anterior ya venció y no hice nada; lo reviso de nuevo con el cambio.",
        "The earlier question has expired and nothing was done; let me check again with your change.";
    already_done: "Eso ya quedó hecho; no lo repito.", "That is already done; I won't do it twice.";
    already_refused: "Eso ya lo habíamos dejado sin efecto.", "We had already dropped that.";
    old_button: "Ese botón ya no está vigente.", "That button is no longer valid.";
    not_done: "No hice ningún cambio, porque me falta su confirmación.",
        "I have not changed anything, because I still need your confirmation.";
    left_undone: "No hice lo anterior, porque me faltó su confirmación.",
        "I haven't done the last thing, because I didn't get your confirmation.";
    no_answer: "Lo otro que me pregunta no lo sé decir; si gusta, le comunico con una persona: solo diga «una persona».",
        "I don't know the answer to your other question; I can put you through to someone: just say \"a person\".";
    none_of_those: "De acuerdo, ninguna de esas opciones.", "All right, none of those.";
    other_moment: "De acuerdo, ninguna de esas. ¿Qué otro día u hora le queda bien?",
        "All right, none of those. What other day or time works for you?";
    trouble: "Perdón, tuve un problema y no pude continuar. ¿Lo intentamos otra vez?",
        "Sorry, something went wrong on my side. Shall we try again?";
    unreadable: "Perdón, el sistema contestó, pero no pude leer su respuesta. Si gusta, le comunico con una persona: solo diga «una persona».",
        "Sorry, the system answered, but I couldn't read its answer. If you like, I can put you through to someone: just say \"a person\".";
    nothing_done: "Perdón, no pude completarlo en este momento y no hice ningún cambio. Por favor, inténtelo otra vez en unos minutos.",
        "Sorry, I couldn't complete that just now, and nothing has been changed. Please try again in a few minutes.";
    tool_failed: "Perdón, no pude completarlo en este momento. Por favor, inténtelo otra vez en unos minutos.",
        "Sorry, I couldn't complete that just now. Please try again in a few minutes.";
    cannot_be_done: "Perdón, no pude hacerlo con los datos que tengo. Si gusta, le comunico con una persona: solo diga «una persona».",
        "Sorry, I couldn't do that with the details I have. If you like, I can put you through to someone: just say \"a person\".";
    nothing_can_be_done: "Perdón, no pude hacerlo con los datos que tengo y no hice ningún cambio. Si gusta, le comunico con una persona: solo diga «una persona».",
        "Sorry, I couldn't do that with the details I have, and nothing has been changed. If you like, I can put you through to someone: just say \"a person\".";
    outcome_unknown: "No tengo la seguridad de que haya quedado hecho. Ya avisé al equipo para que lo revise; por favor no lo repita todavía.",
        "I can't be sure whether that went through. I've told the team to check; please don't repeat it yet.";
    outcome_unknown_untold: "No tengo la seguridad de que haya quedado hecho. Lo dejé anotado; por favor no lo repita todavía. Para que alguien lo revise, diga «una persona».",
        "I can't be sure whether that went through. I've made a note of it; please don't repeat it yet. To have someone check, just say \"a person\".";
    done: "Listo, ya quedó hecho.", "Done, that's taken care of.";
    no_further: "Perdón, no logro terminar esto por mi cuenta. Si prefiere, le comunico con una persona: solo diga «una persona».",
        "Sorry, I can't get this finished on my own. If you like, I can put you through to someone: just say \"a person\".";
    broke_off: "Perdón, se me cortó. ¿Me lo repite, por favor?", "Sorry, I got cut off. Could you say that again, please?";
    too_many: "Me llegaron muchos mensajes a la vez. ¿Me repite este en un momento, por favor?",
        "I got a lot of messages at once. Could you send this one again in a moment, please?";
    closed_before: "La conversación se cerró antes de que pudiera contestarle.", "The conversation was closed before I could answer.";
    cannot_say: "Ese dato no lo tengo confirmado. Si gusta, le comunico con una persona: solo diga «una persona».",
        "I don't have that confirmed. If you like, I can put you through to someone: just say \"a person\".";
    no_card: "No necesito los datos de su tarjeta y no los guardé; por favor, no los comparta por aquí.",
        "I don't need your card details and haven't kept them; please don't share them here.";
    no_account: "No necesito el número de su cuenta y no lo guardé; por favor, no lo comparta por aquí.",
        "I don't need your account number and haven't kept it; please don't share it here.";
    no_secret_code: "No necesito ese código y no lo guardé; por favor, no lo comparta con nadie.",
        "I don't need that code and haven't kept it; please don't share it with anyone.";
    card_mark: "[número de tarjeta]", "[card number]";
    account_mark: "[cuenta bancaria]", "[bank account]";
    secret_code_mark: "[código secreto]", "[secret code]";
    what_to_change: "¿Qué desea cambiar?", "What would you like to change?";
    left: "De acuerdo, lo dejamos así. ¿En qué más le ayudo?", "All right, we'll leave it. What else can I do for you?";
    offer_person: "No logro entenderle. Si prefiere, le comunico con una persona: solo diga «una persona».",
        "I'm having trouble understanding. If you like, I can put you through to a person: just say \"a person\".";
    person_will_answer: "Una persona del equipo le atiende en un momento.", "Someone from the team will be with you shortly.";
}

/// A question for a slot that the graph has no words for.
pub(crate) fn ask_for(language: Language, name: &str) -> String {
    match language {
        Language::Es => format!("¿Me da {name}, por favor?"),
        Language::En => format!("Could you give me {name}, please?"),
    }
}

/// A call was not made, as too many were or the other side is busy; `acts`: it would have changed something.
pub(crate) fn busy(language: Language, acts: bool, retry_after_ms: Option<u64>) -> String {
    let wait = format::wait(language, retry_after_ms);
    match (language, acts) {
        (Language::Es, true) => format!(
            "Perdón, el sistema está ocupado en este momento y no hice ningún cambio. Por favor, inténtelo otra vez {wait}."
        ),
        (Language::Es, false) => {
            format!("Perdón, el sistema está ocupado en este momento. Por favor, inténtelo otra vez {wait}.")
        }
        (Language::En, true) => format!(
            "Sorry, the system is busy right now, and nothing has been changed. Please try again {wait}."
        ),
        (Language::En, false) => format!("Sorry, the system is busy right now. Please try again {wait}."),
    }
}

/// What is wrong with a value; where there is something to choose from, the question which.
pub(crate) fn problem(
    language: Language,
    kind: SlotKind,
    is_of_people: bool,
    problem: &Problem,
    titles: &[String],
) -> String {
    let choices = format::list(language, titles, true);
    if let (SlotKind::Term, true) = (kind, is_of_people) {
        return person(language, problem, &choices);
    }
    match (&problem.kind, language) {
        (ProblemKind::Ambiguous(_), Language::Es) if kind == SlotKind::PartySize => {
            format!("¿Serían {choices} en total?")
        }
        (ProblemKind::Ambiguous(_), Language::En) if kind == SlotKind::PartySize => {
            format!("Would that be {choices} in total?")
        }
        (ProblemKind::Ambiguous(_), Language::Es) => format!("¿{}?", capitalized(&choices)),
        (ProblemKind::Ambiguous(_), Language::En) => format!("{}?", capitalized(&choices)),
        (ProblemKind::Unknown(_), Language::Es) if titles.is_empty() => {
            format!("No tenemos «{}».", problem.said)
        }
        (ProblemKind::Unknown(_), Language::En) if titles.is_empty() => {
            format!("We don't have \"{}\".", problem.said)
        }
        (ProblemKind::Unknown(_), Language::Es) => {
            format!("No tenemos «{}». ¿Quiso decir {choices}?", problem.said)
        }
        (ProblemKind::Unknown(_), Language::En) => {
            format!("We don't have \"{}\". Did you mean {choices}?", problem.said)
        }
        (ProblemKind::Impossible, Language::Es) => impossible_es(kind, &problem.said),
        (ProblemKind::Impossible, Language::En) => format!("\"{}\" doesn't exist.", problem.said),
        (ProblemKind::Past, Language::Es) => format!("«{}» ya pasó.", problem.said),
        (ProblemKind::Past, Language::En) => format!("\"{}\" is in the past.", problem.said),
        (ProblemKind::Vague, Language::Es) => vague_es(kind).to_owned(),
        (ProblemKind::Vague, Language::En) => vague_en(kind).to_owned(),
        (ProblemKind::OutOfRange, Language::Es) => out_of_range_es(kind).to_owned(),
        (ProblemKind::OutOfRange, Language::En) => out_of_range_en(kind).to_owned(),
    }
}

/// Who does not work here, and who does.
fn person(language: Language, problem: &Problem, choices: &str) -> String {
    let nobody = matches!(problem.kind, ProblemKind::Unknown(_));
    match language {
        Language::Es if nobody => format!(
            "Aquí no atiende nadie llamado «{}». ¿Quiere su cita con {choices}?",
            problem.said
        ),
        Language::En if nobody => format!(
            "Nobody called \"{}\" works here. Would you like to see {choices}?",
            problem.said
        ),
        Language::Es => format!("¿Con {choices}?"),
        Language::En => format!("Would you like to see {choices}?"),
    }
}

/// What comes after the first of two requests.
pub(crate) fn one_by_one(language: Language, later: &str) -> String {
    match language {
        Language::Es => format!("Vamos por partes: primero una cosa, y después vemos «{later}»."),
        Language::En => format!("Let's take one thing at a time; after this we'll get to \"{later}\"."),
    }
}

/// Several people, where each needs an appointment of their own: `later` is the words of those who come after.
pub(crate) fn one_person_each(language: Language, later: &str) -> String {
    match language {
        Language::Es => {
            format!("Cada cita es para una sola persona: primero una, y después vemos «{later}».")
        }
        Language::En => {
            format!("Each appointment is for one person: first one, and after it we'll get to \"{later}\".")
        }
    }
}

/// The second of two requests begins.
pub(crate) fn now_the_other(language: Language, later: &str) -> String {
    match language {
        Language::Es => format!("Ahora sí, vemos «{later}»."),
        Language::En => format!("Now for \"{later}\"."),
    }
}

fn impossible_es(kind: SlotKind, said: &str) -> String {
    match kind {
        SlotKind::Date => format!("La fecha «{said}» no existe."),
        SlotKind::Time => format!("La hora «{said}» no existe."),
        SlotKind::PartySize
        | SlotKind::PersonName
        | SlotKind::Phone
        | SlotKind::Term
        | SlotKind::Items
        | SlotKind::Address
        | SlotKind::Code
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Contact
        | SlotKind::Text => format!("«{said}» no es posible."),
    }
}

fn vague_es(kind: SlotKind) -> &'static str {
    match kind {
        SlotKind::Date => "Necesito el día exacto.",
        SlotKind::Time => "Necesito la hora exacta.",
        SlotKind::Address => "De acuerdo, esa dirección no.",
        SlotKind::PartySize
        | SlotKind::PersonName
        | SlotKind::Phone
        | SlotKind::Term
        | SlotKind::Items
        | SlotKind::Code
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Contact
        | SlotKind::Text => "Necesito el dato más exacto.",
    }
}

fn vague_en(kind: SlotKind) -> &'static str {
    match kind {
        SlotKind::Date => "I need the exact day.",
        SlotKind::Time => "I need the exact time.",
        SlotKind::Address => "All right, not that address.",
        SlotKind::PartySize
        | SlotKind::PersonName
        | SlotKind::Phone
        | SlotKind::Term
        | SlotKind::Items
        | SlotKind::Code
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Contact
        | SlotKind::Text => "I need that a bit more exactly.",
    }
}

fn out_of_range_es(kind: SlotKind) -> &'static str {
    match kind {
        SlotKind::PartySize => "Ese número de personas no es posible.",
        SlotKind::Phone => "Ese teléfono no es de 10 dígitos.",
        SlotKind::Items => "Esa cantidad no es posible.",
        SlotKind::Date
        | SlotKind::Time
        | SlotKind::PersonName
        | SlotKind::Term
        | SlotKind::Address
        | SlotKind::Code
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Contact
        | SlotKind::Text => "Ese dato no es posible.",
    }
}

fn out_of_range_en(kind: SlotKind) -> &'static str {
    match kind {
        SlotKind::PartySize => "That number of people isn't possible.",
        SlotKind::Phone => "That phone number doesn't have 10 digits.",
        SlotKind::Items => "That quantity isn't possible.",
        SlotKind::Date
        | SlotKind::Time
        | SlotKind::PersonName
        | SlotKind::Term
        | SlotKind::Address
        | SlotKind::Code
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Contact
        | SlotKind::Text => "That value isn't possible.",
    }
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
