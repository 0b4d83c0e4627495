"""A training loop: a linear policy learns Connect Four against random play (REINFORCE), in numpy."""

import numpy as np
import numpy.typing as npt

import fourfold as ff

GAMES, STEPS, RATE, LONGEST = 128, 400, 2.0, 42
Array = npt.NDArray[np.float32]


def choose(logits: Array, mask: npt.NDArray[np.bool_], rng: np.random.Generator) -> tuple[npt.NDArray[np.int64], Array]:
    """A legal action for each game, and how likely each action was."""
    chances = np.exp(np.where(mask, logits - logits.max(axis=1, keepdims=True), -np.inf))
    chances /= chances.sum(axis=1, keepdims=True)
    drawn = chances.cumsum(axis=1) > rng.random((len(mask), 1)) * 0.999999
    return drawn.argmax(axis=1), chances


def train(steps: int = STEPS, seed: int = 0) -> tuple[Array, float]:
    """The weights, and the share of games that the policy wins in the second half of the training."""
    rng, games = np.random.default_rng(seed), np.arange(GAMES)
    batch = ff.Batch("connect-four", GAMES, seed=seed, threads=2)
    planes = batch.observe().reshape(GAMES, -1)
    weights = np.zeros((planes.shape[1], len(batch.actions)), np.float32)
    learner, plies, past = games % 2, np.zeros(GAMES, int), list[tuple[Array, Array]]()
    won = played = 0
    for step in range(steps):
        mine = batch.seats == learner
        actions, chances = choose(planes @ weights * mine[:, None], batch.mask(), rng)
        error = np.eye(len(batch.actions), dtype=np.float32)[actions] - chances
        past = [(planes, error * mine[:, None]), *past[: LONGEST - 1]]
        rewards, done = batch.step(actions)
        reward, plies = rewards[games, learner], plies + 1
        for age, (before, error) in enumerate(past):
            weights += RATE / GAMES * before.T @ (error * (reward * (age < plies))[:, None])
        plies[done] = 0
        if step >= steps // 2:
            won, played = won + int((reward > 0).sum()), played + int(done.sum())
        planes = batch.observe().reshape(GAMES, -1)
    return weights, won / max(played, 1)


if __name__ == "__main__":
    print(f"the policy wins {train()[1]:.1%} of its games against random play")
