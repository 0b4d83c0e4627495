"""Every game in OpenSpiel: after register(), pyspiel.load_game("fourfold_collapsi")."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ._fourfold import Position, games
from .game import Game as OwnGame
from .lengths import most_actions

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError(f"{__name__} needs more packages: pip install fourfold[openspiel]") from error

_ENDLESS = 2**31 - 1


def register(*own: type[OwnGame], **rules: Any) -> list[str]:
    """Registers all games, or those that have these rules, or one's own, and returns their names in OpenSpiel.

    A game takes the parameters `seed` of its deal and `start`, the text of a position: `load_game("fourfold_collapsi(seed=7)")`,
    `load_game("fourfold_collapsi", {"start": "A2.3/4A23b/.A2r3/J3A. r"})`. Games and states pickle.
    """
    names: list[str] = []
    for game in own or games():
        try:
            start = Position(game, **rules)
        except ValueError:
            if own:
                raise
            continue
        names.append(_register(game, start, rules))
    if not names:
        raise ValueError(f"no game has these rules: {rules}")
    return names


def _register(game: str | type[OwnGame], start: Position, rules: dict[str, Any]) -> str:
    players = len(start.players)
    kind = pyspiel.GameType(
        short_name=f"fourfold_{start.game.replace('-', '_').lower()}" + (f"_{players}" if players > 2 else ""),
        long_name=f"Fourfold: {start.game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players, min_num_players=players,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"seed": 0, "start": ""},
    )  # fmt: skip
    most = most_actions(start) if isinstance(game, str) else None
    info = pyspiel.GameInfo(
        num_distinct_actions=len(start.actions),
        max_chance_outcomes=0,
        num_players=players, min_utility=-1.0, max_utility=1.0, utility_sum=0.0,
        max_game_length=min(most or _ENDLESS, _ENDLESS),
    )  # fmt: skip
    # OpenSpiel keeps it beyond the end of Python, so it must be a class: the last of anything else would be freed then.
    pyspiel.register_game(kind, type("Game", (Game,), {"kind": kind, "info": info, "made_of": (game, rules)}))
    return kind.short_name


class Game(pyspiel.Game):
    """A game of OpenSpiel."""

    kind: ClassVar[Any]
    info: ClassVar[Any]
    made_of: ClassVar[tuple[str | type[OwnGame], dict[str, Any]]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.params = params or {}
        super().__init__(self.kind, self.info, self.params)
        game, rules = self.made_of
        text = self.params.get("start") or None
        seed = None if text else int(self.params.get("seed", 0))
        self.start = Position(game, text, seed=seed, **rules)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.start)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (*self.made_of, self.params)


def _loaded(game: str | type[OwnGame], rules: dict[str, Any], params: dict[str, Any]) -> Any:
    """The game, in a process that may not know it yet."""
    return pyspiel.load_game(_register(game, Position(game, **rules), rules), params)


class State(pyspiel.State):
    """A state of OpenSpiel."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = game.start.copy()

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions

    def _apply_action(self, action: int) -> None:
        self.position.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.actions[action]

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return self.position.returns

    def __str__(self) -> str:
        pointed = [self.position.actions[place] for place in self.position.pointed]
        return " ".join([str(self.position), *pointed])

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get_game(), self.serialize())


def _restored(game: Game, text: str) -> Any:
    return game.deserialize_state(text)


class Observer:
    """The planes of a state."""

    def __init__(self, start: Position) -> None:
        planes = np.zeros((len(start.planes), len(start.actions)), np.float32)
        self.tensor = planes.reshape(-1)
        self.dict = {"observation": planes}

    def set_from(self, state: State, player: int) -> None:
        self.dict["observation"][:] = state.position.observe()

    def string_from(self, state: State, player: int) -> str:
        return str(state)
