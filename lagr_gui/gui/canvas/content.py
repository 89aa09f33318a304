"""Keeps the items of a scene like the model: what changed is updated, nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QGraphicsScene

from lagr_gui.algebra.names import pretty_text
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.geometry import Plan, Point
from lagr_gui.gui.canvas.items import BodyItem, EdgeItem, Item, Mood
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.gui.words import tr
from lagr_gui.model import Base, Body, Element, Joint
from lagr_gui.problem import Severity


class Content:
    """The items of a drawing by their keys."""

    def __init__(self, scene: QGraphicsScene, session: Session) -> None:
        self.scene, self.session = scene, session
        self.items: dict[str, Item] = {}
        self._plan = Plan(session.model)

    def sync(self) -> None:
        """Take the model as it is now."""
        model = self.session.model
        self._plan = Plan(model)
        wanted = {*self.nodes(), *self._plan.shapes}
        for key in self.items.keys() - wanted:
            self.scene.removeItem(self.items.pop(key))
        self._body("body:0", model.base.name, _base_formula(model.base))
        for body in model.bodies:
            self._body(f"body:{body.number}", body.name, _body_formula(body))
        for name in self._plan.terminals:
            self._terminal(name)
        cut = set(self.session.report.cuts) if self.session.report else set()
        for joint in model.joints:
            self._edge(f"joint:{joint.name}", *_joint_look(joint), cut=joint.name in cut)
        for element in model.elements:
            self._edge(f"element:{element.name}", *_element_look(element), element.enabled)
        self.set_moods()

    def shift(self, points: Mapping[str, Point]) -> None:
        """Show bodies at places that the model does not have yet (while they are dragged)."""
        model = self.session.model
        known = self.nodes() | dict(points)
        for key, at in points.items():
            self.items[key].setPos(*at)
        plan = Plan(model, known)
        for key, shape in plan.shapes.items():
            item = self.items[key]
            assert isinstance(item, EdgeItem)
            item.show_edge(shape, item.glyph, item.label, item.enabled, item.cut)

    def set_moods(self) -> None:
        """Let items stand out: selected, lit up, at fault."""
        session = self.session
        faulty = _faulty(session)
        for key, item in self.items.items():
            warm = key in session.highlighted
            item.set_mood(Mood(key in session.selection, warm, key in faulty))

    def place(self, key: str) -> Point | None:
        """Where the middle of an item lies."""
        item = self.items.get(key)
        if item is None:
            return None
        at = item.centre if isinstance(item, EdgeItem) else item.pos()
        return at.x(), at.y()

    def bodies(self) -> dict[str, Point]:
        """The places of the blocks."""
        return {f"body:{number}": at for number, at in self._plan.bodies.items()}

    def nodes(self) -> dict[str, Point]:
        """The places of the blocks and of the terminals: all that can be moved."""
        terminals = {f"terminal:{name}": at for name, at in self._plan.terminals.items()}
        return self.bodies() | terminals

    def _terminal(self, name: str) -> None:
        key = f"terminal:{name}"
        item = self.items.get(key)
        if item is None:
            item = self.items[key] = TerminalItem(key)
            self.scene.addItem(item)
        item.setPos(*self._plan.terminals[name])

    def _body(self, key: str, name: str, formula: str) -> None:
        item = self.items.get(key)
        if item is None:
            item = self.items[key] = BodyItem(key)
            self.scene.addItem(item)
        assert isinstance(item, BodyItem)
        item.setPos(*self._plan.bodies[item.number])
        item.show_body(name or tr("Body {n}").format(n=item.number), formula)

    def _edge(
        self, key: str, glyph: str, label: str, enabled: bool = True, cut: bool = False
    ) -> None:
        shape = self._plan.shapes.get(key)
        if shape is None:
            return
        item = self.items.get(key)
        if item is None:
            item = self.items[key] = EdgeItem(key)
            self.scene.addItem(item)
        assert isinstance(item, EdgeItem)
        item.show_edge(shape, glyph, label, enabled, cut)


def _faulty(session: Session) -> set[str]:
    """The items at which errors of the report lie."""
    found: set[str] = set()
    for problem in session.report.problems if session.report else ():
        if problem.severity is Severity.ERROR and (key := item_of(session.model, problem.path)):
            found.add(key)
    return found


def _base_formula(base: Base) -> str:
    if base == Base(name=base.name):
        return tr("at rest")
    moving = [
        f"{axis} = {pretty_text(str(value))}"
        for axis, value in zip("xyz", base.position, strict=True)
        if value not in (0, "0")
    ]
    return ", ".join(moving) or tr("turning")


def _body_formula(body: Body) -> str:
    if body.mass in (0, "0"):
        return tr("massless")
    return f"m = {pretty_text(str(body.mass))}"


def _joint_look(joint: Joint) -> tuple[str, str]:
    glyph = JOINTS[joint.kind].glyph if joint.kind in JOINTS else "general"
    names = [pretty_text(name) for name in joint.coordinates]
    return glyph, ", ".join(names if len(names) <= 3 else [names[0], "…", names[-1]])


def _element_look(element: Element) -> tuple[str, str]:
    glyph = ELEMENTS[element.kind].glyph if element.kind in ELEMENTS else "general"
    return glyph, element.name
