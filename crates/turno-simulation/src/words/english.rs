//! The same words in English, for people who speak it. A Spanish phrase that is not here they say in Spanish.

/// Spanish to English, phrase by phrase. What a phrase agrees to is the same; two side questions ask for a language instead.
const PHRASES: &[(&str, &str)] = &[
    ("mañana", "tomorrow"),
    ("mejor a la 1 y media de la tarde", "at 1:30 pm instead"),
    ("el miércoles", "on Wednesday"),
    ("a las 8 de la noche", "at 8 pm"),
    ("a las 2 de la tarde", "at 2 in the afternoon"),
    ("a las 8 y media de la noche", "at 8:30 pm"),
    ("a las 12", "at noon"),
    ("a las 11 y media de la mañana", "at 11:30 am"),
    ("a la 1 de la tarde", "at 1 pm"),
    ("sí", "yes"),
    ("si", "yes please"),
    ("Sí, por favor", "Yes, please"),
    ("claro que sí", "yes, of course"),
    ("correcto", "correct"),
    ("sí, es correcto", "yes, that's right"),
    ("así es", "that's right"),
    ("va", "sure"),
    ("ok gracias", "ok thanks"),
    ("perfecto", "perfect"),
    ("de acuerdo", "agreed"),
    ("sí, ¿y tienen estacionamiento?", "yes, and do you have parking?"),
    ("no, gracias", "no, thanks"),
    ("claro que no", "of course not"),
    ("mejor no", "I'd rather not"),
    ("no, déjelo", "no, leave it"),
    ("un momento", "just a moment"),
    ("espera", "wait"),
    ("déjame pensar", "let me think"),
    ("un segundo por favor", "one second please"),
    ("¿tienen estacionamiento?", "do you have parking?"),
    ("¿a qué hora abren?", "what time do you open?"),
    ("¿aceptan tarjeta?", "¿me puede hablar en español?"),
    ("¿tienen wifi?", "in English please"),
    ("poker", "okra"),
    ("la vida es bella", "life is good"),
    ("¿qué?", "what?"),
    ("gracias", "thanks"),
    ("hola", "hello"),
    ("sí, pero a las 9 de la noche", "yes, but at 9 pm"),
    ("no, mejor pasado mañana", "no, the day after tomorrow instead"),
    ("somos 6", "we are 6"),
    ("mejor a las 3 de la tarde", "at 3 pm instead"),
    ("sí, pero el jueves", "yes, but on Thursday"),
    ("que sean 3 personas", "make it 3 people"),
    ("quiero reservar", "I'd like to make a reservation"),
    ("quiero una cita", "I need an appointment"),
    ("una mesa", "a table, please"),
    ("no lo tengo", "I don't have it"),
    ("para recoger", "for pickup"),
    ("a domicilio", "for delivery"),
    ("no sé", "I don't know"),
    ("a las 9 de la noche", "at 9 pm"),
    ("el jueves", "on Thursday"),
    ("quiero cambiar mi cita", "I want to change my appointment"),
    ("quiero mover mi cita", "I want to move my appointment"),
    ("quiero cancelar mi cita", "I want to cancel my appointment"),
    ("quiero cambiar mi reservación", "I want to change my reservation"),
    (
        "quiero cancelar mi reservación",
        "I want to cancel my reservation",
    ),
];

/// The phrase in English.
pub(super) fn phrase(spanish: &str) -> &str {
    PHRASES
        .iter()
        .find(|(known, _)| *known == spanish)
        .map_or(spanish, |(_, english)| english)
}
