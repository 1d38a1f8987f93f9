//! Tools as a file declares them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use turno_core::ModelTool;

/// Keys that say that a tool changes something.
const WRITES: [&str; 4] = ["x-writes", "writes", "x-requires-confirmation", "requires_confirmation"];

/// A tool that a transcript's model had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeclaredTool {
    /// Name, description and parameters.
    #[serde(flatten)]
    pub tool: ModelTool,
    /// Whether it changes something; none: the file does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<bool>,
}

/// Reads a list of tools, each as `{"type": "function", "function": {…}}` or as the function itself. That one writes is told
/// by `"x-writes": true` or `"requires_confirmation": true`, or by `readOnlyHint` among its `annotations`, in either.
///
/// # Errors
/// Says which tool is none.
pub fn read_tools(tools: &Value) -> Result<Vec<DeclaredTool>, String> {
    let list = tools.get("tools").unwrap_or(tools).as_array();
    let list =
        list.ok_or("the tools are a list: [{\"type\": \"function\", \"function\": {\"name\": …}}, …]")?;
    let mut read: Vec<DeclaredTool> = Vec::new();
    for (index, tool) in list.iter().enumerate() {
        let function = tool.get("function").unwrap_or(tool);
        let name = function.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| format!("tool {index} has no name"))?;
        if read.iter().any(|known| known.tool.name == name) {
            return Err(format!("there are two tools `{name}`"));
        }
        let parameters = ["parameters", "input_schema", "inputSchema"]
            .iter()
            .find_map(|key| function.get(*key).filter(|schema| schema.is_object()));
        let nothing = || json!({"type": "object", "properties": {}});
        read.push(DeclaredTool {
            tool: ModelTool {
                name: name.to_owned(),
                description: function
                    .get("description")
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned(),
                parameters: parameters.cloned().unwrap_or_else(nothing).into(),
            },
            writes: writes(tool).or_else(|| writes(function)),
        });
    }
    Ok(read)
}

fn writes(tool: &Value) -> Option<bool> {
    let told = WRITES.iter().find_map(|key| tool.get(*key)?.as_bool());
    told.or_else(|| tool.get("annotations")?.get("readOnlyHint")?.as_bool().map(|reads| !reads))
}
