//! People who are odd, or whose gateway is: what they are like, and what they say.

use fastrand::Rng;
use turno_business::Business;
use turno_core::{Awaiting, Channel, Input};

use super::{Ear, Meaning, Profile, answer, not_yes, pick, request, yes};
use crate::plan::{Guise, Person, Task};

/// Ids that calls with a hidden number arrive under, and some that are no number at all.
const NOBODY: &[&str] = &["+266696687", "+7378742833", "+2562533", "+8566696", "+86282452253"];

const NAMES: &[&str] = &[
    "Rodrigo Cedillo",
    "Lucía Herrera",
    "Tomás Aguilar",
    "Elena Vargas",
    "Hugo Salinas",
    "Irene Campos",
    "Ramiro Fuentes",
    "Sofía Lozano",
];
const OTHER_NAMES: &[&str] = &["Beto", "Norma", "Gustavo Ríos", "Paulina", "Óscar", "Wendy Cruz"];
const THANKS: &[&str] =
    &["ok gracias", "perfecto", "sale", "👍", "perfect", "muy bien, gracias", "gracias", "excelente"];

/// Whoever knows somebody's name and has tried as many codes says the right one.
const TRIES: usize = 14;

/// Damm's table.
const DAMM: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

/// Them, as their guise has them.
pub(super) fn dressed(profile: Profile, person: Person, business: &Business) -> Profile {
    if person.guise == Guise::Plain {
        return profile;
    }
    let mut rng = Rng::with_seed(person.roll ^ 0x0064_15e5);
    let mut shared = Rng::with_seed(person.shared ^ 0x0064_15e5);
    let chats = [Channel::Whatsapp, Channel::Whatsapp, Channel::Web];
    let common = Profile {
        name: NAMES[usize::from(person.number) % NAMES.len()],
        speaks_english: false,
        cunning: rng.u8(..3),
        ..profile
    };
    match person.guise {
        Guise::Hidden => Profile { phone: nobody(&mut shared, business), ..common },
        Guise::Quick => Profile { channel: chats[rng.usize(..chats.len())], ..common },
        Guise::InPieces => Profile { phone: None, gives_phone: false, said_phone: phone(&mut rng), ..common },
        Guise::Plain | Guise::Guesses | Guise::Polite => common,
    }
}

fn nobody(shared: &mut Rng, business: &Business) -> Option<String> {
    match shared.usize(..NOBODY.len() + 2) {
        0 => None,
        1 => Some(business.phone.clone()),
        id => NOBODY.get(id - 2).map(|id| (*id).to_owned()),
    }
}

/// Ten digits, as people write them.
fn phone(rng: &mut Rng) -> String {
    format!("55 {} {}", rng.u32(2_000..9_999), rng.u32(1_000..9_999))
}

pub(super) fn press(profile: &Profile, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    match (ear.question, profile.channel) {
        (Some(id), Channel::Whatsapp | Channel::Web) if rng.u8(..5) > 0 => {
            (Input::Choice(format!("yes:{id}")), Meaning::YesTo(id.to_owned()))
        }
        (Some(_), Channel::Voice) if rng.bool() => (Input::Dtmf("1".to_owned()), Meaning::Yes),
        (Some(_), _) => (Input::Text("sí".to_owned()), Meaning::Yes),
        (None, _) => answer(profile, ear, rng),
    }
}

/// Three breaths, two, or each digit by itself; on the phone it may be keys.
pub(super) fn piece(profile: &Profile, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    let asks_phone = ear
        .reply
        .is_some_and(|reply| matches!(&reply.awaiting, Awaiting::Slot(slot) if slot.ends_with("_phone")));
    let pieces = pieces(profile);
    let next = ear.count % pieces.len();
    // They wait until they are asked, and then say all of it.
    if next == 0 && !asks_phone {
        return answer(profile, ear, rng);
    }
    let words = pieces[next].clone();
    match profile.channel {
        Channel::Voice if profile.cunning > 0 => (Input::Dtmf(words), Meaning::Key),
        Channel::Voice | Channel::Whatsapp | Channel::Web | Channel::Test => not_yes(words),
    }
}

/// So many pieces are a whole phone.
pub(crate) fn pieces_of_phone(profile: &Profile) -> usize {
    pieces(profile).len()
}

fn pieces(profile: &Profile) -> Vec<String> {
    let digits: String = profile.said_phone.chars().filter(char::is_ascii_digit).collect();
    let is_by_keys = profile.channel == Channel::Voice && profile.cunning > 0;
    let sizes: &[usize] = match profile.cunning {
        0 => &[6, 4],
        1 => &[2, 4, 4],
        _ if is_by_keys => &[1; 10],
        _ => &[3, 3, 4],
    };
    let mut rest = digits.as_str();
    let mut pieces = Vec::new();
    for size in sizes {
        let (piece, behind) = rest.split_at((*size).min(rest.len()));
        pieces.push(piece.to_owned());
        rest = behind;
    }
    pieces
}

/// What they know of somebody else's booking, and what they make up.
pub(super) fn guess(profile: &Profile, ear: &Ear<'_>, rng: &mut Rng) -> (Input, Meaning) {
    let known = ear.overheard.unwrap_or(("RES-4821", "Ana"));
    let knows_code = profile.cunning == 0 || profile.cunning == 2 && ear.count >= TRIES;
    let code = match knows_code {
        true => known.0.to_owned(),
        false => like(known.0, rng),
    };
    let name = match profile.cunning {
        0 => pick(rng, OTHER_NAMES),
        _ => known.1.to_owned(),
    };
    match ear.reply.map(|reply| &reply.awaiting) {
        Some(Awaiting::Confirmation) => yes(profile, ear, rng),
        Some(Awaiting::Slot(slot)) if slot == "confirmation_code" => {
            not_yes(format!("creo que es la {code}"))
        }
        Some(Awaiting::Slot(slot)) if slot.ends_with("_name") => not_yes(name),
        Some(Awaiting::Slot(_) | Awaiting::Nothing | Awaiting::Person) | None => match rng.u8(..4) {
            0 => not_yes(format!("¿para cuándo es la {code}?")),
            1 => not_yes(format!("quiero cancelar la {code}, a nombre de {name}")),
            2 => request(profile, Task::Move, ear, rng),
            _ => request(profile, Task::Cancel, ear, rng),
        },
    }
}

/// A code that looks like that one, and is another. They know how codes are made: the last digit follows from the others (Damm).
fn like(code: &str, rng: &mut Rng) -> String {
    let (prefix, body) = code.split_once('-').unwrap_or(("RES", code));
    let digits = body.len().saturating_sub(1).max(3);
    let mut other: String = (0..digits).map(|_| char::from(rng.u8(b'2'..=b'9'))).collect();
    let check = other.bytes().fold(0, |interim, digit| DAMM[usize::from(interim)][usize::from(digit - b'0')]);
    other.push(char::from(b'0' + check));
    match other == body {
        true => format!("{prefix}-9{other}"),
        false => format!("{prefix}-{other}"),
    }
}

pub(super) fn thanks(rng: &mut Rng) -> (Input, Meaning) {
    (Input::Text(pick(rng, THANKS)), Meaning::Courtesy)
}
