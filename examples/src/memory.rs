//! Whether there is memory enough, before it is asked for.

use std::fs;

use indicatif::HumanBytes;

use crate::failure::Failure;

/// Makes sure that there are so many bytes for something, of those `available`, if that is known; `what`
/// is its name, in the plural.
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

/// Makes sure that there is memory for a table of so many MiB.
pub(crate) fn check_table(mib: usize) -> Result<(), String> {
    match available() {
        Some(bytes) if bytes >> 20 < mib as u64 => {
            Err(format!("expected at most {} MiB, the memory that is available", bytes >> 20))
        }
        _ => Ok(()),
    }
}

/// How many bytes can be had: what the machine has left, and what a container is allowed.
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
