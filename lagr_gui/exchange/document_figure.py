"""The mechanism of a document as it is at its start, to scale."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
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


def mechanism(model: Model, motion: Motion) -> str:
    """Centres of mass, joints and elements at the first instant, to scale, with axes."""
    view = np.array(VIEWS[motion.planar], dtype=float)
    points = [*motion.x.values(), *motion.joints.values(), *motion.beams.values()]
    points += list(motion.lines.values())
    flat = np.concatenate([np.asarray(p)[0].reshape(-1, 3) for p in points]) @ view.T
    low, high = flat.min(axis=0), flat.max(axis=0)
    span = np.maximum(high - low, 1e-9)
    scale = float(min((WIDTH - 5) / span[0], TALL / span[1]))
    if not np.isfinite(scale) or scale > 1e6:
        return ""
    paper = _Paper(view, low, scale)
    lines = [r"\begin{center}\begin{tikzpicture}[font=\scriptsize]"]
    lines += [
        *_links(model, motion, paper),
        *_line_elements(model, motion, paper),
        *_points(model, motion, paper),
        *_axes(motion, paper, float(high[0] - low[0]) * scale),
    ]
    lines.append(r"\end{tikzpicture}\end{center}")
    return "\n".join(lines)


class _Paper:
    """Maps space (m) to the paper (cm)."""

    def __init__(self, view: Array, low: Array, scale: float) -> None:
        self.view, self.low, self.scale = view, low, scale

    def at(self, point: Array) -> str:
        """A point (3,) as TikZ writes it."""
        x, y = (self.view @ point - self.low) * self.scale
        return f"({float(x):.3f},{float(y):.3f})"

    def path(self, points: Iterable[Array]) -> str:
        """A line through points."""
        return " -- ".join(map(self.at, points))


def _links(model: Model, motion: Motion, paper: _Paper) -> Iterator[str]:
    for name, number in thin_bars(model.joints, motion.beams):
        if name in motion.joints and number in motion.x:
            ends = motion.x[number][0], motion.joints[name][0]
            yield f"\\draw[thick,black!55] {paper.path(ends)};"
    for bent in motion.beams.values():
        yield f"\\draw[very thick] {paper.path(bent[0])};"


def _line_elements(model: Model, motion: Motion, paper: _Paper) -> Iterator[str]:
    """Elements along lines; the names of those with the same ends stand side by side."""
    short, known = short_names(model), defaultdict[str, int](int)
    for name, ends in motion.lines.items():
        a, b = sorted(map(paper.at, ends[0]))
        known[a + b] += 1
        node = f"node[pos={1 - 0.5 ** known[a + b]:.3f},fill=white,inner sep=1pt]"
        yield f"\\draw[densely dashed] {a} -- {node} {{{short[f'element:{name}']}}} {b};"


def _points(model: Model, motion: Motion, paper: _Paper) -> Iterator[str]:
    """Circles with the names of all joints that lie there, dots with the numbers of bodies."""
    short, joints = short_names(model), defaultdict[str, list[str]](list)
    for joint in model.joints:
        if joint.name in motion.joints:
            moved = ", ".join(f"${latex_name(name)}$" for name in joint.coordinates)
            name = f"{short[f'joint:{joint.name}']} {moved}".strip()
            joints[paper.at(motion.joints[joint.name][0])].append(name)
    for at, names in joints.items():
        yield f"\\draw[fill=white] {at} circle (2pt) node[below left] {{{', '.join(names)}}};"
    bodies: Mapping[str, list[str]] = defaultdict(list)
    for number, way in motion.x.items():
        bodies[paper.at(way[0])].append(str(number))
    for at, names in bodies.items():
        text = f"\\textbf{{{', '.join(names)}}}"
        yield f"\\fill {at} circle (1.6pt) node[above right] {{{text}}};"


def _axes(motion: Motion, paper: _Paper, width: float) -> Iterator[str]:
    """The directions of space, and a length to measure by."""
    corner = width + 2.2
    for name, axis in zip("xyz", np.eye(3), strict=True):
        x, y = (float(part) * 0.9 for part in paper.view @ axis)
        if abs(x) + abs(y) > 0.1:
            tip = f"({corner + x:.3f},{y:.3f})"
            yield f"\\draw[->] ({corner:.3f},0) -- {tip} node[pos=1.3] {{${name}$}};"
    metres = 10.0 ** floor(log10(2.5 / paper.scale))
    metres = max(part * metres for part in (1, 2, 5) if part * metres * paper.scale <= 2.5)
    end = corner + metres * paper.scale
    text = f"{metres:g}~m"
    yield f"\\draw[|-|] ({corner:.3f},-0.8) -- node[below] {{{text}}} ({end:.3f},-0.8);"
