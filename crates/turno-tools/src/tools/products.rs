//! `search_products`.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_business::{
    Product,
    answer::{Answer, units},
    catalog::{Finding, Search, Shelf, Shelves, find, price_limits, stems, telling_words},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, Language, format::Form};
use turno_runtime::port::{Prepared, ToolError};

use super::call::{Call, Serves};
use crate::parameters::{self, Outline, SHOPS};

/// How many products are given where nothing else is said, and at most.
const USUAL: usize = 5;
const MOST: usize = 20;

/// How many are told to the ear, and to the eye.
const HEARD: usize = 4;
const READ: usize = 5;

/// The longest description in a result of several, in characters.
const DESCRIPTION_CHARACTERS: usize = 300;

pub(super) struct SearchProducts {
    pub(super) shelves: Arc<Shelves>,
}

#[async_trait]
impl Serves for SearchProducts {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let shelf = self.shelves.of(store, &business.id).await?;
        let said = price_limits(parameters.required_text("query")?, voice.language);
        let category = match parameters.text("category") {
            Some(given) => match category_of(&shelf, given) {
                Some(category) => Some(category),
                None => return Ok(no_such_category(&voice, &shelf, given).read_only()),
            },
            None => None,
        };
        let search = Search {
            query: &said.rest,
            category,
            min_cents: parameters.cents("min_price")?.or(said.min_cents),
            max_cents: parameters.cents("max_price")?.or(said.max_cents),
            in_stock_only: parameters.flag("in_stock_only", false),
        };
        let limit = parameters.integer("limit").and_then(|limit| usize::try_from(limit).ok());
        let limit = limit.unwrap_or(USUAL).clamp(1, MOST);
        let finding = find(&shelf, &search);
        Ok(answer(&voice, &shelf, &search, &finding, limit).read_only())
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "search_products",
        description: "Searches the catalogue by name, category or features; gives prices and stock",
        category: "products",
        act: Act::Other,
        enabled_for: SHOPS,
        parameters: parameters::object(
            json!({
                "query": {"type": "string", "minLength": 1, "maxLength": 500,
                    "description": "What is looked for, in the customer's words; prices in it (\"under 500\") are limits",
                    "x-slot": "text", "x-name": parameters::names("parameter.what_to_look_for")},
                "category": parameters::text("A category of the catalogue", "parameter.category"),
                "min_price": {"type": "number", "minimum": 0, "description": "The least price, in whole units of the currency",
                    "x-name": parameters::names("parameter.lowest_price")},
                "max_price": {"type": "number", "minimum": 0, "description": "The highest price, in whole units of the currency",
                    "x-name": parameters::names("parameter.highest_price")},
                "in_stock_only": parameters::flag("Only what is there now", false, "parameter.in_stock_only"),
                "limit": {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL, "description": "How many products",
                    "x-name": parameters::names("parameter.how_many")},
            }),
            &["query"],
        ),
    }
    .spec()
    .stating(crate::stated::of_products())
}

/// A category as the catalogue has it, from how people say it, in either language.
fn category_of<'s>(shelf: &'s Shelf, given: &str) -> Option<&'s str> {
    let wanted = stems(given);
    let fits = |name: &str| {
        let known = stems(name);
        !wanted.is_empty() && wanted.iter().all(|stem| known.contains(stem))
    };
    let products = || shelf.products();
    let is_it = |product: &&Product| {
        product.category == given
            || fits(&product.category)
            || product.category_en.as_deref().is_some_and(fits)
    };
    products().find(is_it).map(|product| product.category.as_str())
}

/// The categories, in a language, the largest first.
pub(super) fn categories(shelf: &Shelf, language: Language) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for product in shelf.products() {
        let name = product.category_in(language);
        match counted.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name.to_owned(), 1)),
        }
    }
    counted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counted.into_iter().map(|(name, _)| name).collect()
}

fn answer(
    voice: &Voice<'_>,
    shelf: &Shelf,
    search: &Search<'_>,
    finding: &Finding<'_>,
    limit: usize,
) -> Answer {
    let has_limits = search.category.is_some()
        || search.min_cents.is_some()
        || search.max_cents.is_some()
        || search.in_stock_only;
    let is_whole = finding.stems.is_empty() && !has_limits;
    let found = &finding.products;
    let given: Vec<&Product> = found.iter().take(limit).copied().collect();
    let answer = match given.as_slice() {
        [] => Answer::refused("not_found", &nothing(voice, shelf)),
        _ if is_whole => Answer::done(&everything(voice, shelf)),
        [one] if found.len() == 1 => Answer::done(&one_product(voice, one, finding.is_exact)),
        several => Answer::done(&several_products(voice, several, found.len(), finding.is_exact)),
    };
    let is_one = given.len() == 1;
    let products: Vec<Value> =
        given.iter().map(|product| product_value(voice.language, product, is_one)).collect();
    answer
        .with("products", products)
        .with("total_count", found.len())
        .with("is_exact", finding.is_exact && !found.is_empty())
        .with("query", telling_words(search.query).join(" "))
        .with("max_price", search.max_cents.map(units))
        .with("min_price", search.min_cents.map(units))
        .with("lowest_price", given.iter().map(|product| product.price_cents).min().map(units))
        .with("currency", voice.business.currency.as_str())
        .with("categories", categories(shelf, voice.language).into_iter().take(MOST).collect::<Vec<_>>())
}

