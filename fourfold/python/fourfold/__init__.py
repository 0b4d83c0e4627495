"""Small abstract board games: exact rules, strong play, provable answers.

>>> import fourfold as ff
>>> p = ff.Position("collapsi", seed=5)
>>> p.push("a1")
>>> p.turn, p.analyse(depth=1).score
('blue', Score(win in 11))
"""

from typing import TYPE_CHECKING

from . import bench, collapsi
from ._fourfold import (
    Analysis, Batch, Bot, Line, Position, Record, Score, Search, Solution, Tablebase, Thought, __version__, check, games, records, rules,
)  # fmt: skip
from .agents import Reply, Ugi
from .arena import Duel, Match, Sprt, Tally, arena
from .game import Game
from .prompts import in_cipher, in_words, prompt, read_move
from .report import report
from .review import Ply, Review, review

if TYPE_CHECKING:
    from . import cluster as cluster, gymnasium as gymnasium, inspect_ai as inspect_ai, openspiel as openspiel
    from . import pettingzoo as pettingzoo, reasoning_gym as reasoning_gym

# Without the modules that need other packages.
__all__ = [
    "Analysis", "Batch", "Bot", "Duel", "Game", "Line", "Match", "Ply", "Position", "Record", "Reply", "Review",
    "Score", "Search", "Solution", "Sprt", "Tablebase", "Tally", "Thought", "Ugi", "__version__", "arena", "bench",
    "check", "collapsi", "games", "in_cipher", "in_words", "prompt", "read_move", "records", "report", "review",
    "rules",
]


def __getattr__(name: str) -> object:
    """The modules that need other packages: imported when asked for."""
    if name in ("cluster", "gymnasium", "inspect_ai", "openspiel", "pettingzoo", "reasoning_gym"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
