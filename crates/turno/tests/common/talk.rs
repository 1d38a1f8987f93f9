//! One person's talk with the restaurant, as a gateway knows it: what was said, what came back, what was told as done.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{code_in, dice::Dice};

pub const TENANT: &str = "terraza";

/// What the person has come for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Book,
    Order,
    Ask,
}

/// What an open question would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Book,
    Cancel,
    Order,
}

/// What became of a booking, as the person was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Booked,
    Cancelled,
}

#[derive(Debug, Clone)]
pub struct Talk {
    pub id: String,
    caller: String,
    wish: Wish,
    /// Every turn that was sent, in order.
    turns: Vec<Value>,
    /// Every frame that came, by its number.
    pub frames: BTreeMap<u64, Value>,
    answered: BTreeMap<String, u64>,
    /// The turn that has no answer yet.
    waiting: Option<Value>,
    question: Option<Question>,
    /// The turn that waits says yes to this.
    yes_to: Option<Question>,
    pub bookings: BTreeMap<String, Told>,
    pub orders: BTreeSet<String>,
    is_over: bool,
}

/// What the gateway does next.
pub type Sends = Vec<Value>;

impl Talk {
    pub fn new(number: u64, prefix: &str, dice: &mut Dice) -> Self {
        let wish = *dice.pick(&[Wish::Book, Wish::Book, Wish::Book, Wish::Order, Wish::Ask]);
        Self {
            id: format!("{prefix}-{number}"),
            // A phone of its own, so that whose booking it is can be told.
            caller: format!("+5255{:08}", 10_000_000 + dice.below(80_000_000)),
            wish,
            turns: Vec::new(),
            frames: BTreeMap::new(),
            answered: BTreeMap::new(),
            waiting: None,
            question: None,
            yes_to: None,
            bookings: BTreeMap::new(),
            orders: BTreeSet::new(),
            is_over: false,
        }
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// A yes to a booking or an order is under way: it may be in the store without having been told.
    pub fn may_have_untold(&self) -> bool {
        matches!(self.yes_to, Some(Question::Book | Question::Order))
    }

    /// A yes to a cancellation is under way.
    pub fn may_have_cancelled(&self) -> bool {
        self.yes_to == Some(Question::Cancel)
    }

    pub fn last_seq(&self) -> u64 {
        self.frames.last_key_value().map_or(0, |(seq, _)| *seq)
    }

    /// The first words.
    pub fn open(&mut self, dice: &mut Dice) -> Sends {
        let text = match self.wish {
            // Many want the same evening, so that tables run out.
            Wish::Book if dice.percent(30) => "mesa para 8 dentro de 3 días a las 8 de la noche".to_owned(),
            Wish::Book => format!(
                "quiero reservar para dentro de {} días a las {} de la noche, somos {}",
                2 + dice.below(50),
                7 + dice.below(3),
                1 + dice.below(8)
            ),
            Wish::Order => "quiero pedir dos guacamoles y un agua de jamaica para recoger".to_owned(),
            Wish::Ask => "¿a qué hora abren mañana?".to_owned(),
        };
        self.say(json!({ "text": text }), dice)
    }

    /// What was never answered, again, under its id.
    pub fn send_again(&self) -> Option<Value> {
        self.waiting.clone()
    }

    /// All turns that were answered, and the number of the frame that answered each.
    pub fn answered(&self) -> impl Iterator<Item = (&Value, u64)> {
        self.turns.iter().filter_map(|turn| Some((turn, *self.answered.get(turn["turn"].as_str()?)?)))
    }

    /// A frame came; gives what to send.
    pub fn take(&mut self, frame: &Value, dice: &mut Dice) -> Sends {
        let seq = frame["seq"].as_u64().unwrap_or_else(|| panic!("{frame}"));
        if let Some(known) = self.frames.get(&seq) {
            assert_eq!(known, frame, "{}: a frame changed after it was sent", self.id);
            return Vec::new();
        }
        assert_eq!(seq, self.last_seq() + 1, "{}: a gap before {frame}", self.id);
        self.frames.insert(seq, frame.clone());
        let mut sends = Vec::new();
        if dice.percent(70) {
            sends.push(json!({ "type": "ack", "conversation": self.id, "tenant": TENANT, "seq": seq }));
        }
        assert_eq!(frame["type"], "reply", "{}: {frame}", self.id);
        let turn = frame["turn"].as_str().unwrap_or_else(|| panic!("{frame}"));
        let first = self.answered.insert(turn.to_owned(), seq);
        assert_eq!(first, None, "{}: a turn was worked on twice: {frame}", self.id);
        assert_eq!(
            self.waiting.as_ref().map(|waiting| &waiting["turn"]),
            Some(&frame["turn"]),
            "{}: {frame}",
            self.id
        );
        self.waiting = None;
        self.note_what_was_done(frame);
        self.question = question_of(frame);
        sends.extend(self.react(frame, dice));
        sends
    }

    fn note_what_was_done(&mut self, frame: &Value) {
        let text = frame["text"].as_str().unwrap();
        match self.yes_to.take() {
            Some(Question::Book) if text.contains("Su código es RES-") => {
                let code = code_in(frame).unwrap();
                let told_before = self.bookings.insert(code, Told::Booked);
                assert_eq!(told_before, None, "{}: told twice: {frame}", self.id);
            }
            Some(Question::Book) => assert!(text.contains("ya no hay mesa"), "{}: {frame}", self.id),
            Some(Question::Cancel) => {
                assert!(text.contains("cancelé su reservación"), "{}: {frame}", self.id);
                let told_before = self.bookings.insert(code_in(frame).unwrap(), Told::Cancelled);
                assert_eq!(told_before, Some(Told::Booked), "{}: {frame}", self.id);
            }
            Some(Question::Order) => {
                assert!(text.contains("Su pedido es el PED-"), "{}: {frame}", self.id);
                assert!(self.orders.insert(order_in(text)), "{}: told twice: {frame}", self.id);
            }
            None => assert!(!text.contains("¡Listo!"), "{}: done without a yes: {frame}", self.id),
        }
    }

    fn react(&mut self, frame: &Value, dice: &mut Dice) -> Sends {
        let awaiting = frame["awaiting"].as_str().unwrap_or_default();
        match awaiting {
            "confirmation" => self.answer_the_question(frame, dice),
            "slot:customer_name" => self.say(json!({ "text": "a nombre de Juan Pérez" }), dice),
            "slot:delivery_type" => self.say(json!({ "text": "para recoger" }), dice),
            "slot:time" if dice.percent(60) => self.say(json!({ "text": "la última" }), dice),
            "" if self.can_cancel() && dice.percent(50) => {
                self.say(json!({ "text": "quiero cancelar mi reservación" }), dice)
            }
            _ => {
                self.is_over = true;
                Vec::new()
            }
        }
    }

    fn can_cancel(&self) -> bool {
        self.bookings.values().any(|told| *told == Told::Booked)
    }

    fn answer_the_question(&mut self, frame: &Value, dice: &mut Dice) -> Sends {
        let question = self.question;
        let yes = frame["choices"][0]["id"].clone();
        let (said, is_yes) = match dice.below(100) {
            0..60 => (json!({ "text": "sí" }), true),
            60..80 => (json!({ "choice": yes }), true),
            80..90 if question == Some(Question::Book) => (json!({ "text": "mejor somos 2" }), false),
            _ => (json!({ "text": "no" }), false),
        };
        if is_yes {
            self.yes_to = question;
        }
        self.say(said, dice)
    }

    fn say(&mut self, said: Value, dice: &mut Dice) -> Sends {
        let mut turn = json!({
            "type": "turn", "conversation": self.id, "turn": format!("t-{}", self.turns.len() + 1),
            "tenant": TENANT, "caller": self.caller,
        });
        let fields = turn.as_object_mut().unwrap();
        fields.extend(said.as_object().unwrap().clone());
        self.turns.push(turn.clone());
        self.waiting = Some(turn.clone());
        let mut sends = vec![turn.clone()];
        if dice.percent(10) {
            sends.push(turn);
        }
        if dice.percent(5) {
            sends.push(dice.pick(&self.turns).clone());
        }
        sends
    }
}

fn question_of(frame: &Value) -> Option<Question> {
    let text = frame["text"].as_str()?;
    (frame["awaiting"] == "confirmation").then(|| {
        if text.contains("cancelo su reservación") {
            Question::Cancel
        } else if text.contains("Confirmo su pedido") {
            Question::Order
        } else {
            Question::Book
        }
    })
}

fn order_in(text: &str) -> String {
    let at = text.find("PED-").unwrap();
    text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}
