//! What answers are made of in the Spanish of Mexico, in folded words; [`super::lexicon`] tells the notation.

use super::lexicon::{Class, Row, SlotWord};

/// The table: phrases between commas. Where two phrases of one length match, the earlier row wins.
pub(super) const ROWS: &[Row] = &[
    (Class::Yes, YES),
    (Class::Good, GOOD),
    (Class::AsIs, AS_IS),
    (Class::NoChanges, NO_CHANGES),
    (Class::Bad, BAD),
    (Class::Refuse, REFUSE),
    (
        Class::Negation,
        "no, noo, ni, no puedo|podemos, ya no puedo|podemos, no podria|podriamos",
    ),
    (
        Class::No,
        "nel, nelson, nelazo, nopi, nopis, nop, nope, nah, na, nones, negativo, uh uh, 👎",
    ),
    (Class::Wait, WAIT),
    (Class::Hedge, HEDGE),
    (Class::Condition, CONDITION),
    (Class::Repeat, REPEAT),
    (Class::WeakChange, WEAK_CHANGE),
    (Class::Correction, CORRECTION),
    (Class::Without, "sin"),
    (
        Class::But,
        "pero, aunque, nomas que, nada mas que, solo que, sino, excepto, salvo, menos",
    ),
    (Class::Affirm, AFFIRM),
    (Class::Go, GO),
    (Class::Book, BOOK),
    (Class::Order, ORDER),
    (
        Class::Perform,
        "siempre si, siempre si la|lo|las|los quiero, transfiere, transfierelo, transfiera, transferir, haz|haga|hacer la transferencia, reproduce, reproducela, reproducelo, reproduzca",
    ),
    (Class::Cancel, CANCEL),
    (Class::Modify, MODIFY),
    (Class::Change, CHANGE),
    (Class::Keep, KEEP),
    (Class::Absent, ABSENT),
    (Class::Present, PRESENT),
    (
        Class::Proposal,
        "que|cual mesa|lugar|seccion|zona|area|silla|asiento, que tal, que hay del, que hay con|para el, y si, que tal si, puede|podria ser, seria posible, se puede|podra|podria, puede que sea",
    ),
    (Class::Availability, AVAILABILITY),
    (Class::Question, QUESTION),
    (Class::Request, REQUEST),
    (Class::Lead, LEAD),
    (Class::Slot(SlotWord::Time), "hora, horario, horas"),
    (Class::Slot(SlotWord::Date), "dia, fecha, dias"),
    (
        Class::Slot(SlotWord::People),
        "numero|cantidad de personas|gente|comensales",
    ),
    (Class::Slot(SlotWord::Name), "nombre, apellido"),
    (
        Class::Slot(SlotWord::Phone),
        "numero|num? de? telefono|celular|cel, telefono, celular",
    ),
    (Class::Slot(SlotWord::Address), "direccion, domicilio, calle"),
    (Class::Info, INFO),
    (
        Class::Wish,
        "adentro, afuera, fuera, dentro, arriba, abajo, al aire libre",
    ),
    (
        Class::Vacancy,
        "disponible, disponibles, disponibilidad, lugar, lugares, espacio, libre, libres, cupo",
    ),
    (Class::Neutral, NEUTRAL),
];

const YES: &str = "
    okei, k, mjm, ujum, ajam, uhum, positivo, dale gas, juega, en eso quedamos, con confianza, obvio microbio, naturalmente, camara va, echele, echele pues, mandele,
    si, sii, sip, sipi, sis, see, sep, simon, yes, yep, yeah, yup, sure, 👍, ok, okey, okay, oki, okis, okok,
    claro, claro que si, clarin, por supuesto, por supuesto que si, desde luego, como no $, afirmativo, aja,
    aha, uh huh, mhm, va, vas, va que va, dale, orale, orale pues, andale, andale pues, sale, sale y vale,
    sale pues, sale vale, vale, venga, arre, sobres, jalo, a huevo, a guevo, awebo, de una, que si, obvio,
    obviamente, efectivamente, en efecto, sin duda, con gusto, trato hecho, hecho, le entro,
    ahuevo, fierro, fierro pariente, ya rugiste, ya vas, obvi, obvio bobis, simonas, simon simon, sisi, sisisi, sipirili,
    claro que yes|simon, jalalo, dele, dele pues, dale dale, echale, echale pues, echalo, aventate, avientate, aviente, avientese, avientatela, oki doki, okidoki,
    con todo|mucho gusto, andele, andele pues|si, quedamos asi, ya quedamos, asi quedamos, quedamos en eso,
    como de que no $, a darle, simon que yes, yes pues, sincho, sis pues, hagale, hagale pues,
    ahora si, claro claro, claro si, por favor si, oka, clarines, jalamos,
    cuenta|cuente|cuenten con eso|ello|nosotros|conmigo, quedamos asi entonces|pues, asi quedamos entonces|pues,
    no pues si $, no pues si esta bien|perfecto $,
    si es mi numero|celular|cel|telefono|nombre|direccion|correo";

