//! Products by words: without accents, with slips of the pen, what fits best first.

use std::collections::BTreeMap;

use super::{
    record::Product,
    shelf::{Good, Shelf},
    words::stems,
};

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Search<'a> {
    pub(crate) query: &'a str,
    pub(crate) category: Option<&'a str>,
    pub(crate) min_cents: Option<i64>,
    pub(crate) max_cents: Option<i64>,
    pub(crate) in_stock_only: bool,
}

/// What was found, best first.
#[derive(Debug)]
pub(crate) struct Finding<'s> {
    pub(crate) products: Vec<&'s Product>,
    /// The words that tell something; none: the query named no thing.
    pub(crate) stems: Vec<String>,
    /// Every word was found in each of the products; else they are the nearest.
    pub(crate) is_exact: bool,
}

/// Words that are spelled nearly so count this much.
const SLIP: f64 = 0.7;
const BEGINNING: f64 = 0.85;

/// What has less than this of the words in it is not near.
const NEAR: f64 = 0.4;

/// What fits this much worse than the best is not meant: "laptop" is no charger that is also for laptops.
const FAR_BEHIND: f64 = 0.6;

/// Finds what fits. Where no product has all of the words, those that have the most of them.
pub(crate) fn find<'s>(shelf: &'s Shelf, search: &Search<'_>) -> Finding<'s> {
    let stems = stems(search.query);
    let fitting: Vec<&Good> = shelf
        .goods
        .iter()
        .filter(|good| passes(&good.product, search))
        .collect();
    if stems.is_empty() {
        let mut products: Vec<&Product> = fitting.iter().map(|good| &good.product).collect();
        products.sort_by_key(|product| (product.stock == 0, product.price_cents, product.id.as_str()));
        return Finding {
            products,
            stems,
            is_exact: true,
        };
    }
    let tells = how_much_each_tells(shelf, &stems);
    let mut scored: Vec<Scored<'_>> = fitting
        .iter()
        .filter_map(|good| score(good, &stems, &tells))
        .collect();
    let is_exact = scored.iter().any(|scored| scored.has_all);
    scored.retain(|scored| scored.has_all == is_exact && (is_exact || scored.share >= NEAR));
    let best = scored.iter().map(|scored| scored.share).fold(0.0, f64::max);
    scored.retain(|scored| scored.share >= best * FAR_BEHIND);
    scored.sort_by(|a, b| {
        b.share
            .total_cmp(&a.share)
            .then_with(|| (a.product.stock == 0).cmp(&(b.product.stock == 0)))
            .then_with(|| a.product.price_cents.cmp(&b.product.price_cents))
            .then_with(|| a.product.id.cmp(&b.product.id))
    });
    Finding {
        products: scored.into_iter().map(|scored| scored.product).collect(),
        stems,
        is_exact,
    }
}

struct Scored<'s> {
    product: &'s Product,
    /// How much of what was said it has: 0 to 1.
    share: f64,
    has_all: bool,
}

fn passes(product: &Product, search: &Search<'_>) -> bool {
    search
        .category
        .is_none_or(|category| product.category == category)
        && search.min_cents.is_none_or(|least| product.price_cents >= least)
        && search.max_cents.is_none_or(|most| product.price_cents <= most)
        && (!search.in_stock_only || product.stock > 0)
}

/// A word that few products have tells more than one that most have.
fn how_much_each_tells(shelf: &Shelf, stems: &[String]) -> BTreeMap<String, f64> {
    #[expect(clippy::cast_precision_loss, reason = "a count of products")]
    let number = |count: usize| count as f64;
    let of = |stem: &String| {
        let having = shelf
            .goods
            .iter()
            .filter(|good| likeness(good, stem) > 0.0)
            .count();
        let tells = (1.0 + (number(shelf.goods.len()) + 1.0) / (number(having) + 1.0)).ln();
        // A word that no product has says little of those that have the others.
        if having == 0 { tells / 2.0 } else { tells }
    };
    stems.iter().map(|stem| (stem.clone(), of(stem))).collect()
}

fn score<'s>(good: &'s Good, stems: &[String], tells: &BTreeMap<String, f64>) -> Option<Scored<'s>> {
    let all: f64 = stems.iter().filter_map(|stem| tells.get(stem)).sum();
    let mut had = 0.0;
    let mut has_all = true;
    for stem in stems {
        let likeness = likeness(good, stem);
        has_all &= likeness > 0.0;
        had += likeness * tells.get(stem).copied().unwrap_or_default();
    }
    (had > 0.0).then(|| Scored {
        product: &good.product,
        share: had / all.max(f64::EPSILON),
        has_all,
    })
}

/// How well a word is one of a product's: 0 to 1.
fn likeness(good: &Good, stem: &str) -> f64 {
    if let Some(weight) = good.stems.get(stem) {
        return *weight;
    }
    let alike = good
        .stems
        .iter()
        .map(|(known, weight)| weight * spelled_alike(stem, known));
    alike.fold(0.0, f64::max)
}

/// 0 where they are different words. A number is never nearly another.
fn spelled_alike(said: &str, known: &str) -> f64 {
    let (said_length, known_length) = (said.chars().count(), known.chars().count());
    if said.bytes().any(|byte| byte.is_ascii_digit()) || known.bytes().any(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    if said_length >= 4 && known.starts_with(said) {
        return BEGINNING;
    }
    let slips = match said_length.min(known_length) {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    if slips > 0 && said_length.abs_diff(known_length) <= slips && strsim::osa_distance(said, known) <= slips
    {
        SLIP
    } else {
        0.0
    }
}
