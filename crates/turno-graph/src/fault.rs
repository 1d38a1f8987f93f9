//! What can be wrong with a graph file, one kind per mistake, in the words of who wrote it.

/// A mistake in a graph file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each message says what its kind and fields are")]
pub enum FaultKind {
    #[error("the file has {bytes} bytes; a graph may have 1048576")]
    FileTooLarge { bytes: usize },
    #[error("the graph has {count} nodes; it may have 1000")]
    TooManyNodes { count: usize },
    #[error("this is not valid TOML: {detail}")]
    Syntax { detail: String },
    #[error("`{key}` is missing")]
    MissingKey { key: String },
    #[error("there is no key `{key}` here")]
    UnknownKey { key: String, nearest: Option<String>, known: Vec<String> },
    #[error("this value does not fit: {detail}")]
    WrongValue { detail: String, cure: String },
    #[error("there is no kind of node `{name}`")]
    UnknownKind { name: String, nearest: Option<String> },
    #[error("no node is named `{name}`")]
    UnknownNode { name: String, nearest: Option<String> },
    #[error("the start `{name}` is not a node of this graph")]
    UnknownStart { name: String, nearest: Option<String> },
    #[error("no tool is named `{name}`")]
    UnknownTool { name: String, nearest: Option<String> },
    #[error("the tool `{name}` is not enabled for the assistant type `{assistant_type}`")]
    ToolNotEnabled { name: String, assistant_type: String },
    #[error("the tool `{name}` may not be called: {why}")]
    ToolRefused { name: String, why: String, cure: String },
    #[error("the tool `{name}` could not be read")]
    ToolUnread { name: String },
    #[error("the agent `{agent}` may not call `{tool}`")]
    ToolNotAllowed { tool: String, agent: String },
    #[error("there is no agent `{name}`")]
    UnknownAgent { name: String, nearest: Option<String> },
    #[error("`{name}` is not a slot: {owner}")]
    UnknownSlot { name: String, owner: String, nearest: Option<String> },
    #[error("no filter is named `{name}`")]
    UnknownFilter { name: String, nearest: Option<String> },
    #[error("no test is named `{name}`")]
    UnknownTest { name: String, nearest: Option<String> },
    #[error("the template does not parse: {detail}")]
    TemplateSyntax { detail: String },
    #[error("the expression does not parse: {detail}")]
    ExpressionSyntax { detail: String },
    #[error("this text has no `{language}`")]
    MissingLanguage { language: String },
    #[error("the intent `{intent}` has patterns by language and none for `{language}`")]
    MissingPatterns { intent: String, language: String },
    #[error("no language has examples of `{name}`")]
    UnknownSubject { name: String, nearest: Option<String> },
    #[error("the pattern is not a regular expression: {detail}")]
    BadPattern { detail: String },
    #[error("the pattern or keyword is empty and would match everything")]
    EmptyPattern,
    #[error("the duration `{text}` is not understood")]
    BadDuration { text: String },
    #[error("two intents are named `{name}`")]
    DuplicateIntent { name: String },
    #[error("nothing leads to the node `{name}`")]
    UnreachableNode { name: String },
    #[error("this circle of nodes never waits for the user: {path}")]
    EndlessCircle { path: String },
    #[error("the tool node `{name}` has no way out when no condition holds")]
    NoWayOut { name: String },
    #[error("this edge is never taken: the one before it has no condition")]
    EdgeNeverTaken,
    #[error("the tool `{tool}` changes nothing, so it needs no confirmation")]
    NothingToConfirm { tool: String },
    #[error("the confirmation of `{tool}` has no `change`")]
    ConfirmWithoutChange { tool: String },
    #[error("the confirmation of `{tool}` does not say what will happen")]
    ConfirmWithoutContent { tool: String, slots: Vec<String> },
    #[error("the confirmation of `{tool}` does not name when: {}", ticked(slots))]
    ConfirmWithoutMoment { tool: String, slots: Vec<String> },
    #[error("the parameters of `{tool}` are those that were confirmed; `{key}` here would change them")]
    ParametersAfterConfirm { tool: String, key: &'static str },
    #[error("nothing fills the parameter `{parameter}`, which `{tool}` requires")]
    RequiredNotFilled { tool: String, parameter: String },
    #[error("nothing on the way to `{node}` fills `{name}`")]
    NeverFilled { name: String, node: String, nearest: Option<String> },
    #[error("`{tool}` could run without its confirmation: {path}")]
    NotConfirmed { tool: String, path: String },
    #[error("only the `yes` of a confirmation of `{tool}` may lead to it; this is `{label}` of `{from}`")]
    NotByYes { tool: String, from: String, label: String },
    #[error("a conversation moved to `{name}` would run `{tool}` without a yes")]
    MovedPastConfirmation { name: String, tool: String },
    #[error("no intent has the button `{name}`")]
    UnknownButton { name: String, nearest: Option<String> },
    #[error("`{tool}` changes something, and nothing says how a model's call of it is asked")]
    AgentWithoutConfirmation { tool: String },
    #[error("`{node}` does not ask for `{tool}`")]
    ConfirmsAnother { node: String, tool: String },
    #[error("`{name}` is {found}; {allowed}")]
    OutOfRange { name: String, found: String, allowed: &'static str },
    #[error("a hand-off needs a tool that changes no booking, and `{tool}` waits for a yes")]
    EscalateDestructive { tool: String },
}

impl FaultKind {
    /// A short code that stays the same between versions, for programs: `unknown_node`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::FileTooLarge { .. } => "file_too_large",
            Self::TooManyNodes { .. } => "too_many_nodes",
            Self::Syntax { .. } => "syntax",
            Self::MissingKey { .. } => "missing_key",
            Self::UnknownKey { .. } => "unknown_key",
            Self::WrongValue { .. } => "wrong_value",
            Self::UnknownKind { .. } => "unknown_kind",
            Self::UnknownNode { .. } => "unknown_node",
            Self::UnknownStart { .. } => "unknown_start",
            Self::UnknownTool { .. } => "unknown_tool",
            Self::ToolNotEnabled { .. } => "tool_not_enabled",
            Self::ToolRefused { .. } => "tool_refused",
            Self::ToolUnread { .. } => "tool_unread",
            Self::ToolNotAllowed { .. } => "tool_not_allowed",
            Self::UnknownAgent { .. } => "unknown_agent",
            Self::UnknownSlot { .. } => "unknown_slot",
            Self::UnknownFilter { .. } => "unknown_filter",
            Self::UnknownTest { .. } => "unknown_test",
            Self::TemplateSyntax { .. } => "template_syntax",
            Self::ExpressionSyntax { .. } => "expression_syntax",
            Self::MissingLanguage { .. } => "missing_language",
            Self::MissingPatterns { .. } => "missing_patterns",
            Self::UnknownSubject { .. } => "unknown_subject",
            Self::BadPattern { .. } => "bad_pattern",
            Self::EmptyPattern => "empty_pattern",
            Self::BadDuration { .. } => "bad_duration",
            Self::DuplicateIntent { .. } => "duplicate_intent",
            Self::UnreachableNode { .. } => "unreachable_node",
            Self::EndlessCircle { .. } => "endless_circle",
            Self::NoWayOut { .. } => "no_way_out",
            Self::EdgeNeverTaken => "edge_never_taken",
            Self::NothingToConfirm { .. } => "nothing_to_confirm",
            Self::ConfirmWithoutChange { .. } => "confirm_without_change",
            Self::ConfirmWithoutContent { .. } => "confirm_without_content",
            Self::ConfirmWithoutMoment { .. } => "confirm_without_moment",
            Self::ParametersAfterConfirm { .. } => "parameters_after_confirm",
            Self::RequiredNotFilled { .. } => "required_not_filled",
            Self::NeverFilled { .. } => "never_filled",
            Self::NotConfirmed { .. } => "not_confirmed",
            Self::NotByYes { .. } => "not_by_yes",
            Self::MovedPastConfirmation { .. } => "moved_past_confirmation",
            Self::UnknownButton { .. } => "unknown_button",
            Self::EscalateDestructive { .. } => "escalate_destructive",
            Self::AgentWithoutConfirmation { .. } => "agent_without_confirmation",
            Self::ConfirmsAnother { .. } => "confirms_another",
            Self::OutOfRange { .. } => "out_of_range",
        }
    }

