//! Certificates: the values of positions, with strategies that prove them.

use std::collections::{HashMap, HashSet};

use collateral_checkers::{Move, Player, Position, Rules, Setup, SquareSet, Symmetry};
use engine::game::Symmetric;
use engine::{Game, Limits, SearchError, Wdl};

use crate::checksum::{EMPTY, checksum};
use crate::endings::Endings;
use crate::forced::{Forced, ForcedWins, Run};

/// Solves positions and writes a certificate: strategies to the end of the game, which
/// can be checked without a bitbase.
///
/// The format, and a checker of a few pages that has the rules but nothing else, are in the folder
/// `certificate` of the crate `collateral-checkers`. The counts of plies since the last capture are left out, and there is no
/// quiet limit. `report` gets the number of positions in the strategies so far.
///
/// # Errors
///
/// A limit was reached, a position could not be settled, or there is not enough memory for the table.
pub fn certify(
    wins: &ForcedWins<'_, Endings>,
    positions: &[Position],
    limits: &Limits,
    mut report: impl FnMut(u64),
) -> Result<Vec<u8>, CertifyError> {
    wins.watched(limits, |run| write(run, positions, &mut report))?
}

fn write(
    run: Run<'_, '_, Endings>,
    positions: &[Position],
    report: &mut impl FnMut(u64),
) -> Result<Vec<u8>, CertifyError> {
    let mut claims = Vec::new();
    for position in positions {
        claims.push((worth(run, position)?, *position));
    }
    // The strategies that win serve those that hold a draw as well.
    claims.sort_by_key(|&(worth, _)| worth == Wdl::Draw);
    let mut strategy = Strategy::new(run.alone());
    let Rules { forced_capture, hold_turns, .. } = strategy.rules();
    let rules = format!("forced_capture={forced_capture},hold_turns={hold_turns}");
    let mut lines = vec!["Collateral Checkers certificate 1".to_owned(), rules];
    for (worth, position) in claims {
        let name = match worth {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        let position = Position::from_setup_unchecked(Setup { quiet: 0, ..position.setup() });
        lines.push(format!("{name} {position}"));
        let goal = if worth == Wdl::Draw { Goal::NotLose } else { Goal::Win };
        if worth != Wdl::Win {
            for reply in replies(&position) {
                strategy.follow(reply, goal, report)?;
            }
        }
        if worth != Wdl::Loss {
            strategy.follow(Code::of(&position), goal, report)?;
        }
    }
    let mut bytes = (lines.join("\n") + "\n\n").into_bytes();
    bytes.append(&mut strategy.choices);
    bytes.extend(checksum(EMPTY, &bytes).to_le_bytes());
    Ok(bytes)
}

/// The value of a running game for the player to move.
fn worth(run: Run<'_, '_, Endings>, position: &Position) -> Result<Wdl, CertifyError> {
    if position.outcome().is_some() {
        return Err(CertifyError::Unsettled { position: *position });
    }
    for plies in Forced::LIMITS {
        let ask = |player| run.settle(position, player, plies).ok_or(CertifyError::Stopped);
        match (ask(position.turn())?, ask(!position.turn())?) {
            (Forced::Within(_), _) => return Ok(Wdl::Win),
            (_, Forced::Within(_)) => return Ok(Wdl::Loss),
            (Forced::Never, Forced::Never) => return Ok(Wdl::Draw),
            _ => {}
        }
    }
    Err(CertifyError::Unsettled { position: *position })
}

/// A running game as the player to move sees it; ordered as the format demands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Code {
    own: SquareSet,
    opponents: SquareSet,
    hold: u32,
}

impl Code {
    fn of(position: &Position) -> Self {
        let (own, opponents) = position.sides();
        Self { own, opponents, hold: position.hold() }
    }

    /// The position with black to move.
    fn position(self, rules: Rules) -> Option<Position> {
        let pieces = [self.own, self.opponents];
        let setup = Setup { pieces, turn: Player::Black, hold: self.hold, quiet: 0, rules };
        Position::from_setup(&setup).ok()
    }

    /// The least of the eight images.
    fn canonical(self) -> Self {
        let image = |number| {
            let symmetry = Symmetry::of_board(number);
            let [own, opponents] =
                [self.own, self.opponents].map(|squares| symmetry.apply_to_set(squares));
            Self { own, opponents, ..self }
        };
        (1..8).map(image).fold(self, Self::min)
    }
}

/// The result of a move, for the player who made it; ordered as in the format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum After {
    Won,
    Lost,
    Running(Code),
}

impl After {
    fn of(position: &Position, m: Move) -> Self {
        let after = position.after(m);
        match after.outcome() {
            None => Self::Running(Code::of(&after)),
            Some(outcome) if outcome.winner() == Some(position.turn()) => Self::Won,
            Some(_) => Self::Lost,
        }
    }

