//! The log of tool calls as it is read: what is asked for, and the answer's pages, by the daemon or from a store at rest.

use std::collections::BTreeMap;

use jiff::{civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use turno_business::Businesses;
use turno_core::{Channel, Execution, Timestamp};
use turno_runtime::{
    ExecutionFilter, ExecutionRecord, PageLimits, ToolUsage, UsageKey, execution_page, port::Store,
    tenants_with_executions, usage_page,
};

/// A page is one line on the control socket, so that it is bounded; and so is the work for it.
const CALLS: PageLimits = PageLimits { rows: 2_000, records: 200, bytes: 128 * 1_024 };

/// Rows that are added up at a time.
const USAGE_ROWS: usize = 2_000;

/// Which calls are wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct CallQuery {
    /// The business; none: all of them.
    pub(crate) tenant: Option<String>,
    pub(crate) agent: Option<String>,
    pub(crate) channel: Option<Channel>,
    /// By its id.
    pub(crate) conversation: Option<String>,
    pub(crate) tool: Option<String>,
    /// From then on.
    pub(crate) since: Option<Moment>,
    /// Before an instant, or to the end of a day.
    pub(crate) until: Option<Moment>,
    /// Likewise from then on, of every tenant.
    pub(crate) not_before: Option<Timestamp>,
    pub(crate) success: Option<bool>,
    pub(crate) error_code: Option<String>,
}

/// An instant, or a day where the business is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Moment {
    At(Timestamp),
    Day(Date),
}

/// A page that is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageRequest {
    pub(crate) query: CallQuery,
    /// What the page before named; none: the first.
    pub(crate) from: Option<String>,
}

/// A page of calls, by tenant and then by time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct CallPage {
    pub(crate) calls: Vec<LoggedCall>,
    /// Names the next page; none: this is the last.
    pub(crate) next: Option<String>,
}

/// A part of the usage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct UsageRows {
    pub(crate) rows: Vec<(UsageKey, ToolUsage)>,
    pub(crate) next: Option<String>,
}

/// A call as it is shown: its times are where the business is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LoggedCall {
    pub(crate) started_at: String,
    pub(crate) completed_at: String,
    pub(crate) tenant: String,
    pub(crate) channel: Channel,
    pub(crate) conversation: String,
    pub(crate) agent: Option<String>,
    pub(crate) turn: Option<String>,
    pub(crate) call: String,
    pub(crate) tool: String,
    pub(crate) execution: Option<Execution>,
    pub(crate) input: Value,
    pub(crate) success: bool,
    pub(crate) output: Option<Value>,
    pub(crate) error_code: Option<String>,
    pub(crate) error_message: Option<String>,
    pub(crate) duration_ms: u64,
    pub(crate) external_request_id: Option<String>,
    pub(crate) cost_micros: u64,
}

/// The page that is asked for.
///
/// # Errors
/// Says what is wrong.
pub(crate) async fn call_page(
    store: &dyn Store,
    businesses: &Businesses,
    request: &PageRequest,
) -> Result<CallPage, String> {
    let wanted = wanted(store, businesses, &request.query).await?;
    let from = request.from.as_deref().map(row_of).transpose()?;
    let page =
        execution_page(store, &wanted, from.as_deref(), CALLS).await.map_err(|error| error.to_string())?;
    let calls = page.records.into_iter().map(|record| {
        let zone = zone_of(businesses, &record.conversation.tenant);
        LoggedCall::of(record, &zone)
    });
    Ok(CallPage { calls: calls.collect(), next: page.next.as_deref().map(name_of) })
}

/// The part of the usage that is asked for.
///
/// # Errors
/// Says what is wrong.
pub(crate) async fn usage_rows(
    store: &dyn Store,
    businesses: &Businesses,
    request: &PageRequest,
) -> Result<UsageRows, String> {
    let wanted = wanted(store, businesses, &request.query).await?;
    let from = request.from.as_deref().map(row_of).transpose()?;
    let page =
        usage_page(store, &wanted, from.as_deref(), USAGE_ROWS).await.map_err(|error| error.to_string())?;
    Ok(UsageRows { rows: page.usage.0.into_iter().collect(), next: page.next.as_deref().map(name_of) })
}

