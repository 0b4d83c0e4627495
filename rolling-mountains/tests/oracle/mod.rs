//! Naive reference implementation ("oracle") of Rolling Mountains, written from the rules only.
//! It is meant to be obviously right, not fast: every move copies the whole position, and whether
//! a movement can be completed is found out by trying every continuation.

#![allow(clippy::pedantic, unreachable_pub, reason = "kept as it was written")]

use std::collections::BTreeSet;

/// File and rank, both counted from 0.
type Square = (usize, usize);

/// An inner edge: file and rank of a square, and `'e'` or `'n'` for its east or north edge.
/// The derived order (file, rank, `e` before `n`) is the one the notation asks for.
type Edge = (usize, usize, char);

const COLOURS: [&str; 4] = ["red", "yellow", "blue", "green"];
const PAWN_LETTERS: [char; 2] = ['L', 'R'];
const DIRECTIONS: [char; 4] = ['e', 'n', 's', 'w'];

/// The options that a position text does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub turn_limit: Option<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        // Ruling 9.
        Rules { turn_limit: Some(500) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Bare,
    Tile,
    Mountain,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pawn {
    Waiting,
    On(Square),
    /// Out, with the corner it left from.
    Out(Square),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    South,
    West,
    North,
    East,
}

/// Where a movement has got to. `First`: no step made yet; it never appears in `Stage::Moving`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    First,
    Collecting,
    CollectingEnded,
    Dropping,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// No step made yet in this turn.
    Begin { action_done: bool },
    /// A movement is under way.
    Moving { pawn: usize, held: u32, phase: Phase, action_done: bool },
    /// The movement is done, the action is due.
    ActionDue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Tile(Square),
    Wall(Edge),
    Remove(Edge),
    Mountain(Square),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    rules: Rules,
    players: usize,
    width: usize,
    height: usize,
    /// Rank by rank from rank 1, each from file a.
    cells: Vec<Cell>,
    walls: BTreeSet<Edge>,
    /// For each player, the pawns `L` and `R`.
    pawns: Vec<[Pawn; 2]>,
    supply: u32,
    /// Mountains left, for each player.
    mountains: Vec<u32>,
    /// The wall each player removed in their last completed turn.
    removed: Vec<Option<Edge>>,
    seat: usize,
    turn: u64,
    stage: Stage,
}

// ---------------------------------------------------------------------------------------------
// Geometry

/// The direction in which a player of this side looks (rulings 2 to 4).
fn forward(side: Side) -> char {
    match side {
        Side::South => 'n',
        Side::West => 'e',
        Side::North => 's',
        Side::East => 'w',
    }
}

fn square_name(square: Square) -> String {
    let file = char::from(b'a' + square.0 as u8);
    format!("{}{}", file, square.1 + 1)
}

fn edge_name(edge: Edge) -> String {
    format!("{}{}", square_name((edge.0, edge.1)), edge.2)
}

/// The two squares on either side of an edge.
fn edge_squares(edge: Edge) -> (Square, Square) {
    let (x, y, which) = edge;
    match which {
        'e' => ((x, y), (x + 1, y)),
        _ => ((x, y), (x, y + 1)),
    }
}

/// The edge crossed by stepping from `from` in `direction`. The step must stay on the board.
fn crossed_edge(from: Square, direction: char) -> Edge {
    let (x, y) = from;
    match direction {
        'e' => (x, y, 'e'),
        'n' => (x, y, 'n'),
        'w' => (x - 1, y, 'e'),
        _ => (x, y - 1, 'n'),
    }
}

impl State {
    /// Ruling 2: who sits where.
    fn side(&self, seat: usize) -> Side {
        match (self.players, seat) {
            (_, 0) => Side::South,
            (2, _) => Side::North,
            (_, 1) => Side::West,
            (_, 2) => Side::North,
            _ => Side::East,
        }
    }

