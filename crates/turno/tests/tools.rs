//! `turno tools`: what an operator sees who tries a tool.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{root, stderr, stdout, turno};

/// A configuration with one business on the plan enterprise, and a tool that asks this address.
fn configured(folder: &Path, address: &str) -> PathBuf {
    let tenant = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
    let tenant = tenant.replacen("\nphone ", "\nplan = \"enterprise\"\nphone ", 1);
    let tool = std::fs::read_to_string(root().join("config/tools/check_shipping_rate.toml")).unwrap();
    let tool = tool
        .replace("https://shipping.example.com", &format!("http://{address}"))
        .replace("is_active             = false", "");
    let hook = std::fs::read_to_string(root().join("config/tools/loyalty.toml")).unwrap();
    std::fs::create_dir(folder.join("tools")).unwrap();
    std::fs::write(folder.join("terraza.toml"), tenant).unwrap();
    std::fs::write(folder.join("tools/shipping.toml"), tool).unwrap();
    std::fs::write(folder.join("tools/loyalty.toml"), hook).unwrap();
    let graph = root().join("graphs/restaurant.toml");
    let config = format!(
        "custom_tools = \"tools\"\n[[tenants]]\nfile = \"terraza.toml\"\ngraph = {graph:?}\n\
         [outgoing]\nallowed_addresses = [\"{address}\"]\n"
    );
    let file = folder.join("turno.toml");
    std::fs::write(&file, config).unwrap();
    file
}

fn tools_test(config: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turno"))
        .current_dir(root())
        .env("TURNO_SECRET_SHIPPING_API_KEY", "s3cret-key")
        .env("TURNO_SECRET_LOYALTY_WEBHOOK_SECRET", "a secret of ours")
        .args(["tools", "test", "--config", config.to_str().unwrap()])
        .args(arguments)
        .output()
        .unwrap()
}

/// A request whose body is a JSON object.
fn request_of(stream: &mut TcpStream) -> Vec<u8> {
    let mut request = Vec::new();
    let mut bytes = [0; 1024];
    while !request.ends_with(b"}") {
        let count = stream.read(&mut bytes).unwrap();
        request.extend_from_slice(&bytes[..count]);
    }
    request
}

fn head(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len())
}

