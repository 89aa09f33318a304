"""URDF, the robot description of ROS: links with masses, and a tree of joints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.acts import (
    NO_LIMIT,
    damper,
    dry,
    free_motions,
    stop,
)
from lagr_gui.extensions.robots.meshes import MeshPlaces, urdf_meshes
from lagr_gui.extensions.robots.record import WORLD, Act, Notes, Robot, RobotLink, SingleMotion
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame, from_rpy, nowhere, to_z
from lagr_gui.extensions.robots.shapes import urdf_shape
from lagr_gui.extensions.robots.values import direction, needed, number, sound, vector, word
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError

KINDS = ("fixed", "revolute", "continuous", "prismatic", "planar", "floating")

_SILENT = {"material", "link", "joint", "gazebo", "transmission"}


def read_urdf(top: Tag, notes: Notes, folder: Path | None = None) -> Robot:
    """The robot of a file in a folder. Raises LagrError with all faults of its structure."""
    return _Urdf(top, notes, folder).robot()


class _Urdf:
    def __init__(self, top: Tag, notes: Notes, folder: Path | None) -> None:
        self.top, self.notes = top, notes
        self.files = MeshPlaces(folder, notes)
        self.links: dict[str, Tag] = {}
        self.joints: dict[str, Tag] = {}
        self.above: dict[str, Tag] = {}
        self.below: dict[str, list[Tag]] = {}
        self.motions: dict[str, list[SingleMotion]] = {}
        self.fixed: set[str] = set()
        name = top.given.get("name", "")
        self.found = Robot(name, say("Read from the URDF of {name}.", name=name), [])

    def robot(self) -> Robot:
        self.look()
        roots = [name for name in self.links if name not in self.above]
        if not roots:
            self.notes.error(
                self.top,
                "No link is the root: the joints close a loop, which URDF cannot say.",
                "Take a joint out, or use MJCF with an equality.",
            )
        if len(roots) > 1:
            names = ", ".join(f"“{name}”" for name in roots[:10])
            cause = say("Several links hang on no joint: {names}.", names=names)
            self.notes.error(self.links[roots[1]], cause, "Connect all links to one root.")
        self.refuse()
        self.walk(roots[0])
        self.refuse()
        for joint in self.joints.values():
            self.guarded(joint, self.act)
        self.tell_apart()
        self.refuse()
        return self.found

    def refuse(self) -> None:
        if any(problem.severity == "error" for problem in self.notes.found):
            raise LagrError(self.notes.found)

    def guarded(self, tag: Tag, step: Callable[[Tag], None]) -> None:
        """A step whose faults are collected."""
        try:
            step(tag)
        except LagrError as error:
            self.notes.found += error.problems

    # --- structure -------------------------------------------------------------------------

    def look(self) -> None:
        """Names of links and joints, and what hangs on what."""
        for tag in self.top.inner:
            if tag.name == "link":
                self.guarded(tag, lambda tag: self.enter(self.links, tag))
            elif tag.name == "joint":
                self.guarded(tag, self.joint)
            elif tag.name.startswith("xacro:"):
                remedy = "Expand it first: xacro FILE > robot.urdf."
                self.notes.error(tag, "It is a macro of xacro, not yet a URDF.", remedy)
            elif tag.name not in _SILENT:
                self.notes.lacks(tag, f"<{tag.name}>", "Take it out of the file.")
        for joint in self.joints.values():
            self.guarded(joint, self.hang)

    def enter(self, names: dict[str, Tag], tag: Tag) -> None:
        name = word(tag, "name")
        if name in names:
            cause = say("The name is taken: line {line} has it too.", line=names[name].line)
            raise tag.wrong(cause, "Give each link and each joint a name of its own.")
        names[name] = tag

    def joint(self, tag: Tag) -> None:
        kind = tag.given.get("type", "")
        if kind not in KINDS:
            cause = say("There is no joint of type “{kind}”.", kind=kind)
            remedy = say("Known are: {kinds}.", kinds=", ".join(KINDS))
            raise tag.wrong(cause, remedy)
        self.enter(self.joints, tag)

    def hang(self, joint: Tag) -> None:
        parent, child = (self.end(joint, name) for name in ("parent", "child"))
        if child in self.above:
            cause = say(
                "The link “{child}” has two parents: line {line} has it as a child too.",
                child=child,
                line=self.above[child].line,
            )
            raise joint.wrong(cause, "URDF is a tree: take one of the joints out, or use MJCF.")
        if parent == child:
            cause = say("It joins the link “{child}” with itself.", child=child)
            raise joint.wrong(cause, "Give another parent.")
        self.above[child] = joint
        self.below.setdefault(parent, []).append(joint)

    def end(self, joint: Tag, name: str) -> str:
        tag = joint.first(name)
        if tag is None:
            remedy = say("Give <{name} link=…/>.", name=name)
            raise joint.wrong(say("<{name}> is missing.", name=name), remedy)
        link = word(tag, "link")
        if link not in self.links:
            cause = say("There is no link “{link}”.", link=link)
            raise tag.wrong(cause, "Name a link of the file.")
        return link

    def walk(self, root: str) -> None:
        """All links that hang on the root, parents first; others hang on a loop."""
        self.found.links.append(RobotLink(root, -1))
        if self.links[root].first("inertial"):
            cause = say("The root link “{root}” rests: its mass moves nothing.", root=root)
            self.notes.warn(
                self.links[root],
                cause,
                "To let it move, hang it on a link “world” by a joint of type floating.",
            )
        index = {root: WORLD}
        waiting = [root]
        for parent in waiting:
            for joint in self.below.get(parent, []):
                child = self.end(joint, "child")
                index[child] = len(self.found.links)
                waiting.append(child)
                self.found.links.append(RobotLink(child, index[parent]))
                self.guarded(joint, lambda joint, at=index[child]: self.place(joint, at))
                self.guarded(self.links[child], lambda link, at=index[child]: self.fill(link, at))
        for name, tag in self.links.items():
            if name not in index:
                cause = say(
                    "The link “{name}” is part of a loop, which URDF cannot say.", name=name
                )
                self.notes.error(tag, cause, "Take a joint out, or use MJCF with an equality.")

    # --- links and motions -----------------------------------------------------------------

    def fill(self, tag: Tag, index: int) -> None:
        """The mass and the shape of a link."""
        link = self.found.links[index]
        inertial = tag.first("inertial")
        if inertial is not None:
            mass, tensor = inertial.first("mass"), inertial.first("inertia")
            value = needed(mass, "value") if mass is not None else 0.0
            inertia = np.zeros((3, 3))
            if tensor is not None:
                xx, yy, zz, xy, xz, yz = (
                    needed(tensor, f"i{entry}") for entry in ("xx", "yy", "zz", "xy", "xz", "yz")
                )
                inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            whole = Mass(value, nowhere(), inertia)
            whole = sound(tensor or inertial, whole, self.notes, say("link “{n}”", n=link.name))
            link.masses.append(whole.seen_from(origin(inertial)))
        link.shape = urdf_shape(tag)
        link.meshes = list(urdf_meshes(tag, self.files))

    def place(self, joint: Tag, index: int) -> None:
        """The frame and the motions of the child of a joint."""
        link, name = self.found.links[index], joint.given["name"]
        link.frame = origin(joint)
        kind, axis_tag = joint.given["type"], joint.first("axis")
        axis = np.array([1.0, 0, 0])
        if axis_tag is not None and kind in ("revolute", "continuous", "prismatic", "planar"):
            axis = direction(axis_tag, "xyz", (1, 0, 0))
        if kind in ("revolute", "continuous", "prismatic"):
            link.motions = [SingleMotion(name, kind != "prismatic", axis, joint=name)]
        elif kind == "planar":
            across = to_z(axis)
            ways = [SingleMotion(f"{name}_{c}", False, across[:, i]) for i, c in enumerate("xy")]
            link.motions = [*ways, SingleMotion(f"{name}_turn", True, axis)]
        elif kind == "floating":
            link.motions = free_motions(name, np.eye(3))
        for motion in link.motions:
            motion.joint = name
        self.motions[name] = link.motions
        if kind == "fixed":
            self.fixed.add(name)

    # --- what acts -------------------------------------------------------------------------

    def act(self, joint: Tag) -> None:
        """Damping, friction, limits and coupling of a joint."""
        for tag in joint.inner:
            if tag.name not in _ACTS:
                self.notes.lacks(tag, f"<{tag.name}>", "Take it out of the file.")
        motions, name = self.motions[joint.given["name"]], joint.given["name"]
        dynamics = joint.first("dynamics")
        if dynamics is not None:
            self.dynamics(dynamics, name, motions)
        limit, kind = joint.first("limit"), joint.given["type"]
        if kind in ("revolute", "prismatic"):
            if limit is None:
                raise joint.wrong("<limit> is missing.", "Give it, or use the type continuous.")
            self.limit(limit, name, motions[0])
        mimic = joint.first("mimic")
        if mimic is not None:
            self.mimic(mimic, name, motions)

    def dynamics(self, tag: Tag, name: str, motions: list[SingleMotion]) -> None:
        damping, friction = number(tag, "damping"), number(tag, "friction")
        for motion in motions:
            if damping:
                self.found.acts.append(damper(f"damping of {motion.name}", damping, motion))
            if friction:
                title = f"friction of {motion.name}"
                self.found.acts.append(dry(self.found, title, friction, motion))

    def limit(self, tag: Tag, name: str, motion: SingleMotion) -> None:
        lower, upper = number(tag, "lower"), number(tag, "upper")
        if lower > upper:
            cause = say("lower = {lower} is above upper = {upper}.", lower=lower, upper=upper)
            raise tag.wrong(cause, "Exchange them.")
        if lower == upper:
            if lower or upper or "lower" in tag.given:
                raise tag.wrong("The joint cannot move.", "Give a range, or the type fixed.")
            return
        if upper - lower < NO_LIMIT:
            self.found.acts.append(stop(f"stop of {name}", motion, lower, upper))

    def mimic(self, tag: Tag, name: str, motions: list[SingleMotion]) -> None:
        other = word(tag, "joint")
        if other in self.fixed or name in self.fixed:
            self._still(tag, name, motions, other)
            return
        if other not in self.motions or len(self.motions[other]) != 1 or other == name:
            cause = say("There is no other joint “{other}” with one coordinate.", other=other)
            raise tag.wrong(cause, "Name a joint that turns or slides.")
        if len(motions) != 1:
            raise tag.wrong("The joint has not one coordinate.", "Take <mimic> out.")
        fields = {
            "coordinate_a": "{0}",
            "coordinate_b": "{1}",
            "ratio": number(tag, "multiplier", 1.0),
            "offset": number(tag, "offset"),
        }
        pair = (motions[0], self.motions[other][0])
        self.found.acts.append(Act("gear", f"mimic of {name}", fields, pair))

    def _still(self, tag: Tag, name: str, motions: list[SingleMotion], other: str) -> None:
        """What follows a joint of type fixed stays at its offset; one of this type follows none."""
        if not motions:
            self.notes.warn(tag, "The joint is of type fixed: it follows no other.", _KEPT)
            return
        if len(motions) != 1:
            raise tag.wrong("The joint has not one coordinate.", "Take <mimic> out.")
        cause = say("Joint “{other}”, which is followed, is of type fixed.", other=other)
        self.notes.warn(tag, cause, "The joint that follows is held at its offset.")
        fields = {"coordinate": "{0}", "motion": number(tag, "offset")}
        act = Act("prescribed_motion", f"mimic of {name}", fields, (motions[0],))
        self.found.acts.append(act)

    def tell_apart(self) -> None:
        """What belongs to motors and simulators and is not part of the mechanics."""
        for name, words in _OUTSIDE.items():
            tag = next((t for j in self.joints.values() for t in j.each(name)), None)
            if tag is not None:
                self.notes.warn(tag, words, "Nothing needs to be done.")
        for tag in self.top.each("gazebo", "transmission"):
            words = "It is for simulators and controllers and was left out."
            self.notes.warn(tag, words, "Nothing needs to be done.")
            break
        limits = [t for j in self.joints.values() for t in j.each("limit")]
        tag = next((t for t in limits for key in _BOUNDS if 0 < number(t, key) < NO_LIMIT), None)
        if tag is not None:
            words = "Limits of effort and velocity bound motors, and the model has none."
            self.notes.warn(tag, words, "Nothing needs to be done.")


_BOUNDS = ("effort", "velocity")
_KEPT = "It stays where it is."

_ACTS = ("parent", "child", "origin", "axis", "dynamics", "limit", "mimic")
_ACTS += ("safety_controller", "calibration")
_OUTSIDE = {
    "safety_controller": "Bounds of a safety controller were left out.",
    "calibration": "Marks for calibration were left out.",
}


def origin(tag: Tag) -> RigidFrame:
    """The frame that <origin> gives. Raises LagrError."""
    inner = tag.first("origin")
    if inner is None:
        return RigidFrame()
    return RigidFrame(from_rpy(*vector(inner, "rpy")), vector(inner, "xyz"))
