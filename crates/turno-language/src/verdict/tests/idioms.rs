//! Idioms whose words also mean the opposite.

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
        let asked = crate::Asked { act, values: &none };
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
            let verdict = crate::read_verdict(words, &asked, &context).verdict;
            assert_ne!(verdict, crate::Verdict::Yes, "{act:?}: {words}");
        }
        for words in ["cómo no", "como no", "claro, cómo no", "cómo no, adelante"] {
            assert_eq!(
                crate::read_verdict(words, &asked, &context).verdict,
                crate::Verdict::Yes,
                "{act:?}: {words}"
            );
        }
    }
}
