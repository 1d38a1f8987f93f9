//! What the documents ask to be shown, and the kinds of fault that people reported of comparable systems, each with the tests
//! that show it: a test that is renamed or taken away is missed here.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

/// What is asked for, and the tests that show it.
type Table = &'static [(&'static str, &'static [&'static str])];

const DOCUMENT_1_ACCEPTANCE: Table = &[
    (
        "Todas las herramientas predefinidas funcionan",
        &[
            "document_1_each_predefined_tool_has_its_parameters",
            "document_1_each_predefined_tool_works_and_gives_what_it_names",
            "each_tool_runs_from_a_recorded_conversation",
        ],
    ),
    (
        "LLM puede invocar herramientas según contexto",
        &[
            "the_recorded_conversations_give_the_recorded_effects",
            "what_a_model_is_told_is_enough_to_call_again",
        ],
    ),
    (
        "Validación de parámetros antes de ejecución",
        &[
            "each_tool_refuses_bad_input_and_says_which",
            "wrong_parameters_are_named_and_their_values_are_not_shown",
        ],
    ),
    (
        "Manejo de errores y timeouts",
        &[
            "a_tool_has_its_time_and_no_more",
            "a_tool_that_panics_has_failed",
            "a_result_too_large_to_keep_is_a_failure",
            "a_tool_that_fails_is_told_in_plain_words_and_the_conversation_goes_on",
        ],
    ),
    (
        "Herramientas personalizadas configurables",
        &[
            "the_documents_shipping_tool_runs",
            "a_get_puts_its_values_into_path_and_query",
            "a_function_is_the_built_in_tool_under_another_name",
            "all_faults_of_a_tool_are_told_at_once_at_their_places",
            "a_tool_is_tried_by_hand_without_showing_its_secret",
        ],
    ),
    ("Ejecución de webhooks externos funciona", &["a_webhook_is_signed_and_carries_its_key"]),
    (
        "Logs de todas las ejecuciones",
        &[
            "document_1_rn_5_the_log_has_every_field_and_nothing_sensitive",
            "document_1_the_log_is_searched_by_agent_conversation_tool_time_and_outcome",
        ],
    ),
    (
        "Rate limiting por herramienta",
        &["document_1_rn_7_each_tenant_has_its_own_budget_a_minute", "a_minutes_budget_outlives_a_restart"],
    ),
    (
        "Admin puede habilitar/deshabilitar por agente",
        &[
            "document_1_an_admin_switches_a_tool_off_for_an_agent_a_branch_or_the_business",
            "document_1_an_agent_s_own_timeout_rate_and_defaults_hold_for_it_alone",
        ],
    ),
];

const DOCUMENT_1_RULES: Table = &[
    ("RN-1", &["document_1_rn_1_only_tools_that_are_enabled_for_the_agent_run"]),
    ("RN-2", &["document_1_rn_2_custom_tools_need_the_plan_enterprise"]),
    ("RN-3", &["document_1_rn_3_no_tool_runs_longer_than_30_seconds"]),
    ("RN-4", &["at_most_5_tool_calls_a_turn"]),
    (
        "RN-5",
        &[
            "document_1_rn_5_the_log_has_every_field_and_nothing_sensitive",
            "logs_show_no_phone_card_or_e_mail",
        ],
    ),
    ("RN-6", &["document_1_rn_6_a_webhook_has_10_seconds_at_most"]),
    ("RN-7", &["document_1_rn_7_each_tenant_has_its_own_budget_a_minute"]),
];

const DOCUMENT_2_CHECKLIST: Table = &[
    (
        "Definir schema de parametros",
        &[
            "document_2_each_tool_has_its_parameters",
            "document_2_each_tool_has_its_assistants",
            "every_schema_compiles_and_names_each_parameter_in_both_languages",
        ],
    ),
    (
        "Implementar handler",
        &[
            "each_tool_runs_from_a_recorded_conversation",
            "document_2_a_booking_with_the_sales_team_is_atomic",
            "two_callers_for_the_last_table_get_one_booking",
            "document_2_a_tool_touches_no_other_tenant",
        ],
    ),
    (
        "Definir mensaje de confirmación",
        &["what_changes_something_needs_a_yes", "each_tool_that_acts_is_asked_about_first"],
    ),
    ("Implementar formateo para voz", &["document_2_each_tool_says_what_it_did_to_the_eye_and_to_the_ear"]),
    ("Tests unitarios", &["each_tool_refuses_bad_input_and_says_which"]),
    (
        "Tests de integración",
        &[
            "document_2_each_tool_runs_from_a_recorded_conversation",
            "the_tools_give_again_what_they_gave_when_recorded",
        ],
    ),
    (
        "Implementar ToolRegistry",
        &[
            "a_tool_that_does_not_exist_is_not_found",
            "a_tool_is_enabled_by_assistant_type",
            "a_destructive_call_needs_the_users_yes",
            "two_tools_of_one_name_are_refused",
        ],
    ),
    ("Integrar con LangGraph", &["the_recorded_conversations_give_the_recorded_effects"]),
    (
        "Implementar flujo de confirmación",
        &[
            "a_destructive_tool_never_runs_without_a_yes",
            "a_yes_counts_at_1_59_and_not_at_2_00",
            "a_no_runs_nothing_and_later_yeses_do_not_either",
        ],
    ),
    (
        "Implementar helpers de formateo",
        &["an_hour_is_said_with_the_part_of_the_day", "percentages_have_words_on_a_call"],
    ),
    ("Logging de ejecuciones", &["each_call_is_logged_with_its_parameters_masked"]),
    (
        "Documentar cada tool",
        &[
            "the_page_of_tools_lists_the_parameters_that_the_tools_have",
            "the_page_of_tools_lists_their_parameters_too",
            "each_tool_is_listed_with_the_document_that_asks_for_it",
        ],
    ),
];

