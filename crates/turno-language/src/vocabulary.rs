//! The words of one business: dishes, services, staff, branches.

use serde::{Deserialize, Serialize};

/// One thing that can be named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Its id, as tools know it.
    pub id: String,
    /// Its name, as people read it.
    pub name: String,
    /// Other ways to say it.
    pub aliases: Vec<String>,
}

/// A list of terms, matched without regard to case, accents and plurals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vocabulary {
    terms: Vec<Term>,
}

impl Vocabulary {
    /// A vocabulary of these terms.
    pub fn new(terms: Vec<Term>) -> Self {
        Self { terms }
    }

    /// The terms, in the order given.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The term with that id.
    pub fn by_id(&self, id: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.id == id)
    }
}
