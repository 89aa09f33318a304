"""Events of a model along a motion: an agent that acts where their values pass through zero."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant, MotionUnderWay
from lagr_gui.analysis.motions.march import stretch
from lagr_gui.analysis.motions.switching import DENSE, ROW
from lagr_gui.analysis.trajectories.outputs import Outputs
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import Condition
from lagr_gui.expression import symbols
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import Message, joined, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.mechanics.numbers import known_value
from lagr_gui.mechanics.trajectories.sensors import ENERGIES, LOADS
from lagr_gui.model.events import MotionEvent
from lagr_gui.numerics import Slopes, solve, solve_many
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.measuring import event_faults
from lagr_gui.simulation import Guards, Settings, Trajectory
from lagr_gui.simulation.settings import Look
from lagr_gui.subsystems.event_items import item_of
from lagr_gui.subsystems.events import held_after, said
from lagr_gui.subsystems.releases import FREE, planar_beside

TINY = 1e-300
"""What begins at zero has not passed it yet; what stays there never does."""

KEPT = 1e-9
"""Where velocities are set, conditions are missed by no more than this part of what could be."""

MET = 1e-7
"""A condition that begins to hold is missed by no more than this part of how far it could be."""

STEPS = 5
"""Steps of Newton's method by which velocities meet conditions that are not linear in them."""

Held = tuple[tuple[int, ...], tuple[float, ...]]
"""Limits in contact by their numbers, and senses in which frictions slide."""


@dataclass(eq=False)
class _Watched:
    """One event under way: on which `side` of zero its value is (0: not known), how often it has
    happened, and when lately."""

    event: MotionEvent
    side: int = 0
    count: int = 0
    woken: bool = False
    times: deque[float] = field(default_factory=lambda: deque[float](maxlen=ROW))

    @property
    def is_over(self) -> bool:
        """Whether it happens no more."""
        return self.event.once and self.count > 0

    def begin(self, value: float) -> bool:
        """Take the side of a value; whether it has passed already.

        Zero counts as the side from which it passes.
        """
        from_above = self.event.direction == "falling"
        self.side = 1 if value > 0 or (value == 0 and from_above) else -1
        return self.event.direction != "both" and (self.side > 0) != from_above

    @property
    def happens(self) -> bool:
        """Whether it happens where its value passes to the side where it now is."""
        return self.event.direction in ("both", "rising" if self.side > 0 else "falling")


