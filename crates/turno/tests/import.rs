//! Imports as an operator makes them: into a running daemon, into a store at rest, and into a business's own file.

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
    io::Write,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    process::Output,
};

use common::{Daemon, stderr, stdout, turno};
use serde_json::{Value, json};

const IRONS: &str = "id,name,price,stock,category\nplancha,Plancha de vapor,\"1,299.00\",3,Hogar\n";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn told(output: &Output) -> Value {
    assert!(output.status.success(), "{}{}", stdout(output), stderr(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn file(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn import(what: &str, file: &Path, data: &Path, more: &[&str]) -> Output {
    let mut arguments = vec!["import", what, text(file), "--tenant", "tienda", "--data", text(data)];
    arguments.extend(more);
    turno(&arguments)
}

/// A copy of the configuration whose files may be changed.
fn configuration(folder: &Path) -> PathBuf {
    for part in ["config", "config/tenants", "config/tools", "graphs"] {
        let target = folder.join(part);
        std::fs::create_dir_all(&target).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(part);
        for entry in std::fs::read_dir(source).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                std::fs::copy(entry.path(), target.join(entry.file_name())).unwrap();
            }
        }
    }
    folder.join("config/turno.toml")
}

#[test]
fn a_running_daemon_takes_a_catalogue_and_the_next_question_finds_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let daemon = Daemon::start(&data);
    let mut gateway = daemon.connect();
    let mut ask = |turn: &str, said: &str| {
        gateway.say_to("tienda", "c-1", turn, said)["text"].as_str().unwrap().to_owned()
    };
    assert!(ask("t-1", "¿tienen audífonos Sony negros?").starts_with("Tenemos Audífonos inalámbricos Sony"));
    assert!(ask("t-2", "¿tienen planchas?").starts_with("No encuentro eso"));
    let irons = file(folder.path(), "irons.csv", IRONS);
    let dry = told(&import("catalog", &irons, &data, &["--json", "--dry-run"]));
    assert_eq!(
        (&dry["added"], &dry["total"], &dry["by_running_daemon"]),
        (&json!(1), &json!(33), &json!(true))
    );
    assert!(ask("t-3", "¿tienen planchas?").starts_with("No encuentro eso"));
    assert_eq!(told(&import("catalog", &irons, &data, &["--json"]))["added"], 1);
    assert_eq!(ask("t-4", "¿tienen planchas?"), "Tenemos Plancha de vapor a $1,299; hay 3 en existencia.");
    let twice = told(&import("catalog", &irons, &data, &["--json"]));
    assert_eq!((&twice["added"], &twice["changed"], &twice["same"]), (&json!(0), &json!(0), &json!(1)));
    let orders = file(
        folder.path(),
        "orders.csv",
        "number,date,status,name,phone,total,items\n777,2026-01-12 10:30,listo,Eva,5512340000,250,2 x Focos\n",
    );
    assert_eq!(told(&import("orders", &orders, &data, &["--json"]))["added"], 1);
    assert_eq!(ask("t-5", "¿cómo va mi pedido PED-777?"), "El pedido PED-777 está listo para recoger.");
    daemon.kill();

    let verified = told(&turno(&["verify", "--data", text(&data), "--json"]));
    assert_eq!(verified["findings"], json!([]), "{verified}");
}

#[test]
fn a_store_at_rest_takes_a_catalogue_before_its_first_day_too() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let irons = file(folder.path(), "irons.csv", IRONS);
    let first = told(&import("catalog", &irons, &data, &["--json", "--replace"]));
    assert_eq!((&first["total"], &first["by_running_daemon"]), (&json!(1), &json!(false)));
    let daemon = Daemon::start(&data);
    let mut gateway = daemon.connect();
    let reply = gateway.say_to("tienda", "c-1", "t-1", "¿qué venden?");
    assert!(reply["text"].as_str().unwrap().starts_with("Tenemos 1 producto"), "{reply}");
}

