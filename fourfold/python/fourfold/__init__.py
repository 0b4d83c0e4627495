"""Small abstract board games: exact rules, strong play, provable answers.

>>> import fourfold as ff
>>> p = ff.Position("collapsi", seed=5)
>>> p.push("a1")
>>> p.turn, p.analyse(depth=1).score
('blue', Score(win in 11))
"""

from typing import TYPE_CHECKING

from . import collapsi
from ._fourfold import Analysis, Batch, Bot, Line, Position, Score, Search, Tablebase, Thought, __version__, check, games
from .arena import Duel, Match, Sprt, Tally, arena
from .bench import Interval, Report, Ugi, bench, in_words
from .game import Game
from .report import report

if TYPE_CHECKING:
    from . import cluster, gymnasium, openspiel, pettingzoo

# Without the modules that need other packages.
__all__ = [
    "Analysis", "Batch", "Bot", "Duel", "Game", "Interval", "Line", "Match", "Position", "Report", "Score", "Search", "Sprt",
    "Tablebase", "Tally", "Thought", "Ugi", "__version__", "arena", "bench", "check", "collapsi", "games", "in_words", "report",
]


def __getattr__(name: str) -> object:
    """The modules that need other packages: imported when asked for."""
    if name in ("cluster", "gymnasium", "openspiel", "pettingzoo"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
