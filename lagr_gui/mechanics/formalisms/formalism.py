"""What a form of the equations of motion is, and names for what the model does not have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from lagr_gui.expression import TIME, Symbol
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, total
from lagr_gui.mechanics.reading import Reading

Column = list[Shares]
"""One term of the equations: for each coordinate the contributions by source."""


class Balanced(ABC):
    """A form that is one balance for each coordinate or speed, linear in q̈ or u̇: Σ terms = 0."""

    name: ClassVar[str]
    equation: ClassVar[str]

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics = kinetics

    @abstractmethod
    def terms(self) -> Mapping[str, Column]:
        """The terms of the balance by name, forces with a minus."""

    def residual(self) -> list[Any]:
        """What must vanish, M q̈ − f, for each coordinate or speed."""
        columns = list(self.terms().values())
        algebra = self.kinetics.algebra
        return [total(algebra, parts) for parts in zip(*columns, strict=True)]


def fresh(reading: Reading, names: Sequence[str], others: Collection[str] = ()) -> list[Symbol]:
    """Symbols with these names, each with a stroke behind it where it is a name already.

    Names are those of the model, and `others`.
    """
    taken = {TIME, *reading.names, *others}
    new = []
    for name in names:
        while name in taken:
            name += "_"
        taken.add(name)
        new.append(Symbol(name))
    return new
