//! Who is talking, and whether that is somebody.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize};
use turno_language::{Language, is_hidden, is_somebody, one_spelling};

use crate::AssistantSettings;

/// Who is talking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// The phone, as the gateway knows it; it is taken as proven. None: nobody that is known.
    #[serde(default, deserialize_with = "unless_hidden")]
    pub phone: Option<CallerPhone>,
    /// The name last given.
    pub name: Option<String>,
    /// The language that they spoke, or asked to be spoken to in, once they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

/// The phone of a caller who is somebody, in E.164. All that is told, done, kept or limited by who calls goes by it, and there is one way
/// to have it: [`CallerPhone::of`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct CallerPhone(String);

impl CallerPhone {
    /// The phone that a gateway gives as the caller's. None where that is nobody's: a hidden number in whatever form exchanges
    /// give it, a short code, a number that cannot be, or one of the business's own, from which anybody may have been put through.
    pub fn of(id: &str, settings: &AssistantSettings) -> Option<Self> {
        let is_known = is_somebody(id) && !settings.is_own_phone(id);
        is_known.then(|| Self(id.to_owned()))
    }
}

impl Deref for CallerPhone {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AssistantSettings {
    /// Whether a phone is one of the business's own, however it is written.
    pub fn is_own_phone(&self, phone: &str) -> bool {
        let one = one_spelling(phone);
        self.own_phones.iter().any(|own| one_spelling(own) == one)
    }
}

/// What earlier versions took for somebody's is nobody's.
fn unless_hidden<'de, D: Deserializer<'de>>(record: D) -> Result<Option<CallerPhone>, D::Error> {
    let phone = Option::<String>::deserialize(record)?;
    Ok(phone.filter(|phone| !is_hidden(phone)).map(CallerPhone))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn whom_an_earlier_version_took_for_somebody_is_nobody() {
        let kept = |phone: Option<&str>| {
            let record = json!({ "phone": phone, "name": "Juan" });
            serde_json::from_value::<Caller>(record).unwrap().phone
        };
        assert_eq!(kept(Some("+266696687")), None);
        assert_eq!(kept(None), None);
        assert_eq!(kept(Some("+525512345678")).as_deref(), Some("+525512345678"));
        let without: Caller = serde_json::from_value(json!({ "name": null })).unwrap();
        assert_eq!(without, Caller::default());
    }

    #[test]
    fn a_caller_s_phone_is_written_as_it_was_before() {
        let caller = json!({ "phone": "+525512345678", "name": null });
        let read: Caller = serde_json::from_value(caller.clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), caller);
    }
}
