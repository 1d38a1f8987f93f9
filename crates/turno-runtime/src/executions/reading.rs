//! The log read: the records that are wanted, page by page, so that neither a long log nor many tenants stand in memory at once.

use std::collections::{BTreeMap, VecDeque};

use turno_core::{Channel, Timestamp};

use super::{ExecutionRecord, PAGE};
use crate::{
    ReadError,
    codec::decode,
    keys,
    port::{Store, StoreError},
};

/// Which records are wanted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExecutionFilter {
    /// Of this agent.
    pub agent: Option<String>,
    /// Of conversations on this channel.
    pub channel: Option<Channel>,
    /// Of this conversation, by its id.
    pub conversation: Option<String>,
    /// Of this tool.
    pub tool: Option<String>,
    /// Not before.
    pub since: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
    /// Those that succeeded, or those that failed.
    pub success: Option<bool>,
    /// Those that failed with this code, of [`super::ERROR_CODES`].
    pub error_code: Option<String>,
}

impl ExecutionFilter {
    fn takes(&self, record: &ExecutionRecord) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| Some(wanted) == found)
        };
        is(&self.agent, record.agent.as_deref())
            && is(&self.conversation, Some(&record.conversation.id))
            && is(&self.tool, Some(&record.tool))
            && is(&self.error_code, record.error_code.as_deref())
            && self.channel.is_none_or(|channel| record.conversation.channel == channel)
            && self.since.is_none_or(|since| record.started_at >= since)
            && self.until.is_none_or(|until| record.started_at < until)
            && self.success.is_none_or(|success| record.success == success)
    }
}

/// How much a page may be, and how much may be read for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageLimits {
    /// Rows that are read, whether they are wanted or not.
    pub rows: usize,
    /// Records that are given; one over it ends the page.
    pub records: usize,
    /// Bytes of records as the store has them; one over it ends the page.
    pub bytes: usize,
}

/// A part of the log.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExecutionPage {
    /// The records that are wanted: by tenant, then by time.
    pub records: Vec<ExecutionRecord>,
    /// Where the next page begins; none: this is the last. A page may have no records and still not be the last.
    pub next: Option<Vec<u8>>,
}

/// The tenants that have records.
///
/// # Errors
/// Where the store cannot be read.
pub async fn tenants_with_executions(store: &dyn Store) -> Result<Vec<String>, StoreError> {
    let mut tenants = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let first = store.scan(keys::EXECUTIONS, after.as_deref(), 1).await?;
        let Some((row, _)) = first.first() else {
            return Ok(tenants);
        };
        match keys::execution_in(row) {
            Some((tenant, _)) => {
                after = Some(keys::after_executions(&tenant));
                tenants.push(tenant);
            }
            None => after = Some(row.clone()),
        }
    }
}

/// Reads on through the log of these tenants, each with its own filter, from where another page ended; none: from the beginning.
///
/// # Errors
/// [`ReadError`] where the store or a record cannot be read.
pub async fn execution_page(
    store: &dyn Store,
    wanted: &BTreeMap<String, ExecutionFilter>,
    from: Option<&[u8]>,
    limits: PageLimits,
) -> Result<ExecutionPage, ReadError> {
    let mut page = ExecutionPage::default();
    let mut bytes_taken = 0;
    page.next = walk(store, wanted, from, limits.rows, |record, bytes| {
        page.records.push(record);
        bytes_taken += bytes;
        page.records.len() < limits.records && bytes_taken < limits.bytes
    })
    .await?;
    Ok(page)
}

/// The records of a tenant that are wanted, the oldest first; the last `limit` of them.
///
/// # Errors
/// [`ReadError`] where the store or a record cannot be read.
pub async fn executions(
    store: &dyn Store,
    tenant: &str,
    filter: &ExecutionFilter,
    limit: usize,
) -> Result<Vec<ExecutionRecord>, ReadError> {
    let wanted = BTreeMap::from([(tenant.to_owned(), filter.clone())]);
    let mut found = VecDeque::new();
    walk(store, &wanted, None, usize::MAX, |record, _| {
        if found.len() == limit {
            found.pop_front();
        }
        found.push_back(record);
        true
    })
    .await?;
    Ok(found.into())
}

/// Gives each record that is wanted, with its size in bytes, to `take`, until that says that it is enough or so many rows are
/// read. Gives the row after which the rest begins; none: there is no more.
pub(super) async fn walk(
    store: &dyn Store,
    wanted: &BTreeMap<String, ExecutionFilter>,
    from: Option<&[u8]>,
    rows_max: usize,
    mut take: impl FnMut(ExecutionRecord, usize) -> bool,
) -> Result<Option<Vec<u8>>, ReadError> {
    let mut left = rows_max;
    let mut last = from.map(<[u8]>::to_vec);
    let begun = from.and_then(keys::execution_in).map(|(tenant, _)| tenant);
    let passed = |tenant: &String| begun.as_ref().is_some_and(|begun| tenant < begun);
    for (tenant, filter) in wanted.iter().filter(|(tenant, _)| !passed(tenant)) {
        let prefix = keys::executions(tenant);
        let since = filter.since.map(|since| keys::executions_before(tenant, since));
        let mut after = match from {
            Some(row) if begun.as_ref() == Some(tenant) => since.max(Some(row.to_vec())),
            Some(_) | None => since,
        };
        'tenant: loop {
            if left == 0 {
                return Ok(last);
            }
            let rows = store.scan(&prefix, after.as_deref(), PAGE.min(left)).await?;
            let is_last = rows.len() < PAGE.min(left);
            left -= rows.len();
            for (row, bytes) in rows {
                let record: ExecutionRecord = decode(&bytes)?;
                last = Some(row.clone());
                if filter.until.is_some_and(|until| record.started_at >= until) {
                    break 'tenant;
                }
                if filter.takes(&record) && !take(record, bytes.len()) {
                    return Ok(Some(row));
                }
                after = Some(row);
            }
            if is_last {
                break;
            }
        }
    }
    Ok(None)
}