    /// The corners as the player sees them: near left, near right, far left, far right (ruling 2).
    fn corners(&self, seat: usize) -> [Square; 4] {
        let low_low = (0, 0);
        let high_low = (self.width - 1, 0);
        let low_high = (0, self.height - 1);
        let high_high = (self.width - 1, self.height - 1);
        match self.side(seat) {
            Side::South => [low_low, high_low, low_high, high_high],
            Side::West => [low_high, low_low, high_high, high_low],
            Side::North => [high_high, low_high, high_low, low_low],
            Side::East => [high_low, high_high, low_low, low_high],
        }
    }

    /// Ruling 3: the corner a pawn waits behind.
    fn start_corner(&self, seat: usize, pawn: usize) -> Square {
        self.corners(seat)[pawn]
    }

    /// Ruling 4: the exits of a pawn, whatever the other pawn has done.
    fn own_exits(&self, seat: usize, pawn: usize) -> Vec<Square> {
        let [_, _, far_left, far_right] = self.corners(seat);
        if self.players > 2 {
            vec![far_left, far_right]
        } else if pawn == 0 {
            vec![far_right]
        } else {
            vec![far_left]
        }
    }

    /// Ruling 4: the exits a pawn may still use.
    fn usable_exits(&self, seat: usize, pawn: usize) -> Vec<Square> {
        let mut exits = self.own_exits(seat, pawn);
        if let Pawn::Out(used) = self.pawns[seat][1 - pawn] {
            exits.retain(|&exit| exit != used);
        }
        exits
    }

    fn is_corner(&self, square: Square) -> bool {
        (square.0 == 0 || square.0 == self.width - 1)
            && (square.1 == 0 || square.1 == self.height - 1)
    }

    fn squares(&self) -> Vec<Square> {
        let mut list = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                list.push((x, y));
            }
        }
        list
    }

    fn edges(&self) -> Vec<Edge> {
        let mut list = Vec::new();
        for (x, y) in self.squares() {
            if x + 1 < self.width {
                list.push((x, y, 'e'));
            }
            if y + 1 < self.height {
                list.push((x, y, 'n'));
            }
        }
        list
    }

    /// The neighbouring square in a direction, or `None` over the edge of the board.
    fn neighbour(&self, square: Square, direction: char) -> Option<Square> {
        let (x, y) = square;
        match direction {
            'e' if x + 1 < self.width => Some((x + 1, y)),
            'n' if y + 1 < self.height => Some((x, y + 1)),
            'w' if x > 0 => Some((x - 1, y)),
            's' if y > 0 => Some((x, y - 1)),
            _ => None,
        }
    }

    fn cell(&self, square: Square) -> Cell {
        self.cells[square.1 * self.width + square.0]
    }

    fn set_cell(&mut self, square: Square, cell: Cell) {
        self.cells[square.1 * self.width + square.0] = cell;
    }

    /// Waiting pawns and pawns that are out stand on no square (ruling 3).
    fn has_pawn(&self, square: Square) -> bool {
        self.pawns.iter().flatten().any(|&p| p == Pawn::On(square))
    }

    /// No pawn, tile or mountain (ruling 5).
    fn unoccupied(&self, square: Square) -> bool {
        self.cell(square) == Cell::Bare && !self.has_pawn(square)
    }

    /// Ruling 6, mountain rule: every pawn not yet out is connected with every exit it may still
    /// use, around mountains and ignoring walls, tiles and pawns.
    fn mountain_rule_holds(&self) -> bool {
        for seat in 0..self.players {
            for pawn in 0..2 {
                let from = match self.pawns[seat][pawn] {
                    Pawn::Out(_) => continue,
                    Pawn::Waiting => self.start_corner(seat, pawn),
                    Pawn::On(square) => square,
                };
                let reached = self.connected_with(from);
                let exits = self.usable_exits(seat, pawn);
                if exits.iter().any(|exit| !reached.contains(exit)) {
                    return false;
                }
            }
        }
        true
    }

    /// All squares that can be reached from a square by stepping round mountains.
    fn connected_with(&self, from: Square) -> BTreeSet<Square> {
        let mut reached = BTreeSet::from([from]);
        let mut to_do = vec![from];
        while let Some(square) = to_do.pop() {
            for direction in DIRECTIONS {
                if let Some(next) = self.neighbour(square, direction)
                    && self.cell(next) != Cell::Mountain
                    && reached.insert(next)
                {
                    to_do.push(next);
                }
            }
        }
        reached
    }
}

