//! Which turns had come before a question went out: they are no answers to it, whatever a clock says.

use crate::mail::{Incoming, Mail};

/// How much of a conversation's mailbox, from its front, stands there since before its latest question went out.
#[derive(Debug, Default)]
pub(crate) struct Early(usize);

impl Early {
    /// A question has gone out, or one that stood is gone; so much mail waits.
    pub(crate) fn asked(&mut self, waiting: usize) {
        self.0 = waiting;
    }

    /// The next piece of mail, marked where it had waited since before the question.
    pub(crate) fn marked(&mut self, mail: Mail) -> Mail {
        let is_early = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        match mail {
            Mail::Incoming(Incoming::Turn(mut turn), link) => {
                turn.is_early |= is_early;
                Mail::Incoming(Incoming::Turn(turn), link)
            }
            other @ (Mail::Incoming(..)
            | Mail::Due(..)
            | Mail::Over(..)
            | Mail::Answered(..)
            | Mail::CalledOff(_)
            | Mail::AskAgain(..)) => other,
        }
    }
}
