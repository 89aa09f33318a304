"""What the pointer does on the drawing: select, move, connect, pan, rubber band."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPen
from PySide6.QtWidgets import QGraphicsLineItem, QRubberBand

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import AtPoint, OnBody, OnCoordinate
from lagr_gui.editing import edits
from lagr_gui.editing.rules import may_connect
from lagr_gui.gui.canvas.connecting import choose_kind
from lagr_gui.gui.canvas.content import pretty_text
from lagr_gui.gui.canvas.geometry import GRID, Point, snapped
from lagr_gui.gui.canvas.items import BodyItem, EdgeItem, Item
from lagr_gui.gui.theme import theme
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.problem import LagrError

if TYPE_CHECKING:
    from lagr_gui.gui.canvas.canvas import Canvas

STARTS = 4
"""Pixels that the pointer must move before a press becomes a drag."""
_ARROWS = {
    Qt.Key.Key_Left: (-GRID, 0.0),
    Qt.Key.Key_Right: (GRID, 0.0),
    Qt.Key.Key_Up: (0.0, -GRID),
    Qt.Key.Key_Down: (0.0, GRID),
}


class Pointer:
    """At most one of these is under way: panning, moving, connecting, a rubber band."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas, self.session = canvas, canvas.session
        self._pressed: QPoint | None = None
        self._pan: QPointF | None = None
        self._space = False
        self._moving: dict[str, Point] = {}
        self._from: int | None = None
        self._wire: QGraphicsLineItem | None = None
        self._band: QRubberBand | None = None
        self._hovered: Item | None = None

    @property
    def connecting(self) -> bool:
        """Whether a connection is being pulled."""
        return self._from is not None

    def reset(self) -> None:
        """Give up what is under way."""
        self._end_wire()
        if self._moving:
            self.canvas.content.shift(self._moving)
        self._moving, self._pressed, self._pan = {}, None, None
        if self._band is not None:
            self._band.hide()
            self._band = None
        shape = Qt.CursorShape.CrossCursor if self.canvas.armed else Qt.CursorShape.ArrowCursor
        self.canvas.viewport().setCursor(shape)

    # --- press, move, release --------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        """Begin something."""
        at = event.position().toPoint()
        self.canvas.setFocus()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._space):
            self._pan = event.position()
            self.canvas.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if not left:
            return
        item = self.canvas.item_at(at)
        if self.canvas.armed:
            self._press_armed(item, at)
        elif isinstance(item, BodyItem) and item.port_at(self._local(item, at)):
            self._begin_wire(item.number)
            self._pressed = at
        else:
            self._press_plain(item, at, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def _press_plain(self, item: Item | None, at: QPoint, adding: bool) -> None:
        self._pressed = at
        if item is None:
            if not adding:
                self.session.select(())
            return
        selection = self.session.selection
        if adding and item.key in selection:
            self.session.select(selection - {item.key})
        elif item.key not in selection:
            self.session.select({item.key}, add=adding)

    def _press_armed(self, item: Item | None, at: QPoint) -> None:
        sort, _, kind = self.canvas.armed.partition(":")
        if sort == "body":
            self.canvas.place_body(kind, self.canvas.mapToScene(at))
            return
        if isinstance(item, EdgeItem) and self._on_coordinate(kind, item):
            return
        if not isinstance(item, BodyItem):
            if self._from is None:
                self.canvas.arm("")
            self._end_wire()
            return
        if self._from is not None:
            self._connect_to(item, at)
        elif sort == "element" and isinstance(ELEMENTS[kind].geometry, AtPoint | OnBody):
            self._load(kind, item.number)
        else:
            self._begin_wire(item.number)
            self._pressed = at

    def move(self, event: QMouseEvent) -> None:
        """Go on."""
        at = event.position().toPoint()
        if self._pan is not None:
            scale = self.canvas.transform().m11()
            self.canvas.pan((event.position() - self._pan) / scale)
            self._pan = event.position()
        elif self._from is not None:
            self._stretch_wire(at)
        elif self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            if self._moving or (at - self._pressed).manhattanLength() >= STARTS:
                self._drag(at)
        else:
            self._hover(at)

    def _drag(self, at: QPoint) -> None:
        if self._band is not None:
            self._band.setGeometry(QRect(self._pressed or at, at).normalized())
            return
        if not self._moving:
            self._begin_drag()
        if self._moving:
            self.canvas.content.shift(self._moved(at))

    def _begin_drag(self) -> None:
        assert self._pressed is not None
        pressed = self.canvas.item_at(self._pressed)
        if pressed is None:
            self._band = QRubberBand(QRubberBand.Shape.Rectangle, self.canvas.viewport())
            self._band.setGeometry(QRect(self._pressed, self._pressed))
            self._band.show()
            return
        known = self.canvas.content.bodies()
        self._moving = {key: at for key, at in known.items() if key in self.session.selection}

    def _moved(self, at: QPoint) -> dict[str, Point]:
        assert self._pressed is not None
        by = self.canvas.mapToScene(at) - self.canvas.mapToScene(self._pressed)
        return {key: snapped((x + by.x(), y + by.y())) for key, (x, y) in self._moving.items()}

    def release(self, event: QMouseEvent) -> None:
        """Finish."""
        at = event.position().toPoint()
        if self._pan is not None:
            self.reset()
        elif self._from is not None:
            moved = self._pressed is not None and (at - self._pressed).manhattanLength() >= STARTS
            if moved:
                item = self.canvas.item_at(at)
                self._connect_to(item if isinstance(item, BodyItem) else None, at)
        elif self._band is not None:
            adding = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._take_band(adding)
            self.reset()
        elif self._moving:
            places = self._moved(at)
            self._moving = {}
            self._pressed = None
            self.session.edit(tr("Move"), lambda model: edits.move(model, places))
        self._pressed = None if self._from is None else self._pressed

    def _take_band(self, adding: bool) -> None:
        assert self._band is not None
        area = self.canvas.mapToScene(self._band.geometry())
        found = self.canvas.scene().items(area, Qt.ItemSelectionMode.IntersectsItemShape)
        self.session.select((item.key for item in found if isinstance(item, Item)), add=adding)

    # --- connecting ------------------------------------------------------------------------

    def _begin_wire(self, number: int) -> None:
        self._from = number
        self._wire = QGraphicsLineItem()
        self._wire.setPen(QPen(theme().color("accent"), 1.8, Qt.PenStyle.DashLine))
        self._wire.setZValue(3)
        self._wire.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def _stretch_wire(self, at: QPoint) -> None:
        assert self._wire is not None and self._from is not None
        start = self.canvas.content.bodies().get(f"body:{self._from}")
        if start is None:
            self._end_wire()
            return
        if self._wire.scene() is None:
            self.canvas.scene().addItem(self._wire)
        end = self.canvas.mapToScene(at)
        self._wire.setLine(*start, end.x(), end.y())
        self._light(self.canvas.itemAt(at), at)

    def _light(self, item: object, at: QPoint) -> None:
        """Say whether the body under the pointer can be connected."""
        target = item if isinstance(item, BodyItem) else self._body_at(at)
        problem = None
        if target is not None and target.number != self._from:
            _, _, kind = self.canvas.armed.partition(":")
            if kind:
                problem = may_connect(self.session.model, kind, self._from or 0, target.number)
            self.session.highlight(() if problem else {target.key})
        else:
            self.session.highlight(())
        text = f"{problem.cause} {problem.remedy}" if problem else ""
        self.canvas.overlay.show_tip(text, QPointF(at))

    def _body_at(self, at: QPoint) -> BodyItem | None:
        return next((i for i in self.canvas.items(at) if isinstance(i, BodyItem)), None)

    def _connect_to(self, item: BodyItem | None, at: QPoint) -> None:
        start = self._from
        item = item or self._body_at(at)
        self._end_wire()
        if start is None or (item is not None and item.number == start):
            return
        _, _, kind = self.canvas.armed.partition(":")
        place = self.canvas.mapToScene(at)
        if kind:
            if item is not None:
                self._connect(kind, start, item.number)
            return
        where = self.canvas.viewport().mapToGlobal(at)
        end = item.number if item is not None else None
        choose_kind(
            self.canvas, where, end is None, lambda kind: self._chosen(kind, start, end, place)
        )

    def _chosen(self, kind: str, start: int, end: int | None, place: QPointF) -> None:
        if end is None:
            self._connect_new(kind, start, place)
        else:
            self._connect(kind, start, end)

    def _connect(self, kind: str, a: int, b: int) -> None:
        self._edit(tr("Connect"), lambda model: edits.connect(model, kind, a, b))

    def _connect_new(self, kind: str, a: int, place: QPointF) -> None:
        point = snapped((place.x(), place.y()))

        def both(model: Model) -> Model:
            model = edits.add_body(model, point)
            return edits.connect(model, kind, a, max(model.numbers))

        self._edit(tr("Add body"), both)

    def _load(self, kind: str, number: int) -> None:
        self._edit(tr("Add load"), lambda model: edits.add_element(model, kind, body=number))

    def _on_coordinate(self, kind: str, item: EdgeItem) -> bool:
        """A click on a joint with an element that acts on a coordinate."""
        geometry = ELEMENTS[kind].geometry if kind in ELEMENTS else None
        if not isinstance(geometry, OnCoordinate) or not item.is_joint:
            return False
        coordinates = self.session.model.joint(item.key.partition(":")[2]).coordinates
        if not coordinates:
            return False
        fields = {geometry.coordinate: coordinates[0]}
        self._edit(tr("Add element"), lambda model: edits.add_element(model, kind, **fields))
        return True

    def _edit(self, title: str, change: Callable[[Model], Model]) -> None:
        """An edit that adds one item, which is then selected."""
        before = self._edges()
        if self.session.edit(title, change):
            self.session.select(self._edges() - before)

    def _edges(self) -> set[str]:
        model = self.session.model
        found = {f"joint:{joint.name}" for joint in model.joints}
        return found | {f"element:{element.name}" for element in model.elements}

    def _end_wire(self) -> None:
        if self._wire is not None and self._wire.scene() is not None:
            self.canvas.scene().removeItem(self._wire)
        if self._from is not None:
            self.session.highlight(())
            self.canvas.overlay.show_tip("", QPointF())
        self._wire, self._from = None, None

    # --- hovering and dropping -------------------------------------------------------------

    def _hover(self, at: QPoint) -> None:
        item = self.canvas.item_at(at)
        if item is not self._hovered:
            if isinstance(self._hovered, BodyItem) and self._hovered.scene() is not None:
                self._hovered.show_ports(False)
            self._hovered = item
            self.session.highlight({item.key} if item else ())
        if isinstance(item, BodyItem):
            item.show_ports(not self.canvas.armed)
        self.canvas.overlay.show_tip(self._terms_text(item), QPointF(at))

    def left(self) -> None:
        """The pointer left the drawing."""
        if self._from is None:
            if isinstance(self._hovered, BodyItem) and self._hovered.scene() is not None:
                self._hovered.show_ports(False)
            self._hovered = None
            self.session.highlight(())
            self.canvas.overlay.show_tip("", QPointF())

    def _terms_text(self, item: Item | None) -> str:
        """Which terms of the equations come from an item."""
        sheet = self.session.sheet
        if item is None or sheet is None or item.key.startswith("joint:"):
            return ""
        found: Counter[str] = Counter()
        for entry in sheet.entries:
            if entry.symbol in ("g", "Gamma", "Q"):
                count = sum(item.key in term.sources for term in entry.terms)
                if count:
                    name = entry.symbol.replace("Gamma", "Γ") + "".join(map(str, entry.indices))
                    found[pretty_text(name)] += count
        if not found:
            return ""
        names = list(found)
        listed = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
        count = sum(found.values())
        text = (
            tr("1 term of {names} comes from here")
            if count == 1
            else tr("{n} terms of {names} come from here")
        )
        return text.format(n=count, names=listed)

    def dragged_over(self, at: QPoint) -> None:
        """Something from the palette is over the drawing."""
        body = self._body_at(at)
        self.session.highlight({body.key} if body else ())

    def dropped(self, tool: str, at: QPoint) -> None:
        """Something from the palette was dropped."""
        sort, _, kind = tool.partition(":")
        self.session.highlight(())
        if sort == "body":
            self.canvas.place_body(kind, self.canvas.mapToScene(at))
            return
        self.canvas.arm(tool)
        self._press_armed(self.canvas.item_at(at) or self._body_at(at), at)

    # --- keys ------------------------------------------------------------------------------

    def key(self, event: QKeyEvent, down: bool) -> bool:
        """A key was pressed or let go; whether it meant something."""
        if event.key() == Qt.Key.Key_Space:
            self._space = down
            shape = Qt.CursorShape.OpenHandCursor if down else Qt.CursorShape.ArrowCursor
            self.canvas.viewport().setCursor(shape)
            return True
        if not down:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self._escape()
            return True
        if event.key() in _ARROWS:
            return self._nudge(*_ARROWS[Qt.Key(event.key())])
        if event.key() == Qt.Key.Key_F2 and len(self.session.selection) == 1:
            self.canvas.rename(next(iter(self.session.selection)))
            return True
        return False

    def _escape(self) -> None:
        if self.connecting or self._moving or self._band is not None:
            self.reset()
        elif self.canvas.armed:
            self.canvas.arm("")
        else:
            self.session.select(())

    def _nudge(self, dx: float, dy: float) -> bool:
        known = self.canvas.content.bodies()
        places = {k: (x + dx, y + dy) for k, (x, y) in known.items() if k in self.session.selection}
        if not places:
            return False
        try:
            self.session.edit(tr("Nudge"), lambda model: edits.move(model, places), True)
        except LagrError:
            return False
        return True

    def _local(self, item: Item, at: QPoint) -> QPointF:
        return item.mapFromScene(self.canvas.mapToScene(at))
