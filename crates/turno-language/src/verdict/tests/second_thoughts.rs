//! A question behind a yes that shows that the person has not decided: nothing is done, and it is asked again.

use super::read;
use crate::Act::{self, Book, Cancel, Order};
use crate::Language::{self, En, Es};
use crate::Verdict::{self, Change, Wait, Yes};

#[track_caller]
fn never_yes(language: Language, act: Act, utterances: &[&str]) {
    for utterance in utterances {
        assert_ne!(read(language, act, utterance).verdict, Yes, "{utterance}");
    }
}

#[track_caller]
fn is(language: Language, act: Act, verdict: Verdict, utterances: &[&str]) {
    for utterance in utterances {
        assert_eq!(read(language, act, utterance).verdict, verdict, "{utterance}");
    }
}

#[test]
fn who_asks_to_think_to_wait_to_consult_or_to_change_has_not_said_yes() {
    #[rustfmt::skip]
    never_yes(Es, Book, &[
        "sí, ¿puedo pensarlo?", "sí, ¿y si me arrepiento?", "sí, ¿puedo cambiar la hora?", "sí, ¿puedo cambiar de opinión?",
        "sí, ¿puedo hablar con mi esposa antes?", "sí, ¿le pregunto a mi esposo y te digo?", "sí, ¿te confirmo mañana?",
        "sí, ¿te puedo confirmar al rato?", "sí, ¿puedo confirmar después?", "sí, ¿te marco luego?", "sí, ¿me das chance de pensarlo?",
        "sí, ¿me das un minuto?", "sí, ¿me regalas un segundo?", "sí, ¿puedes esperar?", "sí, ¿me puedes esperar tantito?", "sí, ¿me aguantas?",
        "sí, ¿y si mejor no?", "sí, ¿y si no puedo ir?", "sí, ¿y si no llegamos?", "sí, ¿y si llueve?", "sí, ¿qué pasa si me arrepiento?",
        "sí, ¿la puedo cancelar?", "sí, ¿luego la puedo cancelar?", "sí, ¿se puede cancelar?", "sí, ¿la puedo mover después?",
        "sí, ¿podemos moverla?", "sí, ¿podríamos dejarlo para otro día?", "sí, ¿podemos dejarlo pendiente?", "sí, ¿lo dejamos así nada más?",
        "sí, ¿puedo ver el menú antes?", "sí, ¿puedo ver el menú primero?", "sí, ¿primero me dices el precio?",
        "sí, ¿pero antes me dices cuánto cuesta?", "sí, ¿estás seguro?", "sí, ¿o será mejor el sábado?", "sí, ¿o mejor no?", "sí, ¿debería?",
        "sí, ¿tú crees?", "sí, ¿tú qué opinas?", "sí, ¿será buena idea?", "sí, ¿qué me recomiendas, ese día u otro?",
        "sí, ¿puedo consultarlo con mi jefe?", "sí, ¿lo puedo platicar en mi casa?", "sí, ¿puedo checar mi agenda?", "sí, ¿puedo revisar primero?",
        "sí, ¿me dejas checarlo?", "sí, ¿me dejas ver con mi novia?", "sí, ¿me permites consultarlo?", "sí, ¿puedo decidir después?",
        "sí, ¿puedo quitar a uno?", "sí, ¿podemos ser más?", "sí, ¿pueden ser 5?", "sí, ¿puede ser más temprano?",
        "sí, ¿puedo ponerla a otro nombre?", "sí, ¿puedes ponerla a nombre de Laura?", "sí, ¿cómo la cancelo?", "sí, ¿cómo le hago para cambiarla?",
        "sí, ¿qué dijiste?", "sí, ¿cuál reservación?", "sí, ¿verdad?", "sí puedo pensarlo", "si y si me arrepiento", "sí me das un minuto",
        "sí puedo cambiar la hora", "sí, ¿puedo echarme para atrás?", "sí, ¿me puedo arrepentir?", "sí, ¿no habrá problema si no voy?",
        "sí, ¿y si mi esposa no quiere?", "sí, ¿puedo avisarte mañana?", "sí, ¿te aviso en la noche?", "sí, ¿dame chance?",
        "sí, ¿hay chance de pensarlo?", "sí, ¿hasta cuándo tengo para decidir?", "sí, ¿cuándo tengo que confirmar?", "sí, ¿puedo decirte luego?",
        "sí, ¿ya la hiciste?", "sí, ¿todavía no la haces?", "sí, ¿no la has hecho?", "claro, ¿puedo pensarlo tantito?",
        "ok, ¿y si lo dejamos para después?", "va, ¿me dejas pensarlo?", "está bien, ¿puedo consultarlo con la almohada?",
        "perfecto, ¿te puedo avisar mañana?", "sí, ¿me das oportunidad de verlo con mi hermana?", "sí, ¿lo dejo en veremos?",
        "sí, ¿te puedo contestar en una hora?", "sí, ¿te hablo más tarde?", "sí, ¿me la apartas sin compromiso?", "sí, ¿me comprometo a algo?",
        "sí, ¿hay bronca si no voy?", "sí, ¿hay penalización si no voy?", "sí, ¿qué pasa si no llego?", "sí, ¿me cobran si no voy?",
        "sí, ¿y qué tal si mejor otro día?", "sí, ¿no será mucho para 4?", "sí, ¿no es muy tarde?", "sí, ¿no estará muy lleno?",
        "sí, ¿no había más temprano?", "sí, ¿todavía estoy a tiempo de decir que no?", "sí, ¿puedo decir que no?",
        "sí, ¿te puedo decir que no luego?", "sí, ¿quién dijo que sí?", "sí, ¿sí o no?", "sí, ¿sí?", "sí, ¿era el viernes?",
        "sí, ¿es el viernes verdad?", "sí, ¿dijiste el sábado?", "sí, ¿quedó para 4?", "sí, ¿a nombre de quién?", "sí, ¿a nombre de quién quedó?",
        "sí, ¿para cuántos era?", "sí, ¿qué día era?", "sí, ¿me repites?", "sí, ¿me la repites?", "sí, ¿me puedes repetir los datos?",
        "sí, ¿le puedo preguntar a mi mamá?", "sí, ¿qué le digo a mi mamá?", "sí, ¿tengo que decir ahorita?", "sí, ¿es obligatorio?",
        "sí, ¿puedo rechazarla?", "sí, ¿puedo no ir?", "sí, ¿podemos intentar otra?", "sí, ¿y otra opción?", "sí, ¿qué otras opciones hay?",
        "sí, ¿no tienen algo mejor?", "sí, ¿y si somos más?", "sí, ¿y para 6 habría?", "sí, ¿y el sábado?", "sí, ¿me alcanza el tiempo?",
        "sí ¿me esperas a que le pregunte a mi señora?", "sí oye puedo pensarlo tantito", "sí y si luego no puedo",
        "sí este puedo consultarlo con mi socio", "sí te puedo marcar al rato", "sí bueno y si me arrepiento", "va pero puedo cambiarla después",
        "ok y la puedo cancelar luego",
    ]);
    #[rustfmt::skip]
    never_yes(En, Book, &[
        "yes, can I think about it?", "yes, could I think it over?", "yes, may I think about it first?", "yes, can we talk about it tomorrow?",
        "yes, what if I change my mind?", "yes, what if I regret it?", "yes, what if we can't make it?", "yes, what if it rains?",
        "yes, can I cancel it?", "yes, can I cancel later?", "yes, can I change the time?", "yes, can I change my mind?", "yes, could we move it?",
        "yes, can I ask my wife first?", "yes, can I check with my husband?", "yes, can I talk to my wife before?", "yes, can I get back to you?",
        "yes, can I call you back?", "yes, can I let you know tomorrow?", "yes, can you hold on?", "yes, can you wait a minute?",
        "yes, could you give me a minute?", "yes, can you give me a second?", "yes, should I?", "yes, do you think so?",
        "yes, do you think it's a good idea?", "yes, is that a good idea?", "yes, are you sure?", "yes, or is Saturday better?", "yes, or maybe not?",
        "yes, can I sleep on it?", "yes, can I decide later?", "yes, can I confirm later?", "yes, can I back out?", "yes, how do I cancel?",
        "yes, how can I change it?", "yes, could we be five?", "yes, can we make it earlier?", "yes, can I see the menu first?",
        "yes, can you tell me the price first?", "yes, but first how much is it?", "yes, which reservation?", "yes, what did you say?", "yes, right?",
        "yes, can I reconsider?", "yes, is it ok if I don't go?", "yes, would it be ok to leave it for another day?",
        "yes, shall we leave it for later?", "yes, couldn't we wait?", "yes, can we put it off?", "yes, may I check my calendar?",
        "yes, let me check my calendar?", "yes, do I have to decide now?", "yes, do I have to confirm now?", "yes, when do I need to confirm by?",
        "yes, why don't we wait?", "yes, why should I?", "yes can I think about it", "yes what if I change my mind",
        "ok, can I get back to you on that?", "sure, could I have a minute to think?", "great, can I run it by my boss?",
        "sounds good, can I talk it over with my family?", "yes, could I have a moment?", "yes, can I have some time?", "yes, can I hang on a sec?",
        "yes, may I take a rain check?", "yes, could I mull it over?", "yes, could we play it by ear?", "yes, can I have until tomorrow?",
        "yes, what happens if I don't show up?", "yes, what happens if we cancel?", "yes, is there a fee if I cancel?", "yes, am I committed to it?",
        "yes, is it binding?", "yes, isn't that too late?", "yes, wasn't it Saturday?", "yes, didn't I say Saturday?", "yes, did I say Friday?",
        "yes, it was for Friday, wasn't it?", "yes, is that wise?", "yes, would you recommend it?", "yes, any other options?",
        "yes, what other options are there?", "yes, do you have anything earlier?", "yes, could we be more?", "yes, can I bring two more people?",
        "yes, is it possible to change it later?", "yes, can I still say no?", "yes, how long do I have to decide?", "yes, will you hold it for me?",
        "yes, can you hold it until I ask my husband?", "yes, can you repeat that?", "yes, sorry, what?", "yes, for whom?",
        "yes, whose name is it under?", "yes, what day was it?", "yes, who are you?", "yes can I get back to you later",
        "yeah um could I maybe think about it", "yes and what if something comes up", "ok but can I cancel it later",
    ]);
}

