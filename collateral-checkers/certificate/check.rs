//! Checks a certificate of Collateral Checkers, by rules written anew and with nothing but the standard
//! library. `README.md` beside this file has the format, and says why what is accepted is true.

use std::{collections::HashMap, process::exit};

/// A running game as the player to move sees it. Of sets of squares `a1` is bit 0, `a2` bit 1, `b1` bit 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Position {
    pub(crate) own: u32,
    pub(crate) other: u32,
    /// How many turns in a row the piece on the centre has been there; 0 if there is none.
    pub(crate) hold: u32,
}

/// What a move leads to, for who made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum After {
    Won,
    Lost,
    /// The opponent is to move.
    Running(Position),
}

const CENTRE: u32 = 1 << 12;
const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

pub(crate) struct Rules {
    pub(crate) must_take_opponent: bool,
    pub(crate) hold_turns: u32,
}

/// A capture under way. `own` is without the piece that moves.
#[derive(Clone, Copy)]
struct Chain {
    own: u32,
    other: u32,
    at: usize,
    /// Whether it may be all.
    does_duty: bool,
}

fn squares(set: u32) -> impl Iterator<Item = usize> {
    let sets = std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)));
    sets.take_while(|&set| set != 0).map(|set| set.trailing_zeros() as usize)
}

/// The square so many steps away; `None` off the board.
fn towards(at: usize, (files, ranks): (i32, i32), steps: i32) -> Option<usize> {
    let (file, rank) = (at as i32 / 5 + files * steps, at as i32 % 5 + ranks * steps);
    ((0..5).contains(&file) && (0..5).contains(&rank)).then_some((5 * file + rank) as usize)
}

impl Chain {
    /// The jumps over a piece of either colour to the empty square behind it: the square jumped, as a
    /// set, and the one landed on.
    fn jumps(self) -> impl Iterator<Item = (u32, usize)> {
        let all = self.own | self.other;
        DIRECTIONS.into_iter().filter_map(move |direction| {
            let (over, to) = (towards(self.at, direction, 1)?, towards(self.at, direction, 2)?);
            (all >> over & 1 == 1 && all >> to & 1 == 0).then_some((1 << over, to))
        })
    }

    fn can_take_opponent(self) -> bool {
        self.jumps().any(|(over, _)| self.other & over != 0)
    }
}

