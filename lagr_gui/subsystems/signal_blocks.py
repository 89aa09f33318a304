"""Blocks of signals as states and expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Any

from lagr_gui.catalogue import KINDS, SIGNALS
from lagr_gui.catalogue.dynamics import (
    BlockState,
    Noise,
    Past,
    Piecewise,
    Polynomials,
    Rates,
    Rule,
    Samples,
    StateMatrices,
)
from lagr_gui.expression import read, replaced, write
from lagr_gui.expression.scanner import LONGEST
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import (
    Depends,
    ExpressionSignal,
    Model,
    NamedSignal,
    Scalar,
    StateSignal,
)
from lagr_gui.model.measure_signal import MeasureSignal
from lagr_gui.model.quantities import by_time
from lagr_gui.model.sites import put, written_sites
from lagr_gui.subsystems.centres import factor
from lagr_gui.subsystems.signal_order import ordered
from lagr_gui.subsystems.switching import (
    FALLS,
    RISES,
    Acting,
    Delay,
    Sampling,
    Switching,
    by_mode,
    held_by,
    hidden,
    later_of,
    mode_of,
)


def _while(acting: Switching, mode: int) -> str:
    """What is said of a mode; of a relay also when it ends."""
    words = acting.words[mode]
    if acting.rule is not Rule.RELAY:
        return words
    try:
        passed, on, off = (write(read(term or "0")) for term in acting.terms)
    except LagrError:
        return words  # what does not read is told where it stands
    until, limit = (FALLS, off) if mode else (RISES, on)
    return say(until, words=phrase(words), input=passed, limit=limit)


def made_plain(model: Model) -> Model:
    """The model with states and expressions in the place of blocks that can be made.

    Modes of blocks that switch are among its parameters.
    """
    made: list[NamedSignal] = []
    acting: list[Acting] = []
    for signal in model.signals:
        try:
            block = block_of(signal)
        except Unmade:
            continue
        made += block.parts
        acting += block.acting
    changes: dict[str, Any] = {"signals": tuple(made)}
    if acting:
        changes["parameters"] = (*model.parameters, *chain(*map(hidden, acting)))
    if past := [entry.function for entry in acting if isinstance(entry, Delay)]:
        changes["functions"] = (*model.functions, *past)
    return _with_energies(model.having(**changes))


def _with_energies(model: Model) -> Model:
    """The model with signals put into the texts of places that may depend on no state."""
    named = {*model.signal_names}
    places = [
        site
        for site in written_sites(model, KINDS)
        if site.depends is Depends.STATE and site.names & named
    ]
    if not places:
        return model
    try:
        names = ordered(model)
    except LagrError:
        return model  # told by `check_signals`
    values = {s.name: s.value for s in model.signals if isinstance(s, ExpressionSignal)}
    words: dict[str, str] = {}
    for name in names:
        words[name] = factor(replaced(str(values[name]), words)[: LONGEST + 1])
    for site in places:
        model = put(model, site.path, replaced(str(site.value), words)[: LONGEST + 1])
    return model


@dataclass(frozen=True)
class BlockParts:
    """The states and expressions that a signal stands for, and what of it acts at instants."""

    parts: tuple[NamedSignal, ...]
    acting: tuple[Acting, ...] = ()


def block_of(signal: NamedSignal) -> BlockParts:
    """What a signal stands for. Raises Unmade."""
    if isinstance(signal, StateSignal | ExpressionSignal | MeasureSignal):
        return BlockParts((signal,))
    block = _Block(signal)
    laws = SIGNALS[signal.kind].laws
    law = next(one for one in laws if not isinstance(one, Rates) or all(map(block.has, one.needs)))
    match law:
        case Rates():
            parts = tuple(block.of_rates(law))
        case Polynomials():
            parts = tuple(block.of_polynomials(law))
        case StateMatrices():
            parts = tuple(block.of_matrices(law))
        case Piecewise():
            parts = tuple(block.of_modes(law))
        case Samples():
            parts = tuple(block.of_samples(law))
        case Noise():
            parts = tuple(block.of_noise(law))
        case Past():
            parts = tuple(block.of_past(law))
    return BlockParts(parts, tuple(block.acting))


def parts_of(signal: NamedSignal) -> tuple[NamedSignal, ...]:
    """The states and expressions that a signal stands for. Raises Unmade."""
    return block_of(signal).parts


def acting_in(model: Model) -> Iterator[Acting]:
    """What of the blocks that can be made acts at instants."""
    for signal in model.signals:
        try:
            yield from block_of(signal).acting
        except Unmade:
            continue


class Unmade(Exception):
    """A block that cannot be made: the field, the cause, the remedy."""


class _Block:
    """Makes states and expressions of one block."""

    def __init__(self, signal: NamedSignal) -> None:
        self._signal = signal
        self._fields: dict[str, Any] = {
            spec.name: getattr(signal, spec.name) for spec in SIGNALS[signal.kind].fields
        }
        self.acting: list[Acting] = []
        """What of it acts at instants, as far as it was made."""

    def has(self, field: str) -> bool:
        """Whether a field is given, other than 0."""
        return self._fields[field] is not None and not is_zero(self._fields[field])

    def of_rates(self, law: Rates) -> Iterator[NamedSignal]:
        """The states of a law, and its output where that is none of them."""
        for name in filter(self.has, law.idle):
            raise Unmade(
                name,
                say("It has nothing to act on: no derivative is given."),
                say("Give “derivative”, as -phi' of a measured angle, or a filter time."),
            )
        words = self._words
        states = [s for s in law.states if not s.without or self.has(s.without)]
        limits = tuple(filter(None, law.limits))
        limited = any(self._fields[name] is not None for name in limits)
        moved = law.output in [state.letter for state in law.states]
        words |= {s.letter: "0" for s in law.states}
        words |= {s.letter: self._state_name(s.letter, law.output) for s in states}
        output, asked = self._signal.name, _filled(law.output, words)
        if limited and not moved:
            yield self._output(f"v_{output}", asked)
            asked = f"v_{output}"
        for state in states:
            rate, cases = _filled(state.rate, words), dict[int, str]()
            if limited and moved:
                cases = {0: rate, **dict.fromkeys(self._given(limits), "0")}
                rate = by_mode(cases, self._stops(words[state.letter], rate, limits))
            elif limited and state.tracking and self.has(state.tracking):
                rate = f"{rate} + ({output} - {asked})/{words[state.tracking]}"
            elif state.tracking:
                self._check_idle(state)
            made = self._state(words[state.letter], rate, _filled(state.start, words), state.order)
            yield made.of_block(output, self._said(cases))
        if limited and not moved:
            yield from self._limited(asked, limits)
        elif not moved:
            yield self._output(output, asked)

    @property
    def _words(self) -> dict[str, str]:
        given = {name: value for name, value in self._fields.items() if value is not None}
        return {name: factor(value) for name, value in given.items()}

    def _check_idle(self, state: BlockState) -> None:
        if self.has(state.tracking):
            cause = say("It has no limits to follow.")
            raise Unmade(state.tracking, cause, say("Give “lower” and “upper”."))

    def _given(self, limits: tuple[str, ...]) -> dict[int, str]:
        """The limits that are given, by the mode in which they hold."""
        pairs = zip((-1, 1), limits, strict=True)
        words = self._words
        return {mode: words[name] for mode, name in pairs if name in words}

    def _limited(self, asked: str, limits: tuple[str, ...]) -> Iterator[NamedSignal]:
        """The output: what is asked for, between limits."""
        held = self._given(limits)
        words = {0: "follows", 1: "is at its upper limit", -1: "is at its lower limit"}
        mode = self._switching(Rule.BAND, (asked, held.get(-1), held.get(1)), words)
        yield self._by_mode({0: asked, **held}, mode)

    def _stops(self, state: str, rate: str, limits: tuple[str, ...]) -> str:
        """The mode of a state that stops at limits."""
        held = self._given(limits)
        words = {0: "integrates", 1: "is at its upper limit", -1: "is at its lower limit"}
        return self._switching(Rule.STOPS, (state, rate, held.get(-1), held.get(1)), words)

    def _by_mode(self, cases: Mapping[int, str], mode: str) -> NamedSignal:
        """An output by modes."""
        made = self._output(self._signal.name, by_mode(cases, mode))
        return made.of_block(self._signal.name, self._said(cases))

    def _said(self, cases: Mapping[int, str]) -> Iterator[tuple[str, Scalar]]:
        """What is said of modes, and what holds in each; nothing of one alone."""
        acting = self.acting[-1] if self.acting else None
        if len(cases) > 1 and isinstance(acting, Switching):
            yield from ((_while(acting, m), text) for m, text in cases.items())

    def of_modes(self, law: Piecewise) -> Iterator[NamedSignal]:
        """An output by modes."""
        output, words = self._signal.name, self._words
        terms = tuple(replaced(term, words) for term in law.terms)
        held = {letter: f"{letter}_{output}" for letter, _ in law.held}
        starts = tuple(words.get(field, field) for _, field in law.held)
        start = words[law.start] if law.start else "0"
        mode = self._switching(law.rule, terms, law.words, start, held, starts)
        words |= {"m": mode, **held}
        yield self._by_mode({m: replaced(text, words) for m, text in law.cases.items()}, mode)

    def _switching(
        self,
        rule: Rule,
        terms: tuple[str | None, ...],
        words: Mapping[int, str],
        start: str = "0",
        held: Mapping[str, str] = MappingProxyType({}),
        starts: tuple[str, ...] = (),
    ) -> str:
        """Enter what switches; the parameter of its mode."""
        output = self._signal.name
        units = tuple("s" if letter == "since" else self._signal.value_unit for letter in held)
        self.acting.append(
            Switching(
                f"signal:{output}",
                output,
                rule,
                (mode_of(output), *held.values()),
                ("1", *units),
                terms,
                (start, *starts),
                words,
            )
        )
        return mode_of(output)

    def of_polynomials(self, law: Polynomials) -> Iterator[NamedSignal]:
        """Controllable canonical form: x_i′ = x_i+1, the last one by the input."""
        top, bottom = (_leading(self._fields[n]) for n in (law.numerator, law.denominator))
        if not bottom:
            raise Unmade(law.denominator, say("It is 0."), say("Give its coefficients."))
        if len(top) > len(bottom):
            raise Unmade(
                law.numerator,
                say("Its degree is higher than that of the denominator: it would differentiate."),
                say("Filter it: give the denominator as many coefficients."),
            )
        order, entry = len(bottom) - 1, factor(self._fields[law.input])
        last = bottom[0]
        names = [self._state_name(f"x{i}" if order > 1 else "x") for i in range(1, order + 1)]
        rising = bottom[:0:-1]  # a_0 … a_n−1
        above = [*top[::-1], *(0 for _ in range(len(bottom) - len(top)))]
        taken = filter(None, map(_times, rising, names))
        drive = _over(_sum([entry, *(f"-{term}" for term in taken)]), last)
        for i, name in enumerate(names):
            yield self._state(name, names[i + 1] if i + 1 < order else drive, 0, None)
        terms = [*map(_times, above, names), _times(above[-1], drive)]
        yield self._output(self._signal.name, _sum(terms))

    def of_matrices(self, law: StateMatrices) -> Iterator[NamedSignal]:
        """ẋ = A x + B u, y = C x + D u."""
        names, start, rates, outputs = self._linear(law)
        for name, rate, begin in zip(names, rates, start, strict=True):
            yield self._state(name, rate, begin, None)
        for name, value in outputs.items():
            yield self._output(name, value)

    def of_samples(self, law: Samples) -> Iterator[NamedSignal]:
        """xₖ₊₁ = A xₖ + B uₖ, yₖ = C xₖ + D uₖ, where x and y are held in parameters."""
        names, start, later, outputs = self._linear(law)
        held = tuple(map(held_by, outputs))
        sample, first = factor(self._fields[law.sample]), next(iter(outputs), self._signal.name)
        texts = tuple(map(str, start))
        own = sample, (*held, *names), tuple(outputs.values()), tuple(later), texts
        self.acting.append(Sampling(f"signal:{self._signal.name}", first, *own))
        said = say("sampled each {h} s, and held", h=self._fields[law.sample])
        for (name, value), parameter in zip(outputs.items(), held, strict=True):
            yield self._output(name, parameter).of_block(self._signal.name, [(said, value)])
        for name, value in zip(names, later, strict=True):
            yield ExpressionSignal(name=later_of(name), value=value).of_block(self._signal.name)

    def of_noise(self, law: Noise) -> Iterator[NamedSignal]:
        """A number that is held in a parameter."""
        output, words = self._signal.name, self._words
        self.acting.append(
            Sampling(
                f"signal:{output}",
                output,
                words[law.sample],
                (held_by(output),),
                deviation=words[law.deviation],
                seed=words[law.seed],
            )
        )
        yield self._output(output, held_by(output))

    def of_past(self, law: Past) -> Iterator[NamedSignal]:
        """What was, as a polynomial in time whose coefficients are held in parameters."""
        output, words = self._signal.name, self._words
        entry, delay, start = (words[name] for name in (law.input, law.delay, law.start))
        own = f"signal:{output}", output, delay, entry, start, self._signal.value_unit
        self.acting.append(made := Delay(*own))
        given = self._fields[law.delay]
        said = (
            say("at t − {delay}", delay=given),
            say("until t₀ + {delay}", delay=given),
        )
        cases = zip(said, (self._fields[law.input], self._fields[law.start]), strict=True)
        yield self._output(output, f"{made.function.name}(t)").of_block(output, cases)

    def _linear(
        self, law: StateMatrices | Samples
    ) -> tuple[list[str], tuple[Scalar, ...], list[str], dict[str, str]]:
        """Names of x, their start, A x + B u, and C x + D u by the names of y."""
        inputs = self._fields[law.inputs]
        A, B, C, D = (self._fields[name] for name in (law.A, law.B, law.C, law.D))
        outputs = self._signal.names
        n, m, p = len(A), len(inputs), len(outputs)
        C = C or tuple(tuple(int(i == j) for j in range(n)) for i in range(n if n or not D else p))
        self._check_size(law.A, A, n, n)
        self._check_size(law.B, B, n if m and n else 0, m)
        self._check_size(law.C, C, p, n)
        if D:
            self._check_size(law.D, D, p, m)
        start = self._fields[law.start] or (0,) * n
        if len(start) != n:
            cause = say("It has {count} entries, not {wanted}.", count=len(start), wanted=n)
            raise Unmade(law.start, cause, say("Give one for each state."))
        names = [self._state_name(f"x{i}" if n > 1 else "x") for i in range(1, n + 1)]
        entries = [factor(entry) for entry in inputs]
        driving = [_row(row, entries) for row in B] or [[] for _ in names]
        through = [_row(row, entries) for row in D] or [[] for _ in outputs]
        moving = [_sum([*_row(row, names), *more]) for row, more in zip(A, driving, strict=True)]
        made = (_sum([*_row(row, names), *more]) for row, more in zip(C, through, strict=True))
        return names, start, moving, dict(zip(outputs, made, strict=True))

    def _check_size(self, field: str, matrix: Any, count: int, width: int) -> None:
        widths = sorted({len(row) for row in matrix})
        if len(matrix) == count and (widths == [width] or not count):
            return
        size = f"{len(matrix)} × {', '.join(map(str, widths)) or 0}"
        cause = say("It is {size}, not {rows} × {width}.", size=size, rows=count, width=width)
        remedy = say("A is n × n, B n × m, C p × n, D p × m with m inputs and p outputs.")
        raise Unmade(field, cause, remedy)

    def _state_name(self, letter: str, output: str = "") -> str:
        return self._signal.name if letter == output else f"{letter}_{self._signal.name}"

    def _state(self, name: str, rate: str, start: Scalar, order: int | None) -> NamedSignal:
        unit = self._signal.value_unit if order is not None else ""
        for _ in range(order or 0):
            unit = by_time(unit)
        state = StateSignal(name=name, rate=rate, start=start, unit=unit)
        return state.of_block(self._signal.name)

    def _output(self, name: str, value: str) -> NamedSignal:
        unit = self._signal.value_unit
        return ExpressionSignal(name=name, value=value, unit=unit).of_block(self._signal.name)


def is_zero(value: Any) -> bool:
    """Whether a field says that there is nothing."""
    return str(value).strip() in ("0", "0.0", "")


def _leading(coefficients: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """Coefficients from the first that is not 0."""
    while coefficients and is_zero(coefficients[0]):
        coefficients = coefficients[1:]
    return coefficients


def _times(coefficient: Scalar, text: str) -> str:
    """A product; empty where it is 0."""
    if is_zero(coefficient):
        return ""
    return text if str(coefficient) == "1" else f"{factor(coefficient)}*{text}"


def _over(text: str, divisor: Scalar) -> str:
    return f"({text})" if str(divisor) == "1" else f"({text})/{factor(divisor)}"


def _row(row: tuple[Scalar, ...], names: list[str]) -> list[str]:
    return [_times(entry, name) for entry, name in zip(row, names, strict=True)]


def _sum(terms: list[str]) -> str:
    """The sum of terms that are not empty."""
    return " + ".join(filter(None, terms)).replace("+ -", "- ") or "0"


def _filled(law: str, words: Mapping[str, str]) -> str:
    """A law with fields and letters put in; without terms that are 0 and factors that are 1."""
    for name in (name for name, word in words.items() if word == "1"):
        law = re.sub(rf"\b{name}\*", "", law)
    terms = law.split(" + ")
    kept = (term for term in terms if not any(words.get(f) == "0" for f in term.split("*")))
    return replaced(" + ".join(kept), words) or "0"
