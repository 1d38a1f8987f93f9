//! Words as they come, torn and cut in every way.

use turno_core::{Finish, ModelFailureKind, Usage};

use crate::common::server::{Reply, Server, Step};
use crate::common::{Spoken, Stop, ask, dialects, patient, simple, without_last_event};

const WORDS: [&str; 4] = ["¿Mañana", " a las ", "8, en la terraza? 🍕", "\nSí: \"data: [DONE]\""];

fn spoken() -> Spoken {
    Spoken { words: WORDS.to_vec(), ..Spoken::default() }
}

fn bytes_alone(body: &str) -> Vec<Step> {
    let pieces = body.bytes().map(|byte| Step::Send(vec![byte]));
    pieces.chain([Step::End]).collect()
}

#[tokio::test]
async fn words_come_in_order_once_each_with_what_they_took() {
    for dialect in dialects() {
        let server = Server::start(vec![Reply::stream(&dialect.answer(&spoken()))]).await;
        let (words, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        let answer = answer.unwrap();
        assert_eq!(words, WORDS, "{}", dialect.name());
        assert_eq!((answer.finish, answer.calls.len()), (Finish::Stop, 0), "{}", dialect.name());
        assert_eq!((answer.provider.as_str(), answer.model.as_str()), (dialect.name(), "model-1"));
        let usage = Usage { input_tokens: 20, cached_input_tokens: 5, output_tokens: 7 };
        assert_eq!(answer.usage, usage, "{}", dialect.name());
        assert_eq!(dialect.fault(&server.last()), None, "{}", dialect.name());
    }
}

#[tokio::test]
async fn each_byte_alone_gives_the_same_words_with_any_line_ends_and_comments() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        let shapes = [
            body.clone(),
            body.replace('\n', "\r\n"),
            body.replace("\n\n", "\n\n: still here\n\n:\n"),
            format!("\u{feff}{body}"),
            body.trim_end().to_owned(),
        ];
        for shape in shapes {
            let server = Server::start(vec![Reply::steps(bytes_alone(&shape))]).await;
            let (words, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
            assert!(answer.is_ok(), "{}: {answer:?}", dialect.name());
            assert_eq!(words, WORDS, "{}", dialect.name());
        }
    }
}

#[tokio::test]
async fn words_are_passed_on_before_more_come() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        let at = body.find("8, en").unwrap();
        let at = body[..at].rfind("\n\n").unwrap() + 2;
        let more = std::sync::Arc::new(tokio::sync::Notify::new());
        let steps = vec![
            Step::Send(body.as_bytes()[..at].to_vec()),
            Step::Wait(more.clone()),
            Step::Send(body.as_bytes()[at..].to_vec()),
            Step::End,
        ];
        let server = Server::start(vec![Reply::steps(steps)]).await;
        let provider = patient(&*dialect, &server.url);
        let mut words = Vec::new();
        // The rest is only sent once the beginning has been passed on.
        let answer = provider
            .ask("model-1", &simple(), &mut |told| {
                words.extend(told.words().map(str::to_owned));
                if words.len() == 2 {
                    more.notify_one();
                }
            })
            .await;
        assert_eq!(answer.unwrap().text, WORDS.concat(), "{}", dialect.name());
    }
}

/// Where an answer is cut: within a character, within a line, between two events, before its last event.
fn cuts(body: &str) -> Vec<(&'static str, usize)> {
    let pizza = body.find('🍕').unwrap();
    let line = body[..pizza].rfind("data: ").unwrap();
    let event = body[..pizza].rfind("\n\n").unwrap();
    vec![
        ("a character", pizza + 2),
        ("a field's name", line + 3),
        ("a line", line + 30),
        ("an event's end", event + 1),
        ("two events", event + 2),
        ("nothing", 0),
    ]
}

#[tokio::test]
async fn a_cut_answer_is_malformed_and_tells_what_was_said() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        for (within, at) in cuts(&body) {
            for end in [Step::Break, Step::End] {
                let steps = vec![Step::Send(body.as_bytes()[..at].to_vec()), end];
                let server = Server::start(vec![Reply::steps(steps)]).await;
                let (words, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
                let failure = answer.expect_err(within);
                assert_eq!(
                    failure.kind,
                    ModelFailureKind::Malformed,
                    "{} {within}: {failure:?}",
                    dialect.name()
                );
                // Whether an event without its blank line counts hangs on how the connection ended.
                let expected = match within {
                    "nothing" => 0..=0,
                    "an event's end" => 1..=2,
                    _ => 2..=2,
                };
                assert!(expected.contains(&words.len()), "{} {within}: {words:?}", dialect.name());
            }
        }
    }
}

#[tokio::test]
async fn an_answer_is_whole_once_the_model_has_stopped_however_the_connection_ends() {
    for dialect in dialects() {
        let body = without_last_event(&dialect.answer(&spoken()));
        for end in [Step::Break, Step::End] {
            let server =
                Server::start(vec![Reply::steps(vec![Step::Send(body.clone().into_bytes()), end])]).await;
            let (words, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
            assert!(answer.is_ok(), "{}: {answer:?}", dialect.name());
            assert_eq!(words, WORDS, "{}", dialect.name());
        }
    }
}

#[tokio::test]
async fn an_error_half_way_is_a_failure_and_tells_what_was_said() {
    for dialect in dialects() {
        let body = dialect.answer(&spoken());
        let at = body.find("8, en").unwrap();
        let at = body[..at].rfind("\n\n").unwrap() + 2;
        let body = format!("{}{}{}", &body[..at], dialect.error_event(), &body[at..]);
        let server = Server::start(vec![Reply::stream(&body)]).await;
        let (words, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Overloaded, "{}", dialect.name());
        assert_eq!(words, WORDS[..2], "{}", dialect.name());
    }
}

#[tokio::test]
async fn pieces_that_are_no_json_or_no_text_are_malformed() {
    for dialect in dialects() {
        for piece in
            ["data: {\"a\":\n\n".as_bytes(), b"data: words\n\n", b"data: \xC3\x28\n\n", b"<html></html>"]
        {
            let steps = vec![Step::Send(piece.to_vec()), Step::End];
            let server = Server::start(vec![Reply::steps(steps)]).await;
            let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
            assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Malformed, "{} {piece:?}", dialect.name());
        }
    }
}

#[tokio::test]
async fn why_a_model_stopped_is_told() {
    for dialect in dialects() {
        for (stop, finish) in [(Stop::TooLong, Finish::Length), (Stop::Filtered, Finish::ContentFilter)] {
            for calls in [Vec::new(), vec![("a", "book", vec!["{}"])]] {
                let spoken = Spoken { words: vec!["Hola"], calls, stop };
                let server = Server::start(vec![Reply::stream(&dialect.answer(&spoken))]).await;
                let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
                assert_eq!(answer.unwrap().finish, finish, "{}", dialect.name());
            }
        }
    }
}

#[tokio::test]
async fn an_answer_without_end_is_given_up() {
    for dialect in dialects() {
        let lines = vec![Step::SendForEver(vec![b'x'; 64 * 1024]), Step::End];
        let server = Server::start(vec![Reply::steps(lines)]).await;
        let (_, answer) = ask(&*patient(&*dialect, &server.url), &simple()).await;
        assert_eq!(answer.unwrap_err().kind, ModelFailureKind::Malformed, "{}", dialect.name());
        server.client_gone().await;
    }
}
