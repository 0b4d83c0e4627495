"""What the moves of a game cost, one by one."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import program
from ._fourfold import Position


@dataclass(frozen=True)
class Ply:
    """A move of a game, beside the best one."""

    turn: str
    move: str
    best: list[str]
    """A better line, or none."""
    expected: list[float]
    """What each player may expect after the move, by seat, from 0 to 1."""
    cost: float
    """What the move cost who made it."""
    mark: str
    """"?!", "?" or "??" of a turn that cost a tenth of an equal share, a fifth or a half."""
    proven: bool


@dataclass(frozen=True)
class Review:
    """A game with what its moves cost."""

    plies: list[Ply]
    accuracy: list[float]
    """By seat: 1 less the mean cost of a turn."""

    @property
    def worst(self) -> Ply | None:
        """The most costly move."""
        return max(self.plies, key=lambda ply: ply.cost, default=None)


def review(game: Position | str, *, nodes: int = 20_000, threads: int = 1) -> Review:
    """The review of `fourfold review` of the moves of a position, or of a record: each position is searched so long.

    >>> import fourfold as ff
    >>> p = ff.Position("collapsi", seed=2)
    >>> p.push("a1")
    >>> [ply.mark for ply in ff.review(p).plies]
    ['??']
    """
    text = game if isinstance(game, str) else game.record()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.record")
        file.write_text(text, encoding="utf-8")
        try:
            found = json.loads(program.run(["review", str(file), "--json", f"--nodes={nodes}", f"--threads={threads}"]))
        except RuntimeError as error:  # The record is wrong.
            raise ValueError(str(error).removeprefix("error: ").replace(f'"{file}": ', "")) from None
    plies = [
        Ply(ply["turn"], ply["move"], ply["best"].split(), ply["expected"], ply["cost"], ply["mark"], ply["proven"]) for ply in found["plies"]
    ]
    return Review(plies, [player["accuracy"] for player in found["accuracy"]])
