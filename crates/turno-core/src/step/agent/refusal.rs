//! What the user said yes to and was not done is told, whatever a model says of it.

use serde_json::Value;
use turno_language::{Text, denies_a_deed};
use turno_truth::sentences;

use crate::{
    Exchange, ToolOutcome, phrases,
    step::{
        Step,
        agent::deed::{DeedWords, words_of},
    },
};

/// Whether what is kept of a call says that nothing was done.
pub(in crate::step) fn is_refusal(kept: &str) -> bool {
    serde_json::from_str::<Value>(kept).is_ok_and(|result| ToolOutcome::is_refusal(&result))
}

impl Step<'_> {
    /// Keeps why a call that the user had said yes to came to nothing. Of what nobody knows the user is told at once.
    pub(in crate::step) fn note_refusal(&mut self, tool: &str, outcome: &ToolOutcome) {
        let result = match outcome {
            ToolOutcome::Done(result) if ToolOutcome::is_refusal(result) => result.clone(),
            ToolOutcome::Failed(failure) if failure.code != "unknown" => {
                self.result_of_failure(tool, failure)
            }
            ToolOutcome::Done(_) | ToolOutcome::Failed(_) => return,
        };
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.refusal = Some(result.to_string());
        }
    }

    /// The tool's words for what came to nothing come first, and of a model's own what asks, or says no too. Where it has
    /// looked for something else since, it may tell of that.
    pub(in crate::step) fn behind_a_refusal(&mut self, said: String) -> String {
        let Some(words) = self.take_refusal() else {
            return said;
        };
        let (is_told, has_looked) =
            (self.conversation.turns.has_said(&words.text), self.conversation.exchange.has_looked_since());
        if !is_told {
            self.conversation.turns.say(words.text, words.speech);
        }
        if has_looked {
            return said;
        }
        let is_kept = |sentence: &str| sentence.contains('?') || denies_a_deed(&Text::plain(sentence));
        let kept: String =
            sentences(&said).map(|(sentence, _)| sentence).filter(|sentence| is_kept(sentence)).collect();
        kept.trim().to_owned()
    }

    /// Where a model did not come to it.
    pub(in crate::step) fn tell_refusal_at_the_end(&mut self) {
        if let Some(words) = self.take_refusal() {
            let is_told = |text: &str, said: &[String]| said.iter().any(|said| said.contains(text));
            self.conversation.put_before_the_question(words, is_told);
        }
    }

    pub(in crate::step) fn take_refusal(&mut self) -> Option<DeedWords> {
        let refusal = self.conversation.turns.current.as_mut()?.refusal.take()?;
        Some(words_of(&refusal).unwrap_or_else(|| {
            let words = phrases::cannot_be_done(self.language()).to_owned();
            DeedWords { text: words.clone(), speech: words }
        }))
    }
}

impl Exchange {
    /// Whether a model has called something else since the call that came to nothing.
    pub(in crate::step) fn has_looked_since(&self) -> bool {
        let mut calls = self.talk.calls().rev();
        calls.next().is_some_and(|latest| latest.confirmation.is_none() && latest.made.is_some())
    }
}
