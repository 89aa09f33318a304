"""Faults in how equations are arranged and printed are told by the mark below them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lagr_gui import GROUND, Disagreement, System, pipeline
from lagr_gui.algebra import arrangement, atoms, factors, forms, naming
from lagr_gui.expression import Symbol
from lagr_gui.mechanics.sheets import directions, presentation
from lagr_gui.mechanics.sheets import names as lengths


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    pipeline.forget()
    yield
    pipeline.forget()


def turntable() -> System:
    """A slotted arm: J + m (a + l sin φ)² and its like."""
    system = System("Arm", gravity=(0, "-g", 0), g=9.81, m=2.0, a=0.3, l=0.7, J=0.5)
    arm = system.body(mass=0, inertia=(0, "J", 0))
    point = system.body(mass="m")
    system.joint("revolute", GROUND, arm, "psi", axis=(0, 1, 0))
    at = {"point_parent": ("a", 0, 0), "point_child": (0, "l", 0)}
    system.joint("revolute", arm, point, "phi", axis=(0, 0, 1), **at)
    return system


def cart() -> System:
    system = System("Cart", gravity=(0, 0, 0), m=1.0, c=3.0, a=0.5, l=0.4)
    body = system.body(mass="m")
    system.joint("prismatic", GROUND, body, "x", axis=(1, 0, 0), point_parent=("a", 0, 0))
    system.element("spring", body_a=0, body_b=body, c="c", l0="l")
    return system


def swing() -> System:
    """A pendulum on a spring that is not where it hangs: its length has a name."""
    system = System("Swing", gravity=(0, "-g", 0), g=9.81, m=1.5, c=30.0, a=0.4, l=0.6, l0=0.3)
    body = system.body(mass="m")
    system.joint("revolute", GROUND, body, "phi", axis=(0, 0, 1), point_child=(0, "l", 0))
    system.element("spring", body_a=0, point_a=("a", 0, 0), body_b=body, c="c", l0="l0")
    return system


def test_what_is_printed_rightly_is_certified() -> None:
    for system in (turntable(), cart(), swing()):
        assert pipeline.certify(system.model).holds


def test_a_wrong_square_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = factors.join_conjugates
    monkeypatch.setattr(factors, "join_conjugates", lambda *given: -known(*given))
    assert_told(turntable())


def test_a_wrong_content_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = factors.to_fraction
    monkeypatch.setattr(factors, "to_fraction", lambda number: 2 * known(number))
    assert_told(turntable())


def test_lost_sines_and_cosines_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (arrangement, atoms):
        monkeypatch.setattr(module, "factor_of", lambda powers: atoms.Factor())
    assert_told(turntable())


def test_a_wrong_direction_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        presentation, "assuming", lambda found: lambda value: directions.assuming(found)(value) * 2
    )
    assert_told(cart())


def test_bars_at_the_wrong_place_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presentation, "assuming", lambda found: lambda value: value)
    known = forms.barred
    monkeypatch.setattr(forms, "barred", lambda value: known(value) + value.algebra.one)
    assert_told(cart())


def test_a_wrong_square_of_a_length_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pipeline.equations(swing().model).definitions
    pipeline.forget()
    known = naming.multi_angle
    monkeypatch.setattr(naming, "multi_angle", lambda value: known(value * 2))
    assert_told(swing())


def test_a_length_by_another_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = lengths.root_of
    monkeypatch.setattr(lengths, "root_of", lambda value: known(value * 2))
    monkeypatch.setattr(lengths, "length_tree", lambda *given: Symbol("l"))
    assert_told(swing())


def assert_told(system: System) -> None:
    with pytest.raises(Disagreement):
        pipeline.certify(system.model)
