//! The slots that can be offered.

use jiff::{
    ToSpan,
    civil::{Date, Time},
};
use turno_core::Timestamp;
use turno_runtime::port::{Store, ToolError};

use super::{Ledgers, Moment, Place, Refusal, Wish, moment, moment::local, place};
use crate::Business;

/// How many slots are offered in place of one that is not free.
const OFFERED: usize = 4;
/// With so many of the same day, other days are not searched.
const ENOUGH_OF_THE_DAY: usize = 2;
/// How many days after the wanted one are searched.
const DAYS_SEARCHED: i32 = 14;
/// Offers lie at least this far apart, so that they are a choice.
const APART_MINUTES: i64 = 30;

/// A slot that is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// When.
    pub at: Moment,
    /// With what.
    pub place: Place,
}

/// Whether the booking can be taken at that time, and what it gets.
pub fn try_slot(
    business: &Business,
    ledgers: &Ledgers,
    wish: &Wish<'_>,
    (date, time): (Date, Time),
    now: Timestamp,
    needs_notice: bool,
) -> Result<Slot, Refusal> {
    let at = moment(&business.time_zone, date, time)?;
    let now_minute = now.0.div_euclid(60_000);
    if at.minute < now_minute {
        return Err(Refusal::Past);
    }
    if date > last_date(business, now) {
        return Err(Refusal::TooFar);
    }
    let place = place(business, ledgers, wish, at)?;
    if needs_notice && at.minute < now_minute + i64::from(business.booking.notice_minutes) {
        return Err(Refusal::TooSoon);
    }
    Ok(Slot { at, place })
}

/// The last date that can be booked.
pub fn last_date(business: &Business, now: Timestamp) -> Date {
    let days = i64::from(business.booking.horizon_days);
    local(business, now).date().saturating_add(days.days())
}

/// All free slots of a day, in order, on the business's grid.
pub async fn free_slots(
    store: &dyn Store,
    business: &Business,
    ledgers: &mut Ledgers,
    wish: &Wish<'_>,
    date: Date,
    now: Timestamp,
) -> Result<Vec<Slot>, ToolError> {
    ledgers.read_around(store, date).await?;
    let step = business.booking.slot_minutes.max(1);
    let minutes = (0..24 * 60).step_by(usize::try_from(step).unwrap_or(15));
    Ok(minutes
        .filter_map(|minute: i32| {
            let time =
                Time::new(i8::try_from(minute / 60).ok()?, i8::try_from(minute % 60).ok()?, 0, 0).ok()?;
            try_slot(business, ledgers, wish, (date, time), now, true).ok()
        })
        .collect())
}

/// The free slots nearest to a wanted one: of the same day, and where it has too few, of the days after, one a day
/// at the nearest time. In the order of time, which is that in which they are told: "la última" is the latest.
pub async fn nearby_slots(
    store: &dyn Store,
    business: &Business,
    ledgers: &mut Ledgers,
    wish: &Wish<'_>,
    (date, time): (Date, Time),
    now: Timestamp,
) -> Result<Vec<Slot>, ToolError> {
    let today = local(business, now).date();
    let first = date.max(today);
    let last = last_date(business, now);
    let mut offers: Vec<Slot> = Vec::new();
    let mut enough = OFFERED;
    for day in 0..=DAYS_SEARCHED {
        let date = first.saturating_add(day.days());
        if date > last || offers.len() >= enough {
            break;
        }
        let mut free = free_slots(store, business, ledgers, wish, date, now).await?;
        free.sort_by_key(|slot| minutes_apart(slot.at.time, time));
        let wanted = if day == 0 { OFFERED } else { 1 };
        let mut taken: Vec<Slot> = Vec::new();
        for slot in free {
            let is_apart =
                taken.iter().all(|other| (other.at.minute - slot.at.minute).abs() >= APART_MINUTES);
            if is_apart && taken.len() < wanted.min(OFFERED - offers.len()) {
                taken.push(slot);
            }
        }
        offers.append(&mut taken);
        if day == 0 && offers.len() >= ENOUGH_OF_THE_DAY {
            enough = 0;
        }
    }
    offers.sort_by_key(|slot| slot.at.minute);
    Ok(offers)
}

fn minutes_apart(a: Time, b: Time) -> i64 {
    let minute = |time: Time| i64::from(time.hour()) * 60 + i64::from(time.minute());
    (minute(a) - minute(b)).abs()
}
