"""Bodies cut free beside their Newton–Euler equations, as they are at the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from lagr_gui.drawing.labels import LabelPlan
from lagr_gui.drawing.looks import short_names
from lagr_gui.exchange.documents.sketch import (
    HEIGHT,
    LETTER,
    DrawnMechanism,
    WrittenName,
    camera_of,
    width_of,
)
from lagr_gui.exchange.documents.sketch_signs import BAR, GREY, PIXEL, SketchSign, edges, inked
from lagr_gui.expression import TIME, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.expression.writer import write
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.cut_arrows import CutArrow, CutArrows, CutBody
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler_readable import axes_of
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.sheets.shown_as import show_of
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.scenery.scene import Scene, build_scene
from lagr_gui.scenery.signs import mechanism_signs
from lagr_gui.scenery.strokes import HINGE, SceneSight
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import boxes
from lagr_gui.typesetting.widths import width
from lagr_gui.typesetting.words import Text, math, name_math

WIDE, TALL = 90.0, 75.0
"""Greatest width and height of a body (pixels)."""
ARROW, BENT, HEAD = 34.0, 14.0, 6.0
"""Lengths of arrows, the radius of bent ones, and how long heads are (pixels)."""
SHORTEST = 12.0
"""The least length at which an arrow is seen that points at the reader (pixels)."""
APART = 7.0
"""How far arrows lie apart that would lie on one another (pixels)."""
LONGEST_LABEL = 120.0
"""A longer label (pixels) gives way to the short name of its element."""
AXIS = 22.0
"""Length of the axes beside a body (pixels)."""
REACTION, APPLIED = "#0b6aa2", "#b5305c"
"""Colours of what is unknown, and of weights and what elements exert."""
ROOM, GAP = 60.0, 10.0
"""What is free for labels around it, and between them and the axes (pixels)."""
_CROWDED, _LARGER = 9, 1.5
"""With more arrows a picture is larger, at most by this factor."""
_FACING, _POINT, _TRIED, _EDGE = 0.7, 1e-6, 9, 0.3
_ASIDE = np.array([0.7071, -0.7071])
_BEND = np.radians(np.linspace(-130.0, 130.0, 27))


def cut_bodies(model: Model, sheet: Sheet, motion: Motion) -> dict[int, DrawnMechanism]:
    """The picture of each body of a Newton–Euler sheet, by number.

    They show a motion's first instant.  Empty for other sheets, for those in other
    coordinates, and where a value has no number at the start.
    """
    if sheet.formalism != "newton-euler" or sheet.chosen is not None:
        return {}
    try:
        bodies = list(cut_arrows(model, sheet, motion).bodies())
    except LagrError:
        return {}
    scene = build_scene(model, motion)
    names = short_names(model)
    return {body.number: _Figure(scene, body, names).drawn() for body in bodies}


def cut_arrows(model: Model, sheet: Sheet, motion: Motion) -> CutArrows:
    """What acts on the bodies of a Newton–Euler sheet at a motion's first instant."""
    prepared = prepare(model, sheet.special)
    general = prepared.general
    kinetics = general.kept(
        ("kinetics",), lambda: Kinetics(general.reading, Exact(general.reading))
    )
    numbers: dict[Symbol, float] = {Symbol(TIME): float(motion.t[0])}
    numbers |= {Symbol(name): value for name, value in prepared.values.items()}
    for place, name in enumerate(general.reading.coordinates):
        numbers[Symbol(name)] = float(motion.q[0, place])
        numbers[Symbol(name, 1)] = float(motion.qd[0, place])
    carrier = FloatCarrier()
    show = show_of(sheet, general.model, general.reading.typed)
    return CutArrows(
        kinetics,
        axes_of(kinetics, sheet.balances),
        show,
        lambda value: evaluate(value.tree(), carrier, numbers.__getitem__),
    )


