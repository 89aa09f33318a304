"""The signal-flow diagram to be looked at: zoomed, moved, pointed at, with numbers on its wires."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from lagr_gui.extensions.signal_flow import records as r
from lagr_gui.extensions.signal_flow.picture import (
    LABEL,
    LINE,
    SUBSCRIPT,
    TEXT,
    TITLE,
    DrawnBlock,
    DrawnWire,
    SignalPicture,
    runs,
)
from lagr_gui.gui.theme import Theme, theme, theme_changed
from lagr_gui.gui.widgets.painting import painted

NEAR, ARROW = 5.0, 8.0
"""How near to a wire the pointer must be; the length of arrows."""
LEAST, LARGEST = 0.05, 4.0
"""Scales between which one can zoom."""
STEP, FACTOR = 40.0, 1.25
"""How far arrow keys move the picture, and how much keys zoom."""


class SignalView(QWidget):
    """The picture, of which some blocks are lit; `picked` tells the items of a block."""

    picked = Signal(set)

    def __init__(self) -> None:
        super().__init__()
        self.picture: SignalPicture | None = None
        self.lit: frozenset[int] = frozenset()
        self.numbers: Sequence[str] = ()
        self.notes: Mapping[int, str] = {}
        self.scale, self.corner = 1.0, QPointF()
        self._fitted, self._held = True, QPointF()
        self._moved = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(120, 80)
        theme_changed().connect(self.update)

    def sizeHint(self) -> QSize:
        """Room for a small diagram."""
        return QSize(640, 360)

    # --- what is shown ---------------------------------------------------------------------

    def show_picture(self, picture: SignalPicture | None) -> None:
        """Show another picture, all of it."""
        self.picture = picture
        self.numbers, self.notes = (), {}
        self.fit()

    def show_numbers(self, numbers: Sequence[str], notes: Mapping[int, str]) -> None:
        """Show numbers on the wires, and notes of them under the pointer; none: ()."""
        self.numbers, self.notes = numbers, notes
        self.update()

    def light(self, items: Iterable[str]) -> None:
        """Light the blocks that belong to items of the drawing."""
        wanted, drawn = set(items), self.picture.blocks if self.picture else ()
        self.lit = frozenset(
            index for index, entry in enumerate(drawn) if wanted & {*entry.block.items}
        )
        self.update()

    # --- places ----------------------------------------------------------------------------

    def fit(self) -> None:
        """Show all of the picture."""
        self._fitted = True
        if self.picture is not None:
            across = self.width() / max(self.picture.width, 1.0)
            down = self.height() / max(self.picture.height, 1.0)
            self.scale = min(max(min(across, down), LEAST), 1.4)
            size = QPointF(self.picture.width, self.picture.height) * self.scale
            self.corner = (QPointF(self.width(), self.height()) - size) * 0.5
        self.update()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a point of the widget, its middle if not given."""
        place = at or QPointF(self.width() / 2, self.height() / 2)
        scale = min(max(self.scale * factor, LEAST), LARGEST)
        self.corner = place - (place - self.corner) * (scale / self.scale)
        self.scale, self._fitted = scale, False
        self.update()

    def zoom_to(self, scale: float) -> None:
        """Show it in a size of its own."""
        self.zoom_by(scale / self.scale)

    def select_all(self) -> None:
        """Select what any block belongs to."""
        blocks = self.picture.blocks if self.picture is not None else ()
        self.picked.emit({item for drawn in blocks for item in drawn.block.items})

    def place_of(self, block: int) -> QPointF:
        """The middle of a block in the widget."""
        assert self.picture is not None
        box = self.picture.blocks[block].box
        middle = QPointF(box.x + box.width / 2, box.y + box.height / 2)
        return self.corner + middle * self.scale

    def _in_picture(self, at: QPointF) -> QPointF:
        return (at - self.corner) * (1 / self.scale)

    def block_at(self, at: QPointF) -> int:
        """The block under a point of the widget; −1: none."""
        point = self._in_picture(at)
        for index, drawn in enumerate(self.picture.blocks if self.picture else ()):
            box = drawn.box
            if QRectF(box.x, box.y, box.width, box.height).contains(point):
                return index
        return -1

    def wire_at(self, at: QPointF) -> int:
        """The wire near a point of the widget; −1: none."""
        point, near = self._in_picture(at), NEAR / self.scale
        for index, drawn in enumerate(self.picture.wires if self.picture else ()):
            for points in drawn.way.ways:
                for (x0, y0), (x1, y1) in pairwise(points):
                    low, high = QPointF(min(x0, x1), min(y0, y1)), QPointF(max(x0, x1), max(y0, y1))
                    if QRectF(low, high).adjusted(-near, -near, near, near).contains(point):
                        return index
        return -1

    # --- events ----------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all in view as long as the user left it there."""
        if self._fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        self.zoom_by(1.0015 ** event.angleDelta().y(), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Hold the picture."""
        self._held, self._moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the picture that is held."""
        if event.buttons() == Qt.MouseButton.NoButton:
            over = self.block_at(event.position()) >= 0
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        way = event.position() - self._held
        if self._moved or way.manhattanLength() > 4:
            self._moved, self._fitted = True, False
            self.corner += way
            self._held = event.position()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select what a block belongs to; nothing on free paper."""
        if self._moved or self.picture is None:
            return
        block = self.block_at(event.position())
        self.picked.emit(set(self.picture.blocks[block].block.items) if block >= 0 else set())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show all of it again."""
        if self.block_at(event.position()) < 0:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom by + and −, move by arrows, show all by 0."""
        ways = {
            Qt.Key.Key_Left: QPointF(STEP, 0),
            Qt.Key.Key_Right: QPointF(-STEP, 0),
            Qt.Key.Key_Up: QPointF(0, STEP),
            Qt.Key.Key_Down: QPointF(0, -STEP),
        }
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(FACTOR)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / FACTOR)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in ways:
            self.corner, self._fitted = self.corner + ways[key], False
            self.update()
        else:
            super().keyPressEvent(event)

    def event(self, event: object) -> bool:
        """Tell the numbers of the wire under the pointer."""
        if isinstance(event, QHelpEvent):
            note = self.note_at(QPointF(event.pos()))
            if note:
                QToolTip.showText(event.globalPos(), note, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)  # type: ignore[arg-type]

    def note_at(self, at: QPointF) -> str:
        """What is told of the wire under a point; nothing elsewhere."""
        return self.notes.get(self.wire_at(at), "") if self.block_at(at) < 0 else ""

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """Wires, those of loops above the others, and blocks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme().color("paper"))
        if self.picture is None:
            return
        painter.translate(self.corner)
        painter.scale(self.scale, self.scale)
        paint = _Paint(painter, theme())
        wires = list(enumerate(self.picture.wires))
        for index, wire in sorted(wires, key=lambda pair: bool(pair[1].wire.algebraic)):
            paint.wire(wire, self.lit, self.numbers[index] if self.numbers else "")
        for index, block in enumerate(self.picture.blocks):
            paint.block(block, index in self.lit)
        if self.hasFocus():
            painter.resetTransform()
            painter.setPen(QPen(theme().color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class _Paint:
    """Draws the parts of a picture in the colours of a theme."""

    def __init__(self, painter: QPainter, colors: Theme) -> None:
        self.painter, self.theme = painter, colors
        edges = {
            r.LAW: "warm",
            r.MOMENTUM: "node_line",
            r.TURNING: "node_line",
            r.JOINT: "good",
            r.MESH: "warm",
            r.SPEED: "accent",
            r.POSITION: "accent",
            r.CONDITION: "error",
        }
        self.edges = {kind: colors.color(role) for kind, role in edges.items()}
        self.font = QFont("sans-serif")

    def wire(self, drawn: DrawnWire, lit: frozenset[int], number: str) -> None:
        """A wire with its label, and a number below it."""
        wire, way = drawn.wire, drawn.way
        pairs = zip(wire.targets, way.ways, strict=True)
        for target, points in sorted(pairs, key=lambda pair: pair[0] in wire.algebraic):
            is_lit = bool({wire.source, target} & lit)
            looped = target in wire.algebraic
            color = self._line(is_lit, looped)
            pen = QPen(color, 2.6 if is_lit else 1.7 if looped else 1.2)
            if looped:
                pen.setDashPattern([4, 2])
            self.painter.setPen(pen)
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))
            self._arrow(points[-1], color)
        color = self._line(wire.source in lit, bool(wire.algebraic))
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color)
        for x, y in way.dots:
            self.painter.drawEllipse(QPointF(x, y), 2.6, 2.6)
        x, y = way.label
        self._text(wire.label, x, y - 6, LABEL, color, italic=True)
        if number:
            self._text(number, x, y + 13, LABEL - 1, self.theme.color("text"))

    def _line(self, lit: bool, looped: bool) -> QColor:
        role = "error" if looped else "accent" if lit else "text"
        return self.theme.color(role)

    def _arrow(self, tip: tuple[float, float], color: QColor) -> None:
        x, y = tip
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color)
        corners = ((x, y), (x - ARROW, y - 3.5), (x - ARROW, y + 3.5))
        self.painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))

    def block(self, drawn: DrawnBlock, lit: bool) -> None:
        """A block with title and equation."""
        box, edge = drawn.box, self.edges[drawn.block.kind]
        fill = self.theme.color("accent_soft" if lit else "node_fill")
        looped = bool(drawn.block.loops)
        line = self.theme.color("accent") if lit else self.theme.color("error") if looped else edge
        self.painter.setPen(QPen(line, 3.0 if lit else 2.2 if looped else 1.3))
        self.painter.setBrush(fill)
        self.painter.drawRoundedRect(QRectF(box.x, box.y, box.width, box.height), 6, 6)
        middle = box.x + box.width / 2
        y = box.y + (box.height - LINE * (1 + len(drawn.lines))) / 2 + 13
        muted = drawn.block.kind in (r.MOMENTUM, r.TURNING, r.LAW)
        color = self.theme.color("text") if muted else edge
        self._text(drawn.title, middle, y, TITLE, color, bold=True, centred=True)
        for number, text in enumerate(drawn.lines, start=1):
            place = y + LINE * number
            self._text(text, middle, place, TEXT, self.theme.color("text"), centred=True)

    def _text(
        self,
        label: str,
        x: float,
        y: float,
        size: float,
        color: QColor,
        italic: bool = False,
        bold: bool = False,
        centred: bool = False,
    ) -> None:
        """A label with its subscripts, from x on or about it."""
        pieces: list[tuple[str, QFont, float, float]] = []
        width = 0.0
        for text, low in runs(label):
            font = QFont(self.font)
            font.setPixelSize(round(size * (SUBSCRIPT if low else 1.0)))
            font.setItalic(italic)
            font.setBold(bold)
            pieces.append((text, font, width, 2.5 if low else 0.0))
            width += QFontMetricsF(font).horizontalAdvance(text)
        start = x - width / 2 if centred else x
        self.painter.setPen(color)
        for text, font, before, down in pieces:
            self.painter.setFont(font)
            self.painter.drawText(QPointF(start + before, y + down), text)
