//! What a business says of itself, read once for all conversations.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use turno_graph::{AgentNode, Graph, Node, TemplateId};

use super::{booking::Bookings, prices::PriceTags, read::Read, stock::Stock};
use crate::{
    AssistantSettings,
    told::{prompts_of, texts_of_facts},
};

/// A business's facts, hours and branches, and what its agents' prompts say, as a model's words are measured by them.
#[derive(Debug)]
pub(crate) struct BusinessGrounds {
    /// Its facts in every language.
    facts: Vec<Arc<Read>>,
    /// By the id of its template.
    prompts: BTreeMap<TemplateId, Arc<Read>>,
    /// The hours of its days, on the dial.
    pub(super) opening: BTreeSet<u32>,
    pub(super) tags: PriceTags,
    pub(super) stock: Stock,
    pub(super) bookings: Bookings,
}

impl BusinessGrounds {
    pub(crate) fn of(settings: &AssistantSettings, graph: &Graph) -> Self {
        let mut tags = PriceTags::default();
        tags.add_value(&settings.facts);
        let mut stock = Stock::default();
        stock.add_fact(&settings.facts);
        let spans = settings.hours.week.iter().flatten();
        let hours = spans.flat_map(|span| [span.open.hour(), span.close.hour()]);
        let prompts = graph.nodes().filter_map(Node::as_agent).flat_map(prompts_of);
        let read = |id: &TemplateId| {
            Some((
                id.clone(),
                Arc::new(Read::new(graph.templates().get(id)?.as_str())),
            ))
        };
        Self {
            // Its numbers stand in no text of their own.
            facts: std::iter::once(settings.facts.to_string())
                .chain(texts_of_facts(settings).into_iter().map(str::to_owned))
                .map(|text| Arc::new(Read::new(text)))
                .collect(),
            prompts: prompts.filter_map(read).collect(),
            opening: hours.filter_map(|hour| u32::try_from(hour % 12).ok()).collect(),
            tags,
            stock,
            bookings: Bookings::at(settings.vocabularies.get("branches")),
        }
    }

    /// What is told at a node: the facts, and its prompt.
    pub(super) fn told_at(&self, agent: &AgentNode) -> Vec<Arc<Read>> {
        let prompts = self.prompts_at(agent).cloned();
        self.facts.iter().cloned().chain(prompts).collect()
    }

    pub(super) fn prompts_at(&self, agent: &AgentNode) -> impl Iterator<Item = &Arc<Read>> {
        let ids: BTreeSet<&TemplateId> = prompts_of(agent).collect();
        ids.into_iter().filter_map(|id| self.prompts.get(id))
    }
}