const GOOD: &str = "
    asi|eso merito, eso mero es, asi mismo, todo cuadra, de pelos, eso es lo que quiero|pedi|dije, asi lo pedi, asimismo es, nos late|conviene|acomoda|sirve|funciona|gusta|encanta, nos queda|parece bien|perfecto|excelente, queda confirmado|confirmada,
    se confirma, esta autorizado|autorizada, tiene|tienes mi autorizacion,
    fabuloso, estupendo, magnifico, increible, espectacular, fenomenal, divino, padrisimo, chidisimo, chingon, cabal, conforme, satisfecho, satisfecha,
    encantado, encantada, feliz, inmejorable, adecuado, idoneo, ideal, buenisima, perfectisima, excelentisimo, esta|estan super|genial|excelente|padre|chido,
    esta|estan de lujo|diez|maravilla, es lo que queria|pedi|quiero|necesito, lo que pedi|queria, eso queria|pedi, como lo pedi|dije, tal como lo pedi|dije,
    esta|estan todo? muy? bien|correcto|correcta|correctos|perfecto|perfecta|bueno|excelente|super,
    muy? bien, muy? bueno esta, super, de lujo, chido, padre, correcto, correcta, correctos, correctas,
    es correcto|correcta, son correctos|correctas, exacto, exacta, exactamente, perfecto, perfecta,
    perfectamente, excelente, genial, fantastico, maravilloso, buenisimo, listo, lista, ya estas, ya esta,
    asi es, eso es, eso mero, tal cual, asi mero, es asi, es eso, eso quiero, es lo que quiero,
    ese|esa|eso|esos es|son, cierto, es cierto, es verdad, asi esta bien, esta bien asi, todo? en orden,
    sin problema, sin problemas, sin ningun problema, no hay problema, no hay ningun problema,
    ningun problema, no tengo problema, no tengo ningun? inconveniente, no hay inconveniente,
    sin inconveniente, no hay bronca|falla|pex|fijon|tos|tema|rollo|lio|pedo, sin bronca|falla|pex|fijon|tos|tema|rollo|pedo, mero eso, ese mero, me late la|mucho idea?, buena idea, me parece buena? idea, todo bien|perfecto|chido, todo tranquilo, no le veo problema,
    me parece muy? bien|perfecto|excelente|genial|bueno|correcto, me parece, me late, me sirve,
    me queda bien?, me queda perfecto, me funciona, me conviene, me acomoda, me gusta, me encanta,
    suena bien|perfecto|genial, sin falta, ta bien|bueno, tabien, ta perfecto,
    de perlas, al cien, al puro centavo, de acuerdo en todo, de acuerdo, estoy|estamos de acuerdo, acepto,
    perfect, great, excellent, correct, nice, very good, all good, queda perfecto|excelente|genial, queda muy bien, asi queda bien|perfecto?, ya? asi quedaria, ya? quedaria asi, esa mera|merita,
    cien por ciento, 100 por ciento, 100 percent, al cien|100 por ciento, al 100, todo lo que me? dijo|dijiste|dice|dices esta bien|correcto,
    corecto, correto, perfeto, esta|ta vien, vien, aceptado, correctisimo, perfectisimo";

const AS_IS: &str = "
    asi lo|la|los|las quiero, no le? cambies|cambie|cambien|muevas|mueva nada, no hay que cambiar|cambiarle nada,
    tal como esta, como esta esta bien, asi como esta";

const NO_CHANGES: &str = "
    sin cambios, ningun cambio, no hay cambios, no tengo cambios, nada que cambiar|cambiarle|corregir|corregirle|modificar|agregar,
    no hay nada que cambiar|cambiarle|corregir|modificar|agregar, sin ningun cambio, sin mas|otro|otros cambio|cambios, ningun otro cambio,
    ya? no hay mas|otro|otros cambio|cambios, no mas|otros cambios";

const BAD: &str = "
    esta|estan|es todo? mal, mal, muy mal, incorrecto, incorrecta, incorrectos, equivocado, equivocada,
    esta equivocado|equivocada, es un? error, falso, erroneo, erronea";

