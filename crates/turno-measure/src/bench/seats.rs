//! The conversations of one connection: whose turn is when, and what a reply leads to.
//!
//! A seat holds one conversation at a time. With a period, a turn is due at a time that no reply changes, and its latency
//! counts from then, so that a daemon that stalls is not spared the turns that it kept waiting.

use std::{
    cell::RefCell,
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use super::{
    record::Recorder,
    script::{After, Outcome, Script},
    wire::Heard,
};

/// How often a turn that the daemon turned away is sent again.
const TRIES_MAX: u32 = 50;
const RETRY_NS: u64 = 50_000_000;
/// A reply that takes longer is none.
pub(super) const ANSWER_TIMEOUT_NS: u64 = 30_000_000_000;

/// What the conversations of all connections share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) script: &'a Script,
    pub(super) recorder: &'a RefCell<Recorder>,
    /// Nanoseconds between two turns of a conversation; none: on as soon as there is a reply.
    pub(super) period_ns: Option<u64>,
    /// From then on no conversation is begun.
    pub(super) end_ns: Option<u64>,
    pub(super) acks: bool,
}

/// The seats of one connection.
#[derive(Debug)]
pub(super) struct Seats<'a> {
    shared: &'a Shared<'a>,
    seats: Vec<Seat>,
    /// Turns that will be due: the period is the same for all, so the order stays.
    due: VecDeque<(u64, usize)>,
    /// Turns to send again.
    retries: BinaryHeap<Reverse<(u64, usize)>>,
    /// By conversation: the seats are few and the numbers many, so a sorted list of what is under way.
    under_way: std::collections::HashMap<u64, usize>,
    active: usize,
}

#[derive(Debug, Default)]
struct Seat {
    conversation: u64,
    turn: usize,
    state: State,
    intended_ns: u64,
    /// When its next turn is due, with a period.
    next_ns: u64,
    /// Turns that have become due and could not be sent yet.
    behind: u64,
    tries: u32,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The next turn may be sent.
    #[default]
    Ready,
    Waiting,
    /// There is no more to say.
    Over,
}

impl<'a> Seats<'a> {
    /// Seats number `first`, `first + step`, … of so many, their first turns spread over the period.
    pub(super) fn new(shared: &'a Shared<'a>, (first, step): (u64, u64), of: u64, out: &mut Vec<u8>) -> Self {
        let numbers: Vec<u64> = (first..of).step_by(step as usize).collect();
        let mut seats = Self {
            shared,
            seats: numbers.iter().map(|_| Seat::default()).collect(),
            due: VecDeque::new(),
            retries: BinaryHeap::new(),
            under_way: std::collections::HashMap::with_capacity(numbers.len()),
            active: numbers.len(),
        };
        for (seat, number) in numbers.into_iter().enumerate() {
            match shared.period_ns {
                Some(period) => {
                    let due = (u128::from(period) * u128::from(number) / u128::from(of)) as u64;
                    seats.seats[seat].next_ns = due;
                    seats.due.push_back((due, seat));
                }
                None => seats.say(seat, 0, 0, out),
            }
        }
        seats
    }

    /// Nobody has anything left to say.
    pub(super) fn are_over(&self) -> bool {
        self.active == 0
    }

    /// When something is to be sent next.
    pub(super) fn next_due_ns(&self) -> Option<u64> {
        let retry = self.retries.peek().map(|Reverse((at, _))| *at);
        let due = self.due.front().map(|(at, _)| *at);
        [retry, due].into_iter().flatten().min()
    }

    /// Sends what is due by now.
    pub(super) fn send_due(&mut self, now_ns: u64, out: &mut Vec<u8>) {
        while let Some(&(at, seat)) = self.due.front()
            && at <= now_ns
        {
            self.due.pop_front();
            if self.seats[seat].state == State::Over {
                continue;
            }
            let next = at + self.shared.period_ns.unwrap_or_default().max(1);
            self.due.push_back((next, seat));
            self.seats[seat].next_ns = next;
            match self.seats[seat].state {
                State::Ready => self.say(seat, at, now_ns, out),
                State::Waiting | State::Over => self.seats[seat].behind += 1,
            }
        }
        while let Some(&Reverse((at, seat))) = self.retries.peek()
            && at <= now_ns
        {
            self.retries.pop();
            let Seat { conversation, turn, .. } = self.seats[seat];
            self.shared.script.write_turn(out, conversation, turn);
        }
    }

