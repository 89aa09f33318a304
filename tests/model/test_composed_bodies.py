"""Bodies of solids in drawings: their file, what they have of the solids, where their origin is."""

from __future__ import annotations

import numpy as np
import pytest

from lagr_gui import GROUND, System, pipeline
from lagr_gui.editing import edits
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.exchange.builder_script import python_script
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Inertia, Model, Solid, write_text
from lagr_gui.model.solids.bodies import turn_of
from lagr_gui.subsystems import flat

NUMBERS = {"g": 9.81, "l": 0.8, "b": 0.06, "rho": 2700.0, "R": 0.09}
SOLIDS = [
    {"size": ("l", "b", "b"), "at": ("l/2", 0, 0), "density": "rho"},
    {"form": "sphere", "radius": "R", "at": ("l", 0, 0), "density": "2*rho"},
    {"form": "cylinder", "radius": "b/4", "length": "b", "at": ("l/4", 0, 0), "density": "rho",
     "hole": True},
]  # fmt: skip


def double(centred: bool) -> System:
    """Two arms of solids, their points from the joint; or by hand, from the centre of mass."""
    system = System("arms", l=0.8, b=0.06, rho=2700.0, R=0.09)
    if not centred:
        arms = [system.body(f"Arm {n}", solids=SOLIDS) for n in (1, 2)]
        shift = 0.0
    else:
        known = double(False).model.bodies[0]
        shift = value(known.centre[0], NUMBERS)
        moments = [value(getattr(known.inertia, p), NUMBERS) for p in ("xx", "yy", "zz")]
        mass = value(known.mass, NUMBERS)
        arms = [system.body(f"Arm {n}", mass, moments) for n in (1, 2)]
    for before, arm, name in ((GROUND, arms[0], "phi"), (arms[0], arms[1], "psi")):
        point = (0.8 - shift, 0.1, 0) if before else (0, 0, 0)
        ends = {"point_parent": point, "point_child": (-shift, 0, 0)}
        system.joint("revolute", before, arm, name, axis=(0, 0.6, 0.8), **ends)
    system.element(
        "spring", "s", body_a=GROUND, point_a=(0, 1, 0), body_b=arms[1],
        point_b=(0.5 - shift, 0.1, 0.2), c=30,
    )  # fmt: skip
    system.element("force", "f", body=arms[1], point=(0.8 - shift, 0, 0), vector=("sin(t)", 1, 2))
    return system.start(phi=0.3, psi=(0.2, 1.0)) or system


def test_the_origin_of_points_changes_no_motion() -> None:
    one, other = (double(centred).simulate(until=1.0) for centred in (False, True))
    assert one.q[-1] == pytest.approx(other.q[-1], abs=1e-8)


def test_points_of_sensors_and_jacobians_are_seen_from_the_origin_too() -> None:
    one, other = double(False), double(True)
    shift = value(one.model.bodies[0].centre[0], NUMBERS)
    here = one.simulate(until=0.5, outputs=["position(2, l, 0.1, 0).x", "position(2).y"])
    there = other.simulate(
        until=0.5, outputs=[f"position(2, l-{shift!r}, 0.1, 0).x", "position(2).y"]
    )
    for mine, known in zip(here.outputs.values(), there.outputs.values(), strict=True):
        assert mine[-1] == pytest.approx(known[-1], abs=1e-8)


def test_hands_take_hold_of_points_seen_from_the_origin() -> None:
    one, other = double(False), double(True)
    shift = value(one.model.bodies[0].centre[0], NUMBERS)
    ends: list[tuple[System, tuple[float, float, float]]]
    ends = [(one, (0.8, 0.1, 0.2)), (other, (0.8 - shift, 0.1, 0.2))]
    found = [system.drag(2, point, (0.3, 0.9, 0.1)) for system, point in ends]
    assert found[0].q == pytest.approx(found[1].q, abs=1e-8)
    assert found[0].place == pytest.approx(found[1].place, abs=1e-8)
    moved = list[tuple[float, ...]]()
    for system, point in ends:
        motion = system.stepwise()
        motion.advance(0.1, [pipeline.PointForce(2, point, (3.0, -2.0, 1.0))])
        hand = motion.grip("Arm 2", point)
        pull = motion.pull(hand, (0.3, 0.9, 0.1), 0.1)
        assert hand.point == pull.point == point
        motion.advance(0.1, [pull])
        moved.append((*motion.state.q, *motion.state.qd, hand.stiffness))
    assert moved[0] == pytest.approx(moved[1], abs=1e-7)