const REFUSE: &str = "
    nada correcto|correcta|bien|perfecto|perfecta|claro|listo, nada de acuerdo,
    no es lo que te|le|yo? pedi|quiero|queria|dije|necesito, eso no es lo que te|le|yo? pedi|quiero|queria|dije|necesito, yo no pedi|dije|quiero eso,
    no pedi|dije eso, no me entendio|entendiste|entiende|entiendes, no me esta|estas entendiendo, no entendio|entendiste nada?,
    cambie|cambiamos de opinion|idea|parecer, ya? reserve|encontre|reservamos|encontramos|compre|pedi en otro|otra lado|parte|lugar|restaurante,
    mejor? voy|vamos a otro|otra lado|parte|restaurante, no la|lo aparte,
    claro que no, ahi muere, ya ni modo, por supuesto que no, desde luego que no, obvio no, obvio que no, para nada,
    de ninguna manera, de ningun modo, ni loco, ni loca, ni de chiste, ni de broma, ni madres, ni hablar,
    que va $, ni al caso, ni de chiste, ni lo suenes, ni pensarlo, ni en suenos, nanai, naranjas, nunca, jamas, tampoco, mejor no, mejor ya no, pues no, ya no, ya no quiero nada?, no quiero nada?,
    no la|lo|las|los quiero, siempre no, siempre ya no, olvidalo, olvidala,
    olvidelo, olvidate, olvida todo|eso, ahorita no, ahora no, ahora mismo no, hoy no, por ahora no,
    por el momento no, de momento no, todavia no, aun no, no todavia|aun|ahorita, otro dia sera,
    en otra ocasion, sera en otra ocasion, no muchas? gracias, no me interesa, ya no me interesa, no deseo,
    ya no deseo, no necesito, ya no necesito, no gracias, no hace falta, no es necesario, paso $,
    mejor luego, mejor despues, dejalo, dejala, dejemoslo, dejemoslo asi, no lo|la hagas|haga|hagan,
    no hagas nada, mejor nada, nada de eso, no creo, no me convence, me arrepenti, que siempre no,
    dije que no, ahorita|ahora|hoy|todavia|aun no puedo|podemos|quiero|queremos, que no $, que no hombre|gracias|senor|senora|senorita|jefe|jefa|joven|amigo|amiga, no por ahora|hoy,
    no por el momento";

