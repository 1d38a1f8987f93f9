//! Words about cancelling that depend on what is under way: "mejor cancélala" in a move, "la del sábado" in a cancellation.

use turno_language::Tagged;
use turno_language::{Act, SlotKind, Text, Verdict, grammar};

use crate::{
    ConfirmationOutcome, PendingConfirmation, Phase,
    assistant_tool::AssistantTool,
    step::{Next, Step},
};

/// Says that it is not to be cancelled.
static NOT: Tagged = Tagged::new("cancelling_not");

impl Step<'_> {
    /// "¿Cancelo la del viernes?" "Sí, pero la del sábado": another one is meant, so it is looked for anew.
    pub(in crate::step) fn cancel_another(
        &mut self,
        pending: &PendingConfirmation,
        verdict: Verdict,
    ) -> Option<Next> {
        let tool = self.assistant.tool(&pending.tool)?;
        let text = self.conversation.turns.utterance();
        if tool.act != Act::Cancel || verdict == Verdict::Yes || !means_another(&self.apart(&text)) {
            return None;
        }
        let task = self.conversation.tasks.current.clone()?;
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.forget_all_but_who();
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Idle;
        Some(Next::To(task))
    }

    /// "Mejor cancélala", while a booking is being moved: the question whether to cancel it.
    pub(in crate::step) fn cancel_instead_of_moving(&mut self, tool: &AssistantTool) -> Option<Next> {
        let text = self.conversation.turns.utterance();
        if tool.spec.act != Act::Modify || !asks_to_cancel(&self.apart(&text)) {
            return None;
        }
        let intent = self.intent_to_cancel(&tool.spec.category)?;
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.tasks.aside = None;
        self.conversation.phase = Phase::Idle;
        // Which booking it is was told already.
        let is_code = |name: &str| tool.has_kind(name, SlotKind::Code);
        let code = self
            .conversation
            .collected
            .slots
            .iter()
            .find(|(name, _)| is_code(name))
            .map(|(name, value)| (name.clone(), value.clone()));
        self.conversation.turns.take_unread();
        let next = self.follow(intent);
        self.conversation.collected.slots.extend(code);
        Some(next)
    }

    /// "Ya no, cancélalo", while something new is being asked for: that is left, and nothing older is cancelled.
    pub(in crate::step) fn gives_up_new_one(&self, text: &str, tool: &AssistantTool) -> bool {
        let is_new = matches!(tool.spec.act, Act::Book | Act::Order);
        is_new
            && (asks_to_cancel(&self.apart(text)) || gives_up(&self.apart(text)))
            && self.read_verdict_of(text, tool, &self.conversation.collected.slots).verdict == Verdict::No
    }
}

/// "La del sábado", "la otra", "the one on Friday", and not "pásala al sábado".
fn means_another(text: &Text) -> bool {
    static ANOTHER: Tagged = Tagged::new("cancelling_another");
    static MOVING: Tagged = Tagged::new("cancelling_moving");
    static LAST: Tagged = Tagged::new("cancelling_another_last");
    let words: Vec<&str> = text.words().collect();
    let said = words.join(" ");
    let is_said = |phrase: &&str| format!(" {said} ").contains(&format!(" {phrase} "));
    let names_day = words.last().is_some_and(|word| LAST.contains(word));
    (ANOTHER.iter().any(is_said) || names_day)
        && !words.iter().any(|word| MOVING.iter().any(|stem| word.starts_with(stem)))
}

/// To cancel something, in whatever form.
pub(in crate::step) fn is_of_cancelling(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("cancelling_stems");
    STEMS.iter().any(|stem| word.starts_with(stem))
}

/// "Ya no": what was wanted is wanted no more.
fn gives_up(text: &Text) -> bool {
    static WORDS: Tagged = Tagged::new("cancelling_no_longer");
    WORDS.iter().any(|phrase| text.folded().contains(phrase))
}

/// "Cancélala", "mejor cancela", "just cancel it", and not "no la canceles".
fn asks_to_cancel(text: &Text) -> bool {
    static COMMANDS: Tagged = Tagged::new("cancelling_commands");
    static BETWEEN: Tagged = Tagged::new("cancelling_between");
    let words: Vec<&str> = text.words().collect();
    let Some(at) = words.iter().position(|word| is_of_cancelling(word)) else {
        return false;
    };
    let before = words.get(at.saturating_sub(3)..at).unwrap_or_default();
    let refuses = |word: &&str| NOT.contains(word);
    let is_refused = before.last().is_some_and(|last| grammar::NOT.contains(last))
        && words.get(at).is_some_and(|word| !COMMANDS.contains(word))
        || matches!(before, [.., not, between] if grammar::NOT.contains(not) && BETWEEN.contains(between))
        || before.iter().any(refuses);
    !is_refused && words.len() <= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_one_is_told_from_a_move() {
        for text in [
            "sí, pero la del sábado",
            "no, la otra",
            "la del domingo",
            "yes, but the one on Saturday",
            "no, the other one",
            "not that one",
            "no, la de las 9",
            "the Saturday one",
        ] {
            assert!(means_another(&Text::of(text)), "{text}");
        }
        for text in [
            "no, mejor cámbiala al jueves",
            "sí",
            "pásala para el sábado",
            "no, move it to the one on Friday",
            "sí, la reservación",
        ] {
            assert!(!means_another(&Text::of(text)), "{text}");
        }
    }

    #[test]
    fn cancelling_is_asked_for_or_refused() {
        for text in [
            "mejor cancélala",
            "cancélala",
            "no, mejor cancela",
            "just cancel it",
            "actually cancel",
            "no, cancélala mejor",
            "quiero cancelarla",
            "anúlala",
        ] {
            assert!(asks_to_cancel(&Text::of(text)), "{text}");
        }
        for text in [
            "no la canceles",
            "don't cancel it",
            "no quiero cancelar",
            "¿cobran por cancelar?",
            "al sábado",
            "sin cancelar",
            "no cancelen",
        ] {
            assert!(!asks_to_cancel(&Text::of(text)), "{text}");
        }
    }
}
