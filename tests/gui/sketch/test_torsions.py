"""Springs and dampers in joints are seen in the sketch, selected there and named."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF
from pytestqt.qtbot import QtBot

from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.scenery.strokes import SceneSight
from tests.gui.hands import mouse
from tests.gui.sketch.opened import opened


@pytest.fixture(params=["ziegler_column", "physical_pendulum", "robot_arm_6r"])
def sketch(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[Sketch]:
    with opened(qtbot, request.param) as shown:
        yield shown


def places(sketch: Sketch) -> dict[str, QPointF]:
    """By the names of elements the pixel of each sign that is farthest from its pin."""
    assert sketch.stand is not None and sketch.camera is not None
    scene = sketch.stand.scene
    sight = SceneSight(scene, scene.at(scene.motion.t[0]), sketch.camera, sketch.size_)
    found = {}
    for one in scene.torsions:
        points = sight.flat(np.concatenate(sight.torsion(one)))
        far = np.argmax(np.hypot(*(points - sight.joints[one.joint]).T))
        found[one.name] = QPointF(*points[far].tolist())
    return found


def test_a_click_on_a_sign_selects_its_element_in_all_views(sketch: Sketch) -> None:
    found = places(sketch)
    assert found
    hit = set[str]()
    for name, place in found.items():
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            mouse(sketch, kind, place.toPoint())
        hit |= sketch.session.selection
        if f"element:{name}" in sketch.session.selection:
            told = told_at(sketch, [], QPointF(place.toPoint()))
            assert told is not None and told[0].endswith(f"· {name}")
    if sketch.planar:
        assert hit == {f"element:{name}" for name in found}
    assert any(key.startswith("element:") for key in hit)


def test_what_is_selected_is_painted_otherwise(sketch: Sketch) -> None:
    before = sketch.grab().toImage()
    (name, *_) = places(sketch)
    sketch.session.select({f"element:{name}"})
    assert sketch.grab().toImage() != before
