//! What comes in place of words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turno_core::MediaKind;

/// A voice note, a picture or a file. Only its kind is told: the daemon looks into none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MediaFrame {
    /// What it is. A reaction to a message is a `sticker`.
    #[schemars(with = "MediaKindName")]
    pub kind: MediaKind,
    /// The words under it, which are read as `text` is: at most as long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}

/// A place on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LocationFrame {
    /// In degrees, north of the equator.
    #[schemars(range(min = -90.0, max = 90.0))]
    pub latitude: f64,
    /// In degrees, east of Greenwich.
    #[schemars(range(min = -180.0, max = 180.0))]
    pub longitude: f64,
    /// What it is called: at most 200 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its postal address: at most 300 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Somebody's card of an address book: a name, phones, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContactFrame {
    /// Whose it is: at most 200 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Their phones as the card has them: at most 10, each of at most 40 characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phones: Vec<String>,
}

/// The kinds of media, for the schema.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum MediaKindName {
    Audio,
    Image,
    Video,
    Sticker,
    Document,
}
