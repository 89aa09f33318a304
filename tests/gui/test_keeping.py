"""Nothing that was drawn is lost: autosave, crashes, every answer, earlier versions, conflicts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import Document, edits
from lagr_gui.editing.recovery import Recovery
from lagr_gui.editing.versions import Versions
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.gui import asking
from lagr_gui.gui.earlier import DifferenceTable, EarlierVersions
from lagr_gui.model import files
from tests.gui.test_files import change
from tests.systems import pendulum


def left_over(folder: Path, bodies: int = 1) -> Path:
    """What a program leaves in a folder that was killed; the file of its drawing."""
    document = Document(pendulum(), Path(f"/drawings/swing{bodies}.lagr"))
    for _ in range(bodies):
        document.apply("Add body", lambda model: edits.add_body(model, (0, 0)))
    recovery = Recovery(folder / "recovery")
    recovery.save(document.snapshot)
    recovery._hold.close()  # as the end of its process does
    return recovery.file


def kept(window):
    return window.keeping.versions.listed()


def test_after_a_crash_the_drawing_is_offered_and_taken_up(make_window, answers, tmp_path, qtbot):
    left = left_over(tmp_path)
    answers["question"] = "yes"
    window = make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(answers["asked"]))
    assert "swing" in answers["asked"][0]
    assert window.session.model.numbers == (1, 2)
    assert window.session.document.path == Path("/drawings/swing1.lagr")
    assert window.session.document.dirty and window.pages.currentIndex() == 0
    assert not left.exists() and window.keeping.recovery.file.exists(), "ours takes its place"


def test_a_second_crash_right_after_the_answer_loses_nothing(make_window, answers, tmp_path, qtbot):
    left_over(tmp_path)
    answers["question"] = "yes"
    window = make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(window.session.model.bodies))
    window.keeping.recovery._hold.close()  # the process is gone
    ((entry,), problems) = Recovery(tmp_path / "recovery").pending()
    assert entry.model == window.session.model and not problems
    assert entry.origin.path == Path("/drawings/swing1.lagr")


def test_if_the_drawing_cannot_be_kept_anew_the_old_file_stays(
    make_window, answers, told, tmp_path, qtbot, monkeypatch
):
    left = left_over(tmp_path)
    answers["question"] = "yes"

    def fail(*_) -> None:
        raise LagrError(Problem("Folder", "It is full.", "Make room."))

    monkeypatch.setattr("lagr_gui.editing.kept.keep", fail)
    make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(answers["asked"]))
    qtbot.waitUntil(lambda: bool(told))
    assert left.exists()


def test_a_drawing_that_is_not_wanted_stays_among_the_earlier_versions(
    make_window, answers, tmp_path, qtbot
):
    left = left_over(tmp_path)
    answers["question"] = "no"
    window = make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(answers["asked"]))
    assert not window.session.model.bodies and not left.exists()
    (version,) = kept(window)
    assert version.model().numbers == (1, 2)


def test_a_question_without_answer_comes_again_at_the_next_start(
    make_window, answers, tmp_path, qtbot
):
    left_over(tmp_path)
    left_over(tmp_path, 2)
    answers["question"] = "later"
    make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(answers["asked"]))
    assert len(Recovery(tmp_path / "recovery").pending()[0]) == 2


def test_escape_and_closing_the_question_mean_later(window, qtbot):
    for close in (lambda box: box.close(), lambda box: QTest.keyClick(box, Qt.Key.Key_Escape)):

        def dismiss(close=close) -> None:
            box = QApplication.activeModalWidget()
            assert isinstance(box, QMessageBox)
            close(box)

        QTimer.singleShot(50, dismiss)
        assert asking.ask(window, "t", "x", ("yes", "no", "later")) == "later"


def test_a_damaged_drawing_is_told_and_the_others_are_offered(
    make_window, answers, told, tmp_path, qtbot
):
    good, cut, empty, noise = (left_over(tmp_path, n) for n in (1, 2, 3, 4))
    cut.write_bytes(cut.read_bytes()[:-40])
    empty.write_bytes(b"")
    noise.write_bytes(os.urandom(500))
    answers["question"] = "yes"
    window = make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(answers["asked"]))
    assert window.session.model.numbers == (1, 2) and not good.exists()
    assert len(told) == 3 and all(problem.cause for problem in told)
    for path in (cut, empty, noise):
        aside = path.with_suffix(".damaged")
        assert aside.exists() and any(str(aside) in problem.remedy for problem in told)


def test_what_is_drawn_is_kept_soon_without_being_asked(window, qtbot):
    change(window)
    autosave = window.keeping.recovery.file
    qtbot.waitUntil(autosave.exists)
    window.session.undo()
    qtbot.waitUntil(lambda: not autosave.exists())


def test_what_is_saved_needs_no_autosave_any_more(window, answers, tmp_path):
    change(window)
    window.keeping.flush()
    assert window.keeping.recovery.file.exists()
    answers["save"] = tmp_path / "saved.lagr"
    window.save_document()
    window.keeping.flush()
    assert not window.keeping.recovery.file.exists()
    assert not list((tmp_path / "kept" / "recovery").iterdir())


def test_an_autosave_that_fails_is_told_and_told_when_it_goes_well_again(
    window, told, tmp_path, qtbot
):
    recovery, folder = window.keeping.recovery, tmp_path / "kept" / "recovery"
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("no folder")
    change(window)
    qtbot.waitUntil(lambda: bool(told))
    assert "Not kept" in window._saved.text()
    folder.unlink()
    qtbot.waitUntil(recovery.file.exists)
    qtbot.waitUntil(lambda: window._saved.text() == "Not saved yet")
    assert len(told) == 1


# --- earlier versions ----------------------------------------------------------------------


def test_a_discarded_drawing_stays_among_the_earlier_versions(window, answers):
    change(window)
    answers["question"] = "discard"
    window.close_document()
    (version,) = kept(window)
    assert version.model().numbers == (1,) and not window.session.model.bodies


def test_every_saving_leaves_the_version_before_and_the_new_one(window, answers, file):
    window.open_path(file)
    for count in (2, 3):
        change(window)
        window.save_document()
        assert window.session.model.numbers == tuple(range(1, count + 1))
    found = [version.model().numbers for version in kept(window)]
    assert found == [(1, 2, 3), (1, 2), (1,)]


def test_an_earlier_version_is_opened_as_a_new_drawing(window, answers, file, monkeypatch):
    window.open_path(file)
    change(window)
    window.save_document()

    def choose(dialog) -> int:
        assert dialog.list.topLevelItemCount() == 2
        assert dialog.list.topLevelItem(1).text(2) == str(file)
        dialog.list.setCurrentItem(dialog.list.topLevelItem(1))
        return 1

    monkeypatch.setattr(EarlierVersions, "exec", choose)
    window.menus.actions["earlier"].trigger()
    assert window.session.model == pendulum()
    assert window.session.document.path is None and window.session.document.dirty


# --- other programs and windows ------------------------------------------------------------


@pytest.fixture
def changed_elsewhere(window, answers, file):
    """A drawing with changes, whose file another program changed too."""
    window.open_path(file)
    change(window)
    others = edits.set_value(pendulum(), ("bodies", 0, "mass"), 77)
    file.write_text(files.write_text(others), "utf-8")
    return others


def on_disk(path: Path):
    return files.read_text(path.read_text("utf-8"), KINDS)


@pytest.mark.parametrize("answer", ["cancel", "save_as", "overwrite"])
def test_what_another_program_changed_is_told_before_saving(
    window, answers, file, changed_elsewhere, answer, tmp_path
):
    answers["question"], answers["save"] = answer, tmp_path / "mine.lagr"
    assert window.save_document() == (answer != "cancel")
    assert "changed by another program" in answers["asked"][0]
    mine = window.session.model
    if answer == "overwrite":
        assert on_disk(file) == mine
        assert changed_elsewhere in [version.model() for version in kept(window)]
    else:
        assert on_disk(file) == changed_elsewhere
    assert (tmp_path / "mine.lagr").exists() == (answer == "save_as")


def test_two_drawings_of_one_file_can_be_compared_before(
    window, answers, changed_elsewhere, monkeypatch
):
    given = iter(["compare", "cancel"])
    monkeypatch.setattr(asking, "ask", lambda *a: next(given))
    rows: list[list[str]] = []

    def look(dialog: DifferenceTable) -> int:
        items = [dialog.table.topLevelItem(n) for n in range(dialog.table.topLevelItemCount())]
        rows.extend([item.text(column) for column in range(3)] for item in items)
        return 0

    monkeypatch.setattr(DifferenceTable, "exec", look)
    assert not window.save_document()
    assert ["bodies › 1 › mass", "m", "77"] in rows
    assert any(place == "bodies › 2" and not there for place, _, there in rows)


def test_a_file_that_others_removed_is_told_and_can_be_saved_again(window, answers, file):
    window.open_path(file)
    change(window)
    file.unlink()
    assert not window.save_document() and not file.exists()
    assert "not there any more" in answers["asked"][0]
    answers["question"] = "save"
    assert window.save_document() and on_disk(file) == window.session.model


def test_changes_of_others_are_told_when_they_happen(window, file, qtbot):
    window.open_path(file)
    assert window._saved.text() == "Saved"
    file.write_text(files.write_text(pendulum()) + "\n", "utf-8")
    qtbot.waitUntil(lambda: window._saved.text() == "The file was changed elsewhere")
    file.unlink()
    qtbot.waitUntil(lambda: window._saved.text() == "The file was removed")
    file.write_text(files.write_text(window.session.model), "utf-8")  # as it was read
    qtbot.waitUntil(lambda: window._saved.text() == "Saved")


def test_own_saving_is_no_conflict(window, answers, file, qtbot):
    window.open_path(file)
    for _ in range(3):
        change(window)
        assert window.save_document()
        qtbot.wait(10)
    assert not answers["asked"] and window._saved.text() == "Saved"
    os.utime(file)  # touched, with the same content
    change(window)
    assert window.save_document() and not answers["asked"]


def test_a_second_window_is_another_program(make_window, answers, file, tmp_path):
    one, other = make_window(tmp_path / "one"), make_window(tmp_path / "two")
    for window in (one, other):
        window.open_path(file)
        change(window)
    assert one.save_document()
    assert not other.save_document()
    assert "another window" in answers["asked"][-1]
    assert on_disk(file) == one.session.model


def test_a_protected_file_is_told_with_a_way_out(window, told, file, answers):
    window.open_path(file)
    change(window)
    file.chmod(0o444)
    assert not window.save_document()
    assert "protected" in told[0].cause and on_disk(file) == pendulum()


def test_saving_elsewhere_asks_before_it_replaces_also_where_the_ending_was_left_out(
    window, answers, file
):
    change(window)
    answers["save"], answers["question"] = file.with_suffix(""), "cancel"
    assert not window.save_document()
    assert "there already" in answers["asked"][-1] and on_disk(file) == pendulum()


def test_the_end_of_the_session_keeps_the_drawing_without_a_question(
    make_window, answers, tmp_path
):
    window = make_window(tmp_path)
    change(window)
    window.end()
    assert not window.isVisible() and not answers["asked"]
    window.keeping.recovery._hold.close()
    ((entry,), _) = Recovery(tmp_path / "recovery").pending()
    assert entry.model == window.session.model
    assert not Versions(tmp_path / "versions").listed()


def test_earlier_versions_that_cannot_be_kept_are_told_and_nothing_is_discarded_unasked(
    window, answers, told, file
):
    window.open_path(file)
    window.keeping.versions.folder = file / "versions"  # a file is no folder
    change(window)
    assert window.save_document()
    assert "cannot be made" in told[0].cause and window.keeping.problem == told[0]
    change(window)
    answers["question"] = "discard"
    asked = len(answers["asked"])
    assert window.filing.settled()
    assert "for good" in answers["asked"][-1] and len(answers["asked"]) == asked + 2
    assert len(told) == 1, "it is told once"
    window.keeping.versions.folder = file.parent / "versions"
    assert window.keeping.keep_version() and window.keeping.problem is None


def test_no_export_takes_the_place_of_an_open_drawing_and_others_are_kept_before(
    window, answers, told, file, tmp_path
):
    window.open_path(file)
    links = [tmp_path / "symbolic.csv", tmp_path / "hard.csv"]
    links[0].symlink_to(file)
    links[1].hardlink_to(file)
    answers["question"] = "replace"
    for link in (file, *links):
        answers["save"] = link
        assert not window.ask_export_path("CSV…", (link.suffix,))
        assert "open in a tab" in told[-1].cause
    other = tmp_path / "other.lagr"
    other.write_bytes(file.read_bytes())
    links[0].unlink()
    links[0].symlink_to(other)
    answers["save"] = links[0]
    assert window.ask_export_path("CSV…", (".csv",))
    assert [version.origin.path for version in kept(window)] == [links[0]]
