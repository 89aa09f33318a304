"""Where the bodies are along a trajectory: what the animation draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel, Node, compile_kernel
from lagr_gui.mechanics.recursion import Recursion

Array = NDArray[np.float64]
POINTS = 13
"""Points of a beam that are drawn."""
TRIED = 4
"""Other positions that are looked at to tell planar systems from spatial ones."""


@dataclass(frozen=True, eq=False)
class Motion:
    """Poses at n times, space axes, m.

    x: centres of mass by body number (n, 3), body 0: its origin; R: maps of body vectors
    into space (n, 3, 3), Habelt's Eᵀ; lines: end points of line elements by name (n, 2, 3);
    joints: joint points by name (n, 3); beams: points of elastic beams from root to tip by name
    of their joint (n, 13, 3).  `planar` names the plane of a planar system
    (``xy``, ``xz`` or ``yz``); `bounds` are the least and greatest coordinates.
    """

    t: Array
    x: Mapping[int, Array]
    R: Mapping[int, Array]
    lines: Mapping[str, Array]
    joints: Mapping[str, Array]
    beams: Mapping[str, Array]
    planar: str | None
    bounds: tuple[Array, Array]


class PoseKernel:
    """Computes a Motion from states; compiled once per model."""

    def __init__(self, recursion: Recursion) -> None:
        self.numbers = (0, *(body.number for body in recursion.reading.bodies))
        self.lines = tuple(recursion.applied.ends)
        self.joints = recursion.reading.joints
        self.beams = tuple(body.beam.joint for body in recursion.reading.beams)
        self.kernel: Kernel = compile_kernel(
            recursion.program,
            recursion.scope.state,
            recursion.scope.parameters,
            self._outputs(recursion),
        )

    def _outputs(self, recursion: Recursion) -> list[Node]:
        outputs: list[Node] = []
        for number in self.numbers:
            E, x = recursion.pose(number)
            outputs += [*x, *(E[j][i] for i in range(3) for j in range(3))]
        for name in self.lines:
            a, b = recursion.applied.ends[name]
            outputs += [*a, *b]
        for name in self.joints:
            outputs += recursion.joint_point(name)
        for body in recursion.reading.beams:
            for index in range(POINTS):
                outputs += recursion.beam_point(body, index / (POINTS - 1))
        return outputs

    def _tried(self, t: float, f: int) -> Array:
        """Poses at some other positions: a motion that happens to be flat is not planar."""
        source = np.random.default_rng(1)
        q = source.uniform(-1, 1, (TRIED, f))
        times = t + source.uniform(0, 1, (TRIED, 1))
        table = self.kernel.many(np.column_stack([times, q, np.zeros_like(q)]))
        return table[np.isfinite(table).all(axis=1)]

    def _points(self, table: Array) -> Array:
        """Centres of mass, joint points and points of beams (…, 3) in rows of the kernel."""
        bodies, lines = 12 * len(self.numbers), 6 * len(self.lines)
        centres = table[:, :bodies].reshape(-1, 12)[:, :3]
        return np.concatenate([centres, table[:, bodies + lines :].reshape(-1, 3)])

    def motion(self, parameters: Array, t: Array, q: Array, qd: Array) -> Motion:
        """The poses for times (n,) and states (n, f)."""
        self.kernel.set_parameters(parameters)
        table = self.kernel.many(np.column_stack([t, q, qd]))
        elsewhere = self._tried(float(t[0]), q.shape[1])
        n, start = len(t), 12 * len(self.numbers)
        poses = table[:, :start].reshape(n, len(self.numbers), 12)
        lines = table[:, start : start + 6 * len(self.lines)].reshape(n, len(self.lines), 2, 3)
        points = table[:, start + 6 * len(self.lines) :].reshape(n, -1, 3)
        joints, bent = points[:, : len(self.joints)], points[:, len(self.joints) :]
        bent = bent.reshape(n, len(self.beams), POINTS, 3)
        x = {number: poses[:, i, :3].copy() for i, number in enumerate(self.numbers)}
        R = {n_: poses[:, i, 3:].reshape(n, 3, 3).copy() for i, n_ in enumerate(self.numbers)}
        places = self._points(table)
        return Motion(
            t=np.asarray(t),
            x=x,
            R=R,
            lines={name: lines[:, i].copy() for i, name in enumerate(self.lines)},
            joints={name: joints[:, i].copy() for i, name in enumerate(self.joints)},
            beams={name: bent[:, i].copy() for i, name in enumerate(self.beams)},
            planar=_plane(np.concatenate([table, elsewhere]), self._points, len(self.numbers)),
            bounds=(places.min(axis=0), places.max(axis=0)),
        )


def _plane(table: Array, points_of: Callable[[Array], Array], bodies: int) -> str | None:
    """The coordinate plane in which all moves."""
    points = points_of(table)
    R = table[:, : 12 * bodies].reshape(-1, 12)[:, 3:].reshape(-1, 3, 3)
    size = float(np.ptp(points, axis=0).max()) or 1.0
    for axis, name in ((2, "xy"), (1, "xz"), (0, "yz")):
        flat = float(np.ptp(points[:, axis])) <= 1e-9 * size
        if flat and np.allclose(np.abs(R[:, axis, axis]), 1, atol=1e-9):
            return name
    return None
