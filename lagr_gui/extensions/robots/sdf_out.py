"""A model as SDF, the format of Gazebo: the tree of URDF in its words, with its own gravity."""

from __future__ import annotations

from xml.sax.saxutils import escape

import numpy as np

from lagr_gui.extensions.robots.record import WORLD
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame
from lagr_gui.extensions.robots.sturdy import LEAST, sturdy
from lagr_gui.extensions.robots.taking import GuidedWay, Taken, taken
from lagr_gui.extensions.robots.urdf_out import UrdfText, rpy
from lagr_gui.extensions.robots.writing import comment, digits, tag
from lagr_gui.mechanics.reading import Part
from lagr_gui.model import Model


def sdf_robot(model: Model, special: str = "", leave_out: bool = False) -> str:
    """A model as a world of SDF, the format of Gazebo.

    Trees are exact but for links without mass, which SDF does not take: they get 1e-14 kg.  Raises
    LagrError with all that is not said, loops among them; with `leave_out` that is left out, and
    told in the file.
    """
    return _Sdf(taken(model, special)).text(leave_out)


class _Sdf(UrdfText):
    """What SDF says otherwise."""

    def __init__(self, robot: Taken) -> None:
        super().__init__(robot)
        self.stiffness: dict[str, tuple[float, float]] = {}

    @property
    def upright(self) -> RigidFrame:
        return RigidFrame()

    def refuse_weightless(self) -> None:
        """SDF has bodies without weight."""

    def whole(self, lines: list[str], notes: list[str]) -> list[str]:
        words = f"Links without mass or inertia have {LEAST!r} kg and kg m^2"
        head = ['<?xml version="1.0"?>', *comment((*self.found.head, words, *notes))]
        name = tag("model", "", name=self.title).removesuffix("</model>")
        gravity = tag("gravity", digits(self.found.gravity))
        head += ['<sdf version="1.11">', '<world name="space">', gravity, name]
        return [*head, *lines, "</model>", "</world>", "</sdf>"]

    def fixed(self, above: str, name: str, frame: RigidFrame) -> str:
        title = self.names.fresh(f"fix {name}")
        return tag("joint", _ends(above, name), name=title, type="fixed")

    def body(self, name: str, masses: list[Mass], index: int, place: tuple[str, RigidFrame]) -> str:
        above, frame = place
        links = self.found.links
        mass = masses[0] if masses else Mass(LEAST, np.zeros(3), np.eye(3) * LEAST)
        mass = sturdy(index, links, self.found.places(), mass) or mass
        pose = digits([*frame.p, *rpy(frame.R)])
        root = above == self.called[WORLD]
        inner = tag("pose", pose, relative_to=None if root else above) + _inertial(mass)
        inner += tag("gravity", "false") if links[index].weightless else ""
        return tag("link", inner, name=name)

    def joint(self, way: GuidedWay, above: str, child: str, at: RigidFrame) -> str:
        motion = way.motion
        name, is_direct = self.joints[motion.name], motion.turns or way.lead == 1
        limits = self.ranges.get(motion.name) if is_direct else None
        kind = "prismatic" if not motion.turns else "revolute" if limits else "continuous"
        inner = tag("xyz", digits(motion.axis))
        if limits:
            low, high = (digits([limit]) for limit in limits)
            inner += tag("limit", tag("lower", low) + tag("upper", high))
        if is_direct:
            inner += self.dynamics(motion.name) + self.mimics.get(motion.name, "")
        else:
            inner += _mimic(name, way.lead, 0.0)
            name = self.names.fresh(f"{name} slide")
        return tag("joint", _ends(above, child) + tag("axis", inner), name=name, type=kind)

    def dynamics(self, name: str) -> str:
        """Damper, dry friction and spring of a coordinate."""
        k, c = self.damping.get(name, 0.0), self.stiffness.get(name)
        inner = tag("damping", digits([k])) if k else ""
        inner += tag("friction", digits([self.friction[name]])) if name in self.friction else ""
        if c:
            inner += tag("spring_reference", digits(c[1:])) + tag("spring_stiffness", digits(c[:1]))
        return tag("dynamics", inner) if inner else ""

    def said(self, part: Part) -> bool:
        number = self.found.number
        if part.record.kind == "coordinate_spring":
            name = part.value("coordinate")
            if name not in self.joints or name in self.stiffness:
                return False
            self.stiffness[name] = number(part.tree("c")), number(part.tree("q0"))
            return True
        return super().said(part)

    def mimic(self, other: str, ratio: float, offset: float) -> str:
        return _mimic(other, ratio, offset)


def _ends(above: str, child: str) -> str:
    return tag("parent", escape(above)) + tag("child", escape(child))


def _mimic(other: str, ratio: float, offset: float) -> str:
    inner = tag("multiplier", digits([ratio])) + tag("offset", digits([offset]))
    return tag("mimic", inner + tag("reference", "0"), joint=other, axis="axis")


def _inertial(mass: Mass) -> str:
    I = mass.inertia  # noqa: E741
    places = {"ixx": (0, 0), "iyy": (1, 1), "izz": (2, 2), "ixy": (0, 1), "ixz": (0, 2)}
    entries = "".join(tag(k, digits([I[at]])) for k, at in (places | {"iyz": (1, 2)}).items())
    pose = tag("pose", digits([*mass.centre, 0, 0, 0]))
    inner = pose + tag("mass", digits([mass.mass])) + tag("inertia", entries)
    return tag("inertial", inner)
