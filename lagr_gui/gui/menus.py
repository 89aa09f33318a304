"""Menus, tool bar and command field: views of the list of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import shorten

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from lagr_gui.editing import edits
from lagr_gui.editing.changes import SHORT
from lagr_gui.editing.edits.names import free_name
from lagr_gui.gui.actions import ACTIONS, TOOL_BAR, Action, Desk
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.open_models import names_of
from lagr_gui.gui.shortcuts import shortcuts, usual
from lagr_gui.gui.widgets.command_field import Entry
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.words import tr
from lagr_gui.model import BodyPort, Model
from lagr_gui.subsystems import own_numbers

MENUS = ("File", "Edit", "View", "Model", "Equations", "Simulate", "Window", "Help")


class Menus:
    """One QAction for each action; `refresh` enables those that can be done."""

    def __init__(self, window: QMainWindow, desk: Desk, drawings: Sequence[QWidget]) -> None:
        self.window, self.desk = window, desk
        self._choices: dict[str, QActionGroup] = {}
        self.actions = {action.name: self._make(action, drawings) for action in ACTIONS}
        self.use_shortcuts()
        self._menus: dict[str, QMenu] = {}
        bar = window.menuBar()
        bar.clear()
        for name in MENUS:
            self._menus[name] = bar.addMenu(tr(name))
        for action in (action for action in ACTIONS if action.menu):
            menu = self._menu(action.menu)
            if action.separated:
                menu.addSeparator()
            menu.addAction(self.actions[action.name])
        for menu in self._menus.values():
            menu.aboutToShow.connect(self.refresh)

    def follow(self, session: Session) -> None:
        """Be up to date whatever becomes of a session."""
        for signal in (
            session.model_changed,
            session.selection_changed,
            session.derivation.changed,
            session.running.changed,
            session.running.begun,
            session.hand.changed,
        ):
            signal.connect(self.refresh)
        self._soon = QTimer(self.window, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        session.busy_changed.connect(self._soon.start)  # one job often follows another at once

    def menu(self, name: str) -> QMenu:
        """A menu by its English path, e.g. ``File/Export``."""
        return self._menus[name]

    def use_shortcuts(self) -> None:
        """Give the actions the shortcuts that are chosen now."""
        chosen = shortcuts()
        for action in ACTIONS:
            shown, keys = self.actions[action.name], chosen[action.name]
            also = action.also if keys == usual(action) else ()
            shown.setShortcuts([QKeySequence(text) for text in (keys, *also)])
            set_note(shown, _note(shown))

    def refresh(self) -> None:
        """Enable what can be done now; name the steps that can be undone; mark what holds."""
        for action in ACTIONS:
            self.actions[action.name].setEnabled(action.enabled(self.desk))
        self.mark()
        document = self.desk.session.document
        for name, mark, title in (
            ("undo", "↶", document.undo_title),
            ("redo", "↷", document.redo_title),
        ):
            word, action = tr(name.capitalize()), self.actions[name]
            text = tr("{step} “{title}”").format(step=word, title=tr(title)) if title else word
            action.setIconText(mark)
            if text != action.text():
                action.setText(text)
                set_note(action, _note(action))

    def mark(self) -> None:
        """Give what holds its mark."""
        for action in ACTIONS:
            if action.checked is not None:
                self.actions[action.name].setChecked(action.checked(self.desk))

    def tool_bar(self) -> QToolBar:
        """The tool bar, with room at its right end."""
        bar = QToolBar(tr("Tool bar"))
        bar.setObjectName("tool_bar")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        primary = {action.name for action in ACTIONS if action.primary}
        for number, group in enumerate(TOOL_BAR):
            if number:
                bar.addSeparator()
            for name in group:
                bar.addAction(self.actions[name])
                button = bar.widgetForAction(self.actions[name])
                button.setProperty("primary", name in primary)
                if isinstance(button, QToolButton):
                    button.setObjectName(name)
                    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(spacer)
        return bar

    def commands(self) -> list[Entry]:
        """What the command field offers: all actions that can be done now, then all items."""
        self.refresh()
        entries: list[Entry] = []
        for action in ACTIONS:
            shown = self.actions[action.name]
            if shown.isEnabled():
                where = [tr(part) for part in action.menu.split("/") if part]
                title = " › ".join([*where, shown.text()]) + " ✓" * shown.isChecked()
                entries.append((title, _keys(shown), shown.trigger))
        return [*entries, *self._models(), *self._items()]

    def _models(self) -> list[Entry]:
        """Going to the other models that are open by their names."""
        models = self.desk.models
        pairs = zip(models.documents, names_of(models.documents), strict=True)
        return [
            (f"{tr('Go to model')} › {name}", "", partial(models.show, document))
            for document, name in pairs
            if document is not self.desk.session.document
        ]

    def _items(self) -> list[Entry]:
        """Going to the items of the drawing by their names."""
        session = self.desk.session
        model = session.model
        items = [("body:0", model.base.name)]
        items += [(f"body:{body.number}", body.name) for body in model.bodies]
        items += [(f"joint:{joint.name}", joint.name) for joint in model.joints]
        items += [(f"element:{element.name}", element.name) for element in model.elements]
        items += [(f"instance:{entry.name}", entry.name) for entry in model.instances]
        items += [(f"terminal:{terminal.name}", terminal.name) for terminal in model.terminals]
        items += [
            (f"controller:{entry.name}", entry.name) for entry in model.simulation.controllers
        ]
        items += [(f"signal:{entry.name}", entry.name) for entry in model.signals]
        items += [
            (note.item, shorten(note.text, SHORT, placeholder=" …")) for note in model.layout.notes
        ]
        return [
            (f"{tr('Go to')} › {name}", key.partition(":")[0], partial(session.reveal, key))
            for key, name in items
        ]

    def show_context_menu(self, keys: frozenset[str], at: QPoint) -> None:
        """The menu of what is under the pointer."""
        self.desk.session.select(keys)
        self.refresh()
        menu = QMenu(self.window)
        names = ("cut", "copy", "duplicate", "delete") if keys else ("paste", "select_all")
        for name in names:
            menu.addAction(self.actions[name])
        menu.addSeparator()
        more = ("align_row", "align_column") if len(keys) > 1 else ("add_rigid_body", "arrange")
        if self.actions["draw_by_itself"].isEnabled():
            more = ("draw_by_itself", *more)
        more = (*more, *(n for n in ("brake_all_ways",) if self.actions[n].isEnabled()))
        folding = ["fold", "open_subsystem", "leave_subsystem"]
        if any(key.startswith("instance:") for key in keys):
            folding.insert(2, "keep_subsystem")
        more = (*more, *(name for name in folding if self.actions[name].isEnabled()))
        add_ports(menu, self.desk.session)
        for name in (*more, "fit"):
            menu.addAction(self.actions[name])
        menu.popup(at)

    def _make(self, action: Action, drawings: Sequence[QWidget]) -> QAction:
        shown = QAction(tr(action.title), self.window)
        shown.setIconText(tr(action.short or action.title))
        if action.shortcut.startswith("~"):
            shown.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for drawing in drawings:
                drawing.addAction(shown)
        else:
            self.window.addAction(shown)
        shown.triggered.connect(lambda _=False: action.run(self.desk))
        if action.checked is not None:
            shown.setCheckable(True)
            shown.triggered.connect(self.mark)  # Qt has marked what was asked, not what holds
        if action.among:
            shown.setActionGroup(self._choices.setdefault(action.among, QActionGroup(self.window)))
        return shown

    def _menu(self, path: str) -> QMenu:
        if path not in self._menus:
            above, _, name = path.rpartition("/")
            self._menus[path] = self._menu(above).addMenu(tr(name))
        return self._menus[path]


def _note(action: QAction) -> str:
    """What a button says when the pointer rests on it."""
    keys = _keys(action)
    return f"{action.text()}  ({keys})" if keys else action.text()


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.PortableText)


# --- Ports in the menu of what is under the pointer: which bodies others may attach to ---------


def add_ports(menu: QMenu, session: Session) -> None:
    """Offer the selected bodies, or those of the selected instance, as ports of a subsystem.

    Nothing where the drawing is no subsystem.
    """
    bodies = _bodies(session)
    if not bodies or not (session.way or session.model.ports):
        return
    title = tr("Port of the subsystem")
    alone = len(bodies) == 1
    place = menu if alone else menu.addMenu(title)
    ports = {port.body for port in session.model.ports}
    for body, name in bodies.items():
        shown = place.addAction(title if alone else name)
        shown.setCheckable(True)
        shown.setChecked(body in ports)
        shown.triggered.connect(_setter(session, body, name))


def _bodies(session: Session) -> Mapping[int, str]:
    """Bodies that can be ports, by their numbers, with their names."""
    model, keys = session.model, session.selection
    bodies = {b.number: b.name for b in model.bodies if f"body:{b.number}" in keys}
    for one in model.instances:
        numbers = own_numbers(model, one) if f"instance:{one.name}" in keys else ()
        bodies |= {e.body: f"{one.name} {e.port}" for e in one.attachments if e.body in numbers}
    return bodies


def _setter(session: Session, body: int, name: str) -> Callable[[bool], None]:
    """What makes a body a port, or no longer one."""

    def put(on: bool) -> None:
        def changed(model: Model) -> Model:
            taken = [port.name for port in model.ports if port.body != body]
            named = free_name(name or tr("Port"), taken, always_numbered=False)
            return edits.set_port(model, body, BodyPort(name=named, body=body) if on else None)

        session.edit("Change port", changed)

    return put
