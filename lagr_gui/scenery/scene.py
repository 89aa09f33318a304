"""What there is to draw: solids, links, springs and ground of a model along its motion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.motions import JointKind
from lagr_gui.drawing.bodies.appearance import Meshes
from lagr_gui.drawing.bodies.beads import BeadHoop, BeadWires, bead_wires
from lagr_gui.drawing.bodies.gears import Gearing
from lagr_gui.drawing.bodies.toothed_bodies import gearing
from lagr_gui.drawing.lengths import vector
from lagr_gui.drawing.mechanism import brakes_across, line_sort, thin_bars
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.steps import axis_of
from lagr_gui.mechanics.trajectories.poses import POINTS
from lagr_gui.model import Element, Model
from lagr_gui.scenery.camera import upward
from lagr_gui.scenery.coordinate_marks import CoordinateMark, coordinate_marks
from lagr_gui.scenery.edges import KnifeEdge, knife_edges
from lagr_gui.scenery.figures import Figure, box_around, figure_of
from lagr_gui.scenery.ground import Ground, grounds
from lagr_gui.scenery.pins import Pin, pins
from lagr_gui.scenery.planes import Plane, corners_along, planes
from lagr_gui.scenery.seeing import drawable
from lagr_gui.scenery.shape_curves import shape_curves
from lagr_gui.scenery.slides import RailShoe, SlideLine, anchored, rail_shoes, slide_lines
from lagr_gui.scenery.slots import SlotCurve, slot_curves
from lagr_gui.scenery.torsions import Torsion, torsions
from lagr_gui.scenery.touches import TouchingPoint, touching_points
from lagr_gui.scenery.travel import Travel, way_of
from lagr_gui.scenery.values import known_values

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion


FEW = 8
"""Of curves with more points every eighth is looked at for how far they reach."""
LOOSE = 2
"""With so many slides a joint leaves its body to travel."""


@dataclass(frozen=True)
class ThinBar:
    """A thin bar from a body's centre of mass to a joint."""

    body: int
    joint: str


@dataclass(frozen=True)
class SceneLine:
    """An element along a line; `shift` tells parallel ones apart (…, -1, 0, 1, …).

    `bodies` are those of its points; 0 where one is on none that is drawn.  A damper may resist
    `across` too.
    """

    name: str
    sort: str
    shift: float
    bodies: tuple[int, ...] = (0, 0)
    across: bool = False


@dataclass(frozen=True, eq=False)
class Instant:
    """Where everything is at one time, with the names of `Motion` but without its n.

    `samples` are the two times of the motion around it, and its part of the way between them.
    """

    t: float
    x: Mapping[int, Array]
    R: Mapping[int, Array]
    lines: Mapping[str, Array]
    joints: Mapping[str, Array]
    beams: Mapping[str, Array]
    v: Mapping[int, Array]
    samples: tuple[int, int, float]

    def mixed(self, table: Array) -> Array:
        """What a table over the times of the motion (n, …) holds at this time."""
        i, k, part = self.samples
        return (1 - part) * table[i] + part * table[k]

    def placed(self, curve: BeadHoop | SlotCurve) -> Array:
        """The points (n, 3) of a hoop or a slot in space."""
        return self.x[curve.body] + curve.points @ self.R[curve.body].T


