//! What a turn says: words, a button, keys, or what comes without words; and whether it may be what it is.

use turno_core::{ContactCard, Input, Media, Place};

use crate::{
    fault::{ErrorCode, Fault},
    frames::{ContactFrame, LocationFrame, MediaFrame, TurnFrame},
    incoming::{clean_text, invalid, without_controls},
    options::GatewayLimits,
};

const CHOICE_BYTES_MAX: usize = 256;
const DTMF_KEYS_MAX: usize = 32;
/// The longest name of a place or a person, in characters.
const NAME_CHARACTERS_MAX: usize = 200;
/// The longest address of a place.
const ADDRESS_CHARACTERS_MAX: usize = 300;
/// The longest telephone of a card, as people write it.
const PHONE_CHARACTERS_MAX: usize = 40;
const PHONES_MAX: usize = 10;

/// What the turn says.
///
/// # Errors
/// [`Fault`] where it says nothing or several things at once, or one of them cannot be.
pub(crate) fn input_of(frame: &TurnFrame, limits: &GatewayLimits) -> Result<Input, Fault> {
    let given: Vec<&str> = [
        ("text", frame.text.is_some()),
        ("choice", frame.choice.is_some()),
        ("dtmf", frame.dtmf.is_some()),
        ("media", frame.media.is_some()),
        ("location", frame.location.is_some()),
        ("contact", frame.contact.is_some()),
    ]
    .into_iter()
    .filter_map(|(name, is_given)| is_given.then_some(name))
    .collect();
    if given.len() > 1 {
        let message = format!("the turn has {}: send only one of them", given.join(" and "));
        return Err(invalid(&message));
    }
    if let Some(text) = &frame.text {
        return clean_text("text", text, limits).map(Input::Text);
    }
    if let Some(choice) = &frame.choice {
        return choice_of(choice);
    }
    if let Some(keys) = &frame.dtmf {
        return keys_of(keys);
    }
    if let Some(media) = &frame.media {
        return media_of(media, limits);
    }
    if let Some(place) = &frame.location {
        return place_of(place);
    }
    if let Some(card) = &frame.contact {
        return card_of(card);
    }
    Err(invalid(
        "the turn says nothing: add one of `text`, `choice`, `dtmf`, `media`, `location` and `contact`",
    ))
}

fn choice_of(choice: &str) -> Result<Input, Fault> {
    let is_valid = (1..=CHOICE_BYTES_MAX).contains(&choice.len()) && !choice.chars().any(char::is_control);
    if is_valid {
        return Ok(Input::Choice(choice.to_owned()));
    }
    let message =
        format!("choice is not valid: it must have 1 to {CHOICE_BYTES_MAX} bytes and no control characters");
    Err(Fault::new(ErrorCode::InvalidId, message))
}

fn keys_of(keys: &str) -> Result<Input, Fault> {
    let is_key = |key: u8| matches!(key, b'0'..=b'9' | b'*' | b'#' | b'A'..=b'D');
    if (1..=DTMF_KEYS_MAX).contains(&keys.len()) && keys.bytes().all(is_key) {
        return Ok(Input::Dtmf(keys.to_owned()));
    }
    Err(invalid(&format!(
        "the field `dtmf` is not right: it must have 1 to {DTMF_KEYS_MAX} of 0-9, *, #, A-D"
    )))
}

fn media_of(media: &MediaFrame, limits: &GatewayLimits) -> Result<Input, Fault> {
    let caption = media.caption.as_deref();
    let caption = caption.map(|text| clean_text("media.caption", text, limits)).transpose()?;
    Ok(Input::Media(Media { kind: media.kind, caption: caption.filter(|text| !text.trim().is_empty()) }))
}

fn place_of(place: &LocationFrame) -> Result<Input, Fault> {
    for (field, degrees, most) in [("latitude", place.latitude, 90.0), ("longitude", place.longitude, 180.0)]
    {
        // What is no number is within nothing.
        if !(-most..=most).contains(&degrees) {
            return Err(invalid(&format!(
                "the field `location.{field}` is not right: {degrees} is not between -{most} and {most} degrees"
            )));
        }
    }
    Ok(Input::Location(Place {
        latitude: place.latitude,
        longitude: place.longitude,
        name: line_of("location.name", place.name.as_deref(), NAME_CHARACTERS_MAX)?,
        address: line_of("location.address", place.address.as_deref(), ADDRESS_CHARACTERS_MAX)?,
    }))
}

