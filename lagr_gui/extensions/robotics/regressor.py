"""The regressor: M q̈ + C q̇ + d + g of the bodies is Y(q, q̇, q̈) p, linear in their parameters.

p are mass, first moment and inertia of each body about the point of its joint, in body axes.
Base parameters β stand for those that motions can tell: Y p = Y_B β.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Expression, Symbol
from lagr_gui.extensions.robotics.base import ExactNumbers, grouping, regressor
from lagr_gui.extensions.robotics.inertial import STEMS, moved
from lagr_gui.extensions.robotics.outward import Outward, StateRates
from lagr_gui.extensions.robotics.transfers import TEN, Transfers
from lagr_gui.foundation.showing import Shown
from lagr_gui.kernel import Kernel, Node, compile_kernel, shaped
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, free_name
from lagr_gui.mechanics.trees import Trees
from lagr_gui.mechanics.vectors import Triple, times
from lagr_gui.topology import Cut

Replace = Callable[[Canonical], Canonical]


@dataclass(frozen=True)
class InertialParameter:
    """One of the ten parameters of a body, and what it is in the parameters of the model.

    `name` is XX … ZZ (inertia), MX … MZ (first moment) or M with the number of the body.
    """

    name: str
    stem: str
    body: int
    tree: Expression


@dataclass(frozen=True)
class BaseParameter:
    """A base parameter by the name of the one that stays, with what is added to it.

    `grouped` is written in names of inertial parameters, `tree` in the parameters of the model.
    """

    name: str
    stem: str
    body: int
    grouped: Expression
    tree: Expression


@dataclass(frozen=True)
class Regressor(Shown):
    """Base parameters β, and the matrix Y_B (f, b) with M q̈ + C q̇ + d + g = Y_B β.

    `parameters` are all inertial parameters of the rigid bodies about `points` in body axes,
    `without` the names of those that have no effect at all.  `sheet` has the entries ``Y`` by
    coordinate and base parameter, both from 1, only those different from zero.

    Under conditions `independent` is the number of base parameters that motions near the start
    tell apart, by numbers; None where that is not clear, and for trees, where it is that of all.
    """

    sheet: Sheet
    parameters: tuple[InertialParameter, ...]
    base: tuple[BaseParameter, ...]
    points: Mapping[int, Trees]
    without: tuple[str, ...]
    independent: int | None = None


class Inertias:
    """Parameters, base parameters and regressor of a system, on several carriers."""

    def __init__(self, reading: Reading, cuts: Sequence[Cut]) -> None:
        self.reading = reading
        self.outward, self.transfers = Outward(reading), Transfers(reading, cuts)
        self.names = _names(reading, self.transfers.bodies)
        self.algebra = Algebra(reading.positive, reading.coordinates, reading.spelling)
        for name in (*self.names, *reading.parameters):
            self.algebra.symbol(Symbol(name))
        self.groups = grouping(self.outward, self.transfers, self.algebra).groups

    @cached_property
    def stays(self) -> list[int]:
        """The places of the parameters that stay, body by body."""
        return sorted(self.groups)

    @cached_property
    def values(self) -> list[Canonical]:
        """All inertial parameters in those of the model."""
        numbers, values = ExactNumbers(self.algebra), list[Canonical]()
        one, zero = numbers.one, numbers.zero
        unit = ((one, zero, zero), (zero, one, zero), (zero, zero, one))
        for body in self.reading.bodies:
            rows = [numbers.vector(row) for row in body.theta_bar]
            J = [rows[0][0], rows[0][1], rows[0][2], rows[1][1], rows[1][2], rows[2][2]]
            central = [*J, zero, zero, zero, numbers.value(body.mass)]
            point = numbers.vector(self.transfers.places[body.number].point)
            values += moved(central, unit, times(point, -one))
        return values

    def parameters(self, replace: Replace) -> tuple[InertialParameter, ...]:
        """All inertial parameters, after the replacements of a special case."""
        return tuple(
            InertialParameter(name, STEMS[k % TEN], self.transfers.bodies[k // TEN], tree)
            for k, name in enumerate(self.names)
            for tree in (replace(self.values[k]).tree("shortest"),)
        )

    def base(self, replace: Replace) -> tuple[BaseParameter, ...]:
        """The base parameters."""
        values, names = self.values, [self.algebra.symbol(Symbol(n)) for n in self.names]
        parameters: list[BaseParameter] = []
        for k in self.stays:
            grouped = whole = self.algebra.zero
            for place, factor in self.groups[k].items():
                grouped = grouped + factor * names[place]
                whole = whole + factor * values[place]
            trees = replace(grouped).tree("shortest"), replace(whole).tree("shortest")
            body = self.transfers.bodies[k // TEN]
            parameters.append(BaseParameter(self.names[k], STEMS[k % TEN], body, *trees))
        return tuple(parameters)

    def without(self) -> tuple[str, ...]:
        """The names of the parameters that stand in no base parameter."""
        used = {place for group in self.groups.values() for place in group}
        return tuple(name for k, name in enumerate(self.names) if k not in used)

    def entries(self, show: Show) -> Iterable[Entry]:
        """Y_B, multiplied out."""
        algebra = self.algebra
        names = self.outward.names[1:]
        first = [algebra.one, *(algebra.symbol(Symbol(name, 1)) for name in names)]
        second = [algebra.zero, *(algebra.symbol(Symbol(name, 2)) for name in names)]
        Y = regressor(
            self.outward, self.transfers, ExactNumbers(algebra), StateRates(first, second)
        )
        for rho, row in enumerate(Y, start=1):
            for column, k in enumerate(self.stays, start=1):
                key = f"body:{self.transfers.bodies[k // TEN]}"
                yield from show.entries("Y", {(rho, column): {key: row[k]}}, "29")


def _names(reading: Reading, bodies: Sequence[int]) -> list[str]:
    """XX1 … M1, XX2 …; with another letter where the model has a name already."""
    taken = {*reading.parameters, *reading.coordinates, *reading.functions}
    return [free_name(f"{stem}{body}", taken) for body in bodies for stem in STEMS]


class Nodes:
    """Nodes of a program as numbers."""

    def __init__(self, scope: Scope) -> None:
        self.scope, self.zero, self.one = scope, scope.program.zero, scope.program.one

    def value(self, tree: Expression) -> Node:
        """A tree."""
        return self.scope.node(tree)

    def vector(self, trees: Triple[Expression]) -> Triple[Node]:
        """Three trees."""
        return self.scope.vector(trees)

    def circle(self, angle: Expression) -> tuple[Node, Node]:
        """Cosine and sine of an angle."""
        node, call = self.value(angle), self.scope.program.call
        return call("cos", (node,)), call("sin", (node,))


def regressor_kernel(reading: Reading, cuts: Sequence[Cut]) -> Kernel:
    """Y (f, 10 n) as machine code; the state is t, q, q̇, q̈."""
    scope = Scope(reading)
    qdd = scope.introduce([Symbol(name, 2) for name in reading.coordinates])
    rates = StateRates(scope.qd, [scope.program.zero, *qdd])
    transfers = Transfers(reading, cuts)
    Y = regressor(Outward(reading), transfers, Nodes(scope), rates)
    outputs = {"Y": shaped((e for row in Y for e in row), len(Y), transfers.size)}
    return compile_kernel(scope.program, [*scope.state, *qdd], scope.parameters, outputs)
