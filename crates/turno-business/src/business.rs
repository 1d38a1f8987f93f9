//! A business, ready to be asked about.

use std::{collections::BTreeMap, sync::Arc};

use jiff::{civil::Date, tz::TimeZone};
use serde_json::{Value, json};
use turno_core::{AssistantSettings, OtherLanguage, ToolRules};
use turno_language::{Language, OpeningHours, Term, Vocabulary, format::CountedName};
use turno_runtime::{
    Priority,
    port::{ToolContext, ToolError},
};

use crate::config::{
    BookingRules, Branch, CatalogFiles, Dish, Escalation, Kind, OrderRules, Plan, RetentionTimes, Room,
    SalesTeam, Section, Service, Site, Staff, Table,
};
use crate::reach::TeamReach;
use crate::{Product, SheetOrder};

/// A business whose file was read and checked: ids are unique, every reference leads somewhere, and there is at least
/// one branch.
#[derive(Debug, Clone)]
pub struct Business {
    /// The tenant's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What its assistant may do.
    pub assistant_type: String,
    /// What it is.
    pub kind: Kind,
    /// The language that it speaks first, which its texts here are in.
    pub language: Language,
    /// The same business in each other language that it speaks.
    pub in_other_languages: BTreeMap<Language, Arc<Business>>,
    /// Its time zone.
    pub time_zone: TimeZone,
    /// ISO 3166 country.
    pub country: String,
    /// ISO 4217 currency.
    pub currency: String,
    /// Its postal address.
    pub address: String,
    /// Its phone in E.164.
    pub phone: String,
    /// What it pays for.
    pub plan: Plan,
    /// Who takes over.
    pub escalation: Escalation,
    /// When it is open.
    pub hours: OpeningHours,
    /// The names of the dates that have hours of their own.
    pub holidays: BTreeMap<Date, String>,
    /// The sites, the main one first.
    pub branches: Vec<Branch>,
    /// How bookings are taken.
    pub booking: BookingRules,
    /// The rooms of a restaurant.
    pub rooms: Vec<Room>,
    /// The tables of a restaurant.
    pub tables: Vec<Table>,
    /// The sections of the menu.
    pub sections: Vec<Section>,
    /// The dishes.
    pub menu: Vec<Dish>,
    /// How orders are taken; none: none are.
    pub ordering: Option<OrderRules>,
    /// The services of a clinic; what a shop's sales team does.
    pub services: Vec<Service>,
    /// The people of a clinic; as many of a sales team as can be seen at a time.
    pub staff: Vec<Staff>,
    /// The files that a shop's catalogue comes from on its first day.
    pub catalog: Option<CatalogFiles>,
    /// What stands in those files, where whoever loaded the business read them.
    pub stock: Arc<Stock>,
    /// With whom a shop's customers schedule calls, meetings and demos.
    pub sales: Option<SalesTeam>,
    /// Answers to common questions, by key.
    pub facts: BTreeMap<String, String>,
    /// How long its conversations are kept.
    pub retention: RetentionTimes,
    /// Its web site, where it has one that may be read.
    pub site: Option<Site>,
    /// Which tools may be called, beyond what its assistant type says.
    pub tool_rules: ToolRules,
    pub(crate) team_reach: TeamReach,
    /// When each branch is open, by its id.
    pub branch_hours: BTreeMap<String, OpeningHours>,
    /// When it takes orders, where that is not when it is open.
    pub order_hours: Option<OpeningHours>,
}

/// What the files of a shop's `[catalog]` hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stock {
    /// Its products.
    pub products: Vec<Product>,
    /// Orders that were taken elsewhere.
    pub orders: Vec<SheetOrder>,
}

/// The businesses of a daemon, by tenant.
#[derive(Debug, Clone, Default)]
pub struct Businesses {
    by_tenant: BTreeMap<String, Arc<Business>>,
}

impl Businesses {
    /// These businesses. Of two with one id the later one holds.
    pub fn new(businesses: impl IntoIterator<Item = Business>) -> Self {
        let by_tenant =
            businesses.into_iter().map(|business| (business.id.clone(), Arc::new(business))).collect();
        Self { by_tenant }
    }

    /// The business of a tenant.
    pub fn get(&self, tenant: &str) -> Option<&Arc<Business>> {
        self.by_tenant.get(tenant)
    }

    /// All of them, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Business>> {
        self.by_tenant.values()
    }
}

