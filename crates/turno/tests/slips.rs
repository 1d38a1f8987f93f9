//! `turno check`: slips of the pen, each told at its line with a cure that cures it, and nothing that only follows from it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use common::{root, stderr, stdout, turno};

/// A file, what is changed in it, the line that is told, a part of what is wrong, and a part of the cure.
type Slip = (&'static str, &'static str, &'static str, usize, &'static str, &'static str);

/// Reads.
const POINTS: &str = "tools/points.toml";
/// Acts.
const REDEEM: &str = "tools/redeem.toml";
/// A function of Turno's own.
const ORDER: &str = "tools/order.toml";

const FILES: [(&str, &str); 3] = [
    (
        POINTS,
        r#"name               = "get_points"
description        = "Consulta puntos"
tenants            = ["tienda"]
execution_type     = "api_call"
response_transform = "{points: response.balance.points}"
result_message.es  = "Tienes {{points}} puntos."
result_message.en  = "You have {{points}} points."
timeout_ms         = 5000
[execution_config]
url    = "https://points.example.com/{{customer_phone}}/b?currency={{currency}}"
method = "GET"
headers.Authorization = "Bearer {{LOYALTY_API_KEY}}"
[parameters_schema]
type     = "object"
required = ["customer_phone"]
properties.customer_phone = { type = "string", x-slot = "phone", x-sensitive = true, x-name = { es = "el teléfono", en = "the phone" } }
properties.currency       = { type = "string", enum = ["MXN", "USD"], default = "MXN" }
"#,
    ),
    (
        REDEEM,
        r#"name                    = "redeem"
description             = "Canjea puntos"
tenants                 = ["tienda"]
execution_type          = "webhook"
timeout_ms              = 3000
requires_confirmation   = true
confirmation_message.es = "Confirmo: canjear {{points}} puntos por {{reward}}. ¿Es correcto?"
confirmation_message.en = "To confirm: redeem {{points}} points for {{reward}}. Is that right?"
[execution_config]
webhook_url    = "https://points.example.com/redeem"
webhook_secret = "HOOK_SECRET"
body_template  = '{"n": {{points}}, "for": "{{reward}}"}'
[parameters_schema]
type     = "object"
required = ["points", "reward"]
properties.points = { type = "integer", minimum = 1, maximum = 900, default = 10 }
properties.reward = { type = "string", maxLength = 200 }
"#,
    ),
    (
        ORDER,
        r#"name           = "where_is_it"
description    = "Consulta un pedido"
tenants        = ["tienda"]
execution_type = "internal_function"
[execution_config]
function_name = "orders.getStatus"
[parameters_schema]
type       = "object"
properties = { order_number = { type = "string" } }
"#,
    ),
];

/// A shop on the plan enterprise with its tools.
struct Shop(tempfile::TempDir);

impl Shop {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::create_dir(folder.path().join("tools")).unwrap();
        for (name, text) in FILES {
            write(name, text);
        }
        let tenants = root().join("config/tenants");
        for name in ["tienda-products.csv", "tienda-orders.csv"] {
            std::fs::copy(tenants.join(name), folder.path().join(name)).unwrap();
        }
        let tenant = std::fs::read_to_string(tenants.join("tienda.toml")).unwrap();
        let tenant = tenant.replacen("\nphone ", "\nplan = \"enterprise\"\nphone ", 1);
        write("tienda.toml", &(tenant + AGENTS));
        std::fs::copy(root().join("graphs/store.toml"), folder.path().join("graph.toml")).unwrap();
        let config =
            "custom_tools = \"tools\"\n[[tenants]]\nfile = \"tienda.toml\"\ngraph = \"graph.toml\"\n";
        write("turno.toml", config);
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(from), "{from} in {name}");
        std::fs::write(self.path(name), text.replacen(from, to, 1)).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> std::process::Output {
        let config = self.path("turno.toml");
        turno(&[arguments, &["--config", text(&config)]].concat())
    }

    /// What is told of files with faults.
    fn told(&self) -> String {
        let output = self.run(&["check"]);
        assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
        stderr(&output)
    }
}

