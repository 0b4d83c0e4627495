"""A game against a bot as an environment of Gymnasium: fourfold.gymnasium.Env("connect-four")."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from ._fourfold import Bot, Position
from .game import Game

try:
    import gymnasium
except ImportError as error:
    raise ImportError(f"{__name__} needs more packages: pip install fourfold[gymnasium]") from error


class Env(gymnasium.Env[Any, Any]):
    """The first player learns, a bot plays the others. The mask of legal actions is in the info.

    A bot is described as on the command line, with its own limits of a move unless `nodes` are given. A seed of reset()
    begins a sequence of games, the bot's moves included, and reset() without one goes on with it. An illegal action is
    a ValueError, or ends the game with the `illegal_reward` that is given for that.
    """

    def __init__(
        self,
        game: str | type[Game],
        *,
        bot: str = "random",
        nodes: int | None = None,
        illegal_reward: float | None = None,
        **rules: Any,
    ) -> None:
        self.game, self.rules, self.illegal_reward = game, rules, illegal_reward
        self._bot, self._nodes = bot, nodes
        self._begin(0, 0)
        width, height = len(self.position.actions), len(self.position.planes)
        self.action_space = gymnasium.spaces.Discrete(width)
        self.observation_space = gymnasium.spaces.Box(0.0, 60.0, (height, width), np.float32)

    def _begin(self, deal: int, chance: int) -> None:
        self.position = Position(self.game, seed=deal, **self.rules)
        self.bot = Bot(self.game, self._bot, seed=chance, nodes=self._nodes)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        while not self.position.is_over and self.position.seat != 0:
            self.position.push(self.bot(self.position))
        return self.position.observe(), {"action_mask": self.position.mask().astype(np.int8)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._begin(*(int(number) for number in self.np_random.integers(2**63, size=2)))
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.illegal_reward is not None and action not in self.position.legal_actions:
            planes, info = self._seen()
            return planes, self.illegal_reward, True, False, info
        self.position.act(index(action))
        planes, info = self._seen()
        return planes, self.position.returns[0], self.position.is_over, False, info
