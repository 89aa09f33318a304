"""Every action of the menus: one name, one shortcut, no fault on an empty or a full drawing."""

from __future__ import annotations

import runpy
from collections import Counter
from functools import partial

import pytest
from PySide6.QtCore import QModelIndex, Qt, QUrl
from PySide6.QtGui import QKeySequence, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QInputDialog,
    QMenu,
    QPushButton,
    QTextBrowser,
)

from lagr_gui.editing import edits
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui import asking, desk, settings, words
from lagr_gui.gui.actions import ACTIONS, TOOL_BAR
from lagr_gui.gui.earlier import EarlierVersions
from lagr_gui.gui.export_choices import ExportChoices
from lagr_gui.gui.theme import apply_theme, theme
from lagr_gui.gui.widgets.command_field import CommandField
from lagr_gui.gui.window import ScriptWindow
from lagr_gui.model import Model
from lagr_gui.model.records import Layout
from tests.gui.hands import Hands, choose
from tests.gui.waiting import derived
from tests.systems import pendulum
from tests.widgets import windows

ImageResource = QTextDocument.ResourceType.ImageResource.value
SAMPLES = {path.stem: path for path in sample_models()}
NAMES = [action.name for action in ACTIONS]


@pytest.fixture(autouse=True)
def _quiet_user(monkeypatch, tmp_path):
    """A user who gives up every changed drawing and writes every file to a folder."""
    monkeypatch.setattr(asking, "ask", lambda *a: "replace" if "replace" in a[3] else "discard")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: ("", ""))
    monkeypatch.setattr(EarlierVersions, "exec", lambda dialog: 0)
    monkeypatch.setattr(ExportChoices, "exec", lambda dialog: 1)

    def save(parent, title, start, filters, *rest):
        return str(tmp_path / start.rpartition("/")[2]), filters.split(";;")[0]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", save)
    offered = lambda *a, **k: (a[3][a[4]], True)  # noqa: E731
    monkeypatch.setattr(QInputDialog, "getItem", offered)
    yield
    words.use_language("en")


def full(window, qtbot) -> None:
    """A drawing with a selection, equations and a motion."""
    model = edits.connect(edits.set_start(pendulum(), "q1", 1, 0), "coordinate_spring", 0, 1)
    model = edits.connect(edits.add_body(model, (480, 0)), "prismatic", 1, 2)
    model = edits.set_motion(model, "q1", "sin(t)")
    model = edits.put_label(model, "body:1", (0, 50))
    model = edits.set_value(model, ("simulation", "until"), 0.3)
    window.session.edit("Build", lambda _: model)
    session = window.session
    derived(window, qtbot)
    with qtbot.waitSignal(session.running.changed):
        session.run()
    window.animation.player.pause()
    session.select({"body:1", "body:2", "element:torsion spring 1"})


def rest(window, qtbot) -> None:
    """Let everything end that an action began."""
    qtbot.waitUntil(lambda: not window.session.motions.busy)
    for other in windows():
        if other is not window and other.isVisible():
            other.close()


def answered(session, inquiry) -> bool:
    """Whether the answer that a pane asks for is there for the model as it is now."""
    return bool(inquiry.found) and inquiry.about(session.model) and not inquiry.waiting


def test_names_are_unique_and_the_tool_bar_has_only_those():
    assert not [name for name, count in Counter(NAMES).items() if count > 1]
    assert {name for group in TOOL_BAR for name in group} <= set(NAMES)


def test_no_two_actions_share_a_shortcut(window):
    keys = [shown.shortcut().toString() for shown in window.menus.actions.values()]
    assert not [key for key, count in Counter(keys).items() if key and count > 1]
    for action in ACTIONS:
        wanted = QKeySequence(action.shortcut.lstrip("~"))
        assert window.menus.actions[action.name].shortcut() == wanted
        assert bool(action.shortcut) == (not wanted.isEmpty())


def test_every_action_is_in_its_menu_or_in_the_tool_bar(window):
    shown = {action for menu in window.menus._menus.values() for action in menu.actions()}
    assert set(window.menus.actions.values()) <= shown | set(window.bar.actions())


