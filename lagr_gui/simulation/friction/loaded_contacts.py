"""Dry friction bounded by the reaction of its own joint, in a motion: what it is where it changes.

Which of them stick, and by how much, is asked with bounds as the efforts before gave them, until
both agree.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.simulation.constraints import BoundConstraints, place_of
from lagr_gui.simulation.contacts import Indices, LimitMet, Now
from lagr_gui.simulation.events import LimitWatch
from lagr_gui.simulation.friction.frictions import RubbingContacts
from lagr_gui.simulation.friction.items import RestingItems, SlidingSystems
from lagr_gui.simulation.friction.loaded import LoadedStates, LoadedTouch
from lagr_gui.simulation.friction.loads import BoundLoads
from lagr_gui.simulation.system import Array, MechanicalSystem, Mode
from lagr_gui.simulation.tuning import PRESSED


class LoadedContacts(RubbingContacts):
    """Limits and frictions of a system, some of which its own reactions press."""

    def __init__(
        self,
        constraints: BoundConstraints,
        sliding: SlidingSystems,
    ) -> None:
        super().__init__(constraints, sliding)
        self._bounds_now = np.zeros(len(self._loads.places))
        self._sliding_now = self._bounds_now
        self._here: tuple[float, Array] | None = None
        self._seen: tuple[Array, Array, LoadedStates] | None = None

    @property
    def _loads(self) -> BoundLoads:
        """What presses, as frictions slide now."""
        assert self._sliding.loads is not None
        return self._sliding.loads(self.senses)

    @property
    def _numbers(self) -> Indices:
        """The numbers of what is pressed, among all that may hold."""
        return self.stops + self._loads.places

    @property
    def _pressed_senses(self) -> Array:
        return np.array(self.senses, float)[self._loads.places]

    def system(self, free: MechanicalSystem) -> MechanicalSystem:
        """The system as frictions slide, with what holds. Raises LagrError where one jams."""
        system = super().system(free)
        if self._here is not None:
            self._check_sound(*self._here)
        return system

    def follow(self, times: Array, senses: Array) -> list[Mode]:
        """The same; machine code has seen to it that nothing jams there."""
        self._here = None
        return super().follow(times, senses)

    def _moved_in(self, mode: Mode, free: MechanicalSystem) -> LoadedTouch:
        assert self._sliding.loads is not None
        loads, constraints = (
            self._sliding.loads(mode.senses),
            self._sliding.constraints(mode.senses),
        )
        senses = np.array(mode.senses, float)[loads.places]
        return LoadedTouch(free, constraints, mode.active, (), loads, senses)

    def _touch_of(self, free: MechanicalSystem) -> LoadedTouch:
        self._seen = None
        loads, senses = self._loads, self._pressed_senses
        of = free, self.constraints, self.active, self._slides()
        return LoadedTouch(*of, loads, senses)

    def _check_sound(self, t: float, y: Array) -> None:
        """Raise LagrError where what presses is not determined, or what slides jams."""
        touch = self._touch
        assert isinstance(touch, LoadedTouch)
        if (open_one := touch.undetermined(t, y)) is not None:
            raise _undetermined(self.names[self._numbers[open_one]])
        gain = float(touch.solved(np.array([t]), y[None]).gain[0])
        if not np.isfinite(gain):
            raise _without_value(self.names[self._numbers[0]], t)
        if gain >= PRESSED.jammed:
            slides = np.flatnonzero(self._pressed_senses)
            raise _jammed(self.names[self._numbers[slides[0]]], t, gain)

    # --- what is watched ---------------------------------------------------------------------

    def watch(self, t: float, y: Array) -> LimitWatch:
        """The same; what slides is watched for jamming, too."""
        watch, slides = super().watch(t, y), self._numbers[np.flatnonzero(self._pressed_senses)]

        def look(times: Array, states: Array) -> Array:
            seen = watch.look(times, states)
            gain = np.nan_to_num(self._solved(times, states).gain, nan=np.inf)
            jams = np.minimum(gain - PRESSED.jammed, 1.0)
            seen[:, slides] = np.fmax(seen[:, slides], jams[:, None])
            return seen

        return LimitWatch(watch.names, look, watch.slack, watch.values, watch.senses)

    def _solved(self, t: Array, states: Array) -> LoadedStates:
        """What the system does, asked for once where several ask."""
        assert isinstance(self._touch, LoadedTouch)
        if self._seen is None or self._seen[0] is not t or self._seen[1] is not states:
            self._seen = t, states, self._touch.solved(t, states)
        return self._seen[2]

    def _pulls(self, t: Array, states: Array) -> Array:
        return self._solved(t, states).multipliers

    def _holding(self, t: Array, states: Array) -> Array:
        H = super()._holding(t, states).copy()
        H[:, self._loads.places] = self._solved(t, states).bounds
        return H

    # --- changes -----------------------------------------------------------------------------

    def arrive(self, t: float, y: Array, reached: int | None = None) -> LimitMet:
        """The same; impulses of impacts are told not to rub in joints."""
        met = super().arrive(t, y, reached)
        if met.impact is not None and not any(note.code == "no-impulse" for note in self.notes):
            self.notes.append(_without_impulse(self.names[self._numbers[0]]))
        return met

    def _settle(self, t: float, y: Array, rest: RestingItems, lets_go: Collection[int]) -> Array:
        y = super()._settle(t, y, rest, lets_go)
        self._here = t, y
        return y

    def _efforts(self, t: float, y: Array, now: Now, rest: RestingItems) -> tuple[Array, Array]:
        """The same, with bounds that agree with them. Raises LagrError where none do.

        Those that go on from 0, efforts by efforts, come nearer where friction presses less than it
        takes.  Where they do not, as in a thread whose nut has hardly any rotary inertia, they go
        on from what is needed to hold all, then by Newton's method.
        """
        self._bounds_now = bounds = terms = np.zeros(len(self._bounds_now))
        for count in range(PRESSED.alternations):
            if count == PRESSED.patient:
                self._bounds_now = np.full(len(bounds), PRESSED.ample * float(np.max(terms)))
            x, left = super()._efforts(t, y, now, rest)
            bounds, terms = self._bounds_for(t, y, now, rest, x)
            step = float(np.max(np.abs(bounds - self._bounds_now)))
            if agrees := step <= PRESSED.agreed * float(np.max(bounds)):
                self._bounds_now = bounds
            from_0 = count < PRESSED.patient
            if agrees or (not from_0 and step <= PRESSED.agreed * float(np.max(terms))):
                self._sliding_now, _ = self._bounds_for(t, y, now, rest, x, holds=False)
                return x, left
            plain = count < 2 * PRESSED.patient
            self._bounds_now = bounds if plain else self._nearer(t, y, now, rest, bounds)
        raise _unsettled(self.names[self._numbers[int(np.argmax(self._bounds_now))]], t)

    def _nearer(self, t: float, y: Array, now: Now, rest: RestingItems, bounds: Array) -> Array:
        """The next bounds by Newton's method; those that follow from the last where it fails."""
        last, c = self._bounds_now, len(bounds)
        nudge = PRESSED.nudge * float(max(np.max(last), np.max(bounds)))
        slopes = np.zeros((c, c))
        for place in range(c):
            self._bounds_now = last + nudge * (np.arange(c) == place)
            x, _ = super()._efforts(t, y, now, rest)
            slopes[:, place] = (self._bounds_for(t, y, now, rest, x)[0] - bounds) / nudge
        step = np.asarray(np.linalg.lstsq(np.eye(c) - slopes, bounds - last)[0], float)
        found = last + step
        return found if np.isfinite(found).all() and (found >= 0).all() else bounds

    def _moving(self, rest: RestingItems) -> Indices:
        """The numbers of what is pressed and slides."""
        return self._numbers[~np.isin(self._numbers, rest.frictions)]

    def _against(self, rest: RestingItems) -> Array:
        """Efforts of what is pressed and slides."""
        slides = ~np.isin(self._numbers, rest.frictions)
        return (self._pressed_senses * self._bounds_now)[slides]

    def _sticking(self, rest: RestingItems) -> NDArray[np.bool_]:
        """Which of what is pressed sticks (c,)."""
        return np.isin(self._numbers, rest.frictions)

    def _arrivals(self, now: Now, rest: RestingItems) -> Array:
        """The same, where what is pressed and slides rubs."""
        b, moving, some = super()._arrivals(now, rest), self._moving(rest), self._rows(rest)
        if not len(moving):
            return b
        W = now.solved(np.concatenate([some, moving])).W
        return b - W[: len(some), len(some) :] @ self._against(rest)

    def _most(self, t: float, y: Array) -> Array:
        H = super()._most(t, y).copy()
        H[self._loads.places] = self._bounds_now
        return H

    def _exerted(self, t: float, y: Array, now: Now, number: int) -> float:
        """The same; of what is pressed it is what it would exert as things press now."""
        pressed = np.flatnonzero(self._numbers == number)
        if not len(pressed):
            return super()._exerted(t, y, now, number)
        return float(self._sliding_now[pressed[0]]) or np.inf

    def _bounds_for(
        self, t: float, y: Array, now: Now, rest: RestingItems, x: Array, holds: bool = True
    ) -> tuple[Array, Array]:
        """The bounds (c,) of what is pressed, for efforts of what may hold, and their terms (c,).

        Without `holds` what it would exert if it slid.
        """
        slips = [n for j in rest.ways for n in self._slips(j)]
        rubbing = [
            float(self._roughness[j, 0]) * way * x[self._place_of_normal(rest, j)]
            for j, way in rest.ways.items()
        ]
        rows = np.concatenate([self._rows(rest), self._moving(rest), np.array(slips, int)])
        efforts = np.concatenate([x, self._against(rest), *rubbing])
        answers, solution = now.solved(rows), now.bound.solution()
        always = len(solution.multipliers)
        every = np.zeros((1, always + self.count))
        every[0, :always] = solution.multipliers - efforts @ answers.v
        every[0, always + rows] = -efforts
        qdd = (solution.qdd - efforts @ answers.u)[None]
        sticks = self._sticking(rest) & holds
        loads = self._loads.many(np.array([t]), y[None])
        return loads.bounds(qdd, every, sticks)[0], loads.terms(qdd, every, sticks)[0]


