"""Instances of subsystems on the drawing: blocks with a double edge."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from lagr_gui.gui.canvas.items import BodyItem
from lagr_gui.gui.theme import Theme, theme
from lagr_gui.model import SubsystemInstance

EDGE = 4.0
"""Distance of the two lines of the edge, and of the blocks behind one that is repeated."""


class InstanceItem(BodyItem):
    """A block with its name, that of its subsystem, and how often it is repeated."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.repeat: int | None = None
        self._number: int | None = None

    def show_instance(self, instance: SubsystemInstance, number: int | None) -> None:
        """Take what it shows, and the number of the port at which something may be connected."""
        self._number = number
        if instance.repeat != self.repeat:
            self.repeat = instance.repeat
            self.update()
        self.show_body(instance.name, instance.subsystem)

    @property
    def number(self) -> int:
        """The number of its first port that is a body; -1 where it has none."""
        return -1 if self._number is None else self._number

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The block with its double edge; one that is repeated as a pile."""
        if self.repeat is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.mood.line("node_line"))
            painter.setBrush(theme().color("node_fill"))
            painter.drawRoundedRect(self.block.translated(EDGE, EDGE), 9, 9)
        super().paint(painter, option, widget)

    def _paint_edge(self, painter: QPainter) -> None:
        painter.drawRoundedRect(self.block, 9, 9)
        painter.drawRoundedRect(self.block.adjusted(EDGE, EDGE, -EDGE, -EDGE), 6, 6)

    def _paint_badge(self, painter: QPainter, colors: Theme) -> None:
        if self.repeat is None and not self.mood.faulty:
            return
        text = "!" if self.repeat is None else f"{self.repeat} \u00d7"
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(12)
        painter.setFont(font)
        width = max(24.0, painter.fontMetrics().horizontalAdvance(text) + 12.0)
        at = self.block.topLeft()
        box = QRectF(at.x() - 12, at.y() - 12, width, 24)
        painter.setPen(colors.color("error" if self.mood.faulty else "badge"))
        painter.setBrush(colors.color("error" if self.mood.faulty else "badge"))
        painter.drawRoundedRect(box, 12, 12)
        painter.setPen(colors.color("on_badge"))
        painter.drawText(box, 0x84, text)

    def _paint_number(self, painter: QPainter, colors: Theme) -> None:
        """Of a small picture the name is what is left."""
