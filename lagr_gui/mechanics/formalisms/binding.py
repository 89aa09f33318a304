"""What conditions on the motion exert on single bodies, for balances of bodies cut free.

All bodies are given small displacements ξ and turns ϑ of their own; a condition on velocities
ψ(ξ̇, ϑ̇) acts on a body with the force λ ∂ψ/∂ξ̇ and the moment λ ∂ψ/∂ϑ̇ about its centre of
mass, because λψ is the power of its reactions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lagr_gui.expression import Symbol
from lagr_gui.mechanics.closed.constraints import closure_rows, part_rows
from lagr_gui.mechanics.closed.kinematics import Kinematics
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import Triple, cross, plus

Vector = Triple[Any]


@dataclass(frozen=True)
class Binding:
    """What one condition exerts per unit of λ: forces and moments by body, or on coordinates."""

    source: str
    wrenches: dict[int, tuple[Vector, Vector]]
    on_coordinates: dict[int, Any]


class Bindings:
    """All conditions of a system, in the order of the reading."""

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics = kinetics
        numbers = [link.child for link in kinetics.reading.links]
        self._moves = {number: _names(number) for number in numbers}
        self.moves = [s for names in self._moves.values() for s in names]
        """Displacements and turns; they are zero where anything is evaluated."""
        calculus = kinetics.calculus
        self.values = calculus.introduce(self.moves) if kinetics.reading.constraints else []
        self.rows = tuple(self._rows()) if kinetics.reading.constraints else ()

    def _rows(self) -> Iterator[Binding]:
        kinetics = self.kinetics
        loose = self._loosened()
        slopes = iter(kinetics.closed.constraints.G)
        for constraint in kinetics.reading.constraints:
            if isinstance(constraint, Closure):
                rows = closure_rows(loose, constraint)
            else:
                rows = part_rows(loose, constraint)
            for row in rows:
                row_slopes = next(slopes)
                if _acts_on_coordinates(constraint):
                    yield Binding(row.source, {}, dict(row_slopes))
                else:
                    rate = loose.rate(row.value) if row.on_positions else row.value
                    yield Binding(row.source, self._wrenches(rate), {})

    def _loosened(self) -> Kinematics:
        """Kinematics in which every body has displacements of its own."""
        kinetics = self.kinetics
        loose = Kinematics(kinetics.reading, kinetics.algebra)
        kinetics.calculus.introduce([Symbol(s.name, 1) for s in self.moves])
        for number, names in self._moves.items():
            E, x = loose.poses[number]
            a, b, c, d, e, f = (kinetics.algebra.symbol(name) for name in names)
            turned = [plus(row, cross((d, e, f), row)) for row in E]
            loose.poses[number] = (turned[0], turned[1], turned[2]), plus(x, (a, b, c))
        loose.symbols.extend(self.moves)
        return loose

    def _wrenches(self, rate: Any) -> dict[int, tuple[Vector, Vector]]:
        kinetics = self.kinetics
        still = dict.fromkeys(self.moves, kinetics.algebra.zero)
        wrenches: dict[int, tuple[Vector, Vector]] = {}
        for number, names in self._moves.items():
            speeds = [Symbol(s.name, 1) for s in names]
            slopes = kinetics.calculus.gradient(rate, speeds)
            a, b, c, d, e, f = (kinetics.calculus.inserted(slope, still) for slope in slopes)
            if any(not slope.is_zero for slope in (a, b, c, d, e, f)):
                wrenches[number] = (a, b, c), (d, e, f)
        return wrenches


def _names(number: int) -> list[Symbol]:
    return [Symbol(f"{what} {number} {axis}") for what in ("shift", "turn") for axis in "xyz"]


def _acts_on_coordinates(constraint: Closure | Part) -> bool:
    """Whether a condition speaks of coordinates instead of places on bodies."""
    if isinstance(constraint, Closure):
        return False
    return constraint.kind.geometry.on_coordinates
