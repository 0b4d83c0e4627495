//! Matches: one player against others, and how long the games are.

use std::io::Write;
use std::time::Duration;

use engine::arena::{Contestant, Match, Openings, PlayedGame, Tally};
use engine::{Game, Limits, Start, StopFlag, playout, seeded};
use fourfold::args::{RuleArgs, number};
use fourfold::failure::Failure;
use rolling_mountains::{Position, Rules};

use crate::players::Kind;

#[derive(clap::Args)]
pub(crate) struct Contest {
    /// Who plays one seat, another one in every game
    player: Kind,

    /// Who plays the other seats
    opponents: Kind,

    /// How many games; a few more are played so that every opening is played from every seat
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>, allow_hyphen_values = true)]
    games: u32,

    /// How many turns every player makes at random before the game begins
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>, allow_hyphen_values = true)]
    opening: u32,

    /// Milliseconds that a search has for a ply
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = number::<u64>, allow_hyphen_values = true)]
    movetime: u64,

    /// Positions that a search visits for a ply, instead of the time
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_hyphen_values = true)]
    nodes: Option<u64>,

    /// Which openings and random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>, allow_hyphen_values = true)]
    seed: u64,

    /// How many games to play at a time; more than there are idle processors take time from each
    /// other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>, allow_hyphen_values = true)]
    threads: u32,

    #[command(flatten)]
    rules: RuleArgs,
}

/// The number of who is measured.
const PLAYER: usize = 0;

impl Contest {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules: Rules = self.rules.rules()?;
        let mut lengths = Vec::new();
        let mut written = Ok(());
        let abort = StopFlag::new();
        let end = |game: &PlayedGame<Position>| game.positions().last();
        let report = self.games(rules).abort(abort.clone()).run_with(end, |game, end, _| {
            let turns = end.map_or(0, |end| end.turns());
            lengths.push(turns);
            if written.is_ok() {
                written = writeln!(out, "{}", line(game, turns));
            }
            if written.is_err() {
                abort.raise();
            }
        });
        let report = report.map_err(Failure::run)?;
        written?;
        if let Some(Tally { won, drawn, lost, .. }) = report.standings.tallies().get(PLAYER) {
            writeln!(out, "{won} won, {drawn} drawn, {lost} lost")?;
        }
        lengths.sort_unstable();
        if let [least, .., most] = lengths[..] {
            let median = lengths[lengths.len() / 2];
            writeln!(out, "turns: {median} in the median, from {least} to {most}")?;
        }
        Ok(())
    }

    fn games(&self, rules: Rules) -> Match<'static, Position> {
        let limits = match self.nodes {
            Some(nodes) => Limits::new().nodes(nodes),
            None => Limits::new().time(Duration::from_millis(self.movetime)),
        };
        let contestant =
            |kind: Kind, name| Contestant::new(name, move || kind.bot()).limits(limits.clone());
        let others = (1..rules.players().count()).map(|_| contestant(self.opponents, "opponent"));
        let contestants = [contestant(self.player, "player")].into_iter().chain(others).collect();
        let turns = self.opening.saturating_mul(rules.players().count() as u32);
        let openings = Openings::dealt(move |seed| opening(&rules, turns, seed))
            .only(|position| position.outcome().is_none());
        Match::new(contestants, openings)
            .games(self.games.into())
            .seed(self.seed)
            .threads(self.threads as usize)
            .max_plies(usize::MAX)
    }
}

/// What came of a game for who is measured.
fn line(game: &PlayedGame<Position>, turns: u32) -> String {
    let seat = game.seats.iter().position(|&contestant| contestant == PLAYER).unwrap_or_default();
    let result = match game.score(seat) {
        Some(1.0) => "won",
        Some(0.0) => "lost",
        _ => "drawn",
    };
    let (number, player) = (game.number + 1, game.start.players()[seat]);
    format!("{number:4}. {player:6} {result:5} after {turns} turns")
}

/// A random beginning of so many turns.
fn opening(rules: &Rules, turns: u32, seed: u64) -> Position {
    let mut rng = seeded(seed);
    let mut position = Position::start(rules, 0);
    while position.turns() < turns && position.outcome().is_none() {
        position = playout(&position, 1, &mut rng).position;
    }
    position
}
