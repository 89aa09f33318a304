"""The oracle itself: against MuJoCo, closed formulas and laws of mechanics."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import mpmath
import mujoco
import numpy as np
import pytest

from lagr_gui.model.files import write_text
from tests.mechanics.oracles import mujoco_model
from tests.oracle.comparison import Case
from tests.oracle.document import Document
from tests.oracle.drawing import BINDING, random_tree
from tests.oracle.equations import Found, at_state, solved
from tests.oracle.jets import FUNCTIONS, variables
from tests.oracle.language import Meaning
from tests.oracle.parts import at_random, body, document, joint
from tests.systems import random_tree as plain_tree

engine: Any = mujoco
MUJOCO_KINDS = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "free")


def answer(case: Case) -> Found:
    """The oracle's answer for a tree."""
    return solved(case.text, case.t, case.q, case.qd)


@pytest.mark.parametrize("seed", range(12))
def test_mujoco_finds_the_same_metric_and_accelerations(seed: int) -> None:
    source = np.random.default_rng(seed)
    kinds = [MUJOCO_KINDS[k] for k in source.integers(0, len(MUJOCO_KINDS), 3)]
    model = plain_tree(seed, kinds)
    names = model.coordinates
    q, qd = source.normal(0, 0.7, (2, len(names)))
    found = solved(write_text(model), 0.0, dict(zip(names, q)), dict(zip(names, qd)))  # noqa: B905
    there, J = mujoco_model(model)
    data = engine.MjData(there)
    data.qpos, data.qvel = J @ q, J @ qd
    engine.mj_forward(there, data)
    M = np.zeros((len(names), len(names)))
    engine.mj_fullM(there, data, M)
    assert found.g[1:, 1:] == pytest.approx(J.T @ M @ J, rel=1e-9, abs=1e-10)
    assert found.qdd == pytest.approx(J.T @ data.qacc, rel=1e-7, abs=1e-8)


@pytest.mark.parametrize("seed", range(40))
def test_kinetic_energy_changes_by_the_power_of_the_loads(seed: int) -> None:
    case = random_tree(seed, 3, 4)
    elements = [e for e in case.data["elements"] if e["kind"] not in ("energies", *BINDING)]
    base = {"position": [0, 0, 0]}
    joints = [j for j in case.data["joints"] if j["kind"] != "general"]
    if len(joints) < len(case.data["joints"]):
        return  # a general joint may move by itself with time
    case = replace(case, data={**case.data, "elements": elements, "base": base})
    now, step = answer(case), 1e-4
    later, before = (answer(_gone_on(case, now, s)) for s in (step, -step))
    power = sum(now.power.values())
    assert (later.T - before.T) / (2 * step) == pytest.approx(power, rel=1e-4, abs=1e-4)


def _gone_on(case: Case, found: Found, step: float) -> Case:
    qdd = dict(zip(found.names, found.qdd, strict=True))
    q = {n: case.q[n] + step * case.qd[n] + step**2 / 2 * qdd[n] for n in found.names}
    qd = {n: case.qd[n] + step * qdd[n] for n in found.names}
    return replace(case, t=case.t + step, q=q, qd=qd)


@pytest.mark.parametrize("kind", ["rod", "coincidence"])
def test_a_point_mass_on_a_rod_or_pin_moves_like_a_pendulum(kind: str) -> None:
    thin = {"number": 1, "mass": 2, "inertia": {}}
    bob = {"number": 1, "mass": 2, "inertia": {"zz": 0.3}}
    l, angle, rate = 0.7, 0.4, 1.3  # noqa: E741
    if kind == "rod":
        data = document([thin], [joint("planar", "p", 0, 1)])
        data["elements"] = [{"name": "rod", "kind": "rod", "l": l}]
        q = {"p1": l * math.cos(angle), "p2": l * math.sin(angle)}
        qd = {"p1": -l * math.sin(angle) * rate, "p2": l * math.cos(angle) * rate}
        data["joints"][0]["kind"] = "planar"
        data["bodies"][0]["inertia"] = {"zz": 1}
        expected = -9.81 * math.cos(angle) / l
    else:
        data = document([bob], [joint("planar", "p", 0, 1)])
        pin = {"name": "pin", "kind": "coincidence", "point_a": [-l, 0, 0], "directions": "xy"}
        data["elements"] = [pin]
        q = {"p1": l * math.cos(angle), "p2": l * math.sin(angle), "p3": angle}
        qd = {"p1": -l * math.sin(angle) * rate, "p2": l * math.cos(angle) * rate, "p3": rate}
        expected = -2 * 9.81 * l * math.cos(angle) / (2 * l**2 + 0.3)
    data["joints"][0]["axes"] = [[1, 0, 0], [0, 1, 0]]
    found = solved(Case(data, 0.0, q, qd).text, 0.0, q, qd)
    a = dict(zip(found.names, found.qdd, strict=True))
    tangential = -math.sin(angle) * a["p1"] + math.cos(angle) * a["p2"]
    assert tangential / l == pytest.approx(expected, rel=1e-12)
    assert found.position == pytest.approx(0, abs=1e-14)


