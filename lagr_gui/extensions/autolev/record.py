"""What a script says, before it becomes a model."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lagr_gui.expression import Expression
from lagr_gui.extensions.autolev.trees import Axis, Term

INTEGRATION = frozenset(
    re.findall(r"\w+", "tinitial tfinal abserr abserror relerr relerror integstp tstep printint")
)
"""Inputs that tell how a motion is computed."""


@dataclass(frozen=True, slots=True)
class ScriptLoad:
    """A force on a point, or a moment on a frame, with its line."""

    item: str
    terms: tuple[Term, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """What lies between two points: the kind of the element, its coefficient, natural length."""

    kind: str
    first: str
    second: str
    coefficient: Expression
    natural: Expression
    line: int


@dataclass(frozen=True, slots=True)
class Dependent:
    """What is zero: a scalar, the rate of one, or v of a point along a vector.

    It is the difference to v of another point where there is one.
    """

    zero: Expression | None
    line: int
    rate: bool = False
    point: str = ""
    other: str = ""
    along: tuple[Term, ...] = ()


@dataclass
class Script:
    """Everything that a script declares, in its order."""

    newtonian: str = ""
    centre: str = "o"
    """What the name of the centre of mass of a body ends in."""
    frames: list[str] = field(default_factory=list[str])
    bodies: list[str] = field(default_factory=list[str])
    particles: list[str] = field(default_factory=list[str])
    points: list[str] = field(default_factory=list[str])
    fixed: dict[str, str] = field(default_factory=dict[str, str])
    """The bodies that points belong to, where that is said."""
    constants: list[str] = field(default_factory=list[str])
    given: list[str] = field(default_factory=list[str])
    coordinates: list[str] = field(default_factory=list[str])
    speeds: dict[str, str] = field(default_factory=dict[str, str])
    turns: dict[str, tuple[str, Axis, Expression]] = field(
        default_factory=dict[str, tuple[str, Axis, Expression]]
    )
    positions: dict[str, list[Term]] = field(default_factory=dict[str, list[Term]])
    vectors: dict[str, list[Term]] = field(default_factory=dict[str, list[Term]])
    defined: dict[str, Expression] = field(default_factory=dict[str, Expression])
    """Names that stand for vectors and expressions."""
    masses: dict[str, Expression] = field(default_factory=dict[str, Expression])
    inertias: dict[str, tuple[Expression, ...]] = field(
        default_factory=dict[str, tuple[Expression, ...]]
    )
    forces: list[ScriptLoad] = field(default_factory=list[ScriptLoad])
    between: list[ScriptLine] = field(default_factory=list[ScriptLine])
    torques: list[ScriptLoad] = field(default_factory=list[ScriptLoad])
    gravity: tuple[Term, ...] = ()
    dependents: list[Dependent] = field(default_factory=list[Dependent])
    inputs: dict[str, int] = field(default_factory=dict[str, int])
    """The names that got values, with the lines."""
    units: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, Expression] = field(default_factory=dict[str, Expression])

    def centre_of(self, item: str) -> str:
        """The centre of mass of a body; a particle is its own."""
        return f"{item}{self.centre}" if item in self.bodies else item