// ---------------------------------------------------------------------------------------------
// Movement

impl State {
    /// The position after one step of the player to move, and whether the movement is complete
    /// with it; `None` if the step breaks a rule. Whether the movement can still be completed is
    /// not looked at here. When the movement is complete the stage is left for the caller to set.
    fn try_step(&self, pawn: usize, direction: char) -> Option<(State, bool)> {
        let seat = self.seat;
        let (held, phase, action_done) = match self.stage {
            Stage::Begin { action_done } => (0, Phase::First, action_done),
            Stage::Moving { pawn: in_motion, held, phase, action_done } if in_motion == pawn => {
                (held, phase, action_done)
            }
            // One movement is of one pawn, and there is one in a turn (ruling 5).
            _ => return None,
        };
        let ahead = forward(self.side(seat));
        let mut after = self.clone();
        let mut held = held;

        let to = match self.pawns[seat][pawn] {
            // Ruling 5: a pawn that has exited never moves again.
            Pawn::Out(_) => return None,
            // Ruling 3: the first step is onto its corner square.
            Pawn::Waiting => {
                if direction != ahead {
                    return None;
                }
                self.start_corner(seat, pawn)
            }
            Pawn::On(from) => {
                // Ruling 5, drop: after the first drop step, a tile is left before every further
                // step, before exiting too.
                if phase == Phase::Dropping {
                    after.set_cell(from, Cell::Tile);
                    held -= 1;
                }
                match self.neighbour(from, direction) {
                    Some(to) => {
                        if self.walls.contains(&crossed_edge(from, direction)) {
                            return None;
                        }
                        to
                    }
                    None => {
                        // Rulings 4 and 5: exit over the far edge from an exit corner; tiles
                        // still held are out of the game.
                        let exits = self.usable_exits(seat, pawn);
                        if direction != ahead || !exits.contains(&from) {
                            return None;
                        }
                        after.pawns[seat][pawn] = Pawn::Out(from);
                        return Some((after, true));
                    }
                }
            }
        };

        // Ruling 5: never onto a mountain or another pawn.
        if self.cell(to) == Cell::Mountain || self.has_pawn(to) {
            return None;
        }
        after.pawns[seat][pawn] = Pawn::On(to);
        let next_phase = match phase {
            Phase::First | Phase::Collecting => {
                if self.cell(to) == Cell::Tile {
                    // Ruling 5, collect: it takes the tile along and must step again.
                    after.set_cell(to, Cell::Bare);
                    held += 1;
                    Phase::Collecting
                } else if held == 0 {
                    // Nothing was collected: the movement is complete.
                    return Some((after, true));
                } else {
                    Phase::CollectingEnded
                }
            }
            Phase::CollectingEnded | Phase::Dropping => {
                // Ruling 5, drop: every step goes to an unoccupied square.
                if self.cell(to) == Cell::Tile {
                    return None;
                }
                if held == 0 {
                    return Some((after, true));
                }
                Phase::Dropping
            }
        };
        after.stage = Stage::Moving { pawn, held, phase: next_phase, action_done };
        Some((after, false))
    }

    /// Ruling 5: a step is legal only if the movement can still be completed after it.
    fn legal_step(&self, pawn: usize, direction: char) -> Option<(State, bool)> {
        let (after, complete) = self.try_step(pawn, direction)?;
        let legal = complete || after.can_complete(pawn);
        legal.then_some((after, complete))
    }

