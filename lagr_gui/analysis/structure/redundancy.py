"""What cuts and conditions bind, in words: rows that hold by themselves or follow from others."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Condition, Load
from lagr_gui.foundation.message import Message, counted, say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.mechanics.closure import Offset, closure
from lagr_gui.model import Element
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.positions.freedom import Freedom
from lagr_gui.topology import Cut


def preferred(prepared: Prepared) -> tuple[str, ...]:
    """Coordinates with a start value, then those that something drives."""
    names = [entry.coordinate for entry in prepared.model.start]
    for element in prepared.model.elements:
        kind = ELEMENTS[element.kind]
        if isinstance(kind.geometry, OnCoordinate) and isinstance(kind.law, Condition | Load):
            names.append(getattr(element, kind.geometry.coordinate))
    return tuple(dict.fromkeys(names))


def binding_notes(prepared: Prepared, found: Freedom, driven: bool) -> list[Problem]:
    """What joints that are cut and elements bind, and which freedom is left.

    `driven`: conditions ask for velocities by themselves.
    """
    notes = [
        _element_note(element.name, index, found)
        for index, element in enumerate(prepared.model.elements)
        if _binds(element) and element.enabled
    ]
    notes = [note for note in notes if note] + [_freedom_note(found, driven)]
    return _cut_notes(prepared, found) + notes


def _cut_notes(prepared: Prepared, freedom: Freedom) -> list[Problem]:
    """For each cut: how many conditions, how many of them hold by themselves, what follows."""
    notes: list[Problem] = []
    for cut in prepared.topology.cuts:
        key = f"joint:{cut.joint.name}"
        rows = [s for s, source in enumerate(freedom.sources) if source == key]
        idle = [s for s in rows if s in freedom.idle]
        redundant = [s for s in rows if s in freedom.redundant]
        if len(idle) == 2 and _offsets(cut, rows, idle) == 0 and len(redundant) == 1:
            # In a skew plane it is a mixture of three rows that shifts out of it.
            idle, redundant = [*redundant, *idle], []
        path = "–".join(map(str, (*cut.loop.bodies, cut.loop.bodies[0])))
        cause = say(
            "It closes the path {path} and is cut: {conditions}.",
            path=path,
            conditions=counted(len(rows), "{count} condition", "{count} conditions"),
        )
        if idle:
            cause += counted(
                len(idle),
                " {count} of them holds in every position: {why}.",
                " {count} of them hold in every position: {why}.",
                why=_why_idle(cut, rows, idle),
            )
        if redundant:
            cause += _dependent(len(redundant), bool(idle))
        cause += counted(
            len(rows) - len(idle) - len(redundant),
            " {count} equation binds the coordinates.",
            " {count} equations bind the coordinates.",
        )
        index = prepared.model.joints.index(cut.joint)
        place = say("Joint “{name}”", name=cut.joint.name)
        notes.append(Problem(place, cause, "", Severity.HINT, "cut", ("joints", index)))
    return notes


def _dependent(count: int, more: bool) -> Message:
    if more:
        return counted(
            count,
            " {count} more follows from the others in every position: the geometry is special.",
            " {count} more follow from the others in every position: the geometry is special.",
        )
    return counted(
        count,
        " {count} of them follows from the others in every position: the geometry is special.",
        " {count} of them follow from the others in every position: the geometry is special.",
    )


def _offsets(cut: Cut, rows: Sequence[int], some: Sequence[int]) -> int:
    """How many of some rows of a cut joint are conditions on its points."""
    conditions = closure(cut, -1).conditions
    return sum(isinstance(conditions[row - rows[0]], Offset) for row in some)


def _why_idle(cut: Cut, rows: Sequence[int], idle: Sequence[int]) -> Message:
    offsets = _offsets(cut, rows, idle)
    if offsets == 1 and len(idle) == 3:
        return say("the loop moves in a plane, so nothing shifts or tilts out of it")
    if offsets == 0:
        return say("the axes of the loop stay parallel by themselves")
    return say("the other joints of the loop allow no motion against them")


def _element_note(name: str, index: int, freedom: Freedom) -> Problem | None:
    """Conditions of an element that hold by themselves, or that others hold already."""
    rows = [s for s, source in enumerate(freedom.sources) if source == f"element:{name}"]
    idle = [s for s in rows if s in freedom.idle]
    redundant = [s for s in rows if s in freedom.redundant]
    place, path = say("Element “{name}”", name=name), ("elements", index)
    if rows and len(idle) == len(rows):
        cause = "It holds in every position by itself: it binds nothing."
        remedy = "Take it away, or look whether its bodies, directions and coordinates are meant."
        return Problem(place, cause, remedy, Severity.WARNING, "idle-condition", path)
    if redundant:
        cause = counted(
            len(redundant),
            "{count} of its conditions follows from the others: the force that belongs to it is "
            "not determined.",
            "{count} of its conditions follow from the others: the force that belongs to it is "
            "not determined.",
        )
        remedy = "The motion is right; the multiplier shown is the smallest one."
        return Problem(place, cause, remedy, Severity.HINT, "redundant", path)
    if idle:
        cause = counted(
            len(idle),
            "{count} of its conditions holds in every position by itself.",
            "{count} of its conditions hold in every position by itself.",
        )
        return Problem(place, cause, "", Severity.HINT, "redundant", path)
    return None


def _freedom_note(freedom: Freedom, driven: bool) -> Problem:
    if freedom.freedoms:
        cause = counted(
            freedom.freedoms,
            "{count} degree of freedom; independent: {independent}{dependent}.",
            "{count} degrees of freedom; independent: {independent}{dependent}.",
            independent=", ".join(freedom.independent),
            dependent=_also_dependent(freedom.dependent),
        )
        return Problem("Model", cause, "", Severity.HINT, "freedom")
    if driven:
        cause = "The motion is prescribed as a whole: no degree of freedom is left."
        remedy = "Read the forces that this motion takes."
        return Problem("Model", cause, remedy, Severity.HINT, "driven")
    cause = "Nothing can move: joints and conditions leave no freedom."
    remedy = "Remove a joint or a condition, or read the reactions of this structure."
    return Problem("Model", cause, remedy, Severity.WARNING, "rigid")


def _binds(element: Element) -> bool:
    kind = ELEMENTS.get(element.kind)
    return kind is not None and isinstance(kind.of(element).law, Condition)


def _also_dependent(names: Sequence[str]) -> str:
    return say("; dependent: {names}", names=", ".join(names)) if names else ""
