"""A net learns Collapsi from games with itself, in numpy, and exact scores say how good its moves are: `python examples/learn.py`."""

from typing import Any

import numpy as np
import numpy.typing as npt

import fourfold as ff

GAMES, HIDDEN, RATE, CHANCE, UPDATES = 256, 128, 0.002, 0.2, 8000
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

PLANE = {name: number for number, name in enumerate(ff.Position("collapsi").planes)}
SQUARES = np.arange(16).reshape(4, 4)
# The edges of the board are joined: for each square all squares, in an order that begins there.
FROM = np.array([np.roll(SQUARES, (-(square // 4), -(square % 4)), axis=(0, 1)).ravel() for square in range(16)])
# The orders that turn or mirror the board around the first square.
MIRRORED = [np.ix_(ranks, files) for ranks in ([0, 1, 2, 3], [0, 3, 2, 1]) for files in ([0, 1, 2, 3], [0, 3, 2, 1])]
TURNED = np.array([board[mirrored].ravel() for board in (SQUARES, SQUARES.T) for mirrored in MIRRORED])


def seen(planes: Floats, seats: npt.NDArray[np.uint8]) -> tuple[Floats, Ints]:
    """The cards and the other pawn, seen from the pawn that is to move, (count, 6, 16), and which square each square is."""
    games = np.arange(len(seats))
    pawns = planes[:, [PLANE["r"], PLANE["b"]]]
    squares = FROM[pawns[games, seats].argmax(axis=1)]
    shown = np.concatenate([planes[:, [PLANE[card] for card in "JA234"]], pawns[games, 1 - seats][:, None]], axis=1)
    return np.take_along_axis(shown, squares[:, None], axis=2), squares


def after(shown: Floats, moves: Ints) -> Floats:
    """What the other player sees after a move in each: the card that was left is gone."""
    squares, left = FROM[shown[:, 5].argmax(axis=1)], shown.copy()
    left[:, :, 0] = left[:, 5] = 0
    left[np.arange(len(left)), 5, moves] = 1
    return np.take_along_axis(left, squares[:, None], axis=2)


class Net:
    """Two hidden layers; what the player to move may expect, from -1 to 1. Adam improves it."""

    def __init__(self, seed: int = 0) -> None:
        rng, sizes = np.random.default_rng(seed), [96, HIDDEN, HIDDEN, 1]
        shapes = list(zip(sizes, sizes[1:], strict=False))
        self.arrays: list[Floats] = [(rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32) for shape in shapes]
        self.arrays += [np.zeros(size, np.float32) for size in sizes[1:]]
        self.moments = [np.zeros((2, *array.shape), np.float32) for array in self.arrays]
        self.updates = 0

    def layers(self, shown: Floats) -> list[Floats]:
        first = np.maximum(shown.reshape(len(shown), 96) @ self.arrays[0] + self.arrays[3], 0)
        second = np.maximum(first @ self.arrays[1] + self.arrays[4], 0)
        return [shown.reshape(len(shown), 96), first, second, np.tanh(second @ self.arrays[2] + self.arrays[5])]

    def __call__(self, shown: Floats) -> Floats:
        return self.layers(shown)[3][:, 0]

    def improve(self, shown: Floats, targets: Floats) -> None:
        """A step towards the targets."""
        layers = self.layers(shown)
        slopes: list[npt.NDArray[Any]] = [*self.arrays]
        slope = (layers[3] - targets[:, None]) * (1 - layers[3] ** 2) / len(targets)
        for number in (2, 1, 0):
            slopes[number], slopes[3 + number] = layers[number].T @ slope, slope.sum(axis=0)
            slope = (slope @ self.arrays[number].T) * (layers[number] > 0)
        self.updates += 1
        for array, moment, slope in zip(self.arrays, self.moments, slopes, strict=True):
            moment[0] += 0.1 * (slope - moment[0])
            moment[1] += 0.01 * (slope * slope - moment[1])
            first, second = moment[0] / (1 - 0.9**self.updates), moment[1] / (1 - 0.99**self.updates)
            array -= RATE * first / (np.sqrt(second) + 1e-8)

    def best(self, position: ff.Position) -> str:
        """The move after which the other player may expect least: the net as an agent."""
        shown, squares = seen(position.observe()[None], np.array([position.seat], np.uint8))
        moves = np.flatnonzero(position.mask()[squares[0]])
        expected = self(after(shown.repeat(len(moves), axis=0), moves))
        return position.actions[squares[0, moves[expected.argmin()]]]


def learn(net: Net, updates: int = UPDATES, seed: int = 1) -> None:
    """Plays many games at a time. A position is worth what its best move is, and who cannot move has lost."""
    batch, rng, games = ff.Batch("collapsi", GAMES, seed=seed), np.random.default_rng(seed), np.arange(GAMES)
    for _ in range(updates):
        seats = batch.seats
        shown, squares = seen(batch.observe(), seats)
        legal = np.take_along_axis(batch.mask(), squares, axis=1)
        game, move = np.nonzero(legal)
        worth = np.full(legal.shape, -2, np.float32)
        worth[game, move] = -net(after(shown[game], move))
        # Some moves are made by chance, so that the games differ.
        chosen = np.where(rng.random((GAMES, 1)) < CHANCE, legal * rng.random(legal.shape), worth)
        _, done = batch.step(squares[games, chosen.argmax(axis=1)])
        last, _ = seen(batch.final_observations(), 1 - seats[done])
        known = np.concatenate([worth.max(axis=1), np.full(len(last), -1, np.float32)])
        net.improve(np.concatenate([shown, last])[:, :, TURNED[rng.integers(8)]], known)


if __name__ == "__main__":
    net, test = Net(), ff.bench.suite("v1").only("collapsi", questions=200)
    questions = list(test.questions("test"))
    print(ff.bench.run(net.best, test, questions=questions))
    learn(net)
    print(ff.bench.run(net.best, test, questions=questions))