class EventAgent:
    """Lets the events of a model happen along one motion, one after the other.

    Of several at one instant the first one of the model comes first; the next one sees what that
    has done.  Raises LagrError for values that cannot be read.
    """

    def __init__(self, prepared: Prepared, settings: Settings) -> None:
        self._prepared, self._settings = prepared, prepared.with_extents(settings)
        self.watched = [_Watched(event) for event in prepared.model.events]
        self.notes: list[Problem] = []
        self.motion: MotionUnderWay | None = None
        self._seen = EventValues(prepared)
        self._told = self._begun = False

    @property
    def _at_first(self) -> dict[str, float]:
        """How often events have happened before, and what is there."""
        model = self._prepared.model
        enabled = {f"element:{entry.name}": entry.enabled for entry in model.elements}
        held = held_after(model, model.events)
        counts = dict.fromkeys((event.key for event in model.events), 0.0)
        return counts | {key: float(enabled.get(key, True)) for key in held}

    def due(self, t: float) -> float:
        """At the start, to say what is there; then where values pass alone."""
        return math.inf if self._told else t

    def watch(self) -> Sequence[Guards]:
        """What rises through zero where a value passes to its other side."""
        live = [one for one in self.watched if not one.is_over]
        if not live or self.motion is None:
            return ()
        system, at = self.motion.system, self.motion.at
        if any(one.side == 0 for one in live):
            self._take_sides(live)
        values, texts = self._seen, [one.event.when.strip() for one in live]
        sides = np.array([one.side for one in live], float)
        woken = np.array([one.woken for one in live], bool)

        def under(active: tuple[int, ...], senses: tuple[float, ...]) -> Look:
            def beyond(t: Array, states: Array) -> Array:
                told = values.at(system, t, states, (active, senses))
                return np.array([told[text] for text in texts]).T * -sides - TINY

            first = beyond(np.array([at.t]), at.y[None])[0] if woken.any() else np.zeros(len(live))
            passed = np.where(woken, np.maximum(first, 0.0), 0.0)
            return lambda t, states: beyond(t, states) - passed

        names = tuple(one.event.key for one in live)
        return (Guards(names, under((), ()), under),)

    def act(self, instant: AgentInstant) -> AgentAction:
        """Let an event happen that has been passed."""
        if not self._told:
            self._told = True
            return AgentAction(self._at_first)
        for one in self.watched:
            one.woken = one.event.key in instant.woken
        one = next(one for one in self.watched if one.woken)
        one.side = -one.side
        if not one.happens:
            return AgentAction()
        one.count, one.side = one.count + 1, 0
        self._count(one, instant.at.t)
        return self._done(one, instant)

    # --- what happens ------------------------------------------------------------------------

    def _done(self, one: _Watched, instant: AgentInstant) -> AgentAction:
        event, model = one.event, self._prepared.model
        held = held_after(model, [event])
        state = self._state(event, instant, held)
        self._check_planes(event, held, instant.at.y if state is None else state)
        told = joined(map(said, event.do))
        return AgentAction(
            {event.key: float(one.count), **held},
            state=state,
            happened=(event.key, told),
            ends=any(action.stop for action in event.do),
        )

    def _state(
        self, event: MotionEvent, instant: AgentInstant, held: Mapping[str, float]
    ) -> Array | None:
        """The state (n,) that an event sets with what is `held` then; None where it sets none."""
        setting = [action for action in event.do if action.set]
        begins = self._binding(event)
        if not setting and not begins:
            return None
        names = self._prepared.layout.names
        y, t = instant.at.y.copy(), np.array([instant.at.t])
        told = self._seen.at(instant.system, t, y[None], held_in(instant.motion))
        for action in setting:
            value = float(told[str(action.value).strip()][0])
            if not math.isfinite(value):
                cause = say("{name} is to become what has no value.", name=action.set)
                raise refusal(place_of(event), cause, "Look at its expression.", "event")
            y[names.index(action.set)] = value
        assert self.motion is not None
        after = self.motion.system_with(held)
        f = self._prepared.layout.f
        places = [names.index(action.set) - f for action in setting]
        if begins:
            _check_met(after, event, begins, instant.at.t, y)
        places = [place for place in places if place < f]
        return _led(after, event, instant.at.t, y, places, bool(begins))

    def _binding(self, event: MotionEvent) -> list[str]:
        """The keys of conditions that an event switches on."""
        model = self._prepared.model
        keys = [item_of(model, action.on) for action in event.do if action.on]
        elements = {f"element:{element.name}": element for element in model.elements}
        return [key for key in keys if isinstance(ELEMENTS[elements[key].kind].law, Condition)]

    def _check_planes(self, event: MotionEvent, held: Mapping[str, float], y: Array) -> None:
        """Raise LagrError where a joint opens within a plane, and forces push out of that."""
        assert self.motion is not None
        model = self._prepared.model
        names = (key.partition(":")[2] for key in held if key.startswith("joint:"))
        planes = [plane for name in names if (plane := planar_beside(model, name))]
        if not planes:
            return
        from lagr_gui.analysis.trajectories.reactions import transmitted_in  # few events do so

        after, at, layout = self.motion.system_with(held), self.motion.at, self._prepared.layout
        q, qd, z = (tuple(part.tolist()) for part in layout.parts(y))
        there = replace(at, q=q, qd=qd, z=z, chosen=None, fastest=())
        part = stretch(after, self._settings, there, at.t, 2)[0]
        length, time = after.length, after.unit_of_time
        mass = sum(known_value(body.mass, after.values) or 0.0 for body in model.bodies)
        largest = KEPT * mass * length / time**2
        for plane, passed in transmitted_in(after, part).joints.items():
            pushes = np.abs([passed.force[0], passed.moment[0] / length])
            if plane in planes and float(pushes.max()) > largest:
                cause = say(
                    "“{name}” opens in a plane, and forces push what it held out of that, where "
                    "it has moments of inertia about one axis alone.",
                    name=plane.partition(FREE)[0],
                )
                remedy = "Give bodies all their moments of inertia: they fly in space then."
                raise refusal(place_of(event), cause, remedy, "event")

    def _count(self, one: _Watched, t: float) -> None:
        """Raise LagrError where an event happens again and again within next to no time."""
        one.times.append(t)
        span = self._settings.t_end - self._settings.t0
        if len(one.times) == ROW and t - one.times[0] < DENSE * span:
            raise refusal(
                place_of(one.event),
                say("At t = {t:.6g} s it happens again and again within next to no time.", t=t),
                "Let it happen once, or let what it does lead away from where it happens.",
                "chatter",
            )

    def _take_sides(self, live: Sequence[_Watched]) -> None:
        """Look anew on which sides values are: at the start, and where an event has happened."""
        assert self.motion is not None
        at, system = self.motion.at, self.motion.system
        held: Held = ((), ())
        if self._seen.follow_forces:
            held = held_in(stretch(system, self._settings, at, at.t, 2)[0])
        told = self._seen.at(system, np.array([at.t]), at.y[None], held)
        for one in live:
            if one.side == 0:
                value = float(told[one.event.when.strip()][0])
                passed = one.begin(value)
                if not (self._begun or np.isfinite(value)):
                    self.notes.append(_without_value(one.event))
                elif not self._begun and passed:
                    self.notes.append(_passed_already(one.event))
        self._begun = True


