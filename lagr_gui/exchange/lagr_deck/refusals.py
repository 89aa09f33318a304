"""What LAGR could not have treated, said in the words of mechanics."""

from __future__ import annotations

from typing import NoReturn

from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.model import Model
from lagr_gui.problem import LagrError, Problem

_REASONS = {
    "dashpot": (
        "LAGR had no damper along the line between its points.",
        "Use LAGR's damper, which resists every relative motion of the points.",
    ),
}
_OTHERWISE = (
    "LAGR knew springs, its own dampers, forces and moments only.",
    "Leave the element out, or enter its forces and moments.",
)


def refuse_joints(model: Model, reading: Reading) -> None:
    """Raise the problems of joints that are not part of the tree: closed loops."""
    tree = {link.joint for link in reading.links}
    problems = [
        Problem(
            f"Joint “{joint.name}”",
            "It closes a loop; LAGR treated trees only, loops by absolute motion of the user.",
            "Write every motion in independent coordinates, or leave the joint out.",
            code="deck-loop",
            path=("joints", index),
        )
        for index, joint in enumerate(model.joints)
        if joint.name not in tree
    ]
    if problems:
        raise LagrError(problems)


def refuse_element(part: Part) -> NoReturn:
    """Raise the problem of an element that LAGR did not know."""
    cause, remedy = _REASONS.get(part.kind.name, _OTHERWISE)
    title = part.kind.title["en"].lower()
    place = f"Element “{part.record.name}” ({title})"
    raise LagrError(Problem(place, cause, remedy, code="deck-element"))
