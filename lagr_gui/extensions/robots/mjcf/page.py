"""An MJCF as it is written: what joints are given, sites, tendons, equalities, actuators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from lagr_gui.expression import TIME, Expression, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.extensions.robots.acts import NO_LIMIT
from lagr_gui.extensions.robots.mjcf.joints import COORDINATES
from lagr_gui.extensions.robots.polynomials import Polynomial, polynomial
from lagr_gui.extensions.robots.record import End
from lagr_gui.extensions.robots.rigid import RigidFrame
from lagr_gui.extensions.robots.taking import Taken
from lagr_gui.extensions.robots.writing import OwnNames, digits, placed, tag
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.reading import Part

_REAL = FloatCarrier()


@dataclass(slots=True, eq=False)
class Resisting:
    """What resists a joint or a tendon: springs with the lengths at which they rest, numbers by
    name, limits."""

    springs: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    numbers: dict[str, float] = field(default_factory=dict[str, float])
    limits: tuple[float, float] | None = None

    def add(self, name: str, number: float) -> None:
        """Put a number to those of its name."""
        self.numbers[name] = self.numbers.get(name, 0.0) + number

    def given(self, rest_name: str, always: bool) -> dict[str, str]:
        """Attributes; the place of rest is one where it is not 0, or `always`."""
        c = sum(spring[0] for spring in self.springs)
        rest = sum(spring[0] * spring[1] for spring in self.springs) / c if c else 0.0
        attributes = {"range": digits(self.limits)} if self.limits else {}
        attributes |= {"stiffness": digits([c])} if c else {}
        attributes |= {rest_name: digits([rest])} if rest or (always and c) else {}
        return attributes | {name: digits([number]) for name, number in self.numbers.items()}


@dataclass(slots=True, eq=False)
class SummingTendon:
    """A tendon whose length is a sum of coordinates times numbers."""

    name: str
    leads: tuple[tuple[str, float], ...]
    resisting: Resisting = field(default_factory=Resisting)


@dataclass(slots=True, eq=False)
class BallJoint:
    """Three turns of a link that are written as one joint, with what resists its turning."""

    name: str
    coordinates: tuple[str, ...]
    numbers: dict[str, float] = field(default_factory=dict[str, float])


Slopes = tuple[tuple[Symbol, float], ...]
"""How a law grows with each place and speed."""


@dataclass(frozen=True, slots=True)
class LinearLaw:
    """gain u + bias + slopes, within bounds; without a control the gain is 0."""

    control: str
    gain: float
    bias: float
    slopes: Slopes
    bounds: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Drive:
    """A force on a coordinate, or along a line: a factor times a law."""

    part: Part
    factor: float
    law: LinearLaw


@dataclass(frozen=True, slots=True)
class Thrust:
    """A force at a point of a link, or a moment on it, in its axes: factors times a law."""

    part: Part
    link: int
    point: Array | None
    factors: tuple[float, float, float]
    law: LinearLaw


class MjcfPage:
    """What is written beside the tree of bodies, as elements ask for it.

    `joints` are the names of joints by the coordinates that are theirs alone; `told` are the keys
    of elements that balls have already told.
    """

    def __init__(self, robot: Taken) -> None:
        self.found = robot
        self.names, self.tendon_names, self.drive_names = OwnNames(), OwnNames(), OwnNames()
        self.joints: dict[str, str] = {}
        self.balls: dict[int, BallJoint] = {}
        self.told: set[str] = set()
        self.resisting: dict[str, Resisting] = {}
        self.sums: dict[tuple[tuple[str, float], ...], SummingTendon] = {}
        self.lifts: dict[int, float] = {}
        self.sites: dict[int, list[str]] = {}
        self.bonds: list[str] = []
        self.lines: list[str] = []
        self.forces: list[Drive] = []
        self.thrusts: list[Thrust] = []
        self.drives: list[str] = []
        self.driven: dict[str, list[str]] = {}
        self.notes: list[str] = []

    @property
    def controls(self) -> tuple[str, ...]:
        """Functions of time alone: what a control may be."""
        functions = self.found.prepared.reading.functions.values()
        return tuple(entry.name for entry in functions if entry.arguments == (TIME,))

    def note(self, words: str) -> None:
        """Something that a comment tells, once."""
        if words not in self.notes:
            self.notes.append(words)

    # --- numbers ---------------------------------------------------------------------------

    def number(self, part: Part, name: str) -> float:
        """A constant field of an element. Raises LagrError."""
        return self.found.number(part.tree(name))

    def polynomial(self, tree: Expression) -> Polynomial:
        """An expression in coordinates, velocities and controls. Raises LagrError."""
        return polynomial(tree, self.found.prepared.values, self.controls)

    def measured(self, tree: Expression, at: Mapping[Symbol, float]) -> float:
        """The value of an expression in parameters and the symbols of a state. Raises LagrError."""
        values = self.found.prepared.values
        return evaluate(tree, _REAL, lambda s: at[s] if s in at else values[s.name])

    # --- what is given ---------------------------------------------------------------------

    def resisting_joint(self, coordinate: str) -> Resisting:
        """What resists the joint of a coordinate."""
        return self.resisting.setdefault(coordinate, Resisting())

    def summing(self, name: str, factors: Mapping[str, float]) -> SummingTendon:
        """The tendon of a sum of coordinates, with what multiplies them."""
        leads = tuple(sorted(factors.items()))
        if leads not in self.sums:
            self.sums[leads] = SummingTendon(self.tendon_names.fresh(name), leads)
        return self.sums[leads]

    def has_sum(self, factors: Mapping[str, float]) -> bool:
        """Whether there is a tendon of a sum of coordinates."""
        return tuple(sorted(factors.items())) in self.sums

    def bond(self, kind: str, name: str, a: str, b: str | None, factors: Any) -> None:
        """An equality: the first is a polynomial of the second."""
        partners = {f"{kind}1": a, f"{kind}2": b}
        self.bonds.append(tag(kind, name=name, **partners, polycoef=digits(factors)))

    def site(self, end: End, R: Array | None = None) -> str:
        """The name of a new point of a link."""
        link, point = end
        several = self.sites.setdefault(link, [])
        name = self.names.fresh(f"point {sum(map(len, self.sites.values())) + 1}")
        frame = RigidFrame(np.eye(3) if R is None else R, point)
        several.append(tag("site", name=name, **placed(frame)))
        return name

    def line(self, part: Part, **law: str) -> str:
        """A tendon through the points of an element, by its name."""
        name = self.tendon_names.fresh(part.record.name)
        ends = [self.found.point(*end) for end in part.course]
        inner = "".join(tag("site", site=self.site(end)) for end in ends)
        self.lines.append(tag("spatial", inner, name=name, **law))
        return name

    def drawn(self, part: Part) -> float:
        """How long the line of an element is where all coordinates are 0."""
        places = self.found.places()
        ends = [self.found.point(*end) for end in part.course]
        points = [places[link].at(point) for link, point in ends]
        return sum(float(np.linalg.norm(b - a)) for a, b in pairwise(points))

    def tendons(self) -> list[str]:
        """All tendons."""
        return [*self.lines, *map(self._sum, self.sums.values())]

    def _sum(self, tendon: SummingTendon) -> str:
        inner = "".join(
            tag("joint", joint=self.joints[name], coef=digits([lead]))
            for name, lead in tendon.leads
        )
        attributes = tendon.resisting.given("springlength", always=True)
        return tag("fixed", inner, name=tendon.name, **attributes)

    def customs(self) -> list[str]:
        """The coordinates of balls, where their names do not tell them."""
        return [
            tag("text", name=f"{COORDINATES}{ball.name}", data=" ".join(ball.coordinates))
            for ball in self.balls.values()
            if ball.coordinates != tuple(f"{ball.name}_r{c}" for c in "xyz")
        ]


def within(low: float | None, high: float | None) -> tuple[float, float]:
    """A range of which one end may be none."""
    return -NO_LIMIT if low is None else low, NO_LIMIT if high is None else high
