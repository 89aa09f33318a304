"""The items of the drawing."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
)
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.canvas.geometry import HEIGHT, WIDTH, Point, Shape
from lagr_gui.gui.theme import Theme, formula_font, theme

SMALL = 0.4
"""Below this zoom words are left out: nobody can read them."""


STEEP = 0.7
"""Above this slope a line would cross what stands over its middle."""

_NARROW = ("revolute", "spherical", "fixed", "free", "torsion_spring", "drive")
"""Glyphs that fill only the middle of their box."""

_IN_LINE = {
    "spring": symbols.spring_path,
    "dashpot": symbols.dashpot_path,
    "lagr_damper": symbols.dashpot_path,
}
"""Glyphs that a long line takes as its own form."""


@dataclass(frozen=True, slots=True)
class Mood:
    """How an item stands out."""

    selected: bool = False
    warm: bool = False
    faulty: bool = False

    def line(self, usual: str) -> QPen:
        """The pen of an item whose usual colour has a role."""
        colors = theme()
        if self.selected:
            return QPen(colors.color("accent"), 2.4)
        if self.warm:
            return QPen(colors.color("warm"), 2.4)
        if self.faulty:
            return QPen(colors.color("error"), 1.8)
        return QPen(colors.color(usual), 1.5)


class Item(QGraphicsItem):
    """An item with a key and a mood."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.mood = Mood()
        self.setAcceptHoverEvents(True)

    def set_mood(self, mood: Mood) -> None:
        """Stand out, or no longer."""
        if mood != self.mood:
            self.mood = mood
            self.update()