const FAULTS_OF_TOOLS: Table = &[
    (
        "a tool runs twice after a resume or an interruption",
        &[
            "a_crash_at_any_commit_acts_once_and_tells_what_is_known",
            "a_crash_at_any_commit_loses_no_turn_and_books_once",
            "what_may_be_repeated_is_under_the_same_key",
            "the_same_question_gives_the_same_key_and_another_question_another",
        ],
    ),
    (
        "a refused call runs all the same",
        &[
            "faults_a_refused_call_is_gone_and_no_later_yes_runs_it",
            "a_no_runs_nothing_and_later_yeses_do_not_either",
        ],
    ),
    (
        "the same call twice in one answer",
        &["faults_a_second_yes_to_one_question_is_no_second_call", "one_yes_runs_one_call"],
    ),
    (
        "an answer reaches the wrong pending call, or an old one",
        &[
            "buttons_name_their_question_and_an_old_one_never_acts",
            "an_expiry_of_an_older_question_leaves_the_new_one_open",
            "a_yes_that_was_carried_out_is_not_carried_out_again_from_an_old_checkpoint",
        ],
    ),
    (
        "the approval is used up before the call starts",
        &[
            "a_commit_in_doubt_still_leads_to_the_call",
            "a_crash_at_any_commit_acts_once_and_tells_what_is_known",
        ],
    ),
    (
        "the confirmation waits for ever, or its timeout counts as a refusal",
        &[
            "a_yes_counts_at_1_59_and_not_at_2_00",
            "the_gateway_is_told_of_an_expiry_and_a_late_yes_gets_the_truth",
            "an_expiry_whose_time_passed_while_the_daemon_was_down_comes_at_its_start",
        ],
    ),
    (
        "two messages at once fork or lose state",
        &[
            "a_turn_that_arrives_while_a_tool_runs_waits_its_turn",
            "one_turn_at_two_daemons_is_worked_on_once",
            "a_daemon_that_was_left_behind_writes_nothing_from_what_it_remembers",
        ],
    ),
    (
        "a message is delivered twice",
        &[
            "the_same_turn_ten_times_books_once_and_is_answered_ten_times",
            "a_turn_delivered_again_after_a_week_is_answered_as_it_was_and_books_nothing",
        ],
    ),
    (
        "barge-in cancels a tool half-way",
        &[
            "faults_a_barge_in_cancels_no_tool_half_way",
            "a_caller_who_hung_up_changes_nothing_about_what_was_done",
            "an_outcome_that_nobody_waits_for_changes_nothing",
        ],
    ),
    (
        "unknown tool name, empty or malformed arguments kill the run",
        &[
            "faults_unknown_names_and_malformed_arguments_become_results",
            "what_a_model_is_told_is_enough_to_call_again",
        ],
    ),
    ("one refusal in a batch throws the others away", &["faults_one_refusal_in_a_batch_leaves_the_others"]),
    ("a replay does not notice a change", &["faults_a_replay_notices_a_changed_name_argument_or_order"]),
    (
        "\"must be valid\", and no place named",
        &[
            "each_tool_refuses_bad_input_and_says_which",
            "check_tells_the_faults_of_tool_files",
            "each_fault_names_its_cure",
        ],
    ),
];

#[test]
fn document_1_each_point_of_the_acceptance_list_has_its_tests() {
    assert_eq!(DOCUMENT_1_ACCEPTANCE.len(), 9);
    exist(DOCUMENT_1_ACCEPTANCE);
    assert_eq!(DOCUMENT_1_RULES.len(), 7);
    exist(DOCUMENT_1_RULES);
}

#[test]
fn document_2_each_point_of_the_checklist_has_its_tests() {
    assert_eq!(DOCUMENT_2_CHECKLIST.len(), 12);
    exist(DOCUMENT_2_CHECKLIST);
}

#[test]
fn each_kind_of_fault_of_tools_has_its_tests() {
    exist(FAULTS_OF_TOOLS);
}

#[track_caller]
fn exist(table: Table) {
    let mut files = Vec::new();
    rust_files(&root().join("crates"), &mut files);
    let sources: String = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let lines: Vec<&str> = sources.lines().map(str::trim).collect();
    let is_test = |name: &str| {
        let function = format!("fn {name}(");
        let at = lines.iter().position(|line| line.contains(&function));
        // Its attribute stands right above it, or above other attributes.
        at.is_some_and(|at| {
            let above = lines[..at].iter().rev().take_while(|line| line.starts_with('#'));
            above.into_iter().any(|line| line.contains("test"))
        })
    };
    for (asked, tests) in table {
        assert!(!tests.is_empty(), "{asked}");
        for test in *tests {
            assert!(is_test(test), "{asked}: there is no test {test}");
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
