//! A question or a request behind an answer: it comes along, and only what touches the call stands in the answer's way.

use super::{check, check_question, read};
use crate::Act::Book;
use crate::Language::{En, Es};
use crate::Verdict::{Change, No, Unclear, Yes};
use crate::{Language, Verdict};

/// Each of these verdicts comes with the rest of what was said.
#[track_caller]
fn check_with_rest(language: Language, expected: Verdict, utterances: &[&str]) {
    check(language, Book, expected, utterances);
    for utterance in utterances {
        assert!(read(language, Book, utterance).question.is_some(), "{utterance}");
    }
}

#[test]
fn a_yes_with_a_question_or_a_request() {
    #[rustfmt::skip]
    check_with_rest(En, Yes, &[
        "Yup, that is right? Has it got a terrace?", "Exactly. Does the place have live music?", "yes it's all good and how do i get there",
        "Yeah, that'll do. Can you give me the address?", "Okay, sounds good to me. Any chance they have vegan food?",
        "Great, book that please. By the way, is it wheelchair accessible?", "Certainly. Also what's the cancellation policy?",
        "Yes. I'd also like to know their average rating.", "Yes please. I need their phone number too.", "That's right. Find out how long it takes.",
        "Fantastic. Total cost?", "Good, proceed. Give me the rating of the place.", "Right. Let me have their contact number.",
    ]);
    #[rustfmt::skip]
    check_with_rest(Es, Yes, &[
        "sí, está bien, oye ¿y tienen terraza?", "perfecto, ¿me pasas la dirección?", "así es, dime si hay estacionamiento",
        "sí perfecto y me das la dirección", "sí gracias y a qué hora cierran", "sí por favor, ¿qué postres tienen?",
        "me parece bien, por cierto ¿hay música en vivo?", "sí, confírmela. ¿Se puede pagar con tarjeta?",
        "sí, hágalo; necesito el número de teléfono del lugar", "sí señorita y otra pregunta aceptan dólares",
    ]);
}

#[test]
fn a_question_alone_or_after_a_doubt_is_no_yes() {
    #[rustfmt::skip]
    check(En, Book, Unclear, &[
        "Thank you. Do you know if they have parking?", "I guess so, do they have parking?", "Maybe. Is it expensive?",
        "yes, what did you say?", "yes, how about their other branch", "great do you have a bigger table", "ok, I also want the tasting menu",
    ]);
    #[rustfmt::skip]
    check(Es, Book, Unclear, &[
        "gracias, ¿sabe si tienen estacionamiento?", "supongo que sí, ¿tienen terraza?", "sí ¿qué?", "sí ¿qué pasó?", "sí, quiero el menú degustación",
    ]);
}

#[test]
fn a_question_about_the_call_is_a_change() {
    #[rustfmt::skip]
    check(En, Book, Change, &["yes, however at the bar", "yes did you say 9", "yes is it for 5", "yes is it at 9?", "I've changed my mind, can we do 9?"]);
    check(
        Es,
        Book,
        Change,
        &["sí, ¿se puede llegar a las nueve?", "sí, ¿y qué hay del sábado?"],
    );
    for statement in ["right, and the name is Pedro", "yes and her name is Ana"] {
        assert_ne!(read(En, Book, statement).verdict, Yes, "{statement}");
    }
}

#[test]
fn a_no_with_a_question_or_a_request() {
    #[rustfmt::skip]
    check_with_rest(En, No, &[
        "Nope, I'd like to know how expensive it is.", "No, that's okay. Could you check the weather for me?", "No. Give me their address please.",
        "I don't want to book it. Show me a movie instead.", "No, thanks. I would like to check my account balance", "Later. How is the weather there?",
    ]);
    #[rustfmt::skip]
    check_with_rest(Es, No, &[
        "no, gracias, ¿qué otras opciones tienen?", "no, no la reserve. ¿Tienen otra sucursal?", "no. ¿Qué otros restaurantes hay?",
        "no, todavía no, ¿cuánto cuesta el menú?",
    ]);
    check_question(En, "No, thanks. Find me a dentist", No, Some("Find me a dentist"));
}

#[test]
fn what_is_put_off_is_refused() {
    #[rustfmt::skip]
    check(En, Book, No, &["I'll do that later", "let's do it later", "no, I will book a table later", "probably later"]);
    check(En, Book, No, &["no, that's okay", "no, it's fine", "no, thanks"]);
}
