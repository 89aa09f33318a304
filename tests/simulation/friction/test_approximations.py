"""Friction that is eased: b tanh(γ/v), and bristles (LuGre)."""

from collections.abc import Callable
from math import atan, atanh, cos, log, sin
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, System
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.rubbing import bristles
from tests.each import each
from tests.simulation.friction.drawings import Drawn

LAWS = ("smooth", "bristle")


ALONG_X = Drawn()


def block(law: str, drawn: Drawn = ALONG_X, kind: str = "joint_friction", **fields: Any) -> System:
    """A block of mass 1 kg that slides along an axis."""
    s = System("block", gravity=(0, 0, 0))
    body = s.body("block", mass=1)
    drawn.join(s, "prismatic", body, "x")
    on: dict[str, Any] = {"coordinate": "x"}
    if kind == "line_friction":
        far = tuple((-100 * drawn.sign * np.array(drawn.axis)).tolist())
        on = {"body_a": body, "body_b": GROUND, "point_b": far}
    s.element(kind, "rub", law=law, **on | fields)
    return s


@each("way, kind, backwards", [(1.0, "joint_friction", True), (-1.0, "line_friction", False)])
def test_a_block_that_should_stick_creeps(way: float, kind: str, backwards: bool) -> None:
    """The case of the design: μ = 0.4, tan α = 0.31, v = 0.01 m/s: 0.62 m in a minute."""
    weight = 9.81 * cos(atan(0.31))
    drawn = Drawn((0, 1, 0), backwards)
    s = block("smooth", drawn, kind, kinetic=0.4 * weight, v_smooth=0.01)
    s.element("coordinate_force", coordinate="x", force=way * 9.81 * sin(atan(0.31)))
    moved = s.simulate(until=60, points=61)
    speed = way * 0.01 * atanh(0.31 / 0.4)
    assert moved.qd[-1, 0] == pytest.approx(speed, rel=1e-8)
    assert moved.q[-1, 0] == pytest.approx(60 * speed, rel=1e-3)
    assert moved.changes == () and [note.code for note in moved.notes] == ["eased-friction"]
    assert moved.certificate is not None and moved.certificate.holds


@each("law", LAWS)
@each("size", [1.0, 1e-6, 1e6])
def test_a_belt_takes_along_as_by_another_integrator(law: str, size: float) -> None:
    """A spring holds a block on a belt with a Stribeck curve: stick-slip. Forces in `size` N."""
    R, H, v, speed, k = 1.0, 1.5, 0.1, 0.2, 40.0
    given = {"v_smooth": 0.01, "sigma_0": 1e3 * size, "sigma_1": 20 * size}
    s = System("belt", gravity=(0, 0, 0))
    body = s.body(mass=size)
    s.joint("prismatic", GROUND, body, "x")
    s.element("coordinate_spring", coordinate="x", c=k * size)
    s.element(
        "joint_friction",
        "rub",
        coordinate="x",
        kinetic=R * size,
        static=H * size,
        stribeck=v,
        speed=speed,
        law=law,
        **given,
    )
    moved = s.simulate(until=1.5)

    def rates(_: float, y: np.ndarray) -> list[float]:
        x, xd, z = y
        slip = xd - speed
        b = R + (H - R) * np.exp(-((slip / v) ** 2))
        bending = slip - 1e3 * abs(slip) * z / b
        r = -b * np.tanh(slip / 0.01) if law == "smooth" else -(1e3 * z + 20 * bending)
        return [xd, r - k * x, bending]

    own = solve_ivp(rates, (0, 1.5), [0, 0, 0], "LSODA", rtol=1e-9, atol=1e-11).y[:, -1]
    assert moved.q[-1, 0] == pytest.approx(own[0], abs=1e-6)
    assert moved.qd[-1, 0] == pytest.approx(own[1], abs=1e-5)
    if law == "bristle":
        assert moved.z[-1, 0] == pytest.approx(own[2], abs=1e-8)


