//! What is going to happen in a run: drawn from the seed before it begins, so that parts of it can be left out.

mod desks;
mod hostile;

use fastrand::Rng;

use crate::disk::{Cut, Failing};

/// A run, before it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What it was drawn from; it also decides the small things that happen meanwhile.
    pub seed: u64,
    /// Who talks.
    pub people: Vec<Person>,
    /// What happens, in order.
    pub moves: Vec<Move>,
    /// What happens all the time.
    pub weather: Weather,
}

/// Someone who talks to a business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// Which of them; conversations are named after it.
    pub number: u8,
    /// Decides the business, the channel, the name and what is wanted.
    pub roll: u64,
    /// The same for all: what most of them want.
    pub shared: u64,
    /// Who they talk to.
    pub desk: Desk,
    /// What is odd about them.
    pub guise: Guise,
}

/// What is odd about somebody, or about the gateway that carries their words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guise {
    /// Nothing.
    Plain,
    /// Their number is hidden: they call under an id that is nobody's, and that others call under too, or under none.
    Hidden,
    /// They try codes and names of somebody else's booking.
    Guesses,
    /// They answer at once, and what was delivered to them is acknowledged long after.
    Quick,
    /// They say a phone in pieces, or press its keys one by one.
    InPieces,
    /// Whoever serves them wants to do more than they asked for, and they are polite.
    Polite,
}

/// What kind of business somebody talks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Desk {
    /// One of the demo businesses.
    Demo,
    /// The one whose tools act outside.
    Outside,
    /// The one whose assistant is a language model.
    Model,
}

/// Something that happens, so long after the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The milliseconds before it.
    pub after_ms: u64,
    /// What happens.
    pub act: Act,
    /// Decides its details.
    pub roll: u64,
}

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A person says something.
    Say(u8, Say),
    /// Everyone agrees to what they were asked, at once.
    Chorus,
    /// A turn is delivered once more.
    Again(u8),
    /// The caller speaks while the latest reply is spoken.
    Interrupt(u8),
    /// The caller hangs up.
    HangUp(u8),
    /// A gateway's connection breaks.
    Disconnect(u8),
    /// A gateway takes no frames for a while.
    Stall(u8),
    /// A person says something that reaches the daemon so many milliseconds later.
    SayLate(u8, Say, u64),
    /// Another business's gateway sends so many frames of all kinds for conversations that nobody has.
    Flood(u8),
    /// The machine stops now.
    Crash,
    /// A gateway goes over to another daemon on the same store; it starts where there is none.
    Roam(u8),
    /// The daemon dies at a commit to come.
    CrashAt(u8, Cut),
    /// Commits to come fail.
    Fail(Failing, u8),
    /// Tool calls to come fail, are late, or hang.
    Tools(Mood, u8),
    /// The daemon's clock is set.
    Clock(i64),
    /// Nothing, for long.
    Wait(u64),
}

/// What a person does with the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Say {
    /// Begins, or begins something else.
    Task(Task),
    /// Answers what was asked, as one would.
    Answer,
    /// Agrees to what was asked.
    Yes,
    /// Agrees just before, or just after, the question's time is over.
    LateYes,
    /// Refuses.
    No,
    /// Wants to think.
    Wait,
    /// Wants it otherwise.
    Change,
    /// Asks something else in between.
    Aside,
    /// Presses a button of an earlier question.
    OldButton,
    /// Says something that means nothing here, but looks as if it did.
    Noise,
    /// Two turns, one on the heels of the other.
    Hasty,
    /// Presses the button of the question that is open; answers where there is none.
    Press,
    /// The next piece of a phone, where one is asked for; answers where none is.
    Piece,
    /// Tries to get at somebody else's booking.
    Guess,
    /// Thanks, and nothing else.
    Thanks,
    /// Asks for tomorrow just before midnight, and is heard after it.
    Overnight,
    /// Two changes, of which the first arrives behind the second.
    Crossed,
}

/// What people come for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// A table, or an appointment.
    Book,
    /// Another time for it.
    Move,
    /// No table after all.
    Cancel,
    /// Food.
    Order,
}

/// How tools feel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// They fail.
    Fails,
    /// They answer late.
    Late,
    /// They do not answer.
    Hangs,
}

/// What happens all the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weather {
    /// The longest flush.
    pub flush_ms: u64,
    /// Reads that take their time.
    pub slow_reads_percent: u8,
    /// Turns that are delivered twice.
    pub duplicates_percent: u8,
    /// Turns that are delivered late, and so out of order.
    pub delays_percent: u8,
    /// Frames that gateways never acknowledge.
    pub silent_percent: u8,
    /// Frames that a connection holds.
    pub link_capacity: usize,
    /// Gateways acknowledge up to four seconds late.
    pub late_acks: bool,
    /// Conversations that may be in memory at once.
    pub live_max: usize,
}

impl Weather {
    /// None of it.
    pub const CALM: Self = Self {
        flush_ms: 0,
        slow_reads_percent: 0,
        duplicates_percent: 0,
        delays_percent: 0,
        silent_percent: 0,
        link_capacity: 64,
        late_acks: false,
        live_max: 100_000,
    };
}

