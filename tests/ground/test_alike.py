"""Models that differ in values alone share what was read, and are judged by their own values."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model, read_text, write_text
from lagr_gui.prepared.content import alike, physics
from tests.systems import pendulum


def changed(*path: str | int, value: object) -> Model:
    """The pendulum with one other value, as another process gets it."""
    return read_text(write_text(edits.set_value(pendulum(), path, value)), KINDS)


def test_values_start_and_settings_change_nothing_that_is_read():
    first = pendulum()
    others = (
        changed("parameters", 1, "value", value=7),
        changed("simulation", "until", value=3),
        changed("name", value="Another"),
    )
    for other in others:
        assert alike(first, other)
        shared = pipeline.prepare(first).reading
        assert pipeline.prepare(other).reading is shared
        pipeline.forget()
        assert physics(other) == (pipeline.forget() or physics(first))


def test_what_stands_in_the_equations_is_read_anew():
    first = pendulum()
    for other in (changed("bodies", 0, "mass", value="2*m"), changed("gravity", 0, value=1)):
        assert not alike(first, other)
        assert pipeline.prepare(other).reading is not pipeline.prepare(first).reading


def test_a_value_that_no_system_has_is_refused_although_the_rest_is_known():
    assert pipeline.simulate(pendulum()).q.shape[1] == 1
    mass = next(i for i, p in enumerate(pendulum().parameters) if p.name == "m")
    with pytest.raises(LagrError):
        pipeline.simulate(changed("parameters", mass, "value", value=-1))
