//! Orders that are wanted at another time than the kitchen has them ready.

use jiff::{ToSpan, civil::DateTime};
use turno_business::{
    Business,
    answer::{Answer, hour_text},
    book::local,
    record::DeliveryType,
    say::{Said, Voice, sentence},
};
use turno_runtime::port::{ToolContext, ToolError};

use super::quote::Quote;
use crate::parameters::Parameters;

/// Minutes that an order may be ready before or after it is wanted, and still be as wanted.
const EARLY_MINUTES: i64 = 30;
const LATE_MINUTES: i64 = 10;

/// The truth where an order is wanted at another time than the kitchen has it ready: none is kept for later.
pub(super) fn not_then(
    business: &Business,
    context: &ToolContext,
    voice: &Voice<'_>,
    parameters: Parameters<'_>,
    quote: &Quote,
) -> Result<Option<Answer>, ToolError> {
    let (date, time) = (parameters.date("wanted_date")?, parameters.time("wanted_time")?);
    let (now, ready) = (local(business, context.now), local(business, quote.ready_at));
    let wanted = DateTime::from_parts(date.unwrap_or(now.date()), time.unwrap_or(ready.time()));
    let is_later = wanted > ready.saturating_add(EARLY_MINUTES.minutes());
    let is_sooner = wanted > now && wanted < ready.saturating_sub(LATE_MINUTES.minutes());
    if !is_later && !is_sooner {
        return Ok(None);
    }
    let at = voice.at(ready.time());
    let (why, reason) = if is_later {
        (voice.words("order.only_now"), "only_now")
    } else {
        (voice.words("order.not_so_soon"), "not_so_soon")
    };
    let said = match quote.delivery_type {
        DeliveryType::Pickup => voice.say("order.ready_if_now", &[("why", &why), ("at", &at)]),
        DeliveryType::Delivery => voice.say("order.arrives_if_now", &[("why", &why), ("at", &at)]),
    };
    let said = Said::same(sentence(&said));
    Ok(Some(Answer::refused(reason, &said).with("ready_at", hour_text(ready.time()))))
}
