"""One-way clutches in a motion: they run freely one way, γ ≥ 0, and hold the other way.

    γ ≥ 0,   λ ≥ 0,   λ γ = 0                                                (R1)

With a slip moment M they are friction that exerts 0 ≤ λ ≤ M.  Without one they are rigid: where
impacts, or a start, would turn one back it takes an impulse, Λ ≥ 0, γ⁺ ≥ 0, Λ γ⁺ = 0, together with
whatever is struck.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics import Answers
from lagr_gui.numerics.coulomb import Efforts
from lagr_gui.numerics.tolerances import UNLIMITED
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.contacts import Indices, Now
from lagr_gui.simulation.friction.frictions import RubbingContacts
from lagr_gui.simulation.friction.items import RestingItems, SlidingSystems
from lagr_gui.simulation.friction.loaded_contacts import LoadedContacts
from lagr_gui.simulation.friction.refusals import caught_at_start, turned_back
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import Impact
from lagr_gui.simulation.tuning import CONTACT, FRICTION


class OneWayContacts(RubbingContacts):
    """Limits and frictions of a system, some of which hold one way."""

    def __init__(self, constraints: BoundConstraints, sliding: SlidingSystems) -> None:
        super().__init__(constraints, sliding)
        self._clutches = np.array(constraints.one_way, int)
        self._rigid = np.array(constraints.rigid(0.0, np.zeros(self._layout.n)), int)

    def start(self, t: float, y: Array, settings: Settings) -> Array:
        """The same; what turned back and is caught is told."""
        started = super().start(t, y, settings)
        now = self._at(t, started)
        for number in np.flatnonzero(self._caught):
            loss = self._energy(now, self._layout.qd(y)) - self._energy(now, now.qd)
            self.notes.append(caught_at_start(self.names[number], loss))
        return started

    # --- what is watched ---------------------------------------------------------------------

    def _beyond(self, forces: Array, bounds: Array) -> Array:
        beyond, some = super()._beyond(forces, bounds), self._clutches
        beyond[:, some] = np.maximum(-forces, forces - bounds)[:, some]
        return beyond

    def _play(self, senses: Array) -> Array:
        """A clutch that runs freely, but hardly, is not caught by rounding."""
        play, free = np.zeros(len(senses)), self._clutches[senses[self._clutches] > 0]
        play[free] = CONTACT.still * self._speeds[self.stops + free]
        return play

    # --- changes -----------------------------------------------------------------------------

    def _most(self, t: float, y: Array) -> Array:
        H = super()._most(t, y)
        return np.where(H >= UNLIMITED, np.inf, H)

    def _bounds(self, t: float, y: Array | None, rest: RestingItems, column: int) -> Efforts:
        efforts = super()._bounds(t, y, rest, column)
        upper, count = efforts.upper.copy(), len(rest.limits)
        upper[count + np.flatnonzero(self._one_way(rest))] = 0.0
        return replace(efforts, upper=upper)

    def _one_way(self, rest: RestingItems) -> NDArray[np.bool_]:
        """Which of what may hold are clutches."""
        return np.isin(rest.frictions, self.stops + self._clutches)

    def _efforts(self, t: float, y: Array, now: Now, rest: RestingItems) -> tuple[Array, Array]:
        """The same; rounding of the largest of b − W x, each beside √W of its own, is 0.

        A clutch that need not hold any more has a b that is nothing else.
        """
        x, left = super()._efforts(t, y, now, rest)
        roots = np.sqrt(np.diag(self._coupling(now, rest)[0]))
        largest = np.max(
            np.abs(self._arrivals(now, rest)) / np.where(roots > 0, roots, np.inf), initial=0.0
        )
        return x, np.where(np.abs(left) > FRICTION.felt * largest * roots, left, 0.0)

    def _freed(
        self, t: float, rest: RestingItems, x: Array, left: Array, lower: Array
    ) -> tuple[NDArray[np.bool_], Array]:
        """The same; a clutch runs freely where it need not hold.

        Raises LagrError where conditions turn a rigid one back.
        """
        (free, sense), some = super()._freed(t, rest, x, left, lower), self._one_way(rest)
        idle = x >= -FRICTION.at_bound * np.max(np.abs(x), initial=0.0)
        if (wrong := some & idle & (left < 0) & (lower < -UNLIMITED)).any():
            raise turned_back(self.names[int(rest.frictions[wrong][0])], t)
        slips = (x <= (1 - FRICTION.at_bound) * lower) & (left < 0)
        free = np.where(some, (idle & (left > 0)) | slips, free)
        return free, np.where(some, np.where(2 * x > lower, 1.0, -1.0), sense)

    # --- impacts -----------------------------------------------------------------------------

    def _strike(
        self, t: float, y: Array, reached: int | None
    ) -> tuple[Array, Impact | None, Indices, Answers]:
        """The same; no rigid clutch turns back then."""
        self._caught[:] = 0.0
        (q, before), now = self._layout.motion(y), self._at(t, y)
        y, impact, resting, answers = super()._strike(t, y, reached)
        y, stay = self._not_turned_back(t, y, resting)
        if not (caught := np.flatnonzero(self._caught)).size:
            return y, impact, resting, answers
        after = self._layout.qd(y)
        loss = self._energy(now, before) - self._energy(now, after)
        impact = impact or Impact((), t, q.copy(), before.copy(), after, np.zeros(0), loss)
        names = (*impact.names, *(self.names[number] for number in caught))
        impulses = np.concatenate([impact.impulses, self._caught[caught]])
        numbers = (*impact.numbers, *caught.tolist())
        impact = replace(impact, names=names, impulses=impulses, after=after, loss=loss)
        impact = replace(impact, numbers=numbers)
        return y, impact, resting[stay], answers[np.flatnonzero(stay)]

    def _not_turned_back(
        self, t: float, y: Array, resting: Indices
    ) -> tuple[Array, NDArray[np.bool_]]:
        """The state where all rigid clutches are caught, and which limits rest then, too."""
        rigid, now = self._rigid, self._at(t, y)
        rounding = self._rounding(now, y)[rigid - self.stops]
        rounding = np.maximum(CONTACT.still * self._speeds[rigid], rounding)
        if not (now.speed[rigid] < -rounding).any():
            return y, np.ones(len(resting), bool)
        (q, qd), answer = self._layout.motion(y), now.solved(resting)
        after = self._collided(now, resting, answer, now.speed[resting], qd).qd
        y = self._layout.moved(y, q, after)
        now = self._at(t, y)
        if (back := now.speed[rigid] < -rounding).any():
            raise turned_back(self.names[int(rigid[back][0])], t)
        return y, now.speed[resting] >= -self._slow(now, resting)[resting]


class LoadedOneWayContacts(OneWayContacts, LoadedContacts):
    """The same where reactions press other frictions."""
