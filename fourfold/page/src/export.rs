//! The page as a folder of files, for any web server.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

use super::board::Board;
use super::page::{self, Engine, File};

/// Why a page is not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The engine is no module of WebAssembly.
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
fn foreign(folder: &Path, files: &[(&str, Vec<u8>)]) -> io::Result<Option<String>> {
    let index = fs::read_to_string(folder.join("index.html")).unwrap_or_default();
    let is_marked = index.contains(MARK);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = files.iter().any(|(ours, _)| *ours == name);
        if !(is_marked && is_ours && entry.file_type()?.is_file()) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

impl Board {
    /// Writes the page with its engine as a folder, which any web server can serve. The engine is a
    /// program with the same games, built for WebAssembly. A page that was written there so, which it knows
    /// by a mark in it, is replaced once the new one is complete. A link to a folder stays a link.
    ///
    /// # Errors
    ///
    /// See [`ExportError`].
    pub fn export(&self, folder: &Path, engine: &[u8]) -> Result<(), ExportError> {
        if !engine.starts_with(b"\0asm") {
            return Err(ExportError::Engine);
        }
        let files = self.all_files(engine);
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

    fn all_files(&self, engine: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
        let page = page::files(self, Engine::Worker);
        let mut files: Vec<(&str, Vec<u8>)> = page
            .into_iter()
            .map(|File { name, text, .. }| (name, text.into_owned().into()))
            .collect();
        files.push(("worker.js", include_bytes!("page/worker.js").into()));
        files.push(("manifest.webmanifest", include_bytes!("page/manifest.webmanifest").into()));
        files.push(("fourfold.wasm", engine.into()));
        let mut version = DefaultHasher::new();
        files.hash(&mut version);
        let address = |name: &str| if name == "index.html" { "./" } else { name }.to_owned();
        let names: Vec<String> = files.iter().map(|(name, _)| address(name)).collect();
        let keeper = include_str!("page/sw.js")
            .replace("{version}", &format!("{:016x}", version.finish()))
            .replace("{files}", &names.join("\", \""));
        files.push(("sw.js", keeper.into()));
        files
    }
}
