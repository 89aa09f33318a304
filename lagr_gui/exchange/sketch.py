"""The mechanism of a document as it is at its start, to scale, with the signs of the sketch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.drawing.looks import short_names
from lagr_gui.exchange.sketch_names import SketchNames, WrittenName
from lagr_gui.exchange.sketch_signs import PIXEL, Place, SketchSign, Way, edges, load_signs, signs
from lagr_gui.exchange.svg_motion import VIEWS
from lagr_gui.mechanics.motion import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery.camera import Camera, plane_camera
from lagr_gui.scenery.drawn_marks import drawn_walls
from lagr_gui.scenery.figures import box_around
from lagr_gui.scenery.load_signs import SeenLoad, seen_loads
from lagr_gui.scenery.loads import newtons_for, shown_loads, weight_of
from lagr_gui.scenery.planes import corners_along
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.strokes import SceneSight
from lagr_gui.scenery.values import known_values

WIDTH = 15.5
"""Greatest width (cm)."""
TALL = 5.5
"""Greatest height (cm) of the mechanism."""
LONGEST = 60.0
"""The longest arrow of a force (pixels)."""


@dataclass(frozen=True)
class DrawnMechanism:
    """What the sketch shows at the first instant, to scale, with names and axes.

    Signs lie one over the other in their order.  Elements have a name, joints and bodies the names
    of all that lie there, in words of LaTeX, about the middles where there is room for them.  Axes
    and the measure, a length, stand beside it.
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
    loads = _loads(model, sight)
    shapes = [*signs(model, sight), *(sign for load in loads for sign in load_signs(load))]
    low, high = edges(shapes)
    paper = _Paper(np.array([low[0], high[1]]))
    corner = float(high[0] - low[0]) * PIXEL + 1.0
    names = SketchNames(sight, shapes, short_names(model))
    bodies, joints = list(names.bodies()), list(names.joints(model))
    elements = [*names.loads(loads), *names.lines(), *names.torsions()]

    def placed(written: list[WrittenName]) -> tuple[tuple[Place, str], ...]:
        return tuple((paper.way(at[None])[0], text) for at, text in written)

    return DrawnMechanism(
        signs=tuple(sign.moved(paper.way) for sign in shapes),
        elements=placed(elements),
        joints=placed(joints),
        bodies=placed(bodies),
        axes=tuple(_axes(camera, corner)),
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
    """Maps pixels to the paper (cm)."""

    def __init__(self, corner: Array) -> None:
        self.corner = corner

    def way(self, points: Array) -> Way:
        """A line through pixels (n, 2)."""
        places = (points - self.corner) * [PIXEL, -PIXEL]
        return tuple((round(x, 3), round(y, 3)) for x, y in places.tolist())


def _loads(model: Model, sight: SceneSight) -> list[SeenLoad]:
    """Forces, moments and drives as the sketch shows them, with shorter arrows."""
    values, motion = known_values(model), sight.scene.motion
    found = shown_loads(model, motion, prepare(model).coordinates, values)
    newtons = newtons_for(found, weight_of(model, values), LONGEST)
    return list(seen_loads(found, newtons, sight))


def _axes(camera: Camera, corner: float) -> Iterator[tuple[Way, str]]:
    """The directions of space."""
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
    for at, name in (*drawn.elements, *drawn.joints, *drawn.bodies):
        yield f"\\node[inner sep=0pt] at {_at(at)} {{{name}}};"
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
