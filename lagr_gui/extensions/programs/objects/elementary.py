"""What the sines, logarithms and roots of `resources/programs/elementary.py` are made of.

Tables of series by their formulas, for numbers of double or single precision.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal, localcontext

from lagr_gui.extensions.programs.constants import Values

_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
_DIGITS = 60


def tables(single: bool) -> Mapping[str, Values]:
    """The constants that these functions read, by name."""
    factorials = [math.factorial(n) for n in range(24)]
    signs = [(-1.0) ** n for n in range(12)]
    with localcontext() as context:
        context.prec = _DIGITS
        quarter = _parts(_PI / 2, (12, 12, 12) if single else (23, 23, 23))
        log_of_2 = _parts(Decimal(2).ln(), (14,) if single else (33,))
    return {
        "QUARTER": quarter,
        "LOG_OF_2": log_of_2,
        "FARTHEST": 6000.0 if single else 1e9,
        "WHOLE_FROM": 2.0**23 if single else 2.0**52,
        "HIGHEST": 88.7228 if single else 709.782712893384,
        "LOWEST": -104.0 if single else -746.0,
        "SINES": tuple(-signs[n] / factorials[2 * n + 3] for n in range(8)),
        "COSINES": tuple(signs[n] / factorials[2 * n + 4] for n in range(8)),
        "ARCS": tuple(math.atan(n / 8) for n in range(9)),
        "ARC_SERIES": tuple(-signs[n] / (2 * n + 3) for n in range(8)),
        "EXPONENTIALS": tuple(1 / factorials[n + 2] for n in range(13)),
        "LOG_SERIES": tuple(1 / (2 * n + 3) for n in range(11)),
        "HYPERBOLIC": tuple(1 / factorials[2 * n + 3] for n in range(9)),
    }


def _parts(value: Decimal, bits: tuple[int, ...]) -> tuple[float, ...]:
    """A number below 2 as a sum of parts with so many bits each, and a last one."""
    found: list[float] = []
    place = 1 if value >= 1 else 0
    for count in bits:
        place -= count
        part = math.ldexp(int(value * 2**-place), place)
        found.append(part)
        value -= Decimal(part)
    return (*found, float(value))
