"""What forces of dry friction are while they stick, and as long as what holds they do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui.algebra import factors_of, operation_count, product_of, taken_out
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Sum,
    Symbol,
    symbols,
    symbols_in,
)
from lagr_gui.expression.rows import factors_in, negative, product
from lagr_gui.mechanics.sheets.balance import equations_of_motion, opposite, whole
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.putting_in import put_in
from lagr_gui.mechanics.sheets.sheet import Balance, Sheet, Term
from lagr_gui.mechanics.trees import NOUGHT

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.contact_records import Contact


def terms_with(terms: Iterable[Term], values: Mapping[Symbol, Expression]) -> tuple[Term, ...]:
    """Terms with trees in the place of symbols, without those that vanish."""
    changed = (Term(put_in(term.tree, values), term.sources) for term in terms)
    return tuple(term for term in changed if term.tree != NOUGHT)


def needed_force(balance: Balance, force: FrictionForce | Contact) -> tuple[Term, ...] | None:
    """What a force is by an equation of motion, its coordinate standing still.

    None where it does not stand there as a term of its own.
    """
    still = force.standstill
    assert still is not None
    values = {
        Symbol(still.coordinate, 1): still.velocity,
        Symbol(still.coordinate, 2): still.acceleration,
    }
    own = [term for term in balance.right if force.symbol in symbols(term.tree)]
    others = [term for term in balance.right if term not in own]
    if len(own) != 1 or force.symbol not in factors_in(own[0].tree):
        return None
    number, powers = factors_of(own[0].tree)
    below = {base: n for base, n in powers.items() if base != force.symbol}
    if force.symbol in symbols_in([*below, *(term.tree for term in balance.left)]):
        return None
    terms = terms_with((*balance.left, *map(opposite, others)), values)
    return tuple(replace(term, tree=_over(term.tree, number, below)) for term in terms)


def _over(tree: Expression, number: Number, below: Mapping[Expression, int]) -> Expression:
    """A term divided by a product; numbers stay as they were typed."""
    if not below and abs(number.value) == 1:
        return tree if number.value == 1 else negative(tree)
    own, above = factors_of(tree)
    powers = {base: above.get(base, 0) - below.get(base, 0) for base in {**above, **below}}
    own = own if number.value > 0 else own.alike(-own.value)
    size = {} if abs(number.value) == 1 else {_size(number): -1}
    return product_of(own, {**_used(powers), **size})


def with_sticking(sheet: Sheet, positive: Collection[str]) -> Sheet:
    """The sheet in whose forces it stands what they are while they stick, where that is short.

    So it is without conditions besides.  Names that are `positive` are those of parameters.
    """
    if not sheet.frictions or sheet.of("G") or sheet.minimal is not None or sheet.left_out:
        return sheet
    balances = {own.coordinate: own for own in equations_of_motion(replace(sheet, side="right"))}
    told: list[FrictionForce] = []
    for force in sheet.frictions:
        terms = None
        if force.standstill is not None:
            terms = needed_force(balances[force.standstill.coordinate], force)
        if terms is None or operation_count(whole(terms)) > LONGEST:
            told.append(force)
            continue
        moving = {s for term in terms for s in symbols(term.tree) if s.order > 1}
        others = {own.symbol for own in sheet.frictions}
        known = not moving and others.isdisjoint(symbols_in(term.tree for term in terms))
        told_alone = known and terms and force.pull is None and not force.together
        lasting = at_most(whole(terms), force.bound, positive) if told_alone else None
        if force.one_way and lasting:
            lasting = (NOUGHT, whole(terms)) if force.holds_any else None
        told.append(replace(force, needed=terms, lasting=lasting))
    return replace(sheet, frictions=tuple(told))


LONGEST = 40
"""So many operations the force may have that is needed, to be told beside what it is at most."""


def at_most(
    force: Expression, bound: Expression, positive: Collection[str]
) -> tuple[Expression, Expression]:
    """|force| ≤ bound, of which both sides are divided by the size of what they have in common.

    The bound is not negative.  What is left of it is, where all that it is divided by is `positive`
    or it is itself; of other bounds the size is told, too.
    """
    (number, powers), (most, others) = _factors(force), _factors(bound)
    common = {base: min(n, others.get(base, 0)) for base, n in powers.items()}
    common = {base: n for base, n in common.items() if n > 0}
    left = {base: n - common.get(base, 0) for base, n in powers.items()}
    right = {base: n - common.get(base, 0) for base, n in others.items()}
    for base in [base for base in left if left[base] == 1]:
        match base:
            case Call("sin", angle) if right.get(cosine := Call("cos", angle)) == 1:
                left[Call("tan", angle)] = left.pop(base)
                common[cosine] = right.pop(cosine)
            case _:
                pass

    def is_positive(bases: Iterable[Expression]) -> bool:
        return all(isinstance(base, Symbol) and base.name in positive for base in bases)

    if not common:
        plain = force if isinstance(force, Sum) else product_of(_size(number), powers)
        return Call("abs", (plain,)), bound
    one, size = product_of(_size(number), _used(left)), product_of(_size(most), _used(right))
    if not is_positive(_used(left)):
        one = Call("abs", (one,))
    if not (is_positive(common) or is_positive(_used(right))):
        size = Call("abs", (size,))
    return one, size


def lasting_with_reactions(
    force: FrictionForce, positive: Collection[str]
) -> tuple[Expression, Expression] | None:
    """What it sticks by, |needed| ≤ μ N, with N where that comes from weights: |tan α| ≤ μ."""
    still, factors, stands = force.standstill, factors_in(force.bound), dict(force.reactions)
    pressing = [factor for factor in factors if isinstance(factor, Symbol) and factor in stands]
    if force.lasting is None or force.needed is None or still is None or len(pressing) != 1:
        return force.lasting
    values = {Symbol(still.coordinate, 1): still.velocity}
    match whole(terms_with(stands[pressing[0]], values)):
        case Call("abs", (N,)) if all(not s.order and s != force.symbol for s in symbols(N)):
            left, right = at_most(whole(force.needed), N, positive)
            if right != N:  # both were divided by something
                known = all(
                    isinstance(f, Number) or (isinstance(f, Symbol) and f.name in positive)
                    for f in factors_in(right)
                )
                size = right if known else Call("abs", (_bare(right),))
                return left, product([*(f for f in factors if f != pressing[0]), size])
        case _:
            pass
    return force.lasting


def _bare(tree: Expression) -> Expression:
    return tree.arguments[0] if isinstance(tree, Call) and tree.function == "abs" else tree


def _size(number: Number) -> Number:
    return number.alike(abs(number.value))


def _used(powers: Mapping[Expression, int]) -> dict[Expression, int]:
    return {base: n for base, n in powers.items() if n}


def _factors(tree: Expression) -> tuple[Number, dict[Expression, int]]:
    """A number and powers; of a sum what its terms have in common before it."""
    together = taken_out(tree.terms) if isinstance(tree, Sum) else None
    return factors_of(together or tree)