@pytest.mark.parametrize("name", [name for name in NAMES if name != "quit"])
def test_an_action_on_an_empty_drawing_does_no_harm(window, qtbot, name):
    shown = window.menus.actions[name]
    window.menus.refresh()
    if shown.isEnabled():
        shown.trigger()
    window.menus.refresh()
    rest(window, qtbot)
    assert window.isVisible()


def test_every_action_runs_on_a_full_drawing(window, qtbot, qapp):
    full(window, qtbot)
    session, model = window.session, window.session.model
    session.show_equations(side="one")  # so that both sides have to be chosen
    rest(window, qtbot)
    session.edit("Move", lambda m: edits.move(m, {"body:2": (500.0, 100.0)}))
    session.undo()
    done = set()
    panes = {"export_response": "response", "export_inverse": "inverse"}
    for name in NAMES:
        if name in panes:
            window.show_pane(panes[name])
            asked = window.panes[panes[name]].answer
            qtbot.waitUntil(lambda asked=asked: answered(session, asked))
        window.menus.refresh()
        if name == "quit" or not window.menus.actions[name].isEnabled():
            continue
        window.menus.actions[name].trigger()
        done.add(name)
        rest(window, qtbot)
        if session.model != model:
            sheet, trajectory, shown = (
                session.derivation.sheet,
                session.running.trajectory,
                session.running.shown,
            )
            session.document.replace(model, None)
            session.derivation._known.sheet = sheet
            session.running.trajectory, session.running.shown = trajectory, shown
            session._after_edit()
        session.select({"body:1", "body:2", "element:torsion spring 1"})
        if session.running.trajectory is None:
            full(window, qtbot)
    apply_theme(qapp, "light")
    idle = {"cut_here", "cancel_derivation", "pause", "stop", "renumber", "free_joints", "quit"}
    idle |= {"open_subsystem", "leave_subsystem", "keep_subsystem", "update_subsystems"}
    idle |= {"brake_all_ways"}  # of one damper: tests/gui/test_item_menu.py
    idle |= {"close_others", "next_model", "previous_model"}
    idle |= {"add_frame"}  # of one body: tests/gui/panes/test_frames_of_bodies.py
    assert set(NAMES) - done <= idle | {"undo", "redo"}


@pytest.mark.parametrize("keys", ["Ctrl+Shift+Z", "Ctrl+Y"])
def test_both_usual_keys_redo(window, keys):
    window.session.edit("Add body", lambda model: edits.add_body(model, (0, 0)))
    window.session.undo()
    own = [a for a in window.menus.actions.values() if QKeySequence(keys) in a.shortcuts()]
    own[0].trigger()
    assert len(own) == 1 and len(window.session.model.bodies) == 1


def test_what_cannot_be_done_is_grey(window):
    window.menus.refresh()
    grey = {name for name in NAMES if not window.menus.actions[name].isEnabled()}
    assert {
        "undo",
        "redo",
        "cut",
        "copy",
        "delete",
        "run",
        "pause",
        "stop",
        "export_curves",
    } <= grey
    assert not {"new", "open", "save", "add_rigid_body", "fit"} & grey
    window.session.edit("Add body", lambda m: edits.add_body(m, (0, 200)))
    window.menus.refresh()
    assert window.menus.actions["undo"].text() == "Undo “Add body”"
    window.session.undo()
    assert window.menus.actions["redo"].text() == "Redo “Add body”"


def test_the_command_field_finds_a_command_and_does_it(window, qtbot):
    field = window.commands
    window.menus.actions["commands"].trigger()
    assert field.hasFocus()
    qtbot.keyClicks(field, "point mass")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.session.model.numbers == (1,)
    assert window.session.model.body(1).inertia.xx == 0
    assert field.text() == "" and not field.hasFocus()