const WAIT: &str = "
    me|nos das|da|dan|regalas|regala|regalan|permites|permite|prestas|presta un|unos|una|# momento|momentito|segundo|segundito|segundos|minuto|minutito|minutos|rato|ratito,
    me|nos das|da|dan|regalas|regala chance|tiempo|oportunidad,
    lo|la? checo|reviso|pregunto|veo|platico|consulto y te|le|les digo|confirmo|aviso|llamo|marco, lo|la checo|reviso|consulto,
    te|le|les aviso|llamo|marco|hablo|digo|confirmo mas tarde|tardecito|noche, yo te|le|les llamo|marco|hablo|aviso|digo,
    me|nos esperas|espera|aguantas|aguanta, me|nos esperas|espera|aguantas|aguanta tantito|poquito|poco,
    me|nos esperas|espera|aguantas|aguanta un momento|momentito|segundo|minuto, me|nos? puedes|puede|podrias|podria|pueden esperar|aguantar|esperarme,
    puedes|puede|podrias|podria|pueden esperar|aguantar|esperarme|esperarnos un? momento|momentito|segundo|minuto|poco|tantito,
    aguante, aguanteme, aguanten, aguantenme, esperese, esperense, pere, hold on, wait, ya va $,
    yo te|le|les confirmo|confirmaria, ok|okay|va|sale|bueno|perfecto|orale te|le|les confirmo, te|le|les confirmo $, todavia|aun no espera|esperate|esperame|espere|espereme|esperese, te|le|les hablo|llamo|marco|digo|aviso|confirmo en # minutos|minutitos|min|horas|hora|dias,
    perame, perate, pereme, perese, peren, tantito, un tantito, ahorita $, ahorita mismo $, perame|perate|esperame|espereme tantito,
    deja|dejame|deje|dejeme|dejenme le|les|lo pregunto|preguntar|consulto|platico|checo,
    deja|dejame|deje|dejeme|dejenme preguntarle|preguntarles|consultarle|consultarlo|checarlo|revisarlo|pensarlo|platicarlo|hablarlo|verlo,
    espera, esperate, espere, esperame, espereme, esperen, esperenme, aguanta, aguantame, aguarda, aguarde,
    un momento, un momentito, un segundo, un segundito, un minuto, un minutito, un ratito, momento,
    momentito,
    dame|deme|denme un|unos|# momento|momentito|segundo|segundito|segundos|minuto|minutito|minutos|rato|ratito|tiempo|chance,
    dame|deme chance|tiempo|oportunidad,
    dejame|dejeme|dejenme ver|checar|checo|revisar|reviso|pensar|pensarlo|pienso|preguntar|pregunto|confirmar|consultar|consultarlo|verificar|buscar,
    deja|deje ver|veo|checo|checar|reviso|pregunto|confirmo|pienso, permiteme, permitame, permiteme tantito,
    ahorita vengo|regreso|vuelvo, ahorita|luego|despues|manana|hoy te|le|les|lo confirmo|digo|aviso|llamo|marco|hablo|contesto|resuelvo,
    al rato|ratito te|le|les confirmo|digo|aviso|llamo|marco|hablo|contesto, mas tarde|tardecito te|le|les confirmo|digo|aviso|llamo|marco|hablo,
    pasado manana te|le|les confirmo|digo|aviso|llamo|marco|hablo, hoy mismo te|le|les confirmo|digo|aviso|llamo|marco|hablo,
    en un|la|# rato|ratito|momento|momentito|tarde|noche|manana te|le|les confirmo|digo|aviso|llamo|marco|hablo,
    el|este lunes|martes|miercoles|jueves|viernes|sabado|domingo te|le|les confirmo|digo|aviso|llamo|marco|hablo,
    te|le|les confirmo|aviso|digo en|luego|despues|ahorita|al|manana|hoy|mas|pasado un|rato|ratito|momento|tarde|manana?,
    te|le|les aviso|llamo|marco, en un ratito|rato|momentito $,
    ahi voy, voy a checar|revisar|preguntar|ver|pensarlo|consultarlo, lo|la voy a pensar|checar|consultar,
    tengo que checar|preguntar|ver|revisar|pensar|pensarlo|consultar|consultarlo, no cuelgues, no cuelgue,
    no me cuelgues, todavia no se, aun no se, lo pienso, la pienso,
    tengo|tenemos que preguntarle|consultarle|hablarlo|platicarlo|revisarlo|checarlo";

const HEDGE: &str = "
    ya esta|quedo confirmada|confirmado|reservada|reservado|apartada|agendada, entonces ya? queda|esta confirmada|confirmado, que mas? necesita|necesitan|necesitas|ocupa|ocupan, que buen|bonito|padre|lindo lugar|restaurante, 
    la|el correcta|correcto|buena|bueno, seria correcto|correcta, con alguien, con una|alguna|otra persona, que hago|hacemos, si aja $, aja si como no, aja si claro, que pasa|sigue ahora|despues, y ahora que,
    ay|uy si aja, aja si tu, chale si, esta bien padre|caro|cara|lejos|tarde|raro, tan correcto|bien|perfecto, bien gracias, esta ahi, estas ahi, asi es esto,
    dijo|dijeron|dice|dicen|decia|dira|diran|diria|contesto|contestaron|respondio|respondieron|quiere|opina que si|no|ok|va|claro|bueno|sale,
    me|nos|te|le|les|ya dijo|dijeron|dice|dicen|decia|dira|diran|contesto|respondio que si|no|ok|va|claro|bueno|sale,
    le|les dije|digo|dire|dijimos|decimos|contesto|conteste a, se lo dije|digo a,
    le|les? dije|digo|dire|dijimos|decimos|conteste que si|no|ok|va|claro a #, le|les? dije|digo|dire|dijimos|conteste si|no|ok a #,
    dile|digale|diganle|dimele que si|no|ok|va,
    lo|el|la que sea, como sea, cuando sea,
    y usted|tu|ustedes $, se oye|escucha, se oye|escucha bien, me oye|oyes|escucha|escuchas, me oye|oyes|escucha|escuchas bien, a ver si #, ay si como no, me vale, pues me vale, que caro|cara|caros|caras, quisiera|gustaria que si, me gustaria que si, estaria bien, uy si tu, ay si tu, que si esta|estan|confirmo|va, si hola, si bueno $, si diga, si digame, si mande, a sus ordenes, si aqui estoy, si te|le|lo oigo|escucho|entiendo,
    como a las|la, a eso de las|la, alrededor de las|la, aproximadamente, mas o menos a las|la, tipo, sobre las,
    entre las, por ahi de las|la, tirandole a las|la, casi casi,
    creo, creo que si|no, yo creo, yo creo que si|no, supongo, supongo que si|no, tal vez, talvez, quiza,
    quizas, puede que si|no, a lo mejor, posiblemente, probablemente, es probable, igual y, igual y si|no,
    quien sabe, puede ser, podria ser, no se, nose, no lo se, no se si, pues no se|recuerdo, pues no lo se, pues no me acuerdo, no recuerdo, no me acuerdo, no estoy muy? seguro|segura,
    no sabria, depende, mas o menos, segun, segun yo, me imagino, imagino, espero que si|no, ojala, ni idea,
    no tengo idea, sepa, pues creo, medio, casi, si y no, ni si ni no, tengo dudas, tengo una duda, dudo,
    lo dudo, yo digo, digamos, maybe, 🤔, ahorita no se, ahora no se, no se todavia|aun";

