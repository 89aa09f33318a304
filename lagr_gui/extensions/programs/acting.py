"""What acts at instants in programs: what signals hold, and what is there, stands among the states.

A mode, and a number that is held, is a state of the first order with the rate 0: formulas know it
as they know other states, and a program gives it another value where signals act.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lagr_gui.analysis.motions.agents import MotionUnderWay
from lagr_gui.analysis.motions.switching import SwitchingAgent, SwitchTerms
from lagr_gui.expression import read, substitute, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.extensions.programs.formulas import WantedFormula, whole_formula
from lagr_gui.extensions.programs.gating import GATE, gated, gates_of, is_there
from lagr_gui.extensions.programs.happening import told_events
from lagr_gui.extensions.programs.record import (
    STATE,
    ActingParts,
    ProgramDelay,
    ProgramFormula,
    ProgramSampler,
    ProgramSwitch,
)
from lagr_gui.extensions.programs.rubbing import separate
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.wording import Wording
from lagr_gui.kernel import Node
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.model import Model
from lagr_gui.model.records import NamedSignal, StateSignal
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.sampling import NEAR, normal
from lagr_gui.simulation.switching import RULES
from lagr_gui.subsystems.events import with_held
from lagr_gui.subsystems.switching import MODE, Acting, Delay, Sampling, Switching, texts_of

WIDTH = 5
"""Numbers by which a signal switches: at most four terms, then what it gives."""

MOST_NUMBERS = 10_000
"""So many random numbers are written at most."""


def acts(prepared: Prepared) -> bool:
    """Whether something acts at instants of motions."""
    return bool(prepared.acting_signals or prepared.model.events)


def standing(prepared: Prepared) -> Prepared:
    """The system with what signals hold as states, which begin as a motion does.

    So are gates of what events open and switch, which are factors of forces.
    """
    if not acts(prepared):
        return prepared
    return prepared.own("held in states", lambda: _standing(prepared))


def _standing(prepared: Prepared) -> Prepared:
    gates = gates_of(prepared.model)
    states = (*_held(prepared), *_gates(prepared.model, gates))
    model = with_held(prepared.model, dict.fromkeys(gates, 1.0))
    names = {state.name for state in states}
    model = model.only("parameters", lambda entry: entry.name not in names).having(events=())
    model = _with_past(model, prepared.acting_signals)
    there = prepared.of(model.having(signals=(*model.signals, *states)))
    if not gates:
        return there
    reading = there.reading
    parts = tuple(gated(part, gates.get(part.key, "")) for part in reading.parts)
    switched = replace(there)
    switched.__dict__.update(
        topology=there.topology,
        report=there.report,
        reading=replace(reading, parts=parts),
        physics=f"{there.physics} with gates",
    )
    return switched


def _held(prepared: Prepared) -> Iterator[StateSignal]:
    """What signals hold when a motion begins."""
    if not prepared.acting_signals:
        return
    settings, known = prepared.settings, prepared.values
    agent = SwitchingAgent(prepared, settings)
    agent.begin(MotionUnderWay(prepared, settings).instant)
    units = {entry.name: entry.unit for entry in prepared.model.parameters}
    held = dict(agent.values)
    for entry in prepared.acting_signals:
        if isinstance(entry, Delay):
            held |= dict.fromkeys(entry.parameters, 0.0)
            held[entry.constant] = float(value(read(entry.start), known))
    for name, start in held.items():
        yield StateSignal(name=name, start=start, unit=units[name], description=MODE)


def _with_past(model: Model, acting: Sequence[Acting]) -> Model:
    """The model in which delayed signals are the polynomials themselves."""
    laws = {
        f"{entry.function.name}(t)": entry.function for entry in acting if isinstance(entry, Delay)
    }
    if not laws:
        return model
    names = {function.name for function in laws.values()}
    model = model.only("functions", lambda function: function.name not in names)

    def told(signal: NamedSignal) -> NamedSignal:
        text = getattr(signal, "value", "")
        return signal.having(value=laws[text].expression) if text in laws else signal

    return model.having(signals=tuple(map(told, model.signals)))


def _gates(model: Model, gates: Mapping[str, str]) -> Iterator[StateSignal]:
    for key, name in gates.items():
        start, said = float(is_there(model, key)), f"{GATE}: {key.partition(':')[2]}"
        yield StateSignal(name=name, start=start, unit="1", description=said)


def told_acting(prepared: Prepared) -> tuple[tuple[ProgramFormula, ...], ActingParts | None]:
    """What acts in a system, and by which formulas; none where nothing does."""
    if not acts(prepared):
        return (), None
    there, acting = standing(prepared), prepared.acting_signals
    key = ("acting formulas", tuple(map(texts_of, acting)))
    made = there.kept(key, lambda: tuple(_formulas(separate(there), acting)), lasting=True)
    told, events = told_events(prepared, there)
    gates = tuple(map(there.model.states.index, gates_of(prepared.model).values()))
    parts = replace(_signals(prepared, there, acting), events=events, gates=gates)
    return (*made, *told), parts


def _signals(prepared: Prepared, there: Prepared, acting: Sequence[Acting]) -> ActingParts:
    states, rated, law = there.model.states, 0, 0
    switches, samplers = list[ProgramSwitch](), list[ProgramSampler]()
    delays = list[ProgramDelay]()
    for entry in acting:
        place, count = states.index(entry.parameters[0]), len(entry.parameters)
        if isinstance(entry, Switching):
            rate = rated if RULES[entry.rule].rates else -1
            rated += rate >= 0
            number = [*RULES].index(entry.rule)
            switches.append(ProgramSwitch(Wording(entry.output), number, place, count, rate))
        elif isinstance(entry, Sampling):
            numbers = tuple(_numbers(prepared, entry))
            samplers.append(ProgramSampler(Wording(entry.output), place, count, law, numbers))
            law += count
        else:
            delays.append(ProgramDelay(Wording(entry.output), place, count))
    return ActingParts(tuple(switches), tuple(samplers), tuple(delays))


def _numbers(prepared: Prepared, sampling: Sampling) -> Iterator[float]:
    """Random numbers of a signal, as many as the motion of the model takes."""
    for number in range(_count(prepared, sampling)):
        yield normal(int(value(read(sampling.seed), prepared.values)), number)


def _count(prepared: Prepared, sampling: Sampling) -> int:
    """How many random numbers a signal takes in the motion of the model."""
    if not sampling.seed:
        return 0
    settings, sample = prepared.settings, value(read(sampling.sample), prepared.values)
    return int((settings.t_end - settings.t0) / sample + NEAR) + 1


def _is_accelerated(prepared: Prepared, acting: Acting) -> bool:
    """Whether what a signal acts by is made of accelerations."""
    known = prepared.reading.dependent
    trees = (substitute(read(text), known) for text in texts_of(acting) if text)
    return any(symbol.order > 1 for tree in trees for symbol in symbols(tree))


def refused_signals(prepared: Prepared) -> Iterator[Problem]:
    """Signals that no program knows, each with its remedy."""
    for entry in prepared.acting_signals:
        cause = None
        if _is_accelerated(prepared, entry):
            cause = say("It acts by an acceleration; programs know none such yet.")
        elif isinstance(entry, Sampling) and _count(prepared, entry) > MOST_NUMBERS:
            cause = say(
                "It would put more than {count} random numbers in the program.",
                count=MOST_NUMBERS,
            )
        if cause is not None:
            yield Problem(
                say("Signal “{name}”", name=entry.output),
                cause,
                "Simulate the model here, or put another block in its place.",
                code="unprintable",
            )


# --- formulas ------------------------------------------------------------------------------------


def _formulas(recursion: Recursion, acting: Sequence[Acting]) -> Iterator[ProgramFormula]:
    """Terms of all that switches, then times between samples; rates of some; what samples take."""
    program, known = recursion.program, recursion.reading.dependent
    a = [program.input(f"{name}''") for name in recursion.reading.coordinates]
    terms, rates, laws = list[Node](), list[Node](), list[Node]()

    def node(text: str) -> Node:
        return recursion.scope.node(substitute(read(text), known))

    samplers = [entry for entry in acting if isinstance(entry, Sampling)]
    for entry in acting:
        if isinstance(entry, Switching):
            own = [
                program.number(_beyond(place, entry.terms)) if text is None else node(text)
                for place, text in enumerate(entry.terms)
            ]
            own += [program.zero] * (WIDTH - 1 - len(own))
            terms += [*own, node(entry.output)]
            rates += [_along(recursion, own[0], a)] * RULES[entry.rule].rates
    terms += [node(entry.sample) for entry in samplers]
    for entry in samplers:
        laws += map(node, (*entry.laws, *entry.later) or (entry.deviation,))
    if terms:
        yield _formula(recursion, "signal_terms", "What signals act by", STATE, {"term": terms}, a)
    delays = [entry for entry in acting if isinstance(entry, Delay)]
    if delays:
        been = [node(entry.input) for entry in delays]
        been += [node(entry.delay) for entry in delays]
        words = "What delayed signals are made of, and by how much they are delayed"
        yield _formula(recursion, "delay_inputs", words, STATE, {"been": been}, a)
    if rates:
        words = "How fast inputs of signals change, with accelerations that are known"
        yield _formula(
            recursion, "signal_rates", words, (*STATE, "acceleration"), {"pace": rates}, a
        )
    if laws:
        words = "What signals take at a sample"
        yield _formula(recursion, "sample_laws", words, STATE, {"sample": laws}, a)


def _formula(
    recursion: Recursion,
    name: str,
    comment: str,
    inputs: tuple[str, ...],
    outputs: Mapping[str, Sequence[Node]],
    a: Sequence[Node],
) -> ProgramFormula:
    return whole_formula(recursion, WantedFormula(name, comment, inputs, outputs), a, ())


def _beyond(place: int, terms: Sequence[str | None]) -> float:
    """What stands for a limit that is not given: lower ones stand before upper ones."""
    return math.inf if place == len(terms) - 1 else -math.inf


def _along(recursion: Recursion, node: Node, a: Sequence[Node]) -> Node:
    """The rate of a node along the motion."""
    program, scope = recursion.program, recursion.scope
    (time, *q), (one, *qd) = scope.q, scope.qd
    moving = [(time, one), *zip(q, qd, strict=True), *zip(qd, a, strict=True)]
    moving += zip(scope.z, scope.rates, strict=True)
    return program.add([program.derivative(node, by) * rate for by, rate in moving])


def timed(prepared: Prepared) -> tuple[FunctionsOfTime, ...]:
    """Functions of time by which signals act."""
    if not prepared.acting_signals:
        return ()
    terms = SwitchTerms(prepared, prepared.settings.t0).bound(prepared, {})
    delays = [entry for entry in prepared.acting_signals if isinstance(entry, Delay)]
    if not delays:
        return (terms.kernel.functions_of_time,)
    from lagr_gui.prepared import kernels  # few signals are delayed

    known = prepared.reading.dependent
    trees = [substitute(read(entry.input), known) for entry in delays]
    inputs = prepared.kept(
        ("delays", *trees), lambda: kernels.switch_kernel(prepared.recursion, None, trees, ())
    )
    bound = inputs.bind([prepared.values[name] for name in prepared.reading.parameters])
    return (terms.kernel.functions_of_time, bound.functions_of_time)
