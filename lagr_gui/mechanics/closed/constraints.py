"""Conditions on the motion in closed form: Φ (C1), G and γ̄ (C2), γ̿ (C3).

A condition on positions Φ(q, t) = 0 gives G = ∂Φ/∂q, γ̄ = ∂Φ/∂t; one on velocities
ψ(q, q̇, t) = 0 gives G = ∂ψ/∂q̇, γ̄ = ψ − G q̇.  Either way G q̇ + γ̄ = 0 and G q̈ + γ̿ = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import Condition, Limit
from lagr_gui.expression import Symbol
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.closed.measures import ClosedSpace, inserted
from lagr_gui.mechanics.closed.metric import nonzero
from lagr_gui.mechanics.closure import Angle, Closure
from lagr_gui.mechanics.measures import cut_measures, measures_of
from lagr_gui.mechanics.reading import Part, Reading


@dataclass(frozen=True, eq=False)
class ClosedCondition:
    """One condition: the item it comes from, and Φ (on positions) or ψ (on velocities).

    One that is `own` is the equation of a mesh without inductance, and no further condition.
    `spans` are the ways on whose lengths it depends.
    """

    source: str
    on_positions: bool
    value: Canonical
    own: bool = False
    spans: tuple[Vector, ...] = ()


class ClosedConstraints:
    """All conditions of a system in closed form, in the order of the reading, then `meshes`.

    `rows` hold all the time; `limits` are the H ≤ 0 of unilateral conditions (C5).
    """

    def __init__(
        self, reading: Reading, kinematics: Kinematics, meshes: Sequence[ClosedCondition] = ()
    ) -> None:
        self.kinematics = kinematics
        self._reading = reading
        rows = (
            row
            for constraint in reading.constraints
            for row in (
                closure_rows(kinematics, constraint)
                if isinstance(constraint, Closure)
                else part_rows(kinematics, constraint)
            )
        )
        self.rows: tuple[ClosedCondition, ...] = (*rows, *meshes)
        self.limits: tuple[ClosedCondition, ...] = tuple(
            row for part in reading.limits for row in part_rows(kinematics, part)
        )

    @cached_property
    def G(self) -> list[dict[int, Canonical]]:
        """G_sρ by row, for the coordinates 1 … f on which it differs from zero."""
        return [self._slopes(row) for row in self.rows]

    @cached_property
    def shown(self) -> list[int]:
        """The rows that are written down with a multiplier each.

        Those that every position fulfils are not, nor are the equations of meshes, whose
        multipliers vanish.
        """
        rows = zip(self.rows, self.G, strict=True)
        return [i for i, (row, slopes) in enumerate(rows) if slopes and not row.own]

    @cached_property
    def leans(self) -> dict[str, Canonical]:
        """|n × a| of the axes of discs that touch planes, by item key."""
        return {
            part.key: measures_of(ClosedSpace(self.kinematics), part, set())["lean"].value
            for part in self._reading.constraints
            if isinstance(part, Part)
            and isinstance(part.kind.geometry, Contact)
            and part.kind.geometry.axis
        }

    @cached_property
    def gamma_bar(self) -> list[Canonical]:
        """γ̄ (C2) by row: what the condition on velocities holds without velocities."""
        time = self.kinematics.symbols[0]
        return [
            row.value.derivative(time) if row.on_positions else self._without_velocities(i)
            for i, row in enumerate(self.rows)
        ]

    @cached_property
    def rates(self) -> list[Canonical]:
        """Φ̇ = G q̇ + γ̄ by row; ψ itself for conditions on velocities."""
        rate = self.kinematics.rate
        return [rate(row.value) if row.on_positions else row.value for row in self.rows]

    @cached_property
    def gamma(self) -> list[Canonical]:
        """γ̿ (C3) by row: the time derivative of the condition on velocities for q̈ = 0."""
        return [self.kinematics.rate(value) for value in self.rates]

    @cached_property
    def bent(self) -> list[bool]:
        """By row whether it is on velocities and not linear in them."""
        speeds = [Symbol(q.name, 1) for q in self.kinematics.symbols[1:]]
        return [
            not row.on_positions
            and any(not a.derivative(qd).is_zero for a in slopes.values() for qd in speeds)
            for row, slopes in zip(self.rows, self.G, strict=True)
        ]

    def _slopes(self, row: ClosedCondition) -> dict[int, Canonical]:
        by = {
            i: row.value.derivative(q if row.on_positions else Symbol(q.name, 1))
            for i, q in enumerate(self.kinematics.symbols)
            if i > 0
        }
        return nonzero(by)

    def _without_velocities(self, index: int) -> Canonical:
        value = self.rows[index].value
        for i, slope in self.G[index].items():
            value = value - slope * self.kinematics.velocity(i)
        return value


def closure_rows(kinematics: Kinematics, closure: Closure) -> list[ClosedCondition]:
    """The conditions of a joint that is cut, as they lie in space."""
    rows: list[ClosedCondition] = []
    measures = cut_measures(ClosedSpace(kinematics), closure)
    for condition, (measure, _, _) in zip(closure.conditions, measures, strict=True):
        value = measure.value
        if isinstance(condition, Angle):
            value = value - kinematics.value(condition.cosine)
        rows.append(ClosedCondition(closure.key, True, value))
    return rows


def part_rows(kinematics: Kinematics, part: Part) -> list[ClosedCondition]:
    """The conditions of an element."""
    law = part.kind.law

    def rows(texts: Sequence[str], on_positions: bool) -> list[ClosedCondition]:
        laws = (inserted(kinematics, part, text) for text in texts)
        return [ClosedCondition(part.key, on_positions, law.value, spans=law.spans) for law in laws]

    if isinstance(law, Limit):
        return rows(law.reached, True)
    assert isinstance(law, Condition)
    texts = law.position
    if law.chosen:
        texts = tuple(texts["xyz".index(letter)] for letter in part.value(law.chosen))
    return rows(texts, True) + rows(law.velocity, False)
