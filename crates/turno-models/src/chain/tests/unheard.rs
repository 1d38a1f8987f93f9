//! Answers that are heard as they come, those that nobody hears before they are whole, and what one may cost.

use super::*;

#[tokio::test(start_paused = true)]
async fn once_words_were_passed_on_nothing_is_asked_again() {
    let (a, b) = (
        Fake::new("a", [Act::SayThenFail("Un momento. Su mesa ", Kind::Overloaded)]),
        Fake::new("b", [Act::Say("Su mesa está lista")]),
    );
    let (outcome, words) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 10_000)).await;
    let failure = outcome.unwrap_err();
    assert_eq!((failure.kind, failure.said.as_str()), (Kind::Overloaded, "Un momento. Su mesa "));
    assert_eq!(words, ["Un momento. Su mesa "]);
    assert_eq!((a.asked_at().len(), b.asked_at().len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn where_nobody_hears_words_before_the_end_another_is_asked_for_what_broke_off() {
    let (a, b) = (
        Fake::new("a", [Act::SayThenFail("Su mesa ", Kind::Malformed)]),
        Fake::new("b", [Act::Say("Su mesa está lista")]),
    );
    let written = ModelRequest { is_spoken: false, ..request(&["a/x", "b/x"], 10_000) };
    let (outcome, words) = ask(&models(&[&a, &b]), &written).await;
    assert_eq!(outcome.unwrap().text, "Su mesa está lista");
    assert_eq!(words, ["Su mesa está lista"]);
    let (outcome, words) = ask(&models(&[&a]), &written).await;
    assert_eq!(outcome.unwrap_err().said, "", "nobody knows of it");
    assert!(words.is_empty());
}

#[test]
fn what_a_question_may_cost_is_bound_before_it_is_asked() {
    let price = |output| ModelPrice { input: 3.0, cached_input: None, output };
    let prices = BTreeMap::from([("a/x".to_owned(), price(15.0)), ("a/dear".to_owned(), price(75.0))]);
    let prices = PriceList::new(&prices).unwrap();
    let models = Models::new([], prices, ModelsOptions::default());
    // 100 tokens of answer, and some of the question.
    let bound = |names: &[&str]| models.cost_bound_micros(&request(names, 1_000));
    assert!((1_500..2_000).contains(&bound(&["a/x"])), "{}", bound(&["a/x"]));
    assert!((7_500..8_000).contains(&bound(&["a/x", "a/dear"])), "the dearest that may be asked");
    assert_eq!(bound(&["a/unpriced"]), 0);
}

#[tokio::test(start_paused = true)]
async fn requests_that_failed_are_told_with_what_they_took() {
    let price = ModelPrice { input: 3.0, cached_input: None, output: 15.0 };
    let prices = PriceList::new(&BTreeMap::from([("a/x".to_owned(), price)])).unwrap();
    let (a, b) = (
        Fake::new(
            "a",
            [Act::BreakOff("Su mesa ", 1_000), Act::Fail(Kind::Overloaded), Act::Fail(Kind::Refused)],
        ),
        Fake::new("b", [Act::Say("Su mesa está lista")]),
    );
    let providers = [a as Arc<dyn Provider>, b];
    let models = Models::new(providers, prices, ModelsOptions::default());
    let written = ModelRequest { is_spoken: false, ..request(&["a/x", "nobody/x", "b/x"], 10_000) };
    let answer = ask(&models, &written).await.0.unwrap();
    let told = |failed: &[FailedRequest]| -> Vec<_> {
        failed
            .iter()
            .map(|request| {
                let FailedRequest { provider, model, kind, usage, cost_micros, message: _ } = request;
                (format!("{provider}/{model}"), *kind, usage.input_tokens, *cost_micros)
            })
            .collect()
    };
    let of_a = |kind, tokens, cost| ("a/x".to_owned(), kind, tokens, cost);
    let all = [of_a(Kind::Malformed, 1_000, 3_000), of_a(Kind::Overloaded, 0, 0), of_a(Kind::Refused, 0, 0)];
    assert_eq!(told(&answer.failed), all);
    // Nobody answers: what was asked is told all the same, and what is not configured was not asked.
    let alone = ModelRequest { models: vec!["a/x".to_owned(), "nobody/x".to_owned()], ..written };
    let failure = ask(&models, &alone).await.0.unwrap_err();
    assert_eq!(told(&failure.failed), [of_a(Kind::Refused, 0, 0)]);
    assert!(failure.usage.is_none(), "each token is counted once");
}
