"""The picture of a body cut free: its outline, all forces and moments, and their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lagr_gui.drawing.bodies.outline import hull
from lagr_gui.drawing.bodies.surfaces import SolidSurface, seen_along
from lagr_gui.drawing.labels import LabelBox, LabelPlan
from lagr_gui.exchange.documents.typst_paper import TypstPaper, sizes
from lagr_gui.exchange.svg_motion import VIEWS
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.body_loads import APPLIED, BINDING, DRIVE, JOINT, WEIGHT
from lagr_gui.mechanics.trajectories.free_body import CutForce, FreeBody

WIDTH, HEIGHT = 700.0, 420.0
"""Width, and greatest height (pt)."""
ROOM = 120.0
"""What stays free around the body for arrows and names (pt)."""
LONGEST, SHORTEST = 92.0, 24.0
"""Lengths (pt) of the largest force and of the least that is shown."""
CIRCLE, WIDER = 20.0, 9.0
"""Radius of the sign of a moment, and how much wider the next at the same point is."""
BESIDE = 8.0
"""How far arrows of the same line lie apart."""
NOTHING = 1e-9
COLORS = {
    WEIGHT: "#b5305c",
    APPLIED: "#d55e00",
    JOINT: "#0b6aa2",
    DRIVE: "#2b8a3e",
    BINDING: "#8a6d00",
}
HEAD = '#set text(size: 10.5pt, fill: rgb("#1f2933"))\n'


@dataclass(frozen=True, eq=False)
class DrawnForce:
    """One arrow: where, along what (N or N m), its name in the mathematics of Typst."""

    name: str
    value: float
    turns: bool
    sort: str
    point: Array
    vector: Array


def symbol(cut: CutForce, axis: str = "") -> str:
    """The name of a force, or of its component along an axis, in the mathematics of Typst."""
    below = subscript(cut.index, axis)
    return f"{cut.symbol}_({below})" if below else cut.symbol


def moment_symbol(cut: CutForce, axis: str = "") -> str:
    """The name of the moment of what also has a force."""
    if not cut.acting.force.any():
        return symbol(cut, axis)
    return f"M_({subscript(cut.symbol.replace('m g', 'G'), cut.index, axis)})"


def subscript(*parts: str) -> str:
    """An index of several parts in the mathematics of Typst; those of several letters are words."""
    return " ".join(f'"{part}"' if len(part) > 1 else part for part in parts if part)


def number(size: float, unit: str = "") -> str:
    """A number of a few digits in the mathematics of Typst, or as text with its unit."""
    text = f"{size:.4g}"
    mantissa, e, power = text.partition("e")
    said = f"{mantissa} dot 10^({int(power)})" if e else mantissa
    return f'{said} thin upright("{unit}")' if unit else said


def picture(body: FreeBody, i: int, wide: float = WIDTH) -> tuple[TypstPaper, list[LabelBox]]:
    """The picture at an instant, so wide (pt), and where its labels stand."""
    return _Picture(body, i, wide).drawn()


def axes_of(planar: str | None) -> Array:
    """Directions (2, 3) to the right and upwards on paper."""
    return np.array(VIEWS[planar], dtype=float)


class _Picture:
    def __init__(self, body: FreeBody, i: int, wide: float) -> None:
        self.body, self.i, self.wide = body, i, wide
        self.view = axes_of(body.planar)
        self.towards = np.cross(*self.view)
        self.shown = list(self._arrows())
        solids = [self._in_space(corners) for corners, _ in body.solids]
        points = [*np.concatenate([*solids, body.x[i : i + 1]]), *(e.point for e in self.shown)]
        flat = np.array(points) @ self.view.T
        low, high = flat.min(axis=0), flat.max(axis=0)
        span = np.maximum(high - low, 1e-12)
        room = np.array([wide, HEIGHT]) - 2 * ROOM
        self.scale = float(min(room / span)) if np.ptp(flat) > 0 else 1.0
        self.middle = (low + high) / 2
        self.height = min(float(span[1]) * self.scale + 2 * ROOM, HEIGHT)
        self.paper = TypstPaper(wide, self.height)
        self.plan = LabelPlan(wide, self.height)

    def drawn(self) -> tuple[TypstPaper, list[LabelBox]]:
        """Body, arrows, names."""
        self._draw_body()
        tips = self._draw_arrows()
        self._draw_axes()
        self._draw_names(tips)
        return self.paper, self.plan.boxes

    def _at(self, point: Array) -> Array:
        return self._flat(point[None])[0]

    def _flat(self, points: Array) -> Array:
        """Points of space (n, 3) on paper (n, 2)."""
        at = (points @ self.view.T - self.middle) * self.scale
        return np.array([self.wide / 2, self.height / 2]) + at * (1, -1)

    # --- what there is ---------------------------------------------------------------------

    def _in_space(self, points: Array) -> Array:
        """Points of the body (n, 3) in space."""
        return self.body.x[self.i] + points @ self.body.R[self.i].T

    def _outlines(self) -> Iterator[Array]:
        """The outlines (n, 2) of the body's solids on paper, those of their holes after them."""
        for corners, triangles in self.body.solids:
            inner = self._in_space(corners)
            if len(triangles):
                seen = seen_along(SolidSurface(inner, inner, triangles), self.towards)
                yield from (self._flat(loop) for loop in seen)
            else:
                yield hull(self._flat(inner))

    def _arrows(self) -> Iterator[DrawnForce]:
        """Components of what joints transmit in the plane; otherwise whole vectors."""
        i, planar = self.i, self.body.planar
        largest = max((float(np.abs(c.acting.force).max()) for c in self.body.forces), default=0.0)
        most = max((float(np.abs(c.acting.moment).max()) for c in self.body.forces), default=0.0)
        for cut in self.body.forces:
            acting, sort = cut.acting, cut.acting.sort
            force, moment, point = acting.force[i], acting.moment[i], acting.point[i]
            parts = [(symbol(cut), float(np.linalg.norm(force)), force)]
            if planar and sort == JOINT:
                rows = zip(planar, self.view, strict=True)
                parts = [(symbol(cut, a), float(force @ e), (force @ e) * e) for a, e in rows]
            for name, size, vector in parts:
                if abs(size) > NOTHING * largest:
                    yield DrawnForce(name, size, False, sort, point, vector)
            size = float(moment @ self.towards) if planar else float(np.linalg.norm(moment))
            if planar and abs(size) > NOTHING * most:
                axis = next(a for a in "xyz" if a not in planar)
                along = float(moment["xyz".index(axis)])
                name = moment_symbol(cut, axis if sort == JOINT else "")
                yield DrawnForce(name, along, True, sort, point, size * self.towards)
            elif size > NOTHING * most:
                yield DrawnForce(moment_symbol(cut), size, True, sort, point, moment)

    # --- how it is drawn -------------------------------------------------------------------

    def _draw_body(self) -> None:
        centre = self._at(self.body.x[self.i])
        for entry in self.shown:
            bar = np.stack([centre, self._at(entry.point)])
            self.paper.line(bar, "#aab4bf", 3.5)
            self.plan.lines.append((bar[0], bar[1]))
        outlines = [corners for corners in self._outlines() if len(corners) > 2]
        for corners in sorted(outlines, key=_goes_round):
            fill = "#e3f0f8" if _goes_round(corners) < 0 else "#ffffff"
            self.paper.area(corners, fill, "#52606d")
        for entry in self.shown:
            if not entry.turns:
                self.paper.disc(self._at(entry.point), 2.6, "#ffffff", "#1f2933")
        self.paper.disc(centre, 4.0, "#1f2933", "#ffffff")
        self.plan.boxes.append(LabelBox(float(centre[0]), float(centre[1]), 7.0, 7.0))

    def _draw_arrows(self) -> list[tuple[Array, Array]]:
        """The tip of each arrow, and which way it points."""
        forces = [float(np.linalg.norm(s.vector)) for s in self.shown if not s.turns]
        top = max(forces, default=0.0) or 1.0
        drawn: list[tuple[Array, Array]] = []
        tips: list[tuple[Array, Array]] = []
        for entry in self.shown:
            start = self._at(entry.point)
            if entry.turns and self.body.planar:
                before = sum(bool(np.allclose(start, at, atol=1.0)) for at, _ in drawn)
                tips.append(self._turn(start, entry, CIRCLE + before * WIDER))
                drawn.append((start, np.zeros(2)))
                continue
            size = float(np.linalg.norm(entry.vector))
            seen = np.array([1, -1]) * (self.view @ entry.vector) / size
            length = (
                SHORTEST + 0.5 * LONGEST if entry.turns else max(LONGEST * size / top, SHORTEST)
            )
            along = seen / max(float(np.hypot(*seen)), 1e-9)
            same = sum(
                bool(np.allclose(start, at, atol=1.0)) and abs(along @ way) > 0.99
                for at, way in drawn
            )
            drawn.append((start, along))
            start = start + same * BESIDE * np.array([-along[1], along[0]])
            tip = start + max(length * float(np.hypot(*seen)), 6.0) * along
            self.paper.arrow(np.stack([start, tip]), COLORS[entry.sort], double=entry.turns)
            self.plan.lines.append((start, tip))
            tips.append((tip, along))
        return tips

    def _turn(self, middle: Array, entry: DrawnForce, radius: float) -> tuple[Array, Array]:
        """The open circle of a moment, counterclockwise where it points at the reader."""
        sense = 1.0 if entry.vector @ self.towards > 0 else -1.0
        phi = np.linspace(-0.75 * np.pi, 0.75 * np.pi, 40)[:, None] * sense
        way = middle + radius * np.hstack([np.cos(phi), -np.sin(phi)])
        self.paper.arrow(way, COLORS[entry.sort])
        self.plan.lines += [(a, b) for a, b in zip(way[:-1:4], way[4::4], strict=False)]
        end = way[len(way) // 2]
        return end, np.array([1.0, 0.0])

    def _draw_axes(self) -> None:
        corner = np.array([28.0, self.height - 28.0])
        names = self.body.planar or "xyz"
        for letter in names:
            seen = np.array([1, -1]) * self.view[:, "xyz".index(letter)]
            tip = corner + 20 * seen
            self.paper.arrow(np.stack([corner, tip]), "#6b7785", 1.0)
            self.paper.text(f"${letter}$", tip + 6 * seen - np.array([3.0, 4.0]), backed=False)
        self.plan.boxes.append(LabelBox(float(corner[0]), float(corner[1]), 56.0, 56.0))

    def _draw_names(self, tips: list[tuple[Array, Array]]) -> None:
        texts = [
            f"${entry.name} = {number(entry.value, 'N m' if entry.turns else 'N')}$"
            for entry in self.shown
        ]
        measured = sizes(texts, HEAD)
        for entry, text, size, (tip, away) in zip(self.shown, texts, measured, tips, strict=True):
            box = self.plan.place(tip, away, size)
            corner = np.array([box.x - box.width / 2, box.y - box.height / 2])
            color = COLORS[entry.sort]
            self.paper.text(f'#set text(fill: rgb("{color}"));{text}', corner)
            nearest = np.clip(tip, corner, corner + np.array([box.width, box.height]))
            if float(np.hypot(*(nearest - tip))) > 24.0:
                self.paper.line(np.stack([tip, nearest]), "#aab4bf", 0.6)


def _goes_round(corners: Array) -> float:
    """Twice the area (pt²) within corners (n, 2), below 0 where they go against the clock."""
    x, y = corners.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
