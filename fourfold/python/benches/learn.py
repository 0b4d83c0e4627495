"""What an agent that learns waits for: observations, steps, copies and short questions, in microseconds each: `python benches/learn.py`."""

import time
from collections.abc import Callable

import numpy as np

import fourfold as ff


def micros(call: Callable[[], object], of: int = 1) -> float:
    """The least processor time of a call in five runs."""
    runs: list[float] = []
    for _ in range(5):
        calls, start = 0, time.process_time()
        while (spent := time.process_time() - start) < 0.1:
            call()
            calls += 1
        runs.append(spent / calls / of)
    return 1e6 * min(runs)


def main() -> None:
    print(f"{'microseconds of processor time':32}{'observe':>9}{'first mask':>12}{'batch':>9}{'into out':>10}{'step':>8}")
    for game in ff.games():
        position, batch = ff.Position(game, seed=5), ff.Batch(game, 1024)
        text, rules = str(position), position.rules
        kept, rng = batch.observe(), np.random.default_rng(1)

        def step(batch: ff.Batch = batch, rng: np.random.Generator = rng) -> None:
            mask = batch.mask()
            batch.step((mask * rng.random(mask.shape)).argmax(axis=1))

        def into_out(batch: ff.Batch = batch, kept: np.ndarray = kept) -> None:
            try:
                batch.observe(out=kept)
            except TypeError:  # as it was before
                batch.observe()

        first = micros(lambda game=game, text=text, rules=rules: ff.Position(game, text, **rules).mask())
        alone = micros(lambda game=game, text=text, rules=rules: ff.Position(game, text, **rules))
        cells = (micros(position.observe), first - alone, micros(batch.observe, 1024), micros(into_out, 1024), micros(step, 1024))
        print(f"{game:32}" + "".join(f"{cell:>{width}.2f}" for cell, width in zip(cells, (9, 12, 9, 10, 8), strict=True)))
    long = ff.Position("compass")
    for _ in range(150):
        long.push(long.legal_moves[0])
    bot, start = ff.Bot("connect-four", "random"), ff.Position("connect-four")
    print(f"copy after 150 plies {micros(long.copy):.2f}, a move of a random bot {micros(lambda: bot(start)):.2f}")


if __name__ == "__main__":
    main()
