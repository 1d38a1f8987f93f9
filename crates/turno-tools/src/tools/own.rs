//! A booking by its code, for whom it belongs to.

use turno_language::text::fold;
use turno_runtime::port::{Store, ToolContext, ToolError};

use crate::{
    Business, Kind,
    answer::Answer,
    code::spellings,
    keys,
    record::{self, Booking, BookingKind, BookingStatus, Kept},
    say::{Said, Voice},
};

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

/// An upcoming booking by its code, where the caller may touch it: it was made from their phone or in this
/// conversation, or they know the name. Who may not learns nothing of it.
pub(crate) async fn own_booking(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
    code: &str,
    name: Option<&str>,
) -> Result<Result<Kept<Booking>, Answer>, ToolError> {
    let mut found = None;
    for spelling in spellings(code, &[prefix(kind_of(business))]) {
        found = record::read::<Booking>(store, keys::booking(&business.id, &spelling)).await?;
        if found.is_some() {
            break;
        }
    }
    let Some(booking) = found else {
        return Ok(Err(not_found(business, context)));
    };
    match (is_callers(&booking.record, context), name) {
        (true, _) => {}
        (false, None) => return Ok(Err(needs_name(business, context))),
        (false, Some(name)) if fits(name, &booking.record.name) => {}
        (false, Some(_)) => return Ok(Err(not_found(business, context))),
    }
    Ok(match booking.record.status {
        BookingStatus::Cancelled => Err(already_cancelled(business, context)),
        BookingStatus::Confirmed if booking.record.start_minute <= context.now.0.div_euclid(60_000) => {
            Err(already_past(business, context))
        }
        BookingStatus::Confirmed => Ok(booking),
    })
}

/// Who the caller is, as far as it is known: the phone that the gateway proved, in each of its spellings, and the conversation.
pub(crate) fn owners(context: &ToolContext) -> Vec<String> {
    let phone = context.caller_phone.as_deref().map(keys::phone_owners);
    phone
        .unwrap_or_default()
        .into_iter()
        .chain([keys::conversation_owner(&context.conversation)])
        .collect()
}

/// "la reservación", "la cita".
pub(crate) fn noun(business: &Business) -> [&'static str; 2] {
    match business.kind {
        Kind::Restaurant => ["reservación", "reservation"],
        Kind::Clinic | Kind::Shop => ["cita", "appointment"],
    }
}

fn is_callers(booking: &Booking, context: &ToolContext) -> bool {
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
    let [spanish, english] = noun(business);
    say(
        business,
        context,
        "not_found",
        [
            format!("No encuentro una {spanish} con esos datos."),
            format!("I can't find a matching {english}."),
        ],
    )
}

fn needs_name(business: &Business, context: &ToolContext) -> Answer {
    let [spanish, english] = noun(business);
    say(
        business,
        context,
        "needs_name",
        [
            format!("Para su seguridad necesito el nombre con el que se hizo la {spanish}."),
            format!("To be safe I need the name that the {english} was made under."),
        ],
    )
}

fn already_cancelled(business: &Business, context: &ToolContext) -> Answer {
    let [spanish, english] = noun(business);
    say(
        business,
        context,
        "already_cancelled",
        [
            format!("Esa {spanish} ya estaba cancelada."),
            format!("That {english} was already cancelled."),
        ],
    )
}

fn already_past(business: &Business, context: &ToolContext) -> Answer {
    let [spanish, english] = noun(business);
    say(
        business,
        context,
        "already_past",
        [
            format!("Esa {spanish} ya pasó."),
            format!("That {english} has already passed."),
        ],
    )
}

fn say(business: &Business, context: &ToolContext, reason: &str, [spanish, english]: [String; 2]) -> Answer {
    let voice = Voice::new(business, context.now);
    Answer::refused(reason, &Said::same(voice.pick(spanish, english)))
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
