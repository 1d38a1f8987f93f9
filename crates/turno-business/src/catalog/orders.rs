//! A CSV file of orders that were taken elsewhere, so that their status can be asked for.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime};
use turno_core::{Channel, ConversationKey, Timestamp};
use turno_language::{email_in, text::fold};
use turno_runtime::port::{Batch, CommitError, Store};

use super::{
    amounts::price_cents,
    import::ImportError,
    products::finished,
    sheet::{Column, Row, Sheet},
};
use crate::{
    Business, Country,
    code::{record_id, spellings},
    config::Faults,
    keys,
    record::{self, DeliveryType, Order, OrderLine, OrderStatus, Shipping},
};

const COLUMNS: &[Column] = &[
    Column { name: "order_number", also: &["number", "numero", "pedido", "numero_de_pedido"] },
    Column { name: "created_at", also: &["date", "fecha"] },
    Column { name: "status", also: &["estado", "estatus"] },
    Column { name: "customer_name", also: &["name", "nombre", "cliente"] },
    Column { name: "customer_phone", also: &["phone", "telefono"] },
    Column { name: "customer_email", also: &["email", "correo"] },
    Column { name: "total", also: &[] },
    Column { name: "items", also: &["articulos", "productos"] },
    Column { name: "carrier", also: &["paqueteria"] },
    Column { name: "tracking_number", also: &["guia", "numero_de_guia"] },
    Column { name: "estimated_delivery", also: &["entrega_estimada", "entrega"] },
];

const STATUSES: &[(&[&str], OrderStatus)] = &[
    (&["confirmed", "confirmado", "paid", "pagado"], OrderStatus::Confirmed),
    (&["preparing", "preparando", "en preparacion", "in preparation"], OrderStatus::Preparing),
    (&["ready", "listo", "listo para recoger"], OrderStatus::Ready),
    (&["on_the_way", "on the way", "shipped", "enviado", "en camino"], OrderStatus::OnTheWay),
    (&["picked_up", "picked up", "recogido"], OrderStatus::PickedUp),
    (&["delivered", "entregado"], OrderStatus::Delivered),
    (&["cancelled", "canceled", "cancelado"], OrderStatus::Cancelled),
];

/// More is read again before it is written.
const TRIES: usize = 5;

/// An order of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetOrder(Order);

/// What an import of orders did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct OrdersSummary {
    /// Orders that are new.
    pub added: usize,
    /// Orders that are different now.
    pub changed: usize,
    /// Orders that were there just so.
    pub same: usize,
}

/// Reads a CSV file of orders of a business. Needed columns: `order_number`, `created_at` (`2026-01-12`, `2026-01-12 10:30`, in the
/// business's zone), `status`, `customer_name`, `total`, `items` (`2 x Audífonos|Funda`) and `customer_phone` or `customer_email`; further ones:
/// `carrier`, `tracking_number`, `estimated_delivery`. A number without letters gets `PED-` before it.
///
/// # Errors
/// All [`Faults`] of the file.
pub fn read_orders(file: &str, bytes: &[u8], business: &Business) -> Result<Vec<SheetOrder>, Faults> {
    let mut sheet = Sheet::read(file, bytes, COLUMNS);
    if sheet.faults.is_empty() {
        sheet.require(&["order_number", "created_at", "status", "customer_name", "total", "items"]);
    }
    let rows = std::mem::take(&mut sheet.rows);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut orders = Vec::with_capacity(rows.len());
    for row in &rows {
        let Some(order) = read_row(&mut sheet, row, business) else {
            continue;
        };
        match seen.insert(order.number.clone(), row.line) {
            Some(first) => {
                let message = format!("the order `{}` is already that of line {first}", order.number);
                sheet.fault(row.line, message, Some("keep one of them".to_owned()));
            }
            None => orders.push(SheetOrder(order)),
        }
    }
    finished(sheet.faults)?;
    Ok(orders)
}

