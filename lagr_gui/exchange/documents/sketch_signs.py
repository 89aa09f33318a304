"""The signs of a mechanism on paper: bodies, bearings, rails, springs, dashpots, joints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.bodies.shapes import outline
from lagr_gui.drawing.bodies.surfaces import seen_along
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.scenery import symbols
from lagr_gui.scenery.drawn_marks import drawn_walls, free_pivots
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.load_signs import BADGE, EYE, HEAD, SeenLoad
from lagr_gui.scenery.strokes import HINGE, SLIDER, HatchedLine, SceneSight, cable_ways
from lagr_gui.scenery.values import known_values

PIXEL = 0.026
"""What a pixel of the sketch is on paper (cm)."""
INK, GREY, BODY, PAPER = "#000000", "#737373", "#7b8794", "#ffffff"
SOFT = 0.72
"""How much of white is in the colour that fills a body."""
BALL, PULLEY, DOT, CENTRE = 1.6, 5.0, 6.0, 2.2
"""Radii of the dot of a ball, of a pulley, of a point mass, of a centre of mass (pixels)."""
ROUND = 24
"""Corners of a circle."""
FINE = 0.5
"""Corners that are nearer to the last one (pixels) are left out."""
THIN, LINE, BAR, BEAM, TUBE = 0.4, 0.8, 1.0, 1.8, 2.2
"""Widths (pt) of hatching, of lines, of bars to joints, of beams, of frames."""

Place = tuple[float, float]
"""A point of the paper (cm); y points upwards."""
Way = tuple[Place, ...]


@dataclass(frozen=True, eq=False)
class PixelSign:
    """Lines (n, 2) in pixels of a width (pt) and a colour; with `fill` they are areas.

    Of several areas what lies in an even number of them is a hole.
    """

    lines: tuple[Array, ...]
    width: float = LINE
    ink: str = INK
    fill: str = ""

    def moved(self, way: Callable[[Array], Way]) -> SketchSign:
        """The same on paper."""
        return SketchSign(tuple(map(way, self.lines)), self.width, self.ink, self.fill)


@dataclass(frozen=True)
class SketchSign:
    """Lines on paper (cm) of a width (pt) and a colour, or areas where there is a `fill`."""

    ways: tuple[Way, ...]
    width: float = LINE
    ink: str = INK
    fill: str = ""


def signs(model: Model, sight: SceneSight) -> Iterator[PixelSign]:
    """All signs, each over the one before."""
    scene, now = sight.scene, sight.now
    for plane in scene.planes:
        if scene.motion.planar is None:
            corners = now.x[plane.body] + plane.corners @ now.R[plane.body].T
            yield PixelSign((sight.flat(corners),), THIN, GREY, softened(BODY))
        else:
            yield from _hatched(sight.plane(plane))
    values = known_values(model)
    for _, ends in drawn_walls(model, scene.motion, values):
        yield from _hatched(sight.wall(ends))
    up = -scene.gravity if np.any(scene.gravity) else sight.camera.up
    free = free_pivots(model, scene.motion, values)
    pivots = [Ground("bearing", 0, point, now.R[0].T @ up) for point in free]
    tracks = [ground for ground in scene.grounds if ground.sort == "track"]
    for ground in (*pivots, *tracks):
        yield from _support(sight, ground)
    for _, hoop in scene.curves:
        yield PixelSign((sight.flat(now.x[hoop.body] + hoop.points @ now.R[hoop.body].T),))
    under, over = sight.layers()
    for line in under:
        yield from _line(sight, line.name)
    for figure in sorted(scene.figures, key=lambda f: float(sight.camera.depth(now.x[f.number]))):
        yield from _teeth(sight, figure)
        yield from _body(sight, figure)
    for line in over:
        yield from _line(sight, line.name)
    for ground in scene.grounds:
        if ground.sort != "track":  # what holds a wide body would not be seen under it
            yield from _support(sight, ground)
    for cable in scene.gearing.cables:
        yield PixelSign(tuple(map(sight.flat, cable_ways(cable, now))))
    yield from (PixelSign((sight.flat(bent),), BEAM) for bent in now.beams.values())
    yield from _bars(sight)
    for torsion in scene.torsions:
        width = LINE if scene.motion.planar else THIN
        yield PixelSign(tuple(map(sight.flat, sight.torsion(torsion))), width)
    for name, kind in scene.hinges.items():
        yield from _hinge(sight.flat(now.joints[name]), kind)
    for cross in scene.crosses:
        for body, arm in cross.arms:
            way = cross.reach * (now.R[body] @ arm)
            here = now.joints[cross.joint]
            yield PixelSign((sight.flat(np.stack([here - way, here + way])),), BAR)
    for figure in scene.figures:
        radius = DOT if figure.solid is None else CENTRE
        yield _disc(sight.flat(now.x[figure.number]), radius, INK)


def load_signs(seen: SeenLoad) -> Iterator[PixelSign]:
    """The sign of a force, a moment or a drive; dashed where its size is not known."""
    if seen.load.sort == "drive":
        yield PixelSign((seen.stem,))
        yield _disc(seen.tip, BADGE, PAPER)
    elif seen.on_end:
        yield _disc(seen.tip, EYE, PAPER)
        if np.any(seen.load.vector):
            yield _disc(seen.tip, BALL, INK)
    else:
        head = symbols.arrow(seen.line[-2], seen.tip, HEAD)
        to_and_fro = seen.load.sort == "motion"
        whole = seen.load.told or to_and_fro
        line = (seen.line,) if whole else tuple(symbols.dashes(seen.line))
        back = (symbols.arrow(seen.tip, seen.line[0], HEAD),) if to_and_fro else ()
        yield PixelSign((*line, head, *back), BAR)


def _hatched(line: HatchedLine | None) -> Iterator[PixelSign]:
    if line is None:
        return
    yield PixelSign((line.ends,), 1.0)
    yield PixelSign(tuple(line.hatching), THIN, GREY)


def _support(sight: SceneSight, ground: Ground) -> Iterator[PixelSign]:
    support = sight.support(ground)
    if support is None:
        return
    if support.foot is not None:
        yield PixelSign((support.foot,), fill=PAPER)
    yield from _hatched(support.line)
    if support.rail is not None:
        yield PixelSign((support.rail,))
    if support.slider is not None:
        _, along, across = symbols.frame(np.zeros(2), support.slider)
        length, height = SLIDER[0] / 2 * along, SLIDER[1] / 2 * across
        corners = np.array([length + height, height - length, -length - height, length - height])
        yield PixelSign((sight.flat(sight.now.joints[ground.joint]) + corners,), fill=PAPER)


def _line(sight: SceneSight, name: str) -> Iterator[PixelSign]:
    line = next(line for line in sight.scene.lines if line.name == name)
    if line.sort == "gap":
        return
    for _, ends in sight.arms(line):
        yield PixelSign((ends,), BAR, GREY)
    yield PixelSign(tuple(sight.line(line)))
    for point in sight.pulleys(line):
        yield _disc(point, PULLEY, PAPER)


def _bars(sight: SceneSight) -> Iterator[PixelSign]:
    """Thin bars from centres of mass to joints; of frames also tubes between these."""
    scene, now = sight.scene, sight.now
    solid = {figure.number for figure in scene.figures if figure.solid is not None}
    for link in scene.links:
        joint = now.joints[link.joint]
        tubes = scene.frames.get(link.body)
        inner = next((f for f in scene.figures if f.number == link.body), None)
        if tubes is None and link.body in solid and inner and sight.within(inner, joint):
            continue  # the body itself leads there
        ends = [now.x[link.body], *(now.joints[name] for name in tubes or () if name > link.joint)]
        lines = tuple(sight.flat(np.stack([end, joint])) for end in ends)
        yield PixelSign(lines, BAR if tubes is None else TUBE, GREY)


def _hinge(at: Array, kind: JointKind) -> Iterator[PixelSign]:
    """A circle where a joint turns about one axis or, with a dot within, about three."""
    ball = len(kind.turns) == 3 and not kind.slides
    if kind.freedoms == 0:
        yield PixelSign((at + 3 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]),), fill=INK)
    elif ball or (kind.line and kind.turns):
        yield _disc(at, HINGE, PAPER)
    if ball:
        yield _disc(at, BALL, INK)


def _disc(at: Array, radius: float, fill: str) -> PixelSign:
    return PixelSign((_circle(at, radius),), fill=fill)


def _circle(at: Array, radius: float) -> Array:
    phi = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return at + radius * np.column_stack([np.cos(phi), np.sin(phi)])


# --- bodies ----------------------------------------------------------------------------------


def _teeth(sight: SceneSight, figure: Figure) -> Iterator[PixelSign]:
    for place in sight.scene.gearing.of_body.get(figure.number, ()):
        loops = tuple(map(fine, sight.teeth(figure, place)))
        yield PixelSign(loops, THIN, fill=softened(figure.color or BODY))


def _body(sight: SceneSight, figure: Figure) -> Iterator[PixelSign]:
    """The outline of a body, softly filled; in space also its edges."""
    form, color = figure.solid, softened(figure.color or BODY)
    x, R = sight.now.x[figure.number], sight.now.R[figure.number]
    if form is None:
        return
    towards = R.T @ sight.camera.towards
    if form.composed is not None or form.open:
        for part in sorted(
            figure.painted, key=lambda own: float((own.surface.corners @ towards).mean())
        ):
            loops = (fine(sight.flat(x + loop @ R.T)) for loop in seen_along(part.surface, towards))
            own = part.color if part.color.startswith("#") else figure.color or BODY
            yield PixelSign(tuple(loops), fill=softened(own))
        return
    if form.radius:
        circle = _circle(sight.flat(x), form.radius * sight.camera.scale)
        yield PixelSign((circle,), fill=color)
    else:
        flat = sight.flat(x + form.corners @ R.T)
        yield PixelSign((outline(flat),), fill=color)
        if sight.scene.motion.planar is None:
            plain = len(form.faces) == 6  # of a box all faces have edges, of others the lids
            seen = (f for f, n in zip(form.faces, form.normals, strict=True) if n @ towards > 1e-6)
            sides = (flat[list(face)] for face in seen if plain or len(face) > 4)
            yield from (PixelSign((side,), THIN, fill=color) for side in sides)
    marks = form.mark.lines[form.mark.normals @ towards > -1e-6]
    if len(marks):
        yield PixelSign(tuple(sight.flat(x + mark @ R.T) for mark in marks), THIN)


def softened(color: str) -> str:
    """A colour (``#rrggbb``) with much white in it."""
    parts = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round((1 - SOFT) * part + SOFT * 255):02x}" for part in parts)


def fine(points: Array) -> Array:
    """An outline (n, 2) without corners that nobody sees."""
    kept: list[Array] = []
    for point in points:
        if not kept or float(np.abs(point - kept[-1]).max()) >= FINE:
            kept.append(point)
    return np.array(kept)


def edges(shapes: Sequence[PixelSign]) -> tuple[Array, Array]:
    """The least and the greatest pixels (2,) of signs."""
    points = np.concatenate([line for sign in shapes for line in sign.lines])
    return points.min(axis=0), points.max(axis=0)
