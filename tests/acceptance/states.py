"""States and trajectories, by both derivations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui import System, equations, evaluate, write
from tests.acceptance import goldschmidt
from tests.acceptance.bound import ROWS, check_rows
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import NOISE, deviation, formula
from tests.acceptance.translate import system_of

QUANTITIES = {
    "M": lambda found: found.g[1:, 1:],
    "g": lambda found: found.g,
    "h": lambda found: found.h,
    "Q": lambda found: found.Q,
    "qdd": lambda found: found.qdd,
    "T": lambda found: found.T,
    "U": lambda found: found.U,
    "D": lambda found: found.D,
    "dissipated_power": lambda found: found.dissipated_power,
}
NAMED = (
    (goldschmidt.is_slider_crank, goldschmidt.check_slider_crank),
    (goldschmidt.is_skid, goldschmidt.check_skid),
)
"""States that are given by the names of a source."""
GIVEN = {"t", "q", "qd", "FU", "FUp", "FUpp"}


def check_states(case: Any, expected: list[dict[str, Any]]) -> Iterator[Finding]:
    """All quantities at all states; the largest deviation of each, for both derivations."""
    for recognised, check in NAMED:
        if recognised(expected):
            yield from check(case, expected)
            return
    given = [{key: state[key] for key in ("t", "q", "qd") if key in state} for state in expected]
    for derivation in ("recursion", "closed"):
        found = evaluate(case.system.model, given, derivation=derivation)
        for name, of in QUANTITIES.items():
            pairs = [(of(f), e[name]) for f, e in zip(found, expected, strict=True) if name in e]
            if pairs:
                worst = max(deviation(a, b) for a, b in pairs)
                yield Finding(f"states {name} ({derivation})", worst, case.tolerance)
        yield from check_rows(case, expected, found, derivation)
    for name in sorted({key for state in expected for key in state}):
        if name in QUANTITIES or name in GIVEN or name in ROWS:
            continue
        if name == "Gamma":
            yield _gamma(case, expected)
        elif name == "reactions":
            yield from _reactions(case, expected, given)
        elif name == "U_without_damper":
            worst = max(deviation(f.U, e[name]) for f, e in zip(found, expected, strict=True))
            yield Finding(f"states {name}", worst, case.tolerance)
        elif name == "net_couple_of_the_force_pair_z":
            yield _couple(case, expected, name)
        elif "_with_" in name:
            yield _of_variant(case, expected, name)
        else:
            yield Finding(f"states {name}", reason="not known")


def _reactions(
    case: Any, expected: list[dict[str, Any]], given: list[dict[str, Any]]
) -> Iterator[Finding]:
    """Force and moment in every joint, and where they act.

    Reactions that are zero but for rounding are measured by the forces in the system.
    """
    worst = {"force": 0.0, "moment": 0.0, "point": 0.0}
    for found, state in zip(evaluate(case.system.model, given), expected, strict=True):
        wanted = state["reactions"]
        if set(wanted) != set(found.reactions):
            yield Finding("states reactions", reason="its joints are not those of the system")
            return
        for part in worst:
            size = max(np.max(np.abs(entry[part])) for entry in wanted.values())
            if part != "point":
                forces = (np.max(np.abs(entry["force"])) for entry in wanted.values())
                size = max(size, *forces, np.max(np.abs(found.Q), initial=0.0))
            for joint, entry in wanted.items():
                own = getattr(found.reactions[joint], part)
                worst[part] = max(worst[part], deviation(own, entry[part], max(float(size), NOISE)))
    for part, value in worst.items():
        yield Finding(f"states reactions {part}", value, case.tolerance)


def check_trajectory(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """The state at the end, and the energies at both ends."""
    if "phiL_end" in expected:
        yield from goldschmidt.check_crank_motion(case, expected)
        return
    ends = [("", case.system, expected)] if "q_end" in expected else []
    for name, system in variants(case):
        if name in expected:
            ends.append((f" {name}", system, expected[name]))
    if "q0" not in expected or not ends:
        yield Finding("trajectory", reason="it names no start or end that is known")
    for name, system, end in ends:
        yield from _trajectory(name, system, expected, end)


def _trajectory(
    name: str, system: System, expected: dict[str, Any], end: dict[str, Any]
) -> Iterator[Finding]:
    tolerance = expected.get("tolerance_rel_to_max", expected.get("tolerance", 1e-6))
    start = {"t0": expected.get("t0", 0.0), "q0": expected["q0"], "qd0": expected["qd0"]}
    motion = system.simulate(expected["t_end"], **start)
    found = np.concatenate([motion.q[-1], motion.qd[-1]])
    wanted = np.concatenate([end["q_end"], end["qd_end"]])
    yield Finding(f"trajectory end{name}", deviation(found, wanted), tolerance)
    energy = motion.T + motion.U
    size = float(max(np.max(np.abs(motion.T)), np.max(np.abs(motion.U))))
    for key, value in (("energy_0", energy[0]), ("energy_end", energy[-1])):
        if key in expected:
            off = deviation(value, expected[key], size)
            yield Finding(f"trajectory {key}", off, tolerance)


def variants(case: Any) -> Iterator[tuple[str, System]]:
    """The systems that a case describes beside each other, by name."""
    for key, model in case.data.items():
        if key.startswith("neutral_model_"):
            yield key.removeprefix("neutral_model_"), system_of(model)


def _gamma(case: Any, expected: list[dict[str, Any]]) -> Finding:
    """Γ from the readable form, its formulas evaluated at the states."""
    entries = equations(case.system.model).of("Gamma")
    worst = 0.0
    for state in expected:
        names = _names(case, state)
        table = {e.indices: formula(_python(write(e.tree)), names) for e in entries}
        wanted = {tuple(map(int, key.split(","))): v for key, v in state["Gamma"].items()}
        shown = {key: value for key, value in table.items() if key[1] >= key[2]}
        keys = sorted({*wanted, *shown})
        found = [shown.get(key, 0.0) for key in keys]
        worst = max(worst, deviation(found, [wanted.get(key, 0.0) for key in keys]))
    return Finding("states Gamma (closed)", worst, case.tolerance)


def _couple(case: Any, expected: list[dict[str, Any]], name: str) -> Finding:
    """The couple Δx × F of the pairs of forces F = −k dΔx/dt of LAGR's dampers, about z.

    The velocity comes from the positions a little before and after.
    """
    found = [sum(_couples(case, state)) for state in expected]
    return Finding(f"states {name}", deviation(found, [state[name] for state in expected]), 1e-8)


def _couples(case: Any, state: dict[str, Any]) -> Iterator[float]:
    step = 1e-4
    q, qd = np.array(state["q"]), np.array(state["qd"])
    given = [_moved(state["t"] + s, q + s * qd, qd) for s in (-step, 0, step)]
    poses = evaluate(case.system.model, given)
    for element in case.data["model"]["elements"]:
        if element["type"] == "lagr_damper":
            before, now, after = (_distance(pose, element) for pose in poses)
            force = -element["k"] * (after - before) / (2 * step)
            yield float(np.cross(now, force)[2])


def _moved(t: float, q: np.ndarray, qd: np.ndarray) -> dict[str, Any]:
    return {"t": t, "q": list(q), "qd": list(qd)}


def _distance(pose: Any, element: dict[str, Any]) -> np.ndarray:
    """From the second point of an element to its first, in space axes."""
    ends = (("body_a", "point_a"), ("body_b", "point_b"))
    a, b = (
        pose.x[element[body]] + pose.E[element[body]].T @ np.array(element[point], dtype=float)
        for body, point in ends
    )
    return a - b


def _of_variant(case: Any, expected: list[dict[str, Any]], name: str) -> Finding:
    """A quantity of a system that the case describes beside the first one."""
    quantity, _, variant = name.partition("_with_")
    for known, system in variants(case):
        if known == variant:
            given = [{key: state[key] for key in ("t", "q", "qd")} for state in expected]
            found = [QUANTITIES[quantity](entry) for entry in evaluate(system.model, given)]
            pairs = zip(found, expected, strict=True)
            worst = max(deviation(a, e[name]) for a, e in pairs)
            return Finding(f"states {name}", worst, case.tolerance)
    return Finding(f"states {name}", reason="the system is not described")


def _names(case: Any, state: dict[str, Any]) -> dict[str, float]:
    coordinates = case.system.check().coordinates
    names = {"t": state.get("t", 0.0), **case.data.get("parameters", {}), "g": 9.81}
    for name, q, qd in zip(coordinates, state["q"], state["qd"], strict=True):
        names |= {name: q, f"{name}_dot": qd}
    return names


def _python(text: str) -> str:
    return text.replace("^", "**").replace("'", "_dot")


def check_published(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """Published positions, velocities, accelerations and multipliers of a motion from rest."""
    start = case.data["checks"]["trajectory"]
    motion = case.system.simulate(expected["t"], q0=start["q0"], qd0=start["qd0"])
    order = [motion.coordinates.index(name) for name in expected["order"]]
    tolerance = 1e-6
    first, _ = motion.at(0.0)
    yield Finding("published start", deviation(first[order], expected["initial_q"]), tolerance)
    found = {
        "y_1_7": motion.q[-1, order],
        "yd": motion.qd[-1, order],
        "ydd": motion.qdd[-1, order],
    }
    for name, value in found.items():
        yield Finding(f"published {name}", deviation(value, expected[name]), tolerance)
    q, qd = (np.empty(len(order)) for _ in range(2))
    q[order], qd[order] = expected["y_1_7"], expected["yd"]
    (end,) = evaluate(case.system.model, [_moved(expected["t"], q, qd)])
    off = deviation(end.qdd[order], expected["ydd"])
    yield Finding("published ydd at the published end", off, tolerance)
    opposite = deviation(-end.multipliers, expected["lambda_ivp"])
    yield Finding("published multipliers", opposite, tolerance)
    names = dict(zip(motion.coordinates, motion.qdd[0], strict=True))
    wanted = expected["initial_qdd"]
    given = [wanted.get(name, wanted["others"]) for name in names]
    off = deviation(list(names.values()), given)
    yield Finding("published accelerations at the start", off, tolerance)
