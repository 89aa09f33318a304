"""Several models in tabs: each comes back as it was left, and shows nothing of another."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lagr_gui.catalogue import KINDS
from lagr_gui.editing import Document, edits
from lagr_gui.editing.kept import Origin, keep
from lagr_gui.editing.recovery import Recovery
from lagr_gui.gui.bridge.jobs import Jobs
from lagr_gui.gui.open_models import names_of
from lagr_gui.model import Body, Model, Simulation, files
from tests.gui.hands import MIDDLE, mouse
from tests.gui.panes.test_simulation import swinging_long
from tests.systems import joint, pendulum, system

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def sliding() -> Model:
    """A cart with another one on it: other coordinates, and more of them, than the pendulum has."""
    bodies = [Body(number=1, name="cart"), Body(number=2, name="load")]
    slides = [("below", 0, 1, "x"), ("above", 1, 2, "s")]
    return system(bodies, [joint("prismatic", n, a, b, coordinates=(q,)) for n, a, b, q in slides])


@pytest.fixture
def cart(tmp_path) -> Path:
    path = tmp_path / "cart.lagr"
    path.write_text(files.write_text(sliding()), "utf-8")
    return path


def change(window) -> None:
    window.session.edit("Add body", lambda model: edits.add_body(model, (0, 200)))


def titles(window) -> list[str]:
    tabs = window.model_tabs
    return [tabs.tabText(place) for place in range(tabs.count())]


def bar(window):
    return window.model_tabs.parentWidget()


def simulate(window, qtbot) -> None:
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()


# --- tabs ----------------------------------------------------------------------------------


def test_an_untouched_empty_drawing_gives_way_and_a_single_model_needs_no_tabs(window, file):
    window.open_path(file)
    assert len(window.models.documents) == 1 and not bar(window).isVisible()
    window.new_document()
    assert len(window.models.documents) == 2 and bar(window).isVisible()
    window.new_document()
    assert len(window.models.documents) == 2
    window.close_document()
    assert window.session.model == pendulum() and not bar(window).isVisible()


def test_a_file_that_is_open_is_brought_to_the_front(window, file, cart):
    window.open_path(file)
    change(window)
    changed = window.session.model
    window.open_path(cart)
    window.open_path(file.parent / "." / file.name)
    assert len(window.models.documents) == 2 and window.session.model is changed


def test_a_file_that_others_changed_is_read_again_unless_it_was_changed_here(window, file, cart):
    window.open_path(file)
    window.open_path(cart)
    file.write_text(files.write_text(sliding()), "utf-8")
    window.open_path(file)
    assert window.session.model == sliding() and len(window.models.documents) == 2
    change(window)
    mine = window.session.model
    file.write_text(files.write_text(pendulum()), "utf-8")
    window.open_path(file)
    assert window.session.model is mine


def test_tabs_say_name_unsaved_changes_and_path(window, file, cart, tmp_path):
    window.open_path(file)
    window.open_path(cart)
    assert titles(window) == ["swing", "cart"]
    change(window)
    assert titles(window) == ["swing", "● cart"]
    assert str(cart) in window.model_tabs.tabToolTip(1)
    assert window.model_tabs.accessibleTabName(1) == "cart, not saved"
    window.session.undo()
    assert titles(window) == ["swing", "cart"]
    other = tmp_path / "other" / "cart.lagr"
    other.parent.mkdir()
    other.write_text(cart.read_text("utf-8"), "utf-8")
    window.open_path(other)
    assert names_of(window.models.documents)[1:] == [f"cart – {tmp_path.name}", "cart – other"]
    assert names_of([Document(), Document(path=cart), Document()]) == [
        "Untitled",
        "cart",
        "Untitled 2",
    ]


def test_keys_go_round_and_close(window, file, cart, qtbot):
    window.open_path(file)
    window.open_path(cart)
    window.new_document()
    names = [document.path for document in window.models.documents]
    assert names == [file, cart, None]

    def press(key: Qt.Key, held: Qt.KeyboardModifier) -> Path | None:
        QTest.keyClick(window.canvas, key, held)
        return window.session.document.path

    assert press(Qt.Key.Key_Tab, CTRL) == file
    assert press(Qt.Key.Key_PageDown, CTRL) == cart
    assert press(Qt.Key.Key_PageUp, CTRL) == file
    assert press(Qt.Key.Key_Backtab, CTRL | SHIFT) is None
    assert press(Qt.Key.Key_W, CTRL) == cart
    assert len(window.models.documents) == 2 and window.canvas.hasFocus()


def test_the_middle_button_and_the_cross_close_a_tab(window, file, cart):
    window.open_path(file)
    window.open_path(cart)
    window.new_document()
    tabs = window.model_tabs
    QApplication.processEvents()
    mouse(tabs, QEvent.Type.MouseButtonPress, tabs.tabRect(1).center(), MIDDLE)
    mouse(tabs, QEvent.Type.MouseButtonRelease, tabs.tabRect(1).center(), MIDDLE)
    assert [document.path for document in window.models.documents] == [file, None]
    tabs.tabButton(0, tabs.ButtonPosition.RightSide).click()
    assert [document.path for document in window.models.documents] == [None]


def test_tabs_can_be_moved(window, file, cart):
    window.open_path(file)
    window.open_path(cart)
    window.model_tabs.moveTab(1, 0)
    assert titles(window) == ["cart", "swing"] and window.model_tabs.currentIndex() == 0
    assert window.session.document.path == cart
    window.models.step(1)
    assert window.session.document.path == file


def test_others_are_closed_at_once(window, file, cart):
    window.open_path(file)
    window.open_path(cart)
    window.new_document()
    window.models.step(-1)
    window.menus.actions["close_others"].trigger()
    assert [document.path for document in window.models.documents] == [cart]


def test_the_command_field_goes_to_a_model(window, file, cart):
    window.open_path(file)
    window.open_path(cart)
    found = {title: run for title, _, run in window.menus.commands() if "swing" in title}
    found["Go to model › swing"]()
    assert window.session.document.path == file


def test_several_files_are_dropped_at_once(window, file, cart):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in (file, cart)])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none))
    assert [document.path for document in window.models.documents] == [file, cart]


# --- what comes back -----------------------------------------------------------------------


def test_a_model_comes_back_as_it_was_left(window, file, cart, qtbot):
    session = window.session
    window.open_path(file)
    qtbot.waitUntil(lambda: session.derivation.finished)
    change(window)
    session.undo()
    simulate(window, qtbot)
    qtbot.waitUntil(lambda: not session.equations.busy and not session.motions.busy)
    window.animation.player.pause()
    session.running.set_time(0.5)
    session.select({"body:1"})
    window.show_view("both")
    window.canvas.zoom_by(0.6)
    sheet, trajectory, scale = (
        session.derivation.sheet,
        session.running.trajectory,
        window.canvas.transform(),
    )
    window.open_path(cart)
    assert (
        session.derivation.sheet is None
        and session.running.trajectory is None
        and not session.selection
    )
    assert not session.document.steps and session.document.redo_title is None
    window.show_view("diagram")
    window.models.step(1)
    assert session.derivation.sheet is sheet and session.derivation.finished, (
        "nothing is derived anew"
    )
    assert session.running.trajectory is trajectory and session.running.time == 0.5
    assert session.selection == {"body:1"} and session.document.redo_title
    assert window.workplace.view == "both" and window.canvas.transform() == scale
    assert not window.animation.player.playing and window.animation.player.time == 0.5
    assert window.simulation.curves.above.item.listDataItems()


def test_kept_runs_and_chosen_curves_belong_to_their_model(window, file, cart, qtbot):
    window.open_path(file)
    simulate(window, qtbot)
    simulation = window.simulation
    simulation.runs.keep()
    key = next(s.key for s in simulation.choice.chosen if s.group == "q")
    simulation.choice.show(key, False)
    window.open_path(cart)
    assert not simulation.runs.runs
    window.models.step(1)
    assert len(simulation.runs.runs) == 1 and not simulation.choice.shows_key(key)


def test_copies_go_from_one_model_to_another(window, file):
    window.open_path(file)
    window.session.select({"body:1"})
    window.menus.actions["copy"].trigger()
    window.new_document()
    window.menus.actions["paste"].trigger()
    assert window.session.model.numbers == (1,)
    window.models.step(1)
    assert window.session.model == pendulum(), "the other one is as it was"


def test_what_is_typed_in_a_field_stays_with_its_model(window, file, cart, qtbot):
    window.open_path(file)
    window.open_path(cart)
    before = window.session.model
    window.models.step(1)
    window.session.select({"body:1"})
    field = next(f for f in window.inspector.fields if f.row.paths[0][-1] == "name").edit
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "Bob")
    window.models.step(1)
    assert window.session.model == before
    window.models.step(1)
    assert window.session.model.body(1).name == "Bob"


# --- what goes on --------------------------------------------------------------------------


def test_a_simulation_goes_on_in_its_own_model(window, file, cart, qtbot):
    session = window.session
    window.open_path(file)
    lasting = Simulation(until=20_000)
    moving = edits.set_start(pendulum(), "q1", 1, 0)
    session.edit("Build", lambda _: moving.model_copy(update={"simulation": lasting}))
    with qtbot.waitSignal(session.running.grown):
        session.run()
    window.open_path(cart)
    assert not session.running.simulating and session.running.partial is None
    simulate(window, qtbot)
    assert session.running.trajectory.coordinates == session.model.coordinates
    mine = session.running.trajectory
    window.models.step(1)
    assert session.running.simulating or session.running.trajectory is not mine
    if session.running.simulating:
        with qtbot.waitSignal(session.running.changed):
            pass
    assert session.running.trajectory.t[
        -1
    ] == 20_000 and session.running.trajectory.coordinates == ("q1",)
    window.models.step(1)
    assert session.running.trajectory is mine


def test_nothing_of_one_model_is_shown_with_another(window, file, cart, qtbot):
    session = window.session
    window.open_path(file)
    window.open_path(cart)
    for _ in range(6):  # answers of each are on their way while the other one is shown
        window.models.step(1)
        qtbot.wait(20)
        mine = session.model.coordinates
        assert session.derivation.sheet is None or session.derivation.sheet.coordinates == mine
        assert session.running.trajectory is None or session.running.trajectory.coordinates == mine
        assert session.start.shown is None or session.start.shown.origin.model == session.flat
    qtbot.waitUntil(lambda: session.derivation.finished)
    assert session.derivation.sheet.coordinates == session.model.coordinates


def test_a_closed_model_leaves_no_process_behind(window, file, cart, qtbot):
    session = window.session
    window.open_path(file)
    session.edit("Build", lambda _: swinging_long())
    with qtbot.waitSignal(session.running.grown):
        session.run()
    process = session.motions._worker._process
    first = session.document
    window.open_path(cart)
    assert process.is_alive()
    window.models.remove(first)
    assert not process.is_alive()


# --- nothing is lost -----------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "closed"), [("cancel", False), ("discard", True)])
def test_closing_a_changed_tab_asks(window, file, cart, answers, answer, closed):
    window.open_path(file)
    change(window)
    window.open_path(cart)
    answers["question"] = answer
    window.model_tabs.close_wanted.emit(window.models.documents[0])
    assert (len(answers["asked"]) == 1 and "swing" in answers["asked"][0].lower()) or closed
    assert len(window.models.documents) == (1 if closed else 2)
    if not closed:
        assert window.session.document.path == file, "what is asked about is shown"


def test_the_window_asks_once_for_all_that_is_changed(make_window, file, cart, answers):
    window = make_window()
    for path in (file, cart):
        window.open_path(path)
        change(window)
    assert not window.close() and window.isVisible()
    assert len(answers["asked"]) == 1 and "2 drawings" in answers["asked"][0]
    answers["question"] = "save_all"
    assert window.close()
    for path, model in ((file, pendulum()), (cart, sliding())):
        saved = files.read_text(path.read_text("utf-8"), KINDS)
        assert len(saved.bodies) == len(model.bodies) + 1


def test_discarded_drawings_stay_among_the_earlier_versions(make_window, file, cart, answers):
    window = make_window()
    for path in (file, cart):
        window.open_path(path)
        change(window)
    answers["question"] = "discard"
    assert window.close()
    kept = {entry.origin.path for entry in window.keeping.versions.listed()}
    assert kept == {file, cart}


def test_a_file_that_another_tab_holds_is_not_written_over(window, file, cart, answers, told):
    window.open_path(file)
    window.open_path(cart)
    answers["save"], answers["question"] = file, "replace"
    assert not window.save_document_as()
    assert "open in a tab" in told[0].cause and told[0].remedy
    assert files.read_text(file.read_text("utf-8"), KINDS) == pendulum()


def test_after_a_crash_all_drawings_are_taken_up(make_window, answers, tmp_path, qtbot):
    for number, model in enumerate((pendulum(), sliding())):
        path = tmp_path / f"lost{number}.lagr"
        keep(tmp_path / "recovery" / f"{number}.lagr", model, Origin(f"d{number}", path))
    answers["question"] = "yes"
    window = make_window(tmp_path)
    qtbot.waitUntil(lambda: bool(answers["asked"]))
    assert "2 drawings" in answers["asked"][0]
    assert {d.path.name for d in window.models.documents} == {"lost0.lagr", "lost1.lagr"}
    assert all(document.dirty for document in window.models.documents)
    window.end()
    for kept in window.keeping._kept.values():
        kept.recovery._hold.close()  # the process is gone
    assert len(Recovery(tmp_path / "recovery").pending()[0]) == 2


def test_the_autosave_of_a_hidden_model_stays_until_it_is_closed(window, file, cart, answers):
    window.open_path(file)
    change(window)
    window.keeping.flush()
    autosave, first = window.keeping.recovery.file, window.session.document
    window.open_path(cart)
    window.keeping.flush()
    assert autosave.exists()
    answers["question"] = "discard"
    window.filing.close(first)
    assert not autosave.exists()


def test_an_empty_drawing_is_nothing_to_keep(window):
    assert window.session.model == Model() and isinstance(window.session.motions, Jobs)
    window.close_document()
    assert window.pages.currentWidget() is window.welcome
