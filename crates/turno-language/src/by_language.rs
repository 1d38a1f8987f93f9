//! Tables of each language, and of each mix of languages.

use std::{ops::Deref, sync::OnceLock};

use crate::{
    LANGUAGES_MAX, Language,
    mix::{self, MIXES_MAX},
};

/// A table of each language, made from its pack when it is first asked for.
pub(crate) struct ByLanguage<T: 'static> {
    make: fn(Language) -> T,
    made: [OnceLock<T>; LANGUAGES_MAX],
}

impl<T> ByLanguage<T> {
    pub(crate) const fn new(make: fn(Language) -> T) -> Self {
        Self { make, made: [const { OnceLock::new() }; LANGUAGES_MAX] }
    }

    /// That of a language.
    pub(crate) fn of(&self, language: Language) -> &T {
        self.made[language.index()].get_or_init(|| (self.make)(language))
    }
}

/// A table of each mix of languages, made from their packs when it is first asked for. It is that of the mix that words are read in
/// here: see [`crate::reading_in`].
pub struct ByMix<T: 'static> {
    make: fn() -> T,
    made: [OnceLock<Box<T>>; MIXES_MAX],
}

impl<T> ByMix<T> {
    /// A table that is made so.
    pub const fn new(make: fn() -> T) -> Self {
        Self { make, made: [const { OnceLock::new() }; MIXES_MAX] }
    }
}

impl<T> std::fmt::Debug for ByMix<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ByMix").finish_non_exhaustive()
    }
}

impl<T> Deref for ByMix<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.made[mix::number()].get_or_init(|| Box::new((self.make)()))
    }
}
