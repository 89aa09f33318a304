"""What of a system changes at instants, as Modelica can say it: friction, limits, signals, events.

    balance    g a = force + slopes' multipliers of conditions, limits and frictions
    conditions slopes a = -drift;  limits H ≤ 0 and slips γ have rates, and rates of these likewise

Everything that holds or does not is a multiplier here; senses of sliding are not in the forces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from lagr_gui.analysis.motions.agents import MotionUnderWay
from lagr_gui.analysis.motions.switching import SwitchingAgent
from lagr_gui.catalogue.dynamics import Rule
from lagr_gui.expression import read, substitute
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.programs.answering import sensor_formulas
from lagr_gui.extensions.programs.describing import described
from lagr_gui.extensions.programs.formulas import WantedFormula, square
from lagr_gui.extensions.programs.gating import GATE, gated, gates_of, is_there
from lagr_gui.extensions.programs.record import STATE, ProgramFormula, Standalone
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, Unprintable
from lagr_gui.foundation.wording import Wording
from lagr_gui.kernel import Node
from lagr_gui.mechanics.friction import FORCE, law_of, sliding
from lagr_gui.mechanics.measures import measures_of, with_measures
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.senses import added
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.model import Model
from lagr_gui.model.events import MotionEvent
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.measuring import event_faults
from lagr_gui.prepared.sensors.reading import read_output
from lagr_gui.simulation.sampling import normal
from lagr_gui.subsystems.events import item_of, with_held
from lagr_gui.subsystems.switching import Acting, Delay, Sampling, Switching, hidden_names

SLOW = 1e-9
"""A slip is none below this part of how fast the system moves as a whole."""

CLOSED = 1e-6
"""A limit that is missed by less than this part of its terms is touched at the start."""

ALIKE = 1e-9
"""Rows that differ by less than this part of themselves hold the same."""

MOST_NUMBERS = 10_000
"""So many random numbers are written at most."""


@dataclass(frozen=True)
class ChangingSystem:
    """A system whose equations change at instants.

    The formula `balance` has slopes and drift of the conditions, then of `limits`, then of
    frictions; `slow` (limits, then frictions) are speeds that are none, and the limits that are
    `resting` are touched at the start.  Impacts on limits change the velocities that are `moved`,
    by their places.  `acting` signals have what they decide by in the formula
    `terms`, one behind the other, and what they take in `samples`; parameters that hold something
    of them begin with `starts`, and are `hidden`.  The formula `values` has those by which `events`
    happen, then what each of them sets.  Items that events open or switch have a parameter among
    the `gates`, by key, that is 1 where they are there, at first as `begun`; `switched` tells by
    numbers of events, from 1 on, whether they are there then.  The rows of
    `conditions`, `limits` and `frictions` come from these items.
    """

    prepared: Prepared
    program: Standalone
    slow: tuple[float, ...]
    resting: tuple[bool, ...]
    moved: tuple[frozenset[int], ...]
    hidden: frozenset[str]
    acting: tuple[Acting, ...]
    starts: Mapping[str, float]
    noise: Mapping[str, tuple[float, ...]]
    events: tuple[MotionEvent, ...]
    gates: Mapping[str, str]
    begun: Mapping[str, bool]
    switched: Mapping[str, Mapping[int, bool]]
    conditions: tuple[str, ...]
    limits: tuple[str, ...]
    frictions: tuple[str, ...]


def changes(prepared: Prepared) -> bool:
    """Whether equations of a system change at instants."""
    reading = prepared.reading
    return bool(
        reading.limits or reading.frictions or prepared.acting_signals or prepared.model.events
    )


def changing_system(prepared: Prepared) -> ChangingSystem:
    """The description of a system whose equations change at instants.

    Raises Unprintable with all that Modelica without a library cannot say, and LagrError as
    programs do.
    """
    prepared.warn()
    if wrong := [*event_faults(prepared, Severity.ERROR)]:
        raise LagrError(wrong)
    if problems := [*_unsaid(prepared)]:
        raise Unprintable(problems)
    gates = gates_of(prepared.model)
    there = _silent(prepared, gates)
    acting = prepared.acting_signals
    hidden = frozenset((*hidden_names(there.model), *there.senses, *gates.values()))
    program = described(there, lambda recursion: _formulas(recursion, acting), hidden)
    states = [there.start.row.tolist(), *program.vectors.states]
    problems = [*_unsaid_opening(there, program)]
    if problems := [*problems, *_alike(there, states), *_coupled(there, states)]:
        raise Unprintable(problems)
    values = _values(there)
    slow, resting = _sizes(there)
    rows = there.recursion.constraints
    model = prepared.model
    return ChangingSystem(
        prepared=there,
        program=replace(
            program,
            digest=prepared.digest,
            formulas=(*program.formulas, *values),
            rubbing=tuple(Wording(part.record.name) for part in there.reading.frictions),
        ),
        slow=slow,
        resting=resting,
        moved=_moved(there, states),
        hidden=hidden,
        acting=acting,
        starts=_starts(prepared),
        noise=dict(_noise(prepared)),
        events=model.events,
        gates=gates,
        begun={key: is_there(model, key) for key in gates},
        switched={key: _switched(model, key) for key in gates},
        conditions=tuple(row.source for row in rows.rows),
        limits=tuple(row.source for row in rows.limits),
        frictions=tuple(row.source for row in rows.frictions),
    )


# --- the system with all that may hold as multipliers --------------------------------------------


def _switched(model: Model, key: str) -> dict[int, bool]:
    return {
        number: bool(action.on)
        for number, event in enumerate(model.events, start=1)
        for action in event.do
        if action.item and item_of(model, action.item) == key
    }


def _silent(prepared: Prepared, gates: Mapping[str, str]) -> Prepared:
    """The system in which friction is no given force, and forces that switch have factors.

    A signal that is delayed is what is held of it.
    """
    model = with_held(prepared.model, dict.fromkeys(gates, 1.0))
    held = {
        entry.function.name: entry.constant
        for entry in prepared.acting_signals
        if isinstance(entry, Delay)
    }
    model = model.each(
        "functions",
        lambda f: f.having(expression=held[f.name]) if f.name in held else f,
    )
    there = prepared.of(added(model, gates.values(), 1, GATE))
    parts = tuple(_silenced(part, gates.get(part.key, "")) for part in there.reading.parts)
    silent = replace(there)
    silent.__dict__.update(
        topology=there.topology,
        report=there.report,
        reading=replace(there.reading, parts=parts),
        physics=f"{there.physics} in modes",
    )
    return silent


def _silenced(part: Part, gate: str) -> Part:
    return replace(part, made={**part.made, FORCE: NOUGHT}) if part.rubs else gated(part, gate)


# --- formulas ------------------------------------------------------------------------------------


def _formulas(recursion: Recursion, acting: Sequence[Acting]) -> Iterator[WantedFormula]:
    constraints, zero = recursion.constraints, recursion.program.zero
    holds = (*constraints.limits, *constraints.frictions)
    rows = (*constraints.rows, *holds)
    if holds:
        yield WantedFormula(
            "balance",
            "What accelerations follow from, with all that may hold",
            STATE,
            {
                "mass": square(recursion.g),
                "force": recursion.right[1:],
                "slopes": [entry for row in rows for entry in constraints.slopes(row)],
                "drift": [row.drift for row in rows],
                "rate": [row.rate for row in holds],
                "gap": [-(row.value or zero) for row in constraints.limits],
                "bound": [*_bounds(recursion)],
            },
        )
    known = recursion.reading.dependent
    for name, texts in (("terms", _terms), ("samples", _laws)):
        rows = [text or "0" for entry in acting for text in texts(entry)]
        if rows:
            nodes = [recursion.scope.node(substitute(read(text), known)) for text in rows]
            yield WantedFormula(name, "What signals decide by", STATE, {name[:-1]: nodes})


def _bounds(recursion: Recursion) -> Iterator[Node]:
    """b(γ) and H of each friction."""
    constraints = recursion.constraints
    most = constraints.bounds_of_friction
    for part, H in zip(recursion.reading.frictions, most, strict=True):
        space = constraints.space
        rate = measures_of(space, part, {"rate"})["rate"]
        yield with_measures(space, part, sliding(part), {"rate": rate.value.value})
        yield H


def _terms(acting: Acting) -> tuple[str | None, ...]:
    """What a signal decides by all the time, or when."""
    match acting:
        case Switching():
            return acting.terms
        case Sampling():
            return (acting.sample,)
        case Delay():
            return (acting.delay, acting.start, acting.input)


def _laws(acting: Acting) -> tuple[str, ...]:
    """What a signal takes at its samples."""
    return (*acting.laws, *acting.later) if isinstance(acting, Sampling) else ()


def _starts(prepared: Prepared) -> Mapping[str, float]:
    """What signals hold when the motion begins, by parameter."""
    if not prepared.acting_signals:
        return {}
    settings = prepared.settings
    agent = SwitchingAgent(prepared, settings)
    agent.begin(MotionUnderWay(prepared, settings).instant)
    return agent.values


def _values(prepared: Prepared) -> tuple[ProgramFormula, ...]:
    """The formula of the values of events, and of what they set."""
    events = prepared.model.events
    if not events:
        return ()
    texts = [event.when for event in events]
    texts += [str(action.value) for event in events for action in event.do if action.set]
    trees = tuple(read_output(prepared, text) for text in texts)
    (formula,) = sensor_formulas(prepared.separate, trees)
    return (replace(formula, name="values", outputs={"value": formula.outputs["shown"]}),)


def _noise(prepared: Prepared) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Random numbers by signal, as many as the motion of the model takes."""
    for entry in prepared.acting_signals:
        if isinstance(entry, Sampling) and entry.seed:
            sample, deviation, seed = (
                float(value(read(text), prepared.values))
                for text in (entry.sample, entry.deviation, entry.seed)
            )
            count = _samples(prepared, sample)
            yield entry.output, tuple(deviation * normal(int(seed), k) for k in range(count))


