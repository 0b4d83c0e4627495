//! What a [`Tablebase`](super::Tablebase) and a [`Bitbase`](super::Bitbase) have in common.

/// Implements accessors and files for a table with the fields `family` and `sizes`, and the items
/// `built`, `FORMAT`, `write` and `read`.
macro_rules! family_table {
    ($Table:ident) => {
        impl<F: $crate::tablebase::Family> $Table<F> {
            /// The family.
            pub fn family(&self) -> &F {
                &self.family
            }

            /// The number of classes of the family.
            pub fn classes(&self) -> usize {
                self.sizes.len()
            }

            /// Whether all classes are built.
            pub fn is_complete(&self) -> bool {
                self.built() == self.classes()
            }

            /// The number of ranks of a class; 0 if there is no such class.
            pub fn size(&self, class: usize) -> u64 {
                self.sizes.get(class).copied().unwrap_or(0)
            }

            /// Writes what is built to a file.
            ///
            /// A file of this name is replaced only once the new one is complete.
            /// [`check_save`](crate::file::check_save) checks before a build that saving will work.
            ///
            /// # Errors
            ///
            /// It cannot be written, or the path leads to something other than a regular file.
            pub fn save(
                &self,
                path: impl AsRef<std::path::Path>,
            ) -> Result<(), $crate::tablebase::FileError> {
                $crate::tablebase::file::save(path.as_ref(), |file| self.write(file))
            }

            /// What [`save`](Self::save) writes.
            pub fn to_bytes(&self) -> Vec<u8> {
                let mut bytes = Vec::new();
                // Writing to memory does not fail.
                let _ = self.write(&mut bytes);
                bytes
            }

            /// Reads a file that [`save`](Self::save) has written for this family into memory.
            ///
            /// If not all classes were built by then, [`build`](Self::build) goes on from there.
            ///
            /// # Errors
            ///
            /// It cannot be read, is not such a file, is for another family, or is damaged.
            pub fn load(
                family: F,
                path: impl AsRef<std::path::Path>,
            ) -> Result<Self, $crate::tablebase::FileError> {
                Self::read(family, &mut $crate::tablebase::file::Input::open(path.as_ref())?)
            }

            /// Reads what [`to_bytes`](Self::to_bytes) has made.
            ///
            /// # Errors
            ///
            /// The bytes are something else, for another family, or damaged.
            pub fn from_bytes(
                family: F,
                bytes: &[u8],
            ) -> Result<Self, $crate::tablebase::FileError> {
                let path = std::path::Path::new("");
                Self::read(family, &mut $crate::tablebase::file::Input::new(bytes, path))
            }

            /// The [description](crate::tablebase::Family::description) of the family that a file was
            /// written for. Reads only the header.
            ///
            /// # Errors
            ///
            /// The file cannot be read, is of another kind, or its header is damaged.
            pub fn read_description(
                path: impl AsRef<std::path::Path>,
            ) -> Result<String, $crate::tablebase::FileError> {
                let mut input = $crate::tablebase::file::Input::open(path.as_ref())?;
                let header = $crate::tablebase::file::Header::read(Self::FORMAT, &mut input)?;
                Ok(header.description)
            }
        }

        impl<F: $crate::tablebase::Family> std::fmt::Debug for $Table<F> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($Table))
                    .field("family", &self.family.description())
                    .field("sizes", &self.sizes)
                    .field("built", &self.built())
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(super) use family_table;
