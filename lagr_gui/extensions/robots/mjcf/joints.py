"""Joints of an MJCF: their motions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.acts import free_motions
from lagr_gui.extensions.robots.mjcf.settings import MjcfSettings
from lagr_gui.extensions.robots.record import RobotLink, SingleMotion
from lagr_gui.extensions.robots.rigid import RigidFrame
from lagr_gui.extensions.robots.values import direction, number, vector
from lagr_gui.foundation.message import say

KINDS = ("hinge", "slide", "ball", "free")


COORDINATES = "coordinates of "
"""How a text of an MJCF is called that names the coordinates of a joint."""


def named_coordinates(tag: Tag) -> dict[str, list[str]]:
    """Names of coordinates by joint, as files say them that were written here."""
    texts = {text.given.get("name", ""): text.given.get("data", "") for text in tag.each("text")}
    return {
        name.removeprefix(COORDINATES): data.split()
        for name, data in texts.items()
        if name.startswith(COORDINATES)
    }


@dataclass(slots=True, eq=False)
class MjcfJoint:
    """A joint: its tag with all defaults, and its motions."""

    tag: Tag
    name: str
    kind: str
    motions: list[SingleMotion]


def motions_of(
    tag: Tag, name: str, frame: RigidFrame, link: RobotLink, settings: MjcfSettings
) -> MjcfJoint:
    """A joint of a link; `frame` is that in which it is given. Raises LagrError."""
    kind = "free" if tag.name == "freejoint" else tag.given.get("type", "hinge")
    if kind not in KINDS:
        cause = say("There is no joint of type “{kind}”.", kind=kind)
        raise tag.wrong(cause, say("Known are: {kinds}.", kinds=", ".join(KINDS)))
    if kind == "free":
        if link.parent or link.motions:
            raise tag.wrong("A body in another one, or with joints, is not free.", "Use a ball.")
        return MjcfJoint(tag, name, kind, free_motions(name, link.frame.R.T))
    anchor = frame.at(vector(tag, "pos"))
    if kind == "ball":
        motions = free_motions(name, np.eye(3))[3:]
        for motion in motions:
            motion.anchor = anchor
        return MjcfJoint(tag, name, kind, motions)
    turns = kind == "hinge"
    axis = frame.R @ direction(tag, "axis", (0, 0, 1))
    ref = number(tag, "ref") * (settings.angle if turns else 1.0)
    return MjcfJoint(tag, name, kind, [SingleMotion(name, turns, axis, anchor, ref, joint=name)])
