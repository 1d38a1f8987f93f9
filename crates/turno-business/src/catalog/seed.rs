//! A shop's first day: the files that its own file names, into a store that has no catalogue yet.

use turno_runtime::port::Store;

use super::{
    import::{ImportError, ImportMode, ImportSummary, import_products},
    orders::import_orders,
};
use crate::{Business, keys};

/// Puts what a business's `[catalog]` names into the store, where that has no catalogue of it. Gives what was put in; none where
/// there was nothing to do. From then on the store is what counts.
///
/// # Errors
/// [`ImportError`]; nothing was written then.
pub async fn seed_shop(store: &dyn Store, business: &Business) -> Result<Option<ImportSummary>, ImportError> {
    let stock = &business.stock;
    if stock.products.is_empty() || store.get(&keys::catalog(&business.id)).await?.is_some() {
        return Ok(None);
    }
    // The catalogue last: it is what says that this was done.
    import_orders(store, &business.id, &stock.orders, false).await?;
    import_products(store, &business.id, &stock.products, ImportMode::Keep, false).await.map(Some)
}
