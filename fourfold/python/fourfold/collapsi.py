"""Collapsi by the thousand, and all of it.

>>> from fourfold import collapsi
>>> winners, lengths = collapsi.solve(collapsi.deals(3))
>>> lengths.shape, collapsi.moves(collapsi.deals(3)).shape
((3,), (3, 16))
"""

from ._fourfold import deals, deals_of, moves, solve, survey

__all__ = ["deals", "deals_of", "moves", "solve", "survey"]
