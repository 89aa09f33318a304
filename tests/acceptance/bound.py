"""Conditions, multipliers and ranks at states.

Rows may be written in many ways: where those of a case are not those of the program, the
space that they span, the forces that the multipliers make, and the accelerations are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui.pipeline import Evaluation
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation

ROWS = ("A", "gamma", "lambda", "rank_A", "rows_A", "dof")
INDEPENDENT = 1e-9


def check_rows(
    case: Any, expected: list[dict[str, Any]], found: list[Evaluation], derivation: str
) -> Iterator[Finding]:
    """All that a case says of conditions, and that its states meet them."""
    pairs = [(own, state) for own, state in zip(found, expected, strict=True) if "A" in state]
    if not pairs:
        return
    tolerance = case.tolerance
    worst: dict[str, float] = {}

    def note(name: str, value: float) -> None:
        worst[name] = max(value, worst.get(name, 0.0))

    for own, state in pairs:
        A, G = np.array(state["A"], float), own.G
        same = A.shape == G.shape and deviation(G, A) <= tolerance
        note("A", deviation(G, A) if same else _angle(A, G))
        if "gamma" in state:
            gamma = np.array(state["gamma"])
            own_way = deviation(own.gamma, gamma) if same else np.inf
            size = max(float(np.max(np.abs(gamma))), float(np.max(np.abs(A) @ np.abs(own.qdd))))
            other_way = float(np.max(np.abs(A @ own.qdd + gamma))) / size if size else 0.0
            note("gamma", min(own_way, other_way))
        if "lambda" in state:
            forces = A.T @ np.array(state["lambda"])
            note("A^T lambda", deviation(G.T @ own.multipliers, forces))
            if same and state.get("rank_A", len(A)) == len(A):
                note("lambda", deviation(own.multipliers, state["lambda"]))
        if "rank_A" in state:
            note("rank_A", abs(own.rank - state["rank_A"]))
        if "dof" in state:
            note("dof", abs(len(own.q) - own.rank - state["dof"]))
        residual = np.nan_to_num(np.abs(own.position))
        note("residual", float(max(np.max(residual), np.max(np.abs(own.velocity)))))
    for name, value in worst.items():
        limit = {"rank_A": 0.5, "dof": 0.5, "residual": 1e-7}.get(name, tolerance)
        yield Finding(f"states {name} ({derivation})", float(value), limit)


def _angle(A: np.ndarray, G: np.ndarray) -> float:
    """How far the spaces that two sets of rows span are apart: the sine of the largest angle."""
    a, b = _basis(A), _basis(G)
    if len(a) != len(b):
        return np.inf
    return float(np.linalg.norm(a - (a @ b.T) @ b, 2)) if len(a) else 0.0


def _basis(rows: np.ndarray) -> np.ndarray:
    sizes = np.linalg.norm(rows, axis=1)
    unit = rows[sizes > 0] / sizes[sizes > 0, None]
    if not len(unit):
        return unit
    _, s, Vt = np.linalg.svd(unit, full_matrices=False)
    return Vt[s > INDEPENDENT * s[0]]
