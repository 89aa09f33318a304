"""Frobenius' test: conditions on velocities that have an integral, and those that have none."""

from __future__ import annotations

import pytest

from lagr_gui import System, equal
from lagr_gui.pipeline import mobility


def planar(**parameters: float) -> System:
    system = System("plane", **parameters)
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    return system


def told(system: System) -> list[str]:
    notes = mobility(system.model).notes
    return [note.cause for note in notes if note.code == "integrability"]


def test_a_skid_is_nonholonomic():
    system = planar()
    system.element("skid", point=(-0.5, 0, 0))
    (cause,) = told(system)
    assert "nonholonomic" in cause


def test_a_wheel_that_rolls_in_its_plane_is_holonomic_and_its_integral_is_told():
    system = planar(r=0.5)
    system.element("rolling_disc", radius="r")
    system.start(y=0.5)
    (cause,) = told(system)
    integral = cause.partition("disguise: ")[2].partition(" is constant")[0]
    assert equal(integral, "x + r*p")


@pytest.mark.parametrize(
    ("zero", "integral"),
    [
        ("x*x' + y*y' - t/10", "x^2/2 + y^2/2 - t^2/20"),
        ("cos(p)*x' - x*sin(p)*p' + 2*y'", "x*cos(p) + 2*y"),
        ("x*y*x' + x^2*y' ", None),
    ],
)
def test_an_exact_form_is_integrated(zero, integral):
    system = planar()
    system.element("velocity_condition", zero=zero)
    system.start(x=1, y=0.7, p=0.2)
    (cause,) = told(system)
    assert "holonomic" in cause and "nonholonomic" not in cause
    if integral:
        shown = cause.partition("disguise: ")[2].partition(" is constant")[0]
        assert equal(shown, integral)


@pytest.mark.parametrize("zero", ["x*y' - y*x' + p'", "p*x' - y'", "x' - y*t"])
def test_a_form_without_integral_is_found(zero):
    system = planar()
    system.element("velocity_condition", zero=zero)
    system.start(x=1, y=0.7, p=0.2)
    (cause,) = told(system)
    assert "nonholonomic" in cause
