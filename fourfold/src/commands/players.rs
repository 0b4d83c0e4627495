//! Players on the command line.

use engine::board::quoted;
use kit::{Failure, Kit, OwnPlayer, PlayerSpec};

use terminal::memory;

/// Checks that a player can play the game, and has the memory for its table.
pub(crate) fn check(player: &PlayerSpec, kit: &Kit) -> Result<(), String> {
    if !player.is_program() {
        let too_large = |error| format!("table: {error}");
        memory::check_table(player.table_mib()).map_err(too_large)?;
    }
    player.check(kit)
}

pub(crate) fn check_all(players: &[PlayerSpec], kit: &Kit) -> Result<(), Failure> {
    players.iter().try_for_each(|player| {
        let refuse =
            |error| Failure::usage(format!("player {}", quoted(&player.to_string())), error);
        check(player, kit).map_err(refuse)
    })
}

/// The players that only this game has, a line each.
pub(crate) fn own(kit: &Kit) -> String {
    let line =
        |player: &OwnPlayer| format!("\n  {:9} {}: {}", player.name, kit.name(), player.about);
    kit.own_players().iter().map(line).collect()
}

/// How players are described, for the help of commands that take them, with the lines of those that only
/// one game has.
pub(crate) fn help(own: &str) -> String {
    format!("{KINDS}{own}\n{SETTINGS}")
}

const KINDS: &str = "\
Players:
  random    plays any legal move
  greedy    plays the move with the best evaluation one ply later (judge=material:
            the most material)
  search    searches for the best move; all opponents play together
  maxn      searches; every player plays for themselves
  mcts      Monte Carlo tree search, without an evaluation
  material  searches, and evaluates material only
  level:N   a search of strength N from 1 to 8, about 100 Elo points apart where
            games are seldom drawn; moves that are about as good are chosen by chance
  ugi:COMMAND  a program that speaks UGI, with its arguments: \"ugi:./engine --fast\"";

const SETTINGS: &str = "\
Settings follow a colon, as in search:nodes=10000,table=64 or ugi:nodes=10000,./engine:
  time         milliseconds a move (default 100, in play --movetime)
  nodes        positions a move
  depth        plies of the search
  clock        seconds for the game and, after a plus, for each move: clock=10+0.1
  table        MiB for the transposition table or the tree (default 16)
  random       of search: the percentage of random moves
  margin       of search: plays one of up to three moves, by chance, whose values are at
               most this much below the best
  exploration, urgency, rollout (plies): of mcts
  option.NAME  of ugi: the value of an option of the program
  grace        of ugi: milliseconds to wait beyond the limit (default 1000)
  log          of ugi: a file to add all that the program is told (>) and says (<), and
               its standard error (!)
  name         in tables and records, as in level:3,name=new";
