"""Terms of sums as numbers times powers, and what they have in common.

It has no call of its own; `textbook_blemishes.py` and `textbook_causes.py` import it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from textbook_count import operations

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, parts, write

TRIGONOMETRIC = ("sin", "cos")


@dataclass(frozen=True)
class Term:
    """number · Π base ^ exponent."""

    number: Fraction
    powers: frozenset[tuple[Expression, Fraction]]

    def __mul__(self, other: Term) -> Term:
        exponents = dict(self.powers)
        for base, exponent in other.powers:
            exponents[base] = exponents.get(base, Fraction(0)) + exponent
        left = frozenset((base, exponent) for base, exponent in exponents.items() if exponent)
        return Term(self.number * other.number, left)

    def __truediv__(self, other: Term) -> Term:
        inverse = frozenset((base, -exponent) for base, exponent in other.powers)
        return self * Term(1 / other.number, inverse)

    @property
    def tree(self) -> Expression:
        """The term as an expression."""
        powers = sorted(self.powers, key=lambda power: (power[1] < 0, write(power[0])))
        factors = [base if n == 1 else Power(base, Number(n)) for base, n in powers]
        if self.number != 1 or not factors:
            factors.insert(0, Number(self.number))
        return factors[0] if len(factors) == 1 else Product(tuple(factors))


def nodes(tree: Expression) -> Iterator[Expression]:
    """A tree and everything in it."""
    yield tree
    for part in parts(tree):
        yield from nodes(part)


def term(tree: Expression) -> Term:
    """A tree as number and powers; roots stay bases of their own."""
    match tree:
        case Number(value) if value:
            return Term(value, frozenset())
        case Product(factors):
            whole = Term(Fraction(1), frozenset())
            for factor in factors:
                whole = whole * term(factor)
            return whole
        case Power(base, Number(value)) if value.denominator == 1:
            inner = term(base)
            powers = frozenset((entry, exponent * value) for entry, exponent in inner.powers)
            return Term(inner.number ** int(value), powers)
        case _:
            return Term(Fraction(1), frozenset({(tree, Fraction(1))}))


def sums(tree: Expression) -> Iterator[tuple[Term, ...]]:
    """The terms of every sum in a tree; sums within sums count to the outer one as well."""
    for node in nodes(tree):
        if isinstance(node, Sum):
            yield tuple(_terms(node))


def _terms(tree: Expression) -> Iterator[Term]:
    if isinstance(tree, Sum):
        for part in tree.terms:
            yield from _terms(part)
    elif tree != Number(Fraction(0)):
        yield term(tree)


def common(terms: Sequence[Term]) -> Term:
    """What can be taken out of all terms: whole powers, and a number without a remainder."""
    first, *rest = (dict(entry.powers) for entry in terms)
    shared: set[tuple[Expression, Fraction]] = set()
    for base in first:
        exponents = [entry.get(base, Fraction(0)) for entry in (first, *rest)]
        if min(exponents) > 0:
            shared.add((base, min(exponents)))
        elif max(exponents) < 0:
            shared.add((base, max(exponents)))
    return Term(content([entry.number for entry in terms]), frozenset(shared))


def content(numbers: Sequence[Fraction]) -> Fraction:
    """The greatest common numerator over the greatest common denominator."""
    above = gcd(*(number.numerator for number in numbers))
    return Fraction(above, gcd(*(number.denominator for number in numbers)))


def gain(terms: Sequence[Term]) -> int:
    """How many operations are saved where the common factor is taken out."""
    if len(terms) < 2:
        return 0
    factor = common(terms)
    if factor == Term(Fraction(1), frozenset()):
        return 0
    inner = Sum(tuple((entry / factor).tree for entry in terms))
    return count(Sum(tuple(entry.tree for entry in terms))) - count(
        Product((*_factors(factor.tree), inner))
    )


def _factors(tree: Expression) -> tuple[Expression, ...]:
    return tree.factors if isinstance(tree, Product) else (tree,)


def count(tree: Expression) -> int:
    """The operations of the text of a tree."""
    return operations(write(tree))


def is_root(tree: Expression) -> bool:
    """Whether a tree is a square root."""
    return (isinstance(tree, Call) and tree.function == "sqrt") or (
        isinstance(tree, Power) and tree.exponent == Number(Fraction(1, 2))
    )


def radicand(root: Expression) -> Expression:
    """What stands under a root."""
    return parts(root)[0]


def is_square_of(tree: Expression, functions: Sequence[str]) -> bool:
    """Whether a term is sin² or cos² of anything, with the factor −1."""
    entry = term(tree)
    ((base, exponent),) = entry.powers if len(entry.powers) == 1 else ((tree, Fraction(0)),)
    return (
        entry.number == -1
        and exponent == 2
        and isinstance(base, Call)
        and base.function in functions
    )