    /// Whether it may be said only because what a tool takes, gives and asks is not known.
    pub(crate) fn may_be_of_an_unread_tool(&self) -> bool {
        matches!(
            self,
            Self::UnknownSlot { .. }
                | Self::NeverFilled { .. }
                | Self::RequiredNotFilled { .. }
                | Self::ConfirmsAnother { .. }
                | Self::UnreachableNode { .. }
        )
    }

    /// What to do about it, in one line.
    pub fn cure(&self) -> String {
        match self {
            Self::UnknownKey { nearest: None, known, .. } => format!("known here: {}", known.join(", ")),
            Self::UnknownKey { nearest, .. }
            | Self::UnknownNode { nearest, .. }
            | Self::UnknownStart { nearest, .. }
            | Self::UnknownTool { nearest, .. }
            | Self::UnknownKind { nearest, .. }
            | Self::UnknownSlot { nearest, .. }
            | Self::UnknownFilter { nearest, .. }
            | Self::UnknownTest { nearest, .. }
            | Self::UnknownButton { nearest, .. }
            | Self::UnknownSubject { nearest, .. }
            | Self::UnknownAgent { nearest, .. }
            | Self::NeverFilled { nearest, .. } => match nearest {
                Some(name) => format!("did you mean `{name}`?"),
                None => self.cure_without_a_name().to_owned(),
            },
            Self::ToolNotEnabled { name, assistant_type } => {
                format!("enable `{name}` for `{assistant_type}`, or take another tool")
            }
            Self::ToolRefused { cure, .. } | Self::WrongValue { cure, .. } => cure.clone(),
            Self::ToolNotAllowed { tool, agent } => {
                format!("add `{tool}` to `allowed_tools` of `{agent}`, or name an agent that may call it")
            }
            Self::MissingLanguage { language } => format!("add `{language} = \"...\"` beside the others"),
            Self::MissingPatterns { language, .. } => {
                format!("add `patterns.{language} = ['...']` beside the others")
            }
            Self::NothingToConfirm { tool } => {
                format!(
                    "lead straight to a tool node with `{tool}`, or leave `tool` out for a plain question"
                )
            }
            Self::RequiredNotFilled { parameter, .. } => {
                format!("collect the slot `{parameter}` before, or give it under `parameters`")
            }
            Self::NotConfirmed { tool, .. } | Self::NotByYes { tool, .. } => {
                format!("lead to a confirm node with tool = \"{tool}\", and from its `yes` to the tool")
            }
            Self::MissingKey { key } => format!("add `{key} = ...`"),
            Self::ConfirmWithoutContent { slots, .. } | Self::ConfirmWithoutMoment { slots, .. } => {
                naming(slots)
            }
            Self::AgentWithoutConfirmation { tool } => format!(
                "add `confirm.{tool} = \"NODE\"`: a confirm node with tool = \"{tool}\"; or give the tool a confirmation of its own"
            ),
            Self::ConfirmsAnother { tool, .. } => {
                format!("name a confirm node with tool = \"{tool}\"")
            }
            Self::FileTooLarge { .. }
            | Self::TooManyNodes { .. }
            | Self::ToolUnread { .. }
            | Self::Syntax { .. }
            | Self::TemplateSyntax { .. }
            | Self::ExpressionSyntax { .. }
            | Self::BadPattern { .. }
            | Self::EmptyPattern
            | Self::BadDuration { .. }
            | Self::DuplicateIntent { .. }
            | Self::UnreachableNode { .. }
            | Self::EndlessCircle { .. }
            | Self::NoWayOut { .. }
            | Self::EdgeNeverTaken
            | Self::ConfirmWithoutChange { .. }
            | Self::ParametersAfterConfirm { .. }
            | Self::MovedPastConfirmation { .. }
            | Self::OutOfRange { .. }
            | Self::EscalateDestructive { .. } => self.cure_without_a_name().to_owned(),
        }
    }

