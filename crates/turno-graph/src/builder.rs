//! Looks up the names that a node writes, and notes what the checks of the whole graph need to know.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::catalog::{Catalog, ToolSignature};
use crate::fault::FaultKind;
use crate::file::{Expressions, Name, NodeFile, TextFile};
use crate::graph::{TemplateId, Text};
use crate::placed::{Expression, Form, Placed};
use crate::read::{Found, RawGraph};
use crate::template::{
    BUILTIN_FILTERS, BUILTIN_TESTS, References, expression_references, template_references,
};

/// An arrow as it was written.
#[derive(Debug, Clone)]
pub(crate) struct Arrow {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) label: String,
    pub(crate) place: Range<usize>,
    /// It is the yes of a confirmation of this tool.
    pub(crate) yes_of: Option<String>,
}

/// A variable that a template of a node names.
#[derive(Debug)]
pub(crate) struct Use {
    pub(crate) node: String,
    pub(crate) name: String,
    pub(crate) place: Range<usize>,
    /// It is looked up before the node itself fills anything.
    pub(crate) on_entering: bool,
}

/// A parameter that must have a value when a node calls its tool.
#[derive(Debug)]
pub(crate) struct Need {
    pub(crate) node: String,
    pub(crate) tool: String,
    pub(crate) parameter: String,
    pub(crate) place: Range<usize>,
}

/// What a node fills and empties.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    pub(crate) fills: BTreeSet<String>,
    /// `*`: every slot.
    pub(crate) empties: BTreeSet<String>,
}

