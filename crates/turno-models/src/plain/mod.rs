//! What of a model's text is words for people. Many models write their thoughts and their calls into it, in the marks of the
//! template that they were taught with, and not every server takes them out. Thoughts are dropped; a call that can be read is
//! one, as if it had been made in the right place; one that cannot makes the answer unreadable. Characters that nobody sees are
//! left out.

mod marks;
mod roles;
#[cfg(test)]
mod tests;
mod written;

use serde_json::Value;
use turno_core::{ModelRequest, ModelTool, ResponseFormat, is_unseen, without_unseen};

use marks::{Mark, mark_at, thought_end};
use roles::{role_at, role_line};
use written::{Written, calls_at, calls_in, json_at};

/// What may be a mark, or JSON, is held back up to so many bytes.
const HELD_BYTES_MAX: usize = 16_384;

/// What stands around code.
const FENCE: &str = "```";

/// A call that stood in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallInText {
    /// A tool that is offered.
    pub(crate) tool: String,
    /// A JSON object.
    pub(crate) arguments: String,
}

/// The words of one answer, as they come.
pub(crate) struct Plain<'a> {
    tools: &'a [ModelTool],
    /// The answer is text; else it is JSON that was asked for, in which a call is none.
    is_text: bool,
    /// What came before the end of a thought without a beginning can be taken back.
    is_unheard: bool,
    words: String,
    /// Something before the words was dropped, with the blanks around it.
    is_trimmed: bool,
    held: String,
    within: Within,
    calls: Vec<CallInText>,
    fault: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Words,
    /// Until this comes.
    Thought(&'static str),
    /// Until the answer is whole.
    Call,
}

impl<'a> Plain<'a> {
    /// Nothing came yet.
    pub(crate) fn new(request: &'a ModelRequest) -> Self {
        Self {
            tools: &request.tools,
            is_text: request.response_format == ResponseFormat::Text,
            is_unheard: !request.is_spoken,
            words: String::new(),
            is_trimmed: false,
            held: String::new(),
            within: Within::Words,
            calls: Vec::new(),
            fault: None,
        }
    }

    /// Reads the next piece; what of it is words stands behind [`Self::words`] from now on.
    pub(crate) fn take(&mut self, piece: &str) {
        let is_plain = self.held.is_empty() && self.within == Within::Words && !self.begins_line();
        if is_plain && !piece.contains(|c| may_begin(c) || c == '\n' || is_unseen(c)) {
            self.push(piece);
            return;
        }
        self.held.push_str(&without_unseen(piece));
        self.read(false);
    }

