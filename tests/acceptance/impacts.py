"""Impacts: jumps at states, and a motion with one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lagr_gui import System, evaluate
from lagr_gui.pipeline import strike
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation
from tests.acceptance.translate import system_of

TIP = "sin(q1) + sin(q1 + q2)"
"""x of the tip of the double pendulum of two rods of 1 m (the description of the case)."""


def check_jumps(case: Any, expected: list[dict[str, Any]]) -> Iterator[Finding]:
    """u, Λ and the velocities after impacts of the tip on a moving wall, in two formulations."""
    worst: dict[str, float] = {}

    def note(name: str, found: Any, wanted: Any) -> None:
        worst[name] = max(worst.get(name, 0.0), deviation(found, wanted))

    for state in expected:
        system = system_of(case.data["model"])
        limit = f"{TIP} + ({state['h0']!r})*t"
        system.element("unilateral_condition", limit=limit, restitution=state["kappa"])
        given = {"q": state["q"], "qd": state["qd_minus"]}
        (found,) = strike(system.model, given)
        (at,) = evaluate(system.model, [given])
        note("jump G", at.g[1:, 1:], state["G"])
        note("jump h", found.h, state["h"])
        note("jump h0", found.h0, state["h0"])
        note("jump u", found.u, state["u"])
        note("jump lambda", found.impulse, state["lam"])
        note("jump qd_plus", found.after, state["qd_plus"])
        note("jump T", [found.T_before, found.T_after], [state["T_minus"], state["T_plus"]])
        if "maximal_coordinates" in state:
            for name, pair in _maximal(case.data["model"], state).items():
                note(f"jump in maximal coordinates, {name}", *pair)
    for name, value in worst.items():
        yield Finding(name, value, case.tolerance)


def _maximal(model: dict[str, Any], state: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The same jump with three coordinates per rod and the joints as conditions."""
    system = System(gravity=tuple(model["gravity"]))
    for body in model["bodies"]:
        rows = body["inertia"]
        system.body("", body["mass"], (rows[0][0], rows[1][1], rows[2][2]))
    for number in (1, 2):
        system.joint("planar", 0, number, f"x{number}", f"y{number}", f"a{number}")
    pin = {"directions": "xy", "point_a": (0, 0.5, 0)}
    system.element("coincidence", name="pivot", body_a=1, body_b=0, **pin)
    system.element("coincidence", name="elbow", body_a=2, body_b=1, point_b=(0, -0.5, 0), **pin)
    limit = f"x2 + sin(a2)/2 + ({state['h0']!r})*t"
    system.element("unilateral_condition", limit=limit, restitution=state["kappa"])
    (q1, q2), (v1, v2) = state["q"], state["qd_minus"]
    a, w = (q1, q1 + q2), (v1, v1 + v2)
    q, qd = np.zeros(6), np.zeros(6)
    end, speed = np.zeros(2), np.zeros(2)
    for i in range(2):
        along = np.array([np.sin(a[i]), -np.cos(a[i])])
        across = w[i] * np.array([np.cos(a[i]), np.sin(a[i])])
        q[3 * i : 3 * i + 3] = [*(end + along / 2), a[i]]
        qd[3 * i : 3 * i + 3] = [*(speed + across / 2), w[i]]
        end, speed = end + along, speed + across
    given = {"q": list(q), "qd": list(qd)}
    (found,) = strike(system.model, given)
    (at,) = evaluate(system.model, [given])
    wanted = state["maximal_coordinates"]
    return {
        "multiplier impulses": (found.multipliers, wanted["multiplier_impulses_lambda_v"]),
        "lambda B v": (at.G.T @ found.multipliers, wanted["p_eq37_lambda_B_v"]),
    }


def check_simulation(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """Time and velocities of the impact on a wall, and the state after it."""
    system = system_of(case.data["model"])
    limit = f"{TIP} - {expected['wall_x']!r}"
    system.element("unilateral_condition", limit=limit, restitution=expected["kappa"])
    motion = system.simulate(expected["t_end"], q0=expected["q0"], qd0=expected["qd0"])
    tolerance = expected["tolerance"]
    more = len(motion.impacts) - 1 - expected["further_impacts_before_t_end"]
    yield Finding("simulation number of impacts", float(abs(more)), 0.5)
    impact = motion.impacts[0]
    pairs = {
        "t_impact": impact.t,
        "q_impact": impact.q,
        "qd_minus": impact.before,
        "qd_plus": impact.after,
        "impulse": impact.impulses[0],
        "q_end": motion.q[-1],
        "qd_end": motion.qd[-1],
    }
    for name, found in pairs.items():
        yield Finding(f"simulation {name}", deviation(found, expected[name]), tolerance)
