"""Many games at once, as batches and as vectors of Gymnasium: `python benches/vectors.py`.

A step takes an action in a game, and has the next legal actions and planes; games that end begin anew. Figures are steps a second of
processor time; the choice of a random legal action counts, but not in the columns "alone".
"""

import time
from collections.abc import Callable

import numpy as np

import fourfold as ff
from fourfold.gymnasium import VectorEnv

COUNT = 1024
CHANCE = np.random.default_rng(1)


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How many steps a second work() does."""
    work()
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


def chosen(mask: np.ndarray) -> np.ndarray:
    """A legal action of each row by chance."""
    return (mask * CHANCE.random(mask.shape, np.float32)).argmax(axis=1)


def alone(game: str, dtype: str) -> float:
    """The steps of a batch alone, which live arrays follow."""
    batch, spent, done = ff.Batch(game, COUNT, seed=1), 0.0, 0
    _, masks = batch.live(dtype=dtype)
    while spent < 1:
        actions = chosen(masks)
        start = time.process_time()
        batch.step(actions)
        spent, done = spent + time.process_time() - start, done + COUNT
    return done / spent


def of_vector(env: object) -> Callable[[], int]:
    _, info = env.reset(seed=1)
    masks = [info["action_mask"]]

    def work() -> int:
        *_, info = env.step(chosen(masks[0]))
        masks[0] = info["action_mask"]
        return env.num_envs

    return work


def main() -> None:
    print(f"{'a batch of 1,024':34}{'alone':>12}{'alone, uint8':>14}{'VectorEnv':>12}{'uint8, no copy':>16}")
    for game in ff.games():
        cells = alone(game, "float32"), alone(game, "uint8"), rate(of_vector(VectorEnv(game, COUNT))), rate(of_vector(VectorEnv(game, COUNT, dtype="uint8", copy=False)))
        print(f"{'fourfold ' + game:34}" + "".join(f"{cell:>{width},.0f}" for cell, width in zip(cells, (12, 14, 12, 16), strict=True)), flush=True)


if __name__ == "__main__":
    main()
