//! Tools that reach beyond Turno's own store: sums, files, the web, other machines. Each is there where it is configured.
//!
//! Whatever comes back from outside is data: it is bounded, it goes into the result, and nothing reads it as an instruction.

mod calculator;
mod call;
mod fetch_page;
mod google_search;
mod hosts;
mod http_get;
mod http_post;
mod markdown;
mod matrix_send;
mod page;
mod page_cache;
mod path;
mod perplexity_search;
mod read_file;
mod search;
mod shared;
mod ssh_command;
mod text;
mod web;
mod web_scraper;

#[cfg(test)]
pub(crate) mod tests;

use std::{collections::BTreeMap, sync::Arc};

use schemars::JsonSchema;
use serde::Deserialize;
use turno_business::Businesses;
use turno_runtime::port::{OutsideTool, Tool};

use crate::{outgoing::Outgoing, secret::Secrets};

use call::{Acts, Looks, served};

pub use calculator::CalculatorOptions;
pub use fetch_page::FetchPageOptions;
pub use google_search::GoogleSearchOptions;
pub use hosts::HostOptions;
pub use http_get::HttpGetOptions;
pub use http_post::HttpPostOptions;
pub use matrix_send::MatrixSendOptions;
pub(crate) use matrix_send::{homeserver, matrix_message};
pub use page::ReaderOptions;
pub use perplexity_search::{PerplexitySearchOptions, PerplexityStyle, SearchModel};
pub use read_file::ReadFileOptions;
pub use search::SearchService;
pub use ssh_command::{SshCommandLine, SshCommandOptions, SshHost};
pub use web_scraper::WebScraperOptions;

/// The documents that ask for these tools.
const DOCUMENT_3: &str = "3-search-and-provider-tools";
const DOCUMENT_4: &str = "4-bot-tools";
const DOCUMENT_5: &str = "5-web-access-tool";

/// `[tools]` of the daemon's file: what is not listed is not there.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutsideOptions {
    /// Sums.
    pub calculator: Option<CalculatorOptions>,
    /// Text files of one folder.
    pub read_file: Option<ReadFileOptions>,
    /// Listed commands on listed machines.
    pub ssh_command: Option<SshCommandOptions>,
    /// What a URL answers.
    pub http_get: Option<HttpGetOptions>,
    /// JSON to listed hosts.
    pub http_post: Option<HttpPostOptions>,
    /// Messages to listed Matrix rooms.
    pub matrix_send: Option<MatrixSendOptions>,
    /// Results of the web.
    pub google_search: Option<GoogleSearchOptions>,
    /// Answers from the web.
    pub perplexity_search: Option<PerplexitySearchOptions>,
    /// Public pages as Markdown.
    pub web_scraper: Option<WebScraperOptions>,
    /// Pages of the businesses' own sites; there without this table too, where a business's `[site]` allows it.
    pub fetch_page_content: Option<FetchPageOptions>,
}

/// The tools that are there, and why the others are not.
#[derive(Default)]
pub struct OutsideTools {
    /// Those that only read.
    pub tools: Vec<Arc<dyn Tool>>,
    /// Those that act.
    pub outside: Vec<Arc<dyn OutsideTool>>,
    /// Those that are not there.
    pub absent: Vec<AbsentTool>,
    /// What the operator should know of those that are: (tool, what).
    pub warnings: Vec<(&'static str, String)>,
}

/// A tool that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsentTool {
    /// Its name.
    pub name: &'static str,
    /// Why, and what to do about it.
    pub why: String,
    /// It is configured, and wrongly: the operator wants it and does not have it.
    pub is_fault: bool,
}

