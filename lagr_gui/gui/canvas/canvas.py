"""The view of the drawing; what is seen of it is up to `sight`, the pointer's work to `pointer`."""

from __future__ import annotations

from collections.abc import Generator, Sequence, Set
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsView, QLineEdit

from lagr_gui.drawing.geometry import CONTROL, WIDTH, Point, snapped
from lagr_gui.drawing.notes import LINE
from lagr_gui.editing import edits
from lagr_gui.extension import extensions, named
from lagr_gui.gui.bridge.new_items import with_new_body
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.content import Content
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.inserting import QuickInsert
from lagr_gui.gui.canvas.items import Item, Mood
from lagr_gui.gui.canvas.minimap import Minimap
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.overlay import Overlay
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.canvas.pointer import Pointer
from lagr_gui.gui.canvas.room import free_place
from lagr_gui.gui.canvas.sight import SeenPaper
from lagr_gui.gui.panes.palette import BASE, MIME
from lagr_gui.gui.theme import theme_changed
from lagr_gui.gui.unit_choice import take_unit
from lagr_gui.gui.widgets.page import TextPage
from lagr_gui.gui.widgets.paper import write_paper
from lagr_gui.gui.words import tr
from lagr_gui.model import LONGEST_NAME, LONGEST_TEXT, Model
from lagr_gui.subsystems import subsystem_of_file

FAR = 50_000.0
AROUND = QSizeF(60, 60)
"""Room for lines about a controller."""
_CTRL = Qt.KeyboardModifier.ControlModifier


