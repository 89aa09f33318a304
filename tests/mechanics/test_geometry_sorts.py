"""A geometry that is a sort of another one measures and acts as that does, in all derivations."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import ElementGeometry, Line, Unplaced, entry_of, known_entry
from lagr_gui.prepared import Prepared


class NearlyLine(Line):
    """A line by another name."""


def test_the_nearest_sort_counts_and_what_is_none_is_named() -> None:
    table = {ElementGeometry: "any", Line: "line"}
    assert entry_of(table, NearlyLine()) == "line"
    assert entry_of(table, Unplaced()) == "any"
    assert known_entry({Line: "line"}, Unplaced()) is None
    with pytest.raises(TypeError, match="Unplaced is none of the geometries Line"):
        entry_of({Line: "line"}, Unplaced())


def sprung(**more: float) -> Prepared:
    """A pendulum on a spring; further parameters, which nothing uses, make it another system."""
    system = System("pendulum", g=9.81, l=0.5, **more)
    bob = system.body("bob", mass=2)
    system.joint("revolute", GROUND, bob, "q", point_child=(0, "l", 0))
    ends = {"body_a": GROUND, "point_a": (0.4, 0.1, 0), "body_b": bob, "point_b": (0, 0.2, 0)}
    system.element("spring", "s", **ends, c=30, l0=0.2)
    return Prepared(system.model)


def test_a_spring_along_a_sort_of_line_is_a_spring(monkeypatch) -> None:
    before = pipeline.equations(sprung(unused=1.0))
    kind = ELEMENTS["spring"]
    own = NearlyLine(**{entry.name: getattr(kind.geometry, entry.name) for entry in fields(Line)})
    entries = {**ELEMENTS._entries, "spring": replace(kind, geometry=own)}
    monkeypatch.setattr(ELEMENTS, "_entries", entries)
    fresh = sprung(also_unused=1.0)
    assert str(pipeline.equations(fresh)) == str(before)
    assert pipeline.verify(fresh).holds
