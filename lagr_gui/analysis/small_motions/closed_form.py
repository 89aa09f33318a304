"""The linear equations in closed form, compared with those found numerically."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from lagr_gui.algebra import operation_count
from lagr_gui.analysis.equations.derivation import check_form
from lagr_gui.analysis.small_motions.in_force import in_force
from lagr_gui.analysis.small_motions.linearization import accelerations, descriptor
from lagr_gui.analysis.small_motions.minimal_linear import (
    MinimalClosed,
    minimal_closed,
    reduction,
)
from lagr_gui.expression import Expression, Number, Symbol, symbols, write
from lagr_gui.expression import read as read_tree
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.mechanics.linear import (
    Inputs,
    SymbolicLinearization,
    entry_values,
    symbolic_linearization,
    with_inputs,
)
from lagr_gui.mechanics.linear.inputs import refuse_put_in
from lagr_gui.mechanics.sheets.friction_modes import FrictionMode
from lagr_gui.mechanics.sheets.special_case import replacing
from lagr_gui.mechanics.state import State
from lagr_gui.model import Scalar
from lagr_gui.prepared import Prepared, derived
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.positions.assembly import assemble

FEW = 4
"""Up to so many coordinates a closed form is shown with numbers."""
READ = 60
"""Operations of the longest entry that is read at a glance, about a line of text."""

TOLERANCE = 1e-9
"""By how much minimal matrices may differ from the numbers, of their largest entry."""

UNMET = 1e-9
"""A sum that is larger than this part of its terms is not zero."""

NEAR = 1e-9
"""Positions that the conditions change by more than this, of how far they go, are others."""


@derived
def linearize_symbolic(
    prepared: Prepared,
    at: Mapping[str, Scalar] | None = None,
    velocities: Mapping[str, Scalar] | None = None,
    inputs: Sequence[str] = (),
    form: str = "shortest",
    minimal: bool | None = False,
    mode: FrictionMode = "",
    after: str = "",
) -> SymbolicLinearization:
    """The linear equations in closed form about positions and velocities given as expressions.

    Velocities without a value are zero, and so are coordinates; under conditions these stay
    general.  The `minimal` ones of a bound system at rest are those of the coordinates that its
    conditions leave, without multipliers; with None they are taken where there are some.
    Names that the model does not know stay as they are, such as the angle of an
    equilibrium.  Where the place has a value, the matrices are compared with those found
    numerically; coordinates that stay general have the values of the start for that.  `mode` and
    `after` are those of `linearize`, with senses of sliding by velocities that are numbers.  Raises
    LagrError for an unsound model, unknown coordinates, places that do not meet the conditions
    or where forces have no value, and inputs that act by their rates; of minimal ones also where
    there are none, and for places of coordinates that follow from others.
    """
    prepared.refuse_states()
    prepared.refuse_feedback()
    check_form(form)
    rates = {name: float(v) for name, v in (velocities or {}).items() if isinstance(v, int | float)}
    standing = in_force(prepared, mode, after, velocities=rates)
    prepared = standing.prepared
    coordinates, general = prepared.coordinates, prepared.general
    place = _expressions(at or {}, coordinates, 0)
    place |= _expressions(velocities or {}, coordinates, 1)
    refuse_put_in(general.as_drawn, inputs)
    entered = with_inputs(general.model, inputs, coordinates)
    closed = general.of(entered.model).closed
    replaced = replacing(general.model, prepared.special)
    if minimal or (minimal is None and prepared.is_bound):
        try:
            found = _in_minimal(prepared, entered, place, form)
            return replace(found, notes=(*found.notes, *standing.told))
        except LagrError:
            if minimal:
                raise
    numbers = partial(_numbers, prepared)
    linearization = symbolic_linearization(closed, entered, place, form, replaced, numbers)
    _check_place(prepared, linearization)
    linearization = replace(linearization, notes=(*linearization.notes, *standing.told))
    return replace(linearization, deviation=_deviation(prepared, linearization, _in_all))


@derived
def closed_beside(prepared: Prepared, linear: Linearization) -> SymbolicLinearization | None:
    """The closed form of numeric linear equations, to be read before them.

    Coordinates that are a multiple of π/2 at the place have that value, others stay general.  Those
    of a bound system are minimal ones.  None where there are none, where they would be too long to
    read, and for all but equilibria at rest.
    """
    moving = np.any(linear.qd) or np.any(linear.qdd)
    if len(linear.independent) > FEW or len(linear.own) or moving or prepared.acting_signals:
        return None
    prepared = in_force(prepared, linear.mode, linear.after).prepared
    pairs = zip(linear.coordinates, linear.q.tolist(), strict=True)
    place = {name: _exact(name, q) for name, q in pairs}
    try:
        if len(linear.multipliers):
            entered = with_inputs(prepared.general.model, linear.inputs, linear.coordinates)
            found = _in_minimal(
                prepared, entered, _expressions(place, linear.coordinates, 0), whole=True
            )
        else:
            found = linearize_symbolic(prepared, place, inputs=linear.inputs)
    except (
        LagrError
    ):  # a law without limit there, an input that acts by its rates, or too many terms
        return None
    longest = max((operation_count(entry.tree) for entry in found.entries), default=0)
    return found if longest <= READ else None


def _in_minimal(
    prepared: Prepared,
    entered: Inputs,
    place: Mapping[Symbol, Expression],
    form: str = "shortest",
    whole: bool = False,
) -> SymbolicLinearization:
    """The linear equations of a bound system at rest in the coordinates that conditions leave.

    A `whole` place has all coordinates; those that follow from others are left out of it.  Raises
    LagrError where there are no such equations, Disagreement where numbers are others.
    """
    general = prepared.general
    closed = general.of(entered.model).closed
    replaced = replacing(general.model, prepared.special)
    bound = minimal_closed(prepared.of(entered.model), closed, replaced)
    if whole:
        place = {s: tree for s, tree in place.items() if s.name not in bound.dependent}
    for symbol in place:
        if symbol.order or symbol.name in bound.dependent:
            cause = "It follows from the others." if not symbol.order else "They hold at rest."
            remedy = "Leave it out, or look at the linear equations of all coordinates."
            raise refusal(say("Place “{name}”", name=symbol.name), cause, remedy, "minimal")
    place = {Symbol(name): Symbol(name) for name in bound.independent} | dict(place)
    numbers = partial(_numbers, prepared)
    linear = symbolic_linearization(bound.closed, entered, place, form, bound.written, numbers)
    deviation = _deviation(prepared, linear, partial(_in_independent, bound))
    if deviation is not None and deviation > TOLERANCE:
        raise disagreement("The linear equations", deviation, "Equations")
    return replace(linear, deviation=deviation)


def _exact(name: str, q: float) -> str:
    """A position that is a multiple of π/2 within rounding; others by their name."""
    quarters = round(q / (math.pi / 2))
    near = abs(q - quarters * math.pi / 2) <= NEAR * max(1.0, abs(q))
    return f"{quarters}*pi/2" if near else name


def _expressions(
    values: Mapping[str, Scalar], coordinates: Sequence[str], order: int
) -> dict[Symbol, Expression]:
    for name in values:
        place = say("Place “{name}”", name=name)
        check_known(name, coordinates, place, "There is no coordinate of this name.")
    return {Symbol(name, order): read_tree(text) for name, text in values.items()}


def _check_place(prepared: Prepared, linearization: SymbolicLinearization) -> None:
    """Raise LagrError where numbers show that the place does not meet the conditions."""
    for entry in (*linearization.of("phi").values(), *linearization.of("psi").values()):
        try:
            values = prepared.values
            if not {symbol.name for symbol in symbols(entry.tree)} <= set(values):
                continue
            terms = [value(term.tree, values) for term in entry.terms]
        except LagrError:  # a parameter or a function without a value
            continue
        if abs(sum(terms)) > UNMET * sum(map(abs, terms)):
            (source,) = {source for term in entry.terms for source in term.sources}
            raise refusal(
                place=say("Place, “{source}”", source=source.partition(":")[2]),
                cause=say(
                    "The positions and velocities given do not meet its conditions: {tree} "
                    "would have to be zero.",
                    tree=write(entry.tree),
                ),
                remedy="Leave out coordinates that follow from the others: they stay general.",
                code="place-off-conditions",
            )


def _deviation(
    prepared: Prepared, linearization: SymbolicLinearization, numeric: Numeric
) -> float | None:
    """The largest difference from the numeric matrices; None where there are no numbers."""
    try:
        values = prepared.values
        state = _state(prepared, dict(linearization.at), values)
        if state is None:
            return None
        tables, multipliers = numeric(prepared, linearization, state)
        entries = entry_values(prepared.reading, linearization.entries, values, state, multipliers)
    except LagrError:  # a parameter or a function without a value, or a dead position
        return None
    return _worst(linearization, entries, tables)


def _in_all(prepared: Prepared, linearization: SymbolicLinearization, state: State) -> Numbers:
    """The matrices in all coordinates."""
    shown = prepared.closed.constraints.shown
    _, multipliers = accelerations(prepared, state)
    numeric = descriptor(prepared, state, multipliers, linearization.inputs)
    tables = _matrices(numeric.M, numeric.P, numeric.S, numeric.B[0]) | {
        "J": (numeric.G[shown], numeric.G),
        "J_q": (numeric.Gq[shown] * ~numeric.holonomic[shown, None], numeric.Gq),
    }
    return tables, list(multipliers[shown])


def _in_independent(
    bound: MinimalClosed, prepared: Prepared, linearization: SymbolicLinearization, state: State
) -> Numbers:
    """Those in the coordinates that conditions leave."""
    names, rows = prepared.coordinates, prepared.closed.constraints.shown
    at = prepared.evaluator.evaluate(prepared.values, [state])[0]
    free, dependent = (
        [names.index(name) for name in some] for some in (bound.independent, bound.dependent)
    )
    motions = reduction(at.G, at.h - at.Q, rows, free, dependent)
    numeric = descriptor(prepared, state, motions.multipliers, linearization.inputs)
    return _matrices(*motions.reduced(numeric)), []


Tables = dict[str, tuple[Array, Array]]
"""Matrices by their symbols, each with that of which it is a part."""
Numbers = tuple[Tables, list[float]]
"""Matrices and multipliers at a state."""
Numeric = Callable[[Prepared, SymbolicLinearization, State], Numbers]
"""What computes them."""


def _matrices(M: Array, P: Array, S: Array, B: Array) -> Tables:
    """The matrices of linear equations."""
    return {
        "M": (M, M),
        "D": ((P + P.T) / 2, P),
        "G": ((P - P.T) / 2, P),
        "K": ((S + S.T) / 2, S),
        "N": ((S - S.T) / 2, S),
        "B": (B, B),
    }


def _worst(linearization: SymbolicLinearization, entries: Array, tables: Tables) -> float:
    """The largest difference of numbers of entries from tables, of the largest in each."""
    worst = 0.0
    for name, (matrix, whole) in tables.items():
        table = np.zeros_like(matrix)
        for entry, number in zip(linearization.entries, entries, strict=True):
            if entry.symbol == name:
                table[entry.indices[0] - 1, entry.indices[1] - 1] = number
        size = float(np.max(np.abs(whole), initial=1e-300))
        worst = max(worst, float(np.max(np.abs(table - matrix), initial=0.0)) / size)
    return worst


def _numbers(prepared: Prepared, place: Mapping[Symbol, Expression]) -> dict[str, float]:
    """Parameters and coordinates at a place by name; none where it has no numbers."""
    try:
        values = prepared.values
        state = _state(prepared, place, values)
    except LagrError:  # a parameter without a value
        return {}
    if state is None:
        return {}
    return {**values, **dict(zip(prepared.coordinates, state.q, strict=True))}


def _state(
    prepared: Prepared, place: Mapping[Symbol, Expression], values: Mapping[str, float]
) -> State | None:
    """Numbers for the place; coordinates that stay general follow from those at the start.

    None where no numbers near them meet the conditions.
    """
    start = prepared.assembly
    coordinates, t = prepared.coordinates, prepared.model.simulation.start
    general = dict(zip(coordinates, start.q.tolist(), strict=True))
    if not {s.name for tree in place.values() for s in symbols(tree)} <= {*values, *coordinates}:
        return None
    still = [Symbol(name) for name in coordinates], [Number(Fraction(0))] * len(coordinates)
    trees = [
        place.get(Symbol(name, order), still[order][i])
        for order in (0, 1)
        for i, name in enumerate(coordinates)
    ]
    at = np.array([value(tree, {**general, **values}) for tree in trees])
    q, qd = prepared.layout.motion(at)
    binding = prepared.conditions
    if binding is not None:
        placed = [
            name for name in coordinates if place.get(Symbol(name), Symbol(name)) != Symbol(name)
        ]
        near = assemble(binding, t, q, qd, placed)
        kept = [name in placed for name in coordinates]
        far, rates = prepared.layout.motion(prepared.state_units)
        moved, turned = np.abs(near.q - q) / far, np.abs(near.qd - qd) / rates
        if np.any(moved[kept] > NEAR) or np.any(turned > NEAR):
            return None
        q = near.q
    return State(t, tuple(q.tolist()), tuple(qd.tolist()))
