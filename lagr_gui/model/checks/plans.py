"""What is wrong with the settings of simulations, as far as the model tells: no unit is read."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Path, Problem, Severity
from lagr_gui.model.faults import place_of
from lagr_gui.model.records import Model


def check_plan(model: Model) -> Iterator[Problem]:
    """Faults of times and controllers; equations need neither."""
    yield from _times(model)
    yield from check_controllers(model)


def _times(model: Model) -> Iterator[Problem]:
    """Equations do not need the span of a simulation: a wrong one is no error."""
    start, end = model.simulation.start, model.simulation.until
    if end < start:
        path: Path = ("simulation", "until")
        cause = say("The end {t_end:g} s lies before the start {t0:g} s.", t_end=end, t0=start)
        remedy = "Choose a later end."
        yield Problem(place_of(path, model), cause, remedy, Severity.WARNING, "span", path)


def check_controllers(model: Model, severity: Severity = Severity.WARNING) -> Iterator[Problem]:
    """Equations do not need them: for these a fault is no error."""
    parameters = {entry.name for entry in model.parameters}
    names, driven = set[str](), dict[str, str]()
    for index, entry in enumerate(model.simulation.controllers):
        path: Path = ("simulation", "controllers", index)
        place = say("Controller “{name}”", name=entry.name)

        def fault(cause: str, remedy: str, *more: str | int) -> Problem:
            return Problem(place, cause, remedy, severity, "controller", (*path, *more))  # noqa: B023

        if not entry.name or entry.name in names:
            yield fault(say("Each controller needs a name of its own."), "Choose another name.")
        names.add(entry.name)
        if not entry.enabled:
            continue
        if not entry.file:
            yield fault(say("It names no file."), say("Choose a unit (.fmu)."), "file")
        if not entry.sample > 0:
            cause = say("Its sample time is {time:g} s.", time=entry.sample)
            yield fault(cause, say("Give a time above 0."), "sample")
        if not entry.driving:
            yield fault(say("It drives nothing."), say("Let an output drive a parameter."))
        for at, output in enumerate(entry.outputs):
            name, where = output.parameter, ("outputs", at, "parameter")
            if not name:
                continue
            if name not in parameters:
                cause = say("There is no parameter “{name}”.", name=name)
                yield fault(cause, say("Name a parameter of the model."), *where)
            elif name in driven:
                cause = say("“{name}” is driven by “{other}” too.", name=name, other=driven[name])
                yield fault(cause, say("Drive another parameter."), *where)
            driven.setdefault(name, entry.name)
        for sort in ("inputs", "outputs", "values"):
            signals = [signal.name for signal in getattr(entry, sort)]
            for name in sorted({one for one in signals if signals.count(one) > 1}):
                yield fault(say("“{name}” occurs twice.", name=name), "Leave one out.", sort)