/// Puts orders into the store of a business: by number, an order is new, or takes the place of the one there.
///
/// # Errors
/// [`ImportError`]; nothing was written then.
pub async fn import_orders(
    store: &dyn Store,
    tenant: &str,
    orders: &[SheetOrder],
    is_dry_run: bool,
) -> Result<OrdersSummary, ImportError> {
    for _ in 0..TRIES {
        let mut summary = OrdersSummary::default();
        let mut batch = Batch::default();
        for SheetOrder(order) in orders {
            let key = keys::order(tenant, &order.number);
            let bytes = record::encode(order)?;
            let there = store.get(&key).await?;
            match &there {
                Some(there) if *there == bytes => {
                    summary.same += 1;
                    continue;
                }
                Some(there) => {
                    forget_owners(tenant, &record::decode(there)?, &mut batch);
                    summary.changed += 1;
                }
                None => summary.added += 1,
            }
            batch.expect(key.clone(), there);
            batch.put(key, bytes);
            for owner in owners(order) {
                let key = keys::order_of(tenant, &owner, order.created_at, &order.number);
                batch.put(key, record::encode(&order.number)?);
            }
        }
        if is_dry_run || batch.writes.is_empty() {
            return Ok(summary);
        }
        match store.commit(batch).await {
            Ok(()) => return Ok(summary),
            Err(CommitError::Conflict) => {}
            Err(CommitError::Store(error)) => return Err(error.into()),
        }
    }
    Err(ImportError::Busy)
}

/// Removes the rows that find an order.
pub(crate) fn forget_owners(tenant: &str, order: &Order, batch: &mut Batch) {
    for owner in owners(order).into_iter().chain([keys::conversation_owner(&order.conversation)]) {
        batch.remove(keys::order_of(tenant, &owner, order.created_at, &order.number));
    }
}

fn owners(order: &Order) -> Vec<String> {
    let phone = Some(&order.phone).filter(|phone| !phone.is_empty());
    let phone = phone.map(|phone| keys::phone_owner(phone));
    phone.into_iter().chain(order.email.as_deref().map(keys::email_owner)).collect()
}

fn read_row(sheet: &mut Sheet<'_>, row: &Row, business: &Business) -> Option<Order> {
    let number = sheet.required(row, "order_number").and_then(|text| number(sheet, row, &text));
    let created_at = sheet.required(row, "created_at").and_then(|text| moment(sheet, row, &text, business));
    let status = sheet.required(row, "status").and_then(|text| status(sheet, row, &text));
    let name = sheet.required(row, "customer_name").and_then(|_| sheet.short(row, "customer_name", 120));
    let total_cents = sheet.required(row, "total").and_then(|text| {
        price_cents(&text, &business.currency)
            .map_err(|message| sheet.fault(row.line, format!("in `total`: {message}"), None))
            .ok()
    });
    let lines = sheet.required(row, "items").and_then(|text| lines(sheet, row, &text));
    let (phone, email) = contact(sheet, row, &business.country);
    let shipping = shipping(sheet, row);
    let (number, created_at) = (number?, created_at?);
    Some(Order {
        id: record_id("order", &format!("{}/{number}", business.id)),
        branch: business.branch_or_first(None).to_owned(),
        delivery_type: if shipping.is_some() { DeliveryType::Delivery } else { DeliveryType::Pickup },
        delivery_address: None,
        lines: lines?,
        delivery_fee_cents: 0,
        total_cents: total_cents?,
        name: name?,
        phone,
        email,
        instructions: None,
        created_at,
        ready_at: created_at,
        status: Some(status?),
        shipping,
        conversation: ConversationKey {
            tenant: business.id.clone(),
            channel: Channel::Web,
            // No gateway's conversation has a control character in its id, so that none is taken for the order's own.
            id: format!("\u{1}order {number}"),
        },
        number,
    })
}

fn number(sheet: &mut Sheet<'_>, row: &Row, text: &str) -> Option<String> {
    let number = spellings(text, &["PED"]).into_iter().next().filter(|number| number.len() <= 40);
    if number.is_none() {
        let message = format!("in `order_number`: `{text}` is no number: write it as PED-4821 or 4821");
        sheet.fault(row.line, message, None);
    }
    number
}

