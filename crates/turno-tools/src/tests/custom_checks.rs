//! What a custom tool's file is told where names and values do not come together.

use super::custom::load;
use super::custom_faults::{faults, notes};

#[test]
fn headers_that_tell_calls_apart_are_not_written_by_hand() {
    let with = |header: &str| faults(&[("method =", &format!("headers.{header}\nmethod ="))]);
    let found = with("Idempotency-Key = \"gift\"");
    assert!(found.contains("tools/mine.toml:7:"), "{found}");
    assert!(
        found.contains("leave it out, and each call sends its own"),
        "{found}"
    );
    for header in ["webhook-id", "Webhook-Timestamp", "webhook-signature"] {
        let found = with(&format!("{header} = \"x\""));
        assert!(
            found.contains("is written by Turno when it signs a webhook"),
            "{found}"
        );
    }
    assert_eq!(with("Idempotency-Key = \"{{context.key}}\""), "");
}

#[test]
fn what_a_message_names_and_nothing_gives_is_a_fault() {
    let told = |transform: &str, words: &str| {
        let lines = format!("response_transform = '{transform}'\nresult_message.es = \"{words}\"\nname =");
        faults(&[("name =", &lines)])
    };
    let found = told("{points: response.points}", "Tiene {{point}} puntos.");
    for part in [
        "tools/mine.toml:2:21:",
        "`{{point}}` is neither a parameter nor what response_transform gives",
        "did you mean `points`?",
    ] {
        assert!(found.contains(part), "{part} in {found}");
    }
    let found = told("{\"points\": {{ response.points }}}", "Vencen el {{until}}.");
    assert!(
        found.contains("name one of phone, points, or give `until` in response_transform"),
        "{found}"
    );
    for (transform, words) in [
        (
            "{points: response.points}",
            "{{phone}} tiene {{points}}: {{success}} {{context.tenant}}.",
        ),
        ("length(response.cards)", "Tiene {{data}} tarjetas."),
        // The answer decides what there is.
        ("response", "Tiene {{points}} puntos."),
        ("response.balance", "Tiene {{points}} puntos."),
        ("merge(response, {phone: status})", "Tiene {{points}} puntos."),
    ] {
        assert_eq!(told(transform, words), "", "{transform}");
    }
    let open = [
        (
            "name =",
            "response_transform = '{points: response.points}'\nresult_message.es = \"{{card}}: {{points}}\"\nname =",
        ),
        (
            "type = \"object\"",
            "type = \"object\"\nadditionalProperties = true",
        ),
    ];
    assert_eq!(faults(&open), "", "a call may carry a card");
}

#[test]
fn what_stands_in_a_path_must_be_given() {
    let optional = ("required = [\"phone\"]\n", "");
    let found = faults(&[optional]);
    for part in [
        "tools/mine.toml:6:",
        "`phone` may be left out, and stands in the path of the URL",
        "add \"phone\" to `required`, give it a `default`, or send it in the query: ?phone={{phone}}",
    ] {
        assert!(found.contains(part), "{part} in {found}");
    }
    let null = ("{ type = \"string\" }", "{ type = [\"string\", \"null\"] }");
    assert!(
        faults(&[null]).contains("`phone` may be null, and stands in the path"),
        "{}",
        faults(&[null])
    );
    for changes in [
        &[
            optional,
            ("{ type = \"string\" }", "{ type = \"string\", default = \"55\" }"),
        ][..],
        &[optional, ("/{{phone}}", "/points?phone={{phone}}")],
        &[("/{{phone}}", "/{{context.caller_phone}}/{{phone}}")],
    ] {
        assert_eq!(faults(changes), "", "{changes:?}");
    }
    let hook = [
        optional,
        ("\"api_call\"", "\"webhook\"\nrequires_confirmation = false"),
        ("url = ", "webhook_url = "),
        ("method = \"GET\"", "webhook_secret = \"POINTS_SECRET\""),
    ];
    assert!(
        faults(&hook).contains("`phone` may be left out"),
        "{}",
        faults(&hook)
    );
}

#[test]
fn a_key_that_means_nothing_here_is_noted_with_its_place() {
    let notes = notes(&[("{ type = \"string\" }", "{ type = \"string\", x-order = 1 }")]);
    assert_eq!(
        notes,
        [
            "tools/mine.toml:11: `x-order` means nothing to Turno; its own keys of a parameter are x-slot, x-name, x-terms, \
             x-vocabulary, x-sensitive"
        ]
    );
    let slip = faults(&[("{ type = \"string\" }", "{ type = \"string\", format = \"dat\" }")]);
    assert!(
        slip.contains("mine.toml:11:") && slip.contains("did you mean `date`?"),
        "{slip}"
    );
}

/// A secret that signs nothing is told where it is read, and not when somebody is served.
#[test]
fn a_secret_that_cannot_sign_is_told_before_a_call() {
    let hook = |secret: &str| {
        let source = format!(
            "name = \"tell\"\ndescription = \"x\"\ntenants = [\"terraza\"]\nexecution_type = \"webhook\"\n\
             requires_confirmation = false\n[execution_config]\nwebhook_url = \"https://a.example.com/\"\n\
             webhook_secret = \"{secret}\"\n[parameters_schema]\ntype = \"object\"\n"
        );
        let tools = load(&source).unwrap_or_else(|faults| panic!("{}", faults[0]));
        tools[0].secret_faults()
    };
    assert_eq!(hook("LOYALTY_WEBHOOK_SECRET"), Vec::<String>::new());
    let broken = hook("BROKEN_WEBHOOK_SECRET");
    assert_eq!(broken.len(), 1);
    for part in [
        "the secret `BROKEN_WEBHOOK_SECRET`: what follows `whsec_` is no Base64",
        "copy the secret whole",
    ] {
        assert!(broken[0].contains(part), "{part} in {}", broken[0]);
    }
    assert!(!broken[0].contains("no-base"), "{}", broken[0]);
    assert!(hook("OTHER_SECRET")[0].contains("TURNO_SECRET_OTHER_SECRET"));
}
