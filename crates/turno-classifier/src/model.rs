//! What was learnt, and what it tells of a text.

use crate::Features;

/// What was learnt: for each feature, how much it speaks for each class.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    pub(crate) classes: usize,
    /// The places that stood in an example, in order.
    pub(crate) places: Vec<u32>,
    /// For each of them, one weight a class.
    pub(crate) weights: Vec<f32>,
    /// For each number of a meaning, one weight a class; empty where nothing was known of meanings.
    pub(crate) meaning: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Model {
    /// How many classes it tells apart.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// How likely each class is, in their order: from 0 to 1, together 1. Where nothing is known of the text, as the examples were shared.
    pub fn probabilities(&self, features: &Features) -> Vec<f32> {
        let mut scores = self.bias.clone();
        for (place, value) in &features.places {
            if let Ok(row) = self.places.binary_search(place) {
                add(&mut scores, self.row(row), *value);
            }
        }
        for (number, value) in features.meaning.iter().enumerate() {
            let start = number * self.classes;
            if let Some(row) = self.meaning.get(start..start + self.classes) {
                add(&mut scores, row, *value);
            }
        }
        as_probabilities(&mut scores);
        scores
    }

    /// How much of what the text has was in an example at all, from 0 to 1.
    pub fn known_part(&self, features: &Features) -> f32 {
        let mut known = 0.0;
        let mut all = 0.0;
        for (place, value) in &features.places {
            all += value;
            if self.places.binary_search(place).is_ok() {
                known += value;
            }
        }
        if all > 0.0 { known / all } else { 0.0 }
    }

    fn row(&self, row: usize) -> &[f32] {
        let start = row * self.classes;
        self.weights.get(start..start + self.classes).unwrap_or_default()
    }
}

pub(crate) fn add(scores: &mut [f32], row: &[f32], value: f32) {
    for (score, weight) in scores.iter_mut().zip(row) {
        *score += weight * value;
    }
}

/// Scores as likelihoods.
pub(crate) fn as_probabilities(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = libm::expf(*score - most);
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}
