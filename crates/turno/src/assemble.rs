//! From files to assistants: every fault of every file at once, or all that the daemon serves.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use turno_business::{
    Business, Businesses, KnownTools, Stock, check_tool_names, load_business, read_orders, read_products,
};
use turno_command::{Failure, FaultList};
use turno_core::{Assistant, catalog};
use turno_graph::Refusal;
use turno_runtime::{LanguageModels, Sink, ToolRegistry};
use turno_web::sinks::team_reach;

use crate::{
    config::{DaemonConfig, TenantConfig},
    custom_tools, languages, model_set, notices,
    tool_set::ToolSet,
    untold::Untold,
};

/// What the daemon serves.
pub(crate) struct Assembly {
    pub(crate) businesses: Arc<Businesses>,
    registry: Arc<ToolRegistry>,
    pub(crate) assistants: BTreeMap<String, Arc<Assistant>>,
    pub(crate) tools: ToolSet,
    /// Who answers what graphs ask of language models.
    pub(crate) models: LanguageModels,
    /// Where the team's notices go.
    pub(crate) sinks: Vec<Arc<dyn Sink>>,
    /// What is no fault and the operator should know: tools that agents may call and that are not there.
    pub(crate) notes: Vec<String>,
}

impl Assembly {
    /// The registry of its tools.
    pub(crate) fn registry(&self) -> Arc<ToolRegistry> {
        Arc::clone(&self.registry)
    }
}

/// Loads and checks everything that the configuration names.
///
/// # Errors
/// [`Failure::Faults`] with all faults of all files.
pub(crate) fn assemble(config: &DaemonConfig) -> Result<Assembly, Failure> {
    assemble_with(config, |_, _| {})
}

/// The same, and whatever else `check` has to say of the tools.
///
/// # Errors
/// As [`assemble`].
pub(crate) fn assemble_with(
    config: &DaemonConfig,
    check: impl FnOnce(&ToolSet, &mut FaultList),
) -> Result<Assembly, Failure> {
    let mut faults = FaultList::default();
    // Before anything is read with them.
    let of_languages = languages::install(config, &mut faults);
    let businesses: Vec<Option<Business>> = config
        .tenants
        .iter()
        .map(|tenant| load_tenant(&tenant.file, &mut faults))
        .map(|business| business.map(|business| reached(business, config)))
        .collect();
    check_ids(&businesses, &config.tenants, &mut faults);
    let served = Arc::new(Businesses::new(businesses.iter().flatten().cloned()));
    let tools = ToolSet::load(config, &served, &mut faults);
    check(&tools, &mut faults);
    let registry = tools.registry().map_err(|error| faults.add(&error, 1)).ok();
    let sinks = notices::load(config, tools.means.as_ref(), &mut faults);
    let models = model_set::load(config, tools.means.as_ref(), &mut faults);
    let mut assistants = BTreeMap::new();
    let mut untold = Untold::default();
    let mut notes: Vec<String> = custom_tools::notes(&tools.custom).collect();
    notes.extend(of_languages);
    notes.extend(model_set::notes(config, tools.means.as_ref()));
    for (business, tenant) in businesses.iter().zip(&config.tenants) {
        let (Some(business), Some(registry)) = (business, &registry) else {
            continue;
        };
        let specs = registry.specs_for(&business.id);
        let known = tools.known(&specs);
        notes.extend(check_tools_of(&tenant.file, &known, &mut faults));
        if let Some(assistant) = load_assistant(business, &tenant.graph, &known, &mut faults) {
            let asks_nobody = model_set::note_without_models(config, &tenant.graph, assistant.graph());
            notes.extend(asks_nobody);
            untold.add(&assistant, &tools, &team_reach(&config.sinks, &business.id));
            assistants.insert(business.id.clone(), Arc::new(assistant));
        }
    }
    notes.extend(untold.notes());
    faults.into_result()?;
    let registry = registry.ok_or_else(|| Failure::Told("there is no registry".to_owned()))?;
    Ok(Assembly { businesses: served, registry: Arc::new(registry), assistants, tools, models, sinks, notes })
}

