"""Every game in Gymnasium: gymnasium.make("fourfold/ConnectFour-v0") and make_vec, after importing this."""

from __future__ import annotations

from operator import index
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._fourfold import Batch, Bot, Position, games
from .game import Game

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f"{__name__} needs more packages: pip install fourfold[gymnasium]") from error

_Info = dict[str, Any]
_Type = Literal["float32", "uint8"]


def _spaces(shape: tuple[int, int], dtype: _Type = "float32") -> tuple[gymnasium.spaces.Discrete, gymnasium.spaces.Box]:
    """Those of actions and observations."""
    return gymnasium.spaces.Discrete(shape[1]), gymnasium.spaces.Box(0, 60 if dtype == "float32" else 255, shape, np.dtype(dtype).type)


class Env(gymnasium.Env[Any, Any]):
    """The first player learns, a bot plays the others. The mask of legal actions is in the info, and `action_masks()`.

    A bot is described as on the command line, with its own limits of a move unless `nodes` are given. A seed of reset()
    begins a sequence of games, the bot's moves included, and reset() without one goes on with it. An illegal action is
    a ValueError, or ends the game with the `illegal_reward` that is given for that. It is rendered as "svg" or "ansi", a
    board of letters.
    """

    metadata: dict[str, Any] = {"render_modes": ["svg", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | type[Game],
        *,
        bot: str = "random",
        nodes: int | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: expected None, 'svg' or 'ansi'")
        self.game, self.rules, self.illegal_reward, self.render_mode = game, rules, illegal_reward, render_mode
        self._bot, self._nodes = bot, nodes
        self._begin(0, 0)
        self.action_space, self.observation_space = _spaces((len(self.position.planes), len(self.position.actions)))

    def _begin(self, deal: int, chance: int) -> None:
        self.position = Position(self.game, seed=deal, **self.rules)
        self.bot = Bot(self.game, self._bot, seed=chance, nodes=self._nodes)

    def _seen(self) -> tuple[Any, _Info]:
        while not self.position.is_over and self.position.seat != 0:
            self.position.push(self.bot(self.position))
        return self.position.observe(), {"action_mask": self.position.mask().astype(np.int8)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self.position.mask()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, _Info]:
        super().reset(seed=seed)
        self._begin(*(int(number) for number in self.np_random.integers(2**63, size=2)))
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, _Info]:
        if self.illegal_reward is not None and action not in self.position.legal_actions:
            planes, info = self._seen()
            return planes, self.illegal_reward, True, False, info
        self.position.act(index(action))
        planes, info = self._seen()
        return planes, self.position.returns[0], self.position.is_over, False, info

    def render(self) -> Any:
        return {"svg": self.position.svg, "ansi": self.position.board}[self.render_mode]() if self.render_mode else None


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games in one batch, for self-play: whoever is to move acts, and the reward is that of who has just acted.

    The info has the `seats` of who is to move, the `action_mask`, and the `returns` of all seats. A game that ends, or has
    `max_episode_steps` plies, begins anew in the same step, with its last observation in `final_obs`. Observations of type "uint8" are
    faster, and so is `copy=False`: then the observations and masks of all steps are the same arrays, which cannot be written to.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | type[Game],
        num_envs: int = 1,
        *,
        threads: int = 1, max_episode_steps: int | None = None, positions: list[Position] | None = None,
        dtype: _Type = "float32", copy: bool = True,
        **rules: Any,
    ) -> None:  # fmt: skip
        self.num_envs = num_envs
        self._dtype: _Type = dtype
        self.batch = Batch(game, num_envs, threads=threads, max_plies=max_episode_steps, positions=positions, **rules)
        shape = len(self.batch.planes), len(self.batch.actions)
        self.single_action_space, self.single_observation_space = _spaces(shape, dtype)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._live, self._copy = self.batch.live(dtype=dtype), copy

    def _seen(self, **more: Any) -> tuple[Any, _Info]:
        planes, masks = (array.copy() for array in self._live) if self._copy else self._live
        return planes, {"action_mask": masks.view(np.int8), "seats": self.batch.seats, **more}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, _Info]:
        super().reset(seed=seed)
        first = int(self.np_random.integers(2**63)) if seed is not None else None
        self.batch.reset(first, (options or {}).get("reset_mask"))
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, _Info]:
        movers = self.batch.seats
        returns, done = self.batch.step(actions)
        planes, info = self._seen(returns=returns)
        if done.any():
            last = np.full(self.num_envs, None, dtype=object)
            for ended, final in zip(np.flatnonzero(done), self.batch.final_observations(dtype=self._dtype), strict=True):
                last[ended] = final
            info |= {"final_obs": last, "_final_obs": done}
        cut = self.batch.truncated
        return planes, returns[np.arange(self.num_envs), movers], done & ~cut, cut, info


for _game in games():
    gymnasium.register(
        f"fourfold/{_game.replace('-', ' ').title().replace(' ', '')}-v0",
        entry_point=f"{__name__}:Env", vector_entry_point=f"{__name__}:VectorEnv", kwargs={"game": _game},
    )  # fmt: skip
