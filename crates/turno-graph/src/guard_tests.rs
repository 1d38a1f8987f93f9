//! Ways around what a graph promises, each of them closed.

use crate::compile;
use crate::tests::{RESERVATION, catalog};

fn after(old: &str, new: &str) -> String {
    assert!(RESERVATION.contains(old), "the file has no {old}");
    match compile("small.toml", &RESERVATION.replacen(old, new, 1), &catalog()) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn nobody_is_moved_past_a_confirmation() {
    let moved_to =
        |node: &str| after("[nodes.router]", &format!("[migrate]\nold = \"{node}\"\n[nodes.router]"));
    assert_eq!(moved_to("confirm_it"), "no fault");
    let told = moved_to("reserve");
    assert!(
        told.contains("a conversation moved to `reserve` would run `create_reservation` without a yes"),
        "{told}"
    );
    assert!(told.contains(":4:7:"), "{told}");
}

#[test]
fn a_result_does_not_say_what_will_happen() {
    let start = RESERVATION.find("[nodes.confirm_it]").unwrap();
    let say = RESERVATION[start..].lines().find(|line| line.starts_with("say")).unwrap();
    for text in ["{{ result.message }}", "{{ results.check_availability.staff }}"] {
        let told = after(say, &format!("say.es = \"{text} ¿Sí?\""));
        assert!(told.contains("does not say what will happen"), "{told}");
    }
}

#[test]
fn a_button_chooses_an_intent() {
    let offer = |id: &str| {
        after("[nodes.help]", &format!("[nodes.help]\nchoices = [{{ id = \"{id}\", title.es = \"Sí\" }}]"))
    };
    let told = offer("reserbe");
    assert!(told.contains("no intent has the button `reserbe`"), "{told}");
}
