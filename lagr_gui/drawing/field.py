"""What lies on the paper, found by place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from lagr_gui.drawing.boxes import Box, Segment, box_of, hits, overlap

CELL = 200.0
TAPPED = "/tapped"
"""What the name of the box around a symbol ends with on which other edges will end."""


@dataclass(slots=True, eq=False)
class Owner:
    """Whose parts lie somewhere; those of lower rank are there before it."""

    key: str
    rank: int = -1
    parts: list[FieldPart] = field(default_factory=list["FieldPart"])


@dataclass(slots=True, eq=False)
class FieldPart:
    """A box that lines and boxes avoid, or a segment of a line that lines may cross."""

    owner: Owner
    name: str
    box: Box
    wire: Segment | None = None


class CellField:
    """All parts, in square cells."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[FieldPart]] = defaultdict(list)

    def put(
        self, owner: Owner, solids: Iterable[tuple[str, Box]], wires: Iterable[tuple[str, Segment]]
    ) -> None:
        """Take the parts of an owner instead of those it had."""
        for part in owner.parts:
            for cell in _cells(part):
                self._cells[cell].remove(part)
        owner.parts = [FieldPart(owner, name, box) for name, box in solids]
        owner.parts += [FieldPart(owner, name, box_of(wire), wire) for name, wire in wires]
        for part in owner.parts:
            for cell in _cells(part):
                self._cells[cell].append(part)

    def parts(self, area: Box, rank: int) -> list[FieldPart]:
        """The parts of lower rank in an area."""
        parts: dict[int, FieldPart] = {}
        left, top, right, bottom = area
        for i in range(int(left // CELL), int(right // CELL) + 1):
            for k in range(int(top // CELL), int(bottom // CELL) + 1):
                for part in self._cells.get((i, k), ()):
                    a = part.box
                    if (
                        part.owner.rank < rank
                        and a[0] <= right
                        and left <= a[2]
                        and a[1] <= bottom
                        and top <= a[3]
                    ):
                        parts[id(part)] = part
        return list(parts.values())


@dataclass(slots=True)
class Effort:
    """How many places may still be looked at in the search for ways, and how far apart ends may be.

    It tells whether a way was given up, which more effort could have found.
    """

    left: int
    far: float = inf
    given_up: bool = False


class Sight:
    """The field as one edge sees it: what is there before it; and where it has looked.

    As long as it is `wide` the room around symbols on which other edges will end is taken.
    """

    def __init__(
        self,
        place: CellField,
        rank: int,
        effort: Effort,
        shared: frozenset[str] = frozenset(),
        wide: bool = True,
    ) -> None:
        self._field, self._rank, self._shared = place, rank, shared
        self.effort = effort
        self.wide = wide
        self.seen: list[Box] = []

    def look(self, area: Box) -> Obstacles:
        """All there is in an area."""
        self.seen.append(area)
        parts = self._field.parts(area, self._rank)
        if not self.wide:
            parts = [part for part in parts if not part.name.endswith(TAPPED)]
        return Obstacles(
            [(part.name, part.box) for part in parts if part.wire is None],
            [part.wire for part in parts if part.wire and part.name not in self._shared],
            [part.wire for part in parts if part.wire and part.name in self._shared],
        )


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Boxes with their names, and lines; those in `along` may be met and followed."""

    solids: list[tuple[str, Box]]
    wires: list[Segment]
    along: list[Segment] = field(default_factory=list[Segment])

    def near(self, area: Box) -> Obstacles:
        """What of it lies in a smaller area."""
        return Obstacles(
            [entry for entry in self.solids if overlap(entry[1], area)],
            [wire for wire in self.wires if hits(wire, area)],
            [wire for wire in self.along if hits(wire, area)],
        )

    def free(self, box: Box, but: frozenset[str] = frozenset()) -> bool:
        """Whether nothing lies in a box."""
        return not any(overlap(box, b) for key, b in self.solids if key not in but) and not any(
            hits(wire, box) for wire in (*self.wires, *self.along)
        )


def _cells(part: FieldPart) -> list[tuple[int, int]]:
    """The cells that a part touches; of a slanting segment only those along it."""
    left, top, right, bottom = part.box
    cells = [
        (i, k)
        for i in range(int(left // CELL), int(right // CELL) + 1)
        for k in range(int(top // CELL), int(bottom // CELL) + 1)
    ]
    if part.wire is None or len(cells) < 4:
        return cells
    wire = part.wire
    return [
        (i, k)
        for i, k in cells
        if hits(wire, (i * CELL - 1, k * CELL - 1, (i + 1) * CELL + 1, (k + 1) * CELL + 1))
    ]
