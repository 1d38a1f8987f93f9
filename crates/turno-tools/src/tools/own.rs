//! A booking by its code, for whom it belongs to.

use turno_business::{
    Business, Kind,
    answer::Answer,
    code::{is_misheard, spellings},
    keys,
    record::{self, Booking, BookingKind, BookingStatus, Kept, PROVED_MS},
    say::{Said, Voice},
    tries::Tries,
};
use turno_core::Timestamp;
use turno_language::text::fold;
use turno_runtime::port::{Batch, Prepared, Store, ToolContext, ToolError};

/// The prefix of a kind's codes.
pub(crate) fn prefix(kind: BookingKind) -> &'static str {
    match kind {
        BookingKind::Reservation => "RES",
        BookingKind::Appointment => "CIT",
        BookingKind::SalesAppointment => "VTA",
    }
}

/// The kind of booking that a business takes.
pub(crate) fn kind_of(business: &Business) -> BookingKind {
    match business.kind {
        Kind::Restaurant => BookingKind::Reservation,
        Kind::Clinic => BookingKind::Appointment,
        Kind::Shop => BookingKind::SalesAppointment,
    }
}

/// A booking whose owner speaks, with what must still be so when it is committed.
pub(crate) struct Own {
    pub(crate) kept: Kept<Booking>,
    pub(crate) proof: Batch,
}

/// What is told in place of it, with the try that it counts.
pub(crate) struct Refused {
    pub(crate) answer: Answer,
    pub(crate) batch: Batch,
}

impl Refused {
    /// As the result of a call.
    pub(crate) fn prepared(self) -> Prepared {
        self.answer.and_write(self.batch)
    }
}

impl From<Answer> for Refused {
    fn from(answer: Answer) -> Self {
        let batch = Batch::default();
        Self { answer, batch }
    }
}

/// An upcoming booking by its code, where the caller may touch it: it was made from their phone or in this
/// conversation, or they know the name. Who may not learns nothing of it, not even that there is one: a wrong code and a wrong name are
/// answered alike, and each counts as a try.
pub(crate) async fn own_booking(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
    code: &str,
    name: Option<&str>,
) -> Result<Result<Own, Refused>, ToolError> {
    if is_misheard(code) {
        return Ok(Err(misheard(business, context).into()));
    }
    let found = booking_by_code(store, business, code).await?;
    if let Some(kept) = &found
        && is_callers(&kept.record, context)
    {
        let proof = Batch::default();
        return Ok(upcoming(business, context, found, proof));
    }
    let code = found.as_ref().map(|kept| kept.record.code.as_str());
    let tries = Tries::read(store, business, context, code).await?;
    if tries.are_used_up() {
        return Ok(Err(too_many_tries(business, context).into()));
    }
    let Some(name) = name else {
        return Ok(Err(needs_name(business, context).into()));
    };
    let found = found.filter(|kept| !tries.is_guarded() && fits(name, &kept.record.name));
    if let Some(kept) = &found {
        let mut proof = tries.right();
        proof.put(proved_key(business, context, &kept.record), record::encode(&context.now)?);
        return Ok(upcoming(business, context, found, proof));
    }
    let missed = tries.missed()?;
    let answer =
        if missed.is_last { too_many_tries(business, context) } else { not_found(business, context) };
    let batch = missed.batch;
    Ok(Err(Refused { answer, batch }))
}

/// Whether it was proved that the caller may touch a booking: it is theirs, or its code and its name were given in this conversation
/// not long ago.
pub(crate) async fn is_proved(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
    booking: &Booking,
) -> Result<bool, ToolError> {
    if is_callers(booking, context) {
        return Ok(true);
    }
    let proved = record::read::<Timestamp>(store, proved_key(business, context, booking)).await?;
    Ok(proved.is_some_and(|at| context.now.since_ms(at.record) < PROVED_MS))
}

fn proved_key(business: &Business, context: &ToolContext, booking: &Booking) -> Vec<u8> {
    let conversation = keys::conversation_owner(&context.conversation);
    keys::proved(&business.id, &conversation, &booking.code)
}

