"""Goldschmidt's two worked examples: the forces F… and moments M… with his signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from lagr_gui import System, evaluate
from lagr_gui.pipeline import Evaluation
from tests.acceptance.finding import Finding
from tests.acceptance.numbers import deviation
from tests.acceptance.translate import system_of


def is_slider_crank(states: list[dict[str, Any]]) -> bool:
    """Whether states are those of the slider-crank (Schubkurbeltrieb)."""
    return {"phiL", "phiP", "xK", "reactions"} <= set(states[0])


def is_skid(states: list[dict[str, Any]]) -> bool:
    """Whether states are those of the skid (Kufe)."""
    return {"xK", "yK", "phiK", "F1"} <= set(states[0])


def check_slider_crank(case: Any, expected: list[dict[str, Any]]) -> Iterator[Finding]:
    """Accelerations and F1 … F10, M1 … M7 at all states, by both derivations for the first."""
    worst: dict[str, float] = {}
    drawn = with_hinges(case.data["neutral_model"])
    for state in expected:
        rod = {"q": state["phiP"], "qd": state["phiP_dot"]}
        lengths = case.data["parameters"]
        speed = -lengths["lL"] * np.sin(state["phiL"]) * state["phiL_dot"]
        speed -= lengths["lP"] * np.sin(state["phiP"]) * state["phiP_dot"]
        given = {
            "q": [state["phiL"], rod["q"] - state["phiL"], state["xK"]],
            "qd": [state["phiL_dot"], rod["qd"] - state["phiL_dot"], speed],
        }
        for derivation in ("closed", "recursion"):
            found = _evaluated(drawn, state, given, derivation)
            qdd = {
                "phiL_ddot": found.qdd[0],
                "phiP_ddot": found.qdd[0] + found.qdd[1],
                "xK_ddot": found.qdd[2],
            }
            for name, value in qdd.items():
                key = f"{name} ({derivation})"
                worst[key] = max(worst.get(key, 0.0), deviation(value, state[name]))
        forces = _slider_crank_forces(found)
        wanted = state["reactions"]
        size = max(abs(value) for value in wanted.values())
        for name, value in wanted.items():
            off = deviation(forces[name], value, size)
            worst["F1…F10, M1…M7"] = max(worst.get("F1…F10, M1…M7", 0.0), off)
    for name, value in worst.items():
        yield Finding(f"states {name}", value, case.tolerance)


def _slider_crank_forces(found: Evaluation) -> dict[str, float]:
    """F1 … F3 of bearing A on the crank, F4 … F6 of joint B on the rod, F7 … F9 of joint C on
    the piston, F10 of the guide; M1, M2 and M3, M4 and M5, M6 across the pins, M7 of the guide.
    """
    A, B, C, D = (found.reactions[name] for name in "ABCD")
    first = [*A.force, *B.force, *C.force, D.force[1]]
    moments = [*A.moment[:2], *B.moment[:2], *C.moment[:2], D.moment[2]]
    forces = {f"F{i}": float(value) for i, value in enumerate(first, start=1)}
    return forces | {f"M{i}": float(value) for i, value in enumerate(moments, start=1)}


def check_skid(case: Any, expected: list[dict[str, Any]]) -> Iterator[Finding]:
    """Accelerations, the force across the edge and the three normal forces at all states."""
    worst: dict[str, float] = {}
    lengths = case.data["parameters"]
    for state in expected:
        names = ("xK", "yK", "phiK")
        given = {
            "q": [state[name] for name in names],
            "qd": [state[f"{name}_dot"] for name in names],
        }
        for derivation in ("closed", "recursion"):
            found = _evaluated(case.system, state, given, derivation)
            values = {f"{name}_ddot": a for name, a in zip(names, found.qdd, strict=True)}
            values["F1"] = float(found.multipliers[0])
            values["u_dot"] = _along(state, found)
            if found.reactions:
                values |= _normal_forces(found, state["phiK"], lengths)
            for name, value in values.items():
                key = f"{name} ({derivation})"
                worst[key] = max(worst.get(key, 0.0), deviation(value, state[name], 1.0))
    for name, value in worst.items():
        yield Finding(f"states {name}", value, case.tolerance)


def _along(state: Mapping[str, float], found: Evaluation) -> float:
    """The rate of the speed along the edge."""
    c, s = np.cos(state["phiK"]), np.sin(state["phiK"])
    turning = state["phiK_dot"] * (state["yK_dot"] * c - state["xK_dot"] * s)
    return float(found.qdd[0] * c + found.qdd[1] * s + turning)


def _normal_forces(
    found: Evaluation, angle: float, lengths: Mapping[str, float]
) -> dict[str, float]:
    """F2, F3, F4 at the edge and the two feet, from what the plane does to the skid."""
    (plane,) = found.reactions.values()
    l1, l2, l3 = lengths["l1"], lengths["l2"], lengths["l3"]
    c, s = np.cos(angle), np.sin(angle)
    along, across = (
        c * plane.moment[0] + s * plane.moment[1],
        c * plane.moment[1] - s * plane.moment[0],
    )
    points = np.array([[-l1, 0.0], [l2, -l3], [l2, l3]])
    balance = np.array([np.ones(3), points[:, 1], -points[:, 0]])
    forces = np.linalg.solve(balance, [plane.force[2], along, across])
    return {f"F{i}": float(force) for i, force in enumerate(forces, start=2)}


def check_crank_motion(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """The crank's angle and speed at the end of the motion without force and moment."""
    case.system.set(F=0.0, M=0.0)
    case.system.start(phiL=(1.0, 10.0))
    motion = case.system.simulate(expected["t_end"])
    found = [motion.q[-1, 0], motion.qd[-1, 0]]
    wanted = [expected["phiL_end"], expected["phiL_dot_end"]]
    yield Finding("trajectory end", deviation(found, wanted), expected["tolerance"])


def check_skid_motion(case: Any, expected: dict[str, Any]) -> Iterator[Finding]:
    """The end of a motion of the skid, with the speed along the edge where it is named."""
    case.system.set(**{name: expected[name] for name in ("F", "M")})
    motion = case.system.simulate(expected["t_end"], q0=expected["q0"], qd0=expected["qd0"])
    q, qd = motion.q[-1], motion.qd[-1]
    found = np.concatenate([q, qd])
    wanted = np.concatenate([expected["q_end"], expected["qd_end"]])
    tolerance = expected["tolerance"]
    yield Finding("trajectory end", deviation(found, wanted), tolerance)
    if "u_edge_end" in expected:
        speed = qd[0] * np.cos(q[2]) + qd[1] * np.sin(q[2])
        off = deviation([speed, qd[2]], [expected["u_edge_end"], expected["phi_dot_end"]])
        yield Finding("trajectory speed along the edge", off, tolerance)


def with_hinges(model: dict[str, Any]) -> System:
    """The system with a hinge drawn at each loop point of a plane, so that it has reactions."""
    system = system_of({key: value for key, value in model.items() if key != "loops"})
    numbers = {body["id"]: i for i, body in enumerate(model["bodies"], start=1)}
    for loop in model["loops"]:
        system.joint(
            "revolute",
            numbers[loop["body_a"]],
            numbers[loop["body_b"]],
            f"closing_{loop['id']}",
            name=loop["id"],
            point_parent=loop["point_a"],
            point_child=loop["point_b"],
            cut=True,
        )
    return system


def _evaluated(
    system: System, state: Mapping[str, Any], given: dict[str, Any], derivation: str
) -> Evaluation:
    system.set(**{name: state[name] for name in ("F", "M")})
    (found,) = evaluate(system.model, [given], derivation=derivation)
    return found
