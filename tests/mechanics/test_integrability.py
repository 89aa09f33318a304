"""Frobenius' test: conditions on velocities that have an integral, and those that have none."""

from __future__ import annotations

import pytest

from lagr_gui import LagrError, System, equal
from lagr_gui.pipeline import mobility


def planar(**parameters: float) -> System:
    system = System("plane", **parameters)
    system.body("", 1, (0.1, 0.1, 0.1))
    system.joint("planar", 0, 1, "x", "y", "p")
    return system


def told(system: System) -> list[str]:
    notes = mobility(system.model).notes
    return [note.cause for note in notes if note.code in ("integrability", "on-positions")]


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


def track() -> System:
    """A wheel on a track: its turning and its way are bound by their velocities."""
    system = System("wheel", m=2.0, J=0.3, r=0.4, x0=0.25)
    system.body("carriage", "m")
    system.body("wheel", 1, (0, 0, "J"))
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.joint("revolute", 1, 2, "p", axis=(0, 0, 1))
    system.element("velocity_condition", "rolling", zero="x' + r*p'")
    system.element("coordinate_spring", coordinate="x", c=30)
    system.start(x="x0", p=0.1)
    return system


def test_rolling_that_has_an_integral_is_offered_on_positions() -> None:
    system = track()
    (note,) = [note for note in mobility(system.model).notes if note.code == "on-positions"]
    restated = system.stated_on_positions("rolling")
    (element,) = [entry for entry in restated.elements if entry.name == "rolling"]
    assert element.kind == "position_condition"
    assert equal(element.zero, "x + r*p - x0 - r/10")
    assert str(element.zero) in note.remedy
    assert note.path == ("elements", 0)


def test_both_statements_move_alike() -> None:
    system = track()
    first = system.simulate(until=3.0)
    second = System.of(system.stated_on_positions("rolling")).simulate(until=3.0)
    assert second.q == pytest.approx(first.q, abs=1e-8)
    assert second.drift.max() < 1e-12


def test_the_constant_is_that_of_the_position_which_other_conditions_allow() -> None:
    system = track()
    system.element("position_condition", "slot", zero="p - 3/10")
    restated = system.stated_on_positions("rolling")
    (element,) = [entry for entry in restated.elements if entry.name == "rolling"]
    assert equal(element.zero, "x + r*p - 1/4 - 3*r/10")


@pytest.mark.parametrize("name", ["nobody", "coordinate_spring 2"])
def test_what_is_no_such_condition_is_told(name: str) -> None:
    with pytest.raises(LagrError, match="no single condition"):
        track().stated_on_positions(name)


def test_a_disc_keeps_its_contact_and_is_not_offered() -> None:
    system = planar(r=0.5)
    system.element("rolling_disc", "table", radius="r")
    system.start(y=0.5)
    assert not [note for note in mobility(system.model).notes if note.code == "on-positions"]
    with pytest.raises(LagrError, match="no single condition"):
        system.stated_on_positions("table")
