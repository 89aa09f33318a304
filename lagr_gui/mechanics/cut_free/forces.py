"""Reactions, forces of elements and energies of signals as trees: bodies cut free.

    F = Σ m (a − g) − K,  M = Σ d/dt (R Θ Rᵀ ω) + r × m (a − g) − r × K − N

over the bodies that hang on a joint, with forces K and moments N of elements on them and arms r
from its point.  Accelerations stay in them: what depends on these is solved with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue.kinds import Energies, Potential
from lagr_gui.expression import Call, Expression, read, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.cut_free.pushes import pushes_of
from lagr_gui.mechanics.cut_free.space import Term, TreeSpace, terms
from lagr_gui.mechanics.measured import MeasureTrees
from lagr_gui.mechanics.measures import measures_of, with_measures
from lagr_gui.mechanics.reading import Link, Part, RigidBody
from lagr_gui.mechanics.trees import NOUGHT, NOWHERE, transposed, vector
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, minus, plus, times
from lagr_gui.model import Model
from lagr_gui.model.measure_signal import MeasureSignal

HALF = Fraction(1, 2)
Wrench = tuple[Triple[Term], Triple[Term]]
"""Force, and moment about some point."""


class ForceTrees:
    """Measures of forces and energies of a model.

    `parts` are all elements that are switched on, with names of signals in their fields; `cut` are
    the bodies at joints that are cut, by the name of the joint.
    """

    def __init__(
        self,
        model: Model,
        trees: MeasureTrees,
        bodies: Sequence[RigidBody],
        parts: Sequence[Part],
        links: Sequence[Link],
        cut: Mapping[str, tuple[int, int]],
    ) -> None:
        self._model, self._trees, self._links, self._cut = model, trees, links, cut
        self._space: Any = TreeSpace(trees, links)
        self._masses = {body.number: body for body in bodies}
        self._parts = {part.record.name: part for part in parts}
        self._g = terms(vector(model.gravity))

    def tree(self, entry: MeasureSignal) -> Expression:
        """A measure that is sound. Raises LagrError where multipliers would be in it."""
        sort, _, name = entry.item.partition(":")
        match entry.word:
            case "T":
                return self._kinetic(int(name)).tree
            case "U":
                return (self._height(int(name)) if sort == "body" else self._stored(name)).tree
            case "thrust":
                return self._thrust(self._parts[name]).tree
            case _:
                pass
        if sort == "joint":
            force, moment = self._reaction(entry, name)
        else:
            force, moment = self._exerted(self._parts[name])
        return _component(force if entry.word == "force" else moment, entry.part)

    # --- energies --------------------------------------------------------------------------------

    def _kinetic(self, number: int) -> Term:
        """½ m v·v + ½ ω·R Θ Rᵀ ω"""
        v, w = self._velocity(number), terms(self._trees.spin(number))
        mass = Term(self._masses[number].mass)
        return (mass * dot(v, v) + dot(w, self._momentum(number))) * HALF

    def _height(self, number: int) -> Term:
        """−m g·x"""
        body = self._masses[number]
        if not body.gravity:
            return Term(NOUGHT)
        return -(Term(body.mass) * dot(self._g, terms(self._trees.point(number, NOWHERE))))

    def _stored(self, name: str) -> Term:
        part = self._parts[name]
        law = part.kind.law
        if isinstance(law, Energies):
            return Term(part.law(law.potential))
        assert isinstance(law, Potential)
        tree = read(law.energy)
        measures = measures_of(self._space, part, {symbol.name for symbol in symbols(tree)})
        values = {name: measure.value for name, measure in measures.items()}
        return with_measures(self._space, part, tree, values)

    # --- elements --------------------------------------------------------------------------------

    def _exerted(self, part: Part) -> Wrench:
        """What an element exerts on its first body, or along its coordinate."""
        sink = _Sink(self._space.nowhere)
        for force, push in pushes_of(self._space, part):
            push(sink, force)
        return sink.first(part.kind.geometry.framed)

    def _thrust(self, part: Part) -> Term:
        """What pushes the ends of a line apart: along its first span at the first end."""
        start, after = (self._space.place(*stop)[1] for stop in part.course[:2])
        span = minus(start, after)
        sink = _Sink(self._space.nowhere)
        for force, push in pushes_of(self._space, part):
            push(sink, force)
        return dot(sink.first(False)[0], span) / Term(Call("sqrt", (dot(span, span).tree,)))

    # --- joints ----------------------------------------------------------------------------------

    def _reaction(self, entry: MeasureSignal, joint: str) -> Wrench:
        """The force of the first body of a joint on the second, and the moment at its point."""
        link = next(link for link in self._links if link.joint == joint)
        hanging = {link.child}
        for other in self._links:
            if other.parent in hanging:
                hanging.add(other.child)
        self._refuse(entry, hanging)
        record = next(j for j in self._model.joints if j.name == joint)
        point = terms(self._trees.point(record.child, vector(record.point_child)))
        force = moment = self._space.nowhere
        for number in sorted(hanging):
            K, N = self._inertia(number, point)
            force, moment = plus(force, K), plus(moment, N)
        for part in self._parts.values():
            if 0 < len(hanging & _bodies(part)) < len(_bodies(part)):
                sink = _Sink(self._space.nowhere)
                for F, push in pushes_of(self._space, part):
                    push(sink, F)
                for body, place, K, N in sink.found:
                    if body in hanging:
                        arm = minus(place or point, point)
                        force, moment = minus(force, K), minus(moment, plus(N, cross(arm, K)))
        return (times(force, -1), times(moment, -1)) if link.backwards else (force, moment)

    def _refuse(self, entry: MeasureSignal, hanging: set[int]) -> None:
        """Raise LagrError where conditions or beams hold what hangs on a joint."""
        names = [name for name, ends in self._cut.items() if len(hanging & {*ends}) == 1]
        names += [
            part.record.name
            for part in self._parts.values()
            if (part.binding or part.limits or part.rubs or part.kind.geometry.shaped)
            and 0 < len(hanging & _bodies(part)) < len(_bodies(part))
        ]
        beams = [joint.name for joint in self._model.joints if joint.kind == "beam"]
        for name in (*names, *beams)[:1]:
            raise refusal(
                entry.text,
                say(
                    "What “{name}” holds is part of it: it follows from the equations of motion "
                    "with their multipliers alone.",
                    name=name,
                ),
                "Outputs and events show it.",
                "measure",
            )

    def _inertia(self, number: int, point: Triple[Term]) -> Wrench:
        """m (a − g), and what turns a body, about a point."""
        body = self._masses[number]
        x = terms(self._trees.point(number, NOWHERE))
        a = self._rates(self._velocity(number))
        K = times(minus(a, self._g) if body.gravity else a, Term(body.mass))
        return K, plus(self._rates(self._momentum(number)), cross(minus(x, point), K))

    def _velocity(self, number: int) -> Triple[Term]:
        return terms(self._trees.rates(self._trees.point(number, NOWHERE)))

    def _momentum(self, number: int) -> Triple[Term]:
        """R Θ Rᵀ ω"""
        R = self._trees.pose(number).axes
        inward: Square[Term] = _square(transposed(R))
        local = apply(inward, terms(self._trees.spin(number)))
        return apply(_square(R), apply(_square(self._masses[number].theta_bar), local))

    def _rates(self, vector: Triple[Term]) -> Triple[Term]:
        a, b, c = vector
        return terms(self._trees.rates((a.tree, b.tree, c.tree)))


def _square(rows: Any) -> Square[Term]:
    return terms(rows[0]), terms(rows[1]), terms(rows[2])


def _component(wanted: Triple[Term], part: str) -> Expression:
    """A component, or the size."""
    if part == "abs":
        return Call("sqrt", (dot(wanted, wanted).tree,))
    return wanted["xyz".index(part)].tree


def _bodies(part: Part) -> set[int]:
    """The bodies that an element pushes."""
    values = map(part.value, part.kind.geometry.ends.fields)
    named = {value for value in values if isinstance(value, int)}
    return named | {body for body, _ in part.course} | ({0} if len(named) == 1 else set())


class _Sink:
    """Notes forces at points of space, and moments, by bodies."""

    def __init__(self, nowhere: Triple[Term]) -> None:
        self._nowhere = nowhere
        self.found: list[tuple[int, Triple[Term] | None, Triple[Term], Triple[Term]]] = []

    def first(self, framed: bool) -> Wrench:
        """Force and moment where it is pushed first; in a frame all of that body."""
        force = moment = self._nowhere
        for body, _, K, N in self.found if framed else self.found[:1]:
            if body == self.found[0][0]:
                force, moment = plus(force, K), plus(moment, N)
        return force, moment

    def push(self, body: int, point: Triple[Term], force: Triple[Term]) -> None:
        """A force at a point."""
        self.found.append((body, point, force, self._nowhere))

    push_at = push

    def turn(self, body: int, moment: Triple[Term]) -> None:
        """A moment."""
        self.found.append((body, None, self._nowhere, moment))

    def move(self, index: int, force: Term) -> None:
        """What acts on coordinates pushes no body."""