def test_all_derivations_and_the_audit_agree_on_bodies_with_an_origin() -> None:
    system = double(False)
    assert system.verify().holds
    assert system.simulate(until=0.3).certificate.residual < 1e-9


def test_a_file_keeps_solids_and_gives_them_back() -> None:
    model = double(False).model
    text = write_text(model)
    again = pipeline.read_text(text)
    assert again == model and write_text(again) == text


def test_python_builds_the_same_bodies() -> None:
    model = double(False).model
    names: dict = {}
    exec(python_script(model), names)  # noqa: S102 - what is written here
    assert names["system"].model.bodies == model.bodies
    assert names["system"].model.joints == model.joints


def test_a_renamed_parameter_is_renamed_in_solids() -> None:
    model = edits.rename(double(False).model, "parameter:l", "length")
    body = model.bodies[0]
    assert body.shape.solids[0].size[0] == "length" and "length" in str(body.centre[0])
    assert not pipeline.check(model).problems


def composed() -> Model:
    """One box of a typed mass, which is composed."""
    model = edits.add_body(Model(), (0.0, 0.0))
    return edits.set_form(edits.set_form(model, 0, "box"), 0, COMPOSED)


def test_a_shape_becomes_the_solid_that_it_looks_like_and_comes_back() -> None:
    model = composed()
    (solid,) = model.bodies[0].shape.solids
    assert solid.form == "box" and solid.size == (0.2, 0.2, 0.2)
    assert edits.set_form(model, 0, "box").bodies[0].shape.form == "box"


def test_what_belongs_to_the_solids_goes_with_them_and_what_was_typed_stays() -> None:
    model = edits.take_from_solids(composed(), 0)
    path = ("bodies", 0, "shape", "solids", 0)
    model = edits.set_value(model, (*path, "material"), "steel")
    assert model.bodies[0].mass == pytest.approx(7850 * 0.008)
    model = edits.set_value(model, (*path, "at"), (0.1, 0, 0))
    assert model.bodies[0].centre == (0.1, 0, 0)
    model = edits.set_value(model, ("bodies", 0, "mass"), 5)
    model = edits.set_value(model, (*path, "size"), (0.4, 0.2, 0.2))
    body = model.bodies[0]
    assert body.mass == 5
    assert body.inertia.xx == pytest.approx(7850 * 0.016 * 0.08 / 12)
    model = edits.set_value(model, ("bodies", 0, "inertia"), Inertia(xx=1))
    model = edits.set_value(model, (*path, "size"), (0.2, 0.2, 0.2))
    assert model.bodies[0].inertia.xx == 1


@pytest.mark.parametrize(
    "form", ["box", "cylinder", "tube", "sphere", "cone", "capsule", "rod", "plate"]
)
def test_every_form_that_is_chosen_has_mass_and_inertia(form: str) -> None:
    model = edits.set_solid_form(composed(), 0, 0, form)
    model = edits.set_value(model, ("bodies", 0, "shape", "solids", 0, "material"), "oak")
    body = edits.take_from_solids(model, 0).bodies[0]
    assert float(body.mass) > 0 and float(body.inertia.xx) > 0


@pytest.mark.parametrize("angles", [(0.3, -1.1, 2.0), (0, "pi/2", 0), ("-90 deg", 0, "pi")])
def test_a_solid_is_turned_about_the_axes_of_the_body_one_after_the_other(angles) -> None:
    a, b, c = (float(value(angle, {})) for angle in angles)
    x = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    z = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    assert np.array(turn_of(angles), float) == pytest.approx(z @ y @ x, abs=1e-14)


