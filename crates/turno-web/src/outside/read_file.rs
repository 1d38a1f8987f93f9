//! `read_file`: a text in one configured folder, and nothing beside it.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use rustix::{
    fs::{AtFlags, FileType, Mode, OFlags, fstat, open, openat, statat},
    io::Errno,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use turno_business::{
    answer::Answer,
    parameters,
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_runtime::port::{Prepared, Store, ToolError};

use super::{
    call::{Call, Looks},
    path::{self, PathFault},
    shared::refused,
    text::{cut_bytes, cut_for_json},
};

/// What a result has room for.
const BYTES_MAX: usize = 14_000;

/// `[tools.read_file]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadFileOptions {
    /// The folder whose files can be read. Links in it are not followed, and names that begin with a dot are not seen.
    pub folder: PathBuf,
    /// Each business sees only the folder beneath that has its id as its name.
    #[serde(default)]
    pub by_tenant: bool,
    /// The most of a file that is read, in bytes: at most 14,000. Longer ones are cut, and the result says so.
    #[serde(default = "bytes_max")]
    #[schemars(range(min = 1, max = 14_000))]
    pub bytes_max: usize,
}

fn bytes_max() -> usize {
    BYTES_MAX
}

pub(super) struct ReadFile {
    spec: ToolSpec,
    options: ReadFileOptions,
}

impl ReadFile {
    /// # Errors
    /// Where the folder is none: what to do about it.
    pub(super) fn new(options: ReadFileOptions) -> Result<Self, String> {
        if !options.folder.is_dir() {
            return Err(format!(
                "`folder` is no folder that can be read ({}): make it, or name another",
                options.folder.display()
            ));
        }
        Ok(Self { spec: spec(), options })
    }
}

fn spec() -> ToolSpec {
    let path = json!({"type": "string", "minLength": 1, "maxLength": 300, "x-slot": "text",
        "examples": ["menus/lunch.txt"], "description": "Where the file is beneath the folder: `menus/lunch.txt`",
        "x-name": parameters::names("parameter.file")});
    ToolSpec {
        source: super::DOCUMENT_4.to_owned(),
        ..ToolSpec::new(
            "read_file",
            "Reads a text file of the configured folder",
            "files",
            parameters::object(json!({ "path": path }), &["path"]),
        )
    }
}

#[async_trait]
impl Looks for ReadFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn look(
        &self,
        _store: &dyn Store,
        Call { voice, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let wanted = parameters.required_text("path")?.to_owned();
        let mut names = match path::file_names(&wanted) {
            Ok(names) => names,
            Err(fault) => return Ok(explained(&voice, Refusal::Path(fault)).read_only()),
        };
        if self.options.by_tenant {
            names.insert(0, context.conversation.tenant.clone());
        }
        let (folder, bytes_max) = (self.options.folder.clone(), self.options.bytes_max.clamp(1, BYTES_MAX));
        let read = tokio::task::spawn_blocking(move || read_beneath(&folder, &names, bytes_max))
            .await
            .map_err(|error| ToolError::Failed(format!("the file could not be read: {error}")))?;
        Ok(match read {
            Ok(text) => told(&voice, &wanted, &text),
            Err(refusal) => explained(&voice, refusal),
        }
        .read_only())
    }
}

/// Why a file is not read.
enum Refusal {
    /// The path leads elsewhere.
    Path(PathFault),
    /// There is none.
    Absent,
    /// There is a link on the way.
    Link,
    /// A folder, a device, a pipe.
    NoFile,
    /// It is no UTF-8.
    NoText,
    /// The system refused: what it said.
    System(String),
}

/// A file's text.
struct Text {
    content: String,
    bytes: u64,
    is_cut: bool,
}

/// Opens name after name, each beneath the one before and none through a link, so that nobody can swap one in between.
fn read_beneath(folder: &Path, names: &[String], bytes_max: usize) -> Result<Text, Refusal> {
    let (last, folders) = names.split_last().ok_or(Refusal::Absent)?;
    let as_folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut at = open(folder, as_folder, Mode::empty()).map_err(refusal)?;
    for name in folders {
        at = openat(&at, name.as_str(), as_folder | OFlags::NOFOLLOW, Mode::empty()).map_err(|errno| {
            let is_link = kind_of(&at, name).is_some_and(|kind| kind == FileType::Symlink);
            if is_link { Refusal::Link } else { refusal(errno) }
        })?;
    }
    // A pipe would wait to be opened, and a device may act on it: only what is a file is opened at all.
    match kind_of(&at, last) {
        Some(FileType::RegularFile) => {}
        Some(FileType::Symlink) => return Err(Refusal::Link),
        Some(_) => return Err(Refusal::NoFile),
        None => return Err(Refusal::Absent),
    }
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = openat(&at, last.as_str(), flags, Mode::empty()).map_err(refusal)?;
    let stat = fstat(&file).map_err(refusal)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(Refusal::NoFile);
    }
    text_of(File::from(file), u64::try_from(stat.st_size).unwrap_or_default(), bytes_max)
}

fn text_of(file: File, bytes: u64, bytes_max: usize) -> Result<Text, Refusal> {
    let mut read = Vec::new();
    // Four more, so that a character across the limit is no broken one.
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX).saturating_add(4);
    file.take(limit).read_to_end(&mut read).map_err(|error| Refusal::System(error.to_string()))?;
    let is_whole = read.len() <= bytes_max;
    let text = match std::str::from_utf8(&read) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() && !is_whole => {
            std::str::from_utf8(read.get(..error.valid_up_to()).unwrap_or_default())
                .map_err(|_| Refusal::NoText)?
        }
        Err(_) => return Err(Refusal::NoText),
    };
    if text.contains('\0') {
        return Err(Refusal::NoText);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let within = cut_bytes(text, if is_whole { text.len() } else { bytes_max });
    let content = cut_for_json(within, BYTES_MAX);
    Ok(Text { is_cut: !is_whole || content.len() < within.len(), content: content.to_owned(), bytes })
}

fn kind_of(folder: impl std::os::fd::AsFd, name: &str) -> Option<FileType> {
    let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
    Some(FileType::from_raw_mode(stat.st_mode))
}

fn refusal(errno: Errno) -> Refusal {
    match errno {
        Errno::NOENT => Refusal::Absent,
        Errno::LOOP => Refusal::Link,
        Errno::NOTDIR => Refusal::NoFile,
        other => Refusal::System(other.to_string()),
    }
}

fn told(voice: &Voice<'_>, path: &str, text: &Text) -> Answer {
    let said = if text.is_cut {
        voice.say("file.read_beginning", &[("path", &path)])
    } else {
        voice.say("file.read", &[("path", &path)])
    };
    Answer::done(&Said::same(said))
        .with("path", path)
        .with("content", text.content.as_str())
        .with("bytes", text.bytes)
        .with("is_cut", text.is_cut)
}

fn explained(voice: &Voice<'_>, refusal: Refusal) -> Answer {
    match refusal {
        Refusal::Path(fault) => {
            refused(voice, "path_not_allowed", "file.not_allowed").with("detail", fault.to_string())
        }
        Refusal::Link => refused(voice, "path_not_allowed", "file.not_allowed")
            .with("detail", "there is a link on the way: links are not followed"),
        Refusal::Absent => refused(voice, "not_found", "file.none"),
        Refusal::NoFile => refused(voice, "not_a_file", "file.no_file"),
        Refusal::NoText => refused(voice, "not_text", "file.no_text"),
        Refusal::System(detail) => refused(voice, "unreadable", "file.unreadable").with("detail", detail),
    }
}
