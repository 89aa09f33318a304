"""What gestures, and what lies over the drawing, know of it."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsView

from lagr_gui.drawing.geometry import Point
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.content import Content
from lagr_gui.gui.canvas.items import Item
from lagr_gui.gui.widgets.abstract import AbstractWidget


class Paper(QGraphicsView, metaclass=AbstractWidget):
    """A view of the session's model with its `content`; `armed` is the tool that is held.

    `Canvas` is the one there is.
    """

    session: Session
    content: Content
    armed: str

    @property
    @abstractmethod
    def leading(self) -> bool:
        """Whether a branch is held or pulled."""

    @property
    @abstractmethod
    def connecting(self) -> bool:
        """Whether a line is pulled from a body."""

    @abstractmethod
    def arm(self, tool: str) -> None:
        """Hold a tool; an empty one: none."""

    @abstractmethod
    def item_at(self, at: QPoint) -> Item | None:
        """The item under a point of the viewport."""

    @abstractmethod
    def contents(self) -> QRectF:
        """The box around everything that is drawn."""

    @abstractmethod
    def seen(self) -> QRectF:
        """The part of the drawing that is seen."""

    @abstractmethod
    def pan(self, by: QPointF) -> None:
        """Move what is seen."""

    @abstractmethod
    def look_at(self, place: QPointF) -> None:
        """Bring a point of the drawing into the middle."""

    @abstractmethod
    def middle(self) -> Point:
        """A free place near the middle of the view."""

    @abstractmethod
    def centre_on(self, key: str) -> None:
        """Bring an item into view."""

    @abstractmethod
    def rename(self, key: str) -> None:
        """Open a field with the name of an item."""

    @abstractmethod
    def put(self, sort: str, kind: str, at: QPoint) -> bool:
        """Put a new body, terminal, instance, block or note at a point; whether it is one."""

    @abstractmethod
    def place_base(self, at: QPointF) -> None:
        """Body 0 comes to a point of the drawing."""

    @abstractmethod
    def show_tip(self, text: str, at: QPointF) -> None:
        """A note near a point of the viewport; none for an empty text."""

    @abstractmethod
    def advise(self) -> None:
        """Say anew what can be done next."""
