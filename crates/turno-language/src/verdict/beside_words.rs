//! What small talk may stand beside a yes, in folded words; [`super::phrase_table`] tells the notation.

use super::beside::Role;

/// In the Spanish of Mexico.
pub(super) const SPANISH: &[(Role, &str)] = &[
    (
        Role::Thanks,
        "muchas|mil|muchisimas? gracias, muchas|mil|muchisimas? gracias por su|tu|la|el|todo ayuda|atencion|tiempo|paciencia|servicio|amabilidad?, grasias, graxias, grax, grcias, graciass, muy amable, le|te agradezco mucho?, se lo agradezco, te lo agradezco, thanks, thank you",
    ),
    (
        Role::Free,
        "maestro, maestra, patron, patrona, bro, we,
         dios la|lo|le|te|los|me bendiga, si es|eres tan amable, ahi? se|te lo|la|los encargo mucho?, se|te lo|la|los? agradeceria,
         que amable, lamentablemente, desgraciadamente, desafortunadamente, ni modo, que pena, con mucha? pena,
         disculpa|disculpe|perdon|perdone la|las|por molestia|molestias, disculpa|disculpe|perdon|perdone por la|las molestia|molestias,
         ese|este|esa|esta es mi|el numero|celular|cel|telefono|nombre|direccion|correo, pago|pagare|pagamos en|con efectivo|tarjeta,
         voy|vamos a pagar en|con efectivo|tarjeta,
         por favor, por fa, porfa, porfas, porfavor, please, plis, xfa, xfavor, porfis, porfi, porfavorcito, favor, si me hace|haces favor,
         hazme|hagame el favor, senorita, senor, senora, joven, amigo, amiga, mijo, mija, hombre, jefe, jefa, compa, wey, guey, carnal, ya, ya ya, pues, pos, ps,
         nada mas, nada mas eso, nomas, nomas eso, es todo, eso es todo, seria todo, eso seria todo, con eso, con todo, asi, asi mismo, asi nomas, que este bien, la verdad, de veras,
         seguro, segura, completamente, totalmente, realmente, claramente, exactisimo, en punto, por mi, por mi parte, no pasa nada, no importa,
         como quedamos, como siempre, como dijo|dijiste|dices|dice usted?, como usted|tu dice|dijo|dices|dijiste, menos mal, menos mal que, que bueno, que bien, por lo mismo,
         que tenga|tengas buen|bonito|excelente dia, que tenga|tengas buena|bonita tarde|noche, a la|mi misma direccion, siempre a|en la misma,
         ahi|alla estare|estaremos, dejelo|dejala|dejalo|dejela asi, asi dejelo|dejala|dejalo|dejela, mi asistencia, somos nosotros, por que no, porque no, y ya, hoy mismo, mero",
    ),
    (
        Role::Tail,
        "todo lo que me? dijo|dijiste, todo, toda, todos, todas, ambos, ambas, eso, eso mismo, esto, esa, ese, esos, esas, lo mismo, la misma, el mismo, los mismos, hacerlo, hacerla,
         la|lo|las|los quiero, quiero $, cita, reserva, reservacion, mesa, pedido, orden, datos, informacion, ir, personas, persona, gente, horas, hrs, pm, am, p, juntos, uno, una $,
         toda? la informacion, mi cita, esa|esta|misma hora, ese|este|mismo dia, esa|esta fecha",
    ),
    (
        Role::Opening,
        "porque, el, la, los, las, lo, un, una, me, te, se, le, les, nos, mi, su, sus, mis, a, de, del, al, en, con, para, desde, hacia, por, que, y, e, es, son, esta, este,
         quiero, quisiera, queremos, necesito, necesitamos, me gustaria, seria, ser, somos, seremos, seriamos, vamos a ser, yo, a nombre de, nombre de, hacer, muy,
         misma, mismo, mismos, mismas, mmm, mm, m, eh, em, ah, o sea, osea, bueno, bien pues, entonces, mira, mire, fijate, fijese que, resulta que, es que, a ver, oye, oiga, oigan,
         por cierto, tambien, ahora, solo, solamente, nada mas son|somos|es, supongo|creo|pienso|imagino que?, me imagino que?, yo creo|digo que?, dije, dije que, te|le dije, ya te|le dije, digo, en realidad, perdon, disculpa, disculpe, hijole, pues este, queria decir, quise decir, perdon es",
    ),
    (Role::Sigh, "oh, uy, ay"),
    (Role::Greeting, "hola, buenas, buenos dias, buenas tardes|noches, buen dia"),
    (Role::Farewell, "hasta luego|pronto, adios, bye, igualmente"),
    (Role::SeeYou, "nos vemos, ahi|alla nos vemos"),
    (Role::Listening, "continua, continue, siga, sigue, prosiga"),
    (
        Role::Against,
        "tambien quiero|quisiera|necesito|queremos, lo de|del, que quiero|necesito $",
    ),
];