/// The booking with that code of the business's own kind, whatever prefix is said.
pub(crate) async fn booking_by_code(
    store: &dyn Store,
    business: &Business,
    code: &str,
) -> Result<Option<Kept<Booking>>, ToolError> {
    let own = prefix(kind_of(business));
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    // "La cita 4821" of a shop, whose codes begin otherwise.
    let with_own = spellings(&digits, &[own]);
    for spelling in spellings(code, &[own]).into_iter().chain(with_own) {
        let found = record::read::<Booking>(store, keys::booking(&business.id, &spelling)).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Only what is yet to come can be touched; whoever asks has proved that it is theirs.
fn upcoming(
    business: &Business,
    context: &ToolContext,
    found: Option<Kept<Booking>>,
    proof: Batch,
) -> Result<Own, Refused> {
    let Some(kept) = found else {
        return Err(not_found(business, context).into());
    };
    match kept.record.status {
        BookingStatus::Cancelled => Err(already_cancelled(business, context).into()),
        BookingStatus::Confirmed if kept.record.start_minute <= context.now.0.div_euclid(60_000) => {
            Err(already_past(business, context).into())
        }
        BookingStatus::Confirmed => Ok(Own { kept, proof }),
    }
}

/// Who the caller is, as far as it is known: the phone that the gateway proved, in each of its spellings, and the conversation.
pub(crate) fn owners(context: &ToolContext) -> Vec<String> {
    let phone = context.caller_phone.as_deref().map(keys::phone_owners);
    phone.unwrap_or_default().into_iter().chain([keys::conversation_owner(&context.conversation)]).collect()
}

/// What is booked here: "reservación", "cita".
pub(crate) fn noun(voice: &Voice<'_>) -> &'static str {
    voice.words(match voice.business.kind {
        Kind::Restaurant => "thing.reservation",
        Kind::Clinic | Kind::Shop => "thing.appointment",
    })
}

/// Whether the booking was made from the caller's phone, or in this conversation.
pub(crate) fn is_callers(booking: &Booking, context: &ToolContext) -> bool {
    let is_phone = |phone: &String| keys::phone_owner(phone) == keys::phone_owner(&booking.phone);
    booking.conversation == context.conversation || context.caller_phone.as_ref().is_some_and(is_phone)
}

/// Whether a name that was said is that of the booking: the same first name, or words of the name that was booked.
fn fits(said: &str, booked: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let folded = fold(name);
        folded
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 1)
            .map(str::to_owned)
            .collect()
    };
    let (said, booked) = (words(said), words(booked));
    let (Some(first), Some(booked_first)) = (said.first(), booked.first()) else {
        return false;
    };
    let is_part = said.iter().all(|word| word.len() > 2 && booked.contains(word));
    first == booked_first || is_part
}

fn not_found(business: &Business, context: &ToolContext) -> Answer {
    say(business, context, "not_found", "booking.not_found")
}

fn needs_name(business: &Business, context: &ToolContext) -> Answer {
    say(business, context, "needs_name", "booking.needs_name")
}

fn misheard(business: &Business, context: &ToolContext) -> Answer {
    say(business, context, "misheard", "booking.misheard")
}

/// Said in place of an answer where somebody was wrong too often.
pub(crate) fn too_many_tries(business: &Business, context: &ToolContext) -> Answer {
    say(business, context, "too_many_tries", "tries.too_many")
}

fn already_cancelled(business: &Business, context: &ToolContext) -> Answer {
    say(business, context, "already_cancelled", "booking.already_cancelled")
}

fn already_past(business: &Business, context: &ToolContext) -> Answer {
    say(business, context, "already_past", "booking.already_past")
}

/// A refusal in a message's words, which may name what is booked here.
fn say(business: &Business, context: &ToolContext, reason: &str, message: &str) -> Answer {
    let voice = Voice::new(business, context.now);
    let said = voice.say(message, &[("thing", &noun(&voice))]);
    Answer::refused(reason, &Said::same(said))
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_name_fits_without_its_accents_or_its_surname() {
        assert!(fits("maria", "María Pérez"));
        assert!(fits("María Gómez", "Maria"));
        assert!(fits("Pérez", "Juan Perez"));
        assert!(!fits("Pedro", "Juan Pérez"));
        assert!(!fits("", "Juan"));
        assert!(!fits("de", "Juan de la Luz"));
    }
}