/// Who serves, and another who may call what the first may not.
const AGENTS: &str = r#"
[[agents]]
id = "todo"
name = "Todo"
security.allowed_tools = ["get_points", "redeem"]
"#;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[rustfmt::skip]
const SLIPS: &[Slip] = &[
    // Turno's own keywords.
    (POINTS, "x-sensitive = true", "x-sensitive = \"yes\"", 16, "`x-sensitive` is true or false", "x-sensitive = true, without quotes"),
    (POINTS, "x-sensitive = true", "x-sensitive = 1", 16, "`x-sensitive` is true or false", "without quotes"),
    (POINTS, "x-sensitive = true", "x-sensible = true", 16, "unknown key `x-sensible`", "did you mean `x-sensitive`?"),
    (POINTS, "x-sensitive = true", "sensitive = true", 16, "unknown key `sensitive`", "did you mean `x-sensitive`?"),
    (POINTS, "x-sensitive = true", "x_sensitive = true", 16, "unknown key `x_sensitive`", "did you mean `x-sensitive`?"),
    (POINTS, "required = [", "x-sensitive = [\"customer_phone\"]\nrequired = [", 15, "does nothing here", "into the parameter"),
    (POINTS, "x-name", "x-nmae", 16, "unknown key `x-nmae`", "did you mean `x-name`?"),
    (POINTS, "{ es = \"el teléfono\", en = \"the phone\" }", "\"el teléfono\"", 16, "a text in each language", "x-name = { es = "),
    (POINTS, "\"phone\"", "\"telefono\"", 16, "`telefono` is no kind of slot", "did you mean `phone`?"),
    (POINTS, "\"phone\"", "\"weather\"", 16, "`weather` is no kind of slot", "use one of date, time, party_size"),
    (REDEEM, "{ type = \"string\", maxLength = 200 }", "{ type = \"object\", properties = { a = { type = \"string\", x-sensitive = true } } }", 17, "does nothing within a parameter", "beside the `type`"),
    // JSON Schema's.
    (POINTS, "properties.customer_phone", "propertis.customer_phone", 16, "unknown key `propertis`", "did you mean `properties`?"),
    (REDEEM, "minimum", "minimun", 16, "unknown key `minimun`", "did you mean `minimum`?"),
    (REDEEM, "required", "requierd", 15, "unknown key `requierd`", "did you mean `required`?"),
    (REDEEM, "minimum = 1", "minimum = \"1\"", 16, "`minimum` is a number", "minimum = 1, without quotes"),
    (REDEEM, "minimum = 1", "minimum = 1000", 16, "nothing is from 1000 to 900", "the smaller one"),
    (REDEEM, "default = 10", "default = 0", 16, "the default does not fit", "that the parameter may have"),
    (REDEEM, "default = 10", "default = \"diez\"", 16, "the default does not fit", "that the parameter may have"),
    (POINTS, "default = \"MXN\"", "default = \"EUR\"", 17, "the default does not fit", "that the parameter may have"),
    (REDEEM, "\"integer\"", "\"strnig\"", 16, "`strnig` is no type", "did you mean `string`?"),
    (REDEEM, "\"integer\"", "\"entero\"", 16, "`entero` is no type", "did you mean `integer`?"),
    (REDEEM, "\"points\", ", "\"puntos\", ", 15, "`puntos`, which is no property", "points"),
    (REDEEM, "minimum = 1", "required = true", 16, "`required` is a list of names", "beside `properties`"),
    (REDEEM, "maxLength = 200", "pattern = \"(\"", 17, "no regular expression", "single quotes"),
    (POINTS, "[\"MXN\", \"USD\"]", "\"MXN\"", 17, "a list with at least one value", "enum = ["),
    // The file itself.
    (REDEEM, "[\"tienda\"]", "[\"tienda\"", 4, "missing comma between array elements", "a list ends with `]`"),
    (REDEEM, "3000", "3000 ms", 5, "must be quoted", "numbers go without"),
    (REDEEM, "\"Canjea puntos\"", "Canjea puntos", 2, "must be quoted", "put a text in quotes"),
    (POINTS, "tenants            = [\"tienda\"]\n", "", 1, "`tenants` is missing", "add `tenants"),
    (POINTS, "[\"tienda\"]", "\"tienda\"", 3, "found string \"tienda\"", "a list: [\"a\", \"b\"]"),
    (POINTS, "result_message.es  = \"Tienes {{points}} puntos.\"\nresult_message.en  = \"You have {{points}} points.\"", "result_message = \"Tienes {{points}}.\"", 6, "found string", "a text in each language: { es = "),
    (POINTS, "5000", "90000", 8, "100 to 30000 ms", "timeout_ms = 30000, or less"),
    (POINTS, "5000", "\"5s\"", 8, "found string", "without quotes"),
    (REDEEM, "3000", "20000", 5, "a webhook has 100 to 10000 ms", "timeout_ms = 10000, or less"),
    (REDEEM, "timeout_ms ", "enabled_for = [\"shop_complet\"]\ntimeout_ms ", 5, "`shop_complet` is no assistant type", "did you mean `shop_complete`?"),
    (POINTS, "[\"tienda\"]", "[\"bodega\"]", 3, "there is no tenant `bodega`", "use one of tienda"),
    // Addresses, headers and bodies.
    (REDEEM, "webhook_url  ", "url          ", 10, "`url` does not go with `webhook`", "call it `webhook_url`"),
    (REDEEM, "webhook_url    = \"https://points.example.com/redeem\"\n", "", 9, "`webhook_url` is missing", "write webhook_url = \"https://…\""),
    (POINTS, "https://points", "points", 10, "begins with https://", "write \"https://points.example.com/"),
    (POINTS, "{{currency}}\"", "{{currency}\"", 10, "is not closed with }}", "write {{currency}}"),
    (POINTS, "/b?", "/b#c?", 10, "a `#` in the address", "leave it out, or write %23"),
    (POINTS, "/b?", "/b c?", 10, "a blank in the address", "write %20"),
    (POINTS, "/b?", "\\\\b?", 10, "a `\\` in the address", "write /"),
    (POINTS, "/b?", "/{{LOYALTY_API_KEY}}/b?", 10, "a secret may not stand in a path", "send it in a header"),
    (POINTS, "points.example.com", "points.example.com:99999", 10, "this is no address", "write it as \"https://api"),
    (POINTS, "headers.Authorization", "headers.Host", 12, "is set by the connection", "leave it out"),
    (POINTS, "headers.Authorization = \"Bearer ", "headers.Authorization = \"Bearer\\n", 12, "line break", "on one line"),
    (REDEEM, "{{points}}, \"for\"", "{{points}} \"for\"", 12, "is no JSON", "commas between"),
    (REDEEM, "\"for\": \"{{reward}}\"", "\"for\": \"{{reward}}\", \"from\": \"{{context.fone}}\"", 12, "`context.fone` is not known", "context.caller_phone"),
    (REDEEM, "\"for\": \"{{reward}}\"", "\"for\": \"{{reward}}\", \"from\": \"{{context.clima}}\"", 12, "`context.clima` is not known", "use one of context.tenant"),
    (POINTS, "timeout_ms ", "secrets = [\"OTHER\"]\ntimeout_ms ", 8, "`LOYALTY_API_KEY` is used and not listed", "add \"LOYALTY_API_KEY\" to `secrets`"),
    (POINTS, "response.balance.points}", "response.balance.}", 5, "this is no JMESPath", "response.rates[0].price"),
    (POINTS, "response.balance.points", "lenght(response)", 5, "no function `lenght`", "did you mean `length`?"),
    (POINTS, "{points: response.balance.points}", "{{ response.points", 5, "this is no template", "close each {{"),
    (POINTS, "{{customer_phone}}", "{{customer_fone}}", 10, "`{{customer_fone}}` is no parameter", "did you mean `customer_phone`?"),
    (REDEEM, "requires_confirmation   = true\n", "", 4, "does not say whether it asks first", "requires_confirmation = true"),
    (REDEEM, "canjear {{points}} puntos por {{reward}}", "canjear", 7, "does not say what will be done", "as with {{points}}, {{reward}}"),
    // Functions and names.
    (ORDER, "orders.getStatus", "orders.getStatu", 6, "there is no function `orders.getStatu`", "did you mean `orders.getStatus`?"),
    (ORDER, "orders.getStatus", "weather", 6, "there is no function `weather`", "products.search"),
    (ORDER, "function_name = \"orders.getStatus\"\n", "", 5, "`function_name` is missing", "orders.getStatus"),
    (ORDER, "function_name", "method = \"GET\"\nfunction_name", 6, "`method` does not go with", "leave it out"),
    // The business's file.
    ("tienda.toml", "currency ", "curency ", 12, "unknown key `curency`", "did you mean `currency`?"),
    ("tienda.toml", "languages ", "languages = 3\n#", 9, "found integer `3`", "a list: [\"a\", \"b\"]"),
];