#[test]
fn a_file_with_faults_changes_nothing_and_tells_them_all() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let wrong = file(folder.path(), "p.csv", "id,name,price,stock,category\na,,gratis,1,C\nb,B,5,muchos,C\n");
    let output = import("catalog", &wrong, &data, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    for fault in [
        "p.csv:2:1: `name` is empty",
        "p.csv:2:1: in `price`: `gratis`",
        "p.csv:3:1: in `stock`: `muchos`",
        "3 faults",
    ] {
        assert!(told.contains(fault), "{told}");
    }
    assert!(!data.exists());
    let output = turno(&["import", "catalog", text(&wrong), "--tenant", "tiendita", "--data", text(&data)]);
    assert!(stderr(&output).contains("use one of terraza, sonrisa, tienda"), "{}", stderr(&output));
}

#[test]
fn a_file_that_breaks_off_or_is_of_no_tenant_is_told_by_the_daemon() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let _daemon = Daemon::start(&data);
    let ask = |tenant: &str, bytes: usize| {
        let mut control = UnixStream::connect(data.join("control")).unwrap();
        let line = json!({"command": "import", "kind": "catalog", "tenant": tenant, "bytes": bytes, "mode": "keep", "is_dry_run": false});
        control.write_all(format!("{line}\n{IRONS}").as_bytes()).unwrap();
        control.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut control, &mut answer).unwrap();
        answer
    };
    assert!(ask("tienda", IRONS.len() + 1).contains("the file broke off"));
    assert!(ask("nadie", IRONS.len()).contains("no tenant"));
    assert!(ask("tienda", usize::MAX / 2).contains("over the limit"));
    assert!(ask("tienda", IRONS.len()).contains("\"added\":1"));
}

