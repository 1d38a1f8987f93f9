//! Whose a telephone number is: nobody's, where a caller hides or no such number can be, and one person's, however it is written.

use std::{borrow::Cow, iter};

use phonenumber::PhoneNumber;

/// What stands in a caller's place where the number is hidden: what the reason spells on a telephone's keys. The first five are
/// those that Twilio documents ("What is the caller ID of an anonymous call"); other exchanges spell the last two.
const HIDDEN: [&str; 7] = [
    "266696687",   // ANONYMOUS
    "7378742833",  // RESTRICTED
    "2562533",     // BLOCKED
    "8566696",     // UNKNOWN
    "86282452253", // UNAVAILABLE
    "7748283",     // PRIVATE
    "94844353",    // WITHHELD
];

/// The shortest and the longest number, in digits with the country's: E.164.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// A digit that stands in a country's mobile numbers in one way of writing them and is left out in another.
struct MobileMark {
    country: &'static str,
    digit: char,
    /// How many digits of the area stand before it.
    behind: usize,
    /// How many digits a number has behind its country's, the mark among them.
    digits: usize,
    /// What may follow it.
    before: &'static str,
}

const MOBILE_MARKS: [MobileMark; 3] = [
    // Mexico dropped the 1 on 3 August 2019 (IFT, plan técnico fundamental de numeración); WhatsApp still writes it.
    MobileMark { country: "52", digit: '1', behind: 0, digits: 11, before: "23456789" },
    // Argentina's 9 is for calls from abroad (ITU, national numbering plan of Argentina); at home, and in many exchanges, it is left out.
    MobileMark { country: "54", digit: '9', behind: 0, digits: 11, before: "12345678" },
    // Brazil put a 9 before all mobiles until November 2016 (Anatel, resolução 553/2010); WhatsApp leaves it out of those that are
    // older, which all began with 6 to 9. A 2 to 5 behind the area is a line of a house.
    MobileMark { country: "55", digit: '9', behind: 2, digits: 11, before: "6789" },
];

/// The one spelling of a number in E.164 that stands for all its spellings: `+5215512345678` is `+525512345678`,
/// `+5491123456789` is `+541123456789`, `+5531987654321` is `+553187654321`. It is a key, not always one that can be dialled.
pub fn one_spelling(phone: &str) -> Cow<'_, str> {
    let short = MOBILE_MARKS.iter().find_map(|mark| mark.left_out(phone));
    short.map_or(Cow::Borrowed(phone), Cow::Owned)
}

/// All spellings of a number in E.164, the one that stands for them first.
pub fn spellings(phone: &str) -> Vec<String> {
    let one = one_spelling(phone).into_owned();
    let marked = MOBILE_MARKS.iter().find_map(|mark| mark.put_in(&one));
    iter::once(one).chain(marked).collect()
}

/// Whether a caller's id is what an exchange sends where the caller hides.
pub fn is_hidden(caller: &str) -> bool {
    caller.strip_prefix('+').is_some_and(|digits| HIDDEN.contains(&digits))
}

