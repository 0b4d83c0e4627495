"""A game in Python: two heaps, take any number of one; who takes the last wins."""

from dataclasses import dataclass
from typing import Self

import fourfold as ff


@dataclass(frozen=True)
class Nim(ff.Game):
    """Heap a and heap b stand on the files of a board; a move names the square of the lowest stone taken."""

    players = ("red", "blue")
    kinds = ("stone",)
    size = (2, 5)
    heaps: tuple[int, int] = (5, 3)
    mover: int = 0

    @property
    def turn(self) -> str:
        return self.players[self.mover]

    @property
    def outcome(self) -> str | None:
        return None if any(self.heaps) else self.players[1 - self.mover]

    @property
    def legal_moves(self) -> list[str]:
        return [f"{'ab'[heap]}{left + 1}" for heap in (0, 1) for left in range(self.heaps[heap])]

    def play(self, move: str) -> Self:
        left = int(move[1:]) - 1
        heaps = (left, self.heaps[1]) if move[0] == "a" else (self.heaps[0], left)
        return type(self)(heaps, 1 - self.mover)

    def __str__(self) -> str:
        return f"{self.heaps[0]} {self.heaps[1]} {self.turn}"

    @property
    def pieces(self) -> dict[str, str]:
        return {f"{'ab'[heap]}{stone + 1}": "stone" for heap in (0, 1) for stone in range(self.heaps[heap])}

    @classmethod
    def parse(cls, text: str) -> Self:
        a, b, turn = text.split()
        return cls((int(a), int(b)), cls.players.index(turn))


if __name__ == "__main__":
    print(ff.check(Nim), "positions keep the laws")
    position = ff.Position(Nim)
    print(position.analyse(), position.prove())