def test_the_command_field_goes_to_an_item_by_its_name(window, qtbot):
    window.session.edit("Build", lambda _: pendulum())
    window.commands.open()
    qtbot.keyClicks(window.commands, "pivot")
    qtbot.keyClick(window.commands, Qt.Key.Key_Return)
    assert window.session.selection == {"joint:pivot"}
    window.commands.open()
    qtbot.keyClicks(window.commands, "no such thing")
    qtbot.keyClick(window.commands, Qt.Key.Key_Return)
    assert window.session.selection == {"joint:pivot"}
    qtbot.keyClick(window.commands, Qt.Key.Key_Escape)
    assert window.commands.text() == ""


def test_the_command_field_offers_nothing_that_cannot_be_done(window):
    titles = [title for title, _, _ in window.menus.commands()]
    assert any("Add rigid body" in title for title in titles)
    assert not any("Undo" in title or "Delete" in title for title in titles)


def test_the_menu_of_an_item_deletes_it(window, hands: Hands):
    window.session.edit("Build", lambda _: edits.arrange(pendulum()))
    window.canvas.fit()
    at = hands.at("body:1")
    window.canvas.menu_requested.emit(frozenset({"body:1"}), window.canvas.mapToGlobal(at))
    assert window.session.selection == {"body:1"}
    choose("Delete")
    assert not window.session.model.bodies


def test_bodies_are_aligned_and_distributed(window):
    def build(model: Model) -> Model:
        for x, y in ((0, 0), (100, 200), (400, 100)):
            model = edits.add_body(model, (x, y))
        return model

    session = window.session
    session.edit("Build", build)
    session.select({"body:1", "body:2", "body:3"})
    window.menus.actions["align_row"].trigger()
    window.menus.actions["distribute_row"].trigger()
    places = [edits.places(session.model)[f"body:{n}"] for n in (1, 2, 3)]
    assert places == [(0, 100), (200, 100), (400, 100)]


@pytest.mark.parametrize("page", ["use", "theory", "shortcuts", "about"])
def test_help_has_words(window, page):
    window.show_help(page)
    dialog = next(d for d in window.findChildren(QDialog) if d.isVisible())
    text = dialog.findChild(QTextBrowser).toPlainText()
    assert len(text) > 100
    if page == "use":
        view = dialog.findChild(QTextBrowser)
        shown = view.loadResource(ImageResource, QUrl("images/window.png"))
        assert shown.width() <= view.viewport().width() and not shown.isNull()
    if page == "shortcuts":
        assert all(action.title in text for action in ACTIONS if action.shortcut)
    dialog.close()


# --- themes and languages ------------------------------------------------------------------


def test_dark_and_light_repaint_everything(window, qtbot, qapp):
    window.session.edit("Build", lambda _: edits.set_start(pendulum(), "q1", 1, 0))
    qtbot.waitUntil(lambda: window.animation._motion is not None)
    panes = {
        "canvas": window.canvas.viewport(),
        "equations": window.equations.view.viewport(),
        "animation": window.animation.view,
        "curves": window.simulation.curves.above.viewport(),
        "palette": window.palette_pane.list.viewport(),
    }

    def lightness() -> dict[str, int]:
        qtbot.wait(20)
        return {
            name: pane.grab().toImage().pixelColor(pane.width() - 3, pane.height() - 3).lightness()
            for name, pane in panes.items()
        }

    window.menus.actions["theme_dark"].trigger()
    assert theme().dark
    dark = lightness()
    window.menus.actions["theme_light"].trigger()
    light = lightness()
    assert {name for name in panes if dark[name] > 80} == set()
    assert {name for name in panes if light[name] < 200} == set()


def test_another_language_holds_after_a_restart_which_is_offered(window, monkeypatch):
    asked = []

    def later(parent, title, text, *buttons):
        asked.append(text)
        return "no"

    monkeypatch.setattr(asking, "ask", later)
    before = {name: action.text() for name, action in window.menus.actions.items()}
    window.menus.actions["language_de"].trigger()
    window.menus.refresh()
    assert "Deutsch" in asked[0] and "start" in asked[0].lower()
    assert {name: action.text() for name, action in window.menus.actions.items()} == before
    assert settings.text("language") == "de"
    window.menus.actions["language_en"].trigger()
    assert len(asked) == 1 and settings.text("language") == "en"


