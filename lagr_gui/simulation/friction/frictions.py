"""Dry friction in a motion: what slides, what sticks, and what lets go.

    −λ_i ∈ b_i(γ_i) Sgn γ_i                                                  (R1)

Among those whose slip γ is 0 Gauss' principle tells which stick: with W = w g⁻¹ wᵀ and the
accelerations b of slip where none of them holds, x = −λ minimises ½ xᵀ W x − xᵀ b between −H and H
(R5).  What comes to lie at a bound lets go in its sense; the rest is solved again, since what
slides exerts R, which may be less.  Where a rough limit touches, its slips are held by μ N at most,
in any direction: `numerics.coulomb`.  Impacts are solved the same way, with velocities (R6).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.numerics import Answers
from lagr_gui.numerics.coulomb import Efforts, coulomb
from lagr_gui.numerics.impacts import Collision, held, independent
from lagr_gui.numerics.tolerances import COULOMB
from lagr_gui.simulation.contacts import Indices, LimitMet, Now
from lagr_gui.simulation.friction import refusals
from lagr_gui.simulation.friction.acting import acting
from lagr_gui.simulation.friction.colliding import impulses, two_phases
from lagr_gui.simulation.friction.items import RestingItems, Ways
from lagr_gui.simulation.friction.refusals import by_poisson, normal_open, seized
from lagr_gui.simulation.friction.watching import WatchedFrictions
from lagr_gui.simulation.friction.wedged import alike, shares
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import Impact
from lagr_gui.simulation.tuning import CONTACT, FRICTION


class RubbingContacts(WatchedFrictions):
    """The same with what they do where one of them changes."""

    # --- changes -----------------------------------------------------------------------------

    def pass_by(self, fastest: Callable[[], Array]) -> None:
        """Know how fast what comes to rest has been: by that its slip is rounding."""
        self._fastest = np.fmax(self._fastest, fastest())

    def arrive(self, t: float, y: Array, reached: int | None = None) -> LimitMet:
        """The state after impacts and changes of friction, and what holds from now on."""
        self._count(t, reached)
        held = self.active
        now, before = self._at(t, y), self._layout.qd(y)
        self._speeds = np.fmax(self._speeds, now.slopes.reach @ self._fastest)
        self._tangential[:], self._stages = 0.0, []
        now.solved(np.arange(self.stops, self.count))
        y, impact, resting, _ = self._strike(t, y, reached)
        if impact is not None:
            impact = replace(impact, tangential=self._tangential[list(impact.numbers)])
        rubbing = None if reached is None or reached < self.stops else reached
        rest = self._rest(t, y, resting, rubbing, () if impact else held)
        y = self._settle(t, y, rest, self._yielding(rubbing) if reached in held else ())
        qd = self._layout.qd(y)
        loss = self._energy(now, before) - self._energy(now, qd)
        if impact is not None:
            known = [] if len(self._rigid) else self._stages
            if len(known) == 1 and (qd == known[0].after).all():
                known = []
            stages = [replace(one, t=t, q=impact.q) for one in known]
            impact = replace(impact, after=qd, loss=loss, stages=tuple(stages))
        return LimitMet(y, impact, loss if impact or len(resting) else 0.0)

    def _rest(
        self, t: float, y: Array, resting: Indices, reached: int | None, held: Collection[int]
    ) -> RestingItems:
        """What may hold; slips that are not 0, and were not `held` there, tell senses and ways."""
        now, first, paired = self._at(t, y), self.stops, self._paired
        slip, usual = now.speed[first:paired], self._speeds[first:paired]
        still = np.abs(slip) <= np.maximum(CONTACT.still * usual, self._rounding(now, y))
        still |= ~self._single
        if reached is not None and reached < paired:
            self._refuse_jump(t, reached, now.speed)
            still[reached - first] = True
            if not still.all():
                some = np.concatenate([resting, first + np.flatnonzero(still & self._single)])
                slip = self._held_with(now, y, some)[first:paired]
                still |= np.abs(slip) <= CONTACT.still * usual
        senses = np.where(still, 0, np.sign(slip))
        self._slide(senses)
        ways: Ways = {}
        stuck: list[int] = []
        for j, limit in enumerate(self._rough):
            if limit not in resting:
                continue
            pair = list(self._slips(j))
            slow = FRICTION.stopped if reached == pair[0] else CONTACT.still
            length = float(np.hypot(*now.speed[pair]))
            self._unfelt[j] = self._unfelt_slip(now, j)
            least = max(slow * float(np.max(self._speeds[pair])), self._unfelt[j])
            if pair[0] in held or length <= least:
                stuck.append(j)
            else:
                ways[j] = now.speed[pair] / length
        rest = RestingItems(resting, first + np.flatnonzero(still & self._single), stuck, ways)
        if stuck and ways:
            speed = self._held_with(now, y, self._rows(rest))
            for j, pair in ((j, list(self._slips(j))) for j in tuple(ways)):
                if float(np.hypot(*speed[pair])) <= CONTACT.still * np.max(self._speeds[pair]):
                    stuck.append(j)  # those that stick hold it too
                    del ways[j]
        return rest

    def _rounding(self, now: Now, y: Array) -> Array:
        """The speeds (s,) of slip below which what held has not moved: 0 of what slides.

        Where a slip has never been anything else, what it has been does not tell that it is
        rounding: the energy of all that moves does, √(2 T W), and what it would come to if nothing
        held it.
        """
        some, qd = np.arange(self.stops, self._paired), self._layout.qd(y)
        could = np.sqrt(2 * self._energy(now, qd) * np.diag(now.solved(some).W))
        pulled = np.abs(now.arrival()[some]) * (self._settings.t_end - self._settings.t0)
        could = np.maximum(could, pulled)
        return np.where(np.abs(self.senses) == 1, 0.0, CONTACT.still * could)

    def _unfelt_slip(self, now: Now, j: int) -> float:
        """The slip of a rough limit that is none beside what comes of a fall over its gap's size.

        On a body that is moved a slip of 0 is a difference, of whose terms velocities tell nothing.
        """
        rows = np.array([self._rough[j], *self._slips(j)])
        W = np.diag(now.solved(rows).W)
        size = self._sizes[rows[0]] * np.sqrt(np.max(W[1:]) / W[0]) if W[0] > 0 else 0.0
        pulled = float(np.max(np.abs(now.arrival()[rows[1:]])))
        return CONTACT.still * float(np.sqrt(pulled * size))

    def _refuse_jump(self, t: float, number: int, speed: Array) -> None:
        """Raise LagrError where the slip of what slides turns round without having been 0.

        Of several changes at one instant the slips are rounding.
        """
        slides = self.senses[number - self.stops] != 0 and self._at_once == 1
        if slides and abs(speed[number]) > FRICTION.turning * self._speeds[number]:
            raise refusals.turned_at_once(self.names[number], t)

    def _held_with(self, now: Now, y: Array, some: Indices) -> Array:
        """The speeds (c,) of all where some do not move any more."""
        qd = self._layout.qd(y)
        return now.speed + now.h @ (now.solved(some).hold(now.speed[some], qd) - qd)

    def _settle(self, t: float, y: Array, rest: RestingItems, lets_go: Collection[int]) -> Array:
        """The state where what rests holds, as far as it can; what `lets_go` does not."""
        y, self._acting = self._stopped(t, y, rest), None
        self._check_normals(t, y, rest)
        while True:
            now = self._at(t, y)
            if (locked := self._locked(t, now, rest)) is not None:
                y = self._lock(t, y, rest, locked)
                continue
            x, left = self._efforts(t, y, now, rest)
            pushing = self._pushing_of(now, rest, x)
            if self._is_helped(now, rest, pushing, lets_go):
                lets_go = ()
            leaving = self._leaving(t, y, rest, x, left, lets_go)
            if not leaving:
                break
            lets_go = ()
        sticking = [j for j in rest.still if self._rough[j] in pushing]
        self.ways = {j: way for j, way in rest.ways.items() if self._rough[j] in pushing}
        slips = [number for j in sticking for number in self._slips(j)]
        pushing, holding = self._shared(t, y, now, rest, pushing, x)
        self.active = (*pushing.tolist(), *holding.tolist(), *slips)
        rows = np.concatenate([pushing, holding, np.array(slips, int)])
        stuck = [(j, self._rough[j], float(self._roughness[j, 1])) for j in sticking]
        of = rows, len(pushing), len(holding), stuck
        self._alongside, self._wedge = shares(now.solved(rows).W, *of)
        y = self._kept(t, y)
        if sticking:
            motion = t, *self._layout.motion(y)
            self._acting = acting(self.constraints, self.active, slips, self._alongside, motion)
        return y

    def _check_normals(self, t: float, y: Array, rest: RestingItems) -> None:
        """Raise LagrError where what holds keeps the gap of a rough limit: N is open then."""
        for limit in (self._rough[j] for j in (*rest.still, *rest.ways)):
            if not self._at(t, y).solved(np.array([limit])).W[0, 0]:
                raise normal_open(self.names[limit])

    def _pushing_of(self, now: Now, rest: RestingItems, x: Array) -> Indices:
        """The limits among what rests that push, by their efforts."""
        W = now.solved(rest.limits).W
        return rest.limits[self._above_rounding(W, x[: len(rest.limits)])]

    def _alike(
        self, now: Now, rest: RestingItems, pushing: Indices
    ) -> tuple[Array, NDArray[np.bool_]]:
        """W of what pushes and of still frictions, and which of these others can hold for."""
        if not len(rest.frictions) or rest.ways:
            return np.zeros((0, 0)), np.zeros(len(rest.frictions), bool)
        slips = [n for j in rest.still if self._rough[j] in pushing for n in self._slips(j)]
        return alike(now, np.array(slips, int), pushing, rest.frictions)

    def _is_helped(
        self, now: Now, rest: RestingItems, pushing: Indices, numbers: Collection[int]
    ) -> bool:
        """Whether others can hold what a friction at its bound does not."""
        some = np.isin(rest.frictions, list(numbers))
        return bool(some.any() and self._alike(now, rest, pushing)[1][some].any())

    def _yielding(self, number: int | None) -> Collection[int]:
        """What lets go where a force is beyond its bound: all that hold along one line."""
        if number is None or number < self._paired:
            return () if number is None else (number,)
        along = self._alongside.get(self._pair_of(number), {number: 1.0})
        if self._wedge is not None and number in self._wedge.rows:
            along = [n for n in self._wedge.rows.tolist() if n >= self._paired]
        return {self._slips(self._pair_of(other))[0] for other in along}

    def _shared(
        self, t: float, y: Array, now: Now, rest: RestingItems, pushing: Indices, x: Array
    ) -> tuple[Indices, Indices]:
        """The limits and the frictions that hold what comes.

        Where several can hold the same, as many as are needed do; the other frictions lie at their
        bounds, or hardly below, and exert what they do there until something changes.
        """
        W, alike = self._alike(now, rest, pushing)
        if not alike.any():
            return pushing, rest.frictions
        count, some = len(rest.limits), np.isin(self._rows(rest), [*pushing, *rest.frictions])
        efforts = self._bounds(t, y, rest, 1)
        most = np.where(np.arange(len(some)) < count, 1.0, 1 - FRICTION.at_bound)
        lower, upper = efforts.lower * most, efforts.upper * most
        rough = [self._rough[j] for j in rest.still]
        free = np.concatenate([~np.isin(pushing, rough), alike])
        x, between = independent(x[some], W, lower[some], upper[some], free)
        pushes, holds = between[: len(pushing)] | ~free[: len(pushing)], between[len(pushing) :]
        senses = list(self.senses)
        for place in np.flatnonzero(alike & ~holds):
            number = int(rest.frictions[place])
            exerted = x[len(pushing) + place]
            senses[number - self.stops] = exerted / self._exerted(t, y, now, number)
        self._slide(senses)
        return pushing[pushes], rest.frictions[~alike | holds]

    def _exerted_by(self, t: float, y: Array, rest: RestingItems) -> Array:
        """b of each friction that may hold, as soon as it slides."""
        now = self._at(t, y)
        return np.array([self._exerted(t, y, now, int(n)) for n in rest.frictions])

    def _exerted(self, t: float, y: Array, now: Now, number: int) -> float:
        """b of a friction that does not move: what it exerts with σ = −1, where `now` σ = 0."""
        senses = list(self.senses)
        senses[number - self.stops] = -1.0
        before = self.senses
        self._slide(senses)
        change = self._at(t, y).arrival()[number] - now.arrival()[number]
        self._slide(before)
        b = change / now.solved(np.array([number])).W[0, 0]
        return float(b) if b > 0 else np.inf  # what exerts nothing leaves all to others

    def _coupling(self, now: Now, rest: RestingItems) -> tuple[Array, Array]:
        """W (c, c) of what may hold, where what slides rubs; its diagonal without friction (c,)."""
        some = self._rows(rest)
        sliding = [number for j in rest.ways for number in self._slips(j)]
        every = now.solved(np.concatenate([some, np.array(sliding, int)]))
        W = every.W[: len(some), : len(some)].copy()
        usual = np.diag(W).copy()
        for place, (j, way) in enumerate(rest.ways.items()):
            at = len(some) + 2 * place
            normal = self._place_of_normal(rest, j)
            W[:, normal] += every.W[: len(some), at : at + 2] @ (self._roughness[j, 0] * way)
        return W, usual

    def _locked(self, t: float, now: Now, rest: RestingItems) -> int | None:
        """A rough limit that slides and that no finite force keeps from being passed (Painlevé).

        Where its force would even pull it on, p < 0, and nothing presses, it may stay or go: that
        raises LagrError.
        """
        if not rest.ways:
            return None
        W, usual = self._coupling(now, rest)
        b = self._arrivals(now, rest)
        for j in rest.ways:
            at = self._place_of_normal(rest, j)
            if W[at, at] > FRICTION.seized * usual[at]:
                continue
            if b[at] > 0:
                return j
            raise refusals.two_motions(self.names[self._rough[j]], t)
        return None

    def _lock(self, t: float, y: Array, rest: RestingItems, j: int) -> Array:
        """The state after an impact without a collision: what slides is seized."""
        now, (q, qd) = self._at(t, y), self._layout.motion(y)
        some = np.array([self._rough[j], *self._slips(j)])
        answers = now.solved(some)
        stopped = answers.hold(now.speed[some], qd)
        loss = self._energy(now, qd) - self._energy(now, stopped)
        del rest.ways[j]
        rest.still.append(j)
        self.notes.append(seized(self.names[self._rough[j]], t, loss))
        return self._layout.moved(y, q, stopped)

    def _efforts(self, t: float, y: Array, now: Now, rest: RestingItems) -> tuple[Array, Array]:
        """Efforts x = −λ of resting limits, still frictions and still pairs of slips, and b − W x.

        Rounding of b − W x is 0.  Raises LagrError where there are none.
        """
        W, b = self._coupling(now, rest)[0], self._arrivals(now, rest)
        efforts = self._bounds(t, y, rest, 1)
        if not (rest.ways or rest.still or rest.stuck):
            x = held(W, b, efforts.lower, efforts.upper)[0]
            terms = np.abs(b) + np.abs(W) @ np.abs(x)
            left = b - W @ x
            return x, np.where(np.abs(left) > FRICTION.felt * terms, left, 0.0)
        x = coulomb(W, b, efforts)
        if x is None:
            raise refusals.jammed(self.names[int(rest.limits[0])], t)
        terms, left = np.abs(b) + np.abs(W) @ np.abs(x), b - W @ x
        return x, np.where(np.abs(left) > 10 * COULOMB.exact * np.max(terms), left, 0.0)

    def _arrivals(self, now: Now, rest: RestingItems) -> Array:
        """Accelerations (c,) of what may hold where none of it does."""
        return now.arrival()[self._rows(rest)]

    def _rows(self, rest: RestingItems) -> Indices:
        """The numbers of what may hold."""
        slips = [number for j in rest.still for number in self._slips(j)]
        return np.concatenate([rest.limits, rest.frictions, np.array(slips, int)])

    def _bounds(self, t: float, y: Array | None, rest: RestingItems, column: int) -> Efforts:
        """What bounds the efforts of what may hold, with μ of a column of the roughness.

        Of impulses, without a state, no given H does.
        """
        count, boxes = len(rest.limits), len(rest.frictions)
        c = count + boxes + 2 * len(rest.still)
        lower, upper = np.full(c, -np.inf), np.full(c, np.inf)
        lower[:count] = 0.0
        if boxes and y is not None:
            H = self._most(t, y)
            upper[count : count + boxes] = H[rest.frictions - self.stops]
            lower[count : count + boxes] = -upper[count : count + boxes]
        discs = [
            (at, at + 1, self._place_of_normal(rest, j), float(self._roughness[j, column]))
            for at, j in zip(range(count + boxes, c, 2), rest.still, strict=True)
        ]
        return Efforts(lower, upper, discs)

    def _most(self, t: float, y: Array) -> Array:
        """H (s,) of the frictions at one state."""
        return self.constraints.friction_bounds(np.array([t]), y[None])[0]

    def _place_of_normal(self, rest: RestingItems, j: int) -> int:
        return int(np.flatnonzero(rest.limits == self._rough[j])[0])

    def _leaving(
        self,
        t: float,
        y: Array,
        rest: RestingItems,
        x: Array,
        left: Array,
        lets_go: Collection[int],
    ) -> bool:
        """Let go what lies at its bound; whether there was any.

        Where several do and the force of some falls then, these go first: what others have to hold
        is another behind.
        """
        count, boxes = len(rest.limits), len(rest.frictions)
        efforts, near = self._bounds(t, y, rest, 1), 1 - FRICTION.at_bound
        some = slice(count, count + boxes)
        free, sense = self._freed(t, rest, x[some], left[some], efforts.lower[some])
        free |= np.isin(rest.frictions, list(lets_go))
        if free.sum() > 1:
            least = (1 - FRICTION.falls) * efforts.upper[some]
            falling = free & (self._exerted_by(t, y, rest) < least)
            free = falling if falling.any() else free
        senses = np.array(self.senses)
        senses[rest.frictions[free] - self.stops] = sense[free]
        going: list[int] = []
        for (at, _, normal, mu), j in zip(efforts.discs, rest.still, strict=True):
            pair = slice(at, at + 2)
            slips = float(np.hypot(*left[pair])) > 0
            beyond = float(np.hypot(*x[pair])) >= near * mu * x[normal] > 0
            if (slips and beyond) or self._slips(j)[0] in lets_go:
                way = left[pair] if float(np.hypot(*left[pair])) > 0 and slips else x[pair]
                rest.ways[j] = way / (float(np.hypot(*way)) or 1.0)
                going.append(j)
        rest.still = [j for j in rest.still if j not in going]
        rest.frictions = rest.frictions[~free]
        self._slide(senses)
        return bool(free.any()) or bool(going)

    def _freed(
        self, t: float, rest: RestingItems, x: Array, left: Array, lower: Array
    ) -> tuple[NDArray[np.bool_], Array]:
        """Which of the still frictions are at a bound and move on, and the sense of each then.

        By their efforts x, what is left of accelerations, and the lower bounds −H.
        """
        free = np.abs(x) >= (1 - FRICTION.at_bound) * -lower
        free |= x == 0  # what no effort of its own moves, conditions move or hold
        free &= (np.abs(left) > 0) | (lower == 0)
        sense = np.sign(np.where(x, x, left))
        return free, np.where(sense == 0, 1.0, sense)

    def _stopped(self, t: float, y: Array, rest: RestingItems) -> Array:
        """Velocities with which what rests does not move.

        Limits that are left as slowly as rest, and that are not pressed, go on.
        """
        now, (q, qd), some = self._at(t, y), self._layout.motion(y), self._rows(rest)
        pressed = rest.limits[self._pushing(now, rest.limits, now.solved(rest.limits))]
        goes = (some < self.stops) & ~np.isin(some, pressed)
        speed = np.where(goes, np.maximum(now.speed[some], 0.0), now.speed[some])
        if speed.any():
            qd = now.solved(some).hold(speed, qd)
        return self._layout.moved(y, q, qd)

    def _kept(self, t: float, y: Array) -> Array:
        """The state on what holds: limits have no gap and no speed."""
        active = np.array(self.active, int)
        if not len(active):
            return y
        now, (q, qd) = self._at(t, y), self._layout.motion(y)
        if (speed := now.speed[active]).any():
            qd = now.solved(active).hold(speed, qd)
        return self._layout.moved(y, self._on_limits(t, q, now.H, active), qd)

    # --- impacts -----------------------------------------------------------------------------

    def _collided(
        self, now: Now, struck: Indices, answer: Answers, speed: Array, qd: Array
    ) -> Collision:
        """The collision of limits at once, with friction where they are rough (R6).

        Where Newton's law would make energy the impact is done by Poisson's.
        """
        rough, rigid = [j for j, limit in enumerate(self._rough) if limit in struck], self._rigid
        if not rough and not len(rigid):
            smooth = super()._collided(now, struck, answer, speed, qd)
            self._tell_stage(
                now, struck, smooth.impulses, np.zeros((len(struck), 2)), qd, smooth.qd
            )
            return smooth
        rest = RestingItems(struck, rigid, rough, {})
        some = self._rows(rest)
        every, speed = now.solved(some), now.speed[some] + now.h[some] @ (qd - now.qd)
        efforts = self._bounds(0.0, None, rest, 0)
        count, first = len(struck), len(struck) + len(rigid)
        kappa = np.where(speed[:count] > 0, self._kappa[struck], 0.0)
        backs = [kappa, np.zeros(len(rigid)), np.repeat(self._roughness[rough, 2], 2)]
        wanted = (1 + np.concatenate(backs)) * speed
        source = self.names[int([*struck, *rigid][0])]
        phases = [impulses(every.W, wanted, efforts, source)]
        after = qd - phases[0] @ every.u
        if self._energy(now, after) > self._energy(now, qd) * (1 + FRICTION.gained):
            phases = two_phases(every.W, speed, efforts, kappa, source)
            if (note := by_poisson(source)) not in self.notes:
                self.notes.append(note)
        places = np.searchsorted(struck, [self._rough[j] for j in rough])
        after = qd
        for x in phases:
            rubs = np.zeros((count, 2))
            rubs[places] = -x[first:].reshape(-1, 2)
            before, after = after, after - x @ every.u
            self._tell_stage(now, struck, -x[:count], rubs, before, after)
        x = np.sum(phases, axis=0)
        self._caught[rigid] -= x[count:first]
        return Collision(every.u[:count], every.v[:count], -x[:count], after, -x @ every.v)

    def _tell_stage(
        self, now: Now, struck: Indices, impulses: Array, rubs: Array, before: Array, after: Array
    ) -> None:
        """Note what limits exert at once (c,), along their slips (c, 2), with q̇ around it (f,)."""
        self._tangential[struck] += rubs
        names, numbers = tuple(self.names[n] for n in struck), tuple(struck.tolist())
        loss = self._energy(now, before) - self._energy(now, after)
        of = names, 0.0, before, before, after, impulses, loss, rubs, numbers
        self._stages.append(Impact(*of))
