//! "Did you mean".

/// Names that authors write in their own language, and what they are called in files: the first that is known is meant.
const TRANSLATIONS: &[(&str, &[&str])] = &[
    // Filters and slots.
    ("dia", &["day", "date"]),
    ("fecha", &["date", "day"]),
    ("hora", &["hour", "time"]),
    ("a_la_hora", &["at_hour"]),
    ("horario", &["hours"]),
    ("horas", &["hours"]),
    ("personas", &["people", "party_size"]),
    ("gente", &["people", "party_size"]),
    ("comensales", &["party_size", "people"]),
    ("dinero", &["money"]),
    ("precio", &["price", "money"]),
    ("total", &["money"]),
    ("pesos", &["money"]),
    ("telefono", &["phone", "customer_phone"]),
    ("extension", &["extension"]),
    ("codigo", &["code", "confirmation_code"]),
    ("minutos", &["minutes"]),
    ("porcentaje", &["percent"]),
    ("por_ciento", &["percent"]),
    ("distancia", &["distance"]),
    ("correo", &["email"]),
    ("pagina", &["web_address"]),
    ("sitio", &["web_address"]),
    ("platillos", &["dishes", "items", "menu"]),
    ("platos", &["dishes", "items", "menu"]),
    ("ambos", &["both"]),
    ("lista", &["both"]),
    (
        "nombre",
        &["name", "customer_name", "patient_name", "named", "person_name"],
    ),
    ("nombrado", &["named"]),
    ("sucursal", &["branch", "branch_id"]),
    // Keys of a graph.
    ("nodos", &["nodes"]),
    ("tipo", &["kind", "type"]),
    ("clase", &["kind"]),
    ("inicio", &["start"]),
    ("herramienta", &["tool"]),
    ("decir", &["say"]),
    ("dice", &["say"]),
    ("di", &["say"]),
    ("mensaje", &["message", "say"]),
    ("preguntar", &["ask"]),
    ("pregunta", &["ask"]),
    ("opciones", &["options", "choices"]),
    ("si", &["yes"]),
    ("cambio", &["change"]),
    ("cambiar", &["change"]),
    ("vencido", &["expired"]),
    ("vence", &["expires_after"]),
    ("ir", &["to"]),
    ("ir_a", &["to"]),
    ("destino", &["to"]),
    ("cuando", &["when"]),
    ("parametros", &["parameters"]),
    ("intenciones", &["intents"]),
    ("patrones", &["patterns"]),
    ("palabras", &["keywords"]),
    ("palabras_clave", &["keywords"]),
    ("botones", &["buttons"]),
    ("titulo", &["title"]),
    ("aristas", &["edges"]),
    ("olvidar", &["forget"]),
    ("olvida", &["forget"]),
    ("motivo", &["reason"]),
    ("urgencia", &["urgency"]),
    ("voz", &["voice"]),
    ("texto", &["chat", "text"]),
    // Keys of a business.
    ("idioma", &["language"]),
    ("idiomas", &["languages"]),
    ("zona_horaria", &["time_zone"]),
    ("pais", &["country"]),
    ("moneda", &["currency"]),
    ("direccion", &["address", "delivery_address"]),
    ("domicilio", &["address", "delivery_address"]),
    ("sucursales", &["branches"]),
    ("excepciones", &["exceptions"]),
    ("festivos", &["exceptions"]),
    ("reservas", &["booking"]),
    ("reservaciones", &["booking"]),
    ("salones", &["rooms"]),
    ("salon", &["room"]),
    ("mesas", &["tables"]),
    ("mesa", &["table"]),
    ("asientos", &["seats"]),
    ("lugares", &["seats"]),
    ("secciones", &["sections"]),
    ("seccion", &["section"]),
    ("descripcion", &["description"]),
    ("disponible", &["available"]),
    ("etiquetas", &["tags"]),
    ("alias", &["aliases"]),
    ("pedidos", &["ordering"]),
    ("zona", &["zone"]),
    ("colonias", &["areas"]),
    ("minimo", &["minimum"]),
    ("envio", &["delivery_fee"]),
    ("servicios", &["services"]),
    ("personal", &["staff"]),
    ("doctores", &["staff"]),
    ("especialidad", &["specialty"]),
    ("turnos", &["shifts"]),
    ("ausencias", &["absences"]),
    ("categoria", &["category"]),
    ("datos", &["facts"]),
    ("singular", &["one"]),
    ("plural", &["many"]),
    ("lunes", &["monday"]),
    ("martes", &["tuesday"]),
    ("miercoles", &["wednesday"]),
    ("jueves", &["thursday"]),
    ("viernes", &["friday"]),
    ("sabado", &["saturday"]),
    ("domingo", &["sunday"]),
    ("restaurante", &["restaurant"]),
    ("clinica", &["clinic"]),
];

/// The known name that is meant: what the name is in Spanish, or the one that is most like it, where one is like it at
/// all.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    /// Below this two names have little in common but letters.
    const ALIKE: f64 = 0.8;
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(translated) = translated(name, &known) {
        return Some(translated);
    }
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate.to_owned())
}

fn translated(name: &str, known: &[&str]) -> Option<String> {
    let plain: String = name.to_lowercase().chars().map(without_accent).collect();
    let (_, meant) = TRANSLATIONS.iter().find(|(spanish, _)| *spanish == plain)?;
    let meant = meant.iter().find(|meant| known.contains(meant))?;
    Some((*meant).to_owned())
}

fn without_accent(letter: char) -> char {
    match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        '-' | ' ' => '_',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_name_in_spanish_is_understood() {
        let known = [
            "day", "hour", "money", "people", "dishes", "price", "section", "name",
        ];
        for (said, meant) in [
            ("dia", "day"),
            ("día", "day"),
            ("Hora", "hour"),
            ("dinero", "money"),
            ("personas", "people"),
            ("platillos", "dishes"),
            ("precio", "price"),
            ("sección", "section"),
            ("nombre", "name"),
            ("mony", "money"),
            ("dishs", "dishes"),
        ] {
            assert_eq!(nearest(said, known).as_deref(), Some(meant), "{said}");
        }
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("lunes", known), None, "only what is known here");
    }
}
