//! A CSV file of dishes, for the tables of a restaurant's file.

use std::collections::BTreeMap;

use turno_language::text::fold;

use super::{
    amounts::price_cents,
    products::finished,
    sheet::{Column, Row, Sheet},
};
use crate::{Business, config::Faults};

const COLUMNS: &[Column] = &[
    Column { name: "id", also: &["clave", "codigo"] },
    Column { name: "name", also: &["nombre", "platillo"] },
    Column { name: "name_en", also: &["nombre_en"] },
    Column { name: "section", also: &["seccion", "category", "categoria"] },
    Column { name: "price", also: &["precio"] },
    Column { name: "description", also: &["descripcion"] },
    Column { name: "description_en", also: &["descripcion_en"] },
    Column { name: "aliases", also: &["alias", "sinonimos"] },
    Column { name: "available", also: &["disponible"] },
    Column { name: "tags", also: &["etiquetas"] },
];

/// A dish of a file. What the file has no column for, or nothing in it, is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetDish {
    /// Its id.
    pub id: String,
    /// Its name, in the business's first language.
    pub name: String,
    /// Its name in English.
    pub name_en: Option<String>,
    /// The id of its section.
    pub section: String,
    /// What it costs, in cents.
    pub price_cents: i64,
    /// What it is.
    pub description: Option<String>,
    /// What it is, in English.
    pub description_en: Option<String>,
    /// Other ways to say it.
    pub aliases: Option<Vec<String>>,
    /// It can be ordered now.
    pub available: Option<bool>,
    /// Words to find it by.
    pub tags: Option<Vec<String>>,
}

/// Reads a CSV file of a restaurant's dishes. Needed columns: `id`, `name`, `section` (its id or its name), `price`; further ones:
/// `description`, `aliases` and `tags` (parted by `|`), `available` (yes or no), `name_en`, `description_en`.
///
/// # Errors
/// All [`Faults`] of the file.
pub fn read_menu(file: &str, bytes: &[u8], business: &Business) -> Result<Vec<SheetDish>, Faults> {
    let mut sheet = Sheet::read(file, bytes, COLUMNS);
    if sheet.faults.is_empty() {
        sheet.require(&["id", "name", "section", "price"]);
    }
    let rows = std::mem::take(&mut sheet.rows);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut dishes = Vec::with_capacity(rows.len());
    for row in &rows {
        let Some(dish) = read_row(&mut sheet, row, business) else {
            continue;
        };
        match seen.insert(dish.id.clone(), row.line) {
            Some(first) => {
                let message =
                    format!("the id `{}` is already that of line {first}: give each its own", dish.id);
                sheet.fault(row.line, message, None);
            }
            None => dishes.push(dish),
        }
    }
    finished(sheet.faults)?;
    Ok(dishes)
}

fn read_row(sheet: &mut Sheet<'_>, row: &Row, business: &Business) -> Option<SheetDish> {
    let id = sheet.file_id(row);
    let name = sheet.required(row, "name").and_then(|_| sheet.short(row, "name", 120));
    let section = sheet.required(row, "section").and_then(|text| section(sheet, row, &text, business));
    let price = sheet.required(row, "price").and_then(|text| {
        price_cents(&text, &business.currency)
            .map_err(|message| sheet.fault(row.line, format!("in `price`: {message}"), None))
            .ok()
    });
    let available = sheet.cell(row, "available").map(str::to_owned);
    let available = available.and_then(|text| yes_or_no(sheet, row, "available", &text));
    Some(SheetDish {
        id: id?,
        name: name?,
        name_en: sheet.short(row, "name_en", 120),
        section: section?,
        price_cents: price?,
        description: sheet.short(row, "description", 500),
        description_en: sheet.short(row, "description_en", 500),
        aliases: sheet.list(row, "aliases"),
        available,
        tags: sheet.list(row, "tags"),
    })
}

/// A section by its id, or by its name in any language.
fn section(sheet: &mut Sheet<'_>, row: &Row, text: &str, business: &Business) -> Option<String> {
    let others = business.in_other_languages.values().flat_map(|other| &other.sections);
    let mut sections = business.sections.iter().chain(others);
    let found = sections.find(|section| section.id == text || fold(&section.name) == fold(text));
    if found.is_none() {
        let known: Vec<&str> = business.sections.iter().map(|section| section.id.as_str()).collect();
        let (message, cure) = (format!("in `section`: there is no `{text}`"), known.join(", "));
        let cure = if known.is_empty() {
            "add [[sections]] to the business's file first".to_owned()
        } else {
            format!("use one of {cure}")
        };
        sheet.fault(row.line, message, Some(cure));
    }
    found.map(|section| section.id.clone())
}

fn yes_or_no(sheet: &mut Sheet<'_>, row: &Row, column: &str, text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "yes" | "si" | "true" | "1" | "x" | "verdadero" => Some(true),
        "no" | "false" | "0" | "falso" => Some(false),
        _ => {
            sheet.fault(row.line, format!("in `{column}`: `{text}` is neither yes nor no"), None);
            None
        }
    }
}
