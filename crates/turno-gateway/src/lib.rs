//! The socket that gateways speak to.
