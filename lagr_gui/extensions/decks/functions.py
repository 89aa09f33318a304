"""The functions of FORMAC (Habelt 6.4) as functions of this program, and those it lacks.

FAC, COMB and STEP of numbers become numbers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.kernel.combinatorics import combinations, factorial

FUNCTIONS: Mapping[str, str] = {
    "SIN": "sin",
    "COS": "cos",
    "SINH": "sinh",
    "COSH": "cosh",
    "ATAN": "atan",
    "ATANH": "atanh",
    "LOG": "log",
    "LOG10": "log10",
    "LOG2": "log2",
    "ERF": "erf",
    "FAC": "fac",
    "COMB": "comb",
    "STEP": "step",
}
"""FORMAC's name → this program's name."""

MISSING: Mapping[str, str] = {
    "SQRT": "X**(1/2)",
    "EXP": "#E**X",
    "ABS": "(X**2)**(1/2)",
    "TAN": "SIN(X)/COS(X)",
    "TANH": "SINH(X)/COSH(X)",
    "ASIN": "ATAN(X/(1-X**2)**(1/2))",
    "ACOS": "#P/2-ATAN(X/(1-X**2)**(1/2))",
    "LN": "LOG(X)",
}
"""Functions that one looks for in vain, and what FORMAC writes instead."""

_ARGUMENTS = {"ATAN": range(1, 3), "STEP": range(3, 4), "COMB": range(2, 21)}
_ONE = range(1, 2)


def called(name: str, arguments: tuple[Expression, ...]) -> Expression:
    """A function of FORMAC of its arguments.

    ATAN(X,Y) is arctan(Y/X): the second argument is the numerator.  Raises LagrError for a
    wrong number of arguments, and where FAC or COMB of numbers is not defined.
    """
    count = _ARGUMENTS.get(name, _ONE)
    if len(arguments) not in count:
        wanted = (
            " or ".join(map(str, count))
            if len(count) < 3
            else say("{start} or more", start=count.start)
        )
        cause = say(
            "{name} takes {wanted}, not {count}.",
            name=name,
            wanted=counted(wanted, "{count} argument", "{count} arguments"),
            count=len(arguments),
        )
        raise refusal(name, cause, "Correct the arguments.", code="wrong-arguments")
    if name == "ATAN" and len(arguments) == 2:
        return Call("atan", (_quotient(arguments[1], arguments[0]),))
    values = [entry.value for entry in arguments if isinstance(entry, Number)]
    if len(values) == len(arguments) and name in _OF_NUMBERS:
        return Number(Fraction(_OF_NUMBERS[name](*values)))
    return Call(FUNCTIONS[name], arguments)


def _quotient(above: Expression, below: Expression) -> Expression:
    if isinstance(below, Number):
        if below.value == 0:
            cause = "ATAN(0,Y) divides by zero."
            remedy = "The first argument is the denominator."
            raise refusal("ATAN", cause, remedy, code="wrong-arguments")
        if isinstance(above, Number):
            return Number(above.value / below.value)
        return Product((Number(1 / below.value), above))
    return Product((above, Power(below, Number(Fraction(-1)))))


_OF_NUMBERS: Mapping[str, Callable[..., int]] = {
    "FAC": lambda value: factorial(float(value)),
    "COMB": lambda *values: combinations([float(value) for value in values]),
    "STEP": lambda a, x, b: int(a <= x < b or a == x == b),
}
