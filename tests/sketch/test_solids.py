"""Solids of composed bodies are pulled where they end, as bodies of one shape are."""

from __future__ import annotations

import numpy as np
import pytest
import trimesh

from lagr_gui.drawing.bodies.solids import solid_surface
from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.sketch.anchors import Anchor, anchors, anchors_in_space
from lagr_gui.editing.sketch.lengths import pull_point, pull_rim, rim_at, way_of_point
from lagr_gui.editing.sketch.plane import BodyPlaces, Flat, WorkingPlane
from lagr_gui.editing.sketch.shapes import of_solid, type_size
from lagr_gui.editing.solid import composed_of
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Body, Model, Parameter, Scalar, Shape, Solid

CORNERS = ((0, 0), (0.3, 0), (0.3, 0.2), (0, 0.2))
FORMS = {
    "box": Solid(form="box", size=(0.3, 0.25, 0.4)),
    "cylinder": Solid(form="cylinder", radius=0.2, length=0.5),
    "tube": Solid(form="tube", radius=0.2, inner=0.1, length=0.5),
    "sphere": Solid(form="sphere", radius=0.2),
    "cone": Solid(form="cone", radius=0.2, length=0.5),
    "capsule": Solid(form="capsule", radius=0.2, length=0.5),
    "rod": Solid(form="rod", length=0.5, section=1e-4),
    "plate": Solid(form="plate", corners=CORNERS, thickness=0.1),
}
ENDS = {"box": 6, "cylinder": 6, "tube": 14, "sphere": 6, "cone": 5, "capsule": 6}
LAID = {"at": (0.1, -0.2, 0.3), "turn": (0.4, "a/2", -1.1), "density": 800}
BESIDE = Solid(form="box", size=(2, 2, 2), at=(3, 0, 0), density="8*a")
TURNED = np.linalg.qr(np.array([[1.0, 0.3, 0.2], [0.5, 2.0, 0.1], [0.4, 0.7, 1.5]]))[0]
STEP = 1e-6


def with_solids(*solids: Solid) -> Model:
    """One body with mass, centre and inertia of its solids."""
    body = Body(number=1, name="Body", shape=Shape(form="composed", solids=solids))
    found = composed_of(body)
    assert found is not None
    body = body.having(mass=found.mass, centre=found.centre, inertia=found.inertia)
    parameters = Parameter(name="a", value=0.5), Parameter(name="b", value=0.2)
    return Model(bodies=(body,), parameters=parameters)


def standing_in(right: Array, up: Array):
    """Where models stand, with the body turned, in a plane."""
    x, R = {0: np.zeros(3), 1: np.array([0.3, 0.1, 0.2])}, {0: np.eye(3), 1: TURNED}

    def of(model: Model) -> BodyPlaces:
        values = {p.name: value(p.value or 0, {}) for p in model.parameters}
        return BodyPlaces(WorkingPlane(right, up), x, R, values)

    return of


ANY = standing_in(*np.eye(3)[:2])


def ends(model: Model) -> list[Anchor]:
    return [anchor for anchor in anchors_in_space(model, ANY(model)) if of_solid(anchor.path)]


def pulled(model: Model, anchor: Anchor, by: float) -> tuple[Model, Array]:
    """What becomes of a model as a point is led so far its way, and where it is to be."""
    way = way_of_point(model, ANY, anchor)
    assert way is not None
    up = np.cross(way, np.roll(way, 1) + np.array([0.0, 0.3, 0.9]))
    walked = standing_in(way, up / np.linalg.norm(up))
    places = walked(model)
    here = places.at(1, places.numbers(anchor.point))
    to: Flat = here[0] + by, here[1] + 0.03
    start = places.space(1, places.numbers(anchor.point))
    return pull_point(model, walked, anchor, to, STEP), start + by * way


