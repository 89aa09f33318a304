"""The main window: panes around the canvas, files, autosave."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QFontDatabase, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QMainWindow,
    QPlainTextEdit,
    QStackedWidget,
    QToolTip,
    QWidget,
)

from lagr_gui.foundation.problem import Problem
from lagr_gui.gui import desk, settings, words
from lagr_gui.gui.actions.record import ModelView
from lagr_gui.gui.actions.simulate import run
from lagr_gui.gui.bridge.open_drawing import document_title
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.desk import copy_text
from lagr_gui.gui.file_desk import FileDesk
from lagr_gui.gui.filing import Filing
from lagr_gui.gui.finding import FindBar
from lagr_gui.gui.keeping import Keeping
from lagr_gui.gui.menus import Menus
from lagr_gui.gui.model_tabs import ModelBar, ModelTabs
from lagr_gui.gui.open_models import OpenModels
from lagr_gui.gui.panes import CENTRAL, DOCKED, PANES, Pane
from lagr_gui.gui.panes.places import Panes
from lagr_gui.gui.shortcut_dialog import ShortcutDialog
from lagr_gui.gui.sketch import Sketch, Workplace
from lagr_gui.gui.status import StatusStrip, doing
from lagr_gui.gui.theme import application, apply_theme
from lagr_gui.gui.tour import Tour
from lagr_gui.gui.welcome import WelcomePage
from lagr_gui.gui.widgets.accessible import NameGiver
from lagr_gui.gui.widgets.buttons import push_button, tool_button
from lagr_gui.gui.widgets.command_field import CommandField
from lagr_gui.gui.widgets.first_picture import FirstPicture
from lagr_gui.gui.widgets.laying import NONE, below, beside
from lagr_gui.gui.widgets.marks import mark
from lagr_gui.gui.widgets.plain import PlainLabel, window_title
from lagr_gui.gui.widgets.slim import SlimLabel
from lagr_gui.gui.words import tr

if TYPE_CHECKING:
    from lagr_gui.gui.panes.animation.pane import AnimationPane
    from lagr_gui.gui.panes.equations import EquationsPane
    from lagr_gui.gui.panes.free_body import FreeBodyPane
    from lagr_gui.gui.panes.inspector import InspectorPane
    from lagr_gui.gui.panes.palette import PalettePane
    from lagr_gui.gui.panes.problems import ProblemsPane
    from lagr_gui.gui.panes.response import ResponsePane
    from lagr_gui.gui.panes.simulation import SimulationPane

LAYOUT_VERSION = 3
SIZE = (1600, 1000)


class MainWindow(FileDesk):
    """Everything on the screen; it is the desk that actions work on."""

    simulation: SimulationPane
    animation: AnimationPane
    equations: EquationsPane
    response: ResponsePane
    free_body: FreeBodyPane
    inspector: InspectorPane

    def __init__(self, folder: Path | None = None) -> None:
        """A window that keeps what is drawn in a folder (where the user's settings are)."""
        super().__init__()
        self.ending = False
        self.setAcceptDrops(True)
        self.resize(*SIZE)
        self.session = Session(self)
        self.ask_choices = partial(desk.ask_choices, self)
        self.session.equations.warm()  # it begins while the window is built
        self.models = OpenModels(self.session)
        self.keeping = Keeping(self, self.session, self.models.make_room, folder)
        self.filing = Filing(self, self.session, self.keeping, self.models)
        self._build()
        self._connect()
        NameGiver(application(), self)
        self._restore_layout()
        self._retitle()
        self.menus.refresh()
        FirstPicture(self, self._begin)

    # --- building --------------------------------------------------------------------------

    def _build(self) -> None:
        session = self.session
        self.canvas = Canvas(session)
        self.sketch = Sketch(session)
        self.panes = Panes(session)
        self.status = StatusStrip(session)
        self.welcome = WelcomePage()
        self.menus = Menus(self, self, (self.canvas, self.sketch))
        self.commands = CommandField(self.menus.commands)
        self.commands.setPlaceholderText(tr("Type a command or a name…  Ctrl+Shift+P"))
        self.bar = self.menus.tool_bar()
        self.bar.addWidget(self.commands)
        self.addToolBar(self.bar)
        self.model_tabs = ModelTabs(session, self.models)
        self.addToolBarBreak()
        self.addToolBar(ModelBar(self.model_tabs, self.models))
        self._build_centre()
        self._build_docks()
        self._saved = PlainLabel()
        self._busy = PlainLabel()
        self.statusBar().addWidget(self._saved)
        self.statusBar().addPermanentWidget(self._busy)

    def _build_centre(self) -> None:
        self.finding = FindBar(self.session)
        self.tour = Tour(self.session)
        bars = self.finding, self.tour
        others = {pane.name: self.panes.places[pane.name] for pane in CENTRAL}
        self.workplace = Workplace(self.canvas, self.sketch, others, bars, self.status)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.workplace)
        self.pages.addWidget(self.welcome)
        self.faults = FaultStrip(self.keeping.flush)
        centre = QWidget()
        below(self.faults, (self.pages, 1), within=centre, margins=NONE, spacing=0)
        self.setCentralWidget(centre)

    def _build_docks(self) -> None:
        self.docks: Mapping[str, QDockWidget] = build_docks(self, self.panes.places)
        self._shares = Shares(self, self.docks)
        self.panes.follow(self.docks)

    def _connect(self) -> None:
        session = self.session
        self.menus.follow(session)
        session.busy_changed.connect(self._tell_busy)
        session.forces.changed.connect(self._tell_busy)
        session.model_changed.connect(self._go_on)
        session.opened.connect(QToolTip.hideText)  # it was about the drawing before
        session.document_changed.connect(self._retitle)
        session.message.connect(lambda text: self.statusBar().showMessage(text, 6000))
        session.refused.connect(self._tell_refused)
        session.noted.connect(self._tell_noted)
        session.reveal_requested.connect(self._reveal)
        self.panes.when_made("problems", self._join_problems)
        self.status.problems_wanted.connect(lambda: self.show_pane("problems"))
        session.pane_wanted.connect(self.show_pane)
        self.panes.when_made("palette", self._join_palette)
        self.panes.when_made("inspector", self._join_inspector)
        self.canvas.details_wanted.connect(lambda: self.show_pane("inspector"))
        for drawing in (self.canvas, self.sketch):
            drawing.menu_requested.connect(self.menus.show_context_menu)
        self.welcome.new_wanted.connect(self.new_document)
        self.welcome.tour_wanted.connect(self.begin_tour)
        self.welcome.open_wanted.connect(self.open_document)
        self.welcome.file_wanted.connect(self.open_path)
        self.welcome.sample_wanted.connect(self.open_sample)
        QApplication.clipboard().dataChanged.connect(self.menus.refresh)
        session.not_saved.connect(self._tell_not_saved)
        self.keeping.hindered.connect(self._retitle)
        self.filing.changed.connect(self._retitle)
        self.models.begun.connect(self.keeping.begin)
        self.models.ended.connect(self.keeping.stop)
        self.models.shown.connect(self._show_work)
        self.models.changed.connect(self.menus.refresh)
        self.model_tabs.close_wanted.connect(self.close_document)
        self.model_tabs.others_unwanted.connect(self.close_others)

    def _join_problems(self, pane: ProblemsPane) -> None:
        pane.reveal.connect(self.session.reveal)
        pane.leave_wanted.connect(partial(run, self))

    def _join_inspector(self, pane: InspectorPane) -> None:
        pane.unit_wanted.connect(self.choose_unit)
        pane.points_wanted.connect(self.show_points)

    def _join_palette(self, palette: PalettePane) -> None:
        palette.armed.connect(self.workplace.arm)
        palette.opening.connect(lambda file: self.open_path(Path(file)))
        self.workplace.armed_changed.connect(palette.show_armed)

    def _begin(self) -> None:
        """When the window is seen: the other worker, recovered drawings, the first page."""
        self.session.motions.warm(moving=True)
        self.panes.make_meanwhile(gc.freeze)  # what stays is swept no more
        if self.session.document.path is None and not self.session.model.bodies:
            self.show_welcome()
        self._show_if(self.keeping.offer())

    # --- the desk of actions ---------------------------------------------------------------

    def ask_model(self) -> str:
        """A model file; empty when there is none."""
        return desk.ask_open(self)

    def ask_export_path(self, title: str, endings: tuple[str, ...]) -> str:
        """A file for an export, whose title in the menu is given."""
        return desk.ask_save(
            self, tr(title).rstrip("…"), document_title(self.session.document), endings
        )

    def show_script(self) -> None:
        """Show the drawing as a script in Python."""
        from lagr_gui.exchange.builder_script import python_script  # late: few ask for it

        ScriptWindow(self, python_script(self.session.flat)).show()

    def copy_text(self, text: str) -> None:
        """Put a text on the clipboard."""
        desk.copy_text(text)

    def pasted_text(self) -> str:
        """What was copied from a drawing; empty when the clipboard holds something else."""
        text = desk.pasted_text()
        return text if '"lagr-model"' in text[:80] else ""

    @property
    def drawing(self) -> ModelView:
        """The view of the model that zooming and selecting everything are for."""
        return self.workplace.drawing

    def show_view(self, name: str) -> None:
        """Show the diagram, the sketch, both, or another view of the model."""
        self._show_work()
        self.workplace.show_view(name)

    def show_pane(self, name: str, focus: bool = True) -> None:
        """Bring a pane into view; with `focus` it gets the keyboard."""
        if name not in self.docks:
            self.show_view(name)
            return
        self._show_work()
        self.docks[name].show()
        self.docks[name].raise_()
        if focus:
            self.panes[name].setFocus()

    def show_welcome(self) -> None:
        """Show the welcome page over everything."""
        self.welcome.refresh()
        if self.pages.currentWidget() is not self.welcome:
            self._arranged = self.saveState()
        self._show_panes(False)
        self.pages.setCurrentWidget(self.welcome)

    def show_export_menu(self) -> None:
        """Show what can be exported, under the button."""
        self.menus.refresh()
        button = self.bar.widgetForAction(self.menus.actions["export"])
        self.menus.menu("File/Export").popup(button.mapToGlobal(button.rect().bottomLeft()))

    def begin_tour(self) -> None:
        """Lead to a pendulum of one's own, from an empty drawing."""
        self.new_document()
        self.show_view("diagram")
        self.tour.begin()

    def show_find(self) -> None:
        """Look for a word in the drawing."""
        self._show_work()
        self.finding.begin()

    def focus_command_field(self) -> None:
        """Give the keyboard to the command field."""
        self.commands.open()

    def use_theme(self, name: str) -> None:
        """Change the colours, and remember it."""
        settings.remember("theme", name)
        apply_theme(application(), name)

    def use_language(self, name: str) -> None:
        """Remember the language; this window stays as it is, for it is built in one language."""
        settings.remember("language", name)
        if name != words.language() and desk.ask_restart(self, words.LANGUAGES[name]):
            self._restart()

    def _restart(self) -> None:
        """End, and begin anew with the same drawings."""
        if self.close():
            desk.start_anew([d.path for d in self.models.documents if d.path is not None])

    def change_shortcuts(self) -> None:
        """Open the dialog in which shortcuts are chosen."""
        ShortcutDialog(self, self.menus.use_shortcuts).show()

    def show_help(self, page: str) -> None:
        """Show a page of help."""
        from lagr_gui.gui.help import show_help  # late: it is made when it is asked for

        show_help(self, page)

    def __getattr__(self, name: str) -> Any:
        """A pane by its name, as actions take it; Qt has a `palette` of its own."""
        if (pane := name.removesuffix("_pane")) in self.__dict__.get("panes", ()):
            return self.panes[pane]
        raise AttributeError(f"MainWindow has no {name}")

    # --- events ----------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Messages stay: what the pointer passes has none of its own to put in their place."""
        return event.type() == QEvent.Type.StatusTip or super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a model file or a card deck."""
        desk.dropped(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files that were dropped."""
        for file in desk.dropped(event):
            self.open_path(file)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Panes keep their share of the window."""
        super().resizeEvent(event)
        self._shares.keep()

    def end(self) -> None:
        """End without a question, as the system wants it: the drawing is kept."""
        self.ending = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Settle what is unsaved, remember the arrangement, end the workers."""
        if not self.ending and not self.filing.all_settled():
            event.ignore()
            return
        if self.pages.currentWidget() is not self.welcome:
            settings.remember("window/geometry", self.saveGeometry())
            settings.remember("window/state", self.saveState(LAYOUT_VERSION))
        self.keeping.end(keep=self.ending)
        self.models.close()
        self.session.close()
        event.accept()

    # --- what is shown ---------------------------------------------------------------------

    def _show_if(self, other: bool) -> None:
        """Show the whole of another drawing, if there is one."""
        if other:
            self._show_work()
            QTimer.singleShot(0, self.workplace.fit)

    def _show_work(self) -> None:
        if self.pages.currentWidget() is self.welcome:
            self.pages.setCurrentIndex(0)
            self.restoreState(self._arranged)  # panes that are just shown would become narrow
            self.models.changed.emit()  # it knows how many tabs there were then
            self._show_panes(True)
            QTimer.singleShot(0, self.workplace.fit)
        self.drawing.setFocus()

    def _show_panes(self, shown: bool) -> None:
        for pane in DOCKED:
            self.docks[pane.name].setVisible(shown and not pane.called)

    def _restore_layout(self) -> None:
        geometry, state = settings.data("window/geometry"), settings.data("window/state")
        if not geometry.isEmpty() and not state.isEmpty():
            self.restoreGeometry(geometry)
            self.restoreState(state, LAYOUT_VERSION)
            self.models.changed.emit()

    def _go_on(self) -> None:
        """The user goes on drawing: an end of the session that was announced did not come."""
        self.ending = False
        self._retitle()

    def _retitle(self) -> None:
        document = self.session.document
        self.setWindowTitle(f"{window_title(document_title(document))}[*] – lagr_gui")
        self.setWindowModified(document.dirty)
        self._saved.setText(self.filing.told)
        faulty = bool(self.keeping.problem or self.filing.mark)
        mark(self._saved, "role", "error" if faulty else "")

    def _tell_busy(self) -> None:
        computing = any(pane.answer.computing for pane in self.panes.asking())
        self._busy.setText(doing(self.session, computing))

    def _tell_not_saved(self, problems: list[Problem]) -> None:
        desk.tell_problems(self, tr("Not saved"), problems, self.save_document_as)

    def _tell_refused(self, problems: list[Problem]) -> None:
        desk.tell_problems(self, tr("This cannot be done"), problems)

    def _tell_noted(self, problems: list[Problem]) -> None:
        desk.tell_problems(self, tr("What to know about this file"), problems)

    def _reveal(self, key: str, path: tuple[str | int, ...]) -> None:
        self._show_work()
        for pane in PANES:
            if pane.fields and path[:1] == (pane.fields,):
                self.show_pane(pane.name)
                self.panes.places[pane.name].pane().focus_field(path)
                return
        self.docks["inspector"].show()
        if key:
            self.canvas.show_whole(key)
            self.sketch.centre_on(key)
        self.inspector.focus_field(path)