const CONDITION: &str = "
    en cuanto, tan pronto, apenas, siempre y cuando, siempre que, con tal de? que, a menos que, a no ser que, solo si, solamente si,
    nada mas si, nomas si, en caso de, en caso de que, salvo que, excepto si, mientras, mientras que,
    hasta que, cuando, por si, y si, que tal si, como si, pero si";

const REPEAT: &str = "
    confirmar|confirme|confirma|confirmame|confirmeme mis|sus|unos? datos, confirme|confirma|confirmeme|confirmame usted,
    confirmame|confirmeme|confirme|confirma|confirmar el|la|los|las|para|que|cuantos|cuantas|primero, confirmame|confirmeme|confirme|confirma a que|nombre,
    quiero|quisiera|necesito confirmar, quiero|quisiera|necesito confirmar el|la|los|las|primero, puede|puedes|podria|podrias confirmar, a ver confirme|confirma|confirmame,
    que, que dijo|dijiste|dices|dice, como dijo|dijiste|dices|dice, como, mande, eh que,
    me? repites|repite|repetir|repita|repiteme|repitame, no entiendo, no entendi,
    no te|le entiendo|entendi|escucho|oigo|escuche|oi, no escucho|escuche|oigo|oi, no se escucha|oye,
    que paso, otra vez, de nuevo, dime $, digame $, quien habla|es|llama|eres, de parte de quien, con quien hablo,
    verdad, no es cierto, o no";

const CHANGE: &str = "
    cambi*, quiero|quisiera|necesito cambiar|cambiarle|cambiarlo|modificar|corregir, en vez de, en lugar de,
    que sea, que sean, hay error|errores, claro que hay|tiene|tienes un? error|errores|mal, me equivoque, nos equivocamos, te equivocaste, se equivoco, hay un error, corrig*,
    correg*, modific*, agreg*, agreg* tambien, anad*, aumen*, sumale, ponle, ponme, ponlo|ponla|pon, quita*,
    quite, quitele, muev*, pasal*, recorr*, reprogram*, reagend*,
    otra|otro direccion|hora|dia|fecha|nombre|lugar|telefono|numero|sucursal|mesa|horario, a otra|otro,
    otra direccion, diferente, distinto, distinta, adelanta, adelantala, adelantalo, adelantela, adelantame, adelantar, atras*, retras*, pospon*, aplaz*, mas bien, en realidad es|son|era|eran|somos, paso|pasamos por el|ella|ellos|ellas, voy|vamos por el|ella|ellos|ellas, esa hora no, ese dia no, esa fecha no, a esa hora no, ese horario no, esa hora|fecha ya? no puedo|podemos, ese dia|horario ya? no puedo|podemos, no puedo|podemos a? esa|ese hora|dia|fecha|horario, no me queda|acomoda|sirve|conviene esa|ese hora|dia|fecha|horario, una correccion, correccion, se nos? suman|suma|unen|une|agregan|agrega, te falto,
    le falto, falto, falta|faltan, mas tarde|temprano|noche|tardecito, que no sea|sean, antes de las|la,
    despues de las|la";

const WEAK_CHANGE: &str = "
    asegurate, asegurese, asegurense, mejor, prefiero, preferiria, preferimos, ademas, mas, otro, otra";

const GO: &str = "
    quiero|quisiera|necesito? confirmar|confirmame|confirmeme|confirme|confirma|confirmo la|el|mi pedido|orden|compra|cancelacion|cambio,
    si te|le|les confirmo, adelante, hazlo, hazla, hagalo, hagala, haganlo, hagale, hazle, dale adelante, procede, proceda,
    procedan, proceder, confirmo, confirmado, confirmada, confirmalo, confirmala, confirmelo, confirmela,
    confirmame, confirmar, confirme, confirmen, confirmes, confirmadisimo, aceptar, autorizo, autorizado, aprobado, aprobada, aprueba, registralo,
    registrala, registrelo, registrela, guardalo, guardala, apruebo, continua|continue|siga|prosiga con el|la|mi|nuestra cita|reserva|reservacion|mesa|pedido|orden|compra|cancelacion|cambio, continuar,
    continuemos, queda asi, que quede asi, hagamoslo, hagamosla, avancemos";

