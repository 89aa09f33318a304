"""Surfaces of solids: closed, their normals outwards, with the volume that their formulas tell."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from lagr_gui.drawing.bodies import surfaces
from lagr_gui.drawing.bodies.surfaces import SolidSurface

SQUARE = np.array([[0, 0], [1, 0], [1, 0.3], [0.3, 0.3], [0.3, 1], [0, 1]])
FORMS = {
    "box": (surfaces.box(np.array([1.0, 2.0, 3.0])), 6.0),
    "cylinder": (surfaces.cylinder(1.0, 2.0), 2 * pi),
    "tube": (surfaces.turned(surfaces.cylinder_bands(1.0, 2.0, 0.5)), 1.5 * pi),
    "cone": (surfaces.turned(surfaces.cone_bands(1.0, 2.0)), 2 * pi / 3),
    "ball": (surfaces.capsule(1.0, 0.0), 4 * pi / 3),
    "capsule": (surfaces.capsule(1.0, 1.0), 7 * pi / 3),
    "ring": (surfaces.ring(1.0, 0.2), 2 * pi**2 * 0.04),
    "plate": (surfaces.plate(SQUARE, 0.1), 0.051),
    "bar": (surfaces.along(np.array([[0, 0, 0], [0, 0, 1.0]]), 0.1, 40), 0.01 * pi),
    "hole": (
        surfaces.without(surfaces.box(np.array([1, 1, 0.2])), [surfaces.cylinder(0.3, 0.5)]),
        0.2 * (1 - 0.09 * pi),
    ),
}


def volume(surface: SolidSurface) -> float:
    """By the divergence theorem."""
    a, b, c = np.moveaxis(surface.corners[surface.triangles], 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("form", FORMS)
def test_a_surface_has_the_volume_of_its_solid(form: str) -> None:
    surface, known = FORMS[form]
    assert volume(surface) == pytest.approx(known, rel=0.06)


@pytest.mark.parametrize("form", FORMS)
def test_normals_are_on_the_side_of_the_faces(form: str) -> None:
    surface, _ = FORMS[form]
    a, b, c = np.moveaxis(surface.corners[surface.triangles], 1, 0)
    across = np.cross(b - a, c - a)
    for corner in range(3):
        normals = surface.normals[surface.triangles[:, corner]]
        assert np.einsum("ij,ij->i", across, normals).min() > -1e-12
    assert np.linalg.norm(surface.normals, axis=1) == pytest.approx(1)


@pytest.mark.parametrize("form", FORMS)
def test_a_surface_is_closed(form: str) -> None:
    """Whatever the direction, as much of it looks there as away from there."""
    surface, _ = FORMS[form]
    a, b, c = np.moveaxis(surface.corners[surface.triangles], 1, 0)
    assert np.cross(b - a, c - a).sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-6)


def test_the_outline_of_a_plate_with_a_hole_has_a_loop_for_the_hole() -> None:
    surface, _ = FORMS["hole"]
    loops = surfaces.seen_along(surface, np.array([0.0, 0.0, 1.0]))
    areas = sorted(
        float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)
        for x, y, _ in (loop.T for loop in loops)
    )
    assert areas == pytest.approx([-0.09 * pi, 1.0], rel=0.02)
    (side,) = surfaces.seen_along(surface, np.array([1.0, 0.0, 0.0]))
    assert np.ptp(side[:, 2]) == pytest.approx(0.2, abs=1e-5)


def test_a_spring_reaches_from_end_to_end() -> None:
    a, b = np.array([0.0, 1, 2]), np.array([1.0, -1, 2])
    coil = surfaces.coil(a, b, 0.1, 0.01, 5)
    for end in (a, b):
        assert np.linalg.norm(coil.corners - end, axis=1).min() <= 0.0101
    assert not len(surfaces.coil(a, a, 0.1, 0.01, 5).triangles)


def test_solids_that_overlap_and_holes_that_reach_out_do_not_add_up() -> None:
    box, ball = surfaces.box(np.ones(3)), surfaces.capsule(0.3, 0.0)
    aside = ball.moved(np.eye(3), np.array([0.5, 0, 0]))
    beside = surfaces.box(np.ones(3)).moved(np.eye(3), np.array([1.0, 0, 0]))
    assert surfaces.adds_up([box], []) and surfaces.adds_up([box, beside], [ball])
    assert not surfaces.adds_up([box, aside], [])
    assert not surfaces.adds_up([box], [aside])
    assert not surfaces.adds_up([box], [ball, ball])
