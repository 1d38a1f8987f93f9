//! A button that is pressed while a collect node waits.

use serde_json::Value;
use turno_graph::Collect;
use turno_language::SlotReading;

use crate::step::{
    Next, Step,
    collect::{Offered, said},
};

impl Step<'_> {
    pub(in crate::step) fn answer_collect_choice(
        &mut self,
        name: &str,
        collect: &Collect,
        slot: Option<String>,
        id: &str,
        offered: &Offered,
    ) -> Next {
        self.conversation.turns.take_unread();
        let option = id.strip_prefix("option:").and_then(|index| index.parse::<usize>().ok());
        if let Some(option) = option.and_then(|index| offered.get(index)) {
            let values = option.iter().map(|(slot, value)| said(slot.clone(), value.clone(), id)).collect();
            let reading = SlotReading { values, problems: Vec::new() };
            return self.take_in_answer(name, collect, slot.unwrap_or_default(), 0, offered, reading);
        }
        if let Some(slot) = slot
            && collect.ask.get(&slot).is_some_and(|ask| ask.choices.iter().any(|choice| choice.id == id))
        {
            let reading =
                SlotReading { values: vec![said(slot.clone(), Value::from(id), id)], problems: Vec::new() };
            return self.take_in_answer(name, collect, slot, 0, offered, reading);
        }
        self.answer_other_button(id)
    }
}
