//! The business whose assistant is a language model.

use turno_core::{Assistant, ToolSpec, catalog};
use turno_tools::{Business, Businesses, Kind};

use crate::brain::TENANT;

const GRAPH: &str = include_str!("modelled.toml");

/// The business, made after a restaurant of the world, and its assistant; none where the world has no restaurant.
///
/// # Errors
/// Where its graph does not fit its tools.
pub(crate) fn business(
    businesses: &Businesses,
    specs: &[ToolSpec],
) -> Result<Option<(Business, Assistant)>, String> {
    let Some(restaurant) = businesses
        .iter()
        .find(|business| business.kind == Kind::Restaurant)
    else {
        return Ok(None);
    };
    let mut business = Business::clone(restaurant);
    business.id = TENANT.to_owned();
    let settings = business.settings();
    let graph = turno_graph::compile("modelled.toml", GRAPH, &catalog(&settings, specs))
        .map_err(|faults| faults.to_string())?;
    let assistant = Assistant::new(settings, specs, graph).map_err(|error| error.to_string())?;
    Ok(Some((business, assistant)))
}