fn card_of(card: &ContactFrame) -> Result<Input, Fault> {
    if card.phones.len() > PHONES_MAX {
        return Err(invalid(&format!(
            "the field `contact.phones` has {} phones: send at most {PHONES_MAX}",
            card.phones.len()
        )));
    }
    let phone = |phone: &String| line_of("contact.phones", Some(phone), PHONE_CHARACTERS_MAX);
    let phones: Result<Vec<Option<String>>, Fault> = card.phones.iter().map(phone).collect();
    let phones: Vec<String> = phones?.into_iter().flatten().collect();
    let name = line_of("contact.name", card.name.as_deref(), NAME_CHARACTERS_MAX)?;
    if name.is_none() && phones.is_empty() {
        return Err(invalid("the field `contact` is empty: give its `name`, its `phones`, or both"));
    }
    Ok(Input::Contact(ContactCard { name, phones }))
}

/// One line without control characters and blanks around it; none where nothing is left of it.
fn line_of(field: &str, text: Option<&str>, characters_max: usize) -> Result<Option<String>, Fault> {
    let Some(text) = text else { return Ok(None) };
    let characters = text.chars().count();
    if characters > characters_max {
        let message =
            format!("the field `{field}` has {characters} characters: send at most {characters_max}");
        return Err(Fault::new(ErrorCode::TextTooLong, message));
    }
    let line = without_controls(text).trim().to_owned();
    Ok(Some(line).filter(|line| !line.is_empty()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::frames::ServerFrame;

    fn input(more: serde_json::Value) -> Result<Input, String> {
        let mut frame = json!({ "conversation": "c", "turn": "t", "tenant": "x" });
        frame.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let frame: TurnFrame = serde_json::from_value(frame).map_err(|error| error.to_string())?;
        input_of(&frame, &GatewayLimits::default()).map_err(|fault| {
            let ServerFrame::Error(error) = fault.into_frame(None) else { panic!("a fault is an error") };
            error.message
        })
    }

    #[test]
    fn what_comes_without_words_is_taken_as_it_is() {
        let media = input(json!({ "media": { "kind": "image", "caption": "la mesa\n4" } })).unwrap();
        let Input::Media(media) = media else { panic!("{media:?}") };
        assert_eq!(media.caption.as_deref(), Some("la mesa 4"));
        let place =
            input(json!({ "location": { "latitude": 19.4148, "longitude": -99.1644, "name": " Casa " } }));
        let Ok(Input::Location(place)) = place else { panic!("{place:?}") };
        assert_eq!(place.name.as_deref(), Some("Casa"));
        let card = input(json!({ "contact": { "name": "Ana", "phones": ["55 1234 5678", " "] } })).unwrap();
        let Input::Contact(card) = card else { panic!("{card:?}") };
        assert_eq!(card.phones, ["55 1234 5678"]);
    }

    #[test]
    fn what_cannot_be_is_told_with_its_cure() {
        for (more, told) in [
            (json!({}), "says nothing"),
            (json!({ "text": "a", "media": { "kind": "audio" } }), "text and media"),
            (json!({ "media": { "kind": "poll" } }), "unknown variant `poll`"),
            (json!({ "location": { "latitude": 91, "longitude": 0 } }), "between -90 and 90"),
            (json!({ "location": { "latitude": 0, "longitude": 200 } }), "between -180 and 180"),
            (json!({ "location": { "latitude": 0 } }), "longitude"),
            (
                json!({ "location": { "latitude": 0, "longitude": 0, "address": "x".repeat(301) } }),
                "at most 300",
            ),
            (json!({ "contact": {} }), "is empty"),
            (json!({ "contact": { "phones": vec!["1"; 11] } }), "at most 10"),
            (json!({ "contact": { "phones": ["1".repeat(41)] } }), "at most 40"),
        ] {
            let fault = input(more.clone()).unwrap_err();
            assert!(fault.contains(told), "{more}: {fault}");
        }
    }
}
