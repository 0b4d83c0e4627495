//! Any game behind one object, for programs that learn only at run time which game is played.
//!
//! A [`Catalogue`] knows games by name. It starts and reads [positions](AnyPosition) of no particular type.
//! Their moves are text, and a game has [searches](AnySearch) and [bots](AnyBot) for them.
//!
//! ```no_run
//! # fn example<G: kit::Playable, E>(evaluator: E) -> Result<(), kit::AnyError>
//! # where E: engine::Evaluator<G> + Send + Sync + 'static {
//! use engine::Limits;
//! use kit::Catalogue;
//!
//! // Of a type `G` that implements `Start`, `Draw`, `Explain`, `Observe` and `Keyed`.
//! let games = Catalogue::new().game::<G, _>("collapsi", evaluator);
//!
//! let game = games.find("collapsi")?;
//! let mut position = game.start("", 5)?;
//! println!("{position}: {}, {} moves", position.state(), position.count_moves());
//!
//! let found = game.search().with_lines(3).run(&*position, &Limits::new().depth(6))?;
//! for line in found.into_variations() {
//!     println!("{}: {}", line.score, line.line.join(" "));
//! }
//! position.play("a1")?;
//! let picture = position.picture().size(300).to_string();
//! # Ok(())
//! # }
//! ```

mod draft;
mod error;
mod game;
mod position;
mod search;

pub use error::AnyError;
pub use game::{AnyGame, AnyRecord, Catalogue, GameOf};
pub use position::{AnyMove, AnyPosition, Playable, Seat, Shown};
pub use search::{AnyBot, AnySearch, BotKind, BotOf};
