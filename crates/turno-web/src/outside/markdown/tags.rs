//! The tags of a page: what is content, what is not, and what a visitor does not see.

use html5ever::Attribute;

/// What a tag is kept as; none: only what it holds is kept.
pub(super) fn kept_as(name: &str) -> Option<&'static str> {
    Some(match name {
        "h1" => "h1",
        "h2" => "h2",
        "h3" => "h3",
        "h4" => "h4",
        "h5" => "h5",
        "h6" => "h6",
        "p" | "summary" | "figcaption" | "legend" => "p",
        "div" | "section" | "article" | "main" | "header" | "footer" | "figure" | "address" | "details"
        | "form" | "fieldset" => "div",
        "ul" | "menu" => "ul",
        "ol" => "ol",
        "li" => "li",
        "dl" => "dl",
        "dt" => "dt",
        "dd" => "dd",
        "table" => "table",
        "caption" => "caption",
        "thead" => "thead",
        "tbody" => "tbody",
        "tfoot" => "tfoot",
        "tr" => "tr",
        "td" => "td",
        "th" => "th",
        "blockquote" => "blockquote",
        "pre" => "pre",
        "code" | "kbd" | "samp" => "code",
        "a" => "a",
        "strong" | "b" => "strong",
        "em" | "i" => "em",
        "del" | "s" | "strike" => "del",
        _ => return None,
    })
}

/// What is no content.
pub(super) fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "noscript"
            | "template"
            | "svg"
            | "math"
            | "iframe"
            | "object"
            | "canvas"
            | "video"
            | "audio"
            | "nav"
            | "aside"
            | "button"
            | "select"
            | "textarea"
            | "dialog"
            | "noembed"
            | "noframes"
            | "xmp"
            | "datalist"
    )
}

pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "br" | "hr"
            | "img"
            | "input"
            | "meta"
            | "link"
            | "base"
            | "area"
            | "col"
            | "embed"
            | "source"
            | "track"
            | "wbr"
            | "param"
    )
}

/// Tags that need no end of their own.
pub(super) fn ends_by_itself(name: &str) -> bool {
    matches!(name, "p" | "li" | "dt" | "dd" | "tr" | "td" | "th" | "option")
}

/// What a visitor does not see is not read either: it is where a page hides words for machines.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let value = attribute.value.to_ascii_lowercase();
        match &*attribute.name.local {
            "hidden" => true,
            "aria-hidden" => value == "true",
            "style" => {
                let style: String = value.chars().filter(|c| !c.is_whitespace()).collect();
                style.contains("display:none")
                    || style.contains("visibility:hidden")
                    || style.contains("font-size:0")
            }
            _ => false,
        }
    })
}
