//! The businesses' own tools that somebody looks for and cannot call, each with why.

use std::collections::BTreeSet;

use turno_custom::CustomTool;

use crate::assemble::Assembly;

/// Why a plan keeps a business from having tools of its own.
const PLAN: &str =
    "tools of its own need the plan `enterprise`: write plan = \"enterprise\" into the business's file";

/// Own tools that are not there: for a business, or for every business.
pub(super) fn absent(assembly: &Assembly, tenant: Option<&str>) -> Vec<(String, String)> {
    let custom = assembly.tools.custom.iter();
    custom
        .filter_map(|tool| {
            let why = match tenant {
                Some(tenant) => why_absent(tool, tenant),
                None => why_nobodys(tool),
            }?;
            let why = if tool.replaces {
                format!("the business's own one: {why}; the built-in one serves")
            } else {
                why
            };
            Some((tool.name.clone(), why))
        })
        .collect()
}

fn why_absent(tool: &CustomTool, tenant: &str) -> Option<String> {
    let is_theirs = tool.tenants.iter().any(|id| id == tenant);
    match (is_theirs || tool.is_for_all, is_theirs, tool.is_active) {
        (true, true, false) => Some(INACTIVE.to_owned()),
        (true, false, true) => Some(PLAN.to_owned()),
        (true, false, false) => Some(format!("{INACTIVE}; and {PLAN}")),
        (true, true, true) | (false, _, _) => None,
    }
}

/// Why a tool that its file switches off is not there.
const INACTIVE: &str = "its file says is_active = false: set is_active = true there";

fn why_nobodys(tool: &CustomTool) -> Option<String> {
    match (tool.is_active, tool.tenants.is_empty()) {
        (false, _) => Some(INACTIVE.to_owned()),
        (true, true) => Some(format!("no business has it: {PLAN}")),
        (true, false) => None,
    }
}

/// Own tools that some businesses have, each with whose it is.
pub(super) fn of_some(assembly: &Assembly) -> Vec<(String, String)> {
    let custom = assembly.tools.custom.iter();
    custom
        .filter_map(|tool| {
            let first = tool.tenants.first().filter(|_| tool.is_active)?;
            let ids: Vec<String> = tool.tenants.iter().map(|id| format!("`{id}`")).collect();
            let whose = format!("only {} may call it: see --tenant {first}", ids.join(", "));
            Some((tool.name.clone(), whose))
        })
        .collect()
}

/// Own tools of a business that are there and whose calls will fail: a secret is missing, or signs nothing.
pub(super) fn unusable(assembly: &Assembly, tenant: &str) -> Vec<(String, String)> {
    let custom = assembly.tools.custom.iter();
    let theirs = custom.filter(|tool| tool.is_active && tool.tenants.iter().any(|id| id == tenant));
    theirs
        .flat_map(|tool| {
            let faults = tool.secret_faults().into_iter();
            faults.map(|fault| (tool.name.clone(), fault))
        })
        .collect()
}

/// What is told of a name that no tool of a business has: whose it is, or the nearest one.
pub(super) fn no_such_tool(assembly: &Assembly, tenant: &str, name: &str) -> String {
    let mut custom = assembly.tools.custom.iter();
    let owner = custom.find_map(|tool| tool.tenants.first().filter(|_| tool.name == name));
    if let Some(owner) = owner {
        return format!("`{tenant}` has no `{name}`: try --tenant {owner}");
    }
    let mut known: BTreeSet<String> =
        assembly.registry().specs_for(tenant).into_iter().map(|spec| spec.name).collect();
    known.extend(assembly.tools.custom.iter().map(|tool| tool.name.clone()));
    let absent = assembly.tools.outside.absent.iter();
    known.extend(absent.map(|absent| absent.name.to_owned()));
    match turno_core::nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("there is no tool `{name}`: did you mean `{near}`?"),
        None => format!("there is no tool `{name}`: see `turno tools list --tenant {tenant}`"),
    }
}
