"""Limits as they are read: each with its gap, its force, its slips, and what it does in impacts.

    0 ≤ h,  0 ≤ N,  h N = 0,   g q̈ + Γ q̇ q̇ = Q + Gᵀ λ + Wᵀ N + W_Tᵀ R                     (C5)
      slides:  R = −μ N γ/|γ|,   sticks:  γ = 0,  |R| ≤ μ N                          (R1, R2)
    impact:  ḣ⁺ = −κ ḣ⁻,   g (q̇⁺ − q̇⁻) = Wᵀ Λ_N + W_Tᵀ Λ_R,   −Λ_R ∈ μ Λ_N Sgn(γ⁺ + κ_T γ⁻)

h is −H of the limit H ≤ 0, N its multiplier with the opposite sign: both are positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from lagr_gui.algebra import operation_count
from lagr_gui.expression import Call, Expression, Number, Power, Product, Symbol, symbols
from lagr_gui.expression.rows import as_sum, is_negative, negative, product, terms_in
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.sheets.contact_records import Contact
from lagr_gui.mechanics.sheets.friction_lines import SLIDING, STICKING
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.putting_in import put_in
from lagr_gui.mechanics.sheets.sheet import AT_MOST, EQUAL, Balance, Sheet, Term
from lagr_gui.mechanics.trees import NOUGHT

GAP, SLIP, PUSHES = say("gap"), say("velocity of slip"), say("in contact, added to Q")
IMPACT, IMPULSES = say("impact"), say("impact, impulses")
STUCK = say("impact that sticks")
FORTH, BACK = say("impact that slips forth"), say("impact that slips back")
SLIPPED = say("impact that slips")
EACH = say("each contact k")
"""What is said of lines."""

FEW = 6
"""Of more contacts the laws that all have are told once."""
SHORT = 8
"""So many operations ḣ may have to stand in the law of impacts; longer ones go by the name."""
PLUS, MINUS = "plus", "minus"
"""What follows the names of velocities after and before an impact."""


def contact_lines(sheet: Sheet) -> Iterator[Balance]:
    """All contacts of a sheet, below the names of their elements, then what they have together."""
    many = len(sheet.contacts) > FEW
    for contact in sheet.contacts:
        yield from _short(contact) if many else lines_of_contact(contact)
    if many:
        yield from _of_each(sheet.contacts)
    yield from _pushes(sheet)
    yield from _momenta(sheet)


def lines_of_contact(contact: Contact) -> Iterator[Balance]:
    """Those of one contact."""
    line = _Lines(contact)
    yield line(Symbol(contact.called), EQUAL, contact.gap, GAP)
    yield from _complementary(line, contact.called, contact.name)
    yield from _roughness(contact)
    speed = contact.speed
    if operation_count(speed) > SHORT:
        speed = Symbol(contact.called, 1)
    elif all(map(is_negative, terms_in(speed))):
        speed = as_sum(map(negative, terms_in(speed)))
    before = negative(product((contact.restitution, _speed(speed, MINUS))))
    yield line(_speed(speed, PLUS), EQUAL, line.of(before), IMPACT, "")
    yield from _rough_impact(contact)


def _short(contact: Contact) -> Iterator[Balance]:
    """A line or two of one of many."""
    line = _Lines(contact)
    yield line(Symbol(contact.called), EQUAL, contact.gap, GAP)
    if contact.slips:
        yield _bound(line, contact)


def _of_each(contacts: tuple[Contact, ...]) -> Iterator[Balance]:
    """What holds for each of many, with k in the place of its number."""
    first = contacts[0]
    gap, force = (name.rpartition("_")[0] + "_k" for name in (first.called, first.name))
    own = replace(first, place=EACH, key="")
    yield from _complementary(_Lines(own), gap, force)
    if len({contact.restitution for contact in contacts}) == 1:
        line, rates = _Lines(own), [Symbol(f"{gap}_{when}", 1) for when in (PLUS, MINUS)]
        before = negative(product((first.restitution, rates[1])))
        yield line(rates[0], EQUAL, line.of(before), IMPACT, "")


class _Lines:
    """Lines of a contact."""

    def __init__(self, contact: Contact) -> None:
        self.contact = contact

    def of(self, *trees: Expression) -> tuple[Term, ...]:
        """Terms that come from it; none is 0."""
        return tuple(Term(tree, (self.contact.key,)) for tree in trees if tree != NOUGHT)

    def __call__(
        self,
        left: Expression,
        sign: str,
        right: Iterable[Term],
        said: str = "",
        equation: str = "C5",
    ) -> Balance:
        own = self.contact
        named = own.name, own.number + 1, self.of(left) or (Term(left, (own.key,)),), tuple(right)
        return Balance(*named, equation, own.place, sign, said)


def _complementary(line: _Lines, gap: str, force: str) -> Iterator[Balance]:
    """0 ≤ h, 0 ≤ N, h N = 0"""
    for name in (gap, force):
        yield line(NOUGHT, AT_MOST, line.of(Symbol(name)))
    yield line(product((Symbol(gap), Symbol(force))), EQUAL, ())


def _length(trees: Iterable[Expression]) -> Expression:
    """|γ|, or the root of the squares of both."""
    several = tuple(trees)
    if len(several) == 1:
        return Call("abs", several)
    two = Number(Fraction(2))
    return Call("sqrt", (as_sum(Power(tree, two) for tree in several),))


def _bound(line: _Lines, contact: Contact) -> Balance:
    """|R| ≤ μ N"""
    size = _length(slip.symbol for slip in contact.slips)
    return line(size, AT_MOST, line.of(contact.slips[0].bound), "", "R2")


def _roughness(contact: Contact) -> Iterator[Balance]:
    """What its friction may be, and what it is while it slides and sticks."""
    if not contact.slips:
        return
    line = _Lines(contact)
    for slip, gamma in zip(contact.slips, contact.velocities, strict=True):
        if slip.slip != gamma:
            yield line(slip.slip, EQUAL, line.of(*terms_in(gamma)), SLIP, "R1")
    yield _bound(line, contact)
    for slip in contact.slips:
        yield line(slip.symbol, EQUAL, line.of(slip.sliding), SLIDING, "R1")
    for slip in contact.slips:
        yield line(slip.slip, EQUAL, (), STICKING, "R2")


def _rough_impact(contact: Contact) -> Iterator[Balance]:
    """An impact that sticks, or slips either way."""
    if not contact.slips:
        return
    line = _Lines(contact)
    push = product((contact.mu, Symbol(contact.impulse)))
    for slip in contact.slips:
        back = negative(product((contact.tangential, _speed(slip.slip, MINUS))))
        kept = () if contact.tangential == NOUGHT else line.of(back)
        yield line(_speed(slip.slip, PLUS), EQUAL, kept, STUCK, "")
    size = _length(map(Symbol, contact.impulses))
    yield line(size, AT_MOST, line.of(push), STUCK, "")
    left = [as_sum(_left_over(contact, slip)) for slip in contact.slips]
    if len(left) == 1:
        for sense, said in ((negative(push), FORTH), (push, BACK)):
            yield line(Symbol(contact.impulses[0]), EQUAL, line.of(sense), said, "")
        return
    below = Power(_length(left), Number(Fraction(-1)))
    for name, slipped in zip(contact.impulses, left, strict=True):
        rubs = negative(product((push, slipped, below)))
        yield line(Symbol(name), EQUAL, line.of(rubs), SLIPPED, "")


def _left_over(contact: Contact, slip: FrictionForce) -> Iterator[Expression]:
    """γ⁺ + κ_T γ⁻"""
    yield from terms_in(_speed(slip.slip, PLUS))
    if contact.tangential != NOUGHT:
        yield product((contact.tangential, _speed(slip.slip, MINUS)))


def _speed(tree: Expression, when: str) -> Expression:
    """A velocity before or after an impact."""
    if isinstance(tree, Symbol):  # a velocity of slip by its name, or that of a coordinate
        return Symbol(f"{tree.name}_{when}", tree.order)
    rates = {s: Symbol(f"{s.name}_{when}", 1) for s in symbols(tree) if s.order == 1}
    return put_in(tree, rates)


def _pushes(sheet: Sheet) -> Iterator[Balance]:
    """Wᵀ N + W_Tᵀ R by coordinate, what contacts add to Q."""
    found: dict[int, list[Term]] = {}
    for contact in sheet.contacts:
        for rho, terms in contact.pushed:
            found.setdefault(rho, []).extend(terms)
    for rho, terms in sorted(found.items()):
        keys = tuple(dict.fromkeys(key for term in terms for key in term.sources))
        left = (Term(Symbol(f"Delta_Q{rho}"), keys),)
        yield Balance(f"Q{rho}", rho, left, tuple(terms), "C5", PUSHES, EQUAL, "")


def _momenta(sheet: Sheet) -> Iterator[Balance]:
    """g (q̇⁺ − q̇⁻) = Wᵀ Λ + Gᵀ Λ_G of the coordinates that impacts move, with g by its names."""
    plain = sheet.formalism == "lagrange" and sheet.minimal is None and not sheet.left_out
    metric = [entry for entry in sheet.of("g") if 0 not in entry.indices]
    if not (plain and metric) or len(sheet.contacts) > FEW:
        return
    impulses = impulses_of(sheet.contacts)
    pushed = {rho for contact in sheet.contacts for rho, _ in contact.pushed}
    names = sheet.coordinates
    for rho in range(1, 1 + len(names)):
        left = list[Term]()
        for entry in metric:
            if rho not in entry.indices:
                continue
            mu, nu = entry.indices
            name = names[(nu if mu == rho else mu) - 1]
            jump = as_sum((Symbol(f"{name}_{PLUS}", 1), negative(Symbol(f"{name}_{MINUS}", 1))))
            size = entry.tree if len(entry.terms) == 1 else Symbol(entry.reference)
            keys = tuple(dict.fromkeys(key for term in entry.terms for key in term.sources))
            left.append(Term(product((size, jump)), keys))
        right = [
            Term(put_in(term.tree, impulses), term.sources)
            for contact in sheet.contacts
            for index, terms in contact.pushed
            if index == rho
            for term in terms
        ]
        right += _of_conditions(sheet, rho)
        if left and (len(left) > 1 or rho in pushed or right):
            yield Balance(f"p{rho}", rho, tuple(left), tuple(right), "", IMPULSES, EQUAL, "")


def plain_first(tree: Expression) -> Expression:
    """A product with its parameters and coordinates before all else."""
    if not isinstance(tree, Product):
        return tree
    plain = [own for own in tree.factors if isinstance(own, Number | Symbol)]
    return Product((*plain, *(own for own in tree.factors if own not in plain)))


def _of_conditions(sheet: Sheet, rho: int) -> Iterator[Term]:
    """Gᵀ Λ_G: what conditions take in impacts."""
    for entry in sheet.of("G"):
        condition, index = entry.indices
        if index == rho:
            for term in entry.terms:
                tree = product((Symbol(f"Lambda_G{condition}"), term.tree))
                yield Term(tree, term.sources)


def impulses_of(contacts: Iterable[Contact]) -> Mapping[Symbol, Expression]:
    """Impulses in the place of forces."""
    found: dict[Symbol, Expression] = {}
    for contact in contacts:
        found[contact.symbol] = Symbol(contact.impulse)
        for slip, impulse in zip(contact.slips, contact.impulses, strict=True):
            found[slip.symbol] = Symbol(impulse)
    return found
