//! A page's HTML made small, shallow and plain, so that whatever a page holds, converting it takes little time and no deep
//! stack: scripts, menus and what is hidden are left out, tags are balanced, links are whole.

use std::cell::RefCell;

use html5ever::{
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind,
    },
};
use url::Url;

use super::tags::{ends_by_itself, is_hidden, is_left_out, is_void, kept_as};

/// Tags in tags; what stands deeper is kept without its own tags.
const DEPTH_MAX: usize = 40;

/// Tags that are kept; enough for any page of the length that is.
const ELEMENTS_MAX: usize = 20_000;

/// Characters of text that are kept: more than a result holds, since Markdown may be shorter than the text that it is of.
const CHARACTERS_MAX: usize = 60_000;

const TITLE_CHARACTERS_MAX: usize = 200;

/// A page's content, as HTML that is small and balanced.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Clean {
    pub(super) title: Option<String>,
    pub(super) html: String,
    pub(super) is_cut: bool,
}

/// Cleans a page. Links are resolved against `base`.
pub(super) fn clean(html: &str, base: &Url) -> Clean {
    let cleaner = Cleaner(RefCell::new(State::new(base)));
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(cleaner, TokenizerOpts::default());
    // The tokenizer pauses where a browser would run a script.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

struct Cleaner(RefCell<State>);

impl TokenSink for Cleaner {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => state.tag(&tag),
            Token::CharacterTokens(text) => {
                state.text(&text);
                TokenSinkResult::Continue
            }
            Token::DoctypeToken(_)
            | Token::CommentToken(_)
            | Token::NullCharacterToken
            | Token::EOFToken
            | Token::ParseError(_) => TokenSinkResult::Continue,
        }
    }
}

/// A stretch that is left out: up to the end of this tag, counted where it stands in itself.
struct Skipped {
    name: String,
    depth: usize,
}

struct State {
    base: Url,
    out: String,
    stack: Vec<&'static str>,
    skipped: Option<Skipped>,
    title: String,
    in_title: bool,
    elements: usize,
    characters: usize,
    is_cut: bool,
    /// Where the first `<main>` (or a lone `<article>`) begins and ends in what is kept, and the characters of text in it.
    main: Stretch,
    article: Stretch,
    articles: usize,
}

#[derive(Default, Clone, Copy)]
struct Stretch {
    start: Option<usize>,
    depth: usize,
    end: Option<usize>,
    characters_before: usize,
    characters: usize,
}

