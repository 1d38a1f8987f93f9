//! The stores behind the runtime's Store port: sled and memory.
