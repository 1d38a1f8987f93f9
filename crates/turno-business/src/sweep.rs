//! Bookings, orders and hand-offs that lie further back than the business keeps them.

use turno_core::Timestamp;
use turno_runtime::{
    keys::business as row_of,
    port::{Batch, CommitError, Store, StoreError, ToolError},
};

use crate::{
    Business,
    book::{forget_booking, ledgers_for},
    catalog::forget_owners,
    keys,
    record::{self, Booking, CachedPart, Lead, Order, PROVED_MS, SupportTicket, Ticket},
    tries::TriesRecord,
};

/// Rows that are read at a time.
const PAGE: usize = 100;

const MINUTE_MS: i64 = 60_000;

/// A row as it was read: its key and its bytes.
type Row = (Vec<u8>, Vec<u8>);

/// Removes what of a business lies further back than `kept_ms`: bookings that began before then with what they hold,
/// orders and hand-offs that were made before then; and pages of its site and wrong tries whose time is over. Gives how many. What is changed meanwhile is left for the next time.
///
/// # Errors
/// Where the store failed, or a row cannot be read.
pub async fn sweep_business(
    store: &dyn Store,
    business: &Business,
    now: Timestamp,
    kept_ms: u64,
) -> Result<u64, ToolError> {
    let before = Timestamp(now.0.saturating_sub(i64::try_from(kept_ms).unwrap_or(i64::MAX)));
    let mut removed = 0;
    for kind in ["booking", "order", "ticket", "lead", "support", "page", "tries", "proved"] {
        let prefix = row_of(&business.id, &[kind, ""]);
        let mut after: Option<Vec<u8>> = None;
        loop {
            let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
            let Some((last, _)) = page.last() else { break };
            after = Some(last.clone());
            for row in &page {
                let batch = match kind {
                    "booking" => old_booking(store, business, row, before).await?,
                    "order" => old_order(business, row, before)?,
                    "page" => old_page(row, now)?,
                    "tries" => old_tries(row, now)?,
                    "proved" => old_proof(row, now)?,
                    "lead" => old_lead(row, before)?,
                    "support" => old_support_ticket(business, row, before)?,
                    _ => old_ticket(row, before)?,
                };
                if let Some(batch) = batch {
                    removed += u64::from(commit(store, batch).await?);
                }
            }
        }
    }
    Ok(removed)
}

/// False where it was changed meanwhile.
async fn commit(store: &dyn Store, batch: Batch) -> Result<bool, StoreError> {
    match store.commit(batch).await {
        Ok(()) => Ok(true),
        Err(CommitError::Conflict) => Ok(false),
        Err(CommitError::Store(error)) => Err(error),
    }
}

fn removal((key, bytes): &Row) -> Batch {
    let mut batch = Batch::default();
    batch.expect(key.clone(), Some(bytes.clone()));
    batch.remove(key.clone());
    batch
}

async fn old_booking(
    store: &dyn Store,
    business: &Business,
    row: &Row,
    before: Timestamp,
) -> Result<Option<Batch>, ToolError> {
    let booking: Booking = record::decode(&row.1)?;
    if booking.start_minute.saturating_mul(MINUTE_MS) >= before.0 {
        return Ok(None);
    }
    let mut batch = removal(row);
    forget_booking(business, &booking, &mut batch);
    let mut ledgers = ledgers_for(business, &booking.branch);
    ledgers.read_around(store, booking.date).await?;
    ledgers.release(booking.date, &booking.code);
    ledgers.write(&mut batch, [booking.date])?;
    Ok(Some(batch))
}

fn old_order(business: &Business, row: &Row, before: Timestamp) -> Result<Option<Batch>, ToolError> {
    let order: Order = record::decode(&row.1)?;
    if order.created_at >= before {
        return Ok(None);
    }
    let mut batch = removal(row);
    forget_owners(&business.id, &order, &mut batch);
    Ok(Some(batch))
}

fn old_ticket(row: &Row, before: Timestamp) -> Result<Option<Batch>, ToolError> {
    let ticket: Ticket = record::decode(&row.1)?;
    Ok((ticket.created_at < before).then(|| removal(row)))
}

/// A page of the site that was kept for a while, and whose time is over.
fn old_page(row: &Row, now: Timestamp) -> Result<Option<Batch>, ToolError> {
    let page: CachedPart = record::decode(&row.1)?;
    Ok((page.expires_at <= now).then(|| removal(row)))
}

/// Wrong tries that count no longer.
fn old_tries(row: &Row, now: Timestamp) -> Result<Option<Batch>, ToolError> {
    let tries: TriesRecord = record::decode(&row.1)?;
    Ok(tries.is_over(now).then(|| removal(row)))
}

/// A proof that counts no longer.
fn old_proof(row: &Row, now: Timestamp) -> Result<Option<Batch>, ToolError> {
    let at: Timestamp = record::decode(&row.1)?;
    Ok((now.since_ms(at) >= PROVED_MS).then(|| removal(row)))
}

fn old_lead(row: &Row, before: Timestamp) -> Result<Option<Batch>, ToolError> {
    let lead: Lead = record::decode(&row.1)?;
    Ok((lead.created_at < before).then(|| removal(row)))
}

fn old_support_ticket(business: &Business, row: &Row, before: Timestamp) -> Result<Option<Batch>, ToolError> {
    let ticket: SupportTicket = record::decode(&row.1)?;
    Ok((ticket.created_at < before).then(|| {
        let mut batch = removal(row);
        batch.remove(keys::support_ticket_of_call(&business.id, &ticket.id));
        batch
    }))
}