#[test]
fn nor_has_who_asks_in_the_other_language() {
    #[rustfmt::skip]
    never_yes(Es, Book, &[
        "yes, can I think about it?", "yes, could I think it over?", "yes, may I think about it first?", "yes, can we talk about it tomorrow?",
        "yes, what if I change my mind?", "yes, what if I regret it?", "yes, what if we can't make it?", "yes, what if it rains?",
        "yes, can I cancel it?", "yes, can I cancel later?", "yes, can I change the time?", "yes, can I change my mind?", "yes, could we move it?",
        "yes, can I ask my wife first?", "yes, can I check with my husband?", "yes, can I talk to my wife before?", "yes, can I get back to you?",
        "yes, can I call you back?", "yes, can I let you know tomorrow?", "yes, can you hold on?", "yes, can you wait a minute?",
        "yes, could you give me a minute?", "yes, can you give me a second?", "yes, should I?", "yes, do you think so?",
        "yes, do you think it's a good idea?", "yes, is that a good idea?", "yes, are you sure?", "yes, or is Saturday better?", "yes, or maybe not?",
        "yes, can I sleep on it?", "yes, can I decide later?", "yes, can I confirm later?", "yes, can I back out?", "yes, how do I cancel?",
        "yes, how can I change it?", "yes, could we be five?", "yes, can we make it earlier?", "yes, can I see the menu first?",
        "yes, can you tell me the price first?", "yes, but first how much is it?", "yes, which reservation?", "yes, what did you say?", "yes, right?",
        "yes, can I reconsider?", "yes, is it ok if I don't go?", "yes, would it be ok to leave it for another day?",
        "yes, shall we leave it for later?", "yes, couldn't we wait?", "yes, can we put it off?", "yes, may I check my calendar?",
        "yes, let me check my calendar?", "yes, do I have to decide now?", "yes, do I have to confirm now?", "yes, when do I need to confirm by?",
        "yes, why don't we wait?", "yes, why should I?", "yes can I think about it", "yes what if I change my mind", "yes, could I have a moment?",
        "yes, can I have some time?", "yes, can I hang on a sec?", "yes, may I take a rain check?", "yes, could I mull it over?",
    ]);
}

