//! The words that a text may be dressed up with: they greet, please and join, and say nothing of the business.

use std::collections::BTreeSet;

/// Words that are alike for that many letters are of one family: "reserva", "reservación".
const FAMILY_LETTERS: usize = 5;

/// Folded, without marks.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    // Greetings, thanks, regrets.
    "hola", "buen", "buenos", "buenas", "bien", "bueno", "dia", "dias", "tarde", "tardes", "noche", "noches", "gracias", "gusto",
    "placer", "encanta", "encantado", "encantada", "claro", "supuesto", "favor", "perdon", "disculpe", "disculpa", "siento",
    "lamento", "pena", "lamentablemente", "desafortunadamente", "desgracia", "oiga", "mire", "vera", "listo", "perfecto",
    "excelente", "estupendo", "maravilla", "alegra", "alegria", "bienvenido", "bienvenida", "saludos", "abrazo", "caso",
    "hello", "hi", "hey", "good", "morning", "afternoon", "evening", "thanks", "thank", "please", "pleasure", "welcome", "sure",
    "certainly", "course", "absolutely", "sorry", "apologies", "afraid", "unfortunately", "happy", "glad", "delighted", "great",
    "lovely", "perfect", "well", "kindly", "indeed", "problem", "question", "questions",
    // Serving.
    "servirle", "servirles", "servir", "ayudarle", "ayudarles", "ayudar", "ayudo", "atenderle", "atenderles", "atender",
    "atiendo", "atendemos", "orden", "ordenes", "necesite", "necesita", "necesiten", "guste", "gusta", "quiera", "desea",
    "desee", "duda", "pregunta", "preguntar", "consulta", "decirle", "decirles", "decir", "digame", "dice", "dicho", "digo",
    "cuento", "contarle", "comento", "comentarle", "platico", "informo", "informarle", "confirmo", "explico", "respondo",
    "recuerdo", "aqui", "escribirnos", "escribanos", "llamarnos", "visitarnos", "encontrarnos", "encuentra", "encontrara",
    "estamos", "estoy", "estar", "seguimos", "quedo", "quedamos", "pendiente", "nosotros",
    "help", "helping", "serve", "assist", "need", "needs", "like", "want", "wish", "tell", "let", "know", "say", "here", "reach",
    "find", "answer", "anything", "else", "assistance", "service",
    // Small words.
    "que", "con", "por", "para", "del", "los", "las", "unos", "unas", "les", "nos", "sus", "mis", "tus", "mucho",
    "mucha", "muchas", "muchos", "muy", "tan", "tanto", "como", "cuando", "donde",
    "quien", "cual", "este", "esta", "estos", "estas", "ese", "esa", "esos", "esas", "eso", "esto", "aquel", "aquella", "usted",
    "ustedes", "ella", "ellos", "ellas", "nuestro", "nuestra", "nuestros", "nuestras", "hay", "son", "sea", "ser", "era", "fue",
    "han", "haya", "tenemos", "tiene", "tienen", "tener", "contamos", "cuenta", "puede", "pueden", "podemos", "poder", "pues",
    "pero", "porque", "aunque", "asi", "entonces", "entre", "sobre", "ante", "bajo",
    "segun", "durante", "dentro", "momento", "mismo", "misma", 
    
    "the", "and", "for", "with", "from", "our", "ours", "your", "yours", "you", "are", "was", "were", "been", "being", "have",
    "has", "had", "can", "could", "may", "might", "will", "would", "shall", "should", "does", "did", "that", "this", "these",
    "those", "there", "they", "them", "their", "its", "who", "what", "when", "where", "which", "how", 
    "very", "then", "than", "but", "because", "though", "into", 
    "about", "moment", "right", "yes", "get", "got", 
];

/// Words that say one thing in two ways; the first of a family is enough of a stem for all of it.
const SAME: &[&[&str]] = &[
    &["abr", "abiert"],
    &["cierr", "cerra", "cerrad"],
    &["cuest", "costo", "costar", "precio", "vale", "sale"],
    &["tenemos", "ofrece", "manej"],
    &["ubica", "direccion", "estamos", "encontr", "encuentr"],
    &["open", "opens", "opening"],
    &["clos"],
    &["cost", "price"],
    &["locat", "address", "find"],
];

/// Whether each word is one of the text's, of a family with one, or says nothing of the business.
pub(crate) fn adds_nothing(text: &[String], words: &[String]) -> bool {
    let own: BTreeSet<&str> = text.iter().map(String::as_str).collect();
    let is_alike = |word: &str| own.iter().any(|own| are_of_a_family(own, word));
    let is_synonym = |word: &str| {
        SAME.iter().any(|family| {
            let is_in = |word: &str| family.iter().any(|stem| word.starts_with(stem));
            is_in(word) && own.iter().any(|own| is_in(own))
        })
    };
    words.iter().map(String::as_str).all(|word| {
        word.chars().count() < 3
            || word.chars().any(|c| c.is_ascii_digit())
            || own.contains(word)
            || WORDS.contains(&word)
            || is_alike(word)
            || is_synonym(word)
    })
}

fn are_of_a_family(one: &str, other: &str) -> bool {
    let alike = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let shorter = one.chars().count().min(other.chars().count());
    alike >= FAMILY_LETTERS || alike >= 4 && alike == shorter
}