def test_a_flat_model_has_its_points_and_solids_from_the_centre_of_mass() -> None:
    model = double(False).model
    body = flat(model).bodies[0]
    assert body.centre == (0, 0, 0)
    assert body.drawn_centre == model.bodies[0].centre
    shift = value(model.bodies[0].centre[0], NUMBERS)
    assert value(body.shape.solids[1].at[0], NUMBERS) == pytest.approx(0.8 - shift)
    assert flat(model, from_centres=False).bodies == model.bodies


def test_a_rod_of_solids_keeps_its_formula() -> None:
    system = System(m=2.0, l=1.0)
    system.body("Rod", "m", ("m*l^2/12",) * 3, solids=[Solid(form="rod").model_dump() | {
        "length": "l", "section": 1e-4}])  # fmt: skip
    model = edits.take_from_solids(system.model, 0)
    inertia = model.bodies[0].inertia
    assert (inertia.xx, inertia.yy, inertia.zz) == ("m*l^2/12", "m*l^2/12", 0)


@pytest.mark.parametrize(
    "solids",
    [
        [{"size": (1, -1, 1), "density": 1}],
        [{"form": "tube", "radius": 1, "inner": 2, "length": 1, "density": 1}],
        [{"size": (1, 1, 1), "material": "stel"}],
        [
            {"size": (1, 1, 1), "density": 1},
            {"form": "sphere", "radius": 2, "hole": True, "density": 1},
        ],
    ],
)
def test_solids_that_cannot_be_are_told_but_stop_nothing(solids: list) -> None:
    system = System()
    body = system.body("Odd", 1, (1, 1, 1), solids=solids)
    system.joint("prismatic", GROUND, body, "x")
    (problem,) = pipeline.check(system.model).problems
    assert problem.severity == "warning" and problem.path == ("bodies", 0, "shape")
    assert "Odd" in problem.place and problem.remedy
    assert system.simulate(until=0.1).q.shape[1] == 1


@pytest.mark.parametrize(
    ("solids", "told"),
    [
        ([{"form": "mesh", "file": "nowhere.stl", "density": 7800}], "nowhere.stl"),
        ([{"form": "mesh", "file": "nowhere.stl"}, {"size": (1, 1, 1)}], "nowhere.stl"),
        ([{"size": (1, 1, 1), "density": 0}], "Body 1"),
        ([{"size": (1, 1, "2*("), "density": 1}], "Body 1"),
        ([Solid(size=(1, 1, 1), density=1)], "Solid of body 1"),
        (["box"], "Solid of body 1"),
    ],
)
def test_solids_that_tell_no_mass_are_refused_where_none_is_given(solids: list, told: str) -> None:
    with pytest.raises(LagrError) as caught:
        System().body("Odd", solids=solids)
    (problem,) = caught.value.problems
    assert told in problem.place and problem.cause and problem.remedy


def test_the_sketch_places_points_of_bodies_with_an_origin_where_they_are() -> None:
    from lagr_gui.analysis.positions.start_positions import standing
    from lagr_gui.editing.sketch.anchors import anchors
    from lagr_gui.gui.sketch.stand import _origins, _seen
    from lagr_gui.prepared import prepare
    from lagr_gui.scenery.camera import plane_camera

    system = System(l=0.8, b=0.06, rho=2700.0, R=0.09)
    arm = system.body("Arm", solids=SOLIDS)
    system.joint("revolute", GROUND, arm, "phi", point_parent=(0.2, 0.1, 0))
    system.joint("revolute", arm, system.body("Bob"), "psi", point_parent=("l", 0, 0))
    system.start(phi=0.5)
    model = system.model
    motion = standing(prepare(model))
    camera = plane_camera("xy", np.array([0, -9.81, 0]))
    places = _seen(_origins(model, "", motion), camera)
    assert places.at(arm, np.zeros(3)) == pytest.approx((0.2, 0.1))
    tip = (0.2 + 0.8 * np.cos(0.5), 0.1 + 0.8 * np.sin(0.5))
    assert motion.joints[model.joints[1].name][0][:2] == pytest.approx(tip)
    pins = [a for a in anchors(model, places) if a.body == arm and a.sort == "pin"]
    assert np.array(sorted(a.at for a in pins)) == pytest.approx(np.array([(0.2, 0.1), tip]))
    inner = places.inner(arm, tip)
    assert inner == pytest.approx([0.8, 0, 0])