    fn can_complete(&self, pawn: usize) -> bool {
        DIRECTIONS.iter().any(|&direction| self.legal_step(pawn, direction).is_some())
    }

    /// Can the player to move make (or go on with) a movement?
    fn movement_possible(&self) -> bool {
        self.can_complete(0) || self.can_complete(1)
    }

    /// All legal steps with the positions they lead to.
    fn step_moves(&self) -> Vec<(String, State)> {
        let action_done = match self.stage {
            Stage::Begin { action_done } => action_done,
            Stage::Moving { action_done, .. } => action_done,
            Stage::ActionDue => return Vec::new(),
        };
        let mut list = Vec::new();
        for (pawn, letter) in PAWN_LETTERS.iter().enumerate() {
            for direction in DIRECTIONS {
                let Some((mut after, complete)) = self.legal_step(pawn, direction) else {
                    continue;
                };
                if complete {
                    // Ruling 8: with the second pawn out the turn is over, no action follows.
                    if action_done || after.both_out(self.seat) {
                        after.end_turn(None);
                    } else {
                        after.stage = Stage::ActionDue;
                    }
                }
                list.push((format!("{letter}:{direction}"), after));
            }
        }
        list
    }

    fn both_out(&self, seat: usize) -> bool {
        self.pawns[seat].iter().all(|pawn| matches!(pawn, Pawn::Out(_)))
    }

    /// The turn is completed: `removed` is the wall removed in it.
    fn end_turn(&mut self, removed: Option<Edge>) {
        self.removed[self.seat] = removed;
        self.seat = (self.seat + 1) % self.players;
        self.turn += 1;
        self.stage = Stage::Begin { action_done: false };
    }
}

// ---------------------------------------------------------------------------------------------
// Actions

impl State {
    /// Every action of the player to move that ruling 6 allows on the board as it stands,
    /// whatever the moment in the turn.
    fn actions(&self) -> Vec<Action> {
        let mut list = Vec::new();
        for square in self.squares() {
            if self.supply > 0 && self.unoccupied(square) {
                list.push(Action::Tile(square));
            }
            if self.mountain_allowed(square) {
                list.push(Action::Mountain(square));
            }
        }
        for edge in self.edges() {
            if self.walls.contains(&edge) {
                list.push(Action::Remove(edge));
            } else if self.supply > 0 && self.wall_allowed(edge) {
                list.push(Action::Wall(edge));
            }
        }
        list
    }

    /// Ruling 6, wall. The caller has looked at the supply and that there is no wall yet.
    fn wall_allowed(&self, edge: Edge) -> bool {
        if self.removed.contains(&Some(edge)) {
            return false;
        }
        let (one, other) = edge_squares(edge);
        let tile_or_pawn = |square| self.cell(square) == Cell::Tile || self.has_pawn(square);
        let both_hold = tile_or_pawn(one) && tile_or_pawn(other);
        let both_pawns = self.has_pawn(one) && self.has_pawn(other);
        !both_hold || both_pawns
    }

    /// Ruling 6, mountain.
    fn mountain_allowed(&self, square: Square) -> bool {
        self.mountains[self.seat] > 0
            && self.cell(square) != Cell::Mountain
            && !self.has_pawn(square)
            && !self.is_corner(square)
            && self.act(Action::Mountain(square)).mountain_rule_holds()
    }

    /// The board after an action; the stage and the turn are left for the caller to set.
    fn act(&self, action: Action) -> State {
        let mut after = self.clone();
        match action {
            Action::Tile(square) => {
                after.supply -= 1;
                after.set_cell(square, Cell::Tile);
            }
            Action::Wall(edge) => {
                after.supply -= 1;
                after.walls.insert(edge);
            }
            Action::Remove(edge) => {
                after.supply += 1;
                after.walls.remove(&edge);
            }
            Action::Mountain(square) => {
                after.mountains[self.seat] -= 1;
                after.set_cell(square, Cell::Mountain);
            }
        }
        after
    }

