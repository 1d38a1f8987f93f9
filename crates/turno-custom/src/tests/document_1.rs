//! Document 1: what it asks of a business's own tools.

use super::load;

/// A file with one tool of a business's own.
fn own(tenant: &str, execution: &str) -> String {
    format!(
        "name = \"own\"\ndescription = \"x\"\ntenants = [{tenant:?}]\n{execution}\n[parameters_schema]\ntype = \"object\"\n"
    )
}

fn faults(source: &str) -> String {
    match load(source) {
        Ok(_) => String::new(),
        Err(found) => found.iter().map(ToString::to_string).collect(),
    }
}

/// "Herramientas personalizadas requieren plan Enterprise".
#[test]
fn document_1_rn_2_custom_tools_need_the_plan_enterprise() {
    let call =
        "execution_type = \"api_call\"\n[execution_config]\nurl = \"https://a.example/\"\nmethod = \"GET\"";
    assert_eq!(faults(&own("terraza", call)), "");
    let refused = faults(&own("bistro", call));
    assert!(refused.contains("plan `enterprise`") && refused.contains("plan = \"enterprise\""), "{refused}");
    // "*" is whoever is on that plan, and nobody else.
    let everybodys = load(&own("*", call)).unwrap_or_else(|faults| panic!("{}", faults[0]));
    assert_eq!(everybodys[0].tenants, ["terraza"]);
}

/// "Webhooks deben responder en máximo 10 segundos"; RN-3 gives every other tool 30.
#[test]
fn document_1_rn_6_a_webhook_has_10_seconds_at_most() {
    let webhook = |timeout_ms: u32| {
        own(
            "terraza",
            &format!(
                "execution_type = \"webhook\"\ntimeout_ms = {timeout_ms}\nrequires_confirmation = false\n[execution_config]\nwebhook_url = \"https://a.example/\"\nwebhook_secret = \"LOYALTY_WEBHOOK_SECRET\""
            ),
        )
    };
    assert_eq!(faults(&webhook(10_000)), "");
    let refused = faults(&webhook(10_001));
    assert!(refused.contains("10000 ms, not 10001"), "{refused}");
}
