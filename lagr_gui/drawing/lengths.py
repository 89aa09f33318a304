"""Values of fields, as pictures need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Scalar


def number(field: Scalar, values: Mapping[str, float]) -> float | None:
    """The value of a field; None where it is wrong or varies with time."""
    try:
        return float(value(field, values))
    except (LagrError, ArithmeticError, ValueError):
        return None


def vector(field: Sequence[Scalar], values: Mapping[str, float]) -> Array | None:
    """The values (3,) of a vector field; None where one is wrong or varies."""
    numbers = [number(entry, values) for entry in field]
    return None if None in numbers else np.array(numbers, float)
