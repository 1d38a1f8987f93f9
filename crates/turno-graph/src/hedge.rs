//! Temporary.
use std::collections::BTreeMap;
use serde::Deserialize;
use toml::Value;
use crate::*;

#[derive(Debug)]
pub struct Faults(pub Vec<String>);
impl Faults { pub fn len(&self) -> usize { self.0.len() } }
impl std::fmt::Display for Faults { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(&self.0.join("\n")) } }

#[derive(Deserialize)]
struct File { name: String, start: String, #[serde(default)] migrate: BTreeMap<String,String>, nodes: BTreeMap<String, toml::Table> }

struct B { templates: BTreeMap<TemplateId, String> }
impl B {
    fn id(&mut self, id: String, src: String) -> TemplateId { self.templates.insert(TemplateId(id.clone()), src); TemplateId(id) }
    fn text(&mut self, id: &str, v: Option<&Value>) -> Option<Text> {
        let t = v?.as_table()?; let mut text = Text::default();
        for (lang, v) in t {
            if !["es","en"].contains(&lang.as_str()) { continue; }
            let (voice, chat) = match v { Value::String(s) => (s.clone(), s.clone()), v => (v["voice"].as_str().unwrap().to_owned(), v["chat"].as_str().unwrap().to_owned()) };
            let a = self.id(format!("{id}.{lang}.voice"), voice); let b = self.id(format!("{id}.{lang}.chat"), chat);
            text.by_language.insert(lang.clone(), (a, b));
        }
        Some(text)
    }
    fn expr(&mut self, id: String, v: &Value) -> TemplateId {
        let src = match v { Value::String(s) => s.clone(), v => v.to_string() };
        self.id(id, format!("{{{{ ({src}) | tojson }}}}"))
    }
    fn exprs(&mut self, id: &str, v: Option<&Value>) -> BTreeMap<String, TemplateId> {
        v.and_then(Value::as_table).into_iter().flatten().map(|(k, v)| (k.clone(), self.expr(format!("{id}.{k}"), v))).collect()
    }
    fn choices(&mut self, id: &str, v: Option<&Value>) -> Vec<Choice> {
        v.and_then(Value::as_array).into_iter().flatten().enumerate().map(|(i, c)| Choice { id: c["id"].as_str().unwrap().to_owned(), title: self.text(&format!("{id}.{i}"), c.get("title")).unwrap() }).collect()
    }
}
fn s(t: &toml::Table, k: &str) -> Option<String> { t.get(k).and_then(Value::as_str).map(str::to_owned) }
fn list(t: &toml::Table, k: &str) -> Vec<String> { t.get(k).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect() }

pub fn compile(name: &str, source: &str, catalog: &Catalog) -> Result<Graph, Faults> {
    let file: File = toml::from_str(source).map_err(|e| Faults(vec![format!("{name}: {e}")]))?;
    let mut b = B { templates: BTreeMap::new() };
    let mut nodes = BTreeMap::new();
    for (n, t) in &file.nodes {
        let need = |k: &str| s(t, k).ok_or_else(|| Faults(vec![format!("{n}: needs {k}")]));
        let kind = match s(t, "kind").unwrap_or_default().as_str() {
            "router" => NodeKind::Router(Router {
                say: b.text(&format!("{n}.say"), t.get("say")), fallback: need("fallback")?,
                intents: t.get("intents").and_then(Value::as_array).into_iter().flatten().map(|i| { let i = i.as_table().unwrap(); Intent {
                    name: s(i,"name").unwrap(), patterns: list(i,"patterns").iter().map(|p| regex::Regex::new(p).unwrap()).collect(), buttons: list(i,"buttons"),
                    interrupts: match s(i,"interrupts").as_deref() { Some("aside") => Interrupts::Aside, Some("switch") => Interrupts::Switch, _ => Interrupts::Never }, to: s(i,"to").unwrap() } }).collect() }),
            "collect" => { let tool = need("tool")?; let mut slots = list(t, "slots"); if slots.is_empty() { slots = catalog.tools[&tool].parameters.iter().filter(|p| catalog.tools[&tool].required.contains(*p)).cloned().collect(); }
                let mut ask = BTreeMap::new();
                for (slot, v) in t.get("ask").and_then(Value::as_table).into_iter().flatten() { ask.insert(slot.clone(), Ask { text: b.text(&format!("{n}.ask.{slot}"), Some(v)).unwrap(), choices: b.choices(&format!("{n}.ask.{slot}.choices"), v.get("choices")) }); }
                NodeKind::Collect(Collect { tool, slots, forget: list(t,"forget"), ask, prefill: b.exprs(&format!("{n}.prefill"), t.get("prefill")), options: t.get("options").map(|v| b.expr(format!("{n}.options"), v)),
                    change: s(t,"change"), say: b.text(&format!("{n}.say"), t.get("say")), change_question: b.text(&format!("{n}.change_question"), t.get("change_question")), no: s(t,"no"), give_up: s(t,"give_up"), to: need("to")? }) }
            "tool" => NodeKind::Tool(ToolNode { tool: need("tool")?, parameters: b.exprs(&format!("{n}.parameters"), t.get("parameters")), read: list(t,"read"), set: b.exprs(&format!("{n}.set"), t.get("set")),
                edges: t.get("edges").and_then(Value::as_array).into_iter().flatten().enumerate().map(|(i, e)| Edge { when: e.get("when").map(|v| b.expr(format!("{n}.edges.{i}"), v)), to: e["to"].as_str().unwrap().to_owned() }).collect(), error: s(t,"error") }),
            "confirm" => NodeKind::Confirm(Confirm { tool: s(t,"tool"), parameters: b.exprs(&format!("{n}.parameters"), t.get("parameters")), say: b.text(&format!("{n}.say"), t.get("say")).unwrap(), expires_after_ms: 120_000,
                yes: need("yes")?, no: need("no")?, change: s(t,"change"), expired: s(t,"expired"), unclear: s(t,"unclear") }),
            "respond" => NodeKind::Respond(Respond { say: b.text(&format!("{n}.say"), t.get("say")).unwrap(), choices: b.choices(&format!("{n}.choices"), t.get("choices")), forget: list(t,"forget"), to: s(t,"to") }),
            "escalate" => NodeKind::Escalate(Escalate { tool: s(t,"tool").unwrap_or("transfer_to_human".into()), reason: need("reason")?, urgency: s(t,"urgency").unwrap_or("medium".into()), say: b.text(&format!("{n}.say"), t.get("say")).unwrap(), waiting: b.text(&format!("{n}.waiting"), t.get("waiting")) }),
            "end" => NodeKind::End(End { say: b.text(&format!("{n}.say"), t.get("say")) }),
            k => return Err(Faults(vec![format!("{n}: kind {k}")])),
        };
        nodes.insert(n.clone(), Node { name: n.clone(), line: 1, kind });
    }
    let version = blake3::hash(source.as_bytes()).to_hex()[..16].to_owned();
    Ok(Graph { name: file.name, version, start: file.start, nodes, templates: b.templates, migrate: file.migrate, diagram: Default::default() })
}
pub fn json_schema() -> serde_json::Value { serde_json::Value::Null }
impl Graph { pub fn to_dot(&self) -> String { String::new() } pub fn to_mermaid(&self) -> String { String::new() } }
