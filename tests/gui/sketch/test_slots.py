"""Slots and hoops are seen in the sketch and selected there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint
from pytestqt.qtbot import QtBot

from lagr_gui.editing.edits import get_value
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.gui.sketch.view import Sketch
from tests.gui.hands import mouse
from tests.gui.sketch.opened import opened


def clicked(sketch: Sketch, at: QPoint) -> set[str]:
    """What a click at a pixel selects."""
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(sketch, kind, at)
    return set(sketch.session.selection)


def curve(sketch: Sketch, key: str) -> np.ndarray:
    """The pixels (n, 2) of the first curve of an item."""
    assert sketch.stand is not None and sketch.camera is not None
    points = next(points for item, points in sketch.stand.scene.curves if item == key)
    return sketch.camera.project(sketch.stand.now.placed(points), sketch.size_)


def pixel(place: np.ndarray) -> QPoint:
    return QPoint(*np.round(place).astype(int).tolist())


@pytest.mark.parametrize(
    ("name", "key", "place"),
    [("parabolic_slot", "element:slot", -1), ("bead_on_hoop", "joint:hoop", 48)],
)
def test_a_click_on_a_curve_selects_its_item(qtbot: QtBot, name: str, key: str, place: int) -> None:
    with opened(qtbot, name) as sketch:
        assert clicked(sketch, pixel(curve(sketch, key)[place])) == {key}


def test_a_slot_is_named_and_painted_otherwise_where_it_is_selected(qtbot: QtBot) -> None:
    with opened(qtbot, "parabolic_slot") as sketch:
        before, at = sketch.grab().toImage(), pixel(curve(sketch, "element:slot")[-1])
        told = told_at(sketch, [], at.toPointF())
        assert told is not None and told[0] == "Pin in slot · slot"
        clicked(sketch, at)
        assert sketch.grab().toImage() != before


def test_a_double_click_on_a_slot_types_its_curve(qtbot: QtBot) -> None:
    with opened(qtbot, "parabolic_slot") as sketch:
        at = pixel(curve(sketch, "element:slot")[-1]).toPointF()
        entry = sketch.hand.handle(at)
        assert entry is not None and entry.name == "element:slot"
        assert sketch.hand.set_value(entry, "a*x^2/2")
        assert get_value(sketch.session.model, ("elements", 0, "curve")) == "a*x^2/2"


def test_the_body_over_a_slot_is_selected_there(qtbot: QtBot) -> None:
    with opened(qtbot, "parabolic_slot") as sketch:
        slot = curve(sketch, "element:slot")
        assert sketch.stand is not None and sketch.camera is not None
        bead = sketch.camera.project(sketch.stand.now.x[2], sketch.size_)
        off = np.hypot(*(slot - bead).T)
        within = slot[np.argmin(np.abs(off - 11.0))]  # on its disc, beside its centre
        assert clicked(sketch, pixel(within)) == {"body:2"}


@pytest.mark.parametrize(
    ("name", "key"), [("parabolic_slot", "element:slot"), ("bead_on_hoop", "joint:hoop")]
)
def test_what_is_chosen_elsewhere_comes_into_view(qtbot: QtBot, name: str, key: str) -> None:
    with opened(qtbot, name) as sketch:
        assert sketch.camera is not None
        away = 50 * sketch.camera.right
        sketch.camera = replace(sketch.camera, centre=sketch.camera.centre + away)
        assert not seen(sketch, key)
        sketch.centre_on(key)
        assert seen(sketch, key)


def seen(sketch: Sketch, key: str) -> bool:
    """Whether the middle of a curve is on the page."""
    middle = curve(sketch, key).mean(axis=0)
    return bool(np.all(middle > 0) and np.all(middle < sketch.size_))
