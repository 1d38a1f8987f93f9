//! What a business says of itself, gathered once for all conversations.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use turno_graph::{AgentNode, Graph, Node, TemplateId};
use turno_language::Vocabulary;
use turno_truth::{Fact, Given, Known, Teller};

use super::{
    collect,
    results::{add_prices, collect_stock},
};
use crate::{AssistantSettings, StatedFact};

/// A business's facts and branches, and what its agents' prompts say.
#[derive(Debug)]
pub(crate) struct BusinessFacts {
    known: Known,
    /// By the id of its template.
    prompts: BTreeMap<TemplateId, Arc<Given>>,
}

impl BusinessFacts {
    pub(crate) fn of(settings: &AssistantSettings, graph: &Graph) -> Self {
        let mut known = Known::default();
        let stated = StatedFact::usual("");
        add_prices(&stated, &settings.facts, &mut known);
        let mut stock = Vec::new();
        collect_stock(&stated, &settings.facts, None, &mut stock);
        for item in stock {
            known.add(Fact::StockOfBusiness(item));
        }
        // Its numbers stand in no text of their own.
        known.add(Fact::Told {
            by: Teller::BusinessFile,
            text: Arc::new(Given::new(settings.facts.to_string())),
        });
        for text in texts_of_facts(settings) {
            known.add(Fact::Told { by: Teller::Business, text: Arc::new(Given::new(text)) });
        }
        let branches = settings.vocabularies.get("branches");
        for branch in branches.map(Vocabulary::terms).unwrap_or_default() {
            let names = std::iter::once(&branch.id).chain([&branch.name]);
            known.add(Fact::Branch(names.chain(&branch.aliases).cloned().collect()));
        }
        let prompts = graph.nodes().filter_map(Node::as_agent).flat_map(prompts_of);
        let read = |id: &TemplateId| {
            let source = graph.templates().get(id)?;
            Some((id.clone(), Arc::new(Given::new(source.as_str()))))
        };
        Self { known, prompts: prompts.filter_map(read).collect() }
    }

    /// What is known at a node before anything is said: the facts, and its prompt.
    pub(super) fn known_at(&self, agent: &AgentNode) -> Known {
        let mut known = self.known.clone();
        let ids: BTreeSet<&TemplateId> = prompts_of(agent).collect();
        for prompt in ids.into_iter().filter_map(|id| self.prompts.get(id)) {
            known.add(Fact::Amounts(prompt.numbers().clone()));
            known.add(Fact::Told { by: Teller::Business, text: Arc::clone(prompt) });
        }
        known
    }
}

/// The texts of a business's facts, in every language.
fn texts_of_facts(settings: &AssistantSettings) -> Vec<&str> {
    let mut texts = Vec::new();
    collect(&settings.facts, &mut texts);
    for other in settings.other_languages.values() {
        collect(&other.facts, &mut texts);
    }
    texts
}

/// The templates of a node's prompt.
fn prompts_of(agent: &AgentNode) -> impl Iterator<Item = &TemplateId> {
    let prompts = agent.prompt.by_language.values();
    prompts.flat_map(|(voice, chat)| [voice, chat])
}
