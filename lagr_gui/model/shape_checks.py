"""What is wrong with how bodies look; no equation needs it."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.given import shortened
from lagr_gui.message import say
from lagr_gui.model.faults import place_of
from lagr_gui.model.records import Model
from lagr_gui.model.shapes import paint
from lagr_gui.problem import Path, Problem, Severity


def check_shapes(model: Model) -> Iterator[Problem]:
    """Texts that are no colours: the program chooses one of its own."""
    for index, body in enumerate(model.bodies):
        path: Path = ("bodies", index, "shape")
        solids = ((*path, "solids", at) for at in range(len(body.shape.solids)))
        for place, entry in zip((path, *solids), (body.shape, *body.shape.solids), strict=True):
            if entry.color and not paint(entry.color):
                cause = say("“{color}” is no colour.", color=shortened(entry.color))
                remedy = "Write it as in #2f6db3, or leave it out."
                where, severity = (*place, "color"), Severity.WARNING
                yield Problem(place_of(where, model), cause, remedy, severity, "color", where)
