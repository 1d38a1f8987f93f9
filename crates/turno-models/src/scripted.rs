//! A model that answers as a transcript's did, and says where it is asked something else.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use turno_core::{
    Finish, ModelAnswer, ModelCall, ModelFailure, ModelFailureKind, ModelMessage, ModelRequest, Usage,
    check_messages,
};
use turno_runtime::port::{CancellationToken, Model};

use crate::transcript::{RecordedAnswer, Transcript};

/// Gives the answers of a transcript, each once and in their order.
///
/// A request that ends with words of the user goes to the turn where the transcript's user said the same: what was left of the
/// turn before is passed over. Words that the transcript does not have (an answer to a question that Turno asked by itself)
/// stay within the turn, as results of tools do. What does not go as it went in the transcript is noted; where there is nothing
/// to answer with, the question fails.
pub struct ScriptedModel {
    transcript: Transcript,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// None: what comes before the user's first words.
    turn: Option<usize>,
    /// The next answer of the turn.
    next: usize,
    /// What the latest answer called, until it was seen that the results came back.
    called: Vec<String>,
    notes: Vec<String>,
}

impl ScriptedModel {
    /// A model at the transcript's beginning.
    pub fn new(transcript: Transcript) -> Self {
        Self { transcript, state: Mutex::default() }
    }

    /// Where what it was asked was not what the transcript's model was asked, in the order in which that happened.
    pub fn notes(&self) -> Vec<String> {
        self.state().notes.clone()
    }

    /// How many answers of the turn that it is at, and of those after it, were not given.
    pub fn answers_left(&self) -> usize {
        let state = self.state();
        let later = state.turn.map_or(0, |turn| turn + 1);
        let later: usize = self.transcript.turns.iter().skip(later).map(|turn| turn.answers.len()).sum();
        self.answers(state.turn).len().saturating_sub(state.next) + later
    }

    fn answers(&self, turn: Option<usize>) -> &[RecordedAnswer] {
        match turn {
            None => &self.transcript.opening,
            Some(turn) => self.transcript.turns.get(turn).map_or(&[], |turn| &turn.answers),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, request: &ModelRequest) -> Result<ModelAnswer, ModelFailure> {
        let refused = |fault: String| {
            let message = format!("the transcript {}: {fault}", self.transcript.id);
            ModelFailure::new(ModelFailureKind::Refused, message)
        };
        check_messages(&request.messages).map_err(refused)?;
        let mut state = self.state();
        self.follow(request, &mut state);
        let Some(answer) = self.answers(state.turn).get(state.next) else {
            let place = place(state.turn);
            return Err(refused(format!("the model said no more {place}; it was asked once more")));
        };
        state.next += 1;
        state.called = answer.calls.iter().map(|call| call.tool.clone()).collect();
        for tool in &state.called.clone() {
            if !request.tools.iter().any(|offered| offered.name == *tool) {
                let note = format!("{}: it calls `{tool}`, which it is not offered", place(state.turn));
                state.notes.push(note);
            }
        }
        Ok(self.as_answer(answer))
    }

    /// Goes to where the talk is.
    fn follow(&self, request: &ModelRequest, state: &mut State) {
        let called = std::mem::take(&mut state.called);
        match request.messages.last() {
            Some(ModelMessage::User { text }) => {
                if !called.is_empty() {
                    let note = format!("{}: {} had no result", place(state.turn), called.join(", "));
                    state.notes.push(note);
                }
                let from = state.turn.map_or(0, |turn| turn + 1);
                let later = self.transcript.turns.iter().enumerate().skip(from);
                match later.into_iter().find(|(_, turn)| is_same(&turn.user, text)) {
                    Some((turn, _)) => {
                        let left = self.answers(state.turn).len().saturating_sub(state.next);
                        if left > 0 {
                            let note = format!("{}: {left} more answers were passed over", place(state.turn));
                            state.notes.push(note);
                        }
                        state.turn = Some(turn);
                        state.next = 0;
                    }
                    None => {
                        let note =
                            format!("{}: the user says what the transcript does not have", place(state.turn));
                        state.notes.push(note);
                    }
                }
            }
            Some(ModelMessage::ToolResult { .. }) => {
                let mut results: Vec<&str> = Vec::new();
                for message in request.messages.iter().rev() {
                    let ModelMessage::ToolResult { tool, .. } = message else {
                        break;
                    };
                    results.insert(0, tool);
                }
                if results != called {
                    let (results, called) = (results.join(", "), called.join(", "));
                    let note = format!("{}: results of [{results}] came for [{called}]", place(state.turn));
                    state.notes.push(note);
                }
            }
            Some(ModelMessage::System { .. } | ModelMessage::Assistant { .. }) | None => {}
        }
    }

    fn as_answer(&self, answer: &RecordedAnswer) -> ModelAnswer {
        let call = |call: &crate::transcript::RecordedCall| ModelCall {
            id: call.id.clone(),
            tool: call.tool.clone(),
            arguments: call.arguments.clone(),
            opaque: None,
        };
        ModelAnswer {
            text: answer.text.clone(),
            calls: answer.calls.iter().map(call).collect(),
            finish: if answer.calls.is_empty() { Finish::Stop } else { Finish::ToolCalls },
            usage: Usage::default(),
            provider: "transcript".to_owned(),
            model: self.transcript.id.clone(),
            cost_micros: 0,
            opaque: None,
            failed: Vec::new(),
        }
    }
}

#[async_trait]
impl Model for ScriptedModel {
    async fn answer(
        &self,
        request: &ModelRequest,
        words: &mut (dyn for<'w> FnMut(&'w str) + Send),
        _called_off: &CancellationToken,
    ) -> Result<ModelAnswer, ModelFailure> {
        let answer = self.next(request)?;
        for word in answer.text.split_inclusive(' ') {
            words(word);
        }
        Ok(answer)
    }
}

/// Spaces and line ends do not count.
fn is_same(recorded: &str, said: &str) -> bool {
    recorded.split_whitespace().eq(said.split_whitespace())
}

fn place(turn: Option<usize>) -> String {
    match turn {
        None => "before the user's first words".to_owned(),
        Some(turn) => format!("in turn {}", turn + 1),
    }
}
