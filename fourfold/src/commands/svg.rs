//! The option `--svg`: a picture of a position.

use std::path::PathBuf;

use clap::Args;
use engine::Game;
use engine::board::Direction;
use engine::svg::{Hue, Picture, Theme};

use kit::{AnyMove, Dynamic, Move};
use terminal::args::{one_of, play, whole};
use terminal::files;

use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct SvgArgs {
    /// Write a picture of the position to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// The width of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400, requires = "svg")]
    #[arg(value_parser = whole(1..=u32::MAX))]
    svg_size: u32,

    /// The colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light", requires = "svg")]
    #[arg(value_parser = one_of(THEMES))]
    svg_theme: Theme,

    /// The side from which the board is seen
    #[arg(long, value_name = "SIDE", default_value = "south", requires = "svg")]
    #[arg(value_parser = one_of(SIDES))]
    svg_from: Direction,
}

const THEMES: [(&str, Theme); 3] =
    [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];

const SIDES: [(&str, Direction); 4] = [
    ("south", Direction::South),
    ("west", Direction::West),
    ("north", Direction::North),
    ("east", Direction::East),
];

impl SvgArgs {
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.svg.as_deref().map_or(Ok(()), files::check)
    }

    /// Plays moves given as text, and returns a picture of the position with the last move marked.
    pub(crate) fn replay(position: &mut Dynamic, moves: &str) -> Result<Picture, Failure> {
        let mut before = position.clone();
        let mut played = play(position, moves)?;
        let Some(last) = played.pop() else { return Ok(position.picture()) };
        for m in played {
            before.play_unchecked(m);
        }
        before.picture_after(&last).map_err(Failure::run)
    }

    /// Writes a picture of a position with an arrow for its best move, if one is asked for.
    pub(crate) fn show(&self, position: &Dynamic, best: Option<Move>) -> Result<(), Failure> {
        let legal = best.and_then(|m| position.find_move(&m).ok());
        let arrow = |picture: Picture, m: AnyMove| picture.arrow(m.route, Hue::Green);
        self.write(&legal.into_iter().fold(position.picture(), arrow))
    }

    /// Writes the picture, if one is asked for.
    pub(crate) fn write(&self, picture: &Picture) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        let picture = picture.clone().size(self.svg_size).theme(self.svg_theme);
        files::save(path, format!("{}\n", picture.seen_from(self.svg_from)))
    }
}
