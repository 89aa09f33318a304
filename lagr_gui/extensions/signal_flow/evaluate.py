"""The numbers of a network: block after block, those of an algebraic loop together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from lagr_gui.extensions.signal_flow.equations import Equations, EquationValues
from lagr_gui.extensions.signal_flow.records import (
    Network,
    ScalarRow,
    ScalarUnknown,
    SignalValues,
    SolvedRow,
    WirePart,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.state import State

ROUNDS, CLOSE, NEAR = 30, 1e-14, 1e-10
"""Steps of Newton's method for coordinates that conditions tell, when they end, and how large the
last of all may be."""
FOREIGN = 1e-9
"""The part of a row by which a factor may differ from 0 where the diagram has no wire for it."""


def evaluate(
    network: Network, equations: Equations, state: State, parameters: Array
) -> SignalValues:
    """The numbers on all wires, from the independent coordinates and velocities of a state.

    Those that conditions tell are found near the ones of the state.  Raises LagrError where the
    conditions cannot be met, where equations have no single solution, and where a law takes a
    course there that the diagram does not show.
    """
    state = _told(network, equations, state, parameters)
    numbers = equations.at(state, parameters)
    rows = {row: index for index, row in enumerate(equations.rows)}
    columns = {unknown: index for index, unknown in enumerate(equations.unknowns)}
    _check_wires(network, numbers, rows, columns, state)
    values: dict[ScalarUnknown, float] = {}
    for group in network.order:
        solved = [network.solved[i] for i in group]
        at = [rows[entry.row] for entry in solved]
        at_unknowns = [columns[entry.gives] for entry in solved]
        inputs = {u for entry in solved for u in entry.uses} - {e.gives for e in solved}
        right = numbers.right[at]
        for unknown in inputs:
            right = right - numbers.matrix[at, columns[unknown]] * values[unknown]
        solution = _solution(numbers.matrix[np.ix_(at, at_unknowns)], right)
        if solution is None:
            raise _singular(state)
        values.update({e.gives: float(x) for e, x in zip(solved, solution, strict=True)})
    parts = {part: 0.0 for wire in network.wires for part in wire.parts}
    table = {part: _number(part, values, numbers, state) for part in parts}
    wires = tuple(np.array([table[part] for part in wire.parts]) for wire in network.wires)
    solved = tuple(_resolved(entry, numbers, rows, columns) for entry in network.solved)
    return SignalValues(state.t, np.array(state.q), np.array(state.qd), values, wires, solved)


def _resolved(
    entry: SolvedRow,
    numbers: EquationValues,
    rows: Mapping[ScalarRow, int],
    columns: Mapping[ScalarUnknown, int],
) -> tuple[float, tuple[float, ...]]:
    """An equation solved for its result: infinite or nan where its factor vanishes there."""
    row = rows[entry.row]
    with np.errstate(divide="ignore", invalid="ignore"):
        line = numbers.matrix[row] / numbers.matrix[row, columns[entry.gives]]
        constant = numbers.right[row] / numbers.matrix[row, columns[entry.gives]]
    return float(constant), tuple(float(-line[columns[u]]) for u in entry.uses)


def _number(
    part: WirePart, values: Mapping[ScalarUnknown, float], numbers: EquationValues, state: State
) -> float:
    match part.sort:
        case "q":
            return state.q[int(part.owner)]
        case "qd":
            return state.qd[int(part.owner)]
        case "law":
            return float(numbers.laws[str(part.owner), part.target][part.axis])
        case "push":
            return numbers.pushes[str(part.owner), part.target]
        case "x" | "v" | "omega":
            place = 3 * ("x", "v", "omega").index(part.sort) + part.axis
            return float(numbers.motions[int(part.owner)][place])
        case _:
            return values[ScalarUnknown(part.sort, part.owner, part.axis)]


def _told(network: Network, equations: Equations, state: State, parameters: Array) -> State:
    """The state with what its conditions tell in the place of its dependent q and q̇."""
    kept = [e.row.owner for e in network.solved if e.row.sort == "condition"]
    kept = [int(s) for s in kept]
    held = [s for s in kept if equations.holonomic[s]]
    q, qd = np.array(state.q), np.array(state.qd)
    dependent, last = list(network.dependent), 0.0
    for _ in range(ROUNDS if held else 0):
        numbers = equations.at(state, parameters)
        step = _solution(numbers.slopes[np.ix_(held, dependent)], -numbers.missed[held])
        if step is None:
            raise _unmet(state)
        q[dependent] += step
        state = replace(state, q=tuple(q.tolist()))
        last = float(np.abs(step).max()) / max(1.0, float(np.abs(q).max()))
        if last <= CLOSE:
            break
    if last > NEAR:
        raise _unmet(state)
    if kept:
        numbers = equations.at(state, parameters)
        both = sorted((*network.dependent, *network.led))
        step = _solution(numbers.slopes[np.ix_(kept, both)], -numbers.rate[kept])
        if step is None:
            raise _unmet(state)
        qd[both] += step
    return replace(state, qd=tuple(qd.tolist()))


def _solution(matrix: Array, right: Array) -> Array | None:
    """The solution of linear equations with rows and columns of one size; None without one."""
    rows = np.abs(matrix).max(axis=1)
    if not np.isfinite(matrix).all() or not np.isfinite(right).all() or not rows.all():
        return None
    scaled, scaled_right = matrix / rows[:, None], right / rows
    columns = np.abs(scaled).max(axis=0)
    if not columns.all():
        return None
    scaled = scaled / columns
    if np.linalg.cond(scaled) > 1e13:
        return None
    first = np.linalg.solve(scaled, scaled_right)
    return (first + np.linalg.solve(scaled, scaled_right - scaled @ first)) / columns


def _check_wires(
    network: Network,
    numbers: EquationValues,
    rows: Mapping[ScalarRow, int],
    columns: Mapping[ScalarUnknown, int],
    state: State,
) -> None:
    """Raise LagrError where an equation asks for more than its block has inputs."""
    present = [columns[entry.gives] for entry in network.solved]
    for entry in network.solved:
        row = np.abs(numbers.matrix[rows[entry.row]])
        largest = float(row.max(initial=0.0))
        wired = [columns[u] for u in (entry.gives, *entry.uses)]
        foreign: Sequence[int] = np.setdiff1d(present, wired).tolist()
        if len(foreign) and float(row[foreign].max()) > FOREIGN * largest:
            cause = "A law takes another course there than where the diagram was drawn."
            remedy = "Draw the diagram at such a state: choose it as the start."
            raise refusal(_place(state), cause, remedy, "other-course")


def _place(state: State) -> str:
    return say("Time {time}", time=f"{state.t:.6g}")


def _singular(state: State) -> LagrError:
    cause = "The equations of the diagram have no single solution there."
    remedy = "Choose a state that is no singular configuration."
    return refusal(_place(state), cause, remedy, "singular-network")


def _unmet(state: State) -> LagrError:
    cause = "The conditions do not tell the coordinates that depend on the others there."
    remedy = "Choose a state that is no singular configuration."
    return refusal(_place(state), cause, remedy, "singular-network")
