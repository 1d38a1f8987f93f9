//! The end of a run: faults stop, everything is answered, and all of it is judged.

use turno_runtime::Incoming;

use super::{GATEWAYS, Run};
use crate::{
    broken::{Broken, Invariant},
    plan::Weather,
};

/// Turns are sent again this often before they count as never answered.
const ROUNDS: u32 = 12;

/// Long enough for any question to expire.
const QUESTIONS_END_MS: u64 = 125_000;

impl Run<'_> {
    pub(super) async fn finish(&mut self) -> Result<(), Broken> {
        self.weather = Weather::CALM;
        self.disk.calm_down();
        self.simulator.kitchen.calm_down();
        self.simulator.outside.calm_down();
        self.simulator.brain.calm_down();
        self.start_again().await?;
        self.answer_all().await?;
        self.pass(QUESTIONS_END_MS).await?;
        self.ask_all_again().await?;
        let Some(daemon) = self.daemons.first() else {
            let detail = "no daemon serves at the end".to_owned();
            return Err(Broken::new(Invariant::Starts, None, detail));
        };
        let store = std::sync::Arc::clone(&daemon.store);
        self.judge
            .end(
                &self.talks,
                store.as_ref(),
                &self.simulator.world,
                &self.simulator.outside.asked(),
                self.simulator.brain.fault(),
                self.daemon_time(),
            )
            .await
    }

    /// A last crash, and a daemon that nothing happens to any more.
    async fn start_again(&mut self) -> Result<(), Broken> {
        if !self.daemons.is_empty() {
            self.crash().await?;
        }
        self.agenda.clear();
        for said in self.talks.iter_mut().flat_map(|talk| &mut talk.said) {
            said.held_until_ms = 0;
        }
        self.start().await?;
        for gateway in 0..GATEWAYS {
            self.gateways[gateway].stalled_until_ms = 0;
            self.connect(gateway);
        }
        self.resume_all();
        self.pass(1_000).await
    }

    fn resume_all(&mut self) {
        for talk in 0..self.talks.len() {
            if !self.talks[talk].said.is_empty() {
                let seq = self.talks[talk].contiguous();
                self.deliver(talk, Incoming::Resume { seq });
            }
        }
    }

    async fn answer_all(&mut self) -> Result<(), Broken> {
        for _ in 0..ROUNDS {
            let mut is_missing = false;
            for talk in 0..self.talks.len() {
                for turn in 0..self.talks[talk].said.len() {
                    if !self.talks[talk].said[turn].is_answered {
                        is_missing = true;
                        self.deliver_turn(talk, turn);
                    }
                }
            }
            if !is_missing {
                return Ok(());
            }
            self.pass(10_000).await?;
        }
        let missing = self.talks.iter().find_map(|talk| {
            let said = talk.said.iter().find(|said| !said.is_answered)?;
            Some((talk, said))
        });
        match missing {
            None => Ok(()),
            Some((talk, said)) => Err(Broken::new(
                Invariant::Answered,
                Some(&talk.key),
                format!("{} {:?} is never answered", said.turn.turn.as_str(), said.turn.input),
            )),
        }
    }

    /// Every turn once more: each gets the frames that it got.
    async fn ask_all_again(&mut self) -> Result<(), Broken> {
        for talk in 0..self.talks.len() {
            for turn in 0..self.talks[talk].said.len() {
                self.deliver_turn(talk, turn);
                self.pass(1).await?;
            }
        }
        self.pass(2_000).await?;
        self.resume_all();
        self.pass(2_000).await
    }
}
