"""What both derivations read from a model: trees instead of texts, steps instead of kinds.

Only the reading is common to the two derivations; kinematics, metric and forces are
written separately in `closed` and `recursion`, so that they can check each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Condition, ElementKind, Energies, Limit
from lagr_gui.expression import Expression, Number, read
from lagr_gui.mechanics.closure import Closure, closure
from lagr_gui.mechanics.elastic.beams import Beam, beam_of, is_beam
from lagr_gui.mechanics.steps import Step, base_steps, frame_steps, joint_steps
from lagr_gui.mechanics.trees import NOUGHT, Rows, Trees, negative, scaled, total, vector
from lagr_gui.model import Body, Element, Function, Inertia, Joint, Model
from lagr_gui.topology import Cut, Topology
from lagr_gui.topology.graph import Branch


@dataclass(frozen=True)
class RigidBody:
    """Mass, Binet inertia θ and ordinary inertia θ̄ (13) of a body as trees."""

    number: int
    mass: Expression
    theta: Rows
    theta_bar: Rows
    gravity: bool

    @property
    def key(self) -> str:
        """The item key of the body."""
        return f"body:{self.number}"


@dataclass(frozen=True)
class ElasticBody:
    """A beam whose undeformed axis is fixed in the body `root`.

    `steps` lead from there to the joint frame, `anchor` is its origin on the body.
    """

    beam: Beam
    root: int
    steps: tuple[Step, ...]
    anchor: Trees

    @property
    def key(self) -> str:
        """The item key of the joint."""
        return f"joint:{self.beam.joint}"


@dataclass(frozen=True)
class Link:
    """The motion of a body relative to its reference body, in steps.

    `anchor` is the joint's point on the reference body; `backwards` tells that the joint was
    drawn from the body to its reference body.
    """

    joint: str
    parent: int
    child: int
    steps: tuple[Step, ...]
    anchor: Trees
    backwards: bool


@dataclass(frozen=True)
class Part:
    """An element with its kind; fields are read on demand.

    `made` are trees in the place of fields, of elements that were never written down.
    """

    record: Element
    kind: ElementKind
    made: Mapping[str, Expression] = field(default_factory=dict[str, Expression])

    @property
    def key(self) -> str:
        """The item key of the element."""
        return f"element:{self.record.name}"

    @property
    def binds(self) -> bool:
        """Whether the element is a condition on the motion."""
        return isinstance(self.kind.law, Condition)

    @property
    def limits(self) -> bool:
        """Whether the element is a unilateral condition."""
        return isinstance(self.kind.law, Limit)

    def place(self, field: str) -> str:
        """How a field is called in messages."""
        return f"Element “{self.record.name}”, {field}"

    def tree(self, field: str) -> Expression:
        """A scalar field as a tree."""
        return self.made[field] if field in self.made else read(getattr(self.record, field))

    def trees(self, field: str) -> Trees:
        """A vector field as trees."""
        return vector(getattr(self.record, field))

    def value(self, field: str) -> Any:
        """A body number, a coordinate name or a chosen word."""
        return getattr(self.record, field)


@dataclass(frozen=True)
class Reading:
    """A sound model, read.

    `parts` are the elements with forces; `constraints` are the joints that are cut and the
    elements that bind, in this order; `limits` those that stop.  Images of bodies have
    numbers below 0.
    """

    coordinates: tuple[str, ...]
    base: tuple[Step, ...]
    links: tuple[Link, ...]
    bodies: tuple[RigidBody, ...]
    beams: tuple[ElasticBody, ...]
    parts: tuple[Part, ...]
    constraints: tuple[Closure | Part, ...]
    limits: tuple[Part, ...]
    gravity: Trees
    parameters: tuple[str, ...]
    positive: frozenset[str]
    functions: Mapping[str, Function]

    @property
    def kinetic(self) -> tuple[Part, ...]:
        """The elements that give a kinetic energy."""
        return tuple(
            part
            for part in self.parts
            if isinstance(part.kind.law, Energies) and part.tree(part.kind.law.kinetic) != NOUGHT
        )

    @property
    def closures(self) -> tuple[Closure, ...]:
        """The joints that are cut."""
        return tuple(entry for entry in self.constraints if isinstance(entry, Closure))

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of all joints: those of the tree, then those that are cut."""
        names = dict.fromkeys(link.joint for link in self.links)
        return tuple(names | dict.fromkeys(closure.joint for closure in self.closures))


def read_model(model: Model, topology: Topology) -> Reading:
    """Trees and steps of a sound model."""
    images = {cut.joint.name: -index for index, cut in enumerate(topology.cuts, start=1)}
    parts = [Part(element, ELEMENTS[element.kind]) for element in model.elements if element.enabled]
    return Reading(
        coordinates=topology.coordinates,
        base=base_steps(model.base),
        links=(
            *(_link(branch) for branch in topology.branches),
            *(_image(cut, images[cut.joint.name]) for cut in topology.cuts if cut.keeps),
        ),
        bodies=tuple(_body(body) for body in sorted(model.bodies, key=lambda body: body.number)),
        beams=tuple(_beam(joint) for joint in model.joints if is_beam(joint)),
        parts=tuple(part for part in parts if not (part.binds or part.limits)),
        constraints=(
            *(closure(cut, images[cut.joint.name]) for cut in topology.cuts),
            *(part for part in parts if part.binds),
        ),
        limits=tuple(part for part in parts if part.limits),
        gravity=vector(model.gravity),
        parameters=tuple(parameter.name for parameter in model.parameters),
        positive=frozenset(entry.name for entry in model.parameters if entry.positive),
        functions={function.name: function for function in model.functions},
    )


def _link(branch: Branch) -> Link:
    joint = branch.joint
    anchor = vector(joint.point_child if branch.backwards else joint.point_parent)
    steps = joint_steps(branch)
    return Link(joint.name, branch.parent, branch.child, steps, anchor, branch.backwards)


def _beam(joint: Joint) -> ElasticBody:
    anchor = vector(joint.point_parent)
    return ElasticBody(beam_of(joint), joint.parent, frame_steps(joint), anchor)


def _image(cut: Cut, number: int) -> Link:
    """The massless image of a cut joint's child, which moves with the joint's coordinates."""
    return _link(Branch(cut.joint, cut.joint.parent, number, backwards=False))


def _body(body: Body) -> RigidBody:
    given = _tensor(body.inertia)
    other = _converted(given, binet=body.inertia.form == "binet")
    theta, theta_bar = (given, other) if body.inertia.form == "binet" else (other, given)
    return RigidBody(body.number, read(body.mass), theta, theta_bar, body.gravity)


def _tensor(inertia: Inertia) -> Rows:
    xx, yy, zz = (read(entry) for entry in (inertia.xx, inertia.yy, inertia.zz))
    xy, xz, yz = (read(entry) for entry in (inertia.xy, inertia.xz, inertia.yz))
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def _converted(tensor: Rows, binet: bool) -> Rows:
    """Binet from ordinary inertia and the reverse (13)."""
    diagonal = tuple(tensor[i][i] for i in range(3))
    trace = scaled(Number(Fraction(1) if binet else Fraction(1, 2)), total(diagonal))
    first, second, third = (
        tuple(
            total((trace, negative(tensor[i][j]))) if i == j else negative(tensor[i][j])
            for j in range(3)
        )
        for i in range(3)
    )
    return first, second, third  # type: ignore[return-value]
