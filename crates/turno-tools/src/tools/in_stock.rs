//! Whether a dish or a product is there.

use serde_json::json;
use turno_business::{
    Business, Dish, Kind, Product,
    answer::{Answer, units},
    catalog::Shelf,
    say::{Said, Voice},
};
use turno_runtime::port::ToolContext;

use super::products::{product_value, told_with_stock};

/// Whether a dish can be ordered now, or a product is in stock.
pub(super) fn item_answer(business: &Business, context: &ToolContext, shelf: &Shelf, id: &str) -> Answer {
    let voice = Voice::new(business, context.now);
    match (business.dish(id), shelf.product(id)) {
        (Some(dish), _) => dish_answer(&voice, dish),
        (None, Some(product)) => product_answer(&voice, product),
        (None, None) => no_such_product(&voice),
    }
    .with("product_id", id)
}

fn no_such_product(voice: &Voice<'_>) -> Answer {
    let said = match voice.business.kind {
        Kind::Restaurant | Kind::Clinic => voice.words("menu.no_such_dish"),
        Kind::Shop => voice.words("products.no_such"),
    };
    Answer::refused("no_such_product", &Said::same(said)).with("success", true).with("available", false)
}

fn dish_answer(voice: &Voice<'_>, dish: &Dish) -> Answer {
    let name = &dish.name;
    let said = if dish.available {
        Said::each(|form| {
            let price = voice.money(form, dish.price_cents);
            voice.say("menu.available", &[("name", &name), ("price", &price)])
        })
    } else {
        Said::same(voice.say("menu.not_available", &[("name", &name)]))
    };
    let answer = Answer::done(&said).with("available", dish.available).with(
        "details",
        json!({"name": name, "price_cents": dish.price_cents, "price": units(dish.price_cents)}),
    );
    if dish.available { answer } else { answer.with("reason", "unavailable_item") }
}

fn product_answer(voice: &Voice<'_>, product: &Product) -> Answer {
    let said = Said::each(|form| told_with_stock(voice, product, form));
    let answer = Answer::done(&said)
        .with("available", product.stock > 0)
        .with("details", product_value(voice.language, product, true));
    if product.stock > 0 { answer } else { answer.with("reason", "unavailable_item") }
}
