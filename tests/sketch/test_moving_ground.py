"""A sketch on a body 0 that moves: it stands where its functions of time say, and is drawn on."""

from __future__ import annotations

import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.positions.start_positions import standing
from lagr_gui.foundation.resource import sample_models
from lagr_gui.prepared import prepare


def test_bodies_stand_where_functions_of_time_lead_body_0():
    model = pipeline.load(next(p for p in sample_models() if p.stem == "lagr_system_2"))
    model = model.having(simulation=model.simulation.having(start=0.4))
    found, wanted = standing(prepare(model)), pipeline.start_motion(model)
    for body, places in found.x.items():
        assert places[0] == pytest.approx(wanted.x[body][0], abs=1e-12)