/// A business that knows which of its notices somebody gets.
fn reached(business: Business, config: &DaemonConfig) -> Business {
    let reach = team_reach(&config.sinks, &business.id);
    business.with_reach(&reach)
}

/// Checks one graph for one business.
pub(crate) fn load_assistant(
    business: &Business,
    graph: &Path,
    known: &KnownTools<'_>,
    faults: &mut FaultList,
) -> Option<Assistant> {
    let source = faults.read(graph)?;
    let settings = business.settings();
    let mut catalog = catalog(&settings, known.specs);
    catalog.tools_refused.extend(known.absent.iter().map(refused));
    catalog.tools_unread.clone_from(&known.unread);
    let compiled = turno_graph::compile(&graph.display().to_string(), &source, &catalog);
    let graph = compiled
        .map_err(|found| {
            if !found.is_empty() {
                faults.add(&found, found.len());
            }
        })
        .ok()?;
    Assistant::new(settings, known.specs, graph).map_err(|fault| faults.add(&fault, 1)).ok()
}

/// Checks the names of tools in a tenant file, and gives what is to be noted.
pub(crate) fn check_tools_of(file: &Path, known: &KnownTools<'_>, faults: &mut FaultList) -> Vec<String> {
    let Some(source) = faults.read(file) else {
        return Vec::new();
    };
    check_tool_names(&file.display().to_string(), &source, known).unwrap_or_else(|found| {
        faults.add(&found, found.0.len());
        Vec::new()
    })
}

/// Why a tool is not there has its cure behind a colon.
fn refused((name, why): (&String, &String)) -> (String, Refusal) {
    let (why, cure) = why.split_once(": ").unwrap_or((why, "`turno tools list` tells more"));
    let refusal = Refusal { why: why.to_owned(), cure: cure.to_owned(), by_agents: false };
    (name.clone(), refusal)
}

/// Reads one tenant file.
pub(crate) fn load_tenant(file: &Path, faults: &mut FaultList) -> Option<Business> {
    let source = faults.read(file)?;
    let business = load_business(&file.display().to_string(), &source)
        .map_err(|found| faults.add(&found, found.0.len()))
        .ok()?;
    with_stock(business, file, faults)
}

/// A shop with what the files of its `[catalog]` hold.
fn with_stock(mut business: Business, file: &Path, faults: &mut FaultList) -> Option<Business> {
    let Some(catalog) = business.catalog.clone() else {
        return Some(business);
    };
    let folder = file.parent().unwrap_or(Path::new("."));
    let products = folder.join(&catalog.file);
    let bytes = faults.read_bytes(&products)?;
    let products = read_products(&products.display().to_string(), &bytes, &business.currency)
        .map_err(|found| faults.add(&found, found.0.len()))
        .ok();
    let orders = match &catalog.orders_file {
        Some(orders) => {
            let orders = folder.join(orders);
            let bytes = faults.read_bytes(&orders)?;
            read_orders(&orders.display().to_string(), &bytes, &business)
                .map_err(|found| faults.add(&found, found.0.len()))
                .ok()
        }
        None => Some(Vec::new()),
    };
    business.stock = Arc::new(Stock { products: products?.products, orders: orders? });
    Some(business)
}

/// Each business has an id of its own.
fn check_ids(businesses: &[Option<Business>], tenants: &[TenantConfig], faults: &mut FaultList) {
    let mut seen: BTreeMap<&str, &PathBuf> = BTreeMap::new();
    for (business, tenant) in businesses.iter().zip(tenants) {
        let Some(business) = business else { continue };
        if let Some(first) = seen.insert(&business.id, &tenant.file) {
            let message = format!(
                "{}: the id {:?} is already that of {}; give each business its own",
                tenant.file.display(),
                business.id,
                first.display()
            );
            faults.add(&message, 1);
        }
    }
}
