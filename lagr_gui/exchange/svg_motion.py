"""The system at the start of a motion, with the paths of the bodies, as SVG."""

from __future__ import annotations

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.subsystems import flat

SIZE, MARGIN = 560.0, 50.0
VIEWS = {
    "xy": ((1, 0, 0), (0, 1, 0)),
    "xz": ((1, 0, 0), (0, 0, 1)),
    "yz": ((0, 1, 0), (0, 0, 1)),
    None: ((-0.7071, 0.7071, 0), (-0.4082, -0.4082, 0.8165)),
}
"""Directions to the right and upwards on paper, by the plane of the motion."""


def motion_svg(model: Model, motion: Motion) -> str:
    """A picture of the first instant; planar systems in their plane, others from an angle."""
    view = np.array(VIEWS[motion.planar], dtype=float)
    paper = _Paper(view, [*motion.x.values(), *motion.joints.values(), *motion.beams.values()])
    parts: list[str] = []
    for number, path in motion.x.items():
        if number:
            parts.append(paper.path(path, "#f0b429", 1.2, "4 4"))
    for joint in flat(model).joints:
        point = motion.joints.get(joint.name)
        if point is not None:
            ends = (joint.parent,) if joint.name in motion.beams else (joint.parent, joint.child)
            centres = (motion.x[end][0] for end in ends)
            parts += [paper.path(np.array([c, point[0]]), "#52606d", 3) for c in centres]
    parts += [paper.path(bent[0], "#52606d", 4) for bent in motion.beams.values()]
    parts += [paper.path(line[0], "#d55e00", 2, "7 3") for line in motion.lines.values()]
    pulleys = (point for line in motion.lines.values() for point in line[0][1:-1])
    parts += [paper.dot(point, 4, "white", "#d55e00") for point in pulleys]
    parts += [paper.dot(point[0], 5, "white", "#1f2933") for point in motion.joints.values()]
    for number, path in motion.x.items():
        parts.append(paper.dot(path[0], 9, "#0b6aa2" if number else "#e4e7eb", "#1f2933"))
        parts.append(paper.label(path[0], str(number)))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE:g}" height="{SIZE:g}" '
        f'viewBox="0 0 {SIZE:g} {SIZE:g}" font-family="sans-serif" font-size="13">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


class _Paper:
    """Maps space (m) to the paper (pixels)."""

    def __init__(self, view: Array, points: list[Array]) -> None:
        self.view = view
        flat = np.concatenate([np.asarray(p).reshape(-1, 3) for p in points]) @ view.T
        self.low, high = flat.min(axis=0), flat.max(axis=0)
        span = float(max(high - self.low)) or 1.0
        self.scale = (SIZE - 2 * MARGIN) / span
        self.shift = (np.array([SIZE, SIZE]) - (high - self.low) * self.scale) / 2

    def at(self, point: Array) -> tuple[float, float]:
        """Where a point (3,) lies on the paper."""
        x, y = (self.view @ point - self.low) * self.scale + self.shift
        return float(x), SIZE - float(y)

    def path(self, points: Array, color: str, width: float, dashes: str = "") -> str:
        """A line through points (n, 3)."""
        step = max(1, len(points) // 600)
        shown = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points[::step]))
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<polyline points="{shown}" fill="none" stroke="{color}" '
            f'stroke-width="{width}"{dashed}/>'
        )

    def dot(self, point: Array, radius: float, fill: str, stroke: str) -> str:
        """A disc at a point (3,)."""
        x, y = self.at(point)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{stroke}"/>'

    def label(self, point: Array, text: str) -> str:
        """A short text beside a point (3,)."""
        x, y = self.at(point)
        return f'<text x="{x + 12:.1f}" y="{y - 10:.1f}" fill="#1f2933">{text}</text>'
