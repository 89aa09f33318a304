"""What is written in the sketch does not cover itself, and nothing of the mechanism is cut."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.view import Sketch
from tests.ground.sources import ROOT

SAMPLES = ("cart_pole", "four_bar", "newtons_cradle", "gear_train", "parallelogram", "slider_crank")


@pytest.fixture(params=SAMPLES)
def sketch(request, qtbot):
    session = Session()
    session.open(ROOT / "sample_models" / f"{request.param}.lagr")
    session.cancel_derivation()
    shown = Sketch(session)
    qtbot.addWidget(shown)
    shown.resize(640, 440)
    shown.show()
    shown.fit()
    shown.grab()
    yield shown
    session.close()


def test_values_of_coordinates_stand_in_the_picture_and_on_no_other(sketch) -> None:
    boxes = [entry.box for entry in sketch.written if entry.sort == "coordinate"]
    assert boxes
    for box in boxes:
        assert QRectF(sketch.rect()).contains(box)
    for one, other in combinations(boxes, 2):
        assert not one.intersects(other)


def test_the_mechanism_stands_beside_the_tools(sketch) -> None:
    at = sketch.camera.project(sketch.stand.scene.extent, sketch.size_)
    assert np.all(at[:, 0] > sketch.strip.geometry().right())
    assert np.all((at > 0) & (at < sketch.size_))
