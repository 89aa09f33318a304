"""Values as they are typed, and as the model keeps them."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.editing.sketch.plane import refused, tidy
from lagr_gui.expression import read, symbols, with_points
from lagr_gui.expression.arguments import number_in, quantity
from lagr_gui.model import Scalar


def positive(text: str, values: Mapping[str, float]) -> float:
    """The length (m) that a text stands for. Raises LagrError for what has no positive value."""
    number = quantity(text, "m", "Sketch", values)
    if number <= 0:
        raise refused("A length is positive.", "Type a greater number.", "short")
    return number


def as_written(text: str) -> Scalar:
    """What was typed as the model keeps it: a number, or an expression with decimal points."""
    text = with_points(text.strip())
    number = number_in(text)
    return text if number is None else tidy(number)


def is_plain(entry: Scalar) -> bool:
    """Whether a value is a number or a quantity such as ``250 mm``, and follows from no other."""
    return not isinstance(entry, str) or not symbols(read(entry))
