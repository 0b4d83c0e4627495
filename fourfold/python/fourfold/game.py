"""Games written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self


class Game(ABC):
    """A position of a game of your own; a subclass is the game.

    Positions do not change: play() returns the next one. Positions whose texts are equal are equal, so the
    text has to say all that matters.
    """

    players: ClassVar[Sequence[str]] = ("red", "blue")
    """The players in the order of their seats."""
    size: ClassVar[tuple[int, int]]
    """How many files and ranks the board has."""
    kinds: ClassVar[Sequence[str]] = ()
    """The names of pieces that are not those of players."""

    @property
    @abstractmethod
    def turn(self) -> str:
        """The player to move."""

    @property
    @abstractmethod
    def outcome(self) -> str | Sequence[int] | None:
        """The winner, "draw", or the points of each player; None while the game is running."""

    @property
    @abstractmethod
    def legal_moves(self) -> list[str]:
        """The legal moves, at least one while the game is running."""

    @abstractmethod
    def play(self, move: str) -> Self:
        """The position after a legal move."""

    @abstractmethod
    def __str__(self) -> str:
        """All that matters of the position."""

    @property
    def pieces(self) -> Mapping[str, str]:
        """What stands where, for pictures and planes: a player or one of the kinds on squares like "a1"."""
        return {}

    def places_of(self, move: str) -> list[str]:
        """The places to point at, in order, to make a move; by default its text."""
        return [move]

    def evaluate(self, player: str) -> int:
        """What the position promises a player, for searches; 0 for nothing."""
        return 0

    @classmethod
    def all_places(cls) -> list[str]:
        """All places that moves point at; by default the squares."""
        files, ranks = cls.size
        return [f"{chr(97 + file)}{rank + 1}" for file in range(files) for rank in range(ranks)]

    @classmethod
    def start(cls, seed: int) -> Self:
        """The position in which a game begins."""
        return cls()

    @classmethod
    def parse(cls, text: str) -> Self:
        """The position of this text, for Position(game, text) and pickle."""
        raise ValueError(f"{cls.__qualname__} does not read texts: it has no method parse()")
