//! Boards of letters, drawn from the [plan](engine::svg::Picture::plan) of a picture, legible with and without
//! colour.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use engine::board::{Direction, read_square};
use engine::svg::{PlanPlace, Tray};
use kit::{Dynamic, Kit};

use crate::words::{paragraphs, terminal_width, visible, wrap};

/// A board with notes beside it. Lines may hold colours as ANSI codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The lines of the board from the top.
    pub board: Vec<String>,
    /// The lines beside the board.
    pub notes: Vec<String>,
}

const GAP: usize = 3;

/// Prints a board with the notes beside it, or below where `width` columns are too few.
pub fn print(picture: &Picture, out: &mut impl Write, width: usize) -> io::Result<()> {
    let Picture { board, notes } = picture;
    let [wide, beside] =
        [board, notes].map(|lines| lines.iter().map(|line| visible(line)).max().unwrap_or(0));
    if wide.min(beside) == 0 || wide + GAP + beside > width {
        for line in board.iter().chain(notes) {
            writeln!(out, "{}", line.trim_end())?;
        }
        return Ok(());
    }
    for i in 0..board.len().max(notes.len()) {
        let [left, right] = [board, notes].map(|lines| lines.get(i).map_or("", String::as_str));
        let gap = if right.is_empty() { 0 } else { wide + GAP - visible(left) };
        writeln!(out, "{}{:gap$}{right}", if gap == 0 { left.trim_end() } else { left }, "")?;
    }
    Ok(())
}

/// The board from a side, with the places of the last move marked; what the game notes beside it. Pieces are short
/// forms of their names, and a player's colour is that of the pieces.
pub fn board(position: &Dynamic, side: Direction, last: &[String]) -> Picture {
    let drawn = position.picture().seen_from(side);
    let plan = drawn.plan();
    let names = Names::of(position, &plan);
    let (edges, cells): (Vec<&PlanPlace>, Vec<&PlanPlace>) =
        plan.iter().partition(|place| place.is_edge);
    let mut notes = names.legend();
    let layers = drawn.layers();
    notes.extend(layers.notes);
    notes.extend(layers.trays.iter().flat_map(tray));
    if cells.is_empty() {
        return Picture { board: vec![position.to_string()], notes };
    }
    let width = cells.iter().map(|place| names.mark(place).chars().count()).max().unwrap_or(1);
    let mut lines = Lines::of(&cells, width);
    for place in cells {
        let mark = names.mark(place);
        let style = if mark == "." { Style::new() | Effects::DIMMED } else { names.style(place) };
        let is_last = last.contains(&place.name);
        let style = if is_last { style | Effects::UNDERLINE } else { style };
        lines.write(place, &mark, style);
    }
    for place in edges.into_iter().filter(|place| !place.pieces.is_empty()) {
        lines.write_edge(place, width);
    }
    Picture { board: lines.finish(), notes }
}

/// Prints the lessons of a game, the position that shows it, and how moves are written.
pub fn print_rules(kit: &Kit, out: &mut impl Write, columns: usize) -> io::Result<()> {
    // Longer lines are hard to read.
    let wide = columns.min(80);
    for lesson in &kit.about.lessons {
        writeln!(out, "{}", paragraphs(lesson.text, wide))?;
    }
    if kit.about.lessons.is_empty() {
        writeln!(out, "How the game is played is not written down here.")?;
    }
    writeln!(out)?;
    print(&example(kit), out, columns)?;
    writeln!(out, "\n{}", paragraphs(&kit.about.notation, wide))
}

/// The board of the position that shows the game.
pub fn example(kit: &Kit) -> Picture {
    let example = kit.about.example.as_ref().and_then(|text| kit.parse(text, "").ok());
    board(&example.unwrap_or_else(|| kit.usual_start()), Direction::South, &[])
}

/// A tray in lines: its caption, and its items with their numbers.
fn tray(tray: &Tray) -> Vec<String> {
    const COLUMNS: usize = 36;
    let name = |text: &str| text.rsplit(':').next().unwrap_or_default().to_owned();
    let items = tray.items.iter().map(|item| match item.count {
        1 => name(&item.place),
        count => format!("{} x{count}", name(&item.place)),
    });
    let lines = wrap(items, COLUMNS).into_iter().map(|line| format!("  {line}"));
    std::iter::once(tray.caption.clone()).chain(lines).collect()
}

/// Short forms of the names of pieces.
struct Names {
    players: Vec<(String, AnsiColor)>,
    short: BTreeMap<String, String>,
}

impl Names {
    fn of(position: &Dynamic, plan: &[PlanPlace]) -> Self {
        let colour = |name: &str| match name {
            "red" => AnsiColor::Red,
            "blue" => AnsiColor::Blue,
            "yellow" => AnsiColor::Yellow,
            "green" => AnsiColor::Green,
            "purple" => AnsiColor::Magenta,
            "black" => AnsiColor::Black,
            _ => AnsiColor::White,
        };
        let seats = position.seats().into_iter();
        let players: Vec<(String, AnsiColor)> =
            seats.map(|seat| (seat.name, colour(&seat.colour.to_string()))).collect();
        let pieces = plan.iter().filter(|place| !place.is_edge).flat_map(|place| &place.pieces);
        let all: BTreeSet<&str> = pieces.map(|(piece, _)| piece.as_str()).collect();
        let is_player = |name: &str| players.iter().any(|(player, _)| player == name);
        let forms: Vec<(&str, String)> =
            all.into_iter().map(|name| (name, first_form(name, &players))).collect();
        let short = |(name, form): &(&str, String)| {
            let same = |(name, other): &&(&str, String)| other == form && !is_player(name);
            let is_clear = is_player(name) || forms.iter().filter(same).count() == 1;
            ((*name).to_owned(), if is_clear { form } else { *name }.to_owned())
        };
        let short = forms.iter().map(short).collect();
        Self { players, short }
    }

