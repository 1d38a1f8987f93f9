//! Runs with hostile gateways, and with people who are: in every other run there is one kind of them, among less of what
//! happens otherwise.

use fastrand::Rng;

use super::{Act, Desk, Guise, Move, Plan, Say, Task};

/// So many people, and so much of what they do, is left beside it.
const OTHERS_MAX: usize = 2;
const OTHER_MOVES_MAX: usize = 6;

/// What stands between two moves of a script, in milliseconds.
const PAUSES_MS: [u64; 3] = [900, 2_500, 4_000];

impl Plan {
    /// In every other run something is hostile; whether it is.
    pub(super) fn add_hostile(&mut self, rng: &mut Rng) -> bool {
        let kind = rng.u8(..16);
        if kind >= 8 {
            return false;
        }
        self.leave_less();
        match kind {
            0 => self.add_hidden(rng),
            1 => self.add_guesser(rng),
            2 => self.add_sayings(rng, true),
            3 => self.add_sayings(rng, false),
            4 => self.add_quick(rng),
            5 => self.add_in_pieces(rng),
            6 => self.add_flood(rng),
            _ => self.add_polite(rng),
        }
        true
    }

    fn leave_less(&mut self) {
        self.people.truncate(OTHERS_MAX);
        let numbers: Vec<u8> = self.people.iter().map(|person| person.number).collect();
        self.moves.retain(|step| match step.act {
            Act::Say(person, _)
            | Act::SayLate(person, ..)
            | Act::Again(person)
            | Act::Interrupt(person)
            | Act::HangUp(person) => numbers.contains(&person),
            // Days go by in them, and what is late would be too late for anything.
            Act::Wait(_) | Act::Clock(_) => false,
            Act::Chorus
            | Act::Disconnect(_)
            | Act::Stall(_)
            | Act::Flood(_)
            | Act::Crash
            | Act::Roam(_)
            | Act::CrashAt(..)
            | Act::Fail(..)
            | Act::Tools(..) => true,
        });
        self.moves.truncate(numbers.len() + OTHER_MOVES_MAX);
    }

    /// Several call under one id that is nobody's: one books, another asks for the booking.
    fn add_hidden(&mut self, rng: &mut Rng) {
        let shared = rng.u64(..);
        let who: Vec<u8> =
            (0..rng.u8(2..=3)).map(|_| self.add_guise(rng, Desk::Demo, Guise::Hidden, shared)).collect();
        let mut script = booking(who[0]).to_vec();
        for other in &who[1..] {
            let task = [Task::Cancel, Task::Cancel, Task::Move][rng.usize(..3)];
            script.push((*other, Say::Task(task)));
            script.extend([(*other, Say::Answer); 3]);
        }
        script.push((who[0], Say::Task(Task::Cancel)));
        script.extend([(who[0], Say::Yes); 2]);
        self.add_script(rng, &script);
    }

    /// One books, another tries to get at it.
    fn add_guesser(&mut self, rng: &mut Rng) {
        let shared = rng.u64(..);
        let booker = self.add_guise(rng, Desk::Demo, Guise::Plain, shared);
        let guesser = self.add_guise(rng, Desk::Demo, Guise::Guesses, shared);
        let mut script = booking(booker).to_vec();
        let count = [4, 8, 24][rng.usize(..3)];
        script.extend((0..count).map(|_| (guesser, Say::Guess)));
        self.add_script(rng, &script);
    }

    /// Somebody is heard long after they spoke, over midnight, or in another order.
    fn add_sayings(&mut self, rng: &mut Rng, is_overnight: bool) {
        let number = self.add_person(rng, Desk::Demo);
        let says: &[(u64, Say)] = if is_overnight {
            &[(0, Say::Overnight), (2_000_000, Say::Answer), (4_000, Say::Answer), (4_000, Say::Yes)]
        } else {
            &[(900, Say::Task(Task::Book)), (4_000, Say::Answer), (4_000, Say::Crossed), (9_000, Say::Yes)]
        };
        for (after_ms, say) in says {
            self.moves.push(Move { after_ms: *after_ms, act: Act::Say(number, *say), roll: rng.u64(..) });
        }
    }

