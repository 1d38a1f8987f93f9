//! What the chat prints.

use std::io::{self, IsTerminal, Write};

use jiff::Timestamp;
use turno_core::{Channel, is_unseen};
use turno_gateway::frames::{ReplyFrame, ServerFrame};

/// Standard output, for a person, a pipe or a program.
pub(crate) struct Screen {
    manner: Manner,
    has_colours: bool,
    is_voice: bool,
    has_prompt: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// A person types.
    Interactive,
    /// The lines come from a pipe.
    Transcript,
    /// The frames as they are.
    Json,
}

#[derive(Debug, Clone, Copy)]
enum Style {
    Reply,
    Button,
    Notice,
    Prompt,
    Error,
}

impl Screen {
    pub(crate) fn new(is_json: bool, is_terminal: bool, is_voice: bool) -> Self {
        let manner = match (is_json, is_terminal) {
            (true, _) => Manner::Json,
            (false, true) => Manner::Interactive,
            (false, false) => Manner::Transcript,
        };
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { manner, has_colours: io::stdout().is_terminal() && !no_colour, is_voice, has_prompt: false }
    }

    pub(crate) fn is_interactive(&self) -> bool {
        self.manner == Manner::Interactive
    }

    pub(crate) fn begin(&mut self, tenant: &str, channel: Channel, conversation: &str) {
        if self.is_interactive() {
            self.conversation(tenant, channel, conversation);
            self.notice("type what you would say; /help lists the commands");
        }
    }

    pub(crate) fn conversation(&mut self, tenant: &str, channel: Channel, conversation: &str) {
        self.notice(&format!("{tenant} on {}, conversation {conversation}", channel.name()));
    }

    pub(crate) fn help(&mut self) {
        self.notice("/conversation tells which conversation this is");
        self.notice("/media audio sends a voice note; image, video, sticker or document as well, with a caption behind it");
        self.notice("/place LATITUDE LONGITUDE NAME sends a place, /contact PHONE NAME somebody's card");
        self.notice("/quit ends the chat, and so does Ctrl-D");
        if self.is_voice {
            self.notice("at a question to confirm, a single digit is a key of the telephone");
        } else {
            self.notice("a button is pressed by its number or its title");
        }
    }

    pub(crate) fn prompt(&mut self) {
        if self.is_interactive() && !self.has_prompt {
            self.print(&self.styled(Style::Prompt, "> "));
            self.has_prompt = true;
        }
    }

    /// A line was typed after the prompt.
    pub(crate) fn entered(&mut self) {
        self.has_prompt = false;
    }

    /// What was said: at a terminal it is there already.
    pub(crate) fn said(&mut self, line: &str) {
        if self.manner == Manner::Transcript {
            self.print(&format!("> {line}\n"));
        }
    }

    pub(crate) fn frame(&mut self, frame: &ServerFrame) {
        if self.manner == Manner::Json {
            if let Ok(line) = serde_json::to_string(frame) {
                self.print(&format!("{line}\n"));
            }
            return;
        }
        match frame {
            // The reply behind it is whole.
            ServerFrame::Welcome(_) | ServerFrame::Journal(_) | ServerFrame::ReplyDelta(_) => {}
            ServerFrame::Reply(reply) => {
                self.reply(reply);
                self.expiry(reply);
            }
            ServerFrame::Expired(_) => self.notice("the question has expired: nothing was done"),
            ServerFrame::HandOff(hand_off) if hand_off.to.is_empty() => {
                self.notice(&format!("a person takes over in this chat: {}", hand_off.reason));
            }
            ServerFrame::HandOff(hand_off) => {
                self.notice(&format!("a person takes over, {}: {}", hand_off.to, hand_off.reason));
            }
            ServerFrame::Closed(closed) => {
                self.notice(&format!(
                    "the conversation has ended ({}); what you say next begins a new one",
                    closed.reason
                ));
            }
            ServerFrame::Progress(_) => self.notice("one moment…"),
            ServerFrame::Error(error) => {
                let line = format!("! {}: {}", error.code, error.message);
                self.line(Style::Error, &line);
            }
        }
    }

    pub(crate) fn notice(&mut self, text: &str) {
        if self.manner != Manner::Json {
            self.line(Style::Notice, &format!("({text})"));
        }
    }

    /// Tells that something of the input was left out; beside frames in JSON, on standard error.
    pub(crate) fn fault(&mut self, text: &str) {
        if self.manner == Manner::Json {
            eprintln!("turno: {text}");
        } else {
            self.notice(text);
        }
    }

    /// Leaves the terminal's next line to the shell.
    pub(crate) fn end(&mut self) {
        if self.has_prompt {
            self.print("\n");
        }
    }

    fn reply(&mut self, reply: &ReplyFrame) {
        let words = if self.is_voice { &reply.speech } else { &reply.text };
        for line in words.lines() {
            self.line(Style::Reply, line);
        }
        let buttons = if self.is_voice { &[][..] } else { &reply.choices };
        for (index, choice) in buttons.iter().enumerate() {
            self.line(Style::Button, &format!("  [{}] {}", index + 1, choice.title));
        }
    }

    /// How long the question stands; in a transcript it would make each one different.
    fn expiry(&mut self, reply: &ReplyFrame) {
        let expires_at = reply.expires_at.as_deref().and_then(|at| at.parse::<Timestamp>().ok());
        if let (true, Some(expires_at)) = (self.is_interactive(), expires_at) {
            let seconds = (expires_at.as_millisecond() - Timestamp::now().as_millisecond()).max(0) / 1_000;
            self.notice(&format!("the question stands for {seconds} s"));
        }
    }

    fn line(&mut self, style: Style, text: &str) {
        // A prompt that waits makes room, and comes back beneath.
        let start = if std::mem::take(&mut self.has_prompt) { "\r" } else { "" };
        self.print(&format!("{start}{}\n", self.styled(style, &visible(text))));
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if !self.has_colours {
            return text.to_owned();
        }
        let code = match style {
            Style::Reply => "32",
            Style::Button => "36",
            Style::Notice => "2",
            Style::Prompt => "1",
            Style::Error => "31",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    fn print(&self, text: &str) {
        let mut output = io::stdout().lock();
        // Whoever read the output has gone; there is nobody left to tell.
        let _nobody_reads = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    }
}

/// Without what could move the terminal's cursor, recolour it, or turn what is read round.
fn visible(text: &str) -> String {
    let is_shown = |character: &char| !character.is_control() && !is_unseen(*character);
    text.chars().filter(is_shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_said_moves_the_cursor_or_turns_letters_round() {
        assert_eq!(visible("\u{1b}[31mrojo\u{202e} ñ ☕\0"), "[31mrojo ñ ☕");
    }
}