class Canvas(SeenPaper):
    """Draws the session's model and lets the user change it."""

    armed_changed = Signal(str)
    menu_requested = Signal(frozenset, QPoint)
    details_wanted = Signal()
    """The keyboard shall go to the fields of what is selected."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.armed = ""
        scene = QGraphicsScene(-FAR, -FAR, 2 * FAR, 2 * FAR, self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.BspTreeIndex)
        self.setScene(scene)
        self.setObjectName("canvas")
        self.setAccessibleName(tr("Diagram"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumSize(240, 160)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self.content = Content(scene, session)
        session.model_changed.connect(self.content.sync)  # before all that look at what is drawn
        self.marks = [
            named(marks)(scene, session, self.content)
            for each in extensions()
            for marks in each.marks
        ]
        self.pointer = Pointer(self)
        self._pressed = False
        self.overlay = Overlay(self)
        self.naming = NameEditor(self)
        self.noting = NoteEditor(self)
        self.steps = ItemSteps(self)
        self.minimap = Minimap(self, session)
        self.quick = QuickInsert(self, self.pointer.wire)
        session.model_changed.connect(self.pointer.forget_removed)
        session.opened.connect(self._begin)
        session.model_changed.connect(self.overlay.refresh)
        session.document_changed.connect(self.overlay.refresh)
        session.report_changed.connect(self.content.set_moods)
        session.selection_changed.connect(self.content.set_moods)
        session.highlight_changed.connect(self.content.set_moods)
        session.derivation.changed.connect(self.overlay.refresh)
        theme_changed().connect(self._repaint_all)
        self.content.sync()

    # --- what others ask of it -------------------------------------------------------------

    def arm(self, tool: str) -> None:
        """Hold a tool of the palette: ``body:rigid``, ``joint:revolute``, … or none."""
        if tool != self.armed:
            self.armed = tool
            self.pointer.reset()
            self.armed_changed.emit(tool)
            self.overlay.refresh()
        if tool:
            self.setFocus()

    def select_all(self) -> None:
        """Select everything that can be moved or removed."""
        self.session.select(key for key in self.content.items if key != "body:0")

    def middle(self) -> Point:
        """A free place near the middle of the view."""
        return free_place(self)

    def over(self, keys: Set[str]) -> Point:
        """A free place for a controller over nodes that it measures and drives."""
        places = [at for key in keys if (at := self.content.place(key))]
        if not places:
            return self.middle()
        across = [x for x, _ in places]
        high = min(y for _, y in places) - edits.OVER
        near = (min(across) + max(across)) / 2, high
        return free_place(self, QSizeF(*CONTROL) + AROUND, near)

    def save_picture(self, path: Path) -> bool:
        """Write the drawing as SVG, PDF or PNG; whether that could be done."""
        self.content.finish()
        return write_picture(self.scene(), self.contents(), path)

    # --- what the pointer asks of it -------------------------------------------------------

    def item_at(self, at: QPoint) -> Item | None:
        """The item under a point of the viewport."""
        item = self.itemAt(at)
        return item if isinstance(item, Item) else None

    def rename(self, key: str) -> None:
        """Let the user type another name in place, or the text of a note."""
        place, item = self.content.place(key), self.content.items.get(key)
        if isinstance(item, NoteItem):
            self.noting.open(item)
        elif place is not None:
            self.naming.open(key, self.mapFromScene(*place))

    def _repaint_all(self) -> None:
        for item in self.content.all_items():
            item.setCacheMode(item.cacheMode())
            item.update()
        self.viewport().update()
        self.overlay.refresh()

    # --- events ----------------------------------------------------------------------------

    def _begin(self) -> None:
        """Another drawing: a double click that opened it ends here and means nothing more."""
        self.pointer.left()
        self.quick.shut()
        self.noting.end()
        self._pressed = False
        self.fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, drag, connect or pan."""
        self._pressed = True
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with what the press began."""
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish it."""
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Rename in place, insert on free paper; a line bent by hand finds its way again."""
        at = event.position().toPoint()
        item = self.item_at(at)
        if self.pointer.connecting:
            self.pointer.reset()
        by_hand = self._pressed and event.button() == Qt.MouseButton.LeftButton
        if not by_hand or self.armed:
            return
        if item is None:
            self.quick.ask(at, self.pointer.before)
            return
        on_line = isinstance(item, EdgeItem) and item.part_at(self.mapToScene(at)) == "line"
        if on_line and item.key in edits.by_hand(self.session.model):
            key = item.key
            self.session.edit("Draw by itself", lambda model: edits.draw_by_itself(model, {key}))
        elif item.key.startswith("instance:"):
            self.session.open_subsystem(item.key.partition(":")[2])
        else:
            self.rename(item.key)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self.zoom_by(1.0015 ** event.angleDelta().y(), event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, nudging, panning by Space, renaming by F2; going through the items."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.session.selection:
            self.details_wanted.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and event.modifiers() & _CTRL:
            self.steps.step(event.key() == Qt.Key.Key_Down, holding=True)
        elif not self.pointer.key(event, True):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from item to item, and past the last one on to the next widget.

        It is asked as well when a field on the drawing is done and hides; then no item is meant.
        """
        return (self.hasFocus() and self.steps.step(next)) or super().focusNextPrevChild(next)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The end of panning by Space."""
        if not self.pointer.key(event, False):
            super().keyReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self.pointer.left()
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of what is under the pointer."""
        if self.armed or self.pointer.connecting:
            self.pointer.reset()
            self.arm("")
            return
        item = self.item_at(event.pos())
        keys = frozenset({item.key} if item else ())
        if item is not None and item.key in self.session.selection:
            keys = self.session.selection
        self.menu_requested.emit(keys, event.globalPos())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what comes from the palette, and units."""
        take(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Light up the body under a joint or element that is dragged."""
        if take(event) and not units_of(event):
            self.pointer.dragged_over(event.position().toPoint())

    def dropEvent(self, event: QDropEvent) -> None:
        """A body or controller is placed; a joint or element waits for its bodies."""
        at = event.position().toPoint()
        event.acceptProposedAction()
        self.setFocus()
        if units := units_of(event):
            drop_units(self.session, units, self.mapToScene(at))
        else:
            self.pointer.dropped(bytes(event.mimeData().data(MIME).data()).decode("utf-8"), at)

    @property
    def leading(self) -> bool:
        """Whether a branch is held or pulled."""
        return bool(self.pointer.lead.kind)

    @property
    def connecting(self) -> bool:
        """Whether a line is pulled from a body."""
        return self.pointer.connecting

    def show_tip(self, text: str, at: QPointF) -> None:
        """A dark note near a point of the viewport; none for an empty text."""
        self.overlay.show_tip(text, at)

    def advise(self) -> None:
        """Say anew what can be done next."""
        self.overlay.refresh()

    def put(self, sort: str, kind: str, at: QPoint) -> bool:
        """Put a new body, terminal, instance, block or note at a point; whether it is one."""
        place = self.mapToScene(at)
        if sort == "body":
            self.place_body(kind, place)
        elif sort == "terminal":
            self.place_terminal(place)
        elif sort == "subsystem":
            self.place_subsystem(Path(kind), place)
        elif sort == "signal":
            self.place_block(kind, place)
        elif sort == "note":
            self.arm("")
            self.noting.begin(place)
        return sort in ("body", "terminal", "subsystem", "signal", "note")

    def place_body(self, form: str, at: QPointF) -> None:
        """A new body at a point of the drawing; it is selected."""
        point = snapped((at.x(), at.y()))
        if self.session.edit("Add body", lambda model: with_new_body(model, point, form)):
            self.session.select({f"body:{self.session.model.bodies[-1].number}"})

    def place_base(self, at: QPointF) -> None:
        """There is one body 0: it comes to a point of the drawing; it is selected."""
        places = {BASE: snapped((at.x(), at.y()))}
        self.session.edit("Move", lambda model: edits.move(model, places))
        self.session.select({BASE})

    def place_subsystem(self, path: Path, at: QPointF) -> None:
        """A new instance of a model file at a point of the drawing; it is selected."""
        point = snapped((at.x(), at.y()))

        def added(model: Model) -> Model:
            return edits.add_instance(model, subsystem_of_file(path.stem, path), point)

        if self.session.edit("Add subsystem", added):
            self.session.select({f"instance:{self.session.model.instances[-1].name}"})

    def place_block(self, kind: str, at: QPointF) -> None:
        """A new signal with its block at a point of the drawing; it is selected."""
        point = snapped((at.x(), at.y()))
        self.arm("")
        if self.session.edit("Add signal", lambda model: edits.add_block(model, kind, point)):
            self.session.select({f"signal:{self.session.model.signals[-1].name}"})

    def place_terminal(self, at: QPointF) -> None:
        """A new terminal at a point of the drawing; it is selected."""
        point = snapped((at.x(), at.y()))
        if self.session.edit("Add terminal", lambda model: edits.add_terminal(model, point)):
            self.session.select({f"terminal:{self.session.model.terminals[-1].name}"})


