"""The questions of a benchmark: positions of which every move's exact score is known."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Literal, Protocol

from .._fourfold import Position, Score, Search, Tablebase, rules
from ..prompts import TEMPLATE

Split = Literal["train", "validation", "test", "held-out"]
SPLITS: tuple[Split, ...] = ("train", "validation", "test", "held-out")

_TRIES = 100_000
# Of the searches of a position, first for its score and then for those of all moves.
_FIRST_NODES, _NODES = 10_000, 30_000
_LONGEST, _SPREAD = 1_000, 10


@dataclass(frozen=True)
class Level:
    """How difficult a question is."""

    plies: tuple[int, int]
    """The distance of the end with best play, the least and the most; of a draw that of the last loss to be avoided."""
    luck: float
    """The largest share of legal moves that keep the value."""


LEVELS = (Level((1, 3), 2 / 3), Level((4, 6), 1 / 2), Level((7, 9), 1 / 2), Level((10, 12), 1 / 3), Level((13, 200), 1 / 3))


@dataclass(frozen=True)
class Track:
    """Questions of one kind: a game by some rules."""

    name: str
    game: str
    rules: Mapping[str, str] = field(default_factory=dict[str, str])
    openings: tuple[int, int] | None = None
    """The least and the most random plies before a question; else it is as near the end of a random game as its level says."""
    pieces: int = 0
    """Endings of so many pieces, by a tablebase of Collateral Checkers."""
    levels: tuple[Level, ...] = LEVELS
    questions: int = 40
    """How many a level has."""
    shifts: tuple[str, ...] = ()
    """Other rules: each position is asked about by those of the track, and by one of these, by which no best move keeps the value."""

    def ask(self, level: int, number: int, *, split: Split = "train", seed: int = 0) -> list[Question]:
        """The question of a level with this number, or two about one position by different rules."""
        truth: _Truth = _table(self.pieces) if self.pieces else _search(self.game)
        chance = Random(f"{self.name} {level} {split} {seed} {number}")
        for _ in range(_TRIES):
            position = self._drawn(level, chance, truth)
            if position.is_over or split_of(position) != split:
                continue
            asked = self._asked(level, position, truth)
            if asked is None:
                continue
            if not self.shifts:
                return [replace(asked, id=f"{self.name}/{level}/{split}/{seed}/{number}", split=split)]
            other = self._asked(level, Position(self.game, str(position), rules=self.shifts[number % len(self.shifts)]), truth)
            if other is None or set(other.kept) & set(asked.best):
                continue
            names = (f"{self.name}-before", asked), (f"{self.name}-after", other)
            return [replace(one, id=f"{name}/{level}/{split}/{seed}/{number}", track=name, split=split) for name, one in names]
        raise ValueError(f"track {self.name}: no position of level {level} was found")

    def _drawn(self, level: int, chance: Random, truth: _Truth) -> Position:
        """A random position."""

        def below(most: int) -> int:
            return int(chance.random() * most)

        if isinstance(truth, Tablebase):
            return truth.sample(below(2**53))
        position = Position(self.game, seed=below(2**53), **dict[str, Any](self.rules))
        least, most = self.openings or (_LONGEST, _LONGEST)
        plies = least + below(most - least + 1)
        for _ in range(plies):
            if position.is_over:
                break
            moves = position.legal_moves
            position.push(moves[below(len(moves))])
        if self.openings is None:
            least, most = self.levels[level - 1].plies
            for _ in range(least + below(min(most - least, _SPREAD) + 1)):
                if position.moves:
                    position.pop()
        return position

    def _asked(self, level: int, position: Position, truth: _Truth) -> Question | None:
        """The question about a position, if it is one of this level."""
        of, top = self.levels[level - 1], truth.probe(position)
        if top is None or worth(top) != 0.5 and not of.plies[0] <= distance(top) <= of.plies[1]:
            return None
        scores = truth.values(position)
        if len(scores) < max(2, len(position.legal_moves)):
            return None
        asked = Question("", self.name, level, "train", self.game, position.rules, str(position), scores)
        return asked if asked.luck < 1 and asked.luck <= of.luck and of.plies[0] <= asked.plies <= of.plies[1] else None


@dataclass(frozen=True)
class Question:
    """A position in which some legal move keeps the value and some loses it."""

    id: str
    track: str
    level: int
    split: Split
    game: str
    rules: Mapping[str, str]
    text: str
    scores: Mapping[str, Score]
    """The exact score of every legal move."""

    @property
    def position(self) -> Position:
        """The position, a new one each time."""
        return Position(self.game, self.text, **dict[str, Any](self.rules))

    @property
    def top(self) -> Score:
        """The score of the best moves."""
        return max(self.scores.values())

    @property
    def best(self) -> list[str]:
        """The best moves."""
        return [move for move, score in self.scores.items() if score == self.top]

    @property
    def kept(self) -> list[str]:
        """The moves that keep the value."""
        return [move for move, score in self.scores.items() if worth(score) == worth(self.top)]

    @property
    def luck(self) -> float:
        """The share of legal moves that keep the value."""
        return len(self.kept) / len(self.scores)

    @property
    def plies(self) -> int:
        """The distance of the end with best play; of a draw that of the last loss to be avoided."""
        return max(map(distance, self.scores.values())) if worth(self.top) == 0.5 else distance(self.top)

    def reward(self, move: str) -> float:
        """A grade of a move for training: 1 of a best one, 0.9 of one that keeps the value, 0.1 of another legal one, else 0.01, or 0 of none."""
        if move not in self.scores:
            return 0.01 if move else 0.0
        return 1.0 if move in self.best else 0.9 if move in self.kept else 0.1


def worth(score: Score) -> float:
    """1 for a win, 1/2 for a draw, 0 for a loss."""
    return 1.0 if score.win is not None else 0.0 if score.loss is not None else 0.5


def distance(score: Score) -> int:
    """The plies to a win or a loss, 0 of a draw."""
    return score.win or score.loss or 0


def split_of(position: Position) -> Split:
    """The part to which a position belongs, by its game and text alone, so that whatever the seed or the rules, nothing that is trained on is tested.

    Of ten positions seven are to train on, one each for validation, for the test and held out for a leaderboard.
    """
    digest = hashlib.sha256(f"{position.game} {position}".encode()).digest()
    bucket = int.from_bytes(digest[:8], "big") % 10
    return SPLITS[bucket + 1] if bucket < 3 else "train"


class _Truth(Protocol):
    def probe(self, position: Position) -> Score | None: ...
    def values(self, position: Position) -> dict[str, Score]: ...


class _BySearch(threading.local):
    """One for each thread. What is found must not depend on what was asked before, so each search forgets the earlier ones."""

    def __init__(self, game: str) -> None:
        self._search = Search(game, memory=1 << 20)

    def probe(self, position: Position) -> Score | None:
        self._search.clear()
        found = self._search.run(position, nodes=_FIRST_NODES)
        return found.score if found.proven else None

    def values(self, position: Position) -> dict[str, Score]:
        self._search.clear()
        return self._search.values(position, nodes=_NODES)


@cache
def _search(game: str) -> _BySearch:
    return _BySearch(game)


@cache
def _table(pieces: int) -> Tablebase:
    return Tablebase(pieces)


@dataclass(frozen=True)
class Suite:
    """A benchmark: what is asked, how, and how answers are scored, all of it named by one hash."""

    name: str
    tracks: tuple[Track, ...]
    scoring: str
    prompt: str = TEMPLATE

    @property
    def hash(self) -> str:
        """Names the games and their rules in words, the deals, the levels, the parts, the prompt and the scoring: SHA-256, 16 digits."""
        games = {track.game: track for track in self.tracks}
        told = {game: [rules(game, **track.rules), str(Position(game, seed=1, **dict[str, Any](track.rules)))] for game, track in games.items()}
        defined = json.dumps([asdict(self), told, SPLITS, split_of.__doc__], sort_keys=True)
        return hashlib.sha256(defined.encode()).hexdigest()[:16]

    def only(self, *tracks: str, questions: int | None = None) -> Suite:
        """A part of the suite, with another hash: some tracks, or another number of questions of a level."""
        known = {track.name: track for track in self.tracks}
        if unknown := set(tracks) - set(known):
            raise ValueError(f"no track {', '.join(sorted(unknown))}: expected {', '.join(known)}")
        if questions is not None and questions < 1:
            raise ValueError(f"questions={questions}: expected 1 or more")
        chosen = [known[name] for name in tracks or known]
        return replace(self, tracks=tuple(replace(track, questions=questions or track.questions) for track in chosen))

    def track(self, name: str) -> Track:
        """The track of this name."""
        return self.only(name).tracks[0]

    def questions(self, split: Split = "test", *, seed: int = 0, shard: tuple[int, int] = (1, 1)) -> Iterator[Question]:
        """The questions of a part, always the same for a seed; with many seeds the train part never ends.

        Of the shard (2, 8) every eighth is asked from the second one on; those about one position stay together.
        """
        if split not in SPLITS:
            raise ValueError(f"split={split!r}: expected {', '.join(SPLITS)}")
        first, count = shard
        if not 1 <= first <= count:
            raise ValueError(f"shard={shard}: expected numbers from (1, 1) to ({count}, {count})")
        levels = ((track, level) for track in self.tracks for level in range(1, len(track.levels) + 1))
        asked = ((track, level, number) for track, level in levels for number in range(track.questions))
        for track, level, number in islice(asked, first - 1, None, count):
            yield from track.ask(level, number, split=split, seed=seed)


# Without joker34, joker134 and joker234, by which a joker walks to the same squares as by v1_1 unless cards are collapsed.
_JOKERS = "v1_3", "joker2", "joker12", "joker3", "joker13", "joker23", "joker123", "joker4", "joker14", "joker24", "joker124"

V1 = Suite(
    name="v1",
    tracks=(
        Track("collapsi", "collapsi", {"rules": "v1_1"}),
        Track("connect-four", "connect-four", levels=(LEVELS[0], Level((4, 200), 1 / 2))),
        Track("collateral-checkers", "collateral-checkers", pieces=6),
        Track("joker", "collapsi", {"rules": "v1_1"}, (0, 1), levels=(Level((1, 14), 2 / 3),), questions=4 * len(_JOKERS), shifts=_JOKERS),
    ),
    scoring="an answer keeps the value or not; is a best move or not; loses the difference of the distances in plies where it keeps "
    "the value of a win or a loss; no move and an illegal one keep nothing; an interval is Wilson's of 95 %",
)


def suite(name: str = "v1") -> Suite:
    """A suite by its name.

    >>> question = next(suite("v1").questions("train"))
    >>> question.track, question.level, 0 < question.luck < 1
    ('collapsi', 1, True)
    """
    if name != V1.name:
        raise ValueError(f"no suite {name!r}: expected {V1.name}")
    return V1


