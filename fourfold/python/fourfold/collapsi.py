"""Collapsi by the thousand.

>>> from fourfold import collapsi
>>> winners, lengths = collapsi.solve(collapsi.deals(3))
>>> lengths.shape
(3,)
"""

from ._fourfold import deals, solve

__all__ = ["deals", "solve"]
