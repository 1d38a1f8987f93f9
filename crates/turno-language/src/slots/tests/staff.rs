//! Who is wanted, who is not, and who does not work there.

use serde_json::{Value, json};

use super::{Case, EN, ES, check_slots};
use crate::{SlotKind, SlotSpec, Term, Vocabulary};

fn clinic() -> Vocabulary {
    let person = |id: &str, name: &str, aliases: &[&str]| Term {
        id: id.to_owned(),
        name: name.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    };
    Vocabulary::new(vec![
        person(
            "ruiz",
            "la Dra. Elena Ruiz",
            &["doctora Ruiz", "Elena Ruiz", "Elena", "Dr. Ruiz"],
        ),
        person(
            "mendoza",
            "el Dr. Carlos Mendoza",
            &["doctor Mendoza", "Carlos Mendoza", "Carlos", "Dr. Mendoza"],
        ),
        person(
            "ibarra",
            "la Dra. Sofía Ibarra",
            &["doctora Ibarra", "Sofía Ibarra", "Sofía", "Dr. Ibarra"],
        ),
    ])
}

fn check(case: &Case<'_>, expected: &Value, sayings: &[&str]) {
    let staff = clinic();
    let slots = [
        SlotSpec {
            name: "date",
            kind: SlotKind::Date,
            vocabulary: None,
        },
        SlotSpec {
            name: "staff",
            kind: SlotKind::Term,
            vocabulary: Some(&staff),
        },
    ];
    let rows: Vec<(&str, Value)> = sayings.iter().map(|saying| (*saying, expected.clone())).collect();
    check_slots(case, &slots, &rows);
}

#[test]
fn who_is_not_wanted_leaves_the_others() {
    let others = json!({"staff": {"!": {"ambiguous": ["ruiz", "ibarra"]}}});
    check(
        &ES(),
        &others,
        &[
            "con cualquiera menos Mendoza",
            "con quien sea menos con el doctor Mendoza",
            "que no sea con Mendoza",
            "que no sea el doctor Mendoza",
            "con cualquier doctor excepto Mendoza",
            "con quien sea, pero no con Mendoza",
            "no con el doctor Mendoza",
            "no quiero con Mendoza",
            "no quiero que me atienda Mendoza",
            "el doctor Mendoza no",
            "con Carlos no, por favor",
            "todos menos el Dr. Mendoza",
            "aparte de Mendoza",
        ],
    );
    check(
        &EN(),
        &others,
        &[
            "with anyone but Dr. Mendoza",
            "anybody except Mendoza",
            "not with Dr. Mendoza",
            "someone other than Dr. Mendoza",
            "not Dr. Mendoza please",
            "anyone but Mendoza",
            "I don't want Dr. Mendoza",
            "I dont want to see Mendoza",
        ],
    );
}

#[test]
fn who_is_wanted_is_taken() {
    check(
        &ES(),
        &json!({"staff": "mendoza"}),
        &[
            "con Mendoza",
            "con el doctor Mendoza",
            "con el doctor mendosa",
            "con el doctor",
            "quiero ver al doctor",
            "con Carlos",
            "el doctor Carlos Mendoza",
            "no con la doctora Ruiz, con Mendoza",
            "que no sea con Ruiz, mejor con el doctor Mendoza",
        ],
    );
    check(
        &EN(),
        &json!({"staff": "mendoza"}),
        &[
            "with Dr. Mendoza",
            "to see Mendoza",
            "not with Ruiz, with Dr. Mendoza",
        ],
    );
    let women = json!({"staff": {"!": {"ambiguous": ["ruiz", "ibarra"]}}});
    check(&ES(), &women, &["con la doctora", "quiero ver a la doctora"]);
}

#[test]
fn a_name_that_nobody_bears_is_told() {
    let nobody = json!({"staff": {"!": {"unknown": ["ruiz", "mendoza", "ibarra"]}}});
    check(
        &ES(),
        &nobody,
        &[
            "con el doctor Pérez",
            "con la doctora garcía",
            "con el dr. pérez",
            "me atiende el doctor Pérez",
            "con la doctora Elena García",
        ],
    );
    check(
        &EN(),
        &nobody,
        &["with Dr. Smith", "to see doctor smith", "with Dr Jane Doe"],
    );
    check(
        &ES(),
        &json!({}),
        &[
            "gracias doctor",
            "sí, doctora",
            "a nombre de Carlos Pérez",
            "soy Elena",
            "con mi esposa",
        ],
    );
    check(
        &EN(),
        &json!({}),
        &["with the doctor", "under Carlos Brown", "thanks doctor"],
    );
}

#[test]
fn somebody_else_is_anybody_else() {
    let case = Case {
        known: json!({"staff": "mendoza"}),
        ..ES()
    };
    let others = json!({"staff": {"!": {"ambiguous": ["ruiz", "ibarra"]}}});
    check(
        &case,
        &others,
        &["mejor con otro doctor", "con alguien más", "con otra doctora"],
    );
}
