//! Addresses of the net and extensions, which are spelled out on a call.

use super::Form;
use crate::Language;

/// An e-mail address: written as it is, spoken "ana punto perez arroba gmail punto com", "ana dot perez at gmail dot com".
pub fn email(language: Language, form: Form, address: &str) -> String {
    match form {
        Form::Written => address.to_owned(),
        Form::Spoken => spoken(language, address),
    }
}

/// A web address: written as it is; spoken without what everybody knows ("https://", "www.", the last slash):
/// "laterraza punto mx diagonal menu", "laterraza dot mx slash menu".
pub fn web_address(language: Language, form: Form, address: &str) -> String {
    if form == Form::Written {
        return address.to_owned();
    }
    let bare = address
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    let bare = bare.trim_start_matches("www.").trim_end_matches('/');
    spoken(language, bare)
}

/// An extension of a telephone: "ext. 120"; spoken digit by digit, "extensión 1 2 0", "extension 1 2 0".
pub fn extension(language: Language, form: Form, digits: &str) -> String {
    let spelled: Vec<String> = digits
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(String::from)
        .collect();
    match (form, language) {
        (Form::Written, _) => format!("ext. {digits}"),
        (Form::Spoken, Language::Es) => format!("extensión {}", spelled.join(" ")),
        (Form::Spoken, Language::En) => format!("extension {}", spelled.join(" ")),
    }
}

fn spoken(language: Language, address: &str) -> String {
    let mut said = String::with_capacity(address.len() * 2);
    for character in address.chars() {
        let [spanish, english] = match character {
            '@' => ["arroba", "at"],
            '.' => ["punto", "dot"],
            '_' => ["guion bajo", "underscore"],
            '-' => ["guion", "dash"],
            '/' => ["diagonal", "slash"],
            '+' => ["más", "plus"],
            ':' => ["dos puntos", "colon"],
            '?' => ["signo de interrogación", "question mark"],
            '=' => ["igual", "equals"],
            '&' => ["y comercial", "ampersand"],
            '#' => ["gato", "hash"],
            '~' => ["tilde", "tilde"],
            '%' => ["por ciento", "percent"],
            other => {
                said.push(other);
                continue;
            }
        };
        let word = match language {
            Language::Es => spanish,
            Language::En => english,
        };
        if !said.is_empty() && !said.ends_with(' ') {
            said.push(' ');
        }
        said.push_str(word);
        said.push(' ');
    }
    said.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_aloud() {
        let check = |address: &str, spanish: &str, english: &str| {
            assert_eq!(email(Language::Es, Form::Spoken, address), spanish);
            assert_eq!(email(Language::En, Form::Spoken, address), english);
            assert_eq!(email(Language::Es, Form::Written, address), address);
        };
        check(
            "ana.perez_7@gmail.com",
            "ana punto perez guion bajo 7 arroba gmail punto com",
            "ana dot perez underscore 7 at gmail dot com",
        );
        check("", "", "");
        assert_eq!(
            web_address(Language::Es, Form::Spoken, "https://www.la-terraza.mx/menu/"),
            "la guion terraza punto mx diagonal menu"
        );
        assert_eq!(
            web_address(Language::En, Form::Spoken, "laterraza.mx"),
            "laterraza dot mx"
        );
        assert_eq!(
            web_address(Language::Es, Form::Written, "https://laterraza.mx"),
            "https://laterraza.mx"
        );
    }

    #[test]
    fn extensions_are_spelled() {
        assert_eq!(extension(Language::Es, Form::Written, "120"), "ext. 120");
        assert_eq!(extension(Language::Es, Form::Spoken, "120"), "extensión 1 2 0");
        assert_eq!(extension(Language::En, Form::Spoken, "120"), "extension 1 2 0");
    }
}
