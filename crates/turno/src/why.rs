//! `turno why`: what a first request is for, and why.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Args;
use turno_command::{ConfigOption, Failure, println_line, read_text};
use turno_core::{Assistant, RequestReason, reason_of_request};

use crate::{assemble::assemble, config::DaemonConfig};

/// `turno why`
#[derive(Debug, Args)]
#[command(after_help = "A row of --rows: terraza\tparking|payment\t¿hay dónde dejar el coche?")]
pub(crate) struct WhyOptions {
    /// What somebody says.
    #[arg(value_name = "SENTENCE")]
    sentences: Vec<String>,
    #[command(flatten)]
    config: ConfigOption,
    /// The business that is asked. Default: each.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// Sentences with what they are for, one a line: the business, a tab, the intents that are right with `|` between them (`-`: none), a
    /// tab, the sentence. Counts how many are found.
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// With --rows: list those that are found otherwise.
    #[arg(long)]
    errors: bool,
}

/// Runs the command.
pub(crate) fn run(options: &WhyOptions) -> Result<ExitCode, Failure> {
    let assistants = assemble(&DaemonConfig::load(&options.config.config)?)?.assistants;
    if let Some(tenant) = options.tenant.as_ref().filter(|tenant| !assistants.contains_key(*tenant)) {
        let known: Vec<&str> = assistants.keys().map(String::as_str).collect();
        return Err(Failure::Told(format!(
            "there is no business `{tenant}`: take one of {}",
            known.join(", ")
        )));
    }
    let asked = |id: &String| options.tenant.as_ref().is_none_or(|tenant| tenant == id);
    for sentence in &options.sentences {
        for (id, assistant) in assistants.iter().filter(|(id, _)| asked(id)) {
            println_line(&format!("{id}: {}", told(reason_of_request(assistant, sentence).as_ref())));
        }
    }
    if let Some(file) = &options.rows {
        count(&read_text(file)?, &assistants, options)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn told(reason: Option<&RequestReason>) -> String {
    let percent = |likely: f32| format!("{:.0} %", likely * 100.0);
    match reason {
        None => "its graph has no router".to_owned(),
        Some(RequestReason::Pattern(intent)) => format!("{intent}, by a pattern"),
        Some(RequestReason::Examples(intent, likely)) => {
            format!("{intent}, by examples ({})", percent(*likely))
        }
        Some(RequestReason::Between(one, other)) => format!("asks which: {one} or {other}"),
        Some(RequestReason::Unserved(subject, likely)) => {
            format!("about {subject} ({}), which no intent serves", percent(*likely))
        }
        Some(RequestReason::Nothing(None)) => "not understood".to_owned(),
        Some(RequestReason::Nothing(Some((likeliest, likely)))) => {
            format!("not understood; the likeliest is {likeliest} ({})", percent(*likely))
        }
    }
}

/// How rows were found.
#[derive(Default)]
struct Counts {
    rows: usize,
    by_pattern: usize,
    by_examples: usize,
    asked: usize,
    nothing: usize,
    wrong: usize,
}

fn count(
    rows: &str,
    assistants: &BTreeMap<String, Arc<Assistant>>,
    options: &WhyOptions,
) -> Result<(), Failure> {
    let mut counts = Counts::default();
    for (number, line) in rows.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut columns = line.splitn(3, '\t');
        let (tenant, right, sentence) = (columns.next(), columns.next(), columns.next());
        let row = tenant.zip(right).zip(sentence);
        let Some(((assistant, right), sentence)) =
            row.and_then(|((tenant, right), sentence)| Some(((assistants.get(tenant)?, right), sentence)))
        else {
            let told = format!("line {}: a business, a tab, its intents, a tab, a sentence", number + 1);
            return Err(Failure::Told(told));
        };
        let right: Vec<&str> = right.split('|').collect();
        let reason = reason_of_request(assistant, sentence);
        let is_right = counts.add(&right, reason.as_ref());
        if options.errors && !is_right {
            println_line(&format!("{sentence:?} is {}: {}", right.join("|"), told(reason.as_ref())));
        }
    }
    let Counts { rows, by_pattern, by_examples, asked, nothing, wrong } = counts;
    let right = by_pattern + by_examples;
    println_line(&format!(
        "{rows} rows: {right} right ({by_pattern} by patterns, {by_examples} by examples), {asked} asked which, {nothing} not understood, {wrong} wrong"
    ));
    Ok(())
}

impl Counts {
    fn add(&mut self, right: &[&str], reason: Option<&RequestReason>) -> bool {
        self.rows += 1;
        let is = |name: &String| right.contains(&name.as_str());
        let count = match reason {
            Some(RequestReason::Pattern(intent)) if is(intent) => &mut self.by_pattern,
            Some(RequestReason::Examples(intent, _)) if is(intent) => &mut self.by_examples,
            Some(RequestReason::Unserved(..) | RequestReason::Nothing(_)) if right.contains(&"-") => {
                &mut self.by_examples
            }
            Some(RequestReason::Between(one, other)) if is(one) || is(other) => &mut self.asked,
            None | Some(RequestReason::Unserved(..) | RequestReason::Nothing(_)) => {
                self.nothing += 1;
                return false;
            }
            Some(RequestReason::Pattern(_) | RequestReason::Examples(..) | RequestReason::Between(..)) => {
                self.wrong += 1;
                return false;
            }
        };
        *count += 1;
        true
    }
}
