//! `turno import menu` and `turno import staff`: tables of a business's own file.
//!
//! The file stays the one place where a menu and the staff stand: entries are put into it by their ids, what is not of the
//! CSV file stays as it is, comments included, and nothing is written that `turno check` would refuse.

use std::{
    collections::BTreeSet,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};
use turno_business::{
    Business, Faults, Kind, SheetDish, SheetPerson, SheetShift, load_business, read_menu, read_staff,
};
use turno_command::{Failure, println_line, read_text};
use turno_store::sync_parent;

use super::{business_of, may_remove, nothing_imported, options::TablesImport};
use crate::config::DaemonConfig;

/// `turno import menu`
pub(super) fn menu(options: &TablesImport) -> Result<ExitCode, Failure> {
    run(options, "menu", |name, bytes, business| {
        let dishes = read_menu(name, bytes, business)?;
        Ok(dishes.iter().map(|dish| dish_entry(dish, business)).collect())
    })
}

/// `turno import staff`
pub(super) fn staff(options: &TablesImport) -> Result<ExitCode, Failure> {
    run(options, "staff", |name, bytes, business| {
        let people = read_staff(name, bytes, business)?;
        Ok(people.iter().map(|person| person_entry(person, business)).collect())
    })
}

/// An entry of a list of tables: its id, and what it is to have.
struct Entry {
    id: String,
    fields: Vec<(&'static str, Item)>,
}

#[derive(Debug, Default, serde::Serialize)]
struct Summary {
    added: usize,
    changed: usize,
    same: usize,
    removed: usize,
}

fn run(
    options: &TablesImport,
    list: &'static str,
    read: impl Fn(&str, &[u8], &Business) -> Result<Vec<Entry>, Faults>,
) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let (business, place) = business_of(&config, &options.tenant)?;
    check_kind(list, &business)?;
    let bytes = std::fs::read(&options.file).map_err(|cause| Failure::file(&options.file, cause))?;
    let entries = read(&options.file.display().to_string(), &bytes, &business)
        .map_err(|faults| Failure::Faults { count: faults.0.len(), report: faults.to_string() })?;
    may_remove(&options.file, entries.is_empty(), (options.replace, options.how.remove_all))?;
    let source = read_text(&place)?;
    let mut document: DocumentMut =
        source.parse().map_err(|error| Failure::Told(format!("{}: {error}", place.display())))?;
    let summary = merge(&mut document, list, &entries, options.replace)
        .ok_or_else(|| Failure::Told(format!("{}: `{list}` is not a list of [[{list}]]", place.display())))?;
    let text = document.to_string();
    load_business(&place.display().to_string(), &text).map_err(|faults| {
        Failure::Told(format!(
            "{} was left as it is: with these entries it would not be right any more\n{faults}",
            place.display()
        ))
    })?;
    if !options.how.dry_run && text != source {
        replace_file(&place, &text)?;
    }
    tell(options, &place, &summary);
    if entries.is_empty() && summary.removed == 0 && !options.how.json {
        println_line(&nothing_imported(&options.file));
    }
    Ok(ExitCode::SUCCESS)
}

/// What a list is of no use to is told where it belongs.
fn check_kind(list: &str, business: &Business) -> Result<(), Failure> {
    let takes = match list {
        "menu" => Kind::Restaurant,
        _ => Kind::Clinic,
    };
    if business.kind == takes {
        return Ok(());
    }
    let (what, cure) = match business.kind {
        Kind::Restaurant => ("a restaurant", "a restaurant's dishes go in with `turno import menu`"),
        Kind::Clinic => ("a clinic", "a clinic's people go in with `turno import staff`"),
        Kind::Shop => ("a shop", "a shop's products go in with `turno import catalog`"),
    };
    Err(Failure::Told(format!("`{}` is {what}, whose assistant knows no {list}: {cure}", business.id)))
}

/// None where the file has something else under that name.
fn merge(document: &mut DocumentMut, list: &str, entries: &[Entry], is_replace: bool) -> Option<Summary> {
    let tables = document
        .entry(list)
        .or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()))
        .as_array_of_tables_mut()?;
    let mut summary = Summary::default();
    if is_replace {
        let kept: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let before = tables.len();
        tables.retain(|table| id_of(table).is_some_and(|id| kept.contains(id)));
        summary.removed = before - tables.len();
    }
    for entry in entries {
        let place = tables.iter().position(|table| id_of(table) == Some(&entry.id));
        match place.and_then(|place| tables.get_mut(place)) {
            Some(table) => {
                if update(table, entry) {
                    summary.changed += 1;
                } else {
                    summary.same += 1;
                }
            }
            None => {
                let mut table = Table::new();
                table.insert("id", text(&entry.id));
                update(&mut table, entry);
                tables.push(table);
                summary.added += 1;
            }
        }
    }
    Some(summary)
}

fn id_of(table: &Table) -> Option<&str> {
    table.get("id")?.as_str()
}

/// Whether anything is different now.
fn update(table: &mut Table, entry: &Entry) -> bool {
    let mut is_changed = false;
    for (name, item) in &entry.fields {
        match table.get_mut(name) {
            Some(old) => {
                let item = with_other_language(old, item);
                if !is_same(old, &item) {
                    *old = item;
                    is_changed = true;
                }
            }
            // A dish is there where nothing else is said.
            None if *name == "available" && item.as_bool() == Some(true) => {}
            None => {
                table.insert(name, item.clone());
                is_changed = true;
            }
        }
    }
    is_changed
}

