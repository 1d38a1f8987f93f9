//! What all connections have in common, and who takes in what they carry.

use std::sync::Arc;

use turno_runtime::{Delivery, Refused};

use crate::{doors::Doors, options::GatewayOptions, rate::Rates};

/// Takes in what gateways send; the conversations do.
pub trait Intake: Send + Sync {
    /// Takes it in without waiting for what comes of it: that comes back over the delivery's link.
    ///
    /// # Errors
    /// [`Refused`] where it is not taken in; the gateway is told so and may send it again.
    fn deliver(&self, delivery: Delivery) -> Result<(), Refused>;
}

/// What all connections have in common.
pub(crate) struct Shared {
    pub(crate) options: GatewayOptions,
    pub(crate) intake: Arc<dyn Intake>,
    pub(crate) rates: Rates,
    pub(crate) doors: Arc<Doors>,
}

impl Shared {
    pub(crate) fn new(options: GatewayOptions, intake: Arc<dyn Intake>) -> Self {
        let limits = &options.limits;
        let rates = Rates::new(limits.turns_per_second_conversation, limits.turns_per_second_tenant);
        let doors = Arc::new(Doors::new(limits));
        Self { options, intake, rates, doors }
    }
}