    /// The words so far. They only grow, blanks before the first apart, where they are heard as they come.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// All words, and the calls among them.
    ///
    /// # Errors
    /// Why the answer cannot be read.
    pub(crate) fn finish(mut self) -> Result<(String, Vec<CallInText>), String> {
        self.read(true);
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok((self.words, self.calls)),
        }
    }

    fn read(&mut self, is_end: bool) {
        while !self.held.is_empty() {
            let goes_on = match self.within {
                Within::Words => self.read_words(is_end),
                Within::Thought(end) => self.read_thought(end),
                Within::Call => is_end && self.read_calls(),
            };
            if !goes_on {
                break;
            }
        }
    }

    /// False: more is needed.
    fn read_words(&mut self, is_end: bool) -> bool {
        if self.begins_line() && self.is_text {
            match role_line(&self.held) {
                Mark::MayBe if !is_end => return false,
                Mark::Thought(bytes, end) => {
                    self.drop_mark(bytes);
                    self.within = Within::Thought(end);
                    return true;
                }
                Mark::Nothing(bytes) => {
                    self.drop_mark(bytes);
                    return true;
                }
                Mark::MayBe | Mark::None | Mark::Call | Mark::ThoughtEnd(_) => {}
            }
        }
        let at = self.held.find(may_begin).unwrap_or(self.held.len());
        if let Some(line_end) = self.held[..at].find('\n') {
            self.pass(line_end + 1);
            return true;
        }
        self.pass(at);
        let is_json = self.is_text && self.held.starts_with(['{', '[', '`']);
        let mut mark = mark_at(&self.held);
        if self.is_text && !matches!(mark, Mark::Call | Mark::Thought(..)) {
            let role = role_at(&self.held);
            if role != Mark::None {
                mark = role;
            }
        }
        if mark == Mark::None && self.is_text {
            mark = python_at(&self.held, self.tools);
        }
        match mark {
            _ if self.held.is_empty() => {}
            Mark::Thought(bytes, end) => {
                self.drop_mark(bytes);
                self.within = Within::Thought(end);
            }
            Mark::ThoughtEnd(bytes) => {
                if self.is_unheard {
                    self.words.clear();
                } else if !self.words.trim().is_empty() {
                    self.fail("a thought ends that did not begin");
                }
                self.drop_mark(bytes);
            }
            Mark::Call if self.is_text => self.within = Within::Call,
            Mark::Nothing(bytes) => self.drop_mark(bytes),
            Mark::MayBe if is_end && self.held.len() > 1 => self.drop_held(self.held.len()),
            Mark::MayBe if !is_end => return false,
            Mark::Call | Mark::MayBe | Mark::None if is_json => return self.read_json(is_end),
            Mark::Call | Mark::MayBe | Mark::None => self.pass_mark(),
        }
        true
    }

    /// Whether a line begins with what comes next.
    fn begins_line(&self) -> bool {
        self.words.is_empty() || self.words.ends_with('\n')
    }

    fn read_thought(&mut self, end: &'static str) -> bool {
        if let Some((at, bytes)) = thought_end(&self.held, end) {
            self.drop_held(at + bytes);
            self.within = Within::Words;
            return true;
        }
        // The beginning of its end may be there.
        let mut kept = self.held.len().saturating_sub(end.len());
        while !self.held.is_char_boundary(kept) {
            kept += 1;
        }
        self.drop_held(kept);
        false
    }

    /// What begins a JSON value: one that is a call is one, and an answer that is nothing but JSON is no words.
    fn read_json(&mut self, is_end: bool) -> bool {
        let fence = match fence_of(&self.held) {
            Fence::MayBe if !is_end => return false,
            Fence::Around(bytes) => bytes,
            Fence::MayBe | Fence::None => 0,
        };
        let inside = &self.held[fence..];
        if !may_be_json(inside) {
            self.pass_mark();
            return true;
        }
        // A value ends with its bracket, so that most pieces need not be looked at.
        let is_closed = is_end || inside.contains(['}', ']']);
        let value = is_closed.then(|| json_at(inside)).flatten();
        let Some((value, bytes)) = value else {
            if !is_end && self.held.len() < HELD_BYTES_MAX {
                return false;
            }
            if self.words.trim().is_empty() || inside.contains("\"name\"") {
                self.fail("it is a piece of JSON, and no words");
                self.held.clear();
            } else {
                self.pass_mark();
            }
            return true;
        };
        let behind = inside[bytes..].trim_start();
        if fence > 0 && !is_end && behind.len() < FENCE.len() && FENCE.starts_with(behind) {
            return false;
        }
        match calls_in(&value, self.tools) {
            Some(calls) => self.add(calls),
            None if self.words.trim().is_empty() && !is_plain_list(&value) => {
                self.fail("it is JSON, and no words");
            }
            None => {
                self.pass(fence + bytes);
                return true;
            }
        }
        self.drop_held(fence + bytes);
        if fence > 0 && self.held.trim_start().starts_with(FENCE) {
            self.drop_held(self.held.find(FENCE).unwrap_or_default() + FENCE.len());
        }
        true
    }

    fn read_calls(&mut self) -> bool {
        self.within = Within::Words;
        match calls_at(&self.held, self.tools) {
            Some((calls, bytes)) => {
                self.add(calls);
                self.drop_held(bytes);
            }
            None => {
                self.fail("it wrote a call into its text that cannot be read");
                self.held.clear();
            }
        }
        true
    }

    fn add(&mut self, calls: Vec<Written>) {
        for Written { tool, arguments } in calls {
            if self.tools.iter().any(|offered| offered.name == tool) {
                let arguments = arguments.to_string();
                self.calls.push(CallInText { tool, arguments });
            } else {
                self.fail("it wrote a call into its text of a tool that it is not offered");
            }
        }
    }

    fn fail(&mut self, fault: &str) {
        self.fault.get_or_insert_with(|| fault.to_owned());
    }

    fn push(&mut self, words: &str) {
        let is_first = self.is_trimmed && self.words.is_empty();
        self.words.push_str(if is_first { words.trim_start() } else { words });
    }

    fn pass(&mut self, bytes: usize) {
        let words: String = self.held.drain(..bytes).collect();
        self.push(&words);
    }

    /// Drops a mark, and what is blank around it where no words stand before it.
    fn drop_mark(&mut self, bytes: usize) {
        self.drop_held(bytes);
        if self.words.trim().is_empty() {
            self.words.clear();
            self.is_trimmed = true;
        }
    }

    /// The character that begins nothing.
    fn pass_mark(&mut self) {
        let bytes = self.held.chars().next().map_or(0, char::len_utf8);
        self.pass(bytes);
    }

    fn drop_held(&mut self, bytes: usize) {
        self.held.drain(..bytes);
    }
}

fn may_begin(c: char) -> bool {
    matches!(c, '<' | '[' | '{' | '`' | '◁')
}

/// A call as Python writes it, in a list: `[get_menu(category="tacos")]`.
fn python_at(text: &str, tools: &[ModelTool]) -> Mark {
    let Some(called) = text.strip_prefix('[') else {
        return Mark::None;
    };
    let begins = |name: &str| called.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    let may_begin = |name: &str| name.starts_with(called);
    match tools {
        _ if tools.iter().any(|tool| begins(&tool.name)) => Mark::Call,
        _ if tools.iter().any(|tool| may_begin(&tool.name)) => Mark::MayBe,
        _ => Mark::None,
    }
}

enum Fence {
    /// So many bytes before a value.
    Around(usize),
    MayBe,
    None,
}

/// What fences in JSON: three backticks, and the language.
fn fence_of(text: &str) -> Fence {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let behind = &text[ticks..];
    match ticks {
        0 => return Fence::None,
        1 | 2 if behind.is_empty() => return Fence::MayBe,
        3 => {}
        _ => return Fence::None,
    }
    let inside = behind.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_');
    let inside = inside.trim_start();
    match inside.is_empty() {
        true => Fence::MayBe,
        false => Fence::Around(text.len() - inside.len()),
    }
}

/// Whether an object or a list of objects may begin here.
fn may_be_json(text: &str) -> bool {
    let (first, behind) = (text.chars().next(), text.get(1..).unwrap_or_default().trim_start());
    match first {
        Some('{') => behind.is_empty() || behind.starts_with(['"', '}']),
        Some('[') => behind.is_empty() || behind.starts_with('{'),
        Some(_) | None => false,
    }
}

/// A list of plain values is something that people write, too.
fn is_plain_list(value: &Value) -> bool {
    matches!(value, Value::Array(items) if items.iter().all(|item| !item.is_object()))
}
