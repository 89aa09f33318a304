"""The recursion: a system's equations of motion as one straight-line program.

Made to be computed, never expanded; its size grows with the number of bodies.  Outward
through the tree: poses, velocities, accelerations; inward: forces and the metric; then
the accelerations q̈ of (29).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lagr_gui.catalogue.kinds import Energies
from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import ElasticBody, Link, Part, Reading
from lagr_gui.mechanics.recursion.frames import (
    Frame,
    Frames,
    added,
    build_frames,
    mirrored,
    moved_wrench,
    outer,
)
from lagr_gui.mechanics.recursion.motion import Acceleration, MovingFrames
from lagr_gui.mechanics.recursion.solve import Row, factorise, solve
from lagr_gui.mechanics.recursion.wrenches import Applied, Wrench
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    cross,
    dot,
    minus,
    plus,
    product,
    times,
    transpose,
)
from lagr_gui.mechanics.vectors import transpose as t

if TYPE_CHECKING:
    from lagr_gui.mechanics.recursion.articulated import ArticulatedBodies
    from lagr_gui.mechanics.recursion.constraints import RecursionConstraints
    from lagr_gui.mechanics.recursion.feedback import FedBack, Feedback

DEEP = 8
"""Mean depth of the tree from which articulated bodies need fewer operations (measured)."""


@dataclass(frozen=True)
class EnergyNodes:
    """Kinetic and potential energy, Rayleigh function, dissipated and supplied power."""

    T: Node
    U: Node
    D: Node
    dissipated: Node
    supplied: Node


class Recursion:
    """Nodes of everything that is asked of a system; what is not asked for costs nothing.

    Index 0 is time; f is the number of coordinates.  Reactions in joints need `separate`
    frames for bodies that are fixed to each other.
    """

    def __init__(
        self, reading: Reading, separate: bool = False, scope: Scope | None = None
    ) -> None:
        self.reading = reading
        self.scope = scope or Scope(reading)
        self.program = self.scope.program
        self.size = len(reading.coordinates) + 1
        self.frames: Frames = build_frames(self.scope, separate)
        self.motion = MovingFrames(self.frames)
        self.gravity = self.scope.vector(reading.gravity)
        self.given = Given(self.scope) if reading.kinetic else None

    @cached_property
    def applied(self) -> Applied:
        """Sums over the elements."""
        if not self.scope.reading.parts:
            return Applied(self.program.zero, {}, {}, set())
        from lagr_gui.mechanics.recursion.forces import RecursionForces  # weights alone need none

        return RecursionForces(self.motion).applied

    @cached_property
    def g_of_bodies(self) -> list[list[Node]]:
        """The metric of the bodies, without kinetic energies that elements give."""
        return metric(self.frames, self.size)

    @cached_property
    def g(self) -> list[list[Node]]:
        """The metric (17), shape (f+1, f+1)."""
        if self.given is None:
            return self.g_of_bodies
        pairs = zip(self.g_of_bodies, self.given.g, strict=True)
        return [[a + b for a, b in zip(*rows, strict=True)] for rows in pairs]

    @cached_property
    def h_of_bodies(self) -> list[Node]:
        """Γ_ρμν q̇^μ q̇^ν of the bodies, ρ = 0 … f."""
        states = self.motion.accelerations(self.motion.still)
        return project(self.frames, self._inertial(states), self.size)

    @cached_property
    def h(self) -> list[Node]:
        """Γ_ρμν q̇^μ q̇^ν, ρ = 0 … f."""
        if self.given is None:
            return self.h_of_bodies
        return [a + b for a, b in zip(self.h_of_bodies, self.given.h, strict=True)]

    @cached_property
    def Q(self) -> list[Node]:
        """Generalised forces, ρ = 0 … f."""
        wrenches = weight(self.motion, self.gravity)
        forces = project(self.frames, _joined(wrenches, self.applied.wrenches), self.size)
        return self._with_coordinates(forces)

    @cached_property
    def right(self) -> list[Node]:
        """Q − Γq̇q̇ in one recursion; gravity enters as an acceleration of space."""
        inertial = self._inertial(self.motion.accelerations(times(self.gravity, -1)))
        back = {k: (times(f, -1), times(n, -1)) for k, (f, n) in inertial.items()}
        forces = project(self.frames, _joined(back, self._relieved), self.size)
        forces = self._with_coordinates(forces)
        if self.given is None:
            return forces
        return [a - b for a, b in zip(forces, self.given.h, strict=True)]

    @cached_property
    def _relieved(self) -> dict[int, Wrench]:
        """Applied wrenches, with the weight undone on bodies that gravity does not act on."""
        wrenches = dict(self.applied.wrenches)
        for index, frame in enumerate(self.frames.frames):
            spared = frame.mass - frame.weight
            if spared.value != 0:
                local = apply(transpose(self.motion.poses[index][0]), times(self.gravity, -1))
                arm = minus(frame.moment, frame.weight_moment)
                lift = {index: (times(local, spared), cross(arm, local))}
                wrenches = _joined(wrenches, lift)
        return wrenches

    @cached_property
    def articulated(self) -> ArticulatedBodies | None:
        """Articulated bodies, where they are the shorter way to q̈: in long chains."""
        depths = _depths(self.frames)
        if not depths or sum(depths) < DEEP * len(depths) or self.given is not None:
            return None
        if self.scope.fed_back:
            return None
        from lagr_gui.mechanics.recursion.articulated import applies  # long chains alone need it

        if not applies(self.frames):
            return None
        return self._articulated([self.program.zero] * self.size)

    def _articulated(self, further: list[Node]) -> ArticulatedBodies:
        """With further forces along coordinates, ρ = 0 … f."""
        from lagr_gui.mechanics.recursion.articulated import ArticulatedBodies  # long chains

        efforts = self._with_coordinates(further)
        return ArticulatedBodies(self.motion, times(self.gravity, -1), self._relieved, efforts)

    @cached_property
    def feedback(self) -> Feedback | None:
        """Forces and rates that are made of accelerations, where there are some."""
        if not self.scope.fed_back:
            return None
        from lagr_gui.mechanics.recursion.feedback import Feedback  # few systems have such

        return Feedback(self.scope, self.right[1:])

    def known(self, nodes: Sequence[Node], qdd: Sequence[Node]) -> list[Node]:
        """Nodes that may be made of accelerations, with these known (f,)."""
        return list(nodes) if self.feedback is None else self.feedback.known(nodes, qdd)

    @cached_property
    def fed_back(self) -> FedBack | None:
        """The accelerations that are fed back, of a system without conditions."""
        return None if self.feedback is None else self.feedback.solved(self._answer, self._answer)

    def _answer(self, force: Sequence[Node]) -> list[Node]:
        """q̈ (f,) under forces (f,) alone."""
        L, D = self.factors
        x = solve(L, D, [force[nu - 1] for nu in self.order])
        by_coordinate = dict(zip(self.order, x, strict=True))
        return [by_coordinate[nu] for nu in range(1, self.size)]

    @cached_property
    def order(self) -> list[int]:
        """Coordinates in the order of the tree, from the root to the tips."""
        order = dict.fromkeys(nu for frame in self.frames.frames for nu in frame.columns if nu)
        return [*order, *(nu for nu in range(1, self.size) if nu not in order)]

    @cached_property
    def factors(self) -> tuple[list[Row], list[Node]]:
        """L and D of g = Lᵀ D L over the coordinates 1 … f."""
        return factorise(self.program, self.g, self.order)

    @cached_property
    def qdd(self) -> list[Node]:
        """q̈¹ … q̈ᶠ of (29)."""
        if self.articulated is not None:
            return [self.articulated.qdd[nu] for nu in range(1, self.size)]
        if self.feedback is not None and self.fed_back is not None:
            return self._answer(self.feedback.whole(self.fed_back.a))
        return self._answer(self.right[1:])

    def pushed(self, further: Sequence[Node]) -> list[Node]:
        """q̈ (f,) under further generalised forces (f,)."""
        if self.articulated is not None:
            qdd = self._articulated([self.program.zero, *further]).qdd
            return [qdd[nu] for nu in range(1, self.size)]
        return self._answer([Q + more for Q, more in zip(self.right[1:], further, strict=True)])

    @cached_property
    def pivots(self) -> list[Node]:
        """Pivots relative to the diagonal of g: near zero where a coordinate has no inertia."""
        if self.articulated is not None:
            by_coordinate = self.articulated.pivots
        else:
            by_coordinate = dict(zip(self.order, self.factors[1], strict=True))
        pivots = [self.relative(by_coordinate[nu], self.g[nu][nu]) for nu in range(1, self.size)]
        if self.feedback is not None and self.fed_back is not None:
            return self.feedback.weakened(pivots, self.fed_back)
        return pivots

    def relative(self, pivot: Node, diagonal: Node) -> Node:
        """A pivot over its diagonal element.

        A parameter that is zero can make that vanish: the result is 0 then, not 0/0.
        """
        tiny = self.program.number(1e-300)
        return pivot / self.program.call("max", (diagonal, tiny))

    @cached_property
    def constraints(self) -> RecursionConstraints:
        """The conditions on the motion; no rows for a tree without any."""
        from lagr_gui.mechanics.recursion.constraints import RecursionConstraints  # trees: none

        names = self.reading.coordinates
        rows = [names.index(mesh.coordinate) + 1 for mesh in self.reading.meshes]
        return RecursionConstraints(self.motion, [self.h[rho] - self.Q[rho] for rho in rows])

    def energies(self, qdd: Sequence[Node], multipliers: Sequence[Node]) -> EnergyNodes:
        """Energies and powers at accelerations (f,) and multipliers (m,).

        Conditions that change with time supply power −λ γ̄.
        """
        drive = self.drive(qdd)
        if self.given is not None:
            drive = drive + self.given.supplied(qdd)
        for multiplier, bar in zip(multipliers, self.constraints.gamma_bar, strict=True):
            drive = drive - multiplier * bar
        T, U, D, dissipated = self.stored
        return EnergyNodes(
            T=T,
            U=U,
            D=D,
            dissipated=dissipated,
            supplied=self.known([self.applied.total("supplied") + drive + self.lifting], qdd)[0],
        )

    def drive(self, qdd: Sequence[Node]) -> Node:
        """The power of joints that move as functions of time."""
        drive = self.h_of_bodies[0] - self.Q[0]
        for nu, acceleration in enumerate(qdd, start=1):
            drive = drive + self.g_of_bodies[0][nu] * acceleration
        return drive

    @property
    def lifting(self) -> Node:
        """The power −Σ M ∂g/∂t·x of gravity that changes with time."""
        a, b, c = (self.program.derivative(entry, self.scope.q[0]) for entry in self.gravity)
        return -self.program.add(list(self.works_of_weight((a, b, c)).values()))

    @cached_property
    def stored(self) -> tuple[Node, Node, Node, Node]:
        """T, U, D and the dissipated power, which the state alone determines."""
        T = self.program.zero if self.given is None else self.given.T
        for kinetic in self.kinetic.values():
            T = T + kinetic
        total = self.applied.total
        U = total("potential")
        for work in self.works_of_weight(self.gravity).values():
            U = U - work
        return T, U, total("rayleigh"), total("dissipated")

    def pose(self, number: int) -> tuple[Square[Node], Triple[Node]]:
        """E (rows are body axes in space axes) and the centre of mass x of a body."""
        seat = self.frames.seats[number]
        zero = self.program.zero
        return transpose(self.motion.axes(seat)), self.motion.point(seat, (zero, zero, zero))

    def reactions(self, qdd: Sequence[Node], multipliers: Sequence[Node]) -> dict[str, Wrench]:
        """Force and moment of the parent on the child in each joint, at its point, in space.

        `multipliers` are those of the conditions, then those of the limits.
        That of a beam is what its parent exerts on the root.
        """
        passed = self._passed(qdd, multipliers)
        reactions = {link.joint: self._reaction(link, passed) for link in self.reading.links}
        for body in self.reading.beams:
            reactions[body.beam.joint] = self._at_root(body, passed)
        for closure in self.reading.closures:
            if closure.joint not in reactions:
                reactions[closure.joint] = self.constraints.closing(closure, multipliers)
        return reactions

    def at_tips(self, qdd: Sequence[Node], multipliers: Sequence[Node]) -> dict[str, Wrench]:
        """What each beam exerts on the body at its tip, by joint, about the centre of mass."""
        passed = self._passed(qdd, multipliers)
        tips = {body.beam.joint for body in self.reading.beams}
        links = [link for link in self.scope.reading.links if link.joint in tips]
        return {k.joint: self._reaction(k, passed, self.pose(k.child)[1]) for k in links}

    def _passed(self, qdd: Sequence[Node], multipliers: Sequence[Node]) -> list[Wrench]:
        """What each frame is given by the one before it, about its origin."""
        states = self.motion.accelerations(times(self.gravity, -1), dict(enumerate(qdd, start=1)))
        bound = self.constraints.wrenches(multipliers)
        applied = _joined(self._relieved, bound.by_frame)
        outer = {k: (times(f, -1), times(n, -1)) for k, (f, n) in applied.items()}
        return transmitted(self.frames, _joined(self._inertial(states), outer))

    def _at_root(self, body: ElasticBody, passed: list[Wrench]) -> Wrench:
        """What a beam's tip transmits, and what its mass points need."""
        from lagr_gui.mechanics.mass_points import point_names  # few models have beams

        names = {body.beam.joint, *point_names(body)}
        links = [link for link in self.scope.reading.links if link.joint in names]
        wrenches = [
            self._reaction(link, passed, self.joint_point(body.beam.joint)) for link in links
        ]
        force, moment = wrenches[0]
        for more in wrenches[1:]:
            force, moment = plus(force, more[0]), plus(moment, more[1])
        return force, moment

    def _reaction(
        self, link: Link, passed: list[Wrench], about: Triple[Node] | None = None
    ) -> Wrench:
        """The wrench of a link about its joint's point, or another point of space."""
        frame = self.frames.seats[link.child].frame
        W, origin = self.motion.poses[frame]
        force, moment = (apply(W, part) for part in passed[frame])
        moment = plus(moment, cross(minus(origin, about or self.joint_point(link.joint)), force))
        sign = -1 if link.backwards else 1
        return times(force, sign), times(moment, sign)

    def course(self, part: Part) -> list[Triple[Node]]:
        """The points of space through which an element runs."""
        return [self.motion.point(*stop) for stop in self.motion.course(part)]

    def joint_point(self, joint: str) -> Triple[Node]:
        """Where a joint is in space, after its own translation; the root of a beam."""
        zero = self.program.zero
        for body in self.reading.beams:
            if body.beam.joint == joint:
                return self.motion.point(
                    self.frames.seats[body.root], self.scope.vector(body.anchor)
                )
        if joint in self.frames.joint_points:
            return self.motion.point(self.frames.joint_points[joint], (zero, zero, zero))
        return self.constraints.closing_point(joint)

    def beam_point(self, body: ElasticBody, xi: float) -> Triple[Node]:
        """Where the point at ξ of a beam is in space."""
        frame, _ = self.frames.follow(self.frames.seats[body.root], body.steps)
        return self.motion.point(frame, self.scope.vector(body.beam.point(xi)))

    def _inertial(self, states: list) -> dict[int, Wrench]:
        return {
            index: inertial_wrench(frame, states[index])
            for index, frame in enumerate(self.frames.frames)
            if frame.mass.value != 0 or any(e.value != 0 for row in frame.J for e in row)
        }

    def _with_coordinates(self, forces: list[Node]) -> list[Node]:
        forces = list(forces)
        for index, force in self.applied.on_coordinates.items():
            forces[index] = forces[index] + force
        return forces

    @cached_property
    def kinetic(self) -> dict[int, Node]:
        """The kinetic energy of what is fixed in each frame that carries mass."""
        energies: dict[int, Node] = {}
        for index, (frame, state) in enumerate(
            zip(self.frames.frames, self.motion.velocities, strict=True)
        ):
            w, v, J = state.w, state.v, frame.J
            turning = dot(w, _turned(J, w))
            T = (frame.mass * dot(v, v) + turning) / 2 + dot(v, cross(w, frame.moment))
            if T.value != 0:
                energies[index] = T
        return energies

    def works_of_weight(self, gravity: Triple[Node]) -> dict[int, Node]:
        """M g·x of what gravity acts on, by frame."""
        works: dict[int, Node] = {}
        for index, (frame, (W, x)) in enumerate(
            zip(self.frames.frames, self.motion.poses, strict=True)
        ):
            moment = frame.weight_moment
            centre = (dot(W[0], moment), dot(W[1], moment), dot(W[2], moment))
            work = dot(gravity, plus(times(x, frame.weight), centre))
            if work.value != 0:
                works[index] = work
        return works


