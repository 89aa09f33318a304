"""A double click on free paper asks what shall be there; typing narrows, Enter inserts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication

from lagr_gui.editing import edits
from lagr_gui.gui import words
from lagr_gui.gui.canvas.inserting import QuickInsert


@pytest.fixture
def quick(window) -> QuickInsert:
    return window.canvas.quick


@pytest.fixture
def two(window):
    """Two bodies without a joint."""

    def built(model):
        return edits.add_body(edits.add_body(model, (240, 0)), (480, 0))

    window.session.edit("Build", built)
    return window


def ask(hands, qtbot, quick, text: str, at=(240.0, 160.0)) -> None:
    hands.double_click(hands.point(*at))
    qtbot.waitUntil(quick.field.hasFocus)
    qtbot.keyClicks(quick.field, text)


def offered(quick) -> list[str]:
    return [quick.list.item(row).text() for row in range(quick.list.count())]


def test_a_body_that_is_typed_lies_at_the_pointer(window, hands, qtbot, quick):
    ask(hands, qtbot, quick, "rigid")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert window.canvas.content.place("body:1") == (240, 160)
    assert not quick.isVisible() and window.canvas.hasFocus()
    assert window.session.document.steps == ("Add body",)


def test_a_body_that_is_typed_lies_where_it_was_asked_for_when_the_view_moves_meanwhile(
    window, hands, qtbot, quick
):
    ask(hands, qtbot, quick, "rigid")
    window.canvas.pan(QPointF(260, 40))
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert window.canvas.content.place("body:1") == (240, 160)


def test_a_joint_brings_a_body_that_hangs_on_body_0_or_on_what_is_selected(
    window, hands, qtbot, quick
):
    ask(hands, qtbot, quick, "rev")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    first = window.session.model.joints[0]
    assert (first.kind, first.parent, first.child) == ("revolute", 0, 1)
    window.session.select({"body:1"})
    ask(hands, qtbot, quick, "prism", (480.0, 160.0))
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    second = window.session.model.joints[1]
    assert (second.kind, second.parent, second.child) == ("prismatic", 1, 2)
    assert len(window.session.document.steps) == 2  # body and joint are one step
    assert window.session.selection == {f"joint:{second.name}"}
    ask(hands, qtbot, quick, "rev", (720.0, 160.0))  # a chain goes on without a click between
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert window.session.model.joints[2].parent == 2


@pytest.mark.parametrize(
    ("text", "kind"), [("rev", "revolute"), ("spring", "spring"), ("dash", "dashpot")]
)
def test_two_selected_bodies_are_connected(two, hands, qtbot, quick, text, kind):
    two.session.select({"body:1", "body:2"})
    ask(hands, qtbot, quick, text)
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    model = two.session.model
    (edge,) = (*model.joints, *model.elements)
    assert edge.kind == kind
    assert len(model.bodies) == 2
    assert two.session.selection == {
        f"joint:{edge.name}" if edge in model.joints else f"element:{edge.name}"
    }


def test_on_a_body_what_acts_on_it_fits_and_in_a_joint_what_acts_on_its_coordinate(
    two, hands, qtbot, quick
):
    two.session.edit("Connect", lambda model: edits.connect(model, "revolute", 0, 1))
    joint = two.session.model.joints[0]
    quick.ask(hands.at("body:2"), {"body:2"})
    qtbot.keyClicks(quick.field, "force")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert two.session.model.elements[0].body == 2
    quick.ask(hands.at(f"joint:{joint.name}"), {f"joint:{joint.name}"})
    qtbot.keyClicks(quick.field, "torsion spring")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert two.session.model.elements[1].coordinate == joint.coordinates[0]


def test_what_needs_more_than_is_known_is_held_to_be_drawn(window, hands, qtbot, quick):
    ask(hands, qtbot, quick, "gear")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert window.canvas.armed == "element:gear"
    assert not window.session.document.steps


def test_what_fits_stands_before_what_has_to_be_drawn(two, hands, qtbot, quick):
    two.session.select({"body:1", "body:2"})
    ask(hands, qtbot, quick, "s")
    fits = ["Body 1 – Body 2" in row or "here" in row for row in offered(quick)]
    assert any(fits) and fits[0]
    assert quick.list.item(0).icon().availableSizes()


def test_the_arrows_choose_and_escape_gives_up(window, hands, qtbot, quick):
    ask(hands, qtbot, quick, "")
    assert len(offered(quick)) > 30
    qtbot.keyClick(quick.field, Qt.Key.Key_Down)
    assert quick.list.currentRow() == 1
    qtbot.keyClick(quick.field, Qt.Key.Key_Escape)
    assert not quick.isVisible() and window.canvas.hasFocus()
    assert not window.session.document.steps


def test_leaving_the_field_gives_up_and_a_name_of_nothing_inserts_nothing(
    window, hands, qtbot, quick
):
    ask(hands, qtbot, quick, "qqqq")
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    assert quick.isVisible() and quick.none.isVisible()
    window.palette_pane.search.setFocus()
    QApplication.processEvents()
    assert not quick.isVisible() and not window.session.document.steps


def test_the_field_stays_within_the_drawing(window, hands, qtbot, quick):
    area = window.canvas.viewport().rect()
    quick.ask(area.bottomRight(), ())
    assert window.canvas.rect().contains(quick.geometry())
    qtbot.keyClick(quick.field, Qt.Key.Key_Escape)


def test_german_and_english_names_are_found(window, hands, qtbot, quick):
    words.use_language("de")
    try:
        for text in ("dreh", "revol"):
            ask(hands, qtbot, quick, text)
            assert quick.list.item(0).data(0x0100) == "joint:revolute"
            qtbot.keyClick(quick.field, Qt.Key.Key_Escape)
    finally:
        words.use_language("en")


@pytest.mark.parametrize("picked", [1, 2])
@pytest.mark.parametrize("text", ["drive", "joint stop", "prescribed", "torsion spring"])
def test_what_acts_on_a_coordinate_goes_into_the_joint_of_the_body_that_was_picked(
    two, hands, qtbot, quick, text, picked
):
    session = two.session
    for a, b in ((0, 1), (1, 2)):
        session.edit("Connect", lambda m, a=a, b=b: edits.connect(m, "revolute", a, b))
    session.select({f"body:{picked}"})
    ask(hands, qtbot, quick, text)
    assert session.model.joints[picked - 1].name in offered(quick)[0]
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    (element,) = session.model.elements
    assert element.coordinate == session.model.joints[picked - 1].coordinates[0]


@pytest.mark.parametrize("picked", [1, 2])
@pytest.mark.parametrize(
    "text", ["wall", "rolling disc", "skid", "rolling ball", "force", "moment"]
)
def test_what_acts_on_a_body_acts_on_the_one_that_was_picked(
    two, hands, qtbot, quick, text, picked
):
    two.session.select({f"body:{picked}"})
    ask(hands, qtbot, quick, text)
    qtbot.keyClick(quick.field, Qt.Key.Key_Return)
    (element,) = two.session.model.elements
    assert element.body == picked and not getattr(element, "ground", 0)
