//! Custom tools that are built-in ones under another name.

use serde_json::json;
use turno_runtime::port::ToolError;
use turno_web::testkit::TestServer;

use super::{LOYALTY, read, tool};

#[tokio::test]
async fn a_function_is_the_built_in_tool_under_another_name() {
    let server = TestServer::always(200, &[], "").await;
    let order = tool(LOYALTY, "where_is_my_order", &server);
    assert_eq!(order.spec().name, "where_is_my_order");
    let result = read(&order, json!({"order_number": "PED-0000"})).await.unwrap();
    assert!(result["message"].is_string(), "{result}");
    let error = read(&order, json!({"order_number": ""})).await.unwrap_err();
    assert!(matches!(error, ToolError::Invalid(_)), "the function's own bounds hold: {error}");
    assert!(server.seen().is_empty());
}
