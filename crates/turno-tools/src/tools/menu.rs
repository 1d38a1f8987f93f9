//! `get_menu`.

use turno_business::{
    Business, Dish,
    answer::{Answer, units},
    say::{Said, Voice},
};
use turno_language::Tagged;

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_core::ToolSpec;
use turno_language::{Act, format::Form, text::fold};
use turno_runtime::port::{Prepared, ToolError};

use super::call::{Call, Serves};
use crate::parameters::{self, Outline};

/// The most dishes in a result, and in what is told.
const MOST: usize = 5;

pub(super) struct GetMenu;

#[async_trait]
impl Serves for GetMenu {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let section = parameters.text("category");
        let has_prices = parameters.flag("include_prices", true);
        if let Some(id) = section.filter(|id| business.section(id).is_none()) {
            return Ok(with_sections(no_such_section(business, &voice, id), business).read_only());
        }
        let dishes: Vec<&Dish> = business
            .menu
            .iter()
            .filter(|dish| section.is_none_or(|section| dish.section == section))
            .filter(|dish| parameters.text("menu_item_id").is_none_or(|id| dish.id == id))
            .filter(|dish| parameters.text("search_term").is_none_or(|term| is_found(dish, term)))
            .collect();
        let is_whole =
            ["category", "search_term", "menu_item_id"].iter().all(|name| parameters.text(name).is_none());
        let answer = match dishes.as_slice() {
            [] => not_found(&voice),
            [dish] => Answer::done(&one_dish(&voice, dish, has_prices)),
            dishes if is_whole => Answer::done(&whole_menu(business, &voice, dishes.len())),
            dishes => Answer::done(&several(&voice, dishes, has_prices)),
        };
        let items: Vec<Value> = dishes.iter().take(MOST).map(|dish| dish_value(dish)).collect();
        let answer = answer.with("items", items).with("total_items", dishes.len());
        Ok(with_sections(answer, business).with_formatted().read_only())
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "get_menu",
        description: "Gives dishes of the menu: of a section, by a word, or one dish with its price",
        category: "info",
        act: Act::Other,
        enabled_for: &["rest_standard", "rest_complete"],
        parameters: parameters::object(
            json!({
                "category": parameters::term("sections", "Id of a section of the menu", "parameter.section"),
                "search_term": parameters::text("A word to search for", "parameter.what_to_look_for"),
                "menu_item_id": parameters::term("menu", "Id of one dish", "parameter.dish"),
                "include_prices": parameters::flag("With prices", true, "parameter.with_prices"),
            }),
            &[],
        ),
    }
    .spec()
    .stating(crate::stated::of_a_menu())
}

fn is_found(dish: &Dish, term: &str) -> bool {
    let words = singular_words(term);
    let name_and_tags = dish.aliases.iter().chain(&dish.tags);
    let text: String =
        name_and_tags.fold(format!("{} {}", dish.name, dish.description), |all, it| all + " " + it);
    let known = singular_words(&text);
    !words.is_empty() && words.iter().all(|word| known.iter().any(|known| known.starts_with(word.as_str())))
}

/// The words that say something, without accents, gender and number: "platillos vegetarianas" finds "vegetariano".
fn singular_words(text: &str) -> Vec<String> {
    static EMPTY: Tagged = Tagged::new("menu_empty");
    fold(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !EMPTY.contains(word))
        .map(|word| {
            let stem = word.trim_end_matches('s').trim_end_matches(['a', 'e', 'o']);
            if stem.len() < 3 { word.to_owned() } else { stem.to_owned() }
        })
        .collect()
}

fn dish_value(dish: &Dish) -> Value {
    json!({
        "id": dish.id, "name": dish.name, "description": dish.description, "section": dish.section,
        "price_cents": dish.price_cents, "price": units(dish.price_cents), "available": dish.available,
        "tags": dish.tags,
    })
}

fn one_dish(voice: &Voice<'_>, dish: &Dish, has_price: bool) -> Said {
    Said::each(|form| {
        let name = &dish.name;
        let price = voice.money(form, dish.price_cents);
        let mut told = match (has_price, dish.available) {
            (_, false) => voice.say("menu.one_not_now", &[("name", &name)]),
            (true, true) => voice.say("menu.one", &[("name", name), ("price", &price)]),
            (false, true) => format!("{name}."),
        };
        if !dish.description.is_empty() {
            told = format!("{told} {}", dish.description);
        }
        told
    })
}

fn several(voice: &Voice<'_>, dishes: &[&Dish], has_prices: bool) -> Said {
    Said::each(|form| {
        let told: Vec<String> = dishes
            .iter()
            .take(MOST)
            .map(|dish| if has_prices { priced(voice, dish, form) } else { dish.name.clone() })
            .collect();
        let list = voice.both(&told);
        match dishes.len().saturating_sub(MOST) {
            0 => voice.say("menu.several", &[("dishes", &list)]),
            1 => voice.say("menu.several_and_one", &[("dishes", &list)]),
            more => voice.say("menu.several_and_more", &[("dishes", &list), ("count", &more)]),
        }
    })
}

fn priced(voice: &Voice<'_>, dish: &Dish, form: Form) -> String {
    let (name, price) = (&dish.name, voice.money(form, dish.price_cents));
    if !dish.available {
        return voice.say("menu.priced_not_today", &[("name", &name)]);
    }
    voice.say("menu.priced", &[("name", &name), ("price", &price)])
}

fn whole_menu(business: &Business, voice: &Voice<'_>, count: usize) -> Said {
    let names: Vec<String> = business.sections.iter().map(|section| section.name.to_lowercase()).collect();
    let list = voice.both(&names);
    Said::same(voice.say("menu.whole", &[("count", &count), ("sections", &list)]))
}

fn not_found(voice: &Voice<'_>) -> Answer {
    let said = voice.words("menu.none");
    Answer::refused("not_found", &Said::same(said))
}

fn no_such_section(business: &Business, voice: &Voice<'_>, id: &str) -> Answer {
    let names: Vec<String> = business.sections.iter().map(|section| section.name.to_lowercase()).collect();
    let list = voice.both(&names);
    let said = voice.say("menu.no_such_section", &[("section", &id), ("sections", &list)]);
    Answer::refused("no_such_section", &Said::same(said))
        .with("items", json!([]))
        .with("total_items", 0)
        .with_formatted()
}

fn with_sections(answer: Answer, business: &Business) -> Answer {
    let sections: Vec<Value> =
        business.sections.iter().map(|section| json!({"id": section.id, "name": section.name})).collect();
    answer.with("sections", sections)
}
