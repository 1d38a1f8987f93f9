//! What a custom tool's file is told where names and values do not come together.

use super::faults::{faults, notes};
use super::load;

#[test]
fn headers_that_tell_calls_apart_are_not_written_by_hand() {
    let with = |header: &str| faults(&[("method =", &format!("headers.{header}\nmethod ="))]);
    let found = with("Idempotency-Key = \"gift\"");
    assert!(found.contains("tools/mine.toml:7:"), "{found}");
    assert!(found.contains("leave it out, and each call sends its own"), "{found}");
    for header in ["webhook-id", "Webhook-Timestamp", "webhook-signature"] {
        let found = with(&format!("{header} = \"x\""));
        assert!(found.contains("is written by Turno when it signs a webhook"), "{found}");
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
    assert!(found.contains("name one of phone, points, or give `until` in response_transform"), "{found}");
    for (transform, words) in [
        ("{points: response.points}", "{{phone}} tiene {{points}}: {{success}} {{context.tenant}}."),
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
        ("type = \"object\"", "type = \"object\"\nadditionalProperties = true"),
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
    assert!(faults(&[null]).contains("`phone` may be null, and stands in the path"), "{}", faults(&[null]));
    for changes in [
        &[optional, ("{ type = \"string\" }", "{ type = \"string\", default = \"55\" }")][..],
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
    assert!(faults(&hook).contains("`phone` may be left out"), "{}", faults(&hook));
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
    assert!(slip.contains("mine.toml:11:") && slip.contains("did you mean `date`?"), "{slip}");
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
    for part in
        ["the secret `BROKEN_WEBHOOK_SECRET`: what follows `whsec_` is no Base64", "copy the secret whole"]
    {
        assert!(broken[0].contains(part), "{part} in {}", broken[0]);
    }
    assert!(!broken[0].contains("no-base"), "{}", broken[0]);
    assert!(hook("OTHER_SECRET")[0].contains("TURNO_SECRET_OTHER_SECRET"));
}

#[test]
fn keys_and_secrets_that_others_can_read_are_noted_with_their_cure() {
    let header = |header: &str| notes(&[("method =", &format!("headers.{header}\nmethod ="))]);
    for clear in [
        "Authorization = \"Bearer sk-live-1234\"",
        "Authorization = \"abc123\"",
        "X-Api-Key = \"1234\"",
        "X-Shop = \"sk-live-1234\"",
    ] {
        let told = header(clear);
        assert_eq!(told.len(), 1, "{clear}: {told:?}");
        for part in ["tools/mine.toml:7: ", "holds a key in clear", "TURNO_SECRET_SERVICE_KEY"] {
            assert!(told[0].contains(part), "{part} in {told:?}");
        }
    }
    assert!(header("Authorization = \"Bearer sk-1\"")[0].contains("\"Bearer {{SERVICE_KEY}}\""));
    for fine in
        ["Authorization = \"Bearer {{SHIPPING_API_KEY}}\"", "Accept-Language = \"es\"", "X-Version = \"2\""]
    {
        assert_eq!(header(fine), Vec::<String>::new(), "{fine}");
    }
    let query = notes(&[("{{phone}}\"", "{{phone}}?api_key=abc123&lang=es\"")]);
    assert!(query[0].contains("`api_key` holds a key in clear"), "{query:?}");

    let secret = ("method =", "headers.X-Api-Key = \"{{SHIPPING_API_KEY}}\"\nmethod =");
    let told = notes(&[("https://loyalty", "http://loyalty"), secret]);
    assert_eq!(
        told,
        [
            "tools/mine.toml:6: `SHIPPING_API_KEY` goes over http://, where anybody on the way can read it: write https://"
        ]
    );
    assert_eq!(
        notes(&[("https://loyalty.example.com", "http://127.0.0.1:8080"), secret]),
        Vec::<String>::new()
    );
    assert_eq!(notes(&[("https://loyalty", "http://loyalty")]), Vec::<String>::new());
}

#[test]
fn an_object_in_what_people_are_told_is_noted() {
    let told = |transform: &str, words: &str| {
        let lines = format!(
            "response_transform = '{transform}'\nresult_message.es = \"{words}\"\nresult_message.en = \"x\"\nname ="
        );
        notes(&[("name =", &lines)])
    };
    let noted = told("{saldo: {puntos: response.a}, fin: response.b}", "Tiene {{saldo}} hasta {{fin}}.");
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert!(noted[0].starts_with("tools/mine.toml:2: `{{saldo}}` is an object"), "{noted:?}");
    assert!(noted[0].contains("name its fields instead"), "{noted:?}");
    assert_eq!(told("{saldos: response.a[*].{puntos: b}}", "Tiene {{saldos}}.").len(), 1);
    assert_eq!(told("{\"saldo\": {\"puntos\": {{ response.a }}}}", "Tiene {{saldo}}.").len(), 1);
    assert_eq!(told("{saldo: response.a}", "Tiene {{saldo}} y {{phone}}."), Vec::<String>::new());
}

#[test]
fn what_would_do_nothing_is_a_fault() {
    let conflict = faults(&[("method =", "on_conflict = \"done\"\nmethod =")]);
    assert!(conflict.contains("tools/mine.toml:7:"), "{conflict}");
    assert!(conflict.contains("a GET only reads"), "{conflict}");
    let posts = ("method = \"GET\"", "on_conflict = \"done\"\nmethod = \"POST\"");
    let reads = ("[exec", "retry = \"safe\"\nrequires_confirmation = false\n[exec");
    let acts = ("[exec", "retry = \"never\"\nrequires_confirmation = false\n[exec");
    let told = |how| {
        let notes = notes(&[posts, how]);
        notes.iter().any(|note| note.contains("`on_conflict` does nothing"))
    };
    assert!(told(reads) && !told(acts));
    let function = |line: &str| {
        let source = format!(
            "name = \"mine\"\ndescription = \"x\"\ntenants = [\"terraza\"]\nexecution_type = \"internal_function\"\n{line}\n\
             [execution_config]\nfunction_name = \"orders.getStatus\"\n[parameters_schema]\ntype = \"object\"\n"
        );
        load(&source).err().map(|found| found[0].to_string()).unwrap_or_default()
    };
    assert_eq!(function(""), "");
    for line in ["result_message.es = \"Va en camino.\"", "response_transform = \"{a: response.order}\""] {
        let told = function(line);
        assert!(told.contains("tools/mine.toml:5:"), "{told}");
        assert!(told.contains("does not go with `internal_function`"), "{told}");
    }
}

#[test]
fn words_that_are_empty_are_told() {
    let found = faults(&[(
        "execution_type = \"api_call\"",
        "result_message.es = \" \"\nexecution_type = \"api_call\"",
    )]);
    assert!(found.contains("`result_message` is empty"), "{found}");
    assert!(found.contains("leave it out"), "{found}");
}