#[test]
fn nor_who_weighs_what_it_costs_to_give_up_what_they_have() {
    #[rustfmt::skip]
    never_yes(Es, Cancel, &[
        "sí, ¿puedo pensarlo?", "sí, ¿y si la cambio mejor?", "sí, ¿y si me arrepiento?", "sí, ¿la puedo mover mejor?", "sí, ¿me dejas consultarlo?",
        "sí, ¿puedo recuperarla después?", "sí, ¿hay cargo?", "sí, ¿me cobran algo?",
    ]);
    #[rustfmt::skip]
    never_yes(En, Cancel, &[
        "yes, can I think about it?", "yes, could I rebook it instead?", "yes, what if I change my mind?", "yes, can I move it instead?",
    ]);
    #[rustfmt::skip]
    never_yes(Es, Order, &[
        "sí, ¿puedo agregar algo?", "sí, ¿le puedo quitar la cebolla?", "sí, ¿me lo puedes hacer sin cebolla?", "sí, ¿puedo pensarlo?",
        "sí, ¿y si ya no lo quiero?", "sí, ¿puedo pedir otra cosa?", "sí, ¿me falta algo?", "sí, ¿me mandas salsas?",
    ]);
}

#[test]
fn who_asks_for_a_moment_waits_and_who_asks_for_another_hour_changes() {
    is(
        Es,
        Book,
        Wait,
        &[
            "sí, ¿me das un minuto?",
            "sí, ¿puedes esperar?",
            "va, ¿me regalas un segundo?",
        ],
    );
    is(
        Es,
        Book,
        Change,
        &["sí, ¿puedo cambiar la hora?", "sí, ¿pueden ser 5?"],
    );
    is(En, Book, Change, &["yes, can I change the time?"]);
}

