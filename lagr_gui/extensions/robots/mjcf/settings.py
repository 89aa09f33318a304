"""What holds in all of an MJCF: included files, how angles are written, classes of defaults."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np

from lagr_gui.exchange.markup import MOST_TAGS, Tag, read_tags
from lagr_gui.extensions.robots.record import Notes
from lagr_gui.extensions.robots.rigid import (
    RigidFrame,
    about,
    from_euler,
    from_quaternion,
    rounded,
    to_z,
)
from lagr_gui.extensions.robots.values import direction, numbers, vector
from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.message import say

MOST_FILES = 100
"""Files that may be included."""

Defaults = dict[str, dict[str, str]]


def with_includes(top: Tag, folder: Path | None) -> None:
    """Put what is included in its place: files of the same folder, each once."""
    files: set[str] = set()
    waiting, count = [top], 0
    while waiting:
        tag = waiting.pop()
        count += len(tag.inner)
        if count > MOST_TAGS:
            cause = say("The file holds more than {most} elements.", most=MOST_TAGS)
            raise tag.wrong(cause, "Read a smaller file.")
        inners: list[Tag] = []
        for inner in tag.inner:
            inners += _included(inner, folder, files) if inner.name == "include" else [inner]
        tag.inner = inners
        waiting += inners


def _included(tag: Tag, folder: Path | None, files: set[str]) -> list[Tag]:
    name = tag.given.get("file", "")
    if folder is None or not name or name != Path(name).name or "\\" in name:
        cause = say("The file “{name}” is not read from here.", name=name)
        remedy = "Put it into the same folder and name it without a folder, or paste it in."
        raise tag.wrong(cause, remedy)
    if name in files or len(files) >= MOST_FILES:
        cause = say("The file “{name}” is included twice, or too many are.", name=name)
        raise tag.wrong(cause, "Include each file once.")
    files.add(name)
    top = read_tags(read_bytes(folder / name))
    if any(inner.name == "include" for inner in top.inner):
        cause = say("The file “{name}” includes others.", name=name)
        raise tag.wrong(cause, "Include all files in the first one.")
    return top.inner


class MjcfSettings:
    """The compiler's settings and the classes of defaults."""

    def __init__(self, top: Tag, notes: Notes) -> None:
        attributes: dict[str, str] = {}
        for tag in top.each("compiler"):
            attributes |= tag.given
        self.given = attributes
        self.compiler = Tag("compiler", attributes, top.line)
        self.angle = 1.0 if attributes.get("angle", "degree") == "radian" else pi / 180
        self.sequence = attributes.get("eulerseq", "xyz")
        if len(self.sequence) != 3 or set(self.sequence.lower()) - set("xyz"):
            raise self.compiler.wrong("eulerseq names no axes.", "Give three of x, y, z.")
        self.autolimits = attributes.get("autolimits", "true") != "false"
        self.classes: dict[str, Defaults] = {"main": {}}
        for tag in top.each("default"):
            self._enter(tag)
        for name in ("settotalmass", "boundmass", "boundinertia"):
            value = numbers(self.compiler, name, 1)
            if value and value[0] > 0:
                notes.lacks(self.compiler, name, "Give each body its own mass and inertia.")

    def _enter(self, top: Tag) -> None:
        """A class of defaults, with those in it, which begin with what it says."""
        waiting: list[tuple[Tag, str]] = [(top, "main")]
        first = True
        while waiting:
            tag, above = waiting.pop()
            name = tag.given.get("class", "main" if first else "")
            if not name:
                raise tag.wrong("class is missing.", "Give the class of defaults a name.")
            defaults = {key: dict(values) for key, values in self.classes[above].items()}
            for inner in tag.inner:
                if inner.name != "default":
                    defaults[inner.name] = defaults.get(inner.name, {}) | inner.given
            self.classes[name] = defaults
            if first:
                self.classes["main"] = defaults
            first = False
            waiting += [(inner, name) for inner in tag.each("default")]

    def full(self, tag: Tag, childclass: str, also: str = "") -> Tag:
        """The tag with what its class gives; `also` is another name under which that may stand."""
        name = tag.given.get("class") or childclass or "main"
        if name not in self.classes:
            cause = say("There is no class “{name}” of defaults.", name=name)
            raise tag.wrong(cause, "Name one of the file.")
        defaults = self.classes[name]
        attributes = defaults.get(also, {}) | defaults.get(tag.name, {}) | tag.given
        return Tag(tag.name, attributes, tag.line, tag.inner)

    def limited(self, tag: Tag, what: str = "limited", by: str = "range") -> bool:
        """Whether a range holds."""
        word = tag.given.get(what, "auto")
        return word == "true" or (word == "auto" and self.autolimits and by in tag.given)

    def frame(self, tag: Tag) -> RigidFrame:
        """Place and turn of a body, a geom, a site."""
        return RigidFrame(self._turn(tag), vector(tag, "pos"))

    def _turn(self, tag: Tag) -> np.ndarray:
        if quaternion := numbers(tag, "quat", 4):
            length = float(np.linalg.norm(quaternion))
            if not length:
                raise tag.wrong("quat is zero.", "Give a quaternion, such as 1 0 0 0.")
            w, x, y, z = (value / length for value in quaternion)
            return from_quaternion(w, x, y, z)
        if angles := numbers(tag, "euler", 3):
            return from_euler([self.angle * angle for angle in angles], self.sequence)
        if entries := numbers(tag, "axisangle", 4):
            axis = np.array(entries[:3])
            if not axis.any():
                raise tag.wrong("axisangle is zero.", "Give an axis, such as 0 0 1 90.")
            return about(axis / np.linalg.norm(axis), self.angle * entries[3])
        if "zaxis" in tag.given:
            return to_z(direction(tag, "zaxis", (0, 0, 1)))
        if axes := numbers(tag, "xyaxes", 6):
            x, y = np.array(axes[:3]), np.array(axes[3:])
            z = np.cross(x, y)
            if not z.any():
                raise tag.wrong("xyaxes gives no plane.", "Give two directions.")
            x, z = x / np.linalg.norm(x), z / np.linalg.norm(z)
            return rounded(np.array([x, np.cross(z, x), z]).T)
        return np.eye(3)
