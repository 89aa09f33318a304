"""What holds bodies on the ground is seen where bodies lie over it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from PySide6.QtGui import QImage

from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.gui.theme import theme
from lagr_gui.scenery.signs import mechanism_signs
from lagr_gui.scenery.strokes import SceneSight
from tests.gui.sketch.opened import opened

SMOOTH = 60
"""So much more light (of 255) thin lines have than their colour."""


@pytest.fixture(params=["gear_train", "four_bar", "newtons_cradle"])
def sketch(request, qtbot):
    with opened(qtbot, request.param) as shown:
        yield shown


def sight_of(sketch: Sketch) -> SceneSight:
    scene = sketch.stand.scene
    return SceneSight(scene, scene.at(0.0), sketch.camera, sketch.size_)


def darkest(picture: QImage, at: np.ndarray) -> int:
    """The least lightness around a pixel."""
    x, y = (round(float(entry)) for entry in at)
    around = product((-1, 0, 1), repeat=2)
    return min(picture.pixelColor(x + a, y + b).lightness() for a, b in around)


def test_the_line_of_a_bearing_is_seen_over_its_body(sketch) -> None:
    picture, sight = sketch.grab().toImage(), sight_of(sketch)
    grounds = [g for g in sight.scene.grounds if g.sort != "track"]
    lines = [s.line for g in grounds if (s := sight.support(g)) and s.line]
    assert lines
    ink = theme().color("node_line").lightness()
    for line, part in product(lines, (0.15, 0.85)):
        a, b = line.ends
        assert darkest(picture, a + part * (b - a)) < ink + SMOOTH


def test_bearings_are_drawn_over_bodies(sketch) -> None:
    sight = sight_of(sketch)
    feet = [s.foot for g in sight.scene.grounds if (s := sight.support(g)) and s.foot is not None]
    shapes = list(mechanism_signs(sight))
    bodies = [k for k, sign in enumerate(shapes) if sign.role in ("body", "solid", "teeth")]
    assert bodies
    for foot in feet:
        places = [k for k, s in enumerate(shapes) if any(np.array_equal(x, foot) for x in s.lines)]
        assert places
        assert all(k < places[0] for k in bodies)