#[test]
fn who_only_answers_the_phone_or_has_one_already_has_not_said_yes() {
    #[rustfmt::skip]
    never_yes(Es, Book, &[
        "sí, a ver si puedo", "sí bueno", "sí, a sus órdenes", "sí hola", "sí te escucho", "sí, diga", "sí, en cuanto me paguen", "sí, tan pronto llegue mi esposo",
    ]);
    #[rustfmt::skip]
    never_yes(En, Book, &[
        "yeah right", "yes I want to speak to a person", "yes I hear you", "yes I'm here", "yes I already have one", "yes I already booked somewhere else",
        "say yes", "I'd like to say yes",
    ]);
}

#[test]
fn what_is_cut_off_said_of_a_part_or_asked_of_us_is_no_yes() {
    #[rustfmt::skip]
    never_yes(Es, Book, &[
        "nada correcto", "nada bien", "nada de acuerdo", "claro que hay error", "confírmame el nombre", "confírmame para cuántos", "necesito confirmar la hora",
        "puede confirmar", "correcto qué día", "correcto a nombre de quién", "está bien cuál", "de acuerdo con quién", "la hora sí", "el nombre sí está bien",
        "sí a nombre de", "sí a las", "sí y", "sí también", "me vale", "órale qué caro", "quisiera que sí", "sí se oye bien", "bien gracias y usted",
    ]);
    #[rustfmt::skip]
    never_yes(En, Book, &[
        "yes wait no", "okay wait no", "correct wait no", "confirm the name", "can you confirm", "yes what was the time again", "yes what day", "yes when", "yes why",
        "okay under what name", "yes at", "yes under", "yes my", "yes and", "that was right", "some of it is right", "I'll be right there", "good how are you",
        "sure when pigs fly",
    ]);
    assert_ne!(read(En, Cancel, "yes wait no").verdict, Yes);
    is(
        Es,
        Book,
        Yes,
        &["quiero confirmar la reservación", "confirme la mesa por favor"],
    );
    is(En, Book, Yes, &["Yes, that would be fine.", "that works for me"]);
}