    /// Actions before the movement (ruling 6): a wall or a mountain that leaves a movement.
    fn early_action_moves(&self) -> Vec<(String, State)> {
        let mut list = Vec::new();
        for action in self.actions() {
            if matches!(action, Action::Tile(_) | Action::Remove(_)) {
                continue;
            }
            let mut after = self.act(action);
            after.stage = Stage::Begin { action_done: true };
            if after.movement_possible() {
                list.push((action_name(action), after));
            }
        }
        list
    }

    /// Actions that complete the turn, or else `pass` (ruling 7).
    fn closing_moves(&self) -> Vec<(String, State)> {
        let mut list = Vec::new();
        for action in self.actions() {
            let mut after = self.act(action);
            after.end_turn(match action {
                Action::Remove(edge) => Some(edge),
                _ => None,
            });
            list.push((action_name(action), after));
        }
        if list.is_empty() {
            let mut after = self.clone();
            after.end_turn(None);
            list.push(("pass".to_string(), after));
        }
        list
    }
}

fn action_name(action: Action) -> String {
    match action {
        Action::Tile(square) => format!("t:{}", square_name(square)),
        Action::Wall(edge) => format!("w:{}", edge_name(edge)),
        Action::Remove(edge) => format!("x:{}", edge_name(edge)),
        Action::Mountain(square) => format!("m:{}", square_name(square)),
    }
}

// ---------------------------------------------------------------------------------------------
// The game

impl State {
    /// The start of a game. Panics if an option is out of the range of ruling 1.
    pub fn start(
        players: usize,
        width: usize,
        height: usize,
        tiles: u32,
        mountains: u32,
        rules: Rules,
    ) -> State {
        assert!((2..=4).contains(&players), "players");
        assert!((3..=11).contains(&width), "width");
        assert!((3..=11).contains(&height), "height");
        assert!(tiles <= 60, "tiles");
        assert!(mountains <= 20, "mountains");
        State {
            rules,
            players,
            width,
            height,
            cells: vec![Cell::Bare; width * height],
            walls: BTreeSet::new(),
            pawns: vec![[Pawn::Waiting; 2]; players],
            supply: tiles,
            mountains: vec![mountains; players],
            removed: vec![None; players],
            seat: 0,
            turn: 0,
            stage: Stage::Begin { action_done: false },
        }
    }

    /// All legal plies with the positions they lead to.
    fn moves(&self) -> Vec<(String, State)> {
        if self.result().is_some() {
            return Vec::new();
        }
        match self.stage {
            Stage::Begin { action_done: false } => {
                let mut list = self.step_moves();
                if list.is_empty() {
                    // Ruling 7: no movement, so the turn is the action alone, of any kind.
                    return self.closing_moves();
                }
                list.extend(self.early_action_moves());
                list
            }
            Stage::Begin { action_done: true } | Stage::Moving { .. } => self.step_moves(),
            Stage::ActionDue => self.closing_moves(),
        }
    }

    /// All legal plies, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut names: Vec<String> = self.moves().into_iter().map(|(name, _)| name).collect();
        names.sort();
        names
    }

    /// The position after a legal ply. Panics if it is not one.
    pub fn play(&self, m: &str) -> State {
        match self.moves().into_iter().find(|(name, _)| name == m) {
            Some((_, after)) => after,
            None => panic!("not legal: {m}"),
        }
    }

    /// `None` while the game is running.
    pub fn result(&self) -> Option<String> {
        // Ruling 8; by ruling 9 a win in the last turn stands.
        for (seat, colour) in COLOURS.iter().enumerate().take(self.players) {
            if self.both_out(seat) {
                return Some(format!("{colour} wins"));
            }
        }
        // Ruling 9: turn limit.
        if let Some(limit) = self.rules.turn_limit
            && self.turn >= u64::from(limit)
        {
            return Some("draw".to_string());
        }
        // Ruling 9: at the start of a turn, nobody would have anything but `pass`.
        let start = Stage::Begin { action_done: false };
        if self.stage == start && (0..self.players).all(|seat| self.only_pass(seat)) {
            return Some("draw".to_string());
        }
        None
    }

    /// Would this player, were it their turn, have nothing but `pass`?
    fn only_pass(&self, seat: usize) -> bool {
        let mut theirs = self.clone();
        theirs.seat = seat;
        !theirs.movement_possible() && theirs.actions().is_empty()
    }

    /// The number of legal sequences of exactly `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        moves.iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }
}

