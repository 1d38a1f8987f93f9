//! Fewer moves, fewer people, less weather, as long as the same promise breaks.

use crate::{
    broken::Invariant,
    plan::{Act, Move, Plan, Weather},
    world::Simulator,
};

/// Runs that a shrinking may take.
const RUNS_MAX: u32 = 600;

impl Simulator {
    /// The smallest plan found that still breaks that promise; the plan itself where it does not break it at all.
    ///
    /// # Errors
    /// Where the operating system gives no runtime to run on.
    pub fn shrink(&self, plan: &Plan, invariant: Invariant) -> std::io::Result<Plan> {
        let mut shrinking =
            Shrinking { simulator: self, invariant, smallest: plan.clone(), runs_left: RUNS_MAX };
        shrinking.drop_people()?;
        shrinking.calm_weather()?;
        shrinking.drop_moves()?;
        shrinking.hurry()?;
        Ok(shrinking.smallest)
    }
}

struct Shrinking<'a> {
    simulator: &'a Simulator,
    invariant: Invariant,
    smallest: Plan,
    runs_left: u32,
}

impl Shrinking<'_> {
    /// Keeps a smaller plan where it breaks the same promise.
    fn keep(&mut self, plan: Plan) -> std::io::Result<bool> {
        if self.runs_left == 0 || plan == self.smallest {
            return Ok(false);
        }
        self.runs_left -= 1;
        let broken = self.simulator.run(&plan)?.broken;
        let is_same = broken.is_some_and(|broken| broken.invariant == self.invariant);
        if is_same {
            self.smallest = plan;
        }
        Ok(is_same)
    }

    fn with_moves(&self, moves: Vec<Move>) -> Plan {
        Plan { moves, ..self.smallest.clone() }
    }

    fn drop_people(&mut self) -> std::io::Result<()> {
        for person in self.smallest.people.clone() {
            let mut plan = self.smallest.clone();
            plan.people.retain(|other| other.number != person.number);
            plan.moves.retain(|step| person_of(step.act) != Some(person.number));
            self.keep(plan)?;
        }
        Ok(())
    }

    fn calm_weather(&mut self) -> std::io::Result<()> {
        let calmer: [fn(&mut Weather); 8] = [
            |weather| weather.flush_ms = 0,
            |weather| weather.slow_reads_percent = 0,
            |weather| weather.duplicates_percent = 0,
            |weather| weather.delays_percent = 0,
            |weather| weather.silent_percent = 0,
            |weather| weather.link_capacity = Weather::CALM.link_capacity,
            |weather| weather.late_acks = false,
            |weather| weather.live_max = Weather::CALM.live_max,
        ];
        for calm in calmer {
            let mut plan = self.smallest.clone();
            calm(&mut plan.weather);
            self.keep(plan)?;
        }
        Ok(())
    }

    fn drop_moves(&mut self) -> std::io::Result<()> {
        let mut size = self.smallest.moves.len().div_ceil(2);
        while size > 0 {
            let mut from = 0;
            let mut has_dropped = false;
            while from < self.smallest.moves.len() {
                let mut moves = self.smallest.moves.clone();
                moves.drain(from..(from + size).min(moves.len()));
                if self.keep(self.with_moves(moves))? {
                    has_dropped = true;
                } else {
                    from += size;
                }
            }
            if !has_dropped {
                size /= 2;
            }
        }
        Ok(())
    }

    fn hurry(&mut self) -> std::io::Result<()> {
        for index in 0..self.smallest.moves.len() {
            let mut moves = self.smallest.moves.clone();
            moves[index].after_ms = 0;
            self.keep(self.with_moves(moves))?;
        }
        Ok(())
    }
}

fn person_of(act: Act) -> Option<u8> {
    match act {
        Act::Say(person, _)
        | Act::SayLate(person, ..)
        | Act::Again(person)
        | Act::Interrupt(person)
        | Act::HangUp(person) => Some(person),
        Act::Chorus
        | Act::Disconnect(_)
        | Act::Stall(_)
        | Act::Flood(_)
        | Act::Crash
        | Act::Roam(_)
        | Act::CrashAt(..)
        | Act::Fail(..)
        | Act::Tools(..)
        | Act::Clock(_)
        | Act::Wait(_) => None,
    }
}
