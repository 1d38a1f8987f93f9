//! From the runtime's mail to frames.

use turno_core::Awaiting;
use turno_runtime::{Outgoing, OutgoingBody};

use crate::frames::{
    ChoiceFrame, ClosedFrame, ErrorFrame, ExpiredFrame, HandOffFrame, JournalFrame, ProgressFrame,
    ReplyDeltaFrame, ReplyFrame, ServerFrame,
};

/// The frame that says it.
pub(crate) fn frame_of(outgoing: Outgoing) -> ServerFrame {
    let conversation = outgoing.key.id;
    let tenant = outgoing.key.tenant;
    match outgoing.body {
        OutgoingBody::Reply(reply) => ServerFrame::Reply(reply_frame(conversation, tenant, reply)),
        OutgoingBody::Expired { seq, confirmation, at } => ServerFrame::Expired(ExpiredFrame {
            conversation,
            tenant,
            seq,
            confirmation: confirmation.0,
            at: at.to_string(),
        }),
        OutgoingBody::HandOff(hand_off) => ServerFrame::HandOff(HandOffFrame {
            conversation,
            tenant,
            seq: hand_off.seq,
            to: hand_off.to,
            reason: hand_off.reason,
            urgency: hand_off.urgency,
            summary: hand_off.summary,
        }),
        OutgoingBody::Closed { seq, reason } => {
            ServerFrame::Closed(ClosedFrame { conversation, tenant, seq, reason })
        }
        OutgoingBody::Progress { turn, tool } => ServerFrame::Progress(ProgressFrame {
            conversation,
            tenant,
            turn: turn.as_str().to_owned(),
            tool,
        }),
        OutgoingBody::ReplyDelta { turn, text, speech } => ServerFrame::ReplyDelta(ReplyDeltaFrame {
            conversation,
            tenant,
            turn: turn.as_str().to_owned(),
            text,
            speech,
        }),
        OutgoingBody::Journal { run, events } => ServerFrame::Journal(JournalFrame {
            conversation,
            tenant,
            run,
            // An event is plain data, which always is a JSON value.
            events: events.iter().filter_map(|event| serde_json::to_value(event).ok()).collect(),
        }),
        OutgoingBody::Failed { turn, code, message } => {
            ServerFrame::Error(failed(conversation, tenant, turn, code, message))
        }
    }
}

fn reply_frame(conversation: String, tenant: String, reply: turno_core::Reply) -> ReplyFrame {
    ReplyFrame {
        conversation,
        tenant,
        turn: reply.turn.map(|turn| turn.as_str().to_owned()),
        seq: reply.seq,
        text: reply.text,
        speech: reply.speech,
        language: reply.language.map(|language| language.code().to_owned()),
        awaiting: awaiting_of(reply.awaiting),
        choices: reply
            .choices
            .into_iter()
            .map(|choice| ChoiceFrame { id: choice.id, title: choice.title })
            .collect(),
        expires_at: reply.expires_at.map(|at| at.to_string()),
    }
}

fn failed(conversation: String, tenant: String, turn: String, code: String, message: String) -> ErrorFrame {
    ErrorFrame {
        code,
        message,
        frame: None,
        conversation: Some(conversation),
        tenant: Some(tenant),
        turn: Some(turn),
        retry_after_ms: None,
    }
}

fn awaiting_of(awaiting: Awaiting) -> Option<String> {
    match awaiting {
        Awaiting::Nothing => None,
        Awaiting::Confirmation => Some("confirmation".to_owned()),
        Awaiting::Slot(name) => Some(format!("slot:{name}")),
        Awaiting::Person => Some("person".to_owned()),
    }
}
