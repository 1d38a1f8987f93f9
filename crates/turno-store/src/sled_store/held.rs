//! What of sled's is held, and how it is let go of.

use std::{
    ops::Deref,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// sled may panic as the last that is held of a database is let go of: it writes then what it has not written. Whoever happens to be
/// the last, a reader it may be, has nothing to do with it, and is not taken along. What was acknowledged was durable before.
pub(super) struct Held<T>(Option<T>);

impl<T> Held<T> {
    pub(super) fn new(of_sled: T) -> Self {
        Self(Some(of_sled))
    }
}

impl<T: Clone> Clone for Held<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    #[expect(clippy::expect_used, reason = "it is taken out as it is dropped, and only then")]
    fn deref(&self) -> &T {
        self.0.as_ref().expect("held until it is dropped")
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        let of_sled = self.0.take();
        let _panicked = catch_unwind(AssertUnwindSafe(move || drop(of_sled)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Panics;

    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("as sled may");
        }
    }

    #[test]
    fn whoever_lets_go_last_is_not_taken_along() {
        drop(Held::new(Panics));
        let of_a_panic = catch_unwind(|| {
            let _held = Held::new(Panics);
            panic!("of the holder");
        });
        assert!(of_a_panic.is_err());
    }
}
