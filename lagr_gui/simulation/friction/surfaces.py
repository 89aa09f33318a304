"""Surfaces of joints that slip along several directions at once: balls, bushes, plates.

    slides:  r = −b γ/|γ|,      sticks:  γ = 0,  |r| ≤ H                     (R1, R2)

Their slips stand among the frictions, one row for each component, and stick all or none.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.numerics.coulomb import Efforts
from lagr_gui.numerics.impacts import dependent
from lagr_gui.simulation.constraints import BoundConstraints, place_of
from lagr_gui.simulation.contacts import Indices, Now
from lagr_gui.simulation.events import LimitWatch
from lagr_gui.simulation.friction.frictions import RubbingContacts
from lagr_gui.simulation.friction.items import RestingItems, SlidingSystems, Ways
from lagr_gui.simulation.friction.loaded import LoadedTouch, SlidingSurface
from lagr_gui.simulation.friction.loaded_contacts import LoadedContacts
from lagr_gui.simulation.friction.one_way import OneWayContacts
from lagr_gui.simulation.system import Array, MechanicalSystem
from lagr_gui.simulation.tuning import CONTACT, FRICTION

BLURRED = 1e-3
"""From this part of what is rest on the direction of a slip is that of more than rounding."""


ALIGNED, ASTRAY = 30, 1e-12
"""So often it is asked which way a slip begins, until it is another one by less than that."""


class SurfaceContacts(LoadedContacts):
    """Limits and frictions of a system, some of which are surfaces of joints."""

    def __init__(self, constraints: BoundConstraints, sliding: SlidingSystems) -> None:
        super().__init__(constraints, sliding)
        self.slipping: Ways = {}
        self._slowest = np.zeros(len(self._loads.places))
        self._begun: dict[int, int] = {}
        for rows in self._surfaces.values():
            self._single[rows - self.stops] = False

    @cached_property
    def _surfaces(self) -> dict[int, Indices]:
        """The numbers of the slips of surfaces, by their places among what is pressed."""
        loads = self._loads
        every = zip(self._numbers.tolist(), loads.widths, strict=True)
        return {
            place: number + np.arange(width)
            for place, (number, width) in enumerate(every)
            if width > 1
        }

    @property
    def told_senses(self) -> tuple[float, ...]:
        """The same, 1 of surfaces that slide."""
        senses = np.array(self.senses, float)
        for place in self.slipping:
            senses[self._surfaces[place] - self.stops] = 1.0
        return tuple(senses.tolist())

    @property
    def _pressed_senses(self) -> Array:
        senses = super()._pressed_senses
        senses[list(self.slipping)] = 1.0
        return senses

    def _touch_of(self, free: MechanicalSystem) -> LoadedTouch:
        self._seen = None
        of = free, self.constraints, self.active, self._slides(), self._loads
        surfaces = {
            place: SlidingSurface(way, BLURRED * float(self._slowest[place]))
            for place, way in self.slipping.items()
        }
        return LoadedTouch(*of, self._pressed_senses, surfaces)

    def changing_code(self, t: float, y: Array) -> None:
        """None: machine code knows slips along one direction alone."""

    # --- what is watched ---------------------------------------------------------------------

    def watch(self, t: float, y: Array) -> LimitWatch:
        """The same; what slides is watched for coming to 0, or turning across its way."""
        watch, alone = super().watch(t, y), self.constraints.limits_alone

        def look(times: Array, states: Array) -> Array:
            seen = watch.look(times, states)
            slips = alone.many(times, states).velocity
            for place, way in self.slipping.items():
                rows = self._surfaces[place]
                against = -(slips[:, rows] @ way) - self._slowest[place] - FRICTION.tiny
                seen[:, rows[0]] = np.fmax(seen[:, rows[0]], against)
            return seen

        if not self.slipping:
            return watch
        values = look(np.array([t]), y[None])[0]
        some = [rows[0] for rows in self._surfaces.values()]
        values[some] = np.minimum(values[some], -FRICTION.tiny)
        return LimitWatch(watch.names, look, watch.slack, values, watch.senses)

    def _beyond(self, forces: Array, bounds: Array) -> Array:
        beyond = super()._beyond(forces, bounds)
        for rows in self._surfaces.values():
            some = rows - self.stops
            beyond[:, some] = -1.0
            size = np.linalg.norm(forces[:, some], axis=1)
            beyond[:, some[0]] = size - bounds[:, some[0]]
        return beyond

    # --- changes -----------------------------------------------------------------------------

    def _rest(
        self, t: float, y: Array, resting: Indices, reached: int | None, held: Collection[int]
    ) -> RestingItems:
        rest, now = super()._rest(t, y, resting, reached, held), self._at(t, y)
        rounding = self._rounding(now, y)
        for place, rows in self._surfaces.items():
            fastest, least = np.max(self._speeds[rows]), np.max(rounding[rows - self.stops])
            self._slowest[place] = max(CONTACT.still * fastest, least)
            stopped = FRICTION.stopped * fastest if reached == rows[0] else 0.0
            length = float(np.linalg.norm(now.speed[rows]))
            if rows[0] in held or length <= max(stopped, self._slowest[place]):
                rest.stuck.append(place)
            else:
                rest.slipping[place] = now.speed[rows] / length
        if rest.slipping and len(self._rows(rest)):
            speed = self._held_with(now, y, self._rows(rest))
            for place in tuple(rest.slipping):
                rows = self._surfaces[place]
                if float(np.linalg.norm(speed[rows])) <= self._slowest[place]:
                    rest.stuck.append(place)  # what sticks holds it too
                    del rest.slipping[place]
        return rest

    def _rows(self, rest: RestingItems) -> Indices:
        return np.concatenate([super()._rows(rest), *(self._surfaces[p] for p in rest.stuck)])

    def _bounds(self, t: float, y: Array | None, rest: RestingItems, column: int) -> Efforts:
        efforts = super()._bounds(t, y, rest, column)
        at, balls = len(efforts.lower), list[tuple[list[int], float]]()
        for place in rest.stuck:
            width = len(self._surfaces[place])
            balls.append(([*range(at, at + width)], float(self._bounds_now[place])))
            at += width
        open_ones = np.full(at - len(efforts.lower), np.inf)
        lower, upper = (
            np.concatenate([side, sign * open_ones])
            for side, sign in ((efforts.lower, -1), (efforts.upper, 1))
        )
        return replace(efforts, lower=lower, upper=upper, balls=balls)

    def _sticking(self, rest: RestingItems) -> NDArray[np.bool_]:
        sticking = super()._sticking(rest)
        sticking[rest.stuck] = True
        return sticking

    def _moving(self, rest: RestingItems) -> Indices:
        return np.concatenate(
            [
                super()._moving(rest)[self._lone(rest)],
                *(self._surfaces[place] for place in rest.slipping),
            ]
        )

    def _against(self, rest: RestingItems) -> Array:
        slips = (self._bounds_now[place] * way for place, way in rest.slipping.items())
        return np.concatenate([super()._against(rest)[self._lone(rest)], *slips])

    def _lone(self, rest: RestingItems) -> NDArray[np.bool_]:
        """Which of what is pressed and moves slips along one direction alone."""
        return self._single[super()._moving(rest) - self.stops]

    def _leaving(
        self,
        t: float,
        y: Array,
        rest: RestingItems,
        x: Array,
        left: Array,
        lets_go: Collection[int],
    ) -> bool:
        """The same; surfaces go behind all else, those whose force falls first."""
        asked = [place for place in rest.stuck if self._surfaces[place][0] in lets_go]
        balls = dict(zip(rest.stuck, self._bounds(t, y, rest, 1).balls, strict=True))
        if not asked and super()._leaving(t, y, rest, x, left, lets_go):
            return True
        near = 1 - FRICTION.at_bound
        going = asked or [
            place
            for place, (some, radius) in balls.items()
            if radius == 0 or (left[some].any() and float(np.linalg.norm(x[some])) >= near * radius)
        ]
        falls = [p for p in going if self._sliding_now[p] < (1 - FRICTION.falls) * balls[p][1]]
        for place in falls if len(going) > 1 and falls else going:
            some, _ = balls[place]
            way = x[some] if x[some].any() else left[some]
            if not way.any():
                way = np.eye(len(some))[0]
            rest.slipping[place] = way / float(np.linalg.norm(way))
            rest.stuck.remove(place)
            self._begun[place] = ALIGNED
        return bool(going) or self._turned(t, y, rest)

    def _settle(self, t: float, y: Array, rest: RestingItems, lets_go: Collection[int]) -> Array:
        self._begun = {}
        return super()._settle(t, y, rest, lets_go)

    def _turned(self, t: float, y: Array, rest: RestingItems) -> bool:
        """Whether slips that begin do so another way, since less friction acts then than before.

        They go where they are pushed in spite of it: as what holds with that much would be.
        """
        begun = [place for place, left in self._begun.items() if left and place in rest.slipping]
        if not begun:
            return False
        slipping = {place: way for place, way in rest.slipping.items() if place not in begun}
        whole = replace(rest, stuck=[*rest.stuck, *begun], slipping=slipping)
        x, _ = RubbingContacts._efforts(self, t, y, self._at(t, y), whole)
        balls = dict(zip(whole.stuck, self._bounds(t, y, whole, 1).balls, strict=True))
        turned = False
        for place in begun:
            way = x[balls[place][0]]
            length = float(np.linalg.norm(way))
            way = way / length if length > 0 else rest.slipping[place]
            if float(np.linalg.norm(way - rest.slipping[place])) > ASTRAY:
                rest.slipping[place], turned = way, True
                self._begun[place] -= 1
        return turned

    def _shared(
        self, t: float, y: Array, now: Now, rest: RestingItems, pushing: Indices, x: Array
    ) -> tuple[Indices, Indices]:
        """The same, and the surfaces. Raises LagrError where others hold what one holds."""
        pushing, holding = super()._shared(t, y, now, rest, pushing, x)
        self.slipping = dict(rest.slipping)
        stuck = [self._surfaces[place] for place in rest.stuck]
        if not stuck:
            return pushing, holding
        slips = [n for j in rest.still if self._rough[j] in pushing for n in self._slips(j)]
        rows = np.concatenate([pushing, holding, np.array(slips, int), *stuck])
        if dependent(now.solved(rows).W).any():
            raise _held_twice(self.names[stuck[0][0]])
        return pushing, np.concatenate([holding, *stuck])


class SurfaceOneWayContacts(OneWayContacts, SurfaceContacts):
    """The same with one-way clutches."""


def _held_twice(source: str) -> LagrError:
    cause = (
        "It sticks where other friction, limits or conditions hold the same, so that nothing tells "
        "how much of the load it bears."
    )
    remedy = "Switch the other one off, or let the joint move where it rubs."
    return refusal(place_of(source), cause, remedy, code="held-twice")
