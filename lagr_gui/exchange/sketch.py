"""The mechanism of a document as it is at its start, to scale, with the signs of the sketch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from lagr_gui.algebra import latex_name
from lagr_gui.arrays import Array
from lagr_gui.drawing.looks import short_names
from lagr_gui.exchange.sketch_signs import PIXEL, Place, SketchSign, Way, edges, signs
from lagr_gui.exchange.svg_motion import VIEWS
from lagr_gui.mechanics.motion import Motion
from lagr_gui.model import Model
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera, plane_camera
from lagr_gui.scenery.drawn_marks import drawn_walls
from lagr_gui.scenery.figures import box_around
from lagr_gui.scenery.planes import corners_along
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.strokes import BESIDE, SceneSight
from lagr_gui.scenery.values import known_values

WIDTH = 15.5
"""Greatest width (cm)."""
TALL = 5.5
"""Greatest height (cm) of the mechanism."""
ABOVE = 14.0
"""So far from its symbol (pixels) stands the name of an element."""


@dataclass(frozen=True)
class DrawnMechanism:
    """What the sketch shows at the first instant, to scale, with names and axes.

    Signs lie one over the other in their order.  Elements have a name in a point beside their
    symbol; joints and bodies the names of all that lie there, in words of LaTeX.  Axes and the
    measure, a length, stand beside it.
    """

    signs: tuple[SketchSign, ...]
    elements: tuple[tuple[Place, str], ...]
    joints: tuple[tuple[Place, str], ...]
    bodies: tuple[tuple[Place, str], ...]
    axes: tuple[tuple[Way, str], ...]
    measure: tuple[Way, str]


def sketch(model: Model, motion: Motion) -> DrawnMechanism | None:
    """The picture of a motion's first instant; None where no scale shows it."""
    scene = build_scene(model, motion)
    camera = _camera(scene)
    points = _extent(model, scene) @ np.column_stack([camera.right, camera.up])
    span = np.maximum(np.ptp(points, axis=0), 1e-9)
    scale = float(min((WIDTH - 5) / span[0], TALL / span[1]))
    if not np.isfinite(scale) or scale > 1e6:
        return None
    seen = Camera(camera.right, camera.up, camera.towards, np.zeros(3), scale / PIXEL)
    sight = SceneSight(scene, scene.at(motion.t[0]), seen, (0.0, 0.0))
    shapes = list(signs(model, sight))
    low, high = edges(shapes)
    paper = _Paper(sight, np.array([low[0], high[1]]))
    corner = float(high[0] - low[0]) * PIXEL + 1.0
    return DrawnMechanism(
        signs=tuple(sign.moved(paper.way) for sign in shapes),
        elements=tuple(_elements(model, paper)),
        joints=tuple(_joints(model, paper)),
        bodies=tuple(_bodies(paper)),
        axes=tuple(_axes(paper, corner)),
        measure=_measure(scale, corner),
    )


def _camera(scene: Scene) -> Camera:
    """The plane of the motion as in the sketch; others from an angle."""
    if scene.motion.planar:
        return plane_camera(scene.motion.planar, scene.gravity)
    right, up = np.array(VIEWS[None], dtype=float)
    return Camera(right, up, np.asarray(np.cross(right, up), float), np.zeros(3))


def _extent(model: Model, scene: Scene) -> Array:
    """Points (n, 3) at the first instant that the picture holds."""
    motion = scene.motion
    tables = [*motion.joints.values(), *motion.beams.values(), *motion.lines.values()]
    tables += [x for number, x in motion.x.items() if number] or list(motion.x.values())
    parts = [table[0].reshape(-1, 3) for table in tables]
    for figure in scene.figures:
        if figure.solid is not None:
            box = box_around(figure.solid) @ motion.R[figure.number][0].T
            parts.append(motion.x[figure.number][0] + box)
    parts += [corners_along(motion, plane) for plane in scene.planes]
    parts += [ends for _, ends in drawn_walls(model, motion, known_values(model))]
    return np.concatenate(parts)


class _Paper:
    """Maps pixels and space to the paper (cm)."""

    def __init__(self, sight: SceneSight, corner: Array) -> None:
        self.sight, self.corner = sight, corner

    def way(self, points: Array) -> Way:
        """A line through pixels (n, 2)."""
        places = (points - self.corner) * [PIXEL, -PIXEL]
        return tuple((round(x, 3), round(y, 3)) for x, y in places.tolist())

    def at(self, point: Array) -> Place:
        """Where a point (3,) lies."""
        return self.way(self.sight.flat(point)[None])[0]