/// The filter of each tenant: a day is another time where another business is.
async fn wanted(
    store: &dyn Store,
    businesses: &Businesses,
    query: &CallQuery,
) -> Result<BTreeMap<String, ExecutionFilter>, String> {
    let tenants = tenants_with_executions(store).await.map_err(|error| error.to_string())?;
    let Some(tenant) = &query.tenant else {
        let filters = tenants.into_iter().map(|tenant| {
            let filter = query.filter(&zone_of(businesses, &tenant));
            (tenant, filter)
        });
        return Ok(filters.collect());
    };
    if !tenants.contains(tenant) && businesses.get(tenant).is_none() {
        let known = businesses.iter().map(|business| &business.id);
        let known: std::collections::BTreeSet<&String> = known.chain(&tenants).collect();
        let known: Vec<&str> = known.into_iter().map(String::as_str).collect();
        return Err(format!("there is no tenant {tenant:?}: use one of {}", known.join(", ")));
    }
    let filter = query.filter(&zone_of(businesses, tenant));
    Ok(BTreeMap::from([(tenant.clone(), filter)]))
}

/// A tenant that is served no longer has no zone of its own.
fn zone_of(businesses: &Businesses, tenant: &str) -> TimeZone {
    businesses.get(tenant).map_or(TimeZone::UTC, |business| business.time_zone.clone())
}

impl CallQuery {
    fn filter(&self, zone: &TimeZone) -> ExecutionFilter {
        let since = self.since.and_then(|moment| moment.begins(zone));
        ExecutionFilter {
            agent: self.agent.clone(),
            channel: self.channel,
            conversation: self.conversation.clone(),
            tool: self.tool.clone(),
            since: since.max(self.not_before),
            until: self.until.and_then(|moment| moment.ends(zone)),
            success: self.success,
            error_code: self.error_code.clone(),
        }
    }
}

/// As it is written on the command line; an instant in UTC.
impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::At(at) => write!(f, "{}", at.to_jiff()),
            Self::Day(date) => write!(f, "{date}"),
        }
    }
}

impl Moment {
    /// When it begins; none: before all that can be told.
    pub(crate) fn begins(self, zone: &TimeZone) -> Option<Timestamp> {
        match self {
            Self::At(at) => Some(at),
            Self::Day(date) => {
                let day = date.to_zoned_datetime(zone.clone()).ok()?;
                Some(Timestamp(day.timestamp().as_millisecond()))
            }
        }
    }

    /// When it is over; none: after all that can be told.
    pub(crate) fn ends(self, zone: &TimeZone) -> Option<Timestamp> {
        match self {
            Self::At(at) => Some(at),
            Self::Day(date) => Self::Day(date.tomorrow().ok()?).begins(zone),
        }
    }
}

impl LoggedCall {
    fn of(record: ExecutionRecord, zone: &TimeZone) -> Self {
        let shown = |at: Timestamp| {
            let at = at.to_jiff().to_zoned_datetime(zone.clone());
            at.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string()
        };
        Self {
            started_at: shown(record.started_at),
            completed_at: shown(record.completed_at()),
            tenant: record.conversation.tenant,
            channel: record.conversation.channel,
            conversation: record.conversation.id,
            agent: record.agent,
            turn: record.turn.map(|turn| turn.as_str().to_owned()),
            call: record.call,
            tool: record.tool,
            execution: record.execution,
            input: record.input,
            success: record.success,
            output: record.output,
            error_code: record.error_code,
            error_message: record.error_message,
            duration_ms: record.duration_ms,
            external_request_id: record.external_request_id,
            cost_micros: record.cost_micros,
        }
    }
}

/// A row's key as a text.
fn name_of(row: &[u8]) -> String {
    row.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn row_of(name: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> =
        name.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    match digits {
        Some(digits) if digits.len() % 2 == 0 => Ok(digits
            .chunks_exact(2)
            .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
            .collect()),
        Some(_) | None => Err(format!("{name:?} names no page")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_s_name_is_read_back() {
        let row = b"e\0terraza\0\xff\x00\x7f".to_vec();
        assert_eq!(row_of(&name_of(&row)), Ok(row));
        for wrong in ["0", "zz", "é0"] {
            assert!(row_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_day_is_where_the_business_is_and_as_long_as_it_is_there() {
        let zone = TimeZone::get("America/Tijuana").unwrap();
        // The clocks go forward.
        let day = Moment::Day("2026-03-08".parse().unwrap());
        let (begins, ends) = (day.begins(&zone).unwrap(), day.ends(&zone).unwrap());
        assert_eq!(begins.to_jiff().to_string(), "2026-03-08T08:00:00Z");
        assert_eq!(ends.since_ms(begins), 23 * 3_600_000);
        assert_eq!(Moment::Day(Date::MAX).ends(&zone), None);
    }
}