pub(crate) struct Builder<'a> {
    pub(crate) source: &'a str,
    pub(crate) catalog: &'a Catalog,
    pub(crate) node_names: BTreeSet<String>,
    pub(crate) slot_names: BTreeSet<String>,
    /// What collect nodes ask for, by tool.
    pub(crate) collected: BTreeMap<String, BTreeSet<String>>,
    pub(crate) found: &'a mut Found,
    pub(crate) templates: BTreeMap<TemplateId, String>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) uses: Vec<Use>,
    pub(crate) needs: Vec<Need>,
    pub(crate) effects: BTreeMap<String, Effect>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(source: &'a str, catalog: &'a Catalog, raw: &RawGraph, found: &'a mut Found) -> Self {
        let set_names = raw.nodes.values().flatten().flat_map(NodeFile::names_it_makes);
        let parameters = catalog.tools.values().flat_map(|tool| tool.parameters.iter().cloned());
        Self {
            source,
            catalog,
            node_names: raw.nodes.keys().map(|name| name.value.clone()).collect(),
            slot_names: parameters.chain(set_names).collect(),
            collected: collected(raw, catalog),
            found,
            templates: BTreeMap::new(),
            arrows: Vec::new(),
            uses: Vec::new(),
            needs: Vec::new(),
            effects: BTreeMap::new(),
        }
    }

    pub(crate) fn fault(&mut self, kind: FaultKind, place: &Range<usize>) {
        self.found.push((kind, place.clone()));
    }

    /// An arrow to a node; an unknown name is a fault, and then the nearest known one is meant.
    pub(crate) fn arrow(&mut self, from: &str, label: impl Into<String>, to: &Name) -> String {
        self.arrow_after_yes(from, label, to, None)
    }

    pub(crate) fn arrow_after_yes(
        &mut self,
        from: &str,
        label: impl Into<String>,
        to: &Name,
        yes_of: Option<&str>,
    ) -> String {
        let mut target = to.value.clone();
        if !self.node_names.contains(&target) {
            let like = self.catalog.words.nearest(&target, self.node_names.iter().map(String::as_str));
            self.fault(FaultKind::UnknownNode { name: target.clone(), nearest: like.clone() }, &to.place);
            match like {
                Some(name) => target = name,
                None => return target,
            }
        }
        self.arrows.push(Arrow {
            from: from.to_owned(),
            to: target.clone(),
            label: label.into(),
            place: to.place.clone(),
            yes_of: yes_of.map(str::to_owned),
        });
        target
    }

    pub(crate) fn arrow_if_any(&mut self, from: &str, label: &str, to: Option<&Name>) -> Option<String> {
        to.map(|name| self.arrow(from, label, name))
    }

    pub(crate) fn tool(&mut self, name: &str, place: &Range<usize>) -> Option<&'a ToolSignature> {
        let catalog = self.catalog;
        if let Some(signature) = catalog.tools.get(name) {
            return Some(signature);
        }
        let kind = if catalog.tools_unread.contains(name) {
            FaultKind::ToolUnread { name: name.to_owned() }
        } else if let Some(refusal) = catalog.tools_refused.get(name) {
            FaultKind::ToolRefused {
                name: name.to_owned(),
                why: refusal.why.clone(),
                cure: refusal.cure.clone(),
            }
        } else if catalog.tools_not_enabled.contains(name) {
            FaultKind::ToolNotEnabled {
                name: name.to_owned(),
                assistant_type: catalog.assistant_type.clone(),
            }
        } else {
            let nearest = self.catalog.words.nearest(name, catalog.tools.keys().map(String::as_str));
            FaultKind::UnknownTool { name: name.to_owned(), nearest }
        };
        self.fault(kind, place);
        None
    }

    /// A name that must be a parameter of the tool.
    pub(crate) fn parameter(&mut self, name: &Name, tool: &str, signature: &ToolSignature) {
        if !signature.parameters.contains(&name.value) {
            let nearest = self.catalog.words.nearest(name, signature.parameters.iter().map(String::as_str));
            let owner = format!("`{tool}` has no such parameter");
            self.fault(FaultKind::UnknownSlot { name: name.value.clone(), owner, nearest }, &name.place);
        }
    }

    /// Slots that are emptied: any of the graph, or `*`.
    pub(crate) fn forgotten(&mut self, names: &[Name]) -> Vec<String> {
        for name in names {
            if name.value != "*" && !self.slot_names.contains(&name.value) {
                let nearest = self.catalog.words.nearest(name, self.slot_names.iter().map(String::as_str));
                let owner = "no tool has such a parameter, and no node sets it".to_owned();
                self.fault(FaultKind::UnknownSlot { name: name.value.clone(), owner, nearest }, &name.place);
            }
        }
        names.iter().map(|name| name.value.clone()).collect()
    }

    pub(crate) fn text(&mut self, node: &str, id: &str, texts: &TextFile, place: &Range<usize>) -> Text {
        for language in &self.catalog.languages {
            if !texts.keys().any(|key| &key.value == language) {
                self.found.push((FaultKind::MissingLanguage { language: language.clone() }, place.clone()));
            }
        }
        let mut by_language = BTreeMap::new();
        for (language, form) in texts {
            let id = format!("{id}.{}", language.value);
            let both = match &form.value {
                Form::Both(text) => {
                    let id = self.template(node, id, text, &form.place);
                    (id.clone(), id)
                }
                Form::Each { voice, chat } => (
                    self.template(node, format!("{id}.voice"), voice, &voice.place),
                    self.template(node, format!("{id}.chat"), chat, &chat.place),
                ),
            };
            by_language.insert(language.value.clone(), both);
        }
        Text { by_language }
    }

    pub(crate) fn text_if_any(
        &mut self,
        node: &str,
        key: &str,
        text: Option<&Placed<TextFile>>,
    ) -> Option<Text> {
        text.map(|text| self.text(node, &format!("{node}.{key}"), text, &text.place))
    }

    fn template(&mut self, node: &str, id: String, text: &str, place: &Range<usize>) -> TemplateId {
        match template_references(text) {
            Ok(references) => self.references(node, references, place, false),
            Err(detail) => self.fault(FaultKind::TemplateSyntax { detail }, place),
        }
        let id = TemplateId(id);
        self.templates.insert(id.clone(), text.to_owned());
        id
    }

    pub(crate) fn expression(
        &mut self,
        node: &str,
        id: String,
        expression: &Placed<Expression>,
        on_entering: bool,
    ) -> TemplateId {
        let text = expression.value.0.trim();
        match expression_references(text) {
            Ok(references) => self.references(node, references, &expression.place, on_entering),
            Err(detail) => self.fault(FaultKind::ExpressionSyntax { detail }, &expression.place),
        }
        let id = TemplateId(id);
        self.templates.insert(id.clone(), format!("{{{{ ({text}) | tojson }}}}"));
        id
    }

    pub(crate) fn expressions(
        &mut self,
        node: &str,
        key: &str,
        written: &Expressions,
        on_entering: bool,
    ) -> BTreeMap<String, TemplateId> {
        written
            .iter()
            .map(|(name, expression)| {
                let id = format!("{node}.{key}.{}", name.value);
                (name.value.clone(), self.expression(node, id, expression, on_entering))
            })
            .collect()
    }

    fn references(&mut self, node: &str, references: References, place: &Range<usize>, on_entering: bool) {
        for name in references.filters {
            if !self.catalog.filters.contains(&name) && !BUILTIN_FILTERS.contains(&name.as_str()) {
                let known = self.catalog.filters.iter().map(String::as_str).chain(BUILTIN_FILTERS);
                let kind = FaultKind::UnknownFilter {
                    nearest: self.catalog.words.nearest(&name, known),
                    name: name.clone(),
                };
                let place = self.within(place, &name);
                self.fault(kind, &place);
            }
        }
        for name in references.tests {
            if !BUILTIN_TESTS.contains(&name.as_str()) {
                let kind = FaultKind::UnknownTest {
                    nearest: self.catalog.words.nearest(&name, BUILTIN_TESTS),
                    name: name.clone(),
                };
                let place = self.within(place, &name);
                self.fault(kind, &place);
            }
        }
        for name in references.variables {
            let place = self.within(place, &name);
            self.uses.push(Use { node: node.to_owned(), name, place, on_entering });
        }
    }

    /// Where in a string of the file a word stands; the whole string where it is escaped or not found.
    fn within(&self, place: &Range<usize>, word: &str) -> Range<usize> {
        let Some(written) = self.source.get(place.clone()) else {
            return place.clone();
        };
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let found = written.match_indices(word).find(|(index, _)| {
            !is_part(written[..*index].chars().next_back())
                && !is_part(written[index + word.len()..].chars().next())
        });
        match found {
            Some((index, _)) => place.start + index..place.start + index + word.len(),
            None => place.clone(),
        }
    }
}

fn collected(raw: &RawGraph, catalog: &Catalog) -> BTreeMap<String, BTreeSet<String>> {
    let mut collected = BTreeMap::<String, BTreeSet<String>>::new();
    for node in raw.nodes.values().flatten() {
        let NodeFile::Collect(collect) = node else {
            continue;
        };
        let tool = &collect.tool.value;
        let required = || catalog.tools.get(tool).map(|tool| tool.required.clone());
        let slots = match &collect.slots {
            Some(slots) => slots.iter().map(|slot| slot.value.clone()).collect(),
            None => required().unwrap_or_default(),
        };
        collected.entry(tool.clone()).or_default().extend(slots);
    }
    collected
}
