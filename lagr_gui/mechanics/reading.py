"""What both derivations read from a model: trees instead of texts, steps instead of kinds.

Only the reading is common to the two derivations; kinematics, metric and forces are
written separately in `closed` and `recursion`, so that they can check each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.expression import Expression, Number, Product, Sum, read
from lagr_gui.mechanics.steps import (
    NOUGHT,
    Rows,
    Step,
    Trees,
    base_steps,
    joint_steps,
    negative,
    vector,
)
from lagr_gui.model import Body, Element, Function, Inertia, Model
from lagr_gui.topology import Topology
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
    """An element with its kind; fields are read on demand."""

    record: Element
    kind: ElementKind

    @property
    def key(self) -> str:
        """The item key of the element."""
        return f"element:{self.record.name}"

    def tree(self, field: str) -> Expression:
        """A scalar field as a tree."""
        return read(getattr(self.record, field))

    def trees(self, field: str) -> Trees:
        """A vector field as trees."""
        return vector(getattr(self.record, field))

    def value(self, field: str) -> Any:
        """A body number, a coordinate name or a chosen word."""
        return getattr(self.record, field)


@dataclass(frozen=True)
class Reading:
    """A sound model of tree structure, read."""

    coordinates: tuple[str, ...]
    base: tuple[Step, ...]
    links: tuple[Link, ...]
    bodies: tuple[RigidBody, ...]
    parts: tuple[Part, ...]
    gravity: Trees
    parameters: tuple[str, ...]
    positive: frozenset[str]
    functions: Mapping[str, Function]


def read_model(model: Model, topology: Topology) -> Reading:
    """Trees and steps of a sound model of tree structure."""
    return Reading(
        coordinates=topology.coordinates,
        base=base_steps(model.base),
        links=tuple(_link(branch) for branch in topology.branches),
        bodies=tuple(_body(body) for body in sorted(model.bodies, key=lambda body: body.number)),
        parts=tuple(
            Part(element, ELEMENTS[element.kind]) for element in model.elements if element.enabled
        ),
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
    trace = _sum(diagonal)
    factor = Fraction(1) if binet else Fraction(1, 2)
    first, second, third = (
        tuple(
            _difference(_scaled(trace, factor), tensor[i][j]) if i == j else negative(tensor[i][j])
            for j in range(3)
        )
        for i in range(3)
    )
    return first, second, third  # type: ignore[return-value]


def _sum(terms: tuple[Expression, ...]) -> Expression:
    used = tuple(term for term in terms if term != NOUGHT)
    return Sum(used) if len(used) > 1 else used[0] if used else NOUGHT


def _scaled(tree: Expression, factor: Fraction) -> Expression:
    if tree == NOUGHT or factor == 1:
        return tree
    return Product((Number(factor), tree))


def _difference(a: Expression, b: Expression) -> Expression:
    return _sum((a, negative(b) if b != NOUGHT else NOUGHT))