impl Business {
    /// What the core needs to know of it.
    pub fn settings(&self) -> AssistantSettings {
        AssistantSettings {
            tenant: self.id.clone(),
            assistant_type: self.assistant_type.clone(),
            language: self.language,
            other_languages: self.other_languages(),
            time_zone: self.time_zone.clone(),
            country: self.country.clone(),
            currency: self.currency.clone(),
            own_phones: self.own_phones(),
            facts: self.facts_for_templates(),
            hours: self.hours.clone(),
            vocabularies: self.vocabularies(),
            counted_names: self.counted_names(),
            tool_rules: self.tool_rules.clone(),
            unknown_is_told: self.tells("support", Priority::Urgent),
        }
    }

    /// Every phone that its file names: its own, whoever takes over, its branches'.
    fn own_phones(&self) -> Vec<String> {
        let branches = self.branches.iter().map(|branch| &branch.phone);
        let phones = [&self.phone, &self.escalation.phone].into_iter().chain(branches);
        phones.cloned().collect()
    }

    /// It, with what reaches its team; without this all notices do.
    #[must_use]
    pub fn with_reach(mut self, reach: &TeamReach) -> Self {
        for other in self.in_other_languages.values_mut() {
            Arc::make_mut(other).team_reach = reach.clone();
        }
        self.team_reach = reach.clone();
        self
    }

    /// Whether somebody of its team takes such a notice.
    pub fn tells(&self, team: &str, priority: Priority) -> bool {
        self.team_reach.takes(team, priority)
    }

    /// It, with its texts in that language; in its first, where it does not speak that.
    pub fn in_language(&self, language: Language) -> &Self {
        self.in_other_languages.get(&language).map_or(self, Arc::as_ref)
    }

