//! A tenant's products in memory, as they stand in the store.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use turno_language::Tagged;
use turno_runtime::port::{Store, ToolError};

use super::{
    record::{CatalogRow, Product},
    words::all_stems,
};
use crate::{keys, record};

/// Rows that are read at a time.
const PAGE: usize = 500;

/// An import may come between the reads this often.
const TRIES: usize = 5;

/// A tenant's products, with the words that each is found by.
#[derive(Debug, Default)]
pub struct Shelf {
    pub(crate) goods: Vec<Good>,
    /// Every stem, and how many products have it.
    pub(crate) vocabulary: BTreeMap<String, usize>,
}

/// A product on the shelf.
#[derive(Debug)]
pub(crate) struct Good {
    pub(crate) product: Product,
    /// Stems, each with how much it tells: of the name, of other names, of the category, of the description.
    pub(crate) stems: BTreeMap<String, f64>,
}

/// The shelves of all tenants. A catalogue is read once, and again where it was changed since.
#[derive(Debug, Default)]
pub struct Shelves {
    by_tenant: Mutex<BTreeMap<String, (String, Arc<Shelf>)>>,
}

impl Shelves {
    /// The shelf of a tenant, as the store has it now.
    pub async fn of(&self, store: &dyn Store, tenant: &str) -> Result<Arc<Shelf>, ToolError> {
        let mut version = version(store, tenant).await?;
        for _ in 0..TRIES {
            let Some(wanted) = version else {
                return Ok(Arc::default());
            };
            if let Some(shelf) = self.kept(tenant, &wanted) {
                return Ok(shelf);
            }
            let shelf = Arc::new(read(store, tenant).await?);
            version = self::version(store, tenant).await?;
            if version.as_ref() == Some(&wanted) {
                let mut shelves = self.by_tenant.lock().unwrap_or_else(PoisonError::into_inner);
                shelves.insert(tenant.to_owned(), (wanted, Arc::clone(&shelf)));
                return Ok(shelf);
            }
        }
        Err(ToolError::Failed("the catalogue was changed all the time while it was read".to_owned()))
    }

    fn kept(&self, tenant: &str, version: &str) -> Option<Arc<Shelf>> {
        let shelves = self.by_tenant.lock().unwrap_or_else(PoisonError::into_inner);
        let (kept, shelf) = shelves.get(tenant)?;
        (kept == version).then(|| Arc::clone(shelf))
    }
}

impl Shelf {
    /// What stands on it.
    pub fn products(&self) -> impl Iterator<Item = &Product> {
        self.goods.iter().map(|good| &good.product)
    }

    /// Whether nothing stands on it.
    pub fn is_empty(&self) -> bool {
        self.goods.is_empty()
    }

    /// A shelf of these products.
    pub fn new(products: impl IntoIterator<Item = Product>) -> Self {
        let goods: Vec<Good> = products.into_iter().map(Good::new).collect();
        let mut vocabulary: BTreeMap<String, usize> = BTreeMap::new();
        for stem in goods.iter().flat_map(|good| good.stems.keys()) {
            *vocabulary.entry(stem.clone()).or_default() += 1;
        }
        Self { goods, vocabulary }
    }

    /// The product with that id, or with that number of the business's.
    pub fn product(&self, id: &str) -> Option<&Product> {
        let products = || self.goods.iter().map(|good| &good.product);
        products().find(|product| product.id == id).or_else(|| {
            products().find(|product| product.sku.as_deref().is_some_and(|sku| sku.eq_ignore_ascii_case(id)))
        })
    }
}

impl Good {
    fn new(product: Product) -> Self {
        let mut stems: BTreeMap<String, f64> = BTreeMap::new();
        let mut add = |text: &str, weight: f64| {
            for stem in all_stems(text) {
                let told = stems.entry(stem).or_default();
                *told = told.max(weight);
            }
        };
        add(&product.description, 0.5);
        add(product.description_en.as_deref().unwrap_or_default(), 0.5);
        add(&product.category, 0.55);
        add(product.category_en.as_deref().unwrap_or_default(), 0.55);
        for alias in &product.aliases {
            let mut words = alias.split_whitespace();
            add(words.next().unwrap_or_default(), 0.95);
            words.for_each(|word| add(word, 0.55));
        }
        add(&product.id, 0.55);
        add(product.sku.as_deref().unwrap_or_default(), 0.9);
        for name in [product.name_en.as_deref().unwrap_or_default(), &product.name] {
            let (thing, what_for) = parted(name);
            add(what_for, 0.5);
            add(thing, 1.0);
        }
        Self { product, stems }
    }
}

/// A case for a phone is no phone: what a name has after "para" or "for" is not the thing itself.
fn parted(name: &str) -> (&str, &str) {
    static FOR: Tagged = Tagged::new("parted_for");
    let at = FOR.iter().filter_map(|link| name.find(&format!(" {link} "))).min();
    at.and_then(|at| name.split_at_checked(at)).unwrap_or((name, ""))
}

async fn version(store: &dyn Store, tenant: &str) -> Result<Option<String>, ToolError> {
    let row = record::read::<CatalogRow>(store, keys::catalog(tenant)).await?;
    Ok(row.map(|row| row.record.version))
}

async fn read(store: &dyn Store, tenant: &str) -> Result<Shelf, ToolError> {
    let prefix = keys::products(tenant);
    let mut products: Vec<Product> = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
        for (_, bytes) in &page {
            products.push(record::decode(bytes)?);
        }
        match page.last() {
            Some((last, _)) if page.len() == PAGE => after = Some(last.clone()),
            Some(_) | None => return Ok(Shelf::new(products)),
        }
    }
}
