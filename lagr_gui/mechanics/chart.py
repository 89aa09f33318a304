"""A chart: the coordinates of the model as expressions in new ones."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.selfcheck import SelfCheck

INVALID = "chart-invalid"
"""The code of problems that tell where new coordinates are not valid."""


@dataclass(frozen=True)
class Chart:
    """q = q(p, t): coordinate i of the model, `old[i]`, is `trees[i]` in the new ones `names`.

    `choice` is how they were chosen: ``absolute``, ``relative``, ``mixed`` or ``own``; `units`
    are those of the new coordinates (rad or m; empty: not known).  A coordinate that stays has
    its own name as its tree.
    """

    choice: str
    old: tuple[str, ...]
    names: tuple[str, ...]
    trees: tuple[Expression, ...]
    units: tuple[str, ...]

    @property
    def changed(self) -> tuple[tuple[str, Expression], ...]:
        """The coordinates of the model that are no longer there, with their expressions."""
        pairs = zip(self.old, self.trees, strict=True)
        return tuple((name, tree) for name, tree in pairs if tree != Symbol(name))


@dataclass(frozen=True)
class Chosen:
    """The chart of a sheet, p and ṗ at the start, and how well the equations were compared.

    `start` is empty where the start has no place in the new coordinates.
    """

    chart: Chart
    start: tuple[tuple[float, float], ...]
    certificate: SelfCheck
