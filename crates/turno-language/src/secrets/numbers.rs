//! What a run of digits may be by itself: a card's number, an account's, a phone's.

/// The digits of a card's number.
pub(super) const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;

/// Whether the last digit is the check of the others (ISO/IEC 7812, Luhn).
pub(super) fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0');
            match at % 2 {
                0 => digit,
                _ if digit > 4 => digit * 2 - 9,
                _ => digit * 2,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Whether digits are a CLABE: 18, the last of which is the check of the others, weighed 3, 7, 1.
pub(super) fn is_clabe(digits: &str) -> bool {
    if digits.len() != 18 {
        return false;
    }
    let (front, control) = digits.split_at(17);
    let weighed = front.bytes().zip([3, 7, 1].into_iter().cycle());
    let sum: u32 = weighed.map(|(byte, weight)| u32::from(byte - b'0') * weight % 10).sum();
    control == ((10 - sum % 10) % 10).to_string()
}

/// Whether digits may be a card's number: 13 to 19 that pass Luhn; none begins with a zero.
pub(super) fn may_be_card(digits: &str) -> bool {
    CARD_DIGITS.contains(&digits.len()) && !digits.starts_with('0') && passes_luhn(digits)
}

/// Whether a number begins, and is as long, as those of one of the networks.
pub(super) fn is_of_a_network(digits: &str) -> bool {
    let begins = |length: usize| digits.get(..length).and_then(|front| front.parse::<u32>().ok());
    let (Some(two), Some(three), Some(four)) = (begins(2), begins(3), begins(4)) else {
        return false;
    };
    match digits.len() {
        13 => digits.starts_with('4'),
        14 => matches!(two, 36 | 38 | 39) || (300..=305).contains(&three) || three == 309,
        15 => matches!(two, 34 | 37),
        16 => {
            digits.starts_with(['4', '6'])
                || matches!(two, 36 | 38 | 39 | 50 | 51..=58 | 81)
                || (3528..=3589).contains(&four)
                || (2200..=2204).contains(&four)
                || (2221..=2720).contains(&four)
        }
        18 => digits.starts_with('6') || matches!(two, 50 | 56..=58),
        19 => digits.starts_with(['4', '6']) || matches!(two, 50 | 56..=58),
        _ => false,
    }
}

/// Whether four digits are a month and a year of this half of a century.
pub(super) fn is_month_and_year(digits: &str) -> bool {
    let of = |range: std::ops::Range<usize>| digits.get(range).and_then(|part| part.parse::<u32>().ok());
    digits.len() == 4
        && of(0..2).is_some_and(|month| (1..=12).contains(&month))
        && of(2..4).is_some_and(|year| (24..50).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_are_checked() {
        for card in
            ["4111111111111111", "5555555555554444", "378282246310005", "30569309025904", "6011000990139424"]
        {
            assert!(may_be_card(card) && is_of_a_network(card), "{card}");
        }
        assert!(!may_be_card("4111111111111112") && !may_be_card("0000000000000000"));
        assert!(is_clabe("032180000118359719") && !is_clabe("032180000118359718"));
        assert!(is_month_and_year("1227") && !is_month_and_year("1327") && !is_month_and_year("1212"));
    }
}
