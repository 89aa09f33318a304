"""The view of the sketch: shows, zooms, pans, selects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from lagr_gui.gui.bridge.item_faults import faulty_items
from lagr_gui.gui.bridge.keys import keys_of_items
from lagr_gui.gui.bridge.scenery import why_empty
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.palette import MIME
from lagr_gui.gui.sketch.axes import typed_in
from lagr_gui.gui.sketch.lens import Lens
from lagr_gui.gui.sketch.painting import SketchPaper
from lagr_gui.gui.sketch.pictures import pictures_of
from lagr_gui.gui.sketch.planes import carried, level, pixel_at
from lagr_gui.gui.sketch.pointer.hand import SketchHand
from lagr_gui.gui.sketch.pointer.hits import (
    first_length,
    key_under,
    looking_at,
    open_instance,
    told_at,
)
from lagr_gui.gui.sketch.pointer.tools import (
    BY_LETTER,
    BY_NAME,
    SELECT,
    DrawingTool,
    tool_for,
    why_not,
)
from lagr_gui.gui.sketch.preview import Preview
from lagr_gui.gui.sketch.ruler import usual_scale
from lagr_gui.gui.sketch.stand import Stand, stand_of
from lagr_gui.gui.sketch.strip import ToolStrip
from lagr_gui.gui.sketch.values import WrittenValue, written_at
from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.widgets.latest import Latest
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.plain import PlainLabel, page_note
from lagr_gui.gui.words import tr
from lagr_gui.scenery.camera import Camera

CHANGING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Keys by which a point is changed; some desktops move windows by Alt."""
BEGINNING, ROOM = 300.0, 64.0
"""Pixels per metre of an empty sketch, and pixels around what is seen."""


