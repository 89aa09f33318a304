"""Values of fields with their units, as documents show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lagr_gui.expression import read
from lagr_gui.foundation.languages import ENGLISH, Words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Scalar
from lagr_gui.model.kinds import FieldSpec, FieldType, Range
from lagr_gui.typesetting.dialects import formula as tree_formula
from lagr_gui.typesetting.formula import (
    GAP,
    THIN,
    Box,
    Formula,
    bold,
    joined,
    plain,
    raised,
    spelled,
    upright,
)
from lagr_gui.typesetting.formula import matrix as small_matrix
from lagr_gui.typesetting.formula import scientific as power_of_ten
from lagr_gui.typesetting.words import Text, listed, math, name_math, text_of

_UNIT = re.compile(r"([^\W\d_²³]+|°|%)(?:\^?\(?(-?\d+|[²³])\)?)?")
_HIGH = {"²": "2", "³": "3"}
_BETWEEN = "/*· "
_SIGNS = {"°": spelled(r"^\circ", '""^(degree)'), "%": spelled(r"\%", "%")}

NONE = "--"
"""Stands where there is nothing."""


def scientific(value: float) -> Box:
    """A number to two digits, as 4.4 · 10⁻¹⁶."""
    if value == 0:
        return math(("0",))
    digits, _, exponent = f"{value:.1e}".partition("e")
    return math(power_of_ten(digits, exponent))


def formula(value: Scalar) -> Box:
    """A number or an expression in mathematics."""
    return math(bare(value))


def bare(value: Scalar) -> Formula:
    """A number or an expression; what cannot be read as it was typed."""
    if not isinstance(value, str):
        digits, _, exponent = f"{value:.10g}".partition("e")
        if digits == "1" and exponent:
            return (raised(("10",), (str(int(exponent)),)),)
        return power_of_ten(digits, exponent)
    try:
        return tree_formula(read(value))
    except LagrError:
        return (Box("words", text=value),)


def column(values: Sequence[Scalar]) -> Box:
    """The components of a vector in a row; 0 stands for all of them."""
    if all(value in (0, "0") for value in values):
        return math((bold("0"),))
    return math((plain(joined((",", GAP), list(map(bare, values)))),))


def matrix(rows: Sequence[Sequence[Scalar]]) -> Box:
    """A matrix, small enough for a line of text."""
    return math((small_matrix([list(map(bare, row)) for row in rows]),))


def unit(text: str) -> Text:
    """A unit as it is printed: ``kg m/s^2`` as kg m s⁻², upright."""
    parts: list[Formula] = []
    at, sign = 0, 1
    text = text.strip()
    while at < len(text):
        match = _UNIT.match(text, at)
        if match:
            power = sign * int(_HIGH.get(match[2], match[2]) or 1)
            name = _SIGNS.get(match[1], upright(match[1]))
            parts.append((raised((name,), (str(power),)) if power != 1 else name,))
            at, sign = match.end(), 1
        elif text[at] in _BETWEEN or text[at] == "1":
            sign = -1 if text[at] == "/" else sign
            at += 1
        else:
            return text
    if not parts or not re.sub("[°²³·]", "", text).isascii():
        return text
    return (math(joined((THIN,), parts)),)


def with_unit(value: Box, name: str) -> Formula:
    """A value and its unit, which stay on one line."""
    return text_of(value, "\u00a0", unit(name)) if name else (value,)


def field_value(spec: FieldSpec, value: Any, w: Words = ENGLISH) -> Text:
    """What a field of a joint or element holds, with its unit."""
    match spec.type:
        case FieldType.SCALAR:
            return with_unit(formula(value), "" if "," in spec.unit else spec.unit)
        case FieldType.VECTOR:
            return with_unit(column(value), spec.unit)
        case FieldType.AXIS:
            return (column(value),)
        case FieldType.AXES:
            return listed(map(column, value))
        case FieldType.MATRIX:
            return (matrix(value),)
        case FieldType.COORDINATE:
            return (name_math(value),) if value else NONE
        case FieldType.BODY:
            return str(value)
        case _:
            return (w(value) if spec.choices else str(value).replace("_", " ")) or NONE


_LETTER = re.compile(r"\s([A-Za-z]|[^\x00-\x7f]\S?|[A-Z]{2}|\S\(\S\))$")
"""The letter at the end of a label, such as that of “Stiffness c”."""


def said_fields(w: Words, specs: Iterable[FieldSpec], record: Any) -> Iterator[Formula]:
    """Fields by their labels, such as “stiffness c₁ N/m”, but for those that say nothing."""
    for spec in specs:
        value = getattr(record, spec.name)
        if _is_nothing(spec, value):
            continue
        label = w.spoken(spec.label)
        if spec.type == FieldType.SCALAR:
            label = _LETTER.sub("", label)
        yield text_of(f"{w.lowered(label)} ", field_value(spec, value, w))


def _is_nothing(spec: FieldSpec, value: Any) -> bool:
    """Whether a field is left as it is by itself: without an amount, or chosen by the program."""
    if spec.type == FieldType.CHOICE:
        return value == spec.default == "automatic"
    is_amount = spec.type == FieldType.SCALAR and spec.range is not Range.PART
    return is_amount and value in (0, "0") and spec.default in (0, "0")
