//! Words of talk that no value begins with.
//!
//! However they are put together they give no value, so an utterance of nothing else need not be read for any. Numbers, days,
//! parts of the day, names and what is vague ("later", "al rato") are never among them.

use std::sync::LazyLock;

use crate::word_table::WordTable;

/// Whether a folded word is one of them.
pub(crate) fn is_quiet_word(word: &str) -> bool {
    TABLE.get(word).is_some()
}

static TABLE: LazyLock<WordTable<()>> =
    LazyLock::new(|| WordTable::new(WORDS.iter().map(|word| (*word, ()))));

#[rustfmt::skip]
const WORDS: &[&str] = &[
    "a", "about", "absolutely", "actually", "acuerdo", "address", "adelante", "agenda", "agendala",
    "agree", "agreed", "ahead", "ahi", "aja", "al", "alcohol", "alcoholic", "algo", "all", "allowed",
    "alright", "also", "always", "am", "an", "and", "andale", "aparta", "apartala", "appointment", "aqui",
    "are", "arent", "as", "asi", "asked", "at", "availability", "available", "awesome", "back", "be",
    "been", "better", "beverages", "bien", "book", "booked", "booking", "buena", "buenas", "bueno", "bus",
    "but", "by", "cambia", "cambiar", "cambio", "can", "cancel", "cancela", "cancelala", "cancelar",
    "cancelo", "cant", "car", "certainly", "chance", "change", "check", "cierto", "claro", "como", "con",
    "confirm", "confirma", "confirmado", "confirmar", "confirmed", "confirmo", "contact", "cool", "correct",
    "correcta", "correctly", "correcto", "cosa", "cosmetic", "cost", "could", "couldnt", "course", "cual",
    "cuanto", "cuenta", "cuesta", "d", "da", "dale", "dame", "datos", "de", "deal", "definitely", "deja",
    "dejala", "dejalo", "del", "dentist", "desde", "details", "device", "dice", "did", "didnt", "digo",
    "dije", "direccion", "disculpa", "disculpe", "do", "doctor", "does", "doesn", "doesnt", "doing", "don",
    "donde", "done", "dont", "duda", "el", "ella", "ellos", "en", "entiendo", "entonces", "equivoque", "es",
    "esa", "ese", "eso", "esos", "espera", "esperame", "espere", "esta", "estaba", "estacionamiento",
    "estan", "estar", "este", "esto", "estoy", "event", "exact", "exactly", "exacto", "excelente",
    "excellent", "falta", "favor", "feel", "find", "fine", "fits", "fix", "for", "forward", "from", "fue",
    "fun", "funciona", "furnished", "genial", "get", "give", "go", "going", "gonna", "good", "got",
    "gracias", "great", "guess", "gusta", "gusto", "hace", "hacer", "had", "hago", "happy", "has", "hasnt",
    "have", "havent", "hay", "haz", "hazlo", "hear", "hello", "help", "helpful", "here", "hi", "hola",
    "hora", "hotel", "house", "how", "hubo", "i", "id", "if", "ill", "im", "in", "indeed", "information",
    "instead", "interested", "ir", "is", "isn", "isnt", "it", "itll", "its", "ive", "keep", "kind", "know",
    "la", "las", "le", "les", "let", "lets", "like", "likes", "listen", "listo", "live", "ll", "llamo",
    "lo", "location", "look", "looking", "looks", "los", "lot", "love", "lovely", "luego", "m", "make",
    "makes", "mal", "manda", "mandalo", "mande", "maybe", "me", "mejor", "menos", "menu", "mero", "mesa",
    "mi", "mind", "mine", "mis", "misma", "mismo", "momento", "move", "movie", "much", "mucha", "muchas",
    "mucho", "music", "muy", "my", "nada", "name", "need", "needed", "needs", "nel", "ni", "nice", "no",
    "nombre", "nope", "nos", "not", "number", "numero", "o", "of", "off", "offer", "ok", "okay", "okey",
    "on", "or", "orale", "order", "otra", "otro", "our", "out", "para", "parece", "pedido", "people",
    "perdon", "perfect", "perfectly", "perfecto", "permite", "permiteme", "pero", "person", "persona",
    "personas", "pets", "phone", "plan", "play", "plays", "please", "pm", "por", "porfa", "porfavor",
    "porque", "possible", "precio", "prefer", "pregunta", "price", "problem", "problema", "proceed",
    "provide", "puede", "pueden", "puedo", "pues", "put", "que", "queda", "quien", "quiero", "quisiera",
    "quita", "quitale", "quite", "rating", "re", "ready", "really", "reserva", "reservacion", "reservala",
    "reservar", "reservation", "reserve", "restaurant", "ride", "right", "room", "s", "sabe", "said",
    "sale", "salon", "schedule", "se", "sea", "see", "seems", "seguro", "send", "senor", "senorita",
    "seria", "serve", "servicio", "set", "shall", "she", "should", "show", "si", "siempre", "sigue",
    "simon", "sin", "sir", "so", "sobre", "some", "son", "song", "sorry", "sound", "sounds", "speaker",
    "stylist", "su", "subtitles", "super", "supongo", "sure", "sus", "t", "table", "take", "tal", "talvez",
    "tambien", "te", "telefono", "telephone", "tell", "tener", "tengo", "terraza", "thank", "thanks",
    "that", "thatll", "thats", "the", "theater", "their", "them", "then", "there", "theres", "these",
    "they", "theyre", "thing", "things", "think", "this", "those", "though", "ticket", "tickets", "tiene",
    "tienen", "to", "toda", "todo", "todos", "too", "total", "true", "ubicacion", "understand",
    "unisex", "up", "use", "used", "using", "usted", "ustedes", "va", "vale", "vamos", "ve", "venue", "ver",
    "verdad", "very", "vez", "voy", "wait", "want", "wanted", "was", "we", "website", "well", "were",
    "weve", "what", "whats", "when", "where", "which", "who", "why", "wifi", "will", "wish", "with", "won",
    "wonderful", "wont", "work", "works", "would", "wouldnt", "wrong", "y", "ya", "yeah", "yep", "yes",
    "yet", "you", "your", "youre", "youve", "yup", "zona",
];

/// All of them.
#[cfg(test)]
pub(super) fn quiet_words() -> &'static [&'static str] {
    WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found() {
        assert!(WORDS.is_sorted_by(|a, b| a < b));
        assert!(WORDS.iter().all(|word| is_quiet_word(word)));
        for loud in ["dos", "viernes", "manana", "laura", "later", "rato", "8", "tarde"] {
            assert!(!is_quiet_word(loud), "{loud}");
        }
    }
}
