//! The assistants that are served.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

use turno_core::Assistant;

/// The assistants by tenant. Cheap to clone; all clones see a replacement.
#[derive(Debug, Clone)]
pub struct Assistants(Arc<RwLock<BTreeMap<String, Arc<Assistant>>>>);

impl Assistants {
    /// These assistants, by their tenants.
    pub fn new(assistants: BTreeMap<String, Arc<Assistant>>) -> Self {
        Self(Arc::new(RwLock::new(assistants)))
    }

    /// The assistant of a tenant.
    pub fn get(&self, tenant: &str) -> Option<Arc<Assistant>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(tenant).cloned()
    }

    /// Puts another assistant in a tenant's place. Conversations meet it at their next turn.
    pub fn replace(&self, tenant: &str, assistant: Arc<Assistant>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(tenant.to_owned(), assistant);
    }

    /// How many tenants there are.
    pub fn count(&self) -> usize {
        self.0.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The tenants, in the order of their names.
    pub fn tenants(&self) -> Vec<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}