const AFFIRM: &str = "
    quiero|quisiera|queremos|necesito? confirmar|confirmame|confirmeme|confirme|confirma|confirmo|confirmamos la|mi|nuestra|esta reserva|reservacion|cita|mesa";

const BOOK: &str = "
    reserva, reserve, reserven, reservame, reserveme, reservala, reservalo, reservela, reservelo,
    reservanos, reservar, reservarla, reservarlo, hacer|haz|haga la? reserva|reservacion|cita, agenda,
    agendala, agendalo, agendela, agendelo, agendame, agendeme, agendar, agendarla, agende, apartala,
    apartalo, apartela, apartelo, apartame, apartar, aparta, aparte la, programala, programalo, programela,
    apartamela, apartamelo, apartemela, apartemelo, reservamela, reservamelo, reservemela, reservemelo, agendamela, agendamelo,
    agendemela, agendemelo, aparten, aparteme, apartenme, apartenos, apartanos, reservenme, agendanos, agendenos, programamela, anotala, anotalo, anotela,
    anotelo, apuntala, apuntalo, anotame, anoteme, anotanos, apuntame, apunteme, apuntanos, reserves, agendes, apartes, anotes, apuntes, anotenos, anotenme, apuntenos, apuntenme, pongala, pongalo, pongame, ponganos";

const ORDER: &str = "
    mandamelos, mandamelas, mandemelos, mandemelas, mandenmelo, mandenmela, mandenmelos, enviamelos, enviamela, envienmelo, envienmelos, traemelos,
    traiganmelo, traiganmelos, preparamelo, prepareme, preparame, pidemelo, pideme, encargalo, encargame, mandame el|mi pedido, manda, mande|manden el? pedido,
    manda|mande|manden|envia|envie|envien|pasa|pase|pasen el|la|mi? pedido|orden a la? cocina, mandalo|mandelo|mandenlo|mandala|mandela|mandenla|envialo|envielo|pasalo|paselo|pasenlo a la? cocina,
    mandalo, mandala, mandalos, mandelo, mandela, mandenlo, mandamelo, mandamela, mandemelo, mandar,
    envialo, enviala, envielo, enviela, enviamelo, enviemelo, enviar, pidelo, pidela, pidalo, pedirlo,
    pedir, ordenalo, ordenala, ordenar, haz|haga el pedido, traelo, traigalo, traemelo, traiganlo,
    preparalo, preparenlo, prepara, mandes, envies, pidas, ordenes, prepares";

const CANCEL: &str = "
    cancel*, borr*, elimin*, anul*, quitala, quitalo, quitela, quitelo, quites, quita la|mi cita|reserva|reservacion, dar de baja,
    dala|dela|denla|delo de baja, haz|haga|hagan la cancelacion, que la|lo|me|nos la? cancel*";

const MODIFY: &str = "
    cambiala, cambialo, cambiela, cambielo, cambiar, cambiarla, cambiarlo, cambiamela, cambiamelo,
    cambiemela, muevela, muevelo, muevala, muevalo, moverla, moverlo, mover, modificala, modificalo,
    modifiquela, modifiquelo, modificar, pasala, pasalo, reprogramala, reprogramalo, reprogramar,
    reagendala, reagendar, haz|haga|hagan el cambio, el|ese|este cambio, los|esos|estos cambios,
    haz|haga|hagan los cambios, la|esa|esta modificacion, haz|haga|hagan la modificacion, cambies, muevas, modifiques, reprogrames,
    pases la cita, pasela, paselo, pasenla, pasenlo, pasemela, recorrala, hagame|hazme|haganme|haganos el|ese|esos|los cambio|cambios";