impl Rules {
    /// What the legal moves lead to, each once, in order.
    pub(crate) fn moves(&self, position: Position) -> Vec<After> {
        let Position { own, other, .. } = position;
        let start = |at: usize| Chain { own: own & !(1 << at), other, at, does_duty: true };
        let must_capture = squares(own).any(|at| start(at).can_take_opponent());
        let does_duty = !(must_capture && self.must_take_opponent);
        let mut found = Vec::new();
        for at in squares(own) {
            let chain = Chain { does_duty, ..start(at) };
            self.captures(position, chain, &mut found);
            if !must_capture {
                let to = DIRECTIONS.into_iter().filter_map(|direction| towards(at, direction, 1));
                let free = to.map(|to| 1 << to).filter(|to| (own | other) & to == 0);
                found.extend(free.map(|to| self.after(position, chain.own | to, other)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds what the captures lead to that go on from here.
    fn captures(&self, before: Position, chain: Chain, found: &mut Vec<After>) {
        for (over, at) in chain.jumps() {
            let (own, other) = (chain.own & !over, chain.other & !over);
            let does_duty = chain.does_duty || chain.other & over != 0;
            let next = Chain { own, other, at, does_duty };
            let is_over = own.count_ones() + 1 < 3 || other.count_ones() < 3;
            if does_duty && (is_over || !next.can_take_opponent()) {
                found.push(self.after(before, own | 1 << at, other));
            }
            if !is_over {
                self.captures(before, next, found);
            }
        }
    }

    /// What a move leads to that leaves these pieces to who made it and to the opponent.
    fn after(&self, before: Position, own: u32, other: u32) -> After {
        let has_centre = |pieces| pieces & CENTRE != 0;
        let hold = match (has_centre(own), has_centre(other)) {
            (true, _) => 1 + if has_centre(before.own) { before.hold } else { 0 },
            (_, true) => before.hold,
            _ => 0,
        };
        if own.count_ones() < 3 {
            After::Lost
        } else if other.count_ones() < 3 || has_centre(own) && hold >= self.hold_turns {
            After::Won
        } else {
            After::Running(Position { own: other, other: own, hold })
        }
    }
}

/// The least of the eight images of a position.
fn canonical(Position { own, other, hold }: Position) -> Position {
    let image = |symmetry: u32| {
        let square = |at: usize| {
            let mirror = |place: usize, bit| if symmetry & bit != 0 { 4 - place } else { place };
            let (file, rank) = (mirror(at / 5, 1), mirror(at % 5, 2));
            if symmetry & 4 != 0 { 5 * rank + file } else { 5 * file + rank }
        };
        let set = |set| squares(set).fold(0, |image, at| image | 1 << square(at));
        Position { own: set(own), other: set(other), hold }
    };
    (0..8).map(image).min().expect("eight images")
}

/// What a player achieves by the moves of the certificate, whatever the opponent plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Win,
    NotLose,
}

struct Checker<'c> {
    rules: Rules,
    choices: &'c [u8],
    /// The goal at each position, and once all that follows has been looked at, the most plies in a row
    /// without a capture, counted from the one before.
    known: HashMap<Position, (Goal, Option<u32>)>,
}

/// A position on the path that is looked at, how many of the opponent's replies are left, and all of them.
type Step = (Position, usize, Vec<Position>);

impl Checker<'_> {
    /// Follows the strategy of the player to move to all its ends.
    fn follow(&mut self, root: Position, goal: Goal) -> Result<(), String> {
        let mut path = Vec::from_iter(self.enter(root, goal)?);
        while let Some((position, left, replies)) = path.last_mut() {
            if *left > 0 {
                *left -= 1;
                let reply = replies[*left];
                path.extend(self.enter(reply, goal)?);
            } else {
                let pieces = |position: &Position| (position.own | position.other).count_ones();
                let same = replies.iter().filter(|reply| pieces(reply) == pieces(position));
                let plies = 2 + same.filter_map(|reply| self.known[reply].1).max().unwrap_or(0);
                self.known.insert(*position, (goal, Some(plies)));
                path.pop();
            }
        }
        Ok(())
    }

    /// Takes the move of the certificate; `None` if the position is known already.
    fn enter(&mut self, position: Position, goal: Goal) -> Result<Option<Step>, String> {
        match (self.known.get(&position), goal) {
            (Some((Goal::Win, Some(_))), _) | (Some(_), Goal::NotLose) => return Ok(None),
            (Some((Goal::Win, None)), _) => return Err(format!("{position:?} comes again")),
            _ => {}
        }
        let moves = self.rules.moves(position);
        let replies = match self.number().and_then(|number| moves.get(number)) {
            Some(After::Won) => Vec::new(),
            Some(&After::Running(next)) => self.replies(next)?,
            _ => return Err(format!("the move at {position:?} loses, or there is none")),
        };
        self.known.insert(position, (goal, None));
        Ok(Some((position, replies.len(), replies)))
    }

    /// Where the opponent's moves lead, as canonical positions; none may win.
    fn replies(&self, position: Position) -> Result<Vec<Position>, String> {
        let reply = |after| match after {
            After::Won => Some(Err(format!("the opponent wins at {position:?}"))),
            After::Lost => None,
            After::Running(next) => Some(Ok(canonical(next))),
        };
        self.rules.moves(position).into_iter().filter_map(reply).collect()
    }

    /// The next number: a byte below 128, or two, the higher one first and with its top bit set.
    fn number(&mut self) -> Option<usize> {
        let (number, rest) = match self.choices {
            [number @ ..128, rest @ ..] => (usize::from(*number), rest),
            [high, low, rest @ ..] => (usize::from(high & 127) << 8 | usize::from(*low), rest),
            _ => return None,
        };
        self.choices = rest;
        Some(number)
    }

    /// Checks what a line claims: what a position is worth for the player to move.
    fn claim(&mut self, claim: &str) -> Result<(), String> {
        let (value, position) = claim.split_once(' ').ok_or("a claim is a value and a position")?;
        let root = read_position(position, &self.rules).ok_or("this is no running game")?;
        let goal = match value {
            "win" | "loss" => Goal::Win,
            "draw" => Goal::NotLose,
            _ => return Err("a value is win, draw or loss".to_owned()),
        };
        if value != "win" {
            self.replies(root)?.into_iter().try_for_each(|reply| self.follow(reply, goal))?;
        }
        if value == "loss" { Ok(()) } else { self.follow(canonical(root), goal) }
    }
}

/// Reads the notation of a running game, with the last number 0: it has no meaning here.
pub(crate) fn read_position(text: &str, rules: &Rules) -> Option<Position> {
    let [board, side, hold, "0"] = text.split(' ').collect::<Vec<_>>()[..] else { return None };
    let (mut at, mut sides) = ((5, 5), [0_u32; 2]);
    for cell in format!("/{board}").chars() {
        match cell {
            '/' if at.0 == 5 => at = (0, at.1 - 1),
            '1'..='5' => at.0 += cell as i32 - '0' as i32,
            'b' | 'w' => {
                sides[usize::from(cell == 'w')] |= 1 << towards(0, at, 1)?;
                at.0 += 1;
            }
            _ => return None,
        }
    }
    let [own, other] = if side == "b" { sides } else { [sides[1], sides[0]] };
    let hold =
        hold.parse().ok().filter(|&n: &u32| n < rules.hold_turns && n.to_string() == hold)?;
    let fits = at == (5, 0)
        && !board.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit))
        && ((own | other) & CENTRE != 0) == (hold > 0)
        && sides.iter().all(|side| (3..=9).contains(&side.count_ones()));
    (fits && matches!(side, "b" | "w")).then_some(Position { own, other, hold })
}

