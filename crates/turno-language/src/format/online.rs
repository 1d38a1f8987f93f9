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
    let bare = address.trim_start_matches("https://").trim_start_matches("http://");
    let bare = bare.trim_start_matches("www.").trim_end_matches('/');
    spoken(language, bare)
}

/// An extension of a telephone: "ext. 120"; spoken digit by digit, "extensión 1 2 0", "extension 1 2 0".
pub fn extension(language: Language, form: Form, digits: &str) -> String {
    let spelled: Vec<String> = digits.chars().filter(|c| c.is_alphanumeric()).map(String::from).collect();
    match form {
        Form::Written => format!("ext. {digits}"),
        Form::Spoken => language.message("spelled.extension").with(&[("digits", &spelled.join(" "))]),
    }
}

fn spoken(language: Language, address: &str) -> String {
    let signs = &language.about().spelling.signs;
    let mut said = String::with_capacity(address.len() * 2);
    for character in address.chars() {
        let Some(word) = signs.get(&character) else {
            said.push(character);
            continue;
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
            assert_eq!(email(Language::es(), Form::Spoken, address), spanish);
            assert_eq!(email(Language::en(), Form::Spoken, address), english);
            assert_eq!(email(Language::es(), Form::Written, address), address);
        };
        check(
            "ana.perez_7@gmail.com",
            "ana punto perez guion bajo 7 arroba gmail punto com",
            "ana dot perez underscore 7 at gmail dot com",
        );
        check("", "", "");
        assert_eq!(
            web_address(Language::es(), Form::Spoken, "https://www.la-terraza.mx/menu/"),
            "la guion terraza punto mx diagonal menu"
        );
        assert_eq!(web_address(Language::en(), Form::Spoken, "laterraza.mx"), "laterraza dot mx");
        assert_eq!(
            web_address(Language::es(), Form::Written, "https://laterraza.mx"),
            "https://laterraza.mx"
        );
    }

    #[test]
    fn extensions_are_spelled() {
        assert_eq!(extension(Language::es(), Form::Written, "120"), "ext. 120");
        assert_eq!(extension(Language::es(), Form::Spoken, "120"), "extensión 1 2 0");
        assert_eq!(extension(Language::en(), Form::Spoken, "120"), "extension 1 2 0");
    }
}
