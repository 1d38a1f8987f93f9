//! What a language model's turn costs the core: its question, its answers, and its words while they come.

use std::{hint::black_box, sync::Arc};

use serde_json::{Map, Value};
use turno_core::{
    Arguments, Assistant, Channel, Conversation, Event, Finish, ModelAnswer, ModelCall, ModelOutcome, Usage,
    step,
};

use crate::{Named, Piece, Stage, StageError, always};

/// Asked of the model: what something costs, which it looks up, and whether there is room, which it looks up too.
const LINES: [&str; 3] = [
    "hola, ¿cuánto cuestan los tacos al pastor?",
    "¿y hay mesa mañana a las 8 de la noche para 4?",
    "¿y hasta qué hora abren los domingos?",
];
const PRICE: &str = "La orden de cuatro tacos al pastor cuesta $129. ¿Le aparto una mesa?";
const ROOM: &str = "Sí, hay mesa para 4 mañana a las 8 de la noche. ¿A nombre de quién la reservo?";
const HOURS: &str = "Con mucho gusto. Los domingos abrimos de 12:00 a 22:00. La cocina prepara todo al momento. ¿Le ayudo con algo más?";

/// The question of the third turn, the answers with words and with a call, and the words of the last one spoken as they come.
pub(crate) fn pieces() -> Result<Vec<Named>, StageError> {
    let stage = Stage::concierge()?;
    let talk = |channel| stage.talk_with_model(channel, "model", &LINES, answers());
    let mut written = talk(Channel::Whatsapp)?.into_iter().flat_map(|turn| turn.answers);
    let mut pieces = Vec::new();
    for name in ["model/price-call", "model/price-words", "model/room-call", "model/room-words"] {
        pieces.extend(written.next().map(|answer| again(name, &stage, answer)));
    }
    let Some((waiting, _)) = talk(Channel::Voice)?.pop().and_then(|mut turn| turn.answers.pop()) else {
        return Ok(pieces);
    };
    let (assistant, conversation) = (Arc::clone(&stage.assistant), waiting.clone());
    pieces.push(always("model/question", move || {
        black_box(assistant.model_request(black_box(&conversation)));
    }));
    let assistant = Arc::clone(&stage.assistant);
    pieces.push(always("model/spoken-as-it-comes", move || {
        let mut streamed = assistant.streamed(black_box(&waiting));
        let ends = HOURS.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| at);
        for end in ends {
            black_box(streamed.may_be(&HOURS[..end]));
        }
    }));
    Ok(pieces)
}

fn answers() -> Vec<ModelOutcome> {
    vec![
        call("get_menu", r#"{"search_term":"tacos al pastor"}"#),
        words(PRICE),
        call("check_availability", r#"{"date":"2026-01-20","time":"20:00","party_size":4}"#),
        words(ROOM),
        words(HOURS),
    ]
}

fn words(text: &str) -> ModelOutcome {
    answered(text, None)
}

fn call(tool: &str, arguments: &str) -> ModelOutcome {
    answered(
        "",
        Some(ModelCall {
            id: "call_1".to_owned(),
            tool: tool.to_owned(),
            arguments: arguments.to_owned(),
            opaque: None,
        }),
    )
}

fn answered(text: &str, call: Option<ModelCall>) -> ModelOutcome {
    let given =
        |call: &ModelCall| serde_json::from_str::<Map<String, Value>>(&call.arguments).unwrap_or_default();
    ModelOutcome::Answered {
        arguments: call.iter().map(|call| Arguments::Valid(given(call))).collect(),
        answer: ModelAnswer {
            text: text.to_owned(),
            finish: if call.is_some() { Finish::ToolCalls } else { Finish::Stop },
            calls: call.into_iter().collect(),
            usage: Usage::default(),
            provider: "groq".to_owned(),
            model: "llama".to_owned(),
            cost_micros: 0,
            opaque: None,
            failed: Vec::new(),
        },
    }
}

fn again(name: &'static str, stage: &Stage, answer: (Conversation, Event)) -> Named {
    Named {
        name,
        piece: Box::new(AnswerAgain { assistant: Arc::clone(&stage.assistant), answer, ready: Vec::new() }),
    }
}

/// A recorded answer of a model's, stepped through again.
struct AnswerAgain {
    assistant: Arc<Assistant>,
    answer: (Conversation, Event),
    ready: Vec<(Conversation, Event)>,
}

impl Piece for AnswerAgain {
    fn prepare(&mut self, runs: usize) {
        self.ready.resize(runs, self.answer.clone());
    }

    fn run(&mut self) {
        if let Some((mut conversation, event)) = self.ready.pop() {
            black_box(step(&self.assistant, &mut conversation, event));
            black_box(&conversation);
        }
    }
}

#[cfg(test)]
mod tests {
    use turno_core::Effect;

    use super::*;

    #[test]
    fn all_that_the_model_says_is_so_and_is_said() {
        let stage = Stage::concierge().unwrap();
        let talk = stage.talk_with_model(Channel::Whatsapp, "model", &LINES, answers()).unwrap();
        let said = talk.into_iter().flat_map(|turn| turn.answers).flat_map(|(mut before, event)| {
            let effects = step(&stage.assistant, &mut before, event);
            effects.into_iter().filter_map(|effect| match effect {
                Effect::Reply(reply) => Some(reply.text),
                Effect::CallTool(_)
                | Effect::AskModel { .. }
                | Effect::ArmTimer { .. }
                | Effect::DisarmTimer { .. }
                | Effect::Expired { .. }
                | Effect::LeftOut(_)
                | Effect::HandOff(_)
                | Effect::Close { .. } => None,
            })
        });
        assert_eq!(said.collect::<Vec<_>>(), [PRICE, ROOM, HOURS]);
    }
}
