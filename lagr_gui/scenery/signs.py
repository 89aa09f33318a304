"""The picture of a mechanism as signs in pixels, each over the one before: all that draw it play
the same list."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.bodies.appearance import MARK, Painted
from lagr_gui.drawing.bodies.surfaces import SolidSurface, seen_along
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Joint, Model
from lagr_gui.scenery import symbols
from lagr_gui.scenery.drawn_marks import drawn_walls, free_pivots
from lagr_gui.scenery.figures import Figure
from lagr_gui.scenery.ground import Ground
from lagr_gui.scenery.load_signs import BADGE, EYE, HEAD, SeenLoad
from lagr_gui.scenery.load_signs import DOT as LOAD_DOT
from lagr_gui.scenery.planes import Plane
from lagr_gui.scenery.rubbing import rubbing_places, slide_places
from lagr_gui.scenery.scene import SceneLine
from lagr_gui.scenery.strokes import HINGE, SLIDER, HatchedLine, SceneSight, cable_ways

PULLEY, DOT, CENTRE, BALL, END = 5.0, 7.0, 4.0, 1.6, 3.0
"""Radii of a pulley, of a point mass, of a centre of mass, of the dot of a ball, and of the ends of
a cross (pixels)."""
SLOT, WELD = 6.0, 3.0
"""Half the line in a slider, half the side of the sign of a joint that holds fast (pixels)."""
TOOTH, SLIM = 9.0, 0.35
"""Lines are thinner where a tooth takes less room (pixels), down to this part of their width."""
AWAY, ARROW, POINT = 17.0, 12.0, 7.0
"""How far from what rubs a lock or an arrow stands, half the length of the arrow, its head
(pixels)."""
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_QUARTER = np.linspace(0.0, np.pi / 2, 17)


@dataclass(frozen=True, eq=False)
class Sign:
    """Chains of lines (n, 2) in pixels, or discs of a `radius` about the points of the only one.

    The `role` says what it is: from that those who draw it take pen and fill.  Chains that are
    filled are closed; of several what lies in an even number of them is a hole.  `keys` are those
    of the items that it shows, `figure` is the body in whose colour it is drawn, unless it has a
    `color` (``#rrggbb``).  Its lines have a `part` of their usual width; the first may be `dashed`.
    """

    role: str
    lines: tuple[Array, ...]
    keys: tuple[str, ...] = ()
    figure: Figure | None = None
    color: str = ""
    radius: float = 0.0
    part: float = 1.0
    dashed: bool = False
    text: str = ""


def disc(role: str, middle: Array, radius: float, *keys: str, figure: Figure | None = None) -> Sign:
    """A disc about a point (2,), or several about points (n, 2)."""
    return Sign(role, (np.atleast_2d(middle),), keys, figure, radius=radius)


# --- what is drawn into the sketch -----------------------------------------------------------


def mark_signs(
    model: Model, sight: SceneSight, values: Mapping[str, float], walled: Mapping[str, int]
) -> Iterator[Sign]:
    """Walls and fixed pivots, which lie under the mechanism.

    `walled` are the places of walls by the contacts that rebound from them.
    """
    motion, gravity = sight.scene.motion, sight.scene.gravity
    for place, ends in drawn_walls(model, motion, values):
        contacts = (f"element:{name}" for name, wall in walled.items() if wall == place)
        yield from _hatched("wall", sight.wall(ends), f"mark:walls.{place}", *contacts)
    up = -gravity if np.any(gravity) else sight.camera.up
    for point in free_pivots(model, motion, values):
        yield from _support(sight, Ground("bearing", 0, point, sight.now.R[0].T @ up))


# --- the mechanism ---------------------------------------------------------------------------


def mechanism_signs(
    sight: SceneSight, walled: Collection[str] = (), trail: float = 0.0
) -> Iterator[Sign]:
    """Planes but those of `walled` contacts, tracks, trails of some seconds, springs, bodies, ...

    ... what holds them, bars, joints and centres of mass.
    """
    scene, now = sight.scene, sight.now
    for plane in scene.planes:
        if plane.element not in walled:
            yield from plane_signs(sight, plane)
    for ground in scene.grounds:
        if ground.sort == "track":
            yield from _support(sight, ground)
    for key, curve in scene.curves:
        yield Sign("hoop", (sight.flat(now.placed(curve)),), (key,))
    yield from trail_signs(sight, trail)
    under, over = sight.layers()
    for line in under:
        yield from _line(sight, line)
    for figure in sorted(scene.figures, key=lambda f: _depth(sight, now.x[f.number])):
        yield from _teeth(sight, figure)
        yield from _body(sight, figure)
    for line in over:
        yield from _line(sight, line)
    for edge in scene.edges:
        ends = sight.edge(edge)
        yield Sign("edge", (ends,), (f"element:{edge.element}",))
    for ground in scene.grounds:
        if ground.sort != "track":  # what holds a wide body would not be seen under it
            yield from _support(sight, ground)
    for cable in scene.gearing.cables:
        ways = tuple(map(sight.flat, cable_ways(cable, now)))
        yield Sign("cable", ways, (f"element:{cable.element}",))
    for name, bent in now.beams.items():
        yield Sign("beam", (sight.flat(bent),), (f"joint:{name}",))
    yield from _bars(sight)
    for torsion in scene.torsions:
        role = torsion.sort if scene.motion.planar else "torsion in space"
        yield Sign(role, tuple(map(sight.flat, sight.torsion(torsion))), (torsion.key,))
    for name, kind in scene.hinges.items():
        yield from _hinge(sight, name, kind)
    yield from shoe_signs(sight)
    for cross in scene.crosses:
        key, here = f"joint:{cross.joint}", now.joints[cross.joint]
        for body, arm in cross.arms:
            way = cross.reach * (now.R[body] @ arm)
            ends = sight.flat(np.stack([here - way, here + way]))
            yield Sign("cross", (ends,), (key,))
            yield disc("cross end", ends, END, key)
    for figure in scene.figures:
        if figure.solid is None:
            yield point_sign(sight, figure)
        else:
            yield from _centre(sight, figure)


def plane_signs(sight: SceneSight, plane: Plane) -> Iterator[Sign]:
    """A wall or floor: hatched where one looks along it, in space as an area."""
    key = f"element:{plane.element}"
    if sight.scene.motion.planar:
        yield from _hatched("wall", sight.plane(plane), key)
    else:
        now = sight.now
        corners = now.x[plane.body] + plane.corners @ now.R[plane.body].T
        yield Sign("plane", (sight.flat(corners),), (key,))


def trail_signs(sight: SceneSight, seconds: float) -> Iterator[Sign]:
    """The ways of the centres of mass in the last seconds."""
    for figure in sight.scene.figures if seconds else ():
        way = sight.scene.trail(figure.number, sight.now.t, seconds)
        if len(way) > 1:
            yield Sign("trail", (sight.flat(way),), figure=figure)


def point_sign(sight: SceneSight, figure: Figure) -> Sign:
    """A point mass."""
    middle = sight.centres[figure.number]
    return disc("point", middle, DOT, f"body:{figure.number}", figure=figure)


def hatched_areas(signs: Iterable[Sign]) -> Iterator[Array]:
    """Chains of lines (4, 2) around hatched lines and their strokes."""
    for line, strokes in pairwise(signs):
        if strokes.role == "hatching":
            (_, first), (_, last) = strokes.lines[0], strokes.lines[-1]
            yield np.array([first, *line.lines[0], last, first])


def _hatched(role: str, line: HatchedLine | None, *keys: str) -> Iterator[Sign]:
    if line is not None:
        yield Sign(role, (line.ends,), keys)
        yield Sign("hatching", tuple(line.hatching))


def _support(sight: SceneSight, ground: Ground) -> Iterator[Sign]:
    """A bearing, a wall or a track, hatched on the side of body 0."""
    support = sight.support(ground)
    if support is None:
        return
    if support.foot is not None:
        yield Sign("foot", (support.foot,))
    yield from _hatched("support", support.line)
    if support.rail is not None:
        yield Sign("rail", (support.rail,))
    if support.slider is not None:
        key, here = f"joint:{ground.joint}", sight.joints[ground.joint]
        _, along, across = symbols.frame(np.zeros(2), support.slider)
        turned = np.stack([along, across])
        yield Sign("slider", (here + SQUARE * SLIDER / 2 @ turned,), (key,))
        yield Sign("slot", (here + np.outer([-SLOT, SLOT], along),), (key,))


def _line(sight: SceneSight, line: SceneLine) -> Iterator[Sign]:
    """A spring, a dashpot, a rope or a gap; with bars to bodies that it does not reach, and the
    pulleys over which it runs."""
    for figure, ends in sight.arms(line):
        yield Sign("bar", (ends,), figure=figure)
    key, role = f"element:{line.name}", line.sort or "rope"
    yield Sign(role, tuple(sight.line(line)), (key,))
    if pulleys := sight.pulleys(line):
        yield disc("pulley", np.stack(pulleys), PULLEY, key)


def _bars(sight: SceneSight) -> Iterator[Sign]:
    """Thin bars from centres of mass to joints; of frames also tubes between these."""
    scene, now = sight.scene, sight.now
    figures = {figure.number: figure for figure in scene.figures}
    for link in scene.links:
        joint, figure = now.joints[link.joint], figures[link.body]
        tubes = scene.frames.get(link.body)
        ends = [now.x[link.body], *(now.joints[name] for name in tubes or () if name > link.joint)]
        lines = tuple(sight.flat(np.stack([end, joint])) for end in ends)
        if tubes is not None:
            yield Sign("tube", lines, figure=figure)
        elif figure.solid is not None and sight.within(figure, joint):
            yield Sign("inner bar", lines, figure=figure)  # the body itself leads there
        else:
            yield Sign("bar", lines, figure=figure)


def shoe_signs(sight: SceneSight) -> Iterator[Sign]:
    """Dry friction along slides."""
    for key, place in slide_places(sight).items():
        yield Sign("friction", place.strokes, (key,))


def mode_signs(sight: SceneSight, senses: Mapping[str, int]) -> Iterator[Sign]:
    """A lock at each element (item key) that sticks (0), an arrow at each that slides (1, −1)."""
    for key, place in rubbing_places(sight).items() if senses else ():
        middle = place.at + AWAY * place.away
        if key not in senses:
            continue
        if senses[key] == 0:
            bow, box = symbols.padlock(middle)
            yield Sign("bow", (bow,), (key,))
            yield Sign("lock", (box,), (key,))
        else:
            half = senses[key] * ARROW * place.way
            ends = np.stack([middle - half, middle + half])
            yield Sign("sliding", (ends, symbols.arrow(ends[0], ends[1], POINT)), (key,))


def _hinge(sight: SceneSight, name: str, kind: JointKind) -> Iterator[Sign]:
    """A circle where a joint turns about one axis or, with a dot within, about three."""
    here, key = sight.joints[name], f"joint:{name}"
    ball = len(kind.turns) == 3 and not kind.slides
    if kind.freedoms == 0:
        yield Sign("weld", (here + WELD * SQUARE,), (key,))
    elif ball or (kind.line and kind.turns):
        yield disc("hinge", here, HINGE, key)
    if ball:
        yield disc("ball", here, BALL, key)


def _centre(sight: SceneSight, figure: Figure) -> Iterator[Sign]:
    """A centre of mass: a circle with two dark quarters that turn along."""
    camera, middle = sight.camera, sight.centres[figure.number]
    axis = sight.now.R[figure.number][:, int(np.argmax(np.abs(camera.right)))]
    angle = np.arctan2(float(axis @ camera.up), float(axis @ camera.right))
    arcs = (angle + start + _QUARTER for start in (0.0, np.pi))
    rims = (middle + CENTRE * np.column_stack([np.cos(arc), -np.sin(arc)]) for arc in arcs)
    yield disc("centre", middle, CENTRE)
    yield Sign("quarters", tuple(np.vstack([middle, rim]) for rim in rims))
    yield disc("rim", middle, CENTRE)


# --- joints in space whose pins say too little, over the bodies ------------------------------

SPHERE, SPOT, PLATE, NORMAL, AXIS = 6.0, 2.0, 11.0, 16.0, 18.0
"""Radii of a ball and of its dot, half the side of a plate, lengths of its normal and of the axes
of a frame, where they lie across the view (pixels)."""


def joint_sign(kind: str) -> str:
    """What a kind of joint is shown by besides a pin: ``ball``, ``plate``, ``frame`` or nothing."""
    turns, slides = len(JOINTS[kind].turns), len(JOINTS[kind].slides)
    if turns == 3:
        return {0: "ball", 3: "frame"}.get(slides, "")
    return "plate" if (turns, slides) == (1, 2) else ""


def joint_signs(sight: SceneSight, joints: Iterable[Joint]) -> Iterator[Sign]:
    """The signs of all such joints of a mechanism in space."""
    for joint in joints:
        sort = joint_sign(joint.kind)
        if sort and joint.name in sight.scene.hinges:
            yield from _SIGNS[sort](sight, joint, f"joint:{joint.name}")


def _ball(sight: SceneSight, joint: Joint, key: str) -> Iterator[Sign]:
    yield disc("hinge", sight.joints[joint.name], SPHERE, key)
    yield disc("spot", sight.joints[joint.name], SPOT, key)


def _plate(sight: SceneSight, joint: Joint, key: str) -> Iterator[Sign]:
    """A square in which the joint slides, and its normal."""
    pin = sight.scene.pins.get(joint.name)
    if pin is None:
        return
    here, unit = sight.now.joints[joint.name], _pixel(sight, joint)
    normal = sight.now.R[pin.body] @ pin.axis
    first: Array = np.asarray(np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))]), float)
    first = first / np.linalg.norm(first)
    ways = np.stack([first, np.asarray(np.cross(normal, first), float)])
    yield Sign("plate", (sight.flat(here + PLATE * unit * SQUARE @ ways),), (key,))
    yield Sign("normal", (sight.flat(np.stack([here, here + NORMAL * unit * normal])),), (key,))


def _frame(sight: SceneSight, joint: Joint, key: str) -> Iterator[Sign]:
    """The axes of the body that is free."""
    here, R = sight.now.joints[joint.name], sight.now.R.get(joint.child)
    if R is None:
        return
    for letter, axis in zip("xyz", R.T, strict=True):
        line = np.stack([here, here + AXIS * _pixel(sight, joint) * axis])
        yield Sign(f"axis {letter}", (sight.flat(line),), (key,))
    yield disc("ring", sight.joints[joint.name], SPOT, key)


def _pixel(sight: SceneSight, joint: Joint) -> float:
    """A pixel at a joint (m)."""
    camera, here = sight.camera, sight.now.joints[joint.name]
    return 1 / (camera.scale * float(camera.growth(camera.depth(here))))


_SIGNS = {"ball": _ball, "plate": _plate, "frame": _frame}


# --- bodies ----------------------------------------------------------------------------------


def _depth(sight: SceneSight, point: Array) -> float:
    """How near to the viewer a point is; what differs by rounding alone is equally near."""
    return round(float(sight.camera.depth(point)) / sight.scene.size, 9)


def _teeth(sight: SceneSight, figure: Figure) -> Iterator[Sign]:
    gearing = sight.scene.gearing
    for place in gearing.of_body.get(figure.number, ()):
        room = gearing.rims[place].pitch * sight.camera.scale
        part = min(1.0, max(room / TOOTH, SLIM))
        loops = tuple(sight.teeth(figure, place))
        yield Sign("teeth", loops, (f"body:{figure.number}",), figure, part=part)


def _body(sight: SceneSight, figure: Figure) -> Iterator[Sign]:
    """The outline of a body, of one of several solids those of these; in space also its faces."""
    form, number = figure.solid, figure.number
    if form is None:
        return
    keys, planar = (f"body:{number}",), sight.scene.motion.planar is not None
    x, R = sight.now.x[number], sight.now.R[number]
    towards = R.T @ sight.camera.towards
    if form.composed is not None or (form.open and not planar):
        yield from _solids(sight, figure, keys)
        return
    if form.radius:
        yield disc(
            "body", sight.centres[number], form.radius * sight.camera.scale, *keys, figure=figure
        )
    elif not form.open:
        yield Sign("body", (sight.outline(figure),), keys, figure)
        if not planar:
            flat = sight.flat(x + form.corners @ R.T)
            plain = len(form.faces) == 6  # of a box all faces have edges, of others the lids
            seen = (f for f, n in zip(form.faces, form.normals, strict=True) if n @ towards > 1e-6)
            sides = (flat[list(face)] for face in seen if plain or len(face) > 4)
            yield from (Sign("face", (side,), keys, figure) for side in sides)
    least = -1e-6 if form.open else 1e-6  # what is seen on edge is the outline
    marks = form.mark.lines[form.mark.normals @ towards > least]
    if len(marks):
        yield Sign("mark", tuple(sight.flat(x + marks @ R.T)), figure=figure)


def _solids(sight: SceneSight, figure: Figure, keys: tuple[str, ...]) -> Iterator[Sign]:
    """The outlines of the solids of a body, each in its colour, the nearest last."""
    x, R = sight.now.x[figure.number], sight.now.R[figure.number]
    towards = tuple(np.round(R.T @ sight.camera.towards, 9).tolist())

    def depth(part: Painted) -> tuple[float, bool]:
        """Spokes end in a tyre, which is equally near."""
        return _depth(sight, x + R @ part.surface.corners.mean(axis=0)), part.color != MARK

    for part in sorted(figure.painted, key=depth):
        loops = tuple(sight.flat(x + loop @ R.T) for loop in _loops(part.surface, towards))
        color = part.color if part.color.startswith("#") else ""
        yield Sign("solid", loops, keys, figure, color)


@lru_cache(maxsize=256)
def _loops(surface: SolidSurface, towards: tuple[float, ...]) -> list[Array]:
    """The outline of a surface, in the axes of its body."""
    return seen_along(surface, np.array(towards))


# --- loads -----------------------------------------------------------------------------------


def load_signs(seen: SeenLoad) -> Iterator[Sign]:
    """The sign of a force, a moment or a drive; dashed where its size is not known."""
    keys = (seen.key,)
    if seen.load.sort == "drive":
        yield Sign("drive", (seen.stem,), keys)
        yield Sign("motor", (seen.tip[None],), keys, radius=BADGE, text="M")
    elif seen.on_end:
        yield disc("eye", seen.tip, EYE, *keys)
        if np.any(seen.load.vector):
            yield disc("eye dot", seen.tip, LOAD_DOT, *keys)
    else:
        head = symbols.arrow(seen.line[-2], seen.tip, HEAD)
        to_and_fro = seen.load.sort == "motion"
        back = (symbols.arrow(seen.line[1], seen.line[0], HEAD),) if to_and_fro else ()
        dashed = not (seen.load.told or to_and_fro)
        yield Sign("load", (seen.line, head, *back), keys, dashed=dashed)
