//! Faults of custom tools' files, as their authors see them.

use super::custom::load;

const GOOD: &str = r#"name = "get_points"
description = "Puntos de un cliente"
tenants = ["terraza"]
execution_type = "api_call"
[execution_config]
url = "https://loyalty.example.com/{{phone}}"
method = "GET"
[parameters_schema]
type = "object"
required = ["phone"]
properties.phone = { type = "string" }
"#;

/// The faults of a file that is good but for these changes.
fn faults(changes: &[(&str, &str)]) -> String {
    let changed = changes.iter().fold(GOOD.to_owned(), |source, (from, to)| {
        assert!(source.contains(from), "{from}");
        source.replacen(from, to, 1)
    });
    match load(&changed) {
        Ok(_) => String::new(),
        Err(found) => found.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_good_file_has_no_faults() {
    assert_eq!(faults(&[]), "");
}

#[test]
fn all_faults_of_a_tool_are_told_at_once_at_their_places() {
    let found = faults(&[
        ("get_points", "Get-Points"),
        ("Puntos de un cliente", " "),
        (
            "[\"terraza\"]",
            "[\"terrasa\", \"bistro\"]\ntimeout_ms = 60000\nrate_limit_per_minute = 0\nresponse_transform = \"points\"",
        ),
        ("{{phone}}", "{{fone}}"),
        ("method", "function_name = \"x\"\nmethod"),
        ("type = \"object\"", "type = \"array\""),
    ]);
    let lines: Vec<(&str, &str)> = found
        .lines()
        .filter_map(|line| line.strip_prefix("tools/mine.toml:")?.split_once(": "))
        .collect();
    let expected = [
        ("1:8", "is no name of a tool"),
        ("2:15", "say what it does"),
        ("3:11", "there is no tenant `terrasa`; did you mean `terraza`?"),
        ("3:11", "plan `enterprise`"),
        ("4:14", "100 to 30000 ms, not 60000"),
        ("5:25", "use is_active = false"),
        ("6:22", "`response.points`"),
        (
            "9:17",
            "`{{fone}}` is no parameter of the tool; did you mean `phone`?",
        ),
        ("10:17", "`function_name` does not go with `api_call`"),
        ("12:1", "type = \"object\""),
        ("15:20", "`phone` goes nowhere"),
    ];
    for (place, part) in expected {
        let line_of = |place: &str| place.split(':').next().unwrap().to_owned();
        assert!(
            lines
                .iter()
                .any(|(at, message)| line_of(at) == line_of(place) && message.contains(part)),
            "{place} {part} in:\n{found}"
        );
    }
}

#[test]
fn each_fault_names_its_cure() {
    let body = |text: &str| format!("method = \"POST\"\nbody_template = '{text}'");
    let table: Vec<(Vec<(&str, String)>, &str)> = vec![
        (
            vec![("name = \"get_points\"", String::new())],
            "`name` is missing",
        ),
        (
            vec![(
                "execution_type = \"api_call\"",
                "execution_type = \"api_cal\"".into(),
            )],
            "did you mean `api_call`?",
        ),
        (
            vec![("method = \"GET\"", "methd = \"GET\"".into())],
            "did you mean `method`?",
        ),
        (
            vec![("method = \"GET\"", "method = \"TRACE\"".into())],
            "`TRACE` is not one of",
        ),
        (
            vec![("tenants = [\"terraza\"]", "tenants = []".into())],
            "name it by its id",
        ),
        (
            vec![("[\"terraza\"]", "[\"bistro\"]".into())],
            "plan = \"enterprise\"",
        ),
        (
            vec![(
                "https://loyalty.example.com/{{phone}}",
                "ftp://x/{{phone}}".into(),
            )],
            "begins with https://",
        ),
        (
            vec![("loyalty.example.com/{{phone}}", "{{phone}}.example.com/".into())],
            "no value may stand in its host",
        ),
        (
            vec![("loyalty.example.com/{{phone}}", "a.example.com:{{phone}}/".into())],
            "no value may stand in its host",
        ),
        (
            vec![("/{{phone}}", "/{{API_KEY}}/{{phone}}".into())],
            "not in the path",
        ),
        (vec![("/{{phone}}", "/{{phone}}#x".into())], "`#`"),
        (
            vec![("https://", "https://me:word@".into())],
            "send it in a header",
        ),
        (vec![("{{phone}}", "{{phone".into())], "not closed"),
        (vec![("{{phone}}", "{{ phone | upper }}".into())], "is no name"),
        (
            vec![("{{phone}}", "{{context.weather}}".into())],
            "context.tenant",
        ),
        (
            vec![(
                "method = \"GET\"",
                "method = \"GET\"\nbody_template = \"x\"".into(),
            )],
            "a GET carries no body",
        ),
        (
            vec![("method = \"GET\"", body("{\"a\": {{phone}}"))],
            "is no JSON",
        ),
        (
            vec![("method = \"GET\"", body("{\"{{phone}}\": 1}"))],
            "name of a JSON field",
        ),
        (
            vec![("method = \"GET\"", body("{\"a\": \\\"{{phone}}\"}"))],
            "is no JSON",
        ),
        (
            vec![("method = \"GET\"", "headers.\"X A\" = \"b\"".into())],
            "header's name",
        ),
        (
            vec![("method = \"GET\"", "headers.Host = \"b\"".into())],
            "set by the connection",
        ),
        (
            vec![("method = \"GET\"", "headers.X = \"a\\nb\"".into())],
            "line break",
        ),
        (
            vec![(
                "method = \"GET\"",
                format!("{}\nheaders.Content-Type = \"image/png\"", body("x")),
            )],
            "image/png",
        ),
        (
            vec![(
                "[execution_config]",
                "requires_confirmation = true\n[execution_config]".into(),
            )],
            "confirmation_message",
        ),
        (
            vec![(
                "[execution_config]",
                "confirmation_message.es = \"¿{{phone}}?\"\n[execution_config]".into(),
            )],
            "nothing asks",
        ),
        (
            vec![(
                "[execution_config]",
                "requires_confirmation = true\nconfirmation_message.es = \"¿Sí?\"\n[execution_config]".into(),
            )],
            "does not say what will be done",
        ),
        (
            vec![(
                "[execution_config]",
                "result_message.es = \"{{API_KEY}}\"\n[execution_config]".into(),
            )],
            "not told to anybody",
        ),
        (
            vec![(
                "[execution_config]",
                "secrets = []\n[execution_config]\nheaders.X = \"{{API_KEY}}\"".into(),
            )],
            "`API_KEY` is used and not listed",
        ),
        (
            vec![
                ("api_call", "webhook".into()),
                ("url = ", "webhook_url = ".into()),
                ("method = \"GET\"", String::new()),
            ],
            "`webhook_secret` is missing",
        ),
        (
            vec![
                ("api_call", "webhook".into()),
                ("url = ", "webhook_url = ".into()),
                ("method = \"GET\"", "webhook_secret = \"abc\"".into()),
            ],
            "name it, in capital letters",
        ),
        (
            vec![
                ("api_call", "internal_function".into()),
                ("method = \"GET\"", "function_name = \"orders.getState\"".into()),
            ],
            "no function",
        ),
        (
            vec![
                ("api_call", "internal_function".into()),
                ("url = \"https://loyalty.example.com/{{phone}}\"", String::new()),
                ("method = \"GET\"", "function_name = \"orders.getStatus\"".into()),
            ],
            "`phone` is not taken by the function",
        ),
        (
            vec![("get_points", "get_menu".into())],
            "cannot take the place of the built-in `get_menu`",
        ),
        (vec![("name =", "nme = 1\nname =".into())], "unknown key `nme`"),
        (vec![("name =", "name = \"x\"\nname =".into())], "duplicate key"),
    ];
    for (changes, expected) in table {
        let changes: Vec<(&str, &str)> = changes.iter().map(|(from, to)| (*from, to.as_str())).collect();
        let found = faults(&changes);
        assert!(found.contains(expected), "{changes:?}: {found}");
    }
}

#[test]
fn a_tool_takes_the_place_of_a_built_in_one_only_where_it_takes_the_same() {
    let replacing = |extra: &str, properties: &str| {
        format!(
            "name = \"cancel_reservation\"\ndescription = \"x\"\ntenants = [\"terraza\"]\nexecution_type = \"api_call\"\n{extra}\n\
             [execution_config]\nurl = \"https://pos.example.com/cancel\"\n[parameters_schema]\ntype = \"object\"\n{properties}"
        )
    };
    let asks = "requires_confirmation = true\nconfirmation_message.es = \"¿Cancelo {{confirmation_code}}?\"";
    let all = "properties = { confirmation_code = { type = \"string\" }, customer_phone = { type = \"string\" }, \
               reason = { type = \"string\" }, customer_name = {}, date = {}, time = {} }";
    let told = |source: String| {
        load(&source)
            .err()
            .map(|faults| faults[0].to_string())
            .unwrap_or_default()
    };
    let good = load(&replacing(asks, all)).unwrap_or_else(|faults| panic!("{}", faults[0]));
    assert!(good[0].replaces);
    assert_eq!(
        good[0].spec().act,
        turno_language::Act::Cancel,
        "it does what the built-in one does"
    );
    assert!(
        told(replacing(
            "",
            &all.replace("confirmation_code", "confirmation_code")
        ))
        .contains("asks before it acts")
    );
    let fewer = told(replacing(
        asks,
        "properties = { confirmation_code = { type = \"string\" } }",
    ));
    assert!(fewer.contains("is not taken here"), "{fewer}");
    let number = told(replacing(
        asks,
        &all.replace(
            "confirmation_code = { type = \"string\" }",
            "confirmation_code = { type = \"integer\" }",
        ),
    ));
    assert!(
        number.contains("`confirmation_code` is string there, and integer here"),
        "{number}"
    );
}

#[test]
fn several_tools_of_a_file_are_told_apart() {
    let two = format!(
        "[[tools]]\n{0}\n[[tools]]\n{0}",
        GOOD.replace("[execution", "[tools.execution")
            .replace("[param", "[tools.param")
    );
    let found = load(&two).err().unwrap()[0].to_string();
    assert!(
        found.contains("mine.toml:15:8: `terraza` has a tool `get_points` already"),
        "{found}"
    );
    let beside = format!("name = \"x\"\n{two}");
    assert!(
        load(&beside).err().unwrap()[0]
            .to_string()
            .contains("unknown key `name`")
    );
}
