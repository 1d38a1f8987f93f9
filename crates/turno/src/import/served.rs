//! An import as it is carried out, by the daemon or on a store at rest.

use serde::{Deserialize, Serialize};
use turno_business::{Business, ImportMode, import_orders, import_products, read_orders, read_products};
use turno_runtime::port::Store;

/// No file is larger.
pub(crate) const FILE_BYTES_MAX: u64 = 32 * 1_024 * 1_024;

/// What the daemon is asked to import; the file's bytes follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ImportRequest {
    /// What the rows are.
    pub(crate) kind: RowKind,
    /// Whose they are.
    pub(crate) tenant: String,
    /// How many bytes follow.
    pub(crate) bytes: u64,
    /// What becomes of rows that the file does not have.
    pub(crate) mode: ImportMode,
    /// Only say what would be.
    pub(crate) is_dry_run: bool,
}

/// What rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowKind {
    /// Products.
    Catalog,
    /// Orders that were taken elsewhere.
    Orders,
}

/// What an import did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Imported {
    pub(crate) added: usize,
    pub(crate) changed: usize,
    pub(crate) same: usize,
    pub(crate) removed: usize,
    /// All there are now, where that is known.
    pub(crate) total: Option<usize>,
}

/// Carries an import out.
///
/// # Errors
/// Says what is wrong; nothing was written then.
pub(crate) async fn import(
    store: &dyn Store,
    business: &Business,
    request: &ImportRequest,
    bytes: &[u8],
) -> Result<Imported, String> {
    let (tenant, is_dry_run) = (business.id.as_str(), request.is_dry_run);
    match request.kind {
        RowKind::Catalog => {
            let sheet =
                read_products("the file", bytes, &business.currency).map_err(|faults| faults.to_string())?;
            let summary = import_products(store, tenant, &sheet.products, request.mode, is_dry_run);
            let summary = summary.await.map_err(|error| error.to_string())?;
            Ok(Imported {
                added: summary.added,
                changed: summary.changed,
                same: summary.same,
                removed: summary.removed,
                total: Some(summary.total),
            })
        }
        RowKind::Orders => {
            let orders = read_orders("the file", bytes, business).map_err(|faults| faults.to_string())?;
            let summary = import_orders(store, tenant, &orders, is_dry_run).await;
            let summary = summary.map_err(|error| error.to_string())?;
            Ok(Imported {
                added: summary.added,
                changed: summary.changed,
                same: summary.same,
                removed: 0,
                total: None,
            })
        }
    }
}