fn moment(sheet: &mut Sheet<'_>, row: &Row, text: &str, business: &Business) -> Option<Timestamp> {
    let local: Option<DateTime> =
        text.parse::<DateTime>().ok().or_else(|| text.parse::<Date>().ok().map(|date| date.at(12, 0, 0, 0)));
    let instant: Option<jiff::Timestamp> =
        text.parse().ok().or_else(|| business.time_zone.to_timestamp(local?).ok());
    if instant.is_none() {
        let message =
            format!("in `created_at`: `{text}` is no moment: write it as 2026-01-12 or 2026-01-12 10:30");
        sheet.fault(row.line, message, None);
    }
    instant.map(|instant| Timestamp(instant.as_millisecond()))
}

fn status(sheet: &mut Sheet<'_>, row: &Row, text: &str) -> Option<OrderStatus> {
    let folded = fold(text);
    let status = STATUSES.iter().find(|(words, _)| words.contains(&folded.as_str()));
    if status.is_none() {
        let known: Vec<&str> = STATUSES.iter().filter_map(|(words, _)| words.first().copied()).collect();
        let message = format!("in `status`: `{text}` is not one of {}", known.join(", "));
        sheet.fault(row.line, message, None);
    }
    status.map(|(_, status)| *status)
}

/// `2 x Audífonos|Funda`.
fn lines(sheet: &mut Sheet<'_>, row: &Row, text: &str) -> Option<Vec<OrderLine>> {
    let lines: Vec<OrderLine> = text
        .split('|')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(|item| {
            let counted = item
                .split_once(" x ")
                .and_then(|(count, name)| Some((count.trim().parse().ok()?, name.trim())));
            let (quantity, name) = counted.unwrap_or((1, item));
            OrderLine {
                menu_item_id: String::new(),
                name: name.chars().take(120).collect(),
                quantity,
                unit_price_cents: 0,
                modifications: None,
            }
        })
        .collect();
    if lines.is_empty() || lines.len() > 50 || lines.iter().any(|line| !(1..=10_000).contains(&line.quantity))
    {
        let message =
            format!("in `items`: `{text}` is no list of 1 to 50 things: write it as \"2 x Audífonos|Funda\"");
        sheet.fault(row.line, message, None);
        return None;
    }
    Some(lines)
}

fn contact(sheet: &mut Sheet<'_>, row: &Row, country: &str) -> (String, Option<String>) {
    let phone = sheet.cell(row, "customer_phone").map(str::to_owned);
    let email = sheet.cell(row, "customer_email").map(str::to_owned);
    if phone.is_none() && email.is_none() {
        let message =
            "the order has neither `customer_phone` nor `customer_email`: its customer could not find it";
        sheet.fault(row.line, message.to_owned(), None);
    }
    let read = phone.as_deref().map(|text| (text, phone_of(text, country)));
    if let Some((text, None)) = &read {
        let message = format!("in `customer_phone`: `{text}` is no phone: write it as +525512345678");
        sheet.fault(row.line, message, None);
    }
    let address = email.as_deref().map(|text| (text, email_in(text)));
    if let Some((text, None)) = &address {
        sheet.fault(row.line, format!("in `customer_email`: `{text}` is no address"), None);
    }
    (read.and_then(|(_, phone)| phone).unwrap_or_default(), address.and_then(|(_, email)| email))
}

/// A phone in E.164; the digits of one of the country alone get its prefix.
fn phone_of(text: &str, country: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_phone = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')' | '.'));
    match (is_phone, text.trim_start().starts_with('+'), digits.len()) {
        (true, true, 8..=15) => Some(format!("+{digits}")),
        (true, false, _) => Country::of_code(country)?.phone(&digits),
        _ => None,
    }
}

fn shipping(sheet: &mut Sheet<'_>, row: &Row) -> Option<Shipping> {
    let carrier = sheet.short(row, "carrier", 60);
    let tracking_number = sheet.short(row, "tracking_number", 60);
    let text = sheet.cell(row, "estimated_delivery").map(str::to_owned);
    let date = text.as_deref().map(|text| (text, text.parse::<Date>().ok()));
    if let Some((text, None)) = &date {
        let message = format!("in `estimated_delivery`: `{text}` is no date: write it as 2026-01-20");
        sheet.fault(row.line, message, None);
    }
    let shipping = Shipping { carrier, tracking_number, estimated_delivery: date.and_then(|(_, date)| date) };
    (shipping != Shipping::default()).then_some(shipping)
}
