//! Where and when something is said.

use jiff::civil::DateTime;
use turno_language::{OpeningHours, Text};

/// The place in a talk at which a model speaks.
#[derive(Debug, Clone)]
pub struct Here<'a> {
    /// The tools that it may call.
    pub tools: &'a [String],
    /// The business's money, as ISO names it.
    pub currency: &'a str,
    /// When the business is open.
    pub hours: &'a OpeningHours,
    /// The business's time.
    pub now: DateTime,
    /// What the user said last.
    pub latest: std::sync::Arc<Text>,
    /// Values are said only as somebody gave them.
    pub is_grounded: bool,
    /// What is free can be looked up: elsewhere nobody claims against it.
    pub can_look_for_room: bool,
    /// What there is of what is sold can be looked up, and nobody did.
    pub is_stock_unasked: bool,
}
