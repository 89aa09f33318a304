"""Expressions in what moves, what is transmitted and what is stored, as curves along a motion.

Places, velocities and lengths are nodes of the recursion; what needs multipliers, and energies,
are inputs that somebody else has computed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np

from lagr_gui.catalogue.geometry import Overrun
from lagr_gui.expression import Call, Expression, Symbol, rebuilt, substitute
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Kernel, Node, compile_kernel
from lagr_gui.mechanics.exerted import Exerted
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.trajectories.shares import Share, shares_of
from lagr_gui.mechanics.trees import NOUGHT, Trees
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    dot,
    minus,
    plus,
    product,
    transpose,
)

ENERGIES = ("T", "U", "E", "dissipated", "supplied", "balance")
"""Energies of a motion by their names in its table; E = T + U."""

OF_ALL = frozenset({"t", *ENERGIES})
"""What is known of every motion, beside coordinates: no output has another meaning for these."""

WORKS = frozenset({"dissipated", "supplied", "balance"})
"""Those that are integrals of powers."""

GIVEN = ("T", "U", "dissipated", "supplied")
"""Those that a trajectory holds."""

VECTORS = (
    "position",
    "velocity",
    "acceleration",
    "angular_velocity",
    "point",
    "force",
    "moment",
    "force of an element",
    "moment of an element",
)
"""Words of sensors with components x, y, z in space axes."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What a sensor looks at: bodies by number, others by name; a point in axes of the body.

    Items with energies are told by key.  What elements exert that bind nothing has words of its
    own, for it is no multiplier.

    `part` is the component, empty for a number; ``abs`` for the size of a vector.
    """

    word: str
    items: tuple[int | str, ...]
    point: Trees
    part: str = ""


@dataclass(frozen=True, slots=True)
class OutputTree:
    """An expression and what its symbols for sensors stand for.

    Signals are put in; one that stands alone is the `signal`, whose unit its record may tell.
    """

    tree: Expression
    probes: Mapping[str, Probe]
    signal: str = ""

    def without(self, names: Collection[str]) -> OutputTree:
        """The same where elements of these names exert and store nothing."""
        keys = {*names, *(f"element:{name}" for name in names)}
        gone = {
            Symbol(symbol): NOUGHT
            for symbol, probe in self.probes.items()
            if probe.items[0] in keys and probe.word in (*EXERTED, *ENERGIES)
        }
        kept = {name: p for name, p in self.probes.items() if Symbol(name) not in gone}
        return replace(self, tree=substitute(self.tree, gone), probes=kept)


def sized(tree: Expression, vectors: Mapping[str, str]) -> Expression:
    """The tree with another symbol in the place of abs(v) for each vector v."""
    if isinstance(tree, Call) and tree.function == "abs":
        (inner,) = tree.arguments
        if isinstance(inner, Symbol) and inner.name in vectors:
            return Symbol(vectors[inner.name])
    return rebuilt(tree, lambda part: sized(part, vectors))


class SensorNodes:
    """Outputs as nodes of the program of a recursion, which keeps bodies separate.

    `a` are the accelerations, `energies` those that are `GIVEN`, `loads` what is transmitted, and
    works, by the probes of `loads_of`.
    """

    def __init__(
        self,
        recursion: Recursion,
        a: Sequence[Node],
        energies: Mapping[str, Node],
        loads: Mapping[Probe, Node],
    ) -> None:
        self.recursion, self.scope = recursion, recursion.scope
        self._program = recursion.program
        self._a, self._energies, self._loads = a, energies, loads

    def node(self, output: OutputTree) -> Node:
        """An output."""

        def lookup(symbol: Symbol) -> Node:
            if symbol.name in output.probes:
                return self._seen(output.probes[symbol.name])
            if symbol.order == 2:
                return self._a[self.recursion.reading.coordinates.index(symbol.name)]
            if self._is_energy(symbol.name):
                return self._energy(symbol.name)
            return self.scope.node(symbol)

        return evaluate(output.tree, self.scope, lookup)

    def _is_energy(self, name: str) -> bool:
        """Whether a name is that of an energy; what the model calls so comes first."""
        reading = self.recursion.reading
        return name in ENERGIES and name not in (*reading.coordinates, *reading.parameters)

    def _energy(self, name: str) -> Node:
        energies = self._energies
        if name == "E":
            return energies["T"] + energies["U"]
        if name == "balance":
            return energies["T"] + energies["U"] + energies["dissipated"] - energies["supplied"]
        return energies[name]

    def _seen(self, probe: Probe) -> Node:
        if probe.word in LOADS:
            if probe.part != "abs":
                return self._loads[probe]
            return self._size(tuple(self._loads[part] for part in components(probe)))
        measure = _MEASURES[probe.word](self, probe)
        if isinstance(measure, Node):
            return measure
        return self._size(measure) if probe.part == "abs" else measure["xyz".index(probe.part)]

    def _size(self, vector: Sequence[Node]) -> Node:
        squares = [entry * entry for entry in vector]
        return self._program.call("sqrt", (self._program.add(squares),))

    # --- what is measured ------------------------------------------------------------------

    def _axes(self, body: int | str) -> Square[Node]:
        return self.recursion.motion.axes(self.recursion.frames.seats[int(body)])

    def position(self, probe: Probe) -> Triple[Node]:
        """A point of a body."""
        seat = self.recursion.frames.seats[int(probe.items[0])]
        return self.recursion.motion.point(seat, self.scope.vector(probe.point))

    def velocity(self, probe: Probe) -> Triple[Node]:
        """The velocity of a point of a body."""
        seat = self.recursion.frames.seats[int(probe.items[0])]
        return self.recursion.motion.point_velocity(seat, self.scope.vector(probe.point))

    def acceleration(self, probe: Probe) -> Triple[Node]:
        """The acceleration a + U x of a point of a body."""
        motion = self.recursion.motion
        seat = self.recursion.frames.seats[int(probe.items[0])]
        states = motion.accelerations(motion.still, dict(enumerate(self._a, start=1)))
        arm = plus(seat.p, apply(seat.m, self.scope.vector(probe.point)))
        state = states[seat.frame]
        return apply(motion.poses[seat.frame][0], plus(state.a, apply(state.U, arm)))

    def angular_velocity(self, probe: Probe) -> Triple[Node]:
        """ω of a body."""
        frame = self.recursion.frames.seats[int(probe.items[0])].frame
        motion = self.recursion.motion
        return apply(motion.poses[frame][0], motion.spins[frame])

    def point(self, probe: Probe) -> Triple[Node]:
        """Where a joint is."""
        return self.recursion.joint_point(str(probe.items[0]))

    def angle(self, probe: Probe) -> Node:
        """The angle of the turn R between two bodies, or the turn about an axis of the first."""
        one, other = (self._axes(body) for body in probe.items)
        R = product(transpose(one), other)
        call = self._program.call
        if probe.part:
            k = "xyz".index(probe.part)
            i, j = (k + 1) % 3, (k + 2) % 3
            return call("atan2", (R[j][i] - R[i][j], R[i][i] + R[j][j]))
        twice = (R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1])
        return call("atan2", (self._size(twice), R[0][0] + R[1][1] + R[2][2] - 1))

    def length(self, probe: Probe) -> Node:
        """The length of an element, over its pulleys."""
        return self._program.add([self._size(span) for span, _ in self._spans(probe)])

    def rate(self, probe: Probe) -> Node:
        """How fast an element becomes longer."""
        rates = [dot(span, rate) / self._size(span) for span, rate in self._spans(probe)]
        return self._program.add(rates)

    def _spans(self, probe: Probe) -> list[tuple[Triple[Node], Triple[Node]]]:
        """The spans of an element along a line, and their rates."""
        motion = self.recursion.motion
        stops = motion.course(self._line(str(probe.items[0])))
        points = [motion.point(*stop) for stop in stops]
        rates = [motion.point_velocity(*stop) for stop in stops]
        return [
            (minus(points[n], points[n + 1]), minus(rates[n], rates[n + 1]))
            for n in range(len(points) - 1)
        ]

    def _line(self, name: str) -> Part:
        lines = self.recursion.reading.lines
        return next(part for part in lines if part.record.name == name)

    # --- dry friction ------------------------------------------------------------------------

    def friction(self, probe: Probe) -> Node:
        """What dry friction exerts, while it slides or sticks, along its velocity of slip.

        Of surfaces, which slip along several directions, its size.
        """
        part, held = self._part(probe), self._loads[held_by(probe)]
        if part.number:
            return held
        if isinstance(geometry := part.kind.geometry, Overrun):
            return self.effort(probe) * geometry.sign(part.value(geometry.turns)) + held
        if geometry.on_coordinates:
            return self.effort(probe) + held
        return self.exerted_thrust(probe) + held

    def slip(self, probe: Probe) -> Node:
        """γ of dry friction; of surfaces its size."""
        first, part = self._place_of(probe), self._part(probe)
        frictions = self.recursion.constraints.frictions
        if not part.number:
            return frictions[first].rate
        squares = [row.rate * row.rate for row in frictions if row.source == part.key]
        return self._program.call("sqrt", (self._program.add(squares),))

    def reserve(self, probe: Probe) -> Node:
        """1 − |r|/H, the part of what can hold that is not used; 0 where nothing can."""
        bound = self.recursion.constraints.bounds_of_friction[self._place_of(probe)]
        bound = bound + self._loads[pressed_by(probe)]
        left = bound - self._program.call("abs", (self.friction(probe),))
        return left / self._program.call("max", (bound, self._program.number(LEAST)))

    def tension_a(self, probe: Probe) -> Node:
        """S₁ = −λ + r/2 of a rope round a drum, which pulls at its first end."""
        return self.friction(probe) / 2 - self._loads[mean_pull(probe)]

    def tension_b(self, probe: Probe) -> Node:
        """S₂ = −λ − r/2, which pulls at its second end."""
        return -self.friction(probe) / 2 - self._loads[mean_pull(probe)]

    def _place_of(self, probe: Probe) -> int:
        parts = self.recursion.reading.frictions
        return next(n for n, part in enumerate(parts) if part.record.name == probe.items[0])

    # --- what elements exert, and energies by item --------------------------------------------

    @cached_property
    def _exerted(self) -> Exerted:
        return Exerted(self.recursion)

    def _part(self, probe: Probe) -> Part:
        parts = self.recursion.reading.parts
        return next(part for part in parts if part.record.name == probe.items[0])

    def exerted_force(self, probe: Probe) -> Triple[Node]:
        """The force of an element on its first point."""
        return self._exerted.force(self._part(probe))

    def exerted_moment(self, probe: Probe) -> Triple[Node]:
        """The moment of an element on its body."""
        return self._exerted.moment(self._part(probe))

    def exerted_thrust(self, probe: Probe) -> Node:
        """What an element along a line pushes its ends apart with."""
        return self._exerted.thrust(self._part(probe), self.length(probe), self.rate(probe))

    def effort(self, probe: Probe) -> Node:
        """What an element exerts along its coordinate."""
        return self._exerted.effort(self._part(probe))

    @cached_property
    def _shares(self) -> Mapping[Share, Node]:
        return shares_of(self.recursion)

    def _share(self, probe: Probe, *sorts: str) -> Node:
        nodes = (self._shares.get(Share(sort, str(probe.items[0]))) for sort in sorts)
        return self._program.add([node for node in nodes if node is not None])

    def kinetic(self, probe: Probe) -> Node:
        """T of a body or element."""
        return self._share(probe, "kinetic")

    def potential(self, probe: Probe) -> Node:
        """U of the weight of a body, or of what an element stores."""
        return self._share(probe, "weight", "stored")

    def energy(self, probe: Probe) -> Node:
        """T + U of a body or element."""
        return self._share(probe, "kinetic", "weight", "stored")


_MEASURES: Mapping[str, Callable[[SensorNodes, Probe], Node | Triple[Node]]] = {
    "position": SensorNodes.position,
    "velocity": SensorNodes.velocity,
    "acceleration": SensorNodes.acceleration,
    "angular_velocity": SensorNodes.angular_velocity,
    "point": SensorNodes.point,
    "angle": SensorNodes.angle,
    "length": SensorNodes.length,
    "rate": SensorNodes.rate,
    "force of an element": SensorNodes.exerted_force,
    "moment of an element": SensorNodes.exerted_moment,
    "thrust of an element": SensorNodes.exerted_thrust,
    "effort of an element": SensorNodes.effort,
    "friction": SensorNodes.friction,
    "slip": SensorNodes.slip,
    "reserve": SensorNodes.reserve,
    "tension_a": SensorNodes.tension_a,
    "tension_b": SensorNodes.tension_b,
    "T": SensorNodes.kinetic,
    "U": SensorNodes.potential,
    "E": SensorNodes.energy,
}

EXERTED = (
    *("force of an element", "moment of an element", "thrust of an element"),
    *("effort of an element", "friction", "reserve"),
)
"""Words of sensors for what elements exert that bind nothing."""

TRANSMITTED = ("force", "moment", "thrust", "current", "voltage", "lambda")
"""Words of sensors for what is transmitted, as tables of motions call it."""

DONE = ("dissipated", "supplied")
"""Words of sensors for works by item."""

LEAST = 1e-300
"""A bound (N) of what cannot hold anything, by which one may divide."""

HELD = "force held by friction"
"""The word for what dry friction exerts while it sticks, which is a multiplier."""

PRESSED = "what reactions press"
"""The word for the bound of dry friction that follows from the reaction of its joint."""

LOADS = frozenset({*TRANSMITTED, *DONE, HELD, PRESSED})
"""Words of sensors for what somebody else has computed."""

WORDS = tuple(word for word in (*_MEASURES, *TRANSMITTED, *DONE) if " " not in word)
"""All words of sensors."""


def components(probe: Probe) -> list[Probe]:
    """The three components of a vector."""
    return [Probe(probe.word, probe.items, probe.point, part) for part in "xyz"]


def held_by(probe: Probe) -> Probe:
    """What an element with dry friction exerts while it sticks."""
    return Probe(HELD, probe.items, probe.point)


def pressed_by(probe: Probe) -> Probe:
    """The bound that the reaction of its joint gives an element with dry friction."""
    return Probe(PRESSED, probe.items, probe.point)


def mean_pull(probe: Probe) -> Probe:
    """What a rope round a drum pushes its ends apart with: −(S₁ + S₂)/2."""
    return Probe("thrust", probe.items, probe.point)


def loads_of(outputs: Sequence[OutputTree]) -> tuple[Probe, ...]:
    """What outputs need that is transmitted, and works by item, each once."""
    every = [s for output in outputs for s in output.probes.values()]
    tensions = [s for s in every if s.word in ("tension_a", "tension_b")]
    rubs = {*tensions, *(s for s in every if s.word in ("friction", "reserve"))}
    probes = [held_by(s) if s in rubs else s for s in every]
    probes += [pressed_by(s) for s in every if s.word == "reserve"]
    probes += map(mean_pull, tensions)
    probes = [s for s in probes if s.word in LOADS]
    single = (components(probe) if probe.part == "abs" else [probe] for probe in probes)
    return tuple(dict.fromkeys(chain.from_iterable(single)))


class SensorKernel(SensorNodes):
    """Computes outputs of states; parameters are inputs of the machine code.

    `loads` are what is transmitted, and works, in the order in which their columns are given: by
    default what they need.  Parameters that are `varying` from row to row stand behind these.
    """

    def __init__(
        self,
        recursion: Recursion,
        outputs: Sequence[OutputTree],
        given: tuple[Probe, ...] | None = None,
        varying: Sequence[str] = (),
    ) -> None:
        program = recursion.program
        named = dict(zip(recursion.reading.parameters, recursion.scope.parameters, strict=True))
        self._varying = [named.pop(name) for name in varying]
        self._fixed = [*named.values()]
        a = [program.input(f"{name}''") for name in recursion.reading.coordinates]
        self.loads = loads_of(outputs) if given is None else given
        loads = {probe: program.input(f"{probe}") for probe in self.loads}
        super().__init__(recursion, a, self._given(recursion), loads)
        self.nodes = [self.node(output) for output in outputs]

    @cached_property
    def _kernel(self) -> Kernel:
        inputs = [
            *self.scope.whole_state,
            *self._a,
            *self._energies.values(),
            *self._loads.values(),
            *self._varying,
        ]
        nodes = {"outputs": self.nodes}
        return compile_kernel(self._program, inputs, self._fixed, nodes)

    def __call__(self, parameters: Array, table: Array) -> Array:
        """The outputs (n, k) for rows t, q, q̇, z, q̈, T, U, dissipated, supplied, loads, …

        Parameters are those that are not varying.
        """
        return self._kernel.bind(parameters).many(table)["outputs"]

    def _given(self, recursion: Recursion) -> dict[str, Node]:
        """Energies and works, which come with the motion."""
        return {name: recursion.program.input(f"energy {name}") for name in GIVEN}


def table_of(motion: Sequence[Array], loads: Sequence[Array]) -> Array:
    """Rows (n, …) as `SensorKernel` takes them."""
    return np.column_stack([*motion, *loads])
