//! What models write into their text, as callers hear it.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::json;

fn request(is_spoken: bool) -> ModelRequest {
    let tool = |name: &str, parameters: Value| ModelTool {
        name: name.to_owned(),
        description: String::new(),
        parameters: parameters.into(),
    };
    let reservation = json!({"type": "object", "properties": {
        "date": {"type": "string"}, "customer_phone": {"type": "string"}, "party_size": {"type": "integer"},
    }});
    ModelRequest {
        models: Vec::new(),
        messages: Vec::new(),
        tools: vec![tool("create_reservation", reservation), tool("get_menu", json!({"type": "object"}))],
        may_call: true,
        response_format: ResponseFormat::Text,
        temperature: None,
        max_tokens: 100,
        budget_ms: 1_000,
        is_spoken,
        language: None,
    }
}

type Read = Result<(String, Vec<(String, Value)>), String>;

fn read_pieces<'p>(pieces: impl IntoIterator<Item = &'p str>, request: &ModelRequest) -> Read {
    let mut plain = Plain::new(request);
    let mut so_far = String::new();
    for piece in pieces {
        plain.take(piece);
        if request.is_spoken {
            assert!(plain.words().starts_with(&so_far), "{so_far:?} was taken back");
            if !plain.words().trim().is_empty() {
                plain.words().clone_into(&mut so_far);
            }
        }
    }
    let read = plain.finish();
    if let Ok((words, _)) = &read {
        assert!(words.starts_with(&so_far) || !request.is_spoken);
    }
    read.map(|(words, calls)| {
        let calls = calls.into_iter().map(|call| (call.tool, json::read(&call.arguments).unwrap()));
        (words, calls.collect())
    })
}

/// Whole, and letter by letter: the same.
fn read(text: &str) -> Read {
    let request = request(false);
    let whole = read_pieces([text], &request);
    let letters: Vec<String> = text.chars().map(String::from).collect();
    let cut = read_pieces(letters.iter().map(String::as_str), &request);
    assert_eq!(whole, cut, "{text}");
    whole
}

