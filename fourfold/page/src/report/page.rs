//! The report as one self-contained page.

use std::collections::BTreeMap;
use std::iter;
use std::time::SystemTime;

use arena::study::{Profile, Study};
use arena::{Interval, PlayedGame};
use engine::Game;
use engine::board::counted;
use engine::svg::{Hue, Picture, Theme};
use kit::{Dynamic, Exact};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::Value;
use solve::ShortestWin;

use super::chart::{curves, histogram};
use super::findings::{Findings, FirstMove, joined};
use super::sample::{Figure, Unit};

/// Figures of well-known games by their keys: what `cargo run --release --example yardsticks` has printed.
#[derive(Default, Deserialize)]
struct Yardsticks {
    player: String,
    settings: String,
    games: Vec<(String, BTreeMap<String, Interval>)>,
}

fn yardsticks() -> Yardsticks {
    serde_json::from_str(include_str!("yardsticks.json")).unwrap_or_default()
}

/// What is said where fewer than 90 % of the games are different.
pub const REPEATED: &str = "\
Many games are the same. If the players leave nothing to chance, the intervals are too narrow;
longer random openings (--openings) or random moves give more different games.";

const BOARD: u32 = 340;
const LARGE_BOARD: u32 = 560;

impl Findings<'_> {
    /// The page, with [all figures](Self::json) in it.
    pub fn html(&self, json: &Value) -> String {
        let data = json.to_string().replace('<', "\\u003c");
        let sections = [
            ("In short", self.answers()),
            ("A game", self.typical().map_or(html! {}, |game| self.game(game))),
            ("The games", self.games()),
            ("Skill", self.skill()),
            ("First moves", self.first()),
            ("Squares", self.squares()),
            ("The shortest win", self.shortest()),
            ("Puzzles", self.puzzles()),
            ("All figures", self.figures_table()),
            ("How this was made", self.made()),
        ];
        let sections = sections.into_iter().filter(|(_, body)| !body.0.is_empty());
        let id = |title: &str| title.to_lowercase().replace(' ', "-");
        let kit = &self.sample.about.kit;
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| theme.css(kit.classes()));
        let dark = format!("@media screen and (prefers-color-scheme:dark){{{dark}}}");
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width,initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (kit.about.title) ": a study" }
                    style { (PreEscaped(include_str!("style.css"))) (PreEscaped(light)) (PreEscaped(dark)) }
                }
                body {
                    header {
                        (self.title())
                        nav aria-label="Contents" {
                            @for (title, _) in sections.clone() { a href={ "#" (id(title)) } { (title) } }
                        }
                    }
                    main {
                        @for (title, body) in sections { section id=(id(title)) { h2 { (title) } (body) } }
                    }
                    script type="application/json" id="figures" { (PreEscaped(data)) }
                }
            }
        };
        page.into_string()
    }

    /// What game this is, with a position of a typical game.
    fn title(&self) -> Markup {
        let date = httpdate::fmt_http_date(SystemTime::now());
        let (kit, rules) = (&self.sample.about.kit, &self.sample.about.rules);
        let shown = self.typical().and_then(|game| {
            let ply = game.moves.len() * 2 / 3;
            Some((picture(game, ply)?, ply, game.moves.len()))
        });
        html! {
            div {
                h1 { (kit.about.title) }
                @if !kit.about.sentence.is_empty() { p.about { (kit.about.sentence) } }
                p.by {
                    "A study of " (counted(self.sample.study.games(), "game")) " of "
                    (counted(self.start.players().len(), "player")) ", "
                    @if rules.is_empty() { "default rules" } @else { "rules " (rules) } " · "
                    (date.get(5..16).unwrap_or(&date)) " · Fourfold " (env!("CARGO_PKG_VERSION"))
                }
            }
            @if let Some((picture, ply, plies)) = shown {
                (board(&picture.size(LARGE_BOARD), &format!("After {ply} of {plies} moves of a game of usual length.")))
            }
        }
    }

    /// A text with the colours of the players instead of their names.
    pub(super) fn in_colours(&self, text: &str) -> String {
        let seats = self.start.seats();
        let ends = |c: char| !c.is_alphanumeric() && c != '-';
        let coloured = |part: &str| {
            let name = part.trim_end_matches(ends);
            let seat = seats.iter().find(|seat| seat.name == name);
            seat.map_or(part.to_owned(), |seat| part.replace(name, &seat.colour.to_string()))
        };
        text.split_inclusive(ends).map(coloured).collect()
    }

    fn answers(&self) -> Markup {
        html! {
            div.cells {
                @for answer in self.verdict() {
                    section.answer {
                        h3 { (answer.question) }
                        b { (answer.short) }
                        @for sentence in answer.because { p { (sentence) } }
                        @if let Some(figure) = answer.figure { (self.beside(figure)) }
                    }
                }
            }
            @if !self.sample.study.is_varied() {
                p.warn { (REPEATED) }
            }
        }
    }

    /// A figure beside that of well-known games, on one scale; the share of the first of more players is no such figure.
    fn beside(&self, figure: &Figure) -> Markup {
        let own = &self.sample.about.kit.about.title;
        let known = yardsticks().games.into_iter().filter(|(title, _)| title != own);
        let known = known.filter_map(|(title, figures)| Some((title, *figures.get(&figure.key)?)));
        let rows: Vec<_> = iter::once((own.clone(), figure.value)).chain(known).collect();
        if rows.len() == 1 || figure.key == "first_player" && self.start.players().len() != 2 {
            return html! {};
        }
        let most = match figure.unit {
            Unit::Percent => 1.0,
            Unit::Number => rows.iter().map(|(_, value)| value.high).fold(0.0, f64::max),
        };
        html! {
            table {
                @for (title, value) in &rows {
                    tr {
                        th scope="row" { (title) }
                        td.bar { (bar(*value, most)) }
                        td { (figure.unit.middle(*value)) }
                    }
                }
            }
        }
    }

    /// A game to play through: its positions in a row, all or evenly many, and its record.
    fn game(&self, game: &PlayedGame<Dynamic>) -> Markup {
        const MOST: usize = 24;
        let plies = game.moves.len();
        let frames = plies.min(MOST);
        let ply = |frame: usize| frame * plies / frames.max(1);
        let frame = |frame: usize| {
            let moves = joined(&game.moves[ply(frame.saturating_sub(1))..ply(frame)]);
            Some(board(&picture(game, ply(frame))?, &format!("{}. {moves}", ply(frame))))
        };
        let end = game.positions().last().map(|end| end.state());
        let mut record = game.record(&vec![self.sample.about.player.clone(); game.seats.len()]);
        // The tag is one of the usual ones.
        let _ = record.set_tag("Game", self.sample.about.kit.name());
        html! {
            p {
                "The game of the picture above, from left to right; its length is the median. At the end: "
                (self.in_colours(&end.unwrap_or_default())) "."
            }
            div.reel tabindex="0" role="group" aria-label="The positions of a game" {
                @for frame in (0..=frames).filter_map(frame) { (frame) }
            }
            details {
                summary { "Its record, to paste into the page of " code { "fourfold board" } }
                pre { (record) }
            }
        }
    }

    fn games(&self) -> Markup {
        let Study { turns, mobility, .. } = &self.sample.study;
        let turns = histogram(&turns.iter().collect::<Vec<_>>(), "turns", "games");
        let exact = self.exact.as_ref().filter(|exact| exact.starts > 1);
        let exact = exact.into_iter().flat_map(|Exact { starts, lengths, .. }| {
            lengths.iter().map(move |(plies, of)| (*plies, 1000 * of / starts))
        });
        let exact = histogram(&exact.collect::<Vec<_>>(), "moves", "of 1,000 starts");
        let winner = html! { span.key { "the later winner, with a 95 % band" } };
        let both = html! { (winner) span.key.two { "the others" } };
        let sure = self.courses.as_ref().map(|courses| points(&courses.of_winner, 100.0));
        let sure = curves(sure.as_slice(), "expected result, %", 0.0);
        let choice = [&mobility.winner, &mobility.others].map(|profile| points(profile, 1.0));
        let material = points(&self.material, 1.0);
        let plots = [
            ("How long the games were", turns, html! {}),
            ("How long with best play", exact, html! { "Exact." }),
            ("How sure the win was", sure, winner.clone()),
            ("How many moves there were to choose from", curves(&choice, "moves", 0.0), both),
            ("Who was ahead in material", curves(&[material], "material", 0.0), winner),
        ];
        let plots = plots.into_iter().filter(|(_, plot, _)| !plot.is_empty());
        html! {
            div.cells {
                @for (title, plot, legend) in plots {
                    figure.plot { h3 { (title) } (PreEscaped(plot)) figcaption { (legend) } }
                }
            }
        }
    }

    fn skill(&self) -> Markup {
        let Some(first) = self.ladder.first() else { return html! {} };
        let (climber, even) = (self.climber, Unit::Percent.brief(first.even, 0.0));
        html! {
            div.cells {
                p {
                    "Four times as many " (climber.unit()) " a move each time, against the last player who was \
                     shown to be stronger than the one before. Equal players take " (even) " of the points. Games \
                     show that skill pays where the whole interval is above that; what they do not show may be there."
                }
                table {
                    tr { th { (climber.unit()) " a move" } th { "score" } th { "95 % interval" } td {} th { "games" } }
                    @for step in &self.ladder {
                        @let [weaker, stronger] = step.strengths.map(|it| climber.nodes(it));
                        tr {
                            td { (stronger) " against " (weaker) }
                            td { (Unit::Percent.brief(step.score.estimate, 1.0)) }
                            td { (Unit::Percent.range(step.score)) }
                            td.bar { (bar(step.score, 1.0)) }
                            td { (step.games) }
                        }
                    }
                }
            }
        }
    }

    fn first(&self) -> Markup {
        if self.first_moves.is_empty() {
            return html! {};
        }
        let fairest = self.fairest();
        let maps = self.first_maps(fairest);
        html! {
            div.cells {
                p {
                    "The expected result of the player who makes the move, by search"
                    @if self.same_start { " and in the games." }
                    @else { ", from where the first game began; the others began elsewhere." }
                    @if let Some(fairest) = fairest {
                        @if self.start.players().len() == 2 {
                            " If the opponent may then swap sides (pie rule), the"
                        } @else { " The" }
                        " move nearest to even is " b { (fairest.m) } "."
                    }
                }
                @for (map, legend) in maps.iter().flatten() { (board(map, legend)) }
                @if maps.is_none() {
                    (self.first_table(fairest))
                    @if let Some(m) = fairest.and_then(|fairest| self.start.find_move(&fairest.m).ok()) {
                        (board(
                            &self.start.picture().arrow(m.route, Hue::Yellow),
                            "The move nearest to even.",
                        ))
                    }
                }
            }
        }
    }

    /// A table of the best first moves, where they cannot be shown on the board.
    fn first_table(&self, fairest: Option<&FirstMove>) -> Markup {
        const MOST: usize = 10;
        let left_out = self.first_moves.len().saturating_sub(MOST);
        html! {
            table {
                @if left_out > 0 {
                    caption { "The best " (MOST) "; " (left_out) " more are among the data of this page." }
                }
                tr { th { "move" } th { "by search" } th { "in the games" } th { "games" } }
                @for m in self.first_moves.iter().take(MOST) {
                    @let (games, score) = self.in_games(m).unzip();
                    @let expected = m.expected.map(|it| Unit::Percent.brief(it, 0.0));
                    tr.fair[fairest.is_some_and(|fairest| fairest.m == m.m)] {
                        td { (m.m) }
                        td { (expected.as_deref().unwrap_or("-")) @if m.proven { small { "exact" } } }
                        td { (score.map_or("-".to_owned(), |score| Unit::Percent.range(score))) }
                        td { (games.map_or(format!("under {}", Self::LEAST), |games| games.to_string())) }
                    }
                }
            }
        }
    }

    fn squares(&self) -> Markup {
        html! {
            div.cells {
                p { "A player who used a square is counted once a game." }
                @for (map, legend) in self.square_maps() { (board(&map, &legend)) }
            }
        }
    }

    fn shortest(&self) -> Markup {
        let mut end = self.start.clone();
        html! {
            div.cells {
                @match &self.shortest {
                    ShortestWin::Found(line) => {
                        p {
                            "If all players cooperate, the shortest win takes " (counted(line.len(), "move")) ": "
                            code { (joined(line)) }
                        }
                        @if end.play_text(&joined(line)).is_ok() { (board(&end.picture(), "Its last position.")) }
                    }
                    ShortestWin::LongerThan(plies) => p {
                        "No game is won in " (counted(*plies, "move")) " or fewer; more were not searched."
                    }
                    ShortestWin::Never => p { "No game from here is ever won." }
                }
            }
        }
    }

    fn puzzles(&self) -> Markup {
        let puzzles = self.puzzles.iter().take(6).filter_map(|puzzle| {
            let position =
                self.sample.about.kit.parse(&puzzle.position, &self.sample.about.rules).ok()?;
            let moves = counted(puzzle.plies, "move");
            let turn = self.in_colours(&position.turn().to_string());
            let caption = format!("{turn} to move wins in at most {moves}, with the replies.");
            Some((board(&position.picture(), &caption), &puzzle.solution))
        });
        if self.puzzles.is_empty() {
            return html! {};
        }
        html! {
            p { "From the games: a single move wins, proven by search." }
            div.cells {
                @for (picture, solution) in puzzles {
                    div { (picture) details { summary { "Solution" } (solution) } }
                }
            }
        }
    }

    fn figures_table(&self) -> Markup {
        html! {
            table.figures {
                tr { @for head in ["figure", "estimate", "95 % interval", "games", "meaning"] { th { (head) } } }
                @for figure in self.all_figures() {
                    tr {
                        td.part[figure.title.starts_with(' ')] { (self.in_colours(figure.title.trim())) }
                        td { (figure.unit.middle(figure.value)) }
                        td { (figure.unit.range(figure.value)) }
                        td { (figure.sample) }
                        td { (figure.meaning) }
                    }
                }
            }
        }
    }

    fn made(&self) -> Markup {
        let (about, study, beside) = (&self.sample.about, &self.sample.study, yardsticks());
        let known: Vec<&str> = beside.games.iter().map(|(title, _)| &**title).collect();
        html! {
            p {
                (counted(study.games(), "game")) ", " (study.distinct()) " different, played by "
                code { (about.player) } ", with openings of " (counted(about.random_plies, "random move")) " and seed " (about.seed)
                "; positions judged by searches of " (counted(self.nodes, "node")) "."
                @if let Some(command) = &about.command { " This command makes it again: " code { (command) } }
            }
            p {
                "The figures of " (known.join(", ")) " are of " (beside.settings) ", played by " code { (beside.player) } "."
                @if about.player != beside.player { " That is another player than the one of this report." }
            }
            (PreEscaped(SOURCES))
        }
    }
}

