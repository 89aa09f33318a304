"""Unilateral constraints in a motion: impacts, lasting contact, release.

A limit H(q, t) ≤ 0 is open, or in contact with H = 0.  Where an open one is reached, Newton's
law gives the velocities after the impact, with all constraints that hold then; where it rebounds
too slowly it stays in contact.  Contact lasts while it pushes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lagr_gui.arrays import halves
from lagr_gui.message import say
from lagr_gui.numerics import Answers, Slopes, answers, complementary, scales, solve_many
from lagr_gui.problem import LagrError, refusal
from lagr_gui.simulation.constraints import BoundConstraints, Description
from lagr_gui.simulation.settings import Event
from lagr_gui.simulation.system import Array, Held, MachineSystem, MechanicalSystem, Record, Step
from lagr_gui.simulation.trajectory import Impact
from lagr_gui.simulation.tuning import CONTACT

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Now:
    """The limits (c) at one state: H, Ḣ, slopes h (c, f), Ḧ without q̈, and the rest."""

    H: Array
    speed: Array
    slopes: Slopes
    drift: Array
    bound: Description

    @property
    def h(self) -> Array:
        """The slopes alone."""
        return self.slopes.G

    def solved(self, limits: Indices) -> Answers:
        """How the system answers to impulses on some limits: that does not depend on q̇."""
        return answers(self.bound.g, self.bound.rows, self.slopes[limits])


class Contacts:
    """The limits of a system during one motion."""

    def __init__(self, constraints: BoundConstraints) -> None:
        self.constraints = constraints
        self.bilateral = constraints.holding(())
        self.count = constraints.limits
        self.names = constraints.limit_sources
        self.active: tuple[int, ...] = ()
        self.slack = np.zeros(self.count)
        self.fastest = 0.0
        """The greatest speed (H per second) at which a limit was reached so far."""
        self._impacts = 0

    def start(self, t: float, q: Array, qd: Array) -> tuple[Array, Array]:
        """Take up a start; q and q̇ (f,) after what arrives at once.

        Raises LagrError where the start lies beyond a limit.
        """
        now = self._at(t, q, qd)
        if not np.isfinite(now.H).all():
            raise _undefined(self.names[int(np.argmin(np.isfinite(now.H)))])
        beyond = CONTACT.closed * self._sizes(now) < now.H
        if beyond.any():
            worst = int(np.argmax(now.H))
            raise _beyond(self.names[worst], float(now.H[worst]))
        q, qd, _ = self.arrive(t, q, qd)
        return q, qd

    def events(self, t: float, q: Array, qd: Array) -> tuple[list[Event], Array]:
        """The arrival of open limits, and the release of those in contact, from a state on.

        With the values (c,) of these events at the state.
        """
        now = self._at(t, q, qd)
        slack = np.where(
            np.abs(now.H) <= CONTACT.closed * self._sizes(now), np.maximum(now.H, 0), 0
        )
        slack = np.where(-CONTACT.slack < now.H, slack + CONTACT.slack, 0.0)
        self.slack = np.where([i in self.active for i in range(self.count)], 0.0, slack)
        values = now.H - self.slack
        if self.active:
            values[list(self.active)] = self._pulls(t, q, qd)
        events = [
            Event(self.names[i], partial(self._pull, i), +1, True)
            if i in self.active
            else Event(self.names[i], partial(self._excess, i, self.slack[i]), +1, True)
            for i in range(self.count)
        ]
        return events, values

    def arrive(
        self, t: float, q: Array, qd: Array, released: str = ""
    ) -> tuple[Array, Array, Impact | None]:
        """Positions on the limits that are reached, velocities after an impact, if any.

        Also settles which limits are in contact from now on.  One that was `released` just now
        does not push.
        """
        now = self._at(t, q, qd)
        let_go = [i for i in self.active if self.names[i] == released]
        closed = np.abs(now.H) <= CONTACT.closed * self._sizes(now)
        closed[let_go] = False
        touching = np.flatnonzero(closed)
        q = self._on_limits(t, q, touching)
        now = self._at(t, q, qd)
        self.fastest = max(self.fastest, float(np.max(now.speed[touching], initial=0.0)))
        slow = np.maximum(CONTACT.rebound * self.fastest, CONTACT.still * self._sizes(now))
        arriving = touching[now.speed[touching] > slow[touching]]
        impact, speed = None, now.speed
        found = now.solved(touching)
        if len(arriving):
            before = qd
            qd, impact = self._chain_of_impacts(t, q, qd, now, touching, found, slow)
            speed = speed + now.h @ (qd - before)
        still = np.abs(speed[touching]) <= slow[touching]
        resting, found = touching[still], found[np.flatnonzero(still)]
        if not len(resting):
            self.active = ()
            return q, qd, impact
        if (speed[resting] != 0.0).any():
            qd = found.collide(speed[resting], np.zeros(len(resting)), qd).qd
        now = self._at(t, q, qd)  # what is felt depends on the velocities
        self.active = self._pushing(now, resting, found)
        return q, qd, impact

    def _on_limits(self, t: float, q: Array, touching: Indices) -> Array:
        """Positions without the small errors with which limits are found."""
        placed = self.constraints.holding(touching.tolist()).project_positions(t, q)
        return placed if np.isfinite(placed).all() else q

    def system(self, free: MechanicalSystem) -> MechanicalSystem:
        """The system with the limits that are in contact."""
        if not self.active:
            return free
        return Touching(free, self.constraints.holding(self.active), self.active)

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

        That is how a row of touching balls hands a push on.  Where it does not end (plastic
        impacts) all that touch are taken at once.  Nothing arrives that is as `slow` (c,).
        """
        self._impacts += 1
        if self._impacts > CONTACT.most:
            raise _endless(t)
        impulses, kappa = np.zeros(self.count), self.constraints.restitution()
        after = qd
        for count in range(CONTACT.chain + 1):
            speed = now.speed + now.h @ (after - qd)
            arriving = touching[speed[touching] > slow[touching]]
            if not len(arriving):
                break
            struck = arriving if count < CONTACT.chain else touching
            known = answer[np.searchsorted(touching, struck)]
            found = known.collide(speed[struck], kappa[struck], after)
            impulses[struck] += found.impulses
            self._check_moved(t, struck, speed, now.h @ (found.qd - after))
            after = found.qd
        else:
            speed = now.speed + now.h @ (after - qd)
            worst = int(touching[np.argmax(speed[touching] - slow[touching])])
            if speed[worst] > slow[worst]:
                raise _driven(self.names[worst], t)
        g = now.bound.g
        loss = float(qd @ g @ qd - after @ g @ after) / 2
        struck = np.flatnonzero(impulses)
        names = tuple(self.names[i] for i in struck)
        return after, Impact(names, t, q.copy(), qd.copy(), after.copy(), impulses[struck], loss)

    def _check_moved(self, t: float, struck: Indices, speed: Array, change: Array) -> None:
        """Raise LagrError where an impact takes nothing from the speeds of arrival."""
        if not (change[struck] < -CONTACT.moved * speed[struck]).any():
            raise _driven(self.names[int(struck[np.argmax(speed[struck])])], t)

    def _pushing(self, now: Now, resting: Indices, found: Answers) -> tuple[int, ...]:
        """The limits that stay in contact: those that must push, or the motion would break them."""
        if not len(resting):
            return ()
        loose = now.bound.solution().qdd
        arrival = now.h[resting] @ loose + now.drift[resting]
        forces = complementary(found.W, arrival)
        least = CONTACT.pushing * float(np.max(np.abs(forces), initial=0.0))
        return tuple(int(i) for i, force in zip(resting, forces, strict=True) if force > least)

    def _at(self, t: float, q: Array, qd: Array) -> Now:
        bound, limits = self.constraints.with_limits(t, q, qd)
        return Now(limits.position, limits.velocity, limits.rows, limits.gamma, bound)

    def _sizes(self, now: Now) -> Array:
        """What the slopes could be, in the scale of the coordinates."""
        _, could = now.slopes.sizes(scales(now.bound.g))
        return np.where(could > 0, could, 1.0)

    def _excess(self, i: int, slack: float, t: float, q: Array, qd: Array) -> float:
        return self.gap(i, t, q, qd) - slack

    def gap(self, i: int, t: float, q: Array, qd: Array) -> float:
        """H of a limit at a state."""
        return float(self.constraints.at_limits(t, q, qd).position[i])

    def _pull(self, i: int, t: float, q: Array, qd: Array) -> float:
        """λ of a limit in contact: it pushes below 0."""
        return float(self._pulls(t, q, qd)[self.active.index(i)])

    def _pulls(self, t: float, q: Array, qd: Array) -> Array:
        """λ of the limits in contact."""
        held = self.constraints.holding(self.active).at(t, q, qd)
        return held.solution().multipliers[len(self.bilateral.sources) :]


