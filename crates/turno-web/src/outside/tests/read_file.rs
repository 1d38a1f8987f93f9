//! Read file: its folder, and everything that leads out of it.

use std::{fs, os::unix::fs::symlink};

use serde_json::{Value, json};
use turno_core::Language;

use super::support::{businesses, called, told};
use crate::outside::{
    call::served,
    read_file::{ReadFile, ReadFileOptions},
};

struct Folder {
    root: tempfile::TempDir,
    options: ReadFileOptions,
}

impl Folder {
    /// `files/` with a text, a folder and links; `secret.txt` beside it.
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let files = root.path().join("files");
        fs::create_dir_all(files.join("menus")).unwrap();
        fs::create_dir_all(files.join("terraza")).unwrap();
        fs::write(root.path().join("secret.txt"), "secret").unwrap();
        fs::write(files.join("hours.txt"), "\u{feff}De 9 a 5, también sábados").unwrap();
        fs::write(files.join("menus/lunch.txt"), "Flan").unwrap();
        fs::write(files.join("terraza/own.txt"), "own").unwrap();
        fs::write(files.join("100%.txt"), "full").unwrap();
        fs::write(files.join(".env"), "KEY=1").unwrap();
        fs::write(files.join("picture.png"), [0x89, b'P', 0xff, 0]).unwrap();
        symlink("../secret.txt", files.join("link.txt")).unwrap();
        symlink("..", files.join("up")).unwrap();
        symlink("/etc", files.join("etc")).unwrap();
        symlink("/dev/zero", files.join("zero")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            files.join("pipe"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        let options = ReadFileOptions { folder: files, by_tenant: false, bytes_max: 14_000 };
        Self { root, options }
    }

    fn read(&self, path: &str) -> Value {
        let tool = served(ReadFile::new(self.options.clone()).unwrap(), &businesses());
        called(&tool, Language::es(), &json!({ "path": path }))
    }
}

#[test]
fn a_text_in_the_folder_is_read() {
    let folder = Folder::new();
    let result = folder.read("hours.txt");
    assert_eq!(result["content"], "De 9 a 5, también sábados");
    assert_eq!(told(&result), "Leí hours.txt.");
    assert_eq!(folder.read("menus/lunch.txt")["content"], "Flan");
    assert_eq!(folder.read("./menus//lunch.txt")["content"], "Flan");
    assert_eq!(folder.read("100%.txt")["content"], "full");
}

#[test]
fn nothing_outside_the_folder_is_read_however_it_is_written() {
    let folder = Folder::new();
    let absolute = folder.root.path().join("secret.txt").display().to_string();
    for path in [
        "../secret.txt",
        "menus/../../secret.txt",
        "./../secret.txt",
        "..",
        "/etc/passwd",
        "//etc/passwd",
        &absolute,
        "..\\secret.txt",
        "%2e%2e/secret.txt",
        "%2e%2e%2fsecret.txt",
        "..%2fsecret.txt",
        "%252e%252e%252fsecret.txt",
        "%25252e%25252e/secret.txt",
        "..%c0%afsecret.txt",
        "%c0%ae%c0%ae/secret.txt",
        "..%5csecret.txt",
        "menus/%2e%2e/%2e%2e/secret.txt",
        "hours.txt\0.png",
        "hours.txt%00.png",
        "hours%0a.txt",
        "．．/secret.txt",
        "..;/secret.txt",
        ".. /secret.txt",
        "...",
        ".env",
        "menus/.env",
        "%2eenv",
        "link.txt",
        "up/secret.txt",
        "etc/passwd",
        "zero",
        "up/files/hours.txt",
    ] {
        let result = folder.read(path);
        assert_eq!(result["success"], false, "{path}");
        assert_eq!(result["reason"], "path_not_allowed", "{path}: {result}");
        assert!(!result.to_string().contains("secret\"") && result.get("content").is_none(), "{path}");
    }
}

#[test]
fn what_is_no_text_file_is_told_apart() {
    let folder = Folder::new();
    let all: Vec<String> = ["nothing.txt", "menus", "pipe", "picture.png", "hours.txt/x"]
        .iter()
        .map(|path| told(&folder.read(path)))
        .collect();
    insta::assert_snapshot!(all.join("\n"), @"
    not_found: No encuentro ese archivo.
    not_a_file: Eso no es un archivo.
    not_a_file: Eso no es un archivo.
    not_text: Ese archivo no es de texto.
    not_a_file: Eso no es un archivo.
    ");
}

#[test]
fn a_large_file_is_cut_between_two_characters_and_says_so() {
    let mut folder = Folder::new();
    folder.options.bytes_max = 16;
    let result = folder.read("hours.txt");
    assert_eq!((&result["content"], &result["is_cut"]), (&json!("De 9 a 5, tambi"), &json!(true)));
    folder.options.bytes_max = 14_000;
    fs::write(folder.options.folder.join("long.txt"), "ñ\n".repeat(50_000)).unwrap();
    let result = folder.read("long.txt");
    assert_eq!(result["is_cut"], true);
    assert_eq!(result["bytes"], 150_000);
    assert!(result.to_string().len() < 16_384 && result["content"].as_str().unwrap().starts_with("ñ\nñ"));
    assert_eq!(told(&result), "Leí el principio de long.txt; el archivo es más largo.");
}

#[test]
fn a_business_sees_only_its_own_folder_where_each_has_one() {
    let mut folder = Folder::new();
    folder.options.by_tenant = true;
    assert_eq!(folder.read("own.txt")["content"], "own");
    assert_eq!(folder.read("hours.txt")["reason"], "not_found");
}

#[test]
fn a_folder_that_is_not_there_is_told_at_the_start() {
    let mut folder = Folder::new();
    folder.options.folder = folder.root.path().join("nothing");
    let fault = ReadFile::new(folder.options.clone()).err().unwrap();
    assert!(fault.contains("make it, or name another"), "{fault}");
}
