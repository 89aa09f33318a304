"""Impacts without end that come to rest at a finite time: the closed form of a bouncing ball.

After an impact at t₀ a limit H is left at the speed v = −Ḣ, and Ḧ = α > 0 leads back.  While α, q̈
and the answer u to an impulse stay as they are, flight k takes 2 v κᵏ/α, and all of them

    T = 2 v / (α (1 − κ)).

Impacts slower than what counts as rest are told as one, at t₀ + T.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

from lagr_gui.numerics import answers, solve_many
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.floors import Floors
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import Impact
from lagr_gui.simulation.tuning import CONTACT


@dataclass(frozen=True, slots=True, eq=False)
class Rebound:
    """A limit by its number and name, κ, and the state after an impact on it.

    With its answer u (f,) to an impulse, hᵀ u `w`, q̈ (f,) where nothing pushes, v and α.
    """

    limit: int
    name: str
    kappa: float
    t: float
    q: Array
    qd: Array
    u: Array
    w: float
    qdd: Array
    v: float
    alpha: float

    @property
    def lasting(self) -> float:
        """The time T of all flights."""
        return 2 * self.v / (self.alpha * (1 - self.kappa))


class Accumulation:
    """The impacts that follow a rebound until a time `t_end`: a step with all of its states."""

    watched, reached = True, None

    def __init__(self, start: Rebound, least: float, t_end: float, most: int) -> None:
        """Impacts slower than `least` count as rest; `most` of them are told."""
        self.start = start
        kappa, v, normal = start.kappa, start.v, start.u / start.w
        self._normal = normal[:, None]
        self._along = (start.qd + v * normal)[:, None]
        self._bent = (start.qdd - start.alpha * normal)[:, None]
        slow = log(least / v) / log(kappa) if 0 < least < v else 1.0
        k = np.arange(1 + min(max(ceil(slow), 1), most))
        self._met = start.lasting * (1 - kappa**k)
        self._speeds = v * kappa**k
        self.is_endless = slow > most
        rest = start.t + (self._met[-1] if self.is_endless else start.lasting)
        self.ends_in_rest = rest <= t_end and not self.is_endless
        self._stop = min(rest, t_end)
        times = start.t + self._met[1:]
        inner = times[(times > start.t) & (times < self._stop)]
        self.ends = np.unique([*inner, self._stop])

    def __call__(self, t: Any) -> Array:
        """The state (2f,) at a time, or (2f, n) at times (n,), without states of the first order.

        On the limit it goes as in contact, and H is added along the answer to an impulse.
        """
        states = np.vstack(self._motion(np.atleast_1d(np.asarray(t, float))))
        return states[:, 0] if np.ndim(t) == 0 else states

    def _motion(self, t: Array) -> tuple[Array, Array]:
        """q and q̇ (f, n) at times (n,)."""
        s = t - self.start.t
        H, speed = self.gap(s)
        q = self.start.q[:, None] + self._along * s + self._bent * (s * s / 2) + self._normal * H
        return q, self._along + self._bent * s + self._normal * speed

    def states(self, t: Array) -> Array:
        """The states (n, 2f) at times (n,)."""
        return self(t).T

    def gap(self, s: Array) -> tuple[Array, Array]:
        """H and Ḣ (n,) at times (n,) after the rebound; at an impact those before it."""
        k = np.clip(np.searchsorted(self._met, s, side="left") - 1, 0, len(self._met) - 1)
        after, speed = s - self._met[k], self._speeds[k]
        flying, alpha = s <= self._met[-1], self.start.alpha
        return (
            np.where(flying, (alpha * after / 2 - speed) * after, 0.0),
            np.where(flying, alpha * after - speed, 0.0),
        )

    def impacts(self, until: float) -> list[Impact]:
        """The impacts up to a time, the last of which brings to rest."""
        start = self.start
        s, speeds = self._met[1:].copy(), self._speeds[:-1]
        kappas = np.full(len(s), start.kappa)
        if not self.is_endless:
            s[-1], kappas[-1] = start.lasting, 0.0
        times = np.asarray(start.t + s, float)
        places = self._motion(times)[0].T
        slides, normals = (self._along + self._bent * s).T, speeds[:, None] * self._normal.T
        before, after = slides + normals, slides - kappas[:, None] * normals
        impulses = (1 + kappas) * speeds / start.w
        losses = (1 - kappas**2) * speeds**2 / (2 * start.w)
        name = (start.name,)
        return [
            Impact(name, float(t), q, v, after, np.array([-impulse]), float(loss))
            for t, q, v, after, impulse, loss in zip(
                times, places, before, after, impulses, losses, strict=True
            )
            if t <= until
        ]


def accumulation(
    constraints: BoundConstraints,
    settings: Settings,
    start: Rebound,
    least: float,
    most: int,
    is_slow: bool,
) -> Accumulation | None:
    """The impacts without end that follow a rebound; None where the closed form does not hold.

    It must hold within the tolerances of the settings, or about where it `is_slow`: what is told
    as rest then is so anyway.  No other limit may be near.
    """
    if not (0 < start.kappa < 1 and start.alpha > 0 and start.v > 0):
        return None
    series = Accumulation(start, least, settings.t_end, most)
    first, whole = start.lasting * (1 - start.kappa), start.lasting
    s = np.array([*first * np.array([0.25, 0.5, 0.75]), *whole * (1 - 0.5 ** np.arange(1.0, 8.0))])
    s = np.sort(np.append(s, whole))
    return series if _holds(constraints, settings, series, s, is_slow) else None


def _holds(
    constraints: BoundConstraints,
    settings: Settings,
    series: Accumulation,
    s: Array,
    is_slow: bool,
) -> bool:
    """Whether the closed form is what the equations say, at times (n,) after the rebound."""
    start, states = series.start, series.states(series.start.t + s)
    bound = constraints.holding(()).many(start.t + s, states)
    limits = constraints.limits_alone.many(start.t + s, states)
    others = np.delete(limits.position, start.limit, axis=1)
    if not (others + np.ptp(others, axis=0) < 0).all():
        return False
    qdd, _ = solve_many(bound.g, bound.force, bound.rows, bound.gamma)
    h = limits.G[:, start.limit]
    alpha = np.sum(h * qdd, axis=1) + limits.gamma[:, start.limit]
    if is_slow:
        return bool((np.abs(alpha - start.alpha) < CONTACT.steady * start.alpha).all())
    layout, rtol, floors = constraints.layout, settings.rtol, Floors(settings)
    atol = floors.atol * floors.units
    last = answers(bound.g[-1], bound.rows.at(-1), limits.rows.at(-1)[[start.limit]])
    H, speed = series.gap(s)
    allowed = atol + rtol * np.max(np.abs(states), axis=0)
    turned = np.abs(last.u[0] - start.u) * start.v / start.w
    near = np.abs(h) @ layout.q(atol) + rtol * limits.size[:, start.limit]
    alike = np.abs(h) @ layout.qd(atol) + rtol * start.v
    return bool(
        (np.abs(qdd - start.qdd) * start.lasting <= layout.qd(allowed)).all()
        and (turned <= layout.qd(allowed)).all()
        and (np.abs(limits.position[:, start.limit] - H) <= near).all()
        and (np.abs(limits.velocity[:, start.limit] - speed) <= alike).all()
    )
