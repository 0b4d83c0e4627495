"""Every game as an environment of PettingZoo: fourfold.pettingzoo.env("compass")."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from ._fourfold import Position
from .game import Game

try:
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"{__name__} needs more packages: pip install fourfold[pettingzoo]") from error


def env(game: str | type[Game], *, render_mode: str | None = None, **rules: Any) -> AECEnv[str, Any, Any]:
    """The environment of a game; the agents are its players.

    A seed of reset() begins a sequence of deals, and reset() without one goes on with it.
    """
    return wrappers.OrderEnforcingWrapper(Env(game, render_mode, rules))


class Env(AECEnv[str, Any, Any]):
    """A game, action by action. Observations are {"observation": planes, "action_mask": legal actions}."""

    metadata: dict[str, Any] = {"render_modes": ["svg"], "name": "fourfold", "is_parallelizable": False}

    def __init__(self, game: str | type[Game], render_mode: str | None, rules: dict[str, Any]) -> None:
        super().__init__()
        self.game, self.rules, self.render_mode = game, rules, render_mode
        self.position = Position(game, **rules)
        self.metadata = {**self.metadata, "name": f"fourfold_{self.position.game}"}
        self._deals = np.random.default_rng()
        self.possible_agents = self.position.players
        width, height = len(self.position.actions), len(self.position.planes)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(width) for agent in self.possible_agents}
        space = gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(0.0, 60.0, (height, width), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (width,), np.int8),
        })
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._deals = np.random.default_rng(seed)
        self.position = Position(self.game, seed=int(self._deals.integers(2**63)), **self.rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self._turn()

    def _turn(self) -> str:
        return self.possible_agents[self.position.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self.position.mask()
        if agent != self._turn():
            mask[:] = False
        return {"observation": self.position.observe(), "action_mask": mask.view(np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action")
        self._cumulative_rewards[agent] = 0.0
        self.position.act(index(action))
        self._clear_rewards()
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, self.position.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._turn()
        self._accumulate_rewards()
        if self.position.is_over:
            self._deads_step_first()

    def render(self) -> str | None:
        return self.position.svg() if self.render_mode == "svg" else None
