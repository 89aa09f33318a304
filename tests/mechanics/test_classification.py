"""The sort of a system, by what it is made of."""

from __future__ import annotations

import pytest

import lagr_gui
from benchmarks.hanging import chain
from lagr_gui import System
from lagr_gui.mechanics.recursion import Recursion
from tests.samples.gallery import sample


def cart(**fields) -> System:
    system = System(gravity=(0, 0, 0), c=40, k=2)
    system.ground(**fields)
    system.body("Cart", mass=2)
    system.joint("prismatic", 0, 1, "x", name="rail")
    return system


def pushed(force: str) -> System:
    system = cart()
    system.element("coordinate_force", "push", coordinate="x", force=force)
    return system


def sort(system: System) -> tuple[bool | None, ...]:
    found = lagr_gui.classify(system.model)
    return found.linear, found.conservative


@pytest.mark.parametrize(
    ("force", "expected"),
    [
        ("-c*x", (True, True)),
        ("-c*x - k*x'", (True, False)),
        ("-c*x + sin(t)", (True, False)),
        ("-c*x^3", (False, True)),
        ("-c*(1 + cos(t)/2)*x", (True, False)),
        ("5", (True, True)),
        ("-c*max(x, 3)", (False, True)),
        ("-k*sign(x')", (False, False)),
    ],
)
def test_forces_decide_what_is_linear_and_conservative(force: str, expected) -> None:
    assert sort(pushed(force)) == expected


def test_forces_that_do_no_work_leave_a_system_conservative() -> None:
    """Crossed forces −b y′, b x′ of a magnetic field, and a circulatory field beside them."""
    for forces, conservative in ((("-3*y'", "3*x'"), True), (("-3*y", "3*x"), False)):
        system = System(gravity=(0, 0, 0))
        system.body("Charge", mass=1)
        system.joint("planar", 0, 1, "x", "y", "phi", name="plane")
        for name, force in zip("xy", forces, strict=True):
            system.element("coordinate_force", name, coordinate=name, force=force)
        assert sort(system)[1] is conservative


def test_what_a_corner_hides_is_not_told_but_what_is_seen_is() -> None:
    for damping, conservative in ((0, None), (2, False)):
        system = System(gravity=(0, 0, 0))
        system.body("Puck", mass=1)
        system.joint("planar", 0, 1, "x", "y", "phi", name="plane")
        system.element("coordinate_force", "push", coordinate="x", force="max(x, 3)")
        system.element("coordinate_damper", "brake", coordinate="y", k=damping)
        assert sort(system)[1] is conservative


def test_what_moves_by_time_is_rheonomic() -> None:
    assert lagr_gui.classify(cart().model).scleronomic
    assert not lagr_gui.classify(cart(position=("sin(t)", 0, 0)).model).scleronomic
    assert lagr_gui.classify(pushed("sin(t)").model).scleronomic, "a force is no condition"
    driven = cart()
    driven.element("prescribed_motion", "drive", coordinate="x", motion="t^2")
    assert not lagr_gui.classify(driven.model).scleronomic


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_size_of_a_model_changes_nothing(scale: float) -> None:
    system = System(l=scale)
    system.body("Bob", mass=1)
    system.joint("revolute", 0, 1, "q", name="hinge", point_child=(0, "l", 0))
    found = lagr_gui.classify(system.model)
    assert (found.linear, found.conservative) == (False, True)


def test_conditions_on_velocities_are_integrated_where_that_can_be() -> None:
    for name, holonomic in (("rolling_disc", False), ("rack_and_pinion", True)):
        found = lagr_gui.classify(sample(name))
        assert found.holonomic is holonomic
    system = cart()
    system.element("velocity_condition", "same", zero="x' - 2")
    assert lagr_gui.classify(system.model).holonomic


def test_the_line_of_a_check(capsys, tmp_path) -> None:
    from lagr_gui.cli.__main__ import main

    pushed("-c*x").save(tmp_path / "cart.lagr")
    assert main(["check", str(tmp_path / "cart.lagr")]) == 0
    line = "sort of system: holonomic, scleronomic, linear, conservative, 1 degree of freedom"
    assert line in capsys.readouterr().out


def test_a_long_chain_is_told_without_its_metric(monkeypatch) -> None:
    """It has f² entries; forces that are not affine tell that equations are not linear."""

    def made(_: Recursion) -> None:
        raise AssertionError("the metric is made")

    monkeypatch.setattr(Recursion, "g", property(made))
    found = lagr_gui.classify(chain(8, spatial=True))
    assert (found.linear, found.conservative) == (False, True)
