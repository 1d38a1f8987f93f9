//! The model's part of a recording that comes with a cassette: what is asked is built anew from the conversation, goes through
//! the provider's own code, and is answered with what was recorded for exactly that.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use turno_command::Failure;
use turno_core::{Arguments, Assistant, Conversation, ModelAnswer, ModelFailureKind, ModelOutcome};
use turno_models::{
    cassette::{Player, Rewriter, Timing},
    transport::Transport,
};
use turno_runtime::{
    ToolRegistry,
    port::{CancellationToken, Model},
};

use super::recording::Header;
use crate::model_set::{self, ModelsConfig};

/// Models that answer from a cassette.
pub(crate) struct Taped {
    model: Arc<dyn Model>,
    registry: Arc<ToolRegistry>,
}

impl Taped {
    /// The cassette's models, for replaying.
    pub(crate) fn playing(
        path: &Path,
        config: &ModelsConfig,
        registry: Arc<ToolRegistry>,
    ) -> Result<(Self, Arc<Player>), Failure> {
        let player = Player::open(path, Timing::AtOnce, []).map_err(told)?;
        let player = Arc::new(player);
        let transport: Arc<dyn Transport> = Arc::<Player>::clone(&player);
        let model = model_set::over_recording(config, &transport)?;
        Ok((Self { model, registry }, player))
    }

    /// The same, for writing anew what is asked.
    pub(super) fn rewriting(
        path: &Path,
        config: &ModelsConfig,
        registry: Arc<ToolRegistry>,
    ) -> Result<(Self, Arc<Rewriter>), Failure> {
        let rewriter = Rewriter::open(path, []).map_err(told)?;
        let rewriter = Arc::new(rewriter);
        let transport: Arc<dyn Transport> = Arc::<Rewriter>::clone(&rewriter);
        let model = model_set::over_recording(config, &transport)?;
        Ok((Self { model, registry }, rewriter))
    }

    /// Puts the question that a conversation waits with.
    ///
    /// # Errors
    /// Where it waits for no model.
    pub(crate) async fn answer(
        &self,
        assistant: &Assistant,
        conversation: &Conversation,
    ) -> Result<ModelOutcome, String> {
        let request = assistant
            .model_request(conversation)
            .ok_or_else(|| "the conversation waits for no model".to_owned())?;
        turno_core::check_messages(&request.messages)?;
        Ok(match self.model.answer(&request, &mut |_| {}, &CancellationToken::new()).await {
            Ok(answer) => self.registry.read_answer(assistant, conversation, answer),
            Err(failure) => ModelOutcome::Failed(failure),
        })
    }
}

/// What became of a question that is put once more.
pub(crate) enum Compared {
    /// It is asked as it was, and answered as it was.
    Same,
    /// It was never asked like that: what differs.
    Missed(String),
    /// It is answered with something else.
    Otherwise(Box<ModelOutcome>),
}

impl Taped {
    /// Puts a question once more, and compares with what came of it then.
    ///
    /// # Errors
    /// Where the conversation waits for no model.
    pub(crate) async fn compare(
        &self,
        player: &Player,
        assistant: &Assistant,
        asked: &Conversation,
        recorded: &ModelOutcome,
    ) -> Result<Compared, String> {
        let misses = player.misses().len();
        let answered = self.answer(assistant, asked).await?;
        // Where time ran out, what would have been tried with more of it is not there.
        let ran_out =
            matches!(recorded, ModelOutcome::Failed(failure) if failure.kind == ModelFailureKind::TimedOut);
        if let Some(miss) = player.misses().get(misses).filter(|_| !ran_out) {
            return Ok(Compared::Missed(miss.clone()));
        }
        Ok(if is_same(recorded, &answered) {
            Compared::Same
        } else {
            Compared::Otherwise(Box::new(answered))
        })
    }
}

/// Where a recording's cassette is.
pub(super) fn cassette_of(file: &Path, header: &Header) -> Option<PathBuf> {
    let folder = file.parent().unwrap_or(Path::new("."));
    header.cassette.as_ref().map(|cassette| folder.join(cassette))
}

/// Whether something was asked over the wire at all for that to come of it.
pub(crate) fn was_sent(outcome: &ModelOutcome) -> bool {
    match outcome {
        ModelOutcome::Answered { .. } => true,
        ModelOutcome::Failed(failure) => match failure.kind {
            ModelFailureKind::OverBudget
            | ModelFailureKind::NotConfigured
            | ModelFailureKind::CircuitOpen
            | ModelFailureKind::Cancelled => false,
            ModelFailureKind::RefusedKey
            | ModelFailureKind::RateLimited
            | ModelFailureKind::Overloaded
            | ModelFailureKind::TimedOut
            | ModelFailureKind::ContextTooLong
            | ModelFailureKind::ContentFilter
            | ModelFailureKind::Malformed
            | ModelFailureKind::Unreachable
            | ModelFailureKind::Refused => true,
        },
    }
}

/// Whether an answer is the recorded one. Of a failure its kind counts: how it is worded, and what of it was heard, is not the
/// cassette's; and an answer that was not waited for is one that broke off there. Nor do the requests count that failed before
/// an answer: what makes one fail (time, a provider that is left alone for a while) is not the cassette's either.
pub(super) fn is_same(recorded: &ModelOutcome, answered: &ModelOutcome) -> bool {
    let read = |answer: &ModelAnswer, arguments: &[Arguments]| {
        let answer = ModelAnswer { failed: Vec::new(), ..answer.clone() };
        (answer, arguments.to_vec())
    };
    match (recorded, answered) {
        (ModelOutcome::Failed(recorded), ModelOutcome::Failed(answered)) => {
            recorded.kind == answered.kind || recorded.kind == ModelFailureKind::TimedOut
        }
        (
            ModelOutcome::Answered { answer, arguments },
            ModelOutcome::Answered { answer: now, arguments: read_now },
        ) => read(answer, arguments) == read(now, read_now),
        (ModelOutcome::Answered { .. }, ModelOutcome::Failed(_))
        | (ModelOutcome::Failed(_), ModelOutcome::Answered { .. }) => false,
    }
}

fn told(error: impl std::fmt::Display) -> Failure {
    Failure::Told(error.to_string())
}
