//! What a confirmation must have, and how long it stands.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::builder::Builder;
use crate::catalog::ToolSignature;
use crate::duration::parse_duration_ms;
use crate::fault::FaultKind;
use crate::file::{ConfirmFile, Name};
use crate::placed::{Form, Placed};
use crate::template::{expression_references, names_told, template_references};

impl Builder<'_> {
    /// Checks the confirmation of a tool.
    pub(crate) fn confirm_of(
        &mut self,
        node: &Name,
        file: &ConfirmFile,
        tool: &Name,
        signature: &ToolSignature,
    ) {
        for name in file.parameters.keys() {
            self.parameter(name, tool, signature);
        }
        if !signature.destructive {
            self.fault(FaultKind::NothingToConfirm { tool: tool.value.clone() }, &tool.place);
            return;
        }
        if file.change.is_none() {
            self.fault(FaultKind::ConfirmWithoutChange { tool: tool.value.clone() }, &node.place);
        }
        let content = content(file, signature);
        for form in file.say.value.values() {
            let forms = match &form.value {
                Form::Both(text) => vec![(text, &form.place)],
                Form::Each { voice, chat } => vec![(&voice.value, &voice.place), (&chat.value, &chat.place)],
            };
            for (text, place) in forms {
                // A text that does not parse has its own fault.
                let silent =
                    template_references(text).is_ok_and(|named| named.variables.is_disjoint(&content));
                // What takes nothing has nothing to be named.
                if !silent {
                    self.names_the_moment(text, place, tool, signature);
                }
                if silent && !content.is_empty() {
                    self.fault(
                        FaultKind::ConfirmWithoutContent {
                            tool: tool.value.clone(),
                            slots: named_first(signature),
                        },
                        place,
                    );
                }
            }
        }
        self.need(node, tool, signature, &file.parameters.keys().collect::<Vec<_>>());
    }

    /// The day and the hour that the graph asks for are in the question: nobody says yes to another hour than they meant.
    fn names_the_moment(&mut self, text: &str, place: &Range<usize>, tool: &Name, signature: &ToolSignature) {
        const MOMENT: [&str; 2] = ["date", "time"];
        let (Some(told), Some(collected)) = (names_told(text), self.collected.get(&tool.value)) else {
            return;
        };
        let is_left_out = |name: &&str| {
            let is_a_parameter = signature.parameters.iter().any(|parameter| parameter == name);
            is_a_parameter && collected.contains(*name) && !told.contains(*name)
        };
        let slots: Vec<String> =
            MOMENT.into_iter().filter(|name| is_left_out(name)).map(str::to_owned).collect();
        if !slots.is_empty() {
            let tool = tool.value.clone();
            self.fault(FaultKind::ConfirmWithoutMoment { tool, slots }, place);
        }
    }

    /// The milliseconds of `2m`; the default where nothing or nonsense is given.
    pub(crate) fn duration_ms(&mut self, written: Option<&Placed<String>>) -> u64 {
        const DEFAULT_MS: u64 = 120_000;
        const ALLOWED_MS: std::ops::RangeInclusive<u64> = 1_000..=86_400_000;
        let Some(text) = written else { return DEFAULT_MS };
        match parse_duration_ms(text).filter(|duration_ms| ALLOWED_MS.contains(duration_ms)) {
            Some(duration_ms) => duration_ms,
            None => {
                self.fault(FaultKind::BadDuration { text: text.value.clone() }, &text.place);
                DEFAULT_MS
            }
        }
    }
}

/// What a question may name to say what will happen: parameters of the call, and the slots they are made of. A result
/// alone is no such name: "hay lugar" says nothing of what a yes would do.
fn content(file: &ConfirmFile, signature: &ToolSignature) -> BTreeSet<String> {
    let made_of = file.parameters.values().filter_map(|written| expression_references(&written.value.0).ok());
    signature
        .parameters
        .iter()
        .cloned()
        .chain(made_of.flat_map(|named| named.variables))
        .filter(|name| name != "result" && name != "results")
        .collect()
}

/// The parameters that a question would name: what is required before the rest.
fn named_first(signature: &ToolSignature) -> Vec<String> {
    let is_required = |name: &&String| signature.required.contains(*name);
    let (required, others): (Vec<&String>, Vec<&String>) = signature.parameters.iter().partition(is_required);
    required.into_iter().chain(others).take(3).cloned().collect()
}