UNJAMMED = "Choose a smaller μ, a longer guide, or let what drives it act nearer to it."
"""The remedy where a joint jams."""


def _without_impulse(source: str) -> Problem:
    cause = (
        "Impulses of impacts press in joints, too; what friction in joints takes meanwhile is left "
        "out."
    )
    return Problem(place_of(source), cause, "", Severity.WARNING, "no-impulse")


def _jammed(source: str, t: float, gain: float) -> LagrError:
    cause = say(
        "At t = {t:.6g} s this joint jams while it slides: friction changes what presses in it by "
        "{gain:.3g} times of what would make this friction, so that no single force balances.",
        t=t,
        gain=gain,
    )
    return refusal(place_of(source), cause, UNJAMMED, code="joint-jams")


def _without_value(source: str, t: float) -> LagrError:
    cause = say(
        "At t = {t:.6g} s what presses here has no value any more, as where a part of a rope "
        "becomes as short as a point.",
        t=t,
    )
    remedy = "End the motion before, or keep the ends of the rope away from its drum by a stop."
    return refusal(place_of(source), cause, remedy, code="joint-lost")


def _unsettled(source: str, t: float) -> LagrError:
    cause = say(
        "At t = {t:.6g} s this joint jams: no friction is found that agrees with the reaction that "
        "presses in it.",
        t=t,
    )
    return refusal(place_of(source), cause, UNJAMMED, code="joint-jams")


def _undetermined(source: str) -> LagrError:
    cause = (
        "The reaction of this joint is not determined: joints hold the same body several times, "
        "and stiffness alone would tell what each of them bears."
    )
    remedy = "Let one of the joints that hold it leave more freedom, or give the friction itself."
    return refusal(place_of(source), cause, remedy, code="reaction-open")
