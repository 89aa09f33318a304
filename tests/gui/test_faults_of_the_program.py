"""Faults of painting and of slots are told once, in a strip; the window goes on."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from lagr_gui import pipeline
from lagr_gui.gui.application import hear_faults
from lagr_gui.gui.panes.animation.view import MotionView
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.window import FaultStrip
from lagr_gui.scenery.scene import build_scene
from tests.simulation.test_running_away import sled
from tests.widgets import windows


@pytest.fixture
def strip(qtbot) -> FaultStrip:
    """A strip that has told nothing yet."""
    strip = FaultStrip(lambda: None)
    qtbot.addWidget(strip)
    return strip


def fail(text: str) -> BaseException:
    try:
        raise MemoryError(text)
    except MemoryError as fault:
        return fault


def message_boxes() -> set[QMessageBox]:
    """All boxes there are, with those that other tests left to be deleted."""
    return {window for window in windows() if isinstance(window, QMessageBox)}


def test_a_fault_that_comes_with_each_picture_is_told_once(
    window, strip, monkeypatch, capsys
) -> None:
    """It is counted: no box opens, and the strip is not written with each of them."""
    written: list[str] = []
    monkeypatch.setattr(strip.label, "setText", written.append)
    monkeypatch.setattr(window, "faults", strip)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    hear_faults(window)
    before = message_boxes()
    for number in range(203):
        fault = fail(f"{number} bytes")
        sys.excepthook(type(fault), fault, fault.__traceback__)
    assert not strip.isHidden() and QApplication.activeModalWidget() is None
    assert message_boxes() <= before
    assert "0 bytes" in written[0] and "200" in written[-1] and len(written) < 10
    assert capsys.readouterr().err.count("Traceback") == 1


def test_what_was_closed_comes_back_for_another_fault_only(strip) -> None:
    strip.tell(fail("a"))
    strip.hide()
    strip.tell(fail("b"))
    assert strip.isHidden()
    strip.tell(ZeroDivisionError("another"))
    assert not strip.isHidden() and "another" in strip.label.text()


def test_a_widget_paints_again_after_a_fault_of_its_painting(qtbot) -> None:
    """No painter is left behind, on which Qt would refuse all others."""

    painters: list[QPainter] = []

    class Picture(QWidget):
        faulty = True

        @painted
        def paintEvent(self, painter: QPainter, event: object) -> None:
            assert painter.isActive()
            painters.append(painter)
            if self.faulty:
                raise ValueError("faulty")

    picture = Picture()
    qtbot.addWidget(picture)
    for _ in range(2):
        with pytest.raises(ValueError, match="faulty"):
            picture.grab()
    picture.faulty = False
    picture.grab()
    assert len(painters) == 3 and not any(painter.isActive() for painter in painters)


def test_a_motion_that_runs_away_is_painted_and_saved(qtbot, tmp_path) -> None:
    model, far = sled("0", 1.0), 1e12
    found = pipeline.start_motion(model)
    away = np.array([[0.0], [1.0], [far]])
    x = {key: np.repeat(at, 3, 0) * (away if key else 1) for key, at in found.x.items()}
    joints = {key: np.repeat(at, 3, 0) * away for key, at in found.joints.items()}
    R = {key: np.repeat(at, 3, 0) for key, at in found.R.items()}
    for plane in ("xy", None):
        motion = replace(found, t=np.arange(3.0), x=x, joints=joints, R=R, planar=plane)
        view = MotionView()
        qtbot.addWidget(view)
        view.resize(400, 300)
        view.show_scene(build_scene(model, motion), keep=False)
        for follow, t in ((True, 0.0), (True, 1.5), (False, 1.5)):
            view.set_options(follow=follow, velocities=True, names=True)
            view.show_time(t)
            assert not view.grab().isNull()
        path = tmp_path / "away.svg"
        assert view.save_picture(path) and path.stat().st_size < 200_000
