"""What is drawn beside a rod lies on its axis, and a wall does not."""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QPointF

from lagr_gui import pipeline
from tests.gui.sketch.test_drawing import Flat, Pencil, ends


def test_a_disc_beside_a_rod_lies_on_its_axis_and_a_wall_beside_it(window) -> None:
    window.show_view("sketch")
    window.sketch.fit()
    pencil = Pencil(window.sketch)
    pencil.take("R")
    pencil.pull((-0.6, 0.1), (0.6, 0.5))
    ax, ay = ends(window, 1)[0]
    bx, by = ends(window, 1)[1]

    def off(at: Flat) -> float:
        return ((by - ay) * (at[0] - ax) - (bx - ax) * (at[1] - ay)) / hypot(bx - ax, by - ay)

    here, there = (
        window.sketch.flat(window.sketch.pixel(at) + QPointF(2, 5))
        for at in ((0.03, 0.31), (-0.46, 0.147))
    )
    assert abs(off(here)) > 0.003 and abs(off(there)) > 0.003
    pencil.take("O")
    pencil.pull(here, (here[0] + 0.2, here[1]))
    x, y, _ = pipeline.start_motion(window.session.model).x[2][0]
    assert abs(off((x, y))) < 1e-9
    pencil.take("G")
    pencil.pull(there, (there[0] - 0.3, there[1] - 0.5))
    (wall,) = window.session.model.sketch.walls
    assert abs(off((float(wall.start[0]), float(wall.start[1])))) > 0.003
    pencil.take("V")
