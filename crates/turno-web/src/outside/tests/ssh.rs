//! SSH: a real server, the known key and others, listed commands and others, and servers that misbehave.

use std::sync::Arc;

use russh::keys::{HashAlg, PrivateKey, ssh_key::LineEnding};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use turno_core::{Language, Retry};
use turno_runtime::port::{OutsideError, OutsideTool};

use super::{
    ssh_server::{SshServer, key},
    support::{act, businesses, context},
};
use crate::{
    outgoing::{Outgoing, OutgoingOptions},
    outside::{OutsideTools, outside_tools},
    secret::Secrets,
};

fn options(port: u16, host_key: &str) -> String {
    format!(
        r#"
        [ssh_command]
        key = "SSH"
        timeout_ms = 5000
        [ssh_command.hosts.pos]
        address = "127.0.0.1:{port}"
        user = "turno"
        host_key = "{host_key}"
        [ssh_command.hosts.other]
        address = "127.0.0.1:{port}"
        user = "root"
        host_key = "{host_key}"
        [ssh_command.commands.restart]
        description = "Restarts a printer"
        run = ["restart", "--now", "{{printer}}"]
        arguments = {{ printer = "(cocina|barra)( [0-9])?.*" }}
        [ssh_command.commands.say]
        description = "Says anything"
        run = ["say", "{{text}}"]
        arguments = {{ text = "(?s).*" }}
        [ssh_command.commands.fail]
        description = "Fails"
        run = ["fail"]
        [ssh_command.commands.long]
        description = "Says much"
        run = ["long"]
        [ssh_command.commands.flood]
        description = "Never stops"
        run = ["flood"]
        [ssh_command.commands.drop]
        description = "Breaks off"
        run = ["drop"]
        [ssh_command.commands.refuse]
        description = "Is refused"
        run = ["refuse"]
        [ssh_command.commands.hang]
        description = "Never ends"
        run = ["hang"]
        [ssh_command.commands.only_other]
        description = "Runs elsewhere"
        run = ["ls"]
        hosts = ["other"]
        "#
    )
}

fn made(source: &str, private_key: &PrivateKey) -> OutsideTools {
    let text = private_key.to_openssh(LineEnding::LF).unwrap().to_string();
    let secrets =
        Secrets::with_variables(None, move |name| (name == "TURNO_SECRET_SSH").then(|| text.clone()));
    let outgoing = Outgoing::new(OutgoingOptions::default()).unwrap();
    outside_tools(&toml::from_str(source).unwrap(), &secrets, &outgoing, &businesses())
}

fn tool(source: &str) -> Arc<dyn OutsideTool> {
    let made = made(source, &key(2));
    made.outside.into_iter().next().unwrap_or_else(|| panic!("{:?}", made.absent))
}

fn public(seed: u8) -> String {
    key(seed).public_key().to_openssh().unwrap()
}

async fn run(tool: &dyn OutsideTool, command: &str, arguments: Value) -> Result<Value, OutsideError> {
    act(tool, Language::es(), json!({"command": command, "host": "pos", "arguments": arguments})).await
}

#[tokio::test]
async fn a_listed_command_runs_on_a_machine_that_shows_its_key() {
    let server = SshServer::start().await;
    let known_hosts = format!("127.0.0.1 {}", public(1));
    let fingerprint = key(1).public_key().fingerprint(HashAlg::Sha256).to_string();
    for host_key in [public(1), known_hosts, fingerprint] {
        let tool = tool(&options(server.port, host_key.trim()));
        let result = run(tool.as_ref(), "restart", json!({"printer": "cocina"})).await.unwrap();
        assert_eq!(result["output"], "ran restart --now cocina");
        assert_eq!(
            (&result["exit_code"], &result["message"]),
            (&json!(0), &json!("El comando «restart» terminó bien en pos."))
        );
    }
    assert_eq!(server.ran().len(), 3);
}

#[tokio::test]
async fn a_machine_that_shows_another_key_is_told_nothing() {
    let server = SshServer::start().await;
    let stranger = key(9).public_key().fingerprint(HashAlg::Sha256).to_string();
    for host_key in [public(9), stranger] {
        let tool = tool(&options(server.port, host_key.trim()));
        let error = run(tool.as_ref(), "restart", json!({"printer": "cocina"})).await.unwrap_err();
        assert!(
            matches!(&error, OutsideError::NotDone(why) if why.contains("shows another key")),
            "{error:?}"
        );
    }
    assert!(server.ran().is_empty());
}

#[tokio::test]
async fn what_is_not_listed_or_not_as_it_must_be_does_not_run() {
    let server = SshServer::start().await;
    let tool = tool(&options(server.port, public(1).trim()));
    let schema = jsonschema::validator_for(&tool.spec().parameters).unwrap();
    assert!(!schema.is_valid(&json!({"command": "rm", "host": "pos"})));
    assert!(!schema.is_valid(&json!({"command": "restart", "host": "evil"})));
    for (command, host, arguments) in [
        ("rm", "pos", json!({})),
        ("restart; rm -rf /", "pos", json!({})),
        ("restart", "evil", json!({"printer": "cocina"})),
        ("only_other", "pos", json!({})),
        ("restart", "pos", json!({})),
        ("restart", "pos", json!({"printer": "sala"})),
        ("restart", "pos", json!({"printer": "xcocina"})),
        ("restart", "pos", json!({"printer": "--all cocina"})),
        ("restart", "pos", json!({"printer": "cocina\nrm"})),
        ("say", "pos", json!({"text": "-rf"})),
        ("say", "pos", json!({"text": "a\nb"})),
        ("restart", "pos", json!({"printer": "cocina\u{0}"})),
        ("restart", "pos", json!({"printer": "cocina", "more": "x"})),
        ("restart", "pos", json!({"printer": "c".repeat(201)})),
    ] {
        let parameters = json!({"command": command, "host": host, "arguments": arguments});
        let error = tool.call(&context(Language::en()), parameters.as_object().unwrap()).await.unwrap_err();
        assert!(matches!(error, OutsideError::NotDone(_)), "{parameters}: {error:?}");
    }
    assert!(server.ran().is_empty());
}

