"""A moment of a motion as the start: the motion goes on from there as it did."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.samples.gallery import sample
from tests.subsystems.systems import drawn_chain


def simulated(model: Model, until: float):
    return pipeline.simulate(model, replace(pipeline.settings_of(model), t_end=until))


def start_of(model: Model, t: float) -> Model:
    """The model that starts where its motion is at a time."""
    found = simulated(model, t)
    pairs = zip(found.q[-1].tolist(), found.qd[-1].tolist(), strict=True)
    values = dict(zip(found.coordinates, pairs, strict=True))
    return edits.start_at(model, float(found.t[-1]), values)


@pytest.mark.parametrize(
    "name", ["double_pendulum", "four_bar", "kapitza_pendulum", "rolling_disc"]
)
def test_a_motion_goes_on_as_it_did(name: str) -> None:
    model = sample(name)
    there = start_of(model, 0.4)
    assert pipeline.check(there).sound
    begun = there.simulation.start
    assert begun == (0.4 if name == "kapitza_pendulum" else model.simulation.start)
    assert there.simulation.until - begun == pytest.approx(model.simulation.until)
    again = simulated(there, begun + 0.3)
    q, qd = simulated(model, 0.7).at(0.7)
    assert again.q[-1] == pytest.approx(q, rel=1e-6, abs=1e-7)
    assert again.qd[-1] == pytest.approx(qd, rel=1e-6, abs=1e-6)


def test_start_values_of_a_joint_that_is_cut_give_way_to_a_moment() -> None:
    model = sample("four_bar")
    for name in model.coordinates:
        model = edits.set_start(model, name, 0.0, 0.0)
    laid = prepare(model).whole.assembly
    for name, position in zip(model.coordinates, laid.q.tolist(), strict=True):
        model = edits.set_start(model, name, position, 0.0)
    following = prepare(model).topology.following
    assert following
    found = simulated(model, 0.4)
    pairs = zip(found.q[-1].tolist(), found.qd[-1].tolist(), strict=True)
    state = dict(zip(found.coordinates, pairs, strict=True))
    there = prepare(edits.start_at(model, 0.4, state, following))
    assert {entry.coordinate for entry in there.model.start} == {*found.coordinates}
    assert there.assembly.notes == prepare(model).assembly.notes
    assert there.assembly.q == pytest.approx(found.q[-1], abs=1e-9)


def test_coordinates_of_instances_have_start_values_of_the_drawing() -> None:
    model = edits.fold(drawn_chain(2).model, {"body:1", "body:2", "joint:rod1.hinge"})
    there = start_of(edits.set_start(model, pipeline.check(model).coordinates[0], 0.4, 0), 0.2)
    assert {entry.coordinate for entry in there.start} == {*pipeline.check(model).coordinates}
    assert there.subsystems == model.subsystems


def test_rounding_is_no_start_value() -> None:
    system = System()
    body = system.body("B")
    system.joint("planar", GROUND, body, "x", "y", "phi")
    state = {"x": (0.123456789012345, 1e-17), "y": (1e-16, 2.0), "phi": (0.0, -1.0)}
    model = edits.start_at(system.model, 3.0, state)
    found = {entry.coordinate: (entry.position, entry.velocity) for entry in model.start}
    assert found == {"x": (0.123456789012, 0.0), "y": (0.0, 2.0), "phi": (0.0, -1.0)}
    assert model.simulation == system.model.simulation, "nothing depends on time"
    small = {"x": (1.5e-9, 0.0), "y": (2e-12, 0.0), "phi": (0.0, 0.0)}
    model = edits.start_at(system.model, 0.0, small)
    assert [entry.position for entry in model.start] == [1.5e-9, 2e-12, 0.0]
    assert np.all([entry.velocity == 0 for entry in model.start])