const KEEP: &str = "
    no me? la|lo|me|le|las|los cambies|cambie|cambien|muevas|mueva|muevan|modifiques|modifique|reprogrames|reprograme|pases|pase|recorras|recorra,
    dejamela|dejemela|dejemelo|dejela|dejelo|dejala|dejalo igual|como|asi? estaba|esta, dejamela|dejemela|dejemelo|dejela|dejelo|dejala|dejalo igual,
    dejamela|dejemela|dejemelo|dejela|dejelo|dejala|dejalo como la|lo tenia|tengo|tenemos, la|lo dejamos como|igual estaba|esta?, asi como estaba, me la|lo|las|los quedo,
    mejor me? la|lo|las dejamos|quedo|dejo asi|igual?,
    dejala como estaba|esta, dejalo como estaba|esta, dejala asi, dejalo asi, dejela, dejelo,
    dejela asi|como, dejelo asi|como, dejala, dejalo, dejarla, dejarlo, dejar, conservala, conservalo,
    conservela, conservar, mantenla, mantenlo, mantengala, asi dejala, asi dejalo, que se quede, que siga,
    quiero conservarla|dejarla|mantenerla";

const ABSENT: &str = "
    ya no voy|vamos|ire|iremos, ya no voy|vamos a ir|poder|asistir, no voy|vamos a poder? ir|asistir|llegar, no voy|vamos a poder,
    ya no la|lo|las|los voy|vamos a usar|ocupar|necesitar|poder, ya no puedo|podemos ir|asistir, no puedo|podemos ir|asistir, no podre|podremos ir|asistir,
    ya no la|lo|las|los necesito|quiero|ocupo, siempre no voy|vamos|puedo|podemos, siempre no voy|vamos|puedo|podemos a? ir|poder|asistir,
    siempre ya no voy|vamos|puedo|podemos, ya no quiero la|mi cita|reserva|reservacion|mesa,
    ya no quiero el|mi pedido, no iremos, no ire";

const PRESENT: &str = "
    nos vemos el|este lunes|martes|miercoles|jueves|viernes|sabado|domingo, nos vemos manana, confirmo|confirmamos mi|nuestra? asistencia, confirmo|confirmamos que si? voy|vamos|asisto|asistimos|asistiremos|ire|iremos, si asisto|asistimos|asistiremos|llegamos|llego,
    si puedo|podemos, si puedo|podemos ir|asistir|llegar, todavia la|lo|las|los quiero, todavia voy|vamos, aun la|lo quiero, si voy|vamos, siempre si voy|vamos|quiero, si voy|vamos a ir|asistir, alla nos vemos,
    ahi|alla estare|estaremos, ahi|alla nos vemos, quiero|queremos ir|asistir,
    quiero|queremos la|mi|nuestra cita|reserva|reservacion|mesa, quiero|queremos el|mi|nuestro pedido,
    la|lo quiero $, voy|vamos a ir";

const AVAILABILITY: &str = "
    hay, habra, se puede, se podra, se podria, tienen, tienes, tiene, tendran, tendras, puedo, podemos,
    podria, podriamos, queda";

const QUESTION: &str = "
    que tal|tipo|horario|horarios|precio|incluye|tienen|hay|dia|hora|menu|platillos|servicios|direccion|numero|tan|mas|pasa|necesito|debo|formas|opciones,
    pasame|paseme|pasenme|comunicame|comuniqueme|conectame|conecteme con, quiero|quisiera|necesito|puedo|podria hablar|platicar con,
    cual, cuales, cuanto, cuanta, cuantos, cuantas, donde, en donde, a donde, quien, quienes, a que hora,
    hasta que hora, desde que hora, como es|son|llego|puedo|se|le|hago|funciona|pago|esta, tienen, tienes,
    tiene, tendran, tendras, hay, habra, aceptan, acepta, se puede, se pueden, sirven, venden, cobran,
    abren, cierran, manejan, cuentan con, incluye, cuesta, puedo, podemos, podria, podriamos, puede uno,
    debo, tengo que llevar|llegar|pagar, hacen, ofrecen, me dices|dice,
    me puedes|puede|podrias|podria decir, quisiera|quiero|necesito tambien? saber|preguntar|conocer,
    me gustaria saber|preguntar|conocer, una|otra|ultima pregunta, tengo una|otra pregunta,
    se puede|pueden|podria|puedo|podemos pagar|fumar|llevar|estacionar|estacionarse|usar|facturar, dime|digame|dinos #,
    en|de|para|con que calle|colonia|piso|lugar|parte|tipo|consiste|plaza|zona|dia|hora,
    por que cobran|cuesta|no";

const REQUEST: &str = "
    me|nos|lo|la puedes|puede|podrias|podria|pueden|podrian,
    me|nos la|lo puedes|puede|podrias|podria|pueden, puedes, puede, podrias, podrian, pueden,
    me dan|das|da|regalas|regala|pasas|pasa, dame|deme el|la|los|las|su|un|una|mas, pasame|paseme,
    necesito|quiero|quisiera|ocupo el|la|su|sus numero|telefono|direccion|ubicacion|correo|precio|costo|contacto,
    mandame|mandeme|enviame|envieme la|el|los|su,
    puedo|podemos|podria|podriamos|puede tener|pedir|sentarme|sentarnos|poner|llevarme";

