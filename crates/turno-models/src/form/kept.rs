//! The forms of tools, made once: a business's tools are the same in each of its requests.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use serde_json::Value;
use turno_core::ModelTool;

use super::Form;

/// So many are kept before those whose schemas are gone are let go.
const KEPT_MAX: usize = 512;

/// The forms of the tools that a provider was asked with.
pub(crate) struct KeptForms {
    form: Form,
    /// By the place of the schema in memory, which is no other's while it is held.
    kept: Mutex<BTreeMap<usize, Kept>>,
}

struct Kept {
    schema: Weak<Value>,
    name: String,
    description: String,
    form: Arc<Value>,
}

impl KeptForms {
    pub(crate) fn new(form: Form) -> Self {
        Self { form, kept: Mutex::default() }
    }

    /// The list of tools of a request.
    pub(crate) fn list(&self, tools: &[ModelTool]) -> Value {
        tools.iter().map(|tool| (*self.of(tool)).clone()).collect()
    }

    fn of(&self, tool: &ModelTool) -> Arc<Value> {
        let place = Arc::as_ptr(&tool.parameters).addr();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.get(&place)
            && found.is_of(tool)
        {
            return Arc::clone(&found.form);
        }
        if kept.len() >= KEPT_MAX {
            kept.retain(|_, one| one.schema.strong_count() > 0);
        }
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        let form = Arc::new(self.form.tool(tool));
        let new = Kept {
            schema: Arc::downgrade(&tool.parameters),
            name: tool.name.clone(),
            description: tool.description.clone(),
            form: Arc::clone(&form),
        };
        kept.insert(place, new);
        form
    }
}

impl Kept {
    /// A schema that is held by a `Weak` keeps its place: another one is never there.
    fn is_of(&self, tool: &ModelTool) -> bool {
        std::ptr::eq(self.schema.as_ptr(), Arc::as_ptr(&tool.parameters))
            && self.name == tool.name
            && self.description == tool.description
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool(name: &str, parameters: &Arc<Value>) -> ModelTool {
        ModelTool {
            name: name.to_owned(),
            description: "Says the menu".to_owned(),
            parameters: Arc::clone(parameters),
        }
    }

    #[test]
    fn a_form_is_made_once_and_anew_where_the_tool_is_another() {
        let forms = KeptForms::new(Form::Anthropic);
        let schema = Arc::new(json!({"type": "object", "properties": {}}));
        let first = forms.of(&tool("get_menu", &schema));
        assert!(Arc::ptr_eq(&first, &forms.of(&tool("get_menu", &schema))));
        let renamed = forms.of(&tool("get_dishes", &schema));
        assert_eq!(renamed["name"], "get_dishes");
        for number in 0..2_000 {
            let schema = Arc::new(json!({"type": "object", "properties": {"a": {"const": number}}}));
            let made = forms.of(&tool("get_menu", &schema));
            assert_eq!(made["input_schema"]["properties"]["a"]["enum"], json!([number]));
        }
        assert!(forms.kept.lock().unwrap().len() <= KEPT_MAX);
    }
}
