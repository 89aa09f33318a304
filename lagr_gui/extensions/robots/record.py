"""A robot as its file tells it: links, the motions between them, and what acts.

All numbers, seen in the frames of links.  Readers of formats fill it, `assembling` makes a model
of it; in the same way writers of formats write what `taking` takes from a model.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame, nowhere
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.model import Shape

WORLD = 0
"""The index of what rests."""


@dataclass(slots=True, eq=False)
class SingleMotion:
    """A turn or a slide of a link by one coordinate, in the frame of the link where all are zero.

    Its line goes through `anchor` along the unit vector `axis`.  The link is where its frame says
    when the coordinate is `ref`.
    """

    name: str
    turns: bool
    axis: Array
    anchor: Array = field(default_factory=nowhere)
    ref: float = 0.0
    start: float | None = None
    joint: str = ""

    def seen_in(self, frame: RigidFrame) -> SingleMotion:
        """The same motion, seen in a frame that is given in the present one."""
        axis, anchor = frame.R.T @ self.axis, frame.seen(self.anchor)
        return SingleMotion(self.name, self.turns, axis, anchor, self.ref, self.start, self.joint)


@dataclass(frozen=True, slots=True, eq=False)
class SeenMesh:
    """A mesh by which a link is seen: its file, where it stands, metres for one unit of it."""

    file: str
    frame: RigidFrame
    scale: float = 1.0

    def seen_from(self, frame: RigidFrame) -> SeenMesh:
        """The same mesh in the axes in which its frame is given."""
        return SeenMesh(self.file, frame.then(self.frame), self.scale)


@dataclass(slots=True, eq=False)
class RobotLink:
    """A body: where its frame stands in that of its parent, how it moves there, and its mass."""

    name: str
    parent: int
    frame: RigidFrame = field(default_factory=RigidFrame)
    motions: list[SingleMotion] = field(default_factory=list["SingleMotion"])
    masses: list[Mass] = field(default_factory=list["Mass"])
    weightless: bool = False
    shape: Shape | None = None
    meshes: list[SeenMesh] = field(default_factory=list["SeenMesh"])


End = tuple[int, Array]
"""A point of a link, in its frame."""


@dataclass(slots=True, eq=False)
class Act:
    """An element: its kind, fields, and the points and motions on which it acts.

    In fields that are texts ``{0}`` is the coordinate of the first of its motions, ``{u1}`` the
    control and ``{kp1}`` the constant of this name.  A force or moment that turns with its link has
    its `direction` there, and `vector` is how large it is.
    """

    kind: str
    name: str
    fields: dict[str, Any]
    motions: tuple[SingleMotion, ...] = ()
    ends: tuple[End, ...] = ()
    enabled: bool = True
    direction: Array | None = None


@dataclass(slots=True, eq=False)
class Weld:
    """Two links that are one: a frame of each, which coincide."""

    name: str
    a: tuple[int, RigidFrame]
    b: tuple[int, RigidFrame]


@dataclass(frozen=True, slots=True)
class RobotConstant:
    """A number with a name in the equations."""

    value: float
    unit: str
    words: str


@dataclass(slots=True, eq=False)
class Robot:
    """All of it; the first link is what rests."""

    name: str
    source: str
    links: list[RobotLink]
    gravity: Array = field(default_factory=lambda: np.array([0, 0, -9.81]))
    acts: list[Act] = field(default_factory=list["Act"])
    welds: list[Weld] = field(default_factory=list["Weld"])
    controls: dict[str, str] = field(default_factory=dict[str, str])
    constants: dict[str, RobotConstant] = field(default_factory=dict[str, "RobotConstant"])

    def constant(self, stem: str, value: float, unit: str, words: str) -> str:
        """A new number of laws: how texts of fields speak of it."""
        count = 1 + sum(name.rstrip("0123456789") == stem for name in self.constants)
        self.constants[f"{stem}{count}"] = RobotConstant(value, unit, words)
        return f"{{{stem}{count}}}"


class Notes:
    """What is found wrong on the way; errors are raised when all of the file was looked at."""

    def __init__(self, leave_out: bool, repair: bool) -> None:
        self.leave_out, self.repair = leave_out, repair
        self.found: list[Problem] = []

    def error(self, tag: Tag, cause: str, remedy: str) -> None:
        """A fault, with which there is no model."""
        self.found.append(Problem(tag.place, cause, remedy, code="robot"))

    def warn(self, tag: Tag, cause: str, remedy: str) -> None:
        """Something to know; there is a model."""
        place, severity = tag.place, Severity.WARNING
        self.found.append(Problem(place, cause, remedy, severity, code="robot"))

    def lacks(self, tag: Tag, what: str, remedy: str) -> None:
        """Something that the program has not: an error, or left out on request."""
        cause = say("The program does not have this: {what}.", what=phrase(what))
        if self.leave_out:
            self.warn(tag, cause, "It was left out.")
        else:
            self.error(tag, cause, say(_OR, remedy=phrase(remedy)))


_OR = "{remedy} With --leave-out it is left out."
