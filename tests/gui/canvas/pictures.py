"""Looks at a drawing as an eye does: which boxes and lines touch that must not.

It knows items of the scene by what they paint: blocks, lines, symbols, labels.  How they came to
their places it does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF

from lagr_gui.gui.canvas import Canvas
from lagr_gui.gui.canvas.edges import EdgeItem
from lagr_gui.gui.canvas.items import BodyItem
from lagr_gui.gui.canvas.terminals import TerminalItem

BADGE = 12.0
NEAR, CROWD, LOADS = 2.0, 16, 4
"""Lines that run alongside nearer than this are seen as one."""


@dataclass
class Seen:
    """A line with its symbol and its label; the blocks at its ends."""

    key: str
    line: list[QPointF]
    symbol: QRectF
    label: QRectF
    hops: list[QPointF]
    ends: set[str]
    load: str = ""
    """The body on which a force or moment acts."""

    @property
    def pieces(self) -> list[QLineF]:
        return [QLineF(a, b) for a, b in pairwise(self.line) if a != b]


def faults(canvas: Canvas) -> list[str]:
    """What a reader of the drawing could take for something else."""
    items = canvas.content.items.values()
    blocks = {item.key: item.block.translated(item.pos()) for item in items if _is_body(item)}
    edges = [_seen(item, canvas) for item in items if isinstance(item, EdgeItem)]
    names = {
        item.key: item.label_box.translated(item.pos())
        for item in items
        if isinstance(item, TerminalItem)
    }
    shared = _Shared(blocks, edges)
    return [
        *_boxes(blocks, edges, names),
        *_lines(blocks, edges, names),
        *_crossings(edges, shared),
    ]


def _is_body(item: object) -> bool:
    return isinstance(item, BodyItem)


def _seen(item: EdgeItem, canvas: Canvas) -> Seen:
    shape = item.form
    return Seen(
        item.key,
        [QPointF(*point) for point in shape.line],
        item.symbol_box,
        item.label_box,
        [QPointF(*point) for point in shape.hops],
        _ends(canvas, item.key),
        _load(canvas, item.key),
    )


def _ends(canvas: Canvas, key: str) -> set[str]:
    """The bodies to which an edge belongs, by what the model says."""
    model = canvas.session.model
    sort, _, name = key.partition(":")
    if sort == "joint":
        joint = model.joint(name)
        return {f"body:{joint.parent}", f"body:{joint.child}"}
    record = model.element(name).model_dump()
    fields = ("body", "body_a", "body_b", "ground", "parent", "child")
    return {f"body:{record[field]}" for field in fields if field in record}


def _load(canvas: Canvas, key: str) -> str:
    sort, _, name = key.partition(":")
    element = canvas.session.model.element(name) if sort == "element" else None
    return f"body:{element.body}" if element and element.kind in ("force", "torque") else ""


def _boxes(blocks: dict, edges: list[Seen], names: dict) -> Iterator[str]:
    boxes = list(blocks.items())
    boxes += [(f"number of {key}", _badge(box)) for key, box in blocks.items()]
    boxes += [(f"symbol of {e.key}", e.symbol) for e in edges]
    boxes += [(f"label of {e.key}", e.label) for e in edges if e.label.width()]
    boxes += [(f"name of {key}", box) for key, box in names.items()]
    for (a, first), (b, second) in combinations(boxes, 2):
        if first.intersects(second) and not (a.startswith(("body", "number")) and "body:" in b):
            yield f"{a} lies on {b}"


def _badge(block: QRectF) -> QRectF:
    return QRectF(-BADGE, -BADGE, 2 * BADGE, 2 * BADGE).translated(block.topLeft())


def _lines(blocks: dict, edges: list[Seen], names: dict) -> Iterator[str]:
    for edge in edges:
        for piece in edge.pieces:
            for key, block in blocks.items():
                room = block.adjusted(0.5, 0.5, -0.5, -0.5) if key in edge.ends else block
                if _goes_through(piece, room):
                    yield f"{edge.key} runs over {key}"
            for other in edges:
                foreign = other is not edge and not _hangs(edge, other)
                if foreign and _goes_through(piece, other.symbol.adjusted(0.5, 0.5, -0.5, -0.5)):
                    yield f"{edge.key} runs over the symbol of {other.key}"
                if other.label.width() and _goes_through(piece, other.label):
                    yield f"{edge.key} runs over the label of {other.key}"
            for key, box in names.items():
                if _goes_through(piece, box):
                    yield f"{edge.key} runs over the name of {key}"


def _hangs(edge: Seen, other: Seen) -> bool:
    """Whether a line ends at the border of a symbol on which it hangs."""
    room = other.symbol.adjusted(-0.5, -0.5, 0.5, 0.5)
    inner = other.symbol.adjusted(0.5, 0.5, -0.5, -0.5)
    ends = (edge.line[0], edge.line[-1])
    return any(room.contains(end) and not inner.contains(end) for end in ends)


def _goes_through(piece: QLineF, box: QRectF) -> bool:
    sides = [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft(), box.topLeft()]
    if box.contains(piece.p1()) and box.contains(piece.p2()):
        return True
    cut = QLineF.IntersectionType.BoundedIntersection
    met = [piece.intersects(QLineF(a, b)) for a, b in pairwise(sides)]
    points = [point for sort, point in met if sort == cut]
    inside = [p for p in (piece.p1(), piece.p2()) if box.contains(p)]
    return any((a - b).manhattanLength() > 0.9 for a, b in combinations([*points, *inside], 2))


class _Shared:
    """Bodies at which so many edges end that their lines may run together up to the symbols.

    Loads on one body may do so already where there are more than stand beside it.
    """

    def __init__(self, blocks: dict, edges: list[Seen]) -> None:
        degree = Counter(end for edge in edges for end in edge.ends)
        self._loads = Counter(edge.load for edge in edges)
        self._blocks = {key: block for key, block in blocks.items() if degree[key] > CROWD}

    def halves(self, edge: Seen) -> list[tuple[QLineF, str]]:
        """The pieces of a line up to its symbol and behind it, and to which body they lead."""
        if edge.load and self._loads[edge.load] > LOADS:
            return [(piece, f"loads of {edge.load}") for piece in edge.pieces]
        centre, found, side = edge.symbol.center(), [], self._at(edge.line[0])
        for piece in edge.pieces:
            near = QLineF(piece.p1(), centre).length() + QLineF(centre, piece.p2()).length()
            if side is not None and near - piece.length() < 1e-6:
                found.append((QLineF(piece.p1(), centre), side))
                side = None
                found.append((QLineF(centre, piece.p2()), self._at(edge.line[-1])))
            else:
                found.append((piece, side or self._at(edge.line[-1])))
        return found

    def _at(self, end: QPointF) -> str:
        room = {key: block.adjusted(-1, -1, 1, 1) for key, block in self._blocks.items()}
        return next((key for key, block in room.items() if block.contains(end)), "")


def _crossings(edges: list[Seen], shared: _Shared) -> Iterator[str]:
    cut = QLineF.IntersectionType.BoundedIntersection
    for a, b in combinations(edges, 2):
        for first, one in shared.halves(a):
            for second, other in shared.halves(b):
                if one and one == other:
                    continue
                sort, at = first.intersects(second)
                if sort == cut and not _is_end(at, a, b) and not _has_arc(at, a, b):
                    yield f"{a.key} crosses {b.key} without an arc"
                if _alongside(first, second):
                    yield f"{a.key} runs along {b.key}"


def _is_end(at: QPointF, a: Seen, b: Seen) -> bool:
    ends = (a.line[0], a.line[-1], b.line[0], b.line[-1])
    return any((at - end).manhattanLength() < 1 for end in ends)


def _has_arc(at: QPointF, a: Seen, b: Seen) -> bool:
    return any((at - hop).manhattanLength() < 1 for hop in (*a.hops, *b.hops))


def _alongside(first: QLineF, second: QLineF) -> bool:
    """Whether parallel pieces cover each other over more than a point."""
    turn = first.angleTo(second) % 180
    if min(turn, 180 - turn) > 3:
        return False
    unit, normal = first.unitVector(), first.normalVector().unitVector()
    along = [
        QPointF.dotProduct(p - first.p1(), QPointF(unit.dx(), unit.dy())) for p in _both(second)
    ]
    across = [
        QPointF.dotProduct(p - first.p1(), QPointF(normal.dx(), normal.dy())) for p in _both(second)
    ]
    low, high = max(0.0, min(along)), min(first.length(), max(along))
    return max(abs(d) for d in across) < NEAR and high - low > 1


def _both(line: QLineF) -> tuple[QPointF, QPointF]:
    return line.p1(), line.p2()
