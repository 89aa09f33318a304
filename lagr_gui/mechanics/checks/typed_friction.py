"""Dry friction that somebody typed into a force, as −R sign(q′ − v): what an element would be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lagr_gui.expression import Call, Expression, Number, Symbol, read, symbols, write
from lagr_gui.expression.rows import as_sum, factors_in, negative, product, terms_in
from lagr_gui.mechanics.numbers import known_value, known_values
from lagr_gui.model import Model


@dataclass(frozen=True, slots=True)
class TypedFriction:
    """R and the speed v of the other side of a force −R sign(q′ − v), and what the `rest` is."""

    kinetic: str
    speed: str
    rest: str


def typed_friction(model: Model, element: Any) -> TypedFriction | None:
    """The friction in the force on a coordinate; None where there is none, or more than one."""
    rate = Symbol(element.coordinate, 1)
    moving = {*model.coordinates, *model.states}
    terms = terms_in(read(element.force))
    split = [(n, parts) for n, term in enumerate(terms) if (parts := _split(term, rate, moving))]
    if len(split) != 1:
        return None
    place, (kinetic, speed) = split[0]
    if (known_value(write(kinetic), known_values(model) | {"t": 0.0}) or 0.0) < 0:
        return None  # what pushes along is no friction
    rest = as_sum(term for n, term in enumerate(terms) if n != place)
    return TypedFriction(write(kinetic), write(speed), write(rest))


def _split(
    term: Expression, rate: Symbol, moving: set[str]
) -> tuple[Expression, Expression] | None:
    """R and v of a term −R sign(q′ − v) in which R and v do not move with the system."""
    factors = factors_in(term)
    signs = [f for f in factors if isinstance(f, Call) and f.function == "sign"]
    if len(signs) != 1:
        return None
    inner = terms_in(signs[0].arguments[0])
    others = [part for part in inner if part != rate]
    kinetic = negative(product(f for f in factors if f is not signs[0]))
    speed = as_sum(negative(part) for part in others)
    still = not any(s.name in moving for tree in (kinetic, speed) for s in symbols(tree))
    if len(others) != len(inner) - 1 or not still or not _is_positive(kinetic):
        return None
    return kinetic, speed


def _is_positive(tree: Expression) -> bool:
    """Whether a product is written without a minus."""
    first = factors_in(tree)[0]
    return not isinstance(first, Number) or first.value > 0
