"""Remedies that the program can carry out itself: one edit each, which can be undone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.editing.edits.names import free_name, free_symbol, symbols_of
from lagr_gui.expression import called, read
from lagr_gui.foundation.message import Message
from lagr_gui.foundation.problem import Path, Problem
from lagr_gui.foundation.registry import nearest
from lagr_gui.gui.panes.inspector.verdict import expression_at
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.checks.typed_friction import typed_friction
from lagr_gui.model import Model
from lagr_gui.model.quantities import Places
from lagr_gui.pipeline import Report

Edit = Callable[[Model], Model]
_UNKNOWN = "“{name}” is not known here."
_NO_FUNCTION = "There is no function “{name}”."


@dataclass(frozen=True)
class Remedy:
    """What a button says, the name of the step, and the edit."""

    words: str
    title: str
    edit: Edit


def remedies(model: Model, report: Report | None, problem: Problem) -> tuple[Remedy, ...]:
    """What can be done about a problem without asking; mostly nothing or one thing."""
    return tuple(_remedies(model, report, problem))


def _remedies(model: Model, report: Report | None, problem: Problem) -> Iterator[Remedy]:
    match problem.code:
        case "free-joint-offered" if report and int(problem.path[1]) < len(model.bodies):
            number = model.bodies[int(problem.path[1])].number
            offered = tuple(joint for joint in report.offered if joint.child == number)
            title = "Add free joint"
            yield Remedy(tr(title), title, lambda m: edits.accept_free_joints(m, offered))
        case "numbering" if report is not None:
            mapping = dict(report.renumbering)
            yield Remedy(tr("Renumber"), "Renumber", lambda m: edits.renumber(m, mapping))
        case "idle-cut":
            path = (*problem.path, "cut")
            title = "Take the mark away"
            yield Remedy(tr(title), title, lambda m: edits.set_value(m, path, False))
        case "inertia" if problem.path[0] == "bodies":
            index, near, title = int(problem.path[1]), problem.offer, "Take a body near to it"
            yield Remedy(tr(title), title, lambda m: edits.give_inertia(m, index, near))
        case "jump":
            yield from _of_sign(model, problem)
        case "symbol" | "function":
            yield from _of_unknown(model, problem)
        case "doubled" | "same-name":
            yield from _of_doubled(model, problem)
        case _:
            if problem.offer:
                yield _on_positions(model, problem)


def _of_unknown(model: Model, problem: Problem) -> Iterator[Remedy]:
    """A name that nothing has: that of a parameter or function to be made, or written wrongly."""
    cause, text = problem.cause, expression_at(model, problem.path)
    if not isinstance(cause, Message) or cause.template not in (_UNKNOWN, _NO_FUNCTION) or not text:
        return
    name = str(cause.values["name"])
    if cause.template == _NO_FUNCTION:
        count = dict(called(read(text))).get(name, 1)
        names = ("t",) if count == 1 else tuple(f"x{n}" for n in range(1, count + 1))
        words = tr("Add function “{name}”").format(name=name)
        yield Remedy(words, "Add function", lambda m: edits.add_function(m, name, names))
        candidates = [function.name for function in model.functions]
    else:
        words = tr("Add parameter “{name}”").format(name=name)
        yield Remedy(words, "Add parameter", lambda m: _added(m, problem.path, name, text))
        candidates = [parameter.name for parameter in model.parameters]
    if near := nearest(name, candidates):
        written = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", near, text)
        words = tr("Write “{name}”").format(name=near)
        path = problem.path
        yield Remedy(words, "Correct a name", lambda m: edits.set_value(m, path, written))


def _added(model: Model, path: Path, name: str, text: str) -> Model:
    """A parameter, with the unit of the place where it stands alone as at the field."""
    unit = Places(model, KINDS).unit(path) if text.strip() == name else ""
    return edits.add_parameter(model, name, 1, "" if unit == "1" else unit)


def _of_doubled(model: Model, problem: Problem) -> Iterator[Remedy]:
    """A name that is borne twice: the later one gets a free one."""
    if len(problem.path) != 3 or problem.path[2] != "name":
        return
    section, index, _ = problem.path
    records = getattr(model, str(section), ())
    name = str(records[int(index)].name)
    if section in ("bodies", "joints", "elements"):
        stem, others = name.rstrip("0123456789 ") or name, [record.name for record in records]
        free = free_name(stem, [*others, model.base.name] if section == "bodies" else others)
    else:
        taken = symbols_of(model) | {record.name for record in records}
        free = free_symbol(name.rstrip("0123456789") or "p", taken)
    words = tr("Call it “{name}”").format(name=free)
    path = problem.path
    yield Remedy(words, "Rename", lambda m: edits.set_value(m, path, free))


def _of_sign(model: Model, problem: Problem) -> Iterator[Remedy]:
    """Dry friction that was typed with a sign: an element takes its place."""
    element = model.elements[int(problem.path[1])]
    if element.kind == "coordinate_force" and (found := typed_friction(model, element)):
        fields, title = (found.kinetic, found.speed, found.rest), "Replace by dry friction"
        yield Remedy(tr(title), title, lambda m: edits.take_friction(m, element.name, *fields))


def _on_positions(model: Model, problem: Problem) -> Remedy:
    """The integral of a condition on velocities takes its place."""
    name, title = model.elements[int(problem.path[1])].name, "State on positions"
    offer = problem.offer
    return Remedy(tr(title), title, lambda m: edits.state_on_positions(m, name, offer))
