//! What was done is told, whatever a model says of it.

use serde_json::Value;
use turno_language::{Claim, Text, claim_of};
use turno_truth::{codes_in, sentences};

use crate::{Conversation, Phase, phrases, step::Step};

/// What a deed's result says, to read and to hear.
pub(in crate::step) struct DeedWords {
    pub(in crate::step) text: String,
    pub(in crate::step) speech: String,
}

impl Step<'_> {
    /// The turn's last call, where it changed something: what its result says, or that it is done.
    pub(in crate::step) fn words_of_deed(&self) -> Option<DeedWords> {
        let deed = self.conversation.turns.current.as_ref()?.deed.as_ref()?;
        Some(self.words_of_result(deed))
    }

    /// What the result of a deed says, or that it is done.
    pub(in crate::step) fn words_of_result(&self, result: &str) -> DeedWords {
        words_of(result).unwrap_or_else(|| {
            let done = phrases::done(self.language()).to_owned();
            DeedWords { text: done.clone(), speech: done }
        })
    }

    /// What was done stands in the reply with its code: where the model left it out, told it otherwise, or something else was asked
    /// at once, the tool says it.
    pub(in crate::step) fn tell_deed(&mut self) {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::DeedIsNotTold) {
            return;
        }
        let Some(words) = self.words_of_deed() else {
            return;
        };
        self.conversation.put_before_the_question(words, is_told);
    }
}

impl Conversation {
    /// The caller spoke before they were told what was done, or was not: it is told in the turn that follows.
    pub(in crate::step) fn put_off_deed(&mut self) {
        let turn = self.turns.current.as_mut();
        let untold = turn.and_then(|turn| turn.deed.take().or_else(|| turn.refusal.take()));
        if untold.is_some() {
            self.exchange.talk.untold = untold;
        }
    }

    /// A question stays the last that is said. What was streamed stays the first.
    pub(in crate::step) fn put_before_the_question(
        &mut self,
        words: DeedWords,
        is_told: impl Fn(&str, &[String]) -> bool,
    ) {
        let DeedWords { text, speech } = words;
        let is_at_question = matches!(self.phase, Phase::Confirming { .. } | Phase::Collecting { .. });
        let Some(turn) = &mut self.turns.current else {
            return;
        };
        if is_told(&text, &turn.text) {
            return;
        }
        let at = turn.text.len().saturating_sub(usize::from(is_at_question));
        let behind_a_model = turn.model_parts.iter().map(|part| part + 1).max();
        let at = at.max(behind_a_model.unwrap_or_default());
        turn.has_told = true;
        turn.text.insert(at, text);
        turn.speech.insert(at, speech);
        for part in turn.model_parts.iter_mut().filter(|part| **part >= at) {
            *part += 1;
        }
    }
}

fn is_told(deed: &str, said: &[String]) -> bool {
    let mut codes = codes_in(deed).peekable();
    if codes.peek().is_some() {
        return codes.all(|code| said.iter().any(|told| told.contains(code)));
    }
    // Claims that are not so were left out before.
    let claims = |told: &str| {
        sentences(told)
            .any(|(sentence, _)| claim_of(&Text::plain(sentence)).is_some_and(Claim::says_it_is_so))
    };
    said.iter().any(|told| told == deed || claims(told))
}

/// What a result says for a person to read, and to hear.
pub(in crate::step) fn words_of(result: &str) -> Option<DeedWords> {
    let result: Value = serde_json::from_str(result).ok()?;
    let said = |name: &str| result.get(name)?.as_str().map(str::to_owned);
    let text = said("message").or_else(|| said("speech"))?;
    let speech = said("speech").unwrap_or_else(|| text.clone());
    Some(DeedWords { text, speech })
}