/// In English.
pub(super) const ENGLISH: &[(Role, &str)] = &[
    (
        Role::Thanks,
        "thanks|thankyou|thx|ty so|very? much?, thank you so|very? much?, thanks|thankyou a lot|bunch|ton|million, thank you a lot|bunch|ton|million, thank you kindly, thanks again, many thanks, i? really? appreciate it|that|this?,
         i would appreciate it, much appreciated, appreciated, gracias, cheers, grateful, thankful, thank",
    ),
    (
        Role::Free,
        "man, buddy, dude, bro, mate, friend, boss, chief, unfortunately, sadly, regrettably,
         sorry about that|it|this, sorry for the|any|all trouble|inconvenience|bother|hassle, sorry to bother you,
         thats|its my|the|our right|correct? phone? number|name|address|email, that|it is my|the|our right|correct? phone? number|name|address|email, i|ill will? pay by|with|in|a? card|cash, i|ill will? pay by|with|in a card,
         please, pls, plz, plesase, pleas, plase, sir, maam, madam, miss, my friend, really, very much, completely, totally, entirely, indeed, obviously, naturally, now, right now, right away, then,
         too, as well, me well, for me well, well for me|us, correctly, further, to proceed, to proceed further, why not, nothing else, by all means, out, forward, ahead, at all,
         for the|your|all help|info|information|assistance|time|patience, for your kind and patient assistance, you have been so|very|really? helpful|great|kind|nice, youve been so|very|really? helpful|great|kind|nice, great job, so|very helpful|kind,
         have a good|great|nice day|evening|night|one|weekend, as|like you|i|we said|say|mentioned|asked|stated|listed|wanted, like i|you? said|say, ill|well be there, be there, just like that, like that,
         im|were all? set|good|ready|done|fine, we|i are|am all? set|good|ready|done|fine, what i want|wanted|need|needed to? do?, for now, if you would|could|will|can please?, i cant wait, personally, yay, hooray, hurray, woohoo, lol, simply, exact, here $, something there",
    ),
    (
        Role::Tail,
        "it, that, this, them, these, those, me, us, all, everything, both, of it|that|those|them|this, it now, all of it|that|them|this|those, table, tables, room, rooms, seat, seats, ticket, tickets, reservation, reservations,
         booking, bookings, booked, reserved, made, appointment, appointments, apointment, appoinment, appointement, order, rental, car, vehicle, house, flight, movie, song, event, visit, place, restaurant, salon, hotel, clinic, doctor, dentist, store, shop,
         details, detail, detials, info, information, plan, schedule, request, purchase, help, same, people, persons, person, guests, pm, p, oclock, o clock, one $, one please, one for me, st, nd, rd, th,
         to go, to do $, it is $, that is $, those are $, they are $, table|room|seat|seats here|there, i hope so|this|that|it works $, i hope this|that one works, looking forward to it",
    ),
    (
        Role::Opening,
        "a, an, the, my, our, your, their, every, each, some, i, id, im, ive, ill, well, we, wed, were, you, youre, youve, they, theyre, is, are, be, been, was, am, will, would, can, could, do, does, did, has, have, had, got, get, make, go, need, needed,
         want, wanted, i want it, like, love, wanna, wish, s, ll, to, for, with, in, on, at, by, from, under, as, of, per, and, so, just, only, quite, pretty, very, what, which, sounds, sound, looks, look, looking, seems, seem, fits, its, itself,
         said, i guess|suppose|think|believe|assume so|that?, thats, thatll, thatd, itll, itd, everythings, lets, by the way, ah, um, uh, umm, er, hmm, mm, hm, honestly, basically, actually, also, again, finally, already, excuse me, sorry, im sorry, i am sorry, i said, try, use, put, set, the name is, it is, my name is, name is, party, time, date, day, given, provided",
    ),
    (Role::Free, "make it, lets make it"),
    (Role::Sigh, "oh, aw"),
    (Role::Greeting, "hello, hi, good morning|afternoon|evening|night"),
    (Role::Farewell, "bye, goodbye, good bye"),
    (Role::SeeYou, "see you, see you soon|later|there|then, i|ill|will|we|well will? see you"),
    (Role::Listening, "continue, go on, keep going, carry on"),
    (
        Role::Against,
        "that|this one, that table|room|seat|place, you can go, i see, one thing, just one thing, good for now, hear me out",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A phrase stands for one thing: a second row would never be seen.
    #[test]
    fn no_phrase_stands_twice() {
        for rows in [SPANISH, ENGLISH] {
            let mut seen = std::collections::BTreeSet::new();
            for notation in rows
                .iter()
                .flat_map(|(_, notations)| notations.split(','))
                .map(str::trim)
            {
                assert!(seen.insert(notation), "{notation}");
            }
        }
    }
}
