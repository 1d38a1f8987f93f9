//! The words that tell Spanish from English, folded. None of them is a word of the other language.

use crate::Language;

/// How much a word tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// Who says it speaks the language: verbs, pronouns, questions, what is booked.
    Strong,
    /// Two of them tell: prepositions, numbers, days.
    Weak,
    /// It stands in names, addresses and dishes too: "María de la Luz", "Julio", "Main Street".
    Particle,
    /// Yes, no, and the like.
    Answer,
    /// Please and thanks.
    Courtesy,
    /// Hello.
    Greeting,
}

type List = (Language, Weight, &'static str);

const LISTS: &[List] = &[
    (Language::Es, Weight::Strong, SPANISH_STRONG),
    (Language::Es, Weight::Weak, SPANISH_WEAK),
    (Language::Es, Weight::Particle, SPANISH_PARTICLES),
    (Language::Es, Weight::Answer, SPANISH_ANSWERS),
    (
        Language::Es,
        Weight::Courtesy,
        "favor porfa porfavor porfis gracias",
    ),
    (Language::En, Weight::Courtesy, "please pls plz thanks thank thx"),
    (Language::En, Weight::Strong, ENGLISH_STRONG),
    (Language::En, Weight::Weak, ENGLISH_WEAK),
    (Language::En, Weight::Particle, ENGLISH_PARTICLES),
    (Language::En, Weight::Answer, ENGLISH_ANSWERS),
    (Language::Es, Weight::Greeting, "hola holi saludos"),
    (Language::En, Weight::Greeting, "hello hi hiya howdy greetings"),
];

const SPANISH_STRONG: &str = "\
    yo tu usted ustedes nosotros ellos nos mi mis su sus nuestro nuestra quien quienes cual cuales cuando cuanto \
    cuanta cuantos cuantas donde porque quiero quisiera queremos quisieramos quieres quiere quieren querer necesito \
    necesitamos necesita puedo puede pueden podria podrian podriamos podemos puedes poder tengo tiene tienen tenemos \
    tienes tener hay habra habia esta estan estoy estamos estas estara soy somos eres ser seria seriamos seremos fue \
    fueron voy vamos vas iba ir gustaria gusta busco haga hagan hagame hacer hace hacen hago da dar deme dame denme \
    dele digo digame dime decir decirme llamo llama llamar ponga pongame ponme poner pon mande mandeme mandar enviar \
    envia entregan abren abre cierran cierra aceptan atienden atiende cuesta cuestan cobran valen reservar reservo \
    reserva reservame reserveme reservacion apartar aparta apartame agendar agenda agendame cambiar cambio cambie \
    cambiame cambiarla cambiarlo mover mueve muevala cancelar cancele cancela cancelarla cancelarlo quitar quite \
    quita agregar agregue agrega pedir pedido ordenar orden comer cenar desayunar recoger llevar mesa cita consulta \
    sucursal personas persona adultos ninos nombre telefono hora horas dia lugar horario horarios duele muela muelas \
    limpieza buenos buenas buen espere espera espereme dejelo dejalo dejame olvidelo olvidalo sabe saber creo pienso \
    estaria prefiero prefiere preferimos preferiria mejor tambien todavia aunque pero entonces algo alguien nadie \
    repita repite repetir entiendo entendi ayuda ayudar ayudeme ayudame pagar tarjeta efectivo";

const SPANISH_WEAK: &str = "\
    un una unos unas que por para sin desde hasta entre sobre muy mas menos todo toda todos todas este esto esa ese \
    eso esos esas aqui ahi alla cero uno dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince \
    veinte treinta cuarenta cincuenta media cuarto lunes martes miercoles jueves viernes sabado hoy manana pasado \
    ayer noche tarde tardes noches dias mediodia semana mes proximo proxima siguiente nada";

const SPANISH_PARTICLES: &str = "\
    el la los las lo del al de y e en con domingo enero febrero marzo abril mayo junio julio agosto septiembre \
    octubre noviembre diciembre calle colonia numero ella";

const SPANISH_ANSWERS: &str = "\
    ya si perdon disculpe disculpa claro correcto exacto perfecto vale bueno bien va \
    dale orale andale simon sip listo adelante confirmo confirmado confirmada acuerdo asi momento momentito ahorita \
    luego nel nop nunca jamas seguro supuesto";

const ENGLISH_STRONG: &str = "\
    i im id ive ill you your yours youre we our us were they their them she his her my mine who what whats when \
    where which why how want wanna would wouldnt like prefer rather need could couldnt can cant cannot should shall \
    do does did dont doesnt didnt doing have having havent had get got getting am is isnt are arent was be been \
    being there make making made book booked reservation reservations reserved order ordering appointment \
    appointments schedule reschedule rescheduled change changed changing switch move moved cancel cancelled canceled \
    cancelling open close closed closing opening accept take takes taking give show tell let lets put add remove \
    deliver delivered pick come coming going go went know think see look looking speak talk call calling ask asking \
    wait hold keep leave forget nevermind help pay paying cost costs much many available availability seats seating \
    table tables people person persons guests adults kids children name phone number hour hours time branch place \
    dinner lunch breakfast eat drink food cleaning tooth teeth toothache dentist hurts pain feel sorry good great \
    morning afternoon evening card only instead actually also still anymore anything something someone somebody \
    nothing everything anyone here but because else maybe then understand repeat again said say meant mean located \
 celebrating thing prices price services directions address location whitening braces running";

const ENGLISH_WEAK: &str = "\
    this that these those an for from with without to at on in by about under after before until till or not it its \
    s ll re t if more less some any other another each every all both than too very just really one two three four \
    five six seven eight nine eleven twelve thirteen fifteen twenty thirty forty fifty half quarter monday tuesday \
    wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tonight tomorrow yesterday noon \
    midnight week weekend month next first second third last parking delivery pickup cash booking seat checkup day \
    days";

const ENGLISH_PARTICLES: &str = "\
    the and of january february march april june july august september october november december street avenue \
    apartment";

const ENGLISH_ANSWERS: &str = "\
    yes yeah yep yup yea nope nah sure absolutely definitely certainly exactly \
    perfect correct right fine alright okay course cool sounds awesome confirm confirmed confirming agreed indeed \
    never later moment minute sec welcome";

/// The language of a folded word, and how much it tells; none where it is a word of both, or none of the lists'.
pub(super) fn look_up(word: &str) -> Option<(Language, Weight)> {
    use std::sync::LazyLock;
    static WORDS: LazyLock<Vec<(&str, Language, Weight)>> = LazyLock::new(|| {
        let entries = LISTS.iter().flat_map(|(language, weight, words)| {
            words
                .split_ascii_whitespace()
                .map(move |word| (word, *language, *weight))
        });
        let mut words: Vec<_> = entries.collect();
        words.sort_unstable_by_key(|(word, _, _)| *word);
        words
    });
    let at = WORDS.binary_search_by_key(&word, |(known, _, _)| known).ok()?;
    WORDS.get(at).map(|(_, language, weight)| (*language, *weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_stands_in_two_lists() {
        let mut words: Vec<&str> = LISTS
            .iter()
            .flat_map(|(_, _, words)| words.split_ascii_whitespace())
            .collect();
        words.sort_unstable();
        let twice: Vec<_> = words.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
