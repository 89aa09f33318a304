"""Numbers that change from run to run are parameters: the same motion, derived once."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import Path
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.work.jobs import ChangingNumbers
from tests.samples.gallery import sample


def with_numbers(model: Model) -> Model:
    """The model with the values of its parameters in the place of their names."""
    values = {entry.name: entry.value for entry in model.parameters}
    for site in sites(model, KINDS):
        if site.path[0] in ("bodies", "joints", "elements") and site.value in values:
            model = edits.set_value(model, site.path, values[site.value])
    return model


def briefly(model: Model) -> np.ndarray:
    """The first of a motion."""
    short = model.simulation.having(until=model.simulation.start + 0.2)
    return pipeline.simulate(model.having(simulation=short)).q


def places(model: Model) -> list[Path]:
    """Where numbers other than zero stand that no axis is made of."""
    fixed = ("orientation", "axis", "axes", "shape", "sequence", "normal", "rotation", "along")
    return [
        site.path
        for site in sites(model, KINDS)
        if site.path[0] in ("bodies", "joints", "elements")
        and isinstance(site.value, int | float)
        and site.value
        and site.path[2] not in fixed
    ]


SAMPLES = ("double_pendulum", "four_bar", "cart_pole", "elastic_pendulum", "bouncing_ball")


@pytest.mark.parametrize("name", [*SAMPLES, "rolling_disc"])
def test_a_model_whose_numbers_are_named_moves_in_the_same_way(name):
    model = with_numbers(sample(name))
    follower, named = ChangingNumbers(), 0
    follower.note(model)
    for path in places(model):
        changed = edits.set_value(model, path, 1.01 * edits.get_value(model, path))
        follower.note(changed)
        shown = follower.named(changed)
        assert isinstance(edits.get_value(shown, path), str), path
        named += 1
        want = briefly(changed)
        assert np.allclose(briefly(shown), want, rtol=0, atol=1e-7 * max(1.0, np.abs(want).max()))
    assert named >= 2


def test_what_is_derived_stays_while_a_number_changes():
    model = with_numbers(sample("double_pendulum"))
    follower = ChangingNumbers()
    follower.note(model)
    derived = set()
    for mass in (1.1, 1.2, 1.3):
        changed = edits.set_value(model, ("bodies", 0, "mass"), mass)
        follower.note(changed)
        derived.add(pipeline.physics(follower.named(changed)))
    assert len(derived) == 1


def test_another_drawing_begins_anew_and_zeros_stay():
    model = with_numbers(sample("double_pendulum"))
    follower = ChangingNumbers()
    follower.note(model)
    changed = edits.set_value(model, ("bodies", 0, "mass"), 7.0)
    follower.note(changed)
    nothing = edits.set_value(model, ("bodies", 0, "mass"), 0)
    follower.note(nothing)
    assert follower.named(nothing).bodies[0].mass == 0
    other = sample("four_bar")
    follower.note(other)
    assert follower.named(other) == other


def test_a_name_that_is_taken_is_left_alone():
    model = edits.add_parameter(with_numbers(sample("double_pendulum")), "number1", 3)
    follower = ChangingNumbers()
    follower.note(model)
    changed = edits.set_value(model, ("bodies", 0, "mass"), 2.5)
    follower.note(changed)
    shown = follower.named(changed)
    names = [entry.name for entry in shown.parameters]
    assert len(set(names)) == len(names) and shown.bodies[0].mass in names
    assert {e.name: e.value for e in shown.parameters}[shown.bodies[0].mass] == 2.5
