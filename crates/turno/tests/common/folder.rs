//! A folder of a business's files that a test may change.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::root;

/// A folder with a configuration of one restaurant on the plan enterprise.
pub(crate) struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    /// Whose tool files are these; `more` stands in turno.toml.
    pub(crate) fn new(tools: &[(&str, &str)], more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tenant = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
        let tenant = tenant.replacen("\nphone ", "\nplan = \"enterprise\"\nphone ", 1);
        std::fs::write(folder.path().join("terraza.toml"), tenant).unwrap();
        std::fs::copy(root().join("graphs/restaurant.toml"), folder.path().join("graph.toml")).unwrap();
        std::fs::create_dir(folder.path().join("tools")).unwrap();
        for (name, text) in tools {
            std::fs::write(folder.path().join("tools").join(name), text).unwrap();
        }
        let custom = if tools.is_empty() { "" } else { "custom_tools = \"tools\"\n" };
        let config = format!("{custom}[[tenants]]\nfile = \"terraza.toml\"\ngraph = \"graph.toml\"\n{more}");
        std::fs::write(folder.path().join("turno.toml"), config).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Changes a file.
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let path = self.path(name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from} in {name}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    }

    /// What `turno check` says, with these secrets.
    pub(crate) fn check(&self, secrets: &[(&str, &str)]) -> Output {
        check(&self.path("turno.toml"), secrets)
    }
}

/// What `turno check` says of a configuration, with these secrets.
fn check(config: &Path, secrets: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_turno"))
        .current_dir(root())
        .envs(secrets.iter().copied())
        .args(["check", "--config", config.to_str().unwrap()])
        .output()
        .unwrap()
}