def _samples(prepared: Prepared, sample: float) -> int:
    settings = prepared.settings
    return int((settings.t_end - settings.t0) / sample + 1e-9) + 1


# --- sizes ---------------------------------------------------------------------------------------


def _sizes(prepared: Prepared) -> tuple[tuple[float, ...], tuple[bool, ...]]:
    """Speeds of limits and slips that are none, and which limits are touched at the start."""
    binding, start = prepared.conditions, prepared.start
    if binding is None or not binding.limits:
        return (), ()
    _, holds = binding.with_limits(start.t, start.y)
    reach = np.abs(holds.G) @ prepared.extents
    slow = SLOW * reach / prepared.unit_of_time
    count = len(prepared.recursion.constraints.limits)
    missed = np.maximum(holds.size, reach) * CLOSED
    rests = (holds.position >= -missed) & (np.abs(holds.velocity) <= slow)
    return tuple(slow.tolist()), tuple(rests[:count].tolist())


def _answers(prepared: Prepared, state: Sequence[float]) -> tuple[Array, Array]:
    """Rows of what may hold and of the conditions before them, each of the length 1 where masses
    measure, and those of limits alone where conditions hold."""
    binding = prepared.conditions
    assert binding is not None
    t, *y = state
    bound, holds = binding.with_limits(t, np.array(y))
    root = np.linalg.cholesky(np.atleast_2d(bound.g))
    every = np.linalg.solve(root, np.vstack([bound.G, holds.G]).T).T
    lengths = np.linalg.norm(every, axis=1, keepdims=True)
    every = every / np.where(lengths > 0, lengths, 1.0)
    m = len(bound.G)
    across = every[m:]
    if m:
        _, sizes, ways = np.linalg.svd(every[:m], full_matrices=False)
        ways = ways[sizes > ALIKE]
        across = across - across @ ways.T @ ways
    return every, across


