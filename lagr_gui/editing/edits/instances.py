"""Subsystems and their instances in a drawing."""

from __future__ import annotations

from lagr_gui.model import Model
from lagr_gui.subsystems import expand


def own_parameter(model: Model, name: str) -> Model:
    """The model with a parameter of a member as its own, so that it can be changed here.

    The same model where it has the parameter already, or no member has it.
    """
    if any(entry.name == name for entry in model.parameters):
        return model
    brought = [entry for entry in expand(model).model.parameters if entry.name == name]
    return model.having(parameters=(*model.parameters, *brought))
