"""The words in which a kind of signal is written down: states with rates, and outputs.

Everything that a block does is said by texts in its fields; `subsystems.signals` makes states and
expressions of them, so that nothing else knows blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from lagr_gui.catalogue.kinds import RECORDS
from lagr_gui.model.kinds import Depends, FieldSpec, FieldType, Range, RecordOfKind, record_name
from lagr_gui.model.record import Name, Text
from lagr_gui.model.records import NamedSignal


@dataclass(frozen=True)
class BlockState:
    """A state of a block: its letter, and ż and z at the start in letters and fields.

    `order` says how often it is divided by time beside the output.  Where the field `without`
    is 0 there is no such state: it stays 0.  Where limits hold the output y of a law that asks for
    v, the state follows: (y − v)/T is added to its rate, with the field `tracking` T if it is
    given.
    """

    letter: str
    rate: str
    start: str = "0"
    order: int = 0
    without: str = ""
    tracking: str = ""


@dataclass(frozen=True)
class Rates:
    """States with their rates, and the output, in letters and fields.

    An output that is a letter is that state.  The law holds where all fields that it `needs` are
    given, other than 0; fields that are `idle` in it have to be 0.  The output stays between the
    two fields `limits` as far as these are given; where it is a state, that stops at them.

    >>> from lagr_gui import GROUND, System
    >>> s = System("cart", m=1, T=0.5)
    >>> _ = s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    >>> u = s.signal("u", "filter1", input="-x", T="T")
    >>> _ = s.element("coordinate_force", coordinate="x", force=u)
    >>> print(*s.equations().of("Q"))
    Q1 = u
    """

    states: tuple[BlockState, ...]
    output: str
    needs: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    limits: tuple[str, str] = ("", "")


class Rule(StrEnum):
    """How a block goes over from one mode to another (`simulation.switching` has the numbers)."""

    BAND = "band"
    """Terms v, lower, upper: −1 below, 1 above, 0 between them."""
    RELAY = "relay"
    """Terms v, on, off: 1 from on upwards, 0 from off downwards, what it was in between."""
    STOPS = "stops"
    """Terms y, u, lower, upper: y′ = u stops at bounds, −1 and 1, until u leads away again."""
    ROUNDING = "rounding"
    """Terms v, s: the mode is the whole number next to v/s."""
    PLAY = "play"
    """Terms v, width: 1 pushed upwards, −1 downwards, 0 at rest within the width."""
    SLEW = "slew"
    """Terms v, rising, falling: 1, −1 as fast as it may up or down, 0 where it follows v."""


@dataclass(frozen=True)
class Piecewise:
    """An output that is another expression in each mode.

    `cases` are these by mode, in letters and fields, `words` what is said of each; the mode itself
    is the letter m.  By the `terms` the rule tells when it changes.  `held` are letters of numbers
    that are kept from a change on, with the fields with which they begin; `start` is the field of
    the mode at the start where nothing else tells it.
    """

    rule: Rule
    terms: tuple[str, ...]
    cases: Mapping[int, str]
    words: Mapping[int, str]
    held: tuple[tuple[str, str], ...] = ()
    start: str = ""


@dataclass(frozen=True)
class Polynomials:
    """The output b(s)/a(s) of an input, in controllable canonical form.

    `numerator` and `denominator` name the fields with the coefficients, highest power first.
    """

    input: str
    numerator: str
    denominator: str


@dataclass(frozen=True)
class StateMatrices:
    """ẋ = A x + B u, y = C x + D u, with the fields of inputs u, matrices and start of x."""

    inputs: str
    A: str
    B: str
    C: str
    D: str
    start: str


@dataclass(frozen=True)
class Samples:
    """xₖ₊₁ = A xₖ + B uₖ, yₖ = C xₖ + D uₖ at times that a `sample` lies between, y held."""

    sample: str
    inputs: str
    A: str
    B: str
    C: str
    D: str
    start: str


@dataclass(frozen=True)
class Noise:
    """A random number that is held for a `sample` each time."""

    sample: str
    deviation: str
    seed: str


@dataclass(frozen=True)
class Past:
    """y(t) = u(t − τ): the fields of the input u, of τ, and of y before u has come through."""

    input: str
    delay: str
    start: str


Law = Rates | Polynomials | StateMatrices | Piecewise | Samples | Noise | Past


@dataclass(frozen=True)
class SignalKind(RecordOfKind):
    """A kind of signal; the first of its `laws` whose needs are met holds.

    `made` is the record of a kind that is no block, which the core knows by itself.
    """

    name: str
    title: str
    glyph: str
    fields: tuple[FieldSpec, ...]
    laws: tuple[Law, ...]
    help: str
    equation: str = "B1"
    made: type[NamedSignal] | None = None
    base_record = NamedSignal
    record_module = RECORDS
    common = MappingProxyType({"unit": (Name, ""), "description": (Text, "")})

    @property
    def record_name(self) -> str:
        """The name of the record class."""
        return f"{record_name(self.name)}Signal"

    @cached_property
    def _made(self) -> Any:
        return self.made or super()._made


def signal(name: str, label: str, default: Any = 0) -> FieldSpec:
    """A field that may depend on signals."""
    return FieldSpec(name, FieldType.SCALAR, default, label, depends=Depends.SIGNAL)


def constant(
    name: str, default: Any, label: str, unit: str = "", range: Range = Range.ANY
) -> FieldSpec:
    """A field in numbers and parameters; without a default it may be left out."""
    return FieldSpec(name, FieldType.SCALAR, default, label, unit, range=range)


def constants(name: str, default: tuple[Any, ...], label: str) -> FieldSpec:
    """Several numbers or expressions in parameters."""
    return FieldSpec(name, FieldType.SCALARS, default, label)


def rows(name: str, label: str) -> FieldSpec:
    """A matrix of any size in numbers and parameters, row by row."""
    return FieldSpec(name, FieldType.ROWS, (), label)
