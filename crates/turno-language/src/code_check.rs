//! The check digit of a code that is said on the phone.

/// The digits of a code, the last of which follows from the others.
pub const CODE_DIGITS: usize = 9;

/// Damm's: one wrong digit, and two neighbours that changed places, never give the same. "Sesenta" for "setenta", "six" for "seven" and
/// a slip of the finger are of the first kind.
const TABLE: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

/// The digits with their check digit behind them. What is no digit counts for nothing.
pub fn with_check_digit(digits: &str) -> String {
    format!("{digits}{}", remainder(digits))
}

/// Whether these are as many digits as a code has, and the last follows from the others.
pub fn is_whole_code(digits: &str) -> bool {
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
    are_digits && digits.len() == CODE_DIGITS && remainder(digits) == 0
}

fn remainder(digits: &str) -> u8 {
    let digits = digits.bytes().filter(u8::is_ascii_digit);
    digits.fold(0, |interim, digit| TABLE[usize::from(interim)][usize::from(digit - b'0')])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_digit_and_two_that_changed_places_are_noticed() {
        for number in (10_000_000_u64..100_000_000).step_by(1_234_567) {
            let code = with_check_digit(&number.to_string());
            assert!(is_whole_code(&code), "{code}");
            for at in 0..code.len() {
                for digit in '0'..='9' {
                    let mut other: Vec<char> = code.chars().collect();
                    other[at] = digit;
                    let other: String = other.into_iter().collect();
                    assert_eq!(is_whole_code(&other), other == code, "{code} {other}");
                }
            }
            for at in 1..code.len() {
                let mut other: Vec<char> = code.chars().collect();
                other.swap(at - 1, at);
                let other: String = other.into_iter().collect();
                assert_eq!(is_whole_code(&other), other == code, "{code} {other}");
            }
        }
    }

    #[test]
    fn what_is_no_code_is_not_whole() {
        for digits in ["", "4821", "00000000", "0000000000", "48217364x", "４８２１７３６４５"] {
            assert!(!is_whole_code(digits), "{digits}");
        }
    }
}
