//! The page and its files, for the server or as a folder for any web server.

use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

use engine::svg::Theme;
use serde_json::Value;

use super::board::{Board, Hosted};

macro_rules! modules {
    ($($name:ident)*) => { [$(include_str!(concat!("page/", stringify!($name), ".js"))),*] };
}

/// The modules of the page, each after those that it imports.
const MODULES: [&str; 36] = modules! {
    dom engine parts api geometry scene hero storage tree state ending store names options front choice hands worth marks
    board record analysis pages captures clocks status review share puzzle seats set_up sound play begin actions main
};

/// The name of a file, its kind, and what is in it.
pub(crate) type File = (&'static str, &'static str, Cow<'static, [u8]>);

/// The files of the page. What `head` says is in its head; the server sends headers instead.
pub(crate) fn files(board: &Board, head: &str) -> Vec<File> {
    let text = |name, kind, text: String| (name, kind, text.into_bytes().into());
    let games: Value = board.games.iter().map(|game| game.describe()).collect();
    // Their pictures are only looked at: no place and no piece needs a name.
    let names = [" data-place=\\\"", " data-piece=\\\""];
    let games = without(&games.to_string(), "<title>", "</desc>");
    let games = names.iter().fold(games, |games, name| without(&games, name, "\\\""));
    let page = code(&[include_str!("page/index.html")])
        .replace("{engine}\n", head)
        .replace("{games}", &games.replace("</", "<\\/").replace("<!", "\\u003c!"));
    let style = code(&[themes(board).as_str(), include_str!("page/style.css")]);
    let wide = [" {", "{ ", ": ", "; ", ", ", "\n"];
    let style = wide.iter().fold(style, |style, wide| style.replace(wide, wide.trim()));
    let style = style.replace(";}", "}");
    let js = |name, code: String| text(name, "text/javascript; charset=utf-8", narrow(&code));
    vec![
        text("index.html", "text/html; charset=utf-8", page),
        text("style.css", "text/css; charset=utf-8", style),
        js("theme.js", code(&[include_str!("page/theme.js")])),
        js("main.js", code(&MODULES)),
        js("jewels.js", code(&[include_str!("page/jewels.js")])),
        ("icon.svg", "image/svg+xml", include_bytes!("page/icon.svg").into()),
        ("figtree.woff2", "font/woff2", include_bytes!("page/figtree.woff2").into()),
        ("figtree-OFL.txt", "text/plain", include_bytes!("page/figtree-OFL.txt").into()),
    ]
}

/// Texts as one, without what is for those who read them in the repository: indents, comments, types before values.
/// Modules that are one need no imports; no two have the same name for something at their top. One that comes later
/// imports all from the whole.
fn code(texts: &[&str]) -> String {
    const LEFT_OUT: [&str; 6] = ["import ", "export *", "//", "/*", "* ", "*/"];
    let is_left_out = |line: &str| LEFT_OUT.iter().any(|start| line.starts_with(start));
    let is_code = |line: &&str| line.ends_with("\"./main.js\";") || !is_left_out(line);
    let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim).filter(is_code);
    let lines = lines.map(|line| line.split_once(" // ").map_or(line, |(code, _)| code));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    without(&text, "/** ", "*/ ")
}

/// A text without all from each start to the next end.
fn without(text: &str, start: &str, end: &str) -> String {
    let parts = text.split(start).enumerate();
    parts.map(|(i, part)| part.split_once(end).filter(|_| i > 0).map_or(part, |it| it.1)).collect()
}

/// A script without the spaces and line ends that part nothing. What is within strings, templates and patterns stays.
fn narrow(code: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_$".contains(c);
    let mut script = String::new();
    let mut open = Vec::new(); // What ends the strings, templates, patterns and blocks that are open.
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        let last = script.chars().next_back().unwrap_or('\n');
        let next = chars.peek().copied().unwrap_or('\n');
        let end = open.last().copied().unwrap_or('}');
        let parts = match c {
            ' ' if end == '}' => is_word(last) && is_word(next) || last == next,
            '\n' if end == '}' => !";{,([\n".contains(last) && !"})]".contains(next),
            _ => true,
        };
        if parts {
            script.push(c);
        }
        match c {
            '\\' => script.extend(chars.next()),
            _ if c == end => drop(open.pop()),
            '{' if end == '}' || end == '`' && last == '$' => open.push('}'),
            '"' | '`' if end == '}' => open.push(c),
            '/' if end == '}' && "(,=:[!&|?{};>\n".contains(last) => open.push(c),
            _ => {}
        }
    }
    script
}

/// The style sheets of pictures, light or dark as the page is. Each game's own classes count only in its own pictures,
/// within `[data-game=…]`, because two games may use the same name.
fn themes(board: &Board) -> String {
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| {
        let own = board.games.iter().enumerate().map(|(number, game)| {
            let rules: String = game.kit.classes().iter().map(|class| class.css(theme)).collect();
            format!(r#"[data-game="{number}"]{{{rules}}}"#)
        });
        theme.css(&[]) + &own.collect::<String>()
    });
    format!(
        ":root{{{light}}}:root[data-theme=dark]{{{dark}}}\
         @media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    )
}

/// Why a page is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// An engine is no module of WebAssembly, or there is not one for all games or for each.
    #[error("the engine is not WebAssembly")]
    Engine,
    /// The folder has something that is not part of a page that was written so.
    #[error(
        "the folder has {0:?}, which is not part of a page: expected an empty folder or an older page"
    )]
    Foreign(String),
    /// The system does not grant it.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Stands in every page that is written as a folder.
const MARK: &str = r#"<meta name="generator" content="fourfold-board">"#;

