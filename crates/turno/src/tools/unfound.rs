//! Why nothing was found: a name that is nobody's is told as such, with the nearest one; and so are times that hold nothing.

use std::collections::BTreeSet;

use jiff::tz::{Offset, TimeZone};
use turno_command::Failure;
use turno_core::nearest;

use super::{
    calls::{CallQuery, Moment},
    source::Source,
};
use crate::assemble::Assembly;

/// So many calls are looked through for the names of conversations, the latest.
const CALLS_MAX: usize = 20_000;

/// Whether there can be something between two moments.
///
/// # Errors
/// Where there cannot, wherever the business is.
pub(super) fn check_times(query: &CallQuery) -> Result<(), Failure> {
    let (Some(since), Some(until)) = (query.since, query.until) else {
        return Ok(());
    };
    let is_empty = match (since, until) {
        (Moment::Day(since), Moment::Day(until)) => since > until,
        (Moment::At(since), Moment::At(until)) => since >= until,
        // A day begins in the east and ends in the west.
        (Moment::Day(_), Moment::At(_)) | (Moment::At(_), Moment::Day(_)) => {
            match (since.begins(&zone(14)), until.ends(&zone(-12))) {
                (Some(begins), Some(ends)) => begins >= ends,
                (None, _) | (_, None) => false,
            }
        }
    };
    if is_empty {
        return Err(Failure::Told(format!(
            "--since {since} is not before --until {until}, so that nothing lies between them: give the earlier one as --since"
        )));
    }
    Ok(())
}

/// Why nothing was found where a name that was asked for is nobody's.
///
/// # Errors
/// An agent or a tool that there is not, with the nearest one that there is; what the log itself cannot tell.
pub(super) async fn check_names(
    source: &Source,
    query: &CallQuery,
    assembly: Option<&Assembly>,
) -> Result<(), Failure> {
    if query.tool.is_none() && query.agent.is_none() {
        return Ok(());
    }
    let everything = CallQuery { tenant: query.tenant.clone(), ..CallQuery::default() };
    let (mut tools, mut agents) = (BTreeSet::new(), BTreeSet::new());
    for (key, _) in source.usage(&everything).await? {
        tools.insert(key.tool);
        agents.extend(key.agent);
    }
    if let Some(assembly) = assembly {
        tools.extend(tools_of(assembly));
        let asked = |tenant: &String| query.tenant.as_ref().is_none_or(|asked| asked == tenant);
        let assistants = assembly.assistants.iter().filter(|(tenant, _)| asked(tenant));
        agents.extend(
            assistants.flat_map(|(_, assistant)| assistant.settings().tool_rules.agents.keys().cloned()),
        );
    }
    is_known("tool", query.tool.as_deref(), &tools)?;
    is_known("agent", query.agent.as_deref(), &agents)
}

/// What is told of a conversation in which no tool was called, as far as the log goes back; none where one was.
pub(super) async fn no_such_conversation(
    source: &Source,
    query: &CallQuery,
    asked: &str,
) -> Result<Option<String>, Failure> {
    let everything = CallQuery { tenant: query.tenant.clone(), ..CallQuery::default() };
    let mut names = BTreeSet::new();
    let (mut count, mut is_there) = (0, false);
    source
        .calls(&everything, |page| {
            count += page.calls.len();
            for call in page.calls {
                let of_channel = query.channel.is_none_or(|channel| channel == call.channel);
                is_there |= of_channel && query.conversation.as_ref() == Some(&call.conversation);
                names.insert(format!("{}/{}/{}", call.tenant, call.channel.name(), call.conversation));
                names.insert(call.conversation);
            }
            !is_there && count < CALLS_MAX
        })
        .await?;
    if is_there || count >= CALLS_MAX {
        return Ok(None);
    }
    let told = format!("no tool was called in a conversation `{asked}`, as far back as the log goes");
    Ok(Some(match nearest(asked, names.iter().map(String::as_str)) {
        Some(near) => format!("{told}: did you mean `{near}`?"),
        None => told,
    }))
}

fn tools_of(assembly: &Assembly) -> BTreeSet<String> {
    let registry = assembly.registry();
    let mut names: BTreeSet<String> = registry.specs().into_iter().map(|spec| spec.name).collect();
    names.extend(assembly.tools.custom.iter().map(|tool| tool.name.clone()));
    let absent = assembly.tools.outside.absent.iter();
    names.extend(absent.map(|absent| absent.name.to_owned()));
    names
}

fn is_known(what: &str, asked: Option<&str>, known: &BTreeSet<String>) -> Result<(), Failure> {
    let Some(asked) = asked.filter(|asked| !known.contains(*asked)) else {
        return Ok(());
    };
    let cure = match nearest(asked, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if what == "tool" => "`turno tools list` tells what there is".to_owned(),
        None if known.is_empty() => "no business has [[agents]]".to_owned(),
        None => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            format!("there are {}", known.join(", "))
        }
    };
    Err(Failure::Told(format!("there is no {what} `{asked}`: {cure}")))
}

fn zone(hours: i8) -> TimeZone {
    TimeZone::fixed(Offset::constant(hours))
}

#[cfg(test)]
mod tests {
    use super::super::source::moment;
    use super::*;

    #[test]
    fn times_that_hold_nothing_are_told() {
        for (since, until, holds) in [
            ("2026-01-20", "2026-01-20", true),
            ("2026-01-21", "2026-01-20", false),
            ("2026-01-20T10:00:00Z", "2026-01-20T10:00:01Z", true),
            ("2026-01-20T10:00:00Z", "2026-01-20T10:00:00Z", false),
            ("2026-01-20T10:00:00-06:00", "2026-01-20T11:00:00Z", false),
            // Where the business is west of Greenwich that day is not over.
            ("2026-01-21T05:00:00Z", "2026-01-20", true),
            ("2026-01-22T05:00:00Z", "2026-01-20", false),
            ("2026-01-20", "2026-01-19T12:00:00Z", true),
            ("2026-01-20", "2026-01-19T09:00:00Z", false),
        ] {
            let query = CallQuery {
                since: Some(moment(since).unwrap()),
                until: Some(moment(until).unwrap()),
                ..CallQuery::default()
            };
            assert_eq!(check_times(&query).is_ok(), holds, "{since} {until}");
        }
    }
}
