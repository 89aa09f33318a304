"""The signal-flow diagram as boxes, lines and texts with their places: for files and the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lagr_gui.drawing.channels import GRID, Cell, ChannelPlan, Net, NodeBox, WirePath, planned
from lagr_gui.extensions.signal_flow import records as r
from lagr_gui.extensions.signal_flow.records import Block, Network, SignalWire

COLUMNS = {
    r.LAW: 0,
    r.MOMENTUM: 1,
    r.TURNING: 1,
    r.JOINT: 2,
    r.MESH: 2,
    r.SPEED: 3,
    r.POSITION: 4,
    r.CONDITION: 5,
}
TITLE, TEXT, LABEL = 12.0, 13.0, 12.0
"""Sizes of letters: of titles, equations, wires."""
WIDEST = 230.0
"""The greatest width of an equation in one line."""
LINE = 19.0
"""The distance of lines in a box."""
NARROW, WIDE, BROAD, SUBSCRIPT = 0.36, 0.63, 0.95, 0.75
"""Widths of letters and the size of subscripts, of the size of letters."""
BOLD = 1.12
"""How much wider bold letters are."""
_BROAD = set("mMwW%@=+−⇐×")
_THIN = set("iljtfrI,.;:'′ ()[]|1/")

Spoken = Callable[[str], str]
"""Says a text from below in the language of a reader."""


@dataclass(frozen=True, slots=True)
class DrawnBlock:
    """A block with its texts: title, lines of the equation."""

    block: Block
    box: NodeBox
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnWire:
    """A wire with its ways."""

    wire: SignalWire
    way: WirePath


@dataclass(frozen=True, slots=True)
class SignalPicture:
    """The whole picture, of a size in pixels."""

    blocks: tuple[DrawnBlock, ...]
    wires: tuple[DrawnWire, ...]
    width: float
    height: float


def signal_picture(network: Network, spoken: Spoken = str, room: float = 0.0) -> SignalPicture:
    """The network laid out from left to right; `room` below each label stays free for numbers."""
    texts = [_texts(block, spoken) for block in network.blocks]
    cells = _cells(network, texts)
    widths = (max(width_of(wire.label, LABEL), room) + 8 for wire in network.wires)
    nets = [
        Net(wire.source, wire.targets, width)
        for wire, width in zip(network.wires, widths, strict=True)
    ]
    plan: ChannelPlan = planned(cells, nets, 4 * GRID if room else 2 * GRID)
    blocks = tuple(
        DrawnBlock(block, box, title, lines)
        for block, box, (title, lines) in zip(network.blocks, plan.boxes, texts, strict=True)
    )
    wires = tuple(map(DrawnWire, network.wires, plan.ways))
    return SignalPicture(blocks, wires, plan.width, plan.height)


def _texts(block: Block, spoken: Spoken) -> tuple[str, tuple[str, ...]]:
    if block.kind in (r.SPEED, r.POSITION):
        return spoken(block.name), ("1/s",)
    lines = tuple(_broken(block.equation)) if block.equation else ()
    return spoken(block.name), lines


def _broken(text: str) -> Iterator[str]:
    """Lines of an equation that are not too wide, broken between terms."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, TEXT) > WIDEST and word in "+−⇐":
            yield line
            line = word
        else:
            line = longer
    yield line


def _cells(network: Network, texts: list[tuple[str, tuple[str, ...]]]) -> list[Cell]:
    rows = _rows(network)
    cells: list[Cell] = []
    for index, (block, (title, lines)) in enumerate(zip(network.blocks, texts, strict=True)):
        width = max([BOLD * width_of(title, TITLE), *(width_of(line, TEXT) for line in lines)]) + 24
        height = 10 + LINE * (1 + len(lines))
        cells.append(Cell(COLUMNS[block.kind], rows[index], width, height))
    return cells


def _rows(network: Network) -> list[int]:
    """The row of each block: bodies one below the other with joint and integrators beside them."""
    rows = [-1] * len(network.blocks)
    free = 0
    band: dict[str, int] = {}
    last: dict[int, int] = {}
    for index, block in enumerate(network.blocks):
        if block.kind not in (r.MOMENTUM, r.TURNING, r.JOINT, r.MESH):
            continue
        column = COLUMNS[block.kind]
        alone = block.kind == r.TURNING and not _follows(network, index)
        if block.kind in (r.MOMENTUM, r.MESH) or alone:
            free = max(last.values(), default=-1) + 1
        at = max(free, last.get(column, -1) + 1)
        rows[index] = last[column] = at
        if block.kind in (r.JOINT, r.MESH):
            rows[index] = last[column] = _beside(network, free, at, index, rows, last)
            band[str(block.owner)] = rows[index]
    _place_others(network, rows, band)
    return rows


def _follows(network: Network, index: int) -> bool:
    before = network.blocks[index - 1] if index else None
    return (
        before is not None
        and before.kind == r.MOMENTUM
        and before.owner == (network.blocks[index].owner)
    )


def _beside(
    network: Network, free: int, at: int, index: int, rows: list[int], last: dict[int, int]
) -> int:
    """The row of a joint, and those of its integrators below it."""
    item = network.blocks[index].items
    row = at
    for column, kind in ((3, r.SPEED), (4, r.POSITION)):
        place = max(row, last.get(column, -1) + 1)
        for other, block in enumerate(network.blocks):
            if block.kind == kind and block.items == item:
                partner = next(
                    (
                        rows[b]
                        for b, candidate in enumerate(network.blocks)
                        if candidate.kind == r.SPEED
                        and candidate.owner == block.owner
                        and rows[b] >= 0
                    ),
                    place,
                )
                place = max(place, partner) if kind == r.POSITION else place
                rows[other] = last[column] = place
                place += 1
    return row


def _place_others(network: Network, rows: list[int], band: dict[str, int]) -> None:
    """Laws and conditions beside what they act on, and integrators of joints without a block."""
    taken = {(COLUMNS[b.kind], rows[i]) for i, b in enumerate(network.blocks) if rows[i] >= 0}
    for index, block in enumerate(network.blocks):
        if rows[index] >= 0:
            continue
        near = [
            rows[other]
            for wire in network.wires
            if index == wire.source or index in wire.targets
            for other in (wire.source, *wire.targets)
            if rows[other] >= 0
        ]
        wished = round(sum(near) / len(near)) if near else 0
        column, away = COLUMNS[block.kind], 0
        while True:
            free_row = next(
                (
                    row
                    for row in (wished + away, wished - away)
                    if row >= 0 and (column, row) not in taken
                ),
                None,
            )
            if free_row is not None:
                break
            away += 1
        rows[index] = free_row
        taken.add((column, free_row))


def runs(label: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a label, each with whether it is a subscript."""
    while label:
        before, mark, rest = label.partition("_{")
        if before:
            yield before, False
        if not mark:
            return
        inner, _, label = rest.partition("}")
        yield inner, True


def _width(letter: str) -> float:
    return NARROW if letter in _THIN else BROAD if letter in _BROAD else WIDE


def width_of(label: str, size: float) -> float:
    """About how wide a label is in letters of a size."""
    total = 0.0
    for text, low in runs(label):
        width = sum(map(_width, text))
        total += width * (SUBSCRIPT if low else 1.0)
    return total * size
