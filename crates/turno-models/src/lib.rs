//! Language models behind one port. [`provider::Provider`] is one provider, whose words and faults are its own;
//! [`transport::Transport`] is how a provider's requests reach it, or a recording of them.

pub mod accepts;
pub mod anthropic;
mod calls;
pub mod cassette;
pub mod chain;
mod exchange;
mod fault;
pub mod form;
pub mod gemini;
mod json;
mod key;
pub mod openai;
mod options;
mod plain;
pub mod price;
pub mod provider;
mod said;
pub mod scripted;
mod sse;
pub mod transcript;
pub mod transport;
mod wire;

pub use key::ApiKey;
pub use options::OptionsFault;
