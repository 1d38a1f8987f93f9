//! The chain of models as a caller sees it, on a paused clock.

use std::{collections::VecDeque, pin::pin, sync::Mutex, time::Duration};

use turno_core::{Finish, ModelMessage, ResponseFormat, Usage};

use super::*;
use crate::{price::ModelPrice, provider::Told};
use ModelFailureKind as Kind;

mod counted;
mod left_alone;
mod of_no_use;
mod unheard;

/// What a fake provider does with one question.
#[derive(Clone)]
enum Act {
    Say(&'static str),
    /// Passes nothing on, and answers all the same.
    AnswerAtOnce(&'static str),
    Fail(Kind),
    RetryAfter(u64),
    SayThenFail(&'static str, Kind),
    /// Says this, and breaks off where so many tokens of the question were told of.
    BreakOff(&'static str, u64),
    SayAfter(u64, &'static str),
    SayThenTake(&'static str, u64),
    /// Says this word by word, and ends so.
    SayAndEnd(&'static str, Finish, Usage),
    /// Says this again and again, after so many milliseconds each.
    Drip(u64, &'static str),
    /// Tells that the question took so many tokens, says this, and falls silent.
    CountThenHang(u64, &'static str),
}

struct Fake {
    name: &'static str,
    acts: Mutex<VecDeque<Act>>,
    asked: Mutex<Vec<(String, u64)>>,
    began: Instant,
}

impl Fake {
    /// The last act is done again and again.
    fn new(name: &'static str, acts: impl IntoIterator<Item = Act>) -> Arc<Self> {
        Arc::new(Self {
            name,
            acts: Mutex::new(acts.into_iter().collect()),
            asked: Mutex::default(),
            began: Instant::now(),
        })
    }

    /// When it was asked, in milliseconds from the beginning.
    fn asked_at(&self) -> Vec<u64> {
        self.asked.lock().unwrap().iter().map(|(_, at)| *at).collect()
    }
}

#[async_trait]
impl Provider for Fake {
    fn name(&self) -> &str {
        self.name
    }

    async fn ask(
        &self,
        model: &str,
        _request: &ModelRequest,
        told: &mut (dyn for<'t> FnMut(Told<'t>) + Send),
    ) -> Result<ModelAnswer, ModelFailure> {
        let at = self.began.elapsed().as_millis() as u64;
        self.asked.lock().unwrap().push((model.to_owned(), at));
        let act = {
            let mut acts = self.acts.lock().unwrap();
            if acts.len() > 1 { acts.pop_front() } else { acts.front().cloned() }
        };
        match act.unwrap() {
            Act::Say(text) => {
                told(Told::Words(text));
                Ok(answer(text))
            }
            Act::AnswerAtOnce(text) => Ok(answer(text)),
            Act::Fail(kind) => Err(ModelFailure::new(kind, "no")),
            Act::RetryAfter(ms) => {
                Err(ModelFailure { retry_after_ms: Some(ms), ..ModelFailure::new(Kind::RateLimited, "429") })
            }
            Act::SayThenFail(text, kind) => {
                told(Told::Words(text));
                Err(ModelFailure::new(kind, "broke off"))
            }
            Act::BreakOff(text, input_tokens) => {
                told(Told::Words(text));
                let mut failure = ModelFailure::new(Kind::Malformed, "broke off");
                failure.usage.input_tokens = input_tokens;
                Err(failure)
            }
            Act::SayAfter(ms, text) => {
                sleep(Duration::from_millis(ms)).await;
                told(Told::Words(text));
                Ok(answer(text))
            }
            Act::CountThenHang(input_tokens, text) => {
                if input_tokens > 0 {
                    let usage = Usage { input_tokens, ..Usage::default() };
                    told(Told::Usage(usage));
                }
                if !text.is_empty() {
                    told(Told::Words(text));
                }
                std::future::pending().await
            }
            Act::SayAndEnd(text, finish, usage) => {
                text.split_inclusive(' ').for_each(|word| told(Told::Words(word)));
                let answer = answer(text);
                Ok(ModelAnswer { finish, usage, ..answer })
            }
            Act::Drip(ms, text) => loop {
                sleep(Duration::from_millis(ms)).await;
                told(Told::Words(text));
            },
            Act::SayThenTake(text, ms) => {
                told(Told::Words(text));
                sleep(Duration::from_millis(ms)).await;
                Ok(answer(text))
            }
        }
    }
}

fn answer(text: &str) -> ModelAnswer {
    ModelAnswer {
        text: text.to_owned(),
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage { input_tokens: 10_000, cached_input_tokens: 0, output_tokens: 1 },
        provider: "fake".to_owned(),
        model: "m".to_owned(),
        cost_micros: 0,
        opaque: None,
        failed: Vec::new(),
    }
}

fn request(models: &[&str], budget_ms: u64) -> ModelRequest {
    ModelRequest {
        models: models.iter().map(|name| (*name).to_owned()).collect(),
        messages: vec![ModelMessage::User { text: "hola".to_owned() }],
        tools: Vec::new(),
        may_call: true,
        response_format: ResponseFormat::Text,
        temperature: None,
        max_tokens: 100,
        budget_ms,
        is_spoken: true,
        language: None,
    }
}

fn models(fakes: &[&Arc<Fake>]) -> Models {
    let options = ModelsOptions {
        default_models: vec!["a/first".to_owned()],
        seed: Some(1),
        ..ModelsOptions::default()
    };
    let providers = fakes.iter().map(|fake| Arc::clone(fake) as Arc<dyn Provider>);
    Models::new(providers, PriceList::default(), options)
}

/// The answer or the failure, with the words as they came.
async fn ask(models: &Models, request: &ModelRequest) -> (Result<ModelAnswer, ModelFailure>, Vec<String>) {
    let mut words = Vec::new();
    let outcome = models
        .answer(request, &mut |text: &str| words.push(text.to_owned()), &CancellationToken::new())
        .await;
    (outcome, words)
}

async fn kind_of(models: &Models, request: &ModelRequest) -> Kind {
    ask(models, request).await.0.unwrap_err().kind
}

#[tokio::test(start_paused = true)]
async fn the_first_model_that_answers_is_the_only_one_asked() {
    let (a, b) = (Fake::new("a", [Act::Say("hola")]), Fake::new("b", [Act::Say("no")]));
    let models = models(&[&a, &b]);
    let (outcome, words) = ask(&models, &request(&["a/org/model-1", "b/x"], 5_000)).await;
    assert_eq!(outcome.unwrap().text, "hola");
    assert_eq!(words, ["hola"]);
    assert_eq!(a.asked.lock().unwrap()[0].0, "org/model-1");
    assert!(b.asked_at().is_empty());
    // No model named: the default.
    ask(&models, &request(&[], 5_000)).await.0.unwrap();
    assert_eq!(a.asked.lock().unwrap()[1].0, "first");
}

#[tokio::test(start_paused = true)]
async fn what_passes_is_tried_again_after_a_pause_and_then_the_next_is_asked() {
    for kind in [Kind::RateLimited, Kind::Overloaded, Kind::Unreachable] {
        let (a, b) = (Fake::new("a", [Act::Fail(kind)]), Fake::new("b", [Act::Say("yo")]));
        let (outcome, words) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 10_000)).await;
        assert_eq!((outcome.unwrap().text.as_str(), words.len()), ("yo", 1));
        let at = a.asked_at();
        assert_eq!(at.len(), 3, "{kind:?}");
        // 100 to 200 ms, then 200 to 400.
        assert!((100..=200).contains(&at[1]), "{at:?}");
        assert!((200..=400).contains(&(at[2] - at[1])), "{at:?}");
        assert_eq!(b.asked_at(), [at[2]]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_would_fail_again_is_not_tried_again() {
    let kinds = [Kind::RefusedKey, Kind::ContextTooLong, Kind::ContentFilter, Kind::Refused, Kind::TimedOut];
    for kind in kinds {
        let (a, b) = (Fake::new("a", [Act::Fail(kind)]), Fake::new("b", [Act::Say("yo")]));
        ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 10_000)).await.0.unwrap();
        assert_eq!((a.asked_at().len(), b.asked_at()), (1, vec![0]), "{kind:?}");
    }
    // What could not be read, once more.
    let (a, b) = (Fake::new("a", [Act::Fail(Kind::Malformed)]), Fake::new("b", [Act::Say("yo")]));
    ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 10_000)).await.0.unwrap();
    assert_eq!((a.asked_at().len(), b.asked_at().len()), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn retry_after_is_kept_where_it_fits_and_else_the_next_is_asked_at_once() {
    let (a, b) = (Fake::new("a", [Act::RetryAfter(2_000), Act::Say("ya")]), Fake::new("b", [Act::Say("yo")]));
    let (outcome, _) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 6_000)).await;
    assert_eq!(outcome.unwrap().text, "ya");
    assert!((2_000..=2_100).contains(&a.asked_at()[1]), "{:?}", a.asked_at());
    // Half of the time is the other's.
    let (a, b) = (Fake::new("a", [Act::RetryAfter(2_000)]), Fake::new("b", [Act::Say("yo")]));
    let (outcome, _) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 4_000)).await;
    assert_eq!(outcome.unwrap().text, "yo");
    assert_eq!((a.asked_at(), b.asked_at()), (vec![0], vec![0]));
    // Nobody else is there: it has all of it, and where that is too little the caller is told at once how long.
    let a = Fake::new("a", [Act::RetryAfter(2_000), Act::Say("ya")]);
    assert!(ask(&models(&[&a]), &request(&["a/x"], 2_500)).await.0.is_ok());
    let a = Fake::new("a", [Act::RetryAfter(60_000)]);
    let began = Instant::now();
    let failure = ask(&models(&[&a]), &request(&["a/x"], 2_500)).await.0.unwrap_err();
    assert_eq!((failure.kind, failure.retry_after_ms), (Kind::RateLimited, Some(60_000)));
    assert!(began.elapsed().is_zero());
    // Numbers past all counting are no harm.
    let a = Fake::new("a", [Act::RetryAfter(u64::MAX)]);
    assert_eq!(kind_of(&models(&[&a]), &request(&["a/x"], 2_500)).await, Kind::RateLimited);
    let a = Fake::new("a", [Act::Say("ya")]);
    assert!(ask(&models(&[&a]), &request(&["a/x"], u64::MAX)).await.0.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_silent_model_has_half_of_the_time_and_one_that_speaks_all_of_it() {
    let (a, b) = (Fake::new("a", [Act::SayAfter(60_000, "tarde")]), Fake::new("b", [Act::Say("yo")]));
    let (outcome, words) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 8_000)).await;
    assert_eq!((outcome.unwrap().text.as_str(), b.asked_at()), ("yo", vec![4_000]));
    assert_eq!(words, ["yo"]);
    let (a, b) =
        (Fake::new("a", [Act::SayThenTake("Un momento. Le", 7_000)]), Fake::new("b", [Act::Say("yo")]));
    let (outcome, _) = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 8_000)).await;
    assert_eq!(outcome.unwrap().text, "Un momento. Le");
    let a = Fake::new("a", [Act::SayThenTake("Un momento. Le", 9_000)]);
    let began = Instant::now();
    let failure = ask(&models(&[&a, &b]), &request(&["a/x", "b/x"], 8_000)).await.0.unwrap_err();
    assert_eq!((failure.kind, failure.said.as_str()), (Kind::TimedOut, "Un momento. Le"));
    assert_eq!(began.elapsed(), Duration::from_secs(8));
    assert!(b.asked_at().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_failure_names_every_model_and_is_of_the_kind_of_one_that_was_asked() {
    let a = Fake::new("a", [Act::Fail(Kind::ContextTooLong)]);
    let models = models(&[&a]);
    let failure = ask(&models, &request(&["a/x", "nobody/y", "z"], 1_000)).await.0.unwrap_err();
    assert_eq!(failure.kind, Kind::ContextTooLong);
    assert!(failure.message.starts_with("a/x: no; nobody/y: no provider is configured for it"));
    assert!(failure.message.contains("; z: no provider"));
    assert_eq!(kind_of(&models, &request(&["nobody/y"], 1_000)).await, Kind::NotConfigured);
    let none = Models::new([], PriceList::default(), ModelsOptions::default());
    assert_eq!(kind_of(&none, &request(&[], 1_000)).await, Kind::NotConfigured);
}

#[tokio::test(start_paused = true)]
async fn a_talk_that_no_provider_would_take_is_sent_to_none() {
    let a = Fake::new("a", [Act::Say("ya")]);
    let mut broken = request(&["a/x"], 1_000);
    broken.messages.push(ModelMessage::ToolResult {
        call: "1".to_owned(),
        tool: "t".to_owned(),
        content: String::new(),
        is_error: false,
    });
    assert_eq!(kind_of(&models(&[&a]), &broken).await, Kind::Refused);
    assert!(a.asked_at().is_empty());
}

#[tokio::test(start_paused = true)]
async fn words_of_one_that_does_not_stream_are_passed_on_and_the_cost_is_put_in() {
    let a = Fake::new("a", [Act::AnswerAtOnce("todo junto")]);
    let price = ModelPrice { input: 25.0, cached_input: None, output: 1.0 };
    let prices = PriceList::new(&BTreeMap::from([("a/x".to_owned(), price)])).unwrap();
    let models = Models::new([a as Arc<dyn Provider>], prices, ModelsOptions::default());
    let (outcome, words) = ask(&models, &request(&["a/x"], 1_000)).await;
    assert_eq!((words, outcome.unwrap().cost_micros), (vec!["todo junto".to_owned()], 250_001));
}
