"""What LAGR could not have treated, said in the words of mechanics."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from lagr_gui.catalogue import KINDS
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.model import Model
from lagr_gui.model.quantities import units_of_coordinates

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
_BINDING = (
    "It binds coordinates; LAGR treated independent coordinates without conditions only.",
    "Leave the element out, or write all motions in independent coordinates.",
)
_STOPPING = (
    "It limits the motion; LAGR treated motions without impacts and contacts only.",
    "Leave the element out.",
)
_CLOSING = (
    "It closes a loop; LAGR read the relative motions of a tree only.",
    "Leave the joint out, or write all motions in independent coordinates.",
)
_TABULATED = (
    "A table defines it; LAGR had none.",
    "Give it an expression, or take the table away: LAGR treats functions without a definition.",
)
_BENDING = (
    "It is an elastic beam; LAGR treated rigid bodies only.",
    "Draw a rigid body in its place.",
)


def refuse_conditions(model: Model, reading: Reading) -> None:
    """Raise the problems of joints that close loops or bend and of what binds or limits."""
    closing = {closure.joint for closure in reading.closures}
    bending = {body.beam.joint for body in reading.beams}
    problems: list[Problem] = []
    for index, joint in enumerate(model.joints):
        place, path = say("Joint “{name}”", name=joint.name), ("joints", index)
        if joint.name in closing:
            problems.append(Problem(place, *_CLOSING, code="deck-loop", path=path))
        if joint.name in bending:
            problems.append(Problem(place, *_BENDING, code="deck-beam", path=path))
    problems += [
        Problem(_place(model, entry), *_BINDING, code="deck-element", path=_path(model, entry))
        for entry in reading.constraints
        if isinstance(entry, Part)
    ]
    problems += [
        Problem(_place(model, part), *_STOPPING, code="deck-element", path=_path(model, part))
        for part in reading.limits
    ]
    if problems:
        raise LagrError(problems)


def refuse_tables(model: Model, names: CardNames, used: Collection[str]) -> None:
    """Raise the problems of functions on cards that tables define."""
    problems: list[Problem] = []
    for index, function in enumerate(model.functions):
        if function.is_tabulated and f"{names.function(function.name)}." in used:
            place = say("Function “{name}”", name=function.name)
            path = ("functions", index)
            problems.append(Problem(place, *_TABULATED, code="deck-function", path=path))
    if problems:
        raise LagrError(problems)


def refuse_element(model: Model, part: Part) -> NoReturn:
    """Raise the problem of an element that LAGR did not know."""
    cause, remedy = _REASONS.get(part.kind.name, _OTHERWISE)
    problem = Problem(
        _place(model, part), cause, remedy, code="deck-element", path=_path(model, part)
    )
    raise LagrError(problem)


def _place(model: Model, part: Part) -> str:
    title = part.kind.titled(part.record, units_of_coordinates(model, KINDS)).lower()
    return say("Element “{name}” ({title})", name=part.record.name, title=title)


def _path(model: Model, part: Part) -> Path:
    names = [element.name for element in model.elements]
    return ("elements", names.index(part.record.name))
