"""The linear equations in closed form, compared with those found numerically."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.expression import Expression, Symbol, symbols
from lagr_gui.expression import read as read_tree
from lagr_gui.mechanics.linear import (
    SymbolicLinearization,
    entry_values,
    symbolic_linearization,
    with_inputs,
)
from lagr_gui.mechanics.numbers import parameter_values, specialised
from lagr_gui.mechanics.present import replacing
from lagr_gui.mechanics.state import State
from lagr_gui.model import Model, Scalar
from lagr_gui.pipeline.derivation import closed_of
from lagr_gui.pipeline.linearization import linearized
from lagr_gui.pipeline.structure import read
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean


def linearize_symbolic(
    model: Model,
    at: Mapping[str, Scalar] | None = None,
    velocities: Mapping[str, Scalar] | None = None,
    inputs: Sequence[str] = (),
    form: str = "shortest",
    special: str = "",
) -> SymbolicLinearization:
    """The linear equations in closed form about positions and velocities given as expressions.

    Coordinates without a value are zero; names that the model does not know stay as they are,
    such as the angle of an equilibrium.  Where the place has a value, the matrices are compared
    with those found numerically.  Raises LagrError for an unsound model, unknown coordinates,
    places where forces have no value, and inputs that act by their rates.
    """
    special_model = specialised(model, special)
    reading = read(special_model)
    place = _expressions(at or {}, reading.coordinates, 0)
    place |= _expressions(velocities or {}, reading.coordinates, 1)
    prepared = with_inputs(model, inputs, reading.coordinates)
    case = next((case for case in model.special_cases if case.name == special), None)
    replace = replacing(model, case) if case else lambda value: value
    found = symbolic_linearization(closed_of(prepared.model), prepared, place, form, replace)
    return dataclasses.replace(found, deviation=_deviation(special_model, found))


def _expressions(
    given: Mapping[str, Scalar], coordinates: Sequence[str], order: int
) -> dict[Symbol, Expression]:
    for name in given:
        if name not in coordinates:
            cause = "There is no coordinate of this name."
            remedy = did_you_mean(name, coordinates)
            raise LagrError(Problem(f"Place “{name}”", cause, remedy, code="unknown-name"))
    return {Symbol(name, order): read_tree(text) for name, text in given.items()}


def _deviation(model: Model, found: SymbolicLinearization) -> float | None:
    """The largest difference from the numeric matrices; None where there are no numbers."""
    names = {symbol.name for _, tree in found.at for symbol in symbols(tree)}
    try:
        values = parameter_values(model)
        if not names <= set(values):
            return None
        at = [value(tree, values) for _, tree in found.at]
        state = State(model.simulation.start, tuple(at[::2]), tuple(at[1::2]))
        numeric = linearized(model, state, np.zeros(len(state.q)), found.inputs, {})
        shown = entry_values(read(model), found.entries, values, state)
    except LagrError:  # a parameter or a function without a value
        return None
    wanted = {name: getattr(numeric, name) for name in "MDGKN"} | {"B": numeric.B[0]}
    worst = 0.0
    for name, matrix in wanted.items():
        own = np.zeros_like(matrix)
        for entry, number in zip(found.entries, shown, strict=True):
            if entry.symbol == name:
                own[entry.indices[0] - 1, entry.indices[1] - 1] = number
        whole = numeric.P if name in "DG" else numeric.S if name in "KN" else matrix
        size = float(np.max(np.abs(whole), initial=1e-300))
        worst = max(worst, float(np.max(np.abs(own - matrix), initial=0.0)) / size)
    return worst
