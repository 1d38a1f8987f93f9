//! The words that people are counted with.

/// What is counted: people, children among them, and the seats they need.
#[rustfmt::skip]
pub(super) const NOUNS: &[&str] = &[
    "persona", "personas", "personitas", "gentes", "comensal", "comensales", "invitado", "invitados",
    "adulto", "adultos", "amigo", "amigos", "amiga", "amigas", "person", "people", "persons", "guest",
    "guests", "adult", "adults", "pax", "senores", "friend", "friends", "companero", "companeros",
    "companera", "companeras", "colega", "colegas", "coworkers", "colleagues", "primos", "primas", "tios",
    "hermanos", "hermanas", "cousins", "brothers", "sisters",
];

/// Those of whom a grown-up says that they come along: they may be of a number that was given, or beside it.
#[rustfmt::skip]
pub(super) const CHILDREN: &[&str] = &[
    "nino", "ninos", "nina", "ninas", "ninito", "ninitos", "bebe", "bebes", "menor", "menores", "hijo",
    "hijos", "hija", "hijas", "chamaco", "chamacos", "peques", "pequenos", "kid", "kids", "child", "children",
    "baby", "babies", "infant", "infants", "toddler", "toddlers", "daughters",
];

/// Those that "con" puts beside the one who speaks.
#[rustfmt::skip]
pub(super) const FRIENDS: &[&str] = &[
    "amigo", "amigos", "amiga", "amigas", "friend", "friends", "companero", "companeros", "companera",
    "companeras", "colega", "colegas", "coworkers", "colleagues", "primos", "primas", "hermanos", "hermanas",
    "cousins", "brothers", "sisters",
];

/// What a person takes at a table.
#[rustfmt::skip]
pub(super) const PLACES: &[&str] = &[
    "lugar", "lugares", "asiento", "asientos", "cubierto", "cubiertos", "seat", "seats", "spot", "spots",
    "place", "places",
];

/// Two people.
pub(super) const COUPLES: &[&str] = &["parejas", "pareja", "couples", "matrimonios", "matrimonio"];

/// What a small child is given at a table: whom it is for is no party.
#[rustfmt::skip]
pub(super) const FOR_A_CHILD: &[&str] = &[
    "silla", "sillas", "sillita", "alta", "altas", "periquera", "periqueras", "asiento", "asientos", "menu",
    "carriola", "booster", "boosters", "chair", "chairs", "highchair", "highchairs", "seat", "seats",
    "stroller", "cuna", "elevador",
];

/// Words after which a number is a number of people, whatever follows.
#[rustfmt::skip]
pub(super) const LEADS: &[&str] = &[
    "somos", "seamos", "seriamos", "vamos a ir", "somos un grupo de", "seremos", "vamos a ser", "van a ser",
    "iremos", "vendremos", "vamos", "mesa para", "mesa de", "lugar para", "grupo de", "familia de",
    "nosotros", "nosotras", "we are", "we ' re", "we ’ re", "we will be", "we ' ll be", "we ’ ll be",
    "there are", "there will be", "there ' ll be", "party of", "table for", "table of", "group of",
    "family of", "just the", "it ' s just the", "aumenta a", "aumentale a", "aumente a", "sube a", "subele a",
];

/// Many people, before their number is told.
#[rustfmt::skip]
pub(super) const MANY: &[&str] = &[
    "un chingo", "un chorro", "un monton", "un buen", "un titipuchal", "un friego", "bastantes", "muchos",
    "muchisimos", "hartos", "un grupo grande", "a lot", "a bunch", "a ton", "quite a few", "a big group",
    "a large group", "many",
];

/// How many they were to be: it counts only where it is said what became of it.
#[rustfmt::skip]
pub(super) const ONCE: &[&str] = &[
    "ibamos a ser", "eramos", "ibamos a ir", "iban a ser", "we were going to be", "we were", "there were",
    "it was going to be",
];

/// One person.
#[rustfmt::skip]
pub(super) const ONE: &[&str] = &[
    "solo yo", "solamente yo", "nada mas yo", "nomas yo", "yo nomas", "yo nada mas", "unicamente yo",
    "yo solo", "yo sola", "yo solito", "yo solita", "voy solo", "voy sola", "vengo solo", "vengo sola",
    "ire solo", "ire sola", "just me", "only me", "just myself", "only myself", "by myself", "on my own",
    "me only", "solo para mi", "nada mas para mi", "para mi solo", "para mi sola", "para mi nada mas",
    "para mi solito", "just for me", "only for me",
];

/// One person, where that is what was asked.
#[rustfmt::skip]
pub(super) const ALONE: &[&str] = &[
    "yo", "solo", "sola", "solito", "solita", "me", "myself", "alone", "conmigo", "para mi", "for me",
];

/// How many a word for a relative stands for: "suegra", "parents".
pub(super) fn relatives(word: &str) -> Option<u32> {
    if PARENTS.contains(&word) {
        return Some(2);
    }
    RELATIVES.contains(&word).then_some(1)
}

const PARENTS: &[&str] = &["padres", "papas", "suegros", "abuelos", "parents", "grandparents"];

#[rustfmt::skip]
const RELATIVES: &[&str] = &[
    "esposa", "esposo", "marido", "mujer", "novia", "novio", "pareja", "mama", "papa", "madre", "padre",
    "suegra", "suegro", "hermana", "hermano", "hijo", "hija", "bebe", "abuela", "abuelo", "abuelita",
    "abuelito", "tia", "tio", "prima", "primo", "sobrina", "sobrino", "nieta", "nieto", "cunada", "cunado",
    "amiga", "amigo", "jefe", "jefa", "socio", "socia", "vecina", "vecino", "companera", "companero",
    "comadre", "compadre", "nuera", "yerno", "ahijada", "ahijado", "madrina", "padrino", "prometida",
    "prometido", "wife", "husband", "girlfriend", "boyfriend", "partner", "mom", "mum", "mother", "dad",
    "father", "sister", "brother", "son", "daughter", "baby", "grandma", "grandpa", "grandmother",
    "grandfather", "aunt", "uncle", "cousin", "niece", "nephew", "friend", "boss", "coworker", "colleague",
    "roommate", "fiance", "fiancee", "kid", "child", "nino", "nina",
];
