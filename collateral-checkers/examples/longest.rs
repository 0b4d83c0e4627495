//! The longest wins until a capture or the end of the game: `longest BITBASE [FIRST_CLASS [LAST_CLASS]]`.
//!
//! Reads the results from a bitbase and finds, class by class, after how many plies of best play a won position comes
//! to a capture or to the end of the game, if the winner hurries and the loser delays.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use collateral_checkers::{Endings, Position};
use engine::Wdl;
use engine::solve::tablebase::{Bitbase, Child, Family, Rank, Wanted};

struct Marks(Vec<AtomicU64>);

impl Marks {
    fn has(&self, index: u64) -> bool {
        self.0[(index / 64) as usize].load(Relaxed) >> (index % 64) & 1 == 1
    }
}

fn chunks(size: u64, chunk: u64, work: impl Fn(std::ops::Range<u64>) + Sync) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(chunk, Relaxed);
                    if start >= size {
                        break;
                    }
                    work(start..size.min(start + chunk));
                }
            });
        }
    });
}

/// Whether the moves decide a position by those decided before.
fn decides(
    family: &Endings,
    table: &Bitbase<Endings>,
    open: &Marks,
    position: &Position,
    value: Wdl,
    buffer: &mut Vec<collateral_checkers::Move>,
) -> bool {
    let is_decided =
        |rank: Rank| -> (Wdl, bool) { (table.get(rank).unwrap(), !open.has(rank.index)) };
    let flow = family.children(position, Wanted::Staying, buffer, |child| {
        let Some(Child::Running { rank, .. }) = child else { panic!("a step wins in {position}") };
        let (result, decided) = is_decided(rank);
        match value {
            Wdl::Win if result == Wdl::Loss && decided => ControlFlow::Break(true),
            Wdl::Loss if result != Wdl::Win => panic!("{position} is no loss"),
            Wdl::Loss if !decided => ControlFlow::Break(false),
            _ => ControlFlow::Continue(()),
        }
    });
    match flow {
        ControlFlow::Break(decides) => decides,
        ControlFlow::Continue(()) => value == Wdl::Loss,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |i: usize, default| arguments.get(i).map_or(default, |text| text.parse().unwrap());
    let started = Instant::now();
    let endings: Endings =
        Bitbase::<Endings>::read_description(&arguments[1]).unwrap().parse().unwrap();
    let table = Bitbase::load(endings, &arguments[1]).unwrap();
    eprintln!("loaded after {:.0} s", started.elapsed().as_secs_f64());
    let family = table.family();
    let sizes = family.sizes();
    for class in number(2, 0)..=number(3, sizes.len() - 1) {
        let begun = Instant::now();
        let size = sizes[class];
        let none = || Marks((0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect());
        let (open, decided) = (none(), none());
        let (quiet, undecided) = (AtomicU64::new(0), AtomicU64::new(0));
        chunks(size, 1 << 20, |places| {
            let (mut all, mut marked) = (0, 0);
            family.visit_open(class, places, &|rank| table.get(rank), |rank| {
                all += 1;
                if table.get(rank) != Some(Wdl::Draw) {
                    marked += 1;
                    open.0[(rank.index / 64) as usize].fetch_or(1 << (rank.index % 64), Relaxed);
                }
            });
            quiet.fetch_add(all, Relaxed);
            undecided.fetch_add(marked, Relaxed);
        });
        let mut left =
            open.0.iter().map(|word| u64::from(word.load(Relaxed).count_ones())).sum::<u64>();
        eprintln!(
            "class {} size {size} open {} not drawn {} marked {left} after {:.0} s",
            family.class_name(class),
            quiet.into_inner(),
            undecided.into_inner(),
            begun.elapsed().as_secs_f64()
        );
        // By material and result: the last level and its first rank.
        let mut longest: BTreeMap<(usize, Wdl), (u32, u64)> = BTreeMap::new();
        let mut level = 1;
        while left > 0 {
            level += 1;
            let count = AtomicU64::new(0);
            chunks(size.div_ceil(64), 1 << 12, |words| {
                let mut buffer = Vec::new();
                for word in words {
                    let (mut bits, mut found) = (open.0[word as usize].load(Relaxed), 0);
                    while bits != 0 {
                        let bit = bits.trailing_zeros();
                        bits &= bits - 1;
                        let rank = Rank { class, index: 64 * word + u64::from(bit) };
                        let position = family.unrank(rank).unwrap();
                        let value = table.get(rank).unwrap();
                        found |= u64::from(decides(
                            family,
                            &table,
                            &open,
                            &position,
                            value,
                            &mut buffer,
                        )) << bit;
                    }
                    if found != 0 {
                        decided.0[word as usize].store(found, Relaxed);
                        count.fetch_add(u64::from(found.count_ones()), Relaxed);
                    }
                }
            });
            let count = count.into_inner();
            if count == 0 {
                println!("class {}: {left} positions are not decided", family.class_name(class));
                break;
            }
            let first = Mutex::new(BTreeMap::<(usize, Wdl), u64>::new());
            chunks(size.div_ceil(64), 1 << 16, |words| {
                let mut mine = BTreeMap::new();
                for word in words {
                    let mut bits = decided.0[word as usize].load(Relaxed);
                    if bits == 0 {
                        continue;
                    }
                    decided.0[word as usize].store(0, Relaxed);
                    open.0[word as usize].fetch_and(!bits, Relaxed);
                    while bits != 0 {
                        let index = 64 * word + u64::from(bits.trailing_zeros());
                        bits &= bits - 1;
                        let material = family
                            .materials()
                            .iter()
                            .position(|m| m.class == class && m.indices.contains(&index))
                            .unwrap();
                        let value = table.get(Rank { class, index }).unwrap();
                        mine.entry((material, value)).or_insert(index);
                    }
                }
                let mut first = first.lock().unwrap();
                for (key, index) in mine {
                    let least = first.entry(key).or_insert(index);
                    *least = index.min(*least);
                }
            });
            for (key, index) in first.into_inner().unwrap() {
                longest.insert(key, (level, index));
            }
            left -= count;
            eprintln!(
                "  {level}: {count} decided, {left} left, {:.0} s",
                begun.elapsed().as_secs_f64()
            );
        }
        for ((material, value), (level, index)) in longest {
            let material = &family.materials()[material];
            println!(
                "{material} {value:?} {level}: {}",
                family.unrank(Rank { class, index }).unwrap()
            );
        }
        eprintln!("class {} took {:.0} s", family.class_name(class), begun.elapsed().as_secs_f64());
    }
}
