//! Words of talk that no value begins with.
//!
//! However they are put together they give no value, so an utterance of nothing else need not be read for any. Numbers, days,
//! parts of the day, names and what is vague ("later", "al rato") are never among them.

/// Whether a folded word is one of them.
pub(crate) fn is_quiet_word(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

/// In the order of their letters.
#[rustfmt::skip]
static WORDS: &[&str] = &[
    "a", "about", "absolutely", "actually", "acuerdo", "add", "address", "adelante", "agenda", "agendala",
    "agree", "agreed", "ahead", "ahi", "aja", "al", "algo", "all", "alright", "also", "always", "am", "an",
    "and", "andale", "aparta", "apartala", "appointment", "aqui", "are", "as", "asi", "asked", "at",
    "available", "awesome", "back", "be", "been", "better", "bien", "book", "booked", "booking", "buena",
    "buenas", "bueno", "but", "by", "cambia", "cambiar", "cambio", "can", "cancel", "cancela", "cancelala",
    "cancelar", "cancelo", "certainly", "chance", "change", "check", "cierto", "claro", "como", "con",
    "confirm", "confirma", "confirmado", "confirmar", "confirmed", "confirmo", "contact", "cool", "correct",
    "correcta", "correctly", "correcto", "cosa", "cost", "could", "course", "cual", "cuanto", "cuenta",
    "cuesta", "d", "da", "dale", "dame", "datos", "de", "deal", "definitely", "deja", "dejala", "dejalo",
    "del", "desde", "details", "dice", "did", "digo", "dije", "direccion", "disculpa", "disculpe", "do",
    "doctor", "does", "doesn", "doing", "don", "donde", "done", "duda", "el", "ella", "ellos", "en",
    "entiendo", "entonces", "equivoque", "es", "esa", "ese", "eso", "esos", "espera", "esperame", "espere",
    "esta", "estaba", "estacionamiento", "estan", "estar", "este", "esto", "estoy", "event", "exact",
    "exactly", "exacto", "excelente", "excellent", "falta", "favor", "feel", "find", "fine", "fits", "fix",
    "for", "forward", "from", "fue", "fun", "funciona", "genial", "get", "give", "go", "going", "gonna",
    "good", "got", "gracias", "great", "guess", "gusta", "gusto", "hace", "hacer", "had", "hago", "happy",
    "has", "have", "hay", "haz", "hazlo", "hello", "help", "helpful", "here", "hi", "hola", "hora", "how",
    "hubo", "i", "if", "in", "indeed", "information", "instead", "interested", "ir", "is", "isn", "it",
    "its", "keep", "kind", "know", "la", "las", "le", "les", "let", "lets", "like", "likes", "listo",
    "live", "ll", "llamo", "lo", "location", "look", "looking", "looks", "los", "lot", "love", "lovely",
    "luego", "m", "make", "makes", "mal", "manda", "mandalo", "mande", "maybe", "me", "mejor", "menos",
    "mero", "mesa", "mi", "mind", "mine", "mis", "misma", "mismo", "momento", "move", "movie", "much",
    "mucha", "muchas", "mucho", "music", "muy", "my", "nada", "name", "need", "needed", "needs", "nel",
    "ni", "nice", "no", "nombre", "nope", "nos", "not", "number", "numero", "o", "of", "off", "ok", "okay",
    "okey", "on", "or", "orale", "order", "otra", "otro", "our", "out", "para", "parece", "pedido",
    "people", "perdon", "perfect", "perfectly", "perfecto", "permite", "permiteme", "pero", "person",
    "persona", "personas", "phone", "plan", "play", "please", "pm", "por", "porfa", "porfavor", "porque",
    "possible", "precio", "prefer", "pregunta", "price", "problem", "problema", "proceed", "puede",
    "pueden", "puedo", "pues", "put", "que", "queda", "quien", "quiero", "quisiera", "quita", "quitale",
    "quite", "rating", "re", "ready", "really", "reserva", "reservacion", "reservala", "reservar",
    "reservation", "reserve", "restaurant", "right", "room", "s", "sabe", "said", "sale", "salon",
    "schedule", "se", "sea", "see", "seems", "seguro", "send", "senor", "senorita", "seria", "serve",
    "servicio", "set", "shall", "she", "should", "show", "si", "siempre", "sigue", "simon", "sin", "sir",
    "so", "sobre", "some", "son", "song", "sorry", "sound", "sounds", "su", "subtitles", "super", "supongo",
    "sure", "sus", "t", "table", "take", "tal", "talvez", "tambien", "te", "telefono", "telephone", "tell",
    "tener", "tengo", "terraza", "thank", "thanks", "that", "thats", "the", "their", "them", "then",
    "there", "these", "they", "thing", "things", "think", "this", "those", "though", "ticket", "tickets",
    "tiene", "tienen", "to", "toda", "todo", "todos", "too", "total", "true", "tu", "ubicacion",
    "understand", "up", "usted", "ustedes", "va", "vale", "vamos", "ve", "ver", "verdad", "very", "vez",
    "voy", "wait", "want", "wanted", "was", "we", "well", "what", "when", "where", "which", "who", "why",
    "will", "wish", "with", "won", "wonderful", "work", "works", "would", "wrong", "y", "ya", "yeah", "yep",
    "yes", "yet", "you", "your", "yup", "zona",
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// All of them, for tests that put them together.
    pub(in crate::slots) fn words() -> &'static [&'static str] {
        WORDS
    }

    #[test]
    fn every_word_is_found() {
        assert!(WORDS.is_sorted_by(|a, b| a < b));
        assert!(WORDS.iter().all(|word| is_quiet_word(word)));
        for loud in ["dos", "viernes", "manana", "laura", "later", "rato", "8", "tarde"] {
            assert!(!is_quiet_word(loud), "{loud}");
        }
    }
}
