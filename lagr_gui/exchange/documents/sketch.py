"""The mechanism of a document as it is at its start, to scale, with the signs of the sketch."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, log10

import numpy as np

from lagr_gui.drawing.labels import LabelPlan
from lagr_gui.drawing.looks import ems, short_names
from lagr_gui.exchange.documents.quantities import formula
from lagr_gui.exchange.documents.sketch_signs import (
    PENS,
    PIXEL,
    SketchSign,
    edges,
    inked,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery import symbols
from lagr_gui.scenery.camera import Camera, orbit_camera, plane_camera, upward
from lagr_gui.scenery.coordinate_signs import CountedCoordinate, counted_coordinates
from lagr_gui.scenery.drawn_marks import drawn_walls, walls_of_contacts
from lagr_gui.scenery.figures import box_around
from lagr_gui.scenery.first_view import first_angles
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.load_signs import SeenLoad, seen_loads
from lagr_gui.scenery.loads import newtons_for, shown_loads, weight_of
from lagr_gui.scenery.planes import corners_along, planes
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.signs import Sign, load_signs, mark_signs, mechanism_signs, shoe_signs
from lagr_gui.scenery.strokes import BESIDE, SceneSight
from lagr_gui.scenery.values import known_values
from lagr_gui.typesetting.words import Text, latex_words, listed, name_math, strong, text_of

WIDTH = 15.5
"""Greatest width (cm)."""
TALL, HIGH = 5.5, 7.0
"""Greatest heights (cm) of the mechanism, and of all that is drawn."""
LONGEST = 60.0
"""The longest arrow of a force (pixels)."""

WrittenName = tuple[Array, Text]
"""The middle (2,) of a name, or the line (2, 2) at which it stands, and its words."""


@dataclass(frozen=True, eq=False)
class DrawnMechanism:
    """What the sketch shows at the first instant, to scale, with names and axes.

    Signs lie one over the other in their order.  Elements have a name, joints and bodies the names
    of all that lie there, about the middles where there is room for them.  Axes and the measure, a
    length, stand beside it; what is not to scale has none.
    """

    signs: tuple[SketchSign, ...]
    elements: tuple[WrittenName, ...]
    joints: tuple[WrittenName, ...]
    bodies: tuple[WrittenName, ...]
    axes: tuple[WrittenName, ...]
    measure: WrittenName | None = None

    @property
    def beside(self) -> tuple[WrittenName, ...]:
        """What stands beside it."""
        return self.axes if self.measure is None else (*self.axes, self.measure)


def sketch(model: Model, motion: Motion, counted: bool = True) -> DrawnMechanism | None:
    """The picture of a motion's first instant; None where no scale shows it.

    With `counted` it shows how coordinates are counted.
    """
    scene = _shortened(model, build_scene(model, motion))
    camera = camera_of(scene)
    points = _extent(model, scene) @ np.column_stack([camera.right, camera.up])
    span = np.maximum(np.ptp(points, axis=0), 1e-9)
    crowd = len(scene.motion.joints) + len(scene.lines) + len(scene.torsions)
    crowd += sum(len(joint.coordinates) for joint in model.joints) if counted else 0
    tall = min(TALL * max(1.0, crowd / _ROOMY), _MOST * TALL)
    scale = float(min((WIDTH - 5) / span[0], tall / span[1]))
    if not np.isfinite(scale) or scale > 1e6:
        return None
    drawn = _drawn(model, scene, replace(camera, scale=scale / PIXEL), counted)
    for _ in range(_TRIES):
        part = float(min(np.array([WIDTH, HIGH + tall - TALL]) / _size(drawn)))
        if part < 1.0:
            scale *= 0.98 * part
            drawn = _drawn(model, scene, replace(camera, scale=scale / PIXEL), counted)
    return drawn


_ROOMY, _MOST = 8, 1.5
"""With more joints, coordinates and elements pictures are higher, at most by this factor."""
_TRIES = 3
"""So often a picture that is too large is made anew."""


def _shortened(model: Model, scene: Scene) -> Scene:
    """A scene whose planes and tracks reach little further than its bodies at the first instant."""
    motion = scene.motion
    size = float(np.ptp(_bodies(scene), axis=0).max())
    if size <= 0:
        return scene
    first = replace(
        motion,
        x={number: x[:1] for number, x in motion.x.items()},
        R={number: R[:1] for number, R in motion.R.items()},
    )
    reached = planes(model, first, known_values(model), _AROUND * size)
    return replace(
        scene,
        planes=reached if len(reached) == len(scene.planes) else scene.planes,
        grounds=tuple(_near(ground, motion, size) for ground in scene.grounds),
    )


_ALONG = 0.5
"""Tracks reach further than their slider by this part of a mechanism."""
_AROUND = 6.0
"""Planes reach so many times the part of a mechanism further than otherwise of a motion."""


def _near(ground: Ground, motion: Motion, size: float) -> Ground:
    """A track that reaches little further than its slider beside a mechanism of a size (m)."""
    if ground.sort != "track" or ground.joint not in motion.joints:
        return ground
    here = motion.joints[ground.joint][0] - motion.x[ground.body][0]
    at = float((motion.R[ground.body][0].T @ here - ground.point) @ ground.toward)
    low, high = ground.ends
    return replace(ground, ends=(max(low, at - _ALONG * size), min(high, at + _ALONG * size)))


def _drawn(model: Model, scene: Scene, camera: Camera, counted: bool) -> DrawnMechanism:
    sight = SceneSight(scene, scene.at(scene.motion.t[0]), camera, (0.0, 0.0))
    loads = _loads(model, sight)
    count = len(loads) + len(scene.lines) + len(scene.torsions) + len(scene.hinges)
    told = counted and count <= _CROWDED
    coordinates = list(counted_coordinates(sight)) if told else []
    signs = [*_signs(model, sight, loads), *(sign for each in coordinates for sign in each.signs)]
    shapes = list(inked(signs))
    low, high = edges(shapes)
    names = SketchNames(sight, shapes, short_names(model))
    letters = list(names.coordinates(coordinates))
    lettered = {each.name for each in coordinates}
    bodies, joints = list(names.bodies()), list(names.joints(model, lettered))
    beside = (names.loads(loads), names.lines(), names.torsions(), names.shoes(), names.edges())
    elements = [name for names in beside for name in names] if count <= _CROWDED else []

    named = (*letters, *joints, *bodies, *elements)
    right = max((at[0] + width_of(text) / 2 for at, text in named), default=high[0])
    corner = float(max(right - low[0], high[0] - low[0])) * PIXEL + 1.0

    def on_paper(points: Array) -> Array:
        return np.round((points - [low[0], high[1]]) * [PIXEL, -PIXEL], 3)

    def placed(written: list[WrittenName]) -> tuple[WrittenName, ...]:
        return tuple((on_paper(at), text) for at, text in written)

    return DrawnMechanism(
        signs=tuple(replace(sign, ways=tuple(map(on_paper, sign.ways))) for sign in shapes),
        elements=placed(elements),
        joints=placed([*letters, *joints]),
        bodies=placed(bodies),
        axes=tuple(_axes(camera, corner)),
        measure=_measure(camera.scale * PIXEL, corner),
    )


_CROWDED = 30
"""Where more elements and joints have names those of elements and coordinates are left out."""


def _size(drawn: DrawnMechanism) -> Array:
    """How wide and how high a picture is with its names (cm)."""
    points = [way for sign in drawn.signs for way in sign.ways]
    points += [way for way, _ in drawn.beside]
    for at, text in (*drawn.elements, *drawn.joints, *drawn.bodies):
        half = np.array([width_of(text), HEIGHT]) * PIXEL / 2
        points.append(np.stack([at - half, at + half]))
    return np.ptp(np.concatenate(points), axis=0)


def width_on_paper(drawn: DrawnMechanism) -> float:
    """How wide a picture is with its names (cm)."""
    return float(_size(drawn)[0])


def _signs(model: Model, sight: SceneSight, loads: Sequence[SeenLoad]) -> Iterator[Sign]:
    """All that is drawn, in its order."""
    values, scene = known_values(model), sight.scene
    walled = walls_of_contacts(model, scene.motion, values, scene.planes)
    yield from mark_signs(model, sight, values, walled)
    yield from mechanism_signs(sight, walled)
    for load in loads:
        yield from load_signs(load)


def camera_of(scene: Scene) -> Camera:
    """The plane of the motion as in the sketch; others as they are seen first in the window."""
    if scene.motion.planar:
        return plane_camera(scene.motion.planar, scene.gravity)
    return orbit_camera(*first_angles(scene), upward(scene.gravity))


def _bodies(scene: Scene) -> Array:
    """Points (n, 3) of bodies, joints and elements at the first instant."""
    motion = scene.motion
    tables = [*motion.joints.values(), *motion.beams.values(), *motion.lines.values()]
    tables += [x for number, x in motion.x.items() if number] or list(motion.x.values())
    parts = [table[0].reshape(-1, 3) for table in tables]
    for figure in scene.figures:
        if figure.solid is not None:
            box = box_around(figure.solid) @ motion.R[figure.number][0].T
            parts.append(motion.x[figure.number][0] + box)
    return np.concatenate(parts)


def _extent(model: Model, scene: Scene) -> Array:
    """Points (n, 3) at the first instant that the picture holds."""
    motion = scene.motion
    parts = [_bodies(scene), *(corners_along(motion, plane) for plane in scene.planes)]
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
    return np.array([[corner, -0.8], [corner + metres * scale, -0.8]]), _length(metres)


def _length(metres: float) -> Text:
    """A round length in the unit in which it is a short number."""
    for least, part, name in _LENGTHS:
        if least <= 1.000001 * metres < 1e6:
            return text_of(formula(metres / part), f"\u00a0{name}")
    return text_of(formula(metres), "\u00a0m")


_LENGTHS = (
    (1e3, 1e3, "km"),
    (0.1, 1.0, "m"),
    (1e-2, 1e-2, "cm"),
    (1e-3, 1e-3, "mm"),
    (1e-6, 1e-6, "µm"),
    (1e-9, 1e-9, "nm"),
)
"""The least length of a unit (m), the unit (m) and its name."""


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
    if drawn.measure is not None:
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

    def coordinates(self, counted: Sequence[CountedCoordinate]) -> Iterator[WrittenName]:
        """The letters of coordinates beside their arcs and arrows."""
        for each in counted:
            yield self._written(each.at, each.away, (name_math(each.name),))

    def joints(self, model: Model, told: Collection[str]) -> Iterator[WrittenName]:
        """The names of all joints that lie in a point, with the coordinates that are not told."""
        by_place = defaultdict[tuple[float, ...], list[Text]](list)
        for joint in model.joints:
            if joint.name in self.sight.joints:
                short = self.short[f"joint:{joint.name}"]
                moved = [name_math(name) for name in joint.coordinates if name not in told]
                name = text_of(short, " ", listed(moved)) if moved else short
                here = np.round(self.sight.joints[joint.name], 1)
                by_place[tuple(here.tolist())].append(name)
        for at, names in by_place.items():
            yield self._written(np.array(at), _DOWN, listed(names))

    def lines(self) -> Iterator[WrittenName]:
        """The names of elements along lines, beside the middles of their symbols."""
        for line in self.sight.scene.lines:
            if (line.sort or "rope") not in PENS:
                continue  # it is not seen
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

    def shoes(self) -> Iterator[WrittenName]:
        """The names of dry friction on rails."""
        for sign in shoe_signs(self.sight):
            (key,), points = sign.keys, np.concatenate(sign.lines)
            top = points[np.argmin(points[:, 1])]
            yield self._written(top, _UP, self.short[key], 0.0)

    def edges(self) -> Iterator[WrittenName]:
        """The names of knife edges."""
        for edge in self.sight.scene.edges:
            a, b = self.sight.edge(edge)
            yield self._written(a, symbols.frame(b, a)[1], self.short[f"element:{edge.element}"])

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