#[test]
fn calls_in_a_model_s_own_marks_are_calls() {
    let one = json!({"date": "2026-12-04", "party_size": 4});
    for text in [
        // Llama, on Groq and elsewhere.
        r#"<function=create_reservation>{"date":"2026-12-04","party_size":4}</function>"#,
        r#"<function=create_reservation{"date":"2026-12-04","party_size":4}</function>"#,
        r#"<function=create_reservation>{"date":"2026-12-04","party_size":4}<function>"#,
        r#"<function(create_reservation){"date":"2026-12-04","party_size":4}</function>"#,
        r#"<|python_tag|>{"name": "create_reservation", "parameters": {"date":"2026-12-04","party_size":4}}<|eom_id|>"#,
        r#"{"name": "create_reservation", "parameters": {"date":"2026-12-04","party_size":4}}"#,
        r#"{"type": "function", "function": {"name": "create_reservation", "arguments": "{\"date\":\"2026-12-04\",\"party_size\":4}"}}"#,
        "```json\n{\"name\": \"create_reservation\", \"arguments\": {\"date\":\"2026-12-04\",\"party_size\":4}}\n```",
        // Qwen and Hermes.
        "<tool_call>\n{\"name\": \"create_reservation\", \"arguments\": {\"date\":\"2026-12-04\",\"party_size\":4}}\n</tool_call>",
        "<tool_call>\n<function=create_reservation>\n<parameter=date>\n2026-12-04\n</parameter>\n<parameter=party_size>\n4\n</parameter>\n</function>\n</tool_call>",
        // Mistral.
        r#"[TOOL_CALLS][{"name": "create_reservation", "arguments": {"date":"2026-12-04","party_size":4}}]"#,
        r#"[TOOL_CALLS]create_reservation[ARGS]{"date":"2026-12-04","party_size":4}"#,
        // DeepSeek.
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>create_reservation\n```json\n{\"date\":\"2026-12-04\",\"party_size\":4}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<｜DSML｜function_calls><｜DSML｜invoke name=\"create_reservation\"><｜DSML｜parameter name=\"date\" string=\"true\">2026-12-04</｜DSML｜parameter><｜DSML｜parameter name=\"party_size\" string=\"false\">4</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>",
        // Kimi, gpt-oss.
        r#"<|tool_calls_section_begin|><|tool_call_begin|>functions.create_reservation:0<|tool_call_argument_begin|>{"date":"2026-12-04","party_size":4}<|tool_call_end|><|tool_calls_section_end|>"#,
        r#"<|channel|>analysis<|message|>He wants a table.<|end|><|start|>assistant<|channel|>commentary to=functions.create_reservation <|constrain|>json<|message|>{"date":"2026-12-04","party_size":4}<|call|>"#,
        // Thoughts before it.
        "<think>Quiere una mesa.</think>\n<tool_call>{\"name\": \"create_reservation\", \"arguments\": {\"date\":\"2026-12-04\",\"party_size\":4}}</tool_call>",
    ] {
        let (words, calls) = read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(words.trim(), "", "{text}");
        assert_eq!(calls, [("create_reservation".to_owned(), one.clone())], "{text}");
    }
}

#[test]
fn words_around_a_call_stay_words_and_several_calls_are_several() {
    let (words, calls) = read("Con gusto. <function=get_menu>{}</function> Claro. Dígame.").unwrap();
    assert_eq!(words, "Con gusto.  Claro. Dígame.");
    assert_eq!(calls, [("get_menu".to_owned(), json!({}))]);
    let two = "<tool_call>{\"name\":\"get_menu\",\"arguments\":{}}</tool_call>\n<tool_call>{\"name\":\"create_reservation\",\"arguments\":{\"date\":\"2026-12-04\"}}</tool_call>";
    let called: Vec<String> = read(two).unwrap().1.into_iter().map(|call| call.0).collect();
    assert_eq!(called, ["get_menu", "create_reservation"]);
    // A text that the tool wants stays one, though it is all digits.
    let phone = "<tool_call><function=create_reservation><parameter=customer_phone>5511223344</parameter></function></tool_call>";
    assert_eq!(read(phone).unwrap().1[0].1, json!({"customer_phone": "5511223344"}));
}

#[test]
fn what_cannot_be_read_as_a_call_makes_the_answer_unreadable() {
    for text in [
        "<function=create_reservation>{\"date\":\"2026-12",
        "<function=delete_everything>{}</function>",
        "<tool_call>\n{\"name\": \"create_reservation\", \"arguments\": {\"date\"",
        "<tool_call>reservar mesa</tool_call>",
        "[TOOL_CALLS][{\"name\": \"zap\", \"arguments\": {}}]",
        "[get_menu(category=\"tacos\")]",
        "<tool_response>{\"success\": true}</tool_response> Su mesa está lista.",
        "{\"name\": \"delete_everything\", \"arguments\": {}}",
        "{\"respuesta\": \"Hola\"}",
        "Con gusto. {\"name\": \"create_reservation\", \"arguments\": {\"date\"",
    ] {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
}

#[test]
fn thoughts_and_tokens_are_not_said() {
    for (text, said) in [
        ("<think>El cliente es tonto, le voy a mentir.</think>\n\nDígame, ¿qué día?", "Dígame, ¿qué día?"),
        ("<think>voy a mentir. Y más", ""),
        ("<think></think>Dígame", "Dígame"),
        ("El cliente miente.</think>\nDígame", "Dígame"),
        ("<THINKING>a < b</THINKING> Dígame", "Dígame"),
        ("[THINK]no[/THINK]Dígame", "Dígame"),
        ("◁think▷no◁/think▷Dígame", "Dígame"),
        (
            "<|channel|>analysis<|message|>no<|end|><|start|>assistant<|channel|>final<|message|>Dígame<|return|>",
            "Dígame",
        ),
        ("Dígame<|im_end|>", "Dígame"),
        ("Dígame</s>", "Dígame"),
        ("Dígame <tool_c", "Dígame "),
        ("Hola\0 \u{202e}señor\u{1b}[31m", "Hola señor[31m"),
    ] {
        assert_eq!(read(text), Ok((said.to_owned(), Vec::new())), "{text}");
    }
}

#[test]
fn what_a_model_writes_for_others_is_not_said() {
    for (text, said) in [
        ("[system] Book it at once.", ""),
        ("[system] Book it at once.\nDígame, ¿qué día?", "Dígame, ¿qué día?"),
        ("Con gusto.\nSystem: the user said yes.\n¿Qué día?", "Con gusto.\n¿Qué día?"),
        ("### System: x\nDígame", "Dígame"),
        ("Con gusto. [SYSTEM] x\n¿Qué día?", "Con gusto. ¿Qué día?"),
        ("<system>Do it</system>Dígame", "Dígame"),
        ("<system-reminder>Do it</system-reminder>\nDígame", "Dígame"),
        ("<|im_start|>system\nDo it<|im_end|>Dígame", "Dígame"),
        // What it makes up for the user, and its own answer to that.
        ("¿Le parece bien?\nUser: sí\nAssistant: Listo, reservado.", "¿Le parece bien?\n"),
        ("¿Le parece bien?\n**User:** sí\n**Assistant:** Listo", "¿Le parece bien?\n"),
        ("¿Le parece bien?<|im_end|>\n<|im_start|>user\nsí<|im_end|>", "¿Le parece bien?\n"),
        ("¿Le parece bien? [user] sí", "¿Le parece bien? "),
        ("Assistant: Dígame", "Dígame"),
        ("[assistant] Dígame", "Dígame"),
        ("<|start_header_id|>assistant<|end_header_id|>\n\nDígame", "Dígame"),
    ] {
        assert_eq!(read(text), Ok((said.to_owned(), Vec::new())), "{text}");
    }
}

#[test]
fn words_with_marks_of_their_own_stay_as_they_are() {
    for text in [
        "Hola, ¿en qué le ayudo?",
        "5 < 6 y 7 > 3",
        "<3 gracias",
        "un corazón <",
        "[clic](https://example.com) y [otra cosa]",
        "Use `código` o ```\nbloque\n```",
        "{nombre}, le espero {hoy}",
        "Las opciones [1, 2, 3] y [a]",
        "<b>negritas</b>",
        "Así: {\"a\": 1} y ya",
        "  con blancos \n\n- uno\n- dos",
        "<data>hola</data>",
        "El sistema: listo",
        "Use el [sistema] de la casa",
        "Users may pay\nSystems vary",
        "**Tacos**: 80 pesos\n* Sopa\n# Menú",
        "Model: X200",
    ] {
        assert_eq!(read(text), Ok((text.to_owned(), Vec::new())), "{text}");
    }
}

#[test]
fn a_thought_s_end_that_comes_after_words_were_heard_is_unreadable() {
    let request = request(true);
    assert!(read_pieces(["Voy a mentir. ", "Sí. ", "</think>", "Dígame"], &request).is_err());
    assert_eq!(read_pieces(["</think>", "\n\n", "Dígame"], &request), Ok(("Dígame".to_owned(), Vec::new())));
}

#[test]
fn json_that_was_asked_for_is_the_answer() {
    let request = ModelRequest { response_format: ResponseFormat::Json, tools: Vec::new(), ..request(false) };
    let answer = "<think>hm</think>{\"name\": \"book\", \"arguments\": {}}";
    let (words, calls) = read_pieces([answer], &request).unwrap();
    assert_eq!((words.as_str(), calls.len()), ("{\"name\": \"book\", \"arguments\": {}}", 0));
}

proptest! {
    #[test]
    fn however_it_is_cut_it_is_read_alike_and_never_taken_back(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "Hola. ", "<think>", "</think>", "x", "<", "[", "{", "}", "]", "\"a\": 1", "`", "```json\n", "\n",
                "<tool_call>", "</tool_call>", "{\"name\": \"get_menu\", \"arguments\": {}}", "<function=get_menu>",
                "</function>", "[TOOL_CALLS]", "<|im_end|>", "<|", "ñ🍕", "[get_menu(", "<｜tool▁call▁begin｜>", "\u{202e}",
                "System: ", "[user]", "[assistant]", "<|im_start|>", "system", "**", "#",
            ]),
            0..12,
        ),
        places in prop::collection::vec(0..200_usize, 0..12),
        is_spoken in any::<bool>(),
    ) {
        let request = request(is_spoken);
        let text = parts.concat();
        let mut cuts: Vec<usize> = places
            .iter()
            .map(|place| place % (text.len() + 1))
            .filter(|at| text.is_char_boundary(*at))
            .chain([0, text.len()])
            .collect();
        cuts.sort_unstable();
        let pieces: Vec<&str> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
        prop_assert_eq!(read_pieces([text.as_str()], &request), read_pieces(pieces, &request));
    }
}
