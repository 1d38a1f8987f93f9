//! `turno schema`: the JSON Schemas of what others write.

use std::process::ExitCode;

use clap::Args;
use turno_command::{Failure, println_line};

use crate::config::DaemonConfig;

/// `turno schema`
#[derive(Debug, Args)]
pub(crate) struct SchemaOptions {
    /// Which.
    #[arg(value_enum)]
    pub(crate) which: SchemaKind,
}

/// The schemas that there are.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum SchemaKind {
    /// The frames of the socket.
    Frames,
    /// Graph files.
    Graph,
    /// Tenant files.
    Tenant,
    /// Files of custom tools.
    Tools,
    /// The daemon's configuration.
    Config,
}

/// Runs the command.
pub(crate) fn run(options: &SchemaOptions) -> Result<ExitCode, Failure> {
    println_line(&pretty(options.which));
    Ok(ExitCode::SUCCESS)
}

fn pretty(which: SchemaKind) -> String {
    let schema = match which {
        SchemaKind::Frames => turno_gateway::json_schema(),
        SchemaKind::Graph => turno_graph::json_schema(),
        SchemaKind::Tenant => turno_business::json_schema(),
        SchemaKind::Tools => turno_custom::json_schema(),
        SchemaKind::Config => schemars::schema_for!(DaemonConfig).to_value(),
    };
    format!("{schema:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `#:schema` at the top of each file under `config/` and `graphs/` names these.
    #[test]
    fn the_published_schemas_are_those_of_the_code() {
        for (which, file) in [
            (SchemaKind::Frames, "frames.schema.json"),
            (SchemaKind::Graph, "graph.schema.json"),
            (SchemaKind::Tenant, "tenant.schema.json"),
            (SchemaKind::Tools, "tools.schema.json"),
            (SchemaKind::Config, "turno.schema.json"),
        ] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config").join(file);
            let now = pretty(which) + "\n";
            if std::env::var_os("TURNO_BLESS").is_some() {
                std::fs::write(&path, &now).unwrap();
            }
            let published = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                published == now,
                "config/{file} is not that of the code: run the tests with TURNO_BLESS=1"
            );
        }
    }
}
