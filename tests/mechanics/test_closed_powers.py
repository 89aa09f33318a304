"""The dissipated power that is told of the closed form, against what each law takes by hand."""

from __future__ import annotations

from math import exp, sin, tanh
from typing import Any

import pytest

from lagr_gui import GROUND, System, pipeline
from tests.each import each

X, V, T = -0.3, -1.2, 0.4
"""The state."""
ON_X = {"coordinate": "x"}
LAWS: dict[str, tuple[str, dict[str, Any], float]] = {
    "friction": ("joint_friction", {"kinetic": 2}, 2 * abs(V)),
    "beside a belt": ("joint_friction", {"kinetic": 2, "speed": "sin(t)"}, 2 * abs(V - sin(T))),
    "Stribeck": (
        "joint_friction",
        {"kinetic": 2, "static": 3, "stribeck": 0.9},
        (2 + exp(-((V / 0.9) ** 2))) * abs(V),
    ),
    "smooth": (
        "joint_friction",
        {"kinetic": 2, "law": "smooth", "v_smooth": 1.5},
        2 * tanh(V / 1.5) * V,
    ),
    "brake": ("brake", {"moment": "2 + t"}, (2 + T) * abs(V)),
    "clutch that slips": ("one_way_clutch", {"moment": 2}, 2 * abs(V)),
    "clutch that runs free": ("one_way_clutch", {"moment": 2, "turns": "backwards"}, 0),
    "a power of four": ("energies", {"dissipation": "x'^4"}, 4 * V**4),
    "a damper that is moved": ("energies", {"dissipation": "(x' - t)^2"}, 2 * (V - T) * V),
    "damper": ("coordinate_damper", {"k": 3}, 3 * V**2),
}


def cart(kind: str, **fields: Any) -> System:
    """A mass along a line, which one element brakes."""
    system = System("cart", m=1.7)
    body = system.body(mass="m")
    system.joint("prismatic", GROUND, body, "x")
    system.element(kind, **(fields if kind == "energies" else ON_X | fields))
    return system


def powers(system: System) -> list[float]:
    """By both derivations, each compared with the independent check."""
    state = {"t": T, "q": [X], "qd": [V]}
    found = (system.evaluate(state, derivation=name) for name in ("closed", "recursion"))
    return [at.dissipated_power for (at,) in found]


@pytest.mark.filterwarnings("ignore::lagr_gui.ModelWarning")
@each("name", LAWS)
def test_laws_on_a_coordinate_take_what_is_written(name: str) -> None:
    kind, fields, expected = LAWS[name]
    assert powers(cart(kind, **fields)) == pytest.approx([expected] * 2, rel=1e-12)


def test_a_friction_damper_takes_its_force_times_the_rate_of_its_length() -> None:
    """From (0, 2) to the mass, whose end is drawn on by 0.3 m/s: ℓ̇ = x ẋ/ℓ."""
    system = cart("coordinate_damper", k=0)
    ends = {"body_a": 1, "point_b": (0, 2, 0), "kinetic": 5, "speed": 0.3}
    system.element("line_friction", **ends)
    slip = X * V / (X**2 + 4) ** 0.5 - 0.3
    assert powers(system) == pytest.approx([5 * abs(slip)] * 2, rel=1e-12)


def test_what_is_sunk_in_takes_its_force_times_the_rate_of_that() -> None:
    """k δ^n (1 + c δ̇) of a ball of 0.4 m whose centre is 0.3 m over a plane."""
    system = System("ball", gravity=(0, 0, 0))
    ball = system.body(mass=1)
    system.joint("prismatic", ball, GROUND, "x", axis=(0, 1, 0))
    law = {"stiffness": 7, "exponent": 2, "damping": 0.3}
    system.element("soft_contact", body_a=ball, radius_a=0.4, **law)
    pressed = 7 * 0.1**2 * (1 + 0.3 * V) * V
    assert powers(system) == pytest.approx([pressed] * 2, rel=1e-12)


@pytest.mark.filterwarnings("ignore::lagr_gui.ModelWarning")
def test_equations_with_any_rayleigh_function_are_certified() -> None:
    assert pipeline.certify(cart("energies", dissipation="x'^4").model).residual < 1e-12