def _elements(model: Model, paper: _Paper) -> Iterator[tuple[Place, str]]:
    """The names of elements along lines, beside the middles of their symbols."""
    short, sight = short_names(model), paper.sight
    for line in sight.scene.lines:
        points = sight.flat(sight.now.lines[line.name])
        longest = sight.span(line)
        a, b = points[longest : longest + 2]
        _, _, across = symbols.frame(a, b)
        up = across if (across[1], -across[0]) < (0.0, 0.0) else -across
        at = (a + b) / 2 + BESIDE * line.shift * across + ABOVE * up
        yield paper.way(at[None])[0], short[f"element:{line.name}"]
    for torsion in sight.scene.torsions:
        end = sight.flat(sight.torsion(torsion)[-1])[-1]
        here = sight.joints[torsion.joint]
        _, along, _ = symbols.frame(here, end)
        yield paper.way((end + ABOVE * along)[None])[0], short[torsion.key]


def _joints(model: Model, paper: _Paper) -> Iterator[tuple[Place, str]]:
    """The names of all joints that lie in a point, with their coordinates."""
    short, joints = short_names(model), defaultdict[Place, list[str]](list)
    places = paper.sight.now.joints
    for joint in model.joints:
        if joint.name in places:
            moved = ", ".join(f"${latex_name(name)}$" for name in joint.coordinates)
            name = f"{short[f'joint:{joint.name}']} {moved}".strip()
            joints[paper.at(places[joint.name])].append(name)
    for at, names in joints.items():
        yield at, ", ".join(names)


def _bodies(paper: _Paper) -> Iterator[tuple[Place, str]]:
    """The numbers of the bodies; body 0 is shown by what holds on to it."""
    bodies = defaultdict[Place, list[str]](list)
    for figure in paper.sight.scene.figures:
        bodies[paper.at(paper.sight.now.x[figure.number])].append(str(figure.number))
    for at, names in bodies.items():
        yield at, f"\\textbf{{{', '.join(names)}}}"


def _axes(paper: _Paper, corner: float) -> Iterator[tuple[Way, str]]:
    """The directions of space."""
    camera = paper.sight.camera
    for name, axis in zip("xyz", np.eye(3), strict=True):
        x, y = (round(float(axis @ way) * 0.9, 3) for way in (camera.right, camera.up))
        if abs(x) + abs(y) > 0.1:
            yield ((corner, 0.0), (corner + x, y)), f"${name}$"


def _measure(scale: float, corner: float) -> tuple[Way, str]:
    """A length to measure by."""
    metres = 10.0 ** floor(log10(2.5 / scale))
    metres = max(part * metres for part in (1, 2, 5) if part * metres * scale <= 2.5)
    end = corner + metres * scale
    return ((corner, -0.8), (end, -0.8)), f"{metres:g}~m"


# --- in TikZ -------------------------------------------------------------------------------------


def sketch_tikz(drawn: DrawnMechanism) -> str:
    """The picture in TikZ."""
    return "\n".join(
        [r"\begin{tikzpicture}[font=\scriptsize]", *_tikz(drawn), r"\end{tikzpicture}"]
    )


def _tikz(drawn: DrawnMechanism) -> Iterator[str]:
    yield from map(_sign, drawn.signs)
    yield from (f"\\node[inner sep=1pt] at {_at(at)} {{{name}}};" for at, name in drawn.elements)
    yield from (f"\\node[below left] at {_at(at)} {{{name}}};" for at, name in drawn.joints)
    yield from (f"\\node[above right] at {_at(at)} {{{name}}};" for at, name in drawn.bodies)
    for way, name in drawn.axes:
        yield f"\\draw[->] {_path(way)} node[pos=1.3] {{{name}}};"
    (start, end), name = drawn.measure
    yield f"\\draw[|-|] {_at(start)} -- node[below] {{{name}}} {_at(end)};"


def _sign(sign: SketchSign) -> str:
    pen = f"line width={sign.width:g}pt,line join=round,draw={_color(sign.ink)}"
    if not sign.fill:
        return f"\\draw[{pen}] {' '.join(map(_path, sign.ways))};"
    ways = " ".join(f"{_path(way)} -- cycle" for way in sign.ways)
    return f"\\filldraw[{pen},fill={_color(sign.fill)},even odd rule] {ways};"


def _color(code: str) -> str:
    """A colour (``#rrggbb``) for TikZ."""
    if code in ("#000000", "#ffffff"):
        return "black" if code == "#000000" else "white"
    red, green, blue = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _at(point: Place) -> str:
    return f"({point[0]:.3f},{point[1]:.3f})"


def _path(way: Way) -> str:
    return " -- ".join(map(_at, way))
