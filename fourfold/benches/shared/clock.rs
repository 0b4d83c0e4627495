//! Time and ratios.

use std::hint::black_box;

use cpu_time::ThreadTime;

/// Runs `f` and says how many seconds this thread worked on it; waiting for others does not count.
pub(crate) fn seconds<T>(f: impl FnOnce() -> T) -> (T, f64) {
    let start = ThreadTime::now();
    let result = black_box(f());
    (result, start.elapsed().as_secs_f64())
}

/// The middle one of an odd number of values.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
