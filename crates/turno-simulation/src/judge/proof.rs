//! The judge of whose booking is told of, moved or cancelled: whoever it is of, or who knows all that proves it.

use std::collections::BTreeSet;

use serde_json::Value;
use turno_business::{BookingRow, Row};
use turno_core::{Event, Input, TurnId};

use super::{Judge, digits_of};
use crate::{
    brain,
    broken::{Broken, Invariant},
    plan::{Guise, Say},
    talk::{Talk, as_reply, codes_in},
};

/// Nobody needs as many tries for a code that they have.
const TRIES_MAX: usize = 8;

impl Judge {
    pub(super) fn check_proof(&self, talk: &Talk, talks: &[Talk]) -> Result<(), Broken> {
        let broken = |detail: String| Err(Broken::new(Invariant::OwnProof, Some(&talk.key), detail));
        let of_talk = self.executions.iter().filter(|execution| execution.call.conversation == talk.key);
        for execution in of_talk {
            let code = execution.call.parameters.get("confirmation_code");
            let Some(booking) =
                code.and_then(Value::as_str).and_then(|code| self.booking(&talk.key.tenant, code))
            else {
                continue;
            };
            if !is_of(booking, talk, talks) {
                if !proves(talk, booking) {
                    let detail = format!(
                        "{} of {}, which is of {}",
                        execution.call.tool, booking.code, booking.conversation
                    );
                    return broken(detail);
                }
                let tries = tries(talk);
                if tries > TRIES_MAX {
                    return broken(format!("{} was found after {tries} tries", booking.code));
                }
            }
        }
        for reply in talk.seen.values().filter_map(|frame| as_reply(&frame.body)) {
            if let Some(booking) = self.told_of(talk, talks, &reply.text) {
                let detail = format!(
                    "{} under {:?} is of {}, and is told of in {:?}",
                    booking.code, booking.name, booking.conversation, reply.text
                );
                return broken(detail);
            }
        }
        Ok(())
    }

    /// The booking of somebody else that a text tells of.
    fn told_of(&self, talk: &Talk, talks: &[Talk], text: &str) -> Option<&BookingRow> {
        let codes = codes_in(text);
        let mut bookings = self.bookings(&talk.key.tenant);
        bookings.find(|booking| {
            let tells_code = codes.contains(&booking.code) && !says(talk, &booking.code);
            let tells_name = !talk.is_modelled()
                && talk.profile.name() != booking.name
                && text.contains(&booking.name)
                && !says_any(talk, &booking.name);
            (tells_code || tells_name) && !is_of(booking, talk, talks) && !proves(talk, booking)
        })
    }

    fn booking(&self, tenant: &str, code: &str) -> Option<&BookingRow> {
        self.bookings(tenant).find(|booking| booking.code == code)
    }

    fn bookings(&self, tenant: &str) -> impl Iterator<Item = &BookingRow> {
        self.rows.values().filter_map(move |row| match row {
            Row::Booking(booking) if booking.tenant == tenant => Some(booking),
            Row::Booking(_) | Row::Order(_) => None,
        })
    }

    /// The phone of whatever was booked is one that was said, or that is known.
    pub(super) fn check_phones(&self, talk: &Talk, events: &[Event]) -> Result<(), Broken> {
        if talk.key.tenant == brain::TENANT || !are_in_order(talk, events) {
            return Ok(());
        }
        let caller = talk.profile.phone.as_ref().filter(|_| talk.profile.guise != Guise::Hidden);
        let known: BTreeSet<String> = [Some(&talk.profile.said_phone), caller]
            .into_iter()
            .flatten()
            .map(|phone| national(phone))
            .collect();
        let of_talk = self.executions.iter().filter(|execution| execution.call.conversation == talk.key);
        for execution in of_talk {
            let phones = ["customer_phone", "patient_phone"];
            let mut given = phones.iter().filter_map(|name| execution.call.parameters.get(*name)?.as_str());
            if let Some(phone) = given.find(|phone| !known.contains(&national(phone))) {
                let detail = format!("{phone} was booked with, and {known:?} was said");
                return Err(Broken::new(Invariant::AsSaid, Some(&talk.key), detail));
            }
        }
        Ok(())
    }
}

/// Pieces of a phone arrived as they were said; in another order they are another phone, and its question names it.
fn are_in_order(talk: &Talk, events: &[Event]) -> bool {
    let place = |event: &Event| {
        let turn = event.kind.as_turn()?;
        talk.said.iter().position(|said| said.turn.turn == turn.turn)
    };
    talk.profile.guise != Guise::InPieces || events.iter().filter_map(place).is_sorted()
}

/// The ten digits of a phone without its country.
fn national(phone: &str) -> String {
    let digits = digits_of(phone);
    let from = digits.len().saturating_sub(10);
    digits[from..].to_owned()
}

/// It was made in that talk, or by whoever calls from the same number, which is somebody's.
fn is_of(booking: &BookingRow, talk: &Talk, talks: &[Talk]) -> bool {
    let mut others = talks.iter().filter(|other| other.key == booking.conversation);
    booking.conversation == talk.key
        || talk.profile.guise != Guise::Hidden
            && talk.profile.phone.is_some()
            && others.any(|other| other.profile.phone == talk.profile.phone)
}

/// They said its code, and a name that it was made under.
fn proves(talk: &Talk, booking: &BookingRow) -> bool {
    says(talk, &booking.code) && says_any(talk, &booking.name)
}

fn says_any(talk: &Talk, name: &str) -> bool {
    name.split_whitespace().any(|word| texts_of(talk).any(|text| text.contains(word)))
}

/// Whether they said that code, in whatever spelling, or its digits.
fn says(talk: &Talk, code: &str) -> bool {
    let (whole, body) = (squeezed(code), squeezed(code.rsplit('-').next().unwrap_or(code)));
    let mut said: Vec<String> = texts_of(talk).map(squeezed).collect();
    if talk.profile.guise == Guise::InPieces {
        said = vec![said.concat()];
    }
    said.iter().any(|text| text.contains(&whole) || text.contains(&body))
}

/// Guesses that were looked up, and found nothing.
fn tries(talk: &Talk) -> usize {
    let replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
    let missed = replies.filter(|reply| reply.text.contains("No encuentro"));
    let guessed = |turn: &TurnId| {
        let mut said = talk.said.iter().filter(|said| said.what == Say::Guess);
        said.any(|said| said.turn.turn == *turn)
    };
    missed.filter(|reply| reply.turn.as_ref().is_some_and(guessed)).count()
}

fn texts_of(talk: &Talk) -> impl Iterator<Item = &str> {
    talk.said.iter().filter_map(|said| match &said.turn.input {
        Input::Text(text) => Some(text.as_str()),
        Input::Dtmf(_) | Input::Choice(_) | Input::Media(_) | Input::Location(_) | Input::Contact(_) => None,
    })
}

fn squeezed(text: &str) -> String {
    let marks = text.chars().filter(char::is_ascii_alphanumeric);
    marks.map(|c| c.to_ascii_uppercase()).collect()
}
