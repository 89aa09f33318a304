"""Walking from body to body finds the places that the compiled program finds."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.foundation.resource import sample_models
from lagr_gui.prepared import prepare

SAMPLES = [path for path in sample_models() if path.suffix == ".lagr"]
BENT = {"cantilever", "flexible_arm", "rotating_beam"}
LED = {"kapitza_pendulum", "lagr_system_2"}
"""Functions of time or coordinates are only known to the compiled program."""


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_bodies_stand_where_the_motion_begins(path) -> None:
    model = pipeline.load(path)
    if path.stem in BENT | LED or not model.bodies:
        pytest.skip("beams bend as they move, circuits are nowhere")
    compiled = pipeline.start_motion(model)
    walked = standing(prepare(model))
    assert walked.planar == compiled.planar
    assert set(walked.x) == set(compiled.x) and set(walked.lines) == set(compiled.lines)
    if not np.allclose(walked.q, compiled.q, rtol=0, atol=1e-9):
        pytest.skip("the start values were brought to the conditions")
    for number, x in compiled.x.items():
        np.testing.assert_allclose(walked.x[number], x, atol=1e-9)
        np.testing.assert_allclose(walked.R[number], compiled.R[number], atol=1e-9)
    for name, points in compiled.lines.items():
        np.testing.assert_allclose(walked.lines[name], points, atol=1e-9)
    for name, point in compiled.joints.items():
        np.testing.assert_allclose(walked.joints[name], point, atol=1e-9)
