"""Rows of formulas that flow like text: terms wrap, light up and can be pointed at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea

from lagr_gui.gui.theme import theme, theme_changed
from lagr_gui.gui.typesetting.asides import (
    ASIDE,
    NARROW,
    aside_room,
    aside_words,
    lead_at,
    paint_aside,
)
from lagr_gui.gui.typesetting.laid import (
    APART,
    Laid,
    Line,
    Named,
    begin_of,
    beside,
    lines_of,
    paint_wave,
    told_beside,
    widest,
)
from lagr_gui.gui.typesetting.row import Aside, Piece, Row, RowFigure, TermFault
from lagr_gui.gui.typesetting.typesetter import Typesetter
from lagr_gui.gui.widgets.painting import painted
from lagr_gui.gui.widgets.plain import set_note

BUDGET = 0.012
"""Seconds of work at a stretch; then the window has its turn."""
BATCH = 24
LEFT, LINE, BETWEEN = 18.0, 7.0, 9.0
FIRST = 26.0
"""Where equations begin that have no name before them."""
NUMBER, EDGE, NUMBER_EDGE = 64.0, 8.0, 16.0
STEP, WORDS = 22.0, 18.0
"""How far a level stands to the right; the height of a line of words."""
LABEL = 34.0
"""The width of a label before a row."""
FADED = 0.25
"""How much is seen of terms that fade."""


class FlowView(QAbstractScrollArea):
    """Sets only what is seen, and a little more; goes on when one scrolls."""

    term_pointed = Signal(tuple)
    term_clicked = Signal(tuple)
    name_pointed = Signal(str)
    """A name that is marked in a formula, told after the term it stands in; empty for none."""
    fault_clicked = Signal(object)
    """What a term that is wrong leads to."""
    fold_wanted = Signal(int, bool)
    """Unfold a row by its place, or fold it."""
    lead_clicked = Signal(str)
    """The label of a row that words beside another lead to."""

    def __init__(self, typesetter: Typesetter) -> None:
        super().__init__()
        self._typesetter = typesetter
        self._rows: Sequence[Row] = ()
        self._laid: list[Laid] = []
        self._indent = 80.0
        self._warm: frozenset[str] = frozenset()
        self._pointed: tuple[int, int] | None = None
        self._named: Named | None = None
        self._lead = ""
        self._aim = 0
        self.current: int | None = None
        """The row on which keys act."""
        self.tell: Callable[[tuple[str, ...]], str] = lambda keys: ""
        """Names items by their keys, for the note beside the pointer."""
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._work)
        self.viewport().setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._timer.start())
        self.horizontalScrollBar().valueChanged.connect(lambda _: self.viewport().update())
        theme_changed().connect(self._again)  # a method: it goes with the page

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that are shown."""
        return self._rows

    @property
    def settled(self) -> bool:
        """Whether everything that is seen is set."""
        return not self._timer.isActive()

    def show_rows(self, rows: Sequence[Row], kept: int = 0) -> None:
        """Show other rows; the place in the list is kept where that is possible.

        So many at the head are `kept`: they are what they were.
        """
        self._point(None, None)
        self._rows = rows
        self.current = self.current if kept else None
        self._laid = self._laid[:kept]
        self._go_on()

    def scroll_to(self, top: int) -> None:
        """Come to a place of the page (pixels), however long it takes to set all before it."""
        self._aim = top
        self._set_range()
        self.verticalScrollBar().setValue(top)

    def light(self, keys: frozenset[str]) -> None:
        """Light up the terms that come from items."""
        if keys != self._warm:
            self._warm = keys
            self.viewport().update()

    def _again(self) -> None:
        self._laid = []
        self._go_on()

    def _go_on(self) -> None:
        self._timer.start()
        self._work()

    # --- laying out ------------------------------------------------------------------------

    def _work(self) -> None:
        start = perf_counter()
        while len(self._laid) < len(self._rows) and self._bottom() < self._wanted():
            self._set_or_lay()
            if perf_counter() - start > BUDGET:
                break
        else:
            self._timer.stop()
            self._aim = 0
        self._set_range()
        self.viewport().update()

    def _set_or_lay(self) -> None:
        """Set some formulas of the next rows, or lay out the next row where they are set."""
        if missing := self._next_missing():
            self._typesetter.set(missing)
        else:
            self._lay(self._rows[len(self._laid)])

    def _next_missing(self) -> list[str]:
        """Some formulas of the next rows that are not set yet; none if the next row is set."""
        picture_of = self._typesetter.known
        formulas: list[str] = []
        for number in range(len(self._laid), len(self._rows)):
            row = self._rows[number]
            needed = [row.head, "=", *(piece.formula for piece in row.pieces)]
            formulas += [formula for formula in needed if formula and picture_of(formula) is None]
            if len(formulas) >= BATCH or (not formulas and number == len(self._laid)):
                break
        return formulas[:BATCH]

    def _lay(self, row: Row) -> None:
        top = self._bottom() + (BETWEEN if self._laid else 8.0)
        if row.title:
            self._laid.append(Laid(top + 4, 20.0, [], QPointF(LEFT, top), 0.0, top + 13))
            return
        if row.text:
            self._laid.append(Laid(top, WORDS * len(row.text) - 4, [], QPointF(), 0.0))
            return
        if row.figure:
            self._lay_figure(row.figure, top)
            return
        picture_of, step = self._typesetter.known, self._step(row)
        equals = picture_of("=")
        begin, behind = FIRST + step, FIRST + step + STEP
        if row.head:
            begin = begin_of(self._indent + step, LEFT + step, picture_of(row.head), equals)
            behind = begin - (equals.width + APART if equals else 0.0)
        right = max(self.viewport().width() - self._beside(row), begin + 160)
        pictures = [picture_of(piece.formula) for piece in row.pieces]
        widths = [picture.width if picture else 0.0 for picture in pictures]
        laid = Laid(top, 0.0, [], QPointF(), 0.0, begin=begin)
        y = top
        for index, line in enumerate(lines_of(row, widths, begin, behind, right)):
            start, before = y, len(laid.places)
            y = self._lay_line(laid, line, y, row if index == 0 else None) + LINE
            end = max((place.right() for _, place, _ in laid.places[before:]), default=0.0)
            laid.lines.append((start, y - LINE, end))
        laid.height = max(y - LINE - top, 14.0)
        laid.told = told_beside(row, laid, right) if row.listed else []
        if row.aside is not None:
            self._lay_aside(row.aside, laid, right + ASIDE)
        self._laid.append(laid)

    def _lay_aside(self, aside: Aside, laid: Laid, left: float) -> None:
        """Put words beside the first line of a row, or below all of them."""
        metrics, width = QFontMetricsF(self.font()), self.viewport().width()
        if width < NARROW or laid.right + ASIDE > left:
            corner = QPointF(FIRST + LABEL, laid.top + laid.height + 2)
            room = width - corner.x() - EDGE
        else:
            corner = QPointF(left, laid.middle + 4 - metrics.ascent())
            room = aside_room(width) - EDGE
        laid.aside = aside_words(aside, corner, room, metrics)
        lowest = max((word.place.bottom() for word in laid.aside), default=0.0)
        laid.height = max(laid.height, lowest - laid.top)

    def _step(self, row: Row) -> float:
        """How far a row stands to the right."""
        return STEP * row.level + (LABEL if row.label else 0.0)

    def _beside(self, row: Row) -> float:
        """The width that is not for the formulas of a row, at their right."""
        width = self.viewport().width()
        if row.aside is not None and width >= NARROW:
            return aside_room(width) + ASIDE
        return self._room(row) if row.number else EDGE

    def _lay_figure(self, figure: RowFigure, bottom: float) -> None:
        """Put a drawing beside the rows above it, or below them at the right."""
        left = max(self.viewport().width() - EDGE - figure.width, LEFT)
        top = beside(self._laid, bottom, left, figure.height)
        height = max(top + figure.height - bottom, 0.0)
        laid = Laid(bottom, height, [], QPointF(), 0.0)
        laid.figure = QRectF(left, top, figure.width, figure.height)
        self._laid.append(laid)

    def _lay_line(self, laid: Laid, line: Line, top: float, first: Row | None) -> float:
        """Put a line on its baseline, the `first` with the head of its row; its lower end."""
        picture_of = self._typesetter.known
        pictures = [(piece, x, picture_of(piece.formula)) for piece, x in line]
        above = max((p.baseline for _, _, p in pictures if p), default=10.0)
        below = max((p.height - p.baseline for _, _, p in pictures if p), default=3.0)
        if first and (picture := picture_of(first.head)):
            above = max(above, picture.baseline)
            below = max(below, picture.height - picture.baseline)
            laid.head = QPointF(LEFT + self._step(first), top + above - picture.baseline)
            laid.baseline = top + above
        if first:
            laid.middle = top + above - 4
        for piece, x, picture in pictures:
            if picture:
                place = QRectF(x, top + above - picture.baseline, picture.width, picture.height)
                laid.places.append((piece, place, above))
        return top + above + below

    def _bottom(self) -> float:
        return self._laid[-1].top + self._laid[-1].height if self._laid else 0.0

    def _wanted(self) -> float:
        return self.verticalScrollBar().value() + 1.6 * self.viewport().height() + 60

    def _set_range(self) -> None:
        whole = (self._bottom() + 12) * max(len(self._rows), 1) / max(len(self._laid), 1)
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(24)
        bar.setRange(0, max(0, self._aim, int(whole) - self.viewport().height()))
        across, width = self.horizontalScrollBar(), self.viewport().width()
        across.setPageStep(width)
        across.setSingleStep(24)
        across.setRange(
            0, max(0, int(widest(self._rows, self._laid, width, self._room, EDGE)) - width)
        )

    # --- painting --------------------------------------------------------------------------

    def set_indent(self, indent: float) -> None:
        """Where the right sides begin."""
        self._indent = indent

    @painted
    def paintEvent(self, painter: QPainter, event: QPaintEvent) -> None:
        """The rows that are seen."""
        painter.fillRect(event.rect(), theme().color("paper"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self._origin)
        first = self.verticalScrollBar().value()
        last = first + self.viewport().height()
        start = bisect_left(self._laid, first, key=lambda laid: laid.top + laid.height)
        for number in range(start, len(self._laid)):
            if self._laid[number].top > last:
                break
            self._paint_row(painter, number, self._laid[number])
        self._paint_figures(painter, first, last)

    def _paint_figures(self, painter: QPainter, first: float, last: float) -> None:
        for row, laid in zip(self._rows, self._laid, strict=False):
            box = laid.figure
            if row.figure and box is not None and box.bottom() >= first and box.top() <= last:
                row.figure.paint(painter, box)

    def _paint_row(self, painter: QPainter, number: int, laid: Laid) -> None:
        row = self._rows[number]
        if row.spoken_of:
            self._paint_spoken_of(painter, laid)
        if row.title:
            paint_title(painter, row, QPointF(LEFT, laid.top + 14), self.font())
        elif row.text:
            painter.setFont(self.font())
            at = QPointF(LEFT + STEP * row.level, laid.top)
            paint_words(painter, row.text, at, WORDS)
        if row.unfolded is not None:
            self._paint_triangle(painter, number, laid)
        if row.title or row.text or row.figure:
            return
        picture_of = self._typesetter.known
        self._paint_boxes(painter, number, laid)
        if row.head and (picture := picture_of(row.head)):
            picture.paint(painter, laid.head)
            if equals := picture_of("="):
                left = laid.begin - equals.width - APART
                equals.paint(painter, QPointF(left, laid.baseline - equals.baseline))
        for piece, place, _ in laid.places:
            if picture := picture_of(piece.formula):
                painter.setOpacity(FADED if piece.term in row.faded else 1.0)
                picture.paint(painter, place.topLeft())
        painter.setOpacity(1.0)
        painter.setFont(self.font())
        laid.paint_sources(painter, row, self.viewport().width() - EDGE)
        laid.paint_struck(painter, row)
        paint_aside(painter, laid.aside)
        if row.label:
            laid.paint_label(painter, row, LEFT + STEP * row.level)
        if row.number:
            laid.paint_number(painter, row.number, self.viewport().width(), self._room(row))

    def _paint_spoken_of(self, painter: QPainter, laid: Laid) -> None:
        """The ground of the row that stands out."""
        box = QRectF(0, laid.top - 4, self._origin.x() + self.viewport().width(), laid.height + 8)
        painter.fillRect(box, theme().color("accent_soft"))
        painter.fillRect(QRectF(0, box.top(), 3, box.height()), theme().color("accent"))

    def _room(self, row: Row) -> float:
        """The width that the number of a row, or the words in its place, want."""
        return max(
            NUMBER, self.fontMetrics().horizontalAdvance(f"({row.number})") + 2 * NUMBER_EDGE
        )

    def _paint_boxes(self, painter: QPainter, number: int, laid: Laid) -> None:
        """What is lit up, under the formulas, and the waves under those that are wrong."""
        if self._lead and self._rows[number].label == self._lead:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("warm_soft"))
            painter.drawRoundedRect(QRectF(8, laid.top - 3, laid.right, laid.height + 6), 4, 4)
        for piece, place, _ in laid.places:
            if self._rows[number].fault(piece.term):
                paint_wave(painter, place)
            if self._is_lit(number, piece):
                painter.setPen(QPen(theme().color("warm"), 1.2))
                painter.setBrush(theme().color("warm_soft"))
                painter.drawRoundedRect(place.adjusted(-3, -3, 3, 3), 4, 4)
        if self._named is not None:
            laid.paint_named(painter, self._named[1])

    def _paint_triangle(self, painter: QPainter, number: int, laid: Laid) -> None:
        row, current = self._rows[number], number == self.current and self.hasFocus()
        at = QPointF(LEFT + STEP * row.level - 9, laid.middle)
        paint_triangle(painter, at, bool(row.unfolded), current)

    def _is_lit(self, number: int, piece: Piece) -> bool:
        if piece.term < 0:
            return False
        if self._pointed is not None:
            return self._pointed == (number, piece.term)
        return bool(self._warm.intersection(self._rows[number].sources[piece.term]))

    # --- pointing --------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which items the term under the pointer comes from, and what is wrong with it."""
        at = event.position().toPoint()
        fault, term = self.fault_at(at), self._term_at(at)
        set_note(self.viewport(), fault.text if fault else self.tell(self._sources(term)))
        self._point(term, self._name_at(at))
        self._point_to(self._lead_at(at))

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point(None, None)
        self._point_to("")

    def _point_to(self, lead: str) -> None:
        """Mark the row that words under the pointer lead to."""
        if lead != self._lead:
            self._lead = lead
            shape = Qt.CursorShape.PointingHandCursor if lead else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def _point(self, term: tuple[int, int] | None, name: Named | None) -> None:
        if term == self._pointed and name == self._named:
            return
        other = term != self._pointed
        self._pointed, self._named = term, name
        if other:
            self.term_pointed.emit(self._sources(term))
        self.name_pointed.emit(name[0] if name else "")
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Unfold a row, or say which items the clicked term comes from."""
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if (number := self._foldable_at(at)) is not None:
            self.current = number
            self.fold_wanted.emit(number, not self._rows[number].unfolded)
        elif lead := self._lead_at(at):
            self.lead_clicked.emit(lead)
        elif (fault := self.fault_at(at)) is not None:
            self.fault_clicked.emit(fault.leads)
        elif (hit := self._term_at(at)) is not None:
            self.term_clicked.emit(self._sources(hit))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down lead from triangle to triangle, right unfolds, left folds."""
        where, key = self.current, Qt.Key(event.key())
        if where is not None and folds(self._rows, where, key):
            self.fold_wanted.emit(where, key == Qt.Key.Key_Right)
        elif (target := led_to(self._rows[: len(self._laid)], where, key)) is not None:
            self._go_to(target)
        else:
            super().keyPressEvent(event)

    def _go_to(self, number: int) -> None:
        """Make a row the current one, and bring it into sight."""
        self.current = number
        self.bring(number)

    def bring(self, number: int) -> None:
        """Bring a row into sight; all before it are set for that."""
        while len(self._laid) <= number:
            self._set_or_lay()
        self._set_range()
        laid, bar = self._laid[number], self.verticalScrollBar()
        if laid.top < bar.value():
            bar.setValue(int(laid.top) - 8)
        elif laid.top + laid.height > bar.value() + self.viewport().height():
            bar.setValue(int(laid.top + laid.height) + 8 - self.viewport().height())
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The current row shows where the keys act."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys act elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def row_at(self, at: QPoint) -> Row | None:
        """The row under a point of the viewport."""
        _, number = self._spot(at)
        return self._rows[number] if number < len(self._laid) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew; where only the height changes, set what is seen now."""
        if event.size().width() != event.oldSize().width():
            self._again()
        else:
            self._timer.start()

    @property
    def _origin(self) -> QPoint:
        """What of the page is at the viewport's upper left corner."""
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _sources(self, hit: tuple[int, int] | None) -> tuple[str, ...]:
        return () if hit is None else self._rows[hit[0]].sources[hit[1]]

    def _spot(self, at: QPoint) -> tuple[QPointF, int]:
        """A point of the viewport on the page, and the place of the row there or below."""
        spot = QPointF(at + self._origin)
        below = bisect_left(self._laid, spot.y() - 4, key=lambda laid: laid.top + laid.height)
        return spot, below

    def _foldable_at(self, at: QPoint) -> int | None:
        """The row whose triangle is at a point of the viewport."""
        spot, number = self._spot(at)
        if number == len(self._laid) or self._rows[number].unfolded is None:
            return None
        left = STEP * self._rows[number].level
        near = abs(spot.y() - self._laid[number].middle) < 12
        beside = left <= spot.x() < left + LEFT or self._rows[number].title
        return number if near and beside else None

    def _lead_at(self, at: QPoint) -> str:
        """The label of the row to which a word at a point of the viewport leads."""
        spot, number = self._spot(at)
        return lead_at(self._laid[number].aside, spot) if number < len(self._laid) else ""

    def _name_at(self, at: QPoint) -> Named | None:
        """The name at a point of the viewport, and its place on the page."""
        spot, number = self._spot(at)
        if number == len(self._laid):
            return None
        return self._laid[number].name_at(spot, self._rows[number].head, self._typesetter.known)

    def _term_at(self, at: QPoint) -> tuple[int, int] | None:
        spot, number = self._spot(at)
        term = self._laid[number].term_at(spot) if number < len(self._laid) else None
        return None if term is None else (number, term)

    def fault_at(self, at: QPoint) -> TermFault | None:
        """What is wrong with the term at a point of the viewport."""
        hit = self._term_at(at)
        return None if hit is None else self._rows[hit[0]].fault(hit[1])


