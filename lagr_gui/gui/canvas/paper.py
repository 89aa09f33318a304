"""What gestures, and what lies over the drawing, know of it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QGraphicsView

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.content import Content
from lagr_gui.gui.canvas.items import Item


class Paper(QGraphicsView):
    """A view of the session's model with its `content`; `armed` is the tool that is held.

    `Canvas` is the one there is.
    """

    session: Session
    content: Content
    armed: str

    @property
    def leading(self) -> bool:
        """Whether a branch is held or pulled."""
        raise NotImplementedError

    @property
    def connecting(self) -> bool:
        """Whether a line is pulled from a body."""
        raise NotImplementedError

    def arm(self, tool: str) -> None:
        """Hold a tool; an empty one: none."""
        raise NotImplementedError

    def item_at(self, at: QPoint) -> Item | None:
        """The item under a point of the viewport."""
        raise NotImplementedError

    def pan(self, by: QPointF) -> None:
        """Move what is seen."""
        raise NotImplementedError

    def rename(self, key: str) -> None:
        """Open a field with the name of an item."""
        raise NotImplementedError

    def place_body(self, form: str, at: QPointF) -> None:
        """A new body at a point of the drawing."""
        raise NotImplementedError

    def place_base(self, at: QPointF) -> None:
        """Body 0 comes to a point of the drawing."""
        raise NotImplementedError

    def place_terminal(self, at: QPointF) -> None:
        """A new terminal at a point of the drawing."""
        raise NotImplementedError

    def show_tip(self, text: str, at: QPointF) -> None:
        """A note near a point of the viewport; none for an empty text."""
        raise NotImplementedError

    def advise(self) -> None:
        """Say anew what can be done next."""
        raise NotImplementedError
