"""Conditions on the motion in closed form: Φ (C1), G and γ̄ (C2), γ̿ (C3).

A condition on positions Φ(q, t) = 0 gives G = ∂Φ/∂q, γ̄ = ∂Φ/∂t; one on velocities
ψ(q, q̇, t) = 0 gives G = ∂ψ/∂q̇, γ̄ = ψ − G q̇.  Either way G q̇ + γ̄ = 0 and G q̈ + γ̿ = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.kinds import (
    Condition,
    Conductor,
    Contact,
    Edge,
    Limit,
    Line,
    OnCoordinate,
    OnTwoCoordinates,
)
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.closed.kinematics import Kinematics, Matrix, Vector
from lagr_gui.mechanics.closed.metric import nonzero
from lagr_gui.mechanics.closure import Closure, Offset
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.trees import Trees, crossed, unit_along
from lagr_gui.mechanics.vectors import apply, dot, minus, plus, product, times, transpose


@dataclass(frozen=True, eq=False)
class Row:
    """One condition: the item it comes from, and Φ (on positions) or ψ (on velocities).

    One that is `own` is the equation of a mesh without inductance, and no further condition.
    """

    source: str
    on_positions: bool
    value: Canonical
    own: bool = False


class Constraints:
    """All conditions of a system in closed form, in the order of the reading, then `meshes`.

    `rows` hold all the time; `limits` are the H ≤ 0 of unilateral conditions (C5).
    """

    def __init__(
        self, reading: Reading, kinematics: Kinematics, meshes: Sequence[Row] = ()
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
        self.rows: tuple[Row, ...] = (*rows, *meshes)
        self.limits: tuple[Row, ...] = tuple(
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
            part.key: _Touch(self.kinematics, part, part.kind.geometry).lean
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

    def _slopes(self, row: Row) -> dict[int, Canonical]:
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


def closure_rows(kinematics: Kinematics, closure: Closure) -> list[Row]:
    """The conditions of a joint that is cut, as they lie in space."""
    E_parent, _ = kinematics.poses[closure.parent]
    E_child, _ = kinematics.poses[closure.child]
    span = minus(
        kinematics.point(closure.child, closure.point_child),
        kinematics.point(closure.parent, closure.point_parent),
    )
    rows: list[Row] = []
    for condition in closure.conditions:
        if isinstance(condition, Offset):
            direction = kinematics.vector(condition.direction)
            if condition.in_parent:
                direction = kinematics.in_space(E_parent, direction)
            value = dot(span, direction)
        else:
            u = kinematics.in_space(E_parent, kinematics.vector(condition.u))
            v = kinematics.in_space(E_child, kinematics.vector(condition.v))
            value = dot(u, v) - kinematics.value(condition.cosine)
        rows.append(Row(closure.key, True, value))
    return rows


def part_rows(kinematics: Kinematics, part: Part) -> list[Row]:
    """The conditions of an element."""
    law = part.kind.law
    if isinstance(law, Limit):
        return [Row(part.key, True, _value(kinematics, part, text)) for text in law.reached]
    assert isinstance(law, Condition)
    texts = law.position
    if law.chosen:
        texts = tuple(texts["xyz".index(letter)] for letter in part.value(law.chosen))
    rows = [Row(part.key, True, _value(kinematics, part, text)) for text in texts]
    return rows + [Row(part.key, False, _value(kinematics, part, text)) for text in law.velocity]


def _value(kinematics: Kinematics, part: Part, text: str) -> Canonical:
    """A law with its measures and fields inserted."""
    if isinstance(part.kind.geometry, Conductor):
        return kinematics.value(part.law(text))
    tree = read(text)
    names = {symbol.name for symbol in symbols(tree)}
    fields = {spec.name for spec in part.kind.fields if spec.name in names}
    values = {name: kinematics.value(part.tree(name)) for name in fields}
    return kinematics.value(tree, **values, **_measures(kinematics, part, names - fields))


def _measures(kinematics: Kinematics, part: Part, names: set[str]) -> dict[str, Canonical]:
    match part.kind.geometry:
        case OnCoordinate(field):
            return {"value": kinematics.value(part.coordinate(field))}
        case OnTwoCoordinates(a, b):
            value = kinematics.value
            return {
                "value_a": value(part.coordinate(a)),
                "value_b": value(part.coordinate(b)),
            }
        case Line() as line:
            return _span(kinematics, part, line, names)
        case Edge() as edge:
            return {"v_across": _across(kinematics, part, edge)}
        case Contact() as contact:
            return _Touch(kinematics, part, contact).measures(names)
        case _:
            return {}


def _span(kinematics: Kinematics, part: Part, line: Line, names: set[str]) -> dict[str, Canonical]:
    span = minus(
        kinematics.point(part.value(line.body_a), part.trees(line.point_a)),
        kinematics.point(part.value(line.body_b), part.trees(line.point_b)),
    )
    measures = {"span_x": span[0], "span_y": span[1], "span_z": span[2]}
    if "square_length" in names:
        measures["square_length"] = dot(span, span)
    return measures


class _Relative:
    """The motion of one body as it is seen from another, in the axes of that other."""

    def __init__(self, kinematics: Kinematics, body: int, ground: int) -> None:
        self.kinematics = kinematics
        self.body = body
        self.E, self.x = kinematics.poses[ground]
        self.R: Matrix = product(self.E, transpose(kinematics.poses[body][0]))

    def point(self, local: Trees) -> Vector:
        """A body point from the ground's origin in the ground's axes."""
        return apply(self.E, minus(self.kinematics.point(self.body, local), self.x))

    def rate(self, vector: Vector) -> Vector:
        rate = self.kinematics.rate
        return rate(vector[0]), rate(vector[1]), rate(vector[2])

    def direction(self, local: Trees) -> Vector:
        """A vector fixed in the body, in the ground's axes."""
        return apply(self.R, self.kinematics.vector(local))

    def turned(self, arm: Vector) -> Vector:
        """ω × arm of the body over the ground."""
        rates = (self.rate(self.R[0]), self.rate(self.R[1]), self.rate(self.R[2]))
        return apply(rates, apply(transpose(self.R), arm))


