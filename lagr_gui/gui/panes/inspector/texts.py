"""From values to what is typed and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import pi
from typing import Any

from lagr_gui.expression import with_points
from lagr_gui.expression.arguments import quantity
from lagr_gui.expression.reader import measured
from lagr_gui.expression.units import Unit, unit_of
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.gui.panes.inspector.rows import VARIOUS, FormRow, ValueSort
from lagr_gui.model import Scalar, Vector

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_WHOLE = re.compile(r"[+-]?\d+")
_COUNTED = re.compile(rf"(?P<number>{_NUMBER.pattern})\s*(?P<unit>[^\W\d].*|°)")


def shown(row: FormRow, value: Any) -> str:
    """The text of a value in its field."""
    if value is None or value is VARIOUS:
        return ""
    if row.sort is ValueSort.VECTOR:
        return vector_text(value)
    if row.sort is ValueSort.WORDS:
        return ", ".join(value)
    return scalar_text(value)


def typed(row: FormRow, text: str) -> Any:
    """The value that a text stands for. Raises LagrError where it cannot be of the sort."""
    text = text.strip()
    if row.optional and not text:
        return None
    match row.sort:
        case ValueSort.VECTOR:
            return vector_value(text)
        case ValueSort.SCALAR:
            return scalar_value(text)
        case ValueSort.INTEGER:
            return _whole(text)
        case ValueSort.NUMBER:
            return number_value(text, row.unit)
        case ValueSort.WORDS:
            return tuple(word.strip() for word in text.split(",") if word.strip())
        case _:
            return text


def scalar_text(value: Scalar) -> str:
    """A number as short as it can be read back, or the text of an expression."""
    text = repr(value) if isinstance(value, float) else str(value)
    return text.removesuffix(".0")


def scalar_value(text: str) -> Scalar:
    """A number or the text of an expression, with units as typed; commas may be decimal."""
    text = with_points(text)
    if _WHOLE.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text) and abs(number := float(text)) < 1e300:
        return number
    return text


@dataclass(frozen=True, slots=True)
class CountedText:
    """A number as it was typed, and its unit: that can be made larger and smaller."""

    number: float
    unit: str = ""
    size: float = 1.0
    """Of the unit, in SI units."""

    def another(self, number: float) -> Scalar:
        """Another number of the same unit."""
        return f"{scalar_text(number)} {self.unit}" if self.unit else number


def counted(value: Any) -> CountedText | None:
    """What a value counts; None of an expression, of which it is not clear what would change."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return CountedText(float(value))
    if not isinstance(value, str) or not (match := _COUNTED.fullmatch(with_points(value.strip()))):
        return None
    name = match["unit"]
    unit = unit_of("deg" if name == "°" else name)
    return unit and CountedText(float(match["number"]), name, _size(unit))


def _size(unit: Unit) -> float:
    """Of a unit, in SI units."""
    return float(unit.factor) * pi**unit.turns


def vector_text(value: Vector) -> str:
    """Three components in brackets."""
    return f"({', '.join(scalar_text(entry) for entry in value)})"


def vector_value(text: str) -> Vector:
    """Three components, with or without brackets. Raises LagrError naming the column."""
    a, b, c = (scalar_value(part) for _, part in vector_parts(text))
    return a, b, c


def vector_parts(text: str) -> list[tuple[int, str]]:
    """The components and how many characters stand before each.

    Raises LagrError where the brackets do not close or there are not three components.
    """
    start, end = _inside(text)
    parts: list[tuple[int, str]] = []
    depth, begin = 0, start
    sign = ";" if ";" in text else ","
    for at in range(start, end):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if text[at] == sign and depth == 0:
            parts.append((begin, text[begin:at]))
            begin = at + 1
    parts.append((begin, text[begin:end]))
    if len(parts) != 3:
        cause = say("three components are expected, not {count}.", count=len(parts))
        raise _at(end + 1, cause, "Write (x, y, z); with decimal commas (x; y; z).")
    return [(at + len(part) - len(part.lstrip()), part.strip()) for at, part in parts]


def _inside(text: str) -> tuple[int, int]:
    """Where the components begin and end: within the outer brackets, if they are there."""
    if not text.startswith("("):
        return 0, len(text)
    depth = 0
    for at, char in enumerate(text):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth == 0:
            return (1, at) if at == len(text) - 1 else (0, len(text))
    raise _at(len(text) + 1, "“)” is missing.", "Close the bracket.")


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise _fault("A whole number is expected.", "Write a number such as 2.")
    return int(text)


def number_value(text: str, unit: str) -> float:
    """A number in a unit, converted where it is given in another one.

    Raises LagrError where it is none, or of another dimension.
    """
    own_unit = unit_of(unit or "1")
    try:
        size = quantity(text, unit or "1", "Field")
        return size / _size(own_unit) if own_unit and measured(with_points(text)).units else size
    except LagrError as error:
        if text and error.problems[0].code != "symbol":
            raise
        raise _fault("A number is expected.", "Write a number such as 0.5.") from error


def _fault(cause: str, remedy: str) -> LagrError:
    return refusal("Field", cause, remedy, code="expression")


def _at(column: int, cause: str, remedy: str) -> LagrError:
    return _fault(say("Column {column}: {cause}", column=column, cause=phrase(cause)), remedy)
