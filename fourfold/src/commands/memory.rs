//! Checks of available memory before large allocations.

use std::fs;

use indicatif::HumanBytes;

use crate::failure::Failure;

/// Fails if `needed` bytes are more than the `available` ones, where those are known. `what` is a plural
/// name for the message.
pub(crate) fn check(what: &str, needed: u64, available: Option<u64>) -> Result<(), Failure> {
    match available {
        Some(bytes) if bytes < needed => Err(Failure::run(format_args!(
            "{what} take {} of memory, and {} are available",
            HumanBytes(needed),
            HumanBytes(bytes),
        ))),
        _ => Ok(()),
    }
}

pub(crate) fn check_table(mib: usize) -> Result<(), String> {
    match available() {
        Some(bytes) if bytes >> 20 < mib as u64 => {
            Err(format!("expected at most {} MiB, the available memory", bytes >> 20))
        }
        _ => Ok(()),
    }
}

/// The available bytes: those that are free, within the limit of a container.
pub(crate) fn available() -> Option<u64> {
    [free_on_linux(), free_in_container()].into_iter().flatten().min()
}

fn free_on_linux() -> Option<u64> {
    let all = fs::read_to_string("/proc/meminfo").ok()?;
    let line = all.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

fn free_in_container() -> Option<u64> {
    let number = |name: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}
