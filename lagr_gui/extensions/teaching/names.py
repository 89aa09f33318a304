"""What lines of a derivation are about: names as typed, and as they are set."""

from __future__ import annotations

from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.typesetting import Formula
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.formula import Box, accent, fraction, high, indexed, letter, raised

AXES = ("x", "y", "z")
_PARTIAL, _TOTAL = letter("partial"), letter("d")


def place(body: int, axis: int) -> Quantity:
    """A coordinate of the centre of mass of a body."""
    return Quantity(f"{AXES[axis]}_S{body}", (_of_centre(letter(AXES[axis]), body),))


def velocity(body: int, axis: int) -> Quantity:
    """Its rate."""
    dotted = accent("dot", letter(AXES[axis]))
    return Quantity(f"{AXES[axis]}_S{body}'", (_of_centre(dotted, body),))


def turning(body: int, axis: int | None = None) -> Quantity:
    """The angular velocity of a body, or its part about one of the body's axes."""
    more = () if axis is None else (str(axis + 1),)
    name = f"omega{body}" + "".join(f"_{entry}" for entry in more)
    return Quantity(name, (indexed(letter("omega"), str(body), *more),))


def square(body: int) -> Quantity:
    """The square of the velocity of a centre of mass."""
    return Quantity(f"v_S{body}^2", (raised((_of_centre(letter("v"), body),), ("2",)),))


def energy(symbol: str, index: int = 0) -> Quantity:
    """T or U, or the share of a body."""
    if not index:
        return Quantity(symbol, (letter(symbol),))
    return Quantity(f"{symbol}{index}", (_of_body(symbol, index),))


def momentum(coordinate: str) -> Quantity:
    """∂T/∂q̇."""
    return Quantity(f"dT/d({coordinate}')", (_slope("T", named(coordinate, 1)),))


def momentum_rate(coordinate: str) -> Quantity:
    """d/dt ∂T/∂q̇."""
    total = fraction((_TOTAL,), (_TOTAL, letter("t")))
    slope = _slope("T", named(coordinate, 1))
    return Quantity(f"d/dt dT/d({coordinate}')", (total, slope))


def slope(symbol: str, coordinate: str) -> Quantity:
    """∂T/∂q, ∂U/∂q."""
    return Quantity(f"d{symbol}/d({coordinate})", (_slope(symbol, named(coordinate)),))


def force(coordinate: str) -> Quantity:
    """The generalised force without a potential."""
    base = high(letter("Q"), letter("*"))
    return Quantity(f"Q*({coordinate})", (Box("indexed", ((base,), named(coordinate))),))


def _of_centre(base: Box, body: int) -> Box:
    """What belongs to the centre of mass of a body, with S and its number below."""
    return Box("indexed", ((base,), (letter("S"), str(body))))


def _of_body(name: str, body: int) -> Box:
    return indexed(letter(name), str(body))


def _slope(symbol: str, by: Formula) -> Box:
    return fraction((_PARTIAL, letter(symbol)), (_PARTIAL, *by))
