"""The room of the sweep pane: the picture is the main thing, and its numbers can be read."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from lagr_gui.extensions.families.pane.pane import SharedRoom
from lagr_gui.gui.panes.curves.axis import apart


def make_room() -> tuple[SharedRoom, QLabel, QLabel, QToolButton]:
    form, picture, asking = QLabel("fields"), QLabel("picture"), QToolButton()
    return SharedRoom(form, picture, asking), form, picture, asking


def test_in_a_narrow_pane_the_picture_has_all_the_room(qapp: QApplication) -> None:
    room, form, picture, asking = make_room()
    room.resize(420, 300)
    room.show()
    assert form.isVisible() and not picture.isVisible()
    room.show_answer()
    assert picture.isVisible() and not form.isVisible()
    qapp.processEvents()
    assert picture.width() == room.width()
    asking.click()
    assert form.isVisible() and not picture.isVisible()


def test_a_wide_pane_shows_both_and_one_made_narrow_what_was_answered(
    qapp: QApplication,
) -> None:
    room, form, picture, asking = make_room()
    room.resize(900, 300)
    room.show()
    room.show_answer()
    assert form.isVisible() and picture.isVisible()
    room.resize(420, 300)
    qapp.processEvents()
    assert picture.isVisible() and not form.isVisible()
    room.resize(900, 300)
    qapp.processEvents()
    assert form.isVisible() and picture.isVisible() and asking.isChecked()


@pytest.mark.parametrize("step", [4.0, 15.0, 60.0])
def test_no_number_of_an_axis_touches_another(qapp: QApplication, step: float) -> None:
    picture = QImage(600, 30, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    middle = Qt.AlignmentFlag.AlignCenter
    texts = [(QRectF(n * step - 100, 0, 200, 20), middle, f"0.00{n}") for n in range(9)]
    kept = apart(painter, texts)
    boxes = [painter.boundingRect(room, int(middle), text) for room, _, text in kept]
    painter.end()
    assert kept[0] == texts[0] and (len(kept) == 9) == (step == 60.0)
    assert all(a.right() < b.left() for a, b in pairwise(boxes))
