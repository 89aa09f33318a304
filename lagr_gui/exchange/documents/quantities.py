"""Values of fields with their units, as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lagr_gui.expression import read
from lagr_gui.foundation.languages import ENGLISH, Words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Scalar
from lagr_gui.model.kinds import FieldSpec, FieldType
from lagr_gui.typesetting import latex, latex_name
from lagr_gui.typesetting.escape import escaped

_UNIT = re.compile(r"([^\W\d_²³]+|°|%)(?:\^?\(?(-?\d+|[²³])\)?)?")
_HIGH = {"²": "2", "³": "3"}
_BETWEEN = "/*· "


def scientific(value: float) -> str:
    """A number to two digits, as 4.4 · 10⁻¹⁶."""
    if value == 0:
        return "$0$"
    digits, _, exponent = f"{value:.1e}".partition("e")
    return f"${digits} \\cdot 10^{{{int(exponent)}}}$"


def formula(value: Scalar) -> str:
    """A number or an expression in mathematics."""
    return f"${bare(value)}$"


def bare(value: Scalar) -> str:
    """A number or an expression without dollars; what cannot be read as it was typed."""
    if not isinstance(value, str):
        digits, _, exponent = f"{value:.10g}".partition("e")
        return rf"{digits} \cdot 10^{{{int(exponent)}}}" if exponent else digits
    try:
        return latex(read(value))
    except LagrError:
        return f"\\text{{{escaped(value)}}}"


def column(values: Sequence[Scalar]) -> str:
    """The components of a vector in a row; 0 stands for all of them."""
    if all(value in (0, "0") for value in values):
        return r"$\boldsymbol{0}$"
    return "$(" + r",\ ".join(map(bare, values)) + ")$"


def matrix(rows: Sequence[Sequence[Scalar]]) -> str:
    """A matrix, small enough for a line of text."""
    body = r" \\ ".join(" & ".join(map(bare, row)) for row in rows)
    return f"$\\left(\\begin{{smallmatrix}}{body}\\end{{smallmatrix}}\\right)$"


def unit(text: str) -> str:
    """A unit as it is printed: ``kg m/s^2`` as kg m s⁻², upright."""
    parts: list[str] = []
    at, sign = 0, 1
    text = text.strip()
    while at < len(text):
        found = _UNIT.match(text, at)
        if found:
            power = sign * int(_HIGH.get(found[2], found[2]) or 1)
            name = {"°": r"^\circ", "%": r"\%"}.get(found[1], f"\\mathrm{{{found[1]}}}")
            parts.append(name + (f"^{{{power}}}" if power != 1 else ""))
            at, sign = found.end(), 1
        elif text[at] in _BETWEEN or text[at] == "1":
            sign = -1 if text[at] == "/" else sign
            at += 1
        else:
            return escaped(text)
    shown = r"\,".join(parts) or text
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


_LETTER = re.compile(r"\s([A-Za-z]|[^\x00-\x7f]\S?|[A-Z]{2}|\S\(\S\))$")
"""The letter at the end of a label, such as that of “Stiffness c”."""


def field_words(w: Words, spec: FieldSpec, record: Any) -> str:
    """A field by its label, such as “stiffness c₁ N/m”."""
    label = w.spoken(spec.label)
    if spec.type == FieldType.SCALAR:
        label = _LETTER.sub("", label)
    return f"{escaped(w.lowered(label))} {field_value(spec, getattr(record, spec.name), w)}"
