//! Products by words: without accents, with slips of the pen, what fits best first.

use super::{
    record::Product,
    shelf::{Good, Shelf},
    words::stems,
};

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct Search<'a> {
    /// What is looked for.
    pub query: &'a str,
    /// In which category.
    pub category: Option<&'a str>,
    /// The lowest price.
    pub min_cents: Option<i64>,
    /// The highest price.
    pub max_cents: Option<i64>,
    /// Only what is there.
    pub in_stock_only: bool,
}

/// What was found, best first.
#[derive(Debug)]
pub struct Finding<'s> {
    /// Those that were found, the best first.
    pub products: Vec<&'s Product>,
    /// The words that tell something; none: the query named no thing.
    pub stems: Vec<String>,
    /// Every word was found in each of the products; else they are the nearest.
    pub is_exact: bool,
}

/// Words that are spelled nearly so count this much.
const SLIP: f64 = 0.7;
const BEGINNING: f64 = 0.85;

/// What has less than this of the words in it is not near.
const NEAR: f64 = 0.4;

/// What fits this much worse than the best is not meant: "laptop" is no charger that is also for laptops.
const FAR_BEHIND: f64 = 0.6;

/// Finds what fits. Where no product has all of the words, those that have the most of them.
pub fn find<'s>(shelf: &'s Shelf, search: &Search<'_>) -> Finding<'s> {
    let stems = stems(search.query);
    if stems.is_empty() {
        let all = shelf.goods.iter().map(|good| &good.product);
        let mut products: Vec<&Product> = all.filter(|product| passes(product, search)).collect();
        products.sort_by_key(|product| (product.stock == 0, product.price_cents, product.id.as_str()));
        return Finding { products, stems, is_exact: true };
    }
    let asked = Asked::new(shelf, &stems);
    let mut scored: Vec<Scored<'_>> = shelf.goods.iter().filter_map(|good| asked.score(good)).collect();
    let best = scored.iter().map(|scored| scored.share).fold(0.0, f64::max);
    scored.retain(|scored| passes(scored.product, search) && scored.share >= best * FAR_BEHIND);
    let is_exact = scored.iter().any(|scored| scored.has_all);
    scored.retain(|scored| scored.has_all == is_exact && (is_exact || scored.share >= NEAR));
    scored.sort_by(|a, b| {
        b.share
            .total_cmp(&a.share)
            .then_with(|| (a.product.stock == 0).cmp(&(b.product.stock == 0)))
            .then_with(|| a.product.price_cents.cmp(&b.product.price_cents))
            .then_with(|| a.product.id.cmp(&b.product.id))
    });
    Finding { products: scored.into_iter().map(|scored| scored.product).collect(), stems, is_exact }
}

struct Scored<'s> {
    product: &'s Product,
    /// How much of what was said it has: 0 to 1.
    share: f64,
    has_all: bool,
}

fn passes(product: &Product, search: &Search<'_>) -> bool {
    search.category.is_none_or(|category| product.category == category)
        && search.min_cents.is_none_or(|least| product.price_cents >= least)
        && search.max_cents.is_none_or(|most| product.price_cents <= most)
        && (!search.in_stock_only || product.stock > 0)
}

/// The words that are looked for.
struct Asked<'s> {
    words: Vec<Word<'s>>,
}

struct Word<'s> {
    /// How much it tells.
    tells: f64,
    /// The stems of products that it may mean, and how near each is: 0 to 1.
    means: Vec<(&'s str, f64)>,
}

impl<'s> Asked<'s> {
    fn new(shelf: &'s Shelf, stems: &[String]) -> Self {
        let words = stems.iter().map(|stem| Word::new(shelf, stem));
        Self { words: words.collect() }
    }

    fn score(&self, good: &'s Good) -> Option<Scored<'s>> {
        let all: f64 = self.words.iter().map(|word| word.tells).sum();
        let mut had = 0.0;
        let mut has_all = true;
        for word in &self.words {
            let likeness = word.likeness(good);
            has_all &= likeness > 0.0;
            had += likeness * word.tells;
        }
        (had > 0.0).then(|| Scored { product: &good.product, share: had / all.max(f64::EPSILON), has_all })
    }
}

impl<'s> Word<'s> {
    /// What a word may mean: itself where a product has it just so, and what begins with it; else what is spelled nearly so too.
    fn new(shelf: &'s Shelf, stem: &str) -> Self {
        let is_known = shelf.vocabulary.contains_key(stem);
        let means = shelf.vocabulary.keys().filter_map(|known| {
            let nearness = spelled_alike(stem, known, is_known);
            (nearness > 0.0).then_some((known.as_str(), nearness))
        });
        let mut word = Self { tells: 0.0, means: means.collect() };
        word.tells = word.tells_of(shelf);
        word
    }

    /// A word that few products have tells more than one that most have.
    fn tells_of(&self, shelf: &Shelf) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a count of products")]
        let number = |count: usize| count as f64;
        let having = shelf.goods.iter().filter(|good| self.likeness(good) > 0.0).count();
        let tells = (1.0 + (number(shelf.goods.len()) + 1.0) / (number(having) + 1.0)).ln();
        // A word that no product has says little of those that have the others.
        if having == 0 { tells / 2.0 } else { tells }
    }

    /// How well it is one of a product's: 0 to 1.
    fn likeness(&self, good: &Good) -> f64 {
        let alike = self.means.iter().filter_map(|(stem, nearness)| Some(nearness * good.stems.get(*stem)?));
        alike.fold(0.0, f64::max)
    }
}

/// 0 where they are different words. A number is never nearly another.
fn spelled_alike(said: &str, known: &str, is_known: bool) -> f64 {
    if said == known {
        return 1.0;
    }
    let (said_length, known_length) = (said.chars().count(), known.chars().count());
    if said.bytes().any(|byte| byte.is_ascii_digit()) || known.bytes().any(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    if said_length >= 4 && known.starts_with(said) {
        return BEGINNING;
    }
    if is_known {
        return 0.0;
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
