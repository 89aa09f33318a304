"""Signals that measure reactions, forces and energies: as outputs show them, and in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, LagrError, System, pipeline

G = 9.81


def double() -> System:
    """Two bars, the second joint drawn backwards, with elements of all geometries."""
    s = System("double", m=2, l=0.5, J=0.1)
    a, b = (s.body(name, mass="m", inertia=(0, 0, "J")) for name in "ab")
    s.joint("revolute", GROUND, a, "p", name="A", point_child=(0.1, "l", 0))
    ends = {"point_parent": (0, "l", 0), "point_child": (0, "-l", 0)}
    s.joint("revolute", b, a, "q", name="B", **ends)
    s.element("spring", "sg", body_a=b, body_b=GROUND, point_b=(0.3, 0.2, 0.1), c=30, l0=0.1)
    over = [{"body": a, "point": (0.2, 0.1, 0)}]
    s.element("elastic_rope", "rope", body_a=b, pulleys=over, point_b=(1, 0, 0), c=20, l0=0.2)
    s.element("force", "f", body=b, point=(0.1, 0, 0), vector=(1, "t", 0), axes="body")
    mount = {"point_a": (0, -0.4, 0), "c": (9, 8, 7), "k": (1, 2, 3), "c_turn": (0, 0, 6)}
    s.element("bushing", "bu", body_a=a, body_b=b, **mount, premoment=(0.3, 0.2, 0))
    s.start(p=0.4, q=0.9)
    return s


SHOWN = (
    *("force(A).x", "force(A).z", "moment(A).z", "moment(A).y", "force(B).y", "moment(B).x"),
    *("force(sg).x", "force(rope).x", "force(bu).x", "moment(bu).x", "thrust(rope)"),
    *("T(a)", "U(b)", "U(sg)", "U(bu)", "abs(force(B))"),
)


def test_a_measure_is_what_outputs_show() -> None:
    system = double()
    for number, text in enumerate(SHOWN):
        system.signal(f"m{number}", text)
    found = system.simulate(until=0.02, outputs=list(SHOWN))
    for number, text in enumerate(SHOWN):
        assert found[f"m{number}"] == pytest.approx(found.outputs[text], abs=1e-10), text
    assert str(found.certificate).startswith("Certified")


def cart(law: str, k: float = 0.4, fixed: bool = False) -> System:
    """A pendulum, or a load on a force cell, on a cart that is pushed by what is measured."""
    s = System("cart", M=2, m=1, l=0.5, k=k, gravity=(0, 0 if fixed else -G, 0))
    a, b = s.body("cart", mass="M"), s.body("bob", mass="m")
    s.joint("prismatic", GROUND, a, "x", name="rail", axis=(1, 0, 0))
    if fixed:
        s.joint("fixed", a, b, name="cell")
    else:
        s.joint("revolute", a, b, "phi", name="cell", point_child=(0, "l", 0))
        s.start(phi=1.0)
    s.element("coordinate_force", "drive", coordinate="x", force="F")
    s.signal("F", law)
    return s


@pytest.mark.parametrize("filtered", [False, True])
def test_a_force_cell_feeds_back_at_once_or_through_a_filter(filtered: bool) -> None:
    """R = m (a − g) of the bob; M x″ = F − R, F = −k R or −k y with T y′ + y = R."""
    T, k, M, m, l = 0.05, 0.4, 2, 1, 0.5  # noqa: E741
    system = cart("-k*y" if filtered else "-k*force(cell).x")
    if filtered:
        system.signal("y", "filter1", input="force(cell).x", T=T)

    def fall(_: float, state: np.ndarray) -> list[float]:
        (_, p, v, w), y = state[:4], state[4]
        c, s = np.cos(p), np.sin(p)
        part = 1 if filtered else 1 + k
        held = [[M + part * m, part * m * l * c], [c, l]]
        push = part * m * l * w * w * s - (k * y if filtered else 0)
        ax, al = np.linalg.solve(held, [push, -G * s])
        R = m * (ax + l * (al * c - w * w * s))
        return [v, w, ax, al, (R - y) / T]

    exact = solve_ivp(fall, (0, 0.5), [0, 1.0, 0, 0, 0], "DOP853", rtol=1e-12, atol=1e-13)
    found = system.simulate(until=0.5)
    assert found.y[-1] == pytest.approx(exact.y[: 4 + filtered, -1], abs=1e-10)
    assert str(found.certificate).startswith("Certified")


def test_force_feedback_has_a_solution_but_for_one_factor() -> None:
    """x″ = F₀/(M + (1 + k) m) with R = m x″; none for (1 + k) m = −M."""
    for k in (0.7, -0.5, -9.0):
        found = cart("10 - k*force(cell).x", k, fixed=True).simulate(until=1)
        assert found.qdd[:, 0] == pytest.approx(10 / (3 + k), rel=1e-13)
    with pytest.raises(LagrError, match=r"F, x''.*there is no solution"):
        cart("10 - k*force(cell).x", -3.0, fixed=True).simulate(until=1)


def test_a_relay_on_a_pin_force_acts_at_the_angle_of_the_textbook() -> None:
    """|R| = m g (3 cos φ − 2 cos φ₀) of a point on a thread."""
    s = System("limiter", m=2, l=0.5, gravity=(0, -G, 0))
    s.joint("revolute", GROUND, s.body("bob", mass="m"), "phi", name="pin", point_child=(0, "l", 0))
    s.start(phi=1.5)
    s.signal("on", "relay", input="abs(force(pin))", on=30, off=-1, high=1, low=0)
    s.element("coordinate_force", "brake", coordinate="phi", force="-on*phi'")
    found = s.simulate(until=0.5)
    (change,) = found.changes
    phi = np.arccos((30 / (2 * G) + 2 * np.cos(1.5)) / 3)
    assert np.interp(change.t, found.t, found.q[:, 0]) == pytest.approx(phi, abs=1e-9)
    assert str(found.certificate).startswith("Certified")


def test_equations_tell_the_force_by_a_name_with_its_formula() -> None:
    text = str(cart("-k*force(cell).x").equations())
    assert "Q1 = F" in text and "F = -k*F_x_cell" in text
    assert "F_x_cell = m*(x'' + l*(phi''*cos(phi) - phi'^2*sin(phi)))" in text


def rod() -> System:
    """A bar on a pin that a rod holds."""
    s = cart("force(cell).x")
    s.element("rod", "rod", body_a=2, body_b=GROUND, point_b=(1, -1, 0), l=1.2)
    return s


def pushed() -> System:
    """A force on what hangs on the joint that measures it."""
    s = cart("0")
    s.element("force", "push", body=2, vector=("P", 0, 0))
    s.signal("P", "-k*force(cell).x")
    return s


REFUSED = (
    (lambda: cart("-k*abs(force(cell))"), "not linear in the accelerations"),
    (pushed, r"Signals force\(cell\)\.x, P.*at the same instant"),
    (rod, "What “rod” holds is part of it"),
    (lambda: cart("force(cell)"), "is a vector"),
    (lambda: cart("force(cel).x"), "nothing called “cel”"),
    (lambda: cart("moment(drive).z"), r"no moment\(drive\)"),
)


@pytest.mark.parametrize(("made", "words"), REFUSED)
def test_what_has_no_value_of_its_own_is_refused_in_words(made: object, words: str) -> None:
    with pytest.raises(LagrError, match=words):
        made().equations()  # type: ignore[operator]


def test_what_knows_no_accelerations_refuses_forces_that_are_made_of_some() -> None:
    with pytest.raises(LagrError, match="made of its acceleration"):
        pipeline.linearize(cart("-k*force(cell).x").model)


@pytest.mark.parametrize("kind", ["relay", "saturation", "sampled", "delay"])
def test_blocks_that_act_at_instants_take_measures(kind: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "relay": {"input": "length(rope) - 0.5", "on": 0.1, "off": -0.1},
        "saturation": {"input": "length(rope)", "lower": 0, "upper": 0.7},
        "sampled": {"sample": 0.1, "inputs": ["length(rope)"], "D": [[1]]},
        "delay": {"input": "length(rope)", "delay": 0.1},
    }
    s = System("hung", m=2)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x", axis=(0, -1, 0))
    s.start(x=0.6)
    s.element("rope_pull", "rope", body_a=GROUND, point_a=(0.3, 0, 0), body_b=1, pull="F")
    s.signal("F", kind, **fields[kind])
    assert str(s.simulate(until=0.3).certificate).startswith("Certified")