    fn cure_without_a_name(&self) -> &'static str {
        match self {
            Self::FileTooLarge { .. } | Self::TooManyNodes { .. } => "split it into several graphs",
            Self::Syntax { .. } => "correct the line; strings need quotes, tables need brackets",
            Self::MissingKey { .. } | Self::UnknownKey { .. } => "see config/graph.schema.json for the keys",
            Self::WrongValue { .. } => "write what goes here",
            Self::UnknownKind { .. } => {
                "kinds: router, collect, tool, confirm, respond, escalate, end, agent"
            }
            Self::UnknownNode { .. } => "add the node under [nodes], or name one that exists",
            Self::UnknownStart { .. } => "name a node that exists, usually the router",
            Self::UnknownTool { .. } => "name a built-in tool, or one of the tenant's own",
            Self::ToolNotEnabled { .. } => "enable it, or take another tool",
            Self::ToolUnread { .. } => "mend the file of the tool",
            Self::ToolRefused { .. } | Self::ToolNotAllowed { .. } => "allow it, or take another tool",
            Self::UnknownAgent { .. } => "name one of the [[agents]] of the business's file",
            Self::UnknownSlot { .. } => "name a parameter of the tool",
            Self::UnknownFilter { .. } | Self::UnknownTest { .. } => "take a known one, or leave it out",
            Self::TemplateSyntax { .. } => "variables stand in {{ }}, conditions in {% if %} ... {% endif %}",
            Self::ExpressionSyntax { .. } => {
                "write it without {{ }}; a fixed word needs its own quotes: \"'word'\""
            }
            Self::MissingLanguage { .. } => "add the text in that language",
            Self::MissingPatterns { .. } => "add patterns in that language",
            Self::UnknownSubject { .. } => {
                "write `examples` of your own instead; the subjects stand in examples.tsv of each language"
            }
            Self::BadPattern { .. } => "write patterns in single quotes, and escape ( ) [ ] . with \\",
            Self::EmptyPattern => "write a word, or leave it out",
            Self::BadDuration { .. } => "write a whole number with ms, s, m, h or d, from 1s to 24h: \"2m\"",
            Self::DuplicateIntent { .. } => "rename one, or move its patterns to the first",
            Self::UnreachableNode { .. } => "lead to it from another node, or remove it",
            Self::EndlessCircle { .. } => {
                "put a collect or confirm node in it, or end it at a respond without `to`"
            }
            Self::NoWayOut { .. } => "add a last edge without `when`: { to = \"...\" }",
            Self::EdgeNeverTaken => "move it up, or remove it",
            Self::NothingToConfirm { .. } => "leave `tool` out for a plain question",
            Self::ConfirmWithoutChange { .. } => {
                "add `change = \"...\"`: the collect node where it can be corrected"
            }
            Self::ConfirmWithoutContent { .. } | Self::ConfirmWithoutMoment { .. } => {
                "name what will be done, with its slots"
            }
            Self::ParametersAfterConfirm { .. } => "move it to the confirm node",
            Self::RequiredNotFilled { .. } => "collect it before",
            Self::NeverFilled { .. } => "collect it before, or take it out of the text",
            Self::NotConfirmed { .. } | Self::NotByYes { .. } => "pass the confirmation first",
            Self::MovedPastConfirmation { .. } => {
                "lead to its confirm node, or to the node that collects for it"
            }
            Self::UnknownButton { .. } => "add it to the `buttons` of the intent that it should choose",
            Self::AgentWithoutConfirmation { .. } | Self::ConfirmsAnother { .. } => "name its confirm node",
            Self::OutOfRange { .. } => "write a value within that range, or leave it out",
            Self::EscalateDestructive { .. } => "take `transfer_to_human`, or leave `tool` out",
        }
    }
}

fn ticked(slots: &[String]) -> String {
    let ticked: Vec<String> = slots.iter().map(|slot| format!("`{slot}`")).collect();
    ticked.join(", ")
}

fn naming(slots: &[String]) -> String {
    let slots = slots.join(" }}, {{ ");
    format!("name what will be done, with its slots: {{{{ {slots} }}}}")
}
