"""What controllers measure, read while one draws: wrong texts are told before a motion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lagr_gui.expression import symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import (
    LagrError,
    Path,
    Problem,
    Severity,
    by_severity,
    refusal,
)
from lagr_gui.mechanics.trajectories.sensors import DONE, WORKS, OutputTree
from lagr_gui.model.faults import place_of
from lagr_gui.prepared.prepared import Prepared
from lagr_gui.prepared.report import Report
from lagr_gui.prepared.sensors.reading import read_output


def needs_works(output: OutputTree) -> bool:
    """Whether an output speaks of works, which are integrated along a motion."""
    if any(symbol.name in WORKS for symbol in symbols(output.tree)):
        return True
    return any(probe.word in DONE for probe in output.probes.values())


def read_measured(prepared: Prepared, text: str) -> OutputTree:
    """What a controller measures. Raises LagrError for what cannot be read, and for works."""
    output = read_output(prepared, text)
    if needs_works(output):
        raise refusal(
            say("Output “{text}”", text=text),
            say("A work is an integral along the whole motion, which no sensor shows."),
            say("Measure what follows from a state."),
            "controller",
        )
    return output


def with_measured(prepared: Prepared) -> Report:
    """The report of a system with what is wrong with events, and with what controllers measure.

    Equations need neither: for these a fault is no error.
    """
    report = prepared.report
    more = [*_faults(prepared), *event_faults(prepared)] if report.sound else []
    return replace(report, problems=by_severity([*report.problems, *more])) if more else report


def event_faults(prepared: Prepared, severity: Severity = Severity.WARNING) -> Iterator[Problem]:
    """What is wrong with the events of a sound system."""
    model = prepared.model
    if not model.events:
        return
    from lagr_gui.subsystems.events import faults  # few models have any

    for problem in faults(model, prepared.topology):
        yield replace(problem, severity=severity)
    for index, event in enumerate(model.events):
        path: Path = ("events", index)
        yield from _unread(prepared, event.when, (*path, "when"), severity)
        for at, action in enumerate(event.do):
            if action.set:
                value = str(action.value)
                yield from _unread(prepared, value, (*path, "do", at, "value"), severity)


def _unread(prepared: Prepared, text: str, path: Path, severity: Severity) -> Iterator[Problem]:
    """Why an expression of an event cannot be read."""
    try:
        read_measured(prepared, text)
    except LagrError as error:
        place = place_of(path, prepared.model)
        for problem in error.problems:
            yield replace(problem, place=place, severity=severity, code="event", path=path)


def _faults(prepared: Prepared) -> Iterator[Problem]:
    for index, controller in enumerate(prepared.model.simulation.controllers):
        for at, entry in enumerate(controller.inputs if controller.enabled else ()):
            if not entry.expression.strip():
                continue
            try:
                read_measured(prepared, entry.expression)
            except LagrError as error:
                place = say("Controller “{name}”", name=controller.name)
                for problem in error.problems:
                    yield replace(
                        problem,
                        place=say("{place}, {more}", place=place, more=problem.place),
                        severity=Severity.WARNING,
                        code="controller",
                        path=("simulation", "controllers", index, "inputs", at, "expression"),
                    )