#[test]
fn what_is_asked_of_the_business_leaves_a_yes_as_it_is() {
    #[rustfmt::skip]
    is(Es, Book, Yes, &[
        "sí, ¿tienen estacionamiento?", "sí, ¿y cuánto me sale?", "sí, ¿a qué hora cierran?", "sí, ¿puedo llevar a mi perro?",
        "sí, ¿puedo pagar con tarjeta?", "sí, ¿podemos llevar pastel?", "sí, ¿se puede fumar?", "sí, ¿dónde están?", "sí, ¿cómo llego?",
        "sí, ¿aceptan tarjeta?", "sí, ¿tienen menú para niños?", "sí, ¿hay terraza?", "sí, ¿me das la dirección?",
        "sí, ¿me puedes decir la dirección?", "sí, ¿me pasas la ubicación?", "sí, ¿cuál es el teléfono?", "sí, ¿tengo que llegar temprano?",
        "sí, ¿puedo estacionarme ahí?", "sí, ¿puedo ir en silla de ruedas?", "sí, ¿puedo entrar con carriola?", "claro, ¿tienen wifi?",
        "sí, ¿qué incluye?", "sí, ¿cuál es la política de cancelación?", "sí y ¿tienen valet?",
    ]);
    #[rustfmt::skip]
    is(En, Book, Yes, &[
        "yes, do they have parking?", "yes, can I get their phone number?", "yes, can I take my dog?", "yes, can I pay by card?",
        "yes, can we bring a cake?", "yes, how much is it?", "yes, what's the address?", "yes, where can I find them?", "yes, may I know the rating?",
        "yes, how do I get there?", "yes, is there wifi?", "yes, do they serve liquor?", "yes, can you tell me the address?",
        "yes, can you send me the address?", "yes, can I smoke there?", "yes, what time do they close?", "yes, can I park there?",
        "yes, is it wheelchair accessible?", "yes, what's the cancellation policy?", "yes, do I need to bring anything?",
    ]);
    is(
        Es,
        Order,
        Yes,
        &[
            "sí, ¿cuánto tarda?",
            "sí, ¿cuánto es?",
            "sí, ¿puedo pagar en efectivo?",
        ],
    );
}

#[test]
fn who_asks_what_it_costs_has_not_agreed_yet() {
    #[rustfmt::skip]
    never_yes(Es, Book, &[
        "sí, cuesta algo?", "sí, ¿tiene costo?", "sí, ¿cobran algo?", "sí, ¿hay que pagar algo?",
        "sí, ¿tiene algún costo la reservación?", "sí, ¿tengo que pagar algo?",
    ]);
    #[rustfmt::skip]
    never_yes(En, Book, &[
        "yes, does it cost anything?", "yes, is there a fee?", "yes, do I have to pay anything?",
        "ok, are you going to charge me?",
    ]);
    is(
        Es,
        Book,
        Yes,
        &[
            "sí, ¿y cuánto cuesta el valet?",
            "sí, ¿cobran el estacionamiento?",
            "sí, ¿puedo pagar con tarjeta?",
        ],
    );
    is(
        En,
        Book,
        Yes,
        &[
            "yes, how much is the valet?",
            "yes, do you charge for parking?",
            "yes, can I pay by card?",
        ],
    );
}

#[test]
fn a_no_behind_a_wait_is_a_no() {
    is(
        Es,
        Book,
        Verdict::No,
        &[
            "sí... espera, no",
            "sí, espera, no",
            "ok, no, espera, no",
            "espera, no",
            "un momento, no",
        ],
    );
    is(
        En,
        Book,
        Verdict::No,
        &["yes... wait, no", "okay, wait, no", "ok wait, no", "hold on, no"],
    );
    is(
        Es,
        Book,
        Wait,
        &[
            "no, espera",
            "espera",
            "sí, espera",
            "un momento, no cuelgue",
            "espera, ¿no?",
        ],
    );
    is(En, Book, Wait, &["no, wait", "yes, hold on"]);
}
