//! What people say, and what it means. The meaning is written down here, by hand: nothing of the product reads it.

mod english;
mod guises;
mod requests;

use fastrand::Rng;
use turno_business::{Business, Kind};
use turno_core::{Awaiting, Channel, Input, Language, Reply};

pub(crate) use guises::pieces_of_phone;

use crate::plan::{Desk, Guise, Person, Say, Task};

use requests::{dishes, opening};

/// What a turn may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It agrees to whatever is asked.
    Yes,
    /// "Ok, gracias": it agrees to a question that stands alone; behind what was done it thanks for that.
    Courtesy,
    /// It agrees to this question and to no other.
    YesTo(String),
    /// It agrees to being asked for a cancellation, and to nothing else.
    YesToCancelling,
    /// It asks for something in full. Whoever says that to a question which they have seen, and which names the very
    /// same, wants it.
    Request(Option<String>),
    /// A key of a number that is dictated: behind the others it agrees to nothing.
    Key,
    /// It agrees to nothing.
    NotYes,
}

/// Someone, as the roll has made them.
#[derive(Debug, Clone)]
pub(crate) struct Profile {
    pub(crate) tenant: String,
    pub(crate) channel: Channel,
    pub(crate) phone: Option<String>,
    pub(crate) branch: Option<String>,
    pub(crate) guise: Guise,
    pub(crate) is_clinic: bool,
    /// The phone that they give where they are asked for one.
    pub(crate) said_phone: String,
    /// Decides what else they know.
    cunning: u8,
    name: &'static str,
    day: &'static str,
    hour: &'static str,
    party: u64,
    desk: Desk,
    speaks_english: bool,
    gives_phone: bool,
    service: String,
    dishes: Vec<String>,
}

const NAMES: &[&str] = &["Juan Pérez", "Ana López", "Laura Gómez", "Pedro Sánchez", "María Torres"];
const DAYS: &[&str] = &["mañana", "mañana", "el miércoles"];
const HOURS: &[&str] =
    &["a las 8 de la noche", "a las 8 de la noche", "a las 2 de la tarde", "a las 8 y media de la noche"];
const CLINIC_HOURS: &[&str] =
    &["a las 12", "a las 12", "a las 11 y media de la mañana", "a la 1 de la tarde"];
const PHONE: &str = "55 1234 5678";
const CODES: [&str; 2] = ["RES-", "CIT-"];

const YESES: &[&str] =
    &["sí", "si", "Sí, por favor", "claro que sí", "correcto", "sí, es correcto", "así es", "cómo no"];
const COURTESIES: &[&str] = &["ok", "va", "ok gracias", "perfecto", "sale", "de acuerdo", "👍"];
const NOES: &[&str] = &["no", "no, gracias", "claro que no", "mejor no", "no, déjelo"];
const WAITS: &[&str] = &["un momento", "espera", "déjame pensar", "un segundo por favor"];
const ASIDES: &[&str] =
    &["¿tienen estacionamiento?", "¿a qué hora abren?", "¿aceptan tarjeta?", "¿tienen wifi?"];
const NOISES: &[&str] = &[
    "poker",
    "mmm",
    "la vida es bella",
    "sino",
    "asientos",
    "¿qué?",
    "gracias",
    "hola",
    "🙂",
    "okupa",
    "clarinete",
];
const CHANGES: &[&str] = &[
    "sí, pero a las 9 de la noche",
    "no, mejor pasado mañana",
    "somos 6",
    "mejor a las 3 de la tarde",
    "sí, pero el jueves",
    "que sean 3 personas",
    "a nombre de Raúl Ortiz mejor",
];

/// Two changes of the hour that nobody else asks for: the first, and the one that is said after it.
const EARLIER: &str = "mejor a la 1 y media de la tarde";
const LATER: &str = "no, mejor a las 3 y media de la tarde";
/// The end of a reply that wants the rest of a telephone.
const ASKS_FOR_REST: [&str; 2] = ["¿Y lo demás?", "And the rest?"];

/// What is said after [`Say::Crossed`].
pub(crate) fn crossing() -> (Input, Meaning) {
    not_yes(LATER.to_owned())
}

