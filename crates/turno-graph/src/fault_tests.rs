//! One test for each mistake that an operator can make.

mod confirming;

use crate::compile;
use crate::tests::{RESERVATION, catalog};

/// What an operator sees after changing one thing in the file.
fn after(old: &str, new: &str) -> String {
    assert!(RESERVATION.contains(old), "the file has no {old}");
    match compile("small.toml", &RESERVATION.replacen(old, new, 1), &catalog()) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn a_line_that_is_not_toml() {
    insta::assert_snapshot!(after(r#"kind = "router""#, r#"kind = router"#), @r#"
    small.toml:4:8: this is not valid TOML: string values must be quoted, expected literal string
    4 | kind = router
      |        ^^^^^^
    help: correct the line; strings need quotes, tables need brackets
    "#);
}

#[test]
fn a_missing_key() {
    insta::assert_snapshot!(after(r#"fallback = "help"
"#, r#""#), @r#"
    small.toml:3:1: `fallback` is missing
    3 | [nodes.router]
      | ^^^^^^^^^^^^^^
    help: add `fallback = ...`
    "#);
}

#[test]
fn an_unknown_key() {
    insta::assert_snapshot!(after(r#"fallback = "help""#, r#"fallbak = "help""#), @r#"
    small.toml:5:1: there is no key `fallbak` here
    5 | fallbak = "help"
      | ^^^^^^^
    help: did you mean `fallback`?
    "#);
}

#[test]
fn a_value_of_the_wrong_kind() {
    insta::assert_snapshot!(after(r#"fallback = "help""#, r#"fallback = 3"#), @r#"
    small.toml:5:12: this value does not fit: found integer `3`, and here goes a text in quotes
    5 | fallback = 3
      |            ^
    help: write "3"
    "#);
}

#[test]
fn an_unknown_kind() {
    insta::assert_snapshot!(after(r#"kind = "router""#, r#"kind = "ruter""#), @r#"
    small.toml:4:8: there is no kind of node `ruter`
    4 | kind = "ruter"
      |        ^^^^^^^
    help: did you mean `router`?
    "#);
}

#[test]
fn an_unknown_node() {
    insta::assert_snapshot!(after(r#"no = "help""#, r#"no = "halp""#), @r#"
    small.toml:25:6: no node is named `halp`
    25 | no = "halp"
       |      ^^^^^^
    help: did you mean `help`?
    "#);
}

#[test]
fn an_unknown_start() {
    insta::assert_snapshot!(after(r#"start = "router""#, r#"start = "rooter""#), @r#"
    small.toml:2:9: the start `rooter` is not a node of this graph
    2 | start = "rooter"
      |         ^^^^^^^^
    help: did you mean `router`?
    "#);
}

#[test]
fn an_unknown_tool() {
    insta::assert_snapshot!(after(r#"tool = "check_availability""#, r#"tool = "check_availabilty""#), @r#"
    small.toml:17:8: no tool is named `check_availabilty`
    17 | tool = "check_availabilty"
       |        ^^^^^^^^^^^^^^^^^^^
    help: did you mean `check_availability`?
    "#);
}

#[test]
fn a_tool_that_is_not_enabled() {
    insta::assert_snapshot!(after(r#"tool = "check_availability""#, r#"tool = "refund""#), @r#"
    small.toml:17:8: the tool `refund` is not enabled for the assistant type `restaurant`
    17 | tool = "refund"
       |        ^^^^^^^^
    help: enable `refund` for `restaurant`, or take another tool
    "#);
}

#[test]
fn an_unknown_slot() {
    insta::assert_snapshot!(after(r#"ask.date.es"#, r#"ask.dat.es"#), @r#"
    small.toml:13:5: `dat` is not a slot: `create_reservation` has no such parameter
    13 | ask.dat.es = "¿Para qué día?"
       |     ^^^
    help: did you mean `date`?
    "#);
}

#[test]
fn an_unknown_slot_to_forget() {
    insta::assert_snapshot!(after(r#"["*"]"#, r#"["tiem"]"#), @r#"
    small.toml:34:11: `tiem` is not a slot: no tool has such a parameter, and no node sets it
    34 | forget = ["tiem"]
       |           ^^^^^^
    help: did you mean `time`?
    "#);
}

#[test]
fn an_unknown_filter() {
    insta::assert_snapshot!(after(r#"| people"#, r#"| peple"#), @r#"
    small.toml:22:37: no filter is named `peple`
    22 | say.es = "Confirmo: {{ party_size | peple }}, {{ date | day }} {{ time | at_hour }}. ¿Es correcto?"
       |                                     ^^^^^
    help: did you mean `people`?
    "#);
}

#[test]
fn an_unknown_test() {
    insta::assert_snapshot!(after(r#"result.available"#, r#"result is definde"#), @r#"
    small.toml:18:30: no test is named `definde`
    18 | edges = [{ when = "result is definde", to = "confirm_it" }, { to = "reservation" }]
       |                              ^^^^^^^
    help: did you mean `defined`?
    "#);
}

#[test]
fn a_template_that_does_not_parse() {
    insta::assert_snapshot!(after(r#"{{ party_size"#, r#"{{ party_size party"#), @r#"
    small.toml:22:10: the template does not parse: unexpected identifier, expected end of variable block
    22 | say.es = "Confirmo: {{ party_size party | people }}, {{ date | day }} {{ time | at_hour }}. ¿Es corr
       |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: variables stand in {{ }}, conditions in {% if %} ... {% endif %}
    "#);
}

#[test]
fn an_expression_that_does_not_parse() {
    insta::assert_snapshot!(after(r#"result.available"#, r#"result.available =="#), @r#"
    small.toml:18:19: the expression does not parse: unexpected end of input, expected expression
    18 | edges = [{ when = "result.available ==", to = "confirm_it" }, { to = "reservation" }]
       |                   ^^^^^^^^^^^^^^^^^^^^^
    help: write it without {{ }}; a fixed word needs its own quotes: "'word'"
    "#);
}

#[test]
fn a_missing_language() {
    insta::assert_snapshot!(after(r#"say.es = "Puedo"#, r#"say.en = "Puedo"#), @r#"
    small.toml:9:1: this text has no `es`
    9 | say.en = "Puedo reservarle una mesa."
      | ^^^
    help: add `es = "..."` beside the others
    "#);
}

#[test]
fn patterns_that_leave_a_language_out() {
    let found = after(r"patterns = ['\breserv\w*']", r"patterns.en = ['\bbook\b']");
    insta::assert_snapshot!(found, @r#"
    small.toml:6:21: the intent `reserve` has patterns by language and none for `es`
    6 | intents = [{ name = "reserve", patterns.en = ['\bbook\b'], keywords = ["mesa"], to = "reservation" }
      |                     ^^^^^^^^^
    help: add `patterns.es = ['...']` beside the others
    "#);
}

#[test]
fn a_bad_pattern() {
    insta::assert_snapshot!(after(r#"'\breserv\w*'"#, r#"'(reserv'"#), @r#"
    small.toml:6:44: the pattern is not a regular expression: unclosed group
    6 | intents = [{ name = "reserve", patterns = ['(reserv'], keywords = ["mesa"], to = "reservation" }]
      |                                            ^^^^^^^^^
    help: write patterns in single quotes, and escape ( ) [ ] . with \
    "#);
}

#[test]
fn an_empty_keyword() {
    insta::assert_snapshot!(after(r#"["mesa"]"#, r#"[""]"#), @r#"
    small.toml:6:72: the pattern or keyword is empty and would match everything
    6 | intents = [{ name = "reserve", patterns = ['\breserv\w*'], keywords = [""], to = "reservation" }]
      |                                                                        ^^
    help: write a word, or leave it out
    "#);
}

#[test]
fn a_bad_duration() {
    insta::assert_snapshot!(after(r#""90s""#, r#""2 min""#), @r#"
    small.toml:23:17: the duration `2 min` is not understood
    23 | expires_after = "2 min"
       |                 ^^^^^^^
    help: write a whole number with ms, s, m, h or d, from 1s to 24h: "2m"
    "#);
}

#[test]
fn a_duplicate_intent() {
    insta::assert_snapshot!(after(r#"to = "reservation" }]"#, r#"to = "reservation" }, { name = "reserve", to = "help" }]"#), @r#"
    small.toml:6:112: two intents are named `reserve`
    6 | rns = ['\breserv\w*'], keywords = ["mesa"], to = "reservation" }, { name = "reserve", to = "help" }]
      |                                                                            ^^^^^^^^^
    help: rename one, or move its patterns to the first
    "#);
}

#[test]
fn an_unreachable_node() {
    insta::assert_snapshot!(after(r#"[nodes.help]"#, r#"[nodes.lonely]
kind = "end"
[nodes.help]"#), @r#"
    small.toml:7:8: nothing leads to the node `lonely`
    7 | [nodes.lonely]
      |        ^^^^^^
    help: lead to it from another node, or remove it
    "#);
}

#[test]
fn an_endless_circle() {
    insta::assert_snapshot!(after(r#"{ to = "reservation" }]"#, r#"{ to = "availability" }]"#), @r#"
    small.toml:18:67: this circle of nodes never waits for the user: availability -> availability
    18 | edges = [{ when = "result.available", to = "confirm_it" }, { to = "availability" }]
       |                                                                   ^^^^^^^^^^^^^^
    help: put a collect or confirm node in it, or end it at a respond without `to`
    "#);
}

#[test]
fn no_way_out() {
    insta::assert_snapshot!(after(r#", { to = "reservation" }]"#, r#"]"#), @r#"
    small.toml:18:9: the tool node `availability` has no way out when no condition holds
    18 | edges = [{ when = "result.available", to = "confirm_it" }]
       |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: add a last edge without `when`: { to = "..." }
    "#);
}

#[test]
fn an_edge_that_is_never_taken() {
    insta::assert_snapshot!(after(r#"edges = [{ to = "booked" }]"#, r#"edges = [{ to = "booked" }, { to = "help" }]"#), @r#"
    small.toml:30:36: this edge is never taken: the one before it has no condition
    30 | edges = [{ to = "booked" }, { to = "help" }]
       |                                    ^^^^^^
    help: move it up, or remove it
    "#);
}

#[test]
fn parameters_after_the_confirmation() {
    insta::assert_snapshot!(after(r#"edges = [{ to = "booked" }]"#, r#"edges = [{ to = "booked" }]
parameters = { date = "date" }"#), @r#"
    small.toml:31:16: the parameters of `create_reservation` are those that were confirmed; `parameters` here would change them
    31 | parameters = { date = "date" }
       |                ^^^^
    help: move it to the confirm node
    "#);
}

#[test]
fn a_required_parameter_that_nothing_fills() {
    insta::assert_snapshot!(after(r#"tool = "check_availability""#, r#"tool = "quote_order""#), @r#"
    small.toml:17:8: nothing fills the parameter `items`, which `quote_order` requires
    17 | tool = "quote_order"
       |        ^^^^^^^^^^^^^
    help: collect the slot `items` before, or give it under `parameters`
    "#);
}

#[test]
fn a_variable_that_nothing_fills() {
    insta::assert_snapshot!(after(r#"fallback = "help""#, r#"fallback = "help"
say.es = "Hola, {{ customer_name }}""#), @r#"
    small.toml:6:20: nothing on the way to `router` fills `customer_name`
    6 | say.es = "Hola, {{ customer_name }}"
      |                    ^^^^^^^^^^^^^
    help: collect it before, or take it out of the text
    "#);
}

#[test]
fn a_variable_that_is_asked_for_may_be_of_an_earlier_turn() {
    let say = r#"say.es = "Hola{% if customer_name is defined %}, {{ customer_name }}{% endif %}""#;
    let asked = format!("fallback = \"help\"\n{say}");
    assert_eq!(after(r#"fallback = "help""#, &asked), "no fault");
}

#[test]
fn a_tool_without_its_confirmation() {
    insta::assert_snapshot!(after(r#"to = "confirm_it" }"#, r#"to = "reserve" }"#), @r#"
    small.toml:18:44: only the `yes` of a confirmation of `create_reservation` may lead to it; this is `result.available` of `availability`
    18 | edges = [{ when = "result.available", to = "reserve" }, { to = "reservation" }]
       |                                            ^^^^^^^^^
    help: lead to a confirm node with tool = "create_reservation", and from its `yes` to the tool

    small.toml:19:8: nothing leads to the node `confirm_it`
    19 | [nodes.confirm_it]
       |        ^^^^^^^^^^
    help: lead to it from another node, or remove it
    "#);
}

#[test]
fn the_no_of_a_confirmation_that_leads_to_the_tool() {
    insta::assert_snapshot!(after(r#"no = "help""#, r#"no = "reserve""#), @r#"
    small.toml:25:6: only the `yes` of a confirmation of `create_reservation` may lead to it; this is `no` of `confirm_it`
    25 | no = "reserve"
       |      ^^^^^^^^^
    help: lead to a confirm node with tool = "create_reservation", and from its `yes` to the tool
    "#);
}

#[test]
fn a_start_that_changes_something() {
    insta::assert_snapshot!(after(r#"start = "router""#, r#"start = "reserve""#), @r#"
    small.toml:3:8: nothing leads to the node `router`
    3 | [nodes.router]
      |        ^^^^^^
    help: lead to it from another node, or remove it

    small.toml:7:8: nothing leads to the node `help`
    7 | [nodes.help]
      |        ^^^^
    help: lead to it from another node, or remove it

    small.toml:10:8: nothing leads to the node `reservation`
    10 | [nodes.reservation]
       |        ^^^^^^^^^^^
    help: lead to it from another node, or remove it

    small.toml:15:8: nothing leads to the node `availability`
    15 | [nodes.availability]
       |        ^^^^^^^^^^^^
    help: lead to it from another node, or remove it

    small.toml:19:8: nothing leads to the node `confirm_it`
    19 | [nodes.confirm_it]
       |        ^^^^^^^^^^
    help: lead to it from another node, or remove it

    small.toml:27:8: `create_reservation` could run without its confirmation: `reserve` is the start
    27 | [nodes.reserve]
       |        ^^^^^^^
    help: lead to a confirm node with tool = "create_reservation", and from its `yes` to the tool
    "#);
}

#[test]
fn a_hand_off_by_a_tool_that_changes_something() {
    insta::assert_snapshot!(after(r#"kind = "respond"
say.es = "Puedo"#, r#"kind = "escalate"
reason = "x"
tool = "cancel_reservation"
say.es = "Puedo"#), @r#"
    small.toml:10:8: a hand-off needs a tool that changes no booking, and `cancel_reservation` waits for a yes
    10 | tool = "cancel_reservation"
       |        ^^^^^^^^^^^^^^^^^^^^
    help: take `transfer_to_human`, or leave `tool` out
    "#);
}