# --- A window that shows the drawing as a script in Python, and copies it ----------------------


class ScriptWindow(QDialog):
    """The script of the drawing as it was when the window was opened."""

    def __init__(self, parent: QWidget, script: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Drawing as Python"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(820, 620)
        self.page = QPlainTextEdit(script)
        self.page.setObjectName("script")
        self.page.setReadOnly(True)
        self.page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.page.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        words = PlainLabel(tr("Run it with lagr_gui: it builds the same model."))
        copy = push_button(tr("Copy"), run=lambda: desk.copy_text(script), name="copy_script")
        copy.setDefault(True)
        close = push_button(tr("Close"), run=self.close)
        below(words, self.page, beside(1, copy, close), within=self)


# --- Faults of the program, each told once in a strip over everything: nothing stops for them

Kind = tuple[str, str, int]
"""The type of a fault, and the file and line where it arose."""


class FaultStrip(QWidget):
    """Tells the newest kind of fault; how often one came again is counted.

    A fault of painting comes with each picture: a box, or a strip that is shown anew, would have
    everything painted again.
    """

    def __init__(self, keep: Callable[[], object]) -> None:
        """A strip that has the drawing kept (`keep`) when it tells something."""
        super().__init__()
        self._keep = keep
        self._times: dict[Kind, int] = {}
        self._told: Kind = "", "", 0
        self._cause = self._report = ""
        self.setObjectName("fault_strip")
        self.label = SlimLabel(role="error")
        copy = push_button(
            tr("Copy report"), lambda: copy_text(self._report), tip=tr("What to send us")
        )
        close = tool_button("✕", tip=tr("Close"), run=self.hide, name="close_fault")
        beside((self.label, 1), copy, close, within=self, margins=(12, 4, 8, 4), spacing=6)
        self.hide()

    def tell(self, fault: BaseException) -> bool:
        """Tell a fault; whether it is of a kind that was not told before."""
        kind = _kind(fault)
        self._times[kind] = times = self._times.get(kind, 0) + 1
        if times == 1:
            self._told, self._cause = kind, f"{type(fault).__name__}: {fault}"
            self._report = "".join(traceback.format_exception(fault))
            self._keep()
            self.show()
        if kind == self._told and _round(times):
            self._write(times)
        return times == 1

    def _write(self, times: int) -> None:
        again = tr(" ({n} times)").format(n=times) if times > 1 else ""
        words = tr("This is a fault of the program; your drawing is kept. Please report it.")
        self.label.setText(f"{self._cause}{again}. {words}")


def _round(times: int) -> bool:
    """Whether a number is 1, 2, 5 times a power of ten: each writing is painted too."""
    return str(times).rstrip("0") in ("1", "2", "5")


def _kind(fault: BaseException) -> Kind:
    frames = traceback.extract_tb(fault.__traceback__)
    last = frames[-1] if frames else None
    return type(fault).__name__, last.filename if last else "", (last.lineno or 0) if last else 0


# --- Where the panes of the window stand at first, and how large they are ----------------------

LEFT = 200
"""Width (pixels) of the palette."""

AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "below": Qt.DockWidgetArea.BottomDockWidgetArea,
}
KEPT = (
    ("equations", Qt.Orientation.Vertical),
    ("equations", Qt.Orientation.Horizontal),
    ("animation", Qt.Orientation.Horizontal),
)
"""Panes that keep their part of the height or width of the window."""


