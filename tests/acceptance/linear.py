"""Equilibria, linear equations, eigenvalues and frequencies against what a case gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from lagr_gui import equilibria, linearize, modes
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation

SAME = 1e-6
"""How near an equilibrium must be to count as the one that was asked for."""


def check_linearization(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """Residual, the lower half of A and its eigenvalues at an equilibrium."""
    at = {key: expected[key] for key in ("t", "q", "qd") if key in expected}
    linear = linearize(case.system.model, at)
    yield Finding("linearization residual", float(np.max(np.abs(linear.qdd))), 1e-9)
    lower = linear.A[len(linear.independent) :]
    yield Finding("linearization A", deviation(lower, expected["A_lower"]), 1e-7)
    yield _eigenvalues("linearization eigenvalues", modes(case.system.model, at), expected)


def check_equilibrium(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """The position is among the equilibria that are found, and nothing is out of balance."""
    q = np.array(next(value for value in expected.values() if isinstance(value, list)))
    yield from _equilibrium("static equilibrium", case, q)


def check_angle(case: Any, expected: float) -> Iterator[Finding]:
    """The one coordinate at an equilibrium."""
    yield from _equilibrium("equilibrium", case, np.array([expected]))


def _equilibrium(name: str, case: Any, q: np.ndarray) -> Iterator[Finding]:
    model = case.system.model
    found = equilibria(model).found
    if not any(np.max(np.abs(item.q - q)) < SAME for item in found):
        names = case.system.check().coordinates
        found = equilibria(model, near=dict(zip(names, q.tolist(), strict=True))).found
    if not found:
        yield Finding(name, reason="no equilibrium is found")
        return
    nearest = min(found, key=lambda item: float(np.max(np.abs(item.q - q))))
    yield Finding(name, deviation(nearest.q, q), 1e-9)
    size = max(1.0, float(np.max(np.abs(nearest.residual))))
    yield Finding(f"{name} residual", float(np.max(np.abs(nearest.residual))) / size, 1e-9)


def check_frequencies(case: Any, expected: list[float]) -> Iterator[Finding]:
    """The eigenfrequencies about the equilibrium."""
    found = [mode.frequency for mode in modes(case.system.model, _place(case)).modes]
    swinging = sorted(frequency for frequency in found if frequency)
    wanted = sorted(frequency for frequency in expected if frequency)
    yield Finding("eigenfrequencies", deviation(swinging, wanted), 1e-9)


def check_frequency(case: Any, expected: float) -> Iterator[Finding]:
    """The frequency of the one coordinate about its equilibrium."""
    yield from check_frequencies(case, [expected])


def check_eigenvalues(case: Any, expected: list[float]) -> Iterator[Finding]:
    """All eigenvalues at the place that the note names; what is left over must be zero.

    Names that the note sets to zero are coordinates, or parameters of the system.
    """
    checks = case.data["checks"]
    model = case.system.model
    zeros = set(re.findall(r"(\w+) = 0", checks.get("eigenvalue_note", "")))
    still = tuple(
        p.model_copy(update={"value": 0}) if p.name in zeros else p for p in model.parameters
    )
    model = model.model_copy(update={"parameters": still})
    f = len(case.system.check().coordinates)
    at = checks.get("linearization", {"q": [0.0] * f, "qd": [0.0] * f})
    found = modes(model, {key: at[key] for key in ("q", "qd")})
    yield _eigenvalues("eigenvalues", found, checks)


def _eigenvalues(name: str, found: Any, expected: dict[str, Any]) -> Finding:
    """Eigenvalues in pairs; those that nobody gave are compared with zero."""
    wanted = np.array(expected["eigenvalues_re"]) + 1j * np.array(expected["eigenvalues_im"])
    missing = len(found.eigenvalues) - len(wanted)
    if missing < 0:
        return Finding(name, reason="there are fewer eigenvalues")
    wanted = np.concatenate([wanted, np.zeros(missing)])
    apart = np.abs(found.eigenvalues[:, None] - wanted[None, :])
    worst = float(np.max(apart[linear_sum_assignment(apart)], initial=0.0))
    return Finding(name, worst / max(float(np.max(np.abs(wanted))), 1e-12), 1e-6)


def _place(case: Any) -> Any:
    """Where the case has its equilibrium; found by the program where it does not say."""
    checks = case.data["checks"]
    at = checks.get("static_equilibrium") or checks.get("linearization")
    if at is None:
        return "equilibrium"
    q = next(value for key, value in at.items() if key in ("x", "q"))
    return {"q": q, "qd": [0.0] * len(q)}
