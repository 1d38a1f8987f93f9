//! The conversations take in what gateways send.

use turno_runtime::{ConversationsHandle, Delivery, Refused};

use crate::Intake;

impl Intake for ConversationsHandle {
    fn deliver(&self, delivery: Delivery) -> Result<(), Refused> {
        Self::deliver(self, delivery)
    }
}
