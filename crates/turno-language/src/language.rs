//! A language, by its pack.

use std::{fmt, sync::LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::mix;
use crate::pack::{self, About, Family, Message, Pack};

/// So many languages may be spoken at once.
pub const LANGUAGES_MAX: usize = 16;

/// A language that Turno speaks: one of its packs. In files and journals it is its code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(u8);

impl Language {
    /// All that are spoken, in the order of their tags.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..pack::count()).filter_map(|at| u8::try_from(at).ok().map(Self))
    }

    /// Those that words are read in here, the first first: see [`crate::reading_in`].
    pub fn understood() -> impl DoubleEndedIterator<Item = Self> + Clone {
        mix::languages().iter().copied()
    }

    /// The language of a code or a tag (BCP 47): `es`, `es-MX`. The only one of its kind serves for the others: `es` and `es-AR`
    /// find `es-MX` where no other Spanish is spoken. None where there is none, or more than one.
    pub fn named(tag: &str) -> Option<Self> {
        if let Some(same) = Self::all()
            .find(|known| known.tag().eq_ignore_ascii_case(tag) || known.code().eq_ignore_ascii_case(tag))
        {
            return Some(same);
        }
        let mut of_it = Self::all().filter(|known| primary(known.tag()).eq_ignore_ascii_case(primary(tag)));
        let only = of_it.next()?;
        of_it.next().is_none().then_some(only)
    }

    /// Its code, which files and journals use: `es`; its whole tag where another pack is of the same kind.
    pub fn code(self) -> &'static str {
        pack::spoken(self.index()).map_or("", |spoken| spoken.code.as_str())
    }

    /// The tag of its pack (BCP 47), which is the name of the pack's folder: `es-MX`.
    pub fn tag(self) -> &'static str {
        pack::spoken(self.index()).map_or("", |spoken| spoken.tag.as_str())
    }

    #[cfg(test)]
    pub(crate) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Its place among those that are spoken: below [`LANGUAGES_MAX`].
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What is known of it.
    pub fn pack(self) -> &'static Pack {
        pack::spoken(self.index()).map_or(pack::none(), |spoken| &spoken.pack)
    }

    /// How it is called, and how things are said in it.
    pub fn about(self) -> &'static About {
        &self.pack().about
    }

    /// The languages that its people mix with it.
    pub(crate) fn mixed_with(self) -> impl Iterator<Item = Self> {
        let tags = self.about().reads_with.iter();
        tags.filter_map(|tag| Self::named(tag)).filter(move |other| *other != self)
    }

    /// Whether its sentences are built as those of Spanish are, and not as those of English.
    pub(crate) fn is_romance(self) -> bool {
        self.about().grammar.family == Family::Romance
    }

    /// What Turno says in it under that name.
    pub fn message(self, name: &str) -> &'static Message {
        self.pack().messages.get(name)
    }
}

/// The one that is spoken where nobody says which.
impl Default for Language {
    fn default() -> Self {
        Self::all().find(|language| language.about().is_first).unwrap_or(Self(0))
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Code;
        impl de::Visitor<'_> for Code {
            type Value = Language;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the code of a language")
            }

            fn visit_str<E: de::Error>(self, code: &str) -> Result<Language, E> {
                static CODES: LazyLock<Vec<&str>> =
                    LazyLock::new(|| Language::all().map(Language::code).collect());
                Language::named(code).ok_or_else(|| E::unknown_variant(code, &CODES))
            }
        }
        deserializer.deserialize_str(Code)
    }
}

/// The part of a tag that says which language it is: `es` of `es-MX`.
pub(crate) fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_language_of_its_kind_serves_for_the_others() {
        let spanish = Language::named("es").unwrap();
        assert_eq!((spanish.code(), spanish.tag()), ("es", "es-MX"));
        assert_eq!(Language::named("ES-mx"), Some(spanish));
        assert_eq!(Language::named("es-AR"), Some(spanish));
        assert_eq!(Language::named("en-GB"), Language::named("en"));
        assert_eq!(Language::named("xx"), None);
        assert_eq!(Language::named(""), None);
    }

    #[test]
    fn a_language_is_kept_by_its_code() {
        for language in Language::all() {
            let kept = serde_json::to_string(&language).unwrap();
            assert_eq!(kept, format!("{:?}", language.code()));
            assert_eq!(serde_json::from_str::<Language>(&kept).unwrap(), language);
        }
        let fault = serde_json::from_str::<Language>("\"xx\"").unwrap_err().to_string();
        assert!(fault.contains("unknown variant `xx`, expected") && fault.contains("`es`"), "{fault}");
    }

    #[test]
    fn one_language_is_spoken_where_nobody_says_which() {
        let first: Vec<_> = Language::all().filter(|language| language.about().is_first).collect();
        assert_eq!(first, [Language::default()]);
    }
}
