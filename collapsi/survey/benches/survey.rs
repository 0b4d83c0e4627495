//! How many deals are solved in a second by one core: position by position, and all at once.
//!
//! `cargo bench -p collapsi-survey --bench survey`

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use collapsi::{Deal, Rules, Solver};
use survey::{Instructions, Survey, SurveyError, SurveyOptions};

/// How many deals the solver is given.
const DEALS: u32 = 5_000;

fn main() -> Result<(), SurveyError> {
    println!("{:44} {:>9} {:>14}", "method", "seconds", "deals/s/core");
    for rules in Rules::PUBLISHED {
        let mut solver = Solver::new();
        let time = time(|| {
            for seed in 0..DEALS {
                black_box(solver.verdict(&Deal::random(seed.into()).position(rules)));
            }
        });
        print(&format!("one by one, {rules}"), time, f64::from(DEALS), 1);
    }
    let all = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut instructions = vec![Instructions::detect(), Instructions::PORTABLE];
    instructions.dedup();
    for instructions in instructions {
        let mut threads = vec![NonZeroUsize::MIN, all];
        threads.dedup();
        for threads in threads {
            let options = SurveyOptions::new().threads(threads).instructions(instructions);
            let mut result = Ok(());
            let time =
                time(|| result = Survey::run(&options).map(|survey| drop(black_box(survey))));
            result?;
            let name = format!("both rule sets at once, {instructions}, threads: {threads}");
            print(&name, time, 2. * Survey::DEALS as f64, threads.get());
        }
    }
    look_up()
}

/// Of deals that are in memory already.
fn look_up() -> Result<(), SurveyError> {
    let survey = Survey::run(&SurveyOptions::new())?;
    let deals: Vec<Deal> = (0..DEALS.into()).map(Deal::random).collect();
    let time = time(|| {
        for deal in &deals {
            black_box(survey.verdict(deal, Rules::V1_1));
        }
    });
    print("looked up", time, f64::from(DEALS), 1);
    Ok(())
}

fn time(task: impl FnOnce()) -> Duration {
    let start = Instant::now();
    task();
    start.elapsed()
}

fn print(name: &str, time: Duration, deals: f64, cores: usize) {
    let seconds = time.as_secs_f64();
    println!("{name:44} {seconds:9.3} {:14.0}", deals / seconds / cores as f64);
}
