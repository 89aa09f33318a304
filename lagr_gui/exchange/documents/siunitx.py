"""Numbers with units as the package siunitx of LaTeX takes them."""

from __future__ import annotations

from collections.abc import Sequence

_NAMES = {
    "m": "metre",
    "s": "second",
    "A": "ampere",
    "K": "kelvin",
    "rad": "radian",
    "N": "newton",
    "J": "joule",
    "W": "watt",
    "V": "volt",
    "C": "coulomb",
    "Pa": "pascal",
    "F": "farad",
    "H": "henry",
    "Hz": "hertz",
    "T": "tesla",
    "Wb": "weber",
    "Ohm": "ohm",
    "g": "gram",
    "kg": "kilogram",
    "min": "minute",
    "h": "hour",
    "bar": "bar",
    "t": "tonne",
    "°": "degree",
    "deg": "degree",
    "%": "percent",
}
_PREFIXES = {
    "k": "kilo",
    "M": "mega",
    "G": "giga",
    "c": "centi",
    "m": "milli",
    "µ": "micro",
    "u": "micro",
    "n": "nano",
    "p": "pico",
}
_POWERS = {1: "", 2: r"\squared", 3: r"\cubed"}

Factor = tuple[str, int]
"""A unit by its name, and its exponent."""


def latex_unit(factors: Sequence[Factor]) -> str:
    r"""A product of units as commands: ``\kilogram\metre\per\second\squared``; else nothing."""
    commands = [_command(name) for name, _ in factors]
    if not all(commands):
        return ""
    return "".join(
        (r"\per" if power < 0 else "")
        + command
        + _POWERS.get(abs(power), rf"\tothe{{{abs(power)}}}")
        for command, (_, power) in zip(commands, factors, strict=True)
    )


def _command(name: str) -> str:
    if name in _NAMES:
        return f"\\{_NAMES[name]}"
    prefix, rest = name[:1], name[1:]
    if prefix in _PREFIXES and rest in _NAMES:
        return f"\\{_PREFIXES[prefix]}\\{_NAMES[rest]}"
    return ""
