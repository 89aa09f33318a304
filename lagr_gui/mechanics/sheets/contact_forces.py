"""Limits of a closed form as they are shown: gaps, velocities of slip, and what both push."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction

from lagr_gui.algebra import Canonical, operation_count
from lagr_gui.catalogue.kinds import Limit
from lagr_gui.expression import Call, Expression, Number, Power, Symbol
from lagr_gui.expression.letters import pretty
from lagr_gui.expression.rows import as_sum, is_negative, negative, product, terms_in
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.closed import Closed, nonzero
from lagr_gui.mechanics.closed.measures import ClosedSpace
from lagr_gui.mechanics.measures import measures_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import whole
from lagr_gui.mechanics.sheets.contact_records import Contact
from lagr_gui.mechanics.sheets.contacts import plain_first
from lagr_gui.mechanics.sheets.friction_forces import standstill_of
from lagr_gui.mechanics.sheets.friction_records import FrictionForce, Standstill
from lagr_gui.mechanics.sheets.sheet import Term
from lagr_gui.mechanics.trees import NOUGHT

GAPS, FORCES = ("h", "d", "h_gap"), ("N", "F_N", "P_N", "N_c")
RUBS, IMPULSES = ("R", "F_R", "f", "R_c"), ("Lambda", "P", "Lambda_c")
SLIPS = ("gamma", "v_T", "slip_T")
"""Letters of gaps, of forces across and along what is touched, of impulses and of slips."""
SHORT = 6
"""So many operations a velocity of slip may have that goes without a name."""


class ContactForces:
    """The limits of one system; names are those that nothing that is `taken` looks like."""

    def __init__(self, closed: Closed, show: Show, taken: Collection[str]) -> None:
        self.closed, self.show = closed, show
        parts = [
            (part, row)
            for part in closed.reading.limits
            for row, _ in enumerate(_law(part).reached)
        ]
        looks = {*map(pretty, taken)}
        self._gap, self._force, self._rub, self._impulse, self._slip = (
            _stem(stems, len(parts), looks) for stems in (GAPS, FORCES, RUBS, IMPULSES, SLIPS)
        )
        self.told = tuple(self._contact(k, part, row) for k, (part, row) in enumerate(parts))

    def _contact(self, number: int, part: Part, row: int) -> Contact:
        law, n = _law(part), number + 1
        gap = -self.closed.constraints.limits[number].value
        speed = self.closed.kinematics.rate(gap)
        force = f"{self._force}_{n}"
        slips = [*self._slips(part)]
        many = len(slips) > 1
        named = [f"{self._rub}_{n}" + (f"_{i}" if many else "") for i in range(1, 1 + len(slips))]
        efforts = [(force, speed), *zip(named, slips, strict=True)]
        mu, static = self._friction(part)
        contact = Contact(
            part.record.name,
            part.key,
            self._place(part, row if len(law.reached) > 1 else None),
            number,
            f"{self._gap}_{n}",
            force,
            f"{self._impulse}_{n}",
            self._terms(part, gap),
            whole(self._terms(part, speed)),
            self._rate(part, speed),
            self._standstill(part, speed),
            tuple(self._pushed(part, efforts)),
            self._field(part, law.restitution),
            mu,
            static,
            self._field(part, law.tangential) if part.is_rough else NOUGHT,
        )
        told = tuple(
            self._rubbing(part, contact, name, gamma)
            for name, gamma in zip(named, slips, strict=True)
        )
        impulses = tuple(name.replace(self._rub, f"{self._impulse}_R", 1) for name in named)
        impulses = tuple(name.replace("R_", "R", 1) for name in impulses)
        velocities = tuple(whole(self._terms(part, gamma)) for gamma in slips)
        slid = _sliding(contact, told)
        return replace(contact, slips=slid, velocities=velocities, impulses=impulses)

    def _friction(self, part: Part) -> tuple[Expression, Expression]:
        """μ that slides and that sticks, of the force by its name."""
        law = _law(part)
        if not part.is_rough:
            return NOUGHT, NOUGHT
        mu, static = self._field(part, law.mu), self._field(part, law.static)
        both = mu, mu if static == NOUGHT else static
        if not law.arm:
            return both
        arm = self._field(part, law.arm)
        return product((both[0], arm)), product((both[1], arm))

    def _place(self, part: Part, row: int | None) -> str:
        """An end of what has two, by its number; else the element, as it is called."""
        name = part.record.name
        if row is None:
            return say("{element}", element=name)
        if _law(part).between is None:
            return say("{element} ({n})", element=name, n=row + 1)
        words = "{element} (upper end)" if row == 0 else "{element} (lower end)"
        return say(words, element=name)

    def _slips(self, part: Part) -> Iterator[Canonical]:
        """The velocities of slip that can differ from 0, in the sense that is written shortest."""
        if not part.is_rough:
            return
        names = ("slip_1", "slip_2")
        measures = measures_of(ClosedSpace(self.closed.kinematics), part, {*names})
        for name in names:
            gamma = measures[name].value
            if not gamma.is_zero:
                backward = all(map(is_negative, terms_in(whole(self._terms(part, gamma)))))
                yield -gamma if backward else gamma

    def _rubbing(self, part: Part, own: Contact, name: str, gamma: Canonical) -> FrictionForce:
        """The force along one velocity of slip; how it slides is told with the others."""
        bound = product((own.static, own.symbol))
        slip = whole(self._terms(part, gamma))
        if operation_count(slip) > SHORT:
            slip = Symbol(name.replace(self._rub, self._slip, 1))
        rate, still = self._rate(part, gamma), self._standstill(part, gamma)
        return FrictionForce(
            name, own.element, own.key, slip, bound, NOUGHT, rate, standstill=still
        )

    def _standstill(self, part: Part, gamma: Canonical) -> Standstill | None:
        return standstill_of(self.closed, gamma, lambda value: whole(self._terms(part, value)))

    def _rate(self, part: Part, gamma: Canonical) -> tuple[Term, ...]:
        """γ̇ in accelerations."""
        kinematics, algebra = self.closed.kinematics, self.closed.algebra
        rate, accelerations = kinematics.rate(gamma), list[Symbol]()
        for q in kinematics.symbols[1:]:
            accelerations.append(Symbol(q.name, 2))
            rate = rate + gamma.derivative(Symbol(q.name, 1)) * algebra.symbol(accelerations[-1])
        return self.show.by_unknowns(nonzero({part.key: rate}), accelerations)

    def _pushed(
        self, part: Part, efforts: Sequence[tuple[str, Canonical]]
    ) -> Iterator[tuple[int, tuple[Term, ...]]]:
        """Wᵀ N + W_Tᵀ R by coordinate."""
        for rho, q in enumerate(self.closed.kinematics.symbols[1:], start=1):
            terms = list[Term]()
            for name, gamma in efforts:
                slope = whole(self._terms(part, gamma.derivative(Symbol(q.name, 1))))
                if slope != NOUGHT:
                    pushed = plain_first(product((slope, Symbol(name))))
                    terms.append(Term(pushed, (part.key,)))
            if terms:
                yield rho, tuple(terms)

    def _field(self, part: Part, field: str) -> Expression:
        if not field:
            return NOUGHT
        return whole(self._terms(part, self.closed.kinematics.value(part.tree(field))))

    def _terms(self, part: Part, value: Canonical) -> tuple[Term, ...]:
        return self.show.terms(nonzero({part.key: value}))


def _law(part: Part) -> Limit:
    law = part.kind.law
    assert isinstance(law, Limit)
    return law


def _stem(stems: Sequence[str], count: int, taken: AbstractSet[str]) -> str:
    """A letter whose names with numbers look like nothing that is taken."""
    free = (s for s in stems if taken.isdisjoint(pretty(f"{s}_{n}") for n in range(1, count + 1)))
    return next(free, f"{stems[-1]}_limit")


def _sliding(own: Contact, slips: Sequence[FrictionForce]) -> tuple[FrictionForce, ...]:
    """−μ N γ/|γ| along each velocity of slip."""
    push = product((own.mu, own.symbol))
    if len(slips) == 1:
        (slip,) = slips
        against = negative(product((push, Call("sign", (slip.slip,)))))
        return (replace(slip, sliding=against),)
    squares = as_sum(Power(slip.slip, Number(Fraction(2))) for slip in slips)
    below = Power(Call("sqrt", (squares,)), Number(Fraction(-1)))
    return tuple(
        replace(slip, sliding=negative(product((push, slip.slip, below)))) for slip in slips
    )
