"""How long results of the closed form may become in all bodies together."""

from __future__ import annotations

from typing import Any

from lagr_gui.algebra import Canonical, too_long

LONGEST = 2_000_000
"""Terms that g, or Γ, may have: more than anybody reads."""
LONGEST_POSES = LONGEST // 2
"""Terms that poses may have: g, which is made of products of their slopes, has more."""
CROWDED = 100
"""So many terms of g for each coordinate, as exponentials, nobody reads body by body."""


class Length:
    """Counts terms as they come."""

    def __init__(self, most: int = LONGEST) -> None:
        self._left = most

    def add(self, value: Any) -> None:
        """Count the terms of a value, as many as take its memory in a ring of usual width.

        Raises TooLong where there are more than anybody reads.
        """
        terms = value.length
        self._left -= value.algebra.ring.weight(terms) if isinstance(value, Canonical) else terms
        if self._left < 0:
            raise too_long()