impl Plan {
    /// Draws a run.
    pub fn of(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        // Most want the same, so that they compete for it.
        let common = rng.u64(..);
        let people: Vec<Person> = (0..rng.u8(2..=5))
            .map(|number| Person {
                number,
                roll: rng.u64(..),
                shared: common,
                desk: Desk::Demo,
                guise: Guise::Plain,
            })
            .collect();
        let weather = weather(&mut rng);
        let mut moves: Vec<Move> = people
            .iter()
            .map(|person| Move {
                after_ms: rng.u64(..400),
                act: Act::Say(person.number, Say::Task(task(&mut rng, true))),
                roll: rng.u64(..),
            })
            .collect();
        let count = rng.usize(8..=22);
        let is_calm = rng.u8(..6) == 0;
        for _ in 0..count {
            let who = people[rng.usize(..people.len())].number;
            moves.push(any_move(&mut rng, who, is_calm));
        }
        let mut plan = Self { seed, people, moves, weather };
        if plan.add_hostile(&mut Rng::with_seed(seed ^ 0x0b5e_57a1)) {
            return plan;
        }
        plan.add_outside(&mut Rng::with_seed(seed ^ 0x0075_51de));
        plan.add_modelled(&mut Rng::with_seed(seed ^ 0x0040_de1a));
        plan.lengthen(&mut Rng::with_seed(seed ^ 0x0010_4e55));
        plan
    }

    fn add_person(&mut self, rng: &mut Rng, desk: Desk) -> u8 {
        let number = u8::try_from(self.people.len()).unwrap_or(u8::MAX);
        self.people.push(Person {
            number,
            roll: rng.u64(..),
            shared: rng.u64(..),
            desk,
            guise: Guise::Plain,
        });
        number
    }
}

fn weather(rng: &mut Rng) -> Weather {
    Weather {
        flush_ms: [0, 3, 20, 200][rng.usize(..4)],
        slow_reads_percent: [0, 0, 10, 40][rng.usize(..4)],
        duplicates_percent: [0, 10, 40][rng.usize(..3)],
        delays_percent: [0, 0, 10, 30][rng.usize(..4)],
        silent_percent: [0, 20, 90][rng.usize(..3)],
        link_capacity: [1, 3, 64, 64][rng.usize(..4)],
        ..Weather::CALM
    }
}

fn any_move(rng: &mut Rng, who: u8, is_calm: bool) -> Move {
    let act = match rng.u8(if is_calm { ..70 } else { ..100 }) {
        0..62 => Act::Say(who, any_say(rng)),
        62..70 => Act::Chorus,
        70..74 => Act::Again(who),
        74..77 => Act::Interrupt(who),
        77..79 => Act::HangUp(who),
        79..82 => Act::Roam(rng.u8(..3)),
        82..83 => Act::Disconnect(rng.u8(..3)),
        83..84 => Act::Stall(rng.u8(..3)),
        84..87 => Act::Crash,
        87..90 => Act::CrashAt(rng.u8(1..4), any_cut(rng)),
        90..93 => Act::Fail(
            [Failing::Refused, Failing::Kept, Failing::Wedged, Failing::Passing][rng.usize(..4)],
            rng.u8(1..3),
        ),
        93..95 => Act::Tools([Mood::Fails, Mood::Late, Mood::Hangs][rng.usize(..3)], rng.u8(1..3)),
        95..97 => Act::Clock([-3_600_000, -90_000, -5_000, 5_000, 110_000, 3_600_000][rng.usize(..6)]),
        _ => Act::Wait([30_000, 100_000, 119_000, 121_000, 600_000, 90_000_000][rng.usize(..6)]),
    };
    Move { after_ms: [0, 0, 1, 40, 900, 4_000, 20_000][rng.usize(..7)], act, roll: rng.u64(..) }
}

fn any_say(rng: &mut Rng) -> Say {
    match rng.u8(..100) {
        0..40 => Say::Answer,
        40..60 => Say::Yes,
        60..66 => Say::LateYes,
        66..69 => Say::No,
        69..73 => Say::Wait,
        73..80 => Say::Change,
        80..84 => Say::Aside,
        84..88 => Say::OldButton,
        88..92 => Say::Noise,
        92..95 => Say::Hasty,
        _ => Say::Task(task(rng, false)),
    }
}

fn any_cut(rng: &mut Rng) -> Cut {
    match rng.u8(..5) {
        0 => Cut::Before,
        1 => Cut::Written,
        2 => Cut::Durable,
        _ => Cut::Acknowledged(rng.u8(..3)),
    }
}

fn task(rng: &mut Rng, is_first: bool) -> Task {
    match rng.u8(if is_first { ..8 } else { ..12 }) {
        0..7 => Task::Book,
        7..8 => Task::Order,
        8..10 => Task::Move,
        _ => Task::Cancel,
    }
}

impl std::fmt::Display for Plan {
    /// A line for each move.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} people, {:?}", self.people.len(), self.weather)?;
        for person in self.people.iter().filter(|person| person.guise != Guise::Plain) {
            writeln!(f, "person {}: {:?}", person.number, person.guise)?;
        }
        for step in &self.moves {
            writeln!(f, "after {:>8} ms: {:?}", step.after_ms, step.act)?;
        }
        Ok(())
    }
}
