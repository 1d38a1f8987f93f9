//! From frames to what the runtime takes in: whose conversation it is, and whether every field may be what it is.

use turno_core::{Channel, ConversationKey, InvalidId, Timestamp, Turn, TurnId};
use turno_runtime::{Delivery, Incoming, Link};

use crate::{
    caller::caller_of,
    fault::{ErrorCode, Fault, Subject, quoted},
    frames::{AckFrame, CloseFrame, InterruptFrame, JournalRequestFrame, ResumeFrame, TurnFrame},
    input::input_of,
    options::GatewayLimits,
    recent::Recent,
    token::Access,
};

const CONVERSATIONS_REMEMBERED: usize = 65_536;
const REASON_CHARACTERS_MAX: usize = 128;

/// A connection that has said hello: what it may do, which tenant its conversations are with, and the way back to it.
#[derive(Debug)]
pub(crate) struct Greeted {
    link: Link,
    channel: Channel,
    access: Access,
    tenants: Recent<String, String>,
    used: UsedTenants,
}

#[derive(Debug)]
enum UsedTenants {
    None,
    One(String),
    Several,
}

impl Greeted {
    pub(crate) fn new(link: Link, channel: Channel, access: Access) -> Self {
        Self {
            link,
            channel,
            access,
            tenants: Recent::new(CONVERSATIONS_REMEMBERED),
            used: UsedTenants::None,
        }
    }

    /// Something for this conversation was taken in: from then on its tenant need not be named.
    pub(crate) fn remember(&mut self, key: &ConversationKey) {
        // A token of one tenant's says which it is.
        if matches!(self.access, Access::Tenant(_)) {
            return;
        }
        if self.tenants.get(&key.id).is_none_or(|tenant| *tenant != key.tenant) {
            self.tenants.insert(key.id.clone(), key.tenant.clone());
        }
        match &self.used {
            UsedTenants::None => self.used = UsedTenants::One(key.tenant.clone()),
            UsedTenants::One(used) if *used != key.tenant => self.used = UsedTenants::Several,
            UsedTenants::One(_) | UsedTenants::Several => {}
        }
    }

    /// A turn; none where it is a part of speech that is still going on.
    pub(crate) fn turn(
        &mut self,
        frame: TurnFrame,
        limits: &GatewayLimits,
    ) -> Result<Option<Delivery>, Fault> {
        let key = self.key(&frame.conversation, Some(&frame.tenant))?;
        let is_final = frame.is_final;
        let turn = turn_of(frame, limits)?;
        Ok(is_final.then(|| self.delivery(key, Incoming::Turn(turn))))
    }

    pub(crate) fn interrupt(
        &mut self,
        frame: &InterruptFrame,
        limits: &GatewayLimits,
    ) -> Result<Delivery, Fault> {
        let key = self.key(&frame.conversation, frame.tenant.as_deref())?;
        let heard = clean_text("heard", &frame.heard, limits)?;
        Ok(self.delivery(key, Incoming::Interrupt { heard }))
    }

    pub(crate) fn ack(&mut self, frame: &AckFrame) -> Result<Delivery, Fault> {
        let key = self.key(&frame.conversation, frame.tenant.as_deref())?;
        Ok(self.delivery(key, Incoming::Ack { seq: frame.seq }))
    }

    /// One for each conversation; where one id is wrong, none.
    pub(crate) fn resume(&mut self, frame: &ResumeFrame) -> Result<Vec<Delivery>, Fault> {
        let tenant = frame.tenant.as_deref();
        let delivery = |(id, seq): (&String, &u64)| {
            let key = self.key(id, tenant)?;
            Ok(self.delivery(key, Incoming::Resume { seq: *seq }))
        };
        frame.conversations.iter().map(delivery).collect()
    }

    pub(crate) fn close(&mut self, frame: &CloseFrame) -> Result<Delivery, Fault> {
        let key = self.key(&frame.conversation, frame.tenant.as_deref())?;
        let reason = without_controls(frame.reason.as_deref().unwrap_or_default());
        let reason: String = reason.trim().chars().take(REASON_CHARACTERS_MAX).collect();
        let reason = if reason.is_empty() { "closed".to_owned() } else { reason };
        Ok(self.delivery(key, Incoming::Close { reason }))
    }

    pub(crate) fn journal(&mut self, frame: &JournalRequestFrame) -> Result<Delivery, Fault> {
        let key = self.key(&frame.conversation, frame.tenant.as_deref())?;
        Ok(self.delivery(key, Incoming::Journal { run: frame.run }))
    }

    fn delivery(&self, key: ConversationKey, incoming: Incoming) -> Delivery {
        Delivery { key, incoming, link: self.link.clone() }
    }

