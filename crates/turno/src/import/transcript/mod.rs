//! `turno import transcript`: talks of other assistants, with their tools, made ready to be replayed.
//!
//! Each talk becomes a file of its own in no provider's words, with the model's answers and what came of its calls; the tools
//! become a file of custom tools, in which those that write ask first.

mod tools;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use turno_command::{ConfigOption, Failure, println_line};
use turno_models::transcript::{DeclaredTool, Transcript, read_tools, read_transcripts};

use tools::{Daemon, Draft, draft, snake};

/// Where tools are called as long as nobody says where.
const NOBODY: &str = "https://tools.example.com/{tool}";

/// `turno import transcript`
#[derive(Debug, Args)]
pub(crate) struct TranscriptImport {
    /// The talks: JSON, or JSON lines, with `messages` as OpenAI has them, and `tools`.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The tools, where the talks do not have them: a JSON list of functions.
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// The tools that change something, so that they ask first; all others of which the file says nothing only read. Without
    /// this, the file must say it of each: `"x-writes": true`, or `readOnlyHint` among its `annotations`.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    writes: Option<Vec<String>>,
    /// What goes before the name of a tool where Turno has one of that name.
    #[arg(long, value_name = "WORD", default_value = "imported_")]
    prefix: String,
    /// The business that gets the tools; it needs the plan `enterprise`.
    #[arg(long, value_name = "ID", default_value = "*")]
    tenant: String,
    /// Where the tools are called, by POST, `{tool}` being the tool's name. Left out: nowhere, and they are not active.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// The folder to write `tools.toml` and a `.transcript.json` for each talk into.
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    /// Put them in the place of files of those names.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    config: ConfigOption,
    /// Print what was read and written as one JSON line.
    #[arg(long)]
    json: bool,
}

/// What goes into a file.
struct Written {
    path: PathBuf,
    text: String,
}

/// Runs the command. Nothing is written where anything is wrong.
pub(crate) fn run(options: &TranscriptImport) -> Result<ExitCode, Failure> {
    let mut transcripts = Vec::new();
    for file in &options.files {
        let name = file.file_stem().map_or("talk".to_owned(), |stem| stem.to_string_lossy().into_owned());
        let read = read_transcripts(&name, &read_text(file)?);
        transcripts.extend(read.map_err(|error| Failure::Told(format!("{}: {error}", file.display())))?);
    }
    let declared = declared(options, &transcripts)?;
    let told = told(options, declared)?;
    let daemon = Daemon::load(&options.config.config)?;
    let rename = |name: &str| {
        let name = snake(name);
        if daemon.has(&name) { snake(&format!("{}{name}", options.prefix)) } else { name }
    };
    let drafts: Vec<Draft> = told
        .iter()
        .map(|tool| {
            let url = options.url.as_deref().unwrap_or(NOBODY);
            let name = rename(&tool.tool.name);
            draft(tool, name, &options.tenant, url, options.url.is_some())
        })
        .collect();
    let known: BTreeSet<String> = known_names(&drafts).collect();
    if known.len() < told.len() {
        return Err(Failure::Told(
            "two tools would have the same name in small letters: rename one".to_owned(),
        ));
    }
    for transcript in &mut transcripts {
        transcript.tools.clone_from(&told);
        transcript.rename_tools(rename);
    }
    let own = told.iter().map(|tool| tool.tool.name.clone());
    let renamed = own.zip(known_names(&drafts)).filter(|(own, name)| own != name).collect();
    let mut files = talks(options, &transcripts)?;
    if !drafts.is_empty() {
        let path = options.output.join("tools.toml");
        let text = tools::as_toml(&drafts).map_err(Failure::Told)?;
        daemon.check(&path, &text)?;
        files.push(Written { path, text });
    }
    write(options, &files)?;
    tell(options, &transcripts, &Told { drafts, known, renamed }, &files);
    Ok(ExitCode::SUCCESS)
}

fn known_names(drafts: &[Draft]) -> impl Iterator<Item = String> {
    drafts.iter().map(|draft| draft.name.clone())
}

fn read_text(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|cause| Failure::file(file, cause))
}

/// All tools that the talks had, or those of the file of tools.
fn declared(options: &TranscriptImport, transcripts: &[Transcript]) -> Result<Vec<DeclaredTool>, Failure> {
    let mut declared: Vec<DeclaredTool> = Vec::new();
    if let Some(file) = &options.tools {
        let told = |fault: String| Failure::Told(format!("{}: {fault}", file.display()));
        let json = serde_json::from_str(&read_text(file)?);
        let json = json.map_err(|error| told(format!("this is no JSON: {error}")))?;
        declared = read_tools(&json).map_err(told)?;
    }
    for transcript in transcripts {
        for tool in &transcript.tools {
            match declared.iter().find(|known| known.tool.name == tool.tool.name) {
                None => declared.push(tool.clone()),
                Some(known) if known.tool.parameters == tool.tool.parameters => {}
                Some(known) => {
                    let (name, id) = (&known.tool.name, &transcript.id);
                    return Err(Failure::Told(format!(
                        "`{name}` has other parameters in {id} than elsewhere: import the two apart"
                    )));
                }
            }
        }
    }
    Ok(declared)
}