#[test]
fn a_menu_goes_into_the_business_s_own_file_and_the_rest_of_it_stays() {
    let folder = tempfile::tempdir().unwrap();
    let config = configuration(folder.path());
    let tenant = folder.path().join("config/tenants/terraza.toml");
    let before = std::fs::read_to_string(&tenant).unwrap();
    let menu = file(
        folder.path(),
        "menu.csv",
        "id;nombre;sección;precio;disponible;name_en\nflan;flan de la casa;Postres;95,50;no;\ntacos-lengua;tacos de lengua;tacos;149;sí;tongue tacos\n",
    );
    let run = |more: &[&str]| {
        let mut arguments =
            vec!["import", "menu", text(&menu), "--tenant", "terraza", "--config", text(&config), "--json"];
        arguments.extend(more);
        told(&turno(&arguments))
    };
    let dry = run(&["--dry-run"]);
    assert_eq!((&dry["added"], &dry["changed"]), (&json!(1), &json!(1)));
    assert_eq!(std::fs::read_to_string(&tenant).unwrap(), before);
    run(&[]);
    let after = std::fs::read_to_string(&tenant).unwrap();
    let flan = after.split("[[menu]]").find(|dish| dish.contains("\"flan\"")).unwrap();
    assert!(flan.contains(r#"name        = { es = "flan de la casa", en = "caramel flan" }"#), "{flan}");
    assert!(flan.contains("price       = 95.5") && flan.contains("available = false"), "{flan}");
    assert!(after.contains(r#"name = { es = "tacos de lengua", en = "tongue tacos" }"#));
    assert_eq!(run(&[])["same"], 2);
    assert_eq!(std::fs::read_to_string(&tenant).unwrap(), after);
    assert!(turno(&["check", "--config", text(&config)]).status.success());
}

#[test]
fn staff_whom_a_service_still_names_are_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let config = configuration(folder.path());
    let tenant = folder.path().join("config/tenants/sonrisa.toml");
    let before = std::fs::read_to_string(&tenant).unwrap();
    let staff = file(
        folder.path(),
        "staff.csv",
        "id,nombre,especialidad,sucursal,lunes,martes\nlara,la Dra. Paula Lara,periodoncia,del-valle,09:00-14:00|15:00-18:00,\nlara,la Dra. Paula Lara,,satelite,,10:00-14:00\n",
    );
    let run = |more: &[&str]| {
        let mut arguments =
            vec!["import", "staff", text(&staff), "--tenant", "sonrisa", "--config", text(&config), "--json"];
        arguments.extend(more);
        turno(&arguments)
    };
    let refused = run(&["--replace"]);
    assert!(stderr(&refused).contains("there is no `ruiz` in `staff`"), "{}", stderr(&refused));
    assert_eq!(std::fs::read_to_string(&tenant).unwrap(), before);
    assert_eq!(told(&run(&[]))["added"], 1);
    assert_eq!(told(&run(&[]))["same"], 1);
    let after = std::fs::read_to_string(&tenant).unwrap();
    assert!(after.contains("hours.monday = [\"09:00-14:00\", \"15:00-18:00\"]"), "{after}");
    assert!(turno(&["check", "--config", text(&config)]).status.success());
}

#[test]
fn a_shop_s_own_files_are_checked_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let config = configuration(folder.path());
    let products = folder.path().join("config/tenants/tienda-products.csv");
    let mut source = std::fs::read_to_string(&products).unwrap();
    source.push_str("aud-buds,X-1,Otros,Others,,,free,1,Audio,Audio,,\n");
    std::fs::write(&products, source).unwrap();
    let output = turno(&["check", "--config", text(&config)]);
    let told = stderr(&output);
    assert!(told.contains("tienda-products.csv:34:1: in `price`: `free` is no price"), "{told}");
    assert!(told.contains("the id `aud-buds` is already that of line 5"), "{told}");
    std::fs::remove_file(&products).unwrap();
    let told = stderr(&turno(&["check", "--config", text(&config)]));
    assert!(told.contains("tienda-products.csv"), "{told}");
}

#[test]
fn a_file_that_would_empty_the_catalogue_asks_for_a_flag_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let full = file(folder.path(), "full.csv", IRONS);
    told(&import("catalog", &full, &data, &["--json"]));
    let empty = file(folder.path(), "empty.csv", "id,name,price,stock,category\n");
    let nothing = import("catalog", &empty, &data, &[]);
    assert!(nothing.status.success(), "{}", stderr(&nothing));
    let said = stdout(&nothing);
    assert!(
        said.contains("empty.csv: there is no row beneath its header, so nothing was imported"),
        "{said}"
    );
    let refused = import("catalog", &empty, &data, &["--replace"]);
    assert!(!refused.status.success());
    assert!(stderr(&refused).contains("write --remove-all as well"), "{}", stderr(&refused));
    let emptied = told(&import("catalog", &empty, &data, &["--replace", "--remove-all", "--json"]));
    assert_eq!((&emptied["removed"], &emptied["total"]), (&json!(1), &json!(0)));
}

#[test]
fn what_a_business_has_no_use_for_is_told_where_it_belongs() {
    let folder = tempfile::tempdir().unwrap();
    let irons = file(folder.path(), "irons.csv", IRONS);
    for (what, tenant, expected) in [
        (
            "catalog",
            "terraza",
            "`terraza` is a restaurant, whose assistant sells no products: its dishes go in with `turno import menu`",
        ),
        ("catalog", "sonrisa", "`sonrisa` is a clinic, whose assistant sells no products"),
        (
            "menu",
            "tienda",
            "`tienda` is a shop, whose assistant knows no menu: a shop's products go in with `turno import catalog`",
        ),
        ("staff", "terraza", "`terraza` is a restaurant, whose assistant knows no staff"),
    ] {
        let refused = turno(&["import", what, text(&irons), "--tenant", tenant, "--dry-run"]);
        assert_eq!(refused.status.code(), Some(1), "{what} {tenant}");
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}

#[test]
fn each_slip_of_a_file_is_told_at_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let slips = "id,name,price,stock,category\na,\"Silla,100,1,Casa\nb,Mesa,1e9,1,Casa\nc,\"Cama, doble\",gratis,1,Casa\n";
    let slips = file(folder.path(), "slips.csv", slips);
    let refused = stderr(&import("catalog", &slips, folder.path(), &[]));
    for part in [
        "slips.csv:2:1: a quote is opened here and not closed",
        "slips.csv:3:1: in `price`: `1e9` is written with an exponent",
        "slips.csv:4:1: in `price`: `gratis`",
        "3 faults",
    ] {
        assert!(refused.contains(part), "{part} in {refused}");
    }
    let name = file(folder.path(), "name.csv", "id,nombre,precoi,stock,category\na,Silla,100,1,Casa\n");
    let refused = stderr(&import("catalog", &name, folder.path(), &[]));
    assert!(
        refused.contains("unknown column `precoi`; did you mean `precio`?") && refused.contains("1 fault"),
        "{refused}"
    );
}
