//! What the models of one conversation were asked and answered, out of the traffic of all of them.

use std::path::{Path, PathBuf};
use std::{fs::OpenOptions, io::Write, os::unix::fs::OpenOptionsExt};

use turno_command::Failure;
use turno_core::{Conversation, Effect, Event, EventKind, step};

use crate::{
    assemble::Assembly,
    model_set::ModelsConfig,
    replay::{Compared, Entry, Recording, Taped, was_sent},
};

/// A cassette of a conversation's questions to models, in their order, with the timing that they had.
///
/// # Errors
/// [`Failure`] where the traffic cannot be read, or a question that was asked is not in it.
pub(super) async fn take_out(
    assembly: &Assembly,
    models: &ModelsConfig,
    recording: &Recording,
    traffic: &Path,
) -> Result<String, Failure> {
    let assistant = super::assistant_of(assembly, &recording.header.tenant)?;
    let (taped, player) = Taped::playing(traffic, models, assembly.registry())?;
    let mut conversation = Conversation::new(recording.key());
    let mut asked: Option<Conversation> = None;
    for entry in &recording.entries {
        let Entry::Event { event, .. } = entry else {
            continue;
        };
        if let (EventKind::ModelAnswered { request, outcome }, Some(asked)) = (&event.kind, &asked)
            && was_sent(outcome)
            && asked.phase.generating().is_some_and(|(_, open)| open == request)
        {
            let mut was_otherwise = false;
            loop {
                let given = player.given_count();
                let compared = taped.compare(&player, assistant, asked, outcome).await;
                match compared.map_err(Failure::Told)? {
                    Compared::Same => break,
                    // The same was asked in another conversation, and answered otherwise.
                    Compared::Otherwise(_) => {
                        was_otherwise = true;
                        player.disown_since(given);
                    }
                    // A daemon that died while it waited asks once more.
                    Compared::Missed(_) if player.given_count() > given => player.disown_since(given),
                    Compared::Missed(_) if was_otherwise => {
                        return Err(Failure::Told(format!(
                            "the question {} of this conversation has another answer in the traffic than it had in the conversation: a \
                             secret is blanked in what is kept, or it is the traffic of another daemon. Record the conversation \
                             without --cassette: its models' answers stand in it then",
                            request.0
                        )));
                    }
                    Compared::Missed(miss) => {
                        return Err(Failure::Told(format!(
                            "the question {} of this conversation is not in the traffic that was kept: it was asked before \
                             that began, or with another configuration. {miss}",
                            request.0
                        )));
                    }
                }
            }
        }
        let effects = step(assistant, &mut conversation, Event::clone(event));
        if effects.iter().any(|effect| matches!(effect, Effect::AskModel { .. })) {
            asked = Some(conversation.clone());
        }
    }
    if player.given_count() == 0 {
        let message = "no language model was asked in this conversation: record it without --cassette";
        return Err(Failure::Told(message.to_owned()));
    }
    Ok(player.given_as_cassette())
}

/// Writes it so that only its owner reads it: it holds what people said.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(true).mode(0o600).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|cause| Failure::file(path, cause))
}

/// A path as it is named in a file of that folder: from there, where it is inside or beside; else from the root.
pub(super) fn seen_from(folder: Option<&Path>, path: &Path) -> Result<PathBuf, Failure> {
    let folder = match folder {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    let whole = |path: &Path| std::fs::canonicalize(path).map_err(|cause| Failure::file(path, cause));
    let (folder, path) = (whole(folder)?, whole(path)?);
    if let Ok(inside) = path.strip_prefix(&folder) {
        return Ok(inside.to_owned());
    }
    let beside = folder.parent().and_then(|above| Some(Path::new("..").join(path.strip_prefix(above).ok()?)));
    Ok(beside.unwrap_or(path))
}
