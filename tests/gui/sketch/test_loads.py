"""Forces, moments and drives in the sketch, and what the palette puts there."""

from __future__ import annotations

from math import atan2, degrees, hypot

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.gui.panes.palette import mime_of, tools
from lagr_gui.gui.sketch.loads import load_at
from lagr_gui.gui.sketch.pointer.hits import told_at
from lagr_gui.gui.sketch.pointer.tools import BY_LETTER, BY_NAME, OWN, tool_for, why_not
from lagr_gui.scenery.load_signs import seen_loads
from lagr_gui.scenery.strokes import SceneSight
from tests.gui.hands import mouse
from tests.gui.sketch.test_drawing import Pencil

CTRL = Qt.KeyboardModifier.ControlModifier
MIDDLE, RIM, HINGE, TIP = (0.5, 0.4), (0.7, 0.4), (1.0, 0.2), (1.4, 0.2)


@pytest.fixture
def pencil(window):
    """A free disc and a rod on a hinge."""
    window.show_view("sketch")
    window.sketch.fit()
    window.sketch.setFocus()
    pencil = Pencil(window.sketch)
    pencil.take("O")
    pencil.pull(MIDDLE, RIM)
    pencil.take("R")
    pencil.pull(HINGE, TIP)
    pencil.take("P")
    pencil.click(HINGE)
    pencil.take("V")
    yield pencil
    window.workplace.arm("")
    window.sketch.take("select")


def element(window):
    (found,) = window.session.model.elements
    return found


def seen(sketch):
    """The only load as it is seen."""
    scene = sketch.stand.scene
    sight = SceneSight(scene, scene.at(scene.motion.t[0]), sketch.camera, sketch.size_)
    (found,) = seen_loads(sketch.stand.loads, sketch.stand.newtons, sight)
    return found


def spot(pixel) -> QPointF:
    return QPointF(*np.asarray(pixel).tolist())


def led(sketch, start: QPointF, end: QPointF) -> None:
    """Ctrl and drag from pixel to pixel."""
    a, b = start.toPoint(), end.toPoint()
    mouse(sketch, QEvent.Type.MouseButtonPress, a, keys=CTRL)
    for part in (0.5, 1.0):
        mouse(sketch, QEvent.Type.MouseMove, a + (b - a) * part, keys=CTRL)
    mouse(sketch, QEvent.Type.MouseButtonRelease, b, keys=CTRL)


def test_a_force_is_pulled_from_its_point_and_is_as_long_as_it_was_drawn(window, pencil):
    pencil.take("Q")
    pencil.pull(MIDDLE, (0.5, 0.2))
    force, sketch = element(window), window.sketch
    assert (force.kind, force.body, force.vector[0], force.vector[1]) == ("force", 1, 0, "-F1")
    assert window.session.document.undo_title == "Draw a force"
    line = seen(sketch).line
    assert line[0] == pytest.approx([sketch.pixel(MIDDLE).x(), sketch.pixel(MIDDLE).y()])
    assert hypot(*(seen(sketch).tip - line[0])) == pytest.approx(0.2 * sketch.camera.scale, rel=0.1)


def test_a_force_is_typed_while_it_is_pulled(window, pencil):
    pencil.take("Q")
    pencil.sketch.hand.press(pencil.sketch.pixel(MIDDLE))
    pencil.hover((0.6, 0.5))
    pencil.type("2 kN -90")
    assert element(window).vector == (0, "-F1", 0)
    assert [p.value for p in window.session.model.parameters if p.name == "F1"] == [2000]


def test_what_is_no_force_is_told(window, pencil):
    pencil.take("Q")
    pencil.sketch.hand.press(pencil.sketch.pixel(MIDDLE))
    pencil.hover((0.6, 0.5))
    pencil.type("3 m")
    assert not window.session.model.elements
    assert "50 -90" in window.sketch.hint.text()


def test_a_force_on_paper_is_told_to_need_a_body(window, pencil):
    pencil.take("Q")
    pencil.pull((0.1, 0.1), (0.2, 0.2))
    assert not window.session.model.elements
    assert window.sketch.hint.text()


def test_a_force_is_selected_and_told_where_it_is_seen(window, pencil):
    pencil.take("Q")
    pencil.pull(MIDDLE, (0.9, 0.4))
    pencil.take("V")
    sketch = window.sketch
    found = seen(sketch)
    at = spot(found.line.mean(axis=0))
    assert sketch.key_at(at) == found.key
    title, text = told_at(sketch, [], at)
    assert found.load.name in title
    assert "F1" in text
    off = found.line.mean(axis=0) + np.array([0.0, 12.0])
    assert load_at(sketch.stand, sketch.camera, sketch.size_, off) is None
    window.session.select({found.key})
    window.menus.actions["delete"].trigger()
    assert not window.session.model.elements
    assert len(window.session.model.bodies) == 2


@pytest.mark.parametrize("angle", [0, 45, 90, 180, -120])
def test_the_tip_of_a_force_turns_it(window, pencil, angle):
    pencil.take("Q")
    pencil.pull(MIDDLE, (0.9, 0.4))
    pencil.take("V")
    sketch, found = window.sketch, seen(window.sketch)
    way = 90 * np.array([np.cos(np.radians(angle)), -np.sin(np.radians(angle))])
    led(sketch, spot(found.tip), spot(found.line[0] + way))
    turned = seen(sketch)
    x, y = turned.tip - turned.line[0]
    assert degrees(atan2(-y, x)) % 360 == pytest.approx(angle % 360, abs=1e-6)
    assert hypot(x, y) == pytest.approx(90, rel=0.06)
    assert window.session.document.undo_title == "Change a force"
    window.session.undo()
    assert element(window).vector == ("F1", 0, 0)


