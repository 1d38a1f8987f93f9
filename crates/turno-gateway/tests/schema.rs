//! The published schema, and that it says the same as the code.

#[test]
fn the_schema_is_this() {
    let schema = serde_json::to_string_pretty(&turno_gateway::json_schema()).unwrap();
    insta::assert_snapshot!(schema);
}
