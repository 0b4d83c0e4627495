"""Who plays better, by how much, and is that certain?"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ._fourfold import Bot, _arena  # pyright: ignore[reportPrivateUsage]
from .agents import Agent
from .bench import Interval
from .game import Game


@dataclass(frozen=True)
class Tally:
    """The results of a player."""

    player: str
    games: int
    won: int
    drawn: int
    lost: int
    forfeited: int
    points: float
    score: Interval | None
    """The mean points of a game, from the openings that were played from every seat."""
    plies: int
    seconds: float


@dataclass(frozen=True)
class Duel:
    """The results of two players against each other, those of the first."""

    players: tuple[str, str]
    won: int
    drawn: int
    lost: int
    pairs: list[int]
    """The pairs of games with the same opening by their points: 0, 1/2, 1, 3/2 and 2."""
    elo: Interval | None
    normalized_elo: Interval | None
    """None, too, where all pairs have the same result: then the deviation of a game is unknown."""
    superiority: float | None


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the first player better by the first number of points or by the second?"""

    elo: tuple[float, float]
    bounds: tuple[float, float]
    log_likelihood_ratio: float
    accepted: float | None
    """The points that were accepted, or None."""


@dataclass(frozen=True)
class Match:
    """The results of a match."""

    games: int
    different: int
    """How many of the games are different. Estimates rest on those: each different pair of games counts once."""
    planned: int
    players: list[Tally]
    duels: list[Duel]
    """Of every two players, in games of two."""
    sprt: Sprt | None

    def __str__(self) -> str:
        rows = [f"{self.games} of {self.planned} games", f"{self.different} of {self.games} games are different"]
        width = max(len(tally.player) for tally in self.players)
        for tally in self.players:
            rows.append(f"{tally.player:{width}}  +{tally.won} ={tally.drawn} -{tally.lost}  score {tally.score or '-'}")
        for duel in self.duels:
            if duel.elo:
                elo = f"{duel.elo.estimate:+.1f} ({duel.elo.low:+.1f} to {duel.elo.high:+.1f})"
                rows.append(f"{duel.players[0]} against {duel.players[1]}: Elo {elo}")
        return "\n".join(rows)


def arena(
    game: str | type[Game],
    players: Sequence[str | Bot | Agent],
    /,
    *,
    games: int = 100,
    seed: int = 0,
    openings: int = 2,
    threads: int = 1,
    max_plies: int = 10_000,
    gauntlet: bool = False,
    sprt: tuple[float, float] | None = None,
    elo_model: Literal["normalized", "logistic"] = "normalized",
    error_rates: tuple[float, float] = (0.05, 0.05),
    progress: Callable[[Match], object] | None = None,
    **rules: Any,
) -> Match:
    """Plays a match; every opening, of so many random plies, is played from every seat, and none again as long as there are others.

    Players are described as on the command line, as "level:3", "search:nodes=1000" or "ugi:./engine", or are bots,
    or functions from a position to a move, which lose a game by an illegal move. The same seed gives the games of
    `fourfold arena`. With `gauntlet` the first player meets all others; with `sprt` the match ends as soon as the
    test is decided. `progress` is called after every game; what it or a player raises ends the match.

    >>> import fourfold as ff
    >>> match = ff.arena("connect-four", ["search:nodes=200", lambda position: position.legal_moves[0]], games=10)
    >>> match.games, match.players[0].won > 5, match.duels[0].pairs
    (10, True, [0, 0, 0, 0, 5])
    """
    contestants = [Bot(game, player) if isinstance(player, str) else player for player in players]
    names = _numbered([_name(player) for player in players])

    def tell(results: Mapping[str, Any]) -> None:
        if progress is not None:
            progress(_match(results, names))

    plan = {
        "games": games, "seed": seed, "openings": openings, "threads": threads, "max_plies": max_plies,
        "gauntlet": gauntlet, "sprt": sprt, "elo_model": elo_model, "error_rates": error_rates,
    }
    match = _match(_arena(game, contestants, plan, tell if progress else None, rules), names)
    if match.different < 0.9 * match.games:
        text = f"only {match.different} of {match.games} games are different: more openings, or players with some chance, give more"
        warnings.warn(text, stacklevel=2)
    return match


def _name(player: str | Bot | Agent) -> str:
    if isinstance(player, Bot):
        return player.player
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def _numbered(names: list[str]) -> list[str]:
    counts = [names[: i + 1].count(name) for i, name in enumerate(names)]
    return [name if count == 1 else f"{name} #{count}" for name, count in zip(names, counts, strict=True)]


def _interval(found: tuple[float, float, float] | None) -> Interval | None:
    return Interval(*found) if found else None


def _match(results: Mapping[str, Any], names: Sequence[str]) -> Match:
    players = [_tally(tally, name) for tally, name in zip(results["players"], names, strict=True)]
    duels = [_duel(duel, names) for duel in results["duels"]]
    sprt = _sprt(results["sprt"]) if results["sprt"] else None
    return Match(results["games"], results["different"], results["planned"], players, duels, sprt)


def _tally(found: dict[str, Any], name: str) -> Tally:
    found |= {"player": name, "score": _interval(found["score"])}
    return Tally(**found)


def _duel(found: dict[str, Any], names: Sequence[str]) -> Duel:
    one, other = found["players"]
    found |= {"players": (names[one], names[other]), "elo": _interval(found["elo"])}
    found["normalized_elo"] = _interval(found["normalized_elo"])
    return Duel(**found)


def _sprt(found: dict[str, Any]) -> Sprt:
    found |= {"elo": tuple(found["elo"]), "bounds": tuple(found["bounds"])}
    return Sprt(**found)
