//! The report as one self-contained page.

use std::time::SystemTime;

use arena::Interval;
use arena::study::{Distribution, Profile, Step, Study};
use engine::Game;
use engine::board::counted;
use engine::svg::{Hue, Picture, Theme};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use solve::ShortestWin;

use super::ReportError;
use super::findings::{Findings, FirstMove, joined, nodes_of_step};
use super::sample::{Figure, Unit};
use crate::plot::{self, PlotError, Series, Titles, unnamed};

const BOARD: u32 = 340;

impl Findings<'_> {
    /// The page, with [all figures](Self::json) in it.
    ///
    /// # Errors
    ///
    /// A plot cannot be drawn.
    pub fn html(&self, json: &Value) -> Result<String, ReportError> {
        let data = json.to_string().replace('<', "\\u003c");
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (self.head())
                body {
                    (self.title())
                    (self.answers())
                    (self.games()?)
                    (self.skill()?)
                    (self.first())
                    (self.squares())
                    (self.wins())
                    (self.figures_table())
                    (self.made())
                    script type="application/json" id="figures" { (PreEscaped(data)) }
                }
            }
        };
        Ok(page.into_string())
    }

    fn head(&self) -> Markup {
        let [light, dark] =
            [Theme::Light, Theme::Dark].map(|theme| theme.css(self.sample.about.kit.classes()));
        let dark = format!("@media screen and (prefers-color-scheme:dark){{{dark}}}");
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (self.sample.about.kit.about.title) ": a study" }
                style { (PreEscaped(include_str!("style.css"))) (PreEscaped(light)) (PreEscaped(dark)) }
            }
        }
    }

    fn title(&self) -> Markup {
        let date = httpdate::fmt_http_date(SystemTime::now());
        html! {
            h1 { (self.sample.about.kit.about.title) }
            p.by {
                "A study of " (counted(self.sample.study.games(), "game")) ", " (self.rules())
                " · " (date.get(5..16).unwrap_or(&date)) " · Fourfold " (env!("CARGO_PKG_VERSION"))
            }
        }
    }

    fn rules(&self) -> String {
        let changes = &self.sample.about.rules;
        if changes.is_empty() { "default rules".to_owned() } else { format!("rules {changes}") }
    }

    fn answers(&self) -> Markup {
        let study = &self.sample.study;
        html! {
            div.cells {
                @for (question, answer) in self.verdict() {
                    section.answer {
                        h3 { (question) }
                        b { (answer.short) }
                        @for sentence in answer.because { p { (sentence) } }
                    }
                }
            }
            @if !study.is_varied() {
                p.warn {
                    "Some games are the same. If the players leave nothing to chance, the intervals are too \
                     narrow. More random moves make games different, and so do random plies at the start, \
                     which may harm the first player."
                }
            }
        }
    }

    fn games(&self) -> Result<Markup, ReportError> {
        let Study { lengths, mobility, .. } = &self.sample.study;
        let quantile = |part| lengths.quantile(part).unwrap_or_default();
        let [early, median, late] = [0.25, 0.5, 0.75].map(quantile);
        let middle = format!("The median is {median}, half of the games take {early} to {late}.");
        let counts: Vec<(u64, u64)> = lengths.iter().collect();
        let exact = self.exact.as_ref().filter(|exact| exact.starts > 1);
        let exact = exact.map_or(&[][..], |exact| &exact.lengths);
        let winner = html! { span.key { "the later winner, with a 95 % band" } };
        let both = html! { (winner) span.key.two { "the others" } };
        let line = |y, shown, values: &[_]| {
            plot::lines(&Titles { shown, ..Titles::new("", "percent of the game", y) }, values)
        };
        let over_all = html! { "Exact, over all starts." };
        let expected = points(&self.courses.of_winner, 100.0);
        let sure = line("expected result, %", &[0.0, 100.0], &[expected])?;
        let choice = [&mobility.winner, &mobility.others].map(|profile| points(profile, 1.0));
        let material = points(&self.material, 1.0);
        let plots = [
            ("How long the games were", bars("games, %", &counts)?, html! { (middle) }),
            ("How long with best play", bars("starts, %", exact)?, over_all),
            ("How sure the win was", sure, winner.clone()),
            ("How many moves there were to choose from", line("moves", &[0.0], &choice)?, both),
            ("Who was ahead in material", line("material", &[0.0], &[material])?, winner),
        ];
        let start = if self.same_start { "The start." } else { "The start of the first game." };
        Ok(html! {
            h2 { "The games" }
            div.cells {
                (board(&self.start.picture(), start))
                @for (title, plot, legend) in plots { (figure(title, &plot, &legend)) }
            }
        })
    }

    fn skill(&self) -> Result<Markup, ReportError> {
        let Some(first) = self.ladder.first() else { return Ok(html! {}) };
        let gained = self.ladder.iter().filter(|step| step.gains()).count();
        let point = |(i, step): (usize, &Step)| (i as f64, step.score.map(|score| 100.0 * score));
        let steps: Vec<_> = self.ladder.iter().enumerate().map(point).collect();
        let even = 100.0 * first.even;
        let even = Interval { estimate: even, low: even, high: even };
        let even = steps.iter().map(|(x, _)| (*x, even)).collect();
        let label = |x: f64| match x {
            0.0.. if x.fract() == 0.0 => nodes_of_step(x as usize + 1).to_string(),
            _ => String::new(),
        };
        let titles =
            Titles { label, ..Titles::new("", "positions a move of the stronger", "score, %") };
        let plot = if steps.len() > 1 {
            plot::lines(&titles, &[unnamed(steps), unnamed(even)])?
        } else {
            String::new()
        };
        let legend = html! {
            span.key { "the stronger player, with a 95 % band" } span.key.two { "equal players" }
        };
        Ok(html! {
            h2 { "Skill" }
            div.cells {
                p {
                    "A search that visits twice as many positions is shown to be better at " (gained) " of "
                    (counted(self.ladder.len(), "step")) ", from " (nodes_of_step(0)) " positions a move \
                    on. Two steps in a row without a gain end the ladder. Equal players score "
                    (Unit::Percent.brief(first.even, 0.0)) "."
                }
                (figure("Score against half the positions", &plot, &legend))
                table {
                    tr { th { "positions" } th { "score" } th { "95 % interval" } th { "games" } }
                    @for (i, step) in self.ladder.iter().enumerate() {
                        @let Interval { estimate, low, high } = step.score.map(|score| 100.0 * score);
                        tr {
                            td { (nodes_of_step(i + 1)) " against " (nodes_of_step(i)) }
                            td { (format!("{estimate:.1} %")) }
                            td { (format!("{low:.1} to {high:.1} %")) }
                            td { (step.games) }
                        }
                    }
                }
            }
        })
    }

    fn first(&self) -> Markup {
        if self.first_moves.is_empty() {
            return html! {};
        }
        let fairest = self.fairest();
        let maps = self.first_maps(fairest);
        html! {
            h2 { "First moves" }
            div.cells {
                p {
                    @if self.same_start { "From the start" }
                    @else { "From where the first game began, as other games begin elsewhere" }
                    ": the expected result of the player who makes the move, by search"
                    @if self.same_start { ", and its score in the games." } @else { "." }
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
            div {
                table {
                    tr {
                        th { "move" } th { "by search" }
                        @if self.same_start { th { "in the games" } th { "games" } }
                    }
                    @for m in self.first_moves.iter().take(MOST) {
                        tr.fair[fairest.is_some_and(|fairest| fairest.m == m.m)] {
                            td { (m.m) }
                            td { (format!("{:.1} %", 100.0 * m.expected)) @if m.proven { small { "exact" } } }
                            @if let Some((games, score)) = self.in_games(m) {
                                @let width = score.high - score.low;
                                @let [estimate, low, high] = [score.estimate, score.low, score.high]
                                    .map(|part| Unit::Percent.brief(part, width));
                                td { (estimate) small { (low.trim_end_matches(Unit::SIGN)) " to " (high) } }
                                td { (games) }
                            } @else if self.same_start { td { "-" } td { "0" } }
                        }
                    }
                }
                @if left_out > 0 {
                    small { "The best " (MOST) "; " (left_out) " more are among the data of this page." }
                }
            }
        }
    }

    fn squares(&self) -> Markup {
        html! {
            h2 { "Squares" }
            div.cells { @for (map, legend) in self.square_maps() { (board(&map, &legend)) } }
        }
    }

    fn wins(&self) -> Markup {
        let last = match &self.shortest {
            ShortestWin::Found(line) => {
                let mut end = self.start.clone();
                end.play_text(&joined(line)).ok().map(|_| end)
            }
            ShortestWin::LongerThan(_) | ShortestWin::Never => None,
        };
        let puzzles = self.puzzles.iter().take(6).filter_map(|puzzle| {
            let position =
                self.sample.about.kit.parse(&puzzle.position, &self.sample.about.rules).ok()?;
            let plies = counted(puzzle.plies, "ply");
            let caption = format!("{} to move wins in at most {plies}.", position.turn());
            Some((board(&position.picture(), &caption), &puzzle.solution))
        });
        html! {
            h2 { "The shortest win" }
            p {
                @match &self.shortest {
                    ShortestWin::Found(line) => {
                        "If all players cooperate, the shortest win takes " (counted(line.len(), "ply")) ": "
                        code { (joined(line)) } "."
                    }
                    ShortestWin::LongerThan(plies) => {
                        "No game is won in " (counted(*plies, "ply")) " or fewer; longer games were not searched."
                    }
                    ShortestWin::Never => "No game from here is ever won.",
                }
            }
            div.cells.narrow { @if let Some(last) = last { (board(&last.picture(), "Its last position.")) } }
            @if !self.puzzles.is_empty() {
                h2 { "Puzzles" }
                p { "From the games: a single move wins, proven by search." }
                div.cells.narrow {
                    @for (picture, solution) in puzzles {
                        div { (picture) details { summary { "Solution" } (solution) } }
                    }
                }
            }
        }
    }

    fn figures_table(&self) -> Markup {
        let figures: Vec<&Figure> = self.all_figures().collect();
        let is_whole = |at: &usize| figures.get(*at).is_none_or(|it| !it.title.starts_with(' '));
        let half = (figures.len().div_ceil(2)..=figures.len()).find(is_whole);
        let (left, right) = figures.split_at(half.unwrap_or(figures.len()));
        html! {
            h2 { "Figures" }
            div.cells.wide {
                @for half in [left, right] {
                    table {
                        tr { th {} th { "estimate and 95 % interval" } th { "games" } }
                        @for figure in half { (self.row(figure)) }
                    }
                }
            }
        }
    }

    fn row(&self, figure: &Figure) -> Markup {
        let study = &self.sample.study;
        let distribution = match &*figure.key {
            "plies" => Some(&study.lengths),
            "turns" => Some(&study.turns),
            "choices" => Some(&study.choices),
            "spread" => Some(&study.spread),
            "lead_changes" => Some(&self.courses.lead_changes),
            _ => None,
        };
        let median = distribution.and_then(Distribution::median);
        html! {
            tr {
                td.part[figure.title.starts_with(' ')] {
                    (figure.title.trim())
                    small { (figure.meaning) @if let Some(median) = median { " Median: " (median) "." } }
                }
                td { (figure.brief()) small { (figure.brief_interval()) } }
                td { (figure.sample) }
            }
        }
    }

    fn made(&self) -> Markup {
        let (about, study) = (&self.sample.about, &self.sample.study);
        html! {
            h2 { "How this was made" }
            p {
                (counted(study.games(), "game")) ", " (study.distinct()) " different, " (self.rules())
                ", played by " code { (about.player) } ", with openings of "
                (counted(about.random_plies, "random ply")) " and seed " (about.seed)
                "; positions judged by searches of " (counted(self.nodes, "node")) "."
                @if let Some(command) = &about.command { " This command makes it again: " code { (command) } }
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

fn board(picture: &Picture, caption: &str) -> Markup {
    let svg = picture.clone().without_style().without_caption().size(BOARD).to_string();
    html! { figure { (PreEscaped(svg)) figcaption { (caption) } } }
}

/// A plot with its title and legend; nothing without points.
fn figure(title: &str, plot: &str, legend: &Markup) -> Markup {
    html! {
        @if !plot.is_empty() {
            figure.plot { figcaption { b { (title) } } (PreEscaped(plot)) figcaption { (legend) } }
        }
    }
}

/// Bars of counts by plies, in percent of all.
fn bars(y: &str, counts: &[(u64, u64)]) -> Result<String, PlotError> {
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    let bar = |&(plies, count): &(u64, u64)| (plies as f64, 100.0 * count as f64 / all as f64);
    plot::bars(&Titles::new("", "plies", y), &[unnamed(counts.iter().map(bar).collect())])
}

/// The points of a profile by percent of the game, times a factor.
fn points(profile: &Profile, factor: f64) -> Series<Interval> {
    let point =
        |(at, mean): (f64, Option<Interval>)| Some((100.0 * at, mean?.map(|mean| factor * mean)));
    unnamed(profile.points().filter_map(point).collect())
}