    /// Which conversation is meant.
    fn key(&mut self, conversation: &str, named: Option<&str>) -> Result<ConversationKey, Fault> {
        let tenant = self.tenant_of(conversation, named)?;
        ConversationKey::new(&tenant, self.channel, conversation).map_err(|fault| invalid_id(&fault))
    }

    fn tenant_of(&mut self, conversation: &str, named: Option<&str>) -> Result<String, Fault> {
        if let Access::Tenant(own) = &self.access {
            return match named {
                Some(other) if other != own => {
                    let message =
                        format!("this token is for the tenant {own:?}: it cannot speak for another");
                    Err(Fault::new(ErrorCode::Forbidden, message))
                }
                Some(_) | None => Ok(own.clone()),
            };
        }
        if let Some(named) = named {
            return Ok(named.to_owned());
        }
        if let Some(last) = self.tenants.get(&conversation.to_owned()) {
            return Ok(last.clone());
        }
        match &self.used {
            UsedTenants::One(used) => Ok(used.clone()),
            UsedTenants::None | UsedTenants::Several => Err(Fault::new(
                ErrorCode::TenantRequired,
                "which tenant this conversation is with is not known on this connection: add the field `tenant`",
            )),
        }
    }
}

/// What an id, a phone or a text may be, for each field of a turn.
fn turn_of(frame: TurnFrame, limits: &GatewayLimits) -> Result<Turn, Fault> {
    let turn = TurnId::new(&frame.turn).map_err(|fault| invalid_id(&fault))?;
    if let Some(branch) = &frame.branch {
        let is_valid = (1..=128).contains(&branch.len()) && !branch.chars().any(char::is_control);
        if !is_valid {
            let message = "branch is not valid: it must have 1 to 128 bytes and no control characters";
            return Err(Fault::new(ErrorCode::InvalidId, message));
        }
    }
    let sent_at = frame.sent_at.as_deref().map(instant_of).transpose()?;
    let input = input_of(&frame, limits)?;
    Ok(Turn {
        turn,
        input,
        sent_at,
        caller: frame.caller.as_deref().map(caller_of),
        branch: frame.branch,
        understanding: None,
        is_early: false,
        is_blanked: false,
    })
}

pub(crate) fn clean_text(field: &str, text: &str, limits: &GatewayLimits) -> Result<String, Fault> {
    let characters = text.chars().count();
    if characters > limits.text_characters {
        let message = format!(
            "the field `{field}` has {characters} characters: send at most {}",
            limits.text_characters
        );
        return Err(Fault::new(ErrorCode::TextTooLong, message));
    }
    Ok(without_controls(text))
}

pub(crate) fn without_controls(text: &str) -> String {
    text.chars()
        .filter_map(|character| match character {
            '\n' | '\t' => Some(' '),
            control if control.is_control() => None,
            other => Some(other),
        })
        .collect()
}

fn instant_of(text: &str) -> Result<Timestamp, Fault> {
    text.parse::<jiff::Timestamp>().map(|at| Timestamp(at.as_millisecond())).map_err(|_| {
        invalid(&format!(
            "the field `sent_at` is not right: {} is not an instant of RFC 3339 such as 2026-01-20T18:30:00Z",
            quoted(text)
        ))
    })
}

pub(crate) fn invalid(message: &str) -> Fault {
    Fault::new(ErrorCode::InvalidFrame, message)
}

fn invalid_id(fault: &InvalidId) -> Fault {
    Fault::new(ErrorCode::InvalidId, fault.to_string())
}

/// What an error about it names.
pub(crate) fn subject_of(delivery: &Delivery) -> Subject {
    Subject {
        conversation: Some(delivery.key.id.clone()),
        tenant: Some(delivery.key.tenant.clone()),
        turn: match &delivery.incoming {
            Incoming::Turn(turn) => Some(turn.turn.as_str().to_owned()),
            Incoming::Interrupt { .. }
            | Incoming::Ack { .. }
            | Incoming::Resume { .. }
            | Incoming::Close { .. }
            | Incoming::Journal { .. } => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_loses_its_control_characters() {
        let clean = |text| clean_text("text", text, &GatewayLimits::default()).unwrap();
        assert_eq!(clean("mesa\r\npara\t4\u{0}\u{7f}\u{9b}"), "mesa para 4");
        assert_eq!(clean("👩‍👩‍👧"), "👩‍👩‍👧");
        assert_eq!(clean(""), "");
    }

    #[test]
    fn an_instant_has_an_offset() {
        assert_eq!(
            instant_of("2026-01-20T12:30:00.250-06:00").unwrap(),
            instant_of("2026-01-20T18:30:00.25Z").unwrap()
        );
        for other in ["2026-01-20T12:30:00", "2026-02-31T12:30:00Z", "1768934445", "", "ayer"] {
            assert!(instant_of(other).is_err(), "{other}");
        }
    }
}
