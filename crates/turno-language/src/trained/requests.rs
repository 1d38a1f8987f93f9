//! What somebody wants, by what others said who wanted it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use turno_classifier::{Example, Model, Training, train};

use super::features_of;
use crate::{Language, text::Text};

/// Few sentences of many classes: each is to move what is learnt far.
const TRAINING: Training = Training { rounds: 24, rate: 1.5, decay: 1e-4 };

/// What one intent is learnt from.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestExamples {
    /// Sentences of its own.
    pub sentences: Vec<String>,
    /// The subjects of the languages' own examples that it serves: `parking`, `person`.
    pub subjects: Vec<String>,
}

/// What somebody may want.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The intent at that place among those that it was trained for.
    Intent(usize),
    /// Something that none of them serves, by its subject: `invoice`, `small_talk`.
    Subject(String),
}

/// Reads requests; trained for the intents of one router.
#[derive(Debug)]
pub struct RequestReader {
    model: Model,
    classes: Vec<Wanted>,
}

impl RequestReader {
    /// The same as [`Self::train`], learnt once in a process for the same examples in the same languages: many businesses share a graph.
    pub fn shared(intents: &[RequestExamples]) -> Option<Arc<Self>> {
        type Learnt = BTreeMap<(Vec<&'static str>, Vec<RequestExamples>), Option<Arc<RequestReader>>>;
        static LEARNT: Mutex<Learnt> = Mutex::new(BTreeMap::new());
        let languages = Language::understood().map(Language::code).collect();
        // Whoever else needs it waits for it rather than learn it twice. What is learnt is put in whole: a panic leaves nothing half done.
        let mut learnt = LEARNT.lock().unwrap_or_else(PoisonError::into_inner);
        let reader = learnt.entry((languages, intents.to_vec()));
        reader.or_insert_with(|| Self::train(intents).map(Arc::new)).clone()
    }

    /// Learns what is wanted with these intents, and what is wanted with none of them: the subjects of the languages that are read in here
    /// (see [`crate::reading_in`]) and that no intent serves. None where no intent has an example.
    pub fn train(intents: &[RequestExamples]) -> Option<Self> {
        let mut of_subject: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for language in Language::understood() {
            for (subject, sentence) in language.pack().examples.rows() {
                of_subject.entry(subject).or_default().push(sentence);
            }
        }
        let mut classes = Vec::new();
        let mut said: Vec<(usize, &str)> = Vec::new();
        for (number, intent) in intents.iter().enumerate() {
            let own = intent.sentences.iter().map(String::as_str);
            let of_subjects = intent.subjects.iter().filter_map(|subject| of_subject.get(subject.as_str()));
            let sentences: Vec<&str> = own.chain(of_subjects.flatten().copied()).collect();
            if !sentences.is_empty() {
                said.extend(sentences.into_iter().map(|sentence| (classes.len(), sentence)));
                classes.push(Wanted::Intent(number));
            }
        }
        if classes.is_empty() {
            return None;
        }
        let is_served =
            |subject: &str| intents.iter().any(|intent| intent.subjects.iter().any(|own| own == subject));
        for (subject, sentences) in of_subject.iter().filter(|(subject, _)| !is_served(subject)) {
            said.extend(sentences.iter().map(|sentence| (classes.len(), *sentence)));
            classes.push(Wanted::Subject((*subject).to_owned()));
        }
        let examples: Vec<Example> = said
            .into_iter()
            .map(|(class, sentence)| Example {
                features: features_of(&Text::of(sentence)),
                class,
                weight: 1.0,
            })
            .collect();
        Some(Self { model: train(&examples, classes.len(), TRAINING), classes })
    }

    /// What is wanted, the likeliest first, with how likely each is, from 0 to 1. Empty where the text has no words.
    pub fn read(&self, text: &Text) -> Vec<(&Wanted, f32)> {
        let features = features_of(text);
        if features.is_empty() {
            return Vec::new();
        }
        let likely = self.model.probabilities(&features);
        let mut ranked: Vec<(&Wanted, f32)> = self.classes.iter().zip(likely).collect();
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples(sentences: &[&str], subjects: &[&str]) -> RequestExamples {
        let owned = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        RequestExamples { sentences: owned(sentences), subjects: owned(subjects) }
    }

    #[test]
    fn what_is_said_in_other_words_finds_its_intent_and_what_nobody_serves_its_subject() {
        let reader = RequestReader::train(&[
            examples(
                &[
                    "¿dan clases de cocina?",
                    "quiero tomar un taller de cocina",
                    "cursos de cocina para niños",
                ],
                &[],
            ),
            examples(&[], &["parking"]),
            examples(&[], &["person"]),
            RequestExamples::default(),
        ])
        .unwrap();
        let best = |said: &str| reader.read(&Text::of(said))[0].0.clone();
        assert_eq!(best("¿hay cursos para aprender a cocinar, un taller o clases?"), Wanted::Intent(0));
        assert_eq!(best("y el coche dónde lo dejo"), Wanted::Intent(1));
        assert_eq!(best("can I talk to somebody real"), Wanted::Intent(2));
        assert_eq!(best("¿me hacen factura?"), Wanted::Subject("invoice".to_owned()));
        assert!(reader.read(&Text::of("…")).is_empty());
        assert!(RequestReader::train(&[RequestExamples::default()]).is_none());
    }
}
