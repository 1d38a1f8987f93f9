//! Which notices of a business somebody gets, so that nobody is said to be told who is not.

use turno_runtime::Priority;

/// Which notices of a business somebody takes.
#[derive(Debug, Clone, Default)]
pub struct TeamReach {
    /// Those who take some; none: whatever is told arrives.
    of: Option<Vec<Taker>>,
}

/// Somebody who takes notices of the business.
#[derive(Debug, Clone)]
pub struct Taker {
    /// The teams whose notices they take; none: all.
    pub teams: Vec<String>,
    /// The least pressing that they take.
    pub from_priority: Priority,
}

impl TeamReach {
    /// What reaches these.
    pub fn of(takers: impl IntoIterator<Item = Taker>) -> Self {
        Self { of: Some(takers.into_iter().collect()) }
    }

    /// Whether somebody takes a notice to that team.
    pub fn takes(&self, team: &str, priority: Priority) -> bool {
        self.of.as_ref().is_none_or(|takers| takers.iter().any(|taker| taker.takes(team, priority)))
    }
}

impl Taker {
    /// Whether they take a notice to that team.
    pub fn takes(&self, team: &str, priority: Priority) -> bool {
        (self.teams.is_empty() || self.teams.iter().any(|it| it == team)) && priority >= self.from_priority
    }
}
