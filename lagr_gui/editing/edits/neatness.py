"""Cells of bodies with loops, made neat: short, level and upright edges without crossings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

COLUMN, ROW = 240.0, 170.0
"""Distances between neighbouring bodies."""
BLOCK = 132.0
"""Width of a body."""

Cell = tuple[float, float]
Cells = dict[int, Cell]
Edge = tuple[int, int, float]
"""Two bodies, and how much a picture is worth in which they are near each other."""

LARGEST = 14
"""Larger systems stay as they are: looking for something neater would take too long."""
REACH = 3
SLANT, CROSSED, COVERED, BACK, SPREAD = 0.8, 3.0, 5.0, 0.4, 0.15
ROOT = 1.5


def neat(cells: Mapping[int, Cell], edges: Sequence[Edge], root: int) -> Cells:
    """Cells in which no single move or exchange of bodies makes the picture neater."""
    best: Cells = {n: (float(round(c)), float(round(r))) for n, (c, r) in _apart(cells).items()}
    if len(best) > LARGEST:
        return dict(cells)
    least = _cost(best, edges, root)
    changed = True
    while changed:
        changed = False
        for other in _neighbours(best):
            cost = _cost(other, edges, root)
            if cost < least - 1e-9:
                best, least, changed = other, cost, True
                break
    return best


def _apart(cells: Mapping[int, Cell]) -> Cells:
    """Cells in whole rows, each of them once."""
    taken: set[Cell] = set()
    whole: Cells = {}
    for number, (column, row) in cells.items():
        cell = (float(round(column)), float(int(row)))
        while cell in taken:
            cell = (cell[0], cell[1] + 1)
        taken.add(cell)
        whole[number] = cell
    return whole


def _neighbours(cells: Cells) -> Iterator[Cells]:
    """All pictures that one move or exchange makes of a picture."""
    numbers, taken = sorted(cells), set(cells.values())
    for place, a in enumerate(numbers):
        for b in numbers[place + 1 :]:
            yield {**cells, a: cells[b], b: cells[a]}
    for number in numbers:
        column, row = cells[number]
        for dx in range(-REACH, REACH + 1):
            for dy in range(-REACH, REACH + 1):
                cell = (column + dx, row + dy)
                if cell not in taken:
                    yield {**cells, number: cell}


def _cost(cells: Cells, edges: Sequence[Edge], root: int) -> float:
    columns, rows = zip(*cells.values(), strict=True)
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    cost = SPREAD * (wide * high + 0.5 * max(0.0, high - wide) ** 2)
    cost += ROOT * (cells[root][0] - min(columns))
    lines = [(cells[a], cells[b]) for a, b, _ in edges]
    for (a, b, weight), ((ax, ay), (bx, by)) in zip(edges, lines, strict=True):
        dx, dy = abs(bx - ax), abs(by - ay)
        cost += weight * (dx + dy - 1 + (SLANT if dx and dy else 0))
        cost += BACK * weight * (bx < ax and a < b)
        cost += COVERED * sum(_covers(cell, (ax, ay), (bx, by)) for cell in cells.values())
    for place, first in enumerate(lines):
        cost += CROSSED * sum(_cross(*first, *second) for second in lines[place + 1 :])
    return cost


def _covers(cell: Cell, a: Cell, b: Cell) -> bool:
    """Whether a cell lies on the line between two others."""
    (x, y), (ax, ay), (bx, by) = cell, a, b
    if cell in (a, b) or abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > 0.5:
        return False
    return min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def _cross(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Cell, b: Cell, p: Cell) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