@dataclass(frozen=True, eq=False)
class Scene:
    """A model along a motion, ready to be drawn at any time; `extent` holds all points.

    `frames` are bodies that are drawn as tubes between their joints, `pins` the axes of hinges,
    `torsions` what acts about these, `slides` what acts along rails: these are lines too; `shoes`
    are those of dry friction on rails.
    `curves` are hoops, slots and shapes that touch by the keys of their items, `touches` where
    rough limits do, `marks` tell from where coordinates are
    counted.
    """

    motion: Motion
    figures: tuple[Figure, ...]
    links: tuple[ThinBar, ...]
    lines: tuple[SceneLine, ...]
    frames: Mapping[int, tuple[str, ...]]
    hinges: Mapping[str, JointKind]
    crosses: tuple[Cross, ...]
    pins: Mapping[str, Pin]
    torsions: tuple[Torsion, ...]
    slides: tuple[SlideLine, ...]
    shoes: tuple[RailShoe, ...]
    grounds: tuple[Ground, ...]
    planes: tuple[Plane, ...]
    edges: tuple[KnifeEdge, ...]
    gravity: Array
    gearing: Gearing
    wires: BeadWires
    curves: tuple[tuple[str, BeadHoop | SlotCurve], ...]
    touches: tuple[TouchingPoint, ...]
    marks: tuple[CoordinateMark, ...]
    travel: Travel
    extent: Array
    span: float
    stacks: Mapping[str, Array] = field(repr=False)

    def at(self, t: float) -> Instant:
        """The poses at a time, between two samples by interpolation."""
        motion, stacks = self.motion, self.stacks
        times = motion.t
        i = int(np.clip(np.searchsorted(times, t) - 1, 0, max(len(times) - 2, 0)))
        k = min(i + 1, len(times) - 1)
        gap = times[k] - times[i]
        part = float(np.clip((t - times[i]) / gap, 0, 1)) if gap > 0 else 0.0
        mixed = {name: (1 - part) * s[i] + part * s[k] for name, s in stacks.items()}
        R = straightened(mixed["R"])
        speed = (stacks["x"][k] - stacks["x"][i]) / gap if gap > 0 else 0 * mixed["x"]
        return Instant(
            t=float(times[i] + part * gap),
            x=dict(zip(motion.x, mixed["x"], strict=True)),
            R=dict(zip(motion.R, R, strict=True)),
            lines=dict(zip(motion.lines, np.split(mixed["lines"], self._cuts), strict=True))
            if motion.lines
            else {},
            joints=dict(zip(motion.joints, mixed["joints"], strict=True)),
            beams=dict(zip(motion.beams, mixed["beams"], strict=True)),
            v=dict(zip(motion.x, speed, strict=True)),
            samples=(i, k, part),
        )

    def without(self, keys: Collection[str]) -> Scene:
        """The same while joints and elements (item keys) are not there."""
        if not keys:
            return self

        def stays(name: str, sort: str = "element") -> bool:
            return f"{sort}:{name}" not in keys

        return replace(
            self,
            lines=tuple(line for line in self.lines if stays(line.name)),
            torsions=tuple(entry for entry in self.torsions if stays(entry.name)),
            shoes=tuple(shoe for shoe in self.shoes if stays(shoe.element)),
            hinges={name: kind for name, kind in self.hinges.items() if stays(name, "joint")},
            pins={name: pin for name, pin in self.pins.items() if stays(name, "joint")},
        )

    def trail(self, number: int, t: float, seconds: float) -> Array:
        """The way (n, 3) of a centre of mass in the last seconds before t, at most 240 points."""
        times, path = self.motion.t, self.motion.x[number]
        first, last = np.searchsorted(times, [t - seconds, t], side="right")
        step = max(1, (last - first) // 240)
        return path[first:last][::-1][::step][::-1]

    def along(self, motion: Motion) -> Scene:
        """The same bodies, bearings and walls along another motion of the model."""
        motion = _with_slides(drawable(motion), self.slides)
        middle = np.mean(_moving(motion), axis=0)
        travel = replace(self.travel, t=motion.t, middle=middle)
        return replace(self, motion=motion, stacks=_stacks(motion), travel=travel)

    @property
    def _cuts(self) -> list[int]:
        """Where the points of each line but the first begin among those of all."""
        counts = [points.shape[1] for points in self.motion.lines.values()]
        return np.cumsum(counts)[:-1].tolist()

    @cached_property
    def size(self) -> float:
        """How large the mechanism is, however far it travels (m)."""
        reach = float(np.ptp(self.travel.extent, axis=0).max())
        return min(reach, self.span) or self.span

    @cached_property
    def floor(self) -> float:
        """How high the ground lies, upwards (m)."""
        return float((self.extent @ upward(self.gravity)).min())

    @property
    def goes_far(self) -> bool:
        """Whether one would see more of the bodies by going along with them."""
        return self.travel.is_far([plane.normal for plane in self.planes if not plane.body])


def build_scene(
    model: Model, motion: Motion, special: str = "", meshes: Meshes = lambda file: None
) -> Scene:
    """Everything that can be drawn of the bodies that the motion knows.

    `meshes` gives the surfaces in files.
    """
    values, motion = known_values(model, special), drawable(motion)
    points = _points(motion)
    start = (_first(motion.x), _first(motion.R), _first(motion.joints))
    wires = bead_wires(model, values, *start)
    points = np.concatenate([points, *(_along(motion, hoop) for hoop in wires.hoops.values())])
    span = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    shapes = shape_curves(model, motion, values)
    slots = slot_curves(model, motion, values, span or 1.0) + shapes
    points = np.concatenate([points, *(_along(motion, curve) for _, curve in slots)])
    bodies = [body for body in model.bodies if body.number in motion.x]
    teeth = gearing(model, values, *start)
    figures = tuple(
        figure_of(body, index, span or 1.0, values, meshes, teeth.rims_of(body.number))
        for index, body in enumerate(bodies)
    )
    gravity = vector(model.gravity, values)
    gravity = np.array([0.0, -1.0, 0.0]) if gravity is None else gravity
    touched = planes(model, motion, values, span or 1.0)
    held = pins(model, motion, values, figures)
    about = {name: pin for name, pin in held.items() if name not in wires}
    fixed = [g for g in grounds(model, motion, values, gravity) if g.joint not in wires.hoops]
    rails = [ground for ground in fixed if ground.sort == "track"]
    slides = slide_lines(model, motion, values, rails, figures)
    whole = _with_slides(motion, slides)
    points = np.concatenate([points, *(whole.lines[s.element].reshape(-1, 3) for s in slides)])
    return Scene(
        motion=whole,
        figures=figures,
        links=tuple(link for link in _links(model, motion) if link.joint not in wires),
        lines=tuple(_lines(model, whole, {s.element: (s.body, 0) for s in slides})),
        frames=_frames(model, motion),
        hinges={
            joint.name: JOINTS[joint.kind]
            for joint in model.joints
            if joint.name in motion.joints and joint.name not in wires
        },
        crosses=tuple(crosses(model, motion, values, span or 1.0)),
        pins=held,
        torsions=torsions(model, motion, about),
        slides=slides,
        shoes=tuple(rail_shoes(model, motion, rails, figures)),
        grounds=(*fixed, *anchored(slides, rails)),
        planes=touched,
        edges=tuple(knife_edges(model, motion, values)),
        gravity=gravity,
        gearing=teeth,
        wires=wires,
        curves=(*((f"joint:{name}", hoop) for name, hoop in wires.hoops.items()), *slots),
        touches=touching_points(model, motion, values, slots),
        marks=coordinate_marks(model, motion, values),
        travel=way_of(
            motion,
            [(f.number, box_around(f.solid)) for f in figures if f.solid]
            + [(curve.body, curve.points) for _, curve in shapes if curve.body],
            [
                j.name
                for j in model.joints
                if j.name in motion.joints and len(JOINTS[j.kind].slides) < LOOSE
            ],
        ),
        extent=_extent(motion, figures, touched, points),
        span=span or 1.0,
        stacks=_stacks(whole),
    )


def _points(motion: Motion) -> Array:
    """Where bodies, joints, beams and lines are along a motion (n, 3)."""
    tables = (motion.joints, motion.beams, motion.lines)
    parts = [*_moving(motion), *(a for table in tables for a in table.values())]
    return np.concatenate([np.zeros((0, 3)), *(a.reshape(-1, 3) for a in parts)])


def _with_slides(motion: Motion, slides: Sequence[SlideLine]) -> Motion:
    """A motion with what acts along slides among its lines."""
    if not slides:
        return motion
    return replace(motion, lines={**motion.lines, **{s.element: s.ends(motion) for s in slides}})


def _first(table: Mapping[Any, Array]) -> dict[Any, Array]:
    return {key: entries[0] for key, entries in table.items()}


def _along(motion: Motion, hoop: BeadHoop | SlotCurve) -> Array:
    """Points (n, 3) that a hoop or a slot reaches along a motion."""
    step = max(1, len(motion.t) // 100)
    x, R = motion.x[hoop.body][::step], motion.R[hoop.body][::step]
    some = hoop.points[:: 8 if len(hoop.points) > FEW else 1]
    return (x[:, None] + some @ np.swapaxes(R, 1, 2)).reshape(-1, 3)


def straightened(R: Array) -> Array:
    """The nearest-by proper rotations (n, 3, 3): columns made orthonormal again."""
    a, b = R[..., 0], R[..., 1]
    a = a / np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1e-300)
    b = b - (a * b).sum(axis=-1, keepdims=True) * a
    b = b / np.maximum(np.linalg.norm(b, axis=-1, keepdims=True), 1e-300)
    return np.stack([a, b, np.cross(a, b)], axis=-1)


def _moving(motion: Motion) -> list[Array]:
    """The ways of the bodies; of body 0 only when nothing else is there."""
    return [x for number, x in motion.x.items() if number] or list(motion.x.values())


def _links(model: Model, motion: Motion) -> list[ThinBar]:
    return [
        ThinBar(body, name)
        for name, body in thin_bars(model.joints, motion.beams)
        if name in motion.joints and body in motion.x
    ]


def _frames(model: Model, motion: Motion) -> dict[int, tuple[str, ...]]:
    """The joints between which the tubes of each frame lie."""
    links = _links(model, motion)
    return {
        body.number: tuple(link.joint for link in links if link.body == body.number)
        for body in model.bodies
        if body.shape.form == "frame"
    }


def _lines(model: Model, motion: Motion, slides: Mapping[str, tuple[int, int]]) -> list[SceneLine]:
    """Line elements; those with the same ends are set side by side.

    `slides` are the bodies of those that act along slides.
    """
    together: dict[tuple[float, ...], list[tuple[Element, int, tuple[int, ...]]]]
    together = defaultdict(list)
    for element in model.elements:
        ends = motion.lines.get(element.name)
        if ends is not None and element.enabled:
            points = np.round(ends[0], 9).tolist()
            across = sorted([points, points[::-1]])[0]
            course = [body for body, _ in ELEMENTS[element.kind].geometry.course(element)]
            course = slides.get(element.name, course)
            bodies = tuple(body if body in motion.x else 0 for body in course)
            key = tuple(entry for point in across for entry in point)
            side = 1 if across is points else -1  # left and right are those of its own way
            together[key].append((element, side, bodies))
    return [
        SceneLine(
            element.name,
            line_sort(element.kind),
            side * (place - (len(group) - 1) / 2),
            bodies,
            brakes_across(element.kind),
        )
        for group in together.values()
        for place, (element, side, bodies) in enumerate(group)
    ]


def _extent(
    motion: Motion, figures: tuple[Figure, ...], touched: tuple[Plane, ...], points: Array
) -> Array:
    """Points (n, 3) that a picture should hold."""
    parts = [points] if len(points) else [np.zeros((1, 3))]
    parts += [corners_along(motion, plane) for plane in touched]
    for figure in figures:
        if figure.solid is not None:
            x = motion.x[figure.number]
            step = max(1, len(x) // 200)
            R = motion.R[figure.number][::step]
            box = box_around(figure.solid)
            parts.append((x[::step, None] + box @ np.swapaxes(R, 1, 2)).reshape(-1, 3))
    return np.concatenate(parts)


def _stacks(motion: Motion) -> dict[str, Array]:
    n = len(motion.t)

    def stacked(parts: list[Array], shape: tuple[int, ...]) -> Array:
        return np.stack(parts, axis=1) if parts else np.zeros((n, 0, *shape))

    return {
        "x": stacked(list(motion.x.values()), (3,)),
        "R": stacked(list(motion.R.values()), (3, 3)),
        "lines": np.concatenate([np.zeros((n, 0, 3)), *motion.lines.values()], axis=1),
        "joints": stacked(list(motion.joints.values()), (3,)),
        "beams": stacked(list(motion.beams.values()), (POINTS, 3)),
    }


# --- The crosses of universal joints: without them nobody sees how the bodies hang together ----

REACH = 0.07
"""Half the length of an arm, as a part of the span of the motion."""


@dataclass(frozen=True, eq=False)
class Cross:
    """Two arms about the point of a joint: (body, unit vector (3,) in its axes); `reach` in m.

    The first arm is held by the parent, the second one by the child.
    """

    joint: str
    arms: tuple[tuple[int, Array], ...]
    reach: float


def crosses(
    model: Model, motion: Motion, values: Mapping[str, float], span: float
) -> Iterator[Cross]:
    """The crosses of all joints with two turns whose axes are known."""
    for joint in model.joints:
        turns = JOINTS[joint.kind].turns
        if len(turns) != 2 or JOINTS[joint.kind].slides or joint.name not in motion.joints:
            continue
        rows = [vector(row, values) for row in joint.orientation]
        axes = [vector(axis_of(joint, turn.axis), values) for turn in turns]
        has_axes = all(part is not None and np.any(part) for part in (*rows, *axes))
        if has_axes and joint.parent in motion.R and joint.child in motion.R:
            first, second = np.array(rows) @ np.array(axes[0]), np.array(axes[1])
            arms = (joint.parent, _unit(first)), (joint.child, _unit(second))
            yield Cross(joint.name, arms, REACH * span)


def _unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)
