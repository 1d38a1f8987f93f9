//! One person's conversation, as their gateway knows it.

use std::collections::BTreeMap;

use turno_core::{Awaiting, ConversationKey, Input, Reply, Timestamp, Turn, TurnId};
use turno_runtime::OutgoingBody;

use crate::{
    brain,
    judge::answers::Spoken,
    plan::Say,
    words::{Meaning, Profile},
};

/// A conversation, from the gateway's end.
#[derive(Debug)]
pub(crate) struct Talk {
    /// The person's number in the plan.
    pub(crate) person: u8,
    pub(crate) key: ConversationKey,
    pub(crate) profile: Profile,
    pub(crate) said: Vec<Said>,
    /// All frames that arrived, by number.
    pub(crate) seen: BTreeMap<u64, Frame>,
    /// The questions that were asked, the latest last.
    pub(crate) questions: Vec<String>,
    pub(crate) codes: Vec<String>,
    /// The words that came before the latest turn's reply.
    pub(crate) ahead: String,
    /// All words that came before their replies.
    pub(crate) spoken: Vec<Spoken>,
    /// How often the caller broke into a reply, or hung up.
    pub(crate) interruptions: u64,
}

/// A frame, and when it arrived first.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) body: OutgoingBody,
    pub(crate) first_at_ms: u64,
}

/// Something that a person said.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) turn: Turn,
    pub(crate) meaning: Meaning,
    pub(crate) what: Say,
    /// The question that was open then, as far as the person knew.
    pub(crate) open_question: Option<String>,
    /// It is on its way to the gateway before this.
    pub(crate) held_until_ms: u64,
    pub(crate) way: Way,
    /// When it first reached a daemon.
    pub(crate) delivered_at_ms: Option<u64>,
    /// How much had gone wrong by then.
    pub(crate) troubles: u64,
    /// How often it was sent.
    pub(crate) attempts: u32,
    pub(crate) is_answered: bool,
}

impl Said {
    /// The person did that then; where they had wanted to say a piece of a phone, they did.
    pub(crate) fn is_like(&self, what: Say) -> bool {
        let is_piece = match &self.turn.input {
            Input::Text(words) | Input::Dtmf(words) => words.bytes().all(|byte| byte.is_ascii_digit()),
            Input::Choice(_) | Input::Media(_) | Input::Location(_) | Input::Contact(_) => false,
        };
        self.what == what && (is_piece || what != Say::Piece)
    }
}

/// How a gateway carries what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// As it comes.
    Plain,
    /// Over midnight.
    Overnight,
    /// Behind another turn, which was said later: its place.
    Behind(usize),
}

impl Talk {
    pub(crate) fn new(person: u8, key: ConversationKey, profile: Profile) -> Self {
        Self {
            person,
            key,
            profile,
            said: Vec::new(),
            seen: BTreeMap::new(),
            questions: Vec::new(),
            codes: Vec::new(),
            ahead: String::new(),
            spoken: Vec::new(),
            interruptions: 0,
        }
    }

    /// Its assistant is a language model.
    pub(crate) fn is_modelled(&self) -> bool {
        self.key.tenant == brain::TENANT
    }

    /// A new turn; gives its place.
    pub(crate) fn add(
        &mut self,
        id: TurnId,
        what: Say,
        (input, meaning): (Input, Meaning),
        sent_at: Option<Timestamp>,
    ) -> usize {
        let open_question = self.open_question().map(str::to_owned);
        self.said.push(Said {
            turn: Turn {
                turn: id,
                input,
                sent_at,
                caller: self.profile.phone.clone(),
                branch: self.profile.branch.clone(),
                understanding: None,
                is_early: false,
                is_blanked: false,
            },
            meaning,
            what,
            open_question,
            held_until_ms: 0,
            way: Way::Plain,
            delivered_at_ms: None,
            troubles: 0,
            attempts: 0,
            is_answered: false,
        });
        self.said.len() - 1
    }

    /// Everything up to this frame arrived.
    pub(crate) fn contiguous(&self) -> u64 {
        (1..).take_while(|seq| self.seen.contains_key(seq)).last().unwrap_or_default()
    }

    /// The latest reply that arrived.
    pub(crate) fn latest_reply(&self) -> Option<&Reply> {
        self.seen.values().rev().find_map(|frame| as_reply(&frame.body))
    }

    /// The question that is open, as far as the person knows.
    pub(crate) fn open_question(&self) -> Option<&str> {
        let reply = self.latest_reply()?;
        if reply.awaiting == Awaiting::Confirmation {
            self.questions.last().map(String::as_str)
        } else {
            None
        }
    }

    /// Takes in a frame that is new.
    pub(crate) fn take_in(&mut self, seq: u64, body: OutgoingBody, now_ms: u64) {
        if let Some(reply) = as_reply(&body) {
            self.ahead.clear();
            if let Some(said) = self.said.iter_mut().find(|said| Some(&said.turn.turn) == reply.turn.as_ref())
            {
                said.is_answered = true;
            }
            if let Some(id) = question_of(reply)
                && self.questions.last().map(String::as_str) != Some(id)
            {
                self.questions.push(id.to_owned());
            }
            for code in codes_in(&reply.text) {
                if !self.codes.contains(&code) {
                    self.codes.push(code);
                }
            }
        }
        self.seen.insert(seq, Frame { body, first_at_ms: now_ms });
    }
}

pub(crate) fn as_reply(body: &OutgoingBody) -> Option<&Reply> {
    match body {
        OutgoingBody::Reply(reply) => Some(reply),
        OutgoingBody::Expired { .. }
        | OutgoingBody::HandOff(_)
        | OutgoingBody::Closed { .. }
        | OutgoingBody::ReplyDelta { .. }
        | OutgoingBody::Progress { .. }
        | OutgoingBody::Journal { .. }
        | OutgoingBody::Failed { .. } => None,
    }
}

/// The id of the question that a reply asks, as its button has it.
pub(crate) fn question_of(reply: &Reply) -> Option<&str> {
    reply.choices.iter().find_map(|choice| choice.id.strip_prefix("yes:"))
}

/// The codes of bookings and orders that a text names: `RES-` and at least four digits or capitals, one of which is a digit.
pub(crate) fn codes_in(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let is_code = |word: &&str| {
        let body = ["RES-", "CIT-", "PED-"].iter().find_map(|prefix| word.strip_prefix(prefix));
        body.is_some_and(|body| {
            let is_part = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() || byte == b'-';
            body.len() >= 4 && body.bytes().all(is_part) && body.bytes().any(|byte| byte.is_ascii_digit())
        })
    };
    words.filter(is_code).map(str::to_owned).collect()
}
