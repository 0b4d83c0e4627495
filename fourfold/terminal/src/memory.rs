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
    [free_on_linux(), free_in_groups(Path::new("/")), free_addresses()].into_iter().flatten().min()
}

fn free_on_linux() -> Option<u64> {
    kibibytes("/proc/meminfo", "MemAvailable:")
}

/// The number after a name in a file of the system, in bytes.
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    let all = fs::read_to_string(file).ok()?;
    let line = all.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// What the control groups of this process leave, and all that these are in. Of version 1 a group has other
/// file names, and a folder of the controller. In a container the path may be that of the host.
fn free_in_groups(root: &Path) -> Option<u64> {
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
    let read = |name: &str| fs::read_to_string(group.join(name)).ok();
    let number = |name: &str| -> Option<u64> { read(name)?.trim().parse().ok() };
    let idle = read("memory.stat").and_then(|stat| {
        stat.lines().find_map(|line| line.strip_prefix(idle)?.trim().parse().ok())
    });
    let used = number(usage)?.saturating_sub(idle.unwrap_or(0));
    Some(number(limit)?.saturating_sub(used))
}

/// The limit of addresses of this process (`ulimit -v`), less those in use.
fn free_addresses() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(kibibytes("/proc/self/status", "VmSize:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_group_counts() {
        let root = std::env::temp_dir().join(format!("memory-test-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let file = root.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        write("proc/self/cgroup", "3:cpu,memory:/old\n1:cpu:/none\n0::/outer/inner\n");
        assert_eq!(free_in_groups(&root), None);
        write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        write("sys/fs/cgroup/outer/inner/memory.current", "700\n");
        write("sys/fs/cgroup/outer/memory.max", "5000\n");
        write("sys/fs/cgroup/outer/memory.current", "900\n");
        assert_eq!(free_in_groups(&root), Some(4100));
        write("sys/fs/cgroup/outer/memory.stat", "anon 5\ninactive_file 300\n");
        assert_eq!(free_in_groups(&root), Some(4400));
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "2500");
        assert_eq!(free_in_groups(&root), Some(0));
        fs::remove_dir_all(&root).unwrap();
    }
}