    /// What stands on a place; a dot for an empty one.
    fn mark(&self, place: &PlanPlace) -> String {
        let short = |(piece, _): &(String, String)| self.short.get(piece).map(String::as_str);
        let mark: String = place.pieces.iter().filter_map(short).collect();
        if mark.is_empty() { ".".to_owned() } else { mark }
    }

    /// The colour of the last piece that is a player's.
    fn style(&self, place: &PlanPlace) -> Style {
        let of = |(piece, class): &(String, String)| {
            let owns = |(player, _): &&(String, AnsiColor)| {
                piece.starts_with(player.as_str()) || class.split(' ').any(|word| word == player)
            };
            self.players.iter().find(owns).map(|(_, colour)| *colour)
        };
        let colour = place.pieces.iter().rev().find_map(of);
        colour.map_or_else(Style::new, |colour| {
            let is_dark = matches!(colour, AnsiColor::Black | AnsiColor::Blue | AnsiColor::Red);
            let letters = if is_dark { AnsiColor::White } else { AnsiColor::Black };
            letters.on(colour).bold()
        })
    }

    /// What the letters mean that are no names of players.
    fn legend(&self) -> Vec<String> {
        let is_player =
            |name: &str| self.players.iter().any(|(player, _)| name.starts_with(player));
        let told = |(name, short): (&String, &String)| {
            (name != short && !is_player(name)).then(|| format!("{short} {name}"))
        };
        self.short.iter().filter_map(told).collect()
    }
}

/// The first letter of a long word, and of a player in front of a word: `r` for red, `rL` for red L.
fn first_form(name: &str, players: &[(String, AnsiColor)]) -> String {
    const SHORT: usize = 2;
    let of = |(player, _): &(String, _)| {
        Some((player.chars().next(), name.strip_prefix(player.as_str())?.strip_prefix(' ')?))
    };
    let (player, word) = players.iter().find_map(of).unwrap_or((None, name));
    let length = if word.chars().count() <= SHORT { SHORT } else { 1 };
    player.into_iter().chain(word.chars().take(length)).collect()
}

/// The lines of a board under way: cells in columns of characters.
#[derive(Default)]
struct Lines {
    rows: BTreeMap<i32, Vec<(usize, String)>>,
    files: BTreeMap<usize, String>,
    ranks: BTreeMap<i32, String>,
    left: i32,
    /// The distance between neighbours of a row, in hundredths of a square and in characters.
    step: (i32, usize),
}

impl Lines {
    /// Lines for marks of up to this width, with a space between them unless the terminal is too narrow.
    fn of(cells: &[&PlanPlace], width: usize) -> Self {
        const LABELS: usize = 3;
        let centres: BTreeSet<(i32, i32)> =
            cells.iter().map(|place| (place.centre.1, place.centre.0)).collect();
        let pairs = centres.iter().zip(centres.iter().skip(1));
        let gaps = pairs.filter(|(a, b)| a.0 == b.0).map(|(a, b)| b.1 - a.1);
        let step = gaps.min().unwrap_or(100);
        let columns = || centres.iter().map(|&(_, x)| x);
        let left = columns().min().unwrap_or_default();
        let mut lines = Self { left, step: (step, width + 1), ..Self::default() };
        if LABELS + lines.column(columns().max().unwrap_or_default()) + width > terminal_width() {
            lines.step.1 = width;
        }
        lines
    }

    fn column(&self, x: i32) -> usize {
        let (units, characters) = self.step;
        usize::try_from((x - self.left).max(0)).unwrap_or_default() * characters
            / usize::try_from(units).unwrap_or(1)
    }

    fn write(&mut self, place: &PlanPlace, text: &str, style: Style) {
        let column = self.column(place.centre.0);
        let row = self.rows.entry(place.centre.1).or_default();
        row.push((column, format!("{style}{text}{style:#}")));
        if let Some((_, rank)) = read_square(&place.name) {
            let file = place.name.trim_end_matches(|c: char| c.is_ascii_digit());
            self.files.insert(column, file.to_owned());
            self.ranks.insert(place.centre.1, (u16::from(rank) + 1).to_string());
        }
    }

    /// Writes what stands between two cells: beside each other in their row, else in a row between them.
    fn write_edge(&mut self, place: &PlanPlace, width: usize) {
        let column = self.column(place.centre.0);
        let is_beside = self.ranks.contains_key(&place.centre.1);
        let (middle, bar) = (column + width / 2, "|".to_owned());
        let edge = if is_beside { (middle, bar) } else { (column, "-".repeat(width)) };
        self.rows.entry(place.centre.1).or_default().push(edge);
    }

    /// The rows from above, with their numbers, and the letters of the files below.
    fn finish(self) -> Vec<String> {
        let widest = self.ranks.values().map(String::len).max().unwrap_or_default();
        let line = |label: &str, mut parts: Vec<(usize, String)>| {
            parts.sort();
            let (mut line, mut end) = (format!("{label:>widest$} "), 0);
            for (column, text) in parts {
                line.push_str(&" ".repeat(column.saturating_sub(end)));
                end = column.max(end) + visible(&text);
                line.push_str(&text);
            }
            line
        };
        let below: Vec<(usize, String)> = self.files.into_iter().collect();
        let label = |row: &i32| self.ranks.get(row).map_or("", String::as_str);
        let rows = self.rows.iter().map(|(row, parts)| line(label(row), parts.clone()));
        let letters = (!below.is_empty()).then(|| line("", below));
        rows.chain(letters).collect()
    }
}
