"""The drawing beside another version: a list, marks on the canvas, terms of the equations."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from lagr_gui.editing import edits
from lagr_gui.extensions.comparison.compared import compared
from lagr_gui.extensions.comparison.marks import ChangeMark
from lagr_gui.gui.earlier import USES, EarlierVersions
from lagr_gui.pipeline import save
from tests.gui.waiting import derived


@pytest.fixture
def changed(window, qtbot, tmp_path, answers):
    """A drawing that was changed since it was saved."""
    session = window.session

    def build(model):
        model = edits.add_body(edits.add_body(model, (200, 0)), (400, 0))
        return edits.connect(edits.connect(model, "revolute", 0, 1), "revolute", 1, 2)

    session.edit("Build", build)
    answers["save"] = str(tmp_path / "arm.lagr")
    assert window.save_document()
    session.edit("Connect", lambda model: edits.connect(model, "coordinate_spring", 0, 1))
    session.edit("Delete", lambda model: edits.remove(model, {"body:2"}))
    session.edit("Mass", lambda model: edits.set_value(model, ("bodies", 0, "mass"), 3))
    derived(window, qtbot)
    return window


def compare(window, qtbot) -> None:
    window.menus.actions["compare_saved"].trigger()
    session = window.session
    qtbot.waitUntil(lambda: compared(session).found(session.document.model) is not None)


def rows(window) -> list[str]:
    table = window.comparison.table
    return [table.topLevelItem(n).text(0) for n in range(table.topLevelItemCount())]


def marks(window) -> dict[str, str]:
    items = window.canvas.scene().items()
    return {item.key: item.what for item in items if isinstance(item, ChangeMark)}


def test_what_changed_since_the_file_was_saved_is_listed_and_marked(changed, qtbot):
    compare(changed, qtbot)
    listed = rows(changed)
    assert {"≠ Body 1", "− Body 2", "+ Element torsion spring 1"} <= {
        row.replace("Body 1 Body 1", "Body 1").replace("Body 2 Body 2", "Body 2") for row in listed
    }
    assert "≠ Q₁" in listed and "≠ g₁₁" in listed
    found = marks(changed)
    assert found["body:1"] == "changed" and found["element:torsion spring 1"] == "added"
    assert found["body:2"] == "removed"  # it is not there: its outline is
    compared(changed.session).forget()
    assert not marks(changed) and not rows(changed)


def test_a_click_selects_and_a_term_says_from_what_it_comes(changed, qtbot):
    compare(changed, qtbot)
    table = changed.comparison.table
    (row,) = table.findItems("≠ Q₁", Qt.MatchFlag.MatchExactly, 0)
    terms = [row.child(n) for n in range(row.childCount())]
    spring = next(term for term in terms if "torsion spring 1" in term.text(0))
    assert spring.text(0).startswith("+") and spring.text(2)
    table.itemClicked.emit(spring, 0)
    assert changed.session.selection == {"element:torsion spring 1"}


def test_it_follows_edits_and_undo(changed, qtbot):
    compare(changed, qtbot)
    session = changed.session
    for _ in range(3):
        session.undo()
    qtbot.waitUntil(lambda: compared(session).found(session.document.model) is not None)
    assert compared(session).found(session.document.model).same
    assert "Nothing has changed" in changed.comparison.words.text() and not marks(changed)


def test_a_step_of_the_history_and_a_file_can_be_compared_with(changed, qtbot, answers, tmp_path):
    changed.show_pane("history")
    changed.history.use(USES[0], 1)
    session = changed.session
    assert compared(session).earlier == session.document.model_after(1)
    file = tmp_path / "other.lagr"
    save(session.document.model_after(2), file)
    answers["open"] = str(file)
    changed.menus.actions["compare"].trigger()
    assert compared(session).earlier == session.document.model_after(2)
    assert "other.lagr" in changed.comparison.title.text()
    changed.new_document() if not session.document.dirty else compared(session).forget()


def test_a_file_that_cannot_be_read_is_told(changed, answers, tmp_path, told):
    file = tmp_path / "broken.lagr"
    file.write_text("{", "utf-8")
    answers["open"] = str(file)
    changed.menus.actions["compare"].trigger()
    assert told and compared(changed.session).earlier is None


def test_another_drawing_ends_the_comparison(changed, qtbot, answers):
    compare(changed, qtbot)
    answers["question"] = "discard"
    changed.new_document()
    assert compared(changed.session).earlier is None and not marks(changed)


def test_it_comes_back_with_its_drawing(changed, qtbot):
    compare(changed, qtbot)
    session, found, listed = changed.session, marks(changed), rows(changed)
    document, earlier = session.document, compared(session).earlier
    changed.new_document()
    assert compared(session).earlier is None and not marks(changed)
    changed.models.show(document)
    assert compared(session).earlier is earlier and marks(changed) == found
    assert rows(changed) == listed


def test_a_version_that_is_kept_can_be_compared_with(changed, qtbot, monkeypatch):
    def exec(dialog: EarlierVersions) -> bool:
        dialog.findChild(QPushButton, "compare_earlier").click()
        return True

    monkeypatch.setattr(EarlierVersions, "exec", exec)
    changed.keeping.flush()
    changed.show_earlier_versions()
    assert compared(changed.session).earlier is not None


def test_fields_are_called_as_in_the_inspector_and_values_have_their_room(changed, qtbot):
    model = changed.session.model
    joint = model.joints[0]
    for path, value in (
        (("joints", 0, "point_child"), (0, 0.5, 0)),
        (("bodies", 0, "shape", "color"), "#aabbcc"),
        (("bodies", 0, "gravity"), False),
        (("gravity",), (0, 0, "-g")),
    ):
        changed.session.edit("Change", lambda m, p=path, v=value: edits.set_value(m, p, v))
    compare(changed, qtbot)
    table = changed.comparison.table
    items = [table.topLevelItem(n) for n in range(table.topLevelItemCount())]
    fields = {row.child(n).text(0) for row in items for n in range(row.childCount())}
    assert {"Mass", "Weight", "Gravity", "Shape"} <= fields
    assert f"Point on {joint.child}" in fields
    assert not fields & {"mass", "gravity", "shape", "point_child"}
    assert all(row.isFirstColumnSpanned() for row in items)
    changed.comparison.resize(380, 300)
    table.header().resizeSections()
    assert min(table.columnWidth(1), table.columnWidth(2)) > 60