/// The tools, each with whether it writes.
fn told(options: &TranscriptImport, mut declared: Vec<DeclaredTool>) -> Result<Vec<DeclaredTool>, Failure> {
    let names: Vec<&str> = declared.iter().map(|tool| tool.tool.name.as_str()).collect();
    let named = options.writes.iter().flatten().map(String::as_str).filter(|name| !name.is_empty());
    if let Some(unknown) = named.clone().find(|name| !names.contains(name)) {
        let all = names.join(", ");
        return Err(Failure::Told(format!("--writes: there is no tool `{unknown}`; there are {all}")));
    }
    let named: BTreeSet<String> = named.map(str::to_owned).collect();
    let open: Vec<&str> =
        declared.iter().filter(|tool| tool.writes.is_none()).map(|tool| tool.tool.name.as_str()).collect();
    if options.writes.is_none() && !open.is_empty() {
        return Err(Failure::Told(format!(
            "which of these tools change something, so that they must ask first? {}\nsay --writes NAME,NAME; those that are not \
             named only read (--writes= where none writes)",
            open.join(", ")
        )));
    }
    for tool in &mut declared {
        let is_named = named.contains(&tool.tool.name);
        tool.writes = Some(is_named || tool.writes == Some(true));
    }
    Ok(declared)
}

fn talks(options: &TranscriptImport, transcripts: &[Transcript]) -> Result<Vec<Written>, Failure> {
    let mut taken = BTreeSet::new();
    let mut files = Vec::new();
    for transcript in transcripts {
        let name: String = transcript
            .id
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+') { c } else { '-' })
            .collect();
        let path = options.output.join(format!("{name}.transcript.json"));
        if !taken.insert(name) {
            let id = &transcript.id;
            return Err(Failure::Told(format!("two talks are called {id}: give one of them another `id`")));
        }
        let text = serde_json::to_string_pretty(transcript);
        let text = text.map_err(|error| Failure::Told(error.to_string()))? + "\n";
        files.push(Written { path, text });
    }
    Ok(files)
}

fn write(options: &TranscriptImport, files: &[Written]) -> Result<(), Failure> {
    if let Some(there) = files.iter().find(|file| file.path.exists()).filter(|_| !options.replace) {
        return Err(Failure::Told(format!(
            "{} is there already: name another folder, or say --replace",
            there.path.display()
        )));
    }
    std::fs::create_dir_all(&options.output).map_err(|cause| Failure::file(&options.output, cause))?;
    for Written { path, text } in files {
        std::fs::write(path, text).map_err(|cause| Failure::file(path, cause))?;
    }
    Ok(())
}

/// What is told of the tools.
struct Told {
    drafts: Vec<Draft>,
    known: BTreeSet<String>,
    /// Under another name now.
    renamed: Vec<(String, String)>,
}

fn tell(options: &TranscriptImport, transcripts: &[Transcript], told: &Told, files: &[Written]) {
    let Told { drafts, known, renamed } = told;
    let unknown: BTreeSet<&str> = transcripts
        .iter()
        .flat_map(Transcript::calls)
        .map(|call| call.tool.as_str())
        .filter(|tool| !known.contains(*tool))
        .collect();
    let writing: Vec<&str> =
        drafts.iter().filter(|draft| draft.requires_confirmation).map(|draft| draft.name.as_str()).collect();
    if options.json {
        let talks: Vec<_> = transcripts
            .iter()
            .map(|it| {
                serde_json::json!({
                    "id": it.id, "turns": it.turns.len(), "answers": it.answers().count(), "calls": it.calls().count(),
                })
            })
            .collect();
        let written: Vec<&PathBuf> = files.iter().map(|file| &file.path).collect();
        let line = serde_json::json!({
            "talks": talks, "tools": drafts.len(), "writing": writing, "renamed": renamed.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(), "undeclared": unknown, "written": written,
        });
        return println_line(&line.to_string());
    }
    for it in transcripts {
        let (id, turns) = (&it.id, it.turns.len());
        let (answers, calls) = (it.answers().count(), it.calls().count());
        println_line(&format!("{id}: {turns} turns of the user, {answers} answers with {calls} calls"));
    }
    if !drafts.is_empty() {
        let asking = if writing.is_empty() { "none".to_owned() } else { writing.join(", ") };
        println_line(&format!("{} tools; these ask first: {asking}", drafts.len()));
        if options.url.is_none() {
            println_line("The tools are not active: nobody said where they are called (--url).");
        }
    }
    for (own, name) in renamed {
        println_line(&format!("note: `{own}` is called `{name}` now, in the talks too"));
    }
    for tool in unknown {
        println_line(&format!("note: `{tool}` is called, and declared nowhere"));
    }
    for file in files {
        println_line(&format!("wrote {}", file.path.display()));
    }
}
