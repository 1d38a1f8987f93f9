//! A CSV file of products, read and checked: all faults at once, each with its line and its cure.

use std::collections::BTreeMap;

use super::{
    amounts::price_cents,
    fields::is_id,
    record::Product,
    sheet::{Column, Row, Sheet},
};
use crate::config::{Fault, Faults};

const COLUMNS: &[Column] = &[
    Column { name: "id", also: &["product_id", "clave", "codigo"] },
    Column { name: "sku", also: &[] },
    Column { name: "name", also: &["nombre", "producto"] },
    Column { name: "description", also: &["descripcion"] },
    Column { name: "price", also: &["precio"] },
    Column { name: "stock", also: &["existencia", "existencias", "inventario"] },
    Column { name: "category", also: &["categoria"] },
    Column { name: "image_url", also: &["imagen", "image", "foto"] },
    Column { name: "aliases", also: &["alias", "sinonimos", "otros_nombres"] },
    Column { name: "name_en", also: &["nombre_en", "english_name"] },
    Column { name: "description_en", also: &["descripcion_en"] },
    Column { name: "category_en", also: &["categoria_en"] },
];

const NAME_CHARACTERS: usize = 120;
const DESCRIPTION_CHARACTERS: usize = 1_000;
const CATEGORY_CHARACTERS: usize = 60;
const URL_CHARACTERS: usize = 500;
const ALIASES: usize = 20;

/// More of one thing are a slip of the pen.
const STOCK_MAX: u32 = 10_000_000;

/// What a file of products holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductSheet {
    /// The products, in the order of the file.
    pub products: Vec<Product>,
    /// Columns that nothing is known of, and that were left alone.
    pub ignored: Vec<String>,
}

/// Reads a CSV file of products, with prices in whole units of `currency` (ISO 4217). `file` is its name for messages;
/// nothing is opened. Needed columns: `id` or `sku`, `name`, `price`, `stock`, `category`; further ones: `description`, `image_url`,
/// `aliases` (parted by `|`), `name_en`, `description_en`, `category_en`.
///
/// # Errors
/// All [`Faults`] of the file.
pub fn read_products(file: &str, bytes: &[u8], currency: &str) -> Result<ProductSheet, Faults> {
    let mut sheet = Sheet::read(file, bytes, COLUMNS);
    if sheet.faults.is_empty() {
        sheet.require(&["name", "price", "stock", "category"]);
        if !sheet.has("id") && !sheet.has("sku") {
            let hint = "one of the two tells the products apart";
            sheet.fault(1, "there is no column `id`, nor `sku`".to_owned(), Some(hint.to_owned()));
        }
    }
    let rows = std::mem::take(&mut sheet.rows);
    let mut products = Vec::with_capacity(rows.len());
    let mut seen = Seen::default();
    for row in &rows {
        let product = read_row(&mut sheet, row, currency);
        seen.check(&mut sheet, row);
        products.extend(product);
    }
    finished(sheet.faults)?;
    Ok(ProductSheet { products, ignored: sheet.ignored })
}

/// Faults in the order of their lines, where there are any.
pub(super) fn finished(mut faults: Vec<Fault>) -> Result<(), Faults> {
    faults.sort_by_key(|fault| fault.line);
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}