def _depths(frames: Frames) -> list[int]:
    """For each coordinate the number of coordinates from it to the root of the tree."""
    depth = [0] * len(frames.frames)
    depths = []
    for index, frame in enumerate(frames.frames[1:], start=1):
        count = sum(1 for nu in frame.columns if nu)
        depth[index] = depth[frame.parent] + count
        depths += [depth[index]] * count
    return depths


def _joined(a: dict[int, Wrench], b: dict[int, Wrench]) -> dict[int, Wrench]:
    joined = dict(a)
    for index, (force, moment) in b.items():
        if index in joined:
            force, moment = (
                plus(joined[index][0], force),
                plus(joined[index][1], moment),
            )
        joined[index] = (force, moment)
    return joined


# --- Kinetic energies given as expressions: their part of g, Γq̇q̇ and T, by differentiation ---
# With q̇⁰ = 1, T = ½ g_μν q̇^μ q̇^ν has the momenta p_μ = g_μν q̇^ν; p₀ is 2T less p_ν q̇^ν.


class Given:
    """The sum of the given kinetic energies of a system; index 0 is time.

    `kinetic` are these energies by the key of the element.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope, self.program = scope, scope.program
        self.kinetic: dict[str, Node] = {}
        self.T = self.program.zero
        for part in scope.reading.kinetic:
            assert isinstance(part.kind.law, Energies)
            self.kinetic[part.key] = scope.node(part.law(part.kind.law.kinetic))
            self.T = self.T + self.kinetic[part.key]

    @cached_property
    def momenta(self) -> list[Node]:
        """p_μ, μ = 0 … f."""
        momenta = [self.program.derivative(self.T, qd) for qd in self.scope.qd[1:]]
        carried = [p * qd for p, qd in zip(momenta, self.scope.qd[1:], strict=True)]
        return [2 * self.T - self.program.add(carried), *momenta]

    @cached_property
    def g(self) -> list[list[Node]]:
        """g_μν (f+1, f+1)."""
        rows = [[self.program.derivative(p, qd) for qd in self.scope.qd[1:]] for p in self.momenta]
        for p, row in zip(self.momenta, rows, strict=True):
            carried = [g * qd for g, qd in zip(row, self.scope.qd[1:], strict=True)]
            row.insert(0, p - self.program.add(carried))
        return rows

    @cached_property
    def h(self) -> list[Node]:
        """Γ_ρμν q̇^μ q̇^ν = ∂_ν p_ρ q̇^ν − ∂_ρ T, ρ = 0 … f."""
        derivative, scope = self.program.derivative, self.scope
        h: list[Node] = []
        for p, q in zip(self.momenta, scope.q, strict=True):
            carried = [derivative(p, x) * qd for x, qd in zip(scope.q, scope.qd, strict=True)]
            h.append(self.program.add(carried) - derivative(self.T, q))
        return h

    def supplied(self, qdd: Sequence[Node]) -> Node:
        """The power h₀ + g₀ν q̈^ν that belongs to T as it is, with its terms linear in q̇."""
        power = self.h[0]
        for g, acceleration in zip(self.g[0][1:], qdd, strict=True):
            power = power + g * acceleration
        return power

    def stored(self, key: str) -> tuple[Node, Node]:
        """The energy ∂T/∂q̇^ν q̇^ν − T that one element stores, and the power −∂T/∂t it is given.

        Terms of T that are linear in q̇ (couplings of motors) store nothing.
        """
        T, derivative = self.kinetic[key], self.program.derivative
        carried = [derivative(T, qd) * qd for qd in self.scope.qd[1:]]
        return self.program.add(carried) - T, -derivative(T, self.scope.q[0])


# --- Inward recursions: forces on coordinates from wrenches, and the metric g ------------------
# Projections on the columns of a frame give the generalised forces; composite bodies (all
# that hangs on a frame, taken as rigid) give the metric g_μν, μ, ν from 0.


def inertial_wrench(frame: Frame, state: Acceleration) -> Wrench:
    """Mass times acceleration of what is fixed in a frame, about the frame's origin.

    Force M a + U ∫x dm, moment ∫x dm × a + ε (U J) with the Binet tensor J.
    """
    force = plus(times(state.a, frame.mass), apply(state.U, frame.moment))
    K = product(state.U, frame.J)
    spin = (K[2][1] - K[1][2], K[0][2] - K[2][0], K[1][0] - K[0][1])
    return force, plus(spin, cross(frame.moment, state.a))


def weight(motion: MovingFrames, gravity: Triple[Node]) -> dict[int, Wrench]:
    """The weights of all frames; `gravity` in space axes."""
    wrenches: dict[int, Wrench] = {}
    for index, frame in enumerate(motion.frames.frames):
        if frame.weight.value != 0:
            local = apply(t(motion.poses[index][0]), gravity)
            wrenches[index] = (
                times(local, frame.weight),
                cross(frame.weight_moment, local),
            )
    return wrenches


def project(frames: Frames, wrenches: dict[int, Wrench], size: int) -> list[Node]:
    """Generalised forces of wrenches on frames, for coordinates 0 … f."""
    zero = frames.scope.program.zero
    still = (zero, zero, zero)
    forces = [zero] * size
    sums = {index: wrenches.get(index, (still, still)) for index in range(len(frames.frames))}
    for index in range(len(frames.frames) - 1, 0, -1):
        frame, (force, moment) = frames.frames[index], sums[index]
        for coordinate, (turn, move) in frame.columns.items():
            forces[coordinate] = forces[coordinate] + dot(turn, moment) + dot(move, force)
        f, n = moved_wrench(frame, force, moment)
        parent = sums[frame.parent]
        sums[frame.parent] = (plus(parent[0], f), plus(parent[1], n))
    return forces


def transmitted(frames: Frames, wrenches: dict[int, Wrench]) -> list[Wrench]:
    """For each frame the sum of the wrenches on it and on all behind it, about its origin."""
    still = frames.origin
    sums = [wrenches.get(index, (still, still)) for index in range(len(frames.frames))]
    for index in range(len(sums) - 1, 0, -1):
        frame = frames.frames[index]
        f, n = moved_wrench(frame, *sums[index])
        parent = sums[frame.parent]
        sums[frame.parent] = (plus(parent[0], f), plus(parent[1], n))
    return sums


Composite = tuple[Node, Triple[Node], Square[Node]]


def metric(frames: Frames, size: int) -> list[list[Node]]:
    """The metric g_μν (17), μ, ν = 0 … f, by composite bodies."""
    zero = frames.scope.program.zero
    g = [[zero] * size for _ in range(size)]
    composites = _composites(frames)
    for index, frame in enumerate(frames.frames):
        for nu, (turn, move) in frame.columns.items():
            momentum = _momentum(composites[index], turn, move)
            _spread_momentum(frames, index, nu, momentum, g)
    return g


def _composites(frames: Frames) -> list[Composite]:
    composites = [(frame.mass, frame.moment, frame.J) for frame in frames.frames]
    for index in range(len(frames.frames) - 1, 0, -1):
        frame = frames.frames[index]
        M, c, J = composites[index]
        turned = apply(frame.m, c)
        J = mirrored(product(product(frame.m, J), t(frame.m)))
        first = outer(turned, frame.p)
        J = mirrored(added(added(J, added(first, t(first))), outer(times(frame.p, M), frame.p)))
        c = plus(turned, times(frame.p, M))
        parent = composites[frame.parent]
        composites[frame.parent] = (parent[0] + M, plus(parent[1], c), added(parent[2], J))
    return composites


def _momentum(composite: Composite, turn: Triple[Node], move: Triple[Node]) -> Wrench:
    """Momentum and angular momentum (about the origin) for a unit velocity of a column."""
    M, c, J = composite
    linear = plus(times(move, M), cross(turn, c))
    return linear, plus(_turned(J, turn), cross(c, move))


def _turned(J: Square[Node], w: Triple[Node]) -> Triple[Node]:
    """Θ w = (tr J) w − J w of a Binet tensor J.

    How far a body is along the axis does not enter: no large part is taken off again.
    """
    return (
        (J[1][1] + J[2][2]) * w[0] - J[0][1] * w[1] - J[0][2] * w[2],
        (J[2][2] + J[0][0]) * w[1] - J[1][0] * w[0] - J[1][2] * w[2],
        (J[0][0] + J[1][1]) * w[2] - J[2][0] * w[0] - J[2][1] * w[1],
    )


def _spread_momentum(
    frames: Frames, start: int, nu: int, momentum: Wrench, g: list[list[Node]]
) -> None:
    index = start
    while index > 0:
        frame = frames.frames[index]
        for mu, (turn, move) in frame.columns.items():
            value = dot(turn, momentum[1]) + dot(move, momentum[0])
            g[mu][nu] = g[mu][nu] + value
            if index != start:
                g[nu][mu] = g[nu][mu] + value
        momentum = moved_wrench(frame, *momentum)
        index = frame.parent
