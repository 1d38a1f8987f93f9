//! Turns without words: recordings, pictures and files, which nobody here can hear or see; places and cards of address books,
//! which may be what was asked for.

use serde_json::Value;
use turno_graph::Collect;
use turno_language::{SlotKind, SlotReading, SlotValue, Verdict};

use crate::{
    ContactCard, Input, Media, MediaKind, Phase, Place,
    assistant_tool::AssistantTool,
    phrases,
    step::{Next, Step, confirm::verdict::Answer},
};

/// So many turns in a row that were of no use, then a person is offered.
const WORDLESS_MAX: u8 = 2;

/// What was asked for when it came, and what a collect node fills.
struct Open<'a> {
    node: String,
    collect: &'a Collect,
    tool: &'a AssistantTool,
    slot: Option<String>,
    asked: u8,
}

impl<'a> Step<'a> {
    /// Answers a turn that has no words of its own. None where there are words to be read, or where whoever has the word sees to
    /// it themselves.
    pub(in crate::step) fn answer_wordless(&mut self) -> Option<Next> {
        let is_with_person = matches!(self.conversation.phase, Phase::WithPerson { .. });
        match self.conversation.turns.input() {
            Input::Media(media) if !is_with_person => self.answer_media(&media),
            Input::Location(place) if !is_with_person => self.answer_place(&place),
            Input::Contact(card) if !is_with_person => self.answer_card(&card),
            Input::Text(_)
            | Input::Choice(_)
            | Input::Dtmf(_)
            | Input::Media(_)
            | Input::Location(_)
            | Input::Contact(_) => {
                self.conversation.collected.wordless = 0;
                None
            }
        }
    }

    fn answer_media(&mut self, media: &Media) -> Option<Next> {
        if self.conversation.turns.utterance().is_empty() {
            return Some(self.is_of_no_use(cannot_take(media.kind)));
        }
        self.conversation.collected.wordless = 0;
        // What stands under a picture is read, but it is no yes: nobody knows what it was written about.
        if let Phase::Confirming { .. } = self.conversation.phase {
            let answer = match self.conversation.confirmations.pending.clone() {
                Some(pending) => self.read_answer(&pending),
                None => self.read_plain_answer(),
            };
            if matches!(answer, Answer::Verdict(reading) if reading.verdict == Verdict::Yes) {
                self.conversation.turns.take_unread();
                self.say_phrase(phrases::media_is_no_yes);
                self.conversation.turns.note_told();
                return Some(self.ask_again());
            }
        }
        self.say_phrase(phrases::only_caption);
        None
    }

    /// A place may be the address that is asked for, or another one for what is pending.
    fn answer_place(&mut self, place: &Place) -> Option<Next> {
        if let Phase::Talking { .. } = self.conversation.phase {
            self.conversation.collected.wordless = 0;
            return None;
        }
        let address = Value::from(address_of(place));
        if let Some(open) = self.open()
            && let Some(slot) = self.slot_for(&open, SlotKind::Address)
        {
            return Some(self.take_values(open, vec![said(slot, address)]));
        }
        if let Phase::Confirming { node, .. } = self.conversation.phase.clone()
            && let Some(confirm) = self.confirm_node(&node)
            && let Some(pending) = self.conversation.confirmations.pending.clone()
            && let Some(tool) = self.assistant.assistant_tool(&pending.tool)
        {
            let mut named = pending.parameters.keys();
            if let Some(slot) = named.find(|name| tool.has_kind(name, SlotKind::Address)) {
                self.conversation.collected.wordless = 0;
                let changes = SlotReading { values: vec![said(slot.clone(), address)], problems: Vec::new() };
                return Some(self.change(confirm, changes, &[]));
            }
        }
        Some(self.is_of_no_use(phrases::no_use_for_place))
    }

    /// A card's telephone and name may be what is asked for.
    fn answer_card(&mut self, card: &ContactCard) -> Option<Next> {
        if let Phase::Talking { .. } = self.conversation.phase {
            self.conversation.collected.wordless = 0;
            return None;
        }
        let Some(open) = self.open() else {
            return Some(self.is_of_no_use(phrases::no_use_for_card));
        };
        let mut reading = SlotReading::default();
        let phones =
            [SlotKind::Phone, SlotKind::Contact].into_iter().find_map(|kind| self.slot_for(&open, kind));
        if let Some(slot) = phones {
            // Two telephones of one card are asked about, as two that are said.
            let text = card.phones.join(" y ");
            let read = self.read(&text, open.tool, Some(&slot));
            reading.values.extend(read.values.into_iter().filter(|value| value.slot == slot));
            reading.problems.extend(read.problems.into_iter().filter(|problem| problem.slot == slot));
        }
        if let (Some(slot), Some(name)) = (self.slot_for(&open, SlotKind::PersonName), &card.name) {
            let read = self.read(name, open.tool, Some(&slot));
            reading.values.extend(read.values.into_iter().filter(|value| value.slot == slot));
        }
        if reading.values.is_empty() && reading.problems.is_empty() {
            return Some(self.is_of_no_use(phrases::no_use_for_card));
        }
        self.conversation.collected.wordless = 0;
        let slot = open.slot.or_else(|| reading.values.first().map(|value| value.slot.clone()))?;
        let asked = open.asked.saturating_sub(1);
        Some(self.take_in_answer(&open.node, open.collect, slot, asked, &Vec::new(), reading))
    }

