"""The formulas of a system as straight-line programs over t, q, q̇, u and constants."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from lagr_gui.expression import Symbol
from lagr_gui.extensions.programs.record import STATE, Operand, Operation, ProgramFormula
from lagr_gui.extensions.programs.rubbing import friction_nodes
from lagr_gui.kernel import Node
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.derivative import tangents
from lagr_gui.kernel.layout import live_nodes, moving_nodes, used_rows
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.constraints import RecursionCondition
from lagr_gui.mechanics.trajectories.poses import pose_outputs

ROWS = {
    "mass": "mass matrix",
    "force": "generalised forces less those of inertia",
    "slopes": "slopes of the conditions",
    "reach": "bounds of the slopes",
    "drift": "what the conditions ask for at rest of the accelerations",
    "position": "how far positions miss the conditions",
    "velocity": "how far velocities miss them",
}


NO_GATES: Mapping[str, str] = MappingProxyType({})
"""Where events open and switch nothing."""


@dataclass(frozen=True)
class WantedFormula:
    """A formula before it is cut out of the program: its outputs as nodes."""

    name: str
    comment: str
    inputs: tuple[str, ...]
    outputs: Mapping[str, Sequence[Node]]


FurtherFormulas = Callable[[Recursion], Iterable[WantedFormula]]
"""What a language that knows more asks for besides."""


def formulas(
    reading: Reading,
    pictured: bool = False,
    directional: bool = False,
    further: FurtherFormulas | None = None,
    changing: Container[str] = (),
    gates: Mapping[str, str] = NO_GATES,
) -> tuple[ProgramFormula, tuple[ProgramFormula, ...]]:
    """What follows from parameters alone, and all formulas, of a system that is read.

    No constants are made of parameters that are `changing`.  Conditions, limits and frictions that
    events open have `gates`, by the keys of their items: states that are 1 where they are there.

    One that is `pictured` also tells where its bodies are, one that is `directional` how what its
    motion follows from changes along a `seed`: of time, parameters, q, v and u in this order.
    Raises LagrError where a function is left unspecified.
    """
    recursion = Recursion(reading)
    u = [recursion.program.input(f"push {name}") for name in reading.coordinates]
    constraints = recursion.constraints
    held = constraints.holds if further is None else constraints.limits
    gated = _Gated(recursion, gates)
    wanted = [*_motion(recursion, u, held, gated), *_parts(recursion, gated)]
    if pictured:
        wanted.append(_places(recursion))
    if further is not None:
        wanted += further(recursion)
    cut = _Cut(recursion, u, changing)
    if directional:
        wanted += _slopes(cut, wanted)
    return cut.formulas(wanted)


DIRECTIONAL = ("motion", "dynamics", "flow", "energies", "sensors")
"""Formulas of which there are slopes along a seed."""


def _slopes(cut: _Cut, wanted: Iterable[WantedFormula]) -> list[WantedFormula]:
    """How the outputs of formulas change along a seed."""
    seeds, program = cut.seeded(), cut.program
    formulas: list[WantedFormula] = []
    for entry in wanted:
        if entry.name in DIRECTIONAL:
            nodes_of = {
                n: nodes for n, nodes in entry.outputs.items() if n not in ("pivots", "reach")
            }
            live = live_nodes(program, [node for nodes in nodes_of.values() for node in nodes])
            slopes = tangents(program, seeds, live)
            outputs = {
                f"{name}_slope": [slopes.get(node.index, program.zero) for node in nodes]
                for name, nodes in nodes_of.items()
            }
            words = f"Derivatives along a seed of what {entry.name} gives"
            inputs = (*entry.inputs, "seed")
            formulas.append(WantedFormula(f"{entry.name}_slope", words, inputs, outputs))
    return formulas


def square(table: Sequence[Sequence[Node]]) -> list[Node]:
    """A matrix of coordinates row by row, without those of time."""
    return [entry for row in table[1:] for entry in row[1:]]


@dataclass(frozen=True)
class _Gated:
    """Rows as they are where their items are there; of those that are open nothing is left."""

    recursion: Recursion
    gates: Mapping[str, str]

    def of(self, row: RecursionCondition, node: Node) -> Node:
        """What stands in a row, times its gate."""
        gate = self._gate(row.source)
        return node if gate is None else gate * node

    def gap(self, row: RecursionCondition) -> Node:
        """Φ or H; H is far below 0 where a limit is open."""
        value = row.value or self.recursion.program.zero
        gate, limits = self._gate(row.source), self.recursion.constraints.limits
        if gate is None:
            return value
        return gate * value + (gate - self.recursion.program.one) if row in limits else gate * value

    def forces(self, part: Part, node: Node) -> Node:
        """What an element with friction exerts or holds."""
        gate = self._gate(part.key)
        return node if gate is None else gate * node

    def _gate(self, source: str) -> Node | None:
        name = self.gates.get(source)
        return None if name is None else self.recursion.scope.node(Symbol(name))


def _motion(
    recursion: Recursion,
    u: Sequence[Node],
    held: Sequence[RecursionCondition],
    gated: _Gated,
) -> Iterable[WantedFormula]:
    """What the accelerations are computed from, where some limits and frictions may be `held`."""
    constraints = recursion.constraints
    rows = (*constraints.rows, *held)
    if not rows:
        outputs = {"a": recursion.pushed(u), "pivots": recursion.pivots}
        words = "The accelerations a under further forces u, and relative pivots of the mass matrix"
        yield WantedFormula("motion", words, (*STATE, "u"), outputs)
        return
    mass = square(recursion.g)
    slopes = [gated.of(row, entry) for row in rows for entry in constraints.slopes(row)]
    reach = [gated.of(row, entry) for row in rows for entry in constraints.bounds(row)]
    words = (
        "What accelerations follow from: mass a = force + slopes' multipliers, slopes a = -drift"
    )
    yield WantedFormula(
        "dynamics",
        words,
        STATE,
        {
            "mass": mass,
            "force": recursion.right[1:],
            "slopes": slopes,
            "reach": reach,
            "drift": [gated.of(row, row.drift) for row in rows],
        },
    )
    yield WantedFormula(
        "conditions",
        "The conditions: how far they are missed, and their slopes",
        STATE,
        {
            "mass": mass,
            "position": [gated.gap(row) for row in rows],
            "velocity": [gated.of(row, row.rate) for row in rows],
            "slopes": slopes,
            "reach": reach,
        },
    )
    if constraints.limits:
        words = "Coefficients of restitution of the limits"
        kappa = constraints.restitution[: len(constraints.limits)]
        yield WantedFormula("restitution", words, (), {"kappa": kappa})
    if constraints.tangents and held is not constraints.limits:
        words = "Of each rough limit friction as it slides and sticks, and restitution of slips"
        yield WantedFormula("roughness", words, (), {"mu": constraints.roughness})
    if constraints.frictions:
        words = "What each friction exerts while it slides, and the most that it holds"
        yield WantedFormula("friction_bounds", words, STATE, _bounds(recursion, gated))


def _bounds(recursion: Recursion, gated: _Gated) -> Mapping[str, Sequence[Node]]:
    frictions = recursion.reading.frictions
    return {
        name: [gated.forces(part, node) for part, node in zip(frictions, nodes, strict=True)]
        for name, nodes in friction_nodes(recursion).items()
    }


def _parts(recursion: Recursion, gated: _Gated) -> Iterable[WantedFormula]:
    """Parts of the equations, for those who solve them otherwise."""
    constraints = recursion.constraints
    mass = "The mass matrix, row by row"
    yield WantedFormula("mass_matrix", mass, STATE, {"mass": square(recursion.g)})
    words = "Generalised forces of inertia, and those applied: mass a + inertia = applied"
    parts = {"inertia": recursion.h[1:], "applied": recursion.Q[1:]}
    if constraints.rows:
        words += " + slopes' multipliers"
    yield WantedFormula("forces", words, STATE, parts)
    if constraints.rows:
        own = map(gated.of, constraints.rows, constraints.gamma_bar)
        words = "Velocities meet slopes v + own = 0: own is what conditions that move ask for"
        yield WantedFormula("own_rates", words, STATE, {"own": [*own]})
    if recursion.scope.z:
        words = "The rates of states of the first order"
        yield WantedFormula("flow", words, STATE, {"zd": recursion.scope.rates})
    T, U, _, dissipated = recursion.stored
    words = "Kinetic and potential energy, and the power that is dissipated"
    words += " but by dry friction" * bool(constraints.frictions)
    yield WantedFormula("energies", words, STATE, {"energy": [T, U, dissipated]})


def _places(recursion: Recursion) -> WantedFormula:
    """Where everything is that a picture shows; the names are those of `Motion`."""
    drawn = pose_outputs(recursion)
    outputs = {name: shape.nodes for name, shape in drawn.items()}
    words = "Where bodies, their axes, lines, joints and beams are, in space axes"
    return WantedFormula("places", words, STATE, outputs)


def whole_formula(
    recursion: Recursion, wanted: WantedFormula, a: Sequence[Node], multipliers: Sequence[Node]
) -> ProgramFormula:
    """A formula of accelerations and multipliers that are known; parameters are in it."""
    return _knowing(recursion, a, multipliers).whole(wanted)


def sloping_formulas(
    recursion: Recursion, wanted: WantedFormula, a: Sequence[Node], multipliers: Sequence[Node]
) -> tuple[ProgramFormula, ...]:
    """The same, and how what it gives changes along a seed.

    That is one of time, parameters, q, v, accelerations and multipliers in this order.
    """
    cut = _knowing(recursion, a, multipliers)
    return tuple(map(cut.whole, (wanted, *_slopes(cut, [wanted]))))


def _knowing(recursion: Recursion, a: Sequence[Node], multipliers: Sequence[Node]) -> _Cut:
    cut = _Cut(recursion, ())
    for sort, row in (("acceleration", a), ("multiplier", multipliers)):
        cut.places |= {node.index: (sort, place) for place, node in enumerate(row)}
    return cut


class _Cut:
    """Cuts formulas out of one program; what depends on parameters alone becomes constants."""

    def __init__(
        self, recursion: Recursion, u: Sequence[Node], changing: Container[str] = ()
    ) -> None:
        scope, f = recursion.scope, recursion.size - 1
        pushes = dict(enumerate(u))
        self.program = recursion.program
        self.places: dict[int, Operand] = {scope.q[0].index: ("t", 0)}
        named = zip(scope.reading.parameters, scope.parameters, strict=True)
        self.state = [*scope.whole_state, *u, *(node for name, node in named if name in changing)]
        for i in range(f):
            self.places[scope.q[i + 1].index] = ("q", i)
            self.places[scope.qd[i + 1].index] = ("v", i)
            if i in pushes:
                self.places[pushes[i].index] = ("u", i)
        for i, node in enumerate(scope.z, start=f):
            self.places[node.index] = ("v", i)
        for i, node in enumerate(scope.parameters):
            self.places[node.index] = ("parameter", i)

    def seeded(self) -> dict[int, Node]:
        """A further input for each of time, parameters, q, v and others: a seed's direction."""
        order = ("t", "parameter", "q", "v", "u", "acceleration", "multiplier")
        sorted_places = sorted(
            ((order.index(sort), place, index) for index, (sort, place) in self.places.items())
        )
        node_at: dict[int, Node] = {}
        for count, (*_, index) in enumerate(sorted_places):
            node = self.program.input(f"seed {count}")
            node_at[index] = node
            self.places[node.index] = ("seed", count)
            self.state.append(node)
        return node_at

    def formulas(
        self, wanted: Sequence[WantedFormula]
    ) -> tuple[ProgramFormula, tuple[ProgramFormula, ...]]:
        """The formula of the constants, and all others."""
        roots = [list(self._roots(entry.outputs)) for entry in wanted]
        live = live_nodes(self.program, [node for some in roots for node in some])
        moving = moving_nodes(self.program, live, {node.index for node in self.state})
        used = self._used_constants(roots, moving)
        constants = self._constants(live, moving, used)
        return constants, tuple(
            self._formula(entry, nodes, moving) for entry, nodes in zip(wanted, roots, strict=True)
        )

    def whole(self, entry: WantedFormula) -> ProgramFormula:
        """One formula that computes what follows from parameters alone, too."""
        roots = list(self._roots(entry.outputs))
        live = live_nodes(self.program, roots)
        return self._formula(entry, roots, set(live))

    @staticmethod
    def _roots(outputs: Mapping[str, Sequence[Node]]) -> Iterable[Node]:
        for nodes in outputs.values():
            yield from nodes

    def _used_constants(self, roots: Sequence[Sequence[Node]], moving: set[int]) -> list[int]:
        """The results that follow from parameters alone and are used by others, or wanted."""
        used: set[int] = set()
        operations = self.program.operations
        for some in roots:
            used |= {node.index for node in some}
            for index in live_nodes(self.program, some):
                if index in moving and index not in self.places:
                    used |= set(operations[index][1:])
        return sorted(i for i in used if i >= 0 and i not in moving and self._is_step(i))

    def _is_step(self, index: int) -> bool:
        return self.program.operations[index][0] > op.NUMBER

    def _constants(self, live: list[int], moving: set[int], used: list[int]) -> ProgramFormula:
        still = [i for i in live if self._is_step(i) and i not in moving]
        steps = self._steps(still, {})
        places = {index: ("step", place) for place, index in enumerate(still)}
        outputs = tuple(places[index] for index in used)
        self.places |= {index: ("constant", place) for place, index in enumerate(used)}
        words = "What follows from the parameters alone"
        return ProgramFormula("derive", words, (), steps, {"derived": outputs}, self._rows(still))

    def _formula(
        self, entry: WantedFormula, roots: Sequence[Node], moving: set[int]
    ) -> ProgramFormula:
        live = [
            i
            for i in live_nodes(self.program, roots)
            if i in moving and i not in self.places and self._is_step(i)
        ]
        steps = self._steps(live, self.places)
        places = self.places | {index: ("step", place) for place, index in enumerate(live)}
        outputs = {
            name: tuple(self._operand(node.index, places) for node in nodes)
            for name, nodes in entry.outputs.items()
        }
        return ProgramFormula(
            entry.name, entry.comment, entry.inputs, steps, outputs, self._rows(live)
        )

    def _rows(self, steps: list[int]) -> tuple[op.Row, ...]:
        """The rows of the program that these steps look into."""
        rows = used_rows(self.program, steps)
        return rows if any(rows) else ()

    def _steps(self, indices: list[int], constants: Mapping[int, Operand]) -> tuple[Operation, ...]:
        places = {**self.places, **constants}
        places |= {index: ("step", place) for place, index in enumerate(indices)}
        operations = self.program.operations
        return tuple(
            (code, self._operand(i, places), None if j < 0 else self._operand(j, places))
            for code, i, j in map(operations.__getitem__, indices)
        )

    def _operand(self, index: int, places: Mapping[int, Operand]) -> Operand:
        value = self.program.nodes[index].value
        return ("number", value) if value is not None else places[index]