# --- What is dropped onto the drawing: rows of the palette, and units, which become controllers


def units_of(event: QDropEvent) -> list[Path]:
    """The units that are dragged."""
    files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.toLocalFile()]
    return [file for file in files if file.suffix.lower() == ".fmu"]


def take(event: QDropEvent) -> bool:
    """Whether what is dragged is taken: rows of the palette, and units."""
    taken = event.mimeData().hasFormat(MIME) or bool(units_of(event))
    if taken:
        event.acceptProposedAction()
    else:
        event.ignore()
    return taken


def drop_units(session: Session, files: Sequence[Path], at: QPointF) -> None:
    """Add them as controllers, the first one at a point of the drawing, the others below it."""
    for number, file in enumerate(files):
        place = snapped((at.x(), at.y() + 1.5 * CONTROL[1] * number))
        take_unit(session, file, lambda _, place=place: place)


# --- The drawing as a picture file -------------------------------------------------------------

MARGIN = 24.0


def write_picture(scene: QGraphicsScene, box: QRectF, path: Path) -> bool:
    """Write the part of a scene within a box; the ending tells the format. Whether it was done."""
    box = box.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    with _plain(scene):
        return _written(scene, box, path)


@contextmanager
def _plain(scene: QGraphicsScene) -> Generator[None]:
    """Nothing stands out, and nothing is cached: a cached item would be written as pixels."""
    items = [item for item in scene.items() if isinstance(item, Item)]
    usual = [(item, item.cacheMode(), item.mood) for item in items]
    for item in items:
        item.setCacheMode(QGraphicsItem.CacheMode.NoCache)
        item.set_mood(Mood())
    yield
    for item, mode, mood in usual:
        item.setCacheMode(mode)
        item.set_mood(mood)


def _written(scene: QGraphicsScene, box: QRectF, path: Path) -> bool:
    size = QSize(round(box.width()), round(box.height()))
    whole = QRectF(0, 0, size.width(), size.height())
    return write_paper(path, size, lambda painter: scene.render(painter, whole, box))


# --- Going through the drawing by keys: Tab to the next item, Ctrl+Down holds on to the last ---

_ORDER = ("body", "instance", "terminal", "joint", "element", "controller", "signal", "note")


class ItemSteps:
    """Which item comes next; `held` are those to which the next ones are added."""

    def __init__(self, canvas: Paper) -> None:
        self._canvas, self._session = canvas, canvas.session
        self._held: frozenset[str] = frozenset()
        self._at = ""

    def step(self, forward: bool, holding: bool = False) -> bool:
        """Select the next item, or the one before; False past the last one: the keyboard goes on.

        `holding` keeps what is selected, and so do the steps after it until Escape.
        """
        keys = sorted(self._canvas.content.items, key=_rank)
        selected = self._session.selection
        if self._at not in selected or not (self._held < selected):
            self._held = frozenset()
            self._at = next((key for key in keys if key in selected), "")
        if holding:
            self._held = selected
        free = [key for key in keys if key not in self._held or key == self._at]
        at = free.index(self._at) if self._at in free else -1 if forward else len(free)
        at += 1 if forward else -1
        if not 0 <= at < len(free):
            self._held, self._at = frozenset(), ""
            return False
        self._at = free[at]
        self._session.select(self._held | {self._at})
        self._canvas.centre_on(self._at)
        return True


