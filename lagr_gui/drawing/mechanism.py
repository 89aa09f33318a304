"""What pictures of a mechanism draw between its bodies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.contacts import BallGap
from lagr_gui.catalogue.geometry import Overrun
from lagr_gui.catalogue.kinds import Dissipation, Friction, Potential
from lagr_gui.model import Element, Joint

_SORTS: Mapping[type, str] = {
    Potential: "spring",
    Dissipation: "dashpot",
    Friction: "friction",
}


def line_sort(kind: str) -> str:
    """What an element along a line looks like: a spring, a dashpot, friction, or empty for a plain
    line.

    A gap is between bodies that may touch.
    """
    geometry = ELEMENTS[kind].geometry
    if isinstance(geometry, BallGap):
        return "gap"
    if ELEMENTS[kind].tie is not None:
        return ""  # a rope that rubs on its drum
    return _SORTS.get(type(ELEMENTS[kind].law), "")


def free_way(element: Element) -> int:
    """The sense in which what an element holds moves freely: ±1; 0 where it holds both ways."""
    geometry = ELEMENTS[element.kind].geometry
    if not isinstance(geometry, Overrun):
        return 0
    return geometry.sign(getattr(element, geometry.turns))


def brakes_across(kind: str) -> bool:
    """Whether an element is a damper that resists motion across its line too, as LAGR's does."""
    law = ELEMENTS[kind].law
    return isinstance(law, Dissipation) and "square_speed" in law.power


def thin_bars(joints: Iterable[Joint], beams: Collection[str]) -> Iterator[tuple[str, int]]:
    """The joints to which thin bars lead from the centres of bodies, and these bodies.

    Body 0 holds its joints without one, and a beam leads to its own joint (`beams` by their names).
    """
    for joint in joints:
        if len(JOINTS[joint.kind].slides) < 3:  # one that goes anywhere holds on to nothing
            ends = (joint.parent,) if joint.name in beams else (joint.parent, joint.child)
            yield from ((joint.name, body) for body in ends if body)
