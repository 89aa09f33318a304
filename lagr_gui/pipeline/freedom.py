"""How a system can move, told in words: loops, cuts, dependent coordinates, redundancy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Condition
from lagr_gui.mechanics.closure import Offset, closure
from lagr_gui.mechanics.numbers import specialised
from lagr_gui.model import Model
from lagr_gui.pipeline.running import assembly, conditions, start_state
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import Problem, Severity
from lagr_gui.simulation import Conditions
from lagr_gui.simulation.freedom import Freedom, freedom
from lagr_gui.topology import Cut, analyse


@dataclass(frozen=True, eq=False)
class Mobility:
    """The freedom of a model at its start, Grübler's count, and what there is to say.

    `grubler` is 6 per body less what each joint and condition takes; it counts conditions
    that hold by themselves twice, which is why it can be less than the true number.
    """

    freedom: Freedom
    grubler: int
    notes: tuple[Problem, ...]


def mobility(model: Model, special: str = "") -> Mobility:
    """How a model can move from its start.

    Raises LagrError for an unsound model, and where its conditions cannot be met.
    """
    model = specialised(model, special)
    reading = read(model)
    t, binding = model.simulation.start, conditions(model)
    if binding is None:
        q = np.array(start_state(model)[0], float)
        names = reading.coordinates
        found = Freedom(names, (), q, 0, 0, (), (), names, np.eye(len(q)))
        return Mobility(found, _grubler(model, 0), ())
    start = assembly(model)
    found = freedom(binding, t, start.q, _preferred(model))
    notes = (
        *_cut_notes(model, found),
        *_words(model, found, _is_driven(binding, t, start.q)),
        *start.notes,
    )
    bound = sum(not source.startswith("joint:") for source in found.sources)
    return Mobility(found, _grubler(model, bound), notes)


def _preferred(model: Model) -> tuple[str, ...]:
    """Coordinates with a start value, then those that something drives."""
    names = [entry.coordinate for entry in model.start]
    names += [
        element.coordinate  # type: ignore[attr-defined]
        for element in model.elements
        if element.kind in ("prescribed_motion", "coordinate_force")
    ]
    return tuple(dict.fromkeys(names))


def _grubler(model: Model, conditions: int) -> int:
    topology = analyse(model, KINDS)
    joints = (*model.joints, *topology.offered)
    taken = sum(6 - len(joint.coordinates) for joint in joints)
    return 6 * len(model.bodies) - taken - conditions


def _cut_notes(model: Model, found: Freedom) -> list[Problem]:
    """For each cut: how many conditions, how many of them hold by themselves, what follows."""
    notes: list[Problem] = []
    for cut in analyse(model, KINDS).cuts:
        key = f"joint:{cut.joint.name}"
        rows = [s for s, source in enumerate(found.sources) if source == key]
        idle = [s for s in rows if s in found.idle]
        redundant = [s for s in rows if s in found.redundant]
        if len(idle) == 2 and _offsets(cut, rows, idle) == 0 and len(redundant) == 1:
            # In a skew plane it is a mixture of three rows that shifts out of it.
            idle, redundant = [*redundant, *idle], []
        path = "–".join(map(str, (*cut.loop.bodies, cut.loop.bodies[0])))
        cause = f"It closes the path {path} and is cut: {_counted(len(rows), 'condition')}."
        if idle:
            cause += f" {_counted(len(idle), 'of them holds', 'of them hold')} in every position"
            cause += f": {_why_idle(cut, rows, idle)}."
        if redundant:
            cause += f" {_counted(len(redundant), 'more follows', 'more follow')} from the others"
            cause += " in every position: the geometry is special."
        left = len(rows) - len(idle) - len(redundant)
        cause += f" {_counted(left, 'equation binds', 'equations bind')} the coordinates."
        index = model.joints.index(cut.joint)
        place = f"Joint “{cut.joint.name}”"
        notes.append(Problem(place, cause, "", Severity.HINT, "cut", ("joints", index)))
    return notes


def _offsets(cut: Cut, rows: Sequence[int], some: Sequence[int]) -> int:
    """How many of some rows of a cut joint are conditions on its points."""
    conditions = closure(cut, -1).conditions
    return sum(isinstance(conditions[row - rows[0]], Offset) for row in some)


def _why_idle(cut: Cut, rows: Sequence[int], idle: Sequence[int]) -> str:
    offsets = _offsets(cut, rows, idle)
    if offsets == 1 and len(idle) == 3:
        return "the loop moves in a plane, so nothing shifts or tilts out of it"
    if offsets == 0:
        return "the axes of the loop stay parallel by themselves"
    return "the other joints of the loop allow no motion against them"


def _words(model: Model, found: Freedom, driven: bool) -> list[Problem]:
    notes = [
        _element_note(element.name, index, found)
        for index, element in enumerate(model.elements)
        if _binds(element.kind) and element.enabled
    ]
    return [note for note in notes if note] + [_freedom_note(found, driven)]


def _element_note(name: str, index: int, found: Freedom) -> Problem | None:
    """Conditions of an element that hold by themselves, or that others hold already."""
    rows = [s for s, source in enumerate(found.sources) if source == f"element:{name}"]
    idle = [s for s in rows if s in found.idle]
    redundant = [s for s in rows if s in found.redundant]
    place, path = f"Element “{name}”", ("elements", index)
    if rows and len(idle) == len(rows):
        cause = "It holds in every position by itself: it binds nothing."
        remedy = "Take it away, or look whether its bodies, directions and coordinates are meant."
        return Problem(place, cause, remedy, Severity.WARNING, "idle-condition", path)
    if redundant:
        cause = _counted(len(redundant), "of its conditions follows", "of its conditions follow")
        cause += " from the others: the force that belongs to it is not determined."
        remedy = "The motion is right; the multiplier shown is the smallest one."
        return Problem(place, cause, remedy, Severity.HINT, "redundant", path)
    if idle:
        cause = _counted(len(idle), "of its conditions holds", "of its conditions hold")
        cause += " in every position by itself."
        return Problem(place, cause, "", Severity.HINT, "redundant", path)
    return None


def _freedom_note(found: Freedom, driven: bool) -> Problem:
    if found.freedoms:
        cause = f"{_counted(found.freedoms, 'degree', 'degrees')} of freedom; independent: "
        cause += f"{', '.join(found.independent)}"
        if found.dependent:
            cause += f"; dependent: {', '.join(found.dependent)}"
        return Problem("Model", f"{cause}.", "", Severity.HINT, "freedom")
    if driven:
        cause = "The motion is prescribed as a whole: no degree of freedom is left."
        remedy = "Read the forces that this motion takes."
        return Problem("Model", cause, remedy, Severity.HINT, "driven")
    cause = "Nothing can move: joints and conditions leave no freedom."
    remedy = "Remove a joint or a condition, or read the reactions of this structure."
    return Problem("Model", cause, remedy, Severity.WARNING, "rigid")


def _is_driven(binding: Conditions, t: float, q: Any) -> bool:
    """Whether conditions ask for velocities by themselves, as they change with time."""
    still = np.zeros_like(q)
    return any(np.any(np.abs(binding.at(t + s, q, still).velocity) > 1e-12) for s in (0, 0.1, 0.7))


def _binds(kind: str) -> bool:
    return kind in ELEMENTS and isinstance(ELEMENTS[kind].law, Condition)


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
