//! Pages that were read, kept for a while: each in parts that fit a row, and removed by the sweep once their time is over.

use turno_business::record::{self, CachedPart};
use turno_core::Timestamp;
use turno_runtime::{
    keys::business as row_of,
    port::{Batch, Store, ToolError},
};

use super::{page::Page, text::cut_bytes};

/// What a row holds of a text, in bytes; a row is at most 64 KiB.
const PART_BYTES: usize = 48_000;

/// More parts than any page has.
const PARTS_MAX: usize = 8;

/// A page from the cache, and when it was read. A page that is damaged or in pieces of two readings is none.
pub(super) async fn cached(
    store: &dyn Store,
    tenant: &str,
    url: &str,
    now: Timestamp,
) -> Result<Option<(Page, Timestamp)>, ToolError> {
    let rows = store.scan(&prefix(tenant, url), None, PARTS_MAX).await?;
    let parts: Vec<CachedPart> = rows.iter().filter_map(|(_, bytes)| record::decode(bytes).ok()).collect();
    let Some(first) = parts.first() else {
        return Ok(None);
    };
    let is_whole = parts.len() >= first.parts
        && parts
            .iter()
            .take(first.parts)
            .enumerate()
            .all(|(at, part)| part.part == at && part.url == url && part.fetched_at == first.fetched_at);
    // A clock that was set back does not keep a page for longer.
    if !is_whole || now >= first.expires_at || now < first.fetched_at {
        return Ok(None);
    }
    let page = Page {
        url: first.found_at.clone(),
        title: first.title.clone(),
        text: parts.iter().take(first.parts).map(|part| part.content.as_str()).collect(),
        is_cut: first.is_cut,
    };
    Ok(Some((page, first.fetched_at)))
}

/// The writes that keep a page.
pub(super) fn keep(
    tenant: &str,
    url: &str,
    page: &Page,
    now: Timestamp,
    ttl_seconds: u32,
) -> Result<Batch, ToolError> {
    let texts = in_parts(&page.text);
    let mut batch = Batch::default();
    for (at, content) in texts.iter().enumerate() {
        let part = CachedPart {
            url: url.to_owned(),
            found_at: page.url.clone(),
            title: page.title.clone(),
            content: (*content).to_owned(),
            is_cut: page.is_cut,
            fetched_at: now,
            expires_at: Timestamp(now.0.saturating_add(i64::from(ttl_seconds) * 1_000)),
            part: at,
            parts: texts.len(),
        };
        batch.put(key(tenant, url, at), record::encode(&part)?);
    }
    Ok(batch)
}

fn in_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > PART_BYTES {
        let (part, after) = rest.split_at(cut_bytes(rest, PART_BYTES).len());
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

/// URLs are longer than keys may be: their hash stands for them.
fn prefix(tenant: &str, url: &str) -> Vec<u8> {
    row_of(tenant, &["page", blake3::hash(url.as_bytes()).to_hex().as_str(), ""])
}

fn key(tenant: &str, url: &str, part: usize) -> Vec<u8> {
    row_of(tenant, &["page", blake3::hash(url.as_bytes()).to_hex().as_str(), &part.to_string()])
}
