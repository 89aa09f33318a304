"""Polygons in numbers: whether their sides keep apart, and in which sense they go round."""

from __future__ import annotations

from collections.abc import Sequence

Corner = tuple[float, float]
SAME = 1e-12
"""Areas below this part of the square of the size are none."""


def signed_area(corners: Sequence[Corner]) -> float:
    """The area within; below zero where the corners go round from y to x."""
    ends = (*corners[1:], *corners[:1])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, ends, strict=True)) / 2


def crosses_itself(corners: Sequence[Corner]) -> bool:
    """Whether two sides meet elsewhere than at the corner between them."""
    count = len(corners)
    sides = [(corners[i], corners[(i + 1) % count]) for i in range(count)]
    least = SAME * _size(corners) ** 2
    for i, (a, b) in enumerate(sides):
        for k in range(i + 1, count):
            c, d = sides[k]
            if k == i + 1 or (i == 0 and k == count - 1):
                start, corner, end = (a, b, d) if k == i + 1 else (c, a, b)
                if _folds_back(start, corner, end, least):
                    return True
            elif _meet(a, b, c, d, least):
                return True
    return False


def _size(corners: Sequence[Corner]) -> float:
    across, up = zip(*corners, strict=True)
    return max(max(across) - min(across), max(up) - min(up))


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    """Twice the area of a triangle, above zero where it goes round from x to y."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _folds_back(start: Corner, corner: Corner, end: Corner, least: float) -> bool:
    """Whether the side after a corner lies on the one before."""
    ahead = (corner[0] - start[0]) * (end[0] - corner[0])
    ahead += (corner[1] - start[1]) * (end[1] - corner[1])
    return abs(_turn(start, corner, end)) <= least and ahead <= 0


def _meet(a: Corner, b: Corner, c: Corner, d: Corner, least: float) -> bool:
    """Whether two sides have a point in common."""
    signs = [_sign(_turn(*three), least) for three in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))]
    if signs[0] * signs[1] < 0 and signs[2] * signs[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(sign == 0 and _between(*three) for sign, three in zip(signs, ends, strict=True))


def _sign(turn: float, least: float) -> int:
    return 0 if abs(turn) <= least else 1 if turn > 0 else -1


def _between(a: Corner, b: Corner, c: Corner) -> bool:
    """Whether a point in line with two others lies between them."""
    return all(min(a[i], b[i]) <= c[i] <= max(a[i], b[i]) for i in (0, 1))
