"""Conditions on the motion in the recursion: from velocities and accelerations of bodies.

Rows are those of the closed form (`lagr_gui.mechanics.closed.constraints`), in the same order;
here G is read off the velocities, γ̿ off the accelerations for q̈ = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lagr_gui.catalogue.kinds import Condition, Friction, Limit
from lagr_gui.expression import Expression, Symbol, read, symbols
from lagr_gui.kernel import Node
from lagr_gui.mechanics.closure import Angle, Closure
from lagr_gui.mechanics.friction import sticking
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.measures import cut_measures, measures_of, with_measures
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.reach import Reach, joined, stretched
from lagr_gui.mechanics.recursion.space import Moving, RecursionSpace
from lagr_gui.mechanics.recursion.wrenches import FrameWrenches, Wrench
from lagr_gui.mechanics.spaces.carrier import Measure, Push, Sink
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.vectors import Triple, dot, plus, times
from lagr_gui.numerics.tolerances import UNLIMITED
from lagr_gui.topology import Mesh

TIME = 0
"""Its number among what nodes are `moved_by`."""


@dataclass(frozen=True, eq=False)
class RecursionCondition:
    """One condition: Φ (None for one on velocities), Φ̇ or ψ, and its derivative for q̈ = 0.

    `reach` bounds its slopes G_sρ, whatever of them cancels.
    `push` is None where the multiplier acts on coordinates only; `acts` is what a unit of it
    does to the child of a joint that is cut: force at the joint's point, and moment; `thrust` is
    the force with which it pushes the ends of a line apart.  One that is `own` is the equation
    of a mesh without inductance, and no further condition.
    """

    source: str
    value: Node | None
    rate: Node
    drift: Node
    reach: Reach
    push: Push | None = None
    acts: Wrench | None = None
    thrust: Node | None = None
    own: bool = False


class RecursionConstraints:
    """All conditions of a system as nodes: those of `rows` hold, those of `limits` are H ≤ 0."""

    def __init__(self, motion: MovingFrames, balances: Sequence[Node] = ()) -> None:
        """`balances` are those of the meshes without inductance, ρ by mesh."""
        self.motion = motion
        self.scope = motion.scope
        self.program = motion.scope.program
        self.space = RecursionSpace(motion)
        rows: list[RecursionCondition] = []
        for constraint in self.scope.reading.constraints:
            if isinstance(constraint, Closure):
                rows += self._closure(constraint)
            else:
                rows += self._part(constraint)
        for mesh, balance in zip(self.scope.reading.meshes, balances, strict=True):
            rows.append(self._mesh(mesh, balance))
        self.rows = tuple(rows)

    @cached_property
    def limits(self) -> tuple[RecursionCondition, ...]:
        """The unilateral conditions; a multiplier of −1 pushes with a unit force."""
        return tuple(row for part in self.scope.reading.limits for row in self._part(part))

    @cached_property
    def frictions(self) -> tuple[RecursionCondition, ...]:
        """The velocities of slip γ; a multiplier of −1 pushes against a positive one."""
        return tuple(self._slip(part) for part in self.scope.reading.frictions)

    @cached_property
    def bounds_of_friction(self) -> list[Node]:
        """H by element with friction: the largest multiplier that holds.

        0 where that follows from the reaction of a joint: `loads`; UNLIMITED where it is any.
        """
        return [self._most(part) for part in self.scope.reading.frictions]

    def _most(self, part: Part) -> Node:
        if part.is_loaded:
            return self.program.zero
        if part.holds_any:
            return self.program.number(UNLIMITED)
        return self.scope.node(part.tree(sticking(part)))

    @cached_property
    def tangents(self) -> tuple[RecursionCondition, ...]:
        """Two velocities of slip of each rough limit."""
        rows: list[RecursionCondition] = []
        for _, part in self.scope.reading.rough:
            measures = measures_of(self.space, part, {"slip_1", "slip_2"})
            rows += [self._velocity(part, name, measures) for name in ("slip_1", "slip_2")]
        return tuple(rows)

    @cached_property
    def roughness(self) -> list[Node]:
        """μ that slides, μ that sticks and the restitution of slips, of each rough limit.

        μ is what the multiplier of the limit times that is at most.
        """
        nodes: list[Node] = []
        for _, part in self.scope.reading.rough:
            law = part.kind.law
            assert isinstance(law, Limit)
            static = law.static if part.tree(law.static) != NOUGHT else law.mu
            mu, most, back = (
                self.scope.node(part.tree(f)) for f in (law.mu, static, law.tangential)
            )
            if law.arm:
                arm = self.scope.node(part.tree(law.arm))
                mu, most = mu * arm, most * arm
            nodes += [mu, most, back]
        return nodes

    @property
    def holds(self) -> tuple[RecursionCondition, ...]:
        """What may come to hold: limits, then frictions, then slips of rough limits."""
        return (*self.limits, *self.frictions, *self.tangents)

    @cached_property
    def restitution(self) -> list[Node]:
        """κ of what may hold; friction has none."""
        kappas: list[Node] = []
        for part in self.scope.reading.limits:
            assert isinstance(part.kind.law, Limit)
            kappa = self.scope.node(part.tree(part.kind.law.restitution))
            kappas += [kappa] * len(part.kind.law.reached)
        return kappas + [self.program.zero] * (len(self.frictions) + len(self.tangents))

    @cached_property
    def sides(self) -> list[Node]:
        """Cosines that are 1, not −1, where joints that are cut are closed."""
        cosines: list[Node] = []
        for closure in self.scope.reading.closures:
            for u, v in closure.parallel:
                U = self.space.direction(closure.parent, u)
                V = self.space.direction(closure.child, v)
                cosines.append(dot(U.value, V.value))
        return cosines

    def slopes(self, row: RecursionCondition) -> list[Node]:
        """G_sρ (f,) of a row, from its velocity."""
        return [self.program.derivative(row.rate, qd) for qd in self.scope.qd[1:]]

    def is_bent(self, row: RecursionCondition) -> bool:
        """Whether a row is on velocities and not linear in them."""
        if row.value is not None:
            return False
        velocities = self.scope.qd[1:]
        pairs = ((slope, qd) for slope in self.slopes(row) for qd in velocities)
        return any(self.program.derivative(slope, qd).value != 0 for slope, qd in pairs)

    @cached_property
    def G(self) -> list[list[Node]]:
        """G_sρ (m, f), from the velocities."""
        return [self.slopes(row) for row in self.rows]

    @cached_property
    def reach(self) -> list[list[Node]]:
        """Bounds (m, f) of |G|."""
        return [self.bounds(row) for row in self.rows]

    def bounds(self, row: RecursionCondition) -> list[Node]:
        """Those of a row (f,)."""
        zero = self.program.zero
        return [row.reach.get(nu, zero) for nu in range(1, len(self.scope.q))]

    @cached_property
    def gamma_bar(self) -> list[Node]:
        """γ̄ (C2) by row."""
        return [self.own_rate(row) for row in self.rows]

    def own_rate(self, row: RecursionCondition) -> Node:
        """γ̄ or h₀: what of a rate is left at rest; zero itself where time is not in the row."""
        if row.value is not None and TIME not in self.scope.moved_by([row.value]):
            return self.program.zero
        parts = [slope * qd for slope, qd in zip(self.slopes(row), self.scope.qd[1:], strict=True)]
        return row.rate - self.program.add(parts)

    @property
    def gamma(self) -> list[Node]:
        """γ̿ (C3) by row."""
        return [row.drift for row in self.rows]

    def wrenches(
        self, multipliers: Sequence[Node], into: FrameWrenches | None = None
    ) -> FrameWrenches:
        """What the multipliers do to the bodies: those of the rows, then of what may hold.

        It is entered into wrenches where they are given.
        """
        wrenches = into or FrameWrenches(self.motion)
        for row, multiplier in zip((*self.rows, *self.holds), multipliers, strict=True):
            if row.push is not None:
                wrenches.source = row.source
                row.push(wrenches, multiplier)
        return wrenches

    def closing_point(self, joint: str) -> Triple[Node]:
        """Where a joint that is cut is in space: its point on the child."""
        closure = next(entry for entry in self.scope.reading.closures if entry.joint == joint)
        seat = self.motion.frames.seats[closure.child]
        return self.motion.point(seat, self.scope.vector(closure.point_child))

    def closing(self, closure: Closure, multipliers: Sequence[Node]) -> Wrench:
        """Force and moment of the parent on the child in a joint that is cut, at its point."""
        force = moment = self.motion.still
        for row, multiplier in zip(self.rows, multipliers[: len(self.rows)], strict=True):
            if row.source == closure.key and row.acts is not None:
                force = plus(force, times(row.acts[0], multiplier))
                moment = plus(moment, times(row.acts[1], multiplier))
        return force, moment

    def _mesh(self, mesh: Mesh, balance: Node) -> RecursionCondition:
        """The equation of a mesh without inductance: it binds charges or currents."""
        key = f"element:{mesh.link}"
        if mesh.order == 0:
            rate = self._total(balance)
            return RecursionCondition(
                key, balance, rate, self._total(rate), self._reach(rate), own=True
            )
        return RecursionCondition(
            key, None, balance, self._total(balance), self._reach(balance), own=True
        )

    def _closure(self, closure: Closure) -> list[RecursionCondition]:
        rows: list[RecursionCondition] = []
        measures = cut_measures(self.space, closure)
        for condition, (measure, *acts) in zip(closure.conditions, measures, strict=True):
            moving = measure.value
            if isinstance(condition, Angle):
                value = moving.value - self.scope.node(condition.cosine)
                moving = replace(moving, value=value)
            force, moment = acts
            rows.append(_row(closure.key, moving, measure.push, (force, moment)))
        return rows

    def _part(self, part: Part) -> list[RecursionCondition]:
        law = part.kind.law
        assert isinstance(law, Condition | Limit)
        positions = law.reached if isinstance(law, Limit) else law.position
        velocities = law.velocity if isinstance(law, Condition) else ()
        if isinstance(law, Condition) and law.chosen:
            positions = [positions["xyz".index(letter)] for letter in part.value(law.chosen)]
        names = {
            symbol.name for text in (*positions, *velocities) for symbol in symbols(read(text))
        }
        measures = measures_of(self.space, part, names)
        return [
            *(self._position(part, text, measures) for text in positions),
            *(self._velocity(part, text, measures) for text in velocities),
        ]

    def _slip(self, part: Part) -> RecursionCondition:
        """γ of an element with friction."""
        law = part.kind.law
        assert isinstance(law, Friction)
        measures = measures_of(self.space, part, {law.along, "rate"})
        rate, along = measures["rate"], measures[law.along].value
        bounded = replace(rate.value, bound=lambda: along.reach)
        if part.slopes:
            bounded = replace(rate.value, bound=lambda: self._reach(along.value))
        return self._velocity(part, law.slip, {"rate": replace(rate, value=bounded)})

    def _position(
        self, part: Part, text: str, measures: Mapping[str, Measure]
    ) -> RecursionCondition:
        """A condition on positions; its multiplier pushes along the measures by its slopes.

        On coordinates it acts as it is, where its slopes stand.
        """
        tree = read(text)
        names = {symbol.name for symbol in symbols(tree)}
        used = {name: measure for name, measure in measures.items() if name in names}
        row = _row(part.key, self._law(part, text, {name: used[name].value for name in used}))
        values = {name: measure.value.value for name, measure in used.items()}
        pushes: list[tuple[Push, Node]] = []
        for name, measure in used.items():
            if not part.kind.geometry.on_coordinates:
                slope = self._node(part, slope_of(tree, Symbol(name)), values)
                pushes.append((measure.push, slope))
                if measure.thrust is not None:
                    row = replace(row, thrust=slope * measure.thrust())
        return replace(row, push=_together(pushes))

    def _velocity(
        self, part: Part, text: str, measures: Mapping[str, Measure]
    ) -> RecursionCondition:
        """A condition on velocities, which pushes likewise."""
        tree = read(text)
        names = {symbol.name for symbol in symbols(tree)}
        used = {name: measure for name, measure in measures.items() if name in names}
        if not used:
            speed = self.scope.node(part.law(text))
            return self._bound(part, speed, self._reach(speed), None)
        values = {name: measure.value.value for name, measure in used.items()}
        speed, reach = self._node(part, tree, values), dict[int, Node]()
        pushes: list[tuple[Push, Node]] = []
        for name, measure in used.items():
            slope = self._node(part, slope_of(tree, Symbol(name)), values)
            bound = stretched(measure.value.reach, self.program.call("abs", (slope,)))
            reach = joined(reach, bound)
            pushes.append((measure.push, slope))
        return self._bound(part, speed, reach, _together(pushes))

    def _bound(
        self, part: Part, speed: Node, reach: Reach, push: Push | None
    ) -> RecursionCondition:
        """A condition on velocities."""
        return RecursionCondition(part.key, None, speed, self._total(speed), reach, push)

    def _law(self, part: Part, text: str, measures: dict[str, Moving]) -> Moving:
        """A law of measures and fields, with its derivatives by the chain rule."""
        names = {symbol.name for symbol in symbols(read(text))}
        moving = measures | {
            spec.name: self._field(part, spec.name)
            for spec in part.kind.fields
            if spec.name in names
        }
        moving = {name: moving[name] for name in sorted(names)}
        values = {name: entry.value for name, entry in moving.items()}

        def node(*by: str) -> Node:
            tree = read(text)
            for name in by:
                tree = slope_of(tree, Symbol(name))
            return self.scope.node(tree, **values)

        rate = drift = self.program.zero
        reach: Reach = {}
        for name, entry in moving.items():
            slope = node(name)
            reach = joined(reach, stretched(entry.reach, self.program.call("abs", (slope,))))
            rate, drift = rate + slope * entry.rate, drift + slope * entry.drift
            for other, second in moving.items():
                drift = drift + node(name, other) * entry.rate * second.rate
        return Moving(node(), rate, lambda: drift, lambda: reach)

    def _node(self, part: Part, tree: Expression, values: Mapping[str, Node]) -> Node:
        return with_measures(self.space, part, tree, values)

    def _field(self, part: Part, name: str) -> Moving:
        value = self.scope.node(part.tree(name))
        rate = self._total(value)
        return Moving(value, rate, lambda: self._total(rate), lambda: self._reach(rate))

    def _reach(self, speed: Node) -> Reach:
        """Of a velocity that was written down: the magnitude of its derivatives."""
        program = self.program
        slopes = {
            nu: program.derivative(speed, qd) for nu, qd in enumerate(self.scope.qd) if nu > 0
        }
        return {nu: program.magnitude(s) for nu, s in slopes.items() if s.value != 0}

    def _total(self, node: Node) -> Node:
        """∂_ν node q̇^ν, ν = 0 … f."""
        total = self.program.zero
        for q, qd in zip(self.scope.q, self.scope.qd, strict=True):
            total = total + self.program.derivative(node, q) * qd
        return total


def _together(pushes: Sequence[tuple[Push, Node]]) -> Push | None:
    """What a multiplier does along several measures; None where it acts on coordinates only."""
    if not pushes:
        return None

    def push(sink: Sink, multiplier: Node) -> None:
        for along, slope in pushes:
            along(sink, slope * multiplier)

    return push


def _row(
    source: str, moving: Moving, push: Push | None = None, acts: Wrench | None = None
) -> RecursionCondition:
    return RecursionCondition(
        source, moving.value, moving.rate, moving.drift, moving.reach, push, acts
    )
