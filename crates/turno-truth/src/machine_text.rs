//! What a model writes for a machine, and nobody is told.

/// Whether a sentence or a line names a tool, opens a part of a transcript, or is data: "create_reservation(date=…)",
/// "Action: …", "assistant: …".
pub(crate) fn is_machine_text(sentence: &str, tools: &[String]) -> bool {
    const PARTS: &[&str] = &[
        "action",
        "action input",
        "observation",
        "thought",
        "final answer",
        "assistant",
        "user",
        "system",
        "tool",
        "function",
        "tool_call",
        "function_call",
    ];
    let line =
        sentence.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '#' | '<' | '|' | '>'));
    let opens = line
        .split_once(':')
        .is_some_and(|(part, _)| PARTS.contains(&part.trim_end_matches('*').trim().to_lowercase().as_str()));
    let is_data = (line.starts_with('{') || line.starts_with("[{")) && line.contains("\":");
    let names_a_tool = |tool: &String| tool.contains('_') && sentence.contains(tool.as_str());
    opens || is_data || tools.iter().any(names_a_tool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_a_machine_is_told_apart() {
        let tools = ["create_reservation".to_owned(), "sum".to_owned()];
        for (said, is_for_a_machine) in [
            ("create_reservation(date=\"2026-12-01\")", true),
            ("Voy a usar create_reservation para eso.", true),
            ("Action: create_reservation", true),
            ("Action Input: {\"date\": 1}", true),
            ("assistant: Con gusto.", true),
            ("**User:** hola", true),
            ("system: hola", true),
            ("{\"date\": \"2026-12-01\"}", true),
            ("The sum is 12.", false),
            ("Nuestro sistema: sencillo.", false),
            ("El menú: mole.", false),
            ("User reviews say so.", false),
        ] {
            assert_eq!(is_machine_text(said, &tools), is_for_a_machine, "{said}");
        }
    }
}
