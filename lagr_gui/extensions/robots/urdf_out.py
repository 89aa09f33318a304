"""A model as URDF: trees of links, each moved by one coordinate."""

from __future__ import annotations

import numpy as np

from lagr_gui.extensions.robots.acts import NO_LIMIT
from lagr_gui.extensions.robots.factors import eased_friction, plain_friction
from lagr_gui.extensions.robots.record import WORLD, RobotLink, SeenMesh
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame, rpy, to_z
from lagr_gui.extensions.robots.taking import CANNOT, WITHOUT, GuidedWay, Taken, part_place, taken
from lagr_gui.extensions.robots.writing import LEFT, OwnNames, comment, digits, tag
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.reading import Part
from lagr_gui.model import Model

_EARTH = 9.81
_RUBBING = {
    "joint_friction": plain_friction,
    "brake": plain_friction,
    "coordinate_force": eased_friction,
}
_WEIGHTLESS = "It has no weight, and URDF has no such bodies."


def urdf_robot(model: Model, special: str = "", leave_out: bool = False) -> str:
    """A model as URDF, the format of ROS.

    Trees are exact; gravity goes along −z.  Raises LagrError with all that URDF cannot say, loops
    among them; with `leave_out` that is left out, and told in the file.
    """
    return UrdfText(taken(model, special)).text(leave_out)


