"""What a script says, before it becomes a model."""

from __future__ import annotations

from dataclasses import dataclass, field

from lagr_gui.exchange.autolev.trees import Term
from lagr_gui.expression import Expression


@dataclass(frozen=True, slots=True)
class ScriptLoad:
    """A force on a point, or a moment on a frame, with its line."""

    item: str
    terms: tuple[Term, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Dependent:
    """A condition on velocities: a scalar that is zero, or v of a point along a unit vector."""

    zero: Expression | None
    point: str
    frame: str
    axis: int
    line: int


@dataclass
class Script:
    """Everything that a script declares, in its order."""

    newtonian: str = ""
    frames: list[str] = field(default_factory=list[str])
    bodies: list[str] = field(default_factory=list[str])
    particles: list[str] = field(default_factory=list[str])
    points: list[str] = field(default_factory=list[str])
    constants: list[str] = field(default_factory=list[str])
    given: list[str] = field(default_factory=list[str])
    coordinates: list[str] = field(default_factory=list[str])
    speeds: dict[str, str] = field(default_factory=dict[str, str])
    turns: dict[str, tuple[str, int, Expression]] = field(
        default_factory=dict[str, tuple[str, int, Expression]]
    )
    positions: dict[str, list[Term]] = field(default_factory=dict[str, list[Term]])
    masses: dict[str, Expression] = field(default_factory=dict[str, Expression])
    inertias: dict[str, tuple[Expression, ...]] = field(
        default_factory=dict[str, tuple[Expression, ...]]
    )
    forces: list[ScriptLoad] = field(default_factory=list[ScriptLoad])
    torques: list[ScriptLoad] = field(default_factory=list[ScriptLoad])
    gravity: tuple[Term, ...] = ()
    dependents: list[Dependent] = field(default_factory=list[Dependent])
    units: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, Expression] = field(default_factory=dict[str, Expression])