    /// Takes in a frame that arrived.
    pub(super) fn hear(&mut self, heard: &Heard<'_>, now_ns: u64, out: &mut Vec<u8>) {
        match &*heard.kind {
            "reply" => {}
            "error" => return self.hear_error(heard, now_ns, out),
            other => return self.shared.recorder.borrow_mut().unexpected(other),
        }
        if self.shared.acks {
            self.shared.script.write_ack(out, heard);
        }
        let Some((seat, turn)) = self.seat_of(heard) else {
            return self.shared.recorder.borrow_mut().unexpected("reply nobody waits for");
        };
        let intended_ns = self.seats[seat].intended_ns;
        self.shared.recorder.borrow_mut().answered(turn, intended_ns, now_ns);
        match self.shared.script.after(turn, heard) {
            After::Next => {
                self.seats[seat].turn += 1;
                self.go_on(seat, now_ns, out);
            }
            After::Done(outcome) => self.finish(seat, outcome, now_ns, out),
        }
    }

    /// Gives up on what has waited too long, or on everything where the connection is gone.
    pub(super) fn give_up(&mut self, older_than_ns: u64) {
        for seat in &mut self.seats {
            if seat.state == State::Waiting && seat.intended_ns <= older_than_ns {
                seat.state = State::Over;
                self.active -= 1;
                self.under_way.remove(&seat.conversation);
                self.shared.recorder.borrow_mut().unanswered();
            }
        }
    }

    /// Whatever waits or was about to speak is over: the connection is gone.
    pub(super) fn hang_up(&mut self) {
        self.give_up(u64::MAX);
        self.active = 0;
    }

    /// The seat whose turn a frame answers.
    fn seat_of(&self, heard: &Heard<'_>) -> Option<(usize, usize)> {
        let seat = *self.under_way.get(&heard.conversation_number()?)?;
        let turn = heard.turn_number()?;
        let is_awaited = self.seats[seat].turn == turn && self.seats[seat].state == State::Waiting;
        is_awaited.then_some((seat, turn))
    }

    fn hear_error(&mut self, heard: &Heard<'_>, now_ns: u64, out: &mut Vec<u8>) {
        let code = heard.code.as_deref().unwrap_or("without a code");
        self.shared.recorder.borrow_mut().error(code);
        let Some((seat, turn)) = self.seat_of(heard) else {
            return;
        };
        let may_pass = matches!(
            code,
            "rate_limited" | "mailbox_full" | "too_many_conversations" | "unavailable" | "internal"
        );
        self.seats[seat].tries += 1;
        if may_pass && self.seats[seat].tries < TRIES_MAX {
            let wait = heard.retry_after_ms.map_or(RETRY_NS, |ms| ms * 1_000_000);
            self.retries.push(Reverse((now_ns + wait, seat)));
        } else {
            let text = code.to_owned();
            self.finish(seat, Outcome::Astray { turn, text }, now_ns, out);
        }
    }

    fn finish(&mut self, seat: usize, outcome: Outcome, now_ns: u64, out: &mut Vec<u8>) {
        let conversation = self.seats[seat].conversation;
        self.under_way.remove(&conversation);
        self.shared.script.finish(conversation, outcome);
        self.seats[seat].turn = 0;
        self.go_on(seat, now_ns, out);
    }

    /// The seat has its reply: what is already due is said now, and counts from when it was due.
    fn go_on(&mut self, seat: usize, now_ns: u64, out: &mut Vec<u8>) {
        let at = &mut self.seats[seat];
        at.state = State::Ready;
        let Some(period) = self.shared.period_ns else {
            return self.say(seat, now_ns, now_ns, out);
        };
        if at.behind > 0 {
            let intended = at.next_ns - period.max(1) * at.behind;
            at.behind -= 1;
            self.say(seat, intended, now_ns, out);
        } else if at.turn == 0 && self.is_late(now_ns) {
            self.close(seat);
        }
    }

    fn say(&mut self, seat: usize, intended_ns: u64, now_ns: u64, out: &mut Vec<u8>) {
        if self.seats[seat].turn == 0 {
            let next = if self.is_late(intended_ns.max(now_ns)) { None } else { self.shared.script.begin() };
            let Some(conversation) = next else {
                return self.close(seat);
            };
            self.seats[seat].conversation = conversation;
            self.under_way.insert(conversation, seat);
        }
        let at = &mut self.seats[seat];
        at.state = State::Waiting;
        at.intended_ns = intended_ns;
        at.tries = 0;
        self.shared.script.write_turn(out, at.conversation, at.turn);
        self.shared.recorder.borrow_mut().sent(intended_ns, now_ns);
    }

    fn is_late(&self, now_ns: u64) -> bool {
        self.shared.end_ns.is_some_and(|end| now_ns >= end)
    }

    fn close(&mut self, seat: usize) {
        self.seats[seat].state = State::Over;
        self.active -= 1;
    }
}
