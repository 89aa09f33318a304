"""Motions with limits and dry friction by Moreau's time-stepping, which looks for no events.

J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, CISM 302, 1988: with
positions half a step on, g (v⁺ − v) = h (Q − h_q) + Σ wᵀ Λ, where each Λ obeys its law at the end
of the step: a limit that is met pushes and leaves with κ times its speed, friction takes h b at
most, or μ times the push, against the slip.  The laws are met one after the other until nothing
changes.  Its error goes with the length of the step.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lagr_gui import System
from lagr_gui.prepared import Prepared, prepare

Array = NDArray[np.float64]

SWEEPS, SETTLED = 2000, 1e-13


class Moreau:
    """A drawn system, stepped without looking for events; what it exerts is told by its kernels."""

    def __init__(self, system: System) -> None:
        self.prepared: Prepared = prepare(system.model)
        settings = self.prepared.settings
        self.t0, self.t_end = settings.t0, settings.t_end
        held = self.prepared.conditions
        assert held is not None
        self.held = held
        self.always = len(held.sources)
        self.whole = held.holding(range(held.limits))
        self.kappa, self.roughness = held.restitution(), held.roughness()
        start = self.prepared.assembly
        self.q, self.v = np.array(start.q, float), np.array(start.qd, float)

    def stepped(self, h: float) -> tuple[Array, Array]:
        """Positions and velocities (f,) at the end of the time, by steps of about this length."""
        q, v, steps = self.q.copy(), self.v.copy(), round((self.t_end - self.t0) / h)
        h = (self.t_end - self.t0) / steps
        pushes = np.zeros(self.always + self.held.limits)
        for k in range(steps):
            q = q + h / 2 * v
            t = self.t0 + (k + 0.5) * h
            v, pushes = self._step(t, q, v, h, pushes)
            q = q + h / 2 * v
        return q, v

    def _step(self, t: float, q: Array, v: Array, h: float, before: Array) -> tuple[Array, Array]:
        y = np.concatenate([q, v])
        now = self.whole.at_state(t, y)
        inverse = np.linalg.inv(now.g)
        free = v + h * inverse @ now.force
        G, fixed = now.G, now.velocity - now.G @ v
        answers = inverse @ G.T
        W = G @ answers
        stays = np.zeros(len(G), bool)
        stays[: self.always] = True
        stops = slice(self.always, self.always + self.held.stops)
        stays[stops] = now.position[stops] >= 0
        first = stops.stop
        count = len(self.held.senses)
        most = np.zeros(len(G))
        if count:
            most[first : first + count] = h * self.held.friction_bounds(np.array([t]), y[None])[0]
            stays[first : first + count] = True
        pairs = []
        for j, limit in enumerate(self.held.rough):
            if stays[self.always + limit]:
                a, b = (self.always + number for number in self.held.slips_of(j))
                pairs.append((self.always + limit, a, b, *self.roughness[j, [0, 2]]))
        old = G @ v + fixed
        x = np.where(stays, before, 0.0)
        slips = {number for pair in pairs for number in pair[1:3]}
        x[[n for n in range(first + count, len(x)) if n not in slips]] = 0.0
        u = free + answers @ x
        for _ in range(SWEEPS):
            last = x.copy()
            for i in np.flatnonzero(stays).tolist():
                if W[i, i] <= 1e-12:
                    continue
                speed = G[i] @ u + fixed[i]
                if i < self.always:
                    new = x[i] - speed / W[i, i]
                elif i < first:
                    number = i - self.always
                    wanted = speed + (self.kappa[number] * old[i] if old[i] > 0 else 0.0)
                    new = min(x[i] - wanted / W[i, i], 0.0)
                else:
                    new = float(np.clip(x[i] - speed / W[i, i], -most[i], most[i]))
                u = u + answers[:, i] * (new - x[i])
                x[i] = new
            for normal, a, b, mu, tangential in pairs:
                pair = [a, b]
                wanted = G[pair] @ u + fixed[pair] + tangential * old[pair]
                stiff = max(float(np.linalg.norm(W[np.ix_(pair, pair)], 2)), 1e-12)
                new = x[pair] - wanted / stiff
                size, most_here = float(np.hypot(*new)), -mu * x[normal]
                new = new * (most_here / size) if size > most_here else new
                u = u + answers[:, pair] @ (new - x[pair])
                x[pair] = new
            if np.abs(x - last).max(initial=0.0) <= SETTLED * max(np.abs(x).max(initial=0.0), h):
                break
        return u, x