/// FNV-1a: a single changed byte always changes it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, add)
}

/// Checks the bytes of a certificate, and says what they prove.
pub(crate) fn check(bytes: &[u8]) -> Result<String, String> {
    let (bytes, sum) = bytes.split_last_chunk().ok_or("the file is too short")?;
    (checksum(bytes) == u64::from_le_bytes(*sum)).then_some(()).ok_or("the checksum is wrong")?;
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or("the text has no end")?;
    let text = std::str::from_utf8(&bytes[..end]).map_err(|error| error.to_string())?;
    let mut lines = text.split('\n');
    let head = Some("Collateral Checkers certificate 1");
    (lines.next() == head).then_some(()).ok_or("this is no certificate")?;
    let (must_take_opponent, turns) =
        match lines.next().and_then(|rules| rules.split_once(",hold_turns=")) {
            Some(("forced_capture=any_capture", turns)) => (false, turns),
            Some(("forced_capture=must_take_opponent", turns)) => (true, turns),
            _ => return Err("unknown rules".to_owned()),
        };
    let hold_turns = turns.parse().ok().filter(|&n: &u32| n > 0 && n.to_string() == turns);
    let rules = Rules { must_take_opponent, hold_turns: hold_turns.ok_or("unknown hold_turns")? };
    let mut checker = Checker { rules, choices: &bytes[end + 2..], known: HashMap::new() };
    for claim in lines {
        checker.claim(claim).map_err(|error| format!("{claim}: {error}"))?;
    }
    checker.choices.is_empty().then_some(()).ok_or("bytes are left over")?;
    let (count, known) = (checker.known.len(), checker.known.into_values());
    let wins = known.filter(|&(goal, _)| goal == Goal::Win);
    let quiet = wins.filter_map(|(_, plies)| plies).max().unwrap_or(0);
    Ok(format!("{text}\naccepted: {count} positions; {quiet} plies without a capture in a win"))
}

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: check FILE");
        exit(2)
    };
    let read = std::fs::read(&path).map_err(|error| error.to_string());
    let proven = read.and_then(|bytes| check(&bytes)).unwrap_or_else(|error| {
        eprintln!("{path} is rejected: {error}");
        exit(1)
    });
    println!("{proven}");
}
