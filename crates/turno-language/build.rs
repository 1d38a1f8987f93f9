//! A language that is added, or a file of one, is built in.

fn main() {
    println!("cargo::rerun-if-changed=../../config/languages");
}
