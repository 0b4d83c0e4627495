//! Files that are written atomically, and opened only if they are regular files.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

/// Writes a file atomically: a regular file of this name is replaced only once the new one is complete.
///
/// # Errors
///
/// The [`target`] is not a regular file, or writing fails; an existing file is then unchanged.
pub fn save(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let path = target(path)?;
    let part = part(&path);
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&part, &path)
    });
    if written.is_err() {
        // The partial file may not exist.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Checks that [`save`] can write a file, before long work whose result it is to hold.
///
/// # Errors
///
/// The [`target`] is not a regular file, or no file can be created in its folder.
pub fn check_save(path: impl AsRef<Path>) -> io::Result<()> {
    let part = part(&target(path)?);
    File::create(&part)?;
    fs::remove_file(&part)
}

/// The file that is written to under this path: the path itself, or the target of a symbolic link.
///
/// # Errors
///
/// The path leads to something other than a regular file, such as a folder, a device or a named pipe,
/// or is a broken link.
pub fn target(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let path = path.as_ref();
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path.to_owned()),
        found => found?,
    };
    let path = fs::canonicalize(path)?;
    if fs::metadata(&path)?.is_file() { Ok(path) } else { Err(irregular()) }
}

/// Opens a regular file for reading.
///
/// # Errors
///
/// It cannot be opened, or is not a regular file.
pub fn open(path: impl AsRef<Path>) -> io::Result<impl Read> {
    // Opening a named pipe would block until another process writes to it.
    if !fs::metadata(&path)?.is_file() {
        return Err(irregular());
    }
    Ok(BufReader::new(File::open(path)?))
}

fn irregular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}

/// A temporary file beside `path`. The name is random, as processes of several machines, and of several
/// containers, have the same ids.
fn part(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{:016x}.part", RandomState::new().hash_one(())));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A folder of this test's own.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("file-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_when_the_new_one_is_complete() {
        let folder = folder("save");
        let path = folder.join("file");
        save(&path, |file| file.write_all(b"first")).unwrap();
        let failed = save(&path, |file| {
            file.write_all(b"sec")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        check_save(&path).unwrap();
        save(&path, |file| file.write_all(b"third")).unwrap();
        let mut text = String::new();
        open(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "third");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
        assert!(check_save(folder.join("none").join("file")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn who_writes_at_once_writes_whole_files() {
        let folder = folder("at-once");
        let path = folder.join("file");
        let first = save(&path, |file| {
            save(&path, |file| file.write_all(b"second"))?;
            file.write_all(b"first")
        });
        first.unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn only_regular_files_are_written_and_read() {
        let folder = folder("target");
        let (path, link) = (folder.join("file"), folder.join("link"));
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(save(&link, |_| Ok(())).is_err(), "the link leads nowhere");
        fs::write(&path, "old").unwrap();
        save(&link, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        for irregular in [folder.as_path(), Path::new("/dev/null"), Path::new("/dev/zero")] {
            assert_eq!(target(irregular).unwrap_err().to_string(), "not a regular file");
            assert!(check_save(irregular).is_err());
            assert!(save(irregular, |_| Ok(())).is_err());
            assert!(open(irregular).is_err());
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
