"""Which bodies of a mechanism have teeth, judged by its shapes where it stands.

A condition between two coordinates is drawn with teeth where hinged discs touch with the radii that
its ratio tells, or a disc and what slides along its rim; as a cable where it leads from a drum to
what slides on a line that touches the drum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, log, pi
from typing import Literal

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.bodies.gears import DrivenCable, Gearing, Poses, ToothedPair, ToothedRim
from lagr_gui.drawing.bodies.joint_axes import axis_in_space
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Body, Element, Joint, Model
from lagr_gui.model.solids.bodies import turn_of

ROUND = ("disc", "cylinder")
FITS = 0.08
"""A drawn radius may be off by this part of that which the ratio tells."""
USUAL, FEWEST, MOST = 22, 14, 60
"""Teeth of the smallest wheel; beside a large one they are fewer."""
EXACT = 1e-6
"""Numbers of teeth are whole to this part of a tooth."""
CLOSED = 0.02
"""Wheels that mesh all around lie in each other to this part of a tooth."""
STRAIGHT = 1e-6


@dataclass(frozen=True, eq=False)
class _Piece:
    """A round or a straight solid of a body; its own axes are the columns of `turn`."""

    solid: int
    at: Array
    turn: Array
    size: Array
    axis: int | None

    def along(self, axis: Array) -> float | None:
        """Its radius where it is round about an axis of the body."""
        if self.axis is None or abs(self.turn[:, self.axis] @ axis) < 1 - STRAIGHT:
            return None
        across = np.delete(self.size, self.axis)
        return float(across[0]) / 2 if np.ptp(across) <= STRAIGHT * across.max() else None

    def reach(self, along: Array) -> tuple[float, float]:
        """Where it begins and ends along a direction of the body."""
        half = float(np.abs(along @ self.turn) @ self.size) / 2
        middle = float(along @ self.at)
        return middle - half, middle + half


def _pieces(body: Body, values: Mapping[str, float]) -> Iterator[_Piece]:
    shape = body.shape
    if shape.form != "composed":
        size = vector(shape.size, values)
        if size is not None and np.all(size > 0):
            axis = "xyz".index(shape.axis) if shape.form in ROUND else None
            if axis is not None or shape.form in ("box", "rod"):
                yield _Piece(-1, np.zeros(3), np.eye(3), size, axis)
        return
    for place, part in enumerate(shape.solids):
        at, angles = vector(part.at, values), vector(part.turn, values)
        if part.form in ("cylinder", "tube"):
            radius, length = number(part.radius, values), number(part.length, values)
            sized = None not in (radius, length)
            size = np.array([2 * (radius or 0), 2 * (radius or 0), length or 0]) if sized else None
        else:
            size = vector(part.size, values) if part.form == "box" else None
        if part.hole or at is None or angles is None or size is None or not np.all(size > 0):
            continue
        turn = np.array(turn_of(tuple(angles.tolist())), float)
        yield _Piece(place, at, turn, size, None if part.form == "box" else 2)


@dataclass(frozen=True, eq=False)
class _Hinged:
    """A body on a hinge or a slide: its joint, and the axis in space."""

    joint: Joint
    body: Body
    axis: Array
    turns: bool


class _Finding:
    """Looks for teeth at one instant."""

    def __init__(
        self,
        model: Model,
        values: Mapping[str, float],
        x: Poses,
        R: Poses,
        joints: Mapping[str, Array],
    ) -> None:
        self.model, self.values, self.x, self.R, self.joints = model, values, x, R, joints
        self.rims: list[ToothedRim] = []
        self.cables: list[DrivenCable] = []
        self._meshes: list[tuple[int, int]] = []

    def found(self) -> Gearing:
        """All of them; the numbers of teeth are chosen for those that mesh together."""
        places = [*self.x.values(), *self.R.values(), *self.joints.values()]
        if not all(np.all(np.isfinite(place)) for place in places):
            return Gearing()  # it stands nowhere
        for element in self.model.elements:
            if element.kind == "gear" and element.enabled:
                self._look(element)
        pairs = list(self._counted())
        return Gearing(tuple(self.rims), tuple(pairs), tuple(self.cables))

    def _look(self, element: Element) -> None:
        a = self._hinged(getattr(element, "coordinate_a", ""))
        b = self._hinged(getattr(element, "coordinate_b", ""))
        ratio = number(getattr(element, "ratio", 0), self.values)
        if a is None or b is None or not ratio or a.joint.parent != b.joint.parent:
            return
        if a.turns and b.turns:
            self._discs(a, b, ratio)
        elif b.turns:
            self._rim_and_slide(element.name, a, b, ratio)
        elif a.turns:
            self._rim_and_slide(element.name, b, a, 1 / ratio)

    def _hinged(self, coordinate: str) -> _Hinged | None:
        """What a coordinate turns or shifts, where it is a hinge or a slide alone."""
        joint = next((j for j in self.model.joints if j.coordinates == (coordinate,)), None)
        if joint is None or joint.name not in self.joints:
            return None
        if not joint.child or not {joint.parent, joint.child} <= set(self.x):
            return None
        axis = axis_in_space(joint, self.values, self.R)
        if axis is None:
            return None
        turns = bool(JOINTS[joint.kind].turns)
        return _Hinged(joint, self.model.body(joint.child), axis, turns)

    def _discs(self, a: _Hinged, b: _Hinged, ratio: float) -> None:
        """Two discs whose radii and distance suit their ratio."""
        if abs(a.axis @ b.axis) < 1 - STRAIGHT:
            return
        way = self._centre(b) - self._centre(a)
        apart = float(np.linalg.norm(way - (way @ a.axis) * a.axis))
        outer, size = ratio * float(a.axis @ b.axis) < 0, abs(ratio)
        if not outer and abs(size - 1) < 1e-9:
            return
        first = apart / (1 + size) if outer else apart / abs(size - 1)
        sorts = (
            ("wheel", "wheel") if outer else ("ring", "wheel") if size < 1 else ("wheel", "ring")
        )
        pair = [
            self._rim(hinged, radius, sort)
            for hinged, radius, sort in zip((a, b), (first, first * size), sorts, strict=True)
        ]
        if pair[0] is not None and pair[1] is not None:
            self._meshes.append((self._added(pair[0]), self._added(pair[1])))

    def _centre(self, hinged: _Hinged) -> Array:
        return self.joints[hinged.joint.name]

    def _rim(
        self, hinged: _Hinged, radius: float, sort: Literal["wheel", "ring"]
    ) -> ToothedRim | None:
        """Teeth of a round body at a radius, where it has about this one and is centred."""
        body, R = hinged.body, self.R[hinged.body.number]
        axis = R.T @ hinged.axis
        for piece in _pieces(body, self.values):
            drawn = piece.along(axis)
            if drawn is None or abs(drawn - radius) > FITS * radius:
                continue
            off = R.T @ (self._centre(hinged) - self.x[body.number]) - piece.at
            if np.linalg.norm(off - (off @ axis) * axis) > 0.01 * radius:
                continue
            assert piece.axis is not None
            first, second = (piece.turn[:, (piece.axis + k) % 3] for k in (1, 2))
            thickness = float(piece.size[piece.axis])
            return ToothedRim(
                body.number,
                sort,
                piece.at,
                first,
                second,
                radius,
                0,
                0.0,
                thickness,
                solid=piece.solid,
            )
        return None

    def _added(self, rim: ToothedRim) -> int:
        """The place of a rim; the same for one that is known."""
        for place, other in enumerate(self.rims):
            same = (other.body, other.solid, other.sort) == (rim.body, rim.solid, rim.sort)
            if same and rim.sort != "rack":
                return place
        self.rims.append(rim)
        return len(self.rims) - 1

    def _rim_and_slide(self, name: str, slide: _Hinged, wheel: _Hinged, ratio: float) -> None:
        """A rack where what slides lies at the rim of its wheel; otherwise perhaps a cable."""
        if abs(slide.axis @ wheel.axis) > STRAIGHT:
            return
        radius = abs(ratio)
        out = np.sign(ratio) * np.cross(slide.axis, wheel.axis)
        point = self._centre(wheel) + radius * out
        rim = self._rim(wheel, radius, "wheel")
        rack = self._rack(slide, point, -out, radius) if rim is not None else None
        if rim is not None and rack is not None:
            self._meshes.append((self._added(rim), self._added(rack)))
            return
        hung = self.joints[slide.joint.name] - point
        body = wheel.body.number
        R = self.R[body]
        inside = self._centre(wheel) - self.x[body]
        if abs(hung @ out) < 0.02 * radius and abs(hung @ slide.axis) > 1e-9:
            self.cables.append(
                DrivenCable(
                    name,
                    body,
                    R.T @ inside,
                    R.T @ wheel.axis,
                    radius,
                    float(np.sign(ratio)),
                    slide.joint.name,
                    self.R[slide.joint.parent].T @ slide.axis,
                    slide.joint.parent,
                )
            )

    def _rack(
        self, slide: _Hinged, point: Array, toward: Array, radius: float
    ) -> ToothedRim | None:
        """The teeth of a straight body that reaches a point of a rim."""
        body, R, x = slide.body, self.R[slide.body.number], self.x[slide.body.number]
        along, up, here = R.T @ slide.axis, R.T @ toward, R.T @ (point - x)
        for piece in _pieces(body, self.values):
            if piece.axis is not None:
                continue
            low, high = (end - float(here @ along) for end in piece.reach(along))
            bottom, top = (end - float(here @ up) for end in piece.reach(up))
            if low > radius or high < -radius or abs(top) > radius / 2 or top - bottom > high - low:
                continue
            across = np.cross(along, up)
            near, far = piece.reach(across)
            here = here + ((near + far) / 2 - float(here @ across)) * across
            return ToothedRim(
                body.number,
                "rack",
                here,
                along,
                up,
                inf,
                0,
                0.0,
                far - near,
                (low, high),
                -bottom,
                piece.solid,
            )
        return None

    # --- how many teeth ----------------------------------------------------------------------

    def _counted(self) -> Iterator[ToothedPair]:
        """Numbers of teeth for all that mesh together, and in which order they are laid."""
        left = set(range(len(self.rims)))
        while left:
            group, pairs = self._group(min(left))
            left -= set(group)
            radii = {place: self.rims[place].radius for place in group}
            counts = counts_of([radius for radius in radii.values() if radius < inf])
            best = min(counts, key=lambda count: self._gap(group, pairs, count))
            self._count(group, best)
            yield from pairs

    def _group(self, start: int) -> tuple[list[int], list[ToothedPair]]:
        """All that mesh with a rim, each with one from which its teeth are laid."""
        group, pairs = [start], list[ToothedPair]()
        for place in group:  # it grows
            for a, b in self._meshes:
                for one, other in ((a, b), (b, a)):
                    if one == place and other not in group:
                        group.append(other)
                        pairs.append(ToothedPair(one, other))
        return group, pairs

    def _gap(self, group: Sequence[int], pairs: Sequence[ToothedPair], count: int) -> float:
        """By which part of a tooth wheels do not lie in each other that mesh all around."""
        meshes = [ToothedPair(a, b) for a, b in self._meshes if a in group]
        if len(meshes) == len(pairs):
            return 0.0
        self._count(group, count)
        gearing = Gearing(tuple(self.rims), tuple(pairs))
        phases = gearing.phases(self.x, self.R)
        off = max(
            abs(
                (gearing.behind(pair, phases[pair.a], self.x, self.R) - phases[pair.b] + 0.5) % 1
                - 0.5
            )
            for pair in meshes
        )
        return off if off > CLOSED else 0.0

    def _count(self, group: Sequence[int], least: int) -> None:
        """The smallest wheel gets so many teeth."""
        small = min(self.rims[place].radius for place in group)
        for place in group:
            radius = self.rims[place].radius
            count = round(least * radius / small) if radius < inf else 0
            self.rims[place] = replace(self.rims[place], count=count, pitch=2 * pi * small / least)


def counts_of(radii: Sequence[float]) -> list[int]:
    """Numbers of teeth for the smallest of wheels, the best one first.

    All wheels have whole numbers of teeth then; if that needs more than `MOST`, nearly.
    """
    ratios = np.array(radii) / min(radii)

    def off(count: int) -> float:
        return float(np.abs(count * ratios - np.round(count * ratios)).max())

    wanted = USUAL / float(ratios.max()) ** 0.25
    usual = sorted(range(FEWEST, MOST + 1), key=lambda count: abs(log(count / wanted)))
    exact = [count for count in usual if off(count) < EXACT]
    return exact or [min(usual, key=off)]


def gearing(
    model: Model, values: Mapping[str, float], x: Poses, R: Poses, joints: Mapping[str, Array]
) -> Gearing:
    """The teeth and cables of a model that stands somewhere: places, turns, points of joints."""
    return _Finding(model, values, x, R, joints).found()
