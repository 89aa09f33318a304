"""What is told of a system in which events open joints that carry the tree."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity, by_severity
from lagr_gui.model import Model
from lagr_gui.prepared.report import Report


def with_openings(found: Report, before: Report, drawn: Model, made: Model) -> Report:
    """The report of a system with joints that can open.

    It has the coordinates of its motions, and all else as it is `before` any event; `made` is the
    model with freer joints beside those that can open.
    """
    if not before.sound:
        return before
    errors = (problem for problem in found.problems if problem.severity is Severity.ERROR)
    told = (_told(drawn, made, index) for index in range(len(drawn.joints)))
    problems = by_severity([*before.problems, *errors, *filter(None, told)])
    return replace(before, problems=problems, coordinates=found.coordinates, units=found.units)


def _told(drawn: Model, made: Model, index: int) -> Problem | None:
    """That a joint can open, where a freer one carries the tree in its place."""
    joint, freer = drawn.joints[index], made.joints[index]
    if joint.name == freer.name:
        return None
    cause = say(
        "It can open: motions have the coordinates {names}, which it binds until then.",
        names=", ".join(freer.coordinates),
    )
    place, path = say("Joint “{name}”", name=joint.name), ("joints", index)
    remedy = "Nothing needs to be done."
    return Problem(place, cause, remedy, Severity.HINT, "opening", path)
