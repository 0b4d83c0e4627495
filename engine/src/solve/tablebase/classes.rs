//! Classes in files of their own, for several machines to build.

use std::path::Path;

use super::blocks::write_class;
use super::error::FileError;
use super::file::{Header, Input, save};
use super::packed::{Packed, Stored};
use super::{Family, Table};

/// The description in the file of a class.
fn description(family: &impl Family, class: usize) -> String {
    format!("class {} of {}", family.class_name(class), family.description())
}

/// # Classes in files of their own
///
/// Several machines build the classes of one table, each as soon as there are the files of those that it
/// [needs](Family::needs). Together they are the table that one machine builds.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::solve::tablebase::{BuildOptions, Family, Rank, Tablebase};
///
/// /// Nim with two heaps of at most 7 stones; a class for each number of stones.
/// #[derive(Clone)]
/// struct ByStones;
///
/// impl Family for ByStones {
///     type Game = Nim;
///
///     fn description(&self) -> String { "two heaps of at most 7, by stones".to_owned() }
///     fn sizes(&self) -> Vec<u64> { vec![8; 15] }
///     fn rank(&self, nim: &Nim) -> Option<Rank> {
///         let [a, b, 0] = nim.heaps else { return None };
///         let class = usize::from(a + b);
///         (a < 8 && b < 8).then_some(Rank { class, index: a.into() })
///     }
///     fn unrank(&self, Rank { class, index }: Rank) -> Option<Nim> {
///         let rest = (class as u64).checked_sub(index).filter(|&rest| rest < 8)?;
///         Some(Nim::new([index as u8, rest as u8]))
///     }
/// }
///
/// let folder = std::env::temp_dir().join(format!("by-stones-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let file = |class: usize| folder.join(class.to_string());
/// for class in 0..15 {
///     // Any machine does this, at any time after the classes that this one needs.
///     let mut table = Tablebase::for_class(ByStones, class, file)?;
///     table.build_next(&BuildOptions::new())?;
///     table.save_class(class, file(class))?;
/// }
/// let merged = Tablebase::from_classes(ByStones, file)?;
/// let mut alone = Tablebase::new(ByStones);
/// alone.build(&BuildOptions::new())?;
/// assert_eq!(merged.to_bytes(), alone.to_bytes());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl<F: Family, S: Stored> Table<F, S> {
    /// A table to build one class with: that is its next one. It has what the class
    /// [needs](Family::needs), from the files of these classes, and nothing else.
    ///
    /// # Errors
    ///
    /// A file cannot be read, is not the file of this class, or is damaged.
    pub fn for_class<P: AsRef<Path>>(
        family: F,
        class: usize,
        file: impl Fn(usize) -> P,
    ) -> Result<Self, FileError> {
        let (needs, mut table) = (family.needs(class), Self::new(family));
        for earlier in 0..class {
            if needs.contains(&earlier) {
                table.load_class(file(earlier))?;
            } else {
                table.classes.push(Packed::empty());
            }
        }
        Ok(table)
    }

    /// The table of all classes, from their files.
    ///
    /// # Errors
    ///
    /// A file cannot be read, is not the file of this class, or is damaged.
    pub fn from_classes<P: AsRef<Path>>(
        family: F,
        file: impl Fn(usize) -> P,
    ) -> Result<Self, FileError> {
        let mut table = Self::new(family);
        (0..table.classes()).try_for_each(|class| table.load_class(file(class)))?;
        Ok(table)
    }

    /// Writes one class to a file of its own. A file of this name is replaced only once the new one is
    /// complete.
    ///
    /// # Errors
    ///
    /// It cannot be written, or the class is not built.
    pub fn save_class(&self, class: usize, path: impl AsRef<Path>) -> Result<(), FileError> {
        let values = self.classes.get(class).filter(|_| class < self.built());
        let values = values.ok_or(FileError::NotBuilt { class })?;
        let header = Header { description: description(&self.family, class), classes: 1, built: 1 };
        save(path.as_ref(), |file| {
            header.write(S::FORMAT, file)?;
            write_class(self.size(class), values.bits(), values, file)
        })
    }

    /// Reads the next class from a file of its own.
    fn load_class(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let class = self.classes.len();
        let mut input = Input::open(path.as_ref())?;
        let Header { description: found, built, .. } = Header::read(S::FORMAT, &mut input)?;
        let expected = description(&self.family, class);
        if found != expected {
            return Err(FileError::OtherFamily { found, expected });
        }
        let is_whole = self.read_class(&mut input)?.is_some() && built == 1;
        if is_whole && input.is_at_end()? { Ok(()) } else { Err(FileError::Damaged { class }) }
    }

    /// Reads the file of a class, to see whether it is whole.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not the file of this class, or is damaged.
    pub fn check_class(family: F, class: usize, path: impl AsRef<Path>) -> Result<(), FileError> {
        let mut table = Self::new(family);
        table.classes.resize_with(class, Packed::empty);
        table.load_class(path)
    }

    /// The class that a file is of, if it is of one of this family.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is not such a file, is of another family, or is damaged in its header.
    pub fn class_of(family: &F, path: impl AsRef<Path>) -> Result<usize, FileError> {
        let found = Self::read_description(path)?;
        let class = (0..family.sizes().len()).find(|&class| description(family, class) == found);
        let expected = description(family, 0);
        class.ok_or(FileError::OtherFamily { found, expected })
    }
}
