"""Where the bodies are along a trajectory: what the animation draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Bound, Results, Shaped, compile_kernel, shaped
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion

Key = TypeVar("Key", int, str)
POINTS = 13
"""Points of a beam that are drawn."""
TRIED = 4
"""Other positions that are looked at to tell planar systems from spatial ones."""


@dataclass(frozen=True, eq=False)
class Motion:
    """Poses at n times, space axes, m.

    x: centres of mass by body number (n, 3), body 0: its origin; R: maps of body vectors
    into space (n, 3, 3), Habelt's Eᵀ; lines: the k points of elements along lines by name
    (n, k, 3), with the pulleys between both ends;
    joints: joint points by name (n, 3); beams: points of elastic beams from root to tip by name
    of their joint (n, 13, 3); q, qd: the states (n, f).  `planar` names the plane of a planar
    system (``xy``, ``xz`` or ``yz``); `bounds` are the least and greatest coordinates.
    """

    t: Array
    x: Mapping[int, Array]
    R: Mapping[int, Array]
    lines: Mapping[str, Array]
    joints: Mapping[str, Array]
    beams: Mapping[str, Array]
    q: Array
    qd: Array
    planar: str | None
    bounds: tuple[Array, Array]


def pose_outputs(recursion: Recursion) -> dict[str, Shaped]:
    """What a picture is drawn from, with the names and shapes of `Motion` at one time.

    Points of lines stand one behind the other.
    """
    reading = recursion.reading
    poses = [recursion.pose(number) for number in numbers(reading)]
    bent = [
        recursion.beam_point(body, index / (POINTS - 1))
        for body in reading.beams
        for index in range(POINTS)
    ]
    drawn = [point for part in reading.lines for point in recursion.course(part)]
    points = [recursion.joint_point(name) for name in reading.joints]
    bodies, beams = len(poses), len(reading.beams)
    R = (E[j][i] for E, _ in poses for i in range(3) for j in range(3))
    return {
        "x": shaped((entry for _, x in poses for entry in x), bodies, 3),
        "R": shaped(R, bodies, 3, 3),
        "lines": shaped((entry for point in drawn for entry in point), len(drawn), 3),
        "joints": shaped((entry for point in points for entry in point), len(points), 3),
        "beams": shaped((entry for point in bent for entry in point), beams, POINTS, 3),
    }


def numbers(reading: Reading) -> tuple[int, ...]:
    """The bodies of a picture, body 0 first."""
    return (0, *(body.number for body in reading.bodies))


def line_points(reading: Reading) -> dict[str, int]:
    """How many points each element along a line runs through, by its name."""
    return {part.record.name: len(part.course) for part in reading.lines}


class PoseKernel:
    """Computes a Motion from states; compiled once per model."""

    def __init__(self, recursion: Recursion) -> None:
        reading = recursion.reading
        self.numbers = numbers(reading)
        self.lines = line_points(reading)
        self.joints = reading.joints
        self.beams = tuple(body.beam.joint for body in reading.beams)
        scope = recursion.scope
        outputs = pose_outputs(recursion)
        self.kernel = compile_kernel(recursion.program, scope.state, scope.parameters, outputs)

    def _places(self) -> Iterator[tuple[str, slice]]:
        """Where the points of each line stand among those of all."""
        start = 0
        for name, count in self.lines.items():
            yield name, slice(start, start + count)
            start += count

    def _tried(self, bound: Bound, t: float, f: int) -> Results:
        """Poses at some other positions: a motion that happens to be flat is not planar."""
        source = np.random.default_rng(1)
        q = source.uniform(-1, 1, (TRIED, f))
        times = t + source.uniform(0, 1, (TRIED, 1))
        states = np.column_stack([times, q, np.zeros_like(q)])
        finite = np.isfinite(bound.many(states).table).all(axis=1)
        return bound.many(states[finite])

    def motion(self, parameters: Array, t: Array, q: Array, qd: Array) -> Motion:
        """The poses for times (n,) and states (n, f)."""
        bound = self.kernel.bind(parameters)
        out = bound.many(np.column_stack([t, q, qd]))
        elsewhere = self._tried(bound, float(t[0]), q.shape[1])
        places = _points(out)

        def by(names: Iterable[Key], table: Array) -> dict[Key, Array]:
            return {name: table[:, i].copy() for i, name in enumerate(names)}

        return Motion(
            t=np.asarray(t),
            x=by(self.numbers, out["x"]),
            R=by(self.numbers, out["R"]),
            lines={name: out["lines"][:, at].copy() for name, at in self._places()},
            joints=by(self.joints, out["joints"]),
            beams=by(self.beams, out["beams"]),
            q=np.asarray(q),
            qd=np.asarray(qd),
            planar=plane_of(out, elsewhere),
            bounds=(places.min(axis=1), places.max(axis=1)),
        )


def _points(out: Results | Mapping[str, Array]) -> Array:
    """Centres of mass, joint points and points of beams (3, n): each axis in one row.

    The least and the largest of a row are found ten times as fast as those of a column.
    """
    return np.concatenate([out[name].reshape(-1, 3) for name in ("x", "joints", "beams")]).T.copy()


def plane_of(*parts: Results | Mapping[str, Array]) -> str | None:
    """The coordinate plane in which all moves: ``x``, ``R``, ``joints``, ``beams`` at instants."""
    reach = np.ptp(np.concatenate([_points(out) for out in parts], axis=1), axis=1)
    size = float(reach.max()) or 1.0
    for axis, name in ((2, "xy"), (1, "xz"), (0, "yz")):
        if float(reach[axis]) <= 1e-9 * size and all(_keeps(out["R"], axis) for out in parts):
            return name
    return None


def _keeps(R: Array, axis: int) -> bool:
    """Whether bodies whose axes are R (…, 3, 3) stay in the plane across an axis."""
    return bool((np.abs(np.abs(R[..., axis, axis]) - 1) <= 1e-5).all())
