"""Whether two expressions are equal, decided by the canonical form."""

from __future__ import annotations

from collections.abc import Collection

from lagr_gui.algebra.algebra import Algebra
from lagr_gui.expression import Expression, read


def equal(left: str | Expression, right: str | Expression, positive: Collection[str] = ()) -> bool:
    """Whether two expressions have the same value wherever both are defined.

    `positive` names symbols that stand for positive numbers.  Raises LagrError for a text
    that cannot be read.
    """
    algebra = Algebra(positive=positive)
    trees = (read(side) if isinstance(side, str) else side for side in (left, right))
    first, second = (algebra.expression(tree) for tree in trees)
    return (first - second).is_zero