/// A text that the CSV file has in one language keeps what it is in the other.
fn with_other_language(old: &Item, new: &Item) -> Item {
    match (old.as_inline_table(), new.as_str()) {
        (Some(old), Some(text)) if old.contains_key("es") => {
            let mut table = old.clone();
            table.insert("es", text.into());
            Item::Value(Value::InlineTable(table))
        }
        (Some(_) | None, _) => new.clone(),
    }
}

/// The same to whoever reads it, however it is written.
fn is_same(old: &Item, new: &Item) -> bool {
    let plain = |item: &Item| {
        let mut table = Table::new();
        table.insert("it", item.clone());
        toml::from_str::<toml::Table>(&DocumentMut::from(table).to_string()).ok()
    };
    let number = |item: &Item| item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64));
    match (number(old), number(new)) {
        (Some(old), Some(new)) => (old - new).abs() < 1e-9,
        _ => plain(old).is_some_and(|old| Some(old) == plain(new)),
    }
}

fn dish_entry(dish: &SheetDish, business: &Business) -> Entry {
    let mut fields = vec![
        ("name", wording(&dish.name, dish.name_en.as_deref(), business)),
        ("section", text(&dish.section)),
        ("price", amount(dish.price_cents)),
    ];
    if let Some(description) = &dish.description {
        fields.push(("description", wording(description, dish.description_en.as_deref(), business)));
    }
    fields.extend(dish.aliases.as_deref().map(|aliases| ("aliases", texts(aliases))));
    fields.extend(dish.available.map(|available| ("available", toml_edit::value(available))));
    fields.extend(dish.tags.as_deref().map(|tags| ("tags", texts(tags))));
    Entry { id: dish.id.clone(), fields }
}

fn person_entry(person: &SheetPerson, business: &Business) -> Entry {
    let mut fields = vec![("name", wording(&person.name, person.name_en.as_deref(), business))];
    if let Some(specialty) = &person.specialty {
        fields.push(("specialty", wording(specialty, person.specialty_en.as_deref(), business)));
    }
    fields.extend(person.aliases.as_deref().map(|aliases| ("aliases", texts(aliases))));
    let shifts: ArrayOfTables = person.shifts.iter().map(shift).collect();
    fields.push(("shifts", Item::ArrayOfTables(shifts)));
    Entry { id: person.id.clone(), fields }
}

fn shift(shift: &SheetShift) -> Table {
    let mut table = Table::new();
    if let Some(branch) = &shift.branch {
        table.insert("branch", text(branch));
    }
    let mut hours = Table::new();
    hours.set_dotted(true);
    for (day, stretches) in turno_language::calendar::WEEKDAYS.iter().zip(&shift.days) {
        if !stretches.is_empty() {
            hours.insert(day, texts(stretches));
        }
    }
    table.insert("hours", Item::Table(hours));
    table
}

/// A text, in both languages where the business speaks both and the file has both.
fn wording(own: &str, english: Option<&str>, business: &Business) -> Item {
    use turno_language::Language;
    let other = Language::named("en").filter(|other| business.in_other_languages.contains_key(other));
    match english.zip(other) {
        Some((english, other)) => {
            let mut table = InlineTable::new();
            table.insert(business.language.code(), own.into());
            table.insert(other.code(), english.into());
            Item::Value(Value::InlineTable(table))
        }
        None => text(own),
    }
}

fn text(text: &str) -> Item {
    toml_edit::value(text)
}

fn texts(texts: &[String]) -> Item {
    toml_edit::value(texts.iter().map(String::as_str).collect::<Array>())
}

/// Cents as the file has them, in whole units.
fn amount(cents: i64) -> Item {
    if cents % 100 == 0 { toml_edit::value(cents / 100) } else { toml_edit::value(cents as f64 / 100.0) }
}

/// Puts a text in the place of a file's: all of it or nothing.
fn replace_file(place: &Path, text: &str) -> Result<(), Failure> {
    let mut partial = place.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let failed = |cause| {
        // Of no use any more.
        let _gone = std::fs::remove_file(&partial);
        Failure::file(&partial, cause)
    };
    let written = || {
        let rights = std::fs::metadata(place)?.permissions();
        let mut file = File::create(&partial)?;
        file.set_permissions(rights)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&partial, place)
    };
    written().map_err(failed)?;
    sync_parent(place).map_err(|error| Failure::Told(error.to_string()))
}

fn tell(options: &TablesImport, place: &Path, summary: &Summary) {
    if options.how.json {
        let line = serde_json::json!({
            "file": options.file, "tenant": options.tenant, "written": place, "added": summary.added, "changed": summary.changed,
            "same": summary.same, "removed": summary.removed, "dry_run": options.how.dry_run,
        });
        return println_line(&line.to_string());
    }
    let verb = if options.how.dry_run { "would be " } else { "" };
    let Summary { added, changed, same, removed } = summary;
    println_line(&format!(
        "{}: {verb}{added} new, {changed} changed, {same} as they were, {removed} removed in {}",
        options.file.display(),
        place.display()
    ));
    if !options.how.dry_run && added + changed + removed > 0 {
        println_line("It holds from the daemon's next start.");
    }
}
