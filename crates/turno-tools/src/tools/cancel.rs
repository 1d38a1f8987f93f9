//! `cancel_reservation` and `cancel_appointment`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    Business,
    answer::{Answer, hour_text},
    book::{cancelled, forget_booking, ledgers_for},
    keys,
    record::{self, Booking, BookingKind},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::port::{Prepared, ToolContext, ToolError};

use super::{
    appointment::with_service_and_staff,
    call::{Call, Serves},
    own::{Own, noun, own_booking},
};
use crate::parameters::{self, CLINICS_AND_SHOPS, Outline, RESTAURANTS};

pub(super) struct Cancel {
    name: &'static str,
    description: &'static str,
    /// The parameter that carries the name that the booking was made under.
    name_parameter: &'static str,
    enabled_for: &'static [&'static str],
}

impl Cancel {
    pub(super) fn reservation() -> Self {
        Self {
            name: "cancel_reservation",
            description: "Cancels a reservation",
            name_parameter: "customer_name",
            enabled_for: RESTAURANTS,
        }
    }

    pub(super) fn appointment() -> Self {
        Self {
            name: "cancel_appointment",
            description: "Cancels an appointment",
            name_parameter: "patient_name",
            enabled_for: CLINICS_AND_SHOPS,
        }
    }
}

#[async_trait]
impl Serves for Cancel {
    fn spec(&self) -> ToolSpec {
        spec(self.name, self.description, self.name_parameter, self.enabled_for)
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let code = parameters.required_text("confirmation_code")?;
        let name = parameters.text(self.name_parameter);
        let Own { kept, proof } = match own_booking(store, business, context, code, name).await? {
            Ok(own) => own,
            Err(refused) => return Ok(refused.prepared()),
        };
        let booking = kept.record;
        let mut ledgers = ledgers_for(business, &booking.branch);
        ledgers.read_around(store, booking.date).await?;
        ledgers.release(booking.date, &booking.code);
        let mut batch = proof;
        batch.expect(kept.key, Some(kept.bytes));
        ledgers.write(&mut batch, [booking.date])?;
        batch.put(
            keys::booking(&business.id, &booking.code),
            record::encode(&cancelled(&booking, context.now))?,
        );
        forget_booking(business, &booking, &mut batch);
        Ok(answer(business, context, &booking).and_write(batch))
    }
}

fn spec(name: &str, description: &str, name_parameter: &str, enabled_for: &[&str]) -> ToolSpec {
    let properties = json!({
        "confirmation_code": parameters::confirmation_code(),
        name_parameter: parameters::person_name("The name that it was made under"),
    });
    Outline {
        name,
        description,
        category: "booking",
        act: Act::Cancel,
        enabled_for,
        parameters: parameters::object(properties, &["confirmation_code"]),
    }
    .spec()
    .stating(crate::stated::of_a_booking())
}

fn answer(business: &Business, context: &ToolContext, booking: &Booking) -> Answer {
    let voice = Voice::new(business, context.now);
    let when = voice.on_day_at(booking.date, booking.time);
    let thing = noun(&voice);
    let said = Said::each(|form| {
        let code = voice.code(form, &booking.code);
        voice.say("booking.cancelled", &[("thing", &thing), ("code", &code), ("when", &when)])
    });
    let answer = Answer::done(&said)
        .with("confirmation_code", booking.code.as_str())
        .with("status", "cancelled")
        .with("date", booking.date.to_string())
        .with("time", hour_text(booking.time))
        .with("branch_id", booking.branch.as_str())
        .with("branch", business.branch_name(&booking.branch));
    match booking.kind {
        BookingKind::Reservation => {
            answer.with("party_size", booking.party_size).with("customer_name", booking.name.as_str())
        }
        BookingKind::Appointment | BookingKind::SalesAppointment => {
            with_service_and_staff(answer.with("patient_name", booking.name.as_str()), business, booking)
        }
    }
}
