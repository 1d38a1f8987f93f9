//! Buttons' ids: what a button stands for, and a part that nobody can guess.

use subtle::ConstantTimeEq;

use crate::{
    ConfirmationId, Conversation, Dialogue, Input, OfferedButton, PendingConfirmation, ReplyChoice, Seed,
    Turn,
    choice::{choice_id, plain_choice},
    step::{Step, confirm::verdict::named_confirmation},
};

/// The ids that are remembered; a reply offers a dozen at most.
const OFFERED_MAX: usize = 32;

/// What the tokens of buttons are made for.
const PURPOSE: &str = "button";

impl Step<'_> {
    /// Offers buttons, each by the name of what it stands for and what makes that mean something else another time: a question's
    /// node, an option's words. The same button of a run keeps its id.
    pub(in crate::step) fn offer_buttons(&mut self, buttons: Vec<(ReplyChoice, String)>) {
        let Some(seed) = self.conversation.seed else {
            self.conversation.dialogue.offered.clear();
            return self
                .conversation
                .turns
                .offer_choices(buttons.into_iter().map(|(choice, _)| choice).collect());
        };
        let choices = buttons
            .into_iter()
            .map(|(choice, about)| ReplyChoice {
                id: self.conversation.dialogue.offer(seed, choice.id, about),
                title: choice.title,
            })
            .collect();
        self.conversation.turns.offer_choices(choices);
    }
}

impl Dialogue {
    pub(in crate::step) fn offer(&mut self, seed: Seed, name: String, about: String) -> String {
        let offered = &mut self.offered;
        let before = offered.iter().position(|button| button.name == name);
        let before = before.and_then(|at| offered.remove(at));
        let button = match before {
            Some(same) if same.about == about => same,
            // What it stood for before is offered no longer.
            Some(_) | None => {
                OfferedButton { id: choice_id(&name, &seed.token_for(PURPOSE, &name)), name, about }
            }
        };
        let id = button.id.clone();
        if offered.len() == OFFERED_MAX {
            offered.pop_front();
        }
        offered.push_back(button);
        id
    }

    /// A turn in which a press has the name of what was pressed. A question's own buttons keep their ids; a button that was not
    /// offered, or stands for something else by now, has none.
    pub(in crate::step) fn with_named_button(&self, mut turn: Turn) -> Turn {
        let Input::Choice(id) = &mut turn.input else {
            return turn;
        };
        let offered = &self.offered;
        let is_it = |button: &&OfferedButton| is_same(&button.id, id);
        if let Some(button) = offered.iter().find(is_it) {
            id.clone_from(&button.name);
        } else if named_confirmation(id).is_none() {
            if offered.is_empty() {
                // Nothing was offered in this run: a button of a run before begins a task, as words would.
                *id = plain_choice(id).to_owned();
            } else {
                id.clear();
            }
        }
        turn
    }
}

impl Conversation {
    /// What nobody can guess of a new question's buttons.
    pub(in crate::step) fn question_token(&self, id: &ConfirmationId) -> Option<String> {
        let seed = self.seed?;
        Some(seed.token_for(PURPOSE, &id.0))
    }
}

/// The ids of a question's buttons: yes and no.
pub(in crate::step) fn question_buttons(pending: &PendingConfirmation) -> (String, String) {
    let of = |answer: &str| {
        let name = format!("{answer}:{}", pending.id.0);
        match &pending.button_token {
            Some(token) => choice_id(&name, token),
            None => name,
        }
    };
    (of("yes"), of("no"))
}

/// Whether two ids are the same, in a time that does not tell how far they agree.
pub(in crate::step) fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
