//! What models were used for, summed, kept within budgets, and folded, on a store in memory.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test fails by panicking"
)]

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use jiff::civil::{Date, date};
use turno_core::{Channel, ConversationKey, Finish, ModelAnswer, ModelFailureKind, Timestamp, Usage};
use turno_runtime::{
    Assistants, BudgetError, BudgetLimits, Budgets, Retention, Sweeper, UsageFilter, UsagePart, Used,
    port::{CommitError, Store},
    testkit::FakeClock,
    usage_day, usage_rows, usage_sums, verify,
};
use turno_store::MemoryStore;

const DAY: Date = date(2026, 11, 28);
const MINUTE: Duration = Duration::from_secs(60);

fn key(tenant: &str, id: &str) -> ConversationKey {
    ConversationKey::new(tenant, Channel::Whatsapp, id).unwrap()
}

fn used(model: &str, cost_micros: u64) -> Used {
    Used::from(&ModelAnswer {
        text: String::new(),
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 },
        provider: "a".to_owned(),
        model: model.to_owned(),
        cost_micros,
        opaque: None,
        failed: Vec::new(),
    })
}

fn at(text: &str) -> Timestamp {
    Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

async fn spend(store: &MemoryStore, key: &ConversationKey, run: u32, day: Date, cost_micros: u64) {
    let batch = usage_rows(store, key, run, day, &[used("x", cost_micros)]).await.unwrap();
    store.commit(batch).await.unwrap();
}

async fn costs(store: &MemoryStore, filter: &UsageFilter, by: &[UsagePart]) -> BTreeMap<String, u64> {
    let sums = usage_sums(store, filter, by).await.unwrap();
    sums.into_iter().map(|(names, sum)| (names.join(" "), sum.cost_micros)).collect()
}

fn table(rows: &[(&str, u64)]) -> BTreeMap<String, u64> {
    rows.iter().map(|(name, cost)| ((*name).to_owned(), *cost)).collect()
}

#[tokio::test]
async fn usage_is_summed_by_tenant_day_conversation_and_model() {
    let store = MemoryStore::new();
    let batch =
        usage_rows(&store, &key("t", "c-1"), 0, DAY, &[used("x", 5), used("y", 7), used("x", 1)]).await;
    store.commit(batch.unwrap()).await.unwrap();
    spend(&store, &key("t", "c-1"), 0, DAY, 100).await;
    spend(&store, &key("t", "c-11"), 0, DAY, 1_000).await;
    spend(&store, &key("t", "c-1"), 0, date(2026, 11, 29), 10_000).await;
    spend(&store, &key("tt", "c-1"), 0, DAY, 100_000).await;

    let all = UsageFilter::default();
    let sum = usage_sums(&store, &all, &[]).await.unwrap()[&Vec::new()];
    assert_eq!((sum.answers, sum.cost_micros), (7, 111_113));
    assert_eq!((sum.input_tokens, sum.cached_input_tokens, sum.output_tokens), (70, 28, 14));
    assert_eq!(costs(&store, &all, &[UsagePart::Tenant]).await, table(&[("t", 11_113), ("tt", 100_000)]));
    let of_t = UsageFilter { tenant: Some("t".to_owned()), until: Some(DAY), ..all.clone() };
    assert_eq!(
        costs(&store, &of_t, &[UsagePart::Day, UsagePart::Model]).await,
        table(&[("2026-11-28 a/x", 1_106), ("2026-11-28 a/y", 7)])
    );
    assert_eq!(
        costs(&store, &of_t, &[UsagePart::Conversation]).await,
        table(&[("whatsapp/c-1", 113), ("whatsapp/c-11", 1_000)])
    );
    let one = UsageFilter { conversation: Some("c-1".to_owned()), since: Some(date(2026, 11, 29)), ..all };
    assert_eq!(costs(&store, &one, &[UsagePart::Day]).await, table(&[("2026-11-29", 10_000)]));
    assert!(verify(&store, &Assistants::new(BTreeMap::new())).await.unwrap().findings.is_empty());
}

#[tokio::test]
async fn what_is_added_at_the_same_time_is_never_lost_and_conversations_are_not_in_each_other_s_way() {
    let store = MemoryStore::new();
    let (one, two) = (key("t", "c-1"), key("t", "c-2"));
    let first = usage_rows(&store, &one, 0, DAY, &[used("x", 1)]).await.unwrap();
    let again = usage_rows(&store, &one, 0, DAY, &[used("x", 1)]).await.unwrap();
    let other = usage_rows(&store, &two, 0, DAY, &[used("x", 1)]).await.unwrap();
    store.commit(first).await.unwrap();
    store.commit(other).await.unwrap();
    assert_eq!(store.commit(again).await, Err(CommitError::Conflict));
    spend(&store, &one, 0, DAY, 1).await;
    assert_eq!(costs(&store, &UsageFilter::default(), &[]).await, table(&[("", 3)]));
    assert!(usage_rows(&store, &one, 0, DAY, &[]).await.unwrap().writes.is_empty());
}

async fn admitted(
    budgets: &Budgets,
    store: &MemoryStore,
    key: &ConversationKey,
    run: u32,
    day: Date,
    limits: BudgetLimits,
) -> bool {
    match budgets.admit(store, key, run, day, limits, 0).await {
        Ok(_) => true,
        Err(BudgetError::Spent(failure)) => {
            assert_eq!(failure.kind, ModelFailureKind::OverBudget);
            assert!(failure.message.contains("$0.0001"), "{}", failure.message);
            false
        }
        Err(BudgetError::Read(error)) => panic!("{error}"),
    }
}

#[tokio::test(start_paused = true)]
async fn past_a_tenant_s_budget_of_the_day_nothing_more_is_asked() {
    let store = MemoryStore::new();
    let limits = BudgetLimits { day_micros: Some(100), conversation_micros: None };
    let (one, two) = (key("t", "c-1"), key("t", "c-2"));
    spend(&store, &one, 0, DAY, 60).await;
    let budgets = Budgets::new(MINUTE);
    assert!(admitted(&budgets, &store, &two, 0, DAY, limits).await);
    // What is committed counts at once, and once, however often it is noted.
    let batch = usage_rows(&store, &two, 0, DAY, &[used("x", 39)]).await.unwrap();
    store.commit(batch.clone()).await.unwrap();
    budgets.committed(&batch);
    budgets.committed(&batch);
    assert!(admitted(&budgets, &store, &one, 0, DAY, limits).await);
    let batch = usage_rows(&store, &two, 0, DAY, &[used("x", 1)]).await.unwrap();
    store.commit(batch.clone()).await.unwrap();
    budgets.committed(&batch);
    assert!(!admitted(&budgets, &store, &one, 0, DAY, limits).await);
    assert!(!admitted(&budgets, &store, &two, 0, DAY, limits).await);
    // Another tenant, another day, no limit, and after a restart.
    assert!(admitted(&budgets, &store, &key("tt", "c-1"), 0, DAY, limits).await);
    assert!(admitted(&budgets, &store, &one, 0, DAY, BudgetLimits::default()).await);
    assert!(!admitted(&Budgets::new(MINUTE), &store, &one, 0, DAY, limits).await);
    assert!(admitted(&budgets, &store, &one, 0, date(2026, 11, 29), limits).await);
}

#[tokio::test(start_paused = true)]
async fn what_is_under_way_counts_until_it_is_settled() {
    let store = MemoryStore::new();
    let limits = BudgetLimits { day_micros: Some(100), conversation_micros: None };
    let budgets = Budgets::new(MINUTE);
    let mut under_way = Vec::new();
    for number in 0..40 {
        let key = key("t", &format!("c-{number}"));
        under_way.extend(budgets.admit(&store, &key, 0, DAY, limits, 30).await);
    }
    assert_eq!(under_way.len(), 4, "as many as fit, and the one that reaches it");
    assert!(admitted(&budgets, &store, &key("tt", "c-1"), 0, DAY, limits).await);
    // They cost less than they might have.
    let batch = usage_rows(&store, &key("t", "c-0"), 0, DAY, &[used("x", 40)]).await.unwrap();
    store.commit(batch.clone()).await.unwrap();
    budgets.committed(&batch);
    assert!(!admitted(&budgets, &store, &key("t", "c-1"), 0, DAY, limits).await);
    drop(under_way);
    assert!(admitted(&budgets, &store, &key("t", "c-1"), 0, DAY, limits).await);
}

#[tokio::test(start_paused = true)]
async fn what_another_daemon_spent_is_seen_after_a_while() {
    let store = MemoryStore::new();
    let limits = BudgetLimits { day_micros: Some(100), conversation_micros: None };
    let here = Budgets::new(MINUTE);
    assert!(admitted(&here, &store, &key("t", "c-1"), 0, DAY, limits).await);
    spend(&store, &key("t", "c-2"), 0, DAY, 100).await;
    tokio::time::advance(Duration::from_secs(59)).await;
    assert!(admitted(&here, &store, &key("t", "c-1"), 0, DAY, limits).await);
    tokio::time::advance(Duration::from_secs(1)).await;
    assert!(!admitted(&here, &store, &key("t", "c-1"), 0, DAY, limits).await);
}

#[tokio::test(start_paused = true)]
async fn a_conversation_s_budget_is_its_run_s_over_all_days_and_models() {
    let store = MemoryStore::new();
    let budgets = Budgets::new(MINUTE);
    let limits = BudgetLimits { day_micros: None, conversation_micros: Some(100) };
    let one = key("t", "c-1");
    spend(&store, &one, 3, DAY, 60).await;
    assert!(admitted(&budgets, &store, &one, 3, DAY, limits).await);
    spend(&store, &one, 3, date(2026, 11, 29), 60).await;
    assert!(!admitted(&budgets, &store, &one, 3, DAY, limits).await);
    assert!(admitted(&budgets, &store, &key("t", "c-2"), 3, DAY, limits).await);
    assert!(admitted(&budgets, &store, &one, 4, DAY, limits).await, "it starts afresh");
    spend(&store, &one, 4, DAY, 99).await;
    assert!(admitted(&budgets, &store, &one, 4, DAY, limits).await);
}

#[tokio::test(start_paused = true)]
async fn old_usage_keeps_its_sums_and_names_nobody() {
    let store = Arc::new(MemoryStore::new());
    for id in ["+525511111111", "+525522222222", "+525533333333"] {
        spend(&store, &key("t", id), 0, date(2026, 9, 1), 10).await;
        spend(&store, &key("t", id), 0, DAY, 1).await;
    }
    let filter = UsageFilter::default();
    let by = [UsagePart::Day, UsagePart::Model];
    let before = usage_sums(store.as_ref(), &filter, &by).await.unwrap();
    let now = at("2026-11-28T12:00:00Z");
    let sweeper = Sweeper::new(
        Arc::clone(&store) as Arc<dyn Store>,
        Arc::new(FakeClock::at(now)),
        Retention::default(),
        BTreeMap::new(),
        Duration::ZERO,
    );
    assert_eq!(sweeper.sweep().await.unwrap().model_uses, 3);
    assert_eq!(usage_sums(store.as_ref(), &filter, &by).await.unwrap(), before);
    assert_eq!(
        costs(&store, &filter, &[UsagePart::Conversation, UsagePart::Day]).await,
        table(&[
            (" 2026-09-01", 30),
            ("whatsapp/+525511111111 2026-11-28", 1),
            ("whatsapp/+525522222222 2026-11-28", 1),
            ("whatsapp/+525533333333 2026-11-28", 1),
        ])
    );
    assert_eq!(sweeper.sweep().await.unwrap().model_uses, 0);
    // A straggler goes into the same sum.
    spend(&store, &key("t", "late"), 0, date(2026, 9, 1), 5).await;
    assert_eq!(sweeper.sweep().await.unwrap().model_uses, 1);
    let filter = UsageFilter { until: Some(date(2026, 9, 1)), ..filter };
    assert_eq!(costs(&store, &filter, &[UsagePart::Conversation]).await, table(&[("", 35)]));
}

#[test]
fn a_day_is_that_of_the_tenant_s_zone() {
    let mexico = jiff::tz::TimeZone::get("America/Mexico_City").unwrap();
    assert_eq!(usage_day(at("2026-11-29T05:59:59Z"), &mexico), DAY);
    assert_eq!(usage_day(at("2026-11-29T06:00:00Z"), &mexico), date(2026, 11, 29));
    assert_eq!(usage_day(Timestamp(i64::MAX), &jiff::tz::TimeZone::UTC), date(1970, 1, 1));
}