/// What a folder has that is not part of a page with the mark.
fn foreign(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<Option<String>> {
    let index = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    let is_marked = index.contains(MARK);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // An older page may have engines of other names, and compressed files.
        let plain = name.trim_end_matches(".br").trim_end_matches(".gz");
        let is_ours = plain.strip_suffix(".wasm").is_some() || files.iter().any(|f| f.0 == plain);
        if !(is_marked && is_ours && entry.file_type()?.is_file()) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

impl Board {
    /// Writes the page as a folder, which any web server can serve, with its engine, a program with the same games that
    /// is built for WebAssembly, or one for each game in their order; and with the same with threads, if there are such,
    /// which are loaded where the page is isolated. A page that was written there so, which it knows by a mark in it, is
    /// replaced once the new one is complete. A link to a folder stays a link.
    ///
    /// # Errors
    ///
    /// See [`ExportError`].
    pub fn export(
        &self,
        folder: &Path,
        engines: &[Vec<u8>],
        threaded: &[Vec<u8>],
    ) -> Result<(), ExportError> {
        let fits = |all: &[Vec<u8>]| [1, self.games.len()].contains(&all.len());
        let fit = fits(engines) && (threaded.is_empty() || fits(threaded));
        if !fit || !engines.iter().chain(threaded).all(|engine| engine.starts_with(b"\0asm")) {
            return Err(ExportError::Engine);
        }
        let files = self.all_files(engines, threaded);
        let is_there = folder.try_exists()?;
        // A link is followed, not replaced.
        let folder = &if is_there { folder.canonicalize()? } else { folder.to_owned() };
        if is_there && let Some(name) = foreign(folder, &files)? {
            return Err(ExportError::Foreign(name));
        }
        let name = folder.file_name().ok_or_else(|| io::Error::other("this folder has no name"))?;
        let name = name.to_string_lossy();
        let beside = |ending: &str| {
            folder.with_file_name(format!(".{name}.{}.{ending}", std::process::id()))
        };
        let (new, old) = (beside("new"), beside("old"));
        let write = || {
            fs::create_dir_all(&new)?;
            files.iter().try_for_each(|(name, bytes)| fs::write(new.join(name), bytes))?;
            if is_there {
                fs::rename(folder, &old)?;
            }
            fs::rename(&new, folder).inspect_err(|_| _ = fs::rename(&old, folder))
        };
        let written = write();
        // What is not there any more cannot be removed.
        let _ = fs::remove_dir_all(if written.is_ok() { old } else { new });
        Ok(written?)
    }

    fn all_files(&self, engines: &[Vec<u8>], threaded: &[Vec<u8>]) -> Vec<(String, Vec<u8>)> {
        let of_kind = |engines: &[Vec<u8>], kind| -> Vec<(String, Vec<u8>)> {
            let named = self.games.iter().zip(engines);
            let name = |game: &Hosted| format!("{}{kind}", game.kit.name());
            named.map(|(game, bytes)| (name(game), bytes.clone())).collect()
        };
        let [plain, threaded] = [of_kind(engines, ".wasm"), of_kind(threaded, ".threads.wasm")];
        let sized = |all: &[(String, Vec<u8>)]| {
            let sized = all.iter().map(|(name, bytes)| format!("{name}={}", bytes.len()));
            sized.collect::<Vec<_>>().join(" ")
        };
        let isolated = if threaded.is_empty() { &plain } else { &threaded };
        let head = include_str!("page/static.html").replace("{engines}", &sized(&plain));
        let head = head.replace("{threads}", &sized(isolated));
        let page = files(self, &head).into_iter();
        let page = page.map(|(name, _, bytes)| (name, bytes.into_owned()));
        // What is in workers of the page.
        let worker = ("worker.js", narrow(&code(&[include_str!("page/worker.js")])).into());
        let manifest = ("manifest.webmanifest", include_bytes!("page/manifest.webmanifest").into());
        let lent = self.games.iter().flat_map(|game| &game.kit.about.page_files);
        let lent = lent.map(|&(name, bytes)| (name, bytes.to_owned()));
        let all = page.chain([worker, manifest]).chain(lent);
        let all = all.map(|(name, bytes)| (name.to_owned(), bytes));
        let mut files: Vec<_> = all.chain(plain).chain(threaded).collect();
        let mut version = DefaultHasher::new();
        files.hash(&mut version);
        let address = |name: &str| if name == "index.html" { "./" } else { name }.to_owned();
        let addresses: Vec<String> = files.iter().map(|(name, _)| address(name)).collect();
        let keeper = include_str!("page/sw.js")
            .replace("{version}", &format!("{:016x}", version.finish()))
            .replace("{files}", &addresses.join("\", \""));
        files.push(("sw.js".to_owned(), keeper.into()));
        files
    }
}

#[cfg(test)]
mod tests {
    use super::narrow;

    #[test]
    fn spaces_that_part_nothing_are_left_out() {
        let scripts = [
            ("const add = (a, b) => {\nreturn a + b;\n};\n", "const add=(a,b)=>{return a+b;};"),
            ("a - -b + +c / d", "a- -b+ +c/d"),
            ("x = y\nz = 1", "x=y\nz=1"),
            (r#"say("a, { b" + "\" c")"#, r#"say("a, { b"+"\" c")"#),
            ("`a ${b ? ` { c` : `${d} }`}, e` + f", "`a ${b?` { c`:`${d} }`}, e`+f"),
            (r#"[/ "\/ {/, 1 / 2, "/ /"]"#, r#"[/ "\/ {/,1/2,"/ /"]"#),
        ];
        for (code, script) in scripts {
            assert_eq!(narrow(code), script);
        }
    }
}