impl Profile {
    /// The person that the roll makes; none where there is no business to talk to.
    pub(crate) fn of(person: Person, businesses: &[&Business]) -> Option<Self> {
        if businesses.is_empty() {
            return None;
        }
        let mut rng = Rng::with_seed(person.roll);
        let shares = rng.u8(..4) > 0 || person.guise != Guise::Plain;
        let mut shared = Rng::with_seed(if shares { person.shared } else { person.roll });
        let business = businesses[shared.usize(..businesses.len())];
        let is_clinic = business.kind == Kind::Clinic;
        let channel = [Channel::Whatsapp, Channel::Whatsapp, Channel::Voice, Channel::Web][rng.usize(..4)];
        let pick = |rng: &mut Rng, list: &[&'static str]| list[rng.usize(..list.len())];
        let speaks_english = Rng::with_seed(!person.roll).u8(..5) == 0
            && person.desk == Desk::Demo
            && business.in_other_languages.contains_key(&Language::en());
        let words = if speaks_english { business.in_language(Language::en()) } else { business };
        let services: Vec<&str> = words.services.iter().map(|service| service.name.as_str()).collect();
        let dishes = words.menu.iter().filter(|dish| dish.available).take(6);
        let branch = business.branches.last().map(|branch| branch.id.clone());
        let profile = Self {
            tenant: business.id.clone(),
            channel,
            phone: (rng.u8(..3) > 0).then(|| format!("+52559876540{}", person.number)),
            branch: branch.filter(|_| !is_clinic && shared.u8(..3) > 0),
            guise: person.guise,
            said_phone: PHONE.to_owned(),
            cunning: 0,
            name: pick(&mut rng, NAMES),
            day: pick(&mut shared, DAYS),
            hour: pick(&mut shared, if is_clinic { CLINIC_HOURS } else { HOURS }),
            party: [4, 6, 7, 8][shared.usize(..4)],
            is_clinic,
            desk: person.desk,
            speaks_english,
            gives_phone: rng.u8(..4) > 0,
            service: services.get(shared.usize(..3)).map_or_else(String::new, |name| name.to_lowercase()),
            dishes: dishes.map(|dish| dish.name.clone()).collect(),
        };
        Some(guises::dressed(profile, person, business))
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

/// What a person knows when they speak.
pub(crate) struct Ear<'a> {
    /// They have not said anything yet.
    pub(crate) is_first: bool,
    /// The latest reply that they got.
    pub(crate) reply: Option<&'a Reply>,
    /// The question that is open, as far as they know.
    pub(crate) question: Option<&'a str>,
    /// Questions that were asked before.
    pub(crate) old_questions: &'a [String],
    /// The codes that they were told.
    pub(crate) codes: &'a [String],
    /// How often they have said the like before, lately.
    pub(crate) count: usize,
    /// Somebody else's code and name, as far as they have heard of one.
    pub(crate) overheard: Option<(&'a str, &'a str)>,
}

/// The words for it, and what they mean.
pub(crate) fn say(profile: &Profile, what: Say, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    let (input, meaning) = say_in_spanish(profile, what, ear, rng);
    match input {
        Input::Text(words) if profile.speaks_english => {
            (Input::Text(english::phrase(&words).to_owned()), meaning)
        }
        Input::Text(_)
        | Input::Choice(_)
        | Input::Dtmf(_)
        | Input::Media(_)
        | Input::Location(_)
        | Input::Contact(_) => (input, meaning),
    }
}

fn say_in_spanish(profile: &Profile, what: Say, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    match what {
        Say::Task(task) => request(profile, task, ear, rng),
        Say::Yes | Say::LateYes | Say::Hasty => yes(profile, ear, rng),
        Say::No => match ear.question {
            Some(id) if rng.bool() => (Input::Choice(format!("no:{id}")), Meaning::NotYes),
            Some(_) | None => not_yes(pick(rng, NOES)),
        },
        Say::Wait => not_yes(pick(rng, WAITS)),
        Say::Change => not_yes(pick(rng, CHANGES)),
        Say::Aside => not_yes(pick(rng, ASIDES)),
        Say::Noise => not_yes(pick(rng, NOISES)),
        Say::OldButton => match ear.old_questions {
            [] => yes(profile, ear, rng),
            old => {
                let id = &old[rng.usize(..old.len())];
                (Input::Choice(format!("yes:{id}")), Meaning::YesTo(id.clone()))
            }
        },
        Say::Answer => answer(profile, ear, rng),
        Say::Press => guises::press(profile, ear, rng),
        Say::Piece => guises::piece(profile, ear, rng),
        Say::Guess => guises::guess(profile, ear, rng),
        Say::Thanks => guises::thanks(rng),
        Say::Overnight => {
            let profile = Profile { day: "mañana", ..profile.clone() };
            request(&profile, Task::Book, ear, rng)
        }
        Say::Crossed => not_yes(EARLIER.to_owned()),
    }
}

fn yes(profile: &Profile, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    match (ear.question, profile.channel) {
        (Some(id), Channel::Whatsapp | Channel::Web) if rng.u8(..3) == 0 => {
            (Input::Choice(format!("yes:{id}")), Meaning::YesTo(id.to_owned()))
        }
        (_, Channel::Voice) if rng.u8(..3) == 0 => (Input::Dtmf("1".to_owned()), Meaning::Yes),
        (Some(_), _) if rng.u8(..8) == 0 => {
            let word = if profile.is_clinic { "cancélala" } else { "cancélela" };
            (Input::Text(word.to_owned()), Meaning::YesToCancelling)
        }
        (_, _) if rng.u8(..8) == 0 => {
            (Input::Text("sí, ¿y tienen estacionamiento?".to_owned()), Meaning::Yes)
        }
        (_, _) if rng.u8(..4) == 0 => (Input::Text(pick(rng, COURTESIES)), Meaning::Courtesy),
        (_, _) => (Input::Text(pick(rng, YESES)), Meaning::Yes),
    }
}

fn answer(profile: &Profile, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    let Some(reply) = ear.reply else {
        return request(profile, Task::Book, ear, rng);
    };
    match &reply.awaiting {
        Awaiting::Confirmation => yes(profile, ear, rng),
        Awaiting::Slot(slot) => {
            let option = reply.choices.iter().find(|choice| choice.id.starts_with("option:"));
            match option {
                Some(choice) if rng.bool() => (Input::Choice(choice.id.clone()), Meaning::NotYes),
                Some(_) | None => not_yes(value_of(profile, slot, ear, rng)),
            }
        }
        Awaiting::Person => not_yes("¿a qué hora abren?".to_owned()),
        Awaiting::Nothing if reply.choices.iter().any(|choice| choice.id == "yes") => yes(profile, ear, rng),
        Awaiting::Nothing if reply.text.contains("cambiar?") || reply.text.contains("like to change?") => {
            not_yes(pick(rng, &["a las 9 de la noche", "el jueves"]))
        }
        Awaiting::Nothing if profile.guise != Guise::Plain => not_yes("gracias".to_owned()),
        Awaiting::Nothing => {
            let tasks = [Task::Book, Task::Move, Task::Cancel, Task::Order];
            request(profile, tasks[rng.usize(..tasks.len())], ear, rng)
        }
    }
}

fn request(profile: &Profile, task: Task, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    // "Quiero reservar" opens a talk; later it may well be a yes.
    if ear.is_first && task == Task::Book && rng.u8(..8) == 0 && profile.guise == Guise::Plain {
        return not_yes(pick(rng, &["quiero reservar", "quiero una cita", "una mesa"]));
    }
    let words = opening(profile, task, rng);
    (Input::Text(words), Meaning::Request(ear.question.map(str::to_owned)))
}

fn value_of(profile: &Profile, slot: &str, ear: &Ear<'_>, rng: &mut Rng) -> String {
    match slot {
        "date" => profile.day.to_owned(),
        "time" => profile.hour.to_owned(),
        "party_size" => format!("somos {}", profile.party),
        "customer_name" | "patient_name" => profile.name.to_owned(),
        "customer_phone" | "patient_phone" => {
            let goes_on =
                ear.reply.is_some_and(|reply| ASKS_FOR_REST.iter().any(|asks| reply.text.ends_with(asks)));
            let phone = profile.said_phone.as_str();
            let (beginning, rest) = phone.rsplit_once(' ').unwrap_or((phone, phone));
            match (goes_on && profile.guise != Guise::InPieces, rng.u8(..3)) {
                (true, _) => rest.to_owned(),
                (false, 0) => beginning.to_owned(),
                (false, _) => profile.said_phone.clone(),
            }
        }
        "confirmation_code" => {
            let mut bookings =
                ear.codes.iter().filter(|code| CODES.iter().any(|prefix| code.starts_with(prefix)));
            bookings.next_back().cloned().unwrap_or_else(|| "no lo tengo".to_owned())
        }
        "items" => dishes(profile, rng),
        "delivery_type" => pick(rng, &["para recoger", "a domicilio"]),
        "delivery_address" => "calle Durango 45, colonia Roma Norte".to_owned(),
        "service_id" => profile.service.clone(),
        _ => "no sé".to_owned(),
    }
}

fn pick(rng: &mut Rng, list: &[&str]) -> String {
    list[rng.usize(..list.len())].to_owned()
}

fn not_yes(words: String) -> (Input, Meaning) {
    (Input::Text(words), Meaning::NotYes)
}
