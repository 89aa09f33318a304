"""Unilateral constraints in a motion: impacts, lasting contact, release.

A limit H(q, t) ≤ 0 is open, or in contact with H = 0.  Where an open one is reached, Newton's
law gives the velocities after the impact, with all constraints that hold then; where it rebounds
too slowly it stays in contact.  Contact lasts while it pushes.  All that is small is so beside what
the terms of a limit, or of its speed, have been in this motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.numerics import Answers, Slopes, answers, blocks, complementary, solve_many
from lagr_gui.numerics.impacts import Collision
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.accumulation import Accumulation, Rebound, accumulation
from lagr_gui.simulation.constraints import BoundConstraints, Description
from lagr_gui.simulation.events import LimitWatch
from lagr_gui.simulation.segments import RecordedSystem
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.system import (
    Acting,
    Array,
    Held,
    MachineSystem,
    MechanicalSystem,
    Mode,
    Record,
    Step,
)
from lagr_gui.simulation.trajectory import Impact
from lagr_gui.simulation.tuning import CONTACT

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Now:
    """The limits (c) at one state: H, Ḣ, slopes h (c, f), Ḧ without q̈, and the rest.

    `bound` are the constraints that always hold, q̇ (f,) the velocities.  What is solved for once
    is kept.
    """

    H: Array
    speed: Array
    slopes: Slopes
    drift: Array
    bound: Description
    qd: Array
    _answers: dict[tuple[int, ...], Answers] = field(default_factory=dict[tuple[int, ...], Answers])
    _arrival: list[Array] = field(default_factory=list[Array])

    @property
    def h(self) -> Array:
        """The slopes alone."""
        return self.slopes.G

    def solved(self, limits: Indices) -> Answers:
        """How the system answers to impulses on some limits: that does not depend on q̇."""
        key = tuple(limits.tolist())
        if key in self._answers:
            return self._answers[key]
        for numbers, solved in self._answers.items():
            if set(key) <= set(numbers):
                return solved[np.array([numbers.index(number) for number in key], int)]
        solved = answers(self.bound.g, self.bound.rows, self.slopes[limits])
        self._answers[key] = solved
        return solved

    def arrival(self) -> Array:
        """Ḧ (c,) where none of the limits pushes."""
        if not self._arrival:
            self._arrival.append(self.h @ self.bound.solution().qdd + self.drift)
        return self._arrival[0]


class LimitMet(NamedTuple):
    """The state (n,) after a limit was reached or let go, the impact, the energy that is gone."""

    y: Array
    impact: Impact | None
    loss: float


class Contacts:
    """The limits of a system during one motion."""

    _sums_up = True
    """Whether impacts without end may have a closed form."""

    def __init__(self, constraints: BoundConstraints) -> None:
        self._use(constraints)
        self.count = constraints.limits
        self.stops = constraints.stops
        self.names = constraints.limit_sources
        self.notes: list[Problem] = []
        """What is to be told of the motion."""
        self.senses: tuple[float, ...] = (0.0,) * len(constraints.senses)
        self.active: tuple[int, ...] = ()
        self._acting: Acting | None = None
        self.coming: Accumulation | None = None
        """The impacts without end that follow the last one, where their sum is known."""
        self.fastest = np.zeros(self.count)
        """The greatest speeds (H per second) at which limits were struck so far."""
        self._kappa = constraints.restitution()
        _, self._items = np.unique(self.names, return_inverse=True)
        self._terms = np.zeros(self.count)
        self._speeds = np.zeros(self.count)
        self._settings = Settings(0.0, (), ())
        self._tried = np.full(self.count, np.inf)
        self._impacts = 0

    @property
    def told_senses(self) -> tuple[float, ...]:
        """The senses in which frictions slide, as a motion tells them: 1 of all other slips."""
        return self.senses

    def measure_by(self, constraints: BoundConstraints) -> None:
        """Go on with the same limits of the same system in other coordinates."""
        self._use(constraints)

    def _use(self, constraints: BoundConstraints) -> None:
        self.constraints, self.bilateral = constraints, constraints.holding(())
        self._whole = constraints.holding(range(constraints.limits))
        self._instant: tuple[tuple[float, bytes], Now] | None = None
        self._layout = constraints.layout
        self._alone = constraints.limits_alone

    def start(self, t: float, y: Array, settings: Settings) -> Array:
        """Take up a start; the state (n,) after what arrives at once.

        Raises LagrError where the start lies beyond a limit.
        """
        self._settings = settings
        now = self._at(t, y)
        if not np.isfinite(now.H).all():
            raise _undefined(self.names[int(np.argmin(np.isfinite(now.H)))])
        beyond = CONTACT.typed * self._sizes < now.H
        if beyond.any():
            worst = int(np.argmax(np.where(beyond, now.H, -np.inf)))
            raise _beyond(self.names[worst], float(now.H[worst]))
        q, qd = self._layout.motion(y)
        q = self._on_limits(t, q, now.H, np.flatnonzero(now.H > 0))
        return self.arrive(t, self._layout.moved(y, q, qd)).y

    def watch(self, t: float, y: Array) -> LimitWatch:
        """The arrival of open limits, and the release of those in contact, from a state on."""
        now = self._at(t, y)
        slack = np.maximum(now.H, 0) + CONTACT.slack * self._sizes
        slack[list(self.active)] = 0.0

        def look(times: Array, states: Array) -> Array:
            gaps = self._alone.many(times, states).position - slack
            if self.active:
                gaps[:, list(self.active)] = self._pulls(times, states)
            return gaps

        values = now.H - slack
        if self.active:
            values = look(np.array([t]), y[None])[0]
        return LimitWatch(self.names, look, slack, values, np.zeros(self.count))

    def pass_by(self, fastest: Callable[[], Array]) -> None:
        """Hear of a smooth part of the motion: `fastest` tells the largest |q̇| (f,) in it."""

    def arrive(self, t: float, y: Array, reached: int | None = None) -> LimitMet:
        """The state after an impact, if there is one where a limit is `reached` or let go.

        Also settles which limits are in contact from now on, and what is `coming`.  One that was
        let go does not push.
        """
        now, before = self._at(t, y), self._layout.qd(y)
        y, impact, resting, responses = self._strike(t, y, reached)
        if not len(resting):
            return LimitMet(y, impact, impact.loss if impact else 0.0)
        y = self._at_rest(t, y, resting, responses)
        qd = self._layout.qd(y)
        loss = self._energy(now, before) - self._energy(now, qd)
        return LimitMet(y, impact and replace(impact, after=qd, loss=loss), loss)

    def _strike(
        self, t: float, y: Array, reached: int | None
    ) -> tuple[Array, Impact | None, Indices, Answers]:
        """The state after an impact, the impact, the limits that rest then, and their answers."""
        now, (q, qd) = self._at(t, y), self._layout.motion(y)
        closed = np.abs(now.H) <= CONTACT.in_touch * self._sizes
        closed[list(self.active)] = True
        if reached is not None:
            closed[reached] = reached not in self.active
        touching = np.flatnonzero(closed[: self.stops])
        held, self.active, self.coming = self.active, (), None
        slow = self._slow(now, touching, [number for number in held if number < self.stops])
        responses = now.solved(touching)
        if not len(touching):
            return y, None, touching, responses
        arriving = touching[now.speed[touching] > slow[touching]]
        impact, speed, before = None, now.speed, qd
        if len(arriving):
            qd, impact = self._chain_of_impacts(t, q, qd, now, touching, responses, slow)
            slow = self._rounded(now, qd, slow)
            speed = speed + now.h @ (qd - before)
        y = self._layout.moved(y, q, qd)
        self.coming = self._coming(t, y, responses, touching, -speed, slow)
        still = np.abs(speed[touching]) <= slow[touching]
        still &= self.coming is None
        return y, impact, touching[still], responses[np.flatnonzero(still)]

    def end_of_impacts(self, t: float, y: Array, limit: int) -> Array:
        """The state in which a limit comes to rest after impacts without end."""
        self.coming = None
        now, one = self._at(t, y), np.array([limit])
        return self._at_rest(t, y, one, now.solved(one))

    def _at_rest(self, t: float, y: Array, resting: Indices, responses: Answers) -> Array:
        """The state where limits rest; those that push stay in contact."""
        now, (q, qd) = self._at(t, y), self._layout.motion(y)
        if (now.speed[resting] != 0.0).any():
            qd = responses.collide(now.speed[resting], np.zeros(len(resting)), qd).qd
            now = self._at(t, self._layout.moved(y, q, qd))  # what is felt depends on velocities
        held = self._pushing(now, resting, responses)
        self.active = tuple(resting[held].tolist())
        if (speed := now.speed[resting[held]]).any():
            qd = responses[held].hold(speed, qd)
        return self._layout.moved(y, self._on_limits(t, q, now.H, resting[held]), qd)

    def _on_limits(self, t: float, q: Array, H: Array, limits: Indices) -> Array:
        """Positions on some limits, where H is not 0 by more than what passes unseen."""
        if not (np.abs(H[limits]) > CONTACT.slack * self._sizes[limits] / 2).any():
            return q
        placed = self.constraints.holding(limits.tolist()).project_positions(t, q)
        return placed if np.isfinite(placed).all() else q

    def system(self, free: MechanicalSystem) -> MechanicalSystem:
        """The system with the limits that are in contact."""
        if not self.active:
            return free
        return Touching(free, self.constraints.holding(self.active), self.active, self._acting)

    def changing_code(self, t: float, y: Array) -> MachineSystem | None:
        """What machine code calls where it changes what holds by itself; None where it does not."""
        return None

    def follow(self, times: Array, senses: Array) -> list[Mode]:
        """Go on after changes at times (k,) that machine code made, with senses (k, s) then.

        They are told as modes.  Raises NotImplementedError where machine code makes none.
        """
        raise NotImplementedError

    def alternating(self, code: MachineSystem, modes: list[Mode]) -> RecordedSystem:
        """What tells afterwards what such code did. Raises NotImplementedError as `follow`."""
        raise NotImplementedError

    def _slow(self, now: Now, touching: Indices, held: Sequence[int] = ()) -> Array:
        """Speeds (c,) that are rest: a rebound so slow hardly leaves the limit.

        Those `held` until now have no speed but rounding, also where nothing has ever moved; so
        have those that nothing has struck yet beside what a fall over their own size would be.
        """
        struck = self.fastest.copy()
        struck[touching] = np.maximum(struck, now.speed)[touching]
        slow = np.maximum(CONTACT.rebound * struck, CONTACT.still * self._speeds)
        at_first = touching[self.fastest[touching] == 0.0].tolist()
        some = [*held, *at_first]
        if (np.abs(now.speed[some]) > slow[some]).any():
            could = np.sqrt(np.abs(now.arrival()[some]) * self._sizes[some])
            slow[some] = np.maximum(slow[some], CONTACT.still * could)
        if (now.speed[touching] > slow[touching]).any():
            height = np.maximum(now.arrival(), 0.0) * CONTACT.slack * self._sizes
            slow = np.maximum(slow, np.sqrt(2 * height))
        return slow

    def _coming(
        self,
        t: float,
        y: Array,
        responses: Answers,
        touching: Indices,
        leaving: Array,
        slow: Array,
    ) -> Accumulation | None:
        """The impacts without end that follow from a rebound at the speeds `leaving` (c,).

        They have no closed form where states of the first order move meanwhile.
        """
        if len(touching) != 1 or self._layout.s or not self._sums_up:
            return None
        if not (speed := float(leaving[touching[0]])) > 0:
            return None
        limit = int(touching[0])
        is_slow = speed <= slow[limit]
        if not is_slow and speed > self._tried[limit] / 2:
            return None
        self._tried[limit] = speed
        bound, limits = self.constraints.with_limits(t, y)
        qdd = bound.solution().qdd
        alpha = float(limits.G[limit] @ qdd + limits.gamma[limit])
        name, kappa, u = self.names[limit], float(self._kappa[limit]), responses.u[0]
        q, qd = self._layout.motion(y)
        start = Rebound(limit, name, kappa, t, q, qd, u, responses.W[0, 0], qdd, speed, alpha)
        least = CONTACT.rebound * max(self.fastest[limit], speed)
        most = CONTACT.most - self._impacts
        return accumulation(self.constraints, self._settings, start, least, most, is_slow)

    def _chain_of_impacts(
        self,
        t: float,
        q: Array,
        qd: Array,
        now: Now,
        touching: Indices,
        answer: Answers,
        slow: Array,
    ) -> tuple[Array, Impact]:
        """The impacts at one instant: those that arrive, then those that this sets off, and so on.

        That is how a row of touching balls hands a push on.  Where it does not end all that touch
        are taken at once, and plastic ones that act on each other always are.  Nothing arrives that
        is as `slow` (c,).
        """
        self.count_impacts(1, t)
        impulses, plastic = np.zeros(self.count), self._plastic(touching, answer)
        after = qd
        for count in range(CONTACT.chain + 1):
            speed = now.speed + now.h @ (after - qd)
            slow = self._rounded(now, after, slow)
            arriving = touching[speed[touching] > slow[touching]]
            if not len(arriving):
                break
            self.fastest[arriving] = np.maximum(self.fastest, speed)[arriving]
            struck = touching
            if count < CONTACT.chain:
                hit = [block for block in plastic if np.isin(block, arriving).any()]
                struck = np.unique(np.concatenate([arriving, *hit]))
            struck_answers = answer[np.searchsorted(touching, struck)]
            collision = self._collided(now, struck, struck_answers, speed[struck], after)
            impulses[struck] += collision.impulses
            self._check_moved(t, struck, speed, now.h @ (collision.qd - after))
            after = collision.qd
        else:
            speed = now.speed + now.h @ (after - qd)
            worst = int(touching[np.argmax(speed[touching] - slow[touching])])
            if speed[worst] > slow[worst]:
                raise _driven(self.names[worst], t)
        loss = self._energy(now, qd) - self._energy(now, after)
        struck = np.flatnonzero(impulses)
        names = tuple(self.names[i] for i in struck)
        impact = Impact(names, t, q.copy(), qd.copy(), after.copy(), impulses[struck], loss)
        return after, replace(impact, numbers=tuple(struck.tolist()))

    def _collided(
        self, now: Now, struck: Indices, answer: Answers, speed: Array, qd: Array
    ) -> Collision:
        """The collision of limits at once, at their speeds and at velocities q̇ (f,)."""
        return answer.collide(speed, self._kappa[struck], qd)

    def _rounded(self, now: Now, qd: Array, slow: Array) -> Array:
        """Speeds (c,) that are rest, also for limits of bodies that were at rest until now."""
        self._speeds = np.fmax(self._speeds, now.slopes.reach @ np.abs(qd))
        return np.maximum(slow, CONTACT.still * self._speeds)

    def _plastic(self, touching: Indices, answer: Answers) -> list[Indices]:
        """Limits that act on each other, where none of them rebounds."""
        together = [touching[block] for block in blocks(answer.W)]
        return [block for block in together if not self._kappa[block].any()]

    def count_impacts(self, count: int, t: float) -> None:
        """Count further impacts.  Raises LagrError where there were too many."""
        self._impacts += count
        if self._impacts > CONTACT.most:
            raise _endless(t)

    def _check_moved(self, t: float, struck: Indices, speed: Array, change: Array) -> None:
        """Raise LagrError where an impact takes nothing from the speeds of arrival."""
        if not (change[struck] < -CONTACT.moved * speed[struck]).any():
            raise _driven(self.names[int(struck[np.argmax(speed[struck])])], t)

    def _pushing(self, now: Now, resting: Indices, responses: Answers) -> Indices:
        """Which of them stay in contact: those that must push, or the motion would break them."""
        return self._above_rounding(responses.W, complementary(responses.W, now.arrival()[resting]))

    @staticmethod
    def _above_rounding(W: Array, forces: Array) -> Indices:
        """Which of the forces are more than rounding beside those that act with them."""
        least = np.zeros(len(forces))
        for block in blocks(W):
            least[block] = CONTACT.pushing * float(np.max(np.abs(forces[block])))
        return np.flatnonzero(forces > least)

    def _at(self, t: float, y: Array) -> Now:
        key = t, y.tobytes()
        if self._instant is not None and self._instant[0] == key:
            return self._instant[1]
        whole, first = self._whole.at_state(t, y), len(self.bilateral.sources)
        bound, limits = whole[:first], whole[first:]
        qd = self._layout.qd(y)
        speeds = limits.rows.reach @ np.abs(qd) + np.abs(limits.velocity - limits.G @ qd)
        self._terms, self._speeds = np.fmax(self._terms, limits.size), np.fmax(self._speeds, speeds)
        known = self._known_answers(t, y)
        now = Now(limits.position, limits.velocity, limits.rows, limits.gamma, bound, qd, known)
        self._instant = key, now
        return now

    def _known_answers(self, t: float, y: Array) -> dict[tuple[int, ...], Answers]:
        """What has been solved for already in these positions."""
        return {}

    @property
    def _sizes(self) -> Array:
        """What the terms of gaps (c,) have added up to so far, before they cancel.

        Those of an item count alike: the stop at 0 is as large as the one at the other end.
        """
        largest = np.zeros(self.count)
        np.maximum.at(largest, self._items, self._terms)
        return largest[self._items]

    @staticmethod
    def _energy(now: Now, qd: Array) -> float:
        """What of the kinetic energy depends on the velocities q̇ (f,)."""
        return float(qd @ now.bound.g @ qd) / 2

    def _pulls(self, t: Array, states: Array) -> Array:
        """λ (n, a) of the limits in contact: they push below 0."""
        held = self.constraints.holding(self.active).many(t, states)
        pulls = solve_many(held.g, held.force, held.rows, held.gamma)[1]
        return pulls[:, len(self.bilateral.sources) :]


def _beyond(source: str, H: float) -> LagrError:
    name = source.partition(":")[2]
    return refusal(
        say("Element “{name}”", name=name),
        say("The start lies beyond this limit by {h:.3g} (SI units).", h=H),
        "Start on the allowed side, or turn the limit round.",
        code="beyond-limit",
    )


def _undefined(source: str) -> LagrError:
    return refusal(
        say("Element “{source}”", source=source.partition(":")[2]),
        "This limit has no value at the start.",
        "Look for a division by zero or the root of a negative number in it, or start elsewhere.",
        code="undefined-limit",
    )


def _driven(source: str, t: float) -> LagrError:
    return refusal(
        say("Element “{source}”", source=source.partition(":")[2]),
        say(
            "Conditions of the system, or limits that move, lead through this limit at "
            "t = {t:.6g} s: no impulse can stop that.",
            t=t,
        ),
        "Let prescribed motions stay on the allowed side, or take the limit away.",
        code="driven-through",
    )


def _endless(t: float) -> LagrError:
    return refusal(
        "simulation",
        say("There were {most} impacts until t = {t:.6g} s.", most=CONTACT.most, t=t),
        "Choose an earlier end, or a smaller coefficient of restitution.",
        code="impacts",
    )


# --- A system with limits in contact: they hold like any other constraint ----------------------


class Touching:
    """A system with limits in contact: they hold like any other constraint.

    Of the `active` ones those that are `acting` (by default all) hold the others too.
    """

    def __init__(
        self,
        free: MechanicalSystem,
        constraints: BoundConstraints,
        active: tuple[int, ...],
        acting: Acting | None = None,
    ) -> None:
        self.free = free
        self._active = active
        self._acting = acting or Acting(active, {})
        self.constraints = constraints

    @property
    def layout(self) -> StateLayout:
        """That without contact."""
        return self.free.layout

    def is_outdated(self, t: float, y: Array, step: Step) -> bool:
        """Never: its accelerations need no choice of constraints."""
        return False

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls, with the limits that are in contact; never series."""
        numbers, grips = self._acting
        code = None if grips is None else self.free.machine_code(numbers, implicit)
        return code and replace(code, grips=grips)

    @property
    def functions_of_time(self) -> tuple[FunctionsOfTime, ...]:
        """Those without contact."""
        return self.free.functions_of_time

    @property
    def powers(self) -> None:
        """No program tells what limits in contact supply: that is solved for."""

    def clearances(self, t: Array, states: Array) -> Array:
        """No singular configuration is looked for."""
        return np.ones(len(states))

    def rates(self, t: Array, states: Array) -> Array:
        """ẏ (k, n)."""
        record = self.record(t, states)
        return self.layout.rates(states, record.qdd, record.zd)

    def refined_rates(self, t: Array, states: Array) -> Array:
        """The same: no step is laid over singular configurations in contact."""
        return self.rates(t, states)

    def acceleration(self, t: float, y: Array) -> Step:
        """What it does at one instant; the pivots of g are those without contact.

        Segments in contact are short: nothing is done to step over singular configurations in them.
        """
        free = self.free.acceleration(t, y)
        held = self._held(np.array([t]), y[None]) if self._acting.numbers != self._active else None
        if held is not None and held.sound[0]:
            return Step(held.qdd[0], free.metric_pivots, np.zeros(0), free.zd)
        qdd = self.constraints.at_state(t, y).solution().qdd
        return Step(qdd, free.metric_pivots, np.zeros(0), free.zd)

    def record(self, t: Array, states: Array) -> Record:
        """Accelerations, energies and powers; limits that move supply power −λ Ḣ."""
        record = self.free.record(t, states)
        held = self._held(t, states)
        unsure = np.ones(len(t), bool) if held is None else ~held.sound
        qdd = record.qdd.copy() if held is None else held.qdd
        supplied = record.supplied + (0.0 if held is None else held.supplied)
        if unsure.any():
            at = t[unsure], states[unsure]
            qdd[unsure], power = _bound_power(self.constraints, *at)
            if self.free.constraints is not None:
                power = power - _bound_power(self.free.constraints, *at)[1]
            supplied[unsure] = record.supplied[unsure] + power
        return replace(record, qdd=qdd, supplied=supplied)

    def _held(self, t: Array, states: Array) -> Held | None:
        """What it does with those in contact that act."""
        return self.free.in_contact(self._acting.numbers, t, states)

    def in_contact(self, active: tuple[int, ...], t: Array, states: Array) -> Held | None:
        """What it does with limits of these numbers in contact."""
        return self.free.in_contact(active, t, states)


def _bound_power(constraints: BoundConstraints, t: Array, states: Array) -> tuple[Array, Array]:
    """q̈ (n, f) under constraints, and the power −λ γ̄ (n,) of those that move."""
    held, qd = constraints.many(t, states), constraints.layout.qd(states)
    qdd, multipliers = solve_many(held.g, held.force, held.rows, held.gamma)
    bar = held.velocity - np.einsum("nmf,nf->nm", held.G, qd)
    return qdd, -np.sum(multipliers * bar, axis=1)