def test_a_disc_rolls_down_a_slope_with_two_thirds_of_what_slides() -> None:
    r, slope = 0.3, 0.25
    disc = {"number": 1, "mass": 2, "inertia": {"zz": 2 * r**2 / 2, "xx": 0.05, "yy": 0.05}}
    wheel = {"name": "w", "kind": "rolling_disc", "radius": r}
    wheel |= {
        "normal": [math.sin(slope), math.cos(slope), 0],
        "along": [math.cos(slope), -math.sin(slope), 0],
    }
    data = document([disc], [joint("planar", "p", 0, 1)], [wheel])
    data["joints"][0]["axes"] = [[1, 0, 0], [0, 1, 0]]
    q = {"p1": r * math.sin(slope), "p2": r * math.cos(slope), "p3": 0.4}
    still = dict.fromkeys(q, 0.0)
    found = solved(Case(data, 0.0, q, still).text, 0.0, q, still)
    down = found.qdd[0] * math.cos(slope) - found.qdd[1] * math.sin(slope)
    assert down == pytest.approx(2 / 3 * 9.81 * math.sin(slope), rel=1e-12)
    assert found.multipliers[0] == pytest.approx(2 * 9.81 * math.cos(slope), rel=1e-12)
    assert found.multipliers[1] == pytest.approx(-2 * 9.81 * math.sin(slope) / 3, rel=1e-12)


def test_a_top_in_steady_precession_keeps_its_lean() -> None:
    C, A, m, l, lean, spin = 0.02, 0.05, 1.2, 0.3, 0.6, 80.0  # noqa: E741
    top = {"number": 1, "mass": m, "inertia": {"xx": A, "yy": A, "zz": C}}
    turns = [[0, 0, 1], [1, 0, 0], [0, 0, 1]]
    head = joint("spherical", "p", 0, 1, sequence=turns, point_child=[0, 0, -l])
    data = document([top], [head], gravity=[0, 0, -9.81])
    around = A + m * l**2
    # (C - A') cos θ ψ̇² + C φ̇ ψ̇ - m g l = 0
    a, b, c = (C - around) * math.cos(lean), C * spin, -m * 9.81 * l
    slow = (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)
    q, qd = {"p1": 0.3, "p2": lean, "p3": 0.9}, {"p1": slow, "p2": 0.0, "p3": spin}
    assert solved(Case(data, 0.0, q, qd).text, 0.0, q, qd).qdd == pytest.approx(0, abs=1e-9)


def test_multipliers_do_the_work_that_their_conditions_say() -> None:
    """The rate of a condition is its force times the velocities of all bodies (power of λ = 1)."""
    for seed in range(80):
        case = random_tree(seed, 3, 6)
        case = replace(case, data={**case.data, "base": {"position": [0, 0, 0]}})
        found = answer(case)
        timeless = [e["name"] for e in case.data["elements"] if e["kind"] in TIMELESS]
        rows = [i for i, s in enumerate(found.sources) if s.partition(":")[2] in timeless]
        if any(j["kind"] == "general" for j in case.data["joints"]):
            continue
        qd = np.array([case.qd[name] for name in found.names])
        assert (found.G @ qd)[rows] == pytest.approx(found.velocity[rows], rel=1e-11, abs=1e-12)


TIMELESS = ("coincidence", "skid", "rolling_disc", "rolling_ball")


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n not in ("atan2", "min", "max")])
def test_functions_have_their_derivatives(name: str) -> None:
    place = 1.7 if name == "acosh" else 0.37
    known = {"abs": abs, "sign": mpmath.sign, "log2": lambda x: mpmath.log(x, 2)}
    function = known.get(name) or getattr(mpmath, name)
    (x,) = variables(np.array([place]))
    found = FUNCTIONS[name](x)
    expected = [mpmath.diff(function, place, order) for order in range(3)]
    assert [found.v, found.d[0], found.H[0, 0]] == pytest.approx(
        [float(e) for e in expected], rel=1e-9
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2^2", -4),
        ("2^3^2", 512),
        ("2^-1", 0.5),
        ("√4 + 2·3", 8),
        ("−(1 – 3)×2", 4),
        ("F(2) + F'(3)", 4 + 6),
        ("x' + x_dot - ω", 2 * 5 - 7),
        ("atan2(1, -1)*4/pi", 3),
        (".5e1 - 1e0", 4),
    ],
)
def test_expressions_mean_what_the_page_says(text: str, value: float) -> None:
    values = {("x", 1): 5.0, ("omega", 0): 7.0}
    functions = {"F": {"name": "F", "arguments": ["t"], "expression": "t^2"}}
    assert Meaning(values, functions).of(text) == pytest.approx(value, rel=1e-15)


def test_parameters_follow_others_and_what_replaces_them() -> None:
    data = document([body(1)], [joint("revolute", "p", 0, 1)])
    data["parameters"] = [{"name": n, "value": v} for n, v in (("b", "2*a"), ("a", 3), ("g", 9.81))]
    case = at_random(data, random.Random(1))
    assert Document(case.text).number("b") == 6
    assert Document(case.text, {"a": 5}).number("b") == 10
    assert at_state(Document(case.text), 0, case.q, case.qd).clear
