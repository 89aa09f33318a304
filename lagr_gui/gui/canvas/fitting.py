"""What can be inserted where: a tool of the palette, and what is under the pointer or selected."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QPoint

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.editing import edits
from lagr_gui.editing.rules import may_connect
from lagr_gui.gui.canvas.connecting import Wire, add_edge
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.paper import Paper
from lagr_gui.gui.words import tr
from lagr_gui.model import Model


@dataclass(frozen=True)
class Insertion:
    """What a tool makes at once: where, in words, and the doing."""

    where: str
    run: Callable[[], object]


class Spot:
    """A place of the paper, with the items that are meant there."""

    def __init__(self, canvas: Paper, wire: Wire, at: QPoint, keys: Collection[str]) -> None:
        self.canvas, self.session, self.wire = canvas, canvas.session, wire
        self.place, self.keys = canvas.mapToScene(at), keys
        self.bodies = sorted(int(key[5:]) for key in keys if key.startswith("body:"))

    @property
    def at(self) -> QPoint:
        """Where it is in the viewport, which may have moved since."""
        return self.canvas.mapFromScene(self.place)

    def fit(self, tool: str) -> Insertion | None:
        """What a tool makes here at once; None where it has to be held and drawn."""
        sort, _, kind = tool.partition(":")
        if sort in ("body", "terminal", "subsystem", "note"):
            return Insertion(tr("here"), lambda: self.canvas.put(sort, kind, self.at))
        return self._joint(kind) if sort == "joint" else self._element(kind)

    def _joint(self, kind: str) -> Insertion | None:
        if len(self.bodies) == 2:
            return self._between(kind, *self.bodies)
        if len(self.bodies) > 2:
            return None
        start = self.bodies[0] if self.bodies else self._end_of_joint()
        where = _way(self._name(start), tr("new body"))
        return Insertion(where, lambda: self.wire.connect_new(kind, start, self.place))

    def _end_of_joint(self) -> int:
        """The body to which the joint leads that is meant; body 0 where none is."""
        ends = {j.child for j in self.session.model.joints if f"joint:{j.name}" in self.keys}
        return ends.pop() if len(ends) == 1 else 0

    def _element(self, kind: str) -> Insertion | None:
        side = ELEMENTS[kind].geometry.ends.side
        if side in (Side.NOWHERE, Side.COILS):
            return Insertion(tr("here"), lambda: self.wire.put_down(kind))
        if side is Side.TERMINALS:
            return self._branch(kind)
        if len(self.bodies) == 2:
            return self._between(kind, *self.bodies)
        if side is Side.COORDINATE:
            return self._in_joint(kind)
        if len(self.bodies) != 1 or self.bodies == [0]:
            return None
        (number,) = self.bodies
        if side is Side.BODY:
            return Insertion(self._name(number), lambda: self.wire.load(kind, number))
        return self._between(kind, number, 0) if side in (Side.BODIES, Side.GROUND) else None

    def _between(self, kind: str, a: int, b: int) -> Insertion | None:
        if may_connect(self.session.model, kind, a, b):
            return None
        where = _way(self._name(a), self._name(b))
        return Insertion(where, lambda: self.wire.connect_bodies(kind, a, b))

    def _in_joint(self, kind: str) -> Insertion | None:
        """Into the joint that is meant, or the one that leads to the body that is."""
        names = {key[6:] for key in self.keys if key.startswith("joint:")}
        known = self.session.model.joints
        joints = [j for j in known if j.name in names or (not names and j.child in self.bodies)]
        if len(joints) != 1 or not joints[0].coordinates:
            return None
        item = self.canvas.content.items.get(f"joint:{joints[0].name}")
        if not isinstance(item, EdgeItem):
            return None
        return Insertion(joints[0].name, lambda: self.wire.on_coordinate(kind, item))

    def _branch(self, kind: str) -> Insertion | None:
        ends = sorted(key.partition(":")[2] for key in self.keys if key.startswith("terminal:"))
        if len(ends) != 2:
            return None

        def change(model: Model) -> Model:
            return edits.join(model, kind, *ends)

        return Insertion(_way(*ends), lambda: add_edge(self.session, "Add branch", change))

    def _name(self, number: int) -> str:
        model = self.session.model
        name = model.base.name if number == 0 else model.body(number).name
        return name or tr("Body {n}").format(n=number)


def _way(start: str, end: str) -> str:
    return f"{start} – {end}"
