//! Whose price a price is.

use std::{collections::BTreeSet, sync::Arc};

use turno_language::{Tagged, Text};

use crate::{
    clauses::clauses,
    fact::Price,
    money::other_currencies_in,
    names::{Name, Named, named_in},
    phrases::begins_as,
    rule::Rule,
    values::{number_of, prices_answered, prices_in},
};

/// What is counted before a price.
static SO_MANY: Tagged = Tagged::new("prices_so_many");

/// A price that is said.
#[derive(Debug)]
pub(crate) struct PriceSaid {
    /// The amounts that are money, in hundredths.
    amounts: Vec<i64>,
    /// Those that answer what something costs.
    answered: Vec<i64>,
    /// It is asked: a question states nothing.
    asks: bool,
    /// The parts of the sentence, each with its amounts.
    clauses: Vec<(Text, Vec<i64>)>,
    /// What stands in front of the first amount.
    front: Text,
    /// How many of something are named.
    counts: BTreeSet<i64>,
    /// "Dos órdenes son 129": it is of so many together.
    is_of_so_many: bool,
    /// The words in front of what says that it costs, as far as they may name something.
    told_of: Vec<String>,
    /// Words for money of another currency than the business's.
    other_money: Vec<String>,
}

/// What is asked of whatever was told.
pub(crate) struct Told<'a> {
    /// Whether an amount was told.
    pub(crate) amount: &'a dyn Fn(i64) -> bool,
    /// Whether a word was told in one sentence with an amount.
    pub(crate) word_with: &'a dyn Fn(&str, i64) -> bool,
    /// Whether a word was told.
    pub(crate) word: &'a dyn Fn(&str) -> bool,
}

impl PriceSaid {
    pub(crate) fn read(sentence: &Text, asks: bool, latest: &Text, currency: &str) -> Option<Self> {
        let amounts = prices_in(sentence);
        let answered = match !asks && asks_a_price(latest) {
            true => prices_answered(sentence),
            false => Vec::new(),
        };
        if amounts.is_empty() && answered.is_empty() {
            return None;
        }
        let said = sentence.said();
        // "Los tacos y el mole cuestan $120 y $245."
        let first = said.find(|c: char| c == '$' || c.is_ascii_digit());
        let words: Vec<&str> = sentence.words().collect();
        let of_clause = |clause: Text| {
            let prices = prices_in(&clause);
            (clause, prices)
        };
        let others = other_currencies_in(sentence, currency);
        Some(Self {
            amounts,
            answered,
            asks,
            clauses: clauses(said).into_iter().map(of_clause).collect(),
            front: Text::of(said.get(..first.unwrap_or_default()).unwrap_or_default()),
            counts: counts_in(sentence),
            is_of_so_many: words.first().is_some_and(|word| count_of(word).is_some())
                && words.get(1).is_some_and(|word| SO_MANY.contains(word)),
            told_of: words_told_of(&words),
            other_money: others.map(str::to_owned).collect(),
        })
    }
}

/// "¿Cuánto cuesta?", "how much is it?"
fn asks_a_price(latest: &Text) -> bool {
    static IN_WORDS: Tagged = Tagged::new("prices_asked_in_words");
    static STEMS: Tagged = Tagged::new("prices_asked_stems");
    static NOT: Tagged = Tagged::new("prices_not_asked");
    let asks = |word: &str| begins_as(word, &STEMS) && !NOT.contains(&word);
    IN_WORDS.iter().any(|phrase| latest.folded().contains(phrase)) || latest.words().any(asks)
}

/// The words in front of the verb, that stand not beside prices of all kinds.
fn words_told_of(words: &[&str]) -> Vec<String> {
    const LETTERS_MIN: usize = 4;
    static VERBS: Tagged = Tagged::new("prices_verbs");
    let verb = words.iter().position(|word| VERBS.contains(word));
    let front = &words[..verb.unwrap_or_default()];
    let tells = |word: &&&str| word.len() >= LETTERS_MIN && !is_of_any_price(word);
    front.iter().filter(tells).map(|word| (*word).to_owned()).collect()
}

/// What is sold, as results and the business tell it, and what each of it costs.
#[derive(Debug, Clone, Default)]
pub(crate) struct PriceTags {
    items: Vec<Arc<Price>>,
    /// Amounts that are nobody's own price (totals, fees), in hundredths of what is written.
    others: BTreeSet<i64>,
}

impl PriceTags {
    pub(crate) fn add(&mut self, price: Arc<Price>) {
        self.items.push(price);
    }

    /// Adds amounts that are of nothing named, in hundredths.
    pub(crate) fn add_amounts(&mut self, amounts: &BTreeSet<i64>) {
        self.others.extend(amounts);
    }

    pub(crate) fn rule_against(
        &self,
        said: &PriceSaid,
        sentence: &Text,
        latest: &Text,
        told: &Told<'_>,
    ) -> Option<Rule> {
        // Amounts in results are often cents.
        let is_known = |hundredths: &i64| {
            (told.amount)(*hundredths)
                || (told.amount)(hundredths.saturating_mul(100))
                || self.is_sum(*hundredths, &said.counts, sentence, latest)
        };
        if !(said.amounts.iter().all(is_known) && said.answered.iter().all(is_known)) {
            return Some(Rule::PriceNobodyGave);
        }
        if !self.are_of_what_is_named(said, sentence) {
            return Some(Rule::PriceOfSomethingElse);
        }
        if !(said.asks || self.is_of_something_known(said, sentence, told.word_with)) {
            return Some(Rule::PriceOfNothingKnown);
        }
        if !self.is_of_so_many(said, sentence) {
            return Some(Rule::PriceOfOneForMany);
        }
        let is_own_money = said.amounts.is_empty() || said.other_money.iter().all(|word| (told.word)(word));
        (!is_own_money).then_some(Rule::OtherCurrency)
    }

