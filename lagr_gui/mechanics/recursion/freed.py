"""The axes along which joints let go: only drives, springs and dampers act along them."""

from __future__ import annotations

from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import Link
from lagr_gui.mechanics.recursion.derivation import Recursion
from lagr_gui.mechanics.recursion.frames import any_
from lagr_gui.mechanics.vectors import Triple, apply

FORCE, MOMENT = 0, 1

FreedAxis = tuple[int, Triple[Node]]
"""Whether a force or a moment does work along an axis, and the axis in space."""


def freed_axes(recursion: Recursion) -> dict[str, list[FreedAxis]]:
    """By joint; none of a joint in which one coordinate both turns and shifts, as a screw does.

    What acts along those cannot be told apart from what the joint holds.
    """
    by_joint = {link.joint: _axes(recursion, link) for link in recursion.reading.links}
    return {joint: axes for joint, axes in by_joint.items() if axes}


def _axes(recursion: Recursion, link: Link) -> list[FreedAxis]:
    frames, poses = recursion.frames, recursion.motion.poses
    at, root = (frames.seats[body].frame for body in (link.child, link.parent))
    axes: list[tuple[int, FreedAxis]] = []
    while at != root:
        frame = frames.frames[at]
        for coordinate, (turn, move) in frame.columns.items():
            for sort, column in ((MOMENT, turn), (FORCE, move)):
                if any_(column):
                    axes.append((coordinate, (sort, apply(poses[at][0], column))))
        at = frame.parent
    once = len({coordinate for coordinate, _ in axes}) == len(axes)
    return [axis for _, axis in axes] if once else []
