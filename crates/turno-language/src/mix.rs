//! Which languages words are read in.
//!
//! People mix languages: what is said to a business in Mexico is read with the words of Spanish and of English. What is said to one
//! in Brazil is not, for "no" is no refusal there. So each reading goes by a mix: the languages of a business, and those that its
//! people mix with them. It is set around a reading, and holds for all that is read in it.

use std::{cell::Cell, sync::OnceLock};

use crate::Language;

/// So many mixes are kept apart in one process. Businesses beyond them are read with all languages.
pub(crate) const MIXES_MAX: usize = 16;

/// The mix where nothing else is said: that of the first language.
const FIRST: usize = 0;
/// The mix of all languages.
const ALL: usize = 1;

thread_local! {
    static MIX: Cell<usize> = const { Cell::new(FIRST) };
}

/// The mixes that are known so far. A place is filled once and stays.
static MIXES: [OnceLock<Vec<Language>>; MIXES_MAX] = [const { OnceLock::new() }; MIXES_MAX];

/// Languages whose words are read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mix(usize);

impl Mix {
    /// That of these languages, and of those that their people mix with them.
    pub fn of(languages: &[Language]) -> Self {
        Self(number_of(languages))
    }

    /// Reads with the words of its languages.
    pub fn read<R>(self, read: impl FnOnce() -> R) -> R {
        /// Sets back what was, also where the reading panics.
        struct Before(usize);
        impl Drop for Before {
            fn drop(&mut self) {
                MIX.set(self.0);
            }
        }
        let _before = Before(MIX.replace(self.0));
        read()
    }

    /// A future whose words are read so, whenever it goes on.
    pub fn read_on<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        let mut future = Box::pin(future);
        std::future::poll_fn(move |context| self.read(|| future.as_mut().poll(context)))
    }
}

/// Reads with the words of these languages, and of those that their people mix with them: [`Mix::read`].
pub fn reading_in<R>(languages: &[Language], read: impl FnOnce() -> R) -> R {
    Mix::of(languages).read(read)
}

/// The languages that words are read in here, the first first.
pub(crate) fn languages() -> &'static [Language] {
    let number = number();
    MIXES[number].get_or_init(|| match number {
        FIRST => mixed(&[Language::default()]),
        _ => Language::all().collect(),
    })
}

/// The number of the mix that words are read in here: below [`MIXES_MAX`].
pub(crate) fn number() -> usize {
    MIX.get()
}

fn number_of(languages: &[Language]) -> usize {
    let wanted = mixed(languages);
    if wanted == mixed(&[Language::default()]) {
        return FIRST;
    }
    let is_at = |number: &usize| *MIXES[*number].get_or_init(|| wanted.clone()) == wanted;
    (ALL + 1..MIXES_MAX).find(is_at).unwrap_or(ALL)
}

/// These, and behind them those that their people mix with them.
fn mixed(languages: &[Language]) -> Vec<Language> {
    let mut mix: Vec<Language> = Vec::new();
    let beside = languages.iter().flat_map(|language| language.mixed_with());
    for language in languages.iter().copied().chain(beside) {
        if !mix.contains(&language) {
            mix.push(language);
        }
    }
    // The order of a business's languages says which it begins in, and nothing of how they are read.
    mix.sort_by_key(|language| (!language.about().is_first, *language));
    mix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_in_a_mix_is_read_in_its_languages_and_no_longer() {
        let [spanish, english] = ["es", "en"].map(|code| Language::named(code).unwrap());
        assert_eq!(languages(), [spanish, english]);
        let inside = reading_in(&[english], || languages().to_vec());
        assert_eq!(inside, [spanish, english]);
        let caught = std::panic::catch_unwind(|| reading_in(&[], || panic!("{:?}", languages())));
        assert!(caught.is_err());
        assert_eq!(languages(), [spanish, english]);
    }

    #[test]
    fn there_is_an_end_to_the_mixes() {
        let all: Vec<Language> = Language::all().collect();
        for number in 0..40_usize {
            let some: Vec<Language> = (0..number % 4).filter_map(|at| all.get(at).copied()).collect();
            assert!(number_of(&some) < MIXES_MAX);
        }
    }
}
