//! Checks that a folder of a crate imports only from those before it: `layers engine system game board`.
//!
//! All paths that begin with `crate`, `self` or `super` are looked at, in `use` trees and elsewhere. A name of
//! the crate's root counts as the folder that it is exported from, and a macro as the file that defines it. The
//! list must name all folders and files beside `lib.rs`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let Some(root) = args.next() else {
        eprintln!("expected a crate and the names of its folders");
        return ExitCode::from(2);
    };
    let layers: Vec<String> = args.collect();
    let mut files = Vec::new();
    list(&Path::new(&root).join("src"), &mut Vec::new(), &mut files);
    let faults = check(&layers, &files);
    faults.iter().for_each(|fault| eprintln!("{root}: {fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A module of a file: its path in the crate, and its text.
struct File {
    module: Vec<String>,
    text: String,
}

fn list(folder: &Path, module: &mut Vec<String>, files: &mut Vec<File>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            module.push(name);
            list(&path, module, files);
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let own = (!["lib", "main", "mod"].contains(&&*name)).then_some(name);
            let module = module.iter().cloned().chain(own).collect();
            files.push(File { module, text: fs::read_to_string(&path).unwrap_or_default() });
        }
    }
}

fn check(layers: &[String], files: &[File]) -> Vec<String> {
    let mut faults = Vec::new();
    // The folder that each name of the root is in.
    let mut origin: HashMap<String, String> =
        layers.iter().map(|layer| (layer.clone(), layer.clone())).collect();
    for file in files {
        let tokens = tokens(&file.text);
        if let Some(folder) = file.module.first() {
            if !layers.contains(folder) {
                faults.push(format!("{folder} is not in the list of folders"));
            }
            let defined = tokens.windows(3).filter(|words| words[0] == "macro_rules");
            origin.extend(defined.map(|words| (words[2].clone(), folder.clone())));
        } else {
            for path in uses(&tokens) {
                // Another crate is in no folder.
                if let (Some(first), Some(last)) = (path.first(), path.last()) {
                    let folder = Some(first).filter(|first| layers.contains(first));
                    origin.entry(last.clone()).or_insert(folder.cloned().unwrap_or_default());
                }
            }
        }
    }
    for layer in
        layers.iter().filter(|layer| !files.iter().any(|f| f.module.first() == Some(layer)))
    {
        faults.push(format!("there is no folder {layer}"));
    }
    let rank = |folder: &str| layers.iter().position(|layer| layer == folder);
    for file in files {
        let Some(own) = file.module.first() else { continue };
        for path in references(&tokens(&file.text), &file.module) {
            let Some(name) = path.first() else { continue };
            match origin.get(name) {
                Some(folder) if rank(folder) > rank(own) => faults.push(format!(
                    "{} refers to {}, which is in {folder}",
                    file.module.join("::"),
                    path.join("::")
                )),
                Some(_) => {}
                None => faults.push(format!(
                    "{} refers to {name} of the root, of which no folder is known",
                    file.module.join("::")
                )),
            }
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

/// Words and signs, without comments and texts.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let (mut tokens, mut i) = (Vec::new(), 0);
    while i < chars.len() {
        let c = at(i);
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            while i < chars.len() && !(at(i) == '*' && at(i + 1) == '/') {
                i += 1;
            }
            i += 2;
        } else if c == 'r'
            && (at(i + 1) == '"' || at(i + 1) == '#' && matches!(at(i + 2), '"' | '#'))
        {
            let hashes = (i + 1..).take_while(|&j| at(j) == '#').count();
            i += hashes + 2;
            while i < chars.len() && !(at(i) == '"' && (1..=hashes).all(|j| at(i + j) == '#')) {
                i += 1;
            }
            i += hashes + 1;
        } else if c == '"' {
            i += 1;
            while i < chars.len() && at(i) != '"' {
                i += 1 + usize::from(at(i) == '\\');
            }
            i += 1;
        } else if c == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            i += 1 + usize::from(at(i + 1) == '\\');
            i += 1;
            while i < chars.len() && at(i) != '\'' {
                i += 1;
            }
            i += 1;
        } else if c.is_alphanumeric() || c == '_' {
            let word: String =
                chars[i..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
            i += word.chars().count();
            tokens.push(word);
        } else if c == ':' && at(i + 1) == ':' {
            tokens.push("::".to_owned());
            i += 2;
        } else {
            if !c.is_whitespace() {
                tokens.push(c.to_string());
            }
            i += 1;
        }
    }
    tokens
}

/// The paths of a tree that begins here, with what was before it; returns where it ends.
fn tree(tokens: &[String], mut i: usize, before: &[String], paths: &mut Vec<Vec<String>>) -> usize {
    let word = |i: usize| tokens.get(i).map_or("", String::as_str);
    let mut path = before.to_vec();
    loop {
        if word(i) == "{" {
            i += 1;
            while i < tokens.len() && word(i) != "}" {
                let next = tree(tokens, i, &path, paths);
                i = if word(next) == "," { next + 1 } else { next.max(i + 1) };
            }
            return i + 1;
        }
        if !word(i).starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '*') {
            break;
        }
        path.push(word(i).to_owned());
        i += 1;
        if word(i) != "::" {
            break;
        }
        i += 1;
    }
    if word(i) == "as" {
        // Known by both names.
        paths.push(before.iter().chain(tokens.get(i + 1)).cloned().collect());
        i += 2;
    }
    paths.push(path);
    i
}

