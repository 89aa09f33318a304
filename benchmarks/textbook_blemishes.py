"""What stands in a result and would never stand in a book.

It has no call of its own; `textbook.py` imports it.  A blemish counts where the book's result of
the same name does not show it too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from textbook_systems import Results, System
from textbook_terms import (
    TRIGONOMETRIC,
    content,
    gain,
    is_root,
    is_square_of,
    nodes,
    radicand,
    sums,
    term,
)

from lagr_gui.expression import Call, Expression, Number, Product, Sum
from lagr_gui.model import Model, Shape, write_text

SMALL = {Fraction(n, d) for n in (1, 2, 3, 4, 6, 8) for d in (1, 2, 4, 8)}
"""Numbers that counting, squaring and halving bring along."""

THIRDS = {x for n in range(1, 601) if (x := Fraction(n, 12)).denominator % 3 == 0}
"""Numbers that moments of inertia of rods bring along, and multiplied decimals never."""

COUNTED = {Fraction(n, d) for n in range(1, 100) for d in range(1, 25)}
"""The same where nobody typed a decimal that could be hidden in them."""

MOST = 40
"""Sums with more terms are not searched for pairs."""

_NAME = re.compile(r"(g|Gamma|Q|eq)[\d,]+|T|U|D")
_TYPED = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")


def blemishes(system: System, ours: Results) -> list[tuple[str, str]]:
    """Results with what is wrong in them."""
    known = _explained(system)
    return [
        (name, kind)
        for name in system.book.texts
        for kind in _kinds(name, ours, known)
        if kind not in _kinds(name, system.book, known)
    ]


def unseemly(system: System, ours: Results) -> list[tuple[str, str]]:
    """Results of a model that stands in no book, with what would be wrong in any.

    In energies and equations of motion a common factor may be right, and everywhere a name.
    """
    known = _explained(system)
    return [
        (name, kind)
        for name in ours.texts
        if _NAME.fullmatch(name)
        for kind in _kinds(name, ours, known)
        if kind != NAMED and (kind != FACTOR or name.startswith(("g", "Gamma", "Q")))
    ]


NAMED = "a name that is not needed"
FACTOR = "common factor"

SHOWS: dict[str, Callable[[Expression], bool]] = {
    "absolute value or sign": lambda tree: any(map(_is_absolute, nodes(tree))),
    "squared root": lambda tree: any(map(_holds_squared_root, nodes(tree))),
    "number under a root": lambda tree: any(map(_hides_number, nodes(tree))),
    FACTOR: lambda tree: any(gain(terms) > 0 for terms in sums(tree)),
    "A - A sin^2": lambda tree: any(map(_keeps_square, sums(tree))),
}
"""Whether a tree shows a blemish, by kind."""


def _kinds(name: str, results: Results, known: set[Fraction]) -> list[str]:
    trees = results.trees(name)
    found = [kind for kind, shows in SHOWS.items() if any(map(shows, trees))]
    if any(number not in known for tree in trees for number in _numbers(tree)):
        found.append("number that nobody typed")
    return found + [NAMED] * bool(results.own(name))


def _is_absolute(tree: Expression) -> bool:
    return isinstance(tree, Call) and tree.function in ("abs", "sign")


def _holds_squared_root(tree: Expression) -> bool:
    powers = term(tree).powers if not isinstance(tree, Number) else ()
    return any(is_root(base) and exponent % 2 == 0 for base, exponent in powers)


def _hides_number(tree: Expression) -> bool:
    """Whether a square number can be taken from under a root."""
    if not is_root(tree):
        return False
    inner = radicand(tree)
    entries = next(sums(inner)) if isinstance(inner, Sum) else (term(inner),)
    factor = content([entry.number for entry in entries])
    return any(
        number % n**2 == 0
        for number in (factor.numerator, factor.denominator)
        for n in range(2, 1 + int(abs(number) ** 0.5))
    )


def _keeps_square(terms: tuple) -> bool:
    """Whether two terms are A and −A sin² or −A cos²; nobody reads so far in a long sum."""
    return len(terms) <= MOST and any(
        is_square_of((second / first).tree, TRIGONOMETRIC)
        for first in terms
        for second in terms
        if first is not second
    )


def _numbers(tree: Expression) -> Iterator[Fraction]:
    """The numbers of a tree as they are read: of a product together, of an exponent none."""
    match tree:
        case Number(value):
            yield abs(value)
        case Product():
            entry = term(tree)
            yield abs(entry.number)
            for base, _ in entry.powers:
                yield from _numbers(base)
        case Sum(terms):
            for part in terms:
                yield from _numbers(part)
        case Call(_, arguments):
            for argument in arguments:
                yield from _numbers(argument)
        case _:
            for base, _ in term(tree).powers:
                if base != tree:
                    yield from _numbers(base)


def _explained(system: System) -> set[Fraction]:
    """Numbers that were typed, stand in the book or follow from them in a step or two."""
    texts = (*system.book.texts.values(), *system.book.definitions.values())
    typed = {Fraction(text) for text in _TYPED.findall(write_text(_in_names(system.model)))}
    printed = {Fraction(text) for text in _TYPED.findall(" ".join(texts))}
    decimals = {number for number in typed | printed if number.denominator > 1}
    if not decimals:
        return COUNTED | THIRDS | typed | printed | {Fraction(0)}
    pairs = {abs(a + s * b) for a in decimals for b in decimals | SMALL for s in (1, -1)}
    pairs |= {a * b for a in decimals for b in typed}
    whole = decimals | pairs | {Fraction(1)}
    return {a * b for a in whole for b in SMALL} | THIRDS | typed | printed | {Fraction(0)}


def _in_names(model: Model) -> Model:
    """A model without the numbers that do not stand in equations."""
    empty = Model()
    left = {name: getattr(empty, name) for name in ("description", "start", "layout", "simulation")}
    shapeless = tuple(body.model_copy(update={"shape": Shape()}) for body in model.bodies)
    return model.model_copy(update=left | {"parameters": (), "bodies": shapeless})
