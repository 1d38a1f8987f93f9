//! The JSON Schema of the frames.

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use crate::frames::{GatewayFrame, ServerFrame};

/// The JSON Schema (2020-12) of every frame: `GatewayFrame` and `ServerFrame` under `$defs`.
pub fn json_schema() -> Value {
    let mut generator = SchemaGenerator::new(SchemaSettings::draft2020_12());
    let gateway = generator.subschema_for::<GatewayFrame>();
    let server = generator.subschema_for::<ServerFrame>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The frames of Turno's socket, protocol 1",
        "description": "One frame a line. Gateways send GatewayFrame and receive ServerFrame.",
        "anyOf": [gateway, server],
        "$defs": generator.take_definitions(true),
    })
}
