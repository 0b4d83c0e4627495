//! Runs fuzz targets on stable Rust: the inputs in `corpus`, then random ones from a fixed seed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, panic, process, thread};

use clap::Parser;
use cpu_time::ProcessTime;
use engine::game::SeededRng;
use fourfold_fuzz::{TARGETS, Target};
use rand::{Rng, RngExt};

/// An input during which the program takes more processor time than this, or ten times as long by
/// the clock, is a fault.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long random inputs are at most.
const LENGTH: usize = 300;

/// The input that each target is at, and since when.
static RUNNING: Mutex<BTreeMap<&str, (Since, Vec<u8>)>> = Mutex::new(BTreeMap::new());

type Since = (Instant, ProcessTime);

/// Run fuzz targets on the inputs in `corpus` and on random ones
///
/// An input that fails is written to `artifacts`, and the exit code is 1.
#[derive(Parser)]
struct Fuzz {
    /// Which targets; all of them if none is named
    #[arg(value_parser = Target::named)]
    targets: Vec<&'static Target>,

    /// How long to try random inputs on each target, in seconds
    #[arg(long, default_value_t = 10, value_name = "NUMBER")]
    seconds: u64,

    /// How many random inputs to try on each target at most
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true, value_name = "NUMBER")]
    inputs: u64,

    /// The seed of random inputs
    #[arg(long, default_value_t = 0, value_name = "NUMBER")]
    seed: u64,

    /// How many targets to run at once
    #[arg(long, default_value_t = processors(), hide_default_value = true, value_name = "NUMBER")]
    threads: usize,

    /// Run only this input, on the targets named
    #[arg(long, value_name = "FILE", requires = "targets")]
    input: Option<PathBuf>,

    /// Write each input to `artifacts` before it is run, for faults that end the program
    #[arg(long)]
    trace: bool,
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn main() -> ExitCode {
    let mut fuzz = Fuzz::parse();
    if fuzz.targets.is_empty() {
        fuzz.targets = TARGETS.iter().collect();
    }
    // Miri does not know it.
    if ProcessTime::try_now().is_ok() {
        thread::spawn(watch);
    }
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..fuzz.threads.clamp(1, fuzz.targets.len()) {
            scope.spawn(|| {
                while let Some(target) = fuzz.targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                    failed.fetch_add(usize::from(!fuzz.passes(target)), Ordering::Relaxed);
                }
            });
        }
    });
    let failed = failed.into_inner();
    println!("{failed} of {} targets failed", fuzz.targets.len());
    ExitCode::from(u8::from(failed > 0))
}

impl Fuzz {
    /// Runs a target up to the first fault, and says whether there was none.
    fn passes(&self, target: &Target) -> bool {
        let corpus = match &self.input {
            Some(path) => vec![read(path)],
            None => corpus(target),
        };
        let mut rng = engine::game::seeded(self.seed);
        let end = Instant::now() + Duration::from_secs(self.seconds);
        let randoms = if self.input.is_some() { 0 } else { self.inputs };
        let random =
            (0..randoms).map_while(|_| (Instant::now() < end).then(|| random(&corpus, &mut rng)));
        let (mut inputs, mut slowest) = (0, Duration::ZERO);
        let passes = corpus.iter().cloned().chain(random).all(|data| {
            let started = Instant::now();
            let passes = self.passes_input(target, &data);
            slowest = slowest.max(started.elapsed());
            inputs += 1;
            passes
        });
        println!("{}: {inputs} inputs, slowest {slowest:.1?}", target.name);
        passes
    }

    fn passes_input(&self, target: &Target, data: &[u8]) -> bool {
        if self.trace {
            save(target.name, data);
        }
        if let Ok(work) = ProcessTime::try_now() {
            set_running(target.name, Some(((Instant::now(), work), data.to_vec())));
        }
        let result = panic::catch_unwind(|| (target.run)(data));
        set_running(target.name, None);
        if result.is_err() {
            let path = save(target.name, data);
            eprintln!("{}: failed on {}", target.name, path.display());
        }
        result.is_ok()
    }
}

fn set_running(name: &'static str, input: Option<(Since, Vec<u8>)>) {
    let mut running = RUNNING.lock().expect("no thread panics here");
    match input {
        Some(input) => drop(running.insert(name, input)),
        None => drop(running.remove(name)),
    }
}

/// Ends the program when an input takes too long.
fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        for (name, ((clock, work), data)) in &*RUNNING.lock().expect("no thread panics here") {
            if work.elapsed() > PATIENCE || clock.elapsed() > 10 * PATIENCE {
                let path = save(name, data);
                eprintln!("{name}: more than {PATIENCE:?} on {}", path.display());
                process::exit(1);
            }
        }
    }
}

/// The inputs in the folder of the target, in the order of their names.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes an input to `artifacts`, and says where.
fn save(name: &str, data: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts");
    let path = folder.join(name);
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&path, data))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// Random bytes, or an input of the corpus with some bytes changed.
fn random(corpus: &[Vec<u8>], rng: &mut SeededRng) -> Vec<u8> {
    let base = rng.random_range(0..=corpus.len());
    let Some(base) = corpus.get(base) else {
        let mut data = vec![0; rng.random_range(0..LENGTH)];
        rng.fill_bytes(&mut data);
        return data;
    };
    let mut data = base.clone();
    for _ in 0..rng.random_range(1..8) {
        let at = rng.random_range(0..=data.len());
        match rng.random_range(0..4) {
            0 => data.truncate(at),
            1 => data.insert(at, rng.random()),
            2 if at < data.len() => drop(data.remove(at)),
            _ => {
                if let Some(byte) = data.get_mut(at) {
                    *byte = rng.random();
                }
            }
        }
    }
    data
}