    fn take_values(&mut self, open: Open<'a>, values: Vec<SlotValue>) -> Next {
        self.conversation.collected.wordless = 0;
        let slot = open.slot.or_else(|| values.first().map(|value| value.slot.clone()));
        let reading = SlotReading { values, problems: Vec::new() };
        let asked = open.asked.saturating_sub(1);
        self.take_in_answer(&open.node, open.collect, slot.unwrap_or_default(), asked, &Vec::new(), reading)
    }

    fn open(&self) -> Option<Open<'a>> {
        let Phase::Collecting { node, slot, asked, .. } = self.conversation.phase.clone() else {
            return None;
        };
        let collect = self.collect_node(&node)?;
        let tool = self.assistant.assistant_tool(&collect.tool)?;
        Some(Open { node, collect, tool, slot, asked })
    }

    /// The slot of a kind that such a value is for: the one that is asked for, else one that the node wants and has not got.
    /// An address may be told anew at any time.
    fn slot_for(&self, open: &Open<'_>, kind: SlotKind) -> Option<String> {
        let is_it = |slot: &&String| open.tool.has_kind(slot, kind);
        let asked = open.slot.as_ref().filter(is_it);
        let is_open = |slot: &&String| {
            kind == SlotKind::Address || !self.conversation.collected.slots.contains_key(*slot)
        };
        let mut wanted = open.collect.slots.iter().filter(is_it);
        asked.or_else(|| wanted.find(is_open)).cloned()
    }

    /// Says why, and asks again what is open. It is no answer that was not understood; but whoever goes on like that is offered
    /// a person.
    fn is_of_no_use(&mut self, why: fn(turno_language::Language) -> &'static str) -> Next {
        self.conversation.collected.wordless = self.conversation.collected.wordless.saturating_add(1);
        self.say_phrase(why);
        if self.conversation.collected.wordless >= WORDLESS_MAX {
            self.say_phrase(phrases::or_a_person);
        }
        self.conversation.turns.note_told();
        self.ask_again()
    }
}

fn said(slot: String, value: Value) -> SlotValue {
    SlotValue { slot, value, said: String::new() }
}

/// A place as a courier reads it: its address, with its name in front where that is not in it; else where it is on the map, to
/// about a metre.
fn address_of(place: &Place) -> String {
    let text = |text: &Option<String>| {
        text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let on_the_map = format!("{:.5}, {:.5}", place.latitude, place.longitude);
    match (text(&place.name), text(&place.address)) {
        (Some(name), Some(address)) if !address.contains(&name) => format!("{name}, {address}"),
        (_, Some(address)) => address,
        (Some(name), None) => format!("{name} ({on_the_map})"),
        (None, None) => on_the_map,
    }
}

fn cannot_take(kind: MediaKind) -> fn(turno_language::Language) -> &'static str {
    match kind {
        MediaKind::Audio => phrases::cannot_hear,
        MediaKind::Image => phrases::cannot_see_image,
        MediaKind::Video => phrases::cannot_see_video,
        MediaKind::Sticker => phrases::cannot_read_sticker,
        MediaKind::Document => phrases::cannot_open_document,
    }
}

/// What a model, and the person who takes over, read in place of it. None where it has words of its own only.
pub(in crate::step) fn note_of(input: &Input) -> Option<String> {
    let note = match input {
        Input::Text(_) | Input::Choice(_) | Input::Dtmf(_) => return None,
        Input::Media(media) => {
            let kind = match media.kind {
                MediaKind::Audio => "a voice message, which cannot be heard",
                MediaKind::Image => "a picture, which cannot be seen",
                MediaKind::Video => "a video, which cannot be seen",
                MediaKind::Sticker => "a sticker or a reaction, which means nothing in particular",
                MediaKind::Document => "a document, which cannot be opened",
            };
            match input.words() {
                "" => format!("[sent {kind}]"),
                caption => format!("[sent {kind}; its caption:] {caption}"),
            }
        }
        Input::Location(place) => format!("[sent a place: {}]", address_of(place)),
        Input::Contact(card) => {
            let named = card.name.iter().chain(&card.phones);
            let named: Vec<&str> = named.map(String::as_str).collect();
            format!("[sent a contact card: {}]", named.join(", "))
        }
    };
    Some(note)
}
