//! What sentences claim.

use super::*;

#[test]
fn what_says_that_something_was_done() {
    let deeds = [
        "Ya le reservé su mesa.",
        "Listo, su mesa quedó reservada.",
        "¡Listo!",
        "He cancelado su cita.",
        "Su pedido ha sido registrado.",
        "Se canceló la reservación.",
        "Quedó agendada para el lunes.",
        "I've booked your table.",
        "We have cancelled it.",
        "Your appointment has been scheduled.",
        "You're all set!",
        "Done, see you tomorrow.",
        "I have successfully updated the passenger.",
        "La mesa es suya.",
        "Acabo de registrar su reservación.",
        "Su mesa quedó apartada.",
        "Su lugar queda asegurado.",
        "Ya está, nos vemos mañana.",
        "Ya se la aparté.",
        "Todo listo para el jueves.",
        "Le dejé apartada una mesa.",
        "Reservación confirmada: mesa para 4.",
        "Le confirmo su reservación para mañana.",
        "Su reservación se hizo con éxito.",
        "Se apartó una mesa a su nombre.",
        "Your table is all set for tomorrow.",
        "You’re all set!",
        "The table is yours.",
        "You're good to go.",
        "I've gone ahead and booked it.",
        "It's all taken care of.",
        "Everything is booked.",
        "Your table was reserved.",
        "Booked! See you then.",
    ];
    for said in deeds {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::Deed), "{said}");
    }
    for said in [
        "Su reservación está confirmada.",
        "Your table is booked for 8.",
        "Su reservación está lista.",
        "Ya tiene su mesa.",
        "Tengo una mesa apartada a su nombre.",
        "Su mesa ya está reservada.",
        "You have a reservation for tomorrow.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::State), "{said}");
    }
}

#[test]
fn what_says_that_something_of_theirs_is_there() {
    for said in [
        "Sí, aquí está su reservación.",
        "La suya sigue en pie.",
        "Su mesa la tiene segura.",
        "Todo en orden con su reserva.",
        "Here is your booking.",
        "Your order shipped yesterday.",
        "Su pedido ya está en su domicilio.",
        "Su pedido está listo para recoger.",
        "Ya llegó su paquete.",
        "Su pedido llegó ayer.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::State), "{said}");
    }
    for said in [
        "No encuentro su reservación.",
        "Su pedido no está listo.",
        "Cuando su pedido esté listo, le avisan.",
        "¿Aquí está su reservación?",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), None, "{said}");
    }
}

#[test]
fn what_says_no_such_thing() {
    let others = [
        "¿Quiere que la reserve?",
        "Puedo reservarle una mesa.",
        "Para reservar necesito su nombre.",
        "Tenemos mesas listas en la terraza.",
        "¿Su mesa quedó reservada?",
        "Con gusto le ayudo.",
        "I can book a table for you.",
        "Would you like me to cancel it?",
        "La lista de platillos es esta.",
        "Un momento, lo reviso.",
        "What have you ordered before?",
        "Confirmo: mesa para 4.",
        "Si quiere que le reserve una mesa, dígame la hora.",
        "Para que se cancele, necesito el código.",
        "Todavía no he reservado nada.",
        "No pude hacer la reservación.",
        "Aún no está confirmada.",
        "I haven't booked anything yet.",
        "It couldn't be booked.",
        "No reservé nada todavía.",
        "El mole es nuestro platillo más pedido.",
        "Esta semana tenemos lugar.",
    ];
    for said in others {
        assert_eq!(claim_of(&Text::plain(said)), None, "{said}");
    }
}

#[test]
fn what_says_that_nothing_came_of_it() {
    for said in [
        "Lo siento, no pude hacer la reservación.",
        "No fue posible apartar la mesa.",
        "No se pudo completar el registro.",
        "Hubo un error con su reservación.",
        "Todavía no está confirmada.",
        "I couldn't book your table.",
        "I was not able to make the reservation.",
        "There was a problem with your booking.",
        "Unfortunately your order was not placed.",
    ] {
        assert!(denies_a_deed(&Text::plain(said)), "{said}");
    }
    for said in [
        "Listo, quedó reservada.",
        "No se preocupe, aquí le espero.",
        "No olvide llegar a tiempo.",
        "¿No pudo reservar?",
        "I booked it, no problem.",
    ] {
        assert!(!denies_a_deed(&Text::plain(said)), "{said}");
    }
}

