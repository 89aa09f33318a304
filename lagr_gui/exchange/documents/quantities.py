"""Values of fields with their units, as documents show them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isclose, pi
from typing import Any

from lagr_gui.expression import read
from lagr_gui.foundation.languages import ENGLISH, Words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Scalar
from lagr_gui.model.kinds import FieldSpec, FieldType, Range
from lagr_gui.model.record import IDENTITY
from lagr_gui.typesetting.dialects import formula as tree_formula
from lagr_gui.typesetting.formula import (
    GAP,
    MINUS,
    THIN,
    Box,
    Formula,
    bold,
    fraction,
    joined,
    plain,
    raised,
    spelled,
    upright,
)
from lagr_gui.typesetting.formula import matrix as small_matrix
from lagr_gui.typesetting.formula import scientific as power_of_ten
from lagr_gui.typesetting.words import Text, listed, math, name_math, quantity, text_of, unbroken

_UNIT = re.compile(r"([^\W\d_²³]+|°|%)(?:\^?\(?(-?\d+|[²³])\)?)?")
_HIGH = {"²": "2", "³": "3"}
_BETWEEN = "/*· "
_SIGNS = {
    "Ohm": spelled(r"\Omega", "Omega"),
    "°": spelled(r"^\circ", '""^(degree)'),
    "%": spelled(r"\%", "%"),
}

NONE = "--"
"""Stands where there is nothing."""


def scientific(value: float) -> Box:
    """A number to two digits, as 4.4 · 10⁻¹⁶."""
    if value == 0:
        return math(("0",))
    digits, _, exponent = f"{value:.1e}".partition("e")
    return unbroken(power_of_ten(digits, exponent))


def formula(value: Scalar, unit: str = "") -> Box:
    """A number or an expression in mathematics; an angle as a part of π where it is one."""
    if not isinstance(value, str) and unit.startswith("rad") and (part := part_of_pi(value)):
        above, _, below = part.partition("/")
        whole = tree_formula(read(above.lstrip("-")))
        whole = (fraction(whole, (below,)),) if below else whole
        return math((MINUS, *whole) if value < 0 else whole)
    return math(bare(value))


def bare(value: Scalar) -> Formula:
    """A number or an expression; what cannot be read as it was typed."""
    if not isinstance(value, str):
        digits, exponent = _digits(value)
        if exponent and digits in ("1", "-1"):
            return (digits[:-1], raised(("10",), (str(int(exponent)),)))
        return power_of_ten(digits, exponent)
    try:
        return tree_formula(read(value))
    except LagrError:
        return (Box("words", text=value),)


def _digits(value: float) -> tuple[str, str]:
    """Ten digits of a number, and its power of ten."""
    digits, _, exponent = f"{value:.10g}".partition("e")
    if digits.endswith(_ZEROS):
        digits, _, exponent = f"{value:.9e}".partition("e")
        digits = digits.rstrip("0").rstrip(".")
    return digits, exponent


_ZEROS = "000000"
"""Nobody counts so many zeros at the end of a number."""


def part_of_pi(value: float) -> str:
    """A small multiple of a small part of π as it is typed, such as ``3*pi/4``; else nothing."""
    for parts in _PARTS if value else ():
        times = round(value * parts / pi)
        if times and abs(times) <= 2 * parts and isclose(value, times * pi / parts, rel_tol=_ULPS):
            whole = {1: "pi", -1: "-pi"}.get(times, f"{times}*pi")
            return whole if parts == 1 else f"{whole}/{parts}"
    return ""


_PARTS = (*range(1, 13), 15, 16, 18, 20, 24, 30, 36)
_ULPS = 1e-15


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
    factors: list[tuple[str, int]] = []
    at, sign = 0, 1
    text = text.strip()
    while at < len(text):
        match = _UNIT.match(text, at)
        if match:
            power = sign * int(_HIGH.get(match[2], match[2]) or 1)
            factors.append((match[1], power))
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
    shown = math(joined((THIN,), parts))
    commands = _commands(factors)
    return (quantity(shown, rf"\unit{{{commands}}}"),) if commands else (shown,)


def with_unit(value: Box, name: str) -> Formula:
    """A value and its unit, which stay on one line."""
    return text_of(value, "\u00a0", unit(name)) if name else (value,)


def _with_unit(value: float, name: str) -> Formula:
    """A number and its unit, in LaTeX as one quantity."""
    shown = with_unit(formula(value, name), name)
    *_, last = shown
    plain_number = not (name.startswith("rad") and part_of_pi(value))
    if len(shown) < 2 or not plain_number or not isinstance(last, Box) or last.kind != "quantity":
        return shown
    commands = last.text.removeprefix(r"\unit")
    digits, exponent = _digits(value)
    typed = f"{digits}e{int(exponent)}" if exponent else digits
    return (quantity(shown, rf"\qty{{{typed}}}{commands}"),)


def scalar(value: Scalar, name: str) -> Formula:
    """A number with its unit; expressions have that of their names."""
    value = _number(value)
    return (formula(value),) if isinstance(value, str) else _with_unit(value, name)


def vector(values: Sequence[Scalar], name: str) -> Formula:
    """The components of a vector with their unit, if there is a number but zero among them."""
    numbers = (_number(value) for value in values)
    told = any(value for value in numbers if not isinstance(value, str))
    return with_unit(column(values), name if told else "")


def _number(value: Scalar) -> Scalar:
    """What was typed as a number."""
    try:
        return float(value)
    except ValueError:
        return value


def says_something(spec: FieldSpec, record: Any) -> bool:
    """Whether a field holds anything but the nothing that it holds by itself."""
    value = getattr(record, spec.name)
    told = spec.range is Range.PART  # 0 is one end of it, as a plastic impact
    return told or value != spec.default or value not in _NOTHING


_NOTHING = (0, "0", (), (0, 0, 0), ("0", "0", "0"), "", "off", "automatic", IDENTITY)
"""What a field holds by itself and nobody misses."""


def field_value(spec: FieldSpec, value: Any, w: Words = ENGLISH) -> Text:
    """What a field of a joint or element holds, with its unit."""
    match spec.type:
        case FieldType.SCALAR:
            return scalar(value, "" if "," in spec.unit else spec.unit)
        case FieldType.VECTOR:
            return vector(value, spec.unit)
        case FieldType.AXIS:
            return (column(value),)
        case FieldType.PLACES:
            return listed(vector(entry, spec.unit) for entry in value)
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


def field_words(w: Words, spec: FieldSpec, record: Any) -> Formula:
    """A field by its label, such as “stiffness c₁ N/m”."""
    label = w.spoken(spec.label)
    if spec.type == FieldType.SCALAR:
        label = _LETTER.sub("", label)
    return text_of(f"{w.lowered(label)} ", field_value(spec, getattr(record, spec.name), w))


# --- units as siunitx takes them ----------------------------------------------------------------

_UNITS = (
    "m:metre s:second A:ampere K:kelvin rad:radian N:newton J:joule W:watt V:volt C:coulomb "
    "Pa:pascal F:farad H:henry Hz:hertz T:tesla Wb:weber Ohm:ohm g:gram kg:kilogram min:minute "
    "h:hour bar:bar t:tonne °:degree deg:degree %:percent"
)
_BEFORE = "k:kilo M:mega G:giga c:centi m:milli µ:micro u:micro n:nano p:pico"
_NAMES, _PREFIXES = (
    {name: command for name, _, command in (pair.partition(":") for pair in text.split())}
    for text in (_UNITS, _BEFORE)
)
_POWERS = {1: "", 2: r"\squared", 3: r"\cubed"}


def _commands(factors: Sequence[tuple[str, int]]) -> str:
    r"""A product of units as commands: ``\kilogram\metre\per\second\squared``; else nothing."""
    commands = [_command(name) for name, _ in factors]
    if not all(commands):
        return ""
    return "".join(
        (r"\per" if power < 0 else "")
        + command
        + _POWERS.get(abs(power), rf"\tothe{{{abs(power)}}}")
        for command, (_, power) in zip(commands, factors, strict=True)
    )


def _command(name: str) -> str:
    if name in _NAMES:
        return f"\\{_NAMES[name]}"
    prefix, rest = name[:1], name[1:]
    if prefix in _PREFIXES and rest in _NAMES:
        return f"\\{_PREFIXES[prefix]}\\{_NAMES[rest]}"
    return ""