class BodyItem(Item):
    """A block with the number of the body in a badge."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(2)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.name = ""
        self.formula = ""
        self.ports = False

    def show_body(self, name: str, formula: str) -> None:
        """Take name and the formula below it."""
        if (name, formula) != (self.name, self.formula):
            self.name, self.formula = name, formula
            self.update()

    def show_ports(self, shown: bool) -> None:
        """Offer the points from which a connection can be pulled."""
        if shown != self.ports:
            self.ports = shown
            self.update()

    @property
    def number(self) -> int:
        """The number of the body."""
        return int(self.key.partition(":")[2])

    @property
    def block(self) -> QRectF:
        """The block without badge and ports."""
        return QRectF(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)

    def port_at(self, at: QPointF) -> bool:
        """Whether a point of the item lies on a port."""
        return any((at - port).manhattanLength() < 12 for port in self._ports())

    def _ports(self) -> tuple[QPointF, ...]:
        x, y = WIDTH / 2, HEIGHT / 2
        return QPointF(x, 0), QPointF(-x, 0), QPointF(0, y), QPointF(0, -y)

    def boundingRect(self) -> QRectF:
        """With badge, ports and hatching."""
        return self.block.adjusted(-14, -14, 8, 18)

    def shape(self) -> QPainterPath:
        """What the pointer hits: the block and its ports."""
        path = QPainterPath()
        path.addRect(self.block.adjusted(-7, -7, 7, 7))
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The block, its words, its badge."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = "warm_soft" if self.mood.warm else "ground" if self.number == 0 else "node_fill"
        if self.number == 0:
            self._paint_ground(painter, colors)
        painter.setPen(self.mood.line("node_line"))
        painter.setBrush(colors.color(fill))
        painter.drawRoundedRect(self.block, 9, 9)
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL:
            self._paint_words(painter, colors)
        self._paint_badge(painter, colors)
        if self.ports:
            painter.setPen(QPen(colors.color("accent"), 1.5))
            painter.setBrush(colors.color("paper"))
            for port in self._ports():
                painter.drawEllipse(port, 4.5, 4.5)

    def _paint_words(self, painter: QPainter, colors: Theme) -> None:
        bold = QFont(painter.font())
        bold.setPixelSize(14)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(colors.color("text"))
        upper = self.block.adjusted(8, 8 if self.formula else 0, -8, -28 if self.formula else 0)
        room = QFontMetricsF(bold).elidedText(self.name, Qt.TextElideMode.ElideRight, upper.width())
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, room)
        if not self.formula:
            return
        font = formula_font(10)
        font.setPixelSize(13)
        painter.setFont(font)
        painter.setPen(colors.color("muted"))
        lower = self.block.adjusted(6, 30, -6, -6)
        symbols.draw_formula(painter, lower, Qt.AlignmentFlag.AlignHCenter, self.formula)

    def _paint_badge(self, painter: QPainter, colors: Theme) -> None:
        centre = self.block.topLeft()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("error" if self.mood.faulty else "badge"))
        painter.drawEllipse(centre, 12, 12)
        font = QFont(painter.font())
        font.setItalic(False)
        font.setBold(True)
        font.setPixelSize(12 if self.number < 100 else 9)
        painter.setFont(font)
        painter.setPen(colors.color("on_badge"))
        box = QRectF(centre.x() - 12, centre.y() - 12, 24, 24)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.number))

    def _paint_ground(self, painter: QPainter, colors: Theme) -> None:
        bottom = self.block.bottom() + 5
        painter.setPen(QPen(colors.color("node_line"), 1.5))
        painter.drawLine(QPointF(-WIDTH / 2, bottom), QPointF(WIDTH / 2, bottom))
        for step in range(1, 11):
            x = -WIDTH / 2 + step * WIDTH / 10
            painter.drawLine(QPointF(x, bottom), QPointF(x - 8, bottom + 9))


class EdgeItem(Item):
    """A joint or an element: a line with a symbol and a label."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(1)
        self.form = Shape(((0.0, 0.0), (0.0, 0.0)), (0.0, 0.0))
        self.glyph, self.label, self.enabled, self.cut = "", "", True, False
        self._path = QPainterPath()

    def show_edge(
        self, form: Shape, glyph: str, label: str, enabled: bool = True, cut: bool = False
    ) -> None:
        """Take place, symbol and label; a joint that is cut carries the mark of a cut."""
        shown = (self.form, self.glyph, self.label, self.enabled, self.cut)
        if (form, glyph, label, enabled, cut) == shown:
            return
        self.prepareGeometryChange()
        self.form, self.glyph, self.label = form, glyph, label
        self.enabled, self.cut = enabled, cut
        self._path = self._drawn()
        self.update()

    def _drawn(self) -> QPainterPath:
        draw = _IN_LINE[self.glyph] if self._symbol_in_line else symbols.plain_path
        return draw(self.form.line)

    @property
    def _symbol_in_line(self) -> bool:
        """Whether the line itself has the form of the symbol."""
        return not self.is_joint and len(self.form.line) == 4 and self.glyph in _IN_LINE

    @property
    def is_joint(self) -> bool:
        """Whether it is a joint."""
        return self.key.startswith("joint:")

    @property
    def centre(self) -> QPointF:
        """Where its symbol is."""
        return QPointF(*self.form.centre)

    def boundingRect(self) -> QRectF:
        """With symbol and label."""
        at: Point = self.form.centre
        symbol = QRectF(at[0] - 90, at[1] - 44, 180, 78).united(self.label_box())
        return self._path.boundingRect().adjusted(-4, -4, 4, 4).united(symbol)

    def shape(self) -> QPainterPath:
        """What the pointer hits: a band along the line, and the symbol."""
        stroker = QPainterPathStroker()
        stroker.setWidth(10)
        path = stroker.createStroke(self._path)
        at = self.form.centre
        path.addRect(QRectF(at[0] - 24, at[1] - 16, 48, 32))
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Line, symbol and label."""
        colors = theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = self.mood.line("node_line" if self.is_joint else "text")
        if not self.enabled:
            pen.setStyle(Qt.PenStyle.DashLine)
            pen.setColor(colors.color("muted"))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.cut:
            self._paint_cut(painter, colors, pen)
        painter.drawPath(self._path)
        near = option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL
        if not self._symbol_in_line:
            if near:
                self._paint_turned(painter, colors, pen.color())
            else:
                painter.drawEllipse(self.centre, 9, 9)
        if near:
            self._paint_label(painter, colors)

    def _paint_cut(self, painter: QPainter, colors: Theme, pen: QPen) -> None:
        """Two strokes across the line, and the line dashed: here the loop is cut."""
        painter.setPen(QPen(colors.color("accent"), 2.2))
        painter.drawPath(symbols.cut_path(self.form.line))
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)

    def _paint_turned(self, painter: QPainter, colors: Theme, color: QColor) -> None:
        """The symbol, along the branch where it is one of a circuit."""
        painter.save()
        painter.translate(self.centre)
        painter.rotate(self.form.angle or 0.0)
        painter.translate(-self.centre)
        self._paint_glyph(painter, colors, color)
        painter.restore()

    def _paint_glyph(self, painter: QPainter, colors: Theme, color: QColor) -> None:
        scale = 1.0 if self.is_joint or self.form.angle is not None else 0.8
        width, height = symbols.GLYPH[0] * scale, symbols.GLYPH[1] * scale
        box = QRectF(self.centre.x() - width / 2, self.centre.y() - height / 2, width, height)
        inner = 0.5 if self.glyph in _NARROW else 0.96
        box = QRectF(box.center().x() - inner * width / 2, box.top(), inner * width, height)
        painter.fillRect(box.adjusted(0, 3, 0, -3), QBrush(colors.color("paper")))
        symbols.draw_glyph(painter, self.glyph, color, self.centre, scale)

    @property
    def _labelled_beside(self) -> bool:
        """Whether the label stands beside the symbol, where no line crosses it.

        That of a lying joint is above, of a lying branch below.
        """
        if self.is_joint:
            (ax, ay), *_, (bx, by) = self.form.line
            return abs(by - ay) > STEEP * abs(bx - ax)
        if self.form.angle is None:
            return len(self.form.line) < 4
        return abs(self.form.angle % 180 - 90) < 60

    def label_box(self) -> QRectF:
        """Where the label is written."""
        x, y = self.form.centre
        if self._labelled_beside:
            return QRectF(x + 22, y - 11, 124, 22)
        if self.is_joint:
            return QRectF(x - 90, y - 42, 180, 22)
        above = self.form.line[0][1] > y
        return QRectF(x - 90, y - 30 if above else y + 11, 180, 18)

    def _paint_label(self, painter: QPainter, colors: Theme) -> None:
        beside = self._labelled_beside
        side = Qt.AlignmentFlag.AlignLeft if beside else Qt.AlignmentFlag.AlignHCenter
        if self.is_joint:
            font = formula_font(11)
            font.setPixelSize(15)
            painter.setFont(font)
            painter.setPen(colors.color("accent"))
            symbols.draw_formula(painter, self.label_box(), side, self.label)
            return
        font = QFont(painter.font())
        font.setPixelSize(12)
        painter.setFont(font)
        painter.setPen(colors.color("muted"))
        painter.drawText(self.label_box(), side | Qt.AlignmentFlag.AlignVCenter, self.label)