#[test]
fn which_deed_is_told_of() {
    for (said, act) in [
        ("Su reservación quedó cancelada.", Some(Act::Cancel)),
        ("Su mesa quedó reservada.", Some(Act::Book)),
        ("Cambié su reservación al jueves.", Some(Act::Modify)),
        ("Su pedido quedó registrado.", Some(Act::Order)),
        ("Your order has been placed.", Some(Act::Order)),
        ("Listo.", None),
    ] {
        assert_eq!(act_told_of(&Text::plain(said)), act, "{said}");
    }
}

#[test]
fn what_says_it_in_other_words() {
    for said in [
        "Denlo por hecho.",
        "Considere apartada su mesa.",
        "Considérelo reservado.",
        "Le acabo de asignar la mesa de la fuente.",
        "Ya lo puse en la agenda.",
        "Ya quedó su cita.",
        "Agendadísimo.",
        "✅",
        "✔️",
        "Su mesa quedó a\u{200b}partada.",
        "Su mesa quedó r\u{435}servada.",
        "r e s e r v a d a su mesa",
        "Recibimos su pedido.",
        "Order received!",
        "I've let the manager know.",
        "I've raised a case for you.",
        "Moved to 7 pm.",
        "Borré su cita.",
        "Separé una mesa para usted.",
        "Listo, lo esperamos el sábado a las 8.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::Deed), "{said}");
    }
    for said in [
        "Ya tienen mesa para el sábado.",
        "Your table is ready for Saturday.",
        "You're on the list.",
        "Ya hay un lugar a su nombre.",
        "Su reservación sigue en pie.",
        "Your booking still stands.",
        "Su cita está activa.",
        "Su mesa lo espera.",
        "Ahora su mesa es a las 7.",
        "Your table is now at seven.",
        "Your payment went through.",
        "El repartidor ya salió.",
        "Están preparando su pedido.",
        "Los recibimos mañana a las 8.",
        "See you at 8.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::State), "{said}");
    }
}

#[test]
fn what_somebody_will_do() {
    for said in [
        "En cinco minutos le marco.",
        "Un ejecutivo se pondrá en contacto con usted.",
        "Le mandaré un correo con los detalles.",
        "Le vamos a regresar su dinero.",
        "Le regalamos el postre.",
        "Guardamos su mesa 15 minutos.",
        "I'll call you back in 5 minutes.",
        "A manager will contact you tomorrow.",
        "You'll receive an email confirmation.",
        "We'll refund you.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::Undertaking), "{said}");
    }
    for said in [
        "Le comunico ahora mismo con una persona.",
        "Permítame, le paso con el gerente.",
        "Un momento, lo transfiero.",
        "I'm transferring you now.",
        "Connecting you to a human.",
        "Hold on, I will put you through.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), Some(Claim::Transfer), "{said}");
    }
}

#[test]
fn what_offers_or_denies_claims_nothing() {
    for said in [
        "Nothing has been booked yet.",
        "No table was reserved.",
        "None of your bookings have been cancelled.",
        "Ninguna reservación ha sido cancelada.",
        "No hay ninguna reservación hecha.",
        "No hemos cobrado nada.",
        "Listo, dígame para cuándo.",
        "Listo. ¿Para cuándo?",
        "Si gusta, le comunico con una persona.",
        "I can put you through to someone.",
        "Cuando confirme, le mando su código por correo.",
        "If you like, I'll call you back.",
        "Le paso el menú.",
        "Le esperamos de la 1 de la tarde a las 10 de la noche.",
        "Nos queda una mesa.",
        "El repartidor lleva terminal.",
        "Anotado: cuatro personas.",
        "Su nombre, por favor.",
        "Para cancelar necesito su código.",
    ] {
        assert_eq!(claim_of(&Text::plain(said)), None, "{said}");
    }
}

#[test]
fn what_is_taken_back_is_no_booking() {
    for said in [
        "Ya quedó sin efecto.",
        "Liberamos su mesa.",
        "Borré su cita.",
        "You no longer have a booking.",
        "Your table has been released.",
        "Ya no tiene reservación.",
    ] {
        assert_eq!(act_told_of(&Text::plain(said)), Some(Act::Cancel), "{said}");
    }
    assert_eq!(
        act_told_of(&Text::plain(
            "No se ha cancelado nada; su reservación sigue en pie."
        )),
        Some(Act::Book)
    );
    assert_eq!(
        act_told_of(&Text::plain("No pude reservar su mesa.")),
        Some(Act::Book)
    );
}
