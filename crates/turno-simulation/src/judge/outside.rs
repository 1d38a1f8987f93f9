//! The judge of what acts outside, at the end of a run: under one key, never again where it must not be, and told as it was.

use turno_core::Retry;
use turno_runtime::{keys, port::Store, waiting_notices};

use super::{Execution, Judge, modelled::Journal};
use crate::{
    broken::{Broken, Invariant},
    outside::{Asked, DONE, NOT_DONE},
    talk::{Talk, as_reply},
    tools::Call,
};

/// More notices than any run makes.
const NOTICES_MAX: usize = 10_000;

/// What a user is told where nobody knows.
const UNKNOWN: [&str; 2] = ["No tengo la seguridad", "I can't be sure"];

impl Judge {
    /// What the service was asked for one talk, by keys: each has one yes and one outcome, which was told.
    pub(super) async fn check_outside(
        &self,
        talk: &Talk,
        journal: &Journal<'_>,
        asked: &[Asked],
        store: &dyn Store,
    ) -> Result<(), Broken> {
        let of_talk: Vec<&Asked> = asked.iter().filter(|one| one.conversation == talk.key).collect();
        let broken = |one: &Asked, invariant, detail: &str| {
            let detail = format!("{} under the key {}: {detail}", one.tool, one.key);
            Broken::new(invariant, Some(&talk.key), detail)
        };
        for (index, one) in of_talk.iter().enumerate() {
            let before = &of_talk[..index];
            let other = before.iter().find(|other| other.turn == one.turn && other.key != one.key);
            if let Some(other) = other {
                let detail = format!("the same yes came under the key {} too", other.key);
                return Err(broken(one, Invariant::OneKey, &detail));
            }
            let is_again = before.iter().any(|other| other.key == one.key && !other.has_declined);
            if one.retry == Retry::Never && is_again {
                return Err(broken(one, Invariant::NotRepeated, "it was asked again"));
            }
            if before.iter().all(|other| other.key != one.key) {
                self.check_outside_yes(talk, journal, one)
                    .map_err(|detail| broken(one, Invariant::OwnYes, &detail))?;
                let has_acted = of_talk.iter().any(|other| other.key == one.key && other.has_acted);
                check_told(talk, one, has_acted, store)
                    .await
                    .map_err(|detail| broken(one, Invariant::OutsideIsTold, &detail))?;
            }
        }
        Ok(())
    }

    fn check_outside_yes(&self, talk: &Talk, journal: &Journal<'_>, one: &Asked) -> Result<(), String> {
        let turn = one.turn.as_ref().ok_or("no turn led to it")?;
        let call = Call {
            conversation: one.conversation.clone(),
            tool: one.tool.clone(),
            key: one.key.clone(),
            parameters: one.parameters.clone(),
            result: serde_json::Value::Null,
            turn: one.turn.clone(),
        };
        self.check_yes_of_turn(talk, journal, &Execution { number: 0, call }, turn)
    }
}

/// Whoever hangs up before that is told so.
const CLOSED: [&str; 2] = ["se cerró antes", "was closed before"];

/// Its turn's reply says what came of it, and nothing else.
async fn check_told(talk: &Talk, one: &Asked, has_acted: bool, store: &dyn Store) -> Result<(), String> {
    let reply = talk
        .seen
        .values()
        .filter_map(|frame| as_reply(&frame.body))
        .find(|reply| reply.turn == one.turn)
        .ok_or("nobody was told what came of it")?;
    let says = |text: &str| reply.text.contains(text);
    if UNKNOWN.iter().any(|text| says(text)) {
        let notices = waiting_notices(store, NOTICES_MAX).await.map_err(|error| error.to_string())?;
        let id = format!("unknown/{}", one.key);
        return match notices.iter().any(|notice| notice.id == id) {
            true => Ok(()),
            false => Err("nobody knows what came of it, and the team was not told".to_owned()),
        };
    }
    match (says(DONE), says(NOT_DONE)) {
        (false, false) if CLOSED.iter().any(|text| says(text)) => Ok(()),
        (true, false) if has_acted => Ok(()),
        (false, true) if !has_acted => Ok(()),
        _ => Err(format!(
            "it was {}done, and the reply was {:?}",
            if has_acted { "" } else { "not " },
            reply.text
        )),
    }
}

/// Nothing is owed once nothing is under way.
pub(super) async fn check_nothing_owed(store: &dyn Store) -> Result<(), Broken> {
    let owed = store.scan(keys::OWED, None, 1).await;
    match owed.as_deref() {
        Ok([]) => Ok(()),
        Ok([(row, _), ..]) => {
            let detail = format!("{} is still owed", String::from_utf8_lossy(row));
            Err(Broken::new(Invariant::OutsideIsTold, None, detail))
        }
        Err(error) => Err(Broken::new(Invariant::OutsideIsTold, None, error.to_string())),
    }
}
