//! What a question before something is done must have.

use super::after;

#[test]
fn nothing_to_confirm() {
    insta::assert_snapshot!(after(r#"kind = "confirm"
tool = "create_reservation""#, r#"kind = "confirm"
tool = "check_availability""#), @r#"
    small.toml:21:8: the tool `check_availability` changes nothing, so it needs no confirmation
    21 | tool = "check_availability"
       |        ^^^^^^^^^^^^^^^^^^^^
    help: lead straight to a tool node with `check_availability`, or leave `tool` out for a plain question

    small.toml:24:7: only the `yes` of a confirmation of `create_reservation` may lead to it; this is `yes` of `confirm_it`
    24 | yes = "reserve"
       |       ^^^^^^^^^
    help: lead to a confirm node with tool = "create_reservation", and from its `yes` to the tool
    "#);
}

#[test]
fn a_confirmation_without_change() {
    insta::assert_snapshot!(after(r#"change = "reservation"
"#, r#""#), @r#"
    small.toml:19:8: the confirmation of `create_reservation` has no `change`
    19 | [nodes.confirm_it]
       |        ^^^^^^^^^^
    help: add `change = "..."`: the collect node where it can be corrected
    "#);
}

#[test]
fn a_confirmation_that_does_not_say_when() {
    insta::assert_snapshot!(after(r#"{{ date | day }} {{ time | at_hour }}. ¿Es correcto?"#, r#"{{ date | day }}. ¿Es correcto?"#), @r#"
    small.toml:22:10: the confirmation of `create_reservation` does not name when: `time`
    22 | say.es = "Confirmo: {{ party_size | people }}, {{ date | day }}. ¿Es correcto?"
       |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: name what will be done, with its slots: {{ time }}
    "#);
}

#[test]
fn a_confirmation_that_says_nothing() {
    insta::assert_snapshot!(after(r#"Confirmo: {{ party_size | people }}, {{ date | day }} {{ time | at_hour }}. ¿Es correcto?"#, r#"¿Es correcto?"#), @r#"
    small.toml:22:10: the confirmation of `create_reservation` does not say what will happen
    22 | say.es = "¿Es correcto?"
       |          ^^^^^^^^^^^^^^^
    help: name what will be done, with its slots: {{ date }}, {{ time }}, {{ party_size }}
    "#);
}
