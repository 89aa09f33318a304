"""Numbers with units: as exact as they are typed, and what usually goes wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import isclose, log10, pi

from lagr_gui.expression import Symbol, read, with_points
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.expression.units import NONE, Unit, unit_of
from lagr_gui.extensions.teaching.marking.answers import refuse
from lagr_gui.extensions.teaching.marking.verdicts import Verdict
from lagr_gui.foundation.message import Message, say

FEWEST_DIGITS = 2
"""What is right in fewer digits only is not exact enough."""
EXACT = 1e-9
"""What numbers that are the same may differ by, relative to them."""

_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)\s*([^\d/*+^()-].*)?")
_MINUS = str.maketrans("−–", "--")


def number_verdict(answer: str, right: float, unit: str) -> Verdict:
    """How a number is that should be `right` in SI units, a quantity that has the given unit.

    A number without a unit counts in that one.  Raises LagrError where the answer does not read.
    """
    text = with_points(answer.split("=")[-1].strip().translate(_MINUS))
    wanted = _unit(unit)
    match = _NUMBER.fullmatch(text)
    if match is None:
        value = evaluate(read(text), FloatCarrier(), _unknown) * _size(wanted)
        is_right = isclose(value, right, rel_tol=EXACT)
        return Verdict("right") if is_right else _wrong(value, right, abs(right) * EXACT)
    typed, own = Decimal(match[1]), _unit(match[2] or unit)
    if own.dimension != wanted.dimension:
        return Verdict("wrong", (say("the unit is that of another quantity"),), ("unit",))
    value, last = float(typed) * _size(own), 10.0 ** int(typed.as_tuple().exponent) * _size(own)
    if isclose(value, right, rel_tol=EXACT):
        return Verdict("right")
    if abs(value - right) > 0.5 * last * (1 + EXACT):
        return _wrong(value, right, 0.5 * last)
    if len(typed.as_tuple().digits) < FEWEST_DIGITS:
        told = say("give {count} digits at least", count=FEWEST_DIGITS)
        return Verdict("wrong", (told,), ("digits",))
    return Verdict("right")


def _unit(text: str) -> Unit:
    """A unit by its name; none is that of numbers."""
    unit = unit_of(text.strip()) if text.strip() else Unit(Fraction(1), NONE)
    if unit is None:
        refuse(say("“{text}” is no unit that is known.", text=text), "Write it as in 0.35 m/s^2.")
    return unit


def _size(unit: Unit) -> float:
    return float(unit.factor) * pi**unit.turns


def _unknown(symbol: Symbol) -> float:
    refuse(say("“{name}” is no number.", name=symbol.name), "Write a number with its unit.")


def _wrong(value: float, right: float, tolerance: float) -> Verdict:
    found = [*_errors(value, right, tolerance)]
    return Verdict("wrong", tuple(said for _, said in found), tuple(name for name, _ in found))


def _errors(value: float, right: float, tolerance: float) -> Iterator[tuple[str, Message]]:
    """Typical errors that make this number of the right one."""
    if abs(value + right) <= tolerance:
        yield "sign", say("the sign is wrong")
    if value * right <= 0:
        return
    for factor, name, words in _FACTORS:
        if abs(value * factor - right) <= tolerance * factor:
            yield name, say(words)
    power = round(log10(value / right))
    if power and abs(value / 10.0**power - right) <= tolerance / 10.0**power:
        yield "power-of-ten", say("the power of ten is wrong: look at the units")


_FACTORS = (
    (pi / 180, "degrees", "it is in degrees, not in radians"),
    (180 / pi, "degrees", "it is in radians, not in degrees"),
    (2 * pi, "cycles", "cycles per second and radians per second differ by 2π"),
    (1 / (2 * pi), "cycles", "cycles per second and radians per second differ by 2π"),
    (2.0, "half", "it is half of what it should be"),
    (0.5, "twice", "it is twice what it should be"),
)
"""By what a wrong number has to be multiplied, with the name of the error and its words."""
