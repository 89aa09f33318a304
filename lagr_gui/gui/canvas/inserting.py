"""Inserting at the pointer: a small field in which one types what shall be there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QCursor, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem

from lagr_gui.catalogue import ELEMENTS, JOINTS, SIGNALS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.editing import edits
from lagr_gui.editing.rules import may_connect
from lagr_gui.gui.canvas.connecting import Wire, add_edge
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.panes.glyphs import glyph_icon
from lagr_gui.gui.panes.palette import BASE, Tool, tools
from lagr_gui.gui.theme import theme
from lagr_gui.gui.widgets.laying import below
from lagr_gui.gui.widgets.plain import PlainLabel, set_page_note
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

SIZE = QSize(24, 16)
WIDTH, ROWS, ROW = 320, 9, 25
BESIDE = SIZE.width() + 56
"""Pixels beside the words of a row: its glyph, margins and the bar."""
_ENTRY = Qt.ItemDataRole.UserRole


class QuickInsert(QFrame):
    """Lists what fits first; Enter or a click inserts, Escape or leaving gives up.

    What needs more than one knows here is held as if it had been taken from the palette.
    """

    def __init__(self, canvas: Paper, wire: Wire) -> None:
        super().__init__(canvas)
        self._canvas, self._wire = canvas, wire
        self._spot: Spot | None = None
        self.setObjectName("quick_insert")
        self.setProperty("role", "strip")
        self.field = _Field(self)
        self.list = QListWidget()
        self.list.setObjectName("quick_list")
        self.list.setAccessibleName(tr("What can be inserted"))
        self.list.setIconSize(SIZE)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.none = PlainLabel(tr("Nothing is called that."), role="muted")
        below(self.field, self.list, self.none, within=self, margins=(6, 6, 6, 6), spacing=4)
        self.field.textChanged.connect(self._narrow)
        self.field.returnPressed.connect(self._take)
        self.list.itemClicked.connect(lambda _: self._take())
        self.hide()

    def ask(self, at: QPoint, keys: Collection[str]) -> None:
        """Ask what shall be at a point of the viewport, for items that are selected again."""
        canvas = self._canvas
        canvas.session.select(frozenset(keys) & canvas.content.items.keys())
        self._open(at, canvas.session.selection)

    def ask_here(self) -> None:
        """Ask what shall be at the pointer or, where that is not free, in the middle."""
        canvas = self._canvas
        at = canvas.viewport().mapFromGlobal(QCursor.pos())
        roomy = canvas.viewport().rect().adjusted(80, 50, -80, -50).contains(at)
        item = canvas.item_at(at) if canvas.underMouse() else None
        if item is not None or not (canvas.underMouse() and roomy):
            at = canvas.mapFromScene(*canvas.middle())
        selected = canvas.session.selection
        self.ask(at, selected if item is None or item.key in selected else {item.key})

    def _open(self, at: QPoint, keys: Collection[str]) -> None:
        self._spot = Spot(self._canvas, self._wire, at, keys)
        self.field.clear()
        self._narrow("")
        place = self._canvas.viewport().mapToParent(at)
        room = self._canvas.size()
        self.setFixedWidth(max(WIDTH, min(self._widest(), room.width() - 12)))
        x = min(place.x() + 6, room.width() - self.width() - 6)
        y = min(place.y() + 6, room.height() - self.sizeHint().height() - 6)
        self.move(max(x, 4), max(y, 4))
        self.show()
        self.raise_()
        self.field.setFocus()

    def _widest(self) -> int:
        """Pixels in which each row is whole."""
        rows = (self.list.item(row).text() for row in range(self.list.count()))
        return max(map(self.list.fontMetrics().horizontalAdvance, rows)) + BESIDE

    def shut(self) -> None:
        """Give it up; the keyboard goes back to the drawing."""
        if self.isVisible():
            self._spot = None
            self.hide()
            self._canvas.setFocus()

    def step(self, by: int) -> None:
        """Go up or down in the list."""
        count = self.list.count()
        self.list.setCurrentRow(max(0, min(count - 1, self.list.currentRow() + by)))

    def _narrow(self, text: str) -> None:
        self.list.clear()
        spot = self._spot
        if spot is None:
            return
        wanted = text.strip().casefold()
        ranked = [
            (rank, spot.fit(tool.name), tool)
            for _, group in tools()
            for tool in group
            if tool.name != BASE and (rank := _rank(tool, wanted)) is not None
        ]
        ranked.sort(key=lambda entry: (entry[0], entry[1] is None))
        for _, fit, tool in ranked:
            self._add(tool, fit.where if fit else tr("then draw it"))
        self.list.setCurrentRow(0)
        self.list.setFixedHeight(ROW * min(max(len(ranked), 1), ROWS) + 4)
        self.list.setVisible(bool(ranked))
        self.none.setVisible(not ranked)
        self.adjustSize()

    def _add(self, tool: Tool, where: str) -> None:
        icon = glyph_icon(tool.glyph, theme().color("text"), SIZE)
        item = QListWidgetItem(icon, f"{tool.title}   {where}", self.list)
        item.setSizeHint(QSize(0, ROW))
        item.setData(_ENTRY, tool.name)
        set_page_note(item, title=tool.title, text=tool.help)

    def _take(self) -> None:
        item, spot = self.list.currentItem(), self._spot
        if spot is None or self.list.count() == 0:
            return
        name = item.data(_ENTRY)
        self.shut()
        fit = spot.fit(name)
        if fit is None:
            self._canvas.arm(name)
        else:
            fit.run()


class _Field(QLineEdit):
    """The field; up and down move in the list below it."""

    def __init__(self, owner: QuickInsert) -> None:
        super().__init__(owner)
        self._owner = owner
        self.setObjectName("quick_field")
        self.setPlaceholderText(tr("Insert…"))
        self.setAccessibleName(tr("What shall be inserted"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up; up and down choose."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageDown: 8}
        steps[Qt.Key.Key_PageUp] = -8
        if event.key() == Qt.Key.Key_Escape:
            self._owner.shut()
        elif event.key() in steps:
            self._owner.step(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
        event.accept()  # what the field has done is no key of the drawing

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving gives up."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._owner.shut()


def _rank(tool: Tool, wanted: str) -> int | None:
    """How well a name fits what is typed, 0 the best; None where it does not."""
    sort, _, kind = tool.name.partition(":")
    kinds = {"joint": JOINTS, "element": ELEMENTS, "signal": SIGNALS}.get(sort)
    english = [kinds[kind].title, kind] if kinds else []
    names = [name.casefold() for name in (tool.title, *english)]
    if any(name.startswith(wanted) for name in names):
        return 0
    if any(word.startswith(wanted) for name in names for word in _words(name)):
        return 1
    return 2 if any(wanted in name for name in names) else None


def _words(name: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in name).split()


# --- What can be inserted where: a tool of the palette, and what is under the pointer or selected


@dataclass(frozen=True)
class Insertion:
    """What a tool makes at once: where, in words, and the doing."""

    where: str
    run: Callable[[], object]


class Spot:
    """A place of the paper, with the items that are meant there."""

    def __init__(self, canvas: Paper, wire: Wire, at: QPoint, keys: Collection[str]) -> None:
        self.canvas, self.session, self.wire = canvas, canvas.session, wire
        self.place, self.keys = canvas.mapToScene(at), keys
        self.bodies = sorted(int(key[5:]) for key in keys if key.startswith("body:"))

    @property
    def at(self) -> QPoint:
        """Where it is in the viewport, which may have moved since."""
        return self.canvas.mapFromScene(self.place)

    def fit(self, tool: str) -> Insertion | None:
        """What a tool makes here at once; None where it has to be held and drawn."""
        sort, _, kind = tool.partition(":")
        if sort in ("body", "terminal", "subsystem", "signal", "note"):
            return Insertion(tr("here"), lambda: self.canvas.put(sort, kind, self.at))
        return self._joint(kind) if sort == "joint" else self._element(kind)

    def _joint(self, kind: str) -> Insertion | None:
        if len(self.bodies) == 2:
            return self._between(kind, *self.bodies)
        if len(self.bodies) > 2:
            return None
        start = self.bodies[0] if self.bodies else self._end_of_joint()
        where = _way(self._name(start), tr("new body"))
        return Insertion(where, lambda: self.wire.connect_new(kind, start, self.place))

    def _end_of_joint(self) -> int:
        """The body to which the joint leads that is meant; body 0 where none is."""
        ends = {j.child for j in self.session.model.joints if f"joint:{j.name}" in self.keys}
        return ends.pop() if len(ends) == 1 else 0

    def _element(self, kind: str) -> Insertion | None:
        side = ELEMENTS[kind].geometry.ends.side
        if side in (Side.NOWHERE, Side.COILS):
            return Insertion(tr("here"), lambda: self.wire.put_down(kind))
        if side is Side.TERMINALS:
            return self._branch(kind)
        if len(self.bodies) == 2:
            return self._between(kind, *self.bodies)
        if side is Side.COORDINATE:
            return self._in_joint(kind)
        if len(self.bodies) != 1 or self.bodies == [0]:
            return None
        (number,) = self.bodies
        if side is Side.BODY:
            return Insertion(self._name(number), lambda: self.wire.load(kind, number))
        return self._between(kind, number, 0) if side in (Side.BODIES, Side.GROUND) else None

    def _between(self, kind: str, a: int, b: int) -> Insertion | None:
        if may_connect(self.session.model, kind, a, b):
            return None
        where = _way(self._name(a), self._name(b))
        return Insertion(where, lambda: self.wire.connect_bodies(kind, a, b))

    def _in_joint(self, kind: str) -> Insertion | None:
        """Into the joint that is meant, or the one that leads to the body that is."""
        names = {key[6:] for key in self.keys if key.startswith("joint:")}
        every = self.session.model.joints
        joints = [j for j in every if j.name in names or (not names and j.child in self.bodies)]
        if len(joints) != 1 or not joints[0].coordinates:
            return None
        item = self.canvas.content.items.get(f"joint:{joints[0].name}")
        if not isinstance(item, EdgeItem):
            return None
        return Insertion(joints[0].name, lambda: self.wire.on_coordinate(kind, item))

    def _branch(self, kind: str) -> Insertion | None:
        ends = sorted(key.partition(":")[2] for key in self.keys if key.startswith("terminal:"))
        if len(ends) != 2:
            return None

        def change(model: Model) -> Model:
            return edits.join(model, kind, *ends)

        return Insertion(_way(*ends), lambda: add_edge(self.session, "Add branch", change))

    def _name(self, number: int) -> str:
        model = self.session.model
        name = model.base.name if number == 0 else model.body(number).name
        return name or tr("Body {n}").format(n=number)


def _way(start: str, end: str) -> str:
    return f"{start} – {end}"
