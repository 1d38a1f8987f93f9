//! What people come with, in one sentence.

use fastrand::Rng;

use super::{Profile, english, pick};
use crate::plan::{Desk, Task};

pub(super) fn opening(profile: &Profile, task: Task, rng: &mut Rng) -> String {
    let Profile { name, day, hour, party, service, .. } = profile;
    if profile.desk == Desk::Outside {
        let asks = pick(rng, &["avisen que vamos", "manden el aviso"]);
        return format!("{asks}, somos {party}");
    }
    if profile.speaks_english && matches!(task, Task::Book | Task::Order) {
        return opening_in_english(profile, task, rng);
    }
    let phone = if profile.gives_phone { ", mi teléfono es 55 1234 5678" } else { "" };
    match (task, profile.is_clinic) {
        (Task::Book | Task::Order, true) => {
            format!("quiero agendar {service} para {day} {hour} a nombre de {name}{phone}")
        }
        (Task::Book, false) => {
            format!("quiero reservar una mesa para {party} personas {day} {hour}, a nombre de {name}{phone}")
        }
        (Task::Move, true) => pick(rng, &["quiero cambiar mi cita", "quiero mover mi cita"]),
        (Task::Cancel, true) => "quiero cancelar mi cita".to_owned(),
        (Task::Move, false) => "quiero cambiar mi reservación".to_owned(),
        (Task::Cancel, false) => "quiero cancelar mi reservación".to_owned(),
        (Task::Order, false) => {
            format!(
                "quiero hacer un pedido para recoger: {}, a nombre de {name}{phone}",
                dishes(profile, rng)
            )
        }
    }
}

fn opening_in_english(profile: &Profile, task: Task, rng: &mut Rng) -> String {
    let Profile { name, party, service, .. } = profile;
    let (day, hour) = (english::phrase(profile.day), english::phrase(profile.hour));
    let phone = if profile.gives_phone { ", my phone number is 55 1234 5678" } else { "" };
    match (task, profile.is_clinic) {
        (Task::Book | Task::Order | Task::Move | Task::Cancel, true) => {
            format!("I want to book an appointment for {service} {day} {hour} under the name {name}{phone}")
        }
        (Task::Book | Task::Move | Task::Cancel, false) => {
            format!("I want to book a table for {party} people {day} {hour}, under the name {name}{phone}")
        }
        (Task::Order, false) => {
            format!("I want to order {} for pickup, under the name {name}{phone}", dishes(profile, rng))
        }
    }
}

pub(super) fn dishes(profile: &Profile, rng: &mut Rng) -> String {
    if profile.dishes.is_empty() {
        return "nada".to_owned();
    }
    let dish = &profile.dishes[rng.usize(..profile.dishes.len())];
    let numbers = if profile.speaks_english { ["two", "three"] } else { ["dos", "tres"] };
    format!("{} {dish}", numbers[rng.usize(..2)])
}