def _moved(prepared: Prepared, states: Sequence[Sequence[float]]) -> tuple[frozenset[int], ...]:
    """The places of the velocities that an impact on each limit changes."""
    count = len(prepared.recursion.constraints.limits)
    if not count:
        return ()
    binding, largest = prepared.conditions, 0.0
    assert binding is not None
    for t, *y in states:
        bound, _ = binding.with_limits(t, np.array(y))
        _, across = _answers(prepared, [t, *y])
        u = np.linalg.solve(np.linalg.cholesky(np.atleast_2d(bound.g)).T, across[:count].T).T
        sizes = np.abs(u) / prepared.extents
        peak = np.max(sizes, axis=1, keepdims=True)
        largest = np.maximum(largest, sizes / np.where(peak > 0, peak, 1.0))
    return tuple(frozenset(np.flatnonzero(row > ALIKE).tolist()) for row in np.atleast_2d(largest))


def _alike(prepared: Prepared, states: Sequence[Sequence[float]]) -> Iterator[Problem]:
    """What holds the same as something before it does, in all states."""
    sources = _sources(prepared)
    if not sources:
        return
    found = [_answers(prepared, state) for state in states]
    m = len(found[0][0]) - len(sources)
    rows = [k for k, source in enumerate(sources) if source not in sources[:k]]
    for number, k in enumerate(rows):
        before = [*range(m), *(m + other for other in rows[:number])]
        ranks = [
            (
                np.linalg.matrix_rank(every[[*before, m + k]], tol=ALIKE),
                np.linalg.matrix_rank(every[before], tol=ALIKE) if before else 0,
            )
            for every, _ in found
        ]
        if all(more == less for more, less in ranks):
            yield _unsaid_of(
                sources[k],
                say(
                    "It can hold the same as other elements or conditions: how they share is not "
                    "determined, and a Modelica tool needs that."
                ),
                say("Simulate the model here, or let one element do it."),
            )


