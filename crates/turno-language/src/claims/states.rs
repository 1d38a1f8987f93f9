//! The states that a sentence tells of, as they were read.

use super::{
    form_words::{DELIVERED, READY, UNDER_WAY, names_of_state},
    forms::{Word, forms_of, stems_of_participles, words_with_marks},
};
use crate::Text;
use crate::pack::Tagged;

/// The states that a sentence tells of: "fue entregado".
#[derive(Debug)]
pub struct StatesTold(Vec<String>);

impl StatesTold {
    /// Of a sentence.
    pub fn of(sentence: &Text) -> Self {
        let words = words_with_marks(sentence);
        let mut states = forms_of(&words).states;
        states.extend(of_an_order(&words));
        Self(if states.is_empty() { stems_of_participles(sentence) } else { states })
    }

    /// Whether what was read, folded, has each of them, in any language: `delivered`. True where there are none.
    pub fn are_in(&self, found: &str) -> bool {
        let is_found = |stem: &String| names_of_state(stem).iter().any(|name| found.contains(name));
        self.0.iter().all(is_found)
    }

    /// Whether one of them is a stage on the way of an order to whom it is for: told by its status alone, and no address of
    /// delivery is one.
    pub fn are_of_delivery(&self) -> bool {
        static STAGES: Tagged = Tagged::new("claims_stages");
        let is_stage = |stem: &String| {
            let is_named = [UNDER_WAY, READY, DELIVERED].contains(&stem.as_str());
            is_named || STAGES.iter().any(|stage| stem.starts_with(stage))
        };
        self.0.iter().any(is_stage)
    }
}

/// What is told of an order in words that are no participle: "su pedido está listo", "your order shipped", "ya llegó su paquete".
fn of_an_order(words: &[Word<'_>]) -> Vec<String> {
    static ORDERS: Tagged = Tagged::new("claims_orders");
    static IS: Tagged = Tagged::new("claims_is");
    static AT_HOME: Tagged = Tagged::new("claims_at_home");
    static IS_READY: Tagged = Tagged::new("claims_ready");
    static ARRIVED: Tagged = Tagged::new("claims_arrived");
    static LEFT: Tagged = Tagged::new("claims_left");
    let has = |known: &Tagged| words.iter().any(|word| known.contains(&word.folded));
    if !has(&ORDERS) {
        return Vec::new();
    }
    let stages = [
        (READY, has(&IS_READY)),
        (DELIVERED, has(&ARRIVED) || has(&IS) && has(&AT_HOME)),
        (UNDER_WAY, has(&LEFT)),
    ];
    let told = stages.into_iter().filter(|(_, is_told)| *is_told);
    told.map(|(stage, _)| stage.to_owned()).collect()
}
