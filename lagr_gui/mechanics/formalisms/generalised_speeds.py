"""Generalised speeds u of a system with q̇ = T u + τ: v and ω where they are the natural ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.algebra import operation_count
from lagr_gui.expression import TIME, Symbol
from lagr_gui.mechanics.closed import add
from lagr_gui.mechanics.factors import inverse
from lagr_gui.mechanics.formalisms.calculus import Rate, Shares
from lagr_gui.mechanics.formalisms.formalism import Column, fresh
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics
from lagr_gui.mechanics.minimal.speeds import Speeds
from lagr_gui.mechanics.reading import Link
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, transpose

Row = list[Any]
"""What a speed has of q̇^μ, μ = 0 … f; index 0 is what does not depend on velocities."""


@dataclass(frozen=True)
class GeneralisedSpeeds:
    """Speeds u_r (p), what they are in q̇ (`values`), and q̇ (f) in them (`velocities`)."""

    symbols: tuple[Symbol, ...]
    values: tuple[Any, ...]
    velocities: tuple[Any, ...]

    @property
    def rates(self) -> tuple[Symbol, ...]:
        """u̇_r"""
        return tuple(Symbol(symbol.name, symbol.order + 1) for symbol in self.symbols)


def velocities_of(kinetics: Kinetics) -> GeneralisedSpeeds:
    """The velocities of the coordinates themselves."""
    return GeneralisedSpeeds(tuple(kinetics.symbols[1]), tuple(kinetics.qd), tuple(kinetics.qd))


def without_names(speeds: GeneralisedSpeeds) -> GeneralisedSpeeds:
    """Velocities of coordinates themselves, where no speed is anything else."""
    trees = [value.tree() for value in speeds.values]
    own = tuple(tree for tree in trees if isinstance(tree, Symbol))
    if len(own) < len(trees):
        return speeds
    values = dict(zip(speeds.symbols, speeds.values, strict=True))
    velocities = tuple(velocity.substitute(values) for velocity in speeds.velocities)
    return GeneralisedSpeeds(own, speeds.values, velocities)


class MotionInSpeeds:
    """The motion of a system whose velocities are those of generalised speeds."""

    def __init__(self, kinetics: Kinetics, speeds: GeneralisedSpeeds) -> None:
        self.kinetics, self.speeds = kinetics, speeds
        self._own = list(speeds.symbols) == kinetics.symbols[1]
        self.rate: Rate = kinetics.rate if self._own else self._flow()
        """d/dt along the speeds and their rates."""
        self.directions = [
            kinetics.calculus.gradient(velocity, speeds.symbols) for velocity in speeds.velocities
        ]
        """∂q̇_ρ/∂u_r, row by row."""
        self._by_speeds = dict(zip(kinetics.symbols[1], speeds.velocities, strict=True))

    def _flow(self) -> Rate:
        kinetics, speeds = self.kinetics, self.speeds
        flow: dict[Symbol, Any] = {Symbol(TIME): kinetics.algebra.one}
        flow |= dict(zip(kinetics.symbols[0], speeds.velocities, strict=True))
        rates = kinetics.calculus.introduce(speeds.rates)
        return kinetics.calculus.flow(flow | dict(zip(speeds.symbols, rates, strict=True)))

    def moved(self, value: Any) -> Any:
        """A value in the speeds."""
        return value if self._own else self.kinetics.calculus.inserted(value, self._by_speeds)

    def vector(self, values: Triple[Any]) -> Triple[Any]:
        """A vector in the speeds."""
        return self.moved(values[0]), self.moved(values[1]), self.moved(values[2])

    def rates(self, values: Triple[Any]) -> Triple[Any]:
        """The derivatives of three components."""
        return self.rate(values[0]), self.rate(values[1]), self.rate(values[2])

    def accelerations(self, body: BodyMotion) -> tuple[Triple[Any], Triple[Any]]:
        """a of the centre of mass in space axes, and α in body axes."""
        if self._own:
            return body.a, body.alpha
        return self.rates(self.vector(body.v)), self.rates(self.vector(body.omega))

    def gradients(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """∂/∂u_r of several values: those by one speed after those by another."""
        slopes = [self.kinetics.calculus.gradient(value, self.speeds.symbols) for value in values]
        return list(zip(*slopes, strict=True))

    def projected(self, columns: Sequence[Shares]) -> Column:
        """Generalised forces on coordinates (f) as those on the speeds (p), by source."""
        result: Column = [{} for _ in self.speeds.symbols]
        for parts, directions in zip(columns, self.directions, strict=True):
            for column, direction in zip(result, directions, strict=True):
                if not direction.is_zero:
                    for key, value in parts.items():
                        add(column, key, self.moved(value) * direction)
        return [self.kinetics.calculus.gathered(parts) for parts in result]


def turning(kinetics: Kinetics, link: Link) -> list[Row]:
    """ω of a body relative to its reference body, in its own axes, per unit of q̇^μ."""
    kinematics = kinetics.kinematics
    columns = []
    E, _ = kinematics.seen_from(link.parent, link.child)
    for mu in range(len(kinematics.symbols)):
        dE, _ = kinematics.slopes(link.child, mu, link.parent)
        columns.append([dot(dE[1], E[2]), dot(dE[2], E[0]), dot(dE[0], E[1])])
    return [list(row) for row in zip(*columns, strict=True)]


def turning_coordinates(rows: Sequence[Row]) -> list[int]:
    """The indices of the coordinates that turn a body relative to its reference body."""
    return [mu for mu in range(1, len(rows[0])) if any(not row[mu].is_zero for row in rows)]


def freely_turned(kinetics: Kinetics) -> Iterator[tuple[Link, list[Row], list[int]]]:
    """The joints whose three coordinates turn a body freely, with ω and the coordinates."""
    for link in kinetics.reading.links:
        rows = turning(kinetics, link)
        used = turning_coordinates(rows)
        if len(used) == 3:
            x, y, z = ((row[used[0]], row[used[1]], row[used[2]]) for row in rows)
            if not dot(x, cross(y, z)).is_zero:
                yield link, rows, used


def natural_speeds(kinetics: Kinetics, independent: Speeds | None = None) -> GeneralisedSpeeds:
    """The speeds in which equations of a system are short and have a meaning.

    They are components of the angular velocity of a body that three coordinates turn freely, the
    speed v along a direction that a condition leaves, ω of what turns beside it; all others are
    velocities of coordinates, called u1, u2 …  `independent` are those that conditions on
    velocities leave.
    """
    return _Natural(kinetics, independent).result()


class _Natural:
    def __init__(self, kinetics: Kinetics, independent: Speeds | None) -> None:
        self.kinetics, self.algebra = kinetics, kinetics.algebra
        self.qd = dict(zip(kinetics.symbols[1], kinetics.qd, strict=True))
        self.bound = independent is not None
        own = self.algebra.expression
        kinetics.calculus.introduce_speeds(() if independent is None else [*independent.chosen])
        if independent is None:
            self.left, self.chosen = list(self.qd), dict[Symbol, Any]()
            self.velocities = list(self.qd.values())
        else:
            self.left = list(independent.symbols)
            self.chosen = {u: own(v.tree()) for u, v in independent.chosen.items()}
            self.velocities = [own(velocity.tree()) for velocity in independent.velocities]
        self.turned: list[tuple[Symbol, Any]] = []
        self.taken = {symbol.name for symbol in self.chosen}

    def result(self) -> GeneralisedSpeeds:
        """All of them, in the order of the coordinates that they stand for."""
        for link, rows, used in freely_turned(self.kinetics):
            self._turn(link, rows, used)
        angular = dict(self.turned)
        named = self._named([u for u in self.left if u not in self.chosen and u not in angular])
        self._put_in({old: self.algebra.symbol(new) for old, new in named.items()})
        values = {**self.chosen, **angular, **{new: self.qd[old] for old, new in named.items()}}
        symbols = [named.get(u, u) for u in self.left]
        return GeneralisedSpeeds(
            tuple(symbols), tuple(values[u] for u in symbols), tuple(self.velocities)
        )

    def _named(self, plain: Sequence[Symbol]) -> Mapping[Symbol, Symbol]:
        """What velocities of coordinates are called: ω beside v, others u1, u2 …"""
        angles = [u for u in plain if self.chosen and self._turns(u)]
        others = [u for u in plain if u not in angles]
        names = [*self._numbered("omega", len(angles)), *self._numbered("u", len(others), True)]
        return dict(zip([*angles, *others], self._symbols(names), strict=True))

    @staticmethod
    def _numbered(letter: str, count: int, always: bool = False) -> list[str]:
        if count == 1 and not always:
            return [letter]
        return [f"{letter}{number}" for number in range(1, count + 1)]

    def _symbols(self, names: Sequence[str]) -> list[Symbol]:
        new = fresh(self.kinetics.reading, names, self.taken)
        self.taken |= {symbol.name for symbol in new}
        self.kinetics.calculus.introduce_speeds(new)
        return new

    def _turns(self, velocity: Symbol) -> bool:
        """Whether the coordinate of a velocity turns a body relative to its reference body."""
        index = 1 + self.kinetics.symbols[1].index(velocity)
        links = self.kinetics.reading.links
        return any(index in turning_coordinates(turning(self.kinetics, link)) for link in links)

    def _turn(self, link: Link, rows: list[Row], used: list[int]) -> None:
        """ω of a body in the place of the velocities of the three angles that turn it."""
        old = [self.kinetics.symbols[1][mu - 1] for mu in used]
        if not all(u in self.left for u in old):
            return
        ways = [self._inverted(axes, used) for axes in self._axes(rows, used, link)]
        axes, solved = min(ways, key=lambda way: self._length(old, way[1]))
        first = len(self.turned) + 1
        new = self._symbols([f"omega{number}" for number in range(first, first + 3)])
        omega = [self.algebra.symbol(symbol) for symbol in new]
        pairs = zip(omega, axes, strict=True)
        relative = [w - row[0] if not row[0].is_zero else w for w, row in pairs]
        self._put_in(
            {u: self._sum(row, relative) for u, row in zip(old, solved, strict=True)},
        )
        speeds = [self.qd[u] for u in old]
        values = [row[0] + self._sum([row[mu] for mu in used], speeds) for row in axes]
        self.turned += zip(new, values, strict=True)
        for u, symbol in zip(old, new, strict=True):
            self.left[self.left.index(u)] = symbol

    def _sum(self, factors: Sequence[Any], values: Sequence[Any]) -> Any:
        pairs = zip(factors, values, strict=True)
        return sum((a * b for a, b in pairs if not a.is_zero), self.algebra.zero)

    def _inverted(self, axes: list[Row], used: Sequence[int]) -> tuple[list[Row], list[Row]]:
        matrix = [[row[mu] for mu in used] for row in axes]
        return axes, inverse(matrix, self.algebra.zero, self.algebra.one)

    def _length(self, old: Sequence[Symbol], solved: Sequence[Row]) -> int:
        """How long the velocities become with ω about some axes."""
        marks = self.kinetics.calculus.introduce([Symbol(f"turn {axis}") for axis in "xyz"])
        values = {u: self._sum(row, marks) for u, row in zip(old, solved, strict=True)}
        return sum(operation_count(v.substitute(values).tree()) for v in self.velocities)

    def _axes(self, rows: list[Row], used: Sequence[int], link: Link) -> Iterator[list[Row]]:
        """Axes for ω: those of the body, and of a bound one others in which its inertia is fixed.

        These are axes that do not take part in its last turn, and those of the reference body.
        """
        yield rows
        if not self.bound:
            return
        (theta,) = (body.theta_bar for body in self.kinetics.bodies if body.number == link.child)
        angles = [self.kinetics.symbols[0][mu - 1] for mu in used]
        still = dict.fromkeys(angles[-1:], self.algebra.zero)
        E, _ = self.kinetics.kinematics.seen_from(link.parent, link.child)
        columns = [apply(transpose(E), (x, y, z)) for x, y, z in zip(*rows, strict=True)]
        others = [
            [[self.kinetics.calculus.inserted(value, still) for value in row] for row in rows],
            [list(row) for row in zip(*columns, strict=True)],
        ]
        for other in others:
            if self._energies(other, theta, used) == self._energies(rows, theta, used):
                yield other

    def _energies(self, rows: list[Row], theta: Any, used: Sequence[int]) -> list[Any]:
        """What θ̄ makes of each pair of velocities."""
        vectors = [(rows[0][mu], rows[1][mu], rows[2][mu]) for mu in used]
        return [dot(a, apply(theta, b)) for a in vectors for b in vectors]

    def _put_in(self, values: Mapping[Symbol, Any]) -> None:
        self.velocities = [velocity.substitute(values) for velocity in self.velocities]