def _coupled(prepared: Prepared, states: Sequence[Sequence[float]]) -> Iterator[Problem]:
    """Limits that act on each other: their impacts would have to be solved at once."""
    limits = [row.source for row in prepared.recursion.constraints.limits]
    told = set[str]()
    for _, across in (_answers(prepared, state) for state in states if len({*limits}) > 1):
        W = across @ across.T
        for i, j in combinations(range(len(limits)), 2):
            if limits[i] != limits[j] and abs(W[i, j]) > ALIKE:
                told |= {limits[i], limits[j]}
    for source in dict.fromkeys(limits):
        if source in told:
            yield _unsaid_of(
                source,
                say(
                    "Its impacts act on other limits: they are solved together, which Modelica "
                    "without a library does not do."
                ),
                say("Choose a program in another language, or a functional mock-up unit."),
            )


def _sources(prepared: Prepared) -> list[str]:
    constraints = prepared.recursion.constraints
    return [row.source for row in (*constraints.limits, *constraints.frictions)]


# --- what cannot be said -------------------------------------------------------------------------


def _unsaid_of(key: str, cause: Message, remedy: Message) -> Problem:
    name = key.partition(":")[2]
    return Problem(say("Element “{name}”", name=name), cause, remedy, code="unprintable")


def _unsaid(prepared: Prepared) -> Iterator[Problem]:
    """What Modelica without a library does not say, each with its item."""
    reading = prepared.reading
    here = say("Simulate the model here, or switch this element off.")
    for part in reading.frictions:
        if law_of(part).one_way:
            yield _unsaid_of(
                part.key, say("It is a one-way clutch; programs hold what sticks both ways."), here
            )
        if part.is_loaded:
            yield _unsaid_of(
                part.key,
                say(
                    "Its dry friction is pressed by a reaction: whether that jams, or is not "
                    "unique, a model in Modelica cannot tell."
                ),
                here,
            )
    for part in reading.limits:
        if part.is_rough:
            yield _unsaid_of(
                part.key,
                say(
                    "It is a limit with friction, whose impacts and contacts Modelica without a "
                    "library does not solve."
                ),
                here,
            )
    for acting in prepared.acting_signals:
        yield from _unsaid_signal(prepared, acting)
    for name in reading.fed_back:
        yield Problem(
            say("coordinate {coordinate}", coordinate=name),
            "Forces or rates are made of its acceleration; programs know none such yet.",
            say("Simulate the model here, or measure without accelerations."),
            code="unprintable",
        )
    for event in prepared.model.events:
        yield from _unsaid_event(reading, event)


def _unsaid_signal(prepared: Prepared, acting: Acting) -> Iterator[Problem]:
    cause = None
    if isinstance(acting, Switching) and acting.rule in (Rule.PLAY, Rule.SLEW):
        cause = say("It follows the rate of its input, which jumps where modes change.")
    elif isinstance(acting, Sampling) and acting.seed:
        sample = float(value(read(acting.sample), prepared.values))
        if _samples(prepared, sample) > MOST_NUMBERS:
            cause = say(
                "It would put more than {count} random numbers in the model.", count=MOST_NUMBERS
            )
    if cause is not None:
        yield Problem(
            say("Signal “{name}”", name=acting.output),
            cause,
            "Simulate the model here, or put another block in its place.",
            code="unprintable",
        )


def _unsaid_event(reading: Reading, event: MotionEvent) -> Iterator[Problem]:
    velocities = {f"{name}'" for name in reading.coordinates}
    if reading.constraints and any(action.set in velocities for action in event.do):
        yield _unsaid_happening(
            event,
            say("It sets a velocity where conditions bind others, which Modelica would break."),
        )


def _unsaid_opening(prepared: Prepared, program: Standalone) -> Iterator[Problem]:
    """Openings of conditions that depend on each other: a tool needs others then."""
    for event in prepared.model.events if program.dependent else ():
        if any(action.open for action in event.do):
            yield _unsaid_happening(
                event,
                say(
                    "It opens one of several conditions that say the same, of which a model in "
                    "Modelica has some once for all."
                ),
            )


def _unsaid_happening(event: MotionEvent, cause: Message) -> Problem:
    return Problem(
        say("Event “{name}”", name=event.name),
        cause,
        "Simulate the model here, or take the event away.",
        code="unprintable",
    )
