"""A body cut free along a motion: what acts on it, and what the laws of Newton and Euler leave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.trajectories.body_loads import WEIGHT, ActingForce


@dataclass(frozen=True, eq=False)
class CutForce:
    """One of the forces and moments on a body; `symbol` and `index` are its name, S and 1."""

    symbol: str
    index: str
    acting: ActingForce

    @property
    def name(self) -> str:
        """The name as plain text: ``S_1``."""
        return f"{self.symbol}_{self.index}" if self.index else self.symbol

    @property
    def is_weight(self) -> bool:
        """Whether it is the weight m g."""
        return self.acting.sort == WEIGHT


@dataclass(frozen=True, eq=False)
class FreeBody:
    """A body along a motion of n instants `t` (s), in space axes.

    Its `solids` have corners (v, 3) in body axes, m, and triangles (t, 3) of them, none of a convex
    one; there are none where nobody chose a shape.
    `mass` (kg) and `J` (3, 3), kg m², about the centre of mass in body axes; its place `x`, m,
    axes `R` (n, 3, 3), acceleration `a`, m/s², angular velocity and acceleration `omega`, `alpha`,
    (n, 3) each.  `planar` names the plane of a planar system, as in `Motion`, where the forces
    lie in it too.  The certificate compares the forces with an independent formalism.
    """

    body: int
    name: str
    planar: str | None
    solids: tuple[tuple[Array, NDArray[np.int64]], ...]
    mass: float
    J: Array
    t: Array
    x: Array
    R: Array
    a: Array
    omega: Array
    alpha: Array
    forces: tuple[CutForce, ...]
    certificate: SelfCheck | None = None

    def index(self, t: float | None = None) -> int:
        """The instant nearest to a time; the last one without a time."""
        return len(self.t) - 1 if t is None else int(np.argmin(np.abs(self.t - t)))

    @cached_property
    def spin_rate(self) -> Array:
        """The change (n, 3) of the angular momentum about the centre of mass: J α + ω × J ω."""
        J = self.R @ self.J @ np.swapaxes(self.R, 1, 2)
        turned = (J @ self.alpha[..., None])[..., 0]
        return turned + np.cross(self.omega, (J @ self.omega[..., None])[..., 0])

    def moment(self, cut: CutForce) -> Array:
        """The moment (n, 3) of a force about the centre of mass, with its own moment."""
        acting = cut.acting
        return acting.moment + np.cross(acting.point - self.x, acting.force)

    @cached_property
    def residuals(self) -> tuple[Array, Array]:
        """What Newton's law (N) and Euler's (N m) leave, (n, 3)."""
        force = sum((cut.acting.force for cut in self.forces), np.zeros_like(self.x))
        moment = sum((self.moment(cut) for cut in self.forces), np.zeros_like(self.x))
        return force - self.mass * self.a, moment - self.spin_rate
