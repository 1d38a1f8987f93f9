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
