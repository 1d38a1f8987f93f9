//! What goes over the wires: deliveries to a daemon, frames from it.

use turno_core::{Channel, TurnId};
use turno_runtime::{Delivery, Incoming, Outgoing, OutgoingBody, Refused};

use super::{Due, Run};
use crate::{broken::Broken, judge::answers::Spoken, talk::question_of};

impl Run<'_> {
    pub(super) fn break_connection(&mut self, gateway: usize) -> Result<(), Broken> {
        let queued = self.gateways[gateway].take_queued();
        let arriving = self.rng.usize(..=queued.len());
        for frame in queued.into_iter().take(arriving) {
            self.receive(gateway, frame)?;
        }
        self.gateways[gateway].connection = None;
        self.breaks += 1;
        Ok(())
    }

    pub(super) fn connect(&mut self, gateway: usize) {
        if self.daemons.is_empty() || self.gateways[gateway].connection.is_some() {
            return;
        }
        let daemon = self.rng.usize(..self.daemons.len());
        self.connect_to(gateway, daemon);
    }

    pub(super) fn connect_to(&mut self, gateway: usize, daemon: usize) {
        self.gateways[gateway].connect(daemon, self.weather.link_capacity);
        for talk in 0..self.talks.len() {
            if self.gateway_of(talk) != gateway || self.talks[talk].said.is_empty() {
                continue;
            }
            if self.rng.u8(..10) > 0 {
                let seq = self.talks[talk].contiguous();
                self.deliver(talk, Incoming::Resume { seq });
            }
            for turn in 0..self.talks[talk].said.len() {
                if !self.talks[talk].said[turn].is_answered && self.rng.u8(..3) > 0 {
                    self.deliver_turn(talk, turn);
                }
            }
        }
    }

    pub(super) fn gateway_of(&self, talk: usize) -> usize {
        match self.talks[talk].key.channel {
            Channel::Whatsapp => 0,
            Channel::Voice => 1,
            Channel::Web | Channel::Test => 2,
        }
    }

    /// Hands something to the daemon, where there is one and it is reached.
    pub(super) fn deliver(&mut self, talk: usize, incoming: Incoming) -> bool {
        let gateway = self.gateway_of(talk);
        let Some(connection) = &self.gateways[gateway].connection else {
            return false;
        };
        let Some(daemon) = self.daemons.get(connection.daemon) else {
            return false;
        };
        self.judge.note(self.clock.elapsed_ms(), &(talk, format!("{incoming:?}")));
        if let Incoming::Interrupt { .. } | Incoming::Close { .. } = incoming {
            self.talks[talk].interruptions += 1;
        }
        let key = self.talks[talk].key.clone();
        let is_turn = matches!(incoming, Incoming::Turn(_));
        let delivery = Delivery { key: key.clone(), incoming, link: connection.link.clone() };
        match daemon.handle.deliver(delivery) {
            Ok(()) => true,
            Err(refused) => {
                if is_turn && refused == Refused::TooManyConversations {
                    self.shut_out.get_or_insert(key);
                }
                false
            }
        }
    }

    pub(super) fn deliver_turn(&mut self, talk: usize, turn: usize) {
        if self.talks[talk].said[turn].held_until_ms > self.now_ms() {
            return;
        }
        let incoming = Incoming::Turn(self.talks[talk].said[turn].turn.clone());
        if self.deliver(talk, incoming) {
            self.counts.deliveries += 1;
            let now = self.now_ms();
            let troubles = self.troubles(talk);
            let said = &mut self.talks[talk].said[turn];
            if said.delivered_at_ms.is_none() {
                said.delivered_at_ms = Some(now);
                said.troubles = troubles;
            }
        }
        self.talks[talk].said[turn].attempts += 1;
        let attempts = self.talks[talk].said[turn].attempts;
        let after_ms = self.rng.u64(3_000..9_000) << attempts.saturating_sub(3).min(8);
        self.retry_after(talk, turn, after_ms);
    }

    /// A gateway sends a turn until it is answered.
    pub(super) fn retry(&mut self, talk: usize, turn: usize) {
        if !self.talks[talk].said[turn].is_answered {
            self.deliver_turn(talk, turn);
        }
    }

    pub(super) fn receive(&mut self, gateway: usize, outgoing: Outgoing) -> Result<(), Broken> {
        if !self.disk.lets_frame_through() {
            return Ok(());
        }
        self.look()?;
        let Some(talk) = self.talks.iter().position(|talk| talk.key == outgoing.key) else {
            return Ok(());
        };
        self.counts.frames += 1;
        let now = self.now_ms();
        self.judge.note(now, &(talk, format!("{:?}", outgoing.body)));
        let Some(seq) = outgoing.body.seq() else {
            match &outgoing.body {
                OutgoingBody::Failed { turn, .. } => self.failed(talk, turn),
                OutgoingBody::ReplyDelta { turn, text, speech } => {
                    let spoken = Spoken { turn: turn.clone(), text: text.clone(), speech: speech.clone() };
                    let asked = self.simulator.outside.asked();
                    self.judge.spoken(&self.talks[talk], &spoken, &asked, &self.disk)?;
                    let said = &mut self.talks[talk];
                    said.spoken.push(spoken);
                    said.ahead.push_str(speech);
                    said.ahead.push(' ');
                }
                OutgoingBody::Reply(_)
                | OutgoingBody::Expired { .. }
                | OutgoingBody::HandOff(_)
                | OutgoingBody::Closed { .. }
                | OutgoingBody::Progress { .. }
                | OutgoingBody::Journal { .. } => {}
            }
            return Ok(());
        };
        if let Some(connection) = &mut self.gateways[gateway].connection {
            let highest = connection.highest.entry(talk).or_default();
            let known = self.talks[talk].contiguous();
            self.judge.frame(&self.talks[talk], *highest, known, &outgoing.body, &self.disk)?;
            *highest = seq.max(*highest);
        }
        if !self.talks[talk].seen.contains_key(&seq) {
            if let OutgoingBody::Expired { .. } = &outgoing.body {
                self.counts.expiries += 1;
            }
            if let OutgoingBody::Reply(reply) = &outgoing.body
                && question_of(reply).is_some()
            {
                self.counts.questions += 1;
            }
            if let OutgoingBody::Reply(reply) = &outgoing.body {
                let troubles = self.troubles(talk);
                self.judge.spoken_is_said(&self.talks[talk], reply, troubles)?;
            }
            self.talks[talk].take_in(seq, outgoing.body, now);
        }
        if self.rng.u8(..100) >= self.weather.silent_percent {
            // Some gateways tell late: after the answer to what they delivered.
            let after_ms = match self.weather.late_acks {
                true => [0, 1_200, 2_500, 4_000][self.rng.usize(..4)],
                false => [0, 30, 2_000, 9_000][self.rng.usize(..4)],
            };
            self.later(after_ms, Due::Acknowledge { talk });
        }
        Ok(())
    }

    /// How much has gone wrong so far, after which a model may be asked again and answer otherwise.
    fn troubles(&self, talk: usize) -> u64 {
        let of_all = self.counts.crashes + self.judge.starts() + self.disk.failures() + self.breaks;
        of_all + self.talks[talk].interruptions
    }

    pub(super) fn failed(&mut self, talk: usize, turn: &str) {
        let is_it = |id: &TurnId| id.as_str() == turn;
        if let Some(turn) = self.talks[talk].said.iter().position(|said| is_it(&said.turn.turn)) {
            let after_ms = self.rng.u64(200..2_500);
            self.retry_after(talk, turn, after_ms);
        }
    }

    pub(super) fn retry_after(&mut self, talk: usize, turn: usize, after_ms: u64) {
        let attempt = self.talks[talk].said[turn].attempts;
        self.later(after_ms, Due::Retry { talk, turn, attempt });
    }
}