    /// The distinct results of all moves, in order.
    fn all(position: &Position) -> Vec<Self> {
        let moves = position.distinct_moves().into_iter();
        let mut all: Vec<Self> = moves.map(|m| Self::of(position, m)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The positions after the moves that do not end the game.
fn replies(position: &Position) -> impl Iterator<Item = Code> {
    After::all(position).into_iter().filter_map(|after| match after {
        After::Running(code) => Some(code),
        After::Won | After::Lost => None,
    })
}

/// The goal of a strategy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Win,
    NotLose,
}

/// The strategies written so far.
struct Strategy<'s, 'b> {
    run: Run<'s, 'b, Endings>,
    /// The moves in the format.
    choices: Vec<u8>,
    /// As in the checker: the goal, and whether all positions after it have been visited.
    known: HashMap<Code, (Goal, bool)>,
    /// Positions that are known or will be.
    planned: HashSet<Code>,
}

/// A position on the current path, and the opponent's replies that are left.
type Step = (Code, Vec<Code>);

impl<'s, 'b> Strategy<'s, 'b> {
    fn new(run: Run<'s, 'b, Endings>) -> Self {
        let (known, planned) = (HashMap::new(), HashSet::new());
        Self { run, choices: Vec::new(), known, planned }
    }

    fn rules(&self) -> Rules {
        self.run.wins().bitbase().family().rules()
    }

    /// Writes down the strategy of the player to move, in the order in which the checker asks for it.
    fn follow(
        &mut self,
        root: Code,
        goal: Goal,
        report: &mut impl FnMut(u64),
    ) -> Result<(), CertifyError> {
        let mut path = Vec::from_iter(self.enter(root, goal)?);
        while let Some((code, replies)) = path.last_mut() {
            if let Some(reply) = replies.pop() {
                path.extend(self.enter(reply, goal)?);
            } else {
                self.known.insert(*code, (goal, true));
                path.pop();
                report(self.known.len() as u64);
            }
        }
        Ok(())
    }

    /// Chooses a move; `None` if the position is known already.
    fn enter(&mut self, code: Code, goal: Goal) -> Result<Option<Step>, CertifyError> {
        let code = code.canonical();
        if self.run.watch.is_stopped() {
            return Err(CertifyError::Stopped);
        }
        let Some(position) = code.position(self.rules()) else { return Ok(None) };
        let unsettled = CertifyError::Unsettled { position };
        match (self.known.get(&code), goal) {
            (Some((Goal::Win, true)), _) | (Some(_), Goal::NotLose) => return Ok(None),
            (Some((Goal::Win, false)), _) => return Err(unsettled),
            _ => {}
        }
        let all = After::all(&position);
        let moves = self.moves(&position, &all, goal)?;
        let cost = |&after: &After| self.new_replies(after);
        let best = moves.into_iter().min_by_key(cost).ok_or(unsettled)?;
        let number = all.iter().position(|&after| after == best).unwrap_or(0);
        if number >= 128 {
            self.choices.push((number >> 8) as u8 | 128);
        }
        self.choices.push(number as u8);
        let next = match best {
            After::Running(next) => next.position(self.rules()),
            After::Won | After::Lost => None,
        };
        let replies: Vec<Code> = next.iter().flat_map(replies).collect();
        self.planned.insert(code);
        self.planned.extend(replies.iter().map(|reply| reply.canonical()));
        self.known.insert(code, (goal, false));
        Ok(Some((code, replies)))
    }

    /// The number of positions that a move adds to the planned ones.
    fn new_replies(&self, after: After) -> usize {
        let After::Running(next) = after else { return 0 };
        let position = next.position(self.rules());
        let replies = position.iter().flat_map(replies);
        replies.filter(|reply| !self.planned.contains(&reply.canonical())).count()
    }

    /// The moves to choose from.
    fn moves(
        &self,
        position: &Position,
        all: &[After],
        goal: Goal,
    ) -> Result<Vec<After>, CertifyError> {
        if goal == Goal::NotLose {
            return Ok(all.iter().copied().filter(|&after| self.holds(after)).collect());
        }
        if let Some(&after) = all.iter().find(|&&after| self.is_done(after)) {
            return Ok(vec![after]);
        }
        let moves = self.run.winning_moves(position).ok_or(CertifyError::Stopped)?;
        Ok(moves.into_iter().map(|m| After::of(position, m)).collect())
    }

    /// Whether the opponent is known not to win after a move.
    fn holds(&self, after: After) -> bool {
        let After::Running(next) = after else { return after == After::Won };
        let Some(position) = next.position(self.rules()) else { return false };
        // A position is in a closed set by one of its images, not by all.
        let images = (0..8).map(|number| position.transform(Symmetry::of_board(number)));
        images.into_iter().any(|image| self.run.wins().is_never(&image, position.turn()))
    }

    /// Whether every reply leads to a position whose win has been written down to the end.
    fn is_done(&self, after: After) -> bool {
        let After::Running(next) = after else { return after == After::Won };
        let done = |reply: After| match reply {
            After::Running(code) => self.known.get(&code.canonical()) == Some(&(Goal::Win, true)),
            reply => reply == After::Lost,
        };
        next.position(self.rules()).is_some_and(|next| After::all(&next).into_iter().all(done))
    }
}

/// The reason why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum CertifyError {
    /// A limit was reached.
    #[error("stopped before it was done")]
    Stopped,
    /// There is not enough memory for the table.
    #[error(transparent)]
    Memory(#[from] SearchError),
    /// The value of a position is unknown.
    #[error("the position {position} is not settled, or the game is over")]
    Unsettled { position: Position },
}