class EventValues:
    """The values of the events of a model, and of what these set, at any states.

    Those that `follow_forces` depend on accelerations or on what is transmitted.  Raises LagrError
    for what cannot be read.
    """

    def __init__(self, prepared: Prepared) -> None:
        if wrong := list(event_faults(prepared, Severity.ERROR)):
            raise LagrError(wrong)
        texts = [text for event in prepared.model.events for text in texts_of(event)]
        self._seen = Outputs(prepared, list(dict.fromkeys(texts)))
        trees = self._seen.trees
        words = {probe.word for tree in trees for probe in tree.probes.values()}
        used = {symbol for tree in trees for symbol in symbols(tree.tree)}
        self._energies = not {*ENERGIES}.isdisjoint(symbol.name for symbol in used)
        accelerated = "acceleration" in words or any(symbol.order == 2 for symbol in used)
        self.follow_forces = accelerated or not words.isdisjoint({*LOADS, "friction", "reserve"})
        reading = prepared.reading
        if self.follow_forces and (reading.rough or reading.loaded):
            raise refusal(
                place_of(prepared.model.events[0]),
                "Its value follows from forces, and reactions press on friction in this model: "
                "such forces are not known while a motion is looked at.",
                "Let it follow from positions and velocities.",
                "event",
            )

    def at(self, system: Prepared, t: Array, states: Array, held: Held) -> Mapping[str, Array]:
        """Values (k,) by their texts, at times (k,) and states (k, n) of a system."""
        active, senses = held
        system = system.sliding(senses) if senses else system
        binding = system.conditions if self.follow_forces else None
        qdd, T, U = np.zeros((len(t), system.layout.f)), np.zeros(len(t)), np.zeros(len(t))
        if self._energies or (self.follow_forces and binding is None):
            record = system.own("seen by events", system.system).record(t, states)
            qdd, T, U = record.qdd, record.T, record.U
        if binding is None:
            limits, touching = (), np.zeros((len(t), 0), bool)
        else:
            now = binding.holding(active).many(t, states)
            qdd, _ = solve_many(now.g, now.force, now.rows, now.gamma)
            limits = binding.limit_sources
            touching = np.zeros((len(t), len(limits)), bool)
            touching[:, list(active)] = True
        q, qd, z = system.layout.parts(states)
        none = np.zeros(len(t))
        found = Trajectory(
            coordinates=system.coordinates,
            t=t,
            q=q,
            qd=qd,
            qdd=qdd,
            T=T,
            U=U,
            dissipated=none,
            supplied=none,
            largest_T=0.0,
            drift=none,
            slip=none,
            limits=limits,
            touching=touching,
            events=(),
            method="",
            steps=0,
            evaluations=0,
            seconds=0.0,
            dense=None,
            states=system.layout.states,
            z=z,
            zd=np.zeros_like(z),
        )
        return self._seen.in_stage(system, found)