// ---------------------------------------------------------------------------------------------
// Writing positions

fn joined(parts: Vec<String>, separator: &str) -> String {
    if parts.is_empty() { "-".to_string() } else { parts.join(separator) }
}

impl State {
    /// The canonical text.
    pub fn text(&self) -> String {
        let mut ranks = Vec::new();
        for y in (0..self.height).rev() {
            ranks.push(self.rank_text(y));
        }
        let walls = self.walls.iter().map(|&edge| edge_name(edge)).collect();
        let mut pawns = Vec::new();
        for pair in &self.pawns {
            pawns.push(format!("{},{}", pawn_text(pair[0]), pawn_text(pair[1])));
        }
        let mountains: Vec<String> = self.mountains.iter().map(|m| m.to_string()).collect();
        let mut removed = Vec::new();
        for edge in &self.removed {
            removed.push(edge.map_or("-".to_string(), edge_name));
        }
        let mut fields = vec![
            ranks.join("/"),
            joined(walls, ","),
            pawns.join("/"),
            self.supply.to_string(),
            mountains.join(","),
            removed.join(","),
            self.seat.to_string(),
            self.turn.to_string(),
        ];
        match self.stage {
            Stage::Begin { action_done: false } => {}
            Stage::Begin { action_done: true } => fields.push("a".to_string()),
            Stage::ActionDue => fields.push("m".to_string()),
            Stage::Moving { pawn, held, phase, action_done } => {
                let phase = match phase {
                    Phase::First => unreachable!("a pawn in motion has made a step"),
                    Phase::Collecting => "c",
                    Phase::CollectingEnded => "f",
                    Phase::Dropping => "d",
                };
                let action = if action_done { "a" } else { "" };
                fields.push(format!("{}{}{}{}", PAWN_LETTERS[pawn], held, phase, action));
            }
        }
        fields.join(" ")
    }

    fn rank_text(&self, y: usize) -> String {
        let mut text = String::new();
        let mut run = 0;
        for x in 0..self.width {
            let letter = match self.cell((x, y)) {
                Cell::Bare => {
                    run += 1;
                    continue;
                }
                Cell::Tile => 't',
                Cell::Mountain => 'm',
            };
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.push(letter);
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        text
    }
}

fn pawn_text(pawn: Pawn) -> String {
    match pawn {
        Pawn::Waiting => "-".to_string(),
        Pawn::On(square) => square_name(square),
        Pawn::Out(corner) => format!("*{}", square_name(corner)),
    }
}

// ---------------------------------------------------------------------------------------------
// Reading positions

/// A decimal number without leading zeros, at most `most`.
fn read_number(text: &str, most: u64, what: &str) -> Result<u64, String> {
    let bad = || format!("{what}: bad number {text:?}");
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(bad());
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(bad());
    }
    let number: u64 = text.parse().map_err(|_| bad())?;
    if number > most {
        return Err(format!("{what}: {text} is more than {most}"));
    }
    Ok(number)
}

fn read_square(text: &str, width: usize, height: usize) -> Result<Square, String> {
    let bad = || format!("bad square {text:?}");
    let mut chars = text.chars();
    let file = chars.next().ok_or_else(bad)?;
    if !file.is_ascii_lowercase() {
        return Err(bad());
    }
    let x = usize::from(file as u8 - b'a');
    let rank = read_number(chars.as_str(), height as u64, "rank").map_err(|_| bad())?;
    if x >= width || rank == 0 {
        return Err(bad());
    }
    Ok((x, rank as usize - 1))
}

