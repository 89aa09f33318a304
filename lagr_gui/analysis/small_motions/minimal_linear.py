"""Linear equations of bound systems at rest, in the coordinates that their conditions leave.

M δq̈ + (D + G) δq̇ + (K + N) δq = B u holds for these: no multipliers, and no conditions beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.algebra import Algebra, Canonical, operation_count, too_long
from lagr_gui.analysis.equations.charts import with_values
from lagr_gui.analysis.equations.minimal import makes_long
from lagr_gui.analysis.equations.neighbourhood import Neighbourhood
from lagr_gui.expression import Call, Expression, Symbol, rebuilt
from lagr_gui.expression.tree import CARRIED
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.minimal.presentation import MinimalForm, minimal_form
from lagr_gui.mechanics.sheets.rates import After
from lagr_gui.numerics import LinearDescriptor
from lagr_gui.prepared import Prepared

MANY = 3
"""So many dependent coordinates may be functions: formulas of their slopes are put in."""
LONGEST = 100
"""So many operations these slopes may have, without names of others."""


@dataclass(frozen=True, eq=False)
class MinimalClosed:
    """A bound system in the coordinates `independent`, of which `dependent` are functions.

    `closed` is its closed form; `written` tells values of it without functions: dependent
    coordinates have their names, and slopes their formulas.
    """

    closed: Closed
    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    written: After


def minimal_closed(prepared: Prepared, closed: Closed, after: After) -> MinimalClosed:
    """A system with conditions on positions alone in the coordinates that these leave.

    `closed` is its closed form in all coordinates, `after` what is done with values, as the
    replacements of a special case.  Raises LagrError where other conditions bind it, or these
    change with time, and where slopes of dependent coordinates have no formula.
    """
    constraints = closed.constraints
    if not all(constraints.rows[i].on_positions for i in constraints.shown):
        raise _refused("Conditions on velocities bind it.")
    if not all(constraints.gamma_bar[i].is_zero for i in constraints.shown):
        raise _refused("Conditions change with time.")
    if makes_long(closed):
        raise too_long()
    places = Neighbourhood(prepared.of(with_values(prepared.sampled.model))).places()
    form = minimal_form(closed, after, places)
    slopes = _Slopes(form)
    depending = form.dependence

    def written(value: Canonical) -> Canonical:
        return after(slopes.written(after(value)))

    return MinimalClosed(form.closed, depending.independent, depending.names, written)


def _refused(cause: str) -> LagrError:
    remedy = "Look at the linear equations of all coordinates."
    return refusal("Linear equations", cause, remedy, "minimal")


class _Slopes:
    """Formulas of the first and second slopes of dependent coordinates."""

    def __init__(self, form: MinimalForm) -> None:
        self.algebra: Algebra = form.closed.algebra
        self._first = {(s.dependent.function, s.by): s.value for s in form.slopes}
        self._arguments = {entry.function: entry.arguments for entry in form.dependence.functions}
        if len(self._arguments) > MANY:
            raise too_long()
        every = {(name, by) for name, given in self._arguments.items() for by in given}
        if every - self._first.keys():
            raise _refused("Slopes of dependent coordinates have no formulas.")
        if sum(operation_count(self._tree(tree)) for tree in self._first.values()) > LONGEST:
            raise too_long()

    def written(self, value: Canonical) -> Canonical:
        """A value in names of coordinates."""
        return self.algebra.expression(self._tree(value.tree()))

    def _tree(self, tree: Expression) -> Expression:
        if not (isinstance(tree, Call) and tree.function in self._arguments):
            return rebuilt(tree, self._tree)
        by = [
            name
            for name, order in zip(self._arguments[tree.function], tree.orders, strict=False)
            for _ in range(order)
        ]
        if not by:
            return Symbol(tree.function.removesuffix(CARRIED))
        slope = self._first[tree.function, by[0]]
        for name in by[1:]:
            slope = self.algebra.expression(slope).derivative(Symbol(name)).tree()
        return self._tree(slope)


@dataclass(frozen=True, eq=False)
class Reduction:
    """Motions T (f, p) that conditions G δq = 0 leave, and λ (c,) that the dependents tell."""

    T: Array
    multipliers: Array

    def reduced(self, whole: LinearDescriptor) -> tuple[Array, Array, Array, Array]:
        """M, P, S and B of the independent coordinates."""
        M, P, S = (self.T.T @ table @ self.T for table in (whole.M, whole.P, whole.S))
        return M, P, S, self.T.T @ whole.B[0]


def reduction(
    G: Array,
    force: Array,
    rows: Sequence[int],
    independent: Sequence[int],
    dependent: Sequence[int],
) -> Reduction:
    """The motions that conditions with slopes G (c, f), of which `rows` count, leave at rest.

    `independent` and `dependent` are indices of coordinates; multipliers hold what the force
    Γ_ρ00 − Q_ρ (f,) of the dependent ones leaves.
    """
    inverse = np.linalg.pinv(G[np.ix_(rows, dependent)])
    T = np.zeros((G.shape[1], len(independent)))
    T[[*independent]] = np.eye(len(independent))
    T[[*dependent]] = -inverse @ G[np.ix_(rows, independent)]
    multipliers = np.zeros(len(G))
    multipliers[[*rows]] = inverse.T @ force[[*dependent]]
    return Reduction(T, multipliers)