def _rank(key: str) -> tuple[int, int, str]:
    sort, _, name = key.partition(":")
    place = _ORDER.index(sort) if sort in _ORDER else len(_ORDER)
    return place, int(name) if sort in ("body", "note") else 0, name


# --- Renaming in place: a field over the item --------------------------------------------------


class NameEditor(QLineEdit):
    """Enter or leaving takes the name, Escape gives it up."""

    def __init__(self, canvas: Paper) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._key = ""
        self.setMaxLength(LONGEST_NAME)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hide()
        self.returnPressed.connect(self._take)

    def open(self, key: str, at: QPoint) -> None:
        """Show the name of an item, ready to be typed over."""
        self._key = key
        self.setText(name_of(self._canvas.session.model, key))
        self.setFixedWidth(int(WIDTH))
        at = self._canvas.viewport().mapToParent(at)
        self.move(at.x() - self.width() // 2, at.y() - self.sizeHint().height() // 2)
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

    def _take(self) -> None:
        key, name = self._key, self.text().strip()
        self._key = ""
        self.hide()
        self._canvas.setFocus()
        session = self._canvas.session
        if key and name and name != name_of(session.model, key):
            done = session.edit("Rename", lambda model: edits.rename(model, key, name))
            if done and not key.startswith("body:"):
                session.select({f"{key.partition(':')[0]}:{name}"})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self._key = ""
            self.hide()
            self._canvas.setFocus()
        else:
            super().keyPressEvent(event)
        event.accept()  # what the field has done is no key of the drawing

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving takes the name."""
        super().focusOutEvent(event)
        if self._key:
            self._take()


def name_of(model: Model, key: str) -> str:
    """The name of an item."""
    sort, _, name = key.partition(":")
    if sort != "body":
        return name
    return model.base.name if name == "0" else model.body(int(name)).name


# --- The field in which a note is written, over the note ---------------------------------------

FIELD = 220
"""Pixels of its width, at least."""
NOTE = QSizeF(200, 3 * LINE)
"""The room that is looked for."""


class NoteEditor(TextPage):
    """Ctrl+Enter or leaving takes the text, Escape gives it up; a note without text goes."""

    def __init__(self, canvas: Paper) -> None:
        super().__init__()
        self.setParent(canvas)
        self.setObjectName("note_editor")
        self.setAccessibleName(tr("Text of the note"))
        self.setPlaceholderText(tr("Write a note"))
        self._canvas = canvas
        self._key = ""
        self._place: Point | None = None
        self.hide()
        self.left.connect(self._take)
        self.given_up.connect(self.end)

    def begin(self, at: QPointF) -> None:
        """Write a new note at a point of the drawing."""
        place = snapped((at.x(), at.y()))
        self._open("", place, "", self._canvas.mapFromScene(*place), FIELD)

    def begin_here(self) -> None:
        """Write a new note where there is room for it."""
        x, y = free_place(self._canvas, NOTE)
        self.begin(QPointF(x - NOTE.width() / 2, y - NOTE.height() / 2))

    def open(self, item: NoteItem) -> None:
        """Write another text into a note."""
        box = self._canvas.mapFromScene(item.mapRectToScene(item.boundingRect())).boundingRect()
        self._open(item.key, None, item.note.text, box.topLeft(), box.width())

    def _open(self, key: str, place: Point | None, text: str, at: QPoint, width: int) -> None:
        self._key, self._place = key, place
        self.setPlainText(text)
        self.document().clearUndoRedoStacks()
        self.setFixedWidth(max(width, FIELD))
        at = self._canvas.viewport().mapToParent(at)
        room = self._canvas.size()
        x = min(at.x(), room.width() - self.width() - 4)
        y = min(at.y(), room.height() - self.height() - 4)
        self.move(max(x, 4), max(y, 4))
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

    def _take(self) -> None:
        if not self.isVisible():
            return
        key, place = self._key, self._place
        text = self.toPlainText().rstrip()[:LONGEST_TEXT]
        self.end()
        session = self._canvas.session
        if key:
            texts = {note.item: note.text for note in session.model.layout.notes}
            if text != texts.get(key, text):
                session.edit("Change note", lambda model: edits.set_note_text(model, key, text))
        elif place is not None and text:
            self._add(place, text)

    def _add(self, place: Point, text: str) -> None:
        def added(model: Model) -> Model:
            return edits.add_note(model, place, text)

        session = self._canvas.session
        if session.edit("Add note", added):
            session.select({session.model.layout.notes[-1].item})

    def end(self) -> None:
        """Close; what was typed is given up."""
        self._key, self._place = "", None
        if self.isVisible():
            self.hide()
            self._canvas.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the field has done is no key of the drawing."""
        super().keyPressEvent(event)
        event.accept()
