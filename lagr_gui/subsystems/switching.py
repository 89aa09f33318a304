"""Blocks that switch, sample or are delayed: what they hold as parameters, and what decides on it.

The mode m of a block is a parameter that nobody types, a whole number that stays as it is between
two changes; so are numbers that a block holds.  What the block gives is one expression in all its
modes, with factors of m that are exactly 1 or 0: u = (1 − m²) v + m (m + 1)/2 û + m (m − 1)/2 (−û).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lagr_gui.catalogue.dynamics import Rule
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Function, Model, Parameter

DEGREE = 10
"""The degree of the polynomials by which delayed signals go on."""

MODE = "mode of a signal"
"""What is said of parameters that are modes of signals, or what these hold."""


RISES, FALLS = "{words}, until {limit} < {input}", "{words}, until {input} < {limit}"
"""What is said of a mode that ends where an input passes a limit, both as expressions."""


@dataclass(frozen=True)
class Switching:
    """What decides about the mode of a block, and what its `parameters` are: its mode, what it
    holds.

    `source` is the key of its item, `output` the signal that switches.  `terms` are expressions by
    which the `rule` decides (None: a limit that is not given), `starts` those of the parameters
    when a motion begins.
    """

    source: str
    output: str
    rule: Rule
    parameters: tuple[str, ...]
    units: tuple[str, ...]
    terms: tuple[str | None, ...]
    starts: tuple[str, ...]
    words: Mapping[int, str]

    @property
    def mode(self) -> str:
        """The parameter that is its mode."""
        return self.parameters[0]


@dataclass(frozen=True)
class Sampling:
    """A block that acts at t₀ + k h alone, with the text of its `sample` h.

    `laws` are what its outputs are at such a time, `later` what its states are at the next one, all
    as expressions of what holds then.  `parameters` hold outputs, then states, which begin with
    `starts`.  Noise has no laws, but a deviation and a seed.
    """

    source: str
    output: str
    sample: str
    parameters: tuple[str, ...]
    laws: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    deviation: str = ""
    seed: str = ""

    @property
    def states(self) -> tuple[str, ...]:
        """The parameters that hold its states."""
        return self.parameters[len(self.laws) :] if self.laws else ()


@dataclass(frozen=True)
class Delay:
    """A block that gives its input as it was some time before, with the text of this `delay`.

    Along a stretch of time what has been is a `function` of time that nobody types, a polynomial in
    pace (t − since), whose coefficients `parameters` hold, behind since and pace.  Before its input
    has come through the output is `start`.
    """

    source: str
    output: str
    delay: str
    input: str
    start: str
    unit: str = ""

    @property
    def parameters(self) -> tuple[str, ...]:
        """What holds since, pace, and the coefficients, lowest power first."""
        letters = ("since", "pace", *(f"held{power}" for power in range(DEGREE + 1)))
        return tuple(f"{letter}_{self.output}" for letter in letters)

    @property
    def constant(self) -> str:
        """The coefficient that belongs to no power of the time."""
        return self.parameters[2]

    @property
    def units(self) -> tuple[str, ...]:
        """Those of its parameters."""
        return ("s", "1/s", *(self.unit for _ in range(DEGREE + 1)))

    @property
    def function(self) -> Function:
        """What has been, as Horner writes a polynomial."""
        since, pace, *held = self.parameters
        law = held[-1]
        for coefficient in held[-2::-1]:
            law = f"{coefficient} + {pace}*(t - {since})*({law})"
        return Function(name=f"past_{self.output}", expression=law, description=MODE)


def names_of(acting: Acting) -> tuple[str, ...]:
    """The names of all that nobody types."""
    more = (acting.function.name,) if isinstance(acting, Delay) else ()
    return (*acting.parameters, *more)


Acting = Switching | Sampling | Delay
"""What acts at instants."""


def texts_of(acting: Acting) -> tuple[str | None, ...]:
    """The expressions by which it acts, those of its start behind them."""
    match acting:
        case Switching():
            return (*acting.terms, *acting.starts)
        case Sampling():
            return (*acting.laws, *acting.starts)
        case Delay():
            return (acting.input, acting.start)


def mode_of(output: str) -> str:
    """The parameter that holds the mode of a signal."""
    return f"mode_{output}"


WEIGHTS: Mapping[tuple[int, ...], Mapping[int, str]] = {
    (0,): {0: ""},
    (0, 1): {0: "(1 - {m})", 1: "{m}"},
    (-1, 0): {0: "(1 + {m})", -1: "(-{m})"},
    (-1, 0, 1): {0: "(1 - {m}^2)", 1: "({m}*({m} + 1)/2)", -1: "({m}*({m} - 1)/2)"},
}
"""Factors that are 1 in one of some modes and 0 in the others, without rounding."""


def by_mode(cases: Mapping[int, str], mode: str) -> str:
    """What is one of several expressions, by the parameter of the mode."""
    weights = WEIGHTS[tuple(sorted(cases))]
    terms = [
        f"{weights[m].format(m=mode)}*({text})" if weights[m] else text
        for m, text in cases.items()
        if text != "0"
    ]
    return " + ".join(terms)


def held_by(output: str) -> str:
    """The parameter that holds a sampled output."""
    return f"held_{output}"


def later_of(state: str) -> str:
    """The signal that tells what a sampled state is to be."""
    return f"next_{state}"


def hidden(acting: Acting) -> Iterator[Parameter]:
    """Its mode and what it holds as parameters, at first 0; what is delayed is at its start."""
    units = ("",) * len(acting.parameters) if isinstance(acting, Sampling) else acting.units
    begun = {acting.constant: acting.start} if isinstance(acting, Delay) else dict[str, str]()
    for name, unit in zip(acting.parameters, units, strict=True):
        yield Parameter(name=name, value=begun.get(name, 0), unit=unit, description=MODE)


def hidden_names(model: Model) -> tuple[str, ...]:
    """The parameters of a plain model that are modes of signals, or what these hold."""
    return tuple(entry.name for entry in model.parameters if entry.description == MODE)


def refuse_acting(model: Model) -> None:
    """Raise LagrError where signals of a plain model switch, sample or are delayed."""
    for name in hidden_names(model)[:1]:
        raise refusal(
            say("Signal “{name}”", name=name.partition("_")[2]),
            "It switches, samples or is delayed; what is asked here knows one set of "
            "equations, without a past.",
            "Simulate the model, or put an expression or a block without modes in its place.",
            "switching",
        )
