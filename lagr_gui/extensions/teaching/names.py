"""What lines of a derivation are about: names as typed, and as they are set."""

from __future__ import annotations

from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.typesetting import Formula
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.formula import (
    SPACE,
    Box,
    accent,
    fraction,
    high,
    indexed,
    joined,
    letter,
    raised,
)

AXES = ("x", "y", "z")
_BESIDE = Box("beside")
_PARTIAL: Formula = (letter("partial"), _BESIDE)
_TOTAL: Formula = (letter("d"), _BESIDE)


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
    total = fraction((letter("d"),), (*_TOTAL, letter("t")))
    slope = _slope("T", named(coordinate, 1))
    return Quantity(f"d/dt dT/d({coordinate}')", (total, SPACE, slope))


def slope(symbol: str, coordinate: str) -> Quantity:
    """∂T/∂q, ∂U/∂q."""
    return Quantity(f"d{symbol}/d({coordinate})", (_slope(symbol, named(coordinate)),))


def force(coordinate: str) -> Quantity:
    """The generalised force without a potential."""
    base = high(letter("Q"), letter("*"))
    return Quantity(f"Q*({coordinate})", (Box("indexed", ((base,), named(coordinate))),))


def statement(stored: bool, forced: bool, bound: bool) -> Quantity:
    """Lagrange's equation, with what a system has of potentials, other forces and conditions."""
    q, dotted = named("q"), named("q", 1)
    formula: Formula = (
        fraction((letter("d"),), (*_TOTAL, letter("t"))),
        SPACE,
        _slope("T", dotted),
        " - ",
        _slope("T", q),
    )
    plain = "d/dt dT/dq' - dT/dq"
    if stored:
        plain, formula = f"{plain} + dU/dq", (*formula, " + ", _slope("U", q))
    right: list[tuple[str, Formula]] = []
    if forced:
        right.append(("Q*", (high(letter("Q"), letter("*")),)))
    if bound:
        right.append(("lambda dPhi/dq", (letter("lambda"), SPACE, _slope("Phi", q))))
    words, formulas = zip(*right, strict=True) if right else (("0",), (("0",),))
    whole = (*formula, " = ", *joined((" + ",), formulas))
    return Quantity(f"{plain} = {' + '.join(words)}", whole)


def constraint_force(coordinate: str) -> Quantity:
    """λ ∂Φ/∂q, over all conditions."""
    slope = _slope("Phi", named(coordinate))
    return Quantity(f"lambda dPhi/d({coordinate})", (letter("lambda"), SPACE, slope))


def _of_centre(base: Box, body: int) -> Box:
    """What belongs to the centre of mass of a body, with S and its number below."""
    return Box("indexed", ((base,), (indexed(letter("S"), str(body)),)))


def _of_body(name: str, body: int) -> Box:
    return indexed(letter(name), str(body))


def _slope(symbol: str, by: Formula) -> Box:
    return fraction((*_PARTIAL, letter(symbol)), (*_PARTIAL, *by))
