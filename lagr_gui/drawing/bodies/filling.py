"""Triangles with true hidden surfaces, in the small language of `native`.

Each sample of a picture keeps how near the nearest triangle over it is, and its shade: the place
of a colour in a table.  Both are linear over a triangle in the picture: `near` is the depth, or in
perspective one over the distance to the eye (J. Blinn: Hyperbolic interpolation, 1992).
"""

from __future__ import annotations

from math import floor

from lagr_gui.native import Counts, Reals, Struct

NOTHING = -1
"""The shade of a sample that no triangle covers."""
LEVELS = 64
"""Shades of a colour, from dark to light."""
FLAT = 1e-12
"""Triangles of less area (samples²) are seen from the side."""
FAR = -1e300
BLOCK = 64
"""Samples of a row that are cleared and settled together."""


class Filling(Struct):
    """Triangles over a picture of `width` × `height` samples.

    Corners have places x, y (samples, y downwards), nearness and light (0 … 1); triangles have
    three corners, a first shade, and `sided`: 0 where only the front is seen, whose corners go
    round against the clock.  Each row has so many `blocks`; those that were drawn on are `touched`.

    All that is done to some rows touches no other ones, so threads share a picture by its rows.
    """

    width: int
    height: int
    blocks: int
    count: int
    x: Reals
    y: Reals
    near: Reals
    light: Reals
    corners: Counts
    shades: Counts
    sided: Counts
    depth: Reals
    shown: Counts
    touched: Counts


def clear(f: Filling, first: int, last: int) -> None:
    """Nothing is drawn any more in the rows from `first` until before `last`."""
    for row in range(first, last):
        at = row * f.width
        for block in range(f.blocks):
            if f.touched[row * f.blocks + block] != 0:
                f.touched[row * f.blocks + block] = 0
                for x in range(block * BLOCK, min(block * BLOCK + BLOCK, f.width)):
                    f.depth[at + x] = FAR
                    f.shown[at + x] = NOTHING


def shade(f: Filling, first: int, last: int) -> None:
    """Draw a flat shade wherever a triangle lies, behind all that is drawn afterwards.

    The front of what is closed covers all that its back does.
    """
    for t in range(f.count):
        fill(f, t, 0, first, last)


def draw(f: Filling, first: int, last: int) -> None:
    """Draw what is nearer than what is drawn already."""
    for t in range(f.count):
        fill(f, t, 1, first, last)


def fill(f: Filling, t: int, solid: int, first: int, last: int) -> None:
    """One triangle, in the rows from `first` until before `last`."""
    a, b, c = f.corners[3 * t], f.corners[3 * t + 1], f.corners[3 * t + 2]
    xa, ya = f.x[a], f.y[a]
    top = min(ya, min(f.y[b], f.y[c]))
    bottom = max(ya, max(f.y[b], f.y[c]))
    if not (bottom > float(first) and top < float(last)):
        return
    ux, uy = f.x[b] - xa, f.y[b] - ya
    vx, vy = f.x[c] - xa, f.y[c] - ya
    area = ux * vy - uy * vx
    if not abs(area) > FLAT:
        return
    if area > 0.0 and f.sided[t] == 0:
        return
    begin = int(max(float(first), floor(top + 0.5)))
    end = int(min(float(last - 1), floor(bottom - 0.5)))
    zu, zv = f.near[b] - f.near[a], f.near[c] - f.near[a]
    zx, zy = (zu * vy - zv * uy) / area, (zv * ux - zu * vx) / area
    lu, lv = f.light[b] - f.light[a], f.light[c] - f.light[a]
    lx, ly = (lu * vy - lv * uy) / area, (lv * ux - lu * vx) / area
    color = f.shades[t]
    # The corners from the highest one on: p, q, r.
    p, q, r = a, b, c
    if f.y[q] < f.y[p]:
        p, q = q, p
    if f.y[r] < f.y[q]:
        q, r = r, q
    if f.y[q] < f.y[p]:
        p, q = q, p
    px, py, qx, qy, rx, ry = f.x[p], f.y[p], f.x[q], f.y[q], f.x[r], f.y[r]
    along = (rx - px) / (ry - py)
    upper = (qx - px) / (qy - py) if qy > py else 0.0
    lower = (rx - qx) / (ry - qy) if ry > qy else 0.0
    for row in range(begin, end + 1):
        y = float(row) + 0.5
        one = px + (y - py) * along
        other = px + (y - py) * upper if y < qy else qx + (y - qy) * lower
        low, high = min(one, other), max(one, other)
        if not low < high:
            continue
        left = int(min(float(f.width), max(0.0, floor(low + 0.5))))  # no number beyond those of C
        right = int(max(-1.0, min(float(f.width - 1), floor(high - 0.5))))
        if right < left:
            continue
        for block in range(left // BLOCK, right // BLOCK + 1):
            f.touched[row * f.blocks + block] = 1
        at = row * f.width
        if solid == 0:
            for x in range(left, right + 1):
                f.shown[at + x] = color
            continue
        dx, dy = float(left) + 0.5 - xa, y - ya
        z = f.near[a] + zx * dx + zy * dy
        light = f.light[a] + lx * dx + ly * dy
        light = light * float(LEVELS - 1) + 0.5
        step = lx * float(LEVELS - 1)
        for x in range(left, right + 1):
            if z > f.depth[at + x]:
                f.depth[at + x] = z
                f.shown[at + x] = color + int(min(max(light, 0.0), float(LEVELS) - 0.5))
            z += zx
            light += step


def settle(f: Filling, fine: int, table: Counts, picture: Counts, first: int, last: int) -> None:
    """The pixels of the rows of samples from `first` until before `last`: means of `fine` × `fine`
    samples, each channel of a colour by itself.

    `table` has alpha, red, green, blue of the shades one after the other, multiplied by alpha.
    """
    width = f.width // fine
    for row in range(first // fine, last // fine):
        for block in range(f.blocks):
            drawn = 0
            for i in range(fine):
                drawn += f.touched[(row * fine + i) * f.blocks + block]
            begin = block * (BLOCK // fine)
            end = min(begin + BLOCK // fine, width)
            if drawn == 0:
                for column in range(begin, end):
                    picture[row * width + column] = 0
                continue
            for column in range(begin, end):
                at = row * fine * f.width + column * fine
                put(f, fine, table, at, picture, row * width + column)


def put(f: Filling, fine: int, table: Counts, at: int, picture: Counts, place: int) -> None:
    """The colour of a pixel whose first sample is `at` a place."""
    first = f.shown[at]
    differ = 0
    for i in range(fine):
        for k in range(fine):
            if f.shown[at + i * f.width + k] != first:
                differ = 1
    if differ == 0:
        picture[place] = packed(table, first) if first >= 0 else 0
        return
    alpha, red, green, blue = 0, 0, 0, 0
    for i in range(fine):
        for k in range(fine):
            color = f.shown[at + i * f.width + k]
            if color >= 0:
                alpha += table[4 * color]
                red += table[4 * color + 1]
                green += table[4 * color + 2]
                blue += table[4 * color + 3]
    many = fine * fine
    picture[place] = (
        (alpha // many * 256 + red // many) * 256 + green // many
    ) * 256 + blue // many


def packed(table: Counts, shade: int) -> int:
    """A colour in one number."""
    at = 4 * shade
    return ((table[at] * 256 + table[at + 1]) * 256 + table[at + 2]) * 256 + table[at + 3]
