//! Faults of custom tools' files, as their authors see them.

use super::load;

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
pub(super) fn faults(changes: &[(&str, &str)]) -> String {
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
    // What is wrong, the line, and the cure.
    let told: Vec<(&str, &str)> =
        found.split("tools/mine.toml:").filter_map(|fault| fault.split_once(": ")).collect();
    let expected = [
        ("1:8", "is no name of a tool"),
        ("2:15", "say what it does"),
        ("3:11", "there is no tenant `terrasa`; did you mean `terraza`?"),
        ("3:11", "plan `enterprise`"),
        ("4:14", "100 to 30000 ms, not 60000"),
        ("5:25", "use is_active = false"),
        ("6:22", "`response.points`"),
        ("9:17", "`{{fone}}` is no parameter of the tool; parameters are phone"),
        ("10:17", "`function_name` does not go with `api_call`"),
        ("13:8", "type = \"object\""),
        ("15:20", "`phone` goes nowhere"),
    ];
    for (place, part) in expected {
        let line_of = |place: &str| place.split(':').next().unwrap().to_owned();
        assert!(
            told.iter().any(|(at, fault)| {
                line_of(at) == line_of(place) && part.split("; ").all(|piece| fault.contains(piece))
            }),
            "{place} {part} in:\n{found}"
        );
    }
}

/// What is changed about the good file, and what is told of it.
const CHANGES: &[(&[(&str, &str)], &str)] = &[
    (&[("name = \"get_points\"", "")], "`name` is missing"),
    (&[("execution_type = \"api_call\"", "execution_type = \"api_cal\"")], "did you mean `api_call`?"),
    (&[("method = \"GET\"", "methd = \"GET\"")], "did you mean `method`?"),
    (&[("method = \"GET\"", "method = \"TRACE\"")], "`TRACE` is not one of"),
    (&[("tenants = [\"terraza\"]", "tenants = []")], "name it by its id"),
    (&[("[\"terraza\"]", "[\"bistro\"]")], "plan = \"enterprise\""),
    (&[("https://loyalty.example.com/{{phone}}", "ftp://x/{{phone}}")], "begins with https://"),
    (&[("loyalty.example.com/{{phone}}", "{{phone}}.example.com/")], "no value may stand in its host"),
    (&[("loyalty.example.com/{{phone}}", "a.example.com:{{phone}}/")], "no value may stand in its host"),
    (&[("/{{phone}}", "/{{API_KEY}}/{{phone}}")], "not in the path"),
    (&[("/{{phone}}", "/{{phone}}#x")], "`#`"),
    (&[("https://", "https://me:word@")], "send it in a header"),
    (&[("{{phone}}", "{{phone")], "not closed"),
    (&[("{{phone}}", "{{ phone | upper }}")], "is no name"),
    (&[("{{phone}}", "{{context.weather}}")], "context.tenant"),
    (&[("method = \"GET\"", "method = \"GET\"\nbody_template = \"x\"")], "a GET carries no body"),
    (&[("method = \"GET\"", "method = \"POST\"\nbody_template = '{\"a\": {{phone}}'")], "is no JSON"),
    (
        &[("method = \"GET\"", "method = \"POST\"\nbody_template = '{\"{{phone}}\": 1}'")],
        "name of a JSON field",
    ),
    (&[("method = \"GET\"", "method = \"POST\"\nbody_template = '{\"a\": \\\"{{phone}}\"}'")], "is no JSON"),
    (&[("method = \"GET\"", "headers.\"X A\" = \"b\"")], "header's name"),
    (&[("method = \"GET\"", "headers.Host = \"b\"")], "set by the connection"),
    (&[("method = \"GET\"", "headers.X = \"a\\nb\"")], "line break"),
    (
        &[(
            "method = \"GET\"",
            "method = \"POST\"\nbody_template = 'x'\nheaders.Content-Type = \"image/png\"",
        )],
        "image/png",
    ),
    (&[("[execution_config]", "requires_confirmation = true\n[execution_config]")], "confirmation_message"),
    (
        &[("[execution_config]", "confirmation_message.es = \"¿{{phone}}?\"\n[execution_config]")],
        "nothing asks",
    ),
    (
        &[(
            "[execution_config]",
            "requires_confirmation = true\nconfirmation_message.es = \"¿Sí?\"\n[execution_config]",
        )],
        "does not say what will be done",
    ),
    (
        &[("[execution_config]", "result_message.es = \"{{API_KEY}}\"\n[execution_config]")],
        "not told to anybody",
    ),
    (
        &[("[execution_config]", "secrets = []\n[execution_config]\nheaders.X = \"{{API_KEY}}\"")],
        "`API_KEY` is used and not listed",
    ),
    (
        &[("api_call", "webhook"), ("url = ", "webhook_url = "), ("method = \"GET\"", "")],
        "`webhook_secret` is missing",
    ),
    (
        &[
            ("api_call", "webhook"),
            ("url = ", "webhook_url = "),
            ("method = \"GET\"", "webhook_secret = \"abc\""),
        ],
        "name it, in capital letters",
    ),
    (
        &[("api_call", "internal_function"), ("method = \"GET\"", "function_name = \"orders.getState\"")],
        "no function",
    ),
    (
        &[
            ("api_call", "internal_function"),
            ("url = \"https://loyalty.example.com/{{phone}}\"", ""),
            ("method = \"GET\"", "function_name = \"orders.getStatus\""),
        ],
        "`phone` is not taken by the function",
    ),
    (&[("get_points", "get_menu")], "cannot take the place of the built-in `get_menu`"),
    (
        &[("method = \"GET\"", "method = \"POST\"")],
        "mine.toml:4:18: `get_points` may change something (POST), and its file does not say whether it asks first",
    ),
    (&[("method = \"GET\"", "")], "(POST), and its file does not say"),
    (
        &[("method = \"GET\"", "method = \"DELETE\"")],
        "help: write requires_confirmation = true and a confirmation_message; or requires_confirmation = false",
    ),
    (
        &[
            ("api_call", "webhook"),
            ("url = ", "webhook_url = "),
            ("method = \"GET\"", "webhook_secret = \"POINTS_SECRET\""),
        ],
        "(a webhook), and its file does not say",
    ),
    (&[("name =", "nme = 1\nname =")], "unknown key `nme`"),
    (&[("name =", "name = \"x\"\nname =")], "duplicate key"),
];