    /// A question is answered at once, by its button mostly; the answer is on its way for a while, and the acknowledgement of
    /// the question comes in between.
    fn add_quick(&mut self, rng: &mut Rng) {
        self.weather.late_acks = true;
        self.weather.silent_percent = 0;
        let shared = rng.u64(..);
        for _ in 0..rng.u8(1..=2) {
            let who = self.add_guise(rng, Desk::Demo, Guise::Quick, shared);
            let mut at = self.add_script(rng, &booking(who)[..2]);
            for say in [Say::Press, Say::Press, Say::Task(Task::Cancel), Say::Press] {
                let late_ms = [0, 1_300, 2_600, 4_100][rng.usize(..4)];
                let after_ms = PAUSES_MS[rng.usize(..PAUSES_MS.len())];
                let act = Act::SayLate(who, say, late_ms);
                let roll = rng.u64(..);
                self.moves.insert(at, Move { after_ms, act, roll });
                let arrived = Move { after_ms: late_ms, act: Act::Wait(500), roll: rng.u64(..) };
                self.moves.insert(at + 1, arrived);
                at += 2;
            }
        }
    }

    /// A phone comes in pieces.
    fn add_in_pieces(&mut self, rng: &mut Rng) {
        let shared = rng.u64(..);
        let who = self.add_guise(rng, Desk::Demo, Guise::InPieces, shared);
        let mut script = vec![(who, Say::Task(Task::Book)), (who, Say::Piece)];
        script.extend((0..rng.u8(4..=11)).map(|_| (who, Say::Piece)));
        script.extend([(who, Say::Answer), (who, Say::Answer)]);
        self.add_script(rng, &script);
    }

    /// Another business's gateway sends more than anybody can need.
    fn add_flood(&mut self, rng: &mut Rng) {
        self.weather.live_max = rng.usize(40..=64);
        for _ in 0..rng.u8(2..=5) {
            let at = rng.usize(..=self.moves.len());
            let flood = Move {
                after_ms: [0, 1, 40, 900][rng.usize(..4)],
                act: Act::Flood(rng.u8(60..=120)),
                roll: rng.u64(..),
            };
            self.moves.insert(at, flood);
        }
    }

    /// A model wants to do once more what it has done.
    fn add_polite(&mut self, rng: &mut Rng) {
        let shared = rng.u64(..);
        let who = self.add_guise(rng, Desk::Model, Guise::Polite, shared);
        let mut script = Vec::new();
        for _ in 0..rng.u8(1..=2) {
            script.extend([(who, Say::Task(Task::Book)), (who, Say::Press)]);
            script.extend((0..rng.u8(2..=4)).map(|_| (who, Say::Thanks)));
        }
        self.add_script(rng, &script);
    }

    fn add_guise(&mut self, rng: &mut Rng, desk: Desk, guise: Guise, shared: u64) -> u8 {
        let number = self.add_person(rng, desk);
        if let Some(person) = self.people.last_mut() {
            person.guise = guise;
            person.shared = shared;
        }
        number
    }

    fn add_script(&mut self, rng: &mut Rng, script: &[(u8, Say)]) -> usize {
        let at = rng.usize(..=self.moves.len() / 2);
        self.add_script_from(rng, at, script)
    }

    /// Puts what is said among the moves, in its order, from that place on; gives the place behind it.
    fn add_script_from(&mut self, rng: &mut Rng, mut at: usize, script: &[(u8, Say)]) -> usize {
        for (who, say) in script {
            let act = Act::Say(*who, *say);
            let after_ms = PAUSES_MS[rng.usize(..PAUSES_MS.len())];
            let roll = rng.u64(..);
            at = rng.usize(at..=(at + 1).min(self.moves.len()));
            self.moves.insert(at, Move { after_ms, act, roll });
            at += 1;
        }
        at
    }
}

/// What it takes to book, mostly.
fn booking(who: u8) -> [(u8, Say); 5] {
    let answer = (who, Say::Answer);
    [(who, Say::Task(Task::Book)), answer, answer, answer, (who, Say::Press)]
}