@each("way, kind", [(1.0, "joint_friction"), (-1.0, "line_friction"), (-1.0, "brake")])
def test_bristles_hold_by_their_stiffness_before_they_slide(way: float, kind: str) -> None:
    """Pulled one way σ₀ z = R (1 − e^(−σ₀ x/R)), so that a force f < R moves by −R/σ₀ ln(1 − f/R).

    Near f = 0 that is f/σ₀.
    """
    R, stiffness, f = 2.0, 1e4, 1.5
    bound = "moment" if kind == "brake" else "kinetic"
    s = block("bristle", ALONG_X, kind, **{bound: R, "sigma_0": stiffness, "sigma_1": 2e4})
    s.element("coordinate_force", coordinate="x", force=f"{way * f}*(1 - exp(-t))")
    moved = s.simulate(until=40)
    assert moved.q[-1, 0] == pytest.approx(-way * R / stiffness * log(1 - f / R), rel=1e-5)
    assert moved.z[-1, 0] == pytest.approx(way * f / stiffness, rel=1e-6)


@each("law", LAWS)
def test_all_derivations_agree_about_a_line_that_turns(law: str) -> None:
    s = System("pendulum", R=3, kinetic=2, sigma_0=7)
    bob = s.body(mass="kinetic")
    s.joint("revolute", GROUND, bob, "phi", point_child=(0, 1, 0))
    ends = {"body_a": bob, "body_b": GROUND, "point_b": (1.3, 0.2, 0)}
    fields = {"kinetic": "R", "static": 4, "stribeck": 0.1, "sigma_0": "40*sigma_0", "sigma_1": 3}
    s.element("line_friction", "rub", **ends, **fields, law=law, v_smooth=0.02)
    s.start(phi=(0.7, 0.2))
    assert s.verify().holds
    moved = s.simulate(until=0.5)
    energy = s.energy(moved)
    sort = "dissipated" if law == "smooth" else "supplied"
    assert abs(energy.of(sort)["element:rub"][-1]) > 0.1 and energy.error < 1e-7


@pytest.mark.parametrize(
    ("law", "place", "wrong"),
    [
        ("bristle", (bristles, "BENDING"), "gamma - 0.99*sigma_0*abs(gamma)*z/b"),
        ("bristle", (bristles, "HELD"), "sigma_0*z + 0.99*sigma_1*u"),
        ("smooth", (friction, "eased"), lambda part: friction.Call("tanh", (friction.NOUGHT,))),
    ],
)
def test_the_certificate_finds_a_law_that_is_another(
    law: str, place: Any, wrong: str | Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*place, wrong)
    own = f"R_{place[1]}"  # nothing is known of a system with this name
    s = block(law, kinetic=own, sigma_0=100, sigma_1=10)
    s.parameter(own, 1)
    s.start(x=(0.1, 1))
    with pytest.raises(Disagreement):
        s.simulate(until=0.1)


def test_what_approximations_do_not_know_is_refused() -> None:
    def said(**fields: Any) -> str:
        with pytest.raises(LagrError) as caught:
            block(**fields).simulate(until=0.1)
        return str(caught.value)

    assert "Stribeck" in said(law="smooth", kinetic=1, static=2)
    assert "not bent" in said(law="bristle", kinetic=0)
    assert "σ₀" in said(law="bristle", sigma_0=-1) or "sigma_0" in said(law="bristle", sigma_0=-1)
    with pytest.raises(LagrError):
        block("smooth").equations(mode="sticks")


def test_equations_say_the_law_and_that_it_is_eased() -> None:
    smooth = block("smooth", kinetic="R")
    smooth.parameter("R", 1)
    assert [*map(str, smooth.equations().of("Q"))] == ["Q1 = -R*tanh(1000*x')"]
    bent = block("bristle", kinetic=2, sigma_0=10, sigma_1=3).equations()
    assert [*map(str, bent.of("Q"))] == ["Q1 = -10*z_rub - 3*u_rub"]
    for system in (smooth, block("bristle", kinetic=2, sigma_0=10, sigma_1=3)):
        assert system.certify().holds
    for sheet in (smooth.equations(), bent):
        assert "eased-friction" in {note.code for note in sheet.notes}
