//! Commands that send what has no words: `/media audio`, `/place 19.41 -99.16 Casa`, `/contact +525512345678 Ana`.

use turno_gateway::frames::{ContactFrame, LocationFrame, MediaFrame};

/// What a command sends.
#[derive(Debug, PartialEq)]
pub(super) enum Wordless {
    /// A voice note, a picture, a file.
    Media(MediaFrame),
    /// A place.
    Place(LocationFrame),
    /// A card.
    Card(ContactFrame),
}

impl Wordless {
    /// What a line sends, or how it is written; none where it is no such command.
    pub(super) fn of(line: &str) -> Option<Result<Self, String>> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "/media" => Some(media(rest)),
            "/place" => Some(place(rest)),
            "/contact" => Some(card(rest)),
            _ => None,
        }
    }
}

fn media(rest: &str) -> Result<Wordless, String> {
    let (kind, caption) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let kind = serde_json::from_value(kind.into()).map_err(|_| {
        "write /media audio, image, video, sticker or document, and a caption behind it".to_owned()
    })?;
    let caption = caption.trim();
    Ok(Wordless::Media(MediaFrame { kind, caption: (!caption.is_empty()).then(|| caption.to_owned()) }))
}

fn place(rest: &str) -> Result<Wordless, String> {
    let mut words = rest.splitn(3, char::is_whitespace);
    let mut degrees = || words.next()?.trim_end_matches(',').parse::<f64>().ok();
    let (Some(latitude), Some(longitude)) = (degrees(), degrees()) else {
        return Err("write /place LATITUDE LONGITUDE and a name behind them: /place 19.41480 -99.16440 Orizaba 128, Roma".to_owned());
    };
    let name = words.next().map(str::trim).filter(|name| !name.is_empty());
    Ok(Wordless::Place(LocationFrame { latitude, longitude, name: name.map(str::to_owned), address: None }))
}

fn card(rest: &str) -> Result<Wordless, String> {
    let (phone, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if phone.is_empty() {
        return Err("write /contact PHONE and a name behind it: /contact +525512345678 Ana López".to_owned());
    }
    let name = name.trim();
    Ok(Wordless::Card(ContactFrame {
        name: (!name.is_empty()).then(|| name.to_owned()),
        phones: vec![phone.to_owned()],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_sends_what_it_names_or_says_how_it_is_written() {
        let Some(Ok(Wordless::Media(media))) = Wordless::of("/media image la mesa de siempre") else {
            panic!()
        };
        assert_eq!(media.caption.as_deref(), Some("la mesa de siempre"));
        let Some(Ok(Wordless::Place(place))) = Wordless::of("/place 19.4148, -99.1644 Casa de Ana") else {
            panic!()
        };
        assert_eq!(place.name.as_deref(), Some("Casa de Ana"));
        let Some(Ok(Wordless::Card(card))) = Wordless::of("/contact +525512345678 Ana López") else {
            panic!()
        };
        assert_eq!((card.name.as_deref(), card.phones.len()), (Some("Ana López"), 1));
        for line in ["/media", "/media poll", "/place", "/place aquí", "/contact"] {
            assert!(matches!(Wordless::of(line), Some(Err(_))), "{line}");
        }
        assert!(Wordless::of("mañana a las 8").is_none() && Wordless::of("/quit").is_none());
    }
}
