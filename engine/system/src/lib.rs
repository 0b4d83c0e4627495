//! The machine below the packages of Fourfold: a clock, files, threads, memory, and a shard of work.
//!
//! It is for those packages: nothing is promised from one version to the next.

pub mod clock;
pub mod file;
#[cfg(target_family = "wasm")]
pub mod lent;
pub mod memory;
mod shard;
pub mod threads;

pub use shard::{ParseShardError, Shard};

/// Implements `Debug` of a type by some of its fields.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_some {
    ($([$($generics:tt)*])? $Type:ident $(<$($parameter:tt),*>)? $($field:ident)*) => {
        impl $(<$($generics)*>)? ::core::fmt::Debug for $Type $(<$($parameter),*>)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut debug = f.debug_struct(stringify!($Type));
                $(debug.field(stringify!($field), &self.$field);)*
                debug.finish_non_exhaustive()
            }
        }
    };
}
