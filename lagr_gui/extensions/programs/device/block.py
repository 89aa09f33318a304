"""What a block of signals computes from one step to the next, by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, inf, isfinite

import numpy as np

from lagr_gui.catalogue import SIGNALS
from lagr_gui.catalogue.dynamics import Rule
from lagr_gui.expression import Call, Expression, Symbol, read, substitute, symbols
from lagr_gui.expression.arithmetic import FloatCarrier, value
from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.tree import TIME, parts
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import ExpressionSignal, NamedSignal, Scalar, StateSignal
from lagr_gui.model.measure_signal import measures_in
from lagr_gui.prepared import Prepared
from lagr_gui.subsystems.signal_blocks import block_of
from lagr_gui.subsystems.signals import with_measures
from lagr_gui.subsystems.switching import Sampling, Switching

STEP = "h"
"""The length of a step (s) in trees."""

KNOWN = BUILTINS.keys() - {"fac", "comb", "erf"} | {"floor", "pi"}
"""Functions that a device has; `floor` is that of modes alone."""

FAR = "1e30"
"""Beyond all numbers of a device, and a number in single precision."""

QUICK = 0.05
"""A step of this part of the quickest time constant is short."""

Limits = tuple[Expression | None, Expression | None]


@dataclass(frozen=True)
class Quantity:
    """A parameter with its value, an input or an output: its symbol, its unit, what it is."""

    symbol: Symbol
    unit: str = ""
    value: float = 0.0
    words: str = ""


@dataclass(frozen=True)
class DeviceBlock:
    """A block that takes `inputs` and gives `outputs` once in a step.

    `lines` are names with what they stand for, in their order.  `states` have the `rates` of the
    first order; what is `kept` from step to step becomes what stands there; `starts` has both at
    first.  `limits` hold a state.  A `sample` is the length of all steps in s; 0: each has its own.
    """

    name: str
    title: str
    parameters: tuple[Quantity, ...]
    inputs: tuple[Quantity, ...]
    outputs: tuple[Quantity, ...]
    starts: Mapping[str, Expression]
    lines: tuple[tuple[str, Expression], ...]
    rates: Mapping[str, Expression]
    kept: Mapping[str, Expression]
    limits: Mapping[str, Limits] = field(default_factory=dict)
    sample: float = 0.0

    @property
    def is_timed(self) -> bool:
        """Whether it depends on how long a step is."""
        trees = (tree for _, tree in self.lines)
        return bool(self.rates) or any(Symbol(STEP) in symbols(tree) for tree in trees)

    @property
    def longest_step(self) -> float:
        """A step (s) that is short beside the time constants about its start."""
        if self.sample or not self.rates:
            return self.sample or 0.01
        run = _Run(self, 1.0)
        here, rows = run.rates(run.held, run.known), list[list[float]]()
        for name in self.rates:
            there = run.rates(run.held | {name: run.held[name] + 1e-6}, run.known)
            rows.append([(b - a) / 1e-6 for a, b in zip(here, there, strict=True)])
        size = float(np.max(np.abs(np.linalg.eigvals(np.array(rows))), initial=0.0))
        return float(f"{QUICK / size:.2g}") if isfinite(size) and size > 1e-6 else 0.01

    def run(self, rows: Iterable[Sequence[float]], h: float) -> list[list[float]]:
        """The outputs for rows of inputs, one a step of h (s)."""
        run = _Run(self, h)
        return [run.step(row) for row in rows]


_FLOORS = FloatCarrier({"floor": floor})


class _Run:
    """A block with its states, as the function in C is called again and again."""

    def __init__(self, block: DeviceBlock, h: float) -> None:
        self.block, self.h = block, h
        self.known = {_plain(entry.symbol): entry.value for entry in block.parameters}
        self.known |= {_plain(entry.symbol): 0.0 for entry in block.inputs} | {STEP: h}
        self.held = {name: _number(tree, self.known) for name, tree in block.starts.items()}

    def step(self, row: Sequence[float]) -> list[float]:
        """The outputs for a row of inputs; states go on."""
        block, held = self.block, self.held
        given = zip(block.inputs, row, strict=True)
        known = self.known | {_plain(entry.symbol): number for entry, number in given}
        names = self.names(held, known)
        self.held = held | self._moved(known)
        for name, (lower, upper) in block.limits.items():
            least = -inf if lower is None else _number(lower, known)
            most = inf if upper is None else _number(upper, known)
            self.held[name] = min(max(self.held[name], least), most)
        self.held |= {name: _number(tree, names) for name, tree in block.kept.items()}
        return [names[_plain(entry.symbol)] for entry in block.outputs]

    def names(self, held: Mapping[str, float], known: Mapping[str, float]) -> dict[str, float]:
        """The values of all names."""
        names = {**known, **held}
        for name, tree in self.block.lines:
            names[name] = _number(tree, names)
        return names

    def rates(self, held: Mapping[str, float], known: Mapping[str, float]) -> list[float]:
        """The rates of the states, in their order."""
        names = self.names(held, known)
        return [_number(tree, names) for tree in self.block.rates.values()]

    def _moved(self, known: Mapping[str, float]) -> dict[str, float]:
        """The states after a step of Runge's and Kutta's classical method, inputs held."""
        held, h = self.held, self.h
        slopes: list[list[float]] = []
        for part in (0.0, 0.5, 0.5, 1.0):
            before = slopes[-1] if slopes else [0.0] * len(self.block.rates)
            pairs = zip(self.block.rates, before, strict=True)
            at = {name: held[name] + part * h * slope for name, slope in pairs}
            slopes.append(self.rates({**held, **at}, known))
        return {
            name: held[name] + h / 6 * (a + 2 * b + 2 * c + d)
            for name, a, b, c, d in zip(self.block.rates, *slopes, strict=True)
        }


def _plain(symbol: Symbol) -> str:
    return symbol.name + "'" * symbol.order


def _number(tree: Expression, names: Mapping[str, float]) -> float:
    primed = {s: Symbol(_plain(s)) for s in symbols(tree) if s.order}
    return value(substitute(tree, primed) if primed else tree, names, _FLOORS)


_ELSEWHERE = {
    "noise": say("Noise belongs to a simulation."),
    "delay": say("A delay keeps all that has been; a device would need a store for that."),
}
"""Why there is no block alone of some kinds."""


def device_block(prepared: Prepared, name: str) -> DeviceBlock:
    """The block of a signal of a model. Raises LagrError for what a device cannot do alone."""
    prepared.demand_sound()
    model = with_measures(prepared.as_drawn)
    known = {signal.name: signal for signal in prepared.as_drawn.signals}
    place = say("Block “{name}”", name=name)
    check_known(name, tuple(known), place, say("There is no signal of this name."))
    if (cause := _ELSEWHERE.get(known[name].kind)) is not None:
        raise refusal(place, cause, say("Choose another block."), "block")
    signal = next(signal for signal in model.signals if signal.name == name)
    made = _Made(signal)
    spoken = sorted(made.spoken, key=_plain)
    calls = {call for tree in made.trees for call in _calls(tree)} - KNOWN
    if calls:
        cause = say("It calls {function}, which is not in the block.", function=min(calls))
        remedy = say("Give what it makes of that a name, as a signal: then it is an input.")
        raise refusal(place, cause, remedy, "block")
    values = prepared.values
    of_model = {entry.name: entry for entry in model.parameters}
    units = _units(prepared)
    words = {entry.name: entry.text for entry in measures_in(model)}
    return DeviceBlock(
        name,
        SIGNALS[known[name].kind].title,
        tuple(
            Quantity(s, of_model[s.name].unit, float(values[s.name]), of_model[s.name].description)
            for s in spoken
            if s.name in of_model
        ),
        tuple(
            Quantity(s, units.get(_plain(s), ""), words=words.get(s.name, ""))
            for s in spoken
            if s.name not in of_model
        ),
        tuple(Quantity(Symbol(output), signal.value_unit) for output in signal.names),
        made.starts,
        tuple(made.lines.items()),
        made.rates,
        made.kept,
        made.limits,
        _number(made.sample, values) if made.sample is not None else 0.0,
    )


def _units(prepared: Prepared) -> dict[str, str]:
    report = prepared.report
    units = dict(zip(report.coordinates, report.units, strict=True)) | {TIME: "s"}
    units |= {f"{name}'": f"{unit}/s" if unit else "" for name, unit in units.items()}
    return units | {signal.name: signal.value_unit for signal in prepared.model.signals}


def _calls(tree: Expression) -> Iterator[str]:
    if isinstance(tree, Call):
        yield tree.function
    for part in parts(tree):
        yield from _calls(part)


class _Made:
    """The lines, states and what is kept of one signal."""

    def __init__(self, signal: NamedSignal) -> None:
        block = block_of(signal)
        self.lines: dict[str, Expression] = {}
        self.rates: dict[str, Expression] = {}
        self.starts: dict[str, Expression] = {}
        self.kept: dict[str, Expression] = {}
        self.limits: dict[str, Limits] = {}
        self.sample: Expression | None = None
        modes: dict[str, Switching] = {}
        for acting in block.acting:
            if isinstance(acting, Sampling):
                self._take_sampled(acting)
                return
            assert isinstance(acting, Switching)  # a delay has no block of its own
            modes[acting.mode] = acting
        for part in block.parts:
            self._take(part, modes)

    @property
    def trees(self) -> list[Expression]:
        """All expressions."""
        limits = [tree for pair in self.limits.values() for tree in pair if tree is not None]
        tables = self.lines, self.rates, self.starts, self.kept
        return [*(tree for table in tables for tree in table.values()), *limits]

    @property
    def spoken(self) -> set[Symbol]:
        """What comes from outside: parameters and inputs."""
        own = {*self.lines, *self.starts, STEP}
        return {s for tree in self.trees for s in symbols(tree) if s.name not in own}

    def _take_sampled(self, acting: Sampling) -> None:
        count = len(acting.laws)
        self.sample = read(acting.sample)
        outputs = [name.removeprefix("held_") for name in acting.parameters[:count]]
        self.lines |= dict(zip(outputs, map(read, acting.laws), strict=True))
        names = acting.parameters[count:]
        self.kept |= dict(zip(names, map(read, acting.later), strict=True))
        self.starts |= dict(zip(names, map(read, acting.starts), strict=True))

    def _take(self, part: NamedSignal, modes: dict[str, Switching]) -> None:
        assert isinstance(part, ExpressionSignal | StateSignal)
        tree = _read(part.rate if isinstance(part, StateSignal) else part.value)
        for name in {symbol.name for symbol in symbols(tree)} & modes.keys():
            tree = self._with_mode(part, tree, modes[name])
        if isinstance(part, StateSignal):
            self.rates[part.name], self.starts[part.name] = tree, _read(part.start)
        else:
            self.lines[part.name] = tree

    def _with_mode(self, part: NamedSignal, tree: Expression, acting: Switching) -> Expression:
        """What a part is in the mode of a step, with what is kept for the next one."""
        terms = [term and f"({term})" for term in acting.terms]
        now, held = f"now_{acting.mode}", acting.parameters
        match acting.rule:
            case Rule.SLEW:
                return self._slew(part, terms, held)
            case Rule.STOPS:
                lower, upper = (None if term is None else read(term) for term in terms[2:])
                self.limits[part.name] = lower, upper
                text = _stops(*terms)
            case Rule.BAND:
                text = _band(*terms)
            case Rule.RELAY:
                text = _relay(acting.mode, *terms)
                self.kept[acting.mode], self.starts[acting.mode] = read(now), read(acting.starts[0])
            case Rule.ROUNDING:
                text = ""
                self.lines[now] = Call("floor", (read(f"{terms[0]}/{terms[1]} + 1/2"),))
            case Rule.PLAY:
                text = _play(held[1], *terms)
                self.kept[held[1]], self.starts[held[1]] = read(part.name), read(acting.starts[1])
        if text:
            self.lines[now] = read(text)
        return substitute(tree, {Symbol(acting.mode): Symbol(now)})

    def _slew(
        self, part: NamedSignal, terms: Sequence[str | None], held: Sequence[str]
    ) -> Expression:
        """From what was given before, by no more than the rates allow; it begins with its input."""
        (v, rising, falling), (begun, before, _) = terms, held
        self.kept |= {begun: read("1"), before: read(part.name)}
        self.starts |= {begun: read("0"), before: read("0")}
        way = f"min(max({v} - {before}, -{falling}*{STEP}), {rising}*{STEP})"
        return read(f"{begun}*({before} + {way}) + (1 - {begun})*{v}")


def _read(text: Scalar) -> Expression:
    return read(str(text))


def _beyond(bound: str | None, term: str | None) -> str:
    """1 where a term is at a bound or above it, otherwise 0."""
    return "0" if bound is None else f"step({bound}, {term}, {FAR})"


def _below(bound: str | None, term: str | None) -> str:
    return "0" if bound is None else f"step(-{FAR}, {term}, {bound})"


def _band(v: str | None, lower: str | None, upper: str | None) -> str:
    return f"{_beyond(upper, v)} - {_below(lower, v)}"


def _relay(mode: str, v: str | None, on: str | None, off: str | None) -> str:
    return f"max({_beyond(on, v)}, {mode}*(1 - {_below(off, v)}))"


def _stops(y: str | None, u: str | None, lower: str | None, upper: str | None) -> str:
    rises, falls = f"(1 - {_below('0', u)})", _below("0", u)
    at_lower = "0" if lower is None else f"(1 - {_beyond(lower, y)} + step({lower}, {y}, {lower}))"
    return f"{_beyond(upper, y)}*{rises} - {at_lower}*{falls}"


def _play(held: str, v: str | None, width: str | None) -> str:
    upwards, downwards = f"({v} - {width}/2)", f"({v} + {width}/2)"
    return f"{_beyond(held, upwards)} - {_below(held, downwards)}"
