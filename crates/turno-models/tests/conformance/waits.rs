//! Waits that are bounded, and what is no longer wanted.

use turno_core::{ModelFailureKind, Usage};
use turno_models::provider::Told;

use crate::common::server::{Reply, Server, Step};
use crate::common::{Spoken, ask, dialects, network, patient, simple, without_last_event};

fn spoken() -> Spoken {
    Spoken { words: vec!["Hola", " a todos"], ..Spoken::default() }
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    for dialect in dialects() {
        let server = Server::start(vec![Reply::silence()]).await;
        let options = turno_models::transport::NetworkOptions {
            connect_timeout_ms: 20,
            first_byte_timeout_ms: 20,
            idle_timeout_ms: 60_000,
        };
        let network = std::sync::Arc::new(turno_models::transport::Network::new(options).unwrap());
        let (_, answer) = ask(&*dialect.provider(&server.url, network), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, ModelFailureKind::TimedOut, "{}", dialect.name());
        server.client_gone().await;
    }
}

#[tokio::test]
async fn a_server_that_falls_silent_is_given_up_with_what_was_said() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        let at = body.find(" a todos").unwrap();
        let steps = vec![Step::Send(body.as_bytes()[..at].to_vec()), Step::Hang];
        let server = Server::start(vec![Reply::steps(steps)]).await;
        let (words, answer) = ask(&*dialect.provider(&server.url, network(60_000, 20)), &simple()).await;
        let failure = answer.unwrap_err();
        assert_eq!(
            (failure.kind, words.concat().as_str()),
            (ModelFailureKind::TimedOut, "Hola"),
            "{}",
            dialect.name()
        );
        server.client_gone().await;
    }
}

/// OpenAI tells at the end only.
#[tokio::test]
async fn what_a_question_took_is_told_as_soon_as_it_is_known() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        let at = body.find(" a todos").unwrap();
        let steps = vec![Step::Send(body.as_bytes()[..at].to_vec()), Step::Hang];
        let server = Server::start(vec![Reply::steps(steps)]).await;
        let provider = patient(&*dialect, &server.url);
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let request = simple();
        let mut told = move |told: Told<'_>| {
            let input = match told {
                Told::Usage(Usage { input_tokens, .. }) => Some(input_tokens),
                Told::Words(_) => None,
            };
            sender.send(input).unwrap();
        };
        let asked = provider.ask("model-1", &request, &mut told);
        let first = tokio::select! {
            answer = asked => panic!("{}: {answer:?}", dialect.name()),
            first = receiver.recv() => first.unwrap(),
        };
        assert_eq!(first, (dialect.name() != "openai").then_some(20), "{}", dialect.name());
    }
}

#[tokio::test]
async fn a_refusal_that_falls_silent_is_a_refusal_all_the_same() {
    for dialect in dialects() {
        let reply =
            Reply { status: 529, headers: Vec::new(), steps: vec![Step::Send(b"busy".to_vec()), Step::Hang] };
        let server = Server::start(vec![reply]).await;
        let (_, answer) = ask(&*dialect.provider(&server.url, network(60_000, 20)), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Overloaded, "{}", dialect.name());
    }
}

#[tokio::test]
async fn to_drop_a_question_lets_the_connection_go() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        let at = body.find(" a todos").unwrap();
        let within = Reply::steps(vec![Step::Send(body.as_bytes()[..at].to_vec()), Step::Hang]);
        let server = Server::start(vec![within]).await;
        let provider = patient(&*dialect, &server.url);
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let request = simple();
        let mut told = move |told: Told<'_>| {
            if let Some(words) = told.words() {
                sender.send(words.to_owned()).unwrap();
            }
        };
        let asked = provider.ask("model-1", &request, &mut told);
        tokio::select! {
            answer = asked => panic!("{}: {answer:?}", dialect.name()),
            word = receiver.recv() => assert_eq!(word.as_deref(), Some("Hola")),
        }
        // The question is dropped here; the server sees it.
        server.client_gone().await;
    }
}

#[tokio::test]
async fn to_drop_a_question_before_its_answer_lets_the_connection_go() {
    for dialect in dialects() {
        let server = Server::start(vec![Reply::silence()]).await;
        let provider = patient(&*dialect, &server.url);
        let asked = tokio::spawn(async move { ask(&*provider, &simple()).await.1 });
        while server.requests().is_empty() {
            tokio::task::yield_now().await;
        }
        asked.abort();
        server.client_gone().await;
    }
}

#[tokio::test]
async fn once_the_model_has_stopped_a_silent_server_is_not_waited_for() {
    // Gemini says only by the end that it has ended.
    let dialects = dialects();
    let asked = dialects.iter().filter(|dialect| dialect.name() != "gemini").map(async |dialect| {
        let body = without_last_event(&dialect.answer(&spoken()));
        let server = Server::start(vec![Reply::steps(vec![Step::Send(body.into_bytes()), Step::Hang])]).await;
        let (_, answer) = ask(&*patient(&**dialect, &server.url), &simple()).await;
        assert_eq!(answer.unwrap().text, "Hola a todos");
        server.client_gone().await;
    });
    futures_util::future::join_all(asked).await;
}

#[tokio::test]
async fn questions_at_once_do_not_mix() {
    for dialect in dialects() {
        let server = Server::start(vec![Reply::stream(&dialect.answer(&spoken()))]).await;
        let provider = patient(&*dialect, &server.url);
        let request = simple();
        let asked = (0..8).map(|_| ask(&*provider, &request));
        for (words, answer) in futures_util::future::join_all(asked).await {
            assert_eq!(words, ["Hola", " a todos"]);
            assert!(answer.is_ok());
        }
    }
}

#[tokio::test]
async fn a_connection_is_used_again_though_its_end_comes_behind_the_answer() {
    for dialect in dialects().iter().filter(|dialect| dialect.name() != "gemini") {
        let end = std::sync::Arc::new(tokio::sync::Notify::new());
        let answer = Step::Send(dialect.answer(&spoken()).into_bytes());
        let server =
            Server::start(vec![Reply::steps(vec![answer, Step::Wait(end.clone()), Step::Keep])]).await;
        let provider = patient(&**dialect, &server.url);
        for _ in 0..10 {
            let (_, answer) = ask(&*provider, &simple()).await;
            assert!(answer.is_ok(), "{}: {answer:?}", dialect.name());
            end.notify_one();
            // The end is read by others meanwhile.
            for _ in 0..1_000 {
                tokio::task::yield_now().await;
            }
        }
        assert!(server.connections() < 10, "{}: {}", dialect.name(), server.connections());
    }
}
