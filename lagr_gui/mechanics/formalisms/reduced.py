"""The reduced inertia J(φ) that an only coordinate feels, in the functions of every formalism."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Symbol
from lagr_gui.expression.rows import as_product
from lagr_gui.expression.tree import CARRIED
from lagr_gui.mechanics.sheets.balance import KINEMATICAL, opposite
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet, Term

HALF, TWO = Number(Fraction(1, 2)), Number(Fraction(2))
MINUS_ONE, MINUS_TWO = Number(Fraction(-1)), Number(Fraction(-2))


def with_reduced_inertia(sheet: Sheet, inertia: Entry, coordinate: str) -> Sheet:
    """A sheet of one freedom in which J(φ) u̇ + ½ J′(φ) u² stands for the inertia of all bodies.

    `inertia` is J as a result; the speed u is the velocity of the `coordinate`.
    """
    return _Reduced(inertia, coordinate, sheet).sheet()


class _Reduced:
    def __init__(self, inertia: Entry, coordinate: str, sheet: Sheet) -> None:
        self.inertia, self.whole = inertia, sheet
        self.q = Symbol(coordinate)
        self.J, self.slope = (
            Call(inertia.symbol + CARRIED, (self.q,), orders) for orders in ((), (1,))
        )
        self.sources = tuple(dict.fromkeys(key for term in inertia.terms for key in term.sources))

    def sheet(self) -> Sheet:
        """All results and equations."""
        entries = [self._entry(entry) for entry in self.whole.entries]
        hamilton = self.whole.formalism == "hamilton"
        of_motion = self._canonical if hamilton else self._in_speed
        balances = tuple(of_motion(balance) for balance in self.whole.balances)
        return replace(self.whole, entries=(*entries, self.inertia), balances=balances)

    @property
    def speed(self) -> Symbol:
        """u, or φ̇ where it has no name of its own."""
        velocity = Symbol(self.q.name, 1)
        for balance in self.whole.balances:
            if balance.equation == "22" and balance.left[0].tree == velocity:
                tree = balance.right[0].tree
                assert isinstance(tree, Symbol)
                return tree
        return velocity

    @property
    def rate(self) -> Symbol:
        """u̇"""
        return Symbol(self.speed.name, self.speed.order + 1)

    @property
    def momentum(self) -> Symbol:
        """p of Hamilton's equations."""
        (entry,) = self.whole.of("p")
        return Symbol(entry.label)

    def _terms(self, *products: Sequence[Expression]) -> tuple[Term, ...]:
        return tuple(Term(as_product(factors), self.sources) for factors in products)

    def _inertial(self) -> tuple[Term, ...]:
        """J u̇ + ½ J′ u²"""
        return self._terms([self.J, self.rate], [HALF, self.slope, Power(self.speed, TWO)])

    def _entry(self, entry: Entry) -> Entry:
        match entry.symbol:
            case "F_star":
                terms: Iterable[Term] = map(opposite, self._inertial())
            case "S":
                terms = self._terms(
                    [HALF, self.J, Power(self.rate, TWO)],
                    [HALF, self.slope, Power(self.speed, TWO), self.rate],
                )
            case "T_star":
                terms = self._terms([HALF, self.J, Power(self.speed, TWO)])
            case "p":
                terms = self._terms([self.J, Symbol(self.q.name, 1)])
            case "H":
                square = Power(self.momentum, TWO), Power(self.J, MINUS_ONE)
                terms = (*self._terms([HALF, *square]), *entry.terms[1:])
            case _:
                return entry
        return replace(entry, terms=tuple(terms))

    def _in_speed(self, balance: Balance) -> Balance:
        if balance.equation in KINEMATICAL:
            return balance
        return replace(balance, left=self._inertial())

    def _canonical(self, balance: Balance) -> Balance:
        """φ̇ = p/J, and ṗ, whose first term is −∂/∂φ p²/(2 J) = ½ J′ p²/J²."""
        if balance.left[0].tree == Symbol(self.q.name, 1):
            right = self._terms([self.momentum, Power(self.J, MINUS_ONE)])
        else:
            falling = [HALF, self.slope, Power(self.momentum, TWO), Power(self.J, MINUS_TWO)]
            right = (*self._terms(falling), *balance.right[1:])
        return replace(balance, right=right)