@pytest.mark.parametrize(("form", "hole"), [*((form, False) for form in FORMS), ("tube", True)])
def test_what_ends_at_a_point_of_the_drawn_solid_is_pulled_alone(form: str, hole: bool) -> None:
    solid = FORMS[form].having(hole=hole, **LAID)
    model = with_solids(BESIDE, solid)
    found = [anchor for anchor in ends(model) if anchor.path[4] == 1]
    assert len(found) == ENDS.get(form, 2)
    surface = solid_surface(solid, ANY(model).values, lambda file: None)
    assert surface is not None
    triangles = surface.corners[surface.triangles]
    for index, anchor in enumerate(found):
        point = ANY(model).numbers(anchor.point)
        points = np.tile(point, (len(triangles), 1))
        nearest = trimesh.triangles.closest_point(triangles, points)
        thin = 0.02 if form == "rod" else 2e-3
        assert np.linalg.norm(nearest - point, axis=1).min() < thin, "it lies on what is drawn"
        changed, to = pulled(model, anchor, 0.04)
        size = get_value(changed, anchor.path)
        assert size > get_value(model, anchor.path)
        body, kept = changed.bodies[0], model.bodies[0]
        assert changed == set_value(model, anchor.path, size), "nothing else"
        assert body.shape.solids[0] == BESIDE
        told = composed_of(body)
        assert told is not None
        assert (body.mass, body.centre, body.inertia) == (told.mass, told.centre, told.inertia)
        assert body.mass != kept.mass
        now = [other for other in ends(changed) if other.path[4] == 1][index]
        places = ANY(changed)
        assert places.space(1, places.numbers(now.point)) == pytest.approx(to, abs=2 * STEP)


def test_a_length_that_is_a_parameter_changes_it_wherever_the_solid_lies() -> None:
    rod = Solid(form="rod", length="b", section=1e-4, at=("a", 0, 0), turn=(0, "a", 0), density=800)
    model = with_solids(BESIDE, rod)
    for anchor in (anchor for anchor in ends(model) if anchor.path[4] == 1):
        changed, _ = pulled(model, anchor, 0.05)
        assert [p.value for p in changed.parameters] == pytest.approx([0.5, 0.3])
        assert changed.bodies == model.bodies


def test_numbers_change_where_only_the_place_of_the_solid_is_a_formula() -> None:
    model = with_solids(Solid(form="sphere", radius=0.2, at=("a", 0, 0), density=800))
    changed, _ = pulled(model, ends(model)[0], 0.05)
    assert changed.bodies[0].shape.solids[0].radius == pytest.approx(0.25)
    assert changed.parameters == model.parameters


@pytest.mark.parametrize(
    ("text", "kept"), [("0.8", 0.8), ("b/3", "b/3"), ("250 mm", "250 mm"), ("-1", None)]
)
def test_a_dimension_is_typed_as_it_is_told(text: str, kept: Scalar | None) -> None:
    model = with_solids(BESIDE, Solid(form="cylinder", radius=0.2, length=0.5, density=800))
    for path in {anchor.path for anchor in ends(model) if anchor.path[4] == 1}:
        if kept is None:
            with pytest.raises(LagrError):
                type_size(model, ANY(model).values, path, text)
        else:
            changed = type_size(model, ANY(model).values, path, text)
            assert changed == set_value(model, path, kept)


def test_no_hole_grows_beyond_the_mass_and_no_bore_beyond_its_tube() -> None:
    box = Solid(form="box", size=(0.4, 0.4, 0.4), density=800)
    hole = Solid(form="box", size=(0.2, 0.2, 0.2), density=800, hole=True)
    tube = FORMS["tube"].having(density=800)
    for model, dimension in ((with_solids(box, hole), "size"), (with_solids(box, tube), "inner")):
        anchor = next(a for a in ends(model) if a.path[4] == 1 and a.path[5] == dimension)
        with pytest.raises(LagrError):
            pulled(model, anchor, 5.0)


