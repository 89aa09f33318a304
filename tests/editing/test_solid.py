"""Bodies have the inertia of what they are drawn as, until somebody gives another one."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.editing.solid import material_of, solid_inertia
from lagr_gui.expression.arithmetic import value
from lagr_gui.model import Body, Inertia, Model, Parameter, Shape

MASS = ("bodies", 0, "mass")


def moments(inertia: Inertia, **values: float) -> tuple[float, float, float]:
    return tuple(value(entry, values) for entry in (inertia.xx, inertia.yy, inertia.zz))


def test_a_new_body_is_a_homogeneous_cube():
    model = edits.add_body(Model(), (0, 0))
    (body,) = model.bodies
    assert (body.mass, body.shape) == (1, Shape())
    assert moments(body.inertia) == pytest.approx([0.2**2 / 6] * 3, rel=1e-5)
    assert moments(edits.add_body(Model(), (0, 0), form="point").bodies[0].inertia) == (0, 0, 0)


@pytest.mark.parametrize("form", ["box", "sphere", "cylinder", "rod", "disc", "wheel"])
@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_moments_are_those_of_mass_points_that_fill_the_shape(form, axis):
    size = (0.3, 0.5, 0.7)
    source = np.random.default_rng(1)
    points = source.uniform(-0.5, 0.5, (400_000, 3))
    if form == "sphere":
        points = points[np.sum((2 * points) ** 2, axis=1) < 1]
    elif form != "box":
        across = [i for i in range(3) if "xyz"[i] != axis]
        points = points[np.sum((2 * points[:, across]) ** 2, axis=1) < 1]
    squares = 2.5 * np.mean((points * size) ** 2, axis=0)
    body = Body(number=1, mass=2.5, shape=Shape(form=form, size=size, axis=axis))
    found = solid_inertia(body)
    assert moments(found) == pytest.approx(squares.sum() - squares, rel=1e-2)


def test_inertia_goes_with_mass_and_shape_until_somebody_gives_another_one():
    model = edits.add_body(Model(), (0, 0))
    heavy = edits.set_value(model, ("bodies", 0, "mass"), 3)
    assert moments(heavy.bodies[0].inertia) == pytest.approx([3 * 0.2**2 / 6] * 3, rel=1e-5)
    rod = edits.set_value(
        edits.set_form(heavy, 0, "rod"), ("bodies", 0, "shape", "size"), (0.1, 1, 0.1)
    )
    expected = 3 * (1 / 12 + 0.1**2 / 16)
    assert moments(rod.bodies[0].inertia) == pytest.approx(
        [expected, 3 * 0.01 / 8, expected], rel=1e-5
    )
    named = edits.set_value(rod, ("bodies", 0, "mass"), "m")
    assert moments(named.bodies[0].inertia, m=3)[0] == pytest.approx(expected, rel=1e-12)
    own = edits.set_value(rod, ("bodies", 0, "inertia", "zz"), 7)
    assert edits.set_value(own, ("bodies", 0, "mass"), 5).bodies[0].inertia == own.bodies[0].inertia


def test_the_inertia_is_exact_and_written_with_mass_and_lengths_as_typed():
    model = edits.set_value(edits.add_body(Model(), (0, 0)), MASS, "m1")
    assert model.bodies[0].inertia == Inertia(xx="m1*0.2^2/6", yy="m1*0.2^2/6", zz="m1*0.2^2/6")
    longer = edits.set_value(model, ("bodies", 0, "shape", "size"), ("2*l", 0.1, 0))
    assert longer.bodies[0].inertia == Inertia(
        xx="m1*0.1^2/12", yy="m1*(2*l)^2/12", zz="m1*((2*l)^2 + 0.1^2)/12"
    )
    weighed = edits.set_value(model, MASS, "500 g")
    assert moments(weighed.bodies[0].inertia) == pytest.approx([0.5 * 0.2**2 / 6] * 3, rel=1e-12)
    assert {p.code for p in pipeline.check(weighed).problems} == {"free-joint-offered"}


@pytest.mark.parametrize("between", ["m1", "2*m1", "m1)", "500 g", 0, 3.7])
def test_inertia_follows_the_mass_whatever_it_was_before(between):
    model = edits.set_value(edits.add_body(Model(), (0, 0)), MASS, between)
    inertia = edits.set_value(model, MASS, 0.5).bodies[0].inertia
    assert moments(inertia) == pytest.approx([0.5 * 0.2**2 / 6] * 3, rel=1e-12)


@pytest.mark.parametrize("written", ["m1*l^2/12", "1/12*m1*l^2", "(m1*l^2 + m1*r^2/4)/3"])
@pytest.mark.parametrize("masses", [["2*m2"], [2, 3.5], ["m1 + m2", 0.5], ["500 g", 2], ["m1)", 4]])
def test_inertia_written_with_the_mass_goes_with_it(written: str, masses: list) -> None:
    """As many times as large as the mass, through whatever masses come between."""
    numbers = {"l": 0.8, "r": 0.1, "m1": 1.0, "m2": 1.7}
    before = value(written, numbers)
    model = edits.set_value(edits.add_body(Model(), (0, 0)), MASS, "m1")
    model = edits.set_value(model, ("bodies", 0, "inertia", "zz"), written)
    if not written.startswith("m1*"):
        masses = masses[-1:]  # within a formula a number is not known again
    for mass in masses:
        model = edits.set_value(model, MASS, mass)
    (body,) = model.bodies
    assert value(body.inertia.zz, numbers) == pytest.approx(value(body.mass, numbers) * before)


def test_a_thin_rod_of_a_material_has_the_inertia_of_its_mass() -> None:
    """As the sketch draws it: a formula of its own, not that of its shape."""
    thin = Inertia(yy="m1*l1^2/12", zz="m1*l1^2/12")
    shape = Shape(form="rod", size=("l1", 0.05, 0.05), axis="x")
    drawn = Model(bodies=(Body(number=1, mass="m1", inertia=thin, shape=shape),))
    (rod,) = edits.set_material(drawn, 0, "steel").bodies
    mass = value(rod.mass, {"l1": 0.8})
    assert mass == pytest.approx(7850 * np.pi / 4 * 0.05**2 * 0.8)
    assert moments(rod.inertia, l1=0.8) == pytest.approx((0, mass * 0.64 / 12, mass * 0.64 / 12))
    assert edits.set_value(drawn, ("bodies", 0, "name"), "Rod").bodies[0].inertia == thin


@pytest.mark.parametrize(
    "written", ["m2*l^2/12", "theta", "m1*l^2 + theta", "2*m2*l^2", "m1^2*l", 7]
)
def test_inertia_that_is_not_written_with_the_mass_stays(written) -> None:
    model = edits.set_value(edits.add_body(Model(), (0, 0)), MASS, "m1")
    model = edits.add_body(model, (9, 9))
    model = edits.set_value(model, ("bodies", 1, "mass"), "m2")
    model = edits.set_value(model, ("bodies", 0, "inertia", "zz"), written)
    for mass in (2, "3*m1"):
        model = edits.set_value(model, MASS, mass)
        assert model.bodies[0].inertia.zz == written


def test_inertia_of_an_older_drawing_follows_the_mass_too():
    old = Body(number=1, inertia=Inertia(xx=0.00666667, yy=0.00666667, zz=0.00666667))
    model = edits.set_value(Model(bodies=(old,)), MASS, 3)
    assert moments(model.bodies[0].inertia) == pytest.approx([3 * 0.2**2 / 6] * 3, rel=1e-12)


def test_an_inertia_that_no_body_has_is_told_and_no_error():
    """It is computed as it stands: robots of other programs often have such."""
    for inertia in (Inertia(xx=1, yy=1, zz=5), Inertia(xx=1, yy=1, zz=1, xy=1.5)):
        model = Model(bodies=(Body(number=1, inertia=inertia),))
        problems = pipeline.check(model).problems
        assert [p.severity for p in problems if p.code == "inertia"] == ["warning"]
        assert "error" not in [p.severity for p in problems]


@pytest.mark.parametrize("form", ["box", "sphere", "cylinder", "disc"])
def test_a_material_gives_the_mass_of_points_that_fill_the_shape(form):
    size = (0.3, 0.5, 0.7)
    source = np.random.default_rng(2)
    points = 2 * source.uniform(-0.5, 0.5, (400_000, 3))
    inside = {"box": (), "sphere": (0, 1, 2)}.get(form, (0, 2))
    share = np.mean(np.sum(points[:, inside] ** 2, axis=1) <= 1)
    model = edits.add_body(Model(), (0, 0))
    model = edits.set_form(model, 0, form)
    model = edits.set_value(model, ("bodies", 0, "shape", "size"), size)
    steel = edits.set_material(model, 0, "steel")
    mass = float(steel.bodies[0].mass)
    assert mass == pytest.approx(7850 * 0.3 * 0.5 * 0.7 * share, rel=1e-2)
    assert material_of(steel.bodies[0]) == "steel" and material_of(model.bodies[0]) == ""


def test_the_mass_of_a_material_goes_with_the_size_and_a_typed_one_stays():
    model = edits.set_material(edits.add_body(Model(), (0, 0)), 0, "water")
    assert model.bodies[0].mass == pytest.approx(8.0)
    longer = edits.set_value(model, ("bodies", 0, "shape", "size"), ("l", 0.1, "200 mm"))
    body = longer.bodies[0]
    assert value(body.mass, {"l": 0.5}) == pytest.approx(10.0)
    assert value(body.inertia.zz, {"l": 0.5}) == pytest.approx(10.0 * (0.25 + 0.01) / 12)
    assert material_of(body) == "water"
    longer = longer.having(parameters=(Parameter(name="l", value=0.5, unit="m"),))
    assert "dimension" not in {p.code for p in pipeline.check(longer).problems}
    own = edits.set_value(longer, MASS, 3)
    assert edits.set_value(own, ("bodies", 0, "shape", "size"), (1, 1, 1)).bodies[0].mass == 3
    assert edits.set_material(own, 0, "") == own
