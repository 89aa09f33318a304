"""Free shapes: they stand where they were drawn, and weigh what a mesh of them does."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
import trimesh

from lagr_gui import pipeline
from lagr_gui.editing.sketch.anchors import anchors
from lagr_gui.editing.sketch.bodies import draw_polygon, draw_rod
from lagr_gui.editing.sketch.connections import put_pin
from lagr_gui.editing.sketch.lengths import pull_point
from lagr_gui.editing.sketch.shapes import type_corner
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model.solids.polygons import crosses_itself, signed_area
from tests.sketch.drawing import PLANES, Paper

L_SHAPE = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.3), (0.4, 0.3), (0.4, 0.8), (0.1, 0.8)]
OUTLINES = {
    "triangle": [(0.0, 0.0), (0.6, 0.1), (0.2, 0.5)],
    "backwards": [(0.0, 0.0), (0.2, 0.5), (0.6, 0.1)],
    "l": L_SHAPE,
    "star": [
        ((0.3 if k % 2 else 0.7) * cos(k * pi / 5) - 1, (0.3 if k % 2 else 0.7) * sin(k * pi / 5))
        for k in range(10)
    ],
}
CROSSED = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]
CROSSING = {
    "bow": CROSSED,
    "touching a side": [(0, 0), (2, 0), (2, 1), (1, 0), (0, 1)],
    "folded back": [(0, 0), (1, 0), (0.5, 0), (0.5, 1)],
    "through a corner twice": [(0, 0), (1, 0), (0.5, 0.5), (1, 1), (0, 1), (0.5, 0.5)],
    "flat": [(0, 0), (1, 0), (2, 0)],
}


def extruded(outline, thickness: float) -> trimesh.Trimesh:
    """A closed surface of fans and sides; fans of hollow outlines overlap and cancel."""
    flat = np.array(outline if signed_area(outline) > 0 else outline[::-1])
    count = len(flat)
    low, high = -thickness / 2, thickness / 2
    vertices = np.vstack([np.column_stack([flat, np.full(count, z)]) for z in (low, high)])
    faces = [(0, k + 1, k) for k in range(1, count - 1)]
    faces += [(count, count + k, count + k + 1) for k in range(1, count - 1)]
    for a in range(count):
        b = (a + 1) % count
        faces += [(a, b, count + b), (a, count + b, count + a)]
    mesh = trimesh.Trimesh(vertices, faces, process=False)
    mesh.density = 1.0 / mesh.volume
    return mesh


def meets_itself(outline) -> bool:
    """Whether two sides that are not neighbours have a point in common, by linear equations."""
    count, points = len(outline), np.array(outline)
    for i in range(count):
        for k in range(i + 2, count - (i == 0)):
            a, b, c, d = (points[n % count] for n in (i, i + 1, k, k + 1))
            s, t = np.linalg.solve(np.column_stack([b - a, c - d]), c - a)
            if 0 <= s <= 1 and 0 <= t <= 1:
                return True
    return False


def drawn(outline, plane: str = "xy") -> Paper:
    paper = Paper(plane)
    paper.do(draw_polygon, [paper.end(at) for at in outline])
    return paper


def corners(paper: Paper):
    found = anchors(paper.model, paper.places)
    return [anchor for anchor in found if anchor.sort == "corner"]


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("name", OUTLINES)
def test_mass_centre_and_inertia_are_those_of_the_extruded_outline(name: str, plane: str):
    paper = drawn(OUTLINES[name], plane)
    (body,) = paper.model.bodies
    (solid,) = body.shape.solids
    mesh = extruded(OUTLINES[name], float(solid.thickness))
    into = np.column_stack([paper.working.right, paper.working.up, paper.working.normal])
    values = paper.values
    inertia = into @ mesh.moment_inertia @ into.T
    for pair, (i, j) in {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1)}.items():
        assert value(getattr(body.inertia, pair), values) == pytest.approx(inertia[i, j], abs=1e-12)
    for pair, (i, j) in {"xz": (0, 2), "yz": (1, 2)}.items():
        assert value(getattr(body.inertia, pair), values) == pytest.approx(inertia[i, j], abs=1e-12)
    first = OUTLINES[name][0]
    centre = into @ (mesh.center_mass - np.array([*first, 0.0]))
    assert [value(c, values) for c in body.centre] == pytest.approx(centre, abs=1e-12)
    assert body.inertia.zz != 0 and "m1" in str(body.inertia.zz)  # it stays a formula in the mass


@pytest.mark.parametrize("plane", PLANES)
@pytest.mark.parametrize("name", OUTLINES)
def test_it_stands_where_it_was_drawn(name: str, plane: str):
    found = {(round(a.at[0], 9), round(a.at[1], 9)) for a in corners(drawn(OUTLINES[name], plane))}
    assert found == {(round(x, 9), round(y, 9)) for x, y in OUTLINES[name]}


@pytest.mark.parametrize("name", CROSSING)
def test_an_outline_that_meets_itself_is_refused(name: str):
    with pytest.raises(LagrError):
        drawn(CROSSING[name])


@pytest.mark.parametrize("ends", [[], [(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (0, 0)]])
def test_less_than_three_corners_are_refused(ends):
    with pytest.raises(LagrError):
        drawn(ends)


def test_what_crosses_is_told_as_linear_equations_do():
    rng = np.random.default_rng(7)
    crossed = 0
    for _ in range(400):
        outline = [tuple(at) for at in rng.uniform(-1, 1, (int(rng.integers(3, 8)), 2))]
        crossed += meets_itself(outline)
        assert crosses_itself(outline) is meets_itself(outline)
    assert 100 < crossed < 390


def test_a_corner_clicked_twice_or_the_first_again_is_one_corner():
    twice = [*L_SHAPE[:3], L_SHAPE[2], *L_SHAPE[3:], L_SHAPE[0]]
    assert drawn(twice).model == drawn(L_SHAPE).model


def test_a_corner_on_a_rod_is_hinged_there_and_the_system_has_its_freedoms():
    paper = Paper()
    paper.do(draw_rod, paper.end((0.0, 0.0)), paper.end((0.1, 0.1)))
    paper.do(draw_polygon, [paper.end(at) for at in L_SHAPE])
    assert [joint.kind for joint in paper.model.joints].count("revolute") == 2
    assert len(pipeline.prepare(paper.model).coordinates) == 2


def test_a_physical_pendulum_of_any_outline_swings_with_its_reduced_length():
    paper = drawn(L_SHAPE)
    paper.do(put_pin, paper.here(L_SHAPE[0]))
    mesh = extruded(L_SHAPE, 1.0)
    arm = mesh.center_mass[:2] - np.array(L_SHAPE[0])
    moment = mesh.moment_inertia[2, 2] + arm @ arm
    q = pipeline.start_motion(paper.model).q[0]
    state = pipeline.prepare(paper.model).system().acceleration(0.0, np.hstack([q, 0 * q]))
    assert state.qdd[0] == pytest.approx(-9.81 * arm[0] / moment, rel=1e-9)


def test_a_pulled_corner_takes_mass_and_inertia_along_and_never_crosses():
    paper = drawn(L_SHAPE)
    anchor = next(a for a in corners(paper) if a.at == pytest.approx((0.9, 0.1)))

    def standing(model):
        return Paper("xy", model).places

    pulled = pull_point(paper.model, standing, anchor, (1.2, 0.05), 0.01)
    moved = [(1.2, 0.05) if at == (0.9, 0.1) else at for at in L_SHAPE]
    body, wanted = pulled.bodies[0], drawn(moved).model.bodies[0]
    values = paper.values
    for pair in ("xx", "yy", "zz", "xy"):
        found, right = (value(getattr(b.inertia, pair), values) for b in (body, wanted))
        assert found == pytest.approx(right, abs=1e-12)
    with pytest.raises(LagrError):
        pull_point(paper.model, standing, anchor, (0.2, 0.9), 0.01)


def test_a_typed_corner_may_be_a_formula_and_inertia_is_one_then():
    paper = drawn(L_SHAPE)
    anchor = next(a for a in corners(paper) if a.at == pytest.approx((0.9, 0.1)))
    model = type_corner(paper.model, paper.places, anchor.path, ("2*g/10", 0, 0))
    assert "g" in str(model.bodies[0].inertia.zz)
    with pytest.raises(LagrError):
        type_corner(paper.model, paper.places, anchor.path, (0.1, 5, 0))
