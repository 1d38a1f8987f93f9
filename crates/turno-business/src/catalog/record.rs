//! Products as they are kept.

use serde::{Deserialize, Serialize};
use turno_language::Language;

/// Something that is sold. Texts are in the business's first language; `name_en` and the like are the same in English,
/// where they are given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// Its id in the catalogue.
    pub id: String,
    /// The business's own number for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sku: Option<String>,
    /// Its name, as people read it.
    pub name: String,
    /// What it is, in a sentence or two.
    #[serde(default)]
    pub description: String,
    /// What one costs, in cents of the business's currency.
    pub price_cents: i64,
    /// How many there are.
    pub stock: u32,
    /// What kind of thing it is.
    pub category: String,
    /// A picture of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// Other ways to say it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its name in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_en: Option<String>,
    /// Its description in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description_en: Option<String>,
    /// Its category in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category_en: Option<String>,
}

/// What stands for the whole catalogue of a tenant: whoever changes a product changes it, so that two imports at once meet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CatalogRow {
    /// Follows from all products.
    pub(crate) version: String,
    /// How many there are.
    pub(crate) count: u64,
}

/// A text in a language: the English one where it is wanted and there is one.
pub(crate) fn in_language<'a>(language: Language, own: &'a str, english: Option<&'a str>) -> &'a str {
    let is_english = Some(language) == Language::named("en");
    english.filter(|_| is_english).unwrap_or(own)
}

impl Product {
    /// Its name in a language.
    pub fn name_in(&self, language: Language) -> &str {
        in_language(language, &self.name, self.name_en.as_deref())
    }

    /// Its description in a language.
    pub fn description_in(&self, language: Language) -> &str {
        in_language(language, &self.description, self.description_en.as_deref())
    }

    /// Its category in a language.
    pub fn category_in(&self, language: Language) -> &str {
        in_language(language, &self.category, self.category_en.as_deref())
    }
}
