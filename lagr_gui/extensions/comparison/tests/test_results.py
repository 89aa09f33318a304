"""Two versions differ in the results that are others, not in the order in which they are listed."""

from __future__ import annotations

import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.model import Model
from tests.samples.gallery import sample


def held() -> Model:
    """Three bodies in a plane, each with one point at a distance from the ground."""
    system = System(l=1.0)
    for n in (1, 2, 3):
        body = system.body(f"Body {n}", 1, (0.1, 0.1, 0.1))
        system.joint("planar", GROUND, body, f"x{n}", f"y{n}", f"phi{n}")
        ends = {"body_a": GROUND, "point_a": (3 * n, 0, 0), "body_b": body, "point_b": (0, 0.1, 0)}
        system.element("rod", name=f"rod {n}", l="l", **ends)
    return system.model


@pytest.mark.parametrize("name", ["double_pendulum", "furuta_pendulum", "overhead_crane"])
def test_joints_in_another_order_have_the_same_equations(name: str) -> None:
    model = sample(name)
    found = pipeline.compare(model, model.having(joints=model.joints[::-1]))
    assert not found.results and not found.problems


def test_conditions_in_another_order_are_the_same() -> None:
    model = held()
    assert not pipeline.compare(model, model.having(elements=model.elements[::-1])).results


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_condition_that_goes_changes_no_other(at: int) -> None:
    model = held()
    left = tuple(element for i, element in enumerate(model.elements) if i != at)
    other = model.having(elements=left)
    for before, after in ((model, other), (other, model)):
        (result,) = pipeline.compare(before, after).results
        assert result.sources == (f"element:rod {at + 1}",)
        assert bool(result.lost) != bool(result.gained)
