"""Wires of signals that are pulled: from the output of a block, or back from its input."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QMenu

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Line
from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.sensors import Sensor
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.canvas.connecting import Pulled, add_edge, pulled_line
from lagr_gui.gui.canvas.items import BodyItem, Item
from lagr_gui.gui.canvas.wired import BlockItem
from lagr_gui.gui.widgets.plain import entry
from lagr_gui.gui.words import in_words, tr
from lagr_gui.model import Model


class Link(Pulled[str]):
    """A wire that is being pulled from a block, to what takes its output or to what it reads."""

    _back = False

    def reaches(self, item: Item | None, at: QPoint) -> bool:
        """Whether something to which a wire may lead is at a point of the viewport."""
        return self._at(at) is not None

    def begin(self, item: BlockItem, at: QPointF) -> None:
        """Pull from a port, at a point of the item."""
        self._from, self._back = item.key, at.x() < 0
        self._line = pulled_line()

    def stretch(self, at: QPoint) -> None:
        """Follow the pointer; tell what could not be."""
        assert self._from is not None
        if not self._draw(self._start(), at):
            return
        if (item := self._at(at)) is None:
            self.session.highlight(())
            self.canvas.show_tip("", QPointF())
            return
        words = "" if self._back else self._fault(self._from, item.key)
        self.session.highlight(() if words else {item.key})
        self.canvas.show_tip(words, QPointF(at))

    def _at(self, at: QPoint) -> Item | None:
        """The other item under a point of the viewport, below the line that is pulled."""
        items = (item for item in self.canvas.items(at) if isinstance(item, Item))
        return next((item for item in items if item.key != self._from), None)

    def _start(self) -> tuple[float, float] | None:
        item = self.canvas.content.items.get(self._from or "")
        if not isinstance(item, BlockItem):
            return None
        port = item.pos() + item.port(self._back)
        return port.x(), port.y()

    def _fault(self, block: str, key: str) -> str:
        try:
            edits.lead(self.session.model, block, key)
        except LagrError as error:
            problem = in_words(error.problems[0])
            return f"{problem.cause} {problem.remedy}"
        return ""

    def connect_to(self, item: Item | None, at: QPoint) -> None:
        """Arrive at an item."""
        block, back, item = self._from, self._back, self._at(at)
        self.end()
        if block is None or item is None:
            return
        if back:
            self.read(item, block, at)
        elif item.key.startswith("joint:"):
            add_edge(self.session, "Connect", lambda model: edits.lead(model, block, item.key))
        else:
            self.session.edit("Connect", lambda model: edits.lead(model, block, item.key))

    def read(self, item: Item, block: str, at: QPoint) -> None:
        """Let a block read an item: at once where there is one choice, otherwise by a menu."""
        texts = measures(self.session.model, item)
        if len(texts) == 1:
            self._take(block, *texts)
        elif texts:
            menu = QMenu(self.canvas)
            menu.setObjectName("measure_menu")
            for text, words in texts.items():
                menu.addAction(entry(words), partial(self._take, block, text))
            menu.popup(self.canvas.viewport().mapToGlobal(at))

    def _take(self, block: str, text: str) -> None:
        self.session.edit("Connect", lambda model: edits.take(model, block, text))


def measures(model: Model, item: Item) -> dict[str, str]:
    """What a block can read of an item: as it is typed, and in words."""
    sort, _, name = item.key.partition(":")
    match sort:
        case "signal":
            signal = next(s for s in model.signals if s.name == name)
            return {text: pretty(text) for text in signal.names}
        case "joint":
            return _coordinates(model.joint(name).coordinates)
        case "element":
            return _of_element(model, name)
        case _ if isinstance(item, BodyItem) and sort == "body":
            body = model.base.name if name == "0" else model.body(int(name)).name
            return _of_body(body or name)
        case _:
            return {}


def _coordinates(names: tuple[str, ...]) -> dict[str, str]:
    both = {name: pretty(name) for name in names}
    return both | {f"{name}'": pretty(name, 1) for name in names}


def _of_element(model: Model, name: str) -> dict[str, str]:
    element = next(element for element in model.elements if element.name == name)
    own = _coordinates(element.own)
    if not isinstance(ELEMENTS[element.kind].geometry, Line):
        return own
    words = {"length": tr("Length of {name}"), "rate": tr("Rate of the length of {name}")}
    return own | {Sensor(w, (name,)).text: t.format(name=name) for w, t in words.items()}


def _of_body(name: str) -> dict[str, str]:
    words = {
        "position": tr("Position {axis}"),
        "velocity": tr("Velocity {axis}"),
        "angular_velocity": tr("Angular velocity {axis}"),
    }
    return {
        Sensor(word, (name,), axis).text: text.format(axis=axis)
        for word, text in words.items()
        for axis in "xyz"
    }
