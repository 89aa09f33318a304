"""Where the bodies are along a trajectory: what the animation draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.kernel import Kernel, Node, compile_kernel
from lagr_gui.mechanics.recursion import Recursion

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Motion:
    """Poses at n times, space axes, m.

    x: centres of mass by body number (n, 3), body 0: its origin; R: maps of body vectors
    into space (n, 3, 3), Habelt's Eᵀ; lines: end points of line elements by name (n, 2, 3);
    joints: joint points by name (n, 3).  `planar` names the plane of a planar system
    (``xy``, ``xz`` or ``yz``); `bounds` are the least and greatest coordinates.
    """

    t: Array
    x: Mapping[int, Array]
    R: Mapping[int, Array]
    lines: Mapping[str, Array]
    joints: Mapping[str, Array]
    planar: str | None
    bounds: tuple[Array, Array]


class PoseKernel:
    """Computes a Motion from states; compiled once per model."""

    def __init__(self, recursion: Recursion) -> None:
        self.numbers = (0, *(body.number for body in recursion.reading.bodies))
        self.lines = tuple(recursion.applied.ends)
        self.joints = tuple(recursion.frames.joint_points)
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
        return outputs

    def motion(self, parameters: Array, t: Array, q: Array, qd: Array) -> Motion:
        """The poses for times (n,) and states (n, f)."""
        self.kernel.set_parameters(parameters)
        table = self.kernel.many(np.column_stack([t, q, qd]))
        n, start = len(t), 12 * len(self.numbers)
        poses = table[:, :start].reshape(n, len(self.numbers), 12)
        lines = table[:, start : start + 6 * len(self.lines)].reshape(n, len(self.lines), 2, 3)
        joints = table[:, start + 6 * len(self.lines) :].reshape(n, len(self.joints), 3)
        x = {number: poses[:, i, :3].copy() for i, number in enumerate(self.numbers)}
        R = {n_: poses[:, i, 3:].reshape(n, 3, 3).copy() for i, n_ in enumerate(self.numbers)}
        points = np.concatenate([poses[:, :, :3].reshape(-1, 3), joints.reshape(-1, 3)])
        return Motion(
            t=np.asarray(t),
            x=x,
            R=R,
            lines={name: lines[:, i].copy() for i, name in enumerate(self.lines)},
            joints={name: joints[:, i].copy() for i, name in enumerate(self.joints)},
            planar=_plane(points, R),
            bounds=(points.min(axis=0), points.max(axis=0)),
        )


def _plane(points: Array, R: Mapping[int, Array]) -> str | None:
    """The coordinate plane in which all moves, judged by the whole motion."""
    size = float(np.ptp(points, axis=0).max()) or 1.0
    for axis, name in ((2, "xy"), (1, "xz"), (0, "yz")):
        flat = float(np.ptp(points[:, axis])) <= 1e-9 * size
        straight = all(np.allclose(np.abs(m[:, axis, axis]), 1, atol=1e-9) for m in R.values())
        if flat and straight:
            return name
    return None
