"""MJCF, the models of MuJoCo: a tree of bodies with joints, shapes, springs and actuators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.merging import row
from lagr_gui.extensions.robots.mesh_masses import MeshMasses
from lagr_gui.extensions.robots.meshes import MeshPlaces, scale_of
from lagr_gui.extensions.robots.mjcf.joints import MjcfJoint, motions_of, named_coordinates
from lagr_gui.extensions.robots.mjcf.masses import geom_mass, geom_shape, given_mass
from lagr_gui.extensions.robots.mjcf.settings import MjcfSettings, with_includes
from lagr_gui.extensions.robots.record import WORLD, Act, Notes, Robot, RobotLink, SeenMesh
from lagr_gui.extensions.robots.rigid import RigidFrame, together
from lagr_gui.extensions.robots.values import number, numbers, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Shape

_SECTIONS = {"compiler", "option", "size", "visual", "statistic", "default", "asset", "worldbody"}
_SECTIONS |= {"contact", "equality", "tendon", "actuator", "sensor", "keyframe", "custom"}
_SEEN = {"light", "camera", "site", "geom"}
_FLUID = "a fluid around the bodies"


@dataclass(slots=True)
class _Place:
    """A tag that holds bodies: in which link it stands, where, with which class of defaults."""

    tag: Tag
    link: int
    frame: RigidFrame
    childclass: str


@dataclass(slots=True)
class _Own:
    """What a body has, by its link."""

    tag: Tag
    inertial: Tag | None = None
    inertial_frame: RigidFrame = field(default_factory=RigidFrame)
    geoms: list[tuple[Tag, RigidFrame]] = field(default_factory=list[tuple[Tag, RigidFrame]])


class Mjcf:
    """A file as it is read; sections besides the tree of bodies are read with it."""

    def __init__(self, top: Tag, notes: Notes, folder: Path | None, name: str = "") -> None:
        with_includes(top, folder)
        self.top, self.notes = top, notes
        self.settings = MjcfSettings(top, notes)
        name = top.given.get("model", "") or name
        self.robot = Robot(name, say("Read from the MJCF of {name}.", name=name), [])
        self.bodies: dict[str, int] = {"world": WORLD}
        self.sites: dict[str, tuple[int, RigidFrame]] = {}
        self.joints: dict[str, MjcfJoint] = {}
        self.own: dict[int, _Own] = {}
        self.files = MeshPlaces(folder, notes)
        self.meshes: dict[str, tuple[Tag, str]] = {}
        self.solids = MeshMasses(self.files)
        self.off: set[str] = set()
        self.called: dict[str, list[str]] = {}
        self.missing: set[str] = set()

    def guarded(self, tag: Tag, step: Callable[[Tag], None]) -> None:
        """A step whose faults are collected."""
        try:
            step(tag)
        except LagrError as error:
            self.notes.found += error.problems

    def read(self) -> None:
        """Options, bodies, joints; what acts comes after them."""
        for tag in self.top.inner:
            if tag.name not in _SECTIONS:
                self.notes.lacks(tag, f"<{tag.name}>", "Take it out of the file.")
        for tag in self.top.each("option"):
            self.guarded(tag, self.option)
        for tag in self.top.each("asset"):
            for mesh in tag.each("mesh"):
                self.guarded(mesh, self.asset)
        for tag in self.top.each("custom"):
            self.called |= named_coordinates(tag)
        self.robot.links.append(RobotLink("world", -1))
        worlds = list(self.top.each("worldbody"))
        waiting = [
            _Place(tag, WORLD, RigidFrame(), tag.given.get("childclass", ""))
            for tag in reversed(worlds)
        ]
        if not worlds:
            self.notes.error(self.top, "<worldbody> is missing.", "Give the bodies in it.")
        while waiting:
            waiting += reversed(self.inside(waiting.pop()))
        for index, part in self.own.items():
            self.guarded(part.tag, lambda _, at=index: self.weigh(at))
        self.carry()

    def option(self, tag: Tag) -> None:
        if "gravity" in tag.given:
            self.robot.gravity = vector(tag, "gravity")
        if number(tag, "density") or number(tag, "viscosity"):
            self.notes.lacks(tag, _FLUID, "Set density and viscosity to 0.")
        for flags in tag.each("flag"):
            self.off |= {key for key, word in flags.given.items() if word == "disable"}
        if "gravity" in self.off:
            self.robot.gravity = np.zeros(3)

    def asset(self, tag: Tag) -> None:
        """A mesh that bodies may be seen by."""
        full = self.settings.full(tag, "")
        file, options = full.given.get("file", ""), self.settings.given
        if "vertex" in full.given:
            self.solids.add(full.given.get("name", ""), full, "")
        if file:
            path = str(Path(options.get("meshdir", options.get("assetdir", ""))) / file)
            self.meshes[full.given.get("name", Path(file).stem)] = full, path
            self.solids.add(full.given.get("name", Path(file).stem), full, path)

    # --- the tree --------------------------------------------------------------------------

    def inside(self, place: _Place) -> list[_Place]:
        """Read what stands in a body or a frame; the bodies and frames in it come next."""
        places: list[_Place] = []
        if place.tag.name == "body":
            try:
                place = self.body(place.tag, place)
            except LagrError as error:
                self.notes.found += error.problems
                return []
        for tag in place.tag.inner:
            try:
                match tag.name:
                    case "body":
                        places.append(_Place(tag, place.link, place.frame, place.childclass))
                    case "frame":
                        frame = place.frame.then(self.settings.frame(tag))
                        name = tag.given.get("childclass", place.childclass)
                        places.append(_Place(tag, place.link, frame, name))
                    case "joint" | "freejoint":
                        self.joint(tag, place)
                    case "inertial":
                        self.own[place.link].inertial = tag
                        self.own[place.link].inertial_frame = place.frame
                    case name if name in _SEEN:
                        self.seen(tag, place)
                    case _:
                        self.notes.lacks(tag, f"<{tag.name}>", "Write out what it makes.")
            except LagrError as error:
                self.notes.found += error.problems
        return places

    def body(self, tag: Tag, place: _Place) -> _Place:
        index = len(self.robot.links)
        name = tag.given.get("name") or f"body{index}"
        if name in self.bodies:
            raise tag.wrong("The name is taken.", "Give each body a name of its own.")
        if tag.given.get("mocap") == "true":
            self.notes.lacks(tag, "mocap", "Give the body joints, or let it rest.")
        link = RobotLink(name, place.link, place.frame.then(self.settings.frame(tag)))
        self.bodies[name] = index
        self.robot.links.append(link)
        self.own[index] = _Own(tag)
        childclass = tag.given.get("childclass", place.childclass)
        return _Place(tag, index, RigidFrame(), childclass)

    def joint(self, tag: Tag, place: _Place) -> None:
        if place.link == WORLD:
            raise tag.wrong("The world does not move.", "Put the joint into a body.")
        link = self.robot.links[place.link]
        full = tag if tag.name == "freejoint" else self.settings.full(tag, place.childclass)
        name = tag.given.get("name") or f"{link.name}_{len(link.motions) + 1}"
        if name in self.joints:
            raise tag.wrong("The name is taken.", "Give each joint a name of its own.")
        joint = motions_of(full, name, place.frame, link, self.settings)
        actuators = self.called.get(name, [])
        if len(actuators) == len(joint.motions) > 1:
            for motion, called in zip(joint.motions, actuators, strict=True):
                motion.name = called
        self.joints[name] = joint
        link.motions += joint.motions

    def seen(self, tag: Tag, place: _Place) -> None:
        if tag.name == "site":
            full = self.settings.full(tag, place.childclass)
            frame = place.frame.then(self.settings.frame(full))
            self.sites[tag.given.get("name", "")] = (place.link, frame)
        elif tag.name == "geom" and place.link != WORLD:
            full = self.settings.full(tag, place.childclass)
            self.own[place.link].geoms.append((full, place.frame))

    def weigh(self, index: int) -> None:
        """The mass of a body, and how it is shown."""
        part, link, settings = self.own[index], self.robot.links[index], self.settings
        word = settings.given.get("inertiafromgeom", "auto")
        whose = say("body “{n}”", n=link.name)
        if part.inertial is not None and word != "true":
            mass = given_mass(part.inertial, settings, self.notes, whose)
            link.masses.append(mass.seen_from(part.inertial_frame))
        elif word != "false":
            low, high = numbers(settings.compiler, "inertiagrouprange", 2) or (0, 5)
            for geom, frame in part.geoms:
                if low <= number(geom, "group") <= high:
                    link.masses.append(
                        geom_mass(geom, settings, self.notes, self.solids).seen_from(frame)
                    )
        link.shape = self.shape(part)
        link.meshes = list(self.seen_by(part))

    def shape(self, part: _Own) -> Shape | None:
        for geom, frame in part.geoms:
            if not frame.p.any() and np.array_equal(frame.R, np.eye(3)):
                form = geom_shape(geom, self.settings)
                if form is not None:
                    return form
        return None

    def seen_by(self, part: _Own) -> Iterator[SeenMesh]:
        """The meshes of a body that touch nothing, or all where each of them may touch."""
        geoms = [(tag, frame) for tag, frame in part.geoms if tag.given.get("mesh") in self.meshes]
        only = [pair for pair in geoms if _is_seen_only(pair[0])]
        for geom, frame in only or geoms:
            tag, path = self.meshes[geom.given["mesh"]]
            factor = scale_of(tag, self.notes)
            if factor is not None:
                stands = frame.then(self.settings.frame(geom))
                yield SeenMesh(self.files.file(tag, path), stands, factor)

    def carry(self) -> None:
        """What gravcomp makes lighter: a rigid body that weighs nothing, or forces that lift."""
        rigid: dict[int, list[int]] = {}
        for index in self.own:
            above = index
            while not self.robot.links[above].motions and self.robot.links[above].parent > WORLD:
                above = self.robot.links[above].parent
            if self.robot.links[index].masses:
                rigid.setdefault(above, []).append(index)
        for above, parts in rigid.items():
            lifts = [number(self.own[index].tag, "gravcomp") for index in parts]
            if all(lift == 1 for lift in lifts):
                self.robot.links[above].weightless = True
                continue
            for index, lift in zip(parts, lifts, strict=True):
                self.lift(index, lift)

    def lift(self, index: int, lift: float) -> None:
        """A force at the centre of mass against a part of the weight."""
        link = self.robot.links[index]
        whole = together(link.masses)
        force = -lift * whole.mass * self.robot.gravity
        if force.any():
            title, fields = f"lift of {link.name}", {"vector": row(force)}
            self.robot.acts.append(Act("force", title, fields, ends=((index, whole.centre),)))

    def places(self) -> list[RigidFrame]:
        """Where the frames of links stand when all joints are as they are drawn."""
        frames: list[RigidFrame] = []
        for link in self.robot.links:
            above = frames[link.parent] if link.parent >= 0 else RigidFrame()
            frames.append(above.then(link.frame))
        return frames

    def end(self, tag: Tag, key: str) -> tuple[int, Array]:
        """The site that an attribute names, as a point of a link. Raises LagrError."""
        link, frame = self.site(tag, key)
        return link, frame.p

    def site(self, tag: Tag, key: str) -> tuple[int, RigidFrame]:
        """The site that an attribute names. Raises LagrError."""
        return tag.entry(key, self.sites)

    def link(self, tag: Tag, key: str) -> int:
        """The body that an attribute names. Raises LagrError."""
        return tag.entry(key, self.bodies)

    def moved(self, tag: Tag, key: str) -> MjcfJoint:
        """The joint that an attribute names. Raises LagrError."""
        return tag.entry(key, self.joints)


def _is_seen_only(geom: Tag) -> bool:
    return geom.given.get("contype") == "0" and geom.given.get("conaffinity") == "0"
