"""What the pointer does on the drawing: select, move, connect, pan, rubber band."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.drawing.geometry import GRID, Point, snapped
from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty_text
from lagr_gui.gui.bridge.item_faults import words_of_faults
from lagr_gui.gui.canvas.connecting import (
    Pulled,
    Wire,
    add_edge,
    body_at,
    in_scene,
    kinds_menu,
    pulled_line,
)
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.gestures import Band, Carry, Clone, Gesture, Pan
from lagr_gui.gui.canvas.items import BodyItem, Item
from lagr_gui.gui.canvas.linking import Link
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.gui.canvas.wired import BlockItem
from lagr_gui.gui.panes.palette import BASE
from lagr_gui.gui.words import tr
from lagr_gui.model import Model

_NO_TERMS = ("joint:", "terminal:", "controller:", "note:")
"""Items from which no terms of equations come."""
STARTS = 4
"""Pixels that the pointer must move before a press becomes a drag."""
_ARROWS = {
    Qt.Key.Key_Left: (-GRID, 0.0),
    Qt.Key.Key_Right: (GRID, 0.0),
    Qt.Key.Key_Up: (0.0, -GRID),
    Qt.Key.Key_Down: (0.0, GRID),
}


class Pointer:
    """At most one of these is under way: panning, moving, connecting, a rubber band."""

    def __init__(self, canvas: Paper) -> None:
        self.canvas, self.session = canvas, canvas.session
        self._pressed: QPoint | None = None
        self._gesture: Gesture | None = None
        self._space = self._arriving = False
        self._alone = ""
        self.before = frozenset[str]()
        """What was selected before the last press on free paper."""
        self.wire = Wire(canvas)
        self.lead = Lead(canvas)
        self.link = Link(canvas)
        self._hovered: Item | None = None
        self._rests = QPoint()
        self.session.derivation.changed.connect(self._tell_anew)

    @property
    def connecting(self) -> bool:
        """Whether a connection is being pulled."""
        return self.pulled is not None

    @property
    def pulled(self) -> Wire | Lead | Link | None:
        """What is being pulled."""
        return next((line for line in (self.wire, self.lead, self.link) if line.active), None)

    def reset(self) -> None:
        """Give up what is under way."""
        self.wire.end()
        self.lead.end()
        self.link.end()
        if self._gesture is not None:
            self._gesture.give_up()
        self._gesture, self._pressed, self._arriving, self._alone = None, None, False, ""
        shape = Qt.CursorShape.CrossCursor if self.canvas.armed else Qt.CursorShape.ArrowCursor
        self.canvas.viewport().setCursor(shape)
        self.canvas.advise()

    # --- press, move, release --------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        """Begin something."""
        at = event.position().toPoint()
        self.canvas.setFocus()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._space):
            self._gesture = Pan(self.canvas, event.position())
            self.canvas.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if not left:
            return
        item = self.canvas.item_at(at)
        if self.canvas.armed:
            self._press_armed(item, at)
        elif (pulled := self.pulled) is not None and pulled.reaches(item, at):
            self._arriving = True
        else:
            self._press_idle(item, at, event)

    def _press_idle(self, item: Item | None, at: QPoint, event: QMouseEvent) -> None:
        """Begin with what is under the pointer; a line that a click has begun ends here."""
        if self.connecting:
            self.reset()
            self._press_plain(self.canvas.item_at(at), at, False)
        elif isinstance(item, BodyItem) and item.port_at(self._local(item, at)):
            self.wire.begin(item.number)
            self._pressed = at
        elif isinstance(item, TerminalItem) and item.port_at(self._local(item, at)):
            self.lead.begin(item, at)
            self._pressed = at
        elif isinstance(item, BlockItem) and item.port_at(local := self._local(item, at)):
            self.link.begin(item, local)
            self._pressed = at
        else:
            self._press_plain(item, at, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def _press_plain(self, item: Item | None, at: QPoint, adding: bool) -> None:
        self._pressed = at
        self._alone = ""
        if item is None:
            self.before = self.session.selection
            if not adding:
                self.session.select(())
            return
        selection = self.session.selection
        if adding and item.key in selection:
            self.session.select(selection - {item.key})
        elif item.key not in selection:
            self.session.select({item.key}, add=adding)
        elif not adding:
            self._alone = item.key  # unless a drag follows, which moves all that is selected

    def _press_armed(self, item: Item | None, at: QPoint) -> None:
        sort, _, kind = self.canvas.armed.partition(":")
        if self.canvas.put(sort, kind, at):
            return
        if self.lead.active:
            self.lead.connect_to(item, at)
            return
        if self.lead.kind:
            self.lead.begin(item, at)
            self._pressed = at
            return
        if isinstance(item, EdgeItem) and self.wire.on_coordinate(kind, item):
            return
        if self.wire.put_down(kind):
            return
        if not isinstance(item, BodyItem):
            if not self.wire.active:
                self.canvas.arm("")
            self.wire.end()
            return
        if self.wire.active:
            self.wire.connect_to(item, at)
        elif sort == "element" and ELEMENTS[kind].geometry.ends.side is Side.BODY:
            self.wire.load(kind, item.number)
        else:
            self.wire.begin(item.number)
            self._pressed = at

    def move(self, event: QMouseEvent) -> None:
        """Go on."""
        at = event.position().toPoint()
        held = self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton
        if self._gesture is None and self.pulled is None and held and self._is_far(at):
            self._alone = ""
            self._gesture = self._dragging(event.modifiers())
        if self._gesture is not None:
            self._gesture.follow(event.position())
        elif self.pulled is not None:
            self.pulled.stretch(at)
        elif not held:
            self._hover(at)

    def _is_far(self, at: QPoint) -> bool:
        """Whether the pointer has moved since it was pressed."""
        return self._pressed is not None and (at - self._pressed).manhattanLength() >= STARTS

    def _dragging(self, held: Qt.KeyboardModifier) -> Gesture | None:
        """What a drag from where the pointer was pressed begins, with keys held."""
        assert self._pressed is not None
        if (pressed := self.canvas.item_at(self._pressed)) is None:
            return Band(self.canvas, self._pressed)
        if held & Qt.KeyboardModifier.ControlModifier:
            clone = Clone(self.canvas, self._pressed)
            return None if clone.empty else clone
        carry = Carry(self.canvas, self._pressed, pressed)
        return None if carry.empty else carry

    def release(self, event: QMouseEvent) -> None:
        """Finish."""
        at = event.position().toPoint()
        if (gesture := self._gesture) is not None:
            self._gesture = None
            gesture.drop(
                event.position(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            )
            self.reset()
        elif (pulled := self.pulled) is not None:
            if self._is_far(at) or self._arriving:
                self._arrive(pulled, at)
            self._arriving = False
            self.canvas.advise()
        elif self._alone:
            self.session.select({self._alone})
        self._alone = ""
        self._pressed = self._pressed if self.connecting else None

    def _arrive(self, pulled: Wire | Lead | Link, at: QPoint) -> None:
        """Let go of what is pulled; a block at which a line from a body ends reads the body."""
        blocks = (item for item in self.canvas.items(at) if isinstance(item, BlockItem))
        block = next((item for item in blocks if item.is_signal), None)
        if isinstance(pulled, Wire) and block is not None and (body := pulled.start) is not None:
            pulled.end()
            self.link.read(body, block.key, at)
        else:
            pulled.connect_to(self.canvas.item_at(at), at)

    # --- hovering and dropping -------------------------------------------------------------

    def _hover(self, at: QPoint) -> None:
        item = self.canvas.item_at(at)
        if item is not self._hovered:
            self._leave_hovered(item)
            self.session.highlight({item.key} if item else ())
        if item is not None:
            item.show_ports(not self.canvas.armed)
        self._tell(item, at)

    def _tell(self, item: Item | None, at: QPoint) -> None:
        """Tell of what the pointer is over."""
        self._rests = at
        faults = words_of_faults(self.session, item.key) if item else ""
        texts = (faults, self._terms_text(item))
        self.canvas.show_tip("\n".join(filter(None, texts)), QPointF(at))

    def _tell_anew(self) -> None:
        """The equations are others: so is what comes from where the pointer rests."""
        idle = not self.connecting and self._gesture is None and not self.canvas.armed
        if idle and self._hovered is not None and in_scene(self._hovered):
            self._tell(self._hovered, self._rests)

    def _leave_hovered(self, entered: Item | None = None) -> None:
        if self._hovered is not None and in_scene(self._hovered):
            self._hovered.show_ports(False)
        self._hovered = entered

    def left(self) -> None:
        """The pointer left the drawing."""
        if not self.connecting:
            self._leave_hovered()
            self.session.highlight(())
            self.canvas.show_tip("", QPointF())

    def forget_removed(self) -> None:
        """What the pointer was over may be gone: its note goes too."""
        if self._hovered is not None and not in_scene(self._hovered):
            self.left()

    def _terms_text(self, item: Item | None) -> str:
        """Which terms of the equations come from an item."""
        derivation = self.session.derivation
        ready = derivation.finished and not derivation.problems
        sheet = derivation.sheet if ready else None  # no others, and not a part of them
        if item is None or sheet is None or item.key.startswith(_NO_TERMS):
            return ""
        keys = frozenset({item.key})
        counts: Counter[str] = Counter()
        for entry in sheet.entries:
            if entry.symbol in ("g", "Gamma", "Q"):
                count = sum(
                    not keys.isdisjoint(self.session.drawn(term.sources)) for term in entry.terms
                )
                if count:
                    name = entry.symbol.replace("Gamma", "Γ") + "".join(map(str, entry.indices))
                    counts[pretty_text(name)] += count
        if not counts:
            return ""
        names = list(counts)
        listed = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
        count = sum(counts.values())
        text = (
            tr("1 term of {names} comes from here")
            if count == 1
            else tr("{n} terms of {names} come from here")
        )
        return text.format(n=count, names=listed)

    def dragged_over(self, at: QPoint) -> None:
        """Something from the palette is over the drawing."""
        body = body_at(self.canvas, at)
        self.session.highlight({body.key} if body else ())

    def dropped(self, tool: str, at: QPoint) -> None:
        """Something from the palette was dropped."""
        sort, _, kind = tool.partition(":")
        self.session.highlight(())
        if tool == BASE:
            self.canvas.place_base(self.canvas.mapToScene(at))
            return
        if not self.canvas.put(sort, kind, at):
            self.canvas.arm(tool)
            self._press_armed(self.canvas.item_at(at) or body_at(self.canvas, at), at)

    # --- keys ------------------------------------------------------------------------------

    def key(self, event: QKeyEvent, down: bool) -> bool:
        """A key was pressed or let go; whether it meant something."""
        if event.key() == Qt.Key.Key_Space:
            self._space = down
            shape = Qt.CursorShape.OpenHandCursor if down else Qt.CursorShape.ArrowCursor
            self.canvas.viewport().setCursor(shape)
            return True
        if not down:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self._escape()
            return True
        if event.key() in _ARROWS:
            return self._nudge(*_ARROWS[Qt.Key(event.key())])
        if event.key() == Qt.Key.Key_F2 and len(self.session.selection) == 1:
            self.canvas.rename(next(iter(self.session.selection)))
            return True
        return False

    def _escape(self) -> None:
        if self.connecting or self._gesture is not None:
            self.reset()
        elif self.canvas.armed:
            self.canvas.arm("")
        else:
            self.session.select(())

    def _nudge(self, dx: float, dy: float) -> bool:
        spots = self.canvas.content.movable()
        places = {k: (x + dx, y + dy) for k, (x, y) in spots.items() if k in self.session.selection}
        if not places:
            return False
        self.session.edit("Nudge", lambda model: edits.move(model, places), True)
        return True

    def _local(self, item: Item, at: QPoint) -> QPointF:
        return item.mapFromScene(self.canvas.mapToScene(at))


# --- Drawing branches of circuits: from terminal to terminal, or over empty paper --------------

End = str | Point
"""The name of a terminal, or a place where a new one will be."""


class Lead(Pulled[End]):
    """A branch that is being pulled; its ends on empty paper become new terminals."""

    @property
    def kind(self) -> str:
        """The kind of branch that the canvas holds; empty for none."""
        sort, _, kind = self.canvas.armed.partition(":")
        is_branch = sort == "element" and ELEMENTS[kind].role is not None
        return kind if is_branch else ""

    def reaches(self, item: Item | None, at: QPoint) -> bool:
        """Whether another terminal is at a point of the viewport."""
        end = self._end(item, at)
        return isinstance(end, str) and end != self._from

    def begin(self, item: Item | None, at: QPoint) -> None:
        """Pull from a terminal, or from a place on the paper."""
        self._from = self._end(item, at)
        self._line = pulled_line()

    def stretch(self, at: QPoint) -> None:
        """Follow the pointer."""
        assert self._from is not None
        if self._draw(self._place(self._from), at):
            target = self._terminal_at(at)
            self.session.highlight({target.key} if target else ())

    def connect_to(self, item: Item | None, at: QPoint) -> None:
        """Arrive at a terminal, or on empty paper."""
        start, kind = self._from, self.kind
        end = self._end(item, at)
        self.end()
        if start is None or start == end:
            return
        if kind:
            self._join(kind, start, end)
        else:
            where = self.canvas.viewport().mapToGlobal(at)
            choose_branch(self.canvas, where, lambda kind: self._join(kind, start, end))

    def _join(self, kind: str, start: End, end: End) -> None:
        def change(model: Model) -> Model:
            ends: list[str] = []
            for place in (start, end):
                if not isinstance(place, str):
                    model = edits.add_terminal(model, place)
                    place = model.terminals[-1].name
                ends.append(place)
            return edits.join(model, kind, *ends)

        add_edge(self.session, "Add branch", change)

    def _end(self, item: Item | None, at: QPoint) -> End:
        target = item if isinstance(item, TerminalItem) else self._terminal_at(at)
        if target is not None:
            return target.name
        place = self.canvas.mapToScene(at)
        return snapped((place.x(), place.y()))

    def _place(self, end: End) -> Point | None:
        return self.canvas.content.place(f"terminal:{end}") if isinstance(end, str) else end

    def _terminal_at(self, at: QPoint) -> TerminalItem | None:
        items = self.canvas.items(at)
        return next((item for item in items if isinstance(item, TerminalItem)), None)


def choose_branch(canvas: Paper, at: QPoint, chosen: Callable[[str], None]) -> QMenu:
    """Show the branches of circuits, and say which one was chosen."""
    branches = {name: kind for name, kind in ELEMENTS.items() if kind.role is not None}
    return kinds_menu(canvas, at, {tr("Circuits"): branches}, chosen)
