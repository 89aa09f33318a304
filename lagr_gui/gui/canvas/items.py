"""The items of the drawing."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from lagr_gui.drawing.geometry import HEIGHT, WIDTH
from lagr_gui.drawing.looks import FONT
from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.theme import Theme, formula_font, theme

SMALL = 0.4
"""Below this zoom words are left out: nobody can read them."""
LARGE = 40
"""Of the number of a body, in pixels, where words are left out."""
HALO = 7.0
"""Of what is selected and at fault: the width of the line below its line."""
NAME_SIZES = (14, 13, 12, 11, 10)
"""Of the name of a body, in pixels."""


@dataclass(frozen=True, slots=True)
class Mood:
    """How an item stands out."""

    selected: bool = False
    warm: bool = False
    faulty: bool = False

    @property
    def emphasis(self) -> str:
        """The role of the colour that says it is meant; none where it is not."""
        return "accent" if self.selected else "warm" if self.warm else ""

    def line(self, usual: str) -> QPen:
        """The pen of an item whose usual colour has a role; what is at fault stays red."""
        colors = theme()
        if self.faulty:
            return QPen(colors.color("error"), 1.8)
        if self.emphasis:
            return QPen(colors.color(self.emphasis), 2.4)
        return QPen(colors.color(usual), 1.5)

    def halo(self) -> QPen:
        """The pen below that of a line which is at fault: it says that it is meant, too."""
        if not (self.faulty and self.emphasis):
            return QPen(Qt.PenStyle.NoPen)
        color = theme().color(self.emphasis)
        color.setAlpha(130)
        return QPen(color, HALO)


class Item(QGraphicsItem):
    """An item with a key and a mood, perhaps with ports from which something can be pulled."""

    NEAR, PORT = 12.0, 4.5
    """A port is hit within this distance; its radius."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.mood = Mood()
        self.ports = False
        self.setAcceptHoverEvents(True)

    def set_mood(self, mood: Mood) -> None:
        """Stand out, or no longer."""
        if mood != self.mood:
            self.mood = mood
            self.update()

    def show_ports(self, shown: bool) -> None:
        """Offer the points from which something can be pulled."""
        if shown != self.ports:
            self.ports = shown
            self.update()

    def port_at(self, at: QPointF) -> bool:
        """Whether a point of the item lies on a port."""
        return any((at - port).manhattanLength() < self.NEAR for port in self._ports())

    def _ports(self) -> tuple[QPointF, ...]:
        return ()

    def _paint_ports(self, painter: QPainter, colors: Theme) -> None:
        if self.ports:
            painter.setPen(QPen(colors.color("accent"), 1.5))
            painter.setBrush(colors.color("paper"))
            for port in self._ports():
                painter.drawEllipse(port, self.PORT, self.PORT)


class BodyItem(Item):
    """A block with the number of the body in a badge."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.setZValue(2)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.name = ""
        self.formula = ""
        self._bounds = self.block.adjusted(-14, -14, 8, 18)

    def show_body(self, name: str, formula: str) -> None:
        """Take name and the formula below it."""
        if (name, formula) != (self.name, self.formula):
            self.name, self.formula = name, formula
            self.update()

    @property
    def number(self) -> int:
        """The number of the body."""
        return int(self.key.partition(":")[2])

    @property
    def block(self) -> QRectF:
        """The block without badge and ports."""
        return QRectF(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)

    def _ports(self) -> tuple[QPointF, ...]:
        x, y = WIDTH / 2, HEIGHT / 2
        return QPointF(x, 0), QPointF(-x, 0), QPointF(0, y), QPointF(0, -y)

    def boundingRect(self) -> QRectF:
        """With badge, ports and hatching."""
        return self._bounds

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
        painter.setBrush(colors.color(fill))
        for pen in (self.mood.halo(), self.mood.line("node_line")):
            painter.setPen(pen)
            self._paint_edge(painter)
        if option.levelOfDetailFromTransform(painter.worldTransform()) >= SMALL:
            self._paint_words(painter, colors)
            self._paint_badge(painter, colors)
        else:
            self._paint_number(painter, colors)
        self._paint_ports(painter, colors)

    def _paint_edge(self, painter: QPainter) -> None:
        painter.drawRoundedRect(self.block, 9, 9)

    def _paint_words(self, painter: QPainter, colors: Theme) -> None:
        upper = self.block.adjusted(8, 8 if self.formula else 0, -8, -28 if self.formula else 0)
        bold = _bold(painter.font(), self.name, upper.width())
        painter.setFont(bold)
        painter.setPen(colors.color("text"))
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

    def _paint_number(self, painter: QPainter, colors: Theme) -> None:
        """Only the number, as large as the block: of a small picture all that can be read."""
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(LARGE)
        painter.setFont(font)
        painter.setPen(colors.color("error" if self.mood.faulty else "text"))
        painter.drawText(self.block, Qt.AlignmentFlag.AlignCenter, str(self.number))

    def _paint_ground(self, painter: QPainter, colors: Theme) -> None:
        bottom = self.block.bottom() + 5
        painter.setPen(QPen(colors.color("node_line"), 1.5))
        painter.drawLine(QPointF(-WIDTH / 2, bottom), QPointF(WIDTH / 2, bottom))
        for step in range(1, 11):
            x = -WIDTH / 2 + step * WIDTH / 10
            painter.drawLine(QPointF(x, bottom), QPointF(x - 8, bottom + 9))


def _bold(usual: QFont, name: str, width: float) -> QFont:
    """The font of a name: the largest in which it is not too long, or the smallest."""
    bold = QFont(usual)
    bold.setBold(True)
    for size in NAME_SIZES:
        bold.setPixelSize(size)
        if QFontMetricsF(bold).horizontalAdvance(name) <= width:
            break
    return bold


def label_font(sort: str) -> QFont:
    """The font of the label of a joint, element or terminal."""
    font = formula_font(11) if sort == "joint" else QFont()
    font.setPixelSize(round(FONT[sort]))
    return font


def about(line: QPainterPath, width: float, *boxes: QRectF) -> QPainterPath:
    """What the pointer hits: a band along a line, and boxes."""
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    path = stroker.createStroke(line)
    path.setFillRule(Qt.FillRule.WindingFill)
    for box in boxes:
        path.addRect(box)
    return path
