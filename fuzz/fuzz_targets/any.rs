//! Any target under libFuzzer, chosen by the variable `FUZZ_TARGET`:
//! `FUZZ_TARGET=collapsi-play cargo fuzz run any --features libfuzzer fuzz/corpus/collapsi-play`.

#![no_main]

use std::sync::LazyLock;

use fourfold_fuzz::Target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    Target::named(&name).unwrap_or_else(|error| panic!("FUZZ_TARGET: {error}"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| (TARGET.run)(data));
