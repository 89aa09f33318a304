"""The floor in space is drawn once for many pictures, and anew with all that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import edits
from lagr_gui.gui.sketch import painting
from lagr_gui.gui.sketch.painting import SketchPaper
from lagr_gui.gui.sketch.view import Sketch
from lagr_gui.gui.theme import apply_theme
from tests.gui.sketch.opened import opened


@pytest.fixture
def sketch(qtbot) -> Iterator[Sketch]:
    with opened(qtbot, "furuta_pendulum") as shown:
        yield shown


def picture(sketch: Sketch) -> QImage:
    return sketch.grab().toImage()


def led(sketch: Sketch) -> None:
    """The last body is led some way."""
    x = sketch.stand.scene.motion.x[sketch.session.model.numbers[-1]][0]
    start = QPointF(*sketch.camera.project(x, sketch.size_).tolist())
    assert sketch.hand.take_body(start)
    sketch.hand.hover(start + QPointF(12, -9))


def let_go(sketch: Sketch) -> None:
    led(sketch)
    sketch.hand.release(QPointF())


def turned(sketch: Sketch) -> None:
    sketch.lens.turn(QPointF(40, 10))
    sketch.fit()


def edited(path: tuple[str | int, ...], value: Any) -> Callable[[Sketch], Any]:
    return lambda sketch: sketch.session.edit("Edit", lambda m: edits.set_value(m, path, value))


CHANGES: dict[str, Callable[[Sketch], Any]] = {
    "a body led": led,
    "let go": let_go,
    "turned": turned,
    "nearer": lambda sketch: sketch.zoom_by(1.4),
    "larger": lambda sketch: sketch.resize(700, 500),
    "a longer pendulum": edited(("parameters", 4, "value"), 1.2),
    "gravity along x": edited(("gravity", 0), "-g"),
    "dark": lambda _: apply_theme(QApplication.instance(), "dark"),
    "a plane": lambda sketch: sketch.lens.box.choose("xz"),
}


def test_nothing_of_an_earlier_floor_stays(sketch, qapp) -> None:
    before = picture(sketch)
    try:
        for change, make in CHANGES.items():
            make(sketch)
            kept = picture(sketch)
            assert kept != before, change
            sketch._paper, own = SketchPaper(), sketch._paper
            assert picture(sketch) == kept, change
            sketch._paper, before = own, kept
    finally:
        apply_theme(qapp, "light")


def test_while_a_body_is_led_no_floor_is_drawn(sketch, monkeypatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(painting, "draw_grid", lambda *given, **named: drawn.append(given))
    led(sketch)
    picture(sketch)
    assert not drawn
    turned(sketch)
    picture(sketch)
    assert drawn
