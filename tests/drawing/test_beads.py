"""Beads are drawn on the hoops and wires along which they move, at every time."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.drawing.bodies.beads import BeadWires, bead, bead_wires
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from tests.ground.sources import ROOT


def sample() -> Model:
    return pipeline.load(ROOT / "sample_models" / "bead_on_hoop.lagr")


def found(model: Model, motion: Motion, i: int = 0) -> BeadWires:
    values = {entry.name: float(entry.value or 0) for entry in model.parameters}
    x = {number: way[i] for number, way in motion.x.items()}
    R = {number: turns[i] for number, turns in motion.R.items()}
    return bead_wires(model, values, x, R, {name: way[i] for name, way in motion.joints.items()})


def test_a_bead_stays_on_its_hoop() -> None:
    model = sample()
    motion = pipeline.motion(model, pipeline.simulate(model))
    hoop = found(model, motion).hoops["hoop"]
    radius = np.linalg.norm(hoop.first)
    assert radius == pytest.approx(0.5)
    normal = np.cross(hoop.first, hoop.second) / radius**2
    for i in range(0, len(motion.t), 37):
        at = motion.R[hoop.body][i].T @ (motion.x[1][i] - motion.x[hoop.body][i]) - hoop.middle
        assert np.linalg.norm(at) == pytest.approx(radius)
        assert at @ normal == pytest.approx(0, abs=1e-9)
        hole = motion.R[1][i][:, 0]  # about its axis x
        assert abs(hole @ (motion.x[1][i] - motion.joints["hoop"][i])) < 1e-9


def test_only_what_a_bead_is_threaded_on_is_a_wire() -> None:
    model = sample()
    motion = pipeline.motion(model, pipeline.simulate(model))
    for changed in ({"axis": "z"}, {"form": "sphere"}):
        body = model.bodies[0]
        other = model.having(bodies=(body.having(shape=body.shape.having(**changed)),))
        assert "hoop" not in found(other, motion)


def test_a_bead_on_a_line_is_threaded_on_it() -> None:
    model = pipeline.load(ROOT / "sample_models" / "mass_spring_chain.lagr")
    motion = pipeline.motion(model, pipeline.simulate(model))
    shape = model.bodies[0].shape.having(form="bead", axis="x")
    beads = model.having(bodies=tuple(body.having(shape=shape) for body in model.bodies))
    slides = {joint.name for joint in model.joints if joint.kind == "prismatic"}
    assert set(found(beads, motion).slides) == slides


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_bead_is_a_ring_as_wide_as_it_is_told(axis: int) -> None:
    reach = np.ptp(bead(np.full(3, 0.2), axis).corners, axis=0)
    across = np.delete(reach, axis)
    assert across == pytest.approx(0.2, rel=0.01)
    assert reach[axis] < 0.5 * across.min()
