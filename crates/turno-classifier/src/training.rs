//! Learning from examples: multinomial logistic regression by stochastic gradient descent, with a rate for each feature that falls with
//! what it has learnt (AdaGrad, Duchi et al. 2011).

use crate::{
    Features, Model,
    model::{add, as_probabilities},
};

/// A text of which the class is known.
#[derive(Debug, Clone)]
pub struct Example {
    /// What is seen of it.
    pub features: Features,
    /// Its class, from 0.
    pub class: usize,
    /// How much it counts; 1 for most.
    pub weight: f32,
}

/// How it is learnt.
#[derive(Debug, Clone, Copy)]
pub struct Training {
    /// So often all examples are gone through.
    pub rounds: usize,
    /// How far each example moves what was learnt.
    pub rate: f32,
    /// How much of a weight is forgotten each time that its feature is seen.
    pub decay: f32,
}

impl Default for Training {
    fn default() -> Self {
        Self { rounds: 24, rate: 0.5, decay: 1e-4 }
    }
}

/// What the examples teach of so many classes. Examples of other classes are left out.
pub fn train(examples: &[Example], classes: usize, training: Training) -> Model {
    let examples: Vec<&Example> = examples.iter().filter(|example| example.class < classes).collect();
    let mut learner = Learner::of(&examples, classes);
    let rows: Vec<Vec<(usize, f32)>> = examples.iter().map(|example| learner.rows_of(example)).collect();
    for round in 0..training.rounds {
        for at in order(examples.len(), round) {
            learner.learn(examples[at], &rows[at], training);
        }
    }
    learner.model
}

/// All places from 0 below a length, in an order that looks like none and is another in each round.
fn order(length: usize, round: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    // Knuth's MMIX generator: what matters is that neighbours, which are of one class, come apart.
    let mut state = (round as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for at in (1..length).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from(state >> 33).unwrap_or_default() % (at + 1);
        order.swap(at, other);
    }
    order
}

struct Learner {
    model: Model,
    /// What each feature has moved so far: places, then meanings, then the bias.
    moved: Vec<f32>,
    moved_by_meaning: Vec<f32>,
    moved_by_bias: f32,
    scores: Vec<f32>,
}

impl Learner {
    fn of(examples: &[&Example], classes: usize) -> Self {
        let places = examples.iter().flat_map(|example| &example.features.places).map(|(place, _)| *place);
        let mut places: Vec<u32> = places.collect();
        places.sort_unstable();
        places.dedup();
        let meanings =
            examples.iter().map(|example| example.features.meaning.len()).max().unwrap_or_default();
        Self {
            moved: vec![0.0; places.len()],
            moved_by_meaning: vec![0.0; meanings],
            moved_by_bias: 0.0,
            scores: vec![0.0; classes],
            model: Model {
                classes,
                weights: vec![0.0; places.len() * classes],
                places,
                meaning: vec![0.0; meanings * classes],
                bias: vec![0.0; classes],
            },
        }
    }

    fn rows_of(&self, example: &Example) -> Vec<(usize, f32)> {
        let places = example.features.places.iter();
        places
            .filter_map(|(place, value)| Some((self.model.places.binary_search(place).ok()?, *value)))
            .collect()
    }

    fn learn(&mut self, example: &Example, rows: &[(usize, f32)], training: Training) {
        let classes = self.model.classes;
        let row = |row: usize| row * classes..(row + 1) * classes;
        self.scores.copy_from_slice(&self.model.bias);
        for (at, value) in rows {
            add(&mut self.scores, &self.model.weights[row(*at)], *value);
        }
        for (number, value) in example.features.meaning.iter().enumerate() {
            add(&mut self.scores, &self.model.meaning[row(number)], *value);
        }
        as_probabilities(&mut self.scores);
        self.scores[example.class] -= 1.0;
        let mut size = 0.0;
        for score in &mut self.scores {
            *score *= example.weight;
            size += *score * *score;
        }
        // Nothing to learn from what is known already.
        if size < 1e-6 {
            return;
        }
        for (at, value) in rows {
            let weights = &mut self.model.weights[row(*at)];
            step(weights, &self.scores, *value, &mut self.moved[*at], size, training);
        }
        for (number, value) in example.features.meaning.iter().enumerate() {
            let weights = &mut self.model.meaning[row(number)];
            step(weights, &self.scores, *value, &mut self.moved_by_meaning[number], size, training);
        }
        step(&mut self.model.bias, &self.scores, 0.1, &mut self.moved_by_bias, size, training);
    }
}

fn step(weights: &mut [f32], slope: &[f32], value: f32, moved: &mut f32, size: f32, training: Training) {
    *moved += size * value * value;
    let rate = training.rate / libm::sqrtf(*moved + 1e-8);
    let kept = 1.0 - training.decay * rate;
    for (weight, slope) in weights.iter_mut().zip(slope) {
        *weight = *weight * kept - rate * slope * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(text: &str, class: usize) -> Example {
        Example { features: Features::of(text.split(' '), None), class, weight: 1.0 }
    }

    fn examples() -> Vec<Example> {
        let rows = [
            ("quiero una mesa para cuatro", 0),
            ("reservar mesa el viernes", 0),
            ("apartar lugar en la terraza", 0),
            ("tienen estacionamiento", 1),
            ("donde dejo el coche", 1),
            ("hay valet parking", 1),
            ("cuanto cuesta el guacamole", 2),
            ("que precio tiene el mole", 2),
        ];
        rows.into_iter().map(|(text, class)| example(text, class)).collect()
    }

    fn best(model: &Model, text: &str) -> usize {
        let likely = model.probabilities(&Features::of(text.split(' '), None));
        let best = likely.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(class, _)| class).unwrap_or_default()
    }

    #[test]
    fn what_is_like_an_example_is_of_its_class() {
        let model = train(&examples(), 3, Training::default());
        assert_eq!(best(&model, "una mesita para el viernes"), 0);
        assert_eq!(best(&model, "hay donde dejar los coches"), 1);
        assert_eq!(best(&model, "que precios tienen"), 2);
    }

    #[test]
    fn the_same_examples_teach_the_same_to_the_last_bit() {
        let (one, other) =
            (train(&examples(), 3, Training::default()), train(&examples(), 3, Training::default()));
        assert_eq!(one, other);
    }

    #[test]
    fn likelihoods_are_together_one_also_of_what_was_never_seen() {
        let model = train(&examples(), 3, Training::default());
        for text in ["", "xyzzy", "mesa"] {
            let likely = model.probabilities(&Features::of(text.split(' '), None));
            assert!((likely.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{text}: {likely:?}");
        }
    }
}