    /// The branch with that id.
    pub fn branch(&self, id: &str) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.id == id)
    }

    /// When a branch is open; the business's hours where there is no such branch.
    pub fn hours_of(&self, branch: &str) -> &OpeningHours {
        self.branch_hours.get(branch).unwrap_or(&self.hours)
    }

    /// The dish with that id.
    pub fn dish(&self, id: &str) -> Option<&Dish> {
        self.menu.iter().find(|dish| dish.id == id)
    }

    /// The section with that id.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The service with that id.
    pub fn service(&self, id: &str) -> Option<&Service> {
        self.services.iter().find(|service| service.id == id)
    }

    /// The person with that id.
    pub fn staff_member(&self, id: &str) -> Option<&Staff> {
        self.staff.iter().find(|person| person.id == id)
    }

    /// The tables of a branch, each with its room.
    pub fn tables_of(&self, branch: &str) -> impl Iterator<Item = (&Table, &Room)> {
        self.tables.iter().filter_map(move |table| {
            let room = self.rooms.iter().find(|room| room.id == table.room)?;
            (self.branch_or_first(room.branch.as_deref()) == branch).then_some((table, room))
        })
    }

    /// The branch's id, or the first branch's where none is named.
    pub fn branch_or_first<'a>(&'a self, branch: Option<&'a str>) -> &'a str {
        branch.or_else(|| self.branches.first().map(|branch| branch.id.as_str())).unwrap_or_default()
    }

    /// The branch's name; the id itself where there is no such branch (it was closed after the booking).
    pub fn branch_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.branch(id).map_or(id, |branch| branch.name.as_str())
    }

    fn facts_for_templates(&self) -> Value {
        let branches: Vec<Value> = self
            .branches
            .iter()
            .map(|branch| {
                json!({"id": branch.id, "name": branch.name, "address": branch.address, "phone": branch.phone})
            })
            .collect();
        let ordering = self.ordering.as_ref().map(|rules| {
            json!({
                "pickup_minutes": rules.pickup_minutes, "delivery_minutes": rules.delivery_minutes,
                "delivery_fee_cents": rules.delivery_fee_cents, "minimum_cents": rules.minimum_cents,
                "zone": rules.zone,
            })
        });
        let names = |names: Vec<&String>| json!(names);
        json!({
            "id": self.id, "name": self.name, "kind": kind_name(self.kind), "assistant_type": self.assistant_type,
            "address": self.address, "phone": self.phone, "currency": self.currency,
            "escalation": {"phone": self.escalation.phone, "message": self.escalation.message},
            "branches": branches, "ordering": ordering,
            "max_party_size": self.booking.max_party_size, "horizon_days": self.booking.horizon_days,
            "sections": names(self.sections.iter().map(|section| &section.name).collect()),
            "services": names(self.own_services().map(|service| &service.name).collect()),
            "staff": names(self.own_staff().map(|person| &person.name).collect()),
            "sales": self.sales.as_ref().map(|sales| &sales.name),
            "facts": self.facts,
        })
    }

    fn counted_names(&self) -> BTreeMap<Language, BTreeMap<String, CountedName>> {
        let each = std::iter::once((self.language, self))
            .chain(self.in_other_languages.iter().map(|(language, other)| (*language, other.as_ref())));
        each.map(|(language, business)| {
            let dishes = business.menu.iter();
            let named = dishes.filter_map(|dish| Some((dish.id.clone(), dish.counted_name()?)));
            (language, named.collect())
        })
        .collect()
    }

    /// The services that people name: a sales team's are none.
    fn own_services(&self) -> impl Iterator<Item = &Service> {
        self.services.iter().filter(|_| self.sales.is_none())
    }

    /// The people that are named.
    fn own_staff(&self) -> impl Iterator<Item = &Staff> {
        self.staff.iter().filter(|_| self.sales.is_none())
    }

    /// The languages that it speaks, the first one first.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        std::iter::once(self.language).chain(self.in_other_languages.keys().copied())
    }

    fn other_languages(&self) -> BTreeMap<Language, OtherLanguage> {
        let others = self.in_other_languages.iter();
        others
            .map(|(language, other)| {
                let names = other.named().map(|(vocabulary, things)| {
                    let names = things.into_iter().map(|thing| (thing.id.to_owned(), thing.name.to_owned()));
                    (vocabulary.to_owned(), names.collect())
                });
                let other =
                    OtherLanguage { facts: other.facts_for_templates(), names: names.into_iter().collect() };
                (*language, other)
            })
            .collect()
    }

    /// Its vocabularies: names in its own language, and what a thing is called in another is an alias.
    fn vocabularies(&self) -> BTreeMap<String, Vocabulary> {
        let others: Vec<_> = self.in_other_languages.values().map(|other| other.named()).collect();
        let own = self.named().into_iter().enumerate();
        own.map(|(place, (vocabulary, things))| {
            let terms = things.into_iter().enumerate().map(|(at, thing)| {
                let names = others.iter().filter_map(|other| other.get(place)?.1.get(at));
                let names = names.map(|other| other.name).filter(|name| *name != thing.name);
                Term {
                    id: thing.id.to_owned(),
                    name: thing.name.to_owned(),
                    aliases: thing.aliases.iter().cloned().chain(names.map(str::to_owned)).collect(),
                }
            });
            (vocabulary.to_owned(), Vocabulary::new(terms.collect()))
        })
        .collect()
    }

    /// What can be named, by vocabulary.
    fn named(&self) -> [(&'static str, Vec<Named<'_>>); 5] {
        [
            ("branches", self.branches.iter().map(|it| Named::new(&it.id, &it.name, &it.aliases)).collect()),
            ("menu", self.menu.iter().map(|it| Named::new(&it.id, &it.name, &it.aliases)).collect()),
            ("sections", self.sections.iter().map(|it| Named::new(&it.id, &it.name, &it.aliases)).collect()),
            ("services", self.own_services().map(|it| Named::new(&it.id, &it.name, &it.aliases)).collect()),
            ("staff", self.own_staff().map(|it| Named::new(&it.id, &it.name, &it.aliases)).collect()),
        ]
    }
}

/// The business that the call is for, in the conversation's language.
pub fn business_of<'a>(businesses: &'a Businesses, context: &ToolContext) -> Result<&'a Business, ToolError> {
    let tenant = &context.conversation.tenant;
    let business = businesses.get(tenant).map(Arc::as_ref);
    let in_language = business.map(|business| match context.language {
        Some(language) => business.in_language(language),
        None => business,
    });
    in_language.ok_or_else(|| ToolError::Failed(format!("there is no business for the tenant `{tenant}`")))
}

/// Something with an id, a name, and other ways to say it.
struct Named<'a> {
    id: &'a str,
    name: &'a str,
    aliases: &'a [String],
}

impl<'a> Named<'a> {
    fn new(id: &'a str, name: &'a str, aliases: &'a [String]) -> Self {
        Self { id, name, aliases }
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Restaurant => "restaurant",
        Kind::Clinic => "clinic",
        Kind::Shop => "shop",
    }
}
