"""Another form gets a size that suits it, unless the user chose one."""

from __future__ import annotations

from typing import get_args

import pytest

from lagr_gui.editing import edits
from lagr_gui.editing.edits.shapes import PROPORTIONS
from lagr_gui.model import Model, Shape

FORMS = get_args(Shape.model_fields["form"].annotation)


def new() -> Model:
    return edits.add_body(Model(), (0, 0))


def sizes(model: Model) -> dict[str, float]:
    """The lengths of the last body by axis."""
    return dict(zip("xyz", map(float, model.bodies[0].shape.size), strict=True))


def test_every_form_has_its_proportions() -> None:
    assert set(FORMS) == set(PROPORTIONS)


def test_a_rod_is_long_and_thin_and_a_wheel_flat_and_wide() -> None:
    rod, wheel = (sizes(edits.set_form(new(), 0, form)) for form in ("rod", "wheel"))
    assert rod["y"] > 5 * rod["x"] == 5 * rod["z"] > 0
    assert 5 * wheel["y"] < wheel["x"] == wheel["z"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("other", FORMS)
def test_going_through_other_forms_comes_back_to_the_same_box(form: str, other: str) -> None:
    model = new()
    for step in (form, other, "box"):
        model = edits.set_form(model, 0, step)
    assert sizes(model) == pytest.approx(sizes(new()))


def test_a_size_that_was_chosen_stays() -> None:
    chosen = edits.set_value(new(), ("bodies", 0, "shape", "size"), ("2*l", 0.1, 0.3))
    assert edits.set_form(chosen, 0, "rod").bodies[0].shape.size == ("2*l", 0.1, 0.3)


@pytest.mark.parametrize("axis", "xyz")
def test_a_rod_lies_along_its_axis(axis: str) -> None:
    lying = sizes(edits.set_axis(edits.set_form(new(), 0, "rod"), 0, axis))
    assert max(lying, key=lambda name: lying[name]) == axis
    assert sorted(lying.values()) == sorted(sizes(edits.set_form(new(), 0, "rod")).values())
