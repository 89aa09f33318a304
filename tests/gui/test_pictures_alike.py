"""Pictures of panes: SVG and PDF, painted by others, look as PNG does."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from lagr_gui.editing import edits
from lagr_gui.gui.panes.animation import spatial
from lagr_gui.gui.sketch.saving import save_sketch
from lagr_gui.gui.theme import apply_theme
from tests.gui.panes.test_simulation import run
from tests.samples.gallery import sample

APART = {"animation": 0.2}
USUALLY_APART = 0.15
"""How much of the ink may lie elsewhere, seen from some way off: small pictures have thin lines."""
BLURRED = 6


@pytest.fixture
def saved(window, qtbot, tmp_path: Path) -> Callable[[str], dict[str, Path]]:
    """Writes the picture of a pane in all three sorts."""
    model = edits.set_value(sample("slider_crank"), ("simulation", "until"), 0.5)
    window.session.edit("Build", lambda _: model)
    run(window, qtbot)
    qtbot.waitUntil(lambda: window.simulation.curves.above.width() > 100)
    window.workplace.show_view("sketch")
    qtbot.waitUntil(lambda: window.drawing.camera is not None)
    saves = {
        "drawing": window.canvas.save_picture,
        "curves": window.simulation.views.save,
        "sketch": partial(save_sketch, window.drawing),
        "animation": window.animation.view.save_picture,
    }

    def save(pane: str) -> dict[str, Path]:
        found = {sort: tmp_path / f"{pane}.{sort}" for sort in ("svg", "pdf", "png")}
        assert all(saves[pane](path) for path in found.values())
        return found

    return save


def from_lines(path: Path, size: QSize) -> QImage:
    """An SVG in pixels: lines of a width in pixels are painted in the size of the window."""
    image = QImage(size / 2, QImage.Format.Format_RGB32)
    image.fill("white")
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(path)).render(painter)
    painter.end()
    return image


def from_pages(path: Path, size: QSize) -> QImage:
    """A PDF in pixels."""
    words = ["pdftoppm", "-png", "-singlefile", "-scale-to-x", str(size.width())]
    words += ["-scale-to-y", str(size.height()), str(path), str(path.with_suffix(""))]
    path.with_suffix(".png").unlink(missing_ok=True)
    subprocess.run(words, check=True, timeout=60)
    return QImage(str(path.with_suffix(".png")))


def ink(image: QImage, size: QSize) -> np.ndarray:
    """How far each of a few large pixels is from the paper, in three colours."""
    small = image.scaled(size / BLURRED, mode=Qt.TransformationMode.SmoothTransformation)
    small = small.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(small.constBits(), np.uint8).reshape(small.height(), -1)
    whole = rows[:, : 3 * small.width()].reshape(small.height(), -1, 3).astype(float)
    return np.abs(whole - np.median(whole, axis=(0, 1)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("pane", ["drawing", "curves", "sketch", "animation"])
def test_pictures_of_a_pane_look_alike(saved, qapp, pane: str, scheme: str) -> None:
    apply_theme(qapp, scheme)
    try:
        found = saved(pane)
        dots = QImage(str(found["png"]))
        known = ink(dots, dots.size())
        others = [from_lines(found["svg"], dots.size())]
        if which("pdftoppm"):
            others.append(from_pages(found["pdf"], dots.size()))
    finally:
        apply_theme(qapp, "light")
    assert known.sum() > 0
    for image in others:
        own = ink(image, dots.size())
        apart = APART.get(pane, USUALLY_APART)
        assert np.abs(own - known).sum() <= apart * known.sum()
        assert abs(own.sum() / known.sum() - 1) <= apart / 2


def test_the_picture_of_a_sketch_in_space_has_no_floor(window, qtbot, tmp_path: Path, monkeypatch):
    painted: list[object] = []
    monkeypatch.setattr(spatial, "draw_grid", lambda *words: painted.append(words))
    window.session.edit("Build", lambda _: sample("foucault_pendulum"))
    window.workplace.show_view("sketch")
    qtbot.waitUntil(lambda: window.drawing.stand is not None and not window.drawing.planar)
    assert save_sketch(window.drawing, tmp_path / "sketch.svg") and not painted
