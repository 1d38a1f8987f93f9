//! The tools that there are: for every tenant, and those that only some have.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

use jsonschema::Validator;
use serde_json::{Map, Value};
use turno_core::{Execution, ToolSpec};

use super::{expected, whole};
use crate::port::{OutsideTool, Tool};

/// More faults of one call are not told.
const FAULTS_MAX: usize = 10;

/// A registry that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// Two tools of one name.
    #[error("two tools are named {name:?}: give each its own name")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A schema that is none.
    #[error("the parameters of {name:?} are not a JSON Schema: {cause}")]
    Schema {
        /// The tool.
        name: String,
        /// What is wrong.
        cause: String,
    },
}

/// A tool, by how it works.
#[derive(Clone)]
pub enum Handler {
    /// What it does is part of the commit, or it only reads.
    Own(Arc<dyn Tool>),
    /// It acts outside.
    Outside(Arc<dyn OutsideTool>),
}

impl Handler {
    /// What it is.
    pub fn spec(&self) -> &ToolSpec {
        match self {
            Self::Own(tool) => tool.spec(),
            Self::Outside(tool) => tool.spec(),
        }
    }
}

impl std::fmt::Debug for Handler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Handler").field(&self.spec().name).finish()
    }
}

/// A tool, and who has it.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The tenants that have it; none: all.
    pub tenants: Option<Vec<String>>,
    /// The tool.
    pub handler: Handler,
}

pub(super) struct Registered {
    pub(super) handler: Handler,
    /// What its schema fills in where a call says nothing.
    pub(super) defaults: Map<String, Value>,
    validator: Arc<Validator>,
}

#[derive(Default)]
pub(super) struct Catalogue {
    general: BTreeMap<String, Registered>,
    by_tenant: BTreeMap<String, BTreeMap<String, Registered>>,
}

impl Catalogue {
    pub(super) fn of(offers: Vec<Offer>) -> Result<Self, RegistryError> {
        let mut catalogue = Self::default();
        for Offer { tenants, handler } in offers {
            let validator = Arc::new(validator_of(handler.spec())?);
            let registered = || Registered {
                defaults: defaults_of(&handler.spec().parameters),
                handler: handler.clone(),
                validator: Arc::clone(&validator),
            };
            match tenants {
                None => insert(&mut catalogue.general, registered())?,
                Some(tenants) => {
                    for tenant in tenants {
                        insert(catalogue.by_tenant.entry(tenant).or_default(), registered())?;
                    }
                }
            }
        }
        Ok(catalogue)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.general.keys().chain(self.by_tenant.values().flat_map(BTreeMap::keys))
    }

    pub(super) fn find(&self, tenant: &str, name: &str) -> Option<&Registered> {
        let own = self.by_tenant.get(tenant).and_then(|tools| tools.get(name));
        own.or_else(|| self.general.get(name))
    }

    pub(super) fn specs(&self, tenant: Option<&str>) -> Vec<ToolSpec> {
        let own = tenant.and_then(|tenant| self.by_tenant.get(tenant));
        let mut specs: BTreeMap<&String, &ToolSpec> = BTreeMap::new();
        for (name, registered) in self.general.iter().chain(own.into_iter().flatten()) {
            specs.insert(name, registered.handler.spec());
        }
        specs.into_values().cloned().collect()
    }

    /// What a model, or the operator, is told of a name that no tool has.
    pub(super) fn unknown(&self, tenant: &str, name: &str) -> String {
        let names: Vec<String> = self.specs(Some(tenant)).into_iter().map(|spec| spec.name).collect();
        match turno_core::nearest(name, names.iter().map(String::as_str)) {
            Some(nearest) => format!("there is no tool {name:?}: did you mean {nearest:?}?"),
            None => format!("there is no tool {name:?}"),
        }
    }
}

impl Registered {
    pub(super) fn goes_outside(&self) -> bool {
        matches!(self.handler, Handler::Own(_)) && self.handler.spec().execution != Execution::Internal
    }

    /// Gives valid parameters back.
    ///
    /// # Errors
    /// What is wrong, by field, with what is expected there.
    pub(super) fn validate(&self, parameters: Map<String, Value>) -> Result<Map<String, Value>, String> {
        valid(&self.validator, &self.handler.spec().parameters, parameters)
    }
}

/// Parameters as a tool is called with them, its defaults filled in, where they are valid: as for
/// [`super::ToolRegistry::validate`], of a tool that need not be registered.
///
/// # Errors
/// What is wrong, by field, with what is expected there; or that the tool's schema is none.
pub fn validate_parameters(
    spec: &ToolSpec,
    parameters: &Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let validator = validator_of(spec).map_err(|error| error.to_string())?;
    let mut parameters = parameters.clone();
    super::fill(&mut parameters, &defaults_of(&spec.parameters));
    valid(&validator, &spec.parameters, parameters)
}

fn valid(
    validator: &Validator,
    schema: &Value,
    parameters: Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let mut parameters = Value::Object(parameters);
    let mut faults: Vec<String> = Vec::new();
    for error in validator.iter_errors(&parameters) {
        let told = expected::told(&error, schema);
        if faults.len() < FAULTS_MAX && !faults.contains(&told) {
            faults.push(told);
        }
    }
    whole::read(&mut parameters, schema, &mut |place| {
        let told = expected::too_large(place, schema);
        let is_told = faults.iter().any(|fault| expected::is_about(fault, place));
        if faults.len() < FAULTS_MAX && !is_told {
            faults.push(told);
        }
    });
    if let (true, Value::Object(valid)) = (faults.is_empty(), parameters) {
        return Ok(valid);
    }
    Err(faults.join("; "))
}

fn insert(tools: &mut BTreeMap<String, Registered>, registered: Registered) -> Result<(), RegistryError> {
    let name = registered.handler.spec().name.clone();
    match tools.entry(name) {
        Entry::Occupied(taken) => Err(RegistryError::Duplicate { name: taken.key().clone() }),
        Entry::Vacant(free) => {
            free.insert(registered);
            Ok(())
        }
    }
}

fn validator_of(spec: &ToolSpec) -> Result<Validator, RegistryError> {
    jsonschema::options()
        .should_validate_formats(true)
        .with_format("time", is_hour_and_minute)
        .build(&spec.parameters)
        .map_err(|error| RegistryError::Schema { name: spec.name.clone(), cause: error.to_string() })
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn defaults_of(schema: &Value) -> Map<String, Value> {
    let defaults = properties(schema).into_iter().flatten().filter_map(|(name, property)| {
        let default = property.get("default")?;
        Some((name.clone(), default.clone()))
    });
    defaults.collect()
}

/// `20:00`: what people say, not the whole of RFC 3339.
fn is_hour_and_minute(text: &str) -> bool {
    let is_number = |part: &str, below: u8| {
        part.len() == 2
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|number| number < below)
    };
    text.split_once(':').is_some_and(|(hour, minute)| is_number(hour, 24) && is_number(minute, 60))
}
