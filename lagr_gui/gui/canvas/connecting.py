"""Connecting bodies: a line that follows the pointer, and the menu of kinds at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QMenu

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.geometry import Point, snapped
from lagr_gui.editing import edits
from lagr_gui.editing.rules import may_connect
from lagr_gui.gui.bridge.new_items import in_own_words, with_new_body
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import BodyItem, Item
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.panes.glyphs import glyph_icon
from lagr_gui.gui.theme import theme
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Model

SIZE = QSize(24, 16)


From = TypeVar("From")
"""Where something is pulled from."""


class Pulled(Generic[From]):
    """What is being pulled over the drawing, with the line that follows the pointer."""

    def __init__(self, canvas: Paper) -> None:
        self.canvas, self.session = canvas, canvas.session
        self._from: From | None = None
        self._line: QGraphicsLineItem | None = None

    @property
    def active(self) -> bool:
        """Whether something is being pulled."""
        return self._from is not None

    def _draw(self, start: Point | None, at: QPoint) -> bool:
        """Draw the line to a point of the viewport; False, and let go, where its start is gone."""
        assert self._line is not None and self._from is not None
        if start is None:
            self.end()
            return False
        if not in_scene(self._line):
            self.canvas.scene().addItem(self._line)
        end = self.canvas.mapToScene(at)
        self._line.setLine(*start, end.x(), end.y())
        return True

    def end(self) -> None:
        """Let go."""
        if self._line is not None and in_scene(self._line):
            self.canvas.scene().removeItem(self._line)
        if self._from is not None:
            self.session.highlight(())
            self.canvas.show_tip("", QPointF())
        self._line, self._from = None, None


class Wire(Pulled[int]):
    """A connection that is being pulled from a body."""

    def reaches(self, item: Item | None, at: QPoint) -> bool:
        """Whether another body is at a point of the viewport."""
        target = item if isinstance(item, BodyItem) else body_at(self.canvas, at)
        return target is not None and target.number != self._from

    @property
    def start(self) -> Item | None:
        """The body from which it is pulled."""
        return self.canvas.content.items.get(f"body:{self._from}")

    def begin(self, number: int) -> None:
        """Pull from a body."""
        self._from = number
        self._line = pulled_line()

    def stretch(self, at: QPoint) -> None:
        """Follow the pointer."""
        if self._draw(self.canvas.content.body_place(self._from), at):
            self._light(self.canvas.itemAt(at), at)

    def _light(self, item: object, at: QPoint) -> None:
        """Say whether the body under the pointer can be connected."""
        target = item if isinstance(item, BodyItem) else body_at(self.canvas, at)
        problem = None
        if target is not None and target.number != self._from:
            _, _, kind = self.canvas.armed.partition(":")
            if kind:
                problem = may_connect(self.session.model, kind, self._from or 0, target.number)
            self.session.highlight(() if problem else {target.key})
        else:
            self.session.highlight(())
        words = in_words(problem) if problem else None
        text = f"{words.cause} {words.remedy}" if words else ""
        self.canvas.show_tip(text, QPointF(at))

    def connect_to(self, item: Item | None, at: QPoint) -> None:
        """Arrive at a body, or on empty paper."""
        start = self._from
        item = item if isinstance(item, BodyItem) else body_at(self.canvas, at)
        self.end()
        if start is None or (item is not None and item.number == start):
            return
        _, _, kind = self.canvas.armed.partition(":")
        place = self.canvas.mapToScene(at)
        if kind:
            if item is not None:
                self.connect_bodies(kind, start, item.number)
            return
        where = self.canvas.viewport().mapToGlobal(at)
        end = item.number if item is not None else None
        choose_kind(
            self.canvas, where, end is None, lambda kind: self._chosen(kind, start, end, place)
        )

    def _chosen(self, kind: str, start: int, end: int | None, place: QPointF) -> None:
        if end is None:
            self.connect_new(kind, start, place)
        else:
            self.connect_bodies(kind, start, end)

    def connect_bodies(self, kind: str, a: int, b: int) -> None:
        """A joint or element from one body to another."""
        add_edge(self.session, "Connect", lambda model: edits.connect(model, kind, a, b))

    def connect_new(self, kind: str, a: int, place: QPointF) -> None:
        """A joint from a body to a new one at a point of the drawing."""
        point = snapped((place.x(), place.y()))

        def both(model: Model) -> Model:
            model = with_new_body(model, point)
            return edits.connect(model, kind, a, model.bodies[-1].number)

        add_edge(self.session, "Add body", both)

    def load(self, kind: str, number: int) -> None:
        """Put a force or a moment on a body."""
        add_edge(
            self.session, "Add load", lambda model: edits.add_element(model, kind, body=number)
        )

    def put_down(self, kind: str) -> bool:
        """A click on the paper with an element that has no ends of its own."""
        sides = Side.NOWHERE, Side.COILS
        if kind not in ELEMENTS or ELEMENTS[kind].geometry.ends.side not in sides:
            return False
        add_edge(self.session, "Add element", lambda model: edits.add_element(model, kind))
        return True

    def on_coordinate(self, kind: str, item: EdgeItem) -> bool:
        """A click on a joint with an element that acts on a coordinate."""
        ends = ELEMENTS[kind].geometry.ends if kind in ELEMENTS else None
        if ends is None or ends.side is not Side.COORDINATE or not item.is_joint:
            return False
        coordinates = self.session.model.joint(item.key.partition(":")[2]).coordinates
        if not coordinates:
            return False
        fields = {ends.fields[0]: coordinates[0]}
        add_edge(
            self.session, "Add element", lambda model: edits.add_element(model, kind, **fields)
        )
        return True


def pulled_line() -> QGraphicsLineItem:
    """The line that follows the pointer."""
    line = QGraphicsLineItem()
    line.setPen(QPen(theme().color("accent"), 1.8, Qt.PenStyle.DashLine))
    line.setZValue(3)
    line.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
    return line


def add_edge(session: Session, title: str, change: Callable[[Model], Model]) -> None:
    """An edit that adds one joint or element, which is then selected."""
    before = _edges(session.model)
    if session.edit(title, lambda model: in_own_words(model, change(model))):
        session.select(_edges(session.model) - before)


def _edges(model: Model) -> set[str]:
    keys = {f"joint:{joint.name}" for joint in model.joints}
    return keys | {f"element:{element.name}" for element in model.elements}


def choose_kind(canvas: Paper, at: QPoint, new_body: bool, chosen: Callable[[str], None]) -> QMenu:
    """Show the joints, and the elements between two bodies, and say which one was chosen.

    With `new_body` the connection ends at a body that is still to be made: joints only.
    """
    if new_body:
        return kinds_menu(canvas, at, {tr("New body with joint"): JOINTS}, chosen)
    joining = Side.BODIES, Side.GROUND, Side.COORDINATES
    lines = {n: kind for n, kind in ELEMENTS.items() if kind.geometry.ends.side in joining}
    sections = {tr("Joints"): JOINTS, tr("Elements"): lines}
    return kinds_menu(canvas, at, sections, chosen)


def kinds_menu(
    canvas: Paper,
    at: QPoint,
    sections: Mapping[str, Mapping[str, JointKind | ElementKind]],
    chosen: Callable[[str], None],
) -> QMenu:
    """Show kinds by the titles of their sections, and say which one was chosen."""
    menu = QMenu(canvas)
    menu.setObjectName("connect_menu")
    color = theme().color("text")
    for title, kinds in sections.items():
        # The title of a section is not drawn where menus have a style sheet.
        menu.addSeparator()
        menu.addAction(title).setEnabled(False)
        for name, kind in kinds.items():
            action = menu.addAction(glyph_icon(kind.glyph, color, SIZE), tr(kind.title))
            action.triggered.connect(lambda _=False, name=name: chosen(name))
    menu.popup(at)
    return menu


def body_at(canvas: Paper, at: QPoint) -> BodyItem | None:
    """The body under a point of the viewport, also below a line."""
    return next((item for item in canvas.items(at) if isinstance(item, BodyItem)), None)


def in_scene(item: QGraphicsItem) -> bool:
    """Whether an item is still part of a drawing."""
    return bool(item.scene())
