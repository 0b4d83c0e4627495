"""Answers beside perfect play: a row for each, and what they come to."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self

from .._fourfold import Position, Score
from .suite import Question, distance, worth


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval of 95 %."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.3f} ({self.low:.3f} to {self.high:.3f})"


def share(right: Sequence[bool]) -> Interval | None:
    """A share, with Wilson's interval; None of nothing."""
    n, z = len(right), 1.96**2
    if n == 0:
        return None
    p = sum(right) / n
    middle = (p + z / (2 * n)) / (1 + z / n)
    half = 1.96 / (1 + z / n) * math.sqrt(p * (1 - p) / n + z / (4 * n**2))
    return Interval(p, max(middle - half, 0.0), min(middle + half, 1.0))


def mean(numbers: Sequence[float]) -> Interval | None:
    """A mean of numbers that are not negative; None of fewer than two, as their deviation is unknown."""
    n = len(numbers)
    if n < 2:
        return None
    middle = sum(numbers) / n
    half = 1.96 * math.sqrt(sum((x - middle) ** 2 for x in numbers) / (n - 1) / n)
    return Interval(middle, max(middle - half, 0.0), middle + half)


Status = Literal["legal", "illegal", "no move"]


@dataclass(frozen=True)
class Row:
    """An answer, and what it is worth."""

    suite: str
    """The hash of the suite."""
    id: str
    track: str
    level: int
    game: str
    rules: dict[str, str]
    position: str
    value: float
    """What best play gets: 1 for a win, 1/2 for a draw, 0 for a loss."""
    plies: int
    """How far the end is."""
    luck: float
    """The share of legal moves that keep the value."""
    answer: str
    """The move."""
    reply: str
    """The whole reply, where that is more than a move."""
    status: Status
    why: str
    """What is wrong with an illegal move."""
    kept: bool
    """Whether the move keeps the value."""
    best: bool
    """Whether it is a best move."""
    lost: int
    """The plies that it loses, where it keeps the value."""
    seconds: float

    @classmethod
    def of(cls, suite: str, question: Question, answer: str, seconds: float) -> Self:
        """Judges an answer to a question."""
        status: Status = "no move"
        why = ""
        if answer:
            try:
                question.position.push(answer)
                status = "legal"
            except ValueError as error:
                status, why = "illegal", str(error)
        score = _score(question, answer) if status == "legal" else None
        kept = score is not None and worth(score) == worth(question.top)
        return cls(
            suite=suite, id=question.id, track=question.track, level=question.level, game=question.game, rules=dict(question.rules),
            position=question.text, value=worth(question.top), plies=question.plies, luck=question.luck, answer=str(answer),
            reply=getattr(answer, "whole", ""), status=status, why=why, kept=kept, best=score == question.top,
            lost=abs(distance(question.top) - distance(score)) if score is not None and kept else 0, seconds=round(seconds, 6),
        )  # fmt: skip

    @classmethod
    def read(cls, line: str) -> Self:
        try:
            return cls(**json.loads(line))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{line[:40]!r} is no row of answers: {error}") from None

    def written(self) -> str:
        """The row as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def _score(question: Question, answer: str) -> Score:
    """The score of a legal move, which may be written in another way."""

    def after(move: str) -> Position:
        position = question.position
        position.push(move)
        return position

    known = question.scores.get(answer)
    return known if known is not None else next(score for move, score in question.scores.items() if after(move) == after(answer))


@dataclass(frozen=True)
class Report:
    """What answers come to: all of them, or those of a track or level."""

    rows: tuple[Row, ...]

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Self:
        return cls(tuple(sorted(rows, key=lambda row: row.id)))

    def part(self, suits: Callable[[Row], bool]) -> Report:
        """The report on some of the rows."""
        return Report(tuple(filter(suits, self.rows)))

    @property
    def tracks(self) -> dict[str, Report]:
        """By tracks."""
        return {track: self.part(lambda row: row.track == track) for track in dict.fromkeys(row.track for row in self.rows)}  # noqa: B023

    @property
    def levels(self) -> dict[int, Report]:
        """By levels."""
        return {level: self.part(lambda row: row.level == level) for level in sorted({row.level for row in self.rows})}  # noqa: B023

    @property
    def kept(self) -> Interval | None:
        """The share of questions in which the move keeps the value: the score of an agent."""
        return share([row.kept for row in self.rows])

    @property
    def luck(self) -> float:
        """The same of random play, as it is expected."""
        return sum(row.luck for row in self.rows) / max(len(self.rows), 1)

    @property
    def best(self) -> Interval | None:
        """The share of questions that are answered by a best move."""
        return share([row.best for row in self.rows])

    @property
    def wins(self) -> Interval | None:
        """The share of wins that are kept."""
        return share([row.kept for row in self.rows if row.value == 1])

    @property
    def lost(self) -> Interval | None:
        """The plies that a move loses which keeps the value."""
        return mean([row.lost for row in self.rows if row.kept])

    def count(self, status: Status) -> int:
        """How many answers are illegal, or no moves."""
        return sum(row.status == status for row in self.rows)

    def __str__(self) -> str:
        suite = self.rows[0].suite if self.rows else ""
        head = f"{suite:22}{'asked':>6}{'no move':>9}{'illegal':>9}  {'value kept':26}{'random':>7}  {'best move':26}  {'plies lost':26}"
        parts = {track: part for track, part in self.tracks.items()}
        parts |= {f"level {level}": part for level, part in self.levels.items()} if len(self.levels) > 1 else {}
        return "\n".join([head, *(part._line(name) for name, part in parts.items()), self._line("all")])

    def _line(self, name: str) -> str:
        cells = f"{name:22}{len(self.rows):>6}{self.count('no move'):>9}{self.count('illegal'):>9}"
        return f"{cells}  {self.kept or '-'!s:26}{self.luck:>7.3f}  {self.best or '-'!s:26}  {self.lost or '-'!s:26}".rstrip()

    def columns(self) -> dict[str, list[Any]]:
        """The rows as columns, for pandas or pyarrow."""
        rows = [asdict(row) for row in self.rows]
        return {name: [row[name] for row in rows] for name in (rows[0] if rows else {})}
