//! A sentence is said once in a reply: a deed that the graph tells and a model tells again, an answer that is repeated.

use std::collections::BTreeSet;

use turno_language::text::fold;
use turno_truth::sentences;

use crate::{Channel, Phase, conversation::TurnInProgress, step::Step};

impl Step<'_> {
    /// Leaves out of each part of a reply what an earlier one says. What is asked last stays whole: there the earlier words go. On
    /// the phone a model's words stay as they are: they may have been spoken while they came.
    pub(in crate::step) fn say_once(&self, turn: &mut TurnInProgress) {
        if turn.text.len() < 2 {
            return;
        }
        let is_at_question =
            matches!(self.conversation.phase, Phase::Confirming { .. } | Phase::Collecting { .. });
        let is_spoken = self.conversation.key.channel == Channel::Voice;
        let last = turn.text.len() - 1;
        let is_kept = |at: usize| is_at_question && at == last || is_spoken && turn.model_parts.contains(&at);
        // What is kept as it is comes first, whatever stands before it.
        let mut order: Vec<usize> = (0..=last).filter(|at| is_kept(*at)).collect();
        order.extend((0..=last).filter(|at| !is_kept(*at)));
        let kept = (0..=last).filter(|at| is_kept(*at)).count();
        for said in [&mut turn.text, &mut turn.speech] {
            let mut told = BTreeSet::new();
            for (place, at) in order.iter().enumerate() {
                if place >= kept {
                    said[*at] = without(&said[*at], &told);
                }
                told.extend(sentences(&said[*at]).map(|(sentence, _)| fold(sentence.trim())));
            }
        }
    }
}

/// A text without the sentences that were told.
fn without(text: &str, told: &BTreeSet<String>) -> String {
    let is_told = |sentence: &str| told.contains(&fold(sentence.trim()));
    let left: String =
        sentences(text).map(|(sentence, _)| sentence).filter(|sentence| !is_told(sentence)).collect();
    left.trim().to_owned()
}
