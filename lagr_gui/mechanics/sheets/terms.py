"""A term of a result: what all lines of a sheet are made of."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.expression import Expression
from lagr_gui.expression.tree import Reduced


@dataclass(frozen=True, slots=True)
class Term:
    """One additive term of a result, with the items that it comes from.

    `sources` are item keys as in the layout: ``body:2``, ``element:spring 1``.
    """

    tree: Expression
    sources: tuple[str, ...]

    def __reduce__(self) -> Reduced:
        return Term, (self.tree, self.sources)