const LEAD: &str = "
    quiero, quisiera, queremos, necesito, necesitamos, me gustaria, es, son, seria, en, con, para, al, de,
    desde, hacia, somos, seremos, seriamos, vamos a ser";

const NEUTRAL: &str = "
    maestro, maestra, patron, patrona, bro, we, porque,
    dios la|lo|le|te|los|me bendiga, si es|eres tan amable, ahi? se|te lo|la|los encargo mucho?, se|te lo|la|los? agradeceria, le|te agradezco mucho,
    muchas|mil|muchisimas? gracias por su|tu|la|el|todo ayuda|atencion|tiempo|paciencia|servicio|amabilidad?, que amable, lamentablemente, desgraciadamente, desafortunadamente, ni modo, que pena, con mucha? pena,
    disculpa|disculpe|perdon|perdone la|las|por molestia|molestias, disculpa|disculpe|perdon|perdone por la|las molestia|molestias,
    ese|este|esa|esta es mi|el numero|celular|cel|telefono|nombre|direccion|correo, pago|pagare|pagamos en|con efectivo|tarjeta,
    voy|vamos a pagar en|con efectivo|tarjeta, todo lo que me? dijo|dijiste,
    continua, continue, siga, prosiga, lo agradezco,
    menos mal, menos mal que, primero, sabes|sabe que, fijate|fijese que, resulta que, es que, hijole, chale, este, oye, oiga, oigan, por cierto, mmm, mm, m, eh, em, ah, oh, uy, ay, pues, pos, ps, o sea, osea, bueno, bien pues, entonces, mira,
    mire, fijate, a ver, por favor, por fa, porfa, porfas, porfavor, please, plis, xfa, xfavor, gracias,
    grasias, graxias, grax, grcias, muchas gracias, mil gracias, muy amable, le|te agradezco, si me hace|haces favor, hazme|hagame el favor,
    se lo|te lo|te|se agradezco, muchisimas gracias, senorita, senor, senora, joven, amigo, amiga, mijo, mija, ya, nada mas,
    nomas, es todo, eso es todo, seria todo, con eso, asi, eso, esa, ese, esto, esta, esos, esas, el, la,
    lo, los, las, un, una, uno, me, te, se, le, les, nos, mi, su, sus, mis, y, e, a, todo, toda, todos,
    ambos, muy, tan, que bueno, que bien, yo, usted, ustedes, tu, cita, reserva, reservacion, mesa, pedido,
    orden, datos, informacion, a la|mi misma direccion, a nombre de, nombre de, misma, mismo, mismos,
    mismas, siempre a|en la misma, como dijo|dijiste|dices|dice usted?, como quedamos, como siempre,
    como usted|tu dice|dijo|dices|dijiste, por que no, por mi, por mi parte, no pasa nada, por lo mismo, porfis, porfi, porfavorcito,
    no importa, nada, ir, hacer, hacerlo, hacerla, seguro, segura, ya le dije,
    ya te dije, en punto, personas, persona, gente, somos nosotros, completamente, totalmente, claramente,
    exactisimo, buenas, buenos dias, buenas tardes|noches, perdon, disculpa, disculpe, hola, alo, hrs, am,
    pm, p, horas, del, mero, solo, solamente, tambien, ahora, realmente, hasta luego|pronto, adios, bye,
    que este bien, la verdad, hombre, jefe, jefa, compa, wey, guey, carnal, mi asistencia, de veras, ahi,
    nada mas eso, con todo, toda la informacion, la informacion, mi cita, favor, esa|esta|misma hora,
    ese|este|mismo dia, esa|esta fecha, buen dia, que tenga|tengas buen|bonito|excelente dia,
    que tenga|tengas buena|bonita tarde|noche, nos vemos, igualmente";

/// What a side question or a request asks for.
const INFO: &str = "
    numero, precio, precios, costo, costos, ubicacion, menu $, menu por favor $, carta, contacto, correo, pagina, direccion,
    mapa, resenas, estacionamiento, politica|politicas de cancelacion|cancelaciones|cambios|reembolso, total, cuenta, promociones";

const CORRECTION: &str = "
    dije, dije que, te|le dije, habia dicho, era, eran, en realidad, perdon es, quise decir, queria decir,
    digo";
