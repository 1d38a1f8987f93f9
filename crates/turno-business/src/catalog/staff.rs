//! A CSV file of a clinic's people, for the tables of its file. Someone who works at two branches has two rows.

use super::{
    products::finished,
    sheet::{Column, Row, Sheet},
};
use turno_language::calendar::WEEKDAYS;

use crate::{Business, config::Faults};

const COLUMNS: &[Column] = &[
    Column { name: "id", also: &["clave", "codigo"] },
    Column { name: "name", also: &["nombre"] },
    Column { name: "name_en", also: &["nombre_en"] },
    Column { name: "specialty", also: &["especialidad"] },
    Column { name: "specialty_en", also: &["especialidad_en"] },
    Column { name: "aliases", also: &["alias", "sinonimos"] },
    Column { name: "branch", also: &["sucursal"] },
    Column { name: "monday", also: &["lunes"] },
    Column { name: "tuesday", also: &["martes"] },
    Column { name: "wednesday", also: &["miercoles"] },
    Column { name: "thursday", also: &["jueves"] },
    Column { name: "friday", also: &["viernes"] },
    Column { name: "saturday", also: &["sabado"] },
    Column { name: "sunday", also: &["domingo"] },
];

/// A person of a file. What the file has no column for, or nothing in it, is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetPerson {
    /// Their id.
    pub id: String,
    /// Their name, in the business's first language.
    pub name: String,
    /// Their name in English.
    pub name_en: Option<String>,
    /// What they do.
    pub specialty: Option<String>,
    /// What they do, in English.
    pub specialty_en: Option<String>,
    /// Other ways to say it.
    pub aliases: Option<Vec<String>>,
    /// When and where they work: one for each row.
    pub shifts: Vec<SheetShift>,
}

/// A week's work at a branch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetShift {
    /// The branch's id; none: the first branch.
    pub branch: Option<String>,
    /// The stretches of each day, Monday first: `09:00-14:00`.
    pub days: [Vec<String>; 7],
}

/// Reads a CSV file of a clinic's people. Needed columns: `id`, `name`, and the days that someone works (`monday` to `sunday`, each with
/// `09:00-14:00|15:00-18:00`); further ones: `branch`, `specialty`, `aliases` (parted by `|`), `name_en`, `specialty_en`.
///
/// # Errors
/// All [`Faults`] of the file.
pub fn read_staff(file: &str, bytes: &[u8], business: &Business) -> Result<Vec<SheetPerson>, Faults> {
    let mut sheet = Sheet::read(file, bytes, COLUMNS);
    if sheet.faults.is_empty() {
        sheet.require(&["id", "name"]);
        if !WEEKDAYS.iter().any(|day| sheet.has(day)) {
            let hint = "name one of monday to sunday";
            sheet.fault(1, "there is no column of a day".to_owned(), Some(hint.to_owned()));
        }
    }
    let rows = std::mem::take(&mut sheet.rows);
    let mut people: Vec<SheetPerson> = Vec::new();
    for row in &rows {
        let Some(person) = read_row(&mut sheet, row, business) else {
            continue;
        };
        match people.iter_mut().find(|known| known.id == person.id) {
            Some(known) if known.shifts.iter().any(|shift| shift.branch == person.shifts[0].branch) => {
                let message = format!("`{}` has a row for that branch already", person.id);
                let hint = "part a day's stretches with `|`";
                sheet.fault(row.line, message, Some(hint.to_owned()));
            }
            Some(known) => known.shifts.extend(person.shifts),
            None => people.push(person),
        }
    }
    finished(sheet.faults)?;
    Ok(people)
}

fn read_row(sheet: &mut Sheet<'_>, row: &Row, business: &Business) -> Option<SheetPerson> {
    let id = sheet.file_id(row);
    let name = sheet.required(row, "name").and_then(|_| sheet.short(row, "name", 120));
    let branch = sheet.cell(row, "branch").map(str::to_owned);
    if let Some(branch) = branch.as_ref().filter(|branch| business.branch(branch).is_none()) {
        let known: Vec<&str> = business.branches.iter().map(|branch| branch.id.as_str()).collect();
        let message = format!("in `branch`: there is no `{branch}`: use one of {}", known.join(", "));
        sheet.fault(row.line, message, None);
    }
    let days = WEEKDAYS.map(|day| stretches(sheet, row, day));
    if days.iter().all(Vec::is_empty) {
        sheet.fault(row.line, "no day has hours: write them as 09:00-14:00".to_owned(), None);
    }
    Some(SheetPerson {
        id: id?,
        name: name?,
        name_en: sheet.short(row, "name_en", 120),
        specialty: sheet.short(row, "specialty", 200),
        specialty_en: sheet.short(row, "specialty_en", 200),
        aliases: sheet.list(row, "aliases"),
        shifts: vec![SheetShift { branch, days }],
    })
}

fn stretches(sheet: &mut Sheet<'_>, row: &Row, day: &str) -> Vec<String> {
    let Some(cell) = sheet.cell(row, day).map(str::to_owned) else {
        return Vec::new();
    };
    let parts: Vec<String> = cell
        .split(['|', ',', ';'])
        .map(|part| part.replace(' ', ""))
        .filter(|part| !part.is_empty())
        .collect();
    for part in parts.iter().filter(|part| !is_stretch(part)) {
        let message = format!("in `{day}`: `{part}` is no stretch of hours: write it as 09:00-14:00");
        sheet.fault(row.line, message, None);
    }
    parts
}

fn is_stretch(text: &str) -> bool {
    let is_time = |text: &str| {
        text.split_once(':').is_some_and(|(hour, minute)| {
            let number = |text: &str| {
                text.parse::<u8>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
            };
            hour.len() <= 2
                && minute.len() == 2
                && number(hour).is_some_and(|hour| hour < 24 || (hour == 24 && minute == "00"))
                && number(minute).is_some_and(|minute| minute < 60)
        })
    };
    text.split_once('-').is_some_and(|(open, close)| is_time(open) && is_time(close) && open != close)
}