def test_a_restart_settles_what_is_unsaved_and_takes_the_file_along(
    make_window, monkeypatch, tmp_path
):
    started = []
    monkeypatch.setattr(desk, "start_anew", started.append)
    monkeypatch.setattr(desk, "ask_restart", lambda *a: True)
    window = make_window()
    window.session.edit("Build", lambda _: pendulum())
    assert window.session.save(tmp_path / "a.lagr")
    window.session.edit("Add", lambda m: edits.add_body(m, (0, 0)))
    monkeypatch.setattr(asking, "ask", lambda *a: "cancel")
    window.use_language("de")
    assert not started and window.isVisible()
    monkeypatch.setattr(asking, "ask", lambda *a: "discard")
    window.use_language("de")
    assert started == [[tmp_path / "a.lagr"]] and not window.isVisible()


def test_german_words_build_the_whole_window(make_window):
    words.use_language("de")
    window = make_window()
    window.open_sample(SAMPLES["double_pendulum"])
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles[:2] == ["Datei", "Bearbeiten"]
    assert window.windowTitle() and window.docks["inspector"].windowTitle() != "Inspector"
    for key in (*window.canvas.content.items, "parameter:g", ""):
        window.session.select({key} if key else ())
    assert "Drehgelenk" in [t.title for _, group in _tools() for t in group]
    assert all(isinstance(menu, QMenu) for menu in window.menus._menus.values())


def _tools():
    from lagr_gui.gui.panes.palette import tools

    return list(tools())


def test_the_drawing_is_shown_and_copied_as_python(window, qtbot, tmp_path):
    full(window, qtbot)
    window.menus.actions["script"].trigger()
    (shown,) = window.findChildren(ScriptWindow)
    shown.findChild(QPushButton, "copy_script").click()
    copied = desk.QGuiApplication.clipboard().text()
    assert copied == shown.page.toPlainText()
    (tmp_path / "drawing.py").write_text(copied, "utf-8")
    model = runpy.run_path(str(tmp_path / "drawing.py"))["system"].model
    assert model.having(layout=Layout()) == window.session.model.having(layout=Layout())
    shown.close()


def test_of_two_items_with_one_name_the_command_field_goes_to_the_chosen_one(qtbot):
    gone: list[int] = []
    field = CommandField(lambda: [("swing", "", partial(gone.append, n)) for n in range(2)])
    qtbot.addWidget(field)
    field.open()
    completer = field.completer()
    for row in (1, 0):
        completer.activated[QModelIndex].emit(completer.completionModel().index(row, 0))
    assert gone == [1, 0]


def test_what_holds_has_its_mark_in_menus_and_command_field(window, qtbot):
    actions, canvas = window.menus.actions, window.canvas
    views = [actions[f"view_{name}"] for name in ("diagram", "sketch", "both")]

    def marks() -> list[bool]:
        window.menus.refresh()  # as a menu does that opens
        return [view.isChecked() for view in views]

    for number, view in enumerate(views):
        view.trigger()
        assert marks() == [n == number for n in range(3)]
        view.trigger()  # once more changes nothing
        assert marks()[number]
    window.workplace.show_view("sketch")  # by its tab
    assert marks() == [False, True, False]
    shown = [title for title, _, _ in window.menus.commands() if title.endswith("✓")]
    assert any("Sketch ✓" in title for title in shown)
    assert not any("Side by side" in title for title in shown)
    for turned in (not canvas.minimap.wanted, canvas.minimap.wanted):
        actions["minimap"].trigger()
        assert actions["minimap"].isChecked() == canvas.minimap.wanted == turned
    actions["view_diagram"].trigger()


def test_a_pane_that_is_seen_has_its_mark_though_it_is_called_again(window, qtbot):
    shown = window.menus.actions["pane_inspector"]
    for _ in range(2):
        shown.trigger()
        assert shown.isChecked()
    assert not window.menus.actions["pane_sweep"].isChecked()
