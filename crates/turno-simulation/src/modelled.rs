//! Businesses of the simulation's own, and the one whose assistant is a language model.

use turno_business::{Business, Businesses, Kind};
use turno_core::{Assistant, ToolSpec, catalog};

use crate::brain::TENANT;

const GRAPH: &str = include_str!("modelled.toml");

/// The business whose assistant is a model; none where the world has no restaurant.
///
/// # Errors
/// Where its graph does not fit its tools.
pub(crate) fn business(
    businesses: &Businesses,
    specs: &[ToolSpec],
) -> Result<Option<(Business, Assistant)>, String> {
    made_after_a_restaurant(businesses, TENANT, ("modelled.toml", GRAPH), specs)
}

/// A business with that id, made after a restaurant of the world, and its assistant by that graph (its name and its text);
/// none where the world has no restaurant.
///
/// # Errors
/// Where the graph does not fit the tools.
pub(crate) fn made_after_a_restaurant(
    businesses: &Businesses,
    id: &str,
    (name, text): (&str, &str),
    specs: &[ToolSpec],
) -> Result<Option<(Business, Assistant)>, String> {
    let Some(restaurant) = businesses.iter().find(|business| business.kind == Kind::Restaurant) else {
        return Ok(None);
    };
    let mut business = Business::clone(restaurant);
    business.id = id.to_owned();
    let settings = business.settings();
    let graph =
        turno_graph::compile(name, text, &catalog(&settings, specs)).map_err(|faults| faults.to_string())?;
    let assistant = Assistant::new(settings, specs, graph).map_err(|error| error.to_string())?;
    Ok(Some((business, assistant)))
}