def build_docks(window: QMainWindow, widgets: Mapping[str, QWidget]) -> dict[str, QDockWidget]:
    """Put `DOCKED` around the drawing; docks by the names of the panes, as their widgets are."""
    window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
    window.setCorner(Qt.Corner.BottomRightCorner, AREAS["below"])
    docks = {pane.name: _dock(window, pane, widgets[pane.name]) for pane in DOCKED}
    for pane in DOCKED:
        if pane.behind:
            window.tabifyDockWidget(docks[pane.behind], docks[pane.name])
    for pane in DOCKED:
        docks[pane.name].setVisible(not pane.called)
    docks["simulation"].raise_()
    vertical, horizontal = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
    window.resizeDocks([docks["palette"], docks["parameters"]], [600, 300], vertical)
    window.resizeDocks([docks["inspector"], docks["problems"]], [330, 90], vertical)
    docks["palette"].widget().setMinimumWidth(LEFT)  # else panes overlap in the smallest window
    window.resizeDocks([docks["palette"], docks["inspector"]], [LEFT, 330], horizontal)
    below = [docks["equations"], docks["simulation"], docks["animation"]]
    window.resizeDocks(below, [600, 440, 400], horizontal)
    window.resizeDocks([docks["equations"]], [480], vertical)
    return docks


