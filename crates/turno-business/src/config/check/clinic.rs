//! The services and the people of a clinic.

use super::{
    super::{
        Parts,
        reader::{
            Reader,
            Step::{Index, Key},
        },
    },
    check_not_blank, check_range, check_reference,
};

pub(super) fn check_clinic(reader: &mut Reader<'_>, parts: &Parts) {
    let (branches, staff) = (reader.ids("branches"), reader.ids("staff"));
    for (at, service) in &parts.services {
        check_not_blank(reader, &[Key("services"), Index(*at), Key("name")], Some(&service.name));
        check_range(reader, &[Key("services"), Index(*at), Key("minutes")], service.minutes, 5, 480);
        if service.staff.is_empty() {
            reader.fault(
                &[Key("services"), Index(*at), Key("staff")],
                "nobody does it",
                "name at least one person of `staff`, by id",
            );
        }
        for (nth, person) in service.staff.iter().enumerate() {
            let path = [Key("services"), Index(*at), Key("staff"), Index(nth)];
            check_reference(reader, &path, person, "staff", &staff);
        }
    }
    for (at, person) in &parts.staff {
        check_not_blank(reader, &[Key("staff"), Index(*at), Key("name")], Some(&person.name));
        for (nth, shift) in person.shifts.iter().enumerate() {
            if let Some(branch) = &shift.branch {
                let path = [Key("staff"), Index(*at), Key("shifts"), Index(nth), Key("branch")];
                check_reference(reader, &path, branch, "branches", &branches);
            }
        }
        for (nth, absence) in person.absences.iter().enumerate() {
            if absence.to.is_some_and(|to| to < absence.from) {
                let path = [Key("staff"), Index(*at), Key("absences"), Index(nth), Key("to")];
                let help = "write a day that is not before `from`";
                reader.fault(&path, "this absence ends before it begins", help);
            }
        }
    }
}
