"""The pane of the signal-flow diagram follows drawing, selection and the time that is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.gui import desk
from lagr_gui.gui.theme import apply_theme
from lagr_gui.model import Model
from tests.samples.gallery import sample


@pytest.fixture
def flow(window, qtbot):
    """The window with the slider-crank and the pane in sight, numbers on its wires."""
    model = edits.set_value(sample("slider_crank"), ("simulation", "until"), 0.3)
    window.session.edit("Build", lambda _: model)
    window.menus.actions["view_signal_flow"].trigger()
    pane = window.panes["signal_flow"]
    pane.show_to(True)
    qtbot.waitUntil(lambda: pane.found is not None and bool(pane.view.numbers))
    pane.resize(1200, 800)
    pane.view.fit()
    return window, pane


def test_it_shows_blocks_loops_and_why_they_are(flow):
    _, pane = flow
    assert "14" in pane.words.text()
    assert len(pane.view.picture.blocks) == 14
    told = pane.explained.text()
    assert "Crank" in told and "Memory" in told and "φ" in told


def test_a_selected_body_lights_its_blocks_and_a_block_selects_its_body(flow, qtbot):
    window, pane = flow
    window.session.select({"body:2"})
    lit = {pane.view.picture.blocks[i].block.kind for i in pane.view.lit}
    assert lit == {"momentum", "angular-momentum"} and len(pane.view.lit) == 2
    joint = next(i for i, d in enumerate(pane.view.picture.blocks) if d.block.items == ("joint:B",))
    at = pane.view.place_of(joint).toPoint()
    qtbot.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=at)
    assert window.session.selection == {"joint:B"} and pane.view.lit == {joint}
    qtbot.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert not window.session.selection and not pane.view.lit


def test_numbers_are_those_of_the_time_that_is_shown(flow, qtbot):
    window, pane = flow
    first = list(pane.view.numbers)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.animation.player.pause()
    window.session.running.set_time(0.2)
    qtbot.waitUntil(lambda: "t = 0.2 s" in pane.words.text())
    assert list(pane.view.numbers) != first
    trajectory = window.session.running.trajectory
    q, qd = trajectory.at(0.2)
    known = pipeline.signal_values(
        window.session.model, {"t": 0.2, "q": q.tolist(), "qd": qd.tolist()}
    )
    (angle,) = [
        i
        for i, wire in enumerate(pane.found.wires)
        if [part.sort for part in wire.parts] == ["qdd"] and wire.parts[0].owner == 0
    ]
    assert pane.view.numbers[angle] == f"{known.qdd[0]:.3g}".replace("-", "−")


def test_all_numbers_of_a_wire_are_told_under_the_pointer(flow):
    _, pane = flow
    index = next(i for i, wire in enumerate(pane.found.wires) if len(wire.parts) > 3)
    assert pane.view.numbers[index] == ""
    x, y = pane.view.picture.wires[index].way.label
    note = pane.view.note_at(pane.view.corner + QPointF(x, y) * pane.view.scale)
    assert "m/s" in note and note.count("\n") == len(pane.found.wires[index].parts) - 1


def test_it_is_zoomed_and_moved_by_pointer_and_keys(flow, qtbot):
    _, pane = flow
    view, scale = pane.view, pane.view.scale
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.scale > scale
    before = QPointF(view.corner)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    qtbot.mouseMove(view, QPoint(60, 40))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 40))
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.corner != before
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.scale == pytest.approx(scale)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_painted_in_both_themes(flow, qapp, theme):
    _, pane = flow
    apply_theme(qapp, theme)
    try:
        image = pane.view.grab().toImage()
        colors = {image.pixelColor(x, y).name() for x in range(0, 900, 7) for y in range(0, 500, 7)}
        assert len(colors) > 4
    finally:
        apply_theme(qapp, "light")


def with_a_flywheel(_: Model) -> Model:
    """A model with a kinetic energy that no body has."""
    model = sample("double_pendulum")
    rate = f"{model.coordinates[0]}'"
    return edits.add_element(model, "energies", kinetic=f"0.1*{rate}^2")


def test_an_edit_draws_it_anew_and_what_cannot_be_drawn_is_told(flow, qtbot):
    window, pane = flow
    window.session.edit("Away", lambda m: edits.remove(m, ["element:Load"]))
    qtbot.waitUntil(lambda: pane.found is not None and len(pane.view.picture.blocks) == 13)
    window.session.edit("Flywheel", with_a_flywheel)
    qtbot.waitUntil(lambda: "kinetic energy" in pane.words.text())
    assert pane.view.picture is None and not pane.save.isEnabled()
    window.session.new()
    assert pane.found is None and pane.view.picture is None


def test_the_diagram_is_exported_with_its_numbers(flow, monkeypatch, tmp_path: Path):
    _, pane = flow
    for ending in (".svg", ".json", ".graphml"):
        path = tmp_path / f"flow{ending}"
        monkeypatch.setattr(desk, "ask_save", lambda *_, path=path: str(path))
        pane.export()
        assert path.exists()
    assert json.loads((tmp_path / "flow.json").read_text("utf-8"))["state"]["qdd"]


def test_it_is_a_view_in_the_place_of_the_drawing_and_asks_only_there(flow, qtbot):
    window, pane = flow
    assert window.workplace.view == "signal_flow" and "signal_flow" not in window.docks
    assert not window.canvas.isVisible() and pane.isVisible()
    assert window.drawing is pane.view and pane.view.hasFocus()
    window.menus.actions["zoom_100"].trigger()
    assert pane.view.scale == 1
    window.menus.actions["select_all"].trigger()
    assert {"body:1", "joint:B"} <= window.session.selection
    window.show_view("diagram")
    assert window.canvas.isVisible() and not pane.isVisible() and pane.answer.wanted is None
    window.session.edit("Away", lambda m: edits.remove(m, ["element:Load"]))
    qtbot.waitUntil(lambda: not window.session.motions.busy)
    window.show_view("signal_flow")
    qtbot.waitUntil(lambda: pane.found is not None and len(pane.view.picture.blocks) == 13)