/// An inner edge: the outer edge of the board never has walls (ruling 6).
fn read_edge(text: &str, width: usize, height: usize) -> Result<Edge, String> {
    let bad = || format!("bad edge {text:?}");
    let mut chars = text.chars();
    let which = chars.next_back().ok_or_else(bad)?;
    let (x, y) = read_square(chars.as_str(), width, height).map_err(|_| bad())?;
    match which {
        'e' if x + 1 < width => Ok((x, y, 'e')),
        'n' if y + 1 < height => Ok((x, y, 'n')),
        _ => Err(bad()),
    }
}

fn read_rank(text: &str) -> Result<Vec<Cell>, String> {
    let mut row = Vec::new();
    let mut digits = String::new();
    for c in text.chars().chain(['/']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            let run = read_number(&digits, 11, "rank")?;
            if run == 0 {
                return Err(format!("rank {text:?}: empty run"));
            }
            row.extend(vec![Cell::Bare; run as usize]);
            digits.clear();
        }
        match c {
            't' => row.push(Cell::Tile),
            'm' => row.push(Cell::Mountain),
            '/' => {}
            _ => return Err(format!("rank {text:?}: bad character {c:?}")),
        }
    }
    Ok(row)
}

fn read_pawn(text: &str, width: usize, height: usize) -> Result<Pawn, String> {
    if text == "-" {
        return Ok(Pawn::Waiting);
    }
    match text.strip_prefix('*') {
        Some(corner) => Ok(Pawn::Out(read_square(corner, width, height)?)),
        None => Ok(Pawn::On(read_square(text, width, height)?)),
    }
}

fn read_stage(text: &str) -> Result<Stage, String> {
    if text == "a" {
        return Ok(Stage::Begin { action_done: true });
    }
    if text == "m" {
        return Ok(Stage::ActionDue);
    }
    let bad = || format!("bad stage {text:?}");
    let (rest, action_done) = match text.strip_suffix('a') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let mut chars = rest.chars();
    let letter = chars.next().ok_or_else(bad)?;
    let pawn = PAWN_LETTERS.iter().position(|&l| l == letter).ok_or_else(bad)?;
    let phase = match chars.next_back() {
        Some('c') => Phase::Collecting,
        Some('f') => Phase::CollectingEnded,
        Some('d') => Phase::Dropping,
        _ => return Err(bad()),
    };
    let held = read_number(chars.as_str(), 60, "stage")? as u32;
    // A pawn with no tile left has completed its movement (ruling 5).
    if held == 0 {
        return Err(bad());
    }
    Ok(Stage::Moving { pawn, held, phase, action_done })
}

impl State {
    /// Reads a canonical text; refuses everything else and every position against ruling 10.
    pub fn parse(text: &str, rules: Rules) -> Result<State, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() != 8 && fields.len() != 9 {
            return Err(format!("{} fields, not 8 or 9", fields.len()));
        }

        let mut rows = Vec::new();
        for rank in fields[0].split('/') {
            rows.push(read_rank(rank)?);
        }
        rows.reverse();
        let height = rows.len();
        let width = rows[0].len();
        // Ruling 1.
        if !(3..=11).contains(&width) || !(3..=11).contains(&height) {
            return Err(format!("board size {width} x {height}"));
        }
        if rows.iter().any(|row| row.len() != width) {
            return Err("ranks of different lengths".to_string());
        }

        let mut walls = BTreeSet::new();
        if fields[1] != "-" {
            for name in fields[1].split(',') {
                let edge = read_edge(name, width, height)?;
                if walls.last().is_some_and(|&last| last >= edge) {
                    return Err(format!("wall {name} out of order"));
                }
                walls.insert(edge);
            }
        }