class Sketch(QWidget):
    """Draws the session's model as it stands at the start, and lets the user select in it."""

    menu_requested = Signal(frozenset, QPoint)
    armed_changed = Signal(str)
    """The row of the palette that is held here; empty for none."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setObjectName("sketch")
        self.setAccessibleName(tr("Sketch"))
        self.setMinimumSize(200, 160)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.stand: Stand | None = None
        self.camera: Camera | None = None
        self.fitted = True
        self._panned: QPointF | None = None
        self._space = False
        self.armed = ""
        self.hand = SketchHand(self)
        self.strip = ToolStrip(self)
        self.strip.chosen.connect(self.take)
        self.lens = Lens(self, self.fit)
        self.field = ValueField(self, self.hand.set_value)
        self.field.closed.connect(lambda: self.tell(""))
        session.model_changed.connect(self.field.drop)
        self.dropping = Dropping(self, self.hand, self.arm)
        self._pointer = Latest(self.hand.hover, self)
        self.written: list[WrittenValue] = []
        self._paper = SketchPaper()
        self.hint = SketchHint(session, self)
        for signal in (session.model_changed, session.start.changed, session.derivation.changed):
            signal.connect(self.refresh)  # with a sheet comes another special case
        session.opened.connect(self._begin)
        chosen = session.selection_changed, session.highlight_changed
        session.selection_changed.connect(self._offer_planes)
        for signal in (session.running.changed, *chosen, theme_changed()):
            signal.connect(self.update)
        self.take(SELECT.name)

    # --- what others ask of it -------------------------------------------------------------

    def refresh(self) -> None:
        """Show the model as it stands now, where it is seen; what is led stays where it is."""
        if self.hand.leads or not self.isVisible():
            return
        session, stood = self.session, self.stand is not None
        before = self.lens.plane(self.stand)
        if self.hint.outlived:
            self.tell("")
        shown, self.stand = self.stand, stand_of(session, self.stand)
        if self.stand is None or shown is None or self.stand.model is not shown.model:
            self.written = []  # what stood there is of another model until this one is painted
        self.lens.offer(session.model, session.selection, self.stand)
        if self.camera is None or (stood and self.lens.plane(self.stand) != before):
            self.fit()
        elif self.lens.rides and self.stand is not None:
            self.camera = carried(self.camera, self.lens.direction(self.stand))
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while it was not seen."""
        super().showEvent(event)
        self.refresh()

    def show_moved(self, stand: Stand) -> None:
        """Show the mechanism as it is moved, until the model is shown again."""
        self.stand = stand
        self.update()

    def fit(self) -> None:
        """Show the whole mechanism beside the tools; a single body no larger than is usual."""
        self.fitted = True
        if self.stand is None or not self.isVisible():
            self.camera = None  # it is fitted as soon as it is seen
            return
        size, bodies = self.size_, self.session.model.bodies
        camera = self.lens.direction(self.stand)
        if not bodies:
            quarter = 0.25 * (camera.right * size[0] + camera.up * size[1]) / BEGINNING
            self.camera = replace(camera, centre=quarter, scale=BEGINNING)
        else:
            beside, extent = float(self.strip.geometry().right()), self.stand.scene.extent
            fitted = camera.fitted(extent, (size[0] - beside, size[1]), ROOM)
            if len(bodies) < 2:
                fitted = replace(fitted, scale=usual_scale(fitted.scale))
            self.camera = fitted.beside(beside)
        self.update()

    def _begin(self) -> None:
        """Look at another model from where it is well seen, once it is known how it stands."""
        self.lens.angles = self.stand = None
        self._paper.memory.forget()
        self.fit()
        self.refresh()

    def _offer_planes(self) -> None:
        """Offer the planes of the body that is selected."""
        self.lens.offer(self.session.model, self.session.selection, self.stand)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a pixel (the middle)."""
        if self.camera is not None:
            place = at if at is not None else QRectF(0, 0, *self.size_).center()
            self.camera = self.camera.zoomed(factor, (place.x(), place.y()), self.size_)
            self.fitted = False
            self.update()

    def zoom_to(self, scale: float) -> None:
        """Zoom to a multiple of the scale in which an empty sketch begins."""
        if self.camera is not None:
            self.zoom_by(scale * BEGINNING / self.camera.scale)

    def select_all(self) -> None:
        """Select everything that can be removed."""
        self.session.select(keys_of_items(self.session.model))

    def centre_on(self, key: str) -> None:
        """Bring an item into view."""
        if self.stand is not None and self.camera is not None:
            self.camera = looking_at(self.stand, self.camera, self.size_, key)
            self.update()

    def take(self, name: str) -> None:
        """Take a tool into the hand."""
        self._hold(BY_NAME[name], "")

    def arm(self, row: str) -> None:
        """Hold a row of the palette, ``joint:revolute``, … or none; what has no place is told."""
        tool = tool_for(row) if row else SELECT
        self._hold(tool or SELECT, row if tool else "")
        if tool is None:
            self.tell(why_not(row))

    def _hold(self, tool: DrawingTool, row: str) -> None:
        self.hand.drawer.take(tool)
        self.strip.show_tool(tool.name)
        self._show_cursor()
        self.tell("")
        self.update()
        if row != self.armed:
            self.armed = row
            self.armed_changed.emit(row)

    @property
    def size_(self) -> tuple[float, float]:
        """Width and height of the picture in pixels; what is to be said stands below it."""
        return float(self.width()), float(max(self.height() - BAR, 1))

    @property
    def planar(self) -> bool:
        """Whether one looks at a plane, in which one can draw."""
        return self.lens.plane(self.stand) is not None

    def flat(self, position: QPointF) -> tuple[float, float]:
        """The point of the plane (m) under a pixel."""
        assert self.camera is not None
        camera, size = level(self.camera), self.size_
        x = float(camera.centre @ camera.right) + (position.x() - size[0] / 2) / camera.scale
        y = float(camera.centre @ camera.up) + (size[1] / 2 - position.y()) / camera.scale
        return x, y

    def pixel(self, at: tuple[float, float]) -> QPointF:
        """The pixel at a point of the plane (m)."""
        assert self.camera is not None
        return pixel_at(self.camera, self.size_, at)

    # --- events ----------------------------------------------------------------------------

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """Paper, grid and the mechanism."""
        painter.fillRect(self.rect(), theme().color("paper"))
        painter.setClipRect(QRectF(0, 0, *self.size_))
        self.written = []
        if self.stand is None or self.camera is None:
            write_in_middle(painter, self.size_, self.strip.geometry(), why_empty(self.session))
            return
        seen = self.stand, self.camera, self.size_, self.planar
        shown = pictures_of(self.session), faulty_items(self.session)
        self.written = self._paper.paint(painter, *seen, self.session, *shown)
        if self.planar:
            Preview(painter, theme(), self.pixel).draw(self.hand.drawer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the mechanism in view as long as the user left it there."""
        self.strip.fit(self.size_)
        self._paper.memory.covered = self.strip.geometry().toRectF()
        self.lens.box.move(self.strip.geometry().right() + 8, 8)
        if self.fitted:
            self.fit()
        self.hint.place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self.zoom_by(1.0015 ** event.angleDelta().y(), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, or take hold of the paper."""
        left = event.button() == Qt.MouseButton.LeftButton
        alt = bool(event.modifiers() & CHANGING)
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._space):
            self._panned = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left and self.hand.draws:
            self.hand.press(event.position())
        elif left and alt and self.hand.take_point(event.position()):
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left:
            self._select(event)
            held = self.hand.take_body(event.position())
            self._panned = None if self.planar or held else event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the paper that is held; in space the left button turns what is seen."""
        if self._panned is None or self.camera is None:
            self._pointer.give(event.position())
            return
        by = event.position() - self._panned
        self._panned = event.position()
        self.fitted = False
        turning = event.buttons() & Qt.MouseButton.LeftButton and not self._space
        if self.planar or not turning:
            self.camera = self.camera.panned(by.x(), by.y())
        elif self.stand is not None:
            self.lens.turn(by)
            turned = self.lens.direction(self.stand)
            self.camera = replace(turned, centre=self.camera.centre, scale=self.camera.scale)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the paper, or of what is drawn."""
        if self._panned is not None:
            self._panned = None
            self._show_cursor()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pointer.flush()
            self.hand.release(event.position())
            self._show_cursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Type the value of a length where it is written."""
        entry = written_at(self.written, event.position())
        if entry is None and not self.hand.draws:
            entry = self.hand.handle(event.position())
        if entry is not None and len(self.hand.drawer.points) < 2:
            self.hand.drawer.drop()  # the first click may have begun a stroke
            self.open_field(entry)
        elif self.hand.draws or not open_instance(self, event.position()):
            self.mousePressEvent(event)

    def open_field(self, entry: WrittenValue) -> None:
        """Type a value where it is written."""
        assert self.stand is not None and self.camera is not None
        seen = self.session.model, self.stand.places(typed_in(entry, self.camera)), entry
        self.field.open(entry, entry.of.reads(*seen), entry.box)
        self.tell(entry.of.words(*seen))

    def event(self, event: QEvent) -> bool:
        """Say what lies under a pointer that rests, and what can be done with it."""
        if isinstance(event, QHelpEvent) and not self.hand.draws:
            at = QPointF(event.pos())
            if words := told_at(self, self.hand.points_at(at), at):
                QToolTip.showText(event.globalPos(), page_note(*words), self)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is typed is for the stroke that is drawn, else a letter takes a tool."""
        key, plain = event.key(), not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        letter = "\b" if key == Qt.Key.Key_Backspace else event.text()
        if plain and letter and self.hand.drawer.type(letter):
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.hand.drawer.points:
            self.hand.enter()
        elif key == Qt.Key.Key_Space:
            self._space = True
        elif key == Qt.Key.Key_F2:
            self._type_length()
        elif key == Qt.Key.Key_Escape:
            self._give_up()
        elif plain and letter.upper() in BY_LETTER:
            self.take(BY_LETTER[letter.upper()].name)
        else:
            super().keyPressEvent(event)

    def _type_length(self) -> None:
        """Type the first length of the body that is selected."""
        entry = first_length(self.written, self.session.selection)
        if entry is not None:
            self.open_field(entry)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """The paper is let go with the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys that are let go elsewhere are let go here too."""
        self._space = False
        super().focusOutEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of what is under the pointer."""
        key = self.key_at(QPointF(event.pos()))
        selected = self.session.selection
        keys = selected if key in selected else frozenset({key} - {""})
        self.menu_requested.emit(frozenset(keys), event.globalPos())

    def key_at(self, position: QPointF) -> str:
        """The key of the item under a pixel; empty for none."""
        return key_under(self, position)

    def _give_up(self) -> None:
        """Esc: what is dragged, the stroke, then the tool, then the selection."""
        if self.hand.holds:
            self.hand.drop()
            self.refresh()
        elif self.hand.drawer.drop():
            self.update()
        elif self.hand.draws:
            self.take(SELECT.name)
        else:
            self.session.select(())

    def tell(self, text: str) -> None:
        """Say something at the lower edge; what the tool is for when there is nothing to say."""
        self.hint.say(text, self.hand.tool)

    def _show_cursor(self) -> None:
        self.setCursor(
            Qt.CursorShape.CrossCursor if self.hand.draws else Qt.CursorShape.ArrowCursor
        )

    def _select(self, event: QMouseEvent) -> None:
        key = self.key_at(event.position())
        add = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key or not add:
            self.session.select({key} - {""}, add)


# --- Rows of the palette that are dragged into the sketch --------------------------------------


class Dropping(QObject):
    """What is let go over the sketch begins there, or is done where one click does it.

    `arm` takes a row into the hand, if it has a place in the sketch.
    """

    def __init__(self, sketch: QWidget, hand: SketchHand, arm: Callable[[str], None]) -> None:
        super().__init__(sketch)
        self._sketch, self._hand, self._arm = sketch, hand, arm
        sketch.setAcceptDrops(True)
        sketch.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what comes from the palette."""
        if isinstance(event, QDropEvent) and event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()
            if not isinstance(event, QDragEnterEvent | QDragMoveEvent):
                self._drop(event)
            return True
        return super().eventFilter(watched, event)

    def _drop(self, event: QDropEvent) -> None:
        self._sketch.setFocus()
        self._arm(bytes(event.mimeData().data(MIME).data()).decode("utf-8"))
        if self._hand.draws:
            self._hand.press(event.position())
            if self._hand.tool.click:
                self._hand.release(event.position())


# --- What is said at the lower edge of the sketch, and in its middle while it is empty ---------

BAR = 24
"""Its height, pixels: the picture ends above it, and only a text of several lines covers any."""


class SketchHint(PlainLabel):
    """Tells what a tool is for, or what was to be said of the drawing as it was then."""

    def __init__(self, session: Session, sketch: QWidget) -> None:
        super().__init__("", sketch, wordWrap=True, role="hint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._session, self._sketch = session, sketch
        self._of = session.model

    @property
    def outlived(self) -> bool:
        """Whether the drawing has changed since something was said."""
        return self._of is not self._session.model

    def say(self, text: str, tool: DrawingTool) -> None:
        """Say a text; what the tool is for when there is none."""
        self._of = self._session.model
        empty = tool is SELECT and not self._of.bodies
        first = tr("Take a tool on the left, or type its letter: R draws a rod.") if empty else ""
        said = text or first or tr(tool.hint)
        if said != self.text():  # while a body is led the same is said for every picture
            self.setText(said)
            self.place()

    def place(self) -> None:
        """Stand below the picture, over its whole width."""
        wide = self._sketch.width()
        high = max(self.heightForWidth(wide), BAR)
        self.setGeometry(0, self._sketch.height() - high, wide, high)


def write_in_middle(painter: QPainter, size: tuple[float, float], tools: QRect, text: str) -> None:
    """Write a text where the mechanism would be: beside the tools, or below wide ones."""
    left, top = (tools.right(), 0) if 2 * tools.right() < size[0] else (0, tools.bottom())
    painter.setPen(theme().color("muted"))
    box = QRectF(left, top, size[0] - left, size[1] - top)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)


# --- A field over a value of the sketch, in which it is typed ----------------------------------

LEAST, SPARE = 96, 28
"""The least width, and what it has besides its text, pixels."""


class ValueField(QLineEdit):
    """Enter or leaving takes the text, Escape gives it up.

    `take` gets what the value is of, and the text; where it says no after Enter one types on.
    """

    closed = Signal()
    """It was left, before what was typed is taken."""

    def __init__(self, sketch: QWidget, take: Callable[[WrittenValue, str], bool]) -> None:
        super().__init__(sketch)
        self.setObjectName("sketch_field")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._entry: WrittenValue | None = None
        self._sketch, self._do = sketch, take
        self.hide()
        self.returnPressed.connect(lambda: self._take(by_enter=True))
        self._middle = QPointF()
        self.textEdited.connect(self._fit)

    def open(self, entry: WrittenValue, text: str, box: QRectF) -> None:
        """Show a value, ready to be typed over."""
        self._entry = entry
        self.setText(text)
        self._middle = box.center()
        self._fit()
        self.show()
        self.raise_()
        self.selectAll()
        self.setFocus()

    def drop(self) -> None:
        """Its value may be there no more."""
        self._entry = None
        self.hide()

    def _fit(self) -> None:
        """As wide as what it holds, about its value, within the sketch."""
        room = self._sketch.width()
        wide = max(self.fontMetrics().horizontalAdvance(self.text()) + SPARE, LEAST)
        wide = min(wide, room)
        self.setFixedWidth(wide)
        left = min(max(int(self._middle.x()) - wide // 2, 0), room - wide)
        self.move(left, int(self._middle.y()) - self.sizeHint().height() // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving takes what was typed."""
        super().focusOutEvent(event)
        if self._entry is not None:
            self._take()

    def _take(self, by_enter: bool = False) -> None:
        entry = self._entry
        self._close()
        if entry is None or not self.isModified():
            return
        text = self.text().strip()
        if not self._do(entry, text) and by_enter:
            self.open(entry, text, entry.box)
            self.setModified(True)

    def _close(self) -> None:
        self._entry = None
        self.hide()
        self.closed.emit()
        self._sketch.setFocus()
