//! The classes of words in the patterns of claims, and the words that turn a claim round.

use crate::pack::Tagged;

/// What there is none of, beside a deed that stands: "no problem".
static NO_TROUBLE: Tagged = Tagged::new("claims_no_trouble");

/// Makes a deed depend.
static CONDITION: Tagged = Tagged::new("claims_condition");

/// The words of a class; none of what is no class.
pub(super) fn class_of(name: &str) -> &'static [&'static str] {
    #[rustfmt::skip]
    const CLASSES: &[(&str, &[&str])] = &[
        ("HIS", &["su", "sus", "tu", "tus", "your", "vuestra"]),
        ("THE", &["su", "sus", "tu", "tus", "la", "el", "las", "los", "una", "un", "unas", "unos", "your", "the", "a", "an", "that", "esa", "ese"]),
        ("CLIT", &["le", "les", "lo", "la", "los", "las", "te", "se"]),
        ("HIM", &["le", "les", "lo", "la", "los", "las", "te"]),
        ("THING", &[
            "reserv*", "mesa", "mesas", "lugar", "lugares", "cita", "citas", "pedido", "pedidos", "orden", "ordenes", "compra", "espacio",
            "registro", "table", "tables", "booking", "bookings", "appointment", "appointments", "spot", "seat", "seats", "order", "slot", "place",
        ]),
        ("FOOD", &[
            "comida", "pedido", "pedidos", "orden", "ordenes", "tacos", "platillo", "platillos", "compra", "paquete", "producto", "food", "order",
            "orders", "meal", "package", "parcel", "delivery", "items",
        ]),
        ("COURIER", &[
            "repartidor", "repartidora", "mensajero", "mensajera", "chofer", "conductor", "motociclista", "driver", "courier", "rider",
        ]),
        ("STAFF", &[
            "gerente", "gerencia", "equipo", "cocina", "chef", "dueno", "duena", "jefe", "administracion", "esposa", "esposo", "companero",
            "companera", "manager", "team", "kitchen", "owner", "boss", "staff", "wife", "husband", "colleague", "supervisor", "supervisora",
        ]),
        ("SOMEONE", &[
            "i", "we", "they", "he", "she", "someone", "somebody", "manager", "colleague", "team", "agent", "representative", "rep", "supervisor",
            "specialist", "member", "person", "staff",
        ]),
        ("PAPER", &[
            "correo", "correos", "email", "emails", "mail", "sms", "mensaje", "mensajes", "whatsapp", "confirmacion", "comprobante", "factura", "recibo",
            "liga", "enlace", "link", "cotizacion", "invitacion", "reembolso", "llamada", "text", "texts", "message", "call", "confirmation",
            "receipt", "invoice", "refund", "credit", "discount", "coupon", "descuento", "cupon", "voucher",
        ]),
        ("ADV", &["just", "already", "now", "also", "right", "personally", "all", "both", "today", "shortly", "soon"]),
    ];
    CLASSES
        .iter()
        .find(|(own, _)| *own == name)
        .map_or(&[], |(_, words)| words)
}

/// "Revisar", "ver": what changes nothing.
pub(super) fn is_mental_infinitive(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_mental_infinitives");
    STEMS.iter().any(|stem| word.starts_with(stem)) && !word.starts_with("notific")
}

/// What stands in front of a claim and makes none of it: no "no hay problema" nor "sin falta", which only look like it.
pub(super) fn stands_against(word: &str, next: &str, behind: &str) -> bool {
    static AGAINST: Tagged = Tagged::new("claims_against");
    match word {
        "no" => match next {
            "hay" => !matches!(behind, "problema" | "bronca" | "de" | "falla"),
            "se" => !matches!(behind, "preocupe" | "preocupen" | "apure" | "apuren"),
            "te" => !matches!(behind, "preocupes" | "apures"),
            "solo" | "olvide" | "olvides" | "olviden" | "problem" | "problems" | "worries" | "only"
            | "doubt" | "dude" => false,
            _ => true,
        },
        "t" => !matches!(next, "worry" | "forget"),
        "sin" => !NO_TROUBLE.contains(&next),
        "nada" => next != "mas",
        "para" => next == "que",
        _ => AGAINST.contains(&word),
    }
}

/// What makes an offer of what follows.
pub(super) fn offers(word: &str) -> bool {
    static OFFERS: Tagged = Tagged::new("claims_offers");
    OFFERS.contains(&word)
}

/// What makes a promise depend on something, wherever it stands.
pub(super) fn is_condition(word: &str) -> bool {
    CONDITION.contains(&word)
}