class UrdfText:
    """What is written of a model as a tree of links; other formats of such trees change parts."""

    def __init__(self, robot: Taken) -> None:
        self.found = robot
        self.names, self.titles = OwnNames(), OwnNames()
        self.joints: dict[str, str] = {}
        self.damping: dict[str, float] = {}
        self.friction: dict[str, float] = {}
        self.ranges: dict[str, tuple[float, float]] = {}
        self.mimics: dict[str, str] = {}
        self.called = {WORLD: self.titles.fresh("world")}

    def text(self, leave_out: bool) -> str:
        for ways in self.found.ways.values():
            for way in ways:
                name = way.motion.name
                if way.motion.turns or way.lead == 1:
                    self.joints[name] = self.names.fresh(name)
        reading = self.found.prepared.reading
        for entry in (*reading.parts, *reading.constraints, *reading.limits):
            if isinstance(entry, Closure):
                place = say("Joint “{name}”", name=entry.joint)
                self.found.refuse(place, "It closes a loop, and URDF is a tree.", WITHOUT)
            else:
                self.part(entry)
        self.refuse_weightless()
        left = self.found.left
        if left and not leave_out:
            raise LagrError(left)
        notes = [f"{LEFT}{problem.place}" for problem in left]
        lines: list[str] = []
        for index, link in enumerate(self.found.links):
            if index != WORLD:
                lines += self.link(index, link)
        return "\n".join(self.whole(lines, notes)) + "\n"

    def refuse_weightless(self) -> None:
        """Bodies without weight are none that URDF has."""
        for index in self.found.ways:
            link = self.found.links[index]
            if link.weightless:
                place, cause = say("Body “{name}”", name=link.name), _WEIGHTLESS
                self.found.refuse(place, cause, WITHOUT)

    def whole(self, lines: list[str], notes: list[str]) -> list[str]:
        """The file around links and joints."""
        gravity = float(np.linalg.norm(self.found.gravity))
        if abs(gravity - _EARTH) > 1e-12:
            notes.append(f"{LEFT}gravity of {gravity!r} m/s^2 (URDF has none)")
        opening = tag("robot", "", name=self.title).removesuffix("</robot>")
        head = ['<?xml version="1.0"?>', *comment((*self.found.head, *notes)), opening]
        return [*head, tag("link", name="world"), *lines, "</robot>"]

    @property
    def title(self) -> str:
        """The name of the model, which has to have one."""
        return self.found.prepared.model.name or "robot"

    @property
    def upright(self) -> RigidFrame:
        """Space as URDF has it, where weight goes along −z."""
        gravity = self.found.gravity
        length = float(np.linalg.norm(gravity))
        return RigidFrame(to_z(-gravity / length).T) if length else RigidFrame()

    # --- links -----------------------------------------------------------------------------

    def link(self, index: int, link: RobotLink) -> list[str]:
        """A link and the joints before it; those between are links without mass."""
        lines: list[str] = []
        above, frame = self.called[link.parent], link.frame
        if link.parent == WORLD:
            frame = self.upright.then(frame)
        ways = self.found.ways.get(index, [])
        name = self.called[index] = self.titles.fresh(link.name)
        before = np.zeros(3)
        for place, way in enumerate(ways, start=1):
            anchor = way.motion.anchor if way.motion.turns else np.zeros(3)
            child = name if place == len(ways) else self.titles.fresh(f"{name}, joint {place}")
            at = frame.then(RigidFrame(p=anchor)) if place == 1 else RigidFrame(p=anchor - before)
            inner = link.masses if place == len(ways) else []
            lines.append(self.body(child, inner, index, (above, at)))
            lines.append(self.joint(way, above, child, at))
            above, before = child, anchor
        if not ways:
            place = (above, frame)
            lines += [self.body(name, link.masses, index, place), self.fixed(above, name, frame)]
        return lines

    def fixed(self, above: str, name: str, frame: RigidFrame) -> str:
        """A link that does not move."""
        ends = tag("parent", link=above) + tag("child", link=name) + _origin(frame)
        return tag("joint", ends, name=self.names.fresh(f"fix {name}"), type="fixed")

    def body(self, name: str, masses: list[Mass], index: int, place: tuple[str, RigidFrame]) -> str:
        """A link of the file, part of a link of the model, placed in the one before it."""
        inner = "".join(_inertial(mass) for mass in masses if not mass.is_nothing)
        last = masses is self.found.links[index].masses
        inner += "".join(map(_visual, self.found.links[index].meshes)) if last else ""
        return tag("link", inner or None, name=name)

    def joint(self, way: GuidedWay, above: str, child: str, at: RigidFrame) -> str:
        """The joint by one motion."""
        motion = way.motion
        name, is_direct = self.joints[motion.name], motion.turns or way.lead == 1
        limits = self.ranges.get(motion.name) if is_direct else None
        kind = "prismatic" if not motion.turns else "revolute" if limits else "continuous"
        inner = tag("parent", link=above) + tag("child", link=child) + _origin(at)
        inner += tag("axis", xyz=digits(motion.axis))
        if kind != "continuous":
            low, high = limits or (-NO_LIMIT, NO_LIMIT)
            bounds = {"effort": digits([NO_LIMIT]), "velocity": digits([NO_LIMIT])}
            inner += tag("limit", lower=digits([low]), upper=digits([high]), **bounds)
        if is_direct:
            inner += self.dynamics(motion.name)
            inner += self.mimics.get(motion.name, "")
            return tag("joint", inner, name=name, type=kind)
        inner += tag("mimic", joint=name, multiplier=digits([way.lead]))
        return tag("joint", inner, name=self.names.fresh(f"{name} slide"), type=kind)

    def dynamics(self, name: str) -> str:
        """Damper and dry friction of a coordinate."""
        k, F = self.damping.get(name, 0.0), self.friction.get(name, 0.0)
        attributes = {"damping": digits([k]) if k else None, "friction": digits([F]) if F else None}
        return tag("dynamics", **attributes) if k or F else ""

    # --- what acts -------------------------------------------------------------------------

    def part(self, part: Part) -> None:
        """What an element does, or that it cannot be said."""
        try:
            said = self.said(part)
        except LagrError as error:
            cause = say(
                "The format knows constant numbers only: {why}", why=error.problems[0].cause
            )
            self.found.refuse(part_place(part), cause, WITHOUT)
            return
        if not said:
            self.found.refuse(part_place(part), CANNOT, WITHOUT)

    def said(self, part: Part) -> bool:
        """Take an element as it can be said; whether it can."""
        kind, number = part.record.kind, self.found.number
        if kind == "coordinate_damper" and part.value("coordinate") in self.joints:
            name = part.value("coordinate")
            self.damping[name] = self.damping.get(name, 0.0) + number(part.tree("k"))
            return True
        if kind in _RUBBING and part.value("coordinate") in self.joints:
            name, friction = part.value("coordinate"), _RUBBING[kind](self.found, part)
            if friction is not None:
                self.friction[name] = self.friction.get(name, 0.0) + friction
            return friction is not None
        if kind == "stop" and part.value("coordinate") in self.joints.keys() - self.ranges.keys():
            limits = number(part.tree("lower")), number(part.tree("upper"))
            self.ranges[part.value("coordinate")] = limits
            return True
        if kind == "gear":
            a, b = part.value("coordinate_a"), part.value("coordinate_b")
            if {a, b} <= self.joints.keys() and a not in self.mimics:
                factors = number(part.tree("ratio")), number(part.tree("offset"))
                self.mimics[a] = self.mimic(self.joints[b], *factors)
                return True
        return False

    def mimic(self, other: str, ratio: float, offset: float) -> str:
        """How a joint follows another one."""
        attributes = {"multiplier": digits([ratio]), "offset": digits([offset])}
        return tag("mimic", joint=other, **attributes)


def _origin(frame: RigidFrame) -> str:
    return tag("origin", xyz=digits(frame.p), rpy=digits(rpy(frame.R)))


def _visual(mesh: SeenMesh) -> str:
    """What is seen of a link: a mesh in a file."""
    scale = digits([mesh.scale] * 3) if mesh.scale != 1 else None
    form = tag("geometry", tag("mesh", filename=mesh.file, scale=scale))
    return tag("visual", _origin(mesh.frame) + form)


def _inertial(mass: Mass) -> str:
    I = mass.inertia  # noqa: E741
    places = {"ixx": (0, 0), "iyy": (1, 1), "izz": (2, 2), "ixy": (0, 1), "ixz": (0, 2)}
    entries = {key: digits([I[at]]) for key, at in (places | {"iyz": (1, 2)}).items()}
    origin = tag("origin", xyz=digits(mass.centre), rpy="0 0 0")
    inner = origin + tag("mass", value=digits([mass.mass])) + tag("inertia", **entries)
    return tag("inertial", inner)