#[test]
fn a_key_that_is_wrong_is_not_told_as_missing_too() {
    let found = faults(&[("\"GET\"", "\"GETT\"")]);
    assert!(found.contains("did you mean `GET`?") && !found.contains("missing"), "{found}");
}

#[test]
fn each_fault_names_its_cure() {
    for (changes, expected) in CHANGES {
        let found = faults(changes);
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
    let asks = "requires_confirmation = true\nconfirmation_message = { es = \"¿Cancelo {{confirmation_code}}?\", en = \"Cancel {{confirmation_code}}?\" }";
    let all = "properties = { confirmation_code = { type = \"string\" }, customer_phone = { type = \"string\" }, \
               reason = { type = \"string\" }, customer_name = {}, date = {}, time = {} }";
    let told = |source: String| load(&source).err().map(|faults| faults[0].to_string()).unwrap_or_default();
    let good = load(&replacing(asks, all)).unwrap_or_else(|faults| panic!("{}", faults[0]));
    assert!(good[0].replaces);
    assert_eq!(good[0].spec().act, turno_language::Act::Cancel, "it does what the built-in one does");
    assert!(told(replacing("", all)).contains("asks before it acts"));
    let fewer = told(replacing(asks, "properties = { confirmation_code = { type = \"string\" } }"));
    assert!(fewer.contains("is not taken here"), "{fewer}");
    let number = told(replacing(
        asks,
        &all.replace(
            "confirmation_code = { type = \"string\" }",
            "confirmation_code = { type = \"integer\" }",
        ),
    ));
    assert!(number.contains("`confirmation_code` is string there, and integer here"), "{number}");
}

#[test]
fn several_tools_of_a_file_are_told_apart() {
    let two = format!(
        "[[tools]]\n{0}\n[[tools]]\n{0}",
        GOOD.replace("[execution", "[tools.execution").replace("[param", "[tools.param")
    );
    let found = load(&two).err().unwrap()[0].to_string();
    assert!(found.contains("mine.toml:15:8: `terraza` has a tool `get_points` already"), "{found}");
    let beside = format!("name = \"x\"\n{two}");
    assert!(load(&beside).err().unwrap()[0].to_string().contains("unknown key `name`"));
}

/// What the operator is told of a good file.
pub(super) fn notes(changes: &[(&str, &str)]) -> Vec<String> {
    let changed = changes.iter().fold(GOOD.to_owned(), |source, (from, to)| {
        assert!(source.contains(from), "{from}");
        source.replacen(from, to, 1)
    });
    let tools = load(&changed).unwrap_or_else(|faults| panic!("{}", faults[0]));
    tools.into_iter().flat_map(|tool| tool.notes).collect()
}

#[test]
fn what_acts_without_asking_is_noted() {
    let says_no = ("[execution_config]", "requires_confirmation = false\n[execution_config]");
    let puts = ("\"GET\"", "\"PUT\"");
    assert_eq!(
        notes(&[says_no, puts]),
        [
            "tools/mine.toml:5: `get_points` acts without asking (PUT): its file says requires_confirmation = false"
        ]
    );
    let reads = ("name =", "retry = \"safe\"\nname =");
    let posts = ("\"GET\"", "\"POST\"");
    assert!(notes(&[says_no, posts, reads])[0].contains("acts without asking (POST), unless it only reads"));
    let idle = ("name =", "is_active = false\nname =");
    for silent in [&[says_no][..], &[], &[says_no, puts, idle]] {
        assert_eq!(notes(silent), Vec::<String>::new(), "{silent:?}");
    }
}

/// A tool that asks, with these texts.
fn asking(texts: &str) -> [(&'static str, String); 2] {
    [
        ("\"GET\"", "\"POST\"".to_owned()),
        ("[execution_config]", format!("requires_confirmation = true\n{texts}\n[execution_config]")),
    ]
}

#[test]
fn a_question_stands_in_each_language_that_its_business_speaks() {
    let told = |texts: &str| {
        let changes = asking(texts);
        faults(&changes.each_ref().map(|(from, to)| (*from, to.as_str())))
    };
    let (es, en) = (
        "confirmation_message.es = \"¿Consulto {{phone}}?\"",
        "confirmation_message.en = \"Shall I look {{phone}} up?\"",
    );
    let missing = told(es);
    for part in [
        "tools/mine.toml:6:",
        "`terraza` speaks English, and the question is not there in it",
        "write confirmation_message.en = ",
    ] {
        assert!(missing.contains(part), "{part} in {missing}");
    }
    assert!(told(en).contains("`terraza` speaks español"), "{}", told(en));
    assert_eq!(told(&format!("{es}\n{en}")), "");
    // Nobody is asked by a tool that is off.
    assert_eq!(told(&format!("{es}\nis_active = false")), "");
}

#[test]
fn words_that_are_told_in_another_language_are_noted() {
    let told = ("name =", "result_message.es = \"Tiene {{points}} puntos.\"\nname =");
    assert_eq!(
        notes(&[told]),
        [
            "tools/mine.toml:1: `terraza` speaks en, and is told what `get_points` did in es: write result_message.en"
        ]
    );
    let both = ("name =", "result_message = { es = \"Listo.\", en = \"Done.\" }\nname =");
    assert_eq!(notes(&[both]), Vec::<String>::new());
}
