//! Language models behind one port. [`provider::Provider`] is one provider, whose words and faults are its own;
//! [`transport::Transport`] is how a provider's requests reach it, or a recording of them.

pub mod cassette;
pub mod chain;
pub mod price;
pub mod provider;
pub mod scripted;
pub mod transcript;
pub mod transport;
