"""Balances of bodies cut free with as few unknown reactions as there need be.

Along the motions that a joint leaves its reaction is the force on the coordinate: there it is put
in.  Reactions that are zero, and those of the images of bodies, which close a loop by multipliers,
are put in as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from lagr_gui.expression import Symbol
from lagr_gui.mechanics.closed import add, nonzero
from lagr_gui.mechanics.factors import inverse
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion
from lagr_gui.mechanics.formalisms.newton_euler import JointMotion, NewtonEuler
from lagr_gui.mechanics.reading import Link
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, minus, plus, times

Vector = Triple[Any]
Wrench = tuple[Vector, Vector]
"""Force and moment about the joint's point, in space axes."""
AXES = "xyz"
FORCE, MOMENT, JOINT = "force", "moment", "joint"


@dataclass(frozen=True)
class CutEquation:
    """left = right of a body (`sort` force or moment, along an axis), or along a coordinate."""

    sort: str
    number: int
    axis: int
    left: Shares
    right: Shares


@dataclass(frozen=True)
class BodyAxes:
    """Axes for the forces on a body, rows in space axes.

    They are its own, or along and across the way on which the coordinate `along` moves it.
    """

    rows: Square[Any]
    along: str = ""


class CutBodies:
    """The balances of all bodies of a system, in the order of the bodies, then those of joints.

    Forces stand in axes of space; those on bodies that have `axes` by number in these, and so do
    the reactions of the joints whose children they are: F1_x … in axes of a body, F1_t along a way
    and F1_n across it.
    """

    def __init__(self, form: NewtonEuler, axes: Mapping[int, BodyAxes] | None = None) -> None:
        self.form, self.kinetics, self.turned = form, form.kinetics, axes or {}
        self.kinematics, self.algebra = form.kinematics, form.kinetics.algebra
        self.plane = self._plane()
        self.unknowns: dict[str, list[Symbol]] = {}
        links = self.kinetics.reading.links
        self.wrenches = {link.joint: self._wrench(n, link) for n, link in enumerate(links, 1)}
        self.motions = {link.joint: form.joint(link) for link in links}

    # --- what is unknown ----------------------------------------------------------------------

    def _plane(self) -> int | None:
        """The axis of space about which all bodies turn that move in planes; None if they do not.

        Nothing acts across the planes but weights, which joints carry without any motion.
        """
        return next((axis for axis in (2, 1, 0) if self._is_plane(axis)), None)

    def _is_plane(self, axis: int) -> bool:
        others = [i for i in range(3) if i != axis]
        wrenches = self.form.wrenches
        for body in self.kinetics.bodies:
            if body.E[axis][axis] != 1 or not self.kinetics.rate(body.x[axis]).is_zero:
                return False
            spin = self.kinematics.in_space(body.E, body.spin_rate)
            across = [spin[i] for i in others]
            forces = wrenches.force[body.number].items()
            across += [force[axis] for source, force in forces if source != body.key]
            across += [m[i] for m in wrenches.moment[body.number].values() for i in others]
            if any(not value.is_zero for value in across):
                return False
        return bool(self.kinetics.bodies)

    @property
    def axes(self) -> list[int]:
        """The axes of space along which forces are balanced."""
        return [axis for axis in range(3) if axis != self.plane]

    @property
    def turns(self) -> list[int]:
        """The axes about which moments are balanced: of space in a plane, of the body else."""
        return [self.plane] if self.plane is not None else [0, 1, 2]

    def _wrench(self, number: int, link: Link) -> dict[str, Wrench]:
        """What a joint's parent exerts on its child, by source: unknown, or by multipliers."""
        if link.child < 0:
            return dict(self._closing(link))
        turned_to = self.turned.get(link.child)
        on_way = turned_to is not None and turned_to.along
        parts = "tn" if on_way else [AXES[axis] for axis in self.axes]
        letters = [f"F{number}_{part}" for part in parts]
        letters += [
            f"N{number}" if self.plane is not None else f"N{number}_{AXES[axis]}"
            for axis in self.turns
        ]
        symbols = fresh(self.kinetics.reading, letters)
        self.unknowns[link.joint] = symbols
        values = iter(self.kinetics.calculus.introduce(symbols))
        force, moment = ([self.algebra.zero] * 3 for _ in range(2))
        for axis in self.axes:
            force[axis] = next(values)
        for axis in self.turns:
            moment[axis] = next(values)
        pushed: Vector = (force[0], force[1], force[2])
        turned: Vector = (moment[0], moment[1], moment[2])
        E, _ = self.kinematics.poses[link.child]
        if self.plane is None:  # in the axes of the body
            turned = self.kinematics.in_space(E, turned)
        if turned_to is not None:
            pushed = self.kinematics.in_space(turned_to.rows, pushed)
        return {f"joint:{link.joint}": (pushed, turned)}

    def _closing(self, link: Link) -> Iterator[tuple[str, Wrench]]:
        """The image of a body has no mass: its joint carries what the conditions exert on it."""
        sign, arm = (1 if link.backwards else -1), self.form.arm(link)
        for source, (force, moment) in self._binding(link.child):
            at_point = minus(moment, cross(arm, force))
            yield source, (times(force, sign), times(at_point, sign))

    def _binding(self, number: int) -> Iterator[tuple[str, Wrench]]:
        """What conditions exert on a body, about its centre of mass."""
        pairs = zip(self.form.bindings.rows, self.kinetics.multipliers, strict=True)
        for binding, factor in pairs:
            if number in binding.wrenches and not factor.is_zero:
                force, moment = binding.wrenches[number]
                yield binding.source, (times(force, factor), times(moment, factor))

    # --- balances -----------------------------------------------------------------------------

    @cached_property
    def equations(self) -> list[CutEquation]:
        """All balances that say something."""
        found = [e for body in self.kinetics.bodies for e in self._of_body(body)]
        return self._solved([*found, *self._of_coordinates()])

    def _of_body(self, body: BodyMotion) -> Iterator[CutEquation]:
        forces, moments = self._acting(body.number)
        a = body.a
        if (own := self.turned.get(body.number)) is not None:
            forces = {source: apply(own.rows, vector) for source, vector in forces.items()}
            a = apply(own.rows, a)
        for axis in self.axes:
            rate = nonzero({body.key: a[axis] * body.M})
            right = nonzero({source: vector[axis] for source, vector in forces.items()})
            yield CutEquation(FORCE, body.number, axis, rate, right)
        rates = body.spin_rate
        if self.plane is None:
            moments = {source: apply(body.E, vector) for source, vector in moments.items()}
        else:
            rates = self.kinematics.in_space(body.E, rates)
        for axis in self.turns:
            right = nonzero({source: vector[axis] for source, vector in moments.items()})
            yield CutEquation(MOMENT, body.number, axis, nonzero({body.key: rates[axis]}), right)

    def _acting(self, number: int) -> tuple[dict[str, Vector], dict[str, Vector]]:
        """Forces and moments on a body about its centre of mass, by source."""
        acting = (
            dict(self.form.wrenches.force.get(number, {})),
            dict(self.form.wrenches.moment.get(number, {})),
        )
        for source, wrench in (*self._joints(number), *self._binding(number)):
            for sources, vector in zip(acting, wrench, strict=True):
                sources[source] = plus(sources[source], vector) if source in sources else vector
        return acting

    def _joints(self, number: int) -> Iterator[tuple[str, Wrench]]:
        for link in self.kinetics.reading.links:
            if number in (link.parent, link.child):
                drawn_on = link.parent if link.backwards else link.child
                sign = 1 if number == drawn_on else -1
                point = plus(self.kinematics.poses[link.child][1], self.form.arm(link))
                lever = minus(point, self.kinematics.poses[number][1])
                for source, (F, N) in self.wrenches[link.joint].items():
                    force, moment = times(F, sign), times(N, sign)
                    yield source, (force, plus(moment, cross(lever, force)))

    def _of_coordinates(self) -> Iterator[CutEquation]:
        """What a joint exerts along its own freedoms is the force on its coordinates."""
        wrenches = self.form.wrenches
        for rho in range(1, len(self.kinetics.reading.coordinates) + 1):
            left: Shares = {}
            right = dict(wrenches.on_coordinate.get(rho, {}))
            for link in self.kinetics.reading.links:
                motion = self.motions[link.joint]
                if rho in motion.columns:
                    for source, value in self._along(link, motion, rho):
                        if source.startswith("joint:") and link.child > 0:
                            add(left, source, value)
                        else:
                            add(right, source, -value)
            pairs = zip(self.form.bindings.rows, self.kinetics.multipliers, strict=True)
            for binding, factor in pairs:
                if rho in binding.on_coordinates:
                    add(right, binding.source, binding.on_coordinates[rho] * factor)
            yield CutEquation(JOINT, rho, 0, nonzero(left), nonzero(right))

    def _along(self, link: Link, motion: JointMotion, rho: int) -> Iterator[tuple[str, Any]]:
        move, turn = motion.columns[rho]
        sign = -1 if link.backwards else 1
        for source, (force, moment) in self.wrenches[link.joint].items():
            at_centre = minus(moment, cross(force, motion.arm))
            yield source, (dot(force, move) + dot(at_centre, turn)) * sign

    # --- reactions that are put in ------------------------------------------------------------

    def _solved(self, equations: list[CutEquation]) -> list[CutEquation]:
        """The balances without reactions that single ones of them give."""
        while True:
            equations = [e for e in equations if e.left or e.right]
            known = next(filter(None, map(self._given, equations)), None) or self._cut(equations)
            if not known:
                return equations
            equations = [_with(known, equation) for equation in equations]
            for joint, symbols in self.unknowns.items():
                self.unknowns[joint] = [s for s in symbols if s not in known]

    def _reactions(self, parts: Shares) -> list[Symbol]:
        """The unknown reactions in a sum."""
        every = (s for symbols in self.unknowns.values() for s in symbols)
        return [s for s in every if any(value.derivative(s) != 0 for value in parts.values())]

    def _given(self, equation: CutEquation) -> dict[Symbol, Shares] | None:
        """A reaction that is alone: N = Q along a coordinate, or 0 = F where nothing moves."""
        if equation.sort != JOINT:
            alone = not equation.left and len(equation.right) == 1
            found = self._reactions(equation.right) if alone else []
            return {found[0]: {}} if len(found) == 1 and self._is_one(equation.right) else None
        found = self._reactions(equation.left)
        if len(found) != 1 or self._reactions(equation.right):
            return None
        slope: Any = self.algebra.add([v.derivative(found[0]) for v in equation.left.values()])
        if slope.constant is None:
            return None
        return {found[0]: {key: value / slope for key, value in equation.right.items()}}

    def _is_one(self, parts: Shares) -> bool:
        """Whether a sum is a single reaction, and nothing else."""
        (value,) = parts.values()
        (symbol,) = self._reactions(parts)
        return value == value.derivative(symbol) * self.algebra.symbol(symbol)

    def _cut(self, equations: Iterable[CutEquation]) -> dict[Symbol, Shares] | None:
        """The reactions of a joint that has as many equations along its coordinates."""
        rows = [e for e in equations if e.sort == JOINT]
        for symbols in self.unknowns.values():
            own = [row for row in rows if set(self._reactions(row.left)) & {*symbols}]
            involved = list(dict.fromkeys(s for row in own for s in self._reactions(row.left)))
            if not own or len(own) != len(involved) or not {*involved} <= {*symbols}:
                continue
            if any(self._reactions(row.right) for row in own):
                continue
            return self._unique(own, involved)
        return self._across(rows)

    def _across(self, rows: Iterable[CutEquation]) -> dict[Symbol, Shares] | None:
        """The force of a slide in a plane: that along it, and an unknown one F_n across it."""
        if self.plane is None:
            return None
        for row in rows:
            found = self._reactions(row.left)
            joint = next((j for j, own in self.unknowns.items() if {*found} <= {*own}), None)
            if joint is None or len(found) != 2 or self._reactions(row.right):
                continue
            a, b = (
                sum((v.derivative(s) for v in row.left.values()), self.algebra.zero) for s in found
            )
            if any(symbol.name.startswith("N") for symbol in found) or a * a + b * b != 1:
                continue
            return self._with_normal(joint, found, (a, b), row.right)
        return None

    def _with_normal(
        self, joint: str, found: list[Symbol], along: tuple[Any, Any], force: Shares
    ) -> dict[Symbol, Shares]:
        stem = found[0].name.partition("_")[0]
        (symbol,) = fresh(self.kinetics.reading, [f"{stem}_n"])
        (normal,) = self.kinetics.calculus.introduce([symbol])
        self.unknowns[joint].append(symbol)
        a, b = along
        across = (b, -a) if self.plane == 1 else (-b, a)  # axis × direction
        known: dict[Symbol, Shares] = {}
        for own, d, n in zip(found, along, across, strict=True):
            known[own] = {key: value * d for key, value in force.items()}
            add(known[own], f"joint:{joint}", normal * n)
        return known

    def _unique(self, rows: list[CutEquation], unknowns: list[Symbol]) -> dict[Symbol, Shares]:
        if not any(row.right for row in rows):
            return {symbol: {} for symbol in unknowns}
        zero, one = self.algebra.zero, self.algebra.one
        table = [
            [sum((v.derivative(s) for v in row.left.values()), zero) for s in unknowns]
            for row in rows
        ]
        found: dict[Symbol, Shares] = {}
        for symbol, entries in zip(unknowns, inverse(table, zero, one), strict=True):
            found[symbol] = {}
            for entry, row in zip(entries, rows, strict=True):
                for key, value in row.right.items():
                    add(found[symbol], key, entry * value)
        return found


def _with(known: Mapping[Symbol, Shares], equation: CutEquation) -> CutEquation:
    """A balance with what reactions are, each share with its source."""
    left, right = _put(known, equation.left), _put(known, equation.right)
    if equation.sort == JOINT:  # what is known stands on the right
        for key in [key for key in left if key not in equation.left]:
            add(right, key, -left.pop(key))
    return replace(equation, left=nonzero(left), right=nonzero(right))


def _put(known: Mapping[Symbol, Shares], parts: Shares) -> Shares:
    result: Shares = {}
    for key, value in parts.items():
        every = {symbol: value.derivative(symbol) for symbol in known}
        slopes = {symbol: slope for symbol, slope in every.items() if not slope.is_zero}
        rest = value.substitute(dict.fromkeys(slopes, value.algebra.zero)) if slopes else value
        add(result, key, rest)
        for symbol, slope in slopes.items():
            for source, own in known[symbol].items():
                add(result, source, slope * own)
    return result