    /// A price that stands beside the name of something sold is not that of something else.
    fn are_of_what_is_named(&self, said: &PriceSaid, sentence: &Text) -> bool {
        if self.items.is_empty() || said.amounts.is_empty() {
            return true;
        }
        let in_sentence = named_in(&self.items, sentence);
        let in_front = named_in(&self.items, &said.front);
        let is_list = in_front.len() == in_sentence.len();
        said.clauses.iter().all(|(clause, prices)| {
            let in_clause = named_in(&self.items, clause);
            let named = if is_list || in_clause.is_empty() { &in_sentence } else { &in_clause };
            let is_of = |item: &Arc<Price>, price: i64| has(&item.amounts, price);
            named.is_empty()
                || prices.iter().all(|price| {
                    named.iter().any(|item| is_of(item, *price))
                        || has(&self.others, *price)
                        || !self.items.iter().any(|item| is_of(item, *price))
                })
        })
    }

    /// So many of what is sold, or of some of it together: "dos órdenes de pastor son 258".
    fn is_sum(&self, price: i64, counts: &BTreeSet<i64>, sentence: &Text, latest: &Text) -> bool {
        let mut counts = counts.clone();
        counts.extend(counts_in(latest));
        // The amount itself counts nothing.
        counts.retain(|count| count.saturating_mul(100) != price);
        let is_of_one = |item: &Arc<Price>| {
            let mut sums = counts
                .iter()
                .flat_map(|count| item.amounts.iter().map(move |price| price.saturating_mul(*count)));
            sums.any(|sum| is_amount(sum, price))
        };
        let named = match named_in(&self.items, sentence) {
            named if named.is_empty() => named_in(&self.items, latest),
            named => named,
        };
        let is_one = match named.is_empty() {
            true => self.items.iter().any(is_of_one),
            false => named.iter().any(|item| is_of_one(item)),
        };
        if is_one {
            return true;
        }
        counts.insert(1);
        (2..=SUMMANDS_MAX).contains(&named.len())
            && sums_of(&named, &counts).into_iter().any(|sum| is_amount(sum, price))
    }

    /// "Dos órdenes son 129" where one is: that many cost as many times as much.
    fn is_of_so_many(&self, said: &PriceSaid, sentence: &Text) -> bool {
        !said.is_of_so_many
            || said.amounts.iter().all(|price| {
                let is_single = self.items.iter().any(|item| has(&item.amounts, *price));
                !is_single || self.is_sum(*price, &said.counts, sentence, &Text::default())
            })
    }

    /// What a price is told of, where it is nothing that is sold here by name, was named by a tool or by the business.
    fn is_of_something_known(
        &self,
        said: &PriceSaid,
        sentence: &Text,
        known: &dyn Fn(&str, i64) -> bool,
    ) -> bool {
        // A price of something that was told of, and of nothing else.
        let is_own = |price: &&i64| self.items.iter().any(|item| has(&item.amounts, **price));
        let Some(price) = said.amounts.iter().find(is_own) else {
            return true;
        };
        said.told_of.is_empty()
            || !named_in(&self.items, sentence).is_empty()
            || said.told_of.iter().any(|word| known(word, *price))
    }
}

/// So many kinds of things are summed up.
const SUMMANDS_MAX: usize = 3;

/// All sums of so many of each.
fn sums_of(named: &[&Arc<Price>], counts: &BTreeSet<i64>) -> Vec<i64> {
    named.iter().fold(vec![0], |sums, item| {
        let of_item = || {
            let prices = item.amounts.iter();
            prices.flat_map(|price| counts.iter().map(|count| price.saturating_mul(*count)))
        };
        sums.into_iter().flat_map(|sum: i64| of_item().map(move |more| sum.saturating_add(more))).collect()
    })
}

/// Amounts in results are often cents.
fn is_amount(sum: i64, price: i64) -> bool {
    sum == price || sum == price.saturating_mul(100)
}

/// "Dos órdenes", "3 tacos": how many of something, at most so many as one orders.
fn counts_in(text: &Text) -> BTreeSet<i64> {
    text.words().filter_map(count_of).collect()
}

fn count_of(word: &str) -> Option<i64> {
    const MOST: f64 = 50.0;
    let number = number_of(word)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most fifty")]
    (number.fract() == 0.0 && (2.0..=MOST).contains(&number)).then_some(number as i64)
}

/// Words that stand beside prices of all kinds, and name nothing that is sold.
fn is_of_any_price(word: &str) -> bool {
    static GENERAL: Tagged = Tagged::new("prices_general");
    GENERAL.contains(&word)
}

impl Named for Arc<Price> {
    fn name(&self) -> &Name {
        &self.name
    }
}

/// Amounts in results are often cents.
fn has(amounts: &BTreeSet<i64>, hundredths: i64) -> bool {
    amounts.contains(&hundredths) || amounts.contains(&hundredths.saturating_mul(100))
}