class _Figure:
    """The picture of one body, in pixels."""

    def __init__(self, scene: Scene, body: CutBody, names: Mapping[str, str]) -> None:
        self.body, self.names = body, names
        alone = _alone(scene, body.number)
        now, camera = alone.at(scene.motion.t[0]), replace(camera_of(scene), scale=1.0)
        span = np.ptp(SceneSight(alone, now, camera, (0.0, 0.0)).flat(self._held(alone)), axis=0)
        self.part = float(np.clip(len(body.arrows) / _CROWDED, 1.0, _LARGER))
        scale = self.part * float(min(np.array([WIDE, TALL]) / np.maximum(span, 1e-12)))
        self.camera = replace(camera, scale=scale if span.max() > _POINT else 1.0)
        self.sight = SceneSight(alone, now, self.camera, (0.0, 0.0))
        self.centre = self.sight.centres[body.number]
        self.signs = [*self._arms(), *inked(mechanism_signs(self.sight))]
        self.lines: list[Array] = []

    def _held(self, scene: Scene) -> Array:
        """The points (n, 3) of the body, of its joints and of what acts on it."""
        motion = scene.motion
        x, R = motion.x[self.body.number][0], motion.R[self.body.number][0]
        parts = [x[None], *(arrow.point[None] for arrow in self.body.arrows)]
        parts += [motion.joints[link.joint][:1] for link in scene.links]
        parts += [x + f.solid.corners @ R.T for f in scene.figures if f.solid is not None]
        return np.concatenate(parts)

    def _arms(self) -> Iterator[SketchSign]:
        """Bars to points of the body that lie beside what is drawn of it."""
        scene = self.sight.scene
        joints = [scene.motion.joints[link.joint][0] for link in scene.links]
        for point in {
            tuple(arrow.point.tolist()): arrow.point for arrow in self.body.arrows
        }.values():
            held = any(self.sight.within(figure, point) for figure in scene.figures)
            if not held and not any(np.allclose(point, joint) for joint in joints):
                yield SketchSign((np.stack([self.centre, self.sight.flat(point)]),), BAR, GREY)

    def drawn(self) -> DrawnMechanism:
        """The body with its arrows, their letters and its axes."""
        labels = [(arrow, *self._drawn(arrow)) for arrow in self.body.arrows]
        low, high = edges(self.signs)
        chains = [np.concatenate([w, w[:1]]) if s.fill else w for s in self.signs for w in s.ways]
        shift = low - ROOM
        plan = LabelPlan(*(high - low + 2 * ROOM).tolist())
        plan.lines = [(a - shift, b - shift) for way in chains for a, b in pairwise(way)]
        written: list[WrittenName] = []
        for arrow, at, away in labels:
            text, size = self._text(arrow)
            box = plan.place(at - shift, away, size)
            written.append((np.array([box.x, box.y]) + shift, text))
        axes = list(self._axes())
        ways = np.concatenate([way for way, _ in axes]) * 1.5
        place = plan.place(np.array([high[0], low[1]]) - shift, _ASIDE, np.ptp(ways, axis=0) + GAP)
        corner = np.array([place.x, place.y]) + shift - (ways.min(axis=0) + ways.max(axis=0)) / 2
        return DrawnMechanism(
            signs=tuple(replace(s, ways=tuple(_on_paper(w) for w in s.ways)) for s in self.signs),
            elements=tuple((_on_paper(at), text) for at, text in written),
            joints=(),
            bodies=(),
            axes=tuple((_on_paper(corner + way), letter) for way, letter in axes),
        )

    # --- arrows -------------------------------------------------------------------------------

    def _drawn(self, arrow: CutArrow) -> tuple[Array, Array]:
        """Draws an arrow; where its label may begin, and in which direction."""
        unknown = arrow.source.startswith("joint:") or "lambda" in write(arrow.label)
        ink = REACTION if unknown else APPLIED
        start = self.sight.flat(arrow.point)
        towards = float(arrow.way @ self.camera.towards)
        if arrow.turns and abs(towards) > _FACING:
            line = self._bent(start, 1.0 if towards > 0 else -1.0)
            at = line[-1]
            away = (at - start) / float(np.hypot(*(at - start)))
        else:
            line = self._straight(start, arrow, towards)
            at, away = line[1], line[1] - line[0]
            if float(np.hypot(*(line[0] - start))) > float(np.hypot(*away)):
                at, away = line[0], -away
            away = away / max(float(np.hypot(*away)), 1e-9)
        self.lines.append(line)
        self.signs.append(SketchSign((line,), BAR, ink))
        heads = _heads(line, arrow.turns and len(line) == 2)
        self.signs += [SketchSign((head,), _EDGE, ink, ink) for head in heads]
        return at, away

    def _bent(self, middle: Array, sense: float) -> Array:
        """An open circle about a point, against the clock where the moment points at the eye."""
        about = [line for line in self.lines if len(line) > 2]
        before = sum(bool(np.hypot(*(line.mean(axis=0) - middle)) < BENT) for line in about)
        x, y = self._outward(middle)
        angles = np.arctan2(-y, x) + sense * _BEND
        ring = np.column_stack([np.cos(angles), -np.sin(angles)])
        return middle + (BENT + APART * before) * ring

    def _outward(self, point: Array) -> Array:
        """Away from the middle of the body; to the right where it is there."""
        way = point - self.centre
        length = float(np.hypot(*way))
        return way / length if length > 1.0 else np.array([1.0, 0.0])

    def _straight(self, point: Array, arrow: CutArrow, towards: float) -> Array:
        """From its point, or up to it where it would lie on the body; beside other arrows."""
        flat = np.array([arrow.way @ self.camera.right, -(arrow.way @ self.camera.up)])
        length = float(np.hypot(*flat))
        along = flat / length if length > 1e-6 else np.array([0.0, 1.0])
        reach = self.part * max(ARROW * min(1.0, 1.2 * length), SHORTEST) * along
        inward = float((self.centre - point) @ along) > 0.5 * ARROW
        if inward:
            point = point - reach - HINGE * along
        line = np.stack([point, point + reach])
        across = np.array([-along[1], along[0]])
        for place in range(_TRIED):
            off = (1 - 2 * (place % 2)) * ((place + 1) // 2) * APART
            if not any(_over(line + off * across, other) for other in self.lines):
                return line + off * across
        return line

    # --- words --------------------------------------------------------------------------------

    def _text(self, arrow: CutArrow) -> tuple[Text, tuple[float, float]]:
        """Its size in letters, or the short name of its item where that is long; its room."""
        letters = formula(arrow.label)
        wide, short = LETTER * width(letters), self.names.get(arrow.source, "")
        if short and wide > LONGEST_LABEL:
            return short, (width_of(short), HEIGHT)
        tall = 2 if any(box.kind == "fraction" for box in boxes(letters)) else 1
        return (math(letters),), (wide, tall * HEIGHT)

    def _axes(self) -> Iterator[WrittenName]:
        """The axes of its equations, from the origin."""
        for letter, axis in zip(self.body.letters, self.body.axes, strict=True):
            way = AXIS * np.array([axis @ self.camera.right, -(axis @ self.camera.up)])
            if letter and float(np.hypot(*way)) > 0.1 * AXIS:
                yield np.stack([np.zeros(2), way]), (name_math(letter),)


def _alone(scene: Scene, number: int) -> Scene:
    """A scene with a body only, with the pins of its joints and its knife edges."""
    links = tuple(link for link in scene.links if link.body == number)
    joints = {link.joint for link in links}
    return replace(
        scene,
        figures=tuple(figure for figure in scene.figures if figure.number == number),
        links=links,
        hinges={name: kind for name, kind in scene.hinges.items() if name in joints},
        edges=tuple(edge for edge in scene.edges if edge.body == number),
        gearing=replace(scene.gearing, cables=()),
        lines=(),
        crosses=(),
        torsions=(),
        shoes=(),
        grounds=(),
        planes=(),
        curves=tuple(each for each in scene.curves if each[1].body == number),
    )


def _heads(line: Array, twice: bool) -> Iterator[Array]:
    """The heads (3, 2) at the end of a line."""
    way = line[-1] - line[-2 if len(line) == 2 else -4]
    along = way / max(float(np.hypot(*way)), 1e-9)
    across = 0.36 * HEAD * np.array([-along[1], along[0]])
    for tip in (line[-1], line[-1] - HEAD * along) if twice else (line[-1],):
        back = tip - HEAD * along
        yield np.array([tip, back + across, back - across])


def _over(line: Array, other: Array) -> bool:
    """Whether a straight arrow lies so near to another one that they look like one."""
    if len(other) > 2:
        return False
    way, there = line[1] - line[0], other[1] - other[0]
    length, others = float(np.hypot(*way)), float(np.hypot(*there))
    along = way / length
    if abs(float(along @ there)) < 0.98 * others:
        return False
    if abs(float((other.mean(axis=0) - line[0]) @ np.array([-along[1], along[0]]))) > 0.8 * APART:
        return False
    ends = sorted((other - line[0]) @ along)
    return float(min(ends[1], length) - max(ends[0], 0.0)) > 2.0


def _on_paper(points: Array) -> Array:
    return np.round(points * [PIXEL, -PIXEL], 3)
