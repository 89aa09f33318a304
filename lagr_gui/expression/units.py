"""Units that may follow a number, with their exact factors to SI and their dimensions.

Sources: The International System of Units (BIPM, 9th edition, 2019, with update 2022): tables 2
to 4 (units with special names), 7 (prefixes) and 8 (min, h, deg, t, bar); NIST Special
Publication 811 (2008), appendix B: the international foot (0.3048 m), the avoirdupois pound
(0.453 592 37 kg), the standard acceleration of gravity (9.806 65 m/s²) behind kgf and lbf, the
atmosphere (101 325 Pa), the mechanical horsepower (550 ft lbf/s) and the metric one
(75 kgf m/s).  Every factor is a rational number times a power of π.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from unicodedata import normalize

from lagr_gui.expression.builtins import GREEK

Dimension = tuple[Fraction, ...]
"""Exponents of m, kg, s, A and cycles; cycles tell frequencies (Hz) from angular velocities."""

BASE = ("m", "kg", "s", "A", "cycle")


def _dimension(*exponents: int) -> Dimension:
    return tuple(map(Fraction, (*exponents, *(0,) * (len(BASE) - len(exponents)))))


NONE = _dimension()
"""Of numbers and angles."""


@dataclass(frozen=True, slots=True)
class Unit:
    """`factor` · π^`turns` in SI units, and the dimension."""

    factor: Fraction
    dimension: Dimension
    turns: int = 0

    @property
    def is_of_si(self) -> bool:
        """Whether numbers of it are numbers in SI units."""
        return self.factor == 1 and not self.turns

    def __mul__(self, other: Unit) -> Unit:
        sums = zip(self.dimension, other.dimension, strict=True)
        dimension = tuple(a + b for a, b in sums)
        return Unit(self.factor * other.factor, dimension, self.turns + other.turns)

    def __pow__(self, exponent: int) -> Unit:
        dimension = tuple(entry * exponent for entry in self.dimension)
        return Unit(self.factor**exponent, dimension, self.turns * exponent)


ONE = Unit(Fraction(1), NONE)

_EXPONENT = re.compile(r"\^(-?\d+)")
_PLAIN_DIGITS, _HIGH_DIGITS = "-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_HIGH, _LOW = str.maketrans(_PLAIN_DIGITS, _HIGH_DIGITS), str.maketrans(_HIGH_DIGITS, _PLAIN_DIGITS)


def raised(text: str) -> str:
    """A unit, or a power of ten, with exponents as in a book: m/s² for m/s^2."""
    return _EXPONENT.sub(lambda power: power[1].translate(_HIGH), text)


def as_typed(unit: str) -> str:
    """The same as it is typed and as heads of tables have it: m/s^2 for m/s²."""
    return re.sub(f"[{_HIGH_DIGITS}]+", lambda power: "^" + power[0].translate(_LOW), unit)


def with_unit(name: str, unit: str) -> str:
    """A name as the head of a column or the legend of a curve, with its unit if it has one."""
    return f"{name} ({unit})" if unit else name


_PREFIXES = {
    "T": 12,
    "G": 9,
    "M": 6,
    "k": 3,
    "h": 2,
    "da": 1,
    "d": -1,
    "c": -2,
    "m": -3,
    "mu": -6,
    "u": -6,
    "n": -9,
    "p": -12,
}
"""By powers of ten; µ reads as ``mu``, as Greek letters do in expressions, or is written u."""

_SI: dict[str, Unit] = {
    "m": Unit(Fraction(1), _dimension(1)),
    "g": Unit(Fraction(1, 1000), _dimension(0, 1)),
    "s": Unit(Fraction(1), _dimension(0, 0, 1)),
    "A": Unit(Fraction(1), _dimension(0, 0, 0, 1)),
    "Hz": Unit(Fraction(1), _dimension(0, 0, -1, 0, 1)),
    "N": Unit(Fraction(1), _dimension(1, 1, -2)),
    "Pa": Unit(Fraction(1), _dimension(-1, 1, -2)),
    "J": Unit(Fraction(1), _dimension(2, 1, -2)),
    "W": Unit(Fraction(1), _dimension(2, 1, -3)),
    "C": Unit(Fraction(1), _dimension(0, 0, 1, 1)),
    "V": Unit(Fraction(1), _dimension(2, 1, -3, -1)),
    "F": Unit(Fraction(1), _dimension(-2, -1, 4, 2)),
    "Ohm": Unit(Fraction(1), _dimension(2, 1, -3, -2)),
    "S": Unit(Fraction(1), _dimension(-2, -1, 3, 2)),
    "Wb": Unit(Fraction(1), _dimension(2, 1, -2, -1)),
    "T": Unit(Fraction(1), _dimension(0, 1, -2, -1)),
    "H": Unit(Fraction(1), _dimension(2, 1, -2, -2)),
    "Nm": Unit(Fraction(1), _dimension(2, 1, -2)),
    "rad": ONE,
    "bar": Unit(Fraction(100_000), _dimension(-1, 1, -2)),
    "t": Unit(Fraction(1000), _dimension(0, 1)),
    "Wh": Unit(Fraction(3600), _dimension(2, 1, -2)),
    "Ah": Unit(Fraction(3600), _dimension(0, 0, 1, 1)),
}
"""Units that take prefixes."""

_GRAVITY = Fraction("9.80665")
_FOOT, _POUND = Fraction("0.3048"), Fraction("0.45359237")
_LENGTH, _MASS, _TIME = _dimension(1), _dimension(0, 1), _dimension(0, 0, 1)
_FORCE, _POWER, _PRESSURE = _dimension(1, 1, -2), _dimension(2, 1, -3), _dimension(-1, 1, -2)
_RATE, _SPEED = _dimension(0, 0, -1), _dimension(1, 0, -1)

_OTHERS: dict[str, Unit] = {
    "min": Unit(Fraction(60), _TIME),
    "h": Unit(Fraction(3600), _TIME),
    "deg": Unit(Fraction(1, 180), NONE, 1),
    "gon": Unit(Fraction(1, 200), NONE, 1),
    "arcmin": Unit(Fraction(1, 180 * 60), NONE, 1),
    "arcsec": Unit(Fraction(1, 180 * 3600), NONE, 1),
    "rev": Unit(Fraction(2), NONE, 1),
    "U": Unit(Fraction(2), NONE, 1),
    "rpm": Unit(Fraction(2, 60), _RATE, 1),
    "kgf": Unit(_GRAVITY, _FORCE),
    "kp": Unit(_GRAVITY, _FORCE),
    "atm": Unit(Fraction(101_325), _PRESSURE),
    "PS": Unit(75 * _GRAVITY, _POWER),
    "in": Unit(_FOOT / 12, _LENGTH),
    "ft": Unit(_FOOT, _LENGTH),
    "yd": Unit(3 * _FOOT, _LENGTH),
    "mi": Unit(5280 * _FOOT, _LENGTH),
    "mph": Unit(5280 * _FOOT / 3600, _SPEED),
    "kn": Unit(Fraction(1852, 3600), _SPEED),
    "oz": Unit(_POUND / 16, _MASS),
    "lb": Unit(_POUND, _MASS),
    "slug": Unit(_POUND * _GRAVITY / _FOOT, _MASS),
    "lbf": Unit(_POUND * _GRAVITY, _FORCE),
    "psi": Unit(_POUND * _GRAVITY / (_FOOT / 12) ** 2, _PRESSURE),
    "hp": Unit(550 * _FOOT * _POUND * _GRAVITY, _POWER),
}
"""Units without prefixes; U is the revolution of German data sheets (U/min)."""


def _table() -> dict[str, Unit]:
    """Every name, units of their own before those with prefixes (min is no milli-inch)."""
    units = {**_SI, **_OTHERS, "Omega": _SI["Ohm"], "Nmm": Unit(Fraction(1, 1000), _J)}
    for prefix, power in _PREFIXES.items():
        scale = Unit(Fraction(10) ** power, NONE)
        for name, unit in (*_SI.items(), ("Omega", _SI["Ohm"])):
            if name != "rad" or power < 0:  # Grad is German for degrees
                units.setdefault(prefix + name, scale * unit)
    return units


_J = _dimension(2, 1, -2)
UNITS: Mapping[str, Unit] = _table()
"""All units by name; Greek letters by their Latin names, as in expressions."""

_NAMED = ("N", "J", "W", "Pa", "V", "Ohm", "H", "F", "C", "Hz", "Wb", "S", "T")


@lru_cache(maxsize=1024)
def unit_of(text: str) -> Unit | None:
    """The unit that a text names, as those beside fields: ``N m s/rad``, ``kg m²``, ``1``.

    All that follows the stroke divides.  None where a name is not known, or there is none.
    """
    above, stroke, below = text.partition("/")
    factors = [*((name, 1) for name in above.split()), *((name, -1) for name in below.split())]
    unit = ONE
    for name, sign in factors:
        factor = _power(name)
        if factor is None:
            return None
        unit *= factor**sign
    return unit if above.strip() and (below.strip() or not stroke) else None


def _power(text: str) -> Unit | None:
    name, _, exponent = as_typed(text).partition("^")
    name = "".join(GREEK.get(char, char) for char in normalize("NFKC", name))
    if name == "1" and not exponent:
        return ONE
    if name == "°":
        name = "deg"
    number = exponent.removeprefix("-") or "1"
    if name not in UNITS or not (number.isdigit() and len(number) == 1):
        return None
    return UNITS[name] ** (int(number) * (-1 if exponent.startswith("-") else 1))


_NAME = re.compile(r"°|[^\W\d]+")


def in_si(text: str) -> str:
    """The unit of a number in SI units whose quantity is given in `text`: m for mm.

    `text` itself where it is a unit of SI, or none that is known.
    """
    unit = unit_of(text)
    if unit is None or unit.is_of_si:
        return text
    si_text = _NAME.sub(_name_in_si, text)
    return (
        si_text if unit_of(si_text) == Unit(Fraction(1), unit.dimension) else named(unit.dimension)
    )


def _name_in_si(name: re.Match[str]) -> str:
    unit = unit_of(name[0])
    if unit is None or unit.is_of_si:
        return name[0]
    return "rad" if unit.dimension == NONE else named(unit.dimension)


def named(dimension: Dimension) -> str:
    """The SI unit of a dimension in words: ``N``, ``kg m^2``, ``m/s``."""
    if dimension == NONE:
        return "1"
    for name in _NAMED:
        if UNITS[name].dimension == dimension:
            return name
    above = [_raised(name, e) for name, e in zip(BASE, dimension, strict=True) if e > 0]
    below = [_raised(name, -e) for name, e in zip(BASE, dimension, strict=True) if e < 0]
    return (
        (" ".join(above) or "1")
        + (f"/({' '.join(below)})" if below[1:] else "")
        + (f"/{below[0]}" if len(below) == 1 else "")
    )


def _raised(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else f"{name}^{exponent}"
