"""A training loop: a linear policy learns Collapsi by playing itself (REINFORCE), in numpy."""

import numpy as np

import fourfold as ff

GAMES, STEPS, RATE = 256, 400, 0.02


def choose(logits: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A legal action for each game, and how likely each action was."""
    logits = np.where(mask, logits, -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    actions = (chances.cumsum(axis=1) > rng.random((len(mask), 1))).argmax(axis=1)
    return actions, chances


def train(steps: int = STEPS, seed: int = 0) -> tuple[np.ndarray, float]:
    """The weights, and the share of games that the policy wins against random play."""
    rng = np.random.default_rng(seed)
    batch = ff.Batch("collapsi", GAMES, seed=seed, threads=2)
    planes = batch.observe().reshape(GAMES, -1)
    weights = np.zeros((planes.shape[1], len(batch.actions)), np.float32)
    learner = np.arange(GAMES) % 2
    gradient: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    won = played = 0
    for step in range(steps):
        mask, mine = batch.mask(), batch.seats == learner
        actions, chances = choose(planes @ weights * mine[:, None], mask, rng)
        gradient.append((planes, np.eye(mask.shape[1], dtype=np.float32)[actions] - chances, mine))
        rewards, done = batch.step(actions)
        reward = rewards[np.arange(GAMES), learner]
        for before, error, was_mine in gradient[-14:]:
            weights += RATE / GAMES * before.T @ (error * (reward * was_mine)[:, None])
        gradient = gradient[-14:]
        if step >= steps // 2:
            won, played = won + int((reward > 0).sum()), played + int(done.sum())
        planes = batch.observe().reshape(GAMES, -1)
    return weights, won / max(played, 1)


if __name__ == "__main__":
    print(f"the policy wins {train()[1]:.1%} of its games against random play")
