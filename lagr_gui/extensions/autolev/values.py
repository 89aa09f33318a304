"""Values of a script, and trees as the texts of a model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Symbol, substitute, write
from lagr_gui.expression.units import named, unit_of
from lagr_gui.extensions.autolev.chains import NOWHERE, Offset
from lagr_gui.extensions.autolev.record import Script
from lagr_gui.extensions.autolev.trees import ZERO, Term, negative, product, slope, tidy, total
from lagr_gui.model import Parameter, Scalar, Simulation, StartValue

_AMOUNT = re.compile(r"([-+]?)\s*((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z].*)?")
_WORDS = {
    **dict.fromkeys(("sec", "second", "seconds"), "s"),
    **dict.fromkeys(("meter", "meters"), "m"),
    **dict.fromkeys(("degree", "degrees"), "deg"),
    **dict.fromkeys(("radian", "radians"), "rad"),
    **dict.fromkeys(("newton", "newtons"), "n"),
    **dict.fromkeys(("joule", "joules"), "j"),
    "hour": "h",
    "nounits": "1",
}
"""Units that the other syntax writes out."""
_LETTERS = {
    unit.lower(): unit for unit in ("N", "Pa", "J", "W", "V", "A", "C", "K", "Hz", "kN", "kJ", "kW")
}
"""Units whose letters are no small ones."""


def simulation(script: Script) -> Simulation:
    """The span of a motion, as far as the script tells it."""
    plain = Simulation()
    return Simulation(
        start=_number(script, "tinitial", plain.start), until=_number(script, "tfinal", plain.until)
    )


def _number(script: Script, name: str, default: float) -> float:
    """The value of an input, where that is a number."""
    amount = text_of(script.values[name]) if name in script.values else default
    return default if isinstance(amount, str) else float(amount)


def parameters(script: Script) -> Iterable[Parameter]:
    """Constants and what is specified, with values and units."""
    for name in dict.fromkeys((*script.constants, *script.given)):
        value = script.values.get(name)
        unit = unit_in(script.units.get(name, ""))
        yield Parameter(name=name, value=None if value is None else text_of(value), unit=unit)


def start_values(
    script: Script, used: Sequence[str], bound: Mapping[str, Expression]
) -> Iterable[StartValue]:
    """Start values of the script, and those of coordinates that follow from others."""
    speeds = {q: u for u, q in script.speeds.items()}
    places = {q: script.values.get(q, ZERO) for q in used}
    rates = {q: script.values.get(speeds.get(q, f"{q}'"), ZERO) for q in used}
    for q in used:
        yield StartValue(coordinate=q, position=text_of(places[q]), velocity=text_of(rates[q]))
    at_start = {Symbol(q): value for q, value in places.items()}
    for q, amount in bound.items():
        try:
            rate = text_of(substitute(slope(amount, rates), at_start))
        except ValueError:
            rate = 0
        yield StartValue(
            coordinate=q, position=text_of(substitute(amount, at_start)), velocity=rate
        )


def measured(text: str) -> tuple[Expression, str] | None:
    """A number with a unit behind it in SI units, and that unit; None where it is none.

    Raises ValueError where the unit is not known.
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return None
    words = re.sub(r"\s*/\s*", "/", match[3] or "1")
    unit = unit_in(re.sub(r"[a-z]+", lambda word: _WORDS.get(word.group(), word.group()), words))
    conversion = unit_of(unit)
    if conversion is None:
        raise ValueError(unit)
    number = Fraction(match[1] + match[2]) * conversion.factor
    value: Expression = Number(number, decimal=True)
    if conversion.turns:
        pi = Call("pi", ())
        value = product(
            value, pi if conversion.turns == 1 else Power(pi, Number(Fraction(conversion.turns)))
        )
    return value, unit if conversion.is_of_si else named(conversion.dimension).lower()


def unit_in(text: str) -> str:
    """A unit in the letters that it has elsewhere."""
    plain = text.replace("nm", "n*m").replace("*", " ")
    return re.sub(r"[a-z]+", lambda word: _LETTERS.get(word.group(), word.group()), plain)


def less(first: Offset, second: Offset) -> Offset:
    """The difference of two places."""
    a, b, c = (total(x, negative(y)) for x, y in zip(first, second, strict=True))
    return a, b, c


def vector_of(terms: Sequence[Term]) -> tuple[Scalar, Scalar, Scalar]:
    """The vector of terms in the axes of one frame."""
    entries = list(NOWHERE)
    for coefficient, _, axis in terms:
        entries[axis - 1] = total(entries[axis - 1], coefficient)
    return texts((entries[0], entries[1], entries[2]))


def texts(offset: Offset) -> tuple[Scalar, Scalar, Scalar]:
    """Numbers or texts of a vector."""
    a, b, c = map(text_of, offset)
    return a, b, c


def text_of(tree: Expression) -> Scalar:
    """A number as one, anything else as text."""
    text = write(tidy(tree))
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text
