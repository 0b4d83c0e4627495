//! Files that are damaged.

use std::sync::LazyLock;

use survey::{Survey, SurveyOptions};

use crate::input::Input;
use crate::lawless;

/// Reads a damaged tablebase.
///
/// # Panics
///
/// If it is accepted.
pub fn tablebase(data: &[u8]) {
    static FILE: LazyLock<Vec<u8>> = LazyLock::new(lawless::tablebase_file);
    check(&FILE, data, lawless::accepts_tablebase);
}

/// Reads a damaged survey.
///
/// # Panics
///
/// If it is accepted.
pub fn survey(data: &[u8]) {
    static FILE: LazyLock<Vec<u8>> =
        LazyLock::new(|| Survey::run(&SurveyOptions::new()).expect("nothing stops it").to_bytes());
    check(&FILE, data, |bytes| Survey::from_bytes(bytes).is_ok());
}

/// How many bytes of a long file are damaged one by one.
const MOST_BYTES: usize = 500;

/// Reads a file as the input damages it: `cut` is every length cut, `flip` every bit flipped,
/// both at regular distances where the file is long; anything else some edits.
fn check(file: &[u8], data: &[u8], accepts: impl Fn(&[u8]) -> bool) {
    assert!(accepts(file), "refused undamaged");
    let places = (0..file.len()).step_by(file.len().div_ceil(MOST_BYTES));
    match data {
        b"cut" => places.for_each(|at| assert!(!accepts(&file[..at]), "accepted {at} bytes")),
        b"flip" => {
            let mut damaged = file.to_vec();
            for at in places {
                for bit in 0..8 {
                    damaged[at] ^= 1 << bit;
                    assert!(!accepts(&damaged), "accepted with bit {bit} of byte {at} flipped");
                    damaged[at] ^= 1 << bit;
                }
            }
        }
        _ => {
            let damaged = edit(file, data);
            assert!(damaged == file || !accepts(&damaged), "accepted a damaged file");
        }
    }
}

/// Edits of a file, at its beginning as often as anywhere.
pub(crate) fn edit(file: &[u8], data: &[u8]) -> Vec<u8> {
    let (input, mut bytes) = (&mut Input::new(data), file.to_vec());
    while !input.is_empty() {
        let reach = if input.coin() { bytes.len() } else { bytes.len().min(40) };
        let (at, byte) = (input.below(reach + 1), input.byte());
        match input.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, byte),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => {
                if let Some(old) = bytes.get_mut(at) {
                    *old = byte;
                }
            }
        }
    }
    bytes
}
