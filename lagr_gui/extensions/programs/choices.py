"""What a user chooses for programs: values with the words that stand for them in the window."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.expression.units import raised, with_unit
from lagr_gui.extensions.programs.objects.names import OBJECT_TARGETS, this_machine
from lagr_gui.extensions.programs.record import REALS
from lagr_gui.foundation.message import say
from lagr_gui.model import Model, Parameter
from lagr_gui.prepared.driving import drivable


def reals(model: Model | None) -> Mapping[str, str]:
    """The types of numbers."""
    return dict(zip(REALS, (say("double precision"), say("single precision")), strict=True))


def blocks(model: Model | None) -> Mapping[str, str]:
    """The signals of a model whose block can be written alone; at first everything."""
    signals = model.signals if model is not None else ()
    names = (signal.name for signal in signals if signal.kind != "noise")
    return {"": say("the whole system"), **{name: name for name in names}}


def machines(model: Model | None) -> Mapping[str, str]:
    """The targets of objects, this machine first."""
    return {name: name for name in dict.fromkeys((this_machine(), *OBJECT_TARGETS))}


def inputs(model: Model | None) -> Mapping[str, str]:
    """The parameters of forces that may change while a unit moves, with meaning and unit."""
    names = drivable(model) if model is not None else ()
    entries = model.parameters if model is not None else ()
    return {entry.name: _words(entry) for entry in entries if entry.name in names}


def _words(entry: Parameter) -> str:
    name = f"{entry.name}: {entry.description}" if entry.description else entry.name
    return with_unit(name, raised(entry.unit))
