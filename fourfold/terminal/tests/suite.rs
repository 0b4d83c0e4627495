//! Memory that groups of processes leave.

use std::fs;

use terminal::memory::free_in_groups;

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
