"""A game against a bot as an environment of Gymnasium: fourfold.gymnasium.Env("connect-four")."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from ._fourfold import Bot, Position


class Env(gymnasium.Env[Any, Any]):
    """The first player learns, a bot plays the others. The mask of legal actions is in the info."""

    def __init__(self, game: str, *, bot: str = "random", nodes: int = 100, **rules: object) -> None:
        self.game, self.rules = game, rules
        self.bot = Bot(game, bot, nodes=nodes)
        self.position = Position(game, **rules)
        width, height = len(self.position.actions), len(self.position.planes)
        self.action_space = gymnasium.spaces.Discrete(width)
        self.observation_space = gymnasium.spaces.Box(0.0, 60.0, (height, width), np.float32)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        while not self.position.is_over and self.position.seat != 0:
            self.position.push(self.bot(self.position))
        return self.position.observe(), {"action_mask": self.position.mask().astype(np.int8)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = Position(self.game, seed=seed or 0, **self.rules)
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.position.act(int(action))
        planes, info = self._seen()
        return planes, self.position.returns[0], self.position.is_over, False, info
