"""Independent speeds u of a system with conditions on velocities: q̇ = T u + τ with G T = 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from lagr_gui.algebra import Canonical, operation_count, too_long
from lagr_gui.algebra.keys import is_negative
from lagr_gui.expression import Expression, Number, Symbol
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.sheets.rates import After
from lagr_gui.mechanics.sheets.sheet import free_name

At = Callable[[Expression], float]
"""What tells the value of an expression at a place."""

MANY = 300
"""So many terms a condition may have for which speeds are solved."""

ZERO = Number(Fraction(0))

LETTERS = ("v", "u", "w", "s")
"""Names of speeds along directions that turn with the system."""


@dataclass(frozen=True, eq=False)
class Speeds:
    """The independent speeds `symbols` with their rates, and the velocities that they give.

    `velocities` are q̇ (1 … f) in u; `chosen` are those speeds that are no velocity of a
    coordinate, in q̇.  `conditions` are G q̇ + γ̄ of those that they meet, each independent of the
    others, and `rows` their numbers; `across` are the directions δq (1 … f) of each, in which it
    alone is not met: its G δq is 1.
    """

    symbols: tuple[Symbol, ...]
    rates: tuple[Symbol, ...]
    velocities: tuple[Canonical, ...]
    chosen: Mapping[Symbol, Canonical]
    conditions: tuple[Canonical, ...]
    rows: tuple[int, ...]
    across: tuple[tuple[Canonical, ...], ...]


def speeds(closed: Closed, after: After, at: At, rows: Sequence[int] | None = None) -> Speeds:
    """Speeds that meet all conditions on velocities of a system, or those with the numbers `rows`.

    A condition on the velocity of a point across a direction that turns leaves the speed v along
    that direction; others are solved for a velocity with a constant coefficient, or the one on
    which they depend most `at` a place.  Raises LagrError where conditions
    are not linear in the velocities, and where results are too long.
    """
    if any(closed.constraints.bent):
        raise refusal(
            "Minimal equations",
            "A condition is not linear in the velocities.",
            "Look at the equations with multipliers.",
            "minimal",
        )
    solver = _Solver(closed, after, at)
    for s in range(len(closed.constraints.rows)) if rows is None else rows:
        solver.add(s)
    return solver.result()


class _Solver:
    """Solves one condition after the other; velocities are values in the speeds that are left."""

    def __init__(self, closed: Closed, after: After, at: At) -> None:
        self.closed, self.after, self.at = closed, after, at
        self.algebra, reading = closed.algebra, closed.reading
        self.q = closed.kinematics.symbols[1:]
        self.rates = [Symbol(q.name, 1) for q in self.q]
        self.left = list(self.rates)
        self.velocities = [self.algebra.symbol(speed) for speed in self.left]
        self.chosen: dict[Symbol, Canonical] = {}
        self.conditions: list[Canonical] = []
        self.missed: dict[int, Symbol] = {}
        """What conditions would hold in other motions."""
        G = closed.constraints.G
        self._places = {
            q.name
            for q in self.q
            if all(v.derivative(q).is_zero for row in G for v in row.values())
        }
        self._taken = {*reading.names, "t"}

    def add(self, s: int) -> None:
        """One condition more."""
        closed = self.closed
        condition = row = self.after(closed.constraints.gamma_bar[s])
        for index, slope in closed.constraints.G[s].items():
            condition = condition + self.after(slope) * self.algebra.symbol(self.rates[index - 1])
            row = row + self.after(slope) * self.velocities[index - 1]
        if row.length > MANY:
            raise too_long()
        held = {u: slope for u in self.left if not (slope := row.derivative(u)).is_zero}
        if not held:
            return
        self.conditions.append(condition)
        self.missed[s] = Symbol(f"missed_{s}")
        row = row - self.algebra.symbol(self.missed[s])
        if self._across(row, held):
            return
        u = self._most(held)
        self._replace({u: held[u] * self.algebra.symbol(u) - row}, held[u])
        self.left.remove(u)

    def _across(self, row: Canonical, held: Mapping[Symbol, Canonical]) -> bool:
        """a ẋ + b ẏ + c = 0 with constant a² + b² leaves v = (b ẋ − a ẏ)/√(a² + b²)."""
        for (x, a), (y, b) in combinations(held.items(), 2):
            square = a * a + b * b
            if not {x.name, y.name} <= self._places or self._moves(square):
                continue
            if not (self._moves(a) and self._moves(b)):
                continue
            size = self.algebra.call("sqrt", (square,))
            across = row - a * self.algebra.symbol(x) - b * self.algebra.symbol(y)
            a, b, w = a / size, b / size, -across / size
            if is_negative(b):
                a, b, w = -a, -b, -w
            along = self.algebra.symbol(v := self._new())
            self.chosen[v] = b * self.algebra.symbol(x) - a * self.algebra.symbol(y)
            self._replace({x: along * b + w * a, y: w * b - along * a})
            self.left[self.left.index(x)] = v
            self.left.remove(y)
            return True
        return False

    def _new(self) -> Symbol:
        """The name of a further speed."""
        free = (letter for letter in LETTERS if letter not in self._taken)
        name = next(free, "") or free_name("v_1", self._taken)
        self._taken.add(name)
        return Symbol(name)

    def _replace(self, values: Mapping[Symbol, Canonical], below: Canonical | None = None) -> None:
        """Put values, all over the same, in the place of speeds."""
        over = self.algebra.one if below is None else below
        trees = {symbol: (value / over).tree() for symbol, value in values.items()}
        self.velocities = [value.substitute(trees, {}) for value in self.velocities]

    def _most(self, held: Mapping[Symbol, Canonical]) -> Symbol:
        """The speed for which a condition is solved."""
        plain = [u for u, slope in held.items() if not self._moves(slope)]
        if plain:
            return min(plain, key=lambda u: (operation_count(held[u].tree()), self.left.index(u)))
        return max(held, key=lambda u: abs(self.at(held[u].tree())))

    def _moves(self, value: Canonical) -> bool:
        return any(not value.derivative(q).is_zero for q in self.closed.kinematics.symbols)

    def result(self) -> Speeds:
        """The speeds that are left."""
        rates = tuple(Symbol(u.name, u.order + 1) for u in self.left)
        chosen = {u: value for u, value in self.chosen.items() if u in self.left}
        met: dict[Symbol, Expression] = dict.fromkeys(self.missed.values(), ZERO)
        velocities = tuple(value.substitute(met, {}) for value in self.velocities)
        across = (tuple(v.derivative(s) for v in self.velocities) for s in self.missed.values())
        return Speeds(
            tuple(self.left),
            rates,
            velocities,
            chosen,
            tuple(self.conditions),
            tuple(self.missed),
            tuple(across),
        )
