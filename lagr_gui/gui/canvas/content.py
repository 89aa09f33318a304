"""Keeps the items of a scene like the model: what changed is updated, nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from threading import Thread
from typing import TypeVar

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from lagr_gui.catalogue import KINDS
from lagr_gui.drawing import DrawnShape, Look, Pace, Plan, looks_of
from lagr_gui.drawing.faces import Face, faces
from lagr_gui.drawing.geometry import Point
from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty_text
from lagr_gui.gui.bridge.item_faults import faulty_items
from lagr_gui.gui.bridge.keys import drawn_key
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import BodyItem, Item, Mood
from lagr_gui.gui.canvas.notes import NoteItem
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.gui.canvas.wired import BlockItem, SignalItem
from lagr_gui.gui.theme import Theme, theme
from lagr_gui.gui.words import tr
from lagr_gui.model import WIRED, Base, Body, Model, Note, SubsystemInstance
from lagr_gui.model.signals import ControlSignal, signals_of
from lagr_gui.subsystems import Blocks, expand, own_numbers, with_blocks

Sort = TypeVar("Sort", bound=Item)


class Content:
    """The items of a drawing by their keys."""

    def __init__(self, scene: QGraphicsScene, session: Session) -> None:
        self.scene, self.session = scene, session
        self.items: dict[str, Item] = {}
        self.signals: dict[str, SignalItem] = {}
        self._plan = Plan()
        self._looks: dict[str, Look] = {}
        self._blocks = Blocks(Model())
        self._shown: tuple[object, ...] = (None,) * 9
        self._placed: tuple[object, ...] = ()
        self._at: dict[str, Point] = {}
        self._completion = Completion(scene)
        self._completion.done.connect(self._complete)

    def sync(self) -> None:
        """Take the model as it is now; ways that are hard to find come a little later."""
        model = self.session.model
        self._route(model, Pace.QUICK)
        self._show(model)
        if self._plan.rough:
            self._completion.start(self._blocks.model, self._places(model), self._looks)

    @property
    def unfinished(self) -> bool:
        """Whether ways are still sought on another thread."""
        return self._completion.running

    def finish(self) -> None:
        """Wait for the ways that are hard to find."""
        self._completion.finish()

    def _complete(self, plan: Plan) -> None:
        self._plan = plan
        self._show(self.session.model)

    def _show(self, model: Model) -> None:
        wanted = {*self.nodes(), *self._plan.shapes, *(n.item for n in model.layout.notes)}
        for items in (self.items, self.signals):
            for key in items.keys() - wanted:
                self.scene.removeItem(items.pop(key))
        for instance in model.instances:
            self._instance(instance)
        self._body("body:0", model.base.name, _base_formula(model.base))
        for body in model.bodies:
            self._body(f"body:{body.number}", body.name, _body_formula(body))
        for key, face in faces(model).items():
            self._block(key, face)
        for name in self._plan.terminals:
            self._terminal(f"terminal:{name}")
        for key in self._plan.shapes:
            self._edge(key)
        for note in model.layout.notes:
            self._note(note)
        self.set_moods()

    def preview(self, model: Model) -> None:
        """Show the places of a model that the document does not hold yet (while one drags)."""
        new = self._route(model, Pace.HASTY)
        for key in self._plan.moved:
            self.items[self._item(key)].setPos(*self._plan.place(key))
        for key in new:
            self._edge(key)
        for note in model.layout.notes:
            self._note(note)

    def _route(self, model: Model, pace: Pace) -> set[str]:
        """Find places and routes; the keys of edges that have changed."""
        self._completion.cancel()
        cuts = self.session.report.cuts if self.session.report else ()
        wired = model.simulation.controllers, model.signals
        named = (model.bodies, model.base) if any(wired) else (None, None)  # in their inputs
        lines = (model.joints, model.elements, model.terminals, model.instances)
        shown = (*lines, cuts, *wired, *named)
        if any(a is not b for a, b in zip(shown, self._shown, strict=True)):
            self._blocks = with_blocks(model)
            self._looks = looks_of(self._blocks.model, cuts, self._signals_of(model))
            self._shown = shown
        blocks = self._blocks.model.having(layout=model.layout)
        placed = (*lines, *wired, *named, model.layout, *model.numbers)
        if placed != self._placed:  # the same objects, as a rule, which compare at once
            self._at, self._placed = self._places(model), placed
        return self._plan.take(blocks, self._at, self._looks, pace)

    def _signals_of(self, model: Model) -> tuple[ControlSignal, ...]:
        """The lines of signals, also those to what is within instances: these end at blocks."""
        flat = expand(model).model if model.instances else model
        numbers = {name: number for number, name in self._blocks.names.items()}

        def drawn(key: str) -> str:
            sort, _, name = drawn_key(model, flat, key).partition(":")
            return f"body:{numbers[name]}" if sort == "instance" else f"{sort}:{name}"

        return signals_of(flat, KINDS, drawn)

    def _places(self, model: Model) -> dict[str, Point]:
        """The places of nodes as the plan calls them, which knows no instances."""
        numbers = {name: number for number, name in self._blocks.names.items()}
        places: dict[str, Point] = {}
        for key, at in edits.places(model).items():
            sort, _, name = key.partition(":")
            if sort != "instance":
                places[key] = at
            elif name in numbers:
                places[f"body:{numbers[name]}"] = at
        return places

    def _item(self, node: str) -> str:
        """The key of the item that a node of the plan is."""
        sort, _, name = node.partition(":")
        return self._blocks.key(int(name)) if sort == "body" else node

    def set_moods(self) -> None:
        """Let items stand out: selected, lit up, at fault."""
        session = self.session
        faulty = faulty_items(session)
        for key, item in self.items.items():
            warm = key in session.highlighted
            item.set_mood(Mood(key in session.selection, warm, key in faulty))
        for line in self.signals.values():
            line.set_mood(self.items[line.key].mood)

    def all_items(self) -> Iterator[Item]:
        """Everything that is drawn: the items, and lines of signals."""
        yield from self.items.values()
        yield from self.signals.values()

    def with_ends(self, key: str) -> list[Item]:
        """An item, and what the lines of a block lead to."""
        ends = (line.look.between for line in self.signals.values() if line.key == key)
        keys = dict.fromkeys((key, *chain.from_iterable(ends)))
        return [item for end in keys if (item := self.items.get(end))]

    def has_ends(self, key: str) -> bool:
        """Whether an item is a line from one thing to another, which can be bent."""
        return self._plan.has_ends(key)

    def place(self, key: str) -> Point | None:
        """Where the middle of an item lies."""
        item = self.items.get(key)
        if item is None:
            return None
        at = item.centre if isinstance(item, EdgeItem) else item.pos()
        return at.x(), at.y()

    def bodies(self) -> dict[str, Point]:
        """The places of the blocks, of bodies and of instances."""
        return {self._blocks.key(number): at for number, at in self._plan.bodies.items()}

    def body_place(self, number: int | None) -> Point | None:
        """Where the block lies that has a body, itself or as a port."""
        return self._plan.bodies.get(number) if number is not None else None

    def nodes(self) -> dict[str, Point]:
        """The places of the blocks and of the terminals: all that lines can lead to."""
        terminals = {f"terminal:{name}": at for name, at in self._plan.terminals.items()}
        return self.bodies() | terminals | self._plan.wired

    def movable(self) -> dict[str, Point]:
        """The places of all that can be moved by itself: nodes, and notes by their corners."""
        notes = self.session.model.layout.notes
        return self.nodes() | {note.item: (note.x, note.y) for note in notes}

    def _made(self, key: str, sort: type[Sort]) -> Sort:
        """The item of a key; a new one of its sort where there is none."""
        item = self.items.get(key)
        if item is None:
            item = self.items[key] = sort(key)
            self.scene.addItem(item)
        assert isinstance(item, sort)
        return item

    def _terminal(self, key: str) -> None:
        item = self._made(key, TerminalItem)
        item.setPos(*self._plan.terminals[key.partition(":")[2]])

    def _instance(self, instance: SubsystemInstance) -> None:
        key = f"instance:{instance.name}"
        number = next(n for n, name in self._blocks.names.items() if name == instance.name)
        item = self._made(key, InstanceItem)
        item.setPos(*self._plan.bodies[number])
        item.show_instance(instance, number if own_numbers(self.session.model, instance) else None)

    def _body(self, key: str, name: str, formula: str) -> None:
        item = self._made(key, BodyItem)
        item.setPos(*self._plan.bodies[item.number])
        item.show_body(name or tr("Body {n}").format(n=item.number), formula)

    def _block(self, key: str, face: Face) -> None:
        item = self._made(key, BlockItem)
        item.setPos(*self._plan.wired[key])
        item.show_face(face)

    def _note(self, note: Note) -> None:
        item = self.items.get(note.item)
        if item is None:
            item = self.items[note.item] = NoteItem(note.item, note)
            self.scene.addItem(item)
        elif isinstance(item, NoteItem) and item.note != note:
            item.show_note(note)

    def _edge(self, key: str) -> None:
        """Show an edge, or the name of a terminal, as it is planned."""
        shape, item = self._plan.shapes[key], self.items.get(key)
        if self._looks[key].between:
            self._signal(key, shape)
        elif isinstance(item, TerminalItem):
            item.show_name(shape.label)
        elif isinstance(item, EdgeItem):
            item.show_edge(shape, self._looks[key])
        else:
            item = self.items[key] = EdgeItem(key, shape, self._looks[key])
            self.scene.addItem(item)

    def _signal(self, key: str, shape: DrawnShape) -> None:
        item, look = self.signals.get(key), self._looks[key]
        if item is None:
            block = next(end for end in reversed(look.between) if end.startswith(WIRED))
            item = self.signals[key] = SignalItem(block, look, shape)
            self.scene.addItem(item)
        item.show_signal(look, shape)


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


# --- Finds on another thread the routes for which there was no time at once --------------------

BEAT = 20
"""Milliseconds from one look to the next whether the plan is made."""


class Completion(QObject):
    """Makes a plan thoroughly; the last one that was asked for counts.

    The thread knows nothing of Qt, and the plan is not looked at before the thread has ended.
    """

    done = Signal(object)
    """The plan."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._plan: Plan | None = None
        self._thread: Thread | None = None
        self._clock = QTimer(self)
        self._clock.setInterval(BEAT)
        self._clock.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether a plan is being made."""
        return self._plan is not None

    def start(self, model: Model, points: Mapping[str, Point], looks: Mapping[str, Look]) -> None:
        """Begin with the plan of a drawing."""
        self.cancel()
        self._plan = Plan()
        work = (model, points, looks)
        self._thread = Thread(target=self._plan.take, args=work, daemon=True, name="routes")
        self._thread.start()
        self._clock.start()

    def cancel(self) -> None:
        """Let go of the plan that is being made."""
        if self._plan is not None:
            self._plan.stop()
        self._plan = self._thread = None
        self._clock.stop()

    def finish(self) -> None:
        """Wait for the plan that is being made, if there is one."""
        if self._thread is not None:
            self._thread.join()
            self._look()

    def _look(self) -> None:
        plan, thread = self._plan, self._thread
        if plan is not None and thread is not None and not thread.is_alive():
            self._plan = self._thread = None
            self._clock.stop()
            self.done.emit(plan)


# --- Instances of subsystems on the drawing: blocks with a double edge -------------------------

EDGE = 4.0
"""Distance of the two lines of the edge, and of the blocks behind one that is repeated."""


class InstanceItem(BodyItem):
    """A block with its name, that of its subsystem, and how often it is repeated."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.repeat: int | None = None
        self._number: int | None = None

    def show_instance(self, instance: SubsystemInstance, number: int | None) -> None:
        """Take what it shows, and the number of the port at which something may be connected."""
        self._number = number
        if instance.repeat != self.repeat:
            self.repeat = instance.repeat
            self.update()
        self.show_body(instance.name, instance.subsystem)

    @property
    def number(self) -> int:
        """The number of its first port that is a body; -1 where it has none."""
        return -1 if self._number is None else self._number

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """The block with its double edge; one that is repeated as a pile."""
        if self.repeat is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.mood.line("node_line"))
            painter.setBrush(theme().color("node_fill"))
            painter.drawRoundedRect(self.block.translated(EDGE, EDGE), 9, 9)
        super().paint(painter, option, widget)

    def _paint_edge(self, painter: QPainter) -> None:
        painter.drawRoundedRect(self.block, 9, 9)
        painter.drawRoundedRect(self.block.adjusted(EDGE, EDGE, -EDGE, -EDGE), 6, 6)

    def _paint_badge(self, painter: QPainter, colors: Theme) -> None:
        if self.repeat is None and not self.mood.faulty:
            return
        text = "!" if self.repeat is None else f"{self.repeat} \u00d7"
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(12)
        painter.setFont(font)
        width = max(24.0, painter.fontMetrics().horizontalAdvance(text) + 12.0)
        at = self.block.topLeft()
        box = QRectF(at.x() - 12, at.y() - 12, width, 24)
        painter.setPen(colors.color("error" if self.mood.faulty else "badge"))
        painter.setBrush(colors.color("error" if self.mood.faulty else "badge"))
        painter.drawRoundedRect(box, 12, 12)
        painter.setPen(colors.color("on_badge"))
        painter.drawText(box, 0x84, text)

    def _paint_number(self, painter: QPainter, colors: Theme) -> None:
        """Of a small picture the name is what is left."""
