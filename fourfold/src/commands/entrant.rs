//! Who takes part in matches.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::time::Duration;

use arena::Contestant;
use engine::Limits;
use kit::AnyBot;

use crate::commands::memory;
use crate::commands::ugi_player::UgiPlayer;
use crate::failure::{Failure, quote};
use crate::hooks::{BotOf, Hooks};
use crate::limits::LimitArgs;
use crate::players::{ParsePlayerError, Player, Settings};

/// A participant of a match: a player of this program, or another program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entrant {
    Player(Player),
    Program(UgiPlayer),
}

impl Entrant {
    pub(crate) const MOVE_TIME: Duration = Duration::from_millis(100);

    /// Checks that it can play the game. Another program is started to check that it speaks UGI.
    pub(crate) fn check<H: Hooks>(&self, hooks: &H) -> Result<(), String> {
        match self {
            Self::Player(player) => {
                let too_large = |error| format!("table: {error}");
                memory::check_table(player.table_mib()).map_err(too_large)?;
                player.check(hooks)
            }
            Self::Program(program) => program.check(),
        }
    }

    pub(crate) fn check_all<H: Hooks>(players: &[Self], hooks: &H) -> Result<(), Failure> {
        players.iter().try_for_each(|player| {
            let refuse =
                |error| Failure::usage(format!("player {}", quote(&player.to_string())), error);
            player.check(hooks).map_err(refuse)
        })
    }

    pub(crate) fn contestant<'h, H: Hooks>(&self, hooks: &'h H) -> Contestant<'h, H::Game> {
        let contestant = Contestant::new(self.to_string(), self.maker(hooks));
        let settings = self.settings::<H>();
        let contestant = contestant.limits(settings.limits_or_time(Self::MOVE_TIME));
        settings.clock.into_iter().fold(contestant, Contestant::time_control)
    }

    pub(crate) fn maker<'h, H: Hooks>(
        &self,
        hooks: impl Deref<Target = H> + Send + Sync + 'h,
    ) -> Box<dyn Fn() -> BotOf<H> + Send + Sync + 'h> {
        match self {
            Self::Player(player) => {
                let player = player.resolve::<H>();
                Box::new(move || player.bot(&*hooks))
            }
            // All games share its processes.
            Self::Program(program) => {
                let program = program.program();
                Box::new(move || Box::new(program.bot()))
            }
        }
    }

    /// Whether its moves depend on how fast the machine is.
    pub(crate) fn is_timed<H: Hooks>(&self, hooks: &H) -> bool {
        let Settings { limits, clock, .. } = self.settings::<H>();
        limits.movetime.is_some() || clock.is_some() || self.takes_time(hooks)
    }

    /// Whether it thinks for a time, and has no limit of its own.
    pub(crate) fn takes_time<H: Hooks>(&self, hooks: &H) -> bool {
        let thinks = match self {
            Self::Player(player) => player.resolve::<H>().thinks(hooks),
            Self::Program(_) => true,
        };
        let Settings { limits, clock, .. } = self.settings::<H>();
        thinks && limits == LimitArgs::default() && clock.is_none()
    }

    pub(crate) fn settings<H: Hooks>(&self) -> Settings {
        match self {
            Self::Player(player) => *player.resolve::<H>().settings,
            Self::Program(program) => (*program.settings).clone(),
        }
    }

    /// The names of players who play each other: those given, or else their descriptions. Equal ones are
    /// numbered.
    pub(crate) fn names(players: &[Self]) -> Vec<String> {
        let names: Vec<String> = players.iter().map(Self::name).collect();
        let number = |i: usize| names[..=i].iter().filter(|name| **name == names[i]).count();
        let numbered = |(i, name): (usize, &String)| match number(i) {
            1 => name.clone(),
            number => format!("{name} #{number}"),
        };
        names.iter().enumerate().map(numbered).collect()
    }

    pub(crate) fn name(&self) -> String {
        let settings = match self {
            Self::Player(player) => &player.settings,
            Self::Program(program) => &program.settings,
        };
        settings.name.clone().unwrap_or_else(|| self.to_string())
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => player.fmt(f),
            Self::Program(program) => program.fmt(f),
        }
    }
}

impl FromStr for Entrant {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        match text.strip_prefix("ugi:") {
            Some(description) => description.parse().map(Self::Program),
            None => text.parse().map(Self::Player),
        }
    }
}

/// A player of one of the games, for positions of any type.
pub struct AnyPlayer {
    /// Makes its bots, one for each game.
    pub bot: Box<dyn Fn() -> Box<dyn AnyBot + Send> + Send + Sync>,
    /// The limits of each move.
    pub limits: Limits,
    /// Its clock, if it has one.
    pub clock: Option<arena::TimeControl>,
}

impl fmt::Debug for AnyPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyPlayer").field("limits", &self.limits).finish_non_exhaustive()
    }
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