def _across(kinematics: Kinematics, part: Part, edge: Edge) -> Canonical:
    relative = _Relative(kinematics, part.value(edge.body), part.value(edge.ground))
    across = unit_along(part.trees(edge.across), part.place(edge.across))
    velocity = relative.rate(relative.point(part.trees(edge.point)))
    return dot(relative.direction(across), velocity)


class _Touch:
    """A disc or ball on a plane of the ground, in the ground's axes."""

    def __init__(self, kinematics: Kinematics, part: Part, contact: Contact) -> None:
        self.kinematics, self.part, self.contact = kinematics, part, contact
        self.relative = _Relative(kinematics, part.value(contact.body), part.value(contact.ground))
        self.normal = unit_along(part.trees(contact.normal), part.place(contact.normal))
        self.centre = self.relative.point(part.trees(contact.centre))

    def measures(self, names: set[str]) -> dict[str, Canonical]:
        vector, part = self.kinematics.vector, self.part
        n = vector(self.normal)
        found: dict[str, Canonical] = {}
        if "height" in names:
            plane = vector(part.trees(self.contact.plane_point))
            found["height"] = dot(minus(self.centre, plane), n)
        if "lean" in names:
            found["lean"] = self.lean
        if names & {"slip_1", "slip_2"}:
            slip = plus(self.relative.rate(self.centre), self.relative.turned(self._arm(n)))
            along = unit_along(part.trees(self.contact.along), part.place(self.contact.along))
            found["slip_1"] = dot(slip, vector(along))
            found["slip_2"] = dot(slip, vector(crossed(self.normal, along)))
        return found

    @property
    def _axis(self) -> Vector:
        axis = unit_along(self.part.trees(self.contact.axis), self.part.place(self.contact.axis))
        return self.relative.direction(axis)

    def _arm(self, n: Vector) -> Vector:
        """From the centre to the touching point."""
        r = self.kinematics.value(self.part.tree(self.contact.radius))
        if not self.contact.axis:
            return times(n, -r)
        tilt = dot(n, self._axis)
        fall = minus(n, times(self._axis, tilt))
        return times(fall, -r / self._lean(tilt))

    @property
    def lean(self) -> Canonical:
        """|n × a| of the normal n and the axis a."""
        return self._lean(dot(self.kinematics.vector(self.normal), self._axis))

    def _lean(self, tilt: Canonical) -> Canonical:
        algebra = self.kinematics.algebra
        return algebra.call("sqrt", (algebra.one - tilt * tilt,))
