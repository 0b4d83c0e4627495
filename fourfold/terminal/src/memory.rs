//! Checks of available memory before large allocations.

use std::fs;
use std::path::Path;

use indicatif::HumanBytes;

use kit::Failure;

/// Fails if `needed` bytes are more than the `available` ones, where those are known. `what` is a plural
/// name for the message.
pub fn check(what: &str, needed: u64, available: Option<u64>) -> Result<(), Failure> {
    match available {
        Some(bytes) if bytes < needed => Err(Failure::run(format_args!(
            "{what} take {} of memory, and {} are available",
            HumanBytes(needed),
            HumanBytes(bytes),
        ))),
        _ => Ok(()),
    }
}

pub fn check_table(mib: usize) -> Result<(), String> {
    match available() {
        Some(bytes) if bytes >> 20 < mib as u64 => {
            Err(format!("expected at most {} MiB, the available memory", bytes >> 20))
        }
        _ => Ok(()),
    }
}

/// The available bytes: those that are free, within the limits of the groups of processes that this one is in,
/// and within its own limit of addresses.
pub fn available() -> Option<u64> {
    let free = bytes("/proc/meminfo", "MemAvailable:");
    [free, free_in_groups(Path::new("/")), free_addresses()].into_iter().flatten().min()
}

/// The number after a name in a file of the system, in bytes.
fn bytes(file: impl AsRef<Path>, name: &str) -> Option<u64> {
    let all = fs::read_to_string(file).ok()?;
    let mut words = all.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    Some(if words.next() == Some("kB") { number * 1024 } else { number })
}

/// What the control groups of this process leave, and all that these are in. Of version 1 a group has other
/// file names, and a folder of the controller. In a container the path may be that of the host. The files are those
/// under `root`.
pub fn free_in_groups(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let free = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
        let (folder, files) = match controllers {
            "" => ("", ["memory.max", "memory.current", "inactive_file "]),
            all if all.split(',').any(|one| one == "memory") => (
                "memory",
                ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "],
            ),
            _ => return None,
        };
        let top = root.join("sys/fs/cgroup").join(folder);
        let group = top.join(path);
        let above = group.ancestors().take_while(|folder| folder.starts_with(&top));
        above.filter_map(|group| free_in_group(group, files)).min()
    });
    free.min()
}

/// The limit of a group, less what it uses; files in memory that nobody needs count as free.
fn free_in_group(group: &Path, [limit, usage, idle]: [&str; 3]) -> Option<u64> {
    let idle = bytes(group.join("memory.stat"), idle).unwrap_or(0);
    let used = bytes(group.join(usage), "")?.saturating_sub(idle);
    Some(bytes(group.join(limit), "")?.saturating_sub(used))
}

/// The limit of addresses of this process (`ulimit -v`), less those in use.
fn free_addresses() -> Option<u64> {
    let limit = bytes("/proc/self/limits", "Max address space")?;
    Some(limit.saturating_sub(bytes("/proc/self/status", "VmSize:")?))
}