def test_in_a_plane_are_the_ends_that_go_in_it_and_rims_are_pulled_as_rims() -> None:
    model = with_solids(Solid(form="cylinder", radius=0.2, length=0.05, density=800))
    for right, up, expected in ((0, 1, []), (1, 2, ["length"] * 2 + ["radius"] * 2)):
        places = standing_in(TURNED[:, right], TURNED[:, up])(model)
        found = [a for a in anchors(model, places) if of_solid(a.path)]
        assert sorted(str(a.path[5]) for a in found) == expected


@pytest.mark.parametrize("form", ["cylinder", "disc", "wheel", "bead"])
def test_what_is_round_is_pulled_from_the_side_at_radius_and_faces(form: str) -> None:
    shape = Shape(form=form, size=(0.4, 0.2, 0.2), axis="x")
    model = Model(bodies=(Body(number=1, mass=1, shape=shape),))
    side, front = (standing_in(*TURNED[:, [k, 1]].T)(model) for k in (0, 2))
    found = [a for a in anchors(model, side) if a.path]
    assert len(found) == (2 if form == "bead" else 4)
    for anchor in found:
        axis = anchor.path[4]
        out = np.array([value(entry, {}) for entry in anchor.point])
        changed = pull_point(
            model, lambda m: standing_in(*TURNED[:, :2].T)(m), anchor, side.at(1, 1.5 * out), STEP
        )
        wide = (0.4, 0.3, 0.3) if axis else (0.6, 0.2, 0.2)
        assert changed.bodies[0].shape.size == pytest.approx(wide, abs=4 * STEP)
    assert not [a for a in anchors(model, front) if a.path]


@pytest.mark.parametrize(
    "faulty",
    [
        Solid(form="sphere", radius="nope"),
        Solid(form="sphere", radius=0),
        Solid(form="sphere", radius="1/(a - 0.5)"),
        Solid(form="sphere", radius=0.1, at=("nope", 0, 0)),
        Solid(form="sphere", radius=0.1, turn=("2*", 0, 0)),
        Solid(form="plate", thickness=0.1),
        Solid(form="mesh", file="none.stl"),
    ],
)
def test_a_solid_that_cannot_be_has_no_ends(faulty: Solid) -> None:
    model = with_solids(BESIDE)
    model = set_value(model, ("bodies", 0, "shape", "solids"), (faulty, BESIDE))
    assert {a.path[4] for a in ends(model)} == {1}
    assert {a.path[4] for a in anchors(model, ANY(model)) if of_solid(a.path)} <= {1}


def test_a_rim_is_pulled_in_the_plane_wherever_it_is_taken() -> None:
    places = standing_in(TURNED[:, 0], TURNED[:, 1])
    ring = {"form": "tube", "inner": 0.1, "length": 0.3, "at": (0.1, 0.2, 0.3), "density": 800}
    for radius, grown, parameter in ((0.3, 0.45, 0.2), ("b+0.1", "b+0.1", 0.35)):
        model = with_solids(BESIDE, Solid.model_validate({**ring, "radius": radius}))
        u, v = places(model).at(1, np.array([0.1, 0.2, 0.0]))
        rim = rim_at(model, places(model), (u + 0.18, v + 0.24), 0.01)
        assert rim is not None and rim.path[4:] == (1, "radius")
        changed = pull_rim(model, places, rim, (u + 0.27, v + 0.36), STEP)
        assert changed.parameters[1].value == pytest.approx(parameter)
        told = changed.bodies[0].shape.solids[1].radius
        assert told == (grown if isinstance(grown, str) else pytest.approx(grown))
        inner = rim_at(model, places(model), (u + 0.06, v + 0.08), 0.01)
        assert inner is not None and inner.path[4:] == (1, "inner")
        assert rim_at(model, places(model), (u, v), 0.01) is None
    side = standing_in(TURNED[:, 1], TURNED[:, 2])(model)
    u, v = side.at(1, np.array([0.1, 0.2, 0.3]))
    assert rim_at(model, side, (u + 0.3, v), 0.01) is None, "it is seen from the side"