#[test]
fn each_slip_is_told_at_its_line_with_its_cure() {
    let shop = Shop::new();
    let good = shop.run(&["check"]);
    assert!(good.status.success(), "{}", stderr(&good));
    let mut wrong = Vec::new();
    let mut left: Vec<&Slip> = SLIPS.iter().collect();
    // One of each file at a time.
    while !left.is_empty() {
        let mut files = BTreeSet::new();
        let (now, later) = left.into_iter().partition(|(file, ..)| files.insert(*file));
        left = later;
        wrong.extend(wrong_of(&now));
    }
    assert!(wrong.is_empty(), "{} slips:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// The slips that are told otherwise than they should, and those that are told more than once.
fn wrong_of(slips: &[&Slip]) -> Vec<String> {
    let shop = Shop::new();
    for (file, from, to, ..) in slips {
        shop.edit(file, from, to);
    }
    let told = shop.told();
    let mut wrong = Vec::new();
    for (file, from, to, line, message, cure) in slips {
        let place = format!("{file}:");
        let of_file: Vec<&str> = told.split("\n\n").filter(|fault| fault.contains(&place)).collect();
        let [fault] = of_file.as_slice() else {
            wrong.push(format!("{file}: {from} -> {to}: not one fault\n{told}"));
            continue;
        };
        let (what, help) = fault.split_once("\nhelp: ").unwrap_or((fault, ""));
        let is_there = what.contains(&format!("{place}{line}:")) && what.contains(message);
        if !is_there || !help.contains(cure) {
            wrong.push(format!("{file}: {from} -> {to}\nwanted {line}: {message}; {cure}\n{fault}"));
        }
    }
    wrong
}

#[test]
fn a_tool_of_another_agent_is_listed_with_that_agent_and_documented() {
    let shop = Shop::new();
    let listed = stdout(&shop.run(&["tools", "list", "--tenant", "tienda"]));
    let line = |name: &str| listed.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(line("get_points").contains("not there: only `todo` may call it: see --agent todo"), "{listed}");
    assert!(line("create_reservation").contains("assistant type `shop_complete`"), "{listed}");
    let of_agent = stdout(&shop.run(&["tools", "list", "--tenant", "tienda", "--agent", "todo"]));
    assert!(
        of_agent.lines().any(|line| line.starts_with("get_points") && line.contains("own")),
        "{of_agent}"
    );
    let page = stdout(&shop.run(&["tools", "docs", "redeem", "--tenant", "tienda"]));
    assert!(page.starts_with("# redeem\n"), "{page}");
    let out = shop.path("pages");
    shop.run(&["tools", "docs", "--tenant", "tienda", "--out", text(&out)]);
    assert!(out.join("get_points.md").exists() && out.join("redeem.md").exists());
    let idle = stderr(&shop.run(&["tools", "docs", "where_is_it", "--tenant", "tienda"]));
    assert!(
        idle.contains("`tienda` has no `where_is_it`: no agent may call it: add it to `allowed_tools`"),
        "{idle}"
    );
}

#[test]
fn the_agent_of_a_node_is_the_one_that_is_to_be_allowed() {
    let shop = Shop::new();
    shop.edit("graph.toml", "tool  = \"get_business_hours\"", "tool  = \"get_points\"\nagent = \"todo\"");
    shop.edit("tienda.toml", "[\"get_points\", ", "[");
    let told = shop.told();
    assert!(told.contains("the agent `todo` may not call `get_points`"), "{told}");
    assert!(told.contains("add `get_points` to `allowed_tools` of `todo`"), "{told}");
    assert!(!told.contains("mostrador"), "{told}");
}

#[test]
fn a_file_in_another_code_is_told_with_its_line_and_what_to_do() {
    for name in [POINTS, "tienda.toml", "graph.toml", "turno.toml"] {
        let shop = Shop::new();
        let mut bytes = std::fs::read(shop.path(name)).unwrap();
        bytes.extend(b"\n# Jos\xe9\n");
        let line = bytes.iter().filter(|byte| **byte == b'\n').count();
        std::fs::write(shop.path(name), bytes).unwrap();
        let told = shop.told();
        let place = format!("{name}:{line}:6: the file is not UTF-8");
        assert!(told.contains(&place) && told.contains("help: save it as UTF-8"), "{place} in {told}");
        assert!(told.contains("\n1 fault"), "{told}");
    }
}

#[test]
fn two_tools_of_one_name_are_told_where_the_second_is() {
    let shop = Shop::new();
    shop.edit(REDEEM, "\"redeem\"", "\"get_points\"");
    let told = shop.told();
    assert!(told.contains("redeem.toml:1:27: `tienda` has a tool `get_points` already"), "{told}");
    assert!(told.contains("help: give one of the two another name"), "{told}");
}

#[test]
fn a_question_that_says_nothing_is_told_with_the_slots_of_its_tool() {
    let shop = Shop::new();
    let node = "\n[nodes.ask_redeem]\nkind = \"confirm\"\ntool = \"redeem\"\nsay.es = \"¿Sí?\"\nsay.en = \"Yes?\"\n\
                yes = \"ask_redeem\"\nno = \"ask_redeem\"\n";
    let graph = std::fs::read_to_string(shop.path("graph.toml")).unwrap();
    std::fs::write(shop.path("graph.toml"), graph + node).unwrap();
    let told = shop.told();
    assert!(told.contains("with its slots: {{ points }}, {{ reward }}\n"), "{told}");
}
