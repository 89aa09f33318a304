"""What of a program stands in an object: the functions that are seen, with all that they call."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from decimal import Decimal, localcontext
from functools import cached_property

from lagr_gui.extensions.programs.constants import Values
from lagr_gui.extensions.programs.languages.c import C
from lagr_gui.extensions.programs.languages.parts import declared, size_of
from lagr_gui.extensions.programs.objects.targets import Target
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source, reached, source
from lagr_gui.foundation.wording import identifier

SEEN = (
    *("prepare", "accelerations", "forced", "mass_matrix", "forces", "own_rates", "energies"),
    *("transmit", "outputs", "derivatives", "linear"),
    *("inputs", "start", "correct", "take_up", "advance", "self_test"),
)
"""Functions that others call, as far as the system has them."""

FIXED = (
    "N",
    "STATES",
    "ROWS",
    "PARAMETERS",
    "CONSTANTS",
    "CLOCK_SIZE",
    "TRANSMITTED",
    "SHOWN",
    "START_TIME",
    "END_TIME",
    "RELATIVE",
    "ABSOLUTE",
)
"""Numbers of the program that those read who call them."""


class Linked(C):
    """A program whose functions stand in an object; what is written is for those who call them."""

    def __init__(self, program: Standalone, goal: Target, single: bool) -> None:
        super().__init__(program, single)
        self.goal, self.prefix = goal, identifier(program.title).lower()

    @cached_property
    def source(self) -> Source:
        """The functions that are seen, with all that they call."""
        whole = source(self.program, self.names, self.single, ("prepared", *self.goal.own))
        constants = {**whole.constants, **tables(self.single)}
        return Source(constants, tuple(reached(whole.functions, SEEN)))

    @property
    def seen(self) -> list[ast.FunctionDef]:
        """The functions that are seen from outside."""
        return [function for function in self.source.functions if function.name in SEEN]

    @property
    def room(self) -> int:
        """Bytes of the rows of all functions together."""
        rows = [
            value
            for function in self.source.functions
            for _, kind, value in declared(function)
            if kind in ("Row", "Counts")
        ]
        return sum(8 * size_of(value, self.source.constants) for value in rows)

    @property
    def fixed(self) -> dict[str, int | float]:
        """The numbers that callers read, by name; SIZE is the length of the row of constants."""
        constants = self.source.constants
        numbers = {
            name: value for name in FIXED if not isinstance(value := constants.get(name), tuple)
        }
        sure = {name: value for name, value in numbers.items() if value is not None}
        size = constants["CONSTANTS"]
        assert isinstance(size, int)
        return sure | {"SIZE": size + len(self.program.coordinates)}


# --- What the sines, logarithms and roots of `resources/programs/elementary.py` are made of ----
# Tables of series by their formulas, for numbers of double or single precision.

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
    parts: list[float] = []
    place = 1 if value >= 1 else 0
    for count in bits:
        place -= count
        part = math.ldexp(int(value * 2**-place), place)
        parts.append(part)
        value -= Decimal(part)
    return (*parts, float(value))