#[test]
fn a_tool_is_tried_by_hand_without_showing_its_secret() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = configured(folder.path(), &listener.local_addr().unwrap().to_string());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let request = request_of(&mut stream);
        let body = r#"{"rates": [{"price": 129.5, "carrier": "Estafeta", "delivery_days": 3}]}"#;
        write!(stream, "{}{body}", head(body)).unwrap();
        String::from_utf8(request).unwrap()
    });
    let output = tools_test(
        &config,
        &["check_shipping_rate", "--params", r#"{"postal_code": "06700", "weight_kg": 2}"#],
    );
    let shown = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    for part in [
        "POST http://127.0.0.1:",
        "Authorization: Bearer •••",
        "{\"destination\": \"06700\", \"weight\": 2}",
        "--- response\n200 ",
        "\"delivery_days\": 3",
        "--- result\n{",
        "El envío a 06700 cuesta 129.5 pesos con Estafeta y tarda 3 días.",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(!shown.contains("s3cret"), "{shown}");
    assert!(server.join().unwrap().contains("Bearer s3cret-key"));
}

#[test]
fn nobody_knows_what_came_of_a_call_that_acts_and_broke_off() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = configured(folder.path(), &listener.local_addr().unwrap().to_string());
    let shipping = folder.path().join("tools/shipping.toml");
    let acts = std::fs::read_to_string(&shipping).unwrap();
    let acts = acts.lines().filter(|line| !line.starts_with("retry ")).collect::<Vec<_>>().join("\n");
    std::fs::write(&shipping, acts).unwrap();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        request_of(&mut stream);
        stream.write_all(b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n").unwrap();
    });
    let parameters = r#"{"postal_code": "06700", "weight_kg": 2}"#;
    let output = tools_test(&config, &["check_shipping_rate", "--params", parameters, "--yes"]);
    server.join().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("nobody knows whether it was done"), "{}", stdout(&output));
    let off = tools_test(&config, &["calculator", "--params", r#"{"expression": "1 + 1"}"#]);
    assert_eq!(off.status.code(), Some(1));
    let told = stderr(&off);
    assert!(told.contains("`calculator` is known, and not there"), "{told}");
}

/// What was done is told as done, however long its answer is; what only reads gave nothing.
#[test]
fn an_answer_without_end_is_told_by_a_trial_as_by_a_conversation() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let config = configured(folder.path(), &address);
    let hook = folder.path().join("tools/loyalty.toml");
    let source = std::fs::read_to_string(&hook).unwrap();
    let source = source
        .replace("https://loyalty.example.com", &format!("http://{address}"))
        .replace("is_active               = false", "");
    std::fs::write(&hook, source).unwrap();
    let server = std::thread::spawn(move || {
        for _ in 0..2 {
            let (mut stream, _) = listener.accept().unwrap();
            request_of(&mut stream);
            let body = format!("{{\"rates\": \"{}\"}}", "x".repeat(2 << 20));
            let _cut = write!(stream, "{}{body}", head(&body));
        }
    });
    let parameters = r#"{"customer_phone": "+525512345678", "points": 5, "reward": "un postre"}"#;
    let acted = tools_test(&config, &["redeem_loyalty_points", "--params", parameters, "--yes"]);
    let shown = stdout(&acted);
    assert!(acted.status.success(), "{shown}{}", stderr(&acted));
    for part in ["\"is_cut\": true", "\"message\": \"Listo, canjeamos 5 puntos por un postre.\""] {
        assert!(shown.contains(part), "{part} in {}", &shown[shown.len().saturating_sub(600)..]);
    }
    let read = tools_test(
        &config,
        &["check_shipping_rate", "--params", r#"{"postal_code": "06700", "weight_kg": 2}"#],
    );
    server.join().unwrap();
    assert_eq!(read.status.code(), Some(1));
    assert!(stdout(&read).contains("the answer has more than 1048576 bytes"));
}

#[test]
fn a_tool_that_acts_is_not_tried_without_a_yes() {
    let folder = tempfile::tempdir().unwrap();
    let config = configured(folder.path(), "127.0.0.1:9");
    let parameters = r#"{"customer_phone": "+525512345678", "points": 5, "reward": "un postre"}"#;
    let refused = tools_test(&config, &["redeem_loyalty_points", "--params", parameters]);
    assert_eq!(refused.status.code(), Some(1));
    let told = stderr(&refused);
    assert!(told.contains("--yes") && told.contains("canjear 5 puntos por un postre"), "{told}");
    for (arguments, expected) in [
        (vec!["check_shipping_rate"], "the parameters do not fit"),
        (vec!["check_shipping_rate", "--params", "[]"], "is not a JSON object"),
        (vec!["chek_shipping_rate"], "did you mean `check_shipping_rate`?"),
        (vec!["redeem_loyalty"], "did you mean `redeem_loyalty_points`?"),
        (vec!["get_menu", "--tenant", "nobody"], "there is no tenant `nobody`"),
    ] {
        let output = tools_test(&config, &arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
    }
    let menu = tools_test(&config, &["get_menu", "--language", "en"]);
    assert!(stdout(&menu).contains("\"success\": true"), "{}", stderr(&menu));
}

#[test]
fn all_that_is_wrong_with_parameters_is_told_at_once_with_what_would_do() {
    let folder = tempfile::tempdir().unwrap();
    let config = configured(folder.path(), "127.0.0.1:9");
    let told = |tool: &str, parameters: &str| {
        let output = tools_test(&config, &[tool, "--params", parameters]);
        assert_eq!(output.status.code(), Some(1), "{parameters}");
        stderr(&output)
    };
    let several = told("check_shipping_rate", r#"{"weight_kg": "dos", "postal": 6700}"#);
    for part in [
        "`check_shipping_rate`: ",
        "weight_kg: value is not of type \"number\": give a number as 1.5",
        "postal_code: it is missing: give a text (Código postal de destino)",
        "postal: there is no such parameter: did you mean `postal_code`?",
        "\nthese would do: --params '{\"postal_code\":",
    ] {
        assert!(several.contains(part), "{part} in {several}");
    }
    // It is off, and all the same told as when it is on.
    let idle =
        told("redeem_loyalty_points", r#"{"customer_phone": "+525512345678", "points": 1e99, "reward": 7}"#);
    for part in [
        "points: value is beyond 64 bits: give a whole number at least 1",
        "reward: value is not of type \"string\": give a text of at most 200 characters",
    ] {
        assert!(idle.contains(part), "{part} in {idle}");
    }
    let built_in = told("check_availability", r#"{"party_size": 0, "date": "mañana"}"#);
    assert!(
        built_in.contains("party_size: ")
            && built_in.contains("date: ")
            && built_in.contains("these would do"),
        "{built_in}"
    );
    let twice = told("check_shipping_rate", r#"{"postal_code": "06700", "weight_kg": 1, "weight_kg": 9}"#);
    assert!(twice.contains("the key \"weight_kg\" is there twice"), "{twice}");
}

#[test]
fn check_tells_the_faults_of_tool_files() {
    assert!(turno(&["check", "config/tools"]).status.success());
    let folder = tempfile::tempdir().unwrap();
    let config = configured(folder.path(), "127.0.0.1:9");
    let file = folder.path().join("tools/shipping.toml");
    let source = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, source.replace("{{postal_code}}\"", "{{postal_cod}}\"")).unwrap();
    let output = turno(&["check", "--config", config.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("did you mean `postal_code`?"), "{}", stderr(&output));
}

#[test]
fn every_tool_is_listed_with_where_it_comes_from_and_those_that_are_not_there_with_why() {
    let listed = turno(&["tools", "list"]);
    let told = stdout(&listed);
    let line = |name: &str| told.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
    assert!(line("create_reservation").contains("asks first"), "{told}");
    assert!(line("search_products").contains("1-erp-actions-and-tools"), "{told}");
    assert!(line("http_get").contains("not there: "), "{told}");
    let of_clinic = turno(&["tools", "list", "--tenant", "sonrisa", "--json"]);
    let of_clinic: serde_json::Value = serde_json::from_str(&stdout(&of_clinic)).unwrap();
    let names: Vec<&str> =
        of_clinic["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert!(names.contains(&"create_appointment") && !names.contains(&"create_reservation"), "{names:?}");
    let unknown = turno(&["tools", "list", "--tenant", "nobody"]);
    assert!(stderr(&unknown).contains("use one of sonrisa, terraza, tienda"), "{}", stderr(&unknown));
}

#[test]
fn each_tool_has_a_page_with_what_it_takes_gives_and_costs() {
    let page = stdout(&turno(&["tools", "docs", "create_reservation"]));
    for part in [
        "# create_reservation\n",
        "| asks first | yes: it books",
        "| source | 2-voice-tool-calling |",
        "| `date` | string (date) | yes |",
        "Reasons: the shared ones.",
        "turno tools test create_reservation --params '{",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("pages");
    let written = turno(&["tools", "docs", "--tenant", "sonrisa", "--out", out.to_str().unwrap()]);
    assert!(written.status.success(), "{}", stderr(&written));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap_or_default();
    let index = read("index.md");
    assert!(index.contains("| [create_appointment](create_appointment.md) | "), "{index}");
    assert!(index.contains("| http_get | it is not configured"), "{index}");
    assert!(read("get_staff_info.md").contains("\"staff_id\": \"ruiz\""), "{}", read("get_staff_info.md"));
    assert!(!out.join("create_reservation.md").exists());
    for (arguments, told) in [
        (["http_get", "--tenant", "terraza"], "add [tools.http_get]"),
        (["create_reservaton", "--tenant", "terraza"], "did you mean `create_reservation`?"),
        (["create_reservation", "--tenant", "sonrisa"], "try --tenant"),
        (["get_menu", "--tenant", "nobody"], "use one of"),
    ] {
        let output = turno(&[&["tools", "docs"][..], &arguments].concat());
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn the_examples_of_the_pages_are_calls_that_can_be_tried() {
    let folder = tempfile::tempdir().unwrap();
    let config = configured(folder.path(), "127.0.0.1:9");
    let config = config.to_str().unwrap();
    let pages = stdout(&turno(&["tools", "docs", "--tenant", "terraza", "--config", config]));
    let calls: Vec<(&str, &str)> = pages
        .lines()
        .filter_map(|line| line.strip_prefix("turno tools test ")?.split_once(" --params "))
        .collect();
    assert!(calls.iter().any(|(name, _)| *name == "check_shipping_rate"), "{pages}");
    for wanted in ["create_order", "check_availability", "get_menu"] {
        let found = calls.iter().find(|(name, _)| *name == wanted);
        let (name, parameters) = found.unwrap_or_else(|| panic!("{wanted} in {pages}"));
        let output = tools_test(Path::new(config), &[name, "--params", parameters.trim_matches('\'')]);
        assert!(output.status.success(), "{name} {parameters}: {}", stderr(&output));
    }
}
