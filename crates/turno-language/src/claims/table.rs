//! The phrases that claim something beside the form of a verb.

use super::{Claim, phrases::Told};
use crate::reading::Act;

const fn told(claim: Claim, act: Option<Act>) -> Told {
    Told { claim, act }
}

#[rustfmt::skip]
pub(super) const TABLE: &[(Told, &[&str])] = &[
    // Something was done, in words that are no participle.
    (told(Claim::Deed, None), &[
        "acabo|acabamos de INF",
        "CLIT? CLIT? puse|pusimos|hicimos|dimos en|la|el|su|una|un|a",
        "procedi|procedimos a INF",
        "fue un placer|gusto INF",
        "dalo|dala|delo|dela|denlo|denla|den|da por DONE|hecho|hecha",
        "considere|considera|consideren HIS|la|el? THING? DONE|suya|suyo",
        "considerelo|considerela|considerenlo|considerenla|consideralo|considerala DONE|hecho|suyo|suya",
        "consider it|them|that|this|your THING? DONE|yours|held|sold|made",
        "cuente|cuenten con HIS|la|el|una|un THING",
        "^ si? ya? esta|quedo todo? hecho|hecha|arreglado|resuelto",
        "trato hecho", "quedamos asi", "^ ya estuvo",
        "ahi le|les queda|quedo THE THING",
        "quedo|quedaron ya? HIS|la|las|el|los THING", "queda|quedan ya? HIS THING",
        "ya quedo|quedaron $",
        "quedo|quedaron las|los dos|tres", "quedan|quedaron ustedes en la lista",
        "UTMOST", "^ DONE THE THING", "^ todo DONE|amarrado", "everything|all is|s|has been? DONE|set|ready", "me|nos encargue|ocupe|encargamos|ocupamos de",
        "i|we took care of", "i|we|ve have|got you booked|down|in|confirmed|set", "THE THING .. went|came through", "HIS THING entro|paso|salio|procedio",
        "reserva|reservacion|cita|compra|pago|cancelacion exitos*",
        "^ THING|registro|pago|solicitud|compra ya? recibid*|aceptad*|aprobad*",
        "^ your? THING|payment|request received|accepted|complete|completed|placed|approved",
        "recibimos HIS THING|pago|solicitud|transferencia",
        "i|we ve|have|had? ADV? let THE|my|our STAFF know", "i|we ADV? told THE|my|our STAFF",
        "i|we ve|have? ADV? opened|logged|raised|filed|started a|an|your|the|this ticket|case|report|complaint|request|claim|order",
        "i|we ADV? took it|that|you|them|your off|out", "i|we ADV? gave you|them a|an|your THING|discount|refund|credit|seat",
        "STAFF ya sabe|saben", "STAFF .. enterad*|avisad*|notificad*|informad*", "STAFF knows", "STAFF is|are|s been? aware|informed|told|notified",
    ]),
    // A table, an order or a payment is said to be there.
    (told(Claim::State, None), &[
        "ya cuenta|cuentan|cuentas|tiene|tienen|tienes|tenemos con? THE? dos|tres|ambas|ambos? THING", "ya? hay .. THING a HIS nombre",
        "ya? hay|tiene|tienen|tenemos .. espacio|lugar|mesa a HIS nombre",
        "tiene|tienen|tienes|tendra|tendran|tendras HIS THING list*", "^ HIS? THING list*",
        "HIS THING .. esta|estan|estara|estaran|queda|quedan|quedo ya? list*|activ*|vigente|vigentes|valid*|guardad*|bloquead*|hech*",
        "THING .. esta|estan|queda|quedo|sigue|va en firme|pie|preparacion|proceso|cocina|camino",
        "queda|quedan|quedo|quedaron en firme", "esta activa|activo|vigente", "is|s active|valid",
        "sigue|siguen|continua|continuan ya? en? pie|firme|vigente|vigentes|activa|activo|DONE|valida|valido|igual $",
        "sigue|siguen en pie|firme",
        "HIS THING CLIT? espera|esperan|esperara", "HIM espera|esperara|esperan HIS|la|una THING",
        "HIM? tengo|tenemos list*|DONE HIS|la|el THING", "THING .. es|son para usted|ustedes|you", "aparece|aparecen|figura|figuran|esta|estan todo? en la|el|nuestra|nuestro lista|sistema|agenda",
        "ya son|seran|somos .. personas",
        "esta|estan|queda|quedan|quedo en el|la|nuestro|nuestra sistema|agenda|lista|libro",
        "THE THING .. is|are|s|will now? all? ready|set|waiting|held|saved|secured|guaranteed|sorted|safe|active|valid|good",
        "your THING is|are|s in $",
        "you|they are|re now? on|in the|our list|books|calendar|schedule|system", "is|s|are now|already? in|on the|our system|books|calendar|schedule",
        "you|ve|have have|got? a THING .. waiting|ready|held|set", "still stands", "THE THING .. is|are|s|has still",
        "is|s|are still on|active|valid|booked|reserved|confirmed|held|good|standing",
        "quedo|quedaron|queda|quedan a nombre", "quedo|quedaron CLIT? para", "quedo|quedaron a la|las",
        "ahora es|son|queda a|para|el|la|las", "ahora HIS THING es|queda|esta", "your THING is|are|s now|at? at|for|on",
        "COURIER ya salio|va|viene|llego", "COURIER .. salio|viene", "COURIER va en|para|hacia|rumbo|de camino|alla|su",
        "COURIER .. left", "COURIER is|s on|already|coming|out|nearby",
        "esta|estan|estamos preparando|cocinando|haciendo|empacando|armando|surtiendo|procesando|tramitando HIS|la|el|los|las",
        "THE FOOD|tacos|card|payment|refund is|are|s being DONE|made|prepared|cooked|packed", "kitchen is|s already? on|working|preparing|making",
        "HIS pago|cargo|transferencia ya? paso|entro|cayo", "payment|card|charge|transfer has|have? went|gone|came|cleared through?",
    ]),
    (told(Claim::Deed, Some(Act::Modify)), &[
        "^ all? changed|moved|updated|rescheduled|switched|pushed|bumped it? to|for",
    ]),
    // Taken back.
    (told(Claim::Deed, Some(Act::Cancel)), &[
        "sin efecto", "CLIT? di|dio|dimos|dada|dado de baja", "borre|elimine|solte|libere|anule|borramos|eliminamos|soltamos|liberamos|anulamos|quitamos THE THING",
        "quite HIS THING", "ya no tiene|tienen|tienes|hay|queda|tenemos THE|ninguna|ningun? THING", "ya no HIM esperamos", "ya no aparece|existe|figura|esta .. THING", "HIS THING ya no aparece|existe|figura|esta", "THE THING no longer",
        "THING .. fuera del|de sistema|la", "fuera del sistema", "THING .. liberad*|borrad*|eliminad*|anulad*|cancelad*|soltad*",
        "you|we no longer have|hold THE|any THING", "no longer on|in the|our list|books|schedule|calendar|system", "called|taken off", "off the|our books|list|schedule|calendar",
        "THE THING is|s|has|was been? gone|released|voided|void|removed|dropped|deleted|let|off",
    ]),
    // Somebody is put through.
    (told(Claim::Transfer, None), &[
        "HIM transfiero|transferimos|canalizo|canalizamos|transferire|transferiremos|canalizare",
        "HIM comunico|comunicamos|conecto|conectamos|enlazo|enlazamos|paso|pasamos|turno|pongo|pase|comunique|conecte|transferi|enlace|comunicare|conectare|enlazare|pasare ahora|ya|de|en? mismo|inmediato|seguida? con|al",
        "HIM comunico|conecto|paso|pongo .. en contacto|linea",
        "HIM? voy|vamos a transferir*|comunicarl*|conectarl*|canalizar*|enlazar*|pasarlo|pasarla con|a|ahora? ",
        "estoy|estamos? transfiriendo*|conectando*|comunicandol*|canalizando*",
        "transferring|connecting|forwarding|patching you|your|to", "putting you through|on|in|to",
        "ll|will|to|me|now transfer|connect|patch|forward|hand|pass you|your", "ll|will|me|to put you through|on|in",
        "i|we ve|have transferred|connected you",
    ]),
    // Somebody will do something.
    (told(Claim::Undertaking, None), &[
        "HIM llamo|llamamos|llamare|llamaremos|llamara|llamaran|llaman|marco|marcamos|marca|marcan|marcara|marcaran|marcare|contacto|contactamos|contactara|contactaran|contactaremos|contactare",
        "HIM llama un|una|mi|el|la|nuestro|nuestra STAFF|ejecutivo|asesor|asesora|persona|alguien", "HIM llama alguien",
        "HIM devuelvo|devolvemos|devolvere|devolveremos|devolvera|regresamos|regreso|regresare|regresaremos|reembolso|reembolsamos|reembolsare|reembolsaremos|reembolsara",
        "HIM regalo|regalamos|regalare|regalaremos|descuento|descontamos|descontare|descontaremos|aplico|aplicamos|aplicare|aplicaremos|bonifico|bonificamos",
        "HIM hare|haremos un|una|el|la descuento|nota|reembolso|cargo|devolucion|rebaja",
        "HIM? voy|vamos|va|van a llamar*|marcar*|regresar*|reembolsar*|devolver*|regalar*|descontar*|contactar*|notificar*|aplicar* HIS|un|una|el|la|en|hoy|manana|al|le|de",
        "HIM voy|vamos|va|van a llamar|marcar|reembolsar|contactar|buscar|notificar|regalar", "HIM deposito|depositamos|depositaremos|abono|abonamos|abonaremos|acredito|acreditamos|acreditaremos",
        "HIM? hare|haremos llegar", "HIS dinero|reembolso|devolucion ya? va|viene|esta en|de|para|camino|proceso|regreso",
        "expect|await THE .. PAPER", "m|am|re|are ADV? escalating|forwarding|sending|passing|refunding|crediting|issuing|emailing|texting|reporting THE|this|it|them|my|to",
        "HIM? voy|vamos a enviar*|mandar* THE? PAPER", "HIM? voy|vamos a pasar* HIS queja|caso|reporte|comentario",
        "HIM enviare|mandare|enviaremos|mandaremos|envio|mando|enviamos|mandamos|enviara|enviaran|mandaran|mandara .. PAPER",
        "HIM? llegara|llegaran|llega THE PAPER", "recibira|recibiran|recibiras THE PAPER",
        "se comunicara|comunicaran|pondra|pondran|contactara|contactaran", "me comunicare|comunico con usted|ustedes", "HIM? buscara|buscaran un|una|mi|alguien",
        "HIM? aviso|avisare|avisamos|avisaremos|notifico|notificare al|a STAFF|la|mi|todo?",
        "paso|pasare|pasamos|pasaremos HIS queja|caso|reporte|comentario|solicitud|recado",
        "HIS reembolso|dinero|devolucion|reintegro CLIT? llegara|llega|estara|vera|quedara",
        "HIS FOOD|tacos|comida CLIT? llega|llegan|llegara|llegaran|sale|salen", "HIM llega|llegan|llegara|llegaran HIS", "HIS .. HIM llega|llegan|llegara|llegaran", "^ llega|llegan|llegara|llegaran el|hoy|manana|este|mismo",
        "se HIM? cobrara|cobraran|aplicara|enviara|reembolsara|devolvera|abonara|hara|descontara",
        "guardamos|reservamos|agendamos|cancelamos|registramos|confirmamos|enviamos|programamos|apartamos|anotamos|separamos|bloqueamos|asignamos|mandamos|entregamos HIS|la|el|las|los|un|una",
        "ll|will|to|m|re ADV? call|calling|ring|ringing|phone|emailing|texting|refund|refunding|reimburse|comp|credit|contact|contacting|notify|message you|your|them|him|her|the",
        "ll|will|to ADV? email|text you|your|them|him|her|the", "SOMEONE ll|will .. call|contact|ring|phone|email|text|message|reach you",
        "ll|will|to send .. PAPER|emails", "ll|will|to|m get back to", "ll|will|to reach out", "ll|will|to follow up", "ll|will|to be in touch",
        "ll|will|to give|take you|off|a|ten|twenty .. discount|refund|free|credit|call|off|percent", "ll|will|to apply|waive|issue|process a|an|the|your|that",
        "ll|will|to let THE|my|our STAFF know", "SOMEONE ll|will|is .. get|getting back",
        "you|ll ll|will|should? receive|get THE? .. PAPER",
        "your FOOD|tacos|refund|money will|should|ll arrive|be|reach|get|come", "your FOOD|tacos arrives|arrive|gets",
        "return your call",
    ]),
];
