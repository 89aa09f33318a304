"""The equations as they are read: entries, terms, and the element each term comes from.

A sheet is plain data (frozen, picklable): it travels from the worker to the window, to the
command line and to the exporters.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lagr_gui.expression import Expression, Number, Sum
from lagr_gui.mechanics.directions import Direction
from lagr_gui.problem import Problem

FORMS = ("shortest", "collected", "multi-angle", "product")
"""The forms in which results can be shown."""


@dataclass(frozen=True, slots=True)
class Term:
    """One additive term of a result, with the items that it comes from.

    `sources` are item keys as in the layout: ``body:2``, ``element:spring 1``.
    """

    tree: Expression
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One result different from zero.

    `symbol` is ``g``, ``Gamma``, ``Q``, ``T``, ``U``, ``D``, ``E`` or ``x``, of conditions
    ``phi``, ``G``, ``gamma_bar`` (γ̄) or ``gamma_bar2`` (γ̿), or one of those of the other
    formalisms; `indices` are those of theory.md (0 is time; for ``E`` and ``x`` the body's
    number comes first, of conditions theirs);
    `equation` is the number of the formula it comes from.
    """

    symbol: str
    indices: tuple[int, ...]
    terms: tuple[Term, ...]
    equation: str

    @property
    def tree(self) -> Expression:
        """The whole result as one expression."""
        trees = tuple(term.tree for term in self.terms)
        if not trees:
            return Number(Fraction(0))
        return trees[0] if len(trees) == 1 else Sum(trees)


@dataclass(frozen=True, slots=True)
class Balance:
    """One equation of motion: the sum of `left` equals the sum of `right` (empty: 0)."""

    coordinate: str
    index: int
    left: tuple[Term, ...]
    right: tuple[Term, ...]
    equation: str = "29"


CONSERVED = ("p_const", "h_const", "jacobi")
"""Symbols of quantities that do not change: momenta, energy, Jacobi's integral."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All results of one derivation in one form and one special case, only those ≠ 0.

    `solved` are dependent coordinates in closed form, in the order in which they are computed;
    σ = ±1 chooses a branch, and beside asin(s) there is π − asin(s).  `formalism` names the form
    of the equations; `balances` are its equations, empty for those of Lagrange, which follow
    from g, Γ and Q.  Forces on the `charges` of circuits that come from the elements `passive`
    are written on the left, as in L q̈ + R q̇ + q/C = u.  `directions` are those of lengths along a
    line; what they assume holds at the start.
    """

    title: str
    coordinates: tuple[str, ...]
    form: str
    special: str
    entries: tuple[Entry, ...]
    seconds: float
    notes: tuple[Problem, ...] = ()
    formalism: str = "lagrange"
    balances: tuple[Balance, ...] = ()
    solved: tuple[Balance, ...] = ()
    charges: frozenset[str] = frozenset()
    passive: frozenset[str] = frozenset()
    directions: tuple[Direction, ...] = ()

    @property
    def assumptions(self) -> tuple[Direction, ...]:
        """What is taken to be positive in these equations."""
        return tuple(entry for entry in self.directions if entry.known)

    def of(self, symbol: str) -> tuple[Entry, ...]:
        """The entries of one symbol, in order."""
        return tuple(entry for entry in self.entries if entry.symbol == symbol)
