"""What presses in joints whose friction is bounded by their own reaction, and ropes on drums.

    b = μ Σ rₑ |Nₑ|,   N₁,₂ = F/2 ± (M × a)/ℓ across the axis a        (without a length: N = F)
    b = 2 tanh(μβ/2) |S|,   S = (S₁ + S₂)/2 = −λ of a rope round a drum
    b = μ R/cos λ |N|,   N = A/cos λ − r sin λ/R of a thread with tan λ = p/(2πR)
    b = μ (|N| + N₀) of surfaces,   N = F in a ball, F across a bush, F along the normal of a plate

F and M are the reaction of the joint at its point, A the force along its axis.  They go linearly
with accelerations and multipliers, friction r among these; but for a thread no joint loads itself:
friction acts along its freedom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lagr_gui.catalogue.kinds import RopeLoad
from lagr_gui.expression import Symbol, symbols
from lagr_gui.kernel import Node
from lagr_gui.mechanics.friction import (
    by_reaction,
    falls,
    has_face,
    has_sides,
    law_of,
    load_of,
    sliding,
    sticking,
    surface_of,
)
from lagr_gui.mechanics.measures import measures_of, with_measures
from lagr_gui.mechanics.reading import Link, Part
from lagr_gui.mechanics.recursion.bound import BoundAcceleration, LimitAnswers
from lagr_gui.mechanics.recursion.derivation import Recursion
from lagr_gui.mechanics.steps import Spin
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, times

End = tuple[Node, Triple[Node]]
"""The radius at which an end rubs (1 in a guide), and the force on it in space axes."""


class LoadNodes:
    """The loads of `parts`, nodes of the program of a recursion that keeps bodies `separate`.

    `accelerations` (f,) and `multipliers` (m,) are inputs unless they are given; `owners` tells for
    each of the `ends` the place of its part; `coefficients` are μ while it slides and while it
    sticks, part by part.
    """

    def __init__(
        self,
        recursion: Recursion,
        accelerations: Sequence[Node] = (),
        multipliers: Sequence[Node] = (),
    ) -> None:
        self._recursion = recursion
        program, constraints = recursion.program, recursion.constraints
        rows = (*constraints.rows, *constraints.holds)
        self._pieces, self._rows = recursion.reading.loaded, rows
        self.parts = tuple(part for part in self._pieces if part.number <= 1)
        names = recursion.reading.coordinates
        self.accelerations = [*accelerations] or [program.input(f"{q}''") for q in names]
        self.multipliers = [*multipliers] or [
            program.input(f"multiplier {s}") for s in range(len(rows))
        ]
        self._reactions = recursion.reactions(self.accelerations, self.multipliers)
        each = [(place, end) for place, p in enumerate(self.parts) for end in self._ends(p)]
        self.owners = tuple(place for place, _ in each)
        self.ends: list[End] = [end for _, end in each]
        self.coefficients = [node for part in self.parts for node in self._coefficients(part)]

    def _coefficients(self, part: Part) -> Iterator[Node]:
        """μ while it slides, as fast as it does, and while it sticks; 2 tanh(μβ/2) of a rope."""
        wrap = self._wrap(part, load) if isinstance(load := law_of(part).load, RopeLoad) else None
        speeds = {"rate": self._speed(part)} if falls(part) else {}
        for tree in (sliding(part), Symbol(sticking(part))):
            mu = with_measures(self._recursion.constraints.space, part, tree, speeds)
            yield mu if wrap is None else 2 * self._recursion.program.call("tanh", (mu * wrap / 2,))

    def _speed(self, part: Part) -> Node:
        """The velocity of slip, or its size where it has several components."""
        slips = [
            measures_of(self._recursion.constraints.space, piece, {"rate"})["rate"].value.value
            for piece in self._pieces
            if piece.key == part.key
        ]
        if not part.number:
            return slips[0]
        squares = self._recursion.program.add([slip * slip for slip in slips])
        return self._recursion.program.call("sqrt", (squares,))

    def _wrap(self, part: Part, load: RopeLoad) -> Node:
        """β: the angle that is given, or by which the rope turns on its drum."""
        if (given := part.tree(load.wrap)) != NOUGHT:
            return self._recursion.scope.node(given)
        space, program = self._recursion.constraints.space, self._recursion.program
        before, drum, behind = (space.point(space.place(*stop)).value for stop in part.course[-3:])
        arrives, leaves = minus(drum, before), minus(behind, drum)
        turned = cross(arrives, leaves)
        sine = program.call("sqrt", (dot(turned, turned),))
        return program.call("atan2", (sine, dot(arrives, leaves)))

    def _ends(self, part: Part) -> Iterator[End]:
        """Where it rubs, and what presses there."""
        scope, one = self._recursion.scope, self._recursion.program.one
        if isinstance(law_of(part).load, RopeLoad):
            row = next(n for n, row in enumerate(self._rows) if row.source == part.key)
            yield one, (self.multipliers[row], 0 * one, 0 * one)
            return
        if part.number:
            yield from self._surfaces(part)
            return
        load = load_of(part)
        link, axis, lead = self._seat(part.value("coordinate"))
        force, moment = self._reactions[link.joint]
        along = times(axis, dot(axis, force))
        across = minus(force, along)
        radius = scope.node(part.tree(load.radius)) if load.radius else one
        if not has_sides(part):
            pass
        elif part.tree(load.length) == NOUGHT:
            yield radius, across
        else:
            half = times(across, Fraction(1, 2))
            turned = times(cross(moment, axis), 1 / scope.node(part.tree(load.length)))
            yield radius, plus(half, turned)
            yield radius, minus(half, turned)
        if has_face(part):
            mean = scope.node(part.tree(load.thrust))
            if lead.value == 0:
                yield mean, along
            else:
                outer = times(along, -1) if link.backwards else along
                yield self._thread(part, mean, lead / mean, axis, dot(axis, outer))

    def _surfaces(self, part: Part) -> Iterator[End]:
        """The preload, and the force of the joint: across a bush, along the normal of a plate."""
        load, scope, one = surface_of(part), self._recursion.scope, self._recursion.program.one
        if (preload := part.tree(load.preload)) != NOUGHT:
            yield one, (scope.node(preload), 0 * one, 0 * one)
        if not by_reaction(part):
            return
        pieces = [piece for piece in self._pieces if piece.key == part.key]
        link, axis, _ = self._seat(pieces[-1].slopes[-1][0])
        force, _ = self._reactions[link.joint]
        along = times(axis, dot(axis, force))
        yield one, (force, minus(force, along), along)[len(pieces) - _turns(link)]

    def _thread(self, part: Part, mean: Node, slope: Node, axis: Triple[Node], A: Node) -> End:
        """The mean radius along a thread of a slope tan λ, and its normal force, along the axis."""
        cosine = 1 / self._recursion.program.call("sqrt", (1 + slope * slope,))
        r = self.multipliers[next(n for n, row in enumerate(self._rows) if row.source == part.key)]
        return mean / cosine, times(axis, A / cosine - r * slope * cosine / mean)

    def _seat(self, name: str) -> tuple[Link, Triple[Node], Node]:
        """The joint of a coordinate, its axis in space, and its way along it in a turn of 1."""
        recursion = self._recursion
        frames, nu = recursion.frames, recursion.reading.coordinates.index(name) + 1
        for link in recursion.reading.links:
            frame, first = frames.seats[link.child].frame, frames.seats[link.parent].frame
            turns, moves = list[Triple[Node]](), list[Triple[Node]]()
            while frame != first:
                if nu in frames.frames[frame].columns:
                    pose = recursion.motion.poses[frame][0]
                    for way, found in zip(
                        frames.frames[frame].columns[nu], (turns, moves), strict=True
                    ):
                        if any(entry.value != 0 for entry in way):
                            found.append(apply(pose, way))
                frame = frames.frames[frame].parent
            if turns:
                lead = recursion.program.add([dot(turns[0], move) for move in moves])
                return link, turns[0], lead
            if moves:
                return link, moves[0], recursion.program.zero
        raise AssertionError("a coordinate belongs to a joint of the tree")


def _turns(link: Link) -> int:
    """About how many axes that move a joint turns."""
    return sum(isinstance(step, Spin) and bool(symbols(step.angle)) for step in link.steps)


def pressing(
    recursion: Recursion, motion: BoundAcceleration, answers: LimitAnswers, rows: Sequence[int]
) -> tuple[LoadNodes, list[Node]]:
    """The ends where nothing holds, and what λ = 1 of each that may hold adds to them (c, e, 3).

    `rows` are the conditions that always hold in the motion.
    """
    program = recursion.program
    held = [program.zero] * len(recursion.constraints.holds)
    free = LoadNodes(recursion, motion.qdd, [*motion.multipliers, *held])
    by_acceleration, by_multiplier = linear(nodes := LoadNodes(recursion), recursion)
    f, m = len(nodes.accelerations), len(nodes.multipliers)
    first, added = len(recursion.constraints.rows), list[Node]()
    for hold, (u, v) in enumerate(zip(answers.answers, answers.passed, strict=True)):
        for part in range(3 * len(nodes.ends)):
            of_q, of_rows = by_acceleration[part * f :], by_multiplier[part * m :]
            terms = [slope * a for slope, a in zip(of_q, u, strict=False)]
            terms += [of_rows[row] * push for row, push in zip(rows, v, strict=True)]
            added.append(program.add([*terms, of_rows[first + hold]]))
    return free, added


def linear(nodes: LoadNodes, recursion: Recursion) -> tuple[list[Node], list[Node]]:
    """How the ends go with accelerations (e, 3, f) and with multipliers (e, 3, m)."""
    derivative = recursion.program.derivative
    return (
        [
            derivative(part, by)
            for _, end in nodes.ends
            for part in end
            for by in nodes.accelerations
        ],
        [derivative(part, by) for _, end in nodes.ends for part in end for by in nodes.multipliers],
    )
