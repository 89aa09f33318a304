"""One case: its system, everything it asks for, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lagr_gui import System, equal
from tests.acceptance import goldschmidt, impacts, linear, special, states
from tests.acceptance.finding import Finding
from tests.acceptance.forms import check_forms
from tests.acceptance.loops import Untranslatable
from tests.acceptance.translate import energies_of, system_of

__all__ = ["Finding", "check_case"]

DEFAULT_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Case:
    """A case with its system and the tolerance of its states."""

    data: dict[str, Any]
    system: System
    tolerance: float


Check = Callable[[Any, Any], Iterator[Finding]]
CHECKS: dict[str, Check] = {
    "states": states.check_states,
    "trajectory": states.check_trajectory,
    "trajectory_free": goldschmidt.check_skid_motion,
    "trajectory_driven": goldschmidt.check_skid_motion,
    "published": states.check_published,
    "jump_states": impacts.check_jumps,
    "simulation": impacts.check_simulation,
    "linearization": linear.check_linearization,
    "closed_form": special.check_samples,
    "static_equilibrium": linear.check_equilibrium,
    "eigenfrequencies_rad_s": linear.check_frequencies,
    "equilibrium_theta": linear.check_angle,
    "eigenfrequency_at_equilibrium": linear.check_frequency,
    "eigenvalues_re": linear.check_eigenvalues,
    "eigenvalues_im": linear.check_eigenvalues,
    "absolute_angles": special.check_absolute,
    "regular_precession": special.check_precession,
    "invariants": special.check_invariants,
    "nutation_theta_min": special.check_nutation,
    "nutation_theta_max": special.check_nutation,
    "crossing": special.check_crossing,
    "sign_table": special.check_sign_table,
}


def check_case(data: dict[str, Any]) -> list[Finding]:
    """Everything that a case asks for."""
    checks = data.get("checks", {})
    if "pairs" in checks:
        return list(_pairs(checks["pairs"]))
    if any(name.startswith("part") for name in checks):
        return list(check_forms(data))
    model = data.get("model") or data.get("neutral_model_lagr_damper") or data.get("neutral_model")
    if model is None and "energy_input" not in data:
        return [Finding("system", reason="it is not described by bodies and joints")]
    try:
        system = system_of(model) if model else energies_of(data["energy_input"])
    except Untranslatable as error:
        return [Finding("system", reason=str(error))]
    tolerance = data.get("tolerances", {}).get("states_rel", DEFAULT_TOLERANCE)
    case = Case(data, system, float(tolerance))
    findings: list[Finding] = []
    for name, expected in checks.items():
        if isinstance(expected, str):
            continue  # a remark in words
        if name in CHECKS:
            findings += _checked(name, case, expected)
        else:
            findings.append(Finding(name, reason="this sort of check is not known"))
    for name, expected in data.get("symbolic", {}).items():
        findings += special.check_formulas(case, name, expected)
    return findings


def _checked(name: str, case: Case, expected: Any) -> Iterator[Finding]:
    """The findings of one check; data of an unexpected form are told, not guessed."""
    try:
        yield from CHECKS[name](case, expected)
    except (KeyError, ValueError, TypeError, IndexError, SyntaxError) as error:
        yield Finding(name, reason=f"its data have another form ({error!r})")


def _pairs(pairs: list[dict[str, Any]]) -> Iterator[Finding]:
    """Expressions that are equal, or not, for x, y real and the other names positive."""
    positive = ("a", "b", "m", "l", "w")
    for pair in pairs:
        left, right = (pair[side].replace("**", "^") for side in ("left", "right"))
        found = equal(left, right, positive)
        relation = "=" if pair["equal"] else "≠"
        yield Finding(
            f"{pair['left']} {relation} {pair['right']}",
            deviation=0.0 if found == pair["equal"] else float("inf"),
            tolerance=0.5,
        )
