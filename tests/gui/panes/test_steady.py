"""Scales of curves that change many times a second, and what is kept of them as pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from lagr_gui.gui.panes.curves.plots import CALM_MS, FILLED, Curves, resting

NUMBERS = st.floats(-1e6, 1e6)
RANGES = st.tuples(NUMBERS, NUMBERS).map(sorted).filter(lambda ends: ends[1] - ends[0] > 1e-3)


@given(RANGES, RANGES)
def test_a_resting_scale_holds_all_that_is_wanted_and_is_never_much_too_large(shown, wanted):
    low, high = resting(shown, wanted)
    assert low <= wanted[0] and wanted[1] <= high
    if wanted[0] >= shown[0] and wanted[1] <= shown[1]:
        assert wanted[1] - wanted[0] >= 0.999 * FILLED * (high - low)


@given(RANGES, st.floats(FILLED + 1e-6, 1.0), st.floats(0, 1))
def test_it_rests_while_what_is_drawn_fits_and_fills_it(shown, filled, place):
    height = shown[1] - shown[0]
    low = shown[0] + place * (1 - filled) * height
    if (high := low + filled * height) <= shown[1]:
        assert resting(shown, [low, high]) == shown


@pytest.fixture
def curves(qtbot):
    made = Curves()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def draw(curves: Curves, size: float, steady: bool) -> list[float]:
    """The scale once a wave of this height is drawn."""
    t = np.linspace(0, 10, 800)
    curves.above.show_curves(t, {"x": size * np.sin(t)})
    curves.settle(steady)
    return curves.above.item.vb.viewRange()[1]


def test_the_scale_rests_while_curves_follow_and_fits_when_they_rest(curves, qtbot):
    first = draw(curves, 1.0, steady=False)
    assert draw(curves, 0.8, steady=True) == first
    grown = draw(curves, 1.5, steady=True)
    assert grown[0] < -1.5 and grown[1] > 1.5
    assert draw(curves, 1.4, steady=True) == grown
    qtbot.wait(2 * CALM_MS)
    fitted = curves.above.item.vb.viewRange()[1]
    assert 1.4 < fitted[1] < grown[1]
    curves.above.item.vb.setYRange(-9, 9, padding=0)  # as with the wheel
    assert draw(curves, 1.0, steady=True) == draw(curves, 2.0, steady=False) == [-9, 9]


def blocks(picture: QImage) -> np.ndarray:
    """How bright a picture is, in squares of eight pixels."""
    gray = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    bits = np.frombuffer(gray.constBits(), np.uint8).reshape(gray.height(), gray.bytesPerLine())
    rows, columns = gray.height() // 8, gray.width() // 8
    return bits[: 8 * rows, : 8 * columns].reshape(rows, 8, columns, 8).mean(axis=(1, 3))


def test_what_is_kept_as_pixels_is_painted_anew_when_it_changes(curves, qtbot):
    """Curve, axis and cursor: the picture is that of plots that keep nothing."""
    plain = Curves(kept=False)
    qtbot.addWidget(plain)
    plain.resize(500, 400)
    plain.show()
    qtbot.waitExposed(plain)
    for size in (1.0, 5.0, 0.3):
        pictures = []
        for each in (curves, plain):
            draw(each, size, steady=False)
            each.show_time(size)
            qtbot.wait(20)
            pictures.append(each.above.grab().toImage())
        kept, drawn = map(blocks, pictures)
        assert kept.std() > 3  # something is painted
        assert np.abs(kept - drawn).max() < 40