def _check_met(
    system: Prepared, event: MotionEvent, begins: Sequence[str], t: float, y: Array
) -> None:
    """Raise LagrError where positions do not meet conditions that begin to hold."""
    binding = system.conditions
    assert binding is not None
    now = binding.at_state(t, y)
    could = now.rows.could(system.extents)
    for source, missed, size in zip(binding.sources, now.position, could, strict=True):
        if source in begins and not abs(missed) <= MET * size:
            cause = say(
                "“{name}” begins to hold where positions miss it by {missed:.3g}.",
                name=source.partition(":")[2],
                missed=float(missed),
            )
            remedy = "Let it happen where they meet it: positions do not jump."
            raise refusal(place_of(event), cause, remedy, "event")


def _led(
    system: Prepared,
    event: MotionEvent,
    t: float,
    y: Array,
    places: Sequence[int],
    begins: bool = False,
) -> Array:
    """A state (n,) whose velocities at some `places` are set, with others as conditions ask.

    So they are, too, where a condition `begins` to hold: what it takes is a plastic impact.

    These change by the impulses of the conditions alone, as in an impact that sets the first.
    Raises LagrError where conditions do not leave them free.
    """
    binding, f = system.conditions, system.layout.f
    if binding is None or not binding.sources or not (places or begins):
        return y
    held = np.eye(f)[list(places)]
    for _ in range(STEPS if binding.bent.any() else 1):
        now = binding.at_state(t, y)
        slopes = np.vstack([now.G, held]), np.vstack([now.rows.reach, held])
        missed = np.concatenate([now.velocity, np.zeros(len(places))])
        rows = Slopes(*slopes, binding.extents, binding.pace)
        change = solve(now.g, np.zeros(f), rows, missed).qdd
        y = system.layout.moved(y, system.layout.q(y), system.layout.qd(y) + change)
    if not float(binding.strays(np.array([t]), y[None])[0]) < KEPT:
        names = ", ".join(f"{system.coordinates[place]}'" for place in places)
        cause = say("Conditions do not leave {names} free to become what it sets.", names=names)
        raise refusal(place_of(event), cause, "Set fewer velocities, or open a condition.", "event")
    return y


def held_in(motion: Trajectory) -> Held:
    """Which limits are in contact where a motion ends, and in which senses frictions slide."""
    active = motion.contacts[-1][1] if motion.contacts else ()
    senses = () if motion.driven is None else tuple(motion.driven.values[-1].tolist())
    return active, senses


def texts_of(event: MotionEvent) -> list[str]:
    """The expressions of an event: its value, and what it sets something to."""
    return [event.when.strip(), *(str(a.value).strip() for a in event.do if a.set)]


def place_of(event: MotionEvent) -> Message:
    """What an event is called in messages."""
    return say("Event “{name}”", name=event.name)


def _without_value(event: MotionEvent) -> Problem:
    return Problem(
        place_of(event),
        say("What it watches has no value at the start."),
        "Look for a division by zero, or the root of a negative number, in it.",
        Severity.WARNING,
        "event-at-start",
    )


def _passed_already(event: MotionEvent) -> Problem:
    return Problem(
        place_of(event),
        say("Its value has passed zero already at the start: it happens when it passes anew."),
        "Start before it, or let it happen where its value falls.",
        Severity.WARNING,
        "event-at-start",
    )
