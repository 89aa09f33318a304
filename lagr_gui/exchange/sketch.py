"""The mechanism of a document as it is at its start, to scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from lagr_gui.algebra import latex_name
from lagr_gui.arrays import Array
from lagr_gui.drawing.looks import short_names
from lagr_gui.drawing.mechanism import thin_bars
from lagr_gui.exchange.svg_motion import VIEWS
from lagr_gui.mechanics.motion import Motion
from lagr_gui.model import Model

WIDTH = 15.5
"""Greatest width (cm)."""
TALL = 5.5
"""Greatest height (cm) of the mechanism."""

Place = tuple[float, float]
"""A point of the paper (cm); y points upwards."""
Way = tuple[Place, ...]


@dataclass(frozen=True)
class DrawnMechanism:
    """Centres of mass, joints and elements at the first instant, to scale, with axes.

    Elements have a name on their line, at a part of its length; joints and bodies the names of
    all that lie there, in words of LaTeX.  Axes and the measure, a length, stand beside it.
    """

    bars: tuple[Way, ...]
    beams: tuple[Way, ...]
    elements: tuple[tuple[Way, float, str], ...]
    joints: tuple[tuple[Place, str], ...]
    bodies: tuple[tuple[Place, str], ...]
    axes: tuple[tuple[Way, str], ...]
    measure: tuple[Way, str]


def sketch(model: Model, motion: Motion) -> DrawnMechanism | None:
    """The picture of a motion's first instant; None where no scale shows it."""
    view = np.array(VIEWS[motion.planar], dtype=float)
    points = [*motion.x.values(), *motion.joints.values(), *motion.beams.values()]
    points += list(motion.lines.values())
    flat = np.concatenate([np.asarray(p)[0].reshape(-1, 3) for p in points]) @ view.T
    low, high = flat.min(axis=0), flat.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    scale = float(min((WIDTH - 5) / span[0], TALL / span[1]))
    if not np.isfinite(scale) or scale > 1e6:
        return None
    paper = _Paper(view, low, scale)
    corner = float(high[0] - low[0]) * scale + 2.2
    return DrawnMechanism(
        bars=tuple(_bars(model, motion, paper)),
        beams=tuple(paper.way(bent[0]) for bent in motion.beams.values()),
        elements=tuple(_elements(model, motion, paper)),
        joints=tuple(_joints(model, motion, paper)),
        bodies=tuple(_bodies(motion, paper)),
        axes=tuple(_axes(paper, corner)),
        measure=_measure(paper, corner),
    )


class _Paper:
    """Maps space (m) to the paper (cm)."""

    def __init__(self, view: Array, low: Array, scale: float) -> None:
        self.view, self.low, self.scale = view, low, scale

    def at(self, point: Array) -> Place:
        """Where a point (3,) lies."""
        x, y = (self.view @ point - self.low) * self.scale
        return round(float(x), 3), round(float(y), 3)

    def way(self, points: Array) -> Way:
        """A line through points (n, 3)."""
        return tuple(map(self.at, points))


def _bars(model: Model, motion: Motion, paper: _Paper) -> Iterator[Way]:
    for name, number in thin_bars(model.joints, motion.beams):
        if name in motion.joints and number in motion.x:
            yield paper.at(motion.x[number][0]), paper.at(motion.joints[name][0])


def _elements(model: Model, motion: Motion, paper: _Paper) -> Iterator[tuple[Way, float, str]]:
    """Elements along lines; the names of those with the same ends stand side by side."""
    short, known = short_names(model), defaultdict[Way, int](int)
    for name, ends in motion.lines.items():
        way = paper.way(ends[0])
        if way[-1] < way[0]:
            way = way[::-1]
        known[way] += 1
        yield way, 1 - 0.5 ** known[way], short[f"element:{name}"]


def _joints(model: Model, motion: Motion, paper: _Paper) -> Iterator[tuple[Place, str]]:
    """The names of all joints that lie in a point, with their coordinates."""
    short, joints = short_names(model), defaultdict[Place, list[str]](list)
    for joint in model.joints:
        if joint.name in motion.joints:
            moved = ", ".join(f"${latex_name(name)}$" for name in joint.coordinates)
            name = f"{short[f'joint:{joint.name}']} {moved}".strip()
            joints[paper.at(motion.joints[joint.name][0])].append(name)
    for at, names in joints.items():
        yield at, ", ".join(names)


def _bodies(motion: Motion, paper: _Paper) -> Iterator[tuple[Place, str]]:
    bodies = defaultdict[Place, list[str]](list)
    for number, way in motion.x.items():
        bodies[paper.at(way[0])].append(str(number))
    for at, names in bodies.items():
        yield at, f"\\textbf{{{', '.join(names)}}}"


def _axes(paper: _Paper, corner: float) -> Iterator[tuple[Way, str]]:
    """The directions of space."""
    for name, axis in zip("xyz", np.eye(3), strict=True):
        x, y = (float(part) * 0.9 for part in paper.view @ axis)
        if abs(x) + abs(y) > 0.1:
            yield ((corner, 0.0), (corner + x, y)), f"${name}$"


def _measure(paper: _Paper, corner: float) -> tuple[Way, str]:
    """A length to measure by."""
    metres = 10.0 ** floor(log10(2.5 / paper.scale))
    metres = max(part * metres for part in (1, 2, 5) if part * metres * paper.scale <= 2.5)
    end = corner + metres * paper.scale
    return ((corner, -0.8), (end, -0.8)), f"{metres:g}~m"


# --- in TikZ -------------------------------------------------------------------------------------


def sketch_tikz(drawn: DrawnMechanism) -> str:
    """The picture in TikZ."""
    return "\n".join(
        [r"\begin{tikzpicture}[font=\scriptsize]", *_tikz(drawn), r"\end{tikzpicture}"]
    )


def _tikz(drawn: DrawnMechanism) -> Iterator[str]:
    yield from (f"\\draw[thick,black!55] {_path(way)};" for way in drawn.bars)
    yield from (f"\\draw[very thick] {_path(way)};" for way in drawn.beams)
    for way, part, name in drawn.elements:
        node = f"node[pos={part:.3f},fill=white,inner sep=1pt] {{{name}}}"
        yield f"\\draw[densely dashed] {_path(way[:-1])} -- {node} {_at(way[-1])};"
    for at, name in drawn.joints:
        yield f"\\draw[fill=white] {_at(at)} circle (2pt) node[below left] {{{name}}};"
    for at, name in drawn.bodies:
        yield f"\\fill {_at(at)} circle (1.6pt) node[above right] {{{name}}};"
    for way, name in drawn.axes:
        yield f"\\draw[->] {_path(way)} node[pos=1.3] {{{name}}};"
    (start, end), name = drawn.measure
    yield f"\\draw[|-|] {_at(start)} -- node[below] {{{name}}} {_at(end)};"


def _at(point: Place) -> str:
    return f"({point[0]:.3f},{point[1]:.3f})"


def _path(way: Way) -> str:
    return " -- ".join(map(_at, way))
