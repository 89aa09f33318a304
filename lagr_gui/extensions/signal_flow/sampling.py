"""Which numbers of the equations differ from zero at all, and on which states they depend.

Found at states near the start: what vanishes at all of them vanishes everywhere, as long as laws
are no pieces of different functions.  `evaluate` looks at each state whether that holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.extensions.signal_flow.equations import Equations, EquationValues
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.state import State

SAMPLES = 8
NOTHING = 1e-12
"""Below this part of the largest number of its row a factor is rounding."""
SPREAD, FAST, STEP = 0.4, 1.0, 0.37
"""How far samples lie from the start: positions, velocities; the change of one of them."""


@dataclass(frozen=True, eq=False)
class Pattern:
    """What differs from zero, over the rows and unknowns of the equations.

    `factors` (r, u) are mean sizes, 0 for what vanishes; `right` (r,) tells right sides.  On which
    of the states (q, q̇: 2 f) a row depends tell `rows` (r, 2 f), a condition `conditions`
    (m, 2 f), what an element exerts `acts` by its key (2 f).  `moved` are components (9,) of the
    motions of bodies that differ from zero; `laws`, `pushes` those of what elements exert.
    """

    factors: Array
    right: Array
    rows: Array
    conditions: Array
    acts: dict[str, Array]
    moved: dict[int, Array]
    laws: dict[tuple[str, int], Array]
    pushes: dict[tuple[str, int], bool]


def pattern(equations: Equations, start: State, parameters: Array) -> Pattern:
    """The pattern of equations near a state, for values of the parameters."""
    samples = [equations.at(state, parameters) for state in _states(start, SAMPLES)]
    samples = [numbers for numbers in samples if _finite(numbers)] or [samples[0]]
    sizes = np.abs([numbers.matrix for numbers in samples])
    largest = sizes.max(axis=(0, 2), initial=0.0)
    factors = np.where(sizes.max(axis=0) > NOTHING * largest[:, None], sizes.mean(axis=0), 0.0)
    rights = np.abs([numbers.right for numbers in samples]).max(axis=0)
    right = rights > NOTHING * max(1.0, float(rights.max(initial=0.0)))
    rows, conditions, acts = _depending(equations, start, parameters)
    return Pattern(
        factors=factors,
        right=right,
        rows=rows,
        conditions=conditions,
        acts=acts,
        moved={n: _any([f.motions[n] for f in samples]) for n in samples[0].motions},
        laws={key: _any([f.laws[key] for f in samples]) for key in samples[0].laws},
        pushes={k: bool(_any([np.array(f.pushes[k]) for f in samples])) for k in samples[0].pushes},
    )


def _any(values: list[Array]) -> Array:
    sizes = np.abs(values)
    return sizes.max(axis=0) > NOTHING * max(1.0, float(sizes.max(initial=0.0)))


def _states(start: State, count: int) -> Iterator[State]:
    random = np.random.default_rng(5)
    f = len(start.q)
    for _ in range(count):
        q = np.array(start.q) + SPREAD * random.uniform(-1, 1, f)
        qd = np.array(start.qd) + FAST * random.uniform(-1, 1, f)
        yield State(start.t + 0.3 * random.uniform(), tuple(q.tolist()), tuple(qd.tolist()))


def _finite(numbers: EquationValues) -> bool:
    return bool(np.isfinite(numbers.matrix).all() and np.isfinite(numbers.right).all())


def _depending(
    equations: Equations, start: State, parameters: Array
) -> tuple[Array, Array, dict[str, Array]]:
    f = len(start.q)
    rows = np.zeros((len(equations.rows), 2 * f), bool)
    conditions = np.zeros((len(equations.sources), 2 * f), bool)
    acts: dict[str, Array] = {}
    for state in _states(start, 2):
        reference = equations.at(state, parameters)
        for column in range(2 * f):
            other = equations.at(_stepped(state, column), parameters)
            moved = np.column_stack(
                [other.matrix - reference.matrix, other.right - reference.right]
            )
            size = np.column_stack([reference.matrix, reference.right])
            rows[:, column] |= _changed(moved, size)
            matrices = (
                (other.missed, other.rate, other.slopes),
                (
                    reference.missed,
                    reference.rate,
                    reference.slopes,
                ),
            )
            new, old = (np.column_stack(parts) for parts in matrices)
            conditions[:, column] |= _changed(new - old, old)
            for of in ("laws", "pushes"):
                before, after = getattr(reference, of), getattr(other, of)
                for key in before:
                    depending = acts.setdefault(key[0], np.zeros(2 * f, bool))
                    a, b = (np.atleast_1d(side[key])[None] for side in (before, after))
                    depending[column] |= bool(_changed(b - a, a)[0])
    return rows, conditions, acts


def _stepped(state: State, column: int) -> State:
    f = len(state.q)
    name, values = ("q", state.q) if column < f else ("qd", state.qd)
    changed = list(values)
    changed[column % f] += STEP
    return replace(state, **{name: tuple(changed)})


def _changed(moved: Array, reference: Array) -> Array:
    """The rows that differ by more than rounding."""
    size = np.maximum(np.abs(reference), np.abs(moved)).max(axis=1, initial=0.0)
    return np.abs(moved).max(axis=1, initial=0.0) > 1e-10 * np.maximum(size, 1e-30)
