//! The moves.

use fastrand::Rng;
use turno_core::{Channel, Input, Timestamp, TurnId};
use turno_runtime::Incoming;

use super::{Due, Run};
use crate::{
    broken::Broken,
    plan::{Act, Move, Say},
    talk::Talk,
    words::{self, Ear, Meaning},
};

impl Run<'_> {
    pub(super) async fn make(&mut self, step: Move) -> Result<(), Broken> {
        let mut rng = Rng::with_seed(step.roll);
        match step.act {
            Act::Say(person, what) => {
                if let Some(talk) = self.talk_of(person) {
                    self.say(talk, what, &mut rng).await?;
                }
            }
            Act::SayLate(person, what, late_ms) => {
                if let Some(talk) = self.talk_of(person)
                    && let said = self.words(talk, what, &mut rng)
                    && let Some(turn) = self.add(talk, what, said, &mut rng)
                {
                    self.talks[talk].said[turn].held_until_ms = self.now_ms() + late_ms;
                    self.later(late_ms, Due::Deliver { talk, turn });
                }
            }
            Act::Flood(count) => self.flood(count, &mut rng)?,
            Act::Chorus => {
                for talk in 0..self.talks.len() {
                    if self.talks[talk].open_question().is_some() {
                        self.put(talk, Say::Yes, &mut rng);
                    }
                }
            }
            Act::Again(person) => self.again(person, &mut rng),
            Act::Interrupt(person) => self.interrupt(person, &mut rng),
            Act::HangUp(person) => {
                if let Some(talk) = self.talk_of(person) {
                    let reason = "hung up".to_owned();
                    self.deliver(talk, Incoming::Close { reason });
                }
            }
            Act::Disconnect(gateway) => {
                self.break_connection(gateway.into())?;
                self.counts.disconnects += 1;
                let after_ms = [0, 300, 10_000][rng.usize(..3)];
                self.later(after_ms, Due::Connect { gateway: gateway.into() });
            }
            Act::Stall(gateway) => {
                self.gateways[usize::from(gateway)].stalled_until_ms = self.now_ms() + rng.u64(..20_000);
            }
            Act::Crash => {
                if !self.daemons.is_empty() {
                    self.crash().await?;
                }
            }
            Act::Roam(gateway) => self.roam(gateway.into()).await?,
            Act::CrashAt(commit, cut) => self.disk.cut_at(commit.into(), cut),
            Act::Fail(failing, count) => self.disk.fail_next(failing, count),
            Act::Tools(mood, count) => self.simulator.kitchen.set_mood(mood, count),
            Act::Clock(by_ms) => {
                self.judge.clock_set(self.now_ms(), by_ms);
                self.clock.set(by_ms);
            }
            Act::Wait(ms) => self.pass(ms).await?,
        }
        self.look()
    }

    async fn roam(&mut self, gateway: usize) -> Result<(), Broken> {
        if self.daemons.is_empty() || self.disk.is_wedged() || self.disk.is_cut_off() {
            return Ok(());
        }
        if self.daemons.len() == 1 {
            self.disk.share();
            self.start_another().await?;
        }
        let connection = self.gateways[gateway].connection.as_ref();
        let next = connection.map_or(0, |connection| connection.daemon + 1) % self.daemons.len();
        self.break_connection(gateway)?;
        self.connect_to(gateway, next);
        Ok(())
    }

    fn talk_of(&self, person: u8) -> Option<usize> {
        self.talks.iter().position(|talk| talk.person == person)
    }

    async fn say(&mut self, talk: usize, what: Say, rng: &mut Rng) -> Result<(), Broken> {
        if what == Say::Overnight {
            return self.say_overnight(talk, rng).await;
        }
        if what == Say::Crossed {
            return self.say_crossed(talk, rng).await;
        }
        if what == Say::LateYes {
            self.wait_for_the_last_moment(talk, rng).await?;
        }
        self.put(talk, what, rng);
        if what == Say::Piece {
            self.press_once_more(talk, rng);
        }
        if what == Say::Hasty {
            self.put(talk, [Say::Yes, Say::Change, Say::No][rng.usize(..3)], rng);
        }
        Ok(())
    }

    fn put(&mut self, talk: usize, what: Say, rng: &mut Rng) {
        let said = self.words(talk, what, rng);
        if let Some(turn) = self.add(talk, what, said, rng) {
            self.send(talk, turn, rng);
        }
    }

    /// What a person says now.
    pub(super) fn words(&self, talk: usize, what: Say, rng: &mut Rng) -> (Input, Meaning) {
        let said = &self.talks[talk];
        let open = said.open_question().map(str::to_owned);
        let old = match (&open, said.questions.split_last()) {
            (Some(_), Some((_, old))) => old,
            (_, _) => &said.questions,
        };
        let alike = said.said.iter().rev().take_while(|before| before.is_like(what));
        let ear = Ear {
            is_first: said.said.is_empty(),
            reply: said.latest_reply(),
            question: open.as_deref(),
            old_questions: old,
            codes: &said.codes,
            count: alike.count(),
            overheard: self.overheard(talk),
        };
        words::say(&said.profile, what, &ear, rng)
    }

    /// A new turn, which nobody has sent yet; gives its place.
    pub(super) fn add(
        &mut self,
        talk: usize,
        what: Say,
        (input, meaning): (Input, Meaning),
        rng: &mut Rng,
    ) -> Option<usize> {
        let now = self.daemon_time();
        let said = &mut self.talks[talk];
        if !matches!(meaning, Meaning::NotYes | Meaning::Key | Meaning::Request(_) | Meaning::Courtesy) {
            self.counts.yeses += 1;
        }
        self.counts.turns += 1;
        self.counts.guesses += u64::from(what == Say::Guess);
        // Senders count in whole seconds.
        let sent_at = Timestamp(now.0.div_euclid(1_000) * 1_000);
        let sent_at = match said.key.channel {
            Channel::Whatsapp => Some(sent_at),
            Channel::Web => Some(now).filter(|_| rng.bool()),
            Channel::Voice | Channel::Test => None,
        };
        let id = TurnId::new(&format!("t-{}", said.said.len() + 1)).ok()?;
        Some(said.add(id, what, (input, meaning), sent_at))
    }

    /// What somebody may have heard of another's booking at the same business.
    fn overheard(&self, talk: usize) -> Option<(&str, &str)> {
        let own = &self.talks[talk];
        let others = self.talks.iter().filter(|other| other.person != own.person);
        let mut heard = others
            .filter(|other| other.key.tenant == own.key.tenant)
            .filter_map(|other| Some((other.codes.first()?.as_str(), other.profile.name())));
        heard.next()
    }

    /// The gateway sends a new turn: at once, twice, or late.
    fn send(&mut self, talk: usize, turn: usize, rng: &mut Rng) {
        if rng.u8(..100) < self.weather.delays_percent {
            let after_ms = [50, 1_000, 20_000, 125_000][rng.usize(..4)];
            return self.later(after_ms, Due::Deliver { talk, turn });
        }
        self.deliver_turn(talk, turn);
        if rng.u8(..100) < self.weather.duplicates_percent {
            let after_ms = [0, 1, 500, 60_000][rng.usize(..4)];
            self.later(after_ms, Due::Deliver { talk, turn });
        }
    }

    fn again(&mut self, person: u8, rng: &mut Rng) {
        let Some(talk) = self.talk_of(person) else { return };
        let said = self.talks[talk].said.len();
        if said > 0 {
            let back = rng.usize(1..=said.min(4));
            self.deliver_turn(talk, said - back);
        }
    }

    /// Callers interrupt in the first words, or when they have heard it all.
    fn interrupt(&mut self, person: u8, rng: &mut Rng) {
        let Some(talk) = self.talk_of(person) else { return };
        let said = self.talks[talk].said.last();
        if self.talks[talk].is_modelled() && said.is_some_and(|said| !said.is_answered) {
            // Before the answer is whole: what came of it was heard, or its beginning.
            let ahead = self.talks[talk].ahead.split_whitespace();
            let count = rng.usize(..=ahead.clone().count());
            let heard = ahead.take(count).collect::<Vec<_>>().join(" ");
            self.deliver(talk, Incoming::Interrupt { heard });
            return;
        }
        let Some(reply) = self.talks[talk].latest_reply() else {
            return;
        };
        let heard = if rng.u8(..3) == 0 {
            reply.speech.clone()
        } else {
            reply.speech.split_whitespace().take(1).collect::<Vec<_>>().join(" ")
        };
        self.deliver(talk, Incoming::Interrupt { heard });
    }

    /// Until just before, or just after, the open question's time is over.
    async fn wait_for_the_last_moment(&mut self, talk: usize, rng: &mut Rng) -> Result<(), Broken> {
        let said: &Talk = &self.talks[talk];
        let expires_at = said.latest_reply().and_then(|reply| reply.expires_at);
        let Some(expires_at) = expires_at else {
            return Ok(());
        };
        let left_ms = expires_at.since_ms(self.daemon_time()).min(120_000);
        let shift = [-900_i64, -30, 0, 1, 40, 2_000][rng.usize(..6)];
        self.pass(left_ms.saturating_add_signed(shift)).await
    }
}
