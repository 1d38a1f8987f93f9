//! What stands beside a yes: all of it is explained, or it is none.

use super::{check, read};
use crate::Act::{Book, Cancel, Modify, Order};
use crate::Language::{En, Es};
use crate::Verdict::{Change, Unclear, Wait, Yes};
use crate::{Act, Language, Verdict};

/// With its marks, and as a recogniser writes it.
#[track_caller]
fn is(language: Language, expected: Verdict, utterances: &[&str]) {
    for act in [Book, Modify, Cancel, Order] {
        is_for(language, act, expected, utterances);
    }
}

#[track_caller]
fn is_for(language: Language, act: Act, expected: Verdict, utterances: &[&str]) {
    let spoken: Vec<String> = utterances
        .iter()
        .map(|said| said.replace([',', '¿', '?', '¡', '!', '.'], "").to_lowercase())
        .collect();
    check(language, act, expected, utterances);
    check(
        language,
        act,
        expected,
        &spoken.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

#[test]
fn what_breaks_off_is_no_yes() {
    #[rustfmt::skip]
    is(Es, Unclear, &[
        "sí, es que", "sí, es que mire", "sí, o sea", "sí, oiga", "sí, oye", "sí, a ver", "sí, también quiero", "ok, mira", "ok, fíjate", "claro, y este",
        "sí, a nombre", "sí, con", "sí, desde", "perfecto, entonces", "ajá y entonces", "sí, solo", "sí, bueno, es que", "correcto, y", "sí, por cierto", "sí, mi",
    ]);
    #[rustfmt::skip]
    is(En, Unclear, &[
        "yes, I", "yes I want", "yes, I would like", "yes, I need", "yes, I was", "yes, we are", "yes, for", "yes with", "yes, to", "yes, of", "yes, so", "okay, so",
        "yes, well", "yes, actually", "yes, well, actually", "yes, the thing is", "okay, the thing is", "yes, one thing", "yes, just one thing", "right, so",
        "yes, but", "correct, and", "yes, also I want", "sure, um", "yes, I was going to", "great, I just", "yes, sorry",
    ]);
}

#[test]
fn what_ends_the_talk_or_only_answers_the_line_is_no_yes() {
    #[rustfmt::skip]
    is(Es, Unclear, &[
        "ok, adiós", "ok, bye", "ok, nos vemos", "sí, adiós", "sí, bye", "sí, buenas tardes", "ok, hola", "sí, aló, aló", "sí, está ahí", "sí, tú", "sí, continúe",
        "continúe", "va, hasta luego", "sale, bye",
    ]);
    #[rustfmt::skip]
    is(En, Unclear, &[
        "yes, hello", "yeah, hi", "okay, bye", "bye, yes", "yes, go on", "go on", "keep going", "okay, I heard you", "okay, hear me out", "okay, look",
        "okay, guys", "yes, dear", "right here", "right there", "yes, you can", "yes, you can go", "okay, goodbye",
    ]);
    #[rustfmt::skip]
    is(Es, Yes, &[
        "sí, gracias, buen día", "sí, buenas noches, gracias", "perfecto, muchas gracias, hasta luego", "buenos días, sí", "hola, sí, es correcto",
        "correcto, continúe", "sí, gracias, adiós", "sí, que tenga buen día",
    ]);
    #[rustfmt::skip]
    is(En, Yes, &["yes, thanks, bye", "good morning, yes", "hi, yes, that's right", "yes thank you, have a good day", "that's correct, go on", "yes and thank you"]);
}

#[test]
fn a_yes_to_a_part_leaves_the_rest_open() {
    #[rustfmt::skip]
    is(Es, Unclear, &["de eso sí", "lo primero sí", "uno sí", "eso sí", "esa sí", "las personas sí", "la hora sí", "ese sí"]);
    is_for(
        Es,
        Book,
        Unclear,
        &[
            "Juan sí",
            "el viernes sí",
            "a las 8 sí",
            "Juan está bien a las ocho",
        ],
    );
    is(
        En,
        Unclear,
        &["this yes", "that yes", "the time yes", "yes, the name"],
    );
    is(
        Es,
        Yes,
        &["a todo sí", "todo sí", "gracias, sí", "eso está bien", "este, sí"],
    );
    is_for(
        Es,
        Book,
        Yes,
        &["sí, Juan", "el viernes a las 8 está bien", "sí, el viernes"],
    );
    is(
        En,
        Yes,
        &[
            "yes, all of it",
            "everything is right",
            "yes, that is right",
            "it sure is",
        ],
    );
}

#[test]
fn what_is_meant_for_somebody_else_or_in_irony_is_no_yes() {
    #[rustfmt::skip]
    is(Es, Unclear, &[
        "sí, ahí está bien, joven", "ahí está bien, gracias", "ay sí tú", "ajá sí tú", "ay sí ajá", "chale sí", "tan correcto como siempre",
        "órale qué lejos", "bien gracias", "está bien caro",
    ]);
    #[rustfmt::skip]
    is(En, Unclear, &[
        "yes my ass", "oh great", "great just great", "oh perfect, just perfect", "wonderful, just what I needed", "okay wow", "wow okay that's a lot", "yes too many",
        "yes too much", "nice try", "good job buddy", "okay my bad", "yeah I'm on the phone", "that one yes",
    ]);
    is(
        En,
        Yes,
        &["oh yes", "oh yes please", "ah yes that's correct", "uh yes"],
    );
    is(
        Es,
        Yes,
        &["ah sí, correcto", "ay sí, por favor", "mmm sí está bien"],
    );
}

#[test]
fn a_question_of_nothing_but_what_was_asked_is_no_yes() {
    #[rustfmt::skip]
    is(Es, Unclear, &[
        "ok, ¿dónde?", "vale, ¿cuánto?", "exacto, ¿dónde?", "órale, ¿cuánto?", "ajá, ¿y qué más?", "muy bien, ¿y qué sigue?", "sí, ¿en qué sucursal?", "¿qué sí?",
    ]);
    is(
        Es,
        Unclear,
        &["que si es correcto", "que si está bien", "que si sí"],
    );
    is_for(Es, Book, Unclear, &["que si la confirmo"]);
    check(Es, Book, Unclear, &["sí, ¿es el viernes?"]);
    check(Es, Book, Yes, &["sí, ¿dónde están?", "sí, ¿cuánto es?"]);
    is(Es, Yes, &["que sí", "dije que sí", "que sí, hombre"]);
    #[rustfmt::skip]
    is(En, Unclear, &[
        "yes, which branch?", "yes, how?", "right, where?", "yes, what is it?", "yes, what is that?", "that's right, is it?", "great, is it outside?",
        "that's right, who told you?", "yes, are you a robot?", "yes, are you?", "yes, who am I talking to?", "yes, how can I help you?", "yeah, what's up?", "yes, can I ask something?",
    ]);
    is_for(En, Book, Unclear, &["yes, is it friday?", "yes, is that eight?"]);
    is_for(En, Book, Change, &["yes, and can we do nine?"]);
    is(
        En,
        Yes,
        &[
            "yes, where is that?",
            "yes, do they have parking?",
            "yes, can I ask what the address is?",
        ],
    );
}

#[test]
fn half_of_a_day_alone_is_a_value() {
    is_for(
        En,
        Book,
        Change,
        &["yes, a.m.", "yes am", "yes AM please", "correct, a.m."],
    );
    is_for(Es, Book, Change, &["sí, a.m.", "sí am"]);
    is_for(En, Book, Yes, &["yes, p.m.", "yes, PM please", "yes I am sure"]);
    is_for(En, Cancel, Change, &["yes, p.m."]);
}

#[test]
fn what_was_done_tells_nobody_to_do_it() {
    #[rustfmt::skip]
    is_for(Es, Cancel, Unclear, &["ya la cancelé", "sí, ya la cancelé", "ya la canceló mi esposa", "ya la cancelaron", "la cancelaste", "ya cancelamos"]);
    is_for(
        Es,
        Book,
        Unclear,
        &["ya reservé", "sí, ya la reservé", "ya confirmé"],
    );
    is_for(
        Es,
        Cancel,
        Yes,
        &[
            "cancélela",
            "cancele",
            "sí, cancélala",
            "cancelada",
            "ya cancélala",
        ],
    );
    is_for(
        Es,
        Book,
        Yes,
        &["agéndalo", "confírmelo", "ya resérvala", "hágalo"],
    );
    is_for(
        En,
        Cancel,
        Unclear,
        &[
            "I already cancelled it",
            "they cancelled it",
            "it was cancelled",
            "already canceled",
        ],
    );
    is(
        En,
        Unclear,
        &["I already confirmed", "yes, I already confirmed", "I'll confirm"],
    );
    is(En, Yes, &["I already said yes", "confirmed"]);
}

#[test]
fn a_wait_behind_a_yes_waits() {
    is(En, Wait, &["yes, oh wait", "right with you"]);
}

#[test]
fn a_button_may_be_named_by_its_place() {
    is(
        Es,
        Yes,
        &[
            "opción 1",
            "opción uno",
            "la primera",
            "la opción 1",
            "la primera opción",
            "1",
        ],
    );
    is(
        En,
        Yes,
        &["option one", "option 1", "the first one", "first option"],
    );
    is(Es, Verdict::No, &["opción 2", "la segunda", "2"]);
    is(En, Verdict::No, &["option two", "the second one"]);
    // What may be people or an hour is none.
    for utterance in ["uno", "la 1", "la una", "dos", "la 2"] {
        assert_ne!(read(Es, Book, utterance).verdict, Yes, "{utterance}");
        assert_ne!(read(Es, Book, utterance).verdict, Verdict::No, "{utterance}");
    }
}

#[test]
fn more_ways_to_agree() {
    #[rustfmt::skip]
    is(Es, Yes, &[
        "así merito", "eso merito", "todo cuadra", "positivo", "queda confirmado", "sí, queda confirmado", "eso es lo que quiero", "así lo pedí", "nos late",
        "nos parece bien", "sí, nos queda perfecto", "mjm", "ujum", "en eso quedamos", "se confirma", "tiene mi autorización", "échele pues", "sí, se lo agradezco",
    ]);
    #[rustfmt::skip]
    is(En, Yes, &[
        "everything's good", "we're good to go", "consider it confirmed", "you betcha", "bang on", "okey dokey", "alrighty", "very well", "no objections", "accepted",
        "approved", "thumbs up", "hell yes", "heck yeah", "damn right", "naturally", "no doubt", "yes, we're set",
    ]);
    // Nothing to change in what there is, or in what was asked: only a booking has but the one.
    is_for(Es, Modify, Unclear, &["sin cambios", "sí, sin cambios"]);
    is_for(En, Cancel, Unclear, &["no changes", "yes, no changes"]);
    is_for(
        Es,
        Book,
        Yes,
        &["sin cambios", "sí, sin cambios", "no le cambie nada"],
    );
}
