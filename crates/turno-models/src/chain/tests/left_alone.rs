//! Providers that failed too often, and are not asked for a while.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_failing_provider_is_left_alone_until_one_question_finds_it_well() {
    let acts = [Act::Fail(Kind::Refused), Act::Fail(Kind::Overloaded)];
    let a = Fake::new("a", acts);
    let models = models(&[&a]);
    let request = request(&["a/x"], 10_000);
    // One that says no is there. Then 3 + 2 in a row open it.
    assert_eq!(kind_of(&models, &request).await, Kind::Refused);
    assert_eq!(kind_of(&models, &request).await, Kind::Overloaded);
    assert_eq!(kind_of(&models, &request).await, Kind::Overloaded);
    assert_eq!(a.asked_at().len(), 6);
    let failure = ask(&models, &request).await.0.unwrap_err();
    assert_eq!((failure.kind, a.asked_at().len()), (Kind::CircuitOpen, 6));
    assert!(failure.retry_after_ms.unwrap() <= 30_000);
    // One probe, which fails: open again, without the other attempts.
    tokio::time::advance(Duration::from_secs(30)).await;
    assert_eq!(kind_of(&models, &request).await, Kind::Overloaded);
    assert_eq!(a.asked_at().len(), 7);
    assert_eq!(kind_of(&models, &request).await, Kind::CircuitOpen);
    tokio::time::advance(Duration::from_secs(30)).await;
    a.acts.lock().unwrap().clear();
    a.acts.lock().unwrap().push_back(Act::Say("ya"));
    assert!(ask(&models, &request).await.0.is_ok());
    assert!(ask(&models, &request).await.0.is_ok());
}

#[tokio::test(start_paused = true)]
async fn only_one_question_probes_and_one_that_is_dropped_lets_another() {
    let a = Fake::new("a", [Act::Fail(Kind::RefusedKey), Act::SayAfter(1_000, "ya")]);
    let models = models(&[&a]);
    let request = request(&["a/x"], 10_000);
    assert_eq!(kind_of(&models, &request).await, Kind::RefusedKey);
    tokio::time::advance(Duration::from_secs(30)).await;
    assert_eq!(kind_of(&models, &request).await, Kind::CircuitOpen, "a refused key opens for long");
    tokio::time::advance(Duration::from_secs(570)).await;
    {
        let mut ignore = |_: &str| {};
        let wanted = CancellationToken::new();
        let mut probe = pin!(models.answer(&request, &mut ignore, &wanted));
        assert!(futures_util::poll!(&mut probe).is_pending());
        assert_eq!(kind_of(&models, &request).await, Kind::CircuitOpen);
    }
    assert!(ask(&models, &request).await.0.is_ok());
    assert_eq!(a.asked_at().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn time_of_a_provider_s_own_does_not_go_to_one_that_is_left_alone() {
    let (a, b) =
        (Fake::new("a", [Act::SayAfter(7_000, "ya")]), Fake::new("b", [Act::Fail(Kind::RefusedKey)]));
    let models = models(&[&a, &b]);
    kind_of(&models, &request(&["b/x"], 1_000)).await;
    let (outcome, _) = ask(&models, &request(&["a/x", "b/x", "c/x"], 8_000)).await;
    assert_eq!(outcome.unwrap().text, "ya");
}
