//! Matches: one player against others, and how long the games are.

use std::io::Write;
use std::time::Duration;

use engine::{Game, Limits, Outcome, Start, playout, seeded};
use examples::args::{RuleArgs, number};
use examples::failure::Failure;
use rolling_mountains::{Position, Rules};

use crate::players::Kind;

#[derive(clap::Args)]
pub(crate) struct Contest {
    /// Who plays one seat, another one in every game
    player: Kind,

    /// Who plays the other seats
    opponents: Kind,

    /// How many games; as many games as there are seats begin alike
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>)]
    games: u32,

    /// How many turns every player makes at random before the game begins
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>)]
    opening: u32,

    /// Milliseconds that a search has for a ply
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = number::<u64>)]
    movetime: u64,

    /// Positions that a search visits for a ply, instead of the time
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    nodes: Option<u64>,

    /// Which openings and random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    seed: u64,

    #[command(flatten)]
    rules: RuleArgs,
}

impl Contest {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules: Rules = self.rules.rules()?;
        let seats = rules.players().count();
        let (mut won, mut drawn) = (0, 0);
        let mut lengths = Vec::new();
        for game in 0..self.games {
            let seat = game as usize % seats;
            let opening =
                self.opening(&rules, self.seed.wrapping_add(u64::from(game) / seats as u64));
            let end = self.play(&opening, seat, self.seed.wrapping_add(game.into()))?;
            let result = match end.outcome() {
                Some(Outcome::Winner(winner)) if winner.seat() == seat => {
                    won += 1;
                    "won"
                }
                Some(Outcome::Winner(_)) => "lost",
                _ => {
                    drawn += 1;
                    "drawn"
                }
            };
            let player = opening.players()[seat];
            writeln!(out, "{:4}. {player:6} {result:5} after {} turns", game + 1, end.turns())?;
            lengths.push(end.turns());
        }
        lengths.sort_unstable();
        let lost = self.games - won - drawn;
        writeln!(out, "{won} won, {drawn} drawn, {lost} lost")?;
        if let [least, .., most] = lengths[..] {
            let median = lengths[lengths.len() / 2];
            writeln!(out, "turns: {median} in the median, from {least} to {most}")?;
        }
        Ok(())
    }

    /// The same random beginning for a seed.
    fn opening(&self, rules: &Rules, seed: u64) -> Position {
        let mut rng = seeded(seed);
        let mut position = Position::start(rules, 0);
        while position.turns() < self.opening.saturating_mul(rules.players().count() as u32)
            && position.outcome().is_none()
        {
            position = playout(&position, 1, &mut rng).position;
        }
        position
    }

    fn play(&self, opening: &Position, seat: usize, seed: u64) -> Result<Position, Failure> {
        let limits = match self.nodes {
            Some(nodes) => Limits::new().nodes(nodes),
            None => Limits::new().time(Duration::from_millis(self.movetime)),
        };
        let kind = |i| if i == seat { self.player } else { self.opponents };
        let mut position = *opening;
        let mut bots: Vec<_> = (0..position.players().len()).map(|i| kind(i).bot()).collect();
        for (bot, i) in bots.iter_mut().zip(0..) {
            bot.new_game(&position, seed.wrapping_mul(4).wrapping_add(i));
        }
        while position.outcome().is_none() {
            let no_move = || Failure::run(format!("no move in {position}"));
            let bot = bots.get_mut(position.turn().seat()).ok_or_else(no_move)?;
            let m = bot.choose(&position, &limits).ok_or_else(no_move)?;
            position.play(m).map_err(Failure::run)?;
        }
        Ok(position)
    }
}
