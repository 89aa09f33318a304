"""The scalar equations of bodies cut free, each linear in accelerations and forces of constraint.

Written for the components in axes of space (Goldschmidt 3.3, A.2, B.2), with q and q̇ known:

    M a − F − Σ λ f = applied force                                  each body, 3
    I α − N − Σ λ n = applied moment − ω × Iω                         each body, 3
    a − a_k − α_k × r − d_ν q̈^ν = …,   α − α_k − w_ν q̈^ν = …          each joint, 6
    F·d_ν + N·w_ν = force on the coordinate                          each coordinate
    G q̈ = −γ̿                                                         each condition

F, M are the force and moment of a joint on its outer body at the joint's point, N the moment
about the centre of mass; what it does to the inner body is opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lagr_gui.extensions.signal_flow.records import ScalarRow, ScalarUnknown
from lagr_gui.extensions.signal_flow.spread import SignalCutting, SpreadInertia
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.kernel import Kernel, compile_kernel, shaped
from lagr_gui.mechanics.formalisms.calculus import Programmed
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics, rates
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.formalisms.wrenches import summed
from lagr_gui.mechanics.reading import Link, Reading
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.vectors import Triple, cross, minus, plus

Vector = Triple[Any]


@dataclass
class _Written:
    """An equation while it is written: what multiplies its unknowns, and its right side."""

    factors: dict[ScalarUnknown, Any] = field(default_factory=dict)
    right: Any = 0

    def add(self, unknown: ScalarUnknown, factor: Any) -> None:
        if not factor.is_zero:
            factor_before = self.factors.get(unknown)
            self.factors[unknown] = factor if factor_before is None else factor_before + factor


@dataclass(frozen=True, eq=False)
class EquationValues:
    """The equations at one state: matrix (r, u) over unknowns, right side (r,).

    `laws` are force and moment (6,), about the centre of mass in axes of space, by element key
    and body; `pushes` the forces on coordinates by element key and index of the coordinate.  Of
    each condition `missed` is Φ (0 for one on velocities), `rate` Φ̇ or ψ, and `slopes` is G (m, f).
    `motions` are x, v and ω (9,) of the outer bodies of joints, in axes of space.
    """

    matrix: Array
    right: Array
    laws: Mapping[tuple[str, int], Array]
    pushes: Mapping[tuple[str, int], float]
    missed: Array
    rate: Array
    slopes: Array
    motions: Mapping[int, Array]


class Equations:
    """All scalar equations of a system and their unknowns, compiled.

    Raises LagrError for what no body cut free tells: kinetic energies given by elements.
    """

    def __init__(self, reading: Reading) -> None:
        check_cut_free(reading)
        self.reading = reading
        calculus = Programmed(reading)
        self.kinetics = Kinetics(reading, calculus)
        self.form = NewtonEuler(self.kinetics)
        self.wrenches = SignalCutting(self.kinetics).wrenches
        self.spread = SpreadInertia(self.kinetics)
        self.zero = self.kinetics.algebra.zero
        self.one = self.kinetics.algebra.one
        conditions = self.kinetics.closed.constraints.rows
        self.sources = tuple(row.source for row in conditions)
        self.holonomic = tuple(row.on_positions for row in conditions)
        self.meshes = frozenset(s for s, row in enumerate(conditions) if row.own)
        """Conditions that are the equations of meshes without inductance."""
        written = dict(self._write())
        self.rows = tuple(written)
        self.unknowns = tuple(self._unknowns())
        self.moves: dict[str, tuple[int, ...]]
        self._places = [
            (r, self.unknowns.index(unknown))
            for r, equation in enumerate(written.values())
            for unknown in equation.factors
        ]
        self._compile(calculus, list(written.values()))

    # --- writing ---------------------------------------------------------------------------

    def _unknowns(self) -> Iterator[ScalarUnknown]:
        for link in self.reading.links:
            for sort, owner in (("a", link.child), ("alpha", link.child)):
                yield from (ScalarUnknown(sort, owner, axis) for axis in range(3))
            for sort in ("F", "M"):
                yield from (ScalarUnknown(sort, link.joint, axis) for axis in range(3))
        yield from (ScalarUnknown("qdd", nu) for nu in range(len(self.reading.coordinates)))
        every = range(len(self.sources))
        yield from (ScalarUnknown("lambda", s) for s in every if s not in self.meshes)

    def _write(self) -> Iterator[tuple[ScalarRow, _Written]]:
        links = self.reading.links
        motions = {link.joint: self.form.joint(link) for link in links}
        self.moves = {
            name: tuple(nu - 1 for nu in motion.columns) for name, motion in motions.items()
        }
        names = self.reading.coordinates
        for beam in (body.beam for body in self.reading.beams):
            amplitudes = (names.index(amplitude.name) for amplitude in beam.amplitudes)
            self.moves[beam.joint] = tuple(dict.fromkeys((*self.moves[beam.joint], *amplitudes)))
        bodies = {body.number: body for body in self.kinetics.bodies}
        for link in links:
            yield from self._balances(link, bodies.get(link.child), motions)
        base = self.kinetics.kinematics.poses[0][1]
        rate = self.form.rate
        moved = rates(rate, rates(rate, base)), rates(rate, self.form.spin(0))
        for link in links:
            yield from self._joint(link, motions[link.joint], moved)
        light = {mesh.coordinate for mesh in self.reading.meshes}
        for nu, name in enumerate(names):
            if name not in light:
                yield ScalarRow("free", nu), self._free(nu, motions)
        constraints = self.kinetics.closed.constraints
        rows = zip(constraints.G, constraints.gamma, strict=True)
        for s, (slopes, gamma) in enumerate(rows):
            condition = _Written(right=-gamma)
            for nu, slope in slopes.items():
                condition.add(ScalarUnknown("qdd", nu - 1), slope)
            yield ScalarRow("condition", s), condition

    def _balances(
        self, link: Link, body: BodyMotion | None, motions: Mapping[str, Any]
    ) -> Iterator[tuple[ScalarRow, _Written]]:
        """Momentum and angular momentum; the image of a body, which closes a loop, has none."""
        number, (zero, one) = link.child, (self.zero, self.one)
        momentum, turning = ([_Written(right=zero) for _ in range(3)] for _ in range(2))
        if body is not None:
            inertia = self.form.inertia(body)
            force = summed(self.wrenches.force[number], zero)
            moment = summed(self.wrenches.moment[number], zero)
            gyroscopic = self.form.gyroscopic(body)
            for i in range(3):
                momentum[i].add(ScalarUnknown("a", number, i), body.M)
                momentum[i].right = force[i]
                turning[i].right = moment[i] - gyroscopic[i]
                for k in range(3):
                    turning[i].add(ScalarUnknown("alpha", number, k), inertia[i][k])
            for written, asked in zip((momentum, turning), self._beams(number), strict=True):
                for i in range(3):
                    self._ask(written[i], asked[i])
        x = self.kinetics.kinematics.poses[number][1]
        for other in self.reading.links:
            motion = motions[other.joint]
            if other.child == number:
                sign, arm = -one, motion.arm
            elif other.parent == number:
                end = self.kinetics.kinematics.poses[other.child][1]
                sign, arm = one, minus(plus(end, motion.arm), x)
            else:
                continue
            crossed = _skew(arm, zero)
            for i in range(3):
                momentum[i].add(ScalarUnknown("F", other.joint, i), sign)
                turning[i].add(ScalarUnknown("M", other.joint, i), sign)
                for k in range(3):
                    turning[i].add(ScalarUnknown("F", other.joint, k), sign * crossed[i][k])
        for s, binding in enumerate(self.form.bindings.rows):
            if number in binding.wrenches:
                push, turn = binding.wrenches[number]
                for i in range(3):
                    momentum[i].add(ScalarUnknown("lambda", s), -push[i])
                    turning[i].add(ScalarUnknown("lambda", s), -turn[i])
        yield from ((ScalarRow("momentum", number, i), momentum[i]) for i in range(3))
        yield from ((ScalarRow("turning", number, i), turning[i]) for i in range(3))

    def _beams(self, number: int) -> tuple[Vector, Vector]:
        """The force and moment that a body gives its beams."""
        return self.spread.on_body(number, self.kinetics.kinematics.poses[number][1])

    def _ask(self, written: _Written, asked: Any) -> None:
        """Add what is linear in q̈ to the left side."""
        if asked.is_zero:
            return
        slopes = self.kinetics.calculus.gradient(asked, self.kinetics.symbols[2])
        for nu, slope in enumerate(slopes):
            written.add(ScalarUnknown("qdd", nu), slope)
        written.right = written.right - asked  # at q̈ = 0

    def _joint(
        self, link: Link, motion: Any, moved: tuple[Vector, Vector]
    ) -> Iterator[tuple[ScalarRow, _Written]]:
        """What the outer body does, from its inner one and the joint's coordinates."""
        crossed, one = _skew(motion.r, self.zero), self.one
        for i in range(6):
            written = _Written(right=motion.drift[i // 3][i % 3])
            sort = ("a", "alpha")[i // 3]
            written.add(ScalarUnknown(sort, link.child, i % 3), one)
            if link.parent:
                written.add(ScalarUnknown(sort, link.parent, i % 3), -one)
                for k in range(3 if i < 3 else 0):
                    written.add(ScalarUnknown("alpha", link.parent, k), crossed[i][k])
            else:
                written.right = written.right + moved[i // 3][i % 3]
                for k in range(3 if i < 3 else 0):
                    written.right = written.right - crossed[i][k] * moved[1][k]
            for nu, columns in motion.columns.items():
                written.add(ScalarUnknown("qdd", nu - 1), -columns[i // 3][i % 3])
            yield ScalarRow("joint", link.joint, i), written

    def _free(self, nu: int, motions: Mapping[str, Any]) -> _Written:
        """What a joint transmits along a coordinate is what acts on that coordinate.

        The coordinates of beams and circuits have inertia of their own.
        """
        acting = self.wrenches.on_coordinate.get(nu + 1, {})
        written = _Written(right=sum(acting.values(), self.zero))
        for joint, motion in motions.items():
            if nu + 1 in motion.columns:
                move, turn = motion.columns[nu + 1]
                at_point = plus(move, cross(turn, motion.arm))
                for i in range(3):
                    written.add(ScalarUnknown("F", joint, i), at_point[i])
                    written.add(ScalarUnknown("M", joint, i), turn[i])
        for s, binding in enumerate(self.form.bindings.rows):
            if nu + 1 in binding.on_coordinates:
                written.add(ScalarUnknown("lambda", s), -binding.on_coordinates[nu + 1])
        self._ask(written, self.spread.on_coordinate(nu))
        return written

    # --- numbers ---------------------------------------------------------------------------

    def _compile(self, calculus: Programmed, written: list[_Written]) -> None:
        wrenches, constraints = self.wrenches, self.kinetics.closed.constraints
        elements = {part.key for part in self.reading.parts}
        self._laws = [
            (key, number)
            for number, forces in wrenches.force.items()
            for key in dict.fromkeys((*forces, *wrenches.moment[number]))
            if key in elements
        ]
        self._pushes = [
            (key, rho - 1) for rho, forces in wrenches.on_coordinate.items() for key in forces
        ]
        nothing = (self.zero, self.zero, self.zero)
        laws = [
            entry
            for key, number in self._laws
            for of in (wrenches.force, wrenches.moment)
            for entry in of[number].get(key, nothing)
        ]
        pushes = [wrenches.on_coordinate[nu + 1][key] for key, nu in self._pushes]
        f, m = len(self.reading.coordinates), len(self.sources)
        slopes = [slopes.get(nu, self.zero) for slopes in constraints.G for nu in range(1, f + 1)]
        missed = [row.value if row.on_positions else self.zero for row in constraints.rows]
        outputs = {
            "factors": _nodes(v for equation in written for v in equation.factors.values()),
            "right": _nodes(equation.right for equation in written),
            "laws": shaped(_nodes(laws), len(self._laws), 6),
            "pushes": _nodes(pushes),
            "missed": _nodes(missed),
            "rate": _nodes(constraints.rates),
            "slopes": shaped(_nodes(slopes), m, f),
            "motions": shaped(_nodes(self._motions()), len(self.reading.links), 9),
        }
        scope, extra = calculus.scope, (*self.kinetics.qdd, *self.form.bindings.values)
        inputs = [*scope.state, *(value.node for value in extra)]
        self._still = np.zeros(len(extra))
        self._kernel: Kernel = compile_kernel(scope.program, inputs, scope.parameters, outputs)

    def _motions(self) -> Iterator[Any]:
        for link in self.reading.links:
            x = self.kinetics.kinematics.poses[link.child][1]
            yield from (*x, *rates(self.form.rate, x), *self.form.spin(link.child))

    def at(self, state: State, parameters: Array) -> EquationValues:
        """The equations at a state, for values of the parameters (p,)."""
        head = np.array([state.t, *state.q, *state.qd, *self._still])
        out = self._kernel.bind(parameters)(head)
        matrix = np.zeros((len(self.rows), len(self.unknowns)))
        for (r, u), value in zip(self._places, out["factors"], strict=True):
            matrix[r, u] = value
        return EquationValues(
            matrix,
            np.array(out["right"], float),
            dict(zip(self._laws, np.array(out["laws"], float), strict=True)),
            {key: float(value) for key, value in zip(self._pushes, out["pushes"], strict=True)},
            np.array(out["missed"], float),
            np.array(out["rate"], float),
            np.array(out["slopes"], float),
            {
                link.child: np.array(row, float)
                for link, row in zip(self.reading.links, out["motions"], strict=True)
            },
        )


def check_cut_free(reading: Reading) -> None:
    """Raise LagrError where bodies that are cut free do not tell the whole motion."""
    unconducted = [part for part in reading.kinetic if not part.conducts]
    if unconducted:
        cause = "Its kinetic energy belongs to no body that could be cut free."
        raise _no_signals(say("Element “{name}”", name=unconducted[0].record.name), cause)
    if not reading.coordinates:
        raise _no_signals("Signal flow", "Nothing moves: there are no coordinates.")


def _no_signals(place: str, cause: str) -> LagrError:
    remedy = "The signal-flow diagram shows bodies, beams, circuits, joints, forces and conditions."
    return refusal(place, cause, remedy, "no-signals")


def _skew(v: Vector, zero: Any) -> tuple[Vector, Vector, Vector]:
    """The matrix of v × ."""
    x, y, z = v
    return (zero, -z, y), (z, zero, -x), (-y, x, zero)


def _nodes(values: Any) -> list[Any]:
    return [value.node for value in values]