# --- Rows that unfold: their triangles, what stands below, and where the arrow keys lead -------

WIDE, HIGH = 3.5, 4.5


def triangle(at: QPointF, down: bool) -> QPolygonF:
    """The mark of a row about its middle; it points down where the row is unfolded."""
    corners = ((-WIDE, -HIGH), (-WIDE, HIGH), (HIGH, 0.0))
    turned = [(-y, x) if down else (x, y) for x, y in corners]
    return QPolygonF([at + QPointF(x, y) for x, y in turned])


def paint_triangle(painter: QPainter, at: QPointF, down: bool, current: bool) -> None:
    """Draw the mark of a row; that of the current one stands out."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().color("accent" if current else "muted"))
    painter.drawPolygon(triangle(at, down))


def paint_title(painter: QPainter, row: Row, at: QPointF, font: QFont) -> None:
    """A heading, which begins at a point, and the words beside it."""
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(theme().color("text"))
    painter.drawText(at, row.title)
    beyond = painter.fontMetrics().horizontalAdvance(row.title) + 8
    painter.setFont(font)
    painter.setPen(theme().color("muted"))
    painter.drawText(at + QPointF(beyond, 0), row.beside)


def paint_words(painter: QPainter, text: Sequence[str], at: QPointF, height: float) -> None:
    """Lines of words below a point."""
    painter.setPen(theme().color("muted"))
    for place, line in enumerate(text):
        painter.drawText(at + QPointF(0, height * place + 11), line)


def folds(rows: Sequence[Row], current: int, key: Qt.Key) -> bool:
    """Whether a key unfolds the current row (right) or folds it (left)."""
    unfolded = rows[current].unfolded
    if unfolded is None:
        return False
    return key == (Qt.Key.Key_Left if unfolded else Qt.Key.Key_Right)


def led_to(rows: Sequence[Row], current: int | None, key: Qt.Key) -> int | None:
    """The row with a triangle to which an arrow key leads; None where there is none.

    Up and down go from one to the next; right goes into what is unfolded, left to what it
    stands under.
    """
    at = -1 if current is None else current
    level = rows[at].level if current is not None else 0
    before, behind = range(at - 1, -1, -1), range(at + 1, len(rows))
    match key:
        case Qt.Key.Key_Up:
            target = _first(rows, before)
        case Qt.Key.Key_Down:
            target = _first(rows, behind)
        case Qt.Key.Key_Right if current is not None:
            target = _first(rows, behind)
            target = target if target is not None and rows[target].level > level else None
        case Qt.Key.Key_Left:
            target = next((place for place in before if rows[place].level < level), None)
        case _:
            target = None
    return target


def _first(rows: Sequence[Row], places: range) -> int | None:
    return next((place for place in places if rows[place].unfolded is not None), None)
