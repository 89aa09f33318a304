"""Whatever the texts of a model look like, they are shown letter by letter; nothing is loaded."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QMessageBox,
    QWidget,
)

from lagr_gui.editing import edits
from lagr_gui.foundation.problem import Problem
from lagr_gui.gui import asking, desk
from lagr_gui.gui.earlier import DifferenceTable, EarlierVersions
from lagr_gui.gui.widgets import plain
from lagr_gui.model import Model, files
from tests.gui.waiting import derived
from tests.systems import pendulum
from tests.widgets import all_widgets

SIGN = "<b>bold</b> & [*]"


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    """A text that reads a pipe that nobody writes to, if it is taken for a page."""
    os.mkfifo(tmp_path / "pipe")
    return f'x <img src="{tmp_path / "pipe"}"> {SIGN}'


def model(text: str) -> Model:
    """A model that moves, with the text wherever a user can write what is no formula."""
    made = edits.connect(edits.set_start(pendulum(), "q1", 1, 0), "coordinate_spring", 0, 1)
    made = edits.add_body(made, (300, 0))  # without a joint: there are problems
    values = {("name",): text, ("description",): text, ("base", "name"): f"{text} 0"}
    for section in ("bodies", "joints", "elements"):
        for index in range(len(getattr(made, section))):
            values[section, index, "name"] = f"{text} {section} {index}"
    for index in range(len(made.parameters)):
        for field in ("unit", "description"):
            values["parameters", index, field] = text
    for path, value in values.items():
        made = edits.set_value(made, path, value)
    return made


def faults() -> list[str]:
    """Every widget there is that shows a text as a page, or loses a letter of it."""
    found: list[str] = []
    for widget in all_widgets():
        found += [f"{widget}: {what}" for what in told(widget) if is_wrong(*what)]
    return found


def told(widget: QWidget) -> list[tuple[str, str]]:
    """The texts of a widget with the way in which Qt shows them: page, plain or button."""
    texts = [(widget.toolTip(), "note")]
    if isinstance(widget, QLabel):
        way = {Qt.TextFormat.PlainText: "plain", Qt.TextFormat.RichText: "page"}
        texts.append((widget.text(), way.get(widget.textFormat(), "note")))
    if isinstance(widget, QAbstractButton):
        texts.append((widget.text(), "button"))
    if isinstance(widget, QMenu):
        texts += [(action.text(), "button") for action in widget.actions()]
    texts += [(action.toolTip(), "note") for action in widget.actions()]
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        texts += [(note, "note") for note in notes(widget.model(), QModelIndex())]
    return [(text, way) for text, way in texts if text]


def notes(items: QAbstractItemModel, parent: QModelIndex) -> list[str]:
    found: list[str] = []
    for row in range(items.rowCount(parent)):
        index = items.index(row, 0, parent)
        found += [str(index.data(Qt.ItemDataRole.ToolTipRole) or ""), *notes(items, index)]
    return found


def is_wrong(text: str, way: str) -> bool:
    if way == "plain":
        return False
    if way == "button":
        return "bold</b> &" in text and "bold</b> &&" not in text
    if way == "note" and not plain.QtGui.Qt.mightBeRichText(text):
        return False
    return "<img" in text or "<b>bold" in text


def test_the_search_finds_what_is_taken_for_a_page(window, hostile):
    label = QLabel(hostile, window)
    assert faults()
    label.setParent(None)
    label.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not faults()


@pytest.mark.parametrize("sound", [True, False])
def test_every_text_of_a_model_is_shown_as_it_is(window, hostile, tmp_path, qtbot, sound):
    made = model(hostile)
    path = tmp_path / "<b>bold<b> & [*].lagr"
    path.write_text(files.write_text(made), "utf-8")
    window.open_path(path)
    session = window.session
    assert session.model == made and hostile in session.model.name
    if sound:
        session.edit("Delete", lambda model: edits.remove(model, {"body:2"}))
        derived(window, qtbot)
        with qtbot.waitSignal(session.running.changed):
            session.run()
    for name in window.docks:
        window.show_pane(name)
    keys = [f"body:{number}" for number in (0, *session.model.numbers)]
    keys += [f"joint:{joint.name}" for joint in session.model.joints]
    keys += [f"element:{element.name}" for element in session.model.elements]
    for key in ("", *keys):
        session.select({key} if key else ())
        qtbot.wait(1)
        assert not faults(), key
    window.canvas.overlay.show_tip(hostile, window.rect().center().toPointF())
    session.message.emit(hostile)
    window.show_welcome()
    assert not faults()
    assert "[*][*]" in window.windowTitle() and hostile.replace("[*]", "") in (
        window.windowTitle().replace("[*]", "")
    )


def test_messages_lists_and_comparisons_show_texts_as_they_are(window, hostile, tmp_path):
    desk.tell_problems(window, hostile, [Problem(hostile, hostile, hostile)] * 10)
    box = asking.box(window, hostile, hostile, hostile)
    box.show()
    window.session.show_document(model(hostile), None, saved=False)
    window.keeping.keep_version()
    versions = EarlierVersions(window, window.keeping.versions.listed())
    comparison = DifferenceTable(window, hostile, [])
    for dialog in (versions, comparison):
        dialog.show()
    assert versions.list.topLevelItem(0).text(1) == hostile
    assert not faults()
    boxes = [child for child in all_widgets() if isinstance(child, QMessageBox)]
    assert len(boxes) >= 2
    for dialog in (*boxes, versions, comparison):
        dialog.close()


def test_a_note_shows_every_letter(hostile):
    page = QTextDocument()
    page.setHtml(plain.note(f"{hostile}\nsecond"))
    assert page.toPlainText() == f"{hostile}\nsecond"
    assert plain.note("Play or pause (Space)") == "Play or pause (Space)"
