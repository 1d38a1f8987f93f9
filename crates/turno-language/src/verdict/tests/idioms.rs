//! Idioms whose words also mean the opposite.

use crate::Text;

/// "Cómo no" agrees only where nothing follows: recognised speech writes "como no puedo ir" without an accent.
#[test]
fn como_no_with_something_behind_it_is_no_yes() {
    let none = std::collections::BTreeMap::new();
    let now: jiff::ZonedDateTime = "2026-01-19T10:00[America/Mexico_City]".parse().unwrap();
    let context = crate::ReadContext {
        language: crate::Language::Es,
        now: &now,
        slots: &[],
        awaiting: None,
        known: &none,
        hours: None,
        country: "MX",
    };
    for act in [crate::Act::Book, crate::Act::Order, crate::Act::Modify] {
        let asked = crate::Asked {
            act,
            values: &none,
            sums: crate::Sums::default(),
        };
        for words in [
            "sí como no puedo ir",
            "sí como no vamos a ir",
            "claro, como no quiero",
            "como no me gusta",
            "como no sé",
            "así como no quiero",
            "ok como no lo quiero",
            "así es como no lo quiero",
            "si no hay problema",
            "si está bien para ustedes",
            "ya quedó",
        ] {
            let verdict = crate::read_verdict(&Text::of(words), &asked, &context).verdict;
            assert_ne!(verdict, crate::Verdict::Yes, "{act:?}: {words}");
        }
        for words in ["cómo no", "como no", "claro, cómo no", "cómo no, adelante"] {
            assert_eq!(
                crate::read_verdict(&Text::of(words), &asked, &context).verdict,
                crate::Verdict::Yes,
                "{act:?}: {words}"
            );
        }
    }
}

/// "No, that's perfect" has nothing to change; "no, that's fine" may leave things as they are.
#[test]
fn a_no_before_praise_is_a_yes_and_before_a_mere_fine_is_none() {
    use crate::Act::{Book, Cancel, Modify, Order};
    use crate::Language::{En, Es};
    use crate::Verdict::Yes;
    for act in [Book, Order, Modify] {
        for words in [
            "no that's perfect",
            "no, that's perfect",
            "no, that's perfect, thanks",
            "no, it sounds wonderful",
        ] {
            assert_eq!(super::read(En, act, words).verdict, Yes, "{act:?}: {words}");
        }
        for words in [
            "no, that's fine",
            "no, that's not perfect",
            "no, that's perfect but at 9",
            "no, perfect would be 9",
            "no, that's perfect for my mom",
            "no, that's perfect, can I think about it?",
            "no",
        ] {
            assert_ne!(super::read(En, act, words).verdict, Yes, "{act:?}: {words}");
        }
        assert_eq!(super::read(Es, act, "no pues sí").verdict, Yes, "{act:?}");
        for words in [
            "no, sí",
            "no pues sí, pero a las 9",
            "no pues sí pero no",
            "no pues sí quería otra cosa",
        ] {
            assert_ne!(super::read(Es, act, words).verdict, Yes, "{act:?}: {words}");
        }
    }
    assert_ne!(super::read(En, Cancel, "no, that's perfect").verdict, Yes);
}
