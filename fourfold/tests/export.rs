//! `fourfold board --export`: the page as a folder.

use std::fs;
use std::path::{Path, PathBuf};

use page::{Board, ExportError};

use crate::program::{fails, prints, refuses, temporary};

/// A folder of this test alone, in which there is something that looks like an engine.
fn work(name: &str) -> PathBuf {
    let folder = temporary(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("engine"), b"\0asm\x01\0\0\0").unwrap();
    folder
}

fn export(folder: &Path) -> Vec<String> {
    let path = |name: &str| folder.join(name).display().to_string();
    ["board", "--export", &path("page"), "--engine", &path("engine")].map(str::to_owned).into()
}

fn text(page: &Path, name: &str) -> String {
    fs::read_to_string(page.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a file of the page asks for by name is there, and nothing has an address elsewhere.
#[test]
fn a_page_is_complete() {
    let folder = work("export-complete");
    let args = export(&folder);
    let said = prints(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("The page is in "), "{said}");
    let page = folder.join("page");
    let index = text(&page, "index.html");
    assert!(index.contains("Content-Security-Policy") && !index.contains("{engine}"));
    let linked = index.split("href=\"").chain(index.split("src=\"")).skip(1);
    let linked = linked.filter_map(|rest| rest.split('"').next()).filter(|name| name.contains('.'));
    let linked: Vec<&str> = linked.filter(|name| !name.contains(['<', ' '])).collect();
    let parts = ["main.js", "style.css", "theme.js", "manifest.webmanifest"];
    assert!(parts.iter().all(|part| linked.contains(part)), "{linked:?}");
    for name in linked {
        assert!(page.join(name).is_file(), "{name}");
    }
    let mut kept = 0;
    let keeper = text(&page, "sw.js");
    let files = keeper.split("FILES = [").nth(1).unwrap().split(']').next().unwrap();
    for name in files.split(", ").map(|name| name.trim_matches('"')) {
        assert!(page.join(name).exists(), "{name}");
        kept += 1;
    }
    // All but the one that keeps them.
    assert_eq!(kept + 1, fs::read_dir(&page).unwrap().count());
    fs::remove_dir_all(folder).unwrap();
}

/// One engine has all games, or each has its own; files that they load are there too.
#[test]
fn each_game_has_an_engine() {
    let folder = work("export-engines");
    let page = folder.join("page");
    let program = fourfold::Program::fourfold();
    let board = program.games().games().cloned().fold(Board::new(), Board::game);
    let engine = |number: u8| [b"\0asm".as_slice(), &[number]].concat();
    let engines: Vec<_> = (0..5).map(engine).collect();
    board.export(&page, &engines, &engines).unwrap();
    let index = text(&page, "index.html");
    for kind in ["", ".threads"] {
        assert!(index.contains(&format!("checkers{kind}.wasm=5 compass{kind}.wasm=5 ")), "{index}");
    }
    assert_eq!(fs::read(page.join("compass.threads.wasm")).unwrap(), engine(2));
    assert_eq!(fs::read(page.join("compass.wasm")).unwrap(), engine(2));
    assert!(page.join("six.endings").is_file());
    fs::write(page.join("main.js.br"), "").unwrap();
    board.export(&page, &engines[..1], &[]).unwrap();
    // Without others an isolated page loads the same.
    assert_eq!(text(&page, "index.html").matches("\"collapsi.wasm=5\"").count(), 2);
    assert!(
        ["compass.wasm", "compass.threads.wasm", "main.js.br"]
            .iter()
            .all(|name| !page.join(name).exists())
    );
    for (count, threaded) in [(0, 0), (2, 0), (4, 4), (5, 3)] {
        let refused = board.export(&page, &engines[..count], &engines[..threaded]);
        assert!(matches!(refused, Err(ExportError::Engine)), "{count} {threaded}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// An older page is replaced as a whole, anything else is left alone.
#[test]
fn only_a_page_is_replaced() {
    let folder = work("export-replaced");
    let args = export(&folder);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let page = folder.join("page");
    prints(&args);
    fs::write(page.join("main.js"), "old").unwrap();
    prints(&args);
    assert_ne!(text(&page, "main.js"), "old");
    fs::write(page.join("main.js"), "old").unwrap();
    fs::write(page.join("thesis.txt"), "mine").unwrap();
    let said = fails(&args, 1);
    assert!(said.contains("thesis.txt") && said.contains("expected an empty folder"), "{said}");
    assert_eq!((text(&page, "thesis.txt"), text(&page, "main.js")), ("mine".into(), "old".into()));
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["engine", "page"], "nothing else is left behind");
    fs::remove_dir_all(folder).unwrap();
}

/// Files of the same names do not make a page, and a folder is no file.
#[test]
fn what_only_looks_like_a_page_is_left_alone() {
    let folder = work("export-alike");
    let args = export(&folder);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let page = folder.join("page");
    fs::create_dir(&page).unwrap();
    for name in ["index.html", "style.css", "main.js"] {
        fs::write(page.join(name), "mine").unwrap();
        assert!(fails(&args, 1).contains("not part of a page"), "{name}");
        assert_eq!(text(&page, name), "mine");
    }
    fs::remove_dir_all(&page).unwrap();
    prints(&args);
    fs::remove_file(page.join("icon.svg")).unwrap();
    fs::create_dir(page.join("icon.svg")).unwrap();
    fs::write(page.join("icon.svg/mine"), "mine").unwrap();
    assert!(fails(&args, 1).contains("icon.svg"));
    assert_eq!(text(&page, "icon.svg/mine"), "mine");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_to_a_page_stays_a_link() {
    let folder = work("export-link");
    let args = export(&folder);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let [page, elsewhere] = ["page", "elsewhere"].map(|name| folder.join(name));
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &page).unwrap();
    for _ in 0..2 {
        prints(&args);
        assert!(page.is_symlink());
        assert!(elsewhere.join("index.html").is_file());
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_engine_is_refused() {
    let folder = work("export-engine");
    fs::write(folder.join("engine"), "a text").unwrap();
    let args = export(&folder);
    let said = fails(&args.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    assert!(said.contains("engine") && said.contains("WebAssembly"), "{said}");
    assert!(!folder.join("page").exists());
    let said = refuses(&["board", "--engine", "file"]);
    assert!(said.contains("--export"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}
