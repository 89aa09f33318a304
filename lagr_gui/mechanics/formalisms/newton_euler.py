"""Newton–Euler equations of all bodies cut free, with the forces of constraint (Goldschmidt 3.3).

Unknown are the acceleration a (space axes) and angular acceleration α (space axes) of every
body, the force and moment that each joint exerts, and q̈:

    M a − Σ F = applied force                                       each body
    I α − Σ (N + arm × F) = applied moment − ω×Iω                    each body
    a − a_k − α_k×r − d_ν q̈^ν = what is left with q̈ = α = 0         each joint
    α − α_k − w_ν q̈^ν = what is left                                 each joint
    F·d_ν + N·w_ν = force on the coordinate                         each coordinate

with the velocity d_ν and the angular velocity w_ν of a body relative to its reference body k
per unit of q̇^ν.  F and N are those on the body, N about its centre of mass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lagr_gui.expression import symbols
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.formalisms.binding import Binding, Bindings
from lagr_gui.mechanics.formalisms.calculus import Programmed
from lagr_gui.mechanics.formalisms.kinetics import HALF, BodyMotion, Kinetics, rates
from lagr_gui.mechanics.formalisms.numeric import Array, Constraint
from lagr_gui.mechanics.formalisms.wrenches import Cutting, Wrenches, summed
from lagr_gui.mechanics.mass_points import discretised
from lagr_gui.mechanics.reading import Link, Reading
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.steps import Shift
from lagr_gui.mechanics.trajectories.reactions import Reaction
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, minus, plus, times
from lagr_gui.mechanics.vectors import transpose as t
from lagr_gui.numerics import RANKS, descriptor

EVENINGS = 8
"""Rounds that make rows and columns even, each halving how far they differ in digits."""

Vector = Triple[Any]


@dataclass(frozen=True)
class JointMotion:
    """How a body moves relative to its reference body, in space axes.

    `columns` are d_ν and w_ν by coordinate; `drift` is what a and α have besides, with
    q̈ = 0 and without the reference body's own acceleration; `r` leads from centre to centre,
    `arm` from the body's centre to the joint's point.
    """

    r: Vector
    arm: Vector
    columns: Mapping[int, tuple[Vector, Vector]]
    drift: tuple[Vector, Vector]


class NewtonEuler:
    """The pieces of the balances of bodies and joints; q̈ counts as zero in `drift`."""

    name = "newton-euler"
    equation = "3.3"

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics = kinetics
        self.kinematics, self.rate = kinetics.kinematics, kinetics.rate

    @cached_property
    def wrenches(self) -> Wrenches:
        """Applied forces and moments about the centres of mass."""
        return Cutting(self.kinetics).wrenches

    @cached_property
    def bindings(self) -> Bindings:
        """What the conditions on the motion exert on the bodies."""
        return Bindings(self.kinetics)

    def inertia(self, body: BodyMotion) -> Square[Any]:
        """The inertia tensor I = Eᵀ θ̄ E in space axes."""
        rows = t(body.E)
        turned = [apply(body.theta_bar, row) for row in rows]
        first, second, third = (
            (dot(row, turned[0]), dot(row, turned[1]), dot(row, turned[2])) for row in rows
        )
        return first, second, third

    def gyroscopic(self, body: BodyMotion) -> Vector:
        """ω × Iω in space axes."""
        moment = cross(body.omega, apply(body.theta_bar, body.omega))
        return self.kinematics.in_space(body.E, moment)

    def spin(self, number: int) -> Vector:
        """ω of a body in space axes: ½ Σ e × ė over its axes e."""
        return self._spin(self.kinematics.poses[number][0])

    def _spin(self, rows: Square[Any]) -> Vector:
        result = self.kinematics.nowhere
        for row in rows:
            result = plus(result, cross(row, rates(self.rate, row)))
        return times(result, HALF)

    def joint(self, link: Link) -> JointMotion:
        """The motion that a joint allows, and that it forces."""
        kinematics, rate = self.kinematics, self.rate
        E, x = kinematics.poses[link.parent]
        rows, d = kinematics.seen_from(link.parent, link.child)
        w = self._spin(rows)
        columns: dict[int, tuple[Vector, Vector]] = {}
        for nu, q in enumerate(kinematics.symbols[1:], start=1):
            turn = kinematics.nowhere
            for row in rows:
                slope = (row[0].derivative(q), row[1].derivative(q), row[2].derivative(q))
                turn = plus(turn, cross(row, slope))
            move = (d[0].derivative(q), d[1].derivative(q), d[2].derivative(q))
            if any(not entry.is_zero for entry in (*turn, *move)):
                half = times(turn, HALF)
                columns[nu] = kinematics.in_space(E, move), kinematics.in_space(E, half)
        moved, turned = (kinematics.in_space(E, rates(rate, part)) for part in (d, w))
        again = kinematics.in_space(E, rates(rate, rates(rate, d)))
        carrier, child = self.spin(link.parent), kinematics.poses[link.child]
        r = minus(child[1], x)
        centripetal = cross(carrier, cross(carrier, r))
        coriolis = times(cross(carrier, moved), 2)
        drift = (  # turned: ẇ in the axes of the reference body
            plus(plus(centripetal, coriolis), again),
            plus(cross(carrier, kinematics.in_space(E, w)), turned),
        )
        return JointMotion(r, self.arm(link), columns, drift)

    def arm(self, link: Link) -> Vector:
        """From a body's centre of mass to the joint's point, that of the child as drawn."""
        if link.backwards:
            x = self.kinematics.poses[link.child][1]
            return minus(self.kinematics.point(link.parent, link.anchor), x)
        last = link.steps[-1] if link.steps else None
        if not isinstance(last, Shift) or self._moves(last):
            return self.kinematics.nowhere
        E, _ = self.kinematics.poses[link.child]
        return times(self.kinematics.in_space(E, self.kinematics.vector(last.vector)), -1)

    def _moves(self, shift: Shift) -> bool:
        changing = {symbol.name for symbol in self.kinematics.symbols}
        return any(s.name in changing for entry in shift.vector for s in symbols(entry))


class NewtonEulerEvaluator:
    """Sets up and solves the large linear system, one state after the other."""

    def __init__(self, reading: Reading) -> None:
        reading = discretised(reading)
        calculus = Programmed(reading)
        kinetics = Kinetics(reading, calculus)
        form = NewtonEuler(kinetics)
        self.reading, self.bindings = reading, form.bindings.rows
        self.columns: dict[str, tuple[int, ...]] = {}
        values = {"large": [value.node for value in self._outputs(form)]}
        scope = calculus.scope
        inputs = [*scope.whole_state, *(v.node for v in (*kinetics.qdd, *form.bindings.values))]
        self.still = np.zeros(len(kinetics.qdd) + len(form.bindings.values))
        self.kernel = compile_kernel(scope.program, inputs, scope.parameters, values)

    def _outputs(self, form: NewtonEuler) -> Iterator[Any]:
        kinetics, zero = form.kinetics, form.kinetics.algebra.zero
        yield from rates(form.rate, rates(form.rate, form.kinematics.poses[0][1]))
        yield from rates(form.rate, form.spin(0))
        for body in kinetics.bodies:
            yield body.M
            yield from (entry for row in form.inertia(body) for entry in row)
            yield from form.gyroscopic(body)
            yield from summed(form.wrenches.force[body.number], zero)
            yield from summed(form.wrenches.moment[body.number], zero)
        for link in self.reading.links:
            motion = form.joint(link)
            self.columns[link.joint] = tuple(motion.columns)
            yield from (*motion.r, *motion.arm, *motion.drift[0], *motion.drift[1])
            for move, turn in motion.columns.values():
                yield from (*move, *turn)
        for rho in range(1, len(self.reading.coordinates) + 1):
            yield sum(form.wrenches.on_coordinate.get(rho, {}).values(), zero)
        for binding in form.bindings.rows:
            for force, moment in binding.wrenches.values():
                yield from (*force, *moment)
            yield from binding.on_coordinates.values()

    def accelerations(self, state: State, values: Sequence[float], constraint: Constraint) -> Array:
        """q̈ (f,) of the large system."""
        return self.solution(state, values, constraint)[0]

    def solution(
        self, state: State, values: Sequence[float], constraint: Constraint
    ) -> tuple[Array, dict[str, Reaction]]:
        """q̈ (f,) and the force and moment of each joint's parent on its child.

        Where conditions depend on each other, some of them take all of the reactions.
        """
        f = len(self.reading.coordinates)
        at = np.array([*state.row, *self.still])
        numbers = self.kernel.bind(values)(at)["large"]
        some, scale = constraint.rows, constraint.rows.extents * np.ones(f)
        rows = descriptor.independent(some, scale) if len(some) else []
        bound = Constraint(constraint.rows[rows], constraint.gamma[rows])
        return _System(self.reading, self.columns, numbers, bound, self._chosen(rows)).solve()

    def _chosen(self, rows: list[int]) -> dict[int, tuple[int, Binding]]:
        """Conditions by place, those that count with their place among the multipliers."""
        return {
            s: (rows.index(s) if s in rows else -1, binding)
            for s, binding in enumerate(self.bindings)
        }


def _even(A: Array, rows: Array, columns: Array) -> tuple[Array, Array]:
    """What rows and columns are divided by so that all have largest entries of the order 1.

    They begin as they are given (Ruiz: A scaling algorithm, RAL-TR-2001-034).
    """
    rows, columns = rows.copy(), columns.copy()
    for _ in range(EVENINGS):
        left = np.abs(A / rows[:, None] / columns)
        for sizes, axis in ((rows, 1), (columns, 0)):
            most = np.max(left, axis=axis)
            sizes *= np.sqrt(np.where(most > 0, most, 1.0))
    return rows, columns


class _System:
    """Rows and unknowns of the large system at one state."""

    def __init__(
        self,
        reading: Reading,
        columns: Mapping[str, tuple[int, ...]],
        numbers: Array,
        constraint: Constraint,
        bindings: Mapping[int, tuple[int, Binding]],
    ) -> None:
        self.reading, self.f = reading, len(reading.coordinates)
        self.n = len(reading.links)
        # Images of bodies, which close a loop, are bodies without mass.
        self.place = {link.child: 6 * i for i, link in enumerate(reading.links)}
        self.joints = {link.joint: 6 * (self.n + i) for i, link in enumerate(reading.links)}
        self.q = 12 * self.n
        size = self.q + self.f + len(constraint.rows)
        self.A, self.right = np.zeros((size, size)), np.zeros(size)
        self.arms: dict[str, Array] = {}
        self.levers: list[float] = []
        self.finite = bool(np.all(np.isfinite(numbers)))
        self._fill(iter(numbers), columns, constraint, bindings)

    def _fill(
        self,
        numbers: Iterator[float],
        columns: Mapping[str, tuple[int, ...]],
        constraint: Constraint,
        bindings: Mapping[int, tuple[int, Binding]],
    ) -> None:
        def take(*shape: int) -> Array:
            return np.array([next(numbers) for _ in range(int(np.prod(shape)))]).reshape(shape)

        base = take(3), take(3)
        for body in self.reading.bodies:
            at = self.place[body.number]
            M, inertia, gyroscopic, force, moment = take(1), *map(take, (9, 3, 3, 3))
            self.A[at : at + 3, at : at + 3] = M[0] * np.eye(3)
            self.A[at + 3 : at + 6, at + 3 : at + 6] = inertia.reshape(3, 3)
            self.right[at : at + 6] = [*force, *(moment - gyroscopic)]
        for link in self.reading.links:
            r, self.arms[link.joint], a, alpha = take(3), take(3), take(3), take(3)
            self.levers += [float(np.linalg.norm(arm)) for arm in (r, self.arms[link.joint])]
            moves = {nu: take(6) for nu in columns[link.joint]}
            self._joint(link, r, np.concatenate([a, alpha]), moves, base)
        for rho in range(self.f):
            self.right[self.q + rho] = next(numbers)
        end = self.q + self.f
        self.A[end:, self.q : end] = constraint.rows.G
        self.right[end:] = -constraint.gamma
        for place, binding in bindings.values():
            for number in binding.wrenches:
                at, wrench = self.place[number], take(6)
                if place >= 0:
                    self.A[at : at + 6, end + place] -= wrench
            for rho in binding.on_coordinates:
                push = next(numbers)
                if place >= 0:
                    self.A[self.q + rho - 1, end + place] -= push

    def _joint(
        self,
        link: Link,
        r: Array,
        drift: Array,
        moves: Mapping[int, Array],
        base: tuple[Array, Array],
    ) -> None:
        child, row = self.place[link.child], self.joints[link.joint]
        W = slice(row, row + 6)  # the joint's unknown wrench has the place of its rows
        self.A[child : child + 6, W] -= np.eye(6)
        carried = np.eye(6)
        carried[:3, 3:] = -_skew(r)
        self.A[W, child : child + 6] += np.eye(6)
        self.right[W] += drift
        if link.parent:
            parent = slice(self.place[link.parent], self.place[link.parent] + 6)
            self.A[parent, W] += carried.T
            self.A[W, parent] -= carried
        else:
            self.right[W] += carried @ np.concatenate(base)
        for nu, column in moves.items():
            self.A[W, self.q + nu - 1] -= column
            self.A[self.q + nu - 1, W] += column

    def solve(self) -> tuple[Array, dict[str, Reaction]]:
        """The solution with rows and columns of one size; nan where there is none."""
        solution = np.full(len(self.right), np.nan)
        if self.finite:
            x = self._solved()
            solution = x if x is not None else solution
        qdd = solution[self.q : self.q + self.f]
        return qdd, {link.joint: self._reaction(link, solution) for link in self.reading.links}

    def _solved(self) -> Array | None:
        if not self.A.size:
            return np.zeros(0)  # a system without bodies
        rows, columns = _even(self.A, *self._units())
        scaled, right = self.A / rows[:, None] / columns, self.right / rows
        if np.linalg.cond(scaled) > 1 / RANKS.without_inertia:
            return None
        first = np.linalg.solve(scaled, right)
        return (first + np.linalg.solve(scaled, right - scaled @ first)) / columns

    def _units(self) -> tuple[Array, Array]:
        """Units of rows and columns in which moments are forces, and turns are ways, at levers."""
        lever = max(self.levers, default=0.0) or 1.0
        rows, columns = np.ones(len(self.right)), np.ones(len(self.right))
        for at in self.place.values():
            rows[at + 3 : at + 6] = columns[at + 3 : at + 6] = lever
        for at in self.joints.values():
            rows[at + 3 : at + 6] = columns[at + 3 : at + 6] = 1 / lever
        return rows, columns

    def _reaction(self, link: Link, solution: Array) -> Reaction:
        at = self.joints[link.joint]
        force, moment = solution[at : at + 3], solution[at + 3 : at + 6]
        arm = self.arms[link.joint]
        sign = -1 if link.backwards else 1
        return Reaction(sign * force, sign * (moment - np.cross(arm, force)), arm)


def _skew(v: Array) -> Array:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