impl State {
    fn new(base: &Url) -> Self {
        Self {
            base: base.clone(),
            out: String::new(),
            stack: Vec::new(),
            skipped: None,
            title: String::new(),
            in_title: false,
            elements: 0,
            characters: 0,
            is_cut: false,
            main: Stretch::default(),
            article: Stretch::default(),
            articles: 0,
        }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        match tag.kind {
            TagKind::StartTag => {
                self.start(tag, name);
                match name {
                    "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                        TokenSinkResult::RawData(RawKind::Rawtext)
                    }
                    "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => TokenSinkResult::Continue,
                }
            }
            TagKind::EndTag => {
                self.end(name);
                TokenSinkResult::Continue
            }
        }
    }

    fn start(&mut self, tag: &Tag, name: &str) {
        if let Some(skipped) = &mut self.skipped {
            let is_same = skipped.name == name;
            if !is_same {
                return;
            }
            if !ends_by_itself(name) {
                skipped.depth += 1;
                return;
            }
            self.skipped = None;
        }
        if name == "title" {
            self.in_title = self.title.is_empty();
            return;
        }
        if name == "base"
            && let Some(base) = attribute(tag, "href").and_then(|href| self.base.join(href).ok())
            && base.origin() == self.base.origin()
        {
            self.base = base;
        }
        if is_void(name) {
            self.void(tag, name);
            return;
        }
        if is_left_out(name) || is_hidden(&tag.attrs) {
            self.skipped = Some(Skipped { name: name.to_owned(), depth: 1 });
            return;
        }
        if let Some(kept) = kept_as(name) {
            self.open(kept, tag, name);
        }
    }

    fn open(&mut self, kept: &'static str, tag: &Tag, name: &str) {
        self.close_implied(kept);
        if self.elements >= ELEMENTS_MAX {
            self.is_cut = true;
            return;
        }
        if self.stack.len() >= DEPTH_MAX {
            // A space keeps words of neighbouring cells apart.
            self.out.push(' ');
            return;
        }
        let link =
            (kept == "a").then(|| attribute(tag, "href").and_then(|href| whole_link(&self.base, href)));
        let attributes = match link {
            Some(None) => return,
            Some(Some(link)) => format!(" href=\"{}\"", escaped(&link)),
            None => String::new(),
        };
        self.elements += 1;
        self.stack.push(kept);
        self.out.push_str(&format!("<{kept}{attributes}>"));
        let stretch = Stretch {
            start: Some(self.out.len()),
            depth: self.stack.len(),
            characters_before: self.characters,
            ..Stretch::default()
        };
        let is_main = name == "main" || attribute(tag, "role") == Some("main");
        if is_main && self.main.start.is_none() {
            self.main = stretch;
        } else if name == "article" {
            self.articles += 1;
            if self.article.start.is_none() {
                self.article = stretch;
            }
        }
    }

    fn void(&mut self, tag: &Tag, name: &str) {
        if self.elements >= ELEMENTS_MAX {
            self.is_cut = true;
            return;
        }
        self.elements += 1;
        match name {
            "br" => self.out.push_str("<br>"),
            "hr" => {
                self.close_implied("hr");
                self.out.push_str("<hr>");
            }
            "img" => {
                if let Some(alt) = attribute(tag, "alt").map(str::to_owned) {
                    self.text(&alt);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name {
                skipped.depth -= 1;
                if skipped.depth == 0 {
                    self.skipped = None;
                }
                return;
            }
            let ends_outer =
                ends_by_itself(&skipped.name) && kept_as(name).is_some_and(|kept| self.stack.contains(&kept));
            if !ends_outer {
                return;
            }
            self.skipped = None;
        }
        if name == "title" {
            self.in_title = false;
            return;
        }
        if let Some(kept) = kept_as(name)
            && let Some(at) = self.stack.iter().rposition(|open| *open == kept)
        {
            self.close_to(at);
        }
    }

    /// Closes what a new tag closes by beginning: `<li>` the item before it, a block the paragraph before it.
    fn close_implied(&mut self, kept: &str) {
        let (closed, within): (&[&str], &[&str]) = match kept {
            "li" => (&["li", "p"], &["ul", "ol"]),
            "dt" | "dd" => (&["dt", "dd", "p"], &["dl"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "tr" => (&["tr"], &["table"]),
            "thead" | "tbody" | "tfoot" => (&["thead", "tbody", "tfoot"], &["table"]),
            "a" | "strong" | "em" | "code" | "del" => return,
            _ => (&["p", "h1", "h2", "h3", "h4", "h5", "h6"], &["div", "li", "td", "th", "dd", "blockquote"]),
        };
        let open = self.stack.iter().enumerate().rev().take_while(|(_, name)| !within.contains(name));
        // The outermost of those that are open.
        if let Some(at) = open.filter(|(_, name)| closed.contains(name)).map(|(at, _)| at).last() {
            self.close_to(at);
        }
    }

    fn close_to(&mut self, at: usize) {
        while self.stack.len() > at {
            for stretch in [&mut self.main, &mut self.article] {
                if stretch.start.is_some() && stretch.end.is_none() && stretch.depth == self.stack.len() {
                    stretch.end = Some(self.out.len());
                    stretch.characters = self.characters - stretch.characters_before;
                }
            }
            if let Some(name) = self.stack.pop() {
                self.out.push_str(&format!("</{name}>"));
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            self.title
                .extend(text.chars().take(TITLE_CHARACTERS_MAX.saturating_sub(self.title.chars().count())));
            return;
        }
        if self.skipped.is_some() {
            return;
        }
        let room = CHARACTERS_MAX - self.characters;
        let (kept, is_cut) = super::super::text::cut(text, room);
        self.is_cut |= is_cut;
        self.characters += kept.chars().count();
        self.out.push_str(&escaped(kept));
    }

    fn finish(mut self) -> Clean {
        self.close_to(0);
        let article = Some(self.article).filter(|_| self.articles == 1);
        let main = [Some(self.main), article].into_iter().flatten().find_map(|stretch| {
            // An empty frame that a script would fill is no content.
            let slice = self.out.get(stretch.start?..stretch.end?)?;
            (stretch.characters >= 80).then(|| slice.to_owned())
        });
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        Clean {
            title: Some(title).filter(|title| !title.is_empty()),
            html: main.unwrap_or(self.out),
            is_cut: self.is_cut,
        }
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
    found.map(|attribute| &*attribute.value)
}

/// A link that leads somewhere, whole.
fn whole_link(base: &Url, href: &str) -> Option<String> {
    let link = base.join(href.trim()).ok()?;
    (matches!(link.scheme(), "http" | "https" | "mailto" | "tel") && link.as_str().len() <= 500)
        .then(|| link.to_string())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