/// The tools that these options give, over these businesses.
pub fn outside_tools(
    options: &OutsideOptions,
    secrets: &Secrets,
    outgoing: &Outgoing,
    businesses: &Arc<Businesses>,
) -> OutsideTools {
    let mut made = OutsideTools::default();
    made.read("calculator", businesses, options.calculator.as_ref(), |options| {
        Ok(calculator::Calculator::new(options))
    });
    made.read("read_file", businesses, options.read_file.as_ref(), |options| {
        read_file::ReadFile::new(options.clone())
    });
    made.act("ssh_command", businesses, options.ssh_command.as_ref(), |options| {
        let key = secrets.get(&options.key).map_err(|missing| missing.to_string())?;
        ssh_command::SshCommand::new(options, key.expose())
    });
    made.read("http_get", businesses, options.http_get.as_ref(), |options| {
        let made = http_get::HttpGet::new(options, secrets, outgoing.clone())?;
        hosts_reachable(outgoing, &options.hosts)?;
        Ok(made)
    });
    made.act("http_post", businesses, options.http_post.as_ref(), |options| {
        let made = http_post::HttpPost::new(options, secrets, outgoing.clone())?;
        hosts_reachable(outgoing, &options.hosts)?;
        Ok(made)
    });
    made.act("matrix_send", businesses, options.matrix_send.as_ref(), |options| {
        let made = matrix_send::MatrixSend::new(options, secrets, outgoing.clone())?;
        reachable(outgoing, [options.base_url.as_str()])?;
        Ok(made)
    });
    made.read("google_search", businesses, options.google_search.as_ref(), |options| {
        let made = google_search::GoogleSearch::new(options, secrets, outgoing.clone())?;
        reachable(outgoing, options.base_url.as_deref())?;
        Ok(made)
    });
    made.read("perplexity_search", businesses, options.perplexity_search.as_ref(), |options| {
        let made = perplexity_search::PerplexitySearch::new(options, secrets, outgoing.clone())?;
        reachable(outgoing, [options.base_url.as_str()])?;
        Ok(made)
    });
    made.read("web_scraper", businesses, options.web_scraper.as_ref(), |options| {
        web_scraper::WebScraper::new(options, secrets, outgoing.clone())
    });
    made.fetch_page(options.fetch_page_content.as_ref(), secrets, outgoing, businesses);
    if let Some(search) = &options.google_search
        && let Some(warning) = google_search::warning(search.service)
    {
        made.warnings.push(("google_search", warning.to_owned()));
    }
    made
}

/// Whether these URLs may be asked, as far as can be told without looking up their hosts.
///
/// # Errors
/// Which may not, why, and what the operator may do; the cure is behind a colon.
pub(crate) fn reachable<'a>(
    outgoing: &Outgoing,
    urls: impl IntoIterator<Item = &'a str>,
) -> Result<(), String> {
    match urls.into_iter().find_map(|url| outgoing.refuses(url)) {
        Some(refusal) => {
            Err(refusal.replacen(" is refused: ", " is refused, as ", 1).replacen("; ", ": ", 1))
        }
        None => Ok(()),
    }
}

/// The same of listed hosts, which may be asked by http or by https.
fn hosts_reachable(outgoing: &Outgoing, hosts: &BTreeMap<String, HostOptions>) -> Result<(), String> {
    hosts.keys().try_for_each(|host| {
        reachable(outgoing, [format!("https://{host}/").as_str()])
            .or_else(|why| reachable(outgoing, [format!("http://{host}/").as_str()]).map_err(|_| why))
    })
}

impl OutsideTools {
    fn read<O, T: Looks>(
        &mut self,
        name: &'static str,
        businesses: &Arc<Businesses>,
        options: Option<&O>,
        make: impl FnOnce(&O) -> Result<T, String>,
    ) {
        match options.map(make) {
            Some(Ok(tool)) => self.tools.push(Arc::new(served(tool, businesses))),
            Some(Err(why)) => self.absent(name, why, true),
            None => self.not_configured(name),
        }
    }

    fn act<O, T: Acts>(
        &mut self,
        name: &'static str,
        businesses: &Arc<Businesses>,
        options: Option<&O>,
        make: impl FnOnce(&O) -> Result<T, String>,
    ) {
        match options.map(make) {
            Some(Ok(tool)) => self.outside.push(Arc::new(served(tool, businesses))),
            Some(Err(why)) => self.absent(name, why, true),
            None => self.not_configured(name),
        }
    }

    /// This one is asked for where a business says so.
    fn fetch_page(
        &mut self,
        options: Option<&FetchPageOptions>,
        secrets: &Secrets,
        outgoing: &Outgoing,
        businesses: &Arc<Businesses>,
    ) {
        const NAME: &str = "fetch_page_content";
        let is_wanted = businesses
            .iter()
            .any(|business| business.site.as_ref().is_some_and(|site| site.fetch_page_enabled));
        if !is_wanted {
            let why = "no business allows it: add a [site] with `fetch_page_enabled = true` to its file";
            self.absent(NAME, why.to_owned(), false);
            return;
        }
        let usual = FetchPageOptions::default();
        self.read(NAME, businesses, Some(options.unwrap_or(&usual)), |options| {
            let made = fetch_page::FetchPageContent::new(options, secrets, outgoing.clone())?;
            reachable(outgoing, options.reader.as_ref().map(|reader| reader.base_url.as_str()))?;
            Ok(made)
        });
    }

    fn not_configured(&mut self, name: &'static str) {
        self.absent(name, format!("it is not configured: add [tools.{name}] to the daemon's file"), false);
    }

    fn absent(&mut self, name: &'static str, why: String, is_fault: bool) {
        self.absent.push(AbsentTool { name, why, is_fault });
    }
}
