"""What is to be routed, and what comes out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees, hypot

from lagr_gui.drawing.boxes import Box, Segment, distance, grown
from lagr_gui.drawing.field import TAPPED
from lagr_gui.drawing.geometry import GLYPH, Point

Size = tuple[float, float]
ON_LINE = 0.01
"""A point that is nearer lies on a line."""
HEAD = 9.0
"""Length of the arrow head of a signal."""
TAP = 24.0
"""Around a symbol on which other edges end; so near others do not come if they can help it."""


@dataclass(frozen=True, slots=True)
class Look:
    """What an edge shows, and the sizes of its symbol and its label.

    With `in_line` the line itself takes the form of the symbol, whose first size is along it;
    with `turned` the symbol is turned like the line.  Before the symbol of a joint with `cut`
    is room for the mark of the cut.  A signal lies `between` two items, whose keys these are.
    """

    glyph: str
    text: str
    symbol: Size
    label: Size
    in_line: bool = False
    turned: bool = False
    cut: bool = False
    enabled: bool = True
    between: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """What the user has put somewhere: symbol, corners of the line, label from the symbol."""

    place: Point | None = None
    bends: tuple[Point, ...] = ()
    label: Point | None = None

    @property
    def made(self) -> bool:
        """Whether there is anything of that."""
        return self != Hand()


@dataclass(frozen=True, slots=True)
class Job:
    """An edge, or something with one end, or none.

    `ends` are keys of bodies, terminals or edges; `hung` are the elements that hang on its
    symbol.  `number` counts the edges between the same ends; with `crowded` so many end where it
    does that slanting lines would be in the way of others.  On the symbol of a `tapped` one
    another edge ends: its label stands where a line can pass, and one side of it stays free.  So
    many edges end at the bodies in `shared` that their lines run together on their way from there
    to their symbols; of a load it holds the name of the lines that the loads of its body share.
    """

    key: str
    ends: tuple[str, ...]
    look: Look
    hung: tuple[tuple[str, Look, Hand], ...] = ()
    hand: Hand = Hand()
    number: int = 0
    crowded: bool = False
    tapped: bool = False
    shared: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DrawnShape:
    """Where an item lies.

    `line` are the corners from end to end; its part `host` carries the symbol, whose middle is
    `centre` and whose box is `symbol`.  At the points `hops` the line leaps over another one.
    """

    line: tuple[Point, ...]
    centre: Point
    symbol: Box
    label: Box
    side: str = "middle"
    host: int = 0
    hops: tuple[Point, ...] = ()

    def laid(self, look: Look) -> tuple[float, float]:
        """The angle (degrees, from x to y) and the scale with which a glyph lies on the line."""
        width, height = look.symbol
        if not (look.in_line or look.turned):
            return 0.0, height / (GLYPH[1] - 2)
        (ax, ay), (bx, by) = self.line[self.host : self.host + 2]
        scale = width / GLYPH[0] if look.in_line else height / (GLYPH[1] - 2)
        return degrees(atan2(by - ay, bx - ax)), scale

    @property
    def arrow(self) -> tuple[Point, Point, Point]:
        """The corners of an arrow head at the second end, its tip first."""
        (ax, ay), (x, y) = self.line[-2:]
        span = hypot(x - ax, y - ay) or 1.0
        dx, dy = (x - ax) / span, (y - ay) / span
        back = x - HEAD * dx, y - HEAD * dy
        wide = HEAD / 3
        return (
            (x, y),
            (back[0] - wide * dy, back[1] + wide * dx),
            (back[0] + wide * dy, back[1] - wide * dx),
        )

    def pieces(self) -> Iterator[tuple[Point, Point, list[Point]]]:
        """The straight pieces of the line, each with its hops from the first end on."""
        for a, b in pairwise(self.line):
            over = (hop for hop in self.hops if distance(hop, (a, b)) < ON_LINE)
            yield a, b, sorted(over, key=lambda hop: hypot(hop[0] - a[0], hop[1] - a[1]))


@dataclass(frozen=True, slots=True)
class DrawnShapes:
    """The shapes of one job, and what of them others must keep away from: boxes with names.

    Each piece of line comes with the key of the body whose other lines may run along it, if any.
    """

    shapes: dict[str, DrawnShape]
    solids: tuple[tuple[str, Box], ...]
    wires: tuple[tuple[str, Segment], ...]


def drawn(shapes: dict[str, DrawnShape], job: Job | None = None) -> DrawnShapes:
    """Symbols and labels as boxes, lines as segments."""
    boxes = [(key, shape.symbol) for key, shape in shapes.items()]
    boxes += [(f"{key}/label", shape.label) for key, shape in shapes.items()]
    if job and job.tapped:
        boxes.append((job.key + TAPPED, grown(shapes[job.key].symbol, TAP)))
    wires = [
        wire
        for key, shape in shapes.items()
        for wire in _wires(shape, job if job and key == job.key else None)
    ]
    return DrawnShapes(shapes, tuple(e for e in boxes if e[1][0] < e[1][2]), tuple(wires))


def _wires(shape: DrawnShape, job: Job | None) -> Iterator[tuple[str, Segment]]:
    """The pieces of a line; those before its symbol belong to the first end, then to the second."""
    first, last = ("", "")
    if job and len(job.ends) == 1:
        first = last = next(iter(job.shared), "")
    elif job and job.shared:
        first, last = (end if end in job.shared else "" for end in job.ends)
    for number, (a, b) in enumerate(pairwise(shape.line)):
        if number == shape.host and first != last:
            yield from ((first, (a, shape.centre)), (last, (shape.centre, b)))
        elif a != b:
            yield (first if number < shape.host else last), (a, b)
