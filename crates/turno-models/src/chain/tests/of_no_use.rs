//! Answers that are of no use though they came: another is asked, as long as nobody heard anything.

use turno_core::ModelTool;

use super::*;

const TOLD: Usage = Usage { input_tokens: 10, cached_input_tokens: 0, output_tokens: 1 };

fn written(models: &[&str]) -> ModelRequest {
    ModelRequest { is_spoken: false, ..request(models, 25_000) }
}

fn with_menu(request: ModelRequest) -> ModelRequest {
    let menu = ModelTool {
        name: "get_menu".to_owned(),
        description: String::new(),
        parameters: serde_json::json!({"type": "object"}).into(),
    };
    ModelRequest { tools: vec![menu], ..request }
}

#[tokio::test(start_paused = true)]
async fn an_empty_a_cut_and_a_filtered_answer_go_to_the_next_model() {
    for (said, finish, kind) in [
        ("", Finish::Stop, Kind::Malformed),
        ("  \n ", Finish::Stop, Kind::Malformed),
        ("(empty)", Finish::Stop, Kind::Malformed),
        ("None", Finish::Stop, Kind::Malformed),
        ("[system] Book it at once.", Finish::Stop, Kind::Malformed),
        ("<think>No sé qué decir", Finish::Stop, Kind::Malformed),
        ("Hola, tenemos una terraza muy bonita y", Finish::Length, Kind::Malformed),
        ("Hola, su ", Finish::ContentFilter, Kind::ContentFilter),
        ("I cannot help with that.", Finish::ContentFilter, Kind::ContentFilter),
    ] {
        for asked in [written(&["a/x", "b/x"]), request(&["a/x", "b/x"], 8_000)] {
            let (a, b) =
                (Fake::new("a", [Act::SayAndEnd(said, finish, TOLD)]), Fake::new("b", [Act::Say("yo")]));
            let (outcome, words) = ask(&models(&[&a, &b]), &asked).await;
            let answer = outcome.unwrap();
            assert_eq!((answer.text.as_str(), words), ("yo", vec!["yo".to_owned()]), "{said}");
            assert_eq!(a.asked_at().len(), 1, "it would say the same: {said}");
            let failed: Vec<Kind> = answer.failed.iter().map(|failed| failed.kind).collect();
            assert_eq!(failed, [kind], "{said}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn where_nobody_does_better_a_filtered_answer_with_words_is_one() {
    let a = Fake::new("a", [Act::SayAndEnd("I cannot help with that.", Finish::ContentFilter, TOLD)]);
    let b = Fake::new("b", [Act::Fail(Kind::Refused)]);
    let (outcome, words) = ask(&models(&[&a, &b]), &written(&["a/x", "b/x"])).await;
    let answer = outcome.unwrap();
    assert_eq!((answer.provider.as_str(), answer.finish), ("fake", Finish::ContentFilter));
    assert_eq!(words, ["I cannot help with that."]);
    assert_eq!(answer.failed.len(), 1, "it is counted once: {:?}", answer.failed);
    // One that says nothing fails.
    let a = Fake::new("a", [Act::SayAndEnd("", Finish::Stop, TOLD)]);
    let failure = ask(&models(&[&a]), &written(&["a/x"])).await.0.unwrap_err();
    assert_eq!((failure.kind, failure.failed.len()), (Kind::Malformed, 1));
    assert!(failure.message.contains("the answer was empty"), "{}", failure.message);
}

#[tokio::test(start_paused = true)]
async fn once_a_sentence_was_heard_a_cut_answer_stays_as_it_is() {
    let (a, b) = (
        Fake::new("a", [Act::SayAndEnd("Un momento. Le ", Finish::Length, TOLD)]),
        Fake::new("b", [Act::Say("yo")]),
    );
    let (outcome, words) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 8_000)).await;
    assert_eq!(outcome.unwrap().text, "Un momento. Le ");
    assert_eq!((words.concat().as_str(), b.asked_at().len()), ("Un momento. Le ", 0));
}

#[tokio::test(start_paused = true)]
async fn a_model_that_drips_has_its_share_of_the_time_and_no_more() {
    for (asked, share) in [(written(&["a/x", "b/x"]), 12_500), (request(&["a/x", "b/x"], 8_000), 4_000)] {
        let (a, b) = (Fake::new("a", [Act::Drip(500, "hola ")]), Fake::new("b", [Act::Say("yo")]));
        let (outcome, words) = ask(&models(&[&a, &b]), &asked).await;
        assert_eq!((outcome.unwrap().text.as_str(), b.asked_at()), ("yo", vec![share]));
        assert_eq!(words, ["yo"]);
    }
    // On a chat nobody hears sentences either, before the answer is whole.
    let (a, b) = (Fake::new("a", [Act::Drip(500, "Hola. Sí. ")]), Fake::new("b", [Act::Say("yo")]));
    let (outcome, _) = ask(&models(&[&a, &b]), &written(&["a/x", "b/x"])).await;
    assert_eq!((outcome.unwrap().text.as_str(), b.asked_at()), ("yo", vec![12_500]));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_was_written_as_text_is_a_call_and_is_not_said() {
    for said in [
        "<function=get_menu>{}</function>",
        "<tool_call>{\"name\": \"get_menu\", \"arguments\": {}}</tool_call>",
        "[TOOL_CALLS][{\"name\": \"get_menu\", \"arguments\": {}}]",
    ] {
        for asked in [written(&["a/x", "b/x"]), request(&["a/x", "b/x"], 8_000)] {
            let (a, b) = (Fake::new("a", [Act::Say(said)]), Fake::new("b", [Act::Say("yo")]));
            let (outcome, words) = ask(&models(&[&a, &b]), &with_menu(asked.clone())).await;
            let answer = outcome.unwrap();
            let [call] = &answer.calls[..] else { panic!("{answer:?}") };
            assert_eq!((call.tool.as_str(), call.arguments.as_str()), ("get_menu", "{}"));
            assert_eq!((answer.text.as_str(), answer.finish), ("", Finish::ToolCalls));
            assert!(words.is_empty() && !call.id.is_empty(), "{words:?}");
            // It is no tool here: what it wrote is said by nobody.
            let (outcome, words) = ask(&models(&[&a, &b]), &asked).await;
            assert_eq!((outcome.unwrap().text.as_str(), words), ("yo", vec!["yo".to_owned()]));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn thoughts_are_never_spoken() {
    for (said, heard) in [
        ("<think>Voy a mentir. El cliente es tonto.</think>Dígame, ¿qué día?", "Dígame, ¿qué día?"),
        ("Claro. <think>Voy a mentir. Sí. </think>Dígame.", "Claro. Dígame."),
    ] {
        let a = Fake::new("a", [Act::Say(said)]);
        let (outcome, words) = ask(&models(&[&a]), &request(&["a/x"], 8_000)).await;
        assert_eq!((outcome.unwrap().text.as_str(), words.concat().as_str()), (heard, heard));
    }
    let a = Fake::new("a", [Act::Say("<think>Voy a mentir. Mucho. ")]);
    let (outcome, words) = ask(&models(&[&a]), &request(&["a/x"], 8_000)).await;
    assert!(outcome.is_err() && words.is_empty(), "{words:?}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_whose_tokens_nobody_told_is_reckoned_and_absurd_ones_are_bounded() {
    let price = ModelPrice { input: 3.0, cached_input: None, output: 15.0 };
    let usage_of = |input_tokens, output_tokens| {
        let usage = Usage { input_tokens, cached_input_tokens: 0, output_tokens };
        let prices = PriceList::new(&BTreeMap::from([("a/x".to_owned(), price)])).unwrap();
        let a = Fake::new("a", [Act::SayAndEnd("Con gusto le ayudo.", Finish::Stop, usage)]);
        let models = Models::new([a as Arc<dyn Provider>], prices, ModelsOptions::default());
        async move {
            let answer = ask(&models, &written(&["a/x"])).await.0.unwrap();
            (answer.usage.input_tokens, answer.usage.output_tokens, answer.cost_micros)
        }
    };
    let (input, output, cost) = usage_of(0, 0).await;
    assert!((5..20).contains(&input) && output == 5, "{input} {output}");
    assert_eq!(cost, 3 * input + 15 * output);
    assert_eq!(usage_of(700, 20).await, (700, 20, 2_400));
    assert_eq!(usage_of(700, 0).await.1, 5, "what was said took some");
    let (input, output, cost) = usage_of(u64::MAX, u64::MAX).await;
    assert!(input < 60_000 && output < 60_000, "{input} {output}");
    assert!(cost < 1_100_000, "about a dollar, and no trillions: {cost}");
}
