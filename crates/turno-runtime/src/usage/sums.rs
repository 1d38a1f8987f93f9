//! What was asked of models, summed by what a reader asks for.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::ModelUse;
use crate::{ReadError, codec::decode, keys, port::Store};

/// Rows that are read at a time.
const PAGE: usize = 500;

/// Which usage is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsageFilter {
    /// Of this tenant.
    pub tenant: Option<String>,
    /// Not before this day.
    pub since: Option<Date>,
    /// Not after this day.
    pub until: Option<Date>,
    /// Of the conversations with this id.
    pub conversation: Option<String>,
    /// Of this model, as `provider/model`.
    pub model: Option<String>,
}

/// What usage is told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UsagePart {
    /// The tenant.
    Tenant,
    /// The day, as `2026-11-28`.
    Day,
    /// The conversation, as `channel/id`; empty for what is told apart no longer.
    Conversation,
    /// The model, as `provider/model`.
    Model,
}

/// Sums by parts, in their order: for each combination that there is, the parts' names and the sum.
///
/// # Errors
/// [`ReadError`] where the store or a row cannot be read.
pub async fn usage_sums(
    store: &dyn Store,
    filter: &UsageFilter,
    by: &[UsagePart],
) -> Result<BTreeMap<Vec<String>, ModelUse>, ReadError> {
    let prefix = keys::model_use_of(filter.tenant.as_deref(), None);
    let mut sums: BTreeMap<Vec<String>, ModelUse> = BTreeMap::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
        for (row, bytes) in &page {
            let Some(parts) = keys::model_use_in(row).filter(|parts| fits(filter, parts)) else {
                continue;
            };
            let names = by.iter().map(|part| name(*part, &parts)).collect();
            sums.entry(names).or_default().add(&decode(bytes)?);
        }
        if page.len() < PAGE {
            return Ok(sums);
        }
        after = page.last().map(|(row, _)| row.clone());
    }
}

impl UsageFilter {
    /// Days as they are written sort as days do.
    pub(super) fn fits_day(&self, day: &str) -> bool {
        let is_late_enough = self.since.is_none_or(|since| *day >= *since.to_string());
        is_late_enough && self.until.is_none_or(|until| *day <= *until.to_string())
    }

    pub(super) fn fits_model(&self, model: &str) -> bool {
        self.model.as_deref().is_none_or(|wanted| wanted == model)
    }
}

fn fits(filter: &UsageFilter, [_, day, _, id, model]: &[&str; 5]) -> bool {
    let is_of = filter.conversation.as_deref().is_none_or(|wanted| wanted == *id);
    is_of && filter.fits_day(day) && filter.fits_model(model)
}

fn name(part: UsagePart, [tenant, day, channel, id, model]: &[&str; 5]) -> String {
    match part {
        UsagePart::Tenant => (*tenant).to_owned(),
        UsagePart::Day => (*day).to_owned(),
        UsagePart::Conversation if id.is_empty() => String::new(),
        UsagePart::Conversation => format!("{channel}/{id}"),
        UsagePart::Model => (*model).to_owned(),
    }
}
