"""Forces and moments of a model, reduced to the centres of mass in space axes.

A force in body axes goes through the rotation matrix, as Habelt does it: GAM(2,2,1)*F.  A load
on the coordinate of a hinge is a pair of moments, one on that of a slider a pair of forces.
"""

from __future__ import annotations

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import AxisOf
from lagr_gui.expression import Expression, Number, Symbol, read
from lagr_gui.expression.rows import negative, product
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.extensions.decks.spelling import dressed, punched
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.steps import axis_of, unit
from lagr_gui.mechanics.trees import MINUS, NOUGHT, ONE, Trees, crossed, rows, total
from lagr_gui.mechanics.vectors import apply, cross, minus
from lagr_gui.model import Joint, Model

Vectors = dict[int, list[Trees]]
"""What acts on each body."""


class Loads:
    """What acts on each body, as trees in FORMAC's names."""

    def __init__(
        self, model: Model, reading: Reading, kinematics: Kinematics, names: CardNames
    ) -> None:
        self.model = model
        self.kinematics = kinematics
        self.names = names
        self.forces: Vectors = {}
        self.moments: Vectors = {}
        for body in reading.bodies:
            if body.gravity:
                mass = self.mass(body.number)
                self.add(self.forces, body.number, _times(mass, self.dressed(reading.gravity)))

    def take(self, part: Part) -> bool:
        """Add what an element does; False where it is none of the loads known here."""
        match part.kind.name:
            case "force":
                self.force(part)
            case "torque":
                self.torque(part)
            case "coordinate_spring" | "coordinate_damper" | "coordinate_force":
                self.on_coordinate(part)
            case _:
                return False
        return True

    def on(self, body: int) -> tuple[list[str], list[str]] | None:
        """Force and moment on a body as FORMAC expressions; None where there is nothing."""
        K, M = self.sum(self.forces, body), self.sum(self.moments, body)
        if all(entry == NOUGHT for entry in (*K, *M)):
            return None
        return [punched(entry) for entry in K], [punched(entry) for entry in M]

    def force(self, part: Part) -> None:
        """A force at a point, in space or body axes; its moment is r × K."""
        body, K = part.value("body"), self.dressed(part.trees("vector"))
        if part.value("axes") == "body":
            K = self.in_space(body, K, body)
        point = part.trees("point")
        self.add(self.forces, body, K)
        if any(entry != NOUGHT for entry in point):
            r = self.in_space(body, self.dressed(point), body)
            self.add(self.moments, body, crossed(r, K))

    def torque(self, part: Part) -> None:
        """A moment on a body, the opposite one on the body of the reaction."""
        body, M = part.value("body"), self.dressed(part.trees("vector"))
        for target, sign in ((body, ONE), (part.value("reaction_body"), MINUS)):
            moment = self.in_space(body, M, target) if part.value("axes") == "body" else M
            self.add(self.moments, target, _times(sign, moment))

    def on_coordinate(self, part: Part) -> None:
        """The moment or force of a coordinate's spring, damper or drive on both bodies."""
        name = part.value("coordinate")
        joint = next(joint for joint in self.model.joints if name in joint.coordinates)
        kind = JOINTS[joint.kind]
        if kind.line is None:
            raise refusal(
                say("Element “{name}”", name=part.record.name),
                say(
                    "It acts on a coordinate of the {kind} joint “{name}”; LAGR knew forces "
                    "and moments on bodies only.",
                    kind=joint.kind,
                    name=joint.name,
                ),
                "Use joints that turn about one axis or slide along it, or enter forces and "
                "moments.",
                code="deck-element",
            )
        strength = self.strength(part, Symbol(name))
        lower, local = self.axis(joint, kind.line)
        n = self.in_space(lower, self.dressed(_trees(local)), lower)
        along, against = _times(strength, n), _times(negative(strength), n)
        if any(joint.coordinates[turn.coordinate] == name for turn in kind.turns):
            self.add(self.moments, joint.child, along)
            self.add(self.moments, joint.parent, against)
            return
        self.add(self.forces, joint.child, along)
        self.add(self.forces, joint.parent, against)
        poses = self.kinematics.poses
        axis = self.kinematics.in_space(poses[lower][0], local)
        arm = cross(minus(poses[joint.child][1], poses[joint.parent][1]), axis)
        lever = _times(negative(strength), self.dressed(_trees(arm)))
        self.add(self.moments, joint.parent, lever)

    def strength(self, part: Part, q: Symbol) -> Expression:
        """The generalised force on the coordinate."""
        if part.kind.name == "coordinate_force":
            return self.dress(part.tree("force"))
        if part.kind.name == "coordinate_damper":
            factor, value = part.tree("k"), self.dress(Symbol(q.name, 1))
        else:
            factor, q0 = part.tree("c"), self.dress(part.tree("q0"))
            value = total([self.dress(q), negative(q0)])
        return product([negative(self.dress(factor)), value])

    def axis(self, joint: Joint, line: AxisOf) -> tuple[int, Vector]:
        """The unit vector of a joint's axis, in axes of that of its bodies that is read first."""
        axis = unit(axis_of(joint, line), say("Joint “{name}”", name=joint.name))
        n = self.kinematics.vector(axis)
        numbers = self.names.numbers
        if numbers[joint.child] < numbers[joint.parent]:
            return joint.child, n
        first, second, third = (self.kinematics.vector(row) for row in rows(joint.orientation))
        return joint.parent, apply((first, second, third), n)

    def in_space(self, body: int, v: Trees, at: int) -> Trees:
        """v′ⱼ Eⱼᵢ; names such as GAM(2,2,1) where they are known when body `at` is read."""

        def component(i: int) -> Expression:
            return total([product([v[j], self.entry(body, j, i, at)]) for j in range(3)])

        return component(0), component(1), component(2)

    def entry(self, body: int, i: int, j: int, at: int) -> Expression:
        """An entry of a rotation matrix: a number, LAGR's name of it, or written out."""
        value = self.kinematics.poses[body][0][i][j]
        if value.constant is not None:
            return Number(value.constant)
        number = self.names.numbers[body]
        if number <= self.names.numbers[at]:
            return Symbol(f"GAM({number},{i + 1},{j + 1})")
        return self.dress(value.tree())

    def mass(self, body: int) -> Expression:
        """The mass of a body."""
        return self.dress(read(self.model.body(body).mass))

    def dress(self, tree: Expression) -> Expression:
        """A tree of the model in FORMAC's names."""
        return dressed(tree, self.names)

    def dressed(self, trees: Trees) -> Trees:
        """A vector of the model in FORMAC's names."""
        return self.dress(trees[0]), self.dress(trees[1]), self.dress(trees[2])

    def add(self, where: Vectors, body: int, v: Trees) -> None:
        """Something on a body; what acts on body 0 moves nothing."""
        if body:
            where.setdefault(body, []).append(v)

    def sum(self, where: Vectors, body: int) -> list[Expression]:
        """The sum of what acts on a body."""
        return [total([v[i] for v in where.get(body, [])]) for i in range(3)]


def _times(factor: Expression, v: Trees) -> Trees:
    return product([factor, v[0]]), product([factor, v[1]]), product([factor, v[2]])


def _trees(v: Vector) -> Trees:
    return v[0].tree(), v[1].tree(), v[2].tree()
