//! Whose a custom tool is: its tenants, and the assistant types that may call it.

use turno_business::{ASSISTANT_TYPES, Business, Plan, did_you_mean};

use super::check::{Given, Part};
use super::file::ToolFile;

/// The tenants that have it, by id.
pub(super) fn check_tenants(part: &mut Part<'_, '_, '_>, file: &ToolFile, given: &Given<'_>) -> Vec<String> {
    let pays = |business: &Business| business.plan == Plan::Enterprise;
    if file.tenants.is_empty() {
        part.fault(
            &["tenants"],
            "a tool is some tenant's: name it by its id, as in tenants = [\"terraza\"]",
            None,
        );
    }
    if file.tenants == ["*"] {
        return given.businesses.iter().filter(|it| pays(it)).map(|it| it.id.clone()).collect();
    }
    for id in &file.tenants {
        match given.businesses.get(id) {
            None if given.unread.contains(id) => {}
            None => {
                let read = given.businesses.iter().map(|it| it.id.as_str());
                let known: Vec<&str> = read.chain(given.unread.iter().map(String::as_str)).collect();
                let hint = did_you_mean(id, known.iter().copied())
                    .unwrap_or_else(|| format!("use one of {}", known.join(", ")));
                part.fault(&["tenants"], format!("there is no tenant `{id}`"), Some(hint));
            }
            Some(business) if file.is_active && !pays(business) => part.fault(
                &["tenants"],
                format!("tools of its own need the plan `enterprise`, and `{id}` is not on it"),
                Some(
                    "write plan = \"enterprise\" into the tenant's file, or is_active = false here"
                        .to_owned(),
                ),
            ),
            Some(_) => {}
        }
    }
    file.tenants.clone()
}

/// The assistant types that may call it.
pub(super) fn check_types(part: &mut Part<'_, '_, '_>, file: &ToolFile) {
    for name in file.enabled_for.iter().flatten() {
        if name != "*" && !ASSISTANT_TYPES.contains(&name.as_str()) {
            let hint = did_you_mean(name, ASSISTANT_TYPES.iter().copied())
                .unwrap_or_else(|| format!("use one of {}", ASSISTANT_TYPES.join(", ")));
            part.fault(&["enabled_for"], format!("`{name}` is no assistant type"), Some(hint));
        }
    }
}
