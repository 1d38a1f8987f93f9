//! A shop's catalogue from CSV files, as an operator sees it.

use turno_business::{ImportMode, import_products, read_products};

use super::{
    shop::{found, shop},
    support::block_on,
};

#[test]
fn the_same_file_twice_changes_nothing_and_only_replace_removes() {
    let desk = shop();
    let file = "id,name,price,stock,category\nlic-oster,Licuadora nueva,\"1,000.00\",4,Hogar\nnuevo,Plancha,499,2,Hogar\n";
    let products = read_products("p.csv", file.as_bytes(), "MXN").unwrap().products;
    let import = |mode, dry| block_on(import_products(&desk.store, "tienda", &products, mode, dry)).unwrap();
    let dry = import(ImportMode::Keep, true);
    assert_eq!((dry.added, dry.changed, dry.removed, dry.total), (1, 1, 0, 33));
    assert_eq!(import(ImportMode::Keep, false), dry);
    let twice = import(ImportMode::Keep, false);
    assert_eq!((twice.added, twice.changed, twice.same), (0, 0, 2));
    let replaced = import(ImportMode::Replace, false);
    assert_eq!((replaced.removed, replaced.total), (31, 2));
    let audit = block_on(turno_business::audit(&desk.store, &[])).unwrap();
    assert_eq!((audit.findings, audit.products), (Vec::<String>::new(), 2));
}

#[test]
fn an_import_is_seen_by_the_next_search() {
    let mut desk = shop();
    assert!(found(&mut desk, "plancha de vapor").is_empty());
    let file = "sku;nombre;precio;existencias;categoría\r\nPLA-1;Plancha de vapor;$ 1.299,00;3;Hogar\r\n";
    let products = read_products("p.csv", file.as_bytes(), "MXN").unwrap().products;
    block_on(import_products(&desk.store, "tienda", &products, ImportMode::Keep, false)).unwrap();
    assert_eq!(found(&mut desk, "plancha"), ["PLA-1"]);
}

#[test]
fn all_faults_of_a_file_are_told_at_once_with_their_lines() {
    let file = "id,sku,name,prize,price,stock,category,image_url\n\
        a b,S1,Uno,,10,1,C,\n\
        \n\
        b,S1,,,1.234,uno,C,ftp://x\n\
        b,S3,Tres,,USD 5,-1,C,\n\
        d,S4,Cuatro,,5,1\n\
        e,S5,\"Cinco, de \"\"lujo\"\"\",,5,1,C,https://x.example/5.jpg\n";
    let faults = read_products("p.csv", file.as_bytes(), "MXN").unwrap_err();
    let in_lines = |faults: &dyn std::fmt::Display| faults.to_string().replace("\n\n", "\n");
    insta::assert_snapshot!(in_lines(&faults), @"
    p.csv:1:1: unknown column `prize`; did you mean `price`?
    p.csv:2:1: in `id`: `a b` is no id: use letters a to z, digits, `-`, `_` and `.`, 64 at most
    p.csv:4:1: `name` is empty
    p.csv:4:1: in `price`: `1.234` may be 1234 or 1.23: write the one that it is
    p.csv:4:1: in `stock`: `uno` is no number of pieces: write a whole number from 0 to 10000000
    p.csv:4:1: in `image_url`: `ftp://x` is no address: it begins with https://
    p.csv:4:1: the sku `S1` is already that of line 2: give each its own
    p.csv:5:1: in `price`: `USD 5` is not in MXN, the currency of this business
    p.csv:5:1: in `stock`: `-1` is no number of pieces: write a whole number from 0 to 10000000
    p.csv:5:1: the id `b` is already that of line 4: give each its own
    p.csv:6:1: 6 cells, and the first line names 8 columns; put a cell that holds the separator or a quote into double quotes
    ");
    let told = |bytes: &[u8]| in_lines(&read_products("p.csv", bytes, "MXN").unwrap_err());
    insta::assert_snapshot!(told(b""), @"p.csv:1:1: the file is empty: its first line names the columns");
    insta::assert_snapshot!(told(b"name,price\nx,1\n"), @"
    p.csv:1:1: the column `stock` is missing; the first line names the columns
    p.csv:1:1: the column `category` is missing; the first line names the columns
    p.csv:1:1: there is no column `id`, nor `sku`; one of the two tells the products apart
    p.csv:2:1: the row has neither `id` nor `sku`
    ");
    insta::assert_snapshot!(told("id,name\nñ,ü".as_bytes().split_last().unwrap().1), @r#"p.csv:2:1: the file is not UTF-8 (accents were saved in another code): save it as "CSV UTF-8""#);
    insta::assert_snapshot!(told(b"\xff\xfei\0d\0"), @r#"p.csv:1:1: the file is UTF-16: save it as "CSV UTF-8""#);
    let marked = "\u{feff}sep=;\nid;name;price;stock;category\nx;X;5;1;C\n";
    assert_eq!(read_products("p.csv", marked.as_bytes(), "MXN").unwrap().products.len(), 1);
}

proptest::proptest! {
    /// Whatever stands in a file or is said, nothing panics, and what is taken in keeps to the limits.
    #[test]
    fn no_file_and_no_words_panic(bytes: Vec<u8>, said: String, cells in proptest::collection::vec("[^\\r\\n]{0,12}", 5)) {
        let taken = |bytes: &[u8]| read_products("p.csv", bytes, "MXN").map(|sheet| sheet.products).unwrap_or_default();
        taken(&bytes);
        let quoted: Vec<String> = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        let file = format!("id,name,price,stock,category\n{}\n", quoted.join(","));
        for product in taken(file.as_bytes()) {
            proptest::prop_assert!((0..=1_000_000_000).contains(&product.price_cents) && !product.name.is_empty());
        }
        for language in [turno_language::Language::es(), turno_language::Language::en()] {
            turno_business::catalog::price_limits(&said, language);
        }
        turno_business::catalog::telling_words(&said);
        turno_language::email_in(&said);
    }
}
