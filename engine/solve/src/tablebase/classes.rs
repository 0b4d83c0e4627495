//! Classes in files of their own, for several machines to build.

use std::path::Path;

use super::blocks::{pack_class, write_class};
use super::error::FileError;
use super::file::{Header, Input, save};
use super::packed::{Packed, Stored};
use super::{Family, Table};

/// # Classes in files of their own
///
/// Several machines build the classes of one table, each as soon as there are the files of those that it
/// [needs](Family::needs): [`load_class`](Self::load_class) reads these, [`skip_class`](Self::skip_class)
/// leaves the other classes out, and after the build [`save_class`](Self::save_class) writes the file. All classes
/// loaded are the table that one machine builds.
impl<F: Family, S: Stored> Table<F, S> {
    /// The description in the file of a class.
    pub fn class_description(&self, class: usize) -> String {
        format!("class {} of {}", self.family.class_name(class), self.family.description())
    }

    /// Writes one class to a file of its own. A file of this name is replaced only once the new one is complete.
    ///
    /// # Errors
    ///
    /// It cannot be written, or the class is not built.
    pub fn save_class(&self, class: usize, path: impl AsRef<Path>) -> Result<(), FileError> {
        let values = self.classes.get(class).filter(|_| class < self.built());
        let values = values.ok_or(FileError::NotBuilt { class })?;
        let header = Header { description: self.class_description(class), classes: 1, built: 1 };
        save(path.as_ref(), |file| {
            header.write(S::FORMAT, file)?;
            let blocks = pack_class(values.words(), S::LEVEL, &mut |_| None);
            write_class(self.size(class), values.bits(), &blocks, file)
        })
    }

    /// Reads the next class from a file of its own.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not that of this class, or is damaged.
    pub fn load_class(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let class = self.classes.len();
        let mut input = Input::open(path.as_ref())?;
        let Header { description: found, built, .. } = Header::read(S::FORMAT, &mut input)?;
        let expected = self.class_description(class);
        if found != expected {
            return Err(FileError::OtherFamily { found, expected });
        }
        let is_whole = self.read_class(&mut input)?.is_some() && built == 1;
        if is_whole && input.is_at_end()? { Ok(()) } else { Err(FileError::Damaged { class }) }
    }

    /// Leaves the next class out, for the build of a later one that does not need it.
    pub fn skip_class(&mut self) {
        self.classes.push(Packed::empty());
    }
}
