"""Checks beyond states and trajectories: closed forms, equilibria, invariants, formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui import evaluate
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation, formula
from tests.acceptance.symbolic import check_special


def check_samples(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """Values of the one coordinate at given times, and the period."""
    start = case.data["checks"]["trajectory"]
    samples = expected["samples"]
    end = max([start["t_end"], *(sample["t"] for sample in samples)])
    motion = case.system.simulate(end, t0=start["t0"], q0=start["q0"], qd0=start["qd0"])
    (name,) = motion.coordinates
    worst = max(deviation(motion.at(sample["t"])[0][0], sample[name]) for sample in samples)
    yield Finding("closed form samples", worst, start["tolerance_rel_to_max"])
    if "period" in expected:
        longer = case.system.simulate(
            expected["period"] + start["t0"], t0=start["t0"], q0=start["q0"], qd0=start["qd0"]
        )
        yield Finding("closed form period", deviation(longer.q[-1], start["q0"]), 1e-6)


def check_precession(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """A top started for regular precession keeps its inclination and its rates."""
    q = [0.0, expected["theta"], 0.0]
    qd = [expected["psi_dot"], 0.0, expected["phi_dot"]]
    motion = case.system.simulate(expected["t_check"], q0=q, qd0=qd)
    constant = deviation(motion.q[:, 1], np.full(len(motion.t), expected["theta"]))
    yield Finding("regular precession theta", constant, 1e-7)
    rates = np.full(len(motion.t), expected["psi_dot"])
    yield Finding("regular precession psi_dot", deviation(motion.qd[:, 0], rates), 1e-6)


def check_absolute(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """The same states in other coordinates p, which are sums of the coordinates q."""
    names = case.system.check().coordinates
    texts = [part.split("=")[1] for part in expected["definition"].split("(")[0].split(",")]
    rows = [[formula(t, {**dict.fromkeys(names, 0.0), n: 1.0}) for n in names] for t in texts]
    J = np.array(rows)
    back = np.linalg.inv(J)
    given = [
        {"t": 0.0, "q": list(back @ state["p"]), "qd": list(back @ state["pd"])}
        for state in expected["states"]
    ]
    maps = {
        "M": lambda found: back.T @ found.g[1:, 1:] @ back,
        "h": lambda found: back.T @ found.h,
        "Q": lambda found: back.T @ found.Q,
        "pdd": lambda found: J @ found.qdd,
    }
    found = evaluate(case.system.model, given)
    for name, of in maps.items():
        pairs = zip(found, expected["states"], strict=True)
        worst = max(deviation(of(entry), state[name]) for entry, state in pairs)
        yield Finding(f"absolute angles {name}", worst, case.tolerance)


def check_invariants(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """Momenta p = ∂T/∂q̇ of cyclic coordinates and the energy, along the whole motion.

    The energy of a top is given without that of its own spin, p_φ²/(2 g_φφ).
    """
    motion = _motion(case)
    given = [
        {"t": t, "q": list(q), "qd": list(qd)}
        for t, q, qd in zip(motion.t[::50], motion.q[::50], motion.qd[::50], strict=True)
    ]
    found = evaluate(case.system.model, given)

    def momentum(entry: Any, name: str) -> float:
        row = 1 + motion.coordinates.index(name)
        return float(entry.g[row, 1:] @ entry.qd + entry.g[row, 0])

    def spin(entry: Any) -> float:
        row = 1 + motion.coordinates.index("phi")
        return momentum(entry, "phi") ** 2 / (2 * entry.g[row, row])

    for name, value in expected.items():
        if name == "energy":
            values = [entry.T + entry.U - spin(entry) for entry in found]
        elif name[:2] == "p_" and name[2:] in motion.coordinates:
            values = [momentum(entry, name[2:]) for entry in found]
        else:
            yield Finding(f"invariant {name}", reason="not known")
            continue
        yield Finding(f"invariant {name}", deviation(values, [value] * len(values)), 1e-7)


def check_nutation(case: Any, expected: float) -> Iterator[Finding]:
    """The inclination of a top stays between its bounds and reaches one of them."""
    checks = case.data["checks"]
    theta = _motion(case).at(np.linspace(*_span(case), 20001))[0][:, 1]
    name = (
        "nutation_theta_min" if expected == checks["nutation_theta_min"] else "nutation_theta_max"
    )
    reached = theta.min() if name.endswith("min") else theta.max()
    yield Finding(name, deviation(reached, expected), 1e-5)


def check_crossing(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """The motion through the point where the force changes its sign."""
    samples = expected["samples"]
    end = max([expected["t_cross"], *(sample["t"] for sample in samples)])
    motion = case.system.simulate(end, q0=[expected["x0"]], qd0=[expected["v0"]])
    found = [motion.at(sample["t"])[0][0] for sample in samples]
    worst = deviation(found, [sample["x"] for sample in samples])
    yield Finding("crossing samples", worst, expected["tolerance"])
    x, v = motion.at(expected["t_cross"])
    yield Finding("crossing position", abs(float(x[0])), expected["tolerance"])
    yield Finding("crossing velocity", deviation(v[0], expected["v_cross"]), expected["tolerance"])


def check_sign_table(case: Any, expected: list[dict[str, Any]]) -> Iterator[Finding]:
    """The force on both sides."""
    given = [{"t": 0.0, "q": [row["x"]], "qd": [0.0]} for row in expected]
    found = [entry.Q[0] for entry in evaluate(case.system.model, given)]
    yield Finding("sign table", deviation(found, [row["Q"] for row in expected]), case.tolerance)


def check_formulas(case: Any, name: str, expected: dict[str, Any]) -> Iterator[Finding]:
    """Printed formulas, evaluated at the states of the case, against what is computed."""
    if name != "general":
        yield from check_special(case, name, expected)
        return
    data = case.data
    states = data["checks"]["states"]
    given = [{key: state[key] for key in ("t", "q", "qd")} for state in states]
    found = evaluate(case.system.model, given)
    for symbol in ("g", "Q"):
        worst = 0.0
        for entry, state in zip(found, states, strict=True):
            wanted = np.zeros_like(getattr(entry, symbol))
            for key, text in expected[symbol].items():
                value = formula(text, _names(case, state))
                at = tuple(int(index) for index in key.split(","))
                if symbol == "Q":
                    wanted[at[0] - 1] = value
                else:
                    wanted[at] = wanted[at[::-1]] = value
            worst = max(worst, deviation(getattr(entry, symbol), wanted))
        yield Finding(f"formulas {name} {symbol}", worst, case.tolerance)
    pairs = zip(found, states, strict=True)
    worst = max(deviation(entry.h, _inertial(case, expected["Gamma"], s)) for entry, s in pairs)
    yield Finding(f"formulas {name} Gamma", worst, case.tolerance)


def _inertial(case: Any, gamma: dict[str, str], state: dict[str, Any]) -> np.ndarray:
    """Γ_ρμν q̇^μ q̇^ν with the full double sum."""
    rates = [1.0, *state["qd"]]
    h = np.zeros(len(state["qd"]))
    for key, text in gamma.items():
        rho, mu, nu = (int(index) for index in key.split(","))
        twice = 1 if mu == nu else 2
        h[rho - 1] += twice * formula(text, _names(case, state)) * rates[mu] * rates[nu]
    return h


def _names(case: Any, state: dict[str, Any]) -> dict[str, float]:
    names = {**case.data["parameters"], "t": state["t"]}
    names |= {key: state[key] for key in ("FU", "FUp", "FUpp") if key in state}
    for index, (q, qd) in enumerate(zip(state["q"], state["qd"], strict=True), start=1):
        names |= {f"q{index}": q, f"qp{index}": qd}
    for body, rows in case.data.get("binet_inertia", {}).items():
        for i, row in enumerate(rows, start=1):
            names |= {f"TH{body}{i}{j}": value for j, value in enumerate(row, start=1)}
    return names


def _span(case: Any) -> tuple[float, float]:
    expected = case.data["checks"]["trajectory"]
    return expected["t0"], expected["t_end"]


def _motion(case: Any) -> Any:
    expected = case.data["checks"]["trajectory"]
    return case.system.simulate(
        expected["t_end"], t0=expected["t0"], q0=expected["q0"], qd0=expected["qd0"]
    )
