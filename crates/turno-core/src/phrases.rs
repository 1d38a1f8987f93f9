//! What the core itself says, where no text of the graph does.

use turno_language::{Language, Problem, ProblemKind, SlotKind, format, may_be_from_abroad};

macro_rules! phrases {
    ($($name:ident)*) => {
        $(pub(crate) fn $name(language: Language) -> &'static str {
            language.message(concat!("core.", stringify!($name))).text()
        })*
    };
}

phrases! {
    yes_button
    no_button
    this_language
    only_this_language
    what_else
    how_can_i_help
    and_the_rest
    sent_long_ago
    cannot_hear
    cannot_see_image
    cannot_see_video
    cannot_read_sticker
    cannot_open_document
    only_caption
    media_is_no_yes
    no_use_for_place
    no_use_for_card
    or_a_person
    not_understood
    empty
    too_long
    waiting
    let_me_repeat
    arrived_late
    expired
    expired_but_changed
    already_done
    already_refused
    old_button
    not_done
    left_undone
    no_answer
    none_of_those
    other_moment
    trouble
    unreadable
    nothing_done
    tool_failed
    cannot_be_done
    nothing_can_be_done
    outcome_unknown
    outcome_unknown_untold
    done
    no_further
    broke_off
    too_many
    closed_before
    cannot_say
    no_card
    no_account
    no_secret_code
    card_mark
    account_mark
    secret_code_mark
    what_to_change
    left
    offer_person
    person_will_answer
}

/// A question for a slot that the graph has no words for.
pub(crate) fn ask_for(language: Language, name: &str) -> String {
    language.message("core.ask_for").with(&[("name", name)])
}

/// A call was not made, as too many were or the other side is busy; `acts`: it would have changed something.
pub(crate) fn busy(language: Language, acts: bool, retry_after_ms: Option<u64>) -> String {
    let wait = format::wait(language, retry_after_ms);
    let name = if acts { "core.busy_nothing_done" } else { "core.busy" };
    language.message(name).with(&[("wait", &wait)])
}

/// What is wrong with a value; where there is something to choose from, the question which.
pub(crate) fn problem(
    language: Language,
    kind: SlotKind,
    is_of_people: bool,
    problem: &Problem,
    titles: &[String],
) -> String {
    let choices = format::list(language, titles, true);
    let is_person = kind == SlotKind::Term && is_of_people;
    let is_unknown = matches!(problem.kind, ProblemKind::Unknown(_));
    let name = match (&problem.kind, kind) {
        _ if is_person && is_unknown => "problem.no_such_person",
        _ if is_person => "problem.which_person",
        (ProblemKind::Ambiguous(_), SlotKind::PartySize) => "problem.which_size",
        (ProblemKind::Ambiguous(_), _) => {
            return language.message("problem.which").with(&[("choices", &capitalized(&choices))]);
        }
        (ProblemKind::Unknown(_), _) if titles.is_empty() => "problem.unknown",
        (ProblemKind::Unknown(_), _) => "problem.unknown_but",
        (ProblemKind::Impossible, SlotKind::Date) => "problem.impossible_date",
        (ProblemKind::Impossible, SlotKind::Time) => "problem.impossible_time",
        (ProblemKind::Impossible, _) => "problem.impossible",
        (ProblemKind::Past, _) => "problem.past",
        (ProblemKind::Vague, SlotKind::Date) => "problem.vague_date",
        (ProblemKind::Vague, SlotKind::Time) => "problem.vague_time",
        (ProblemKind::Vague, SlotKind::Address) => "problem.vague_address",
        (ProblemKind::Vague, _) => "problem.vague",
        (ProblemKind::OutOfRange, SlotKind::PartySize) => "problem.out_of_range_size",
        (ProblemKind::OutOfRange, SlotKind::Phone) if may_be_from_abroad(&problem.said) => {
            "problem.phone_from_abroad"
        }
        (ProblemKind::OutOfRange, SlotKind::Phone) => "problem.out_of_range_phone",
        (ProblemKind::OutOfRange, SlotKind::Items) => "problem.out_of_range_items",
        (ProblemKind::OutOfRange, _) => "problem.out_of_range",
    };
    let values = [("said", problem.said.as_str()), ("choices", &choices)];
    language.message(name).with(&values)
}

/// Which of two requests is meant.
pub(crate) fn which_of_two(language: Language, one: &str, other: &str) -> String {
    language.message("core.which_of_two").with(&[("one", one), ("other", other)])
}

/// What comes after the first of two requests.
pub(crate) fn one_by_one(language: Language, later: &str) -> String {
    language.message("core.one_by_one").with(&[("later", later)])
}

/// Several people, where each needs an appointment of their own: `later` is the words of those who come after.
pub(crate) fn one_person_each(language: Language, later: &str) -> String {
    language.message("core.one_person_each").with(&[("later", later)])
}

/// The second of two requests begins.
pub(crate) fn now_the_other(language: Language, later: &str) -> String {
    language.message("core.now_the_other").with(&[("later", later)])
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_call_from_abroad_is_asked_for_the_code_of_the_country() {
        let told = |said: &str| {
            let kind = ProblemKind::OutOfRange;
            let of = Problem { slot: "phone".to_owned(), said: said.to_owned(), kind };
            problem(Language::default(), SlotKind::Phone, false, &of, &[])
        };
        for said in ["07700 900561", "+44 7700 9005", "0612 345 678"] {
            assert!(told(said).contains('+'), "{said}");
        }
        for said in ["55 1234", "55 1234 5678 9"] {
            assert!(!told(said).contains('+'), "{said}");
        }
    }
}
