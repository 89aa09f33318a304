"""Values of fields with their units, as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lagr_gui.algebra import latex, latex_name
from lagr_gui.exchange.escape import escaped
from lagr_gui.exchange.words import ENGLISH, Words
from lagr_gui.expression import read
from lagr_gui.model import Scalar
from lagr_gui.model.kinds import FieldSpec, FieldType
from lagr_gui.problem import LagrError

_UNIT = re.compile(r"([^\W\d_²³]+|°|%)(?:\^?\(?(-?\d+|[²³])\)?)?")
_HIGH = {"²": "2", "³": "3"}
_BETWEEN = {"/": "/", "*": r"\,", "·": r"\,", " ": r"\,"}


def formula(value: Scalar) -> str:
    """A number or an expression in mathematics."""
    return f"${bare(value)}$"


def bare(value: Scalar) -> str:
    """A number or an expression without dollars; what cannot be read as it was typed."""
    if not isinstance(value, str):
        return f"{value:.10g}"
    try:
        return latex(read(value))
    except LagrError:
        return f"\\text{{{escaped(value)}}}"


def column(values: Sequence[Scalar]) -> str:
    """The components of a vector in a row."""
    return "$(" + r",\ ".join(map(bare, values)) + ")$"


def matrix(rows: Sequence[Sequence[Scalar]]) -> str:
    """A matrix, small enough for a line of text."""
    body = r" \\ ".join(" & ".join(map(bare, row)) for row in rows)
    return f"$\\left(\\begin{{smallmatrix}}{body}\\end{{smallmatrix}}\\right)$"


def unit(text: str) -> str:
    """A unit as it is printed: ``kg m^2`` upright, with exponents raised."""
    parts, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _UNIT.match(text, at)
        if found:
            power = _HIGH.get(found[2], found[2])
            name = {"°": r"^\circ", "%": r"\%"}.get(found[1], f"\\mathrm{{{found[1]}}}")
            parts.append(name + (f"^{{{power}}}" if power else ""))
            at = found.end()
        elif text[at] in _BETWEEN:
            parts.append(_BETWEEN[text[at]])
            at += 1
        elif text[at] == "1":
            parts.append("1")
            at += 1
        else:
            return escaped(text)
    shown = "".join(parts)
    return f"${shown}$" if shown and shown.isascii() else escaped(text)


def with_unit(text: str, name: str) -> str:
    """A value and its unit, which stay on one line."""
    return f"{text}~{unit(name)}" if name else text


def field_value(spec: FieldSpec, value: Any, w: Words = ENGLISH) -> str:
    """What a field of a joint or element holds, with its unit."""
    match spec.type:
        case FieldType.SCALAR:
            return with_unit(formula(value), "" if "," in spec.unit else spec.unit)
        case FieldType.VECTOR:
            return with_unit(column(value), spec.unit)
        case FieldType.AXIS:
            return column(value)
        case FieldType.AXES:
            return ", ".join(map(column, value))
        case FieldType.MATRIX:
            return matrix(value)
        case FieldType.COORDINATE:
            return f"${latex_name(value)}$" if value else "--"
        case FieldType.BODY:
            return str(value)
        case _:
            return escaped(w(value) if spec.choices else str(value).replace("_", " ")) or "--"
