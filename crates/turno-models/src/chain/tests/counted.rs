//! What counts of requests that brought no answer.

use super::*;

/// Asks, and calls it off after so many milliseconds.
async fn called_off_after(ms: u64, models: &Models, request: &ModelRequest) -> ModelFailure {
    let called_off = CancellationToken::new();
    let mut ignore = |_: &str| {};
    let mut asked = pin!(models.answer(request, &mut ignore, &called_off));
    tokio::select! {
        answer = &mut asked => panic!("{answer:?}"),
        () = sleep(Duration::from_millis(ms)) => called_off.cancel(),
    }
    let failure = futures_util::FutureExt::now_or_never(asked).expect("it ends at once");
    failure.unwrap_err()
}

fn tokens_of(failure: &ModelFailure) -> Vec<(Kind, u64, u64)> {
    let of = |failed: &FailedRequest| (failed.kind, failed.usage.input_tokens, failed.usage.output_tokens);
    failure.failed.iter().map(of).collect()
}

#[tokio::test(start_paused = true)]
async fn what_is_called_off_counts_as_far_as_it_was_told() {
    let a = Fake::new("a", [Act::CountThenHang(700, "Con gusto. Le ")]);
    let failure = called_off_after(50, &models(&[&a]), &request(&["a/x"], 10_000)).await;
    assert_eq!((failure.kind, failure.said.as_str()), (Kind::Cancelled, "Con gusto. Le "));
    assert_eq!(tokens_of(&failure), [(Kind::Cancelled, 700, 0)]);
}

#[tokio::test(start_paused = true)]
async fn what_spoke_and_told_no_tokens_is_reckoned() {
    let a = Fake::new("a", [Act::CountThenHang(0, "Con gusto le ayudo. ")]);
    let mut asked = request(&["a/x"], 10_000);
    asked.messages = vec![ModelMessage::User { text: "hola ".repeat(800) }];
    let failure = called_off_after(50, &models(&[&a]), &asked).await;
    let [(kind, input, output)] = tokens_of(&failure)[..] else { panic!("{failure:?}") };
    assert_eq!((kind, output), (Kind::Cancelled, 5));
    assert!((1_000..1_050).contains(&input), "4,000 letters: {input}");
}

#[tokio::test(start_paused = true)]
async fn what_never_spoke_nor_told_is_a_request_without_tokens() {
    let a = Fake::new("a", [Act::CountThenHang(0, "")]);
    let failure = called_off_after(50, &models(&[&a]), &request(&["a/x"], 10_000)).await;
    assert_eq!(tokens_of(&failure), [(Kind::Cancelled, 0, 0)]);
}

#[tokio::test(start_paused = true)]
async fn what_runs_out_of_time_counts_as_far_as_it_was_told() {
    let (a, b) = (Fake::new("a", [Act::CountThenHang(700, "")]), Fake::new("b", [Act::CountThenHang(0, "")]));
    let (outcome, _) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 10_000)).await;
    let failure = outcome.unwrap_err();
    assert_eq!(tokens_of(&failure), [(Kind::TimedOut, 700, 0), (Kind::TimedOut, 0, 0)]);
}

#[tokio::test(start_paused = true)]
async fn what_failed_before_it_was_called_off_counts_too() {
    let (a, b) = (Fake::new("a", [Act::BreakOff("", 300)]), Fake::new("b", [Act::CountThenHang(20, "")]));
    let asked = ModelRequest { is_spoken: false, ..request(&["a/x", "b/x"], 60_000) };
    let failure = called_off_after(20_000, &models(&[&a, &b]), &asked).await;
    let told = tokens_of(&failure);
    assert_eq!(told.last(), Some(&(Kind::Cancelled, 20, 0)));
    assert!(told.iter().rev().skip(1).all(|one| *one == (Kind::Malformed, 300, 0)), "{told:?}");
}
