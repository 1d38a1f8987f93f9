//! The ports: traits that stores, clocks, tools and models implement.

mod clock;
mod export;
mod model;
mod store;
mod tool;

pub use clock::{Clock, SystemClock};
pub use export::{Export, ExportError};
pub use model::{CancellationToken, Model};
pub use store::{Batch, CommitError, Expectation, Store, StoreError, Write};
pub use tool::{OutsideError, OutsideTool, Prepared, Tool, ToolContext, ToolError};