pub(super) fn product_value(language: Language, product: &Product, is_whole: bool) -> Value {
    let description = product.description_in(language);
    let characters = if is_whole { usize::MAX } else { DESCRIPTION_CHARACTERS };
    json!({
        "id": product.id, "sku": product.sku, "name": product.name_in(language),
        "description": description.chars().take(characters).collect::<String>(),
        "price": units(product.price_cents), "price_cents": product.price_cents,
        "stock_available": product.stock, "category": product.category_in(language), "image_url": product.image_url,
    })
}

/// "Tenemos Audífonos Sony WH-CH520 a $1,299; hay 8 en existencia."
fn one_product(voice: &Voice<'_>, product: &Product, is_exact: bool) -> Said {
    Said::each(|form| {
        let told = match is_exact {
            true => told_with_stock(voice, product, form),
            false => voice.say("products.nearest", &[("products", &priced(voice, product, form))]),
        };
        let description = product.description_in(voice.language);
        match (form, description) {
            (Form::Written, text) if !text.is_empty() => format!("{told} {text}"),
            (Form::Written | Form::Spoken, _) => told,
        }
    })
}

/// What one product costs and how many of it there are, as a sentence. A name may be of one thing or of many, so that no verb
/// goes with it.
pub(super) fn told_with_stock(voice: &Voice<'_>, product: &Product, form: Form) -> String {
    let (name, price) = (product.name_in(voice.language), voice.money(form, product.price_cents));
    match product.stock {
        0 => voice.say("products.out_of_stock", &[("name", &name), ("price", &price)]),
        1 => voice.say("products.one_in_stock", &[("name", &name), ("price", &price)]),
        stock => voice.say("products.in_stock", &[("name", &name), ("price", &price), ("count", &stock)]),
    }
}

fn several_products(voice: &Voice<'_>, products: &[&Product], total: usize, is_exact: bool) -> Said {
    Said::each(|form| {
        let most = match form {
            Form::Spoken => HEARD,
            Form::Written => READ,
        };
        let mut told: Vec<String> =
            products.iter().take(most).map(|product| priced(voice, product, form)).collect();
        let more = total.saturating_sub(told.len());
        if more > 0 {
            told.push(voice.say("products.more", &[("count", &more)]));
        }
        let list = voice.both(&told);
        let message = if is_exact { "products.several" } else { "products.nearest" };
        voice.say(message, &[("products", &list)])
    })
}

fn priced(voice: &Voice<'_>, product: &Product, form: Form) -> String {
    let (name, price) = (product.name_in(voice.language), voice.money(form, product.price_cents));
    match product.stock {
        0 => voice.say("products.priced_out_of_stock", &[("name", &name), ("price", &price)]),
        _ => voice.say("products.priced", &[("name", &name), ("price", &price)]),
    }
}

fn everything(voice: &Voice<'_>, shelf: &Shelf) -> Said {
    let count = shelf.products().count();
    let list = brief(voice, shelf);
    Said::same(voice.say("products.everything", &[("count", &count), ("categories", &list)]))
}

fn nothing(voice: &Voice<'_>, shelf: &Shelf) -> Said {
    if shelf.is_empty() {
        return Said::same(voice.words("products.empty"));
    }
    let list = brief(voice, shelf);
    Said::same(voice.say("products.none", &[("categories", &list)]))
}

fn no_such_category(voice: &Voice<'_>, shelf: &Shelf, given: &str) -> Answer {
    let list = brief(voice, shelf);
    let given: String = given.chars().take(60).collect();
    let said = voice.say("products.no_such_category", &[("category", &given), ("categories", &list)]);
    Answer::refused("no_such_category", &Said::same(said))
        .with("products", json!([]))
        .with("total_count", 0)
        .with("categories", categories(shelf, voice.language).into_iter().take(MOST).collect::<Vec<_>>())
}

/// The largest categories.
fn brief(voice: &Voice<'_>, shelf: &Shelf) -> String {
    let names: Vec<String> =
        categories(shelf, voice.language).iter().map(|name| name.to_lowercase()).collect();
    turno_language::format::brief_list(voice.language, &names, false)
}
