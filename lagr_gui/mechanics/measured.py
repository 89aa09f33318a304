"""Measures of signals as trees in coordinates, velocities and time.

    R = R₀ Π Rot(nᵢ, φᵢ),  x = x₀ + Σ Rᵢ vᵢ  along the joints from body 0;
    ℓ = Σ |Δx|,  ℓ′ = Σ Δx·Δx′/|Δx|;  ω = Σ Rᵢ nᵢ φᵢ′

They are put together step by step, with angles about one axis added, so that a book would write
them so, and differentiated by the rules for sums, products and functions.  All derivations are
given these trees; what a measure is says `lagr_gui.audit.measured` once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    substitute,
    symbols_in,
)
from lagr_gui.expression.collection import square, times, total
from lagr_gui.mechanics.centres import from_centre
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.steps import Shift, Spin, Step
from lagr_gui.mechanics.trees import (
    IDENTITY,
    MINUS,
    NOUGHT,
    NOWHERE,
    ONE,
    Rows,
    Trees,
    transposed,
    vector,
)
from lagr_gui.model import Depends, Joint, Model
from lagr_gui.model.measure_signal import MeasureSignal, measures_in
from lagr_gui.model.sites import written_sites
from lagr_gui.subsystems.signal_measures import OF_FORCES, body_named
from lagr_gui.topology import Topology

ALONG: Mapping[str, Trees] = {
    "x": (ONE, NOUGHT, NOUGHT),
    "y": (NOUGHT, ONE, NOUGHT),
    "z": (NOUGHT, NOUGHT, ONE),
}
"""Axes of bodies by their letters."""


_ORDERS = {"position": 0, "velocity": 1, "acceleration": 2}


def measure_trees(
    model: Model,
    topology: Topology,
    links: Iterable[Hung],
    base: tuple[Step, ...],
    forces: Callable[[MeasureTrees], Measuring],
) -> dict[str, Expression]:
    """The measures of a plain model by their names; `forces` makes those of forces and energies.

    Raises LagrError for a force that follows from multipliers alone.
    """
    joints = {joint.name: joint for joint in (*topology.offered, *model.joints)}
    hung = {link.child: link for link in links}
    trees = MeasureTrees(model, joints, hung, base, topology.coordinates)
    entries = measures_in(model)
    if all(entry.word not in OF_FORCES for entry in entries):
        return {entry.name: trees.tree(entry) for entry in entries}
    others = forces(trees)
    return {e.name: (others if e.word in OF_FORCES else trees).tree(e) for e in entries}


def fed_back(
    model: Model, coordinates: Sequence[str], whole: Mapping[Symbol, Expression]
) -> tuple[str, ...]:
    """The coordinates whose accelerations signals, forces or rates of states are made of.

    `whole` are signals and measures of a plain model.
    """
    sites = (site for site in written_sites(model, KINDS) if site.depends is Depends.SIGNAL)
    made = symbols_in([*whole.values(), *(read(site.value) for site in sites)])
    names = {symbol.name for symbol in made if symbol.order == 2}
    return tuple(name for name in coordinates if name in names)


class Measuring(Protocol):
    """What makes trees of measures."""

    def tree(self, entry: MeasureSignal, /) -> Expression:
        """A measure that is sound."""
        ...


class Hung(Protocol):
    """The steps that lead to a body, the child, from the one on which it hangs."""

    @property
    def parent(self) -> int: ...

    @property
    def child(self) -> int: ...

    @property
    def steps(self) -> tuple[Step, ...]: ...


@dataclass(frozen=True)
class Pose:
    """Axes R Rot(axis, angle) and origin x, in trees: R maps vectors of the axes into space."""

    R: Rows = IDENTITY
    x: Trees = NOWHERE
    axis: Trees = NOWHERE
    angle: Expression = NOUGHT

    def along(self, steps: Sequence[Step]) -> Pose:
        """The pose behind further steps."""
        pose = self
        for step in steps:
            match step:
                case Shift(way):
                    pose = Pose(pose.R, _plus(pose.x, pose.turned(way)), pose.axis, pose.angle)
                case Spin(axis, angle) if axis == pose.axis:
                    pose = Pose(pose.R, pose.x, axis, total([pose.angle, angle]))
                case Spin(axis, angle):
                    pose = Pose(pose.axes, pose.x, axis, angle)
                case _:
                    pose = Pose(_product(pose.axes, step.matrix), pose.x)
        return pose

    @property
    def axes(self) -> Rows:
        """R, with the last turn."""
        return _product(self.R, _turn(self.axis, self.angle)) if self.angle != NOUGHT else self.R

    def turned(self, way: Trees) -> Trees:
        """A vector in its axes, seen from space."""
        if self.angle != NOUGHT:
            way = _applied(_turn(self.axis, self.angle), way)
        return _applied(self.R, way)


def _path(hung: Mapping[int, Hung], body: int) -> list[int]:
    """The bodies from the one on body 0 to this one."""
    path: list[int] = []
    while body:
        path.append(body)
        body = hung[body].parent
    return path[::-1]


def _pose(hung: Mapping[int, Hung], bodies: Sequence[int], start: Pose) -> Pose:
    for body in bodies:
        start = start.along(hung[body].steps)
    return start


def poses_of(hung: Mapping[int, Hung], first: int, second: int) -> tuple[Pose, Pose]:
    """The poses of two bodies seen from the last one on which both hang."""
    one, other = _path(hung, first), _path(hung, second)
    common = 0
    while one[common : common + 1] == other[common : common + 1] != []:
        common += 1
    return _pose(hung, one[common:], Pose()), _pose(hung, other[common:], Pose())


class MeasureTrees:
    """The measures of a model as trees, by the bodies that hang on others and the way of body 0."""

    def __init__(
        self,
        model: Model,
        joints: Mapping[str, Joint],
        hung: Mapping[int, Hung],
        base: tuple[Step, ...],
        coordinates: Sequence[str],
    ) -> None:
        self._model, self._joints, self._hung, self._base = model, joints, hung, base
        self._moving = {TIME, *coordinates}

    def tree(self, entry: MeasureSignal) -> Expression:
        """A measure that is sound."""
        match entry.word:
            case "length":
                return total([_size(way) for way in self._spans(entry.arguments[0])])
            case "rate":
                return total([self._parting(way) for way in self._spans(entry.arguments[0])])
            case "angle":
                return self._angle(entry)
            case _:
                shown = self._vector(entry)
                return _size(shown) if entry.part == "abs" else shown["xyz".index(entry.part)]

    def _vector(self, entry: MeasureSignal) -> Trees:
        name = entry.arguments[0]
        if entry.word == "point":
            joint = self._joints[name]
            if joint.kind == "beam":
                return self.point(joint.parent, vector(joint.point_parent))
            return self.point(joint.child, vector(joint.point_child))
        body = body_named(self._model, name) or 0
        if entry.word == "angular_velocity":
            return self.spin(body)
        point = NOWHERE
        if entry.arguments[1:]:
            x, y, z = (read(text) for text in entry.arguments[1:])
            point = from_centre(self._model, body, (x, y, z))
        place = self.point(body, point)
        for _ in range(_ORDERS[entry.word]):
            place = self.rates(place)
        return place

    def pose(self, body: int) -> Pose:
        """The axes of a body and its centre of mass in space."""
        return _pose(self._hung, _path(self._hung, body), Pose().along(self._base))

    def point(self, body: int, local: Trees) -> Trees:
        """A point of a body in space."""
        pose = self.pose(body)
        return _plus(pose.x, pose.turned(local))

    def _spans(self, element: str) -> list[Trees]:
        record = self._model.element(element)
        stops = ELEMENTS[record.kind].geometry.course(record)
        points = [self.point(body, vector(local)) for body, local in stops]
        return [_minus(a, b) for a, b in pairwise(points)]

    def _parting(self, way: Trees) -> Expression:
        """Δx·Δx′/|Δx|"""
        return times(_dot(way, self.rates(way)), Power(_size(way), Number(Fraction(-1))))

    def spin(self, body: int) -> Trees:
        """ω in space axes."""
        pose, omega = Pose(), NOWHERE
        for steps in (
            self._base,
            *(self._hung[number].steps for number in _path(self._hung, body)),
        ):
            for step in steps:
                match step:
                    case Shift():
                        own = NOWHERE
                    case Spin(axis, angle):
                        rate = self.rate(angle)
                        own = times(axis[0], rate), times(axis[1], rate), times(axis[2], rate)
                    case _:
                        own = self._axial(step.matrix)
                omega = _plus(omega, pose.turned(own))
                pose = pose.along([step])
        return omega

    def _axial(self, R: Rows) -> Trees:
        """ω of a matrix that moves: Σⱼ R′ₖⱼ Rᵢⱼ in the axes before it."""
        rates = [self.rates(row) for row in R]
        return _dot(rates[2], R[1]), _dot(rates[0], R[2]), _dot(rates[1], R[0])

    def _angle(self, entry: MeasureSignal) -> Expression:
        """The angle of the turn between two bodies, or the turn about an axis of the first."""
        first, second = (body_named(self._model, name) or 0 for name in entry.arguments)
        one, other = poses_of(self._hung, first, second)
        turns = [pose.axis for pose in (one, other) if pose.angle != NOUGHT]
        if one.R == other.R == IDENTITY and {*turns} == {ALONG.get(entry.part)}:
            angle = _difference(other.angle, one.angle)
            return Call("atan2", (Call("sin", (angle,)), Call("cos", (angle,))))
        R = other.axes if one.axes == IDENTITY else _product(transposed(one.axes), other.axes)
        if entry.part in ("x", "y", "z"):
            k = "xyz".index(entry.part)
            i, j = (k + 1) % 3, (k + 2) % 3
            return Call("atan2", (_difference(R[j][i], R[i][j]), total([R[i][i], R[j][j]])))
        twice = (
            _difference(R[2][1], R[1][2]),
            _difference(R[0][2], R[2][0]),
            _difference(R[1][0], R[0][1]),
        )
        trace = total([R[0][0], R[1][1], R[2][2], Number(Fraction(-1))])
        return Call("atan2", (_size(twice), trace))

    # --- rates -----------------------------------------------------------------------------------

    def rates(self, trees: Trees) -> Trees:
        """The time derivatives of a vector in space."""
        return self.rate(trees[0]), self.rate(trees[1]), self.rate(trees[2])

    def rate(self, tree: Expression) -> Expression:
        """The time derivative of a tree in coordinates and time."""
        match tree:
            case Number():
                return NOUGHT
            case Symbol(name, order):
                if name not in self._moving:
                    return NOUGHT
                return ONE if name == TIME else Symbol(name, order + 1)
            case Sum(terms):
                return total([self.rate(term) for term in terms])
            case Product(factors):
                return total(
                    [
                        times(*factors[:at], rate, *factors[at + 1 :])
                        for at, factor in enumerate(factors)
                        if (rate := self.rate(factor)) != NOUGHT
                    ]
                )
            case Power(base, exponent):
                return self._through(lambda a, b: Power(a, b), base, exponent)
            case Call(name, arguments, orders):
                return self._through(lambda *given: Call(name, given, orders), *arguments)

    def _through(self, function: Callable[..., Expression], *arguments: Expression) -> Expression:
        """The rate of a function of trees that move."""
        moving = {
            Symbol(f"argument_{at}"): (argument, rate)
            for at, argument in enumerate(arguments)
            if (rate := self.rate(argument)) != NOUGHT
        }
        values = {name: argument for name, (argument, _) in moving.items()}
        names = {argument: name for name, argument in values.items()}
        whole = function(*(names.get(argument, argument) for argument in arguments))
        return total(
            times(substitute(slope_of(whole, name), values), rate)
            for name, (_, rate) in moving.items()
        )


def _turn(axis: Trees, angle: Expression) -> Rows:
    """c 1 + (1 − c) n nᵀ + s [n]×"""
    c, s = Call("cos", (angle,)), Call("sin", (angle,))
    rest = total([ONE, times(MINUS, c)])
    skew = (
        (NOUGHT, times(MINUS, axis[2]), axis[1]),
        (axis[2], NOUGHT, times(MINUS, axis[0])),
        (times(MINUS, axis[1]), axis[0], NOUGHT),
    )

    def entry(i: int, k: int) -> Expression:
        both = times(axis[i], axis[k])
        if both == ONE:
            return ONE
        return total([c if i == k else NOUGHT, times(both, rest), times(skew[i][k], s)])

    first, second, third = ((entry(i, 0), entry(i, 1), entry(i, 2)) for i in range(3))
    return first, second, third


def _dot(a: Trees, b: Trees) -> Expression:
    return total(times(x, y) for x, y in zip(a, b, strict=True))


def _applied(R: Rows, way: Trees) -> Trees:
    """A matrix times a vector."""
    return _dot(R[0], way), _dot(R[1], way), _dot(R[2], way)


def _product(a: Rows, b: Rows) -> Rows:
    if a == IDENTITY:
        return b
    columns = [_applied(a, column) for column in transposed(b)]
    return transposed((columns[0], columns[1], columns[2]))


def _plus(a: Trees, b: Trees) -> Trees:
    return total([a[0], b[0]]), total([a[1], b[1]]), total([a[2], b[2]])


def _minus(a: Trees, b: Trees) -> Trees:
    return _difference(a[0], b[0]), _difference(a[1], b[1]), _difference(a[2], b[2])


def _difference(a: Expression, b: Expression) -> Expression:
    return total([a, times(MINUS, b)])


def _size(way: Trees) -> Expression:
    """|v|"""
    moved = [entry for entry in way if entry != NOUGHT]
    if not moved:
        return NOUGHT
    return Call("sqrt", (total(square(entry) for entry in moved),))
