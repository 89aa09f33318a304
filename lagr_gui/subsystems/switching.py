"""Blocks that switch: their modes as parameters, and what decides about these.

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
from lagr_gui.model import Model, Parameter

MODE = "mode of a signal"
"""What is said of parameters that are modes of signals, or what these hold."""


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


def hidden(acting: Switching | Sampling) -> Iterator[Parameter]:
    """Its mode and what it holds as parameters, at first 0."""
    units = acting.units if isinstance(acting, Switching) else ("",) * len(acting.parameters)
    for name, unit in zip(acting.parameters, units, strict=True):
        yield Parameter(name=name, value=0, unit=unit, description=MODE)


def hidden_names(model: Model) -> tuple[str, ...]:
    """The parameters of a plain model that are modes of signals, or what these hold."""
    return tuple(entry.name for entry in model.parameters if entry.description == MODE)


def refuse_acting(model: Model) -> None:
    """Raise LagrError where signals of a plain model switch or sample."""
    for name in hidden_names(model)[:1]:
        raise refusal(
            say("Signal “{name}”", name=name.partition("_")[2]),
            "It switches or samples at instants; what is asked here knows one set of equations.",
            "Simulate the model, or put an expression or a block without modes in its place.",
            "switching",
        )
