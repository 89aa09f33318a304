"""What questions refuse that know one set of equations without states of the first order."""

from __future__ import annotations

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.reading import Reading
from lagr_gui.model import Model


def refuse_states(model: Model) -> None:
    """Raise LagrError for the first state of the first order."""
    for name in model.states[:1]:
        raise refusal(
            say("State “{name}”", name=name),
            "These are states of the first order; what is asked here does not know them yet.",
            "Simulate the model, or leave them out.",
            "states",
        )


def refuse_frictions(reading: Reading) -> None:
    """Raise LagrError for the first element with dry friction."""
    for part in reading.frictions[:1]:
        raise refusal(
            say("Element “{name}”", name=part.record.name),
            "Its dry friction slides or sticks, each with equations of its own; what is asked "
            "here knows one set of equations.",
            "Simulate the model, or switch this element off.",
            "friction",
        )