#[tokio::test]
async fn an_argument_is_one_word_to_the_shell_whatever_is_in_it() {
    let server = SshServer::start().await;
    let tool = tool(&options(server.port, public(1).trim()));
    for printer in [
        "cocina; rm -rf /",
        "cocina $(reboot)",
        "cocina `id`",
        "cocina ' && id #",
        "cocina | tee /x > y",
        "barra \\' $HOME *",
    ] {
        run(tool.as_ref(), "restart", json!({ "printer": printer })).await.unwrap();
    }
    insta::assert_snapshot!(server.ran().join("\n"), @r"
    restart --now 'cocina; rm -rf /'
    restart --now 'cocina $(reboot)'
    restart --now 'cocina `id`'
    restart --now 'cocina '\'' && id #'
    restart --now 'cocina | tee /x > y'
    restart --now 'barra \'\'' $HOME *'
    ");
}

#[tokio::test]
async fn a_command_that_fails_says_with_what() {
    let server = SshServer::start().await;
    let tool = tool(&options(server.port, public(1).trim()));
    let result = run(tool.as_ref(), "fail", json!({})).await.unwrap();
    assert_eq!((&result["success"], &result["reason"]), (&json!(false), &json!("command_failed")));
    assert_eq!((&result["exit_code"], &result["errors"]), (&json!(3), &json!("no such printer\n")));
}

#[tokio::test]
async fn huge_output_is_cut_and_endless_output_is_cut_off() {
    let server = SshServer::start().await;
    let tool = tool(&options(server.port, public(1).trim()));
    let result = run(tool.as_ref(), "long", json!({})).await.unwrap();
    assert_eq!((&result["exit_code"], &result["is_cut"]), (&json!(0), &json!(true)));
    let output = result["output"].as_str().unwrap();
    assert!(
        output.starts_with("ñ[31m\nñ") && result.to_string().len() < 16_384,
        "{}",
        result.to_string().len()
    );
    let error = run(tool.as_ref(), "flood", json!({})).await.unwrap_err();
    assert!(matches!(&error, OutsideError::Unknown(why) if why.contains("mebibyte")), "{error:?}");
}

#[tokio::test]
async fn what_came_of_a_command_is_told_for_certain_or_not_at_all() {
    let server = SshServer::start().await;
    let tool =
        tool(&options(server.port, public(1).trim()).replace("timeout_ms = 5000", "timeout_ms = 1000"));
    for (command, is_unknown) in [("drop", true), ("hang", true), ("refuse", false)] {
        let error = run(tool.as_ref(), command, json!({})).await.unwrap_err();
        assert_eq!(matches!(error, OutsideError::Unknown(_)), is_unknown, "{command}: {error:?}");
    }
    let parameters = json!({"command": "only_other", "host": "other"});
    let error = act(tool.as_ref(), Language::es(), parameters).await.unwrap_err();
    assert!(matches!(&error, OutsideError::NotDone(why) if why.contains("authorized_keys")), "{error:?}");
    // A port that nobody listens on, and one that listens and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = listener.local_addr().unwrap().port();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    for port in [silent, closed] {
        let tool =
            self::tool(&options(port, public(1).trim()).replace("timeout_ms = 5000", "timeout_ms = 1000"));
        let error = run(tool.as_ref(), "fail", json!({})).await.unwrap_err();
        assert!(matches!(error, OutsideError::Busy { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_command_needs_a_yes_and_is_never_made_again() {
    let tool = tool(&options(1, public(1).trim()));
    let spec = tool.spec();
    assert_eq!((spec.requires_confirmation, spec.retry), (true, Retry::Never));
}

#[test]
fn what_is_wrong_in_the_options_is_told_with_its_cure() {
    let good = options(22, public(1).trim());
    let faults: Vec<String> = [
        ("key = \"SSH\"", "key = \"NONE\""),
        (public(1).trim(), "ssh-ed25519 AAAA"),
        ("127.0.0.1:22", "127.0.0.1"),
        ("run = [\"ls\"]", "run = [\"{x}\"]"),
        ("\"{printer}\"", "\"{other}\""),
        ("(cocina|barra)", "(cocina|barra"),
        ("hosts = [\"other\"]", "hosts = [\"third\"]"),
    ]
    .iter()
    .map(|(from, to)| {
        assert!(good.contains(from), "{from}");
        let made = made(&good.replace(from, to), &key(2));
        let absent = made.absent.into_iter().find(|absent| absent.name == "ssh_command").unwrap();
        assert!(absent.is_fault);
        absent.why.lines().next().unwrap_or_default().to_owned()
    })
    .collect();
    insta::assert_snapshot!(faults.join("\n"), @"
    the secret `NONE` is not set: set the variable TURNO_SECRET_NONE
    `host_key` of `other` is no host key: write `ssh-ed25519 AAAA…` as `ssh-keyscan` prints it, or `SHA256:…`
    `address` of `other` has no port: write `127.0.0.1:22`
    the command `only_other`: `run` begins with the program: it cannot be an argument
    the command `restart`: `run` has no word `{printer}`: add it, or take the argument out
    the command `restart`: the pattern of `printer` is none: error: unclosed group
    the command `only_other`: there is no host `third`
    ");
}
