"""Selecting, moving, copying, zooming, panning; pictures of the drawing."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtTest import QTest

from lagr_gui.editing import edits
from lagr_gui.gui.actions.files import write_picture
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas, symbols
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.canvas.looking import look_at
from lagr_gui.gui.canvas.symbols import formula_runs
from lagr_gui.model import Body, Model, Place
from lagr_gui.model.records import Layout
from tests.ground.sources import ROOT
from tests.gui.hands import MIDDLE, SHIFT, wheel
from tests.systems import joint


@pytest.fixture
def chain(window):
    """Three bodies in a row below body 0, with joints and a spring."""

    def build(model: Model) -> Model:
        for number in (1, 2, 3):
            model = edits.add_body(model, (number * 200.0, 0.0))
            model = edits.connect(model, "revolute", number - 1, number)
        model = edits.connect(model, "spring", 1, 3)
        return edits.move(model, {"body:0": (0.0, 0.0)})

    window.session.edit("Build", build)
    window.canvas.fit()
    return window.session


def counting(work: Counter[str], method):
    """The method, which also counts its calls."""

    def counted(self, *arguments):
        work[method.__name__] += 1
        return method(self, *arguments)

    return counted


def place(session, number: int) -> tuple[float, float]:
    return edits.places(session.model)[f"body:{number}"]


def test_a_click_selects_shift_adds_and_takes_away(chain, hands):
    hands.click("body:1")
    assert chain.selection == {"body:1"}
    hands.click("joint:revolute 2", keys=SHIFT)
    assert chain.selection == {"body:1", "joint:revolute 2"}
    hands.click("body:1", keys=SHIFT)
    assert chain.selection == {"joint:revolute 2"}
    hands.click(hands.point(300, -150))
    assert chain.selection == frozenset()


def test_a_click_on_one_of_several_leaves_that_one_when_the_button_is_let_go(chain, hands):
    chain.select({"body:1", "body:2", "joint:revolute 2"})
    hands.press("body:2")
    assert len(chain.selection) == 3, "a drag would move them all"
    hands.release("body:2")
    assert chain.selection == {"body:2"}


def test_a_drag_of_several_leaves_them_selected(chain, hands):
    chain.select({"body:1", "body:2"})
    hands.pull("body:2", hands.point(437, 66))
    assert chain.selection == {"body:1", "body:2"}


def test_a_drag_moves_the_selection_on_the_grid_in_one_step(chain, hands):
    before = chain.document.steps
    hands.click("body:1")
    hands.click("body:2", keys=SHIFT)
    hands.pull("body:2", hands.point(437, 66))
    assert place(chain, 2) == (440, 70)
    assert place(chain, 1) == (240, 70)
    assert place(chain, 3) == (600, 0)
    assert chain.document.steps == (*before, "Move")
    chain.undo()
    assert place(chain, 1) == (200, 0)


def test_while_one_drags_joints_follow_and_the_model_waits(chain, hands, window):
    hands.press("body:1")
    hands.move(hands.point(200, 100))
    hands.move(hands.point(200, 200))
    assert window.canvas.content.items["body:1"].pos().y() == 200
    assert window.canvas.content.place("joint:revolute 1")[1] > 50
    assert place(chain, 1) == (200, 0)
    hands.key(Qt.Key.Key_Escape)
    assert window.canvas.content.items["body:1"].pos().y() == 0
    hands.release(hands.point(200, 200))
    assert place(chain, 1) == (200, 0)


def test_a_trembling_click_moves_nothing(chain, hands):
    at = hands.at("body:1")
    hands.pull(at, at + QPoint(2, 1))
    assert place(chain, 1) == (200, 0)
    assert chain.document.undo_title == "Build"


def test_a_rubber_band_selects_what_it_touches_and_shift_keeps_the_rest(chain, hands):
    hands.pull(hands.point(-100, -120), hands.point(120, 60))
    assert {"body:0", "joint:revolute 1"} <= chain.selection
    assert "body:3" not in chain.selection
    hands.pull(hands.point(700, -120), hands.point(590, 20), keys=SHIFT)
    assert {"body:0", "body:3"} <= chain.selection


def test_select_all_takes_everything_but_body_0(chain, window):
    window.canvas.setFocus()
    window.menus.actions["select_all"].trigger()
    assert chain.selection == set(window.canvas.content.items) - {"body:0"}


def test_arrow_keys_nudge_by_the_grid_and_make_one_step(chain, hands):
    hands.click("body:3")
    for _ in range(3):
        hands.key(Qt.Key.Key_Right)
    hands.key(Qt.Key.Key_Up)
    assert place(chain, 3) == (630, -10)
    assert chain.document.steps == ("Build", "Nudge")


def test_delete_takes_what_hangs_on_a_body_and_undo_brings_it_back(chain, window, hands):
    before = chain.model
    hands.click("body:3")
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, Qt.Key.Key_Delete)
    assert chain.model.numbers == (1, 2)
    assert [j.name for j in chain.model.joints] == ["revolute 1", "revolute 2"]
    assert not chain.model.elements
    assert set(window.canvas.content.items) == {
        *("body:0", "body:1", "body:2", "joint:revolute 1", "joint:revolute 2")
    }
    assert chain.selection == frozenset()
    chain.undo()
    assert chain.model == before and "element:spring 1" in window.canvas.content.items


def test_body_0_cannot_be_deleted(chain, window):
    chain.select({"body:0"})
    window.menus.refresh()
    assert not window.menus.actions["delete"].isEnabled()


def test_copy_and_paste_adds_new_bodies_with_their_joints(chain, window):
    chain.select({"body:2", "body:3"})
    window.menus.actions["copy"].trigger()
    window.menus.refresh()
    window.menus.actions["paste"].trigger()
    assert chain.model.numbers == (1, 2, 3, 4, 5)
    assert chain.selection == {"body:4", "body:5"}
    assert {(j.parent, j.child) for j in chain.model.joints[3:]} == {(4, 5)}
    assert len(set(chain.model.coordinates)) == 4


def test_pasted_bodies_cover_nothing(chain, window):
    chain.select({"body:1"})
    window.menus.actions["copy"].trigger()
    for _ in range(3):
        window.menus.actions["paste"].trigger()
    spots = [place(chain, n) for n in chain.model.numbers]
    assert len(set(spots)) == 6


def test_cut_puts_a_body_on_the_clipboard_and_takes_it_away(chain, window):
    chain.select({"body:3"})
    window.menus.actions["cut"].trigger()
    assert chain.model.numbers == (1, 2)
    assert chain.document.undo_title == "Cut"
    window.menus.actions["paste"].trigger()
    assert chain.model.numbers == (1, 2, 3)


def test_a_duplicate_lies_beside_its_original(chain, window):
    chain.select({"body:1"})
    window.menus.actions["duplicate"].trigger()
    assert place(chain, 4) == (240, 40)


def test_a_foreign_text_on_the_clipboard_cannot_be_pasted(chain, window, qapp):
    qapp.clipboard().setText("import os; os.remove('x')")
    window.menus.refresh()
    assert not window.menus.actions["paste"].isEnabled()


def test_the_wheel_zooms_and_the_point_under_the_pointer_stays(chain, window, hands):
    canvas, at = window.canvas, QPoint(150, 120)
    before, scale = canvas.mapToScene(at), canvas.transform().m11()
    for turns, angle in enumerate((240, 240, -120, 360), 1):
        wheel(canvas.viewport(), at, angle)
        after = canvas.mapToScene(at)
        # Scroll bars stand at whole pixels: each turn may round by half of one to both sides.
        assert (after - before).manhattanLength() * canvas.transform().m11() < turns + 0.5
    assert canvas.transform().m11() > 1.5 * scale


def test_zoom_has_limits(chain, window):
    for _ in range(60):
        window.canvas.zoom_by(2)
    assert window.canvas.transform().m11() == pytest.approx(6)
    for _ in range(60):
        window.canvas.zoom_by(0.5)
    assert window.canvas.transform().m11() == pytest.approx(0.05)
    window.canvas.zoom_to(1)
    assert window.canvas.transform().m11() == pytest.approx(1)


def test_fit_shows_everything(chain, window):
    chain.edit("Move", lambda model: edits.move(model, {"body:3": (4000.0, 900.0)}))
    window.canvas.fit()
    seen = window.canvas.viewport().rect()
    for key in window.canvas.content.items:
        where = window.canvas.content.place(key)
        assert seen.contains(window.canvas.mapFromScene(*where))


def test_the_middle_button_pans_by_the_way_of_the_pointer(chain, window, hands):
    at = hands.at("body:1")
    hands.pull(QPoint(100, 100), QPoint(160, 70), button=MIDDLE)
    moved = hands.at("body:1") - at
    assert (moved - QPoint(60, -30)).manhattanLength() <= 3
    assert place(chain, 1) == (200, 0) and not chain.selection


def test_space_and_drag_pans_too(chain, window, hands):
    at = hands.at("body:1")
    QTest.keyPress(window.canvas, Qt.Key.Key_Space)
    hands.pull("body:1", hands.at("body:1") + QPoint(50, 40))
    QTest.keyRelease(window.canvas, Qt.Key.Key_Space)
    assert (hands.at("body:1") - at - QPoint(50, 40)).manhattanLength() <= 3
    assert place(chain, 1) == (200, 0)


@pytest.mark.parametrize(
    ("ending", "head"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
)
def test_the_drawing_is_written_as_a_picture(chain, window, tmp_path, ending, head):
    path = tmp_path / f"drawing.{ending}"
    window.canvas.save_picture(path)
    assert path.read_bytes().startswith(head)
    if ending == "png":
        image = QImage(str(path))
        colors = {image.pixel(x, image.height() // 2) for x in range(image.width())}
        assert len(colors) > 2
    if ending == "svg":
        text = path.read_text("utf-8")
        assert "Body 3" in text and "<image" not in text, "lines and letters, not pixels"


def test_what_is_selected_stands_out_on_the_screen_but_not_in_a_picture(chain, window, tmp_path):
    window.canvas.save_picture(tmp_path / "calm.svg")
    chain.select({"body:1", "joint:revolute 1"})
    chain.highlight({"body:2"})
    window.canvas.save_picture(tmp_path / "chosen.svg")
    calm, chosen = (tmp_path / f"{name}.svg" for name in ("calm", "chosen"))
    assert calm.read_bytes() == chosen.read_bytes()
    assert window.canvas.content.items["body:1"].mood.selected


def test_a_picture_that_cannot_be_written_is_refused_with_a_remedy(
    window, chain, tmp_path, monkeypatch
):
    told = []
    monkeypatch.setattr("lagr_gui.gui.desk.tell_problems", lambda *a: told.extend(a[2]))
    for ending in ("svg", "pdf", "png"):
        write_picture(
            window, tmp_path / "nowhere" / f"drawing.{ending}", window.canvas.save_picture
        )
    assert ["another folder" in problem.remedy for problem in told] == [True] * 3


def test_selected_lit_and_faulty_items_stand_out(chain, window, hands):
    chain.edit("Break", lambda model: edits.set_value(model, ("bodies", 1, "mass"), "2*("))
    chain.select({"body:1"})
    chain.highlight({"body:3"})
    moods = {key: item.mood for key, item in window.canvas.content.items.items()}
    assert moods["body:1"].selected and moods["body:3"].warm and moods["body:2"].faulty
    assert not (moods["body:2"].selected or moods["body:1"].faulty)
    pens = {key: moods[key].line("node_line").color().name() for key in moods}
    assert len({pens[f"body:{n}"] for n in range(4)}) == 4


def test_every_edge_carries_the_symbol_of_its_kind(chain, window, monkeypatch):
    drawn = set()
    monkeypatch.setattr(symbols, "draw_glyph", lambda *a: drawn.add(a[1]))
    for kind in ("wall", "rolling_disc", "rod"):
        chain.edit("Connect", lambda model, kind=kind: edits.connect(model, kind, 0, 3))
    window.canvas.grab()
    assert drawn == {"revolute", "wall", "rolling_disc", "rod"}, "a spring is in the line itself"


def test_of_300_bodies_only_what_moves_is_drawn_again(window, monkeypatch):
    count, work = 300, Counter()
    for owner, method in ((Item, "__init__"), (symbols, "wire_path"), (Item, "update")):
        monkeypatch.setattr(owner, method, counting(work, getattr(owner, method)))
    bodies = tuple(Body(number=n, mass=1) for n in range(1, count + 1))
    joints = tuple(
        joint("revolute", f"j{n}", n - 1, n, coordinates=(f"q{n}",)) for n in range(1, count + 1)
    )
    columns = [*range(20), *range(19, -1, -1)]
    spots = tuple(
        Place(item=f"body:{n}", x=columns[n % 40] * 200.0, y=n // 20 * 120.0)
        for n in range(count + 1)
    )
    model = Model(bodies=bodies, joints=joints, layout=Layout(places=spots))
    window.session.document.replace(model, None)
    content = window.canvas.content
    content.sync()
    assert len(content.items) == 2 * count + 1
    assert (work["__init__"], work["wire_path"]) == (2 * count, count)
    work.clear()
    content.sync()
    assert not work
    for step in range(10):
        content.preview(edits.move(model, {"body:150": (1801.0 + step, 840.0)}))
    assert work == {"wire_path": 20, "update": 20}, "the joints on both sides of it, ten times"
    work.clear()
    content.sync()
    assert work == {"wire_path": 2, "update": 2}


@pytest.mark.parametrize("at", [(0, 240), (150, 200), (240, 120), (240, -30), (-200, 200)])
def test_no_line_crosses_the_name_of_a_coordinate(window, at):
    def build(model: Model) -> Model:
        model = edits.connect(edits.add_body(model, at), "revolute", 0, 1)
        return edits.move(model, {"body:0": (0.0, 0.0)})

    window.session.edit("Build", build)
    item = window.canvas.content.items["joint:revolute 1"]
    letters = QPainterPath()
    letters.addRect(item.label_box)
    stroke = QPainterPathStroker(QPen(Qt.GlobalColor.black, 1.5)).createStroke(item._path)
    assert not stroke.intersects(letters)


def test_what_follows_an_underscore_is_lowered():
    assert formula_runs("m = m_B") == [("m = m", False), ("B", True)]
    assert formula_runs("θ_R, q₁") == [("θ", False), ("R", True), (", q₁", False)]
    assert formula_runs("m = 1") == [("m = 1", False)]


@pytest.mark.parametrize("size", [(400, 300), (640, 440), (1200, 500)])
def test_nothing_lies_below_the_arrow_of_gravity_where_all_is_seen(qtbot, size):
    session = Session()
    session.open(ROOT / "sample_models" / "rack_and_pinion.lagr")
    session.derivation.cancel()
    canvas = Canvas(session)
    qtbot.addWidget(canvas)
    canvas.resize(*size)
    canvas.show()
    canvas.fit()
    assert canvas.overlay.gravity.isVisible()
    assert not canvas.items(canvas.overlay.gravity.geometry())
    session.close()


def test_a_fitted_drawing_stays_fitted_in_another_room_until_one_looks_elsewhere(window, qtbot):
    canvas = window.canvas
    window.session.edit("Add body", lambda model: edits.add_body(model, (0.0, -900.0)))
    canvas.fit()
    canvas.resize(500, 300)
    seen = look_at(canvas), canvas.seen()
    assert seen[1].contains(canvas.contents())
    canvas.fit()
    assert (look_at(canvas), canvas.seen()) == seen
    for look in (lambda: canvas.zoom_by(1.5), lambda: canvas.pan(QPointF(30, 0))):
        canvas.fit()
        look()
        scale = canvas.transform().m11()
        canvas.resize(canvas.width() + 60, 300)
        assert canvas.transform().m11() == scale


def test_what_is_moved_by_hand_stays_where_it_is_in_another_room(window, qtbot):
    canvas = window.canvas
    window.session.edit("Add body", lambda model: edits.add_body(model, (0.0, -900.0)))
    canvas.fit()
    window.session.edit("Move", lambda model: edits.move(model, {"body:1": (0.0, -600.0)}))
    scale = canvas.transform().m11()
    canvas.resize(500, 300)
    assert canvas.transform().m11() == scale