class Touching:
    """A system with limits in contact: they hold like any other constraint."""

    def __init__(
        self, free: MechanicalSystem, constraints: BoundConstraints, active: tuple[int, ...]
    ) -> None:
        self.coordinates = free.coordinates
        self.free = free
        self._active = active
        self.constraints = constraints

    def is_outdated(self, t: float, q: Array, qd: Array, step: Step) -> bool:
        """Never: its accelerations need no choice of constraints."""
        return False

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls, with the limits that are in contact; never series."""
        return self.free.machine_code(self._active, implicit)

    @property
    def powers(self) -> None:
        """No program tells what limits in contact supply: that is solved for."""

    def clearances(self, t: Array, states: Array) -> Array:
        """No singular configuration is looked for."""
        return np.ones(len(states))

    def rates(self, t: Array, states: Array) -> Array:
        """q̈ (n, f)."""
        return self.record(t, *halves(states)).qdd

    def refined_rates(self, t: Array, states: Array) -> Array:
        """The same: no step is laid over singular configurations in contact."""
        return self.rates(t, states)

    def acceleration(self, t: float, q: Array, qd: Array) -> Step:
        """What it does at one instant; the pivots of g are those without contact.

        Segments in contact are short: nothing is done to step over singular configurations in them.
        """
        pivots = self.free.acceleration(t, q, qd).metric_pivots
        return Step(self.constraints.at(t, q, qd).solution().qdd, pivots, np.zeros(0))

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers; limits that move supply power −λ Ḣ."""
        record = self.free.record(t, q, qd)
        held = self.free.in_contact(self._active, t, np.hstack([q, qd]))
        unsure = np.ones(len(t), bool) if held is None else ~held.sound
        qdd = record.qdd.copy() if held is None else held.qdd
        supplied = record.supplied + (0.0 if held is None else held.supplied)
        if unsure.any():
            at = t[unsure], q[unsure], qd[unsure]
            qdd[unsure], power = _bound_power(self.constraints, *at)
            if self.free.constraints is not None:
                power = power - _bound_power(self.free.constraints, *at)[1]
            supplied[unsure] = record.supplied[unsure] + power
        return Record(qdd, record.T, record.U, record.dissipated, supplied)

    def in_contact(self, active: tuple[int, ...], t: Array, states: Array) -> Held | None:
        """What it does with limits of these numbers in contact."""
        return self.free.in_contact(active, t, states)


def _bound_power(
    constraints: BoundConstraints, t: Array, q: Array, qd: Array
) -> tuple[Array, Array]:
    """q̈ (n, f) under constraints, and the power −λ γ̄ (n,) of those that move."""
    held = constraints.many(t, np.hstack([q, qd]))
    qdd, multipliers = solve_many(held.g, held.force, held.rows, held.gamma)
    bar = held.velocity - np.einsum("nmf,nf->nm", held.G, qd)
    return qdd, -np.sum(multipliers * bar, axis=1)


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
