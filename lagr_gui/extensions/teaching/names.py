"""What lines of a derivation are about: names as typed, and as they are set."""

from __future__ import annotations

from fractions import Fraction

from lagr_gui.expression import Number
from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.mechanics.sheets.sheet import numbers
from lagr_gui.typesetting import Formula
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.formula import (
    SPACE,
    Box,
    accent,
    brackets,
    fraction,
    high,
    indexed,
    letter,
    raised,
)

NOUGHT = Number(Fraction(0))
AXES = ("x", "y", "z")
_BESIDE = Box("beside")
_PARTIAL: Formula = (letter("partial"), _BESIDE)
TOTAL: Formula = (letter("d"), _BESIDE)


def place(body: int, axis: int) -> Quantity:
    """A coordinate of the centre of mass of a body."""
    return _of_centre(body, axis, 0)


def point(body: int, axis: int) -> Quantity:
    """A coordinate of the point of the joint that leads to a body."""
    name = f"{AXES[axis]}_P{body}"
    return Quantity(name, named(name))


def velocity(body: int, axis: int) -> Quantity:
    """Its rate."""
    return _of_centre(body, axis, 1)


def acceleration(body: int, axis: int) -> Quantity:
    """The rate of the velocity."""
    return _of_centre(body, axis, 2)


def turning_rate(body: int, axis: int | None = None) -> Quantity:
    """The angular acceleration of a body, or its part about one of the body's axes."""
    more = () if axis is None else (str(axis + 1),)
    dotted = accent("dot", letter("omega"))
    return Quantity(f"{turning(body, axis).plain}'", (indexed(dotted, str(body), *more),))


def spin_rate(body: int, axis: int) -> Quantity:
    """The rate of the angular momentum about the centre of mass, along an axis of the body."""
    name = f"L{body}_{axis + 1}"
    return Quantity(f"{name}'", (indexed(accent("dot", letter("L")), str(body), str(axis + 1)),))


def inertia_force(coordinate: str) -> Quantity:
    """The generalised inertia force of a coordinate."""
    base = high(letter("F"), letter("*"))
    return Quantity(f"F*({coordinate})", (Box("indexed", ((base,), named(coordinate))),))


def reaction(name: str) -> Quantity:
    """A component of the reaction of a joint."""
    return Quantity(name, named(name))


def turning(body: int, axis: int | None = None) -> Quantity:
    """The angular velocity of a body, or its part about one of the body's axes."""
    more = () if axis is None else (str(axis + 1),)
    name = f"omega{body}" + "".join(f"_{entry}" for entry in more)
    return Quantity(name, (indexed(letter("omega"), str(body), *more),))


def square(body: int) -> Quantity:
    """The square of the velocity of a centre of mass."""
    return Quantity(f"v_S{body}^2", (raised(named(f"v_S{body}"), ("2",)),))


def energy(symbol: str, index: int = 0) -> Quantity:
    """T or U, or the share of a body."""
    if not index:
        return Quantity(symbol, (letter(symbol),))
    return Quantity(f"{symbol}{index}", (_of_body(symbol, index),))


def momentum(coordinate: str) -> Quantity:
    """∂T/∂q̇."""
    return Quantity(f"dT/d({coordinate}')", (slope_of("T", named(coordinate, 1)),))


def momentum_rate(coordinate: str) -> Quantity:
    """d/dt ∂T/∂q̇."""
    total = fraction((letter("d"),), (*TOTAL, letter("t")))
    slope = slope_of("T", named(coordinate, 1))
    return Quantity(f"d/dt dT/d({coordinate}')", (total, SPACE, slope))


def slope(symbol: str, coordinate: str) -> Quantity:
    """∂T/∂q, ∂U/∂q."""
    return Quantity(f"d{symbol}/d({coordinate})", (slope_of(symbol, named(coordinate)),))


def place_slope(body: int, axis: int, by: str) -> Quantity:
    """∂x/∂q of the centre of mass of a body."""
    of = place(body, axis)
    return Quantity(f"d{of.plain}/d({by})", (ratio(of.formula, named(by)),))


def turning_slope(body: int, axis: int | None, by: str) -> Quantity:
    """∂ω/∂q̇ of a body, about one of its axes."""
    of = turning(body, axis)
    return Quantity(f"d{of.plain}/d({by}')", (ratio(of.formula, named(by, 1)),))


def metric(indices: tuple[int, int], body: int = 0) -> Quantity:
    """g_μν, or the share of a body."""
    index = numbers(indices)
    name, base = f"g{index}", indexed(letter("g"), index)
    if not body:
        return Quantity(name, (base,))
    return Quantity(f"{name}({body})", (base, brackets((str(body),))))


def metric_slope(indices: tuple[int, int], by: str) -> Quantity:
    """∂g_μν/∂q."""
    of = metric(indices)
    return Quantity(f"d{of.plain}/d({by})", (ratio(of.formula, named(by)),))


def force(coordinate: str) -> Quantity:
    """The generalised force without a potential."""
    base = high(letter("Q"), letter("*"))
    return Quantity(f"Q*({coordinate})", (Box("indexed", ((base,), named(coordinate))),))


def whole_force(index: int) -> Quantity:
    """Q of a coordinate."""
    return Quantity(f"Q{index}", (indexed(letter("Q"), str(index)),))


def energy_rate() -> Quantity:
    """d/dt (T + U)."""
    total = fraction((letter("d"),), (*TOTAL, letter("t")))
    inner = brackets((letter("T"), " + ", letter("U")))
    return Quantity("d/dt (T + U)", (total, SPACE, inner))


def constraint_force(coordinate: str) -> Quantity:
    """λ ∂Φ/∂q, over all conditions."""
    slope = slope_of("Phi", named(coordinate))
    return Quantity(f"lambda dPhi/d({coordinate})", (letter("lambda"), SPACE, slope))


def _of_centre(body: int, axis: int, order: int) -> Quantity:
    """What belongs to the centre of mass of a body, with S and its number below."""
    name = f"{AXES[axis]}_S{body}"
    return Quantity(name + "'" * order, named(name, order))


def _of_body(name: str, body: int) -> Box:
    return indexed(letter(name), str(body))


def slope_of(symbol: str, by: Formula) -> Box:
    """∂ of a letter by something."""
    return ratio((letter(symbol),), by)


def ratio(of: Formula, by: Formula) -> Box:
    """∂ of something by something."""
    return fraction((*_PARTIAL, *of), (*_PARTIAL, *by))