        let mut pawns = Vec::new();
        for pair in fields[2].split('/') {
            let names: Vec<&str> = pair.split(',').collect();
            if names.len() != 2 {
                return Err(format!("not two pawns: {pair:?}"));
            }
            let left = read_pawn(names[0], width, height)?;
            let right = read_pawn(names[1], width, height)?;
            pawns.push([left, right]);
        }
        let players = pawns.len();
        if !(2..=4).contains(&players) {
            return Err(format!("{players} players"));
        }

        let supply = read_number(fields[3], 60, "supply")? as u32;
        let mut mountains = Vec::new();
        for number in fields[4].split(',') {
            // Ruling 1: at most 20 for each player.
            mountains.push(read_number(number, 20, "mountains")? as u32);
        }
        let mut removed = Vec::new();
        for name in fields[5].split(',') {
            removed.push(match name {
                "-" => None,
                _ => Some(read_edge(name, width, height)?),
            });
        }
        if mountains.len() != players || removed.len() != players {
            return Err("the fields disagree about the number of players".to_string());
        }
        let seat = read_number(fields[6], 3, "seat")? as usize;
        let turn = read_number(fields[7], u64::from(u32::MAX), "turn")?;
        let stage = match fields.get(8) {
            Some(name) => read_stage(name)?,
            None => Stage::Begin { action_done: false },
        };

        let state = State {
            rules,
            players,
            width,
            height,
            cells: rows.concat(),
            walls,
            pawns,
            supply,
            mountains,
            removed,
            seat,
            turn,
            stage,
        };
        state.check()?;
        // Only canonical text is read.
        if state.text() != text {
            return Err("not the canonical text".to_string());
        }
        Ok(state)
    }

    /// Ruling 10.
    fn check(&self) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for seat in 0..self.players {
            for (pawn, &place) in self.pawns[seat].iter().enumerate() {
                match place {
                    Pawn::Waiting => {}
                    Pawn::On(square) => {
                        let name = square_name(square);
                        if self.cell(square) != Cell::Bare {
                            return Err(format!("a pawn on a tile or mountain: {name}"));
                        }
                        if !taken.insert(square) {
                            return Err(format!("two pawns on {name}"));
                        }
                    }
                    Pawn::Out(corner) => {
                        if !self.own_exits(seat, pawn).contains(&corner) {
                            return Err(format!("no exit of this pawn: {}", square_name(corner)));
                        }
                    }
                }
            }
            if self.both_out(seat) && self.pawns[seat][0] == self.pawns[seat][1] {
                return Err("both pawns out through one exit".to_string());
            }
        }
        for square in self.squares() {
            if self.is_corner(square) && self.cell(square) == Cell::Mountain {
                return Err(format!("mountain on the corner {}", square_name(square)));
            }
        }
        if !self.mountain_rule_holds() {
            return Err("a pawn is cut off from an exit by mountains".to_string());
        }
        for edge in self.removed.iter().flatten() {
            if self.walls.contains(edge) {
                return Err(format!("wall on the removed edge {}", edge_name(*edge)));
            }
        }
        // The tiles a pawn has with it are tiles too.
        let held = match self.stage {
            Stage::Moving { held, .. } => held as usize,
            _ => 0,
        };
        let on_board = self.cells.iter().filter(|&&c| c == Cell::Tile).count();
        if self.supply as usize + on_board + held + self.walls.len() > 60 {
            return Err("more than 60 tiles".to_string());
        }
        if self.seat as u64 != self.turn % self.players as u64 {
            return Err("the seat does not go with the turn".to_string());
        }
        for seat in 0..self.players {
            // A winning turn is completed, so the winner moved in the turn before this one.
            let moved_last = self.turn > 0
                && (seat + 1) % self.players == self.seat
                && self.stage == Stage::Begin { action_done: false };
            if self.both_out(seat) && !moved_last {
                return Err("both pawns of a player out who did not move last".to_string());
            }
        }
        if let Stage::Moving { pawn, .. } = self.stage
            && !matches!(self.pawns[self.seat][pawn], Pawn::On(_))
        {
            return Err("the pawn in motion is not on the board".to_string());
        }
        Ok(())
    }
}
