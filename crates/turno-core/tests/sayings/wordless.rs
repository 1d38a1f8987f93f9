//! Turns without words.

use turno_core::{Awaiting, ContactCard, Input, Media, MediaKind, Place};

use crate::common::Talk;

fn media(kind: MediaKind) -> Input {
    Input::Media(Media { kind, caption: None })
}

fn with_caption(caption: &str) -> Input {
    Input::Media(Media { kind: MediaKind::Image, caption: Some(caption.to_owned()) })
}

fn place() -> Input {
    Input::Location(Place { latitude: 19.4148, longitude: -99.1644, name: None, address: None })
}

#[test]
fn what_cannot_be_heard_or_seen_is_told_and_the_open_question_is_asked_again() {
    for (kind, told) in [
        (MediaKind::Audio, "Por ahora no puedo escuchar notas de voz: ¿me lo escribe, por favor?"),
        (MediaKind::Image, "Por ahora no puedo ver imágenes: ¿me lo escribe, por favor?"),
        (MediaKind::Video, "Por ahora no puedo ver videos: ¿me lo escribe, por favor?"),
        (
            MediaKind::Sticker,
            "Con un sticker o una reacción no sé qué quiere decirme: ¿me lo escribe, por favor?",
        ),
        (MediaKind::Document, "Por ahora no puedo abrir documentos: ¿me lo escribe, por favor?"),
    ] {
        let mut talk = Talk::new();
        talk.say("quiero reservar");
        let reply = talk.put(media(kind));
        assert_eq!(reply.text, format!("{told} ¿Para qué día?"));
        assert_eq!(reply.awaiting, Awaiting::Slot("date".to_owned()));
        // At the beginning, too.
        assert_eq!(Talk::new().put(media(kind)).text, told);
    }
}

#[test]
fn nothing_without_words_confirms() {
    for input in [
        media(MediaKind::Sticker),
        media(MediaKind::Audio),
        with_caption("sí"),
        with_caption("sí, por favor"),
        place(),
        Input::Contact(ContactCard { name: Some("Sí".to_owned()), phones: vec!["1".to_owned()] }),
    ] {
        let mut talk = Talk::at_the_question();
        let id = talk.conversation.question_id().cloned();
        let reply = talk.put(input.clone());
        assert_eq!(talk.acts(), 0, "{input:?}");
        assert_eq!(reply.awaiting, Awaiting::Confirmation, "{input:?}");
        assert_eq!(talk.conversation.question_id(), id.as_ref(), "{input:?}");
        assert!(reply.text.ends_with("¿Es correcto?"), "{}", reply.text);
        talk.say("sí");
        assert_eq!(talk.acts(), 1, "the question still stands");
    }
}

#[test]
fn a_second_one_in_a_row_offers_a_person_and_none_counts_as_not_understood() {
    let mut talk = Talk::at_the_question();
    let offer = "Si prefiere, le comunico con una persona";
    assert!(!talk.put(media(MediaKind::Audio)).text.contains(offer));
    assert!(talk.put(media(MediaKind::Audio)).text.contains(offer));
    for _ in 0..4 {
        talk.put(media(MediaKind::Image));
    }
    let pending = talk.conversation.confirmations.pending.clone().unwrap();
    assert_eq!(pending.unclear_count, 0);
    talk.say("un momento");
    assert!(!talk.put(media(MediaKind::Audio)).text.contains(offer), "not in a row");
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn a_caption_is_read() {
    let mut talk = Talk::new();
    talk.say("quiero reservar");
    let reply = talk.put(with_caption("para mañana a las 8, somos 4"));
    assert_eq!(
        reply.text,
        "Lo que adjuntó no lo puedo abrir, pero leo lo que me escribió. ¿A nombre de quién?"
    );
    assert_eq!(talk.conversation.collected.slots["time"], "20:00");
    let mut talk = Talk::at_the_question();
    let reply = talk.put(with_caption("mejor a las 9"));
    assert!(reply.text.contains("a las 9 de la noche"), "{}", reply.text);
}

#[test]
fn a_place_or_a_card_that_nobody_asked_for_is_told_to_have_come() {
    let mut talk = Talk::new();
    talk.say("quiero reservar");
    assert_eq!(talk.put(place()).text, "Recibí la ubicación, pero por ahora no la necesito. ¿Para qué día?");
    let card = ContactCard { name: None, phones: vec!["55 1234 5678".to_owned()] };
    let reply = talk.put(Input::Contact(card));
    assert!(reply.text.starts_with("Recibí el contacto, pero por ahora no lo necesito."), "{}", reply.text);
}

#[test]
fn the_name_of_a_card_is_the_name_that_is_asked_for() {
    let mut talk = Talk::new();
    talk.say("quiero reservar para mañana a las 8, somos 4");
    let reply =
        talk.put(Input::Contact(ContactCard { name: Some("Juan Pérez".to_owned()), phones: Vec::new() }));
    assert!(reply.text.contains("a nombre de Juan Pérez"), "{}", reply.text);
    assert_eq!(reply.awaiting, Awaiting::Confirmation);
    // A name that was told is not undone by a card.
    let mut talk = Talk::new();
    talk.say("quiero reservar para mañana, a nombre de Laura");
    talk.put(Input::Contact(ContactCard { name: Some("Juan Pérez".to_owned()), phones: Vec::new() }));
    assert_eq!(talk.conversation.collected.slots["customer_name"], "Laura");
}
