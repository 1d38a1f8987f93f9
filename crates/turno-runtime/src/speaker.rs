//! What a model says, while it says it.

use turno_core::{Assistant, Conversation, Streamed, TurnId, as_speech};

use crate::{Link, Outgoing, OutgoingBody};

/// Gives a gateway the words that may be spoken already, a sentence at a time.
pub(crate) struct Speaker<'a> {
    assistant: &'a Assistant,
    conversation: &'a Conversation,
    /// What may be spoken; from the first sentence on.
    streamed: Option<Streamed<'a>>,
    turn: Option<TurnId>,
    link: Option<&'a Link>,
    text: String,
    /// How much of the text was given.
    given: usize,
    /// The same as it was spoken.
    spoken: String,
    /// Up to here the text was looked at.
    seen: usize,
}

impl<'a> Speaker<'a> {
    pub(crate) fn new(
        assistant: &'a Assistant,
        conversation: &'a Conversation,
        link: Option<&'a Link>,
    ) -> Self {
        let turn = conversation.turns.current.as_ref().map(|turn| turn.turn.turn.clone());
        Self {
            assistant,
            conversation,
            streamed: None,
            turn,
            link,
            text: String::new(),
            given: 0,
            spoken: String::new(),
            seen: 0,
        }
    }

    pub(crate) fn take(&mut self, words: &str) {
        self.text.push_str(words);
        let (Some(link), Some(turn)) = (self.link, &self.turn) else {
            return;
        };
        // A sentence is over where something stands behind its mark, which most pieces are not.
        let news = self.text.get(self.seen..).unwrap_or_default();
        let Some(last) = news.rfind(char::is_whitespace) else {
            return;
        };
        if !news[..=last].contains(['.', '!', '?', '…', '\n']) {
            return;
        }
        let (assistant, conversation) = (self.assistant, self.conversation);
        let streamed = self.streamed.get_or_insert_with(|| assistant.streamed(conversation));
        let may_be = streamed.may_be(&self.text).len();
        let Some(sentences) = self.text.get(self.given..may_be).filter(|text| !text.trim().is_empty()) else {
            return;
        };
        // Worked out of the whole, as the reply's own is: a line by itself may be spoken otherwise than in front of another.
        let whole = as_speech(self.text.get(..may_be).unwrap_or_default());
        let speech = whole.strip_prefix(&self.spoken).map_or("", str::trim);
        if speech.is_empty() || !speech.ends_with(['.', '!', '?', ':', ';', ',', '…']) {
            return;
        }
        let (sentences, speech) = (sentences.trim().to_owned(), speech.to_owned());
        self.given = may_be;
        self.seen = may_be;
        self.spoken = whole;
        let _sent = link.send(Outgoing {
            key: self.conversation.key.clone(),
            body: OutgoingBody::ReplyDelta { turn: turn.clone(), text: sentences, speech },
        });
    }

    pub(crate) fn spoken(&self) -> String {
        self.text.get(..self.given).unwrap_or_default().trim().to_owned()
    }
}