class Shares(QObject):
    """Parts of the window that panes keep when it gets smaller or larger.

    Left alone, Qt gives all that is won to the drawing.  A pane that is resized while the
    window stays as it is was pulled by the user, which makes a new part.
    """

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
        super().__init__(window)
        self._window, self._size = window, window.size()
        self._parts: dict[tuple[QDockWidget, Qt.Orientation], float] = {}
        for name, way in KEPT:
            docks[name].installEventFilter(self)
            self._parts[docks[name], way] = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the part of a pane that the user pulls."""
        if event.type() == QEvent.Type.Resize and self._window.size() == self._size:
            for (dock, way), part in self._parts.items():
                size, whole = _along(way, dock.size()), _along(way, self._size)
                if dock is watched and abs(size - part * whole) > 1:  # else it was rounded
                    self._parts[dock, way] = size / whole
        return super().eventFilter(watched, event)

    def keep(self) -> None:
        """The window has another size: give the panes their parts of it."""
        self._size = self._window.size()
        for (dock, way), part in self._parts.items():
            if part and dock.isVisible():
                self._window.resizeDocks([dock], [round(part * _along(way, self._size))], way)


def _along(way: Qt.Orientation, size: QSize) -> int:
    return size.height() if way == Qt.Orientation.Vertical else size.width()


def _dock(window: QMainWindow, pane: Pane, widget: QWidget) -> QDockWidget:
    dock = QDockWidget(tr(pane.title), window)
    dock.setObjectName(f"dock_{pane.name}")
    dock.setTitleBarWidget(QWidget())  # each pane has a heading of its own
    dock.setWidget(widget)
    window.addDockWidget(AREAS[pane.area], dock)
    return dock
