"""A model prepared for questions, and the only place where results are kept for others.

`prepare(model, special)` gives a `Prepared`, whose parts are made when they are asked for.  What
follows from the physics alone is kept by content: values of parameters, start values, layout and
words change nothing of it.
"""

from __future__ import annotations

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Model
from lagr_gui.model.recent import of_recent
from lagr_gui.prepared.content import alike, dynamics, physics
from lagr_gui.prepared.prepared import Advance, Prepared
from lagr_gui.prepared.report import Report
from lagr_gui.prepared.store import begin, derived, forget, forget_interrupted, take_as_old

__all__ = [
    "Advance",
    "Prepared",
    "Report",
    "begin",
    "derived",
    "dynamics",
    "forget",
    "forget_interrupted",
    "of_recent",
    "physics",
    "prepare",
    "take_as_old",
]


def prepare(model: Model, special: str = "") -> Prepared:
    """A model prepared for questions, in one of its special cases (empty: as it is).

    A model never changes: while it is among the last that were asked about, its parts stay.
    Raises LagrError for what is no model.
    """
    if not isinstance(model, Model):
        remedy = "That of a System is its attribute “model”."
        cause = say("This is a {name}; a model is expected.", name=type(model).__name__)
        raise refusal("Model", cause, remedy, "wrong-value")
    cases = _cases(model)
    if special not in cases:
        system = Prepared(model, special)
        similar = (known[""] for _, known in _cases.known if "" in known)
        one = next((known for known in similar if alike(model, known.drawn)), None)
        if one is not None and not special:
            system.read_as(one)
        cases[special] = system
    return cases[special]


@of_recent
def _cases(model: Model) -> dict[str, Prepared]:
    """What was prepared of a model, by special case."""
    return {}
