"""Files in the window: opened, saved, guarded, dropped, recovered after a crash, refused."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTranslator, QUrl
from PySide6.QtGui import QDropEvent, QStatusTipEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import desk, words
from lagr_gui.gui.actions.files import write_export
from lagr_gui.gui.application import use_language
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.model import Simulation, files
from lagr_gui.model.controllers import Controller
from tests.gui.panes.fields import labels
from tests.gui.panes.test_simulation import swinging_long
from tests.model.hostile import FILES
from tests.systems import pendulum


def change(window) -> None:
    window.session.edit("Add body", lambda model: edits.add_body(model, (0, 200)))


def test_a_file_is_opened_named_and_remembered(window, answers, file):
    answers["open"] = file
    window.menus.actions["open"].trigger()
    assert window.session.model == pendulum()
    assert "swing" in window.windowTitle() and not window.isWindowModified()
    assert desk.recent_files() == [file.resolve()]
    assert window._saved.text() == "Saved"


def test_save_as_asks_for_a_file_and_save_writes_it_again(window, answers, tmp_path):
    change(window)
    assert window._saved.text() == "Not saved yet" and window.isWindowModified()
    answers["save"] = tmp_path / "drawing"
    window.menus.actions["save"].trigger()
    path = tmp_path / "drawing.lagr"
    assert files.read_text(path.read_text("utf-8"), KINDS) == window.session.model
    assert window._saved.text() == "Saved"
    change(window)
    window.menus.actions["save"].trigger()
    assert answers["asked"].count("save") == 1
    assert files.read_text(path.read_text("utf-8"), KINDS).numbers == (1, 2)
    window.session.undo()
    assert window._saved.text() == "Not saved yet"


def test_a_sample_is_opened_as_a_new_drawing(window, answers):
    window.show_welcome()
    gallery = window.welcome.gallery
    assert gallery.count() == len(sample_models())
    gallery.itemClicked.emit(gallery.item(0))
    assert window.session.model.bodies and window.session.document.path is None
    assert window.pages.currentWidget() is not window.welcome
    window.menus.actions["save"].trigger()
    assert answers["asked"] == ["save"]


def test_a_recent_file_is_opened_from_the_welcome_page(window, file):
    desk.remember_file(file)
    window.show_welcome()
    recent = window.welcome.recent
    assert [recent.item(i).text() for i in range(recent.count())] == ["swing"]
    recent.itemClicked.emit(recent.item(0))
    assert window.session.document.path == file.resolve()
    file.unlink()
    window.session.new()
    window.show_welcome()
    assert recent.count() == 0


@pytest.mark.parametrize(
    ("answer", "gone"), [("cancel", False), ("discard", True), ("save", False)]
)
def test_unsaved_changes_are_guarded(window, answers, answer, gone):
    change(window)
    answers["question"] = answer  # Save: the user gives up the choice of a file
    model = window.session.model
    window.menus.actions["close"].trigger()
    assert "not saved" in answers["asked"][0]
    assert (window.session.model != model) == gone


def test_save_in_the_question_saves_and_goes_on(window, answers, tmp_path):
    change(window)
    answers["question"], answers["save"] = "save", tmp_path / "kept.lagr"
    window.menus.actions["close"].trigger()
    assert (tmp_path / "kept.lagr").exists() and not window.session.model.bodies


def test_a_window_with_changes_does_not_close_on_cancel(window, answers):
    change(window)
    assert not window.close()
    assert window.isVisible() and window.session.equations._timer is not None


def test_a_file_dropped_on_the_window_is_opened(window, file):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction | Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert window.session.document.path == file
    assert event.isAccepted() and event.dropAction() == Qt.DropAction.CopyAction


def test_the_buttons_of_qt_speak_german_too(qapp):
    use_language(qapp, "de")
    try:
        box, button = QMessageBox(), QMessageBox.StandardButton
        box.setStandardButtons(button.Save | button.Discard | button.Cancel)
        texts = {button.text().replace("&", "") for button in box.buttons()}
        assert texts == {"Speichern", "Verwerfen", "Abbrechen"}
    finally:
        words.use_language("en")
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
            translator.deleteLater()


def test_a_file_that_cannot_be_read_or_written_is_told(window, told, tmp_path):
    window.open_path(tmp_path / "nowhere.lagr")
    assert "nowhere.lagr" in told[0].place and told[0].remedy
    assert not window.session.save(tmp_path / "no" / "folder.lagr")
    assert len(told) == 2 and told[1].remedy
    write_export(window, tmp_path / "no" / "file.tex", "x")
    assert len(told) == 3 and "file.tex" in told[2].place and told[2].remedy


# --- faults --------------------------------------------------------------------------------


def test_a_fault_of_the_program_keeps_the_drawing_and_is_told(window):
    change(window)
    window.faults.tell(ZeroDivisionError("by nothing"))
    assert window.keeping.recovery.file.exists()
    text = window.faults.label.text()
    window.faults.hide()
    assert "by nothing" in text and "kept" in text


def test_the_work_of_a_killed_process_is_taken_up_again_and_the_message_goes(window, qtbot):
    session = window.session
    model = edits.set_start(pendulum(), "q1", 1, 0)
    # Step by step, so long that it cannot end between its first part and the kill.
    lasting = model.model_copy(update={"simulation": Simulation(until=600, method="LSODA")})
    session.edit("Build", lambda _: lasting)
    with qtbot.waitSignal(session.running.grown):
        session.run()
    with qtbot.waitSignal(session.motions.again):
        os.kill(session.motions._worker._process.pid, signal.SIGKILL)
    assert "begins once more" in window.statusBar().currentMessage()
    if session.running.trajectory is None:
        with qtbot.waitSignal(session.running.changed):
            pass
    assert list(session.running.trajectory.t) == sorted(set(session.running.trajectory.t))
    assert session.running.trajectory.t[-1] == 600 and not session.running.problems


def test_a_process_that_ends_twice_is_replaced_and_told(window, qtbot):
    session = window.session
    session.edit("Build", lambda _: swinging_long())
    with qtbot.waitSignal(session.running.grown):
        session.run()
    old = session.motions._worker._process.pid
    with qtbot.waitSignal(session.motions.again):
        os.kill(old, signal.SIGKILL)
    with qtbot.waitSignal(session.running.failed):
        os.kill(session.motions._worker._process.pid, signal.SIGKILL)
    assert "ended unexpectedly" in window.simulation.drift.text()
    assert session.running.problems[0].code == "worker-ended"
    session.edit("Short", lambda m: edits.set_value(m, ("simulation", "until"), 0.1))
    with qtbot.waitSignal(session.running.changed):
        session.run()
    assert session.motions._worker._process.pid != old


# --- hostile files -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_told_and_harms_nothing(window, told, tmp_path, qtbot, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    window.session.show_document(pendulum(), None)
    before = window.session.model
    path = tmp_path / "hostile.lagr"
    path.write_bytes(FILES[name])
    window.open_path(path)
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_file()) == ["hostile.lagr"]
    if told:
        assert window.session.model is before and window.session.document.path is None
        assert all(problem.cause and problem.remedy for problem in told)
        assert all("hostile.lagr" in problem.place for problem in told)
        return
    assert window.session.report is not None and window.session.report.problems
    for key in {item_of(window.session.model, p.path) for p in window.session.report.problems}:
        window.session.select({key} if key else ())
        assert labels(window)
    window.session.select(())
    window.session.show_equations()
    assert window.equations.failure.isVisible()
    assert not window.menus.actions["run"].isEnabled()


def test_the_drawing_is_called_like_its_file(window, tmp_path):
    window.session.edit("Build", lambda _: pendulum().model_copy(update={"name": ""}))
    title = window.canvas.overlay.title
    assert title.text() == "Untitled"
    assert window.session.save(tmp_path / "cart.lagr")
    assert title.text() == "cart"


def test_a_drawing_and_a_file_that_it_names_are_taken_along_together(window, tmp_path):
    unit, session = tmp_path / "pd.fmu", window.session
    unit.touch()
    named = Controller(name="PD", file=session.name_of(unit))
    session.edit("Add", lambda _: edits.set_controller(pendulum(), named))

    def told() -> str:
        return session.document.model.simulation.controllers[0].file

    assert Path(told()).is_absolute()
    assert session.save(tmp_path / "cart.lagr")
    assert told() == "pd.fmu" and "pd.fmu" in (tmp_path / "cart.lagr").read_text()
    assert not session.document.dirty
    (tmp_path / "other").mkdir()
    assert session.save(tmp_path / "other" / "cart.lagr")
    assert Path(told()) == unit
    session.undo()
    assert told() == "pd.fmu" and session.document.dirty


def test_a_message_stays_when_the_pointer_passes_buttons(window, tmp_path):
    write_export(window, tmp_path / "a.tex", "x")
    assert "a.tex" in window.statusBar().currentMessage()
    QApplication.sendEvent(window, QStatusTipEvent(""))
    assert "a.tex" in window.statusBar().currentMessage()


def test_opening_a_sample_file_changes_no_folder(window, tmp_path, file):
    desk.remember_file(file)
    before = desk.folder()
    window.open_path(sample_models()[0])
    assert desk.folder() == before == str(file.resolve().parent)


def test_exports_stand_in_one_place_of_the_menu(window):
    titles = [action.text() for action in window.menus.menu("File").actions()]
    assert sum("Export" in title for title in titles) == 1


def test_a_new_drawing_is_not_said_to_be_saved(window, answers):
    window.menus.actions["new"].trigger()
    assert window._saved.text() == "New"


def test_what_was_changed_since_is_not_said_to_be_saved(window, answers, tmp_path):
    bar, answers["save"] = window.statusBar(), tmp_path / "drawing"
    window.menus.actions["save"].trigger()
    assert "drawing.lagr" in bar.currentMessage()
    change(window)
    assert bar.currentMessage() == "" and window._saved.text() == "Not saved yet"
    window.menus.actions["save"].trigger()
    window.session.message.emit("Something else")
    change(window)
    assert bar.currentMessage() == "Something else"