const SOURCES: &str = "\
<p>Intervals are of 95 %: of shares Wilson's (1927), of means normal ones. Completion, \
drawishness, duration, lead change, drama and uncertainty are measures of C. Browne, <i>Automatic \
generation and evaluation of recombination games</i> (2008); balance, branching factor and repetition are \
also those of Ludii's package <i>metrics</i>; heat maps, shortest wins and worth of first moves are in the \
reports of S. Tavener's Ai Ai. The skill ladder follows the skill chain of Lantz, Isaksen, Jaffe, Nealen and \
Togelius, <i>Depth in strategic games</i> (2017). All describe the game as these players play it: \
stronger ones may find another game. All figures as JSON are in this page, in the element <code>figures</code>.</p>";

/// A position of a game, with the move that led to it.
fn picture(game: &PlayedGame<Dynamic>, ply: usize) -> Option<Picture> {
    let before = ply.checked_sub(1).and_then(|before| game.positions().nth(before));
    let shown = match before {
        Some(before) => before.picture_after(game.moves.get(ply - 1)?).ok()?,
        None => game.start.picture(),
    };
    Some(shown.size(BOARD).without_trays())
}

fn board(picture: &Picture, caption: &str) -> Markup {
    let svg = picture.clone().without_style().without_caption().to_string();
    html! { figure { (PreEscaped(svg)) figcaption { (caption) } } }
}

/// An interval on a scale from 0 to `most`, for the eye.
fn bar(Interval { estimate, low, high }: Interval, most: f64) -> Markup {
    let percent = |value: f64| format!("{:.1}%", 100.0 * value / most);
    html! {
        i style={ "left:" (percent(low)) ";width:" (percent(high - low)) } {}
        i.mid style={ "left:" (percent(estimate)) } {}
    }
}

/// The points of a profile by percent of the game, times a factor.
fn points(profile: &Profile, factor: f64) -> Vec<(f64, Interval)> {
    let known = profile.points().filter_map(|(at, mean)| Some((at, mean?)));
    known.map(|(at, mean)| (100.0 * at, mean.map(|mean| factor * mean))).collect()
}
