//! What a business says of itself.

use jiff::tz::TimeZone;

use super::{
    super::{
        currencies::CURRENCIES,
        fault::did_you_mean,
        reader::{Reader, Step::Key},
    },
    ASSISTANT_TYPES, ID_HELP, check_not_blank, check_phone, is_id, not_an_id,
};

pub(super) fn check_identity(reader: &mut Reader<'_>) {
    if let Some(id) = reader.text("id").filter(|id| !is_id(id)) {
        reader.fault(&[Key("id")], not_an_id(&id), ID_HELP);
    }
    check_languages(reader);
    for name in ["name", "address"] {
        check_not_blank(reader, &[Key(name)], reader.text(name).as_deref());
    }
    if let Some(name) = reader.text("time_zone").filter(|name| TimeZone::get(name).is_err()) {
        let known: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        let help = did_you_mean(&name, known.iter().map(String::as_str))
            .unwrap_or_else(|| "write it as \"America/Mexico_City\"".to_owned());
        reader.fault(&[Key("time_zone")], format!("`{name}` is no IANA time zone"), help);
    }
    if let Some(name) = reader.text("assistant_type").filter(|name| !ASSISTANT_TYPES.contains(&name.as_str()))
    {
        let help = did_you_mean(&name, ASSISTANT_TYPES.iter().copied())
            .unwrap_or_else(|| format!("use one of {}", ASSISTANT_TYPES.join(", ")));
        reader.fault(&[Key("assistant_type")], format!("`{name}` is no assistant type"), help);
    }
    check_country_and_currency(reader);
    for key in reader.keys("facts") {
        if !is_id(&key) {
            reader.fault(&[Key("facts"), Key(&key)], not_an_id(&key), ID_HELP);
        }
    }
    if let Some(phone) = reader.text("phone") {
        check_phone(reader, &[Key("phone")], &phone);
    }
}

fn check_languages(reader: &mut Reader<'_>) {
    if !reader.has("language") && !reader.has("languages") {
        let help = "write `languages = [\"es\", \"en\"]`, the one to begin in first";
        reader.fault(&[], "`languages` is missing", help);
    } else if reader.is_empty_list("languages") {
        let help = "write `languages = [\"es\"]`, or `[\"es\", \"en\"]`";
        reader.fault(&[Key("languages")], "a business speaks at least one language", help);
    }
    if reader.has("language") && reader.has("languages") {
        let help = "leave `language` out";
        reader.fault(&[Key("language")], "`languages` says it already", help);
    }
}

fn check_country_and_currency(reader: &mut Reader<'_>) {
    let is_code =
        |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_uppercase());
    if let Some(code) = reader.text("country").filter(|code| !is_code(code, 2)) {
        let help = "write its two capital letters: \"MX\"";
        reader.fault(&[Key("country")], format!("`{code}` is no country"), help);
    }
    if let Some(code) = reader.text("currency").filter(|code| !CURRENCIES.contains(&code.as_str())) {
        let upper = code.to_uppercase();
        let help = if CURRENCIES.contains(&upper.as_str()) {
            format!("write it in capitals: \"{upper}\"")
        } else {
            did_you_mean(&upper, CURRENCIES.iter().copied())
                .unwrap_or_else(|| "write its code of ISO 4217: \"MXN\", \"USD\"".to_owned())
        };
        reader.fault(&[Key("currency")], format!("`{code}` is no currency"), help);
    }
}
