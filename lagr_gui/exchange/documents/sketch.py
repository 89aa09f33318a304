"""The mechanism of a document as it is at its start, to scale, with the signs of the sketch."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, log10

import numpy as np

from lagr_gui.drawing.labels import LabelPlan
from lagr_gui.drawing.looks import ems, short_names
from lagr_gui.exchange.documents.quantities import formula, with_unit
from lagr_gui.exchange.documents.sketch_signs import (
    PIXEL,
    SketchSign,
    edges,
    inked,
)
from lagr_gui.exchange.svg_motion import VIEWS
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera, plane_camera
from lagr_gui.scenery.drawn_marks import drawn_walls, walls_of_contacts
from lagr_gui.scenery.figures import box_around
from lagr_gui.scenery.load_signs import SeenLoad, seen_loads
from lagr_gui.scenery.loads import newtons_for, shown_loads, weight_of
from lagr_gui.scenery.planes import corners_along
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.signs import Sign, load_signs, mark_signs, mechanism_signs
from lagr_gui.scenery.strokes import BESIDE, SceneSight
from lagr_gui.scenery.values import known_values
from lagr_gui.typesetting.words import Text, latex_words, listed, name_math, strong, text_of

WIDTH = 15.5
"""Greatest width (cm)."""
TALL = 5.5
"""Greatest height (cm) of the mechanism."""
LONGEST = 60.0
"""The longest arrow of a force (pixels)."""

WrittenName = tuple[Array, Text]
"""The middle (2,) of a name, or the line (2, 2) at which it stands, and its words."""


@dataclass(frozen=True, eq=False)
class DrawnMechanism:
    """What the sketch shows at the first instant, to scale, with names and axes.

    Signs lie one over the other in their order.  Elements have a name, joints and bodies the names
    of all that lie there, about the middles where there is room for them.  Axes and the measure, a
    length, stand beside it.
    """

    signs: tuple[SketchSign, ...]
    elements: tuple[WrittenName, ...]
    joints: tuple[WrittenName, ...]
    bodies: tuple[WrittenName, ...]
    axes: tuple[WrittenName, ...]
    measure: WrittenName


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
    shapes = list(inked(_signs(model, sight, loads)))
    low, high = edges(shapes)
    corner = float(high[0] - low[0]) * PIXEL + 1.0
    names = SketchNames(sight, shapes, short_names(model))
    bodies, joints = list(names.bodies()), list(names.joints(model))
    elements = [*names.loads(loads), *names.lines(), *names.torsions()]

    def on_paper(points: Array) -> Array:
        return np.round((points - [low[0], high[1]]) * [PIXEL, -PIXEL], 3)

    def placed(written: list[WrittenName]) -> tuple[WrittenName, ...]:
        return tuple((on_paper(at), text) for at, text in written)

    return DrawnMechanism(
        signs=tuple(replace(sign, ways=tuple(map(on_paper, sign.ways))) for sign in shapes),
        elements=placed(elements),
        joints=placed(joints),
        bodies=placed(bodies),
        axes=tuple(_axes(camera, corner)),
        measure=_measure(scale, corner),
    )


def _signs(model: Model, sight: SceneSight, loads: Sequence[SeenLoad]) -> Iterator[Sign]:
    """All that is drawn, in its order."""
    values, scene = known_values(model), sight.scene
    walled = walls_of_contacts(model, scene.motion, values, scene.planes)
    yield from mark_signs(model, sight, values, walled)
    yield from mechanism_signs(sight, walled)
    for load in loads:
        yield from load_signs(load)


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


def _loads(model: Model, sight: SceneSight) -> list[SeenLoad]:
    """Forces, moments and drives as the sketch shows them, with shorter arrows."""
    values, motion = known_values(model), sight.scene.motion
    loads = shown_loads(model, motion, prepare(model).coordinates, values)
    newtons = newtons_for(loads, weight_of(model, values), LONGEST)
    return list(seen_loads(loads, newtons, sight))


def _axes(camera: Camera, corner: float) -> Iterator[WrittenName]:
    """The directions of space."""
    for name, axis in zip("xyz", np.eye(3), strict=True):
        x, y = (round(float(axis @ way) * 0.9, 3) for way in (camera.right, camera.up))
        if abs(x) + abs(y) > 0.1:
            yield np.array([[corner, 0.0], [corner + x, y]]), (name_math(name),)


def _measure(scale: float, corner: float) -> WrittenName:
    """A length to measure by."""
    metres = 10.0 ** floor(log10(2.5 / scale))
    metres = max(part * metres for part in (1, 2, 5) if part * metres * scale <= 2.5)
    return np.array([[corner, -0.8], [corner + metres * scale, -0.8]]), with_unit(
        formula(metres), "m"
    )


# --- in TikZ -------------------------------------------------------------------------------------


def sketch_tikz(drawn: DrawnMechanism) -> str:
    """The picture in TikZ."""
    return "\n".join(
        [r"\begin{tikzpicture}[font=\scriptsize]", *_tikz(drawn), r"\end{tikzpicture}"]
    )


def _tikz(drawn: DrawnMechanism) -> Iterator[str]:
    yield from map(_sign, drawn.signs)
    for at, name in (*drawn.elements, *drawn.joints, *drawn.bodies):
        yield f"\\node[inner sep=0pt] at {_at(at)} {{{latex_words(name)}}};"
    for way, name in drawn.axes:
        yield f"\\draw[->] {_path(way)} node[pos=1.3] {{{latex_words(name)}}};"
    (start, end), name = drawn.measure
    yield f"\\draw[|-|] {_at(start)} -- node[below] {{{latex_words(name)}}} {_at(end)};"


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


def _at(point: Array) -> str:
    return f"({point[0]:.3f},{point[1]:.3f})"


def _path(way: Array) -> str:
    return " -- ".join(map(_at, way))


# --- The names of a mechanism on paper: each beside what it names, where no other one stands ---

LETTER, HEIGHT = 9.5, 9.0
"""The size of letters and the height of a name (pixels)."""
ROOM, NEAR = 60.0, 90.0
"""Names stand so far out of the picture at most (pixels); what lies so near to them counts."""
MARK, SYMBOL = 4.0, 7.0
"""So far from a mark and from the middle of a symbol (pixels) its name begins."""
_COMMAND, _SILENT = re.compile(r"\\(textbf|mathrm|text)"), re.compile(r"[\\${}_^]")
_LETTER = re.compile(r"\\[a-zA-Z]+")


class SketchNames:
    """Finds places for names in a picture (pixels) of signs."""

    def __init__(
        self, sight: SceneSight, shapes: Sequence[SketchSign], short: Mapping[str, str]
    ) -> None:
        self.sight, self.short = sight, short
        low, high = edges(shapes)
        self.corner = low - ROOM
        self.plan = LabelPlan(*(high - low + 2 * ROOM).tolist())
        chains = [_closed(line) if sign.fill else line for sign in shapes for line in sign.ways]
        starts = np.concatenate([chain[:-1] for chain in chains])
        self.segments = np.stack([starts, np.concatenate([chain[1:] for chain in chains])], axis=1)

    def _written(self, at: Array, away: Array, text: Text, off: float = MARK) -> WrittenName:
        """A name that begins so far from a point (2,), best of all in a direction (2,)."""
        low, high = self.segments.min(axis=1), self.segments.max(axis=1)
        near = np.all((low < at + NEAR) & (high > at - NEAR), axis=1)
        self.plan.lines = [(a, b) for a, b in self.segments[near] - self.corner]
        start = at + off * away - self.corner
        box = self.plan.place(start, away, (width_of(text), HEIGHT))
        return np.array([box.x, box.y]) + self.corner, text

    def bodies(self) -> Iterator[WrittenName]:
        """The numbers of the bodies; body 0 is shown by what holds on to it."""
        by_place = defaultdict[tuple[float, ...], list[str]](list)
        for figure in self.sight.scene.figures:
            here = np.round(self.sight.centres[figure.number], 1)
            by_place[tuple(here.tolist())].append(str(figure.number))
        for at, numbers in by_place.items():
            yield self._written(np.array(at), _UP, (strong(", ".join(numbers)),))

    def joints(self, model: Model) -> Iterator[WrittenName]:
        """The names of all joints that lie in a point, with their coordinates."""
        by_place = defaultdict[tuple[float, ...], list[Text]](list)
        for joint in model.joints:
            if joint.name in self.sight.joints:
                short, moved = self.short[f"joint:{joint.name}"], map(name_math, joint.coordinates)
                name = text_of(short, " ", listed(moved)) if joint.coordinates else short
                here = np.round(self.sight.joints[joint.name], 1)
                by_place[tuple(here.tolist())].append(name)
        for at, names in by_place.items():
            yield self._written(np.array(at), _DOWN, listed(names))

    def lines(self) -> Iterator[WrittenName]:
        """The names of elements along lines, beside the middles of their symbols."""
        for line in self.sight.scene.lines:
            points = self.sight.lines[line.name]
            longest = self.sight.span(line)
            a, b = points[longest : longest + 2]
            _, _, across = symbols.frame(a, b)
            up = across if (across[1], -across[0]) < (0.0, 0.0) else -across
            at = (a + b) / 2 + BESIDE * line.shift * across
            yield self._written(at, up, self.short[f"element:{line.name}"], SYMBOL)

    def torsions(self) -> Iterator[WrittenName]:
        """The names of springs and dampers about pins."""
        for torsion in self.sight.scene.torsions:
            points = self.sight.flat(np.concatenate(self.sight.torsion(torsion)))
            here = self.sight.joints[torsion.joint]
            far = points[np.argmax(np.hypot(*(points - here).T))]
            _, along, _ = symbols.frame(here, far)
            yield self._written(far, along, self.short[torsion.key], 0.0)

    def loads(self, loads: Sequence[SeenLoad]) -> Iterator[WrittenName]:
        """The names of loads, the letter of a motor; 0 where body 0 moves."""
        for seen in loads:
            if seen.load.sort == "drive":
                yield seen.tip, (strong("M"),)
            at, off, away = seen.label
            yield self._written(at, away, self.short.get(seen.key, "0"), off)


_UP, _DOWN = np.array([0.7071, -0.7071]), np.array([-0.7071, 0.7071])


def _closed(line: Array) -> Array:
    return np.concatenate([line, line[:1]])


def width_of(text: Text) -> float:
    """About how wide words are (pixels)."""
    plain = _SILENT.sub("", _LETTER.sub("a", _COMMAND.sub("", latex_words(text))))
    return LETTER * ems(plain)
