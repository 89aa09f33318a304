"""What callers give, looked at before it is used: numbers, lists of them, names, files.

A text in place of a number is told as what it is, where it was given, not where it first hurts.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Integral, Real
from typing import Any, TypeGuard

from lagr_gui.expression import Symbol, with_points
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.dimensions import DoesNotFit, dimension_of
from lagr_gui.expression.reader import Measured, measured
from lagr_gui.expression.units import NONE, Dimension, Unit, named, unit_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a value is a real number, of Python or of NumPy; true and false are none."""
    return type(value) is float or (isinstance(value, Real) and not isinstance(value, bool))


def is_finite(value: Any) -> bool:
    """Whether a value is a real number that a float can hold."""
    try:
        return is_number(value) and math.isfinite(float(value))
    except OverflowError:
        return False


def number_in(text: str) -> float | None:
    """The finite number that a text is, written with the digits 0 … 9; None where it is none."""
    written = text.strip()
    if not _NUMBER.fullmatch(written):
        return None
    number_read = float(written)
    return number_read if math.isfinite(number_read) else None


def quantity(text: str, unit: str, place: str, names: Mapping[str, float] | None = None) -> float:
    """The number in SI units that a text stands for: an expression, with units or without.

    Units must be of the sort of `unit`, which may be one of SI or empty (unknown); numbers without
    one are in SI units.  Commas may be decimal.  Raises LagrError for what does not read, has no
    finite value, or is a quantity of another sort.
    """
    text = with_points(text.strip())
    content, wanted = measured(text), unit_of(unit) if unit else None
    if content.units and wanted is not None:
        _check_sort(content, wanted, unit, place)
    number_read = value(text, names or {})
    if not math.isfinite(number_read):
        raise wrong(place, text, say("a finite number"))
    return number_read


def quantity_or(unread: LagrError, text: str, unit: str, place: str) -> float:
    """The same; only a quantity of another sort is told by its own words, others are `unread`."""
    try:
        return quantity(text, unit, place)
    except LagrError as error:
        if error.problems[0].code == "dimension":
            raise
        raise unread from error


def _check_sort(content: Measured, wanted: Unit, unit: str, place: str) -> None:
    def dimension_in(symbol: Symbol) -> Dimension | None:
        of_symbol = content.units.get(symbol.name)
        return of_symbol and of_symbol.dimension

    try:
        dimension = dimension_of(content.tree, dimension_in)
    except DoesNotFit as error:
        remedy = "Give all terms units that fit together."
        raise refusal(place, error.args[0], remedy, "dimension") from error
    if isinstance(dimension, tuple) and dimension != wanted.dimension:
        cause = say(
            "This is in {found}, the place holds {unit}.", found=named(dimension), unit=unit
        )
        if dimension == NONE:
            cause = say("This is an angle or a number, the place holds {unit}.", unit=unit)
        raise refusal(place, cause, "Give a quantity of that sort.", "dimension")


def number(value: Any, place: str) -> float:
    """A finite number. Raises LagrError where it is none."""
    if not is_finite(value):
        raise wrong(place, value, say("a finite number"))
    return float(value)


def not_negative(value: Any, place: str) -> float:
    """A finite number from 0 up. Raises LagrError where it is none."""
    result = number(value, place)
    if result < 0:
        raise wrong(place, value, say("a number that is not negative"))
    return result


def whole(value: Any, place: str, least: int) -> int:
    """A whole number from a least one. Raises LagrError where it is none."""
    if not is_number(value) or not isinstance(value, Integral) or value < least:
        raise wrong(place, value, say("a whole number from {least} up", least=least))
    return int(value)


def numbers(values: Any, place: str) -> list[float]:
    """A list of finite numbers. Raises LagrError where it is none, or one of them is none."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise wrong(place, values, say("a list of numbers"))
    return [
        number(entry, say("{place}, entry {i}", place=place, i=i + 1))
        for i, entry in enumerate(values)
    ]


def by_name(values: Any, place: str) -> dict[str, Any]:
    """Values by name. Raises LagrError where it is no mapping."""
    if not isinstance(values, Mapping):
        raise wrong(place, values, say("a mapping such as {{“q1”: 0.5}}"))
    return dict(values)


def names(values: Any, place: str) -> tuple[str, ...]:
    """Several names; one alone may be given as it is. Raises LagrError for other things."""
    listed = (values,) if isinstance(values, str) else values
    if not isinstance(listed, Iterable) or not all(isinstance(name, str) for name in listed):
        raise wrong(place, values, say("a list of names"))
    return tuple(listed)


def several(text: str) -> list[str]:
    """Expressions with semicolons, or commas outside of brackets, between them."""
    pieces, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == ";" or (sign == "," and depth == 0):
            pieces.append("")
        else:
            pieces[-1] += sign
    return [entry.strip() for entry in pieces if entry.strip()]


def named_texts(text: str, place: str) -> dict[str, str]:
    """``"phi=pi/2, x=0.1"`` as a mapping of texts. Raises LagrError where it is none."""
    texts: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, sign, right = part.partition("=")
        if not sign or not name.strip():
            cause = say("“{part}” gives no value to a coordinate.", part=part)
            raise refusal(place, cause, "Write name=value, …", code="values")
        if name.strip() in texts:
            cause = say("“{name}” is given twice.", name=name.strip())
            raise refusal(place, cause, "Leave one of them out.", code="values")
        texts[name.strip()] = right.strip()
    return texts


def named_values(text: str, place: str) -> dict[str, float]:
    """The same as numbers: ``"psi=2, phi=2*pi"``. Raises LagrError where they are none."""
    return {name: _value(right, name, place) for name, right in named_texts(text, place).items()}


def _value(text: str, name: str, place: str) -> float:
    try:
        return value(text, {})
    except LagrError as error:
        problems = error.problems
    raise LagrError(
        replace(problem, place=say("{place}, {name}", place=place, name=name))
        for problem in problems
    )


def wrong(place: str, value: Any, expected: str) -> LagrError:
    """A value of another sort than what is expected."""
    cause = say("This is {shown}; expected: {expected}.", shown=shown(value), expected=expected)
    return refusal(place, cause, "Correct the value.", code="wrong-value")


def shown(value: Any) -> str:
    """A value as it is written, without what is too much to read."""
    return shortened(_WRITER.repr(value), 40)


def shortened(text: str, most: int = 60) -> str:
    """A text, cut where it is longer than so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


_WRITER = reprlib.Repr()
_WRITER.maxlong = _WRITER.maxstring = _WRITER.maxother = 60