def test_the_value_beside_a_load_is_typed(window, pencil):
    pencil.take("Q")
    pencil.pull(MIDDLE, (0.9, 0.4))
    pencil.take("V")
    sketch = window.sketch
    sketch.grab()
    (entry,) = [one for one in sketch.written if one.sort == "load"]
    sketch.hand.set_value(entry, "30 90")
    assert element(window).vector == (0, "F1", 0)
    sketch.hand.set_value(entry, "12 m")
    assert sketch.hint.text()
    assert [p.value for p in window.session.model.parameters if p.name == "F1"] == [30]


def test_a_moment_and_a_drive_take_one_click(window, pencil):
    pencil.take("U")
    pencil.click(MIDDLE)
    assert (element(window).kind, element(window).body) == ("torque", 1)
    window.session.undo()
    pencil.take("A")
    pencil.click(HINGE)
    assert element(window).kind == "coordinate_force"
    assert seen(window.sketch).load.sort == "drive"
    at = spot(seen(window.sketch).tip)
    assert window.sketch.key_at(at) == f"element:{element(window).name}"
    pencil.click(HINGE)
    assert not window.session.model.elements


def test_every_row_of_the_palette_has_a_tool_in_the_sketch_or_says_where_it_belongs():
    for _, group in tools():
        for row in group:
            if row.name == "body:0":
                continue  # it selects
            tool = tool_for(row.name)
            assert tool is None or tool.draw is not None
            assert tool is not None or "Ctrl+1" in why_not(row.name)
    assert set(OWN.values()) <= set(BY_NAME)
    assert {f"element:{kind}" for kind in ELEMENTS} | {f"joint:{kind}" for kind in JOINTS} >= {
        row for row in OWN if not row.startswith("body:")
    }


def test_letters_of_tools_are_their_own():
    assert len(BY_LETTER) == len([tool for tool in BY_NAME.values() if tool.letter])


def test_a_row_of_the_palette_is_drawn_where_the_sketch_is_clicked(window, pencil):
    window.workplace.arm("element:torque")
    assert window.canvas.armed == ""
    assert window.sketch.armed == "element:torque"
    assert window.sketch.strip.buttons["moment"].isChecked()
    pencil.click(MIDDLE)
    assert element(window).kind == "torque"
    window.sketch.take("select")
    assert window.sketch.armed == ""


@pytest.mark.parametrize("row", ["joint:universal", "element:resistor", "note:new", "terminal:new"])
def test_a_row_without_a_place_in_the_sketch_is_told_and_not_held(window, pencil, row):
    armed: list[str] = []
    window.workplace.armed_changed.connect(armed.append)
    window.workplace.arm(row)
    assert window.sketch.hint.text() == why_not(row)
    assert window.sketch.armed == window.canvas.armed == ""
    assert armed[-1] == ""
    assert not window.sketch.hand.draws
    window.workplace.armed_changed.disconnect(armed.append)


@pytest.mark.parametrize("view", ["diagram", "both"])
def test_what_the_diagram_holds_is_let_go_when_it_is_put_away(window, pencil, view):
    window.show_view(view)
    window.workplace.arm("element:spring")
    assert window.canvas.armed == "element:spring"
    assert window.sketch.armed == ("element:spring" if view == "both" else "")
    window.show_view("sketch")
    assert window.canvas.armed == ""


def test_what_is_let_go_in_one_view_is_so_in_the_other(window, pencil):
    window.show_view("both")
    window.workplace.arm("element:spring")
    window.sketch.take("select")
    assert window.canvas.armed == ""
    window.workplace.arm("element:spring")
    window.workplace.arm("joint:universal")  # it has no place in the sketch
    assert (window.canvas.armed, window.sketch.armed) == ("joint:universal", "")
    window.canvas.arm("")
    window.show_view("sketch")


def test_an_element_that_the_sketch_has_no_tool_for_is_drawn_from_the_palette(window, pencil):
    window.workplace.arm("element:rod")
    assert not any(button.isChecked() for button in window.sketch.strip.buttons.values())
    pencil.pull(MIDDLE, TIP)
    assert element(window).kind == "rod"
    window.sketch.take("select")
    assert window.sketch.strip.buttons["select"].isChecked()


def test_a_model_without_loads_has_none_to_hit(window, pencil):
    sketch = window.sketch
    pixel = np.array([sketch.pixel(MIDDLE).x(), sketch.pixel(MIDDLE).y()])
    assert load_at(sketch.stand, sketch.camera, sketch.size_, pixel) is None


def test_a_row_that_is_dragged_into_the_sketch_is_put_where_it_is_let_go(window, pencil):
    sketch = window.sketch
    for kind in (QDragEnterEvent, QDropEvent):
        at = sketch.pixel(MIDDLE)
        place = at.toPoint() if kind is QDragEnterEvent else at
        keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
        data = mime_of("element:torque")
        QApplication.sendEvent(sketch, kind(place, Qt.DropAction.CopyAction, data, buttons, keys))
    assert element(window).kind == "torque"
