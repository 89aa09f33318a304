"""How many base parameters a system with conditions tells apart, by numbers at random states.

Under conditions only Zᵀ Y counts, W Z = 0.  The formulas of base parameters hold whatever the
dimensions are; at some of them, or with gears, further columns depend on each other.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.equations.evaluation import met
from lagr_gui.extensions.robotics.questions import formulas, regressor_values
from lagr_gui.extensions.robotics.regressor import Regressor
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.state import State
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared

SEED = 1
"""Of the random states: the same model always gets the same rank."""

MET = 1e-9
"""States that miss conditions by more, of what these could be, do not count."""

NEAR = 0.3
"""How far from the start, of what random states are: a loop may close in another way elsewhere."""

SMALL, GAP = 1e-8, 1e2
"""Singular values below this part of the largest are zero; none comes so near to it from either
side, otherwise the answer is not clear."""


@on_one_thread
def told_apart(prepared: Prepared) -> int | None:
    """The rank of Zᵀ Y_B; None where there are no conditions, no numbers, or no clear answer."""
    if not prepared.report.bound:
        return None
    try:
        rows = _rows(prepared.sampled)
    except LagrError:  # a parameter without a value
        return None
    sizes = np.abs(rows).max(axis=0, initial=0.0)
    used = rows[:, sizes > SMALL * max(sizes.max(initial=0.0), 1e-300)]
    if len(rows) < 2 * rows.shape[1] or not used.size:
        return None
    values = np.linalg.svd(used / np.abs(used).max(axis=0), compute_uv=False)
    count = int(np.sum(values > SMALL * values[0]))
    near = (values > SMALL / GAP * values[0]) & (values < SMALL * GAP * values[0])
    return None if near.any() else count


def regressor(prepared: Prepared, form: str = "") -> Regressor:
    """The base parameters of the rigid bodies, as formulas, and Y_B(q, q̇, q̈).

    Under conditions equations hold with their multipliers, and mass that may be carried across
    joints that are cut is grouped too; `independent` says how many of the base parameters
    numbers tell apart.  Raises LagrError for an unsound model, an unknown form or special case,
    and where no formulas are found.
    """
    return replace(formulas(prepared, form), independent=told_apart(prepared))


def _rows(prepared: Prepared) -> NDArray[np.float64]:
    """Zᵀ Y_B at states that meet the conditions, with accelerations that do."""
    size, source = len(prepared.coordinates), np.random.default_rng(SEED)
    evaluator, values = prepared.evaluator, prepared.values
    none = np.zeros((1, size))
    width = regressor_values(prepared, none, none, none).shape[2]
    rows, wanted = [np.zeros((0, width))], 3 * width + 10
    start = prepared.start
    for state in random_states(size, wanted, SEED, *prepared.surroundings):
        near = [a + NEAR * b for a, b in zip(start.q, state.q, strict=True)]
        at = met(prepared, State(state.t, tuple(near), state.qd))
        (evaluation,) = evaluator.evaluate(values, [at])
        if np.max(evaluation.missed, initial=0.0) > MET or not np.all(np.isfinite(evaluation.G)):
            continue
        rows.append(_projected(prepared, at, evaluation.G, evaluation.gamma, source))
        if sum(map(len, rows)) > wanted:
            break
    return np.vstack(rows)


def _projected(
    prepared: Prepared,
    at: State,
    G: NDArray[np.float64],
    gamma: NDArray[np.float64],
    source: np.random.Generator,
) -> NDArray[np.float64]:
    from scipy.linalg import null_space  # loaded when the first system with conditions needs it

    Z = null_space(G)
    particular = np.linalg.lstsq(G, -gamma, rcond=None)[0]
    qdd = particular + Z @ source.normal(size=Z.shape[1])
    return Z.T @ regressor_values(prepared, [at.q], [at.qd], [qdd], at.t)[0]
