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


class Filling(Struct):
    """Triangles over a picture of `width` × `height` samples.

    Corners have places x, y (samples, y downwards), nearness and light (0 … 1); triangles have
    three corners, a first shade, and `sided`: 0 where only the front is seen, whose corners go
    round against the clock.  In each row only the samples from `left` to `right` were drawn on.
    """

    width: int
    height: int
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
    left: Counts
    right: Counts


def clear(f: Filling) -> None:
    """Nothing is drawn any more."""
    for row in range(f.height):
        at = row * f.width
        for x in range(f.left[row], f.right[row] + 1):
            f.depth[at + x] = FAR
            f.shown[at + x] = NOTHING
        f.left[row] = f.width
        f.right[row] = -1


def shade(f: Filling) -> None:
    """Draw a flat shade wherever a triangle lies, behind all that is drawn afterwards."""
    for t in range(f.count):
        fill(f, t, 0)


def draw(f: Filling) -> None:
    """Draw what is nearer than what is drawn already."""
    for t in range(f.count):
        fill(f, t, 1)


def fill(f: Filling, t: int, solid: int) -> None:
    """One triangle."""
    a, b, c = f.corners[3 * t], f.corners[3 * t + 1], f.corners[3 * t + 2]
    xa, ya = f.x[a], f.y[a]
    ux, uy = f.x[b] - xa, f.y[b] - ya
    vx, vy = f.x[c] - xa, f.y[c] - ya
    area = ux * vy - uy * vx
    if not abs(area) > FLAT:
        return
    if area > 0.0 and f.sided[t] == 0:
        return
    top = min(ya, min(f.y[b], f.y[c]))
    bottom = max(ya, max(f.y[b], f.y[c]))
    if not (bottom > 0.0 and top < float(f.height)):
        return
    first = int(max(0.0, floor(top + 0.5)))
    last = int(min(float(f.height - 1), floor(bottom - 0.5)))
    zu, zv = f.near[b] - f.near[a], f.near[c] - f.near[a]
    zx, zy = (zu * vy - zv * uy) / area, (zv * ux - zu * vx) / area
    lu, lv = f.light[b] - f.light[a], f.light[c] - f.light[a]
    lx, ly = (lu * vy - lv * uy) / area, (lv * ux - lu * vx) / area
    color = f.shades[t]
    for row in range(first, last + 1):
        y = float(row) + 0.5
        low, high = -1e9, 1e9
        for side in range(3):
            p = a if side == 0 else (b if side == 1 else c)
            q = b if side == 0 else (c if side == 1 else a)
            px, py, qx, qy = f.x[p], f.y[p], f.x[q], f.y[q]
            if py == qy:
                continue
            cross = px + (y - py) * (qx - px) / (qy - py)
            # Inside is on one side of each edge: to the right of those that lead up, if area > 0.
            if (qy - py) * area < 0.0:
                low = max(low, cross)
            else:
                high = min(high, cross)
        if not low < high:
            continue
        left = int(max(0.0, floor(low + 0.5)))
        right = int(min(float(f.width - 1), floor(high - 0.5)))
        if right < left:
            continue
        if left < f.left[row]:
            f.left[row] = left
        if right > f.right[row]:
            f.right[row] = right
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


def settle(f: Filling, fine: int, table: Counts, picture: Counts) -> None:
    """What was drawn on in an empty picture: means of `fine` × `fine` samples, each channel of a
    colour by itself.

    `table` has alpha, red, green, blue of the shades one after the other, multiplied by alpha.
    """
    width, height = f.width // fine, f.height // fine
    for row in range(height):
        left, right = f.width, -1
        for i in range(fine):
            if f.left[row * fine + i] < left:
                left = f.left[row * fine + i]
            if f.right[row * fine + i] > right:
                right = f.right[row * fine + i]
        if right < left:
            continue
        for column in range(left // fine, right // fine + 1):
            at = row * fine * f.width + column * fine
            first = f.shown[at]
            differ = 0
            alpha, red, green, blue = 0, 0, 0, 0
            for i in range(fine):
                for k in range(fine):
                    if f.shown[at + i * f.width + k] != first:
                        differ = 1
            if differ == 0:
                if first >= 0:
                    picture[row * width + column] = packed(table, first)
                continue
            for i in range(fine):
                for k in range(fine):
                    found = f.shown[at + i * f.width + k]
                    if found >= 0:
                        alpha += table[4 * found]
                        red += table[4 * found + 1]
                        green += table[4 * found + 2]
                        blue += table[4 * found + 3]
            many = fine * fine
            picture[row * width + column] = (
                ((alpha // many) * 256 + red // many) * 256 + green // many
            ) * 256 + blue // many


def packed(table: Counts, shade: int) -> int:
    """A colour in one number."""
    at = 4 * shade
    return ((table[at] * 256 + table[at + 1]) * 256 + table[at + 2]) * 256 + table[at + 3]
