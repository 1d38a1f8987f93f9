//! Products into the store: all of a file in one commit, and the same file twice changes nothing.

use std::collections::BTreeMap;

use turno_runtime::port::{Batch, CommitError, Store, StoreError, ToolError};

use super::record::{CatalogRow, Product};
use crate::{keys, record};

/// Rows that are read at a time.
const PAGE: usize = 500;

/// An import is done again this often where another one came between.
const TRIES: usize = 5;

/// What becomes of products that the file does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportMode {
    /// They stay.
    Keep,
    /// They are removed.
    Replace,
}

/// What an import did, or would do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ImportSummary {
    /// Rows that are new.
    pub added: usize,
    /// Rows that are different now.
    pub changed: usize,
    /// Rows that were there just so.
    pub same: usize,
    /// Rows that were removed.
    pub removed: usize,
    /// All rows afterwards.
    pub total: usize,
}

/// An import that was not done; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The store failed, or a row of it cannot be read.
    #[error(transparent)]
    Store(#[from] ToolError),
    /// Two products would have one number.
    #[error(
        "the SKU `{sku}` would be that of `{first}` and of `{second}`: give each its own, or import with --replace"
    )]
    SameSku {
        /// The number.
        sku: String,
        /// One of the two, by id.
        first: String,
        /// The other.
        second: String,
    },
    /// Others kept changing the catalogue meanwhile.
    #[error("another import was changing the catalogue all the time: wait for it, then import again")]
    Busy,
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Store(error.into())
    }
}

/// Puts products into a tenant's catalogue: by id, a product is new, or takes the place of the one there. With
/// `is_dry_run` nothing is written, and the summary says what would be.
///
/// # Errors
/// [`ImportError`]; nothing was written then.
pub async fn import_products(
    store: &dyn Store,
    tenant: &str,
    products: &[Product],
    mode: ImportMode,
    is_dry_run: bool,
) -> Result<ImportSummary, ImportError> {
    for _ in 0..TRIES {
        let (summary, batch) = prepare(store, tenant, products, mode).await?;
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

async fn prepare(
    store: &dyn Store,
    tenant: &str,
    products: &[Product],
    mode: ImportMode,
) -> Result<(ImportSummary, Batch), ImportError> {
    let catalog_key = keys::catalog(tenant);
    let catalog = store.get(&catalog_key).await?;
    let mut rows = all_rows(store, tenant).await?;
    let mut batch = Batch::default();
    let mut summary = ImportSummary::default();
    if mode == ImportMode::Replace {
        let kept: std::collections::BTreeSet<&str> =
            products.iter().map(|product| product.id.as_str()).collect();
        rows.retain(|id, _| {
            let is_kept = kept.contains(id.as_str());
            if !is_kept {
                batch.remove(keys::product(tenant, id));
                summary.removed += 1;
            }
            is_kept
        });
    }
    for product in products {
        let bytes = record::encode(product)?;
        match rows.get(&product.id) {
            Some(there) if *there == bytes => {
                summary.same += 1;
                continue;
            }
            Some(_) => summary.changed += 1,
            None => summary.added += 1,
        }
        batch.put(keys::product(tenant, &product.id), bytes.clone());
        rows.insert(product.id.clone(), bytes);
    }
    summary.total = rows.len();
    check_skus(&rows)?;
    let now = record::encode(&CatalogRow { version: version_of(&rows), count: rows.len() as u64 })?;
    if catalog.as_ref() != Some(&now) {
        batch.expect(catalog_key.clone(), catalog);
        batch.put(catalog_key, now);
    }
    Ok((summary, batch))
}

/// A tenant's products, as they are kept, by id.
async fn all_rows(store: &dyn Store, tenant: &str) -> Result<BTreeMap<String, Vec<u8>>, ImportError> {
    let prefix = keys::products(tenant);
    let mut rows = BTreeMap::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
        for (key, bytes) in &page {
            let id = key.get(prefix.len()..).unwrap_or_default();
            rows.insert(String::from_utf8_lossy(id).into_owned(), bytes.clone());
        }
        match page.last() {
            Some((last, _)) if page.len() == PAGE => after = Some(last.clone()),
            Some(_) | None => return Ok(rows),
        }
    }
}

fn check_skus(rows: &BTreeMap<String, Vec<u8>>) -> Result<(), ImportError> {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (id, bytes) in rows {
        let product: Product = record::decode(bytes)?;
        let Some(sku) = product.sku else { continue };
        if let Some(first) = seen.insert(sku.clone(), id) {
            return Err(ImportError::SameSku { sku, first: first.to_owned(), second: id.clone() });
        }
    }
    Ok(())
}

fn version_of(rows: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (id, bytes) in rows {
        hasher.update(id.as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
