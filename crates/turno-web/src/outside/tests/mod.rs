//! Tools that reach outside, as those see them who call them.

mod calculator;
mod fetch_page;
pub(crate) mod listed;
mod matrix;
mod perplexity;
mod read_file;
mod search;
mod ssh;
mod ssh_server;
mod support;
mod web;
