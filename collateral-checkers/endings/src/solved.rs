//! Results known without a search, by the published rules.

use std::collections::HashMap;
use std::sync::LazyLock;

use collateral_checkers::{Position, Rules, Setup};
use engine::game::Symmetric;
use engine::{Notation, Wdl};
use solve::tablebase::Tablebase;

use crate::endings::Endings;

/// The claims of a certificate, which the checker has accepted, below a line with the names of the columns.
const OPENINGS: &str = include_str!("../data/openings.txt");

/// The most plies in a row without a capture in a win of these claims, as the checker prints it.
const QUIET_PLIES: u32 = 48;

/// The results of openings for the player to move. Of positions that a symmetry makes equal there is one.
static RESULTS: LazyLock<HashMap<Position, Wdl>> = LazyLock::new(|| {
    let claim = |line: &str| {
        let (result, position) = line.split_once(' ')?;
        let result = match result {
            "win" => Wdl::Win,
            "draw" => Wdl::Draw,
            "loss" => Wdl::Loss,
            _ => return None,
        };
        Some((key(&Position::parse(position, &Rules::default()).ok()?), result))
    };
    OPENINGS.lines().skip(1).filter_map(claim).collect()
});

/// The key of a position, the same for all with the same result: without the plies since the last capture.
fn key(position: &Position) -> Position {
    let rules = Rules { quiet_limit: None, ..position.rules() };
    Position::from_setup_unchecked(Setup { quiet: 0, rules, ..position.setup() }).canonical()
}

/// The result of an opening with best play, for the player to move: of the start and of the positions that a
/// certificate claims. `None` for all other positions and by other rules.
///
/// `data/openings.txt` in the folder of this crate lists them, and `data/README.md` describes how it was made.
///
/// ```
/// use collateral_checkers::Position;
/// use endings::opening;
/// use engine::Wdl;
///
/// assert_eq!(opening(&Position::default()), Some(Wdl::Draw));
/// ```
pub fn opening(position: &Position) -> Option<Wdl> {
    let result = *RESULTS.get(&key(position))?;
    // A draw holds whatever the limit, a win if it comes before.
    let limit = position.rules().quiet_limit;
    let is_in_time = limit.is_none_or(|limit| position.quiet() + QUIET_PLIES < limit.get());
    (result == Wdl::Draw || is_in_time).then_some(result)
}

/// All endings of six pieces by the published rules, with their distances, as
/// `fourfold tablebase build six.endings --max-pieces 6` makes them.
///
/// ```
/// use collateral_checkers::{Evaluation, Position};
/// use endings::six_pieces;
/// use solve::tablebase::WithTablebase;
/// use engine::{Limits, Search};
///
/// let table = six_pieces().expect("the crate has it");
/// let mut search = Search::new(WithTablebase::new(Evaluation::default(), table));
/// let position: Position = "w3w/4w/5/b4/b3b b 0 0".parse()?;
/// assert!(search.run(&position, &Limits::new().depth(1))?.proven);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// `None` if the crate was built with a damaged file. In WebAssembly the host of the module has the file.
pub fn six_pieces() -> Option<Tablebase<Endings>> {
    #[cfg(not(target_family = "wasm"))]
    let (_, file) = SIX_PIECES;
    #[cfg(target_family = "wasm")]
    let file = &*system::lent::file("six.endings");
    Tablebase::from_bytes(Endings::new(Rules::default(), 6).ok()?, file).ok()
}

/// The file of [`six_pieces`], and its name.
#[cfg(not(target_family = "wasm"))]
pub const SIX_PIECES: (&str, &[u8]) = ("six.endings", include_bytes!("../data/six.endings"));
