"""Joints in space whose pins say too little have signs over the bodies, which a click selects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from lagr_gui import System
from lagr_gui.catalogue import JOINTS
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.scenery.signs import joint_sign
from tests.gui.hands import mouse

KINDS = {"planar": "plate", "spherical": "ball", "free": "frame"}


@pytest.fixture(params=list(KINDS))
def sketch(request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path) -> Iterator[Sketch]:
    """A box that hides its joint, and a rod that leaves the plane."""
    system = System(request.param)
    inertia, size = (0.1, 0.1, 0.1), (0.5, 0.5, 0.3)
    box = system.body("box", mass=1, inertia=inertia, shape="box", size=size)
    rod = system.body("rod", mass=1, inertia=inertia, shape="box", size=(0.05, 0.05, 0.8))
    system.joint(request.param, 0, box, name="held")
    at, end = (0.25, 0, 0), (0, 0, -0.4)
    system.joint("revolute", box, rod, axis=(1, 0, 0), point_parent=at, point_child=end)
    file = tmp_path / "model.lagr"
    system.save(file)
    session = Session()
    session.open(file)
    session.derivation.cancel()
    shown = Sketch(session)
    qtbot.addWidget(shown)
    shown.resize(640, 440)
    shown.show()
    shown.fit()
    yield shown
    session.close()


def around(sketch: Sketch, image: QImage) -> set[str]:
    """The colours about the joint."""
    place = joint(sketch).toPoint()
    near = range(-14, 15)
    return {image.pixelColor(place.x() + x, place.y() + y).name() for x in near for y in near}


def joint(sketch: Sketch) -> QPointF:
    assert sketch.stand is not None and sketch.camera is not None
    here = sketch.camera.project(sketch.stand.scene.motion.joints["held"][0], sketch.size_)
    return QPointF(*here.tolist())


def test_kinds_that_go_about_no_single_pin_have_a_sign() -> None:
    signs = {name: sign for name in JOINTS if (sign := joint_sign(name))}
    assert signs == KINDS


def test_a_click_on_a_sign_selects_the_joint_and_shows_it(sketch: Sketch) -> None:
    assert not sketch.planar
    before = around(sketch, sketch.grab().toImage())
    assert len(before) > 2, "a sign is seen over the even face of the box"
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(sketch, kind, joint(sketch).toPoint())
    assert sketch.session.selection == {"joint:held"}
    assert around(sketch, sketch.grab().toImage()) != before
