//! Building endings: `cargo bench -p collateral-checkers-endings --bench endings -- 8 9 10` prints a table of
//! bitbases with up to so many pieces, and of tables with distances beside them where those fit.
//!
//! Processor time is that of all threads together, so other work on the machine changes it little.
//! It covers the compressed file. Memory is that of the plan, all finished classes among it.

use std::time::Instant;

use collateral_checkers::Rules;
use cpu_time::ProcessTime;
use endings::Endings;
use solve::tablebase::{Bitbase, BuildOptions, Family, Plan, Tablebase};

/// The most pieces for which distances are built too: more take gigabytes.
const DISTANCES: usize = 8;

fn main() {
    let numbers = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let mut numbers: Vec<usize> = numbers.collect();
    if numbers.is_empty() {
        numbers.push(7);
    }
    println!(
        "                           seconds    processor   million a     MiB  bits a position"
    );
    println!(
        "pieces    positions  work              seconds  s and thread  memory   memory    file"
    );
    for pieces in numbers {
        let options = BuildOptions::new();
        let endings = || Endings::new(Rules::default(), pieces).expect("endings");
        let row = |work| Row { pieces, positions: endings().sizes().iter().sum(), work };
        let mut bitbase = Bitbase::new(endings());
        let memory = most(&bitbase.plan());
        row("bitbase").measure(memory, || {
            bitbase.build(&options).expect("a bitbase");
            Some(bitbase.to_bytes().len())
        });
        row("verify").measure(memory, || {
            bitbase.verify(&options).expect("no mistake");
            None
        });
        drop(bitbase);
        if pieces <= DISTANCES {
            let mut table = Tablebase::new(endings());
            let memory = most(&table.plan().expect("a plan"));
            row("distances").measure(memory, || {
                table.build(&options).expect("a table");
                Some(table.to_bytes().len())
            });
        }
    }
}

fn most(plans: &[Plan]) -> u64 {
    plans.iter().map(|plan| plan.memory).max().unwrap_or_default()
}

struct Row {
    pieces: usize,
    positions: u64,
    work: &'static str,
}

impl Row {
    /// Prints how long the work takes, which returns the bytes of the file that comes of it.
    fn measure(&self, memory: u64, work: impl FnOnce() -> Option<usize>) {
        let (clock, cpu) = (Instant::now(), ProcessTime::now());
        let file = work();
        let (clock, cpu) = (clock.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        let positions = self.positions as f64;
        let bits = |bytes: f64| 8.0 * bytes / positions;
        let file = file.map_or(String::new(), |bytes| format!("{:.2}", bits(bytes as f64)));
        println!(
            "{:>6}  {:>11}  {:<9} {clock:>7.1} {cpu:>12.1} {:>13.2} {:>7.0} {:>8.2} {file:>7}",
            self.pieces,
            self.positions,
            self.work,
            positions / cpu / 1e6,
            memory as f64 / f64::from(1 << 20),
            bits(memory as f64),
        );
    }
}
