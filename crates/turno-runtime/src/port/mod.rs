//! The ports: traits that stores, clocks and tools implement.

mod clock;
mod export;
mod store;
mod tool;

pub use clock::{Clock, SystemClock};
pub use export::{Export, ExportError};
pub use store::{Batch, CommitError, Expectation, Store, StoreError, Write};
pub use tool::{OutsideError, OutsideTool, Prepared, Tool, ToolContext, ToolError};