/// The paths of all `use` items.
fn uses(tokens: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for i in (0..tokens.len()).filter(|&i| tokens[i] == "use") {
        tree(tokens, i + 1, &[], &mut paths);
    }
    paths
}

/// All paths into the crate, from its root.
fn references(tokens: &[String], module: &[String]) -> Vec<Vec<String>> {
    let word = |i: usize| tokens.get(i).map_or("", String::as_str);
    let (mut found, mut depth, mut inner) = (Vec::new(), 0, Vec::new());
    for i in 0..tokens.len() {
        match word(i) {
            "{" => {
                depth += 1;
                if i > 1 && word(i - 2) == "mod" {
                    inner.push((word(i - 1).to_owned(), depth));
                }
            }
            "}" => {
                inner.retain(|(_, at)| *at != depth);
                depth -= 1;
            }
            "crate" | "self" | "super" if i == 0 || word(i - 1) != "::" => {
                let mut paths = Vec::new();
                tree(tokens, i, &[], &mut paths);
                let names = inner.iter().map(|(name, _)| name.clone());
                let here: Vec<String> = module.iter().cloned().chain(names).collect();
                found.extend(paths.into_iter().filter_map(|path| absolute(path, &here)));
            }
            _ => {}
        }
    }
    found
}

/// A path from the root of the crate; `None` if it leads to no module or item.
fn absolute(path: Vec<String>, here: &[String]) -> Option<Vec<String>> {
    let mut from = if path.first()? == "crate" { Vec::new() } else { here.to_vec() };
    let mut rest = path.into_iter().peekable();
    if rest.peek().is_some_and(|word| word == "crate" || word == "self") {
        rest.next();
        rest.peek()?;
    }
    while rest.next_if(|word| word == "super").is_some() {
        from.pop();
    }
    let whole: Vec<String> = from.into_iter().chain(rest).collect();
    (whole.first()? != "*").then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a file `b/c.rs` in a crate of the folders `a`, `b` and `z`.
    fn faults(text: &str) -> Vec<String> {
        let file = |module: &[&str], text: &str| File {
            module: module.iter().map(|name| (*name).to_owned()).collect(),
            text: text.to_owned(),
        };
        let root = "pub mod a; mod b; mod z; pub use z::{Last, other::{Later as Latest}}; pub use a::First;";
        let files = [
            file(&[], root),
            file(&["a"], "pub struct First;"),
            file(&["b", "c"], text),
            file(&["z"], "macro_rules! made { () => {} }"),
        ];
        check(&["a", "b", "z"].map(str::to_owned), &files)
    }

    #[test]
    fn what_is_allowed() {
        for text in [
            "use crate::a::First;",
            "use crate::{a, b::d, First};",
            "use super::d; use super::super::a; use self::e;",
            "pub(crate) fn x() { crate::a::y() } pub(super) struct S;",
            "// use crate::z;\n/* crate::z */ const X: &str = \"crate::z\"; const Y: &str = r#\"crate::z\"#;",
            "const C: char = '\"'; const D: char = '\\''; fn f<'a>(x: &'a str) {} fn g(self) { self.z() }",
            "mod tests { use super::*; use super::super::d; }",
        ] {
            assert_eq!(faults(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn every_way_round() {
        for text in [
            "use crate::z::X;",
            "use crate::{a, z::{X, Y}};",
            "use crate::{a::First, z};",
            "use crate::Last;",
            "use crate::{a, Last as First};",
            "use crate::Latest;",
            "use super::super::z;",
            "use super::super::{a, z::X};",
            "mod tests { use super::super::super::z; }",
            "fn x() { crate::z::y() }",
            "fn x() -> super::super::z::Y {}",
            "crate::made!();",
            "use crate::Unknown;",
        ] {
            assert!(!faults(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn every_folder_is_in_the_list() {
        let file = |name: &str| File { module: vec![name.to_owned()], text: String::new() };
        let names = ["a".to_owned()];
        assert_eq!(check(&names, &[file("a"), file("b")]), ["b is not in the list of folders"]);
        assert_eq!(check(&names, &[]), ["there is no folder a"]);
    }
}
