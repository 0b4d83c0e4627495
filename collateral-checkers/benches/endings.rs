//! Building endings: `cargo bench -p collateral-checkers --bench endings -- 8` for up to eight pieces.
//!
//! Processor time is that of all threads together, so other work on the machine changes it little.

use std::time::Instant;

use collateral_checkers::{Endings, Rules};
use cpu_time::ProcessTime;
use engine::tablebase::{Bitbase, BuildOptions, Family, Tablebase};

/// The most pieces for which distances are built too: more take gigabytes.
const DISTANCES: usize = 8;

fn main() {
    let number = std::env::args().skip(1).find_map(|text| text.parse().ok());
    let pieces: usize = number.unwrap_or(7);
    let options = BuildOptions::new();
    let endings = || Endings::new(Rules::default(), pieces).expect("endings");
    println!("up to {pieces} pieces, {}", endings());
    let mut bitbase = Bitbase::new(endings());
    let memory = bitbase.plan(&options).expect("a plan").iter().map(|plan| plan.memory).max();
    measure("results", &endings(), memory, || bitbase.build(&options).expect("a bitbase"));
    measure("verify", &endings(), None, || bitbase.verify(&options).expect("no mistake"));
    if pieces <= DISTANCES {
        let mut table = Tablebase::new(endings());
        let memory = table.plan(&options).expect("a plan").iter().map(|plan| plan.memory).max();
        measure("distances", &endings(), memory, || table.build(&options).expect("a table"));
    }
}

fn measure(name: &str, endings: &Endings, memory: Option<u64>, work: impl FnOnce()) {
    let (clock, cpu) = (Instant::now(), ProcessTime::now());
    work();
    let (clock, cpu) = (clock.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    let positions = endings.sizes().iter().sum::<u64>() as f64;
    let memory = memory.map_or(String::new(), |bytes| {
        format!(", {:.0} MiB at most", bytes as f64 / f64::from(1 << 20))
    });
    println!(
        "{name:>10}: {clock:.1} s, {cpu:.1} s of processor time, {:.2} million positions a second \
         and processor{memory}",
        positions / cpu / 1e6
    );
}
