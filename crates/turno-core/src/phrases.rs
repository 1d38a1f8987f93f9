//! What the core itself says.