fn read_row(sheet: &mut Sheet<'_>, row: &Row, currency: &str) -> Option<Product> {
    let sku = sheet.short(row, "sku", 64);
    let id = read_id(sheet, row, sku.as_deref());
    let name = sheet.required(row, "name").and_then(|_| sheet.short(row, "name", NAME_CHARACTERS));
    let price_cents = sheet.required(row, "price").and_then(|text| {
        price_cents(&text, currency)
            .map_err(|message| sheet.fault(row.line, format!("in `price`: {message}"), None))
            .ok()
    });
    let stock = sheet.required(row, "stock").and_then(|text| read_stock(sheet, row, &text));
    let category =
        sheet.required(row, "category").and_then(|_| sheet.short(row, "category", CATEGORY_CHARACTERS));
    let description = sheet.short(row, "description", DESCRIPTION_CHARACTERS);
    let image_url = sheet.short(row, "image_url", URL_CHARACTERS);
    if let Some(url) =
        image_url.as_ref().filter(|url| !url.starts_with("https://") && !url.starts_with("http://"))
    {
        let message = format!("in `image_url`: `{url}` is no address: it begins with https://");
        sheet.fault(row.line, message, None);
    }
    let aliases = read_aliases(sheet, row);
    let name_en = sheet.short(row, "name_en", NAME_CHARACTERS);
    let description_en = sheet.short(row, "description_en", DESCRIPTION_CHARACTERS);
    let category_en = sheet.short(row, "category_en", CATEGORY_CHARACTERS);
    Some(Product {
        id: id?,
        sku,
        name: name?,
        description: description.unwrap_or_default(),
        price_cents: price_cents?,
        stock: stock?,
        category: category?,
        image_url,
        aliases,
        name_en,
        description_en,
        category_en,
    })
}

fn read_id(sheet: &mut Sheet<'_>, row: &Row, sku: Option<&str>) -> Option<String> {
    let given = sheet.cell(row, "id").map(str::to_owned);
    let column = if given.is_some() { "id" } else { "sku" };
    let Some(id) = given.or_else(|| sku.map(str::to_owned)) else {
        sheet.fault(row.line, "the row has neither `id` nor `sku`".to_owned(), None);
        return None;
    };
    if is_id(&id) {
        return Some(id);
    }
    let message =
        format!("in `{column}`: `{id}` is no id: use letters a to z, digits, `-`, `_` and `.`, 64 at most");
    sheet.fault(row.line, message, None);
    None
}

fn read_stock(sheet: &mut Sheet<'_>, row: &Row, text: &str) -> Option<u32> {
    let digits: String = text.chars().filter(|c| *c != ',' && *c != ' ').collect();
    let whole = digits.strip_suffix(".0").or(digits.strip_suffix(".00")).unwrap_or(&digits);
    let stock = whole.parse::<u32>().ok().filter(|stock| *stock <= STOCK_MAX);
    if stock.is_none() {
        let message = format!(
            "in `stock`: `{text}` is no number of pieces: write a whole number from 0 to {STOCK_MAX}"
        );
        sheet.fault(row.line, message, None);
    }
    stock
}

fn read_aliases(sheet: &mut Sheet<'_>, row: &Row) -> Vec<String> {
    let Some(cell) = sheet.cell(row, "aliases") else {
        return Vec::new();
    };
    let aliases: Vec<String> =
        cell.split('|').map(str::trim).filter(|alias| !alias.is_empty()).map(str::to_owned).collect();
    if aliases.len() > ALIASES || aliases.iter().any(|alias| alias.chars().count() > NAME_CHARACTERS) {
        let message =
            format!("`aliases` has more than {ALIASES}, or one of more than {NAME_CHARACTERS} characters");
        sheet.fault(row.line, message, Some("part them with `|`".to_owned()));
    }
    aliases
}

/// The ids and numbers that were there before, each with its line.
#[derive(Default)]
struct Seen {
    lines: BTreeMap<(&'static str, String), usize>,
}

impl Seen {
    fn check(&mut self, sheet: &mut Sheet<'_>, row: &Row) {
        for column in ["id", "sku"] {
            let Some(value) = sheet.cell(row, column).map(str::to_owned) else {
                continue;
            };
            match self.lines.get(&(column, value.clone())) {
                Some(first) => {
                    let message =
                        format!("the {column} `{value}` is already that of line {first}: give each its own");
                    sheet.fault(row.line, message, None);
                }
                None => drop(self.lines.insert((column, value), row.line)),
            }
        }
    }
}
