"""What is put together from g, Γ and Q: kinetic energy (18) and equations of motion (29)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, takewhile

from lagr_gui.algebra import factors_of, grouped, operation_count, product_of, taken_out
from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    rebuilt,
    symbols,
)
from lagr_gui.expression.letters import split
from lagr_gui.expression.rows import as_product, as_sum, factors_in, is_negative, negative, product
from lagr_gui.mechanics.sheets.sheet import (
    DEFAULT_FORM,
    IN_SPEEDS,
    ONE_SIDE,
    Balance,
    Entry,
    Sheet,
    Term,
)

Rates = Mapping[int, Expression]
"""What is written for the velocity of a coordinate, by its index."""

Rate = tuple[Expression, ...]
"""Velocities of which a product is made."""

NUMBERED = ""
"""The number of equations that tell the numbers of speeds with names, u1 = v: they have none."""

OF_BALANCES = (
    *("motion", "friction", "contacts", "solved", "states", "signals"),
    *("speeds", "slopes", "multipliers", "velocity"),
)
"""Sections of equations, as they are called (`balances_of`)."""

KINEMATICAL = (NUMBERED, "21", "22", "C2")
"""Equations that tell what speeds are, how velocities follow from them, and which are 0."""

_Ratio = tuple[Number, dict[Expression, int]]
"""A number and powers, in the order in which they are written."""


def equations_of_motion(sheet: Sheet) -> tuple[Balance, ...]:
    """One equation for each coordinate: those of the sheet's formalism, or from g, Γ and Q.

    On one side of the sheet (`Sheet.side`) forces stand on the left as well, behind what has
    accelerations, and 0 on the right.  There is none where a sheet has left out what they are of.
    What speeds are is told by `balances_of`.
    """
    if sheet.left_out:
        return ()
    if sheet.formalism != "lagrange" or sheet.minimal or (sheet.sticks and sheet.balances):
        balances = sheet.balances
        if sheet.formalism in IN_SPEEDS:
            balances = tuple(entry for entry in balances if entry.equation not in KINEMATICAL)
    else:
        if sheet.structured:
            sheet = replace(sheet, entries=tuple(entry.by_name for entry in sheet.entries))
        balances = tuple(_balance(sheet, rho) for rho in range(1, len(sheet.coordinates) + 1))
    return tuple(map(on_one_side, balances)) if sheet.side == ONE_SIDE else balances


def by_group(balances: Iterable[Balance]) -> Iterator[tuple[str, list[Balance]]]:
    """Equations below the headings of their groups; one without words where they have none."""
    for group, own in groupby(balances, key=lambda balance: balance.group):
        yield group, list(own)


def balances_of(sheet: Sheet, symbol: str) -> tuple[Balance, ...]:
    """Equations that stand in a sheet beside those of motion.

    They are ``solved``, ``states``, ``signals``, ``friction``, ``contacts``, ``slopes`` and
    ``multipliers`` (linear systems), ``speeds`` (what generalised speeds are, and the kinematical
    equations), and ``velocity``: the conditions on velocities, G q̇ + γ̄ = 0.
    """
    match symbol:
        case "solved":
            return sheet.solved
        case "slopes":
            systems = () if sheet.minimal is None else sheet.minimal.systems
            return tuple(line for system in systems for line in system.lines)
        case "multipliers":
            systems = () if sheet.minimal is None else sheet.minimal.multipliers
            return tuple(line for system in systems for line in system.lines)
        case "states" | "signals":
            own = sheet.states if symbol == "states" else sheet.signals
            return own and _by_mode(own)
        case "friction":
            if not sheet.frictions:  # few have dry friction
                return ()
            from lagr_gui.mechanics.sheets.friction_lines import friction_lines

            return tuple(friction_lines(sheet))
        case "contacts":
            if not sheet.contacts:  # few have limits
                return ()
            from lagr_gui.mechanics.sheets.contacts import contact_lines

            return tuple(contact_lines(sheet))
        case "speeds":
            return tuple(_kinematical(sheet)) if sheet.formalism in IN_SPEEDS else ()
        case _:
            return () if sheet.structured else _on_velocities(sheet)


def _by_mode(balances: tuple[Balance, ...]) -> tuple[Balance, ...]:
    from lagr_gui.mechanics.sheets.signal_lines import lines_by_mode  # few models have signals

    return lines_by_mode(balances)


def _kinematical(sheet: Sheet) -> Iterator[Balance]:
    """Speeds that are more than a velocity of a coordinate, and the kinematical equations.

    Hamel's coefficients have the numbers of quasi-velocities: all of these are told in their order.
    """
    for balance in sheet.balances:
        plain = balance.equation == "21" and isinstance(whole(balance.right), Symbol)
        if balance.equation in KINEMATICAL and not (plain and not sheet.of("hamel")):
            yield balance


def speeds_of(sheet: Sheet) -> dict[Symbol, Expression]:
    """What the speeds of a sheet are in coordinates and their velocities."""
    return {
        entry.left[0].tree: whole(entry.right)
        for entry in (sheet.balances if sheet.formalism in IN_SPEEDS else ())
        if entry.equation == "21" and isinstance(entry.left[0].tree, Symbol)
    }


def condition_matrix(sheet: Sheet) -> tuple[tuple[Expression, ...], ...]:
    """G row by row, with 0 where a condition does not depend on a velocity."""
    entries = {entry.indices: entry.tree for entry in sheet.of("G")}
    rows = range(1, 1 + max((s for s, _ in entries), default=0))
    columns = range(1, 1 + len(sheet.coordinates))
    nought = Number(Fraction(0))
    return tuple(tuple(entries.get((s, rho), nought) for rho in columns) for s in rows)


def _on_velocities(sheet: Sheet) -> tuple[Balance, ...]:
    """The conditions that are on velocities alone, each as an equation."""
    on_positions = {entry.indices[0] for entry in sheet.of("phi")}
    rest = {entry.indices[0]: entry.terms for entry in sheet.of("gamma_bar")}
    balances: dict[int, list[Term]] = {}
    for entry in sheet.of("G"):
        condition, rho = entry.indices
        if condition not in on_positions:
            speed = Symbol(sheet.coordinates[rho - 1], 1)
            balances.setdefault(condition, []).append(_term(entry, 1, (speed,)))
    return tuple(
        Balance("", condition, (*terms, *rest.get(condition, ())), (), "C2")
        for condition, terms in balances.items()
    )


def on_one_side(balance: Balance) -> Balance:
    """An equation with 0 on its right; one that is solved for a rate stays as it is."""
    if len(balance.left) == 1 and isinstance(balance.left[0].tree, Symbol):
        return balance
    moved = tuple(opposite(term) for term in balance.right)
    return replace(balance, left=(*balance.left, *moved), right=())


def _balance(sheet: Sheet, rho: int) -> Balance:
    name = sheet.coordinates
    left: list[Term] = []
    for entry in sheet.of("g"):
        mu, nu = entry.indices
        other = nu if mu == rho else mu if nu == rho else 0
        if other:
            left.append(_term(entry, 1, (Symbol(name[other - 1], 2),)))
    left.sort(key=lambda term: _order(term, name))
    right = [term for entry in sheet.of("Q") if entry.indices == (rho,) for term in entry.terms]
    if name[rho - 1] in sheet.charges:
        passive = [opposite(term) for term in right if _is_passive(term, sheet)]
        left += sorted(passive, key=lambda term: not any(s.order for s in symbols(term.tree)))
        right = [term for term in right if not _is_passive(term, sheet)]
    moving = list(of_velocities(sheet, rho))
    if name[rho - 1] not in sheet.charges:
        right += [opposite(term) for term in moving if is_coupling(term, sheet)]
        moving = [term for term in moving if not is_coupling(term, sheet)]
    left += moving
    right += _reactions(sheet, rho)
    return Balance(name[rho - 1], rho, tuple(left), tuple(right))


def of_velocities(sheet: Sheet, rho: int) -> Iterator[Term]:
    """Γ_ρμν q̇^μ q̇^ν, what has no velocity last; squares with one coefficient in one bracket."""
    rates, together = rates_of(sheet.coordinates), sheet.form in (DEFAULT_FORM, "shortest")
    joined: dict[object, tuple[Entry, list[Rate]]] = {}
    for entry in sorted(sheet.of("Gamma"), key=lambda entry: entry.indices[1:] == (0, 0)):
        first, mu, nu = entry.indices
        if first == rho:
            key = entry.tree if together and mu == nu > 0 else entry.indices
            speeds = tuple(rates[index] for index in (nu, mu) if index)
            joined.setdefault(key, (entry, []))[1].append(speeds)
    for entry, (speeds, *others) in joined.values():
        if others:
            squares = (power for row in (speeds, *others) for power in _merged(row))
            speeds = (Sum(tuple(squares)),)
        _, mu, nu = entry.indices
        yield _term(entry, 1 if mu == nu else 2, speeds)


def _reactions(sheet: Sheet, rho: int) -> list[Term]:
    """λ_s G_sρ; in the shortest form those with a factor in common as one product."""
    by_multiplier: dict[Symbol, Term] = {}
    for entry in sheet.of("G"):
        condition, index = entry.indices
        if index == rho:
            by_multiplier[multiplier(condition)] = _term(entry, 1, (multiplier(condition),))
    if sheet.form != "shortest":
        return list(by_multiplier.values())
    terms: list[Term] = []
    for tree in grouped([term.tree for term in by_multiplier.values()], lambda factor: True):
        parts = [by_multiplier[symbol] for symbol in by_multiplier if symbol in symbols(tree)]
        terms.append(
            Term(tree, tuple(dict.fromkeys(key for part in parts for key in part.sources)))
        )
    return terms


def _is_passive(term: Term, sheet: Sheet) -> bool:
    """Whether a term comes from resistors, capacitors and their like only."""
    return bool(term.sources) and set(sheet.passive).issuperset(term.sources)


def is_coupling(term: Term, sheet: Sheet) -> bool:
    """Whether a term comes from motors and their like only."""
    return bool(term.sources) and set(sheet.couplings).issuperset(term.sources)


def opposite(term: Term) -> Term:
    """The negative of a term, from the same sources."""
    return Term(negative(term.tree), term.sources)


def multiplier(condition: int) -> Symbol:
    """λ of a condition (C4): the generalised force that keeps it is λ_s G_sρ."""
    return Symbol(f"lambda_{condition}")


def kinetic_energy(metric: Sequence[Entry], names: tuple[str, ...], form: str) -> tuple[Entry, ...]:
    """T = ½ g_μν q̇^μ q̇^ν (18) as one entry, empty where nothing can move.

    A term is one product of velocities with its g in brackets; in forms that are written out, it
    is one term of g.  The shortest form begins with what all terms have in common, and joins rates
    that occur in one sum only.
    """
    terms = _joined(list(_kinetic(metric, rates_of(names), form)), form)
    if form == "shortest" and (joined := joined_rates(metric, names)) is not None:
        others = _joined(list(_kinetic(*joined, form)), form)
        terms = min(terms, others, key=lambda version: operation_count(whole(version)))
    return (Entry("T", (), terms, "18"),) if terms else ()


def momentum(metric: Sequence[Entry], rho: int, names: tuple[str, ...], form: str) -> Entry:
    """p_ρ = g_ρμ q̇^μ (19), μ = 0 … f, in the order of the velocities."""
    by_index: dict[int, list[Term]] = {}
    for entry in metric:
        mu, nu = entry.indices
        if rho in (mu, nu):
            other = nu if mu == rho else mu
            speeds = (Symbol(names[other - 1], 1),) if other else ()
            pieces = _pieces(entry, form)
            by_index[other] = [_term(piece, 1, speeds) for piece in pieces]
    terms = [term for other in sorted(by_index) for term in by_index[other]]
    joined = (replace(t, tree=rebuilt(t.tree, _speeds_first)) for t in _joined(terms, form))
    return Entry("p_const", (rho,), tuple(joined), "19", momentum_name(names[rho - 1]))


def momentum_name(coordinate: str) -> str:
    """p_r for r, p_phi_1 for phi1, p2 for q2."""
    if numbered := re.fullmatch(r"q_?(\d+)", coordinate):
        return f"p{numbered[1]}"
    name = split(coordinate)
    return "_".join(("p", name.stem, *name.subscripts))


def _speeds_first(factor: Expression) -> Expression:
    """A bracket with velocities by themselves before their multiples, as T has it: φ̇ + ψ̇ cos θ."""
    if not isinstance(factor, Sum):
        return factor
    return Sum(tuple(sorted(factor.terms, key=lambda t: not (isinstance(t, Symbol) and t.order))))


def jacobi(
    metric: Sequence[Entry], potentials: Sequence[Entry], names: tuple[str, ...], form: str
) -> Entry:
    """h = T₂ − T₀ + U, T₂ of second degree in velocities and T₀ = ½ g₀₀."""
    second = [entry for entry in metric if entry.indices[1]]
    rest = [entry for entry in metric if entry.indices == (0, 0)]
    rates = rates_of(names)
    terms = (
        *_joined(list(_kinetic(second, rates, form)), form),
        *map(opposite, _kinetic(rest, rates, form)),
        *(term for entry in potentials for term in entry.terms),
    )
    return Entry("jacobi", (), terms, "18")


def _kinetic(metric: Sequence[Entry], rates: Rates, form: str) -> Iterator[Term]:
    for entry in metric:
        mu, nu = entry.indices
        speeds = tuple(rates[index] for index in (nu, mu) if index)
        factor = Fraction(1, 2) if mu == nu else Fraction(1)
        yield from (_term(piece, factor, speeds) for piece in _pieces(entry, form))


def _pieces(entry: Entry, form: str) -> Sequence[Entry]:
    """A result as it stands before velocities: whole, or one term after the other."""
    if form not in ("multi-angle", "product"):
        return (entry,)
    return [Entry(entry.symbol, entry.indices, (term,), entry.equation) for term in entry.terms]


def _joined(terms: list[Term], form: str) -> tuple[Term, ...]:
    """What all terms have in common before a bracket, in the shortest form."""
    if form == "shortest" and (product := taken_out([term.tree for term in terms])) is not None:
        terms = [Term(product, tuple(dict.fromkeys(key for t in terms for key in t.sources)))]
    return tuple(terms)


def _order(term: Term, names: tuple[str, ...]) -> int:
    factors = factors_in(term.tree)
    return next(names.index(f.name) for f in factors if isinstance(f, Symbol) and f.order == 2)


def _term(entry: Entry, times: Fraction | int, rates: tuple[Expression, ...]) -> Term:
    tree = entry.tree
    if isinstance(tree, Sum) and rates and all(map(is_negative, tree.terms)):
        tree, times = Sum(tuple(map(negative, tree.terms))), -times
    factors = list(factors_in(tree))
    number = Number(Fraction(times))
    if isinstance(first := factors[0], Number):
        number = first.alike(first.value * times)
        factors.pop(0)
    number, factors = _into_bracket(number, factors)
    place = len(factors)
    if all(not isinstance(rate, Symbol) or rate.order for rate in rates):  # no reaction
        place -= sum(1 for _ in takewhile(is_turning, reversed(factors)))
    factors[place:place] = _merged(rates)
    if number.value != 1 or not factors:
        factors.insert(0, number)
    sources = dict.fromkeys(key for term in entry.terms for key in term.sources)
    return Term(as_product(factors), tuple(sources))


def _into_bracket(number: Number, factors: list[Expression]) -> tuple[Number, list[Expression]]:
    """The number of a product in its bracket of fractions where it is shorter: A + 2 B."""
    size = number.alike(abs(number.value))
    for place, factor in enumerate(factors if size.value.denominator == 1 < size.value else ()):
        if isinstance(factor, Sum):
            inside = Sum(tuple(product((size, term)) for term in factor.terms))
            if operation_count(inside) <= operation_count(factor):
                sign = number.alike(number.value / size.value)
                return sign, [*factors[:place], inside, *factors[place + 1 :]]
    return number, factors


def is_turning(factor: Expression) -> bool:
    """Whether it is a sine or cosine, or a power of one: velocities stand before them."""
    base = factor.base if isinstance(factor, Power) else factor
    return isinstance(base, Call) and base.function in ("sin", "cos")


def _merged(rates: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """q̇ q̇ becomes q̇²."""
    if len(rates) == 2 and rates[0] == rates[1]:
        return (Power(rates[0], Number(Fraction(2))),)
    return rates


def times(coefficient: Sequence[Term], unknown: Symbol) -> Term:
    """The coefficient times the unknown, as one term."""
    entry = Entry("", (), tuple(coefficient), "")
    sources = dict.fromkeys(key for term in coefficient for key in term.sources)
    tree = entry.tree
    factors: tuple[Expression, ...] = tree.factors if isinstance(tree, Product) else (tree,)
    whole = unknown if tree == Number(Fraction(1)) else Product((*factors, unknown))
    return Term(whole, tuple(sources))


def whole(terms: tuple[Term, ...]) -> Expression:
    """A side of an equation as one expression."""
    return as_sum(term.tree for term in terms)


def rates_of(names: Sequence[str]) -> Rates:
    """The velocity of each coordinate."""
    return {index: Symbol(name, 1) for index, name in enumerate(names, start=1)}


def joined_rates(
    metric: Sequence[Entry], names: Sequence[str]
) -> tuple[Sequence[Entry], Rates] | None:
    """The metric without time where its row is a multiple r of another, which then has q̇ + r.

    Where g₀σ = r g_νσ for all σ, T depends on the sum q̇^ν + r only; None where it does not.
    """
    rates = rates_of(names)
    rows: dict[int, dict[int, Expression]] = {index: {} for index in (0, *rates)}
    for entry in metric:
        mu, nu = entry.indices
        rows[mu][nu] = rows[nu][mu] = entry.tree
    time_row = rows.pop(0)
    for other, row in rows.items():
        if time_row and row.keys() == time_row.keys():
            ratio, *others = (_ratio(time_row[index], row[index]) for index in row)
            if all(same == ratio for same in others):
                joined = Sum((rates[other], product_of(*ratio)))
                moving = [entry for entry in metric if 0 not in entry.indices]
                return moving, {**rates, other: joined}
    return None


def _ratio(above: Expression, below: Expression) -> _Ratio:
    """A product divided by another one."""
    (number, powers), (divisor, others) = factors_of(above), factors_of(below)
    left = {base: powers.get(base, 0) - others.get(base, 0) for base in powers | others}
    ratio = Number(number.value / divisor.value, number.decimal or divisor.decimal)
    return ratio, {base: e for base, e in left.items() if e}
