"""What lies over the drawing: its title, the direction of gravity, what to do next."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.gui.bridge.open_drawing import document_title
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.theme import formula_font, theme
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.plain import PlainLabel, set_note
from lagr_gui.gui.words import tr


class Overlay:
    """Labels beside the viewport, so that scrolling does not move them."""

    def __init__(self, canvas: Paper) -> None:
        self._canvas = canvas
        self.title = _label(canvas, "title")
        self.hint = _label(canvas, "muted")
        self.tip = PlainLabel("", canvas)
        self.tip.setObjectName("canvas_tip")
        self.tip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tip.hide()
        self.gravity = _Gravity(canvas)
        self.refresh()

    def refresh(self) -> None:
        """Show title, gravity and hint of this moment."""
        canvas = self._canvas
        model, document = canvas.session.model, canvas.session.document
        self.title.setText(" \u25b8 ".join((document_title(document), *canvas.session.way)))
        self.gravity.show_vector([str(entry) for entry in model.gravity])
        self.hint.setText(self._advice())
        self.arrange()

    @property
    def room(self) -> int:
        """How much of the upper edge is taken by title and gravity, pixels."""
        return 50 if self.gravity.isHidden() else self.gravity.geometry().bottom() + 8

    def arrange(self) -> None:
        """Put everything in its corner."""
        width, height = self._canvas.width(), self._canvas.height()
        for label in (self.title, self.hint):
            label.adjustSize()
        self.title.move(16, 12)
        self.hint.move(16, height - self.hint.height() - 10)
        self.gravity.move(width - self.gravity.width() - 14, 12)

    def show_tip(self, text: str, at: QPointF) -> None:
        """A dark note near a point of the viewport; none for an empty text."""
        self.tip.setVisible(bool(text))
        if text:
            self.tip.setText(text)
            self.tip.adjustSize()
            x = min(at.x() + 16, self._canvas.width() - self.tip.width() - 8)
            self.tip.move(max(4, int(x)), int(at.y()) + 22)
            self.tip.raise_()

    def _advice(self) -> str:
        canvas = self._canvas
        sort, _, kind = canvas.armed.partition(":")
        if sort == "body":
            return tr("Click where the body shall be. Esc: done.")
        if sort == "terminal":
            return tr("Click where the terminal shall be. Esc: done.")
        if sort == "subsystem":
            return tr("Click where the subsystem shall be. Esc: done.")
        if sort == "note":
            return tr("Click where the note shall be. Esc: done.")
        if canvas.leading:
            return tr("Pull from one terminal to another, or over empty paper. Esc: done.")
        if sort:
            return _how(kind)
        if canvas.session.way and not canvas.connecting:
            return tr("A subsystem is open. Ctrl+U leads back to who uses it.")
        if canvas.connecting:
            return tr("Click on where the line shall end; on empty paper or Esc: done.")
        model = canvas.session.model
        if not (model.bodies or model.terminals or model.instances):
            return tr("Drag a rigid body from the palette to the drawing.")
        if model.bodies and not model.joints:
            return tr("Pull an edge from the rim of body 0 to the new body and choose a joint.")
        return ""


def _how(kind: str) -> str:
    """How a joint or element is drawn."""
    match ELEMENTS[kind].geometry.ends.side if kind in ELEMENTS else None:
        case Side.COORDINATE:
            return tr("Click on the joint in which it shall act. Esc: done.")
        case Side.BODY:
            return tr("Click on the body on which it shall act. Esc: done.")
        case Side.NOWHERE | Side.COILS:
            return tr("Click on the paper to put it down. Esc: done.")
        case _:
            return tr("Pull from one body to another. Esc: done.")


def _label(canvas: Paper, role: str) -> QLabel:
    label = PlainLabel("", canvas, role=role)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return label


class _Gravity(QWidget):
    """An arrow along gravity, where it has one of the axes' directions."""

    def __init__(self, canvas: Paper) -> None:
        super().__init__(canvas)
        self.setFixedSize(78, 56)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._axis, self._down = "", True

    def show_vector(self, entries: list[str]) -> None:
        """Take the components of gravity as text."""
        used = [(axis, text) for axis, text in zip("xyz", entries, strict=True) if text != "0"]
        self.setVisible(bool(used))
        self._axis = used[0][0] if len(used) == 1 else ""
        self._down = len(used) != 1 or used[0][1].startswith("-")
        sign = "−" if self._down else ""
        set_note(self, "g" + (f" = {sign}{self._axis}" if self._axis else ""))
        self.update()

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """The arrow, its letter and the axis."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().color("muted"), 1.5))
        x, top, bottom = 18.0, 6.0, 48.0
        tip, back = (bottom, -6.0) if self._down else (top, 6.0)
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        painter.drawLine(QPointF(x, tip), QPointF(x - 4, tip + back))
        painter.drawLine(QPointF(x, tip), QPointF(x + 4, tip + back))
        font = formula_font(11)
        font.setPixelSize(15)
        painter.setFont(font)
        sign = "−" if self._down else "+"
        text = f"g ({sign}{self._axis})" if self._axis else "g"
        painter.drawText(QRectF(x + 9, 14, 60, 24), Qt.AlignmentFlag.AlignVCenter, text)
