"""Factorials and multinomial coefficients of constants (LAGR's FAC and COMB)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal

LARGEST = 170
"""170! is the largest factorial that a floating-point number holds."""


def factorial(n: float | None) -> int:
    """n! of an integer 0 ≤ n ≤ 170; raises `LagrError` otherwise."""
    return math.factorial(_integer("fac", n))


def combinations(values: Sequence[float | None]) -> int:
    """COMB(n, n₁, …, n_k) = n(n-1)…(n-n₁-…-n_k+1) / (n₁! … n_k!) of integers, Σ nᵢ ≤ n."""
    if len(values) < 2:
        raise _fault("comb", "It needs at least two arguments.")
    n, *parts = [_integer("comb", value) for value in values]
    if sum(parts) > n:
        raise _fault(
            "comb",
            say("The sum of its further arguments, {parts}, exceeds {n}.", parts=sum(parts), n=n),
        )
    result = 1
    for part in parts:
        result *= math.comb(n, part)
        n -= part
    return result


def _integer(function: str, value: float | None) -> int:
    if value is None:
        raise _fault(function, "Its argument is not a constant.")
    if not (0 <= value <= LARGEST and value == int(value)):
        raise _fault(
            function,
            say(
                "Its argument {value:g} is not an integer from 0 to {largest}.",
                value=value,
                largest=LARGEST,
            ),
        )
    return int(value)


def _fault(function: str, cause: str) -> LagrError:
    return refusal(
        say("function {function}", function=function),
        cause,
        "Give it whole numbers that are not negative.",
        code="wrong-arguments",
    )
