//! Phones and codes, which are spelled rather than read.

use phonenumber::Mode;

use super::Form;
use crate::{Language, code_check::is_whole_code, pack::PhoneSaid};

/// A phone in E.164: written "55 1234 5678" (Mexico), "212-555-0123" (United States and Canada), "+34 612 34 56 78"
/// (elsewhere); spoken in pairs in Spanish ("55 12 34 56 78"), digit by digit in English. What is not E.164 comes
/// back as it was.
pub fn phone(language: Language, form: Form, e164: &str) -> String {
    let Some(digits) = e164.strip_prefix('+').filter(|rest| is_e164_rest(rest)) else {
        return e164.to_owned();
    };
    match (form, language.about().spelling.phone) {
        (Form::Written, _) => written_phone(e164, digits),
        (Form::Spoken, PhoneSaid::Pairs) => match national_part(digits) {
            Some(national) => pairs(national),
            None => written_phone(e164, digits).replacen('+', language.message("number.plus").text(), 1),
        },
        (Form::Spoken, PhoneSaid::Digits) => {
            let written = written_phone(e164, digits);
            spaced_groups(&written).unwrap_or(written)
        }
    }
}

/// A confirmation code: written as it is, spoken letter by letter and digit by digit: "R E S, 1 2 3 4". In Spanish,
/// letters that sound alike or would be read as words have their names: "be grande", "ve chica", "i griega".
/// What has no letter or digit comes back as it was.
pub fn code(language: Language, form: Form, code: &str) -> String {
    if form == Form::Written {
        return code.to_owned();
    }
    let Some(groups) = spaced_groups(code) else {
        return code.to_owned();
    };
    let letters = groups.split(' ').map(|group| match group.strip_suffix(',') {
        Some(letter) => format!("{},", letter_said(language, letter)),
        None => letter_said(language, group).to_owned(),
    });
    letters.collect::<Vec<_>>().join(" ")
}

fn letter_said(language: Language, letter: &str) -> &str {
    let letters = &language.about().spelling.letters;
    letters.get(letter).map_or(letter, String::as_str)
}

fn is_e164_rest(rest: &str) -> bool {
    (7..=15).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_digit()) && !rest.starts_with('0')
}

fn written_phone(e164: &str, digits: &str) -> String {
    match (national_part(digits), digits.starts_with('1')) {
        (Some(national), true) => format!("{}-{}-{}", &national[..3], &national[3..6], &national[6..]),
        (Some(national), false) => {
            let area_length = if has_two_digit_area(national) { 2 } else { 3 };
            let (area, local) = national.split_at(area_length);
            let (head, tail) = local.split_at(local.len() - 4);
            format!("{area} {head} {tail}")
        }
        (None, _) => match phonenumber::parse(None, e164) {
            Ok(parsed) => parsed.format().mode(Mode::International).to_string(),
            Err(_) => e164.to_owned(),
        },
    }
}

/// The ten digits of a number of Mexico (with or without the 1 that mobiles had) or of North America.
fn national_part(digits: &str) -> Option<&str> {
    let national = match digits.len() {
        11 => digits.strip_prefix('1'),
        12 => digits.strip_prefix("52"),
        13 => digits.strip_prefix("521"),
        _ => None,
    };
    national.filter(|national| national.len() == 10)
}

/// Mexico City, Guadalajara and Monterrey have areas of two digits; all others of three.
fn has_two_digit_area(national: &str) -> bool {
    ["55", "56", "33", "81"].iter().any(|area| national.starts_with(area))
}

fn pairs(digits: &str) -> String {
    let mut spoken = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 2 == 0 {
            spoken.push(' ');
        }
        spoken.push(digit);
    }
    spoken
}

/// Each letter and digit alone, a comma (a pause) between the groups: at signs, where letters meet digits, and in a whole code behind
/// each third digit.
fn spaced_groups(text: &str) -> Option<String> {
    let mut spoken = String::new();
    let mut previous: Option<char> = None;
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_in_threes = is_whole_code(&digits) && text.ends_with(&digits);
    let mut numerals = 0;
    for character in text.chars() {
        if !character.is_alphanumeric() {
            previous = None;
            continue;
        }
        let begins_three = is_in_threes && character.is_numeric() && numerals % 3 == 0;
        numerals += usize::from(character.is_numeric());
        let continues =
            !begins_three && previous.is_some_and(|before| before.is_numeric() == character.is_numeric());
        if continues {
            spoken.push(' ');
        } else if !spoken.is_empty() {
            spoken.push_str(", ");
        }
        spoken.extend(character.to_uppercase());
        previous = Some(character);
    }
    (!spoken.is_empty()).then_some(spoken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_phone(e164: &str, written: &str, spanish: &str, english: &str) {
        assert_eq!(phone(Language::es(), Form::Written, e164), written);
        assert_eq!(phone(Language::es(), Form::Spoken, e164), spanish);
        assert_eq!(phone(Language::en(), Form::Spoken, e164), english);
    }

    #[test]
    fn a_phone_is_grouped_for_the_eye_and_for_the_ear() {
        check_phone("+525512345678", "55 1234 5678", "55 12 34 56 78", "5 5, 1 2 3 4, 5 6 7 8");
        check_phone("+522221234567", "222 123 4567", "22 21 23 45 67", "2 2 2, 1 2 3, 4 5 6 7");
        check_phone("+5215512345678", "55 1234 5678", "55 12 34 56 78", "5 5, 1 2 3 4, 5 6 7 8");
        check_phone("+12125550123", "212-555-0123", "21 25 55 01 23", "2 1 2, 5 5 5, 0 1 2 3");
    }

    #[test]
    fn a_phone_from_elsewhere_keeps_its_country() {
        assert_eq!(phone(Language::es(), Form::Written, "+34612345678"), "+34 612 34 56 78");
        assert_eq!(phone(Language::es(), Form::Spoken, "+34612345678"), "más 34 612 34 56 78");
    }

    #[test]
    fn what_is_no_phone_comes_back_as_it_was() {
        for text in
            ["", "5512345678", "+", "+52 55", "+52551234567890123", "no tengo", "+５２５５１２３４５６７８"]
        {
            check_phone(text, text, text, text);
        }
    }

    #[test]
    fn a_code_is_spelled_on_a_call() {
        let check = |text: &str, spoken: &str| {
            assert_eq!(code(Language::es(), Form::Spoken, text), spoken);
            assert_eq!(code(Language::es(), Form::Written, text), text);
        };
        check("RES-1234", "R E S, 1 2 3 4");
        check("res1234", "R E S, 1 2 3 4");
        check("BVY-708", "be grande ve chica i griega, 7 0 8");
        check("RES-482173648", "R E S, 4 8 2, 1 7 3, 6 4 8");
        check("--", "--");
        check("", "");
    }
}