/// Whether a caller's id is the number of somebody, in E.164: it is not hidden, and such a number can be in its country. What is no
/// telephone number ("anonymous", "8000") is nobody's.
pub fn is_somebody(caller: &str) -> bool {
    let has_shape = caller.strip_prefix('+').is_some_and(|digits| {
        DIGITS.contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    has_shape && !is_hidden(caller) && spellings(caller).iter().any(|spelling| is_in_plan(spelling))
}

fn is_in_plan(phone: &str) -> bool {
    phonenumber::parse(None, phone).is_ok_and(|number| {
        // A gateway may have put its own country in front of what it was sent.
        let national = number.national().to_string();
        !HIDDEN.contains(&national.as_str()) && (is_mexican(&number) || number.is_valid())
    })
}

/// Mexico gives out areas faster than tables follow.
fn is_mexican(number: &PhoneNumber) -> bool {
    let national = number.national();
    number.code().value() == 52
        && national.zeros() == 0
        && (2_000_000_000..10_000_000_000).contains(&national.value())
}

impl MobileMark {
    /// The number without the mark, where it has it.
    fn left_out(&self, phone: &str) -> Option<String> {
        let national = self.national(phone, self.digits)?;
        let (area, rest) = national.split_at_checked(self.behind)?;
        let rest = rest.strip_prefix(self.digit)?;
        self.fits(rest).then(|| format!("+{}{area}{rest}", self.country))
    }

    /// The number with the mark, where it has none and may have it.
    fn put_in(&self, phone: &str) -> Option<String> {
        let national = self.national(phone, self.digits - 1)?;
        let (area, rest) = national.split_at_checked(self.behind)?;
        self.fits(rest).then(|| format!("+{}{area}{}{rest}", self.country, self.digit))
    }

    fn national<'a>(&self, phone: &'a str, digits: usize) -> Option<&'a str> {
        let national = phone.strip_prefix('+')?.strip_prefix(self.country)?;
        let is_right = national.len() == digits && national.bytes().all(|byte| byte.is_ascii_digit());
        is_right.then_some(national)
    }

    fn fits(&self, rest: &str) -> bool {
        rest.starts_with(|digit| self.before.contains(digit))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_hidden_caller_is_nobody() {
        for hidden in
            ["+266696687", "+7378742833", "+2562533", "+8566696", "+86282452253", "+7748283", "+94844353"]
        {
            assert!(is_hidden(hidden) && !is_somebody(hidden), "{hidden}");
        }
        // With a gateway's own country in front.
        for hidden in ["+17378742833", "+527378742833", "+1266696687", "+52266696687"] {
            assert!(!is_somebody(hidden), "{hidden}");
        }
    }

    #[test]
    fn what_is_no_number_is_nobody() {
        for nobody in [
            "",
            "+",
            "anonymous",
            "Anonymous",
            "unknown",
            "private",
            "restricted",
            "8000",
            "+8000",
            "911",
            "*67",
            "5512345678",
            "525512345678",
            "+52 55 1234 5678",
            "+0525512345678",
            "+5255123456789",
            "+52551234567",
            "+520000000000",
            "+15555555555",
            "+10000000000",
            "+11111111111",
            "+99912345678901",
            "+1234567",
            "+1234567890123456",
            "sip:juan@example.com",
            "tel:+525512345678",
            "+٥٢٥٥١٢٣٤٥٦٧٨",
            "+52５５12345678",
            "+525512345678\u{0}",
            "+525512345678\n",
        ] {
            assert!(!is_somebody(nobody), "{nobody:?}");
        }
    }

    #[test]
    fn a_number_that_can_be_is_somebody_s() {
        for somebody in [
            "+525512345678",
            "+5215512345678",
            "+525555550100",
            "+525500000000",
            "+528180000102",
            "+522125550147",
            "+12125550123",
            "+12025550143",
            "+17875550123",
            "+34612345678",
            "+442071234567",
            "+81312345678",
            "+541123456789",
            "+5491123456789",
            "+5493514567890",
            "+553187654321",
            "+5531987654321",
            "+5511912345678",
        ] {
            assert!(is_somebody(somebody), "{somebody}");
        }
    }

    #[test]
    fn one_person_is_one_however_the_number_is_written() {
        for (written, one) in [
            ("+5215512345678", "+525512345678"),
            ("+525512345678", "+525512345678"),
            ("+5491123456789", "+541123456789"),
            ("+541123456789", "+541123456789"),
            ("+5531987654321", "+553187654321"),
            ("+553187654321", "+553187654321"),
        ] {
            assert_eq!(one_spelling(written), one);
            assert!(spellings(one).contains(&written.to_owned()), "{written}");
        }
        // A mobile of a newer range, beside a line of a house; other countries; what is cut short.
        for alone in
            ["+5511923456789", "+551123456789", "+12125550123", "+52155123456", "+54911234567", "+549", ""]
        {
            assert_eq!(one_spelling(alone), alone);
        }
    }

    proptest! {
        #[test]
        fn whatever_is_sent_is_somebody_or_nobody(caller in ".*") {
            let _either = is_somebody(&caller);
        }

        #[test]
        fn each_spelling_leads_to_the_same_one(digits in "(52|54|55|1|34)[0-9]{5,11}") {
            let phone = format!("+{digits}");
            let all = spellings(&phone);
            prop_assert!(all.contains(&phone));
            for spelling in &all {
                prop_assert_eq!(one_spelling(spelling), all[0].as_str());
                prop_assert_eq!(is_somebody(spelling), is_somebody(&phone));
            }
        }
    }
}
