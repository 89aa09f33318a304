"""The reduced inertia over its coordinate, as a small curve beside the equation of motion."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from lagr_gui.expression.letters import pretty
from lagr_gui.gui.bridge.inquiry import Inquiry
from lagr_gui.gui.bridge.moment import moment
from lagr_gui.gui.bridge.questions import InertiaQuestion
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.terms import TermSources
from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting import FlowView
from lagr_gui.gui.typesetting.laid import color_of
from lagr_gui.gui.words import tr
from lagr_gui.pipeline import inertia_lines

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Entry, Sheet
    from lagr_gui.pipeline import InertiaCurve

WIDTH, HEIGHT = 205.0, 118.0
LEFT, RIGHT, TOP, BELOW = 40.0, 10.0, 18.0, 16.0
"""Room around the curve (pixels)."""
VEIL = 0.22
"""How much is seen of the areas below the curve."""
TURN = 2 * math.pi


class InertiaFigure(QObject):
    """Asks for the curve of the sheet that is shown, and draws it as a `RowFigure`."""

    known = Signal()
    """There is another curve, or none."""

    def __init__(self, session: Session, view: FlowView) -> None:
        super().__init__(view)
        self.session, self.view = session, view
        self._entry: Entry | None = None
        self._question: InertiaQuestion | None = None
        self.inquiry: Inquiry[InertiaCurve] = Inquiry(session.motions, "reduced_inertia", self)
        self.inquiry.changed.connect(self._hear)
        for signal in (session.running.time_changed, session.running.changed):
            signal.connect(self._move_on)

    def want(self, sheet: Sheet | None, entry: Entry | None) -> None:
        """Ask for the curve of a result of a sheet, if it is of the model as it is."""
        session, question = self.session, None
        minimal = None if sheet is None else sheet.minimal
        fits = sheet is session.derivation.fitting
        if sheet is not None and minimal is not None and entry is not None and fits:
            lines = inertia_lines(sheet, entry.symbol)
            name = minimal.coordinates[0]
            question = InertiaQuestion(session.derivation.model, sheet.special, lines, name)
        self._entry = entry
        if question != self._question:
            self._question = question
            self.inquiry.want(question)

    @property
    def curve(self) -> InertiaCurve | None:
        """What is drawn: the curve of the model as it is."""
        shown = self._question is not None and self.inquiry.answered == self._question
        return self.inquiry.found if shown else None

    @property
    def width(self) -> float:
        """The room that it takes."""
        return WIDTH

    @property
    def height(self) -> float:
        """None while there is no curve, or one that is level."""
        curve = self.curve
        if curve is None:
            return 0.0
        total = curve.total
        return HEIGHT if max(total) - min(total) > 1e-6 * max(total) else 0.0

    def _move_on(self, *_: object) -> None:
        """The time cursor is elsewhere."""
        if self.curve is not None:
            self.view.viewport().update()

    def _hear(self) -> None:
        if not self.inquiry.waiting:
            self.known.emit()

    # --- drawing -----------------------------------------------------------------------------

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw the shares of what moves, one over the other, and where the motion is."""
        curve, entry = self.curve, self._entry
        if curve is None or entry is None or not box.height():
            return
        axes = box.adjusted(LEFT, TOP, -RIGHT, -BELOW)
        first, last = (0.0, TURN) if curve.whole else (curve.q[0], curve.q[-1])
        most = _nice(max(curve.total))

        def at(q: float, inertia: float) -> QPointF:
            x = axes.left() + (q - first) / ((last - first) or 1.0) * axes.width()
            return QPointF(x, axes.bottom() - inertia / most * axes.height())

        self._paint_axes(painter, box, axes, curve, most, (first, last))
        painter.save()
        painter.setClipRect(axes.adjusted(0, -4, 0, 1))
        floor = [0.0] * len(curve.q)
        for term, color in zip(range(len(entry.terms)), self._colors(entry), strict=True):
            top = [low + shares[term] for low, shares in zip(floor, curve.shares, strict=True)]
            upper = [at(q, value) for q, value in zip(curve.q, top, strict=True)]
            lower = [at(q, value) for q, value in zip(curve.q, floor, strict=True)]
            veil = QColor(color)
            veil.setAlphaF(VEIL)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(veil)
            painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
            painter.setPen(QPen(color, 1.4))
            painter.drawPolyline(QPolygonF(upper))
            floor = top
        painter.restore()
        self._paint_moment(painter, axes, curve, at)

    def _paint_axes(
        self,
        painter: QPainter,
        box: QRectF,
        axes: QRectF,
        curve: InertiaCurve,
        most: float,
        ends: tuple[float, float],
    ) -> None:
        small = QFont(painter.font())
        small.setPointSizeF(small.pointSizeF() * 0.82)
        painter.setFont(small)
        painter.setPen(QPen(theme().color("line"), 1.0))
        painter.drawLine(axes.bottomLeft(), axes.bottomRight())
        painter.drawLine(axes.bottomLeft(), axes.topLeft())
        painter.setPen(theme().color("muted"))
        centre = Qt.AlignmentFlag.AlignCenter
        painter.drawText(QRectF(box.left(), box.top(), box.width(), TOP - 2), centre, self._title)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in (0.0, most):
            y = axes.bottom() - value / most * axes.height()
            room = QRectF(box.left(), y - 8, LEFT - 5, 16)
            painter.drawText(room, right, f"{value:.3g}")
        marks = ("0", "π", "2π") if curve.whole else tuple(f"{end:.3g}" for end in ends)
        for place, text in enumerate(marks):
            x = axes.left() + axes.width() * place / (len(marks) - 1)
            painter.drawText(QRectF(x - 24, axes.bottom() + 2, 48, BELOW - 2), centre, text)

    @property
    def _title(self) -> str:
        """What is drawn, over what, in which unit."""
        curve = self.curve
        if curve is None:
            return ""
        angle = dict(self._units).get(curve.coordinate) == "rad"
        words = tr("J({q}) over one turn (kg m²)") if curve.whole else tr("J({q}) ({unit})")
        return words.format(q=pretty(curve.coordinate), unit="kg m²" if angle else "kg")

    @property
    def _units(self) -> list[tuple[str, str]]:
        report = self.session.report
        return [] if report is None else [*zip(report.coordinates, report.units, strict=False)]

    def _colors(self, entry: Entry) -> list[QColor]:
        sources = TermSources(self.session.flat)
        found = [sources.one(term.sources) for term in entry.terms]
        return [theme().color("muted") if own is None else color_of(own) for own in found]

    def _paint_moment(
        self,
        painter: QPainter,
        axes: QRectF,
        curve: InertiaCurve,
        at: Callable[[float, float], QPointF],
    ) -> None:
        """A dashed line where the motion is at the time cursor, and its inertia there."""
        state = moment(self.session)
        names = [name for name, _ in self._units]
        if state is None or curve.coordinate not in names:
            return
        q = state.q[names.index(curve.coordinate)]
        if curve.whole:
            q = curve.q[0] + (q - curve.q[0]) % TURN
        if not curve.q[0] <= q <= curve.q[-1]:
            return
        value = _between(curve.q, curve.total, q)
        spot = at(q if q <= TURN or not curve.whole else q - TURN, value)
        painter.setPen(QPen(theme().color("error"), 1.0, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(spot.x(), axes.top()), QPointF(spot.x(), axes.bottom()))
        painter.setPen(QPen(theme().color("good"), 1.5))
        painter.setBrush(theme().color("paper"))
        painter.drawEllipse(spot, 3.0, 3.0)


def _between(places: tuple[float, ...], values: list[float], at: float) -> float:
    pairs = zip(places, places[1:], values, values[1:], strict=False)
    for a, b, low, high in pairs:
        if a <= at <= b:
            return low + (high - low) * ((at - a) / (b - a) if b > a else 0.0)
    return values[-1]


ROUND = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


def _nice(value: float) -> float:
    """The next round number."""
    power = 10.0 ** math.floor(math.log10(value)) if value > 0 else 1.0
    return next(step * power for step in ROUND if value <= step * power * 1.0001)
