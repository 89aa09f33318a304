"""Gears and racks are drawn with teeth that lie in each other's gaps, at every time."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
from manifold3d import CrossSection

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.drawing.bodies.gears import Gearing, ToothedRim, contact
from lagr_gui.drawing.bodies.teeth import rack_loops, ring_loops, wheel_loops
from lagr_gui.drawing.bodies.toothed_bodies import counts_of, gearing
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Body, Model, Shape
from tests.ground.sources import ROOT

Poses = tuple[dict[int, Array], dict[int, Array], dict[str, Array]]
OVERLAP = 0.02
"""The part of a tooth that may lie in another one."""


def turned(angle: float) -> Array:
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def disc(number: int, radius: float) -> Body:
    size = (2 * radius, 2 * radius, 0.02)
    return Body(number=number, shape=Shape(form="disc", size=size, axis="z"))


def hinge(number: int, at: Array, axis: float = 1.0) -> object:
    return JOINTS["revolute"].record(
        name=f"hinge {number}",
        parent=0,
        child=number,
        point_parent=tuple(at.tolist()),
        coordinates=(f"q{number}",),
        axis=(0, 0, axis),
    )


def geared(bodies: list[Body], joints: list[object], *ratios: tuple[str, str, float]) -> Model:
    elements = [
        ELEMENTS["gear"].record(name=f"{a}{b}", coordinate_a=a, coordinate_b=b, ratio=ratio)
        for a, b, ratio in ratios
    ]
    return Model(bodies=tuple(bodies), joints=tuple(joints), elements=tuple(elements))


class Two:
    """Two discs; the second one is turned by `q`, the first one as the ratio tells."""

    def __init__(self, radii: tuple[float, float], way: float, inner: bool, axis: float) -> None:
        a, b = radii
        self.at = (abs(b - a) if inner else a + b) * np.array([cos(way), sin(way), 0.0])
        self.ratio = b / a if inner == (axis > 0) else -b / a
        self.axis = axis
        joints = [hinge(1, np.zeros(3)), hinge(2, self.at, axis)]
        self.model = geared([disc(1, a), disc(2, b)], joints, ("q1", "q2", self.ratio))

    def poses(self, q: float, offset: float = 0.0) -> Poses:
        x = {0: np.zeros(3), 1: np.zeros(3), 2: self.at}
        R = {0: np.eye(3), 1: turned(self.ratio * q + offset), 2: turned(self.axis * q)}
        return x, R, {"hinge 1": np.zeros(3), "hinge 2": self.at}

    def found(self, offset: float = 0.0) -> Gearing:
        return gearing(self.model, {}, *self.poses(0.0, offset))


def section(rim: ToothedRim, phase: float, x: Array, R: Array) -> CrossSection:
    """What is full of a rim, in the plane."""
    turn, shift = rim.placed(phase)
    loops = [np.column_stack([loop, 0 * loop[:, 0]]) for loop in rim.loops(phase).outlines]
    placed = [(x + (loop @ turn.T + shift) @ R.T)[:, :2] for loop in loops]
    first, *holes = [CrossSection([loop if _area(loop) > 0 else loop[::-1]]) for loop in placed]
    return first - holes[0] if holes else first


def _area(loop: Array) -> float:
    x, y = loop.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def places_of(found: Gearing, x: dict[int, Array], R: dict[int, Array]) -> tuple[float, float]:
    """Where the contact lies between the teeth of the first two rims, from tooth to tooth 0 … 1."""
    point = contact(*found.rims[:2], x, R)
    a, b = (
        (rim.met(x[rim.body], R[rim.body], point)[0] - phase) % 1
        for rim, phase in zip(found.rims[:2], found.phases(x, R), strict=False)
    )
    return a, b


def overlap(found: Gearing, x: dict[int, Array], R: dict[int, Array]) -> float:
    """What of the first two rims lies in each other, in teeth."""
    phases = found.phases(x, R)
    a, b = (
        section(rim, phase, x[rim.body], R[rim.body])
        for rim, phase in zip(found.rims[:2], phases, strict=False)
    )
    tooth = 0.5 * found.rims[0].pitch * 1.95 * found.rims[0].pitch / pi
    return (a ^ b).area() / tooth


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("inner", [False, True])
def test_a_tooth_lies_in_a_gap_for_any_radii_and_at_any_time(seed: int, inner: bool) -> None:
    rng = np.random.default_rng(seed)
    radii = (0.1, float(rng.uniform(0.25, 0.6))) if inner else tuple(rng.uniform(0.05, 0.3, 2))
    two = Two(radii, rng.uniform(-pi, pi), inner, axis=(1.0, -1.0)[seed % 2])
    offset = rng.uniform(-3, 3)
    found = two.found(offset)
    assert [rim.sort for rim in found.rims] == (["wheel", "ring"] if inner else ["wheel", "wheel"])
    for q in rng.uniform(-30, 30, 4):
        x, R, _ = two.poses(q, offset)
        a, b = places_of(found, x, R)
        # A place in a tooth of one wheel is the same place in a gap of the other.
        assert (a - b if inner else a + b) % 1 == pytest.approx(0.5, abs=1e-8)
        assert overlap(found, x, R) < OVERLAP


@pytest.mark.parametrize(("a", "b"), [(0.1, 0.1), (0.1, 0.3), (0.3, 0.1), (0.12, 0.2), (0.05, 0.3)])
@pytest.mark.parametrize("inner", [False, True])
def test_teeth_stay_on_their_wheels_where_numbers_of_teeth_have_the_ratio(
    a: float, b: float, inner: bool
) -> None:
    two = Two((a, b), 0.4, inner, axis=1.0)
    found = two.found()
    if a == b and inner:
        assert not found.rims  # one wheel would be the other
        return
    z = [rim.count for rim in found.rims]
    assert z[0] * b == pytest.approx(z[1] * a)
    first = found.phases(*two.poses(0.0)[:2])
    for q in (-7.3, 0.01, 12.0, 1000.0):
        later = found.phases(*two.poses(q)[:2])
        off = (np.array(later) - first + 0.5) % 1 - 0.5
        assert off == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize("sense", [-1.0, 1.0])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_rack_meshes_with_its_pinion(side: float, sense: float, swapped: bool) -> None:
    r, bar = 0.1, np.array([0.0, side * 0.1, 0.0])
    slider = JOINTS["prismatic"].record(
        name="guide",
        parent=0,
        child=2,
        point_parent=tuple(bar.tolist()),
        coordinates=("x",),
        axis=(sense, 0, 0),
    )
    ratio = -side * sense * r
    pair = ("q1", "x", 1 / ratio) if swapped else ("x", "q1", ratio)
    rack = Body(number=2, shape=Shape(form="box", size=(1.0, 0.05, 0.02)))
    model = geared([disc(1, r), rack], [hinge(1, np.zeros(3)), slider], pair)

    def poses(q: float) -> Poses:
        at = bar + ratio * sense * q * np.array([1.0, 0.0, 0.0])
        x = {0: np.zeros(3), 1: np.zeros(3), 2: at}
        return x, {0: np.eye(3), 1: turned(q), 2: np.eye(3)}, {"hinge 1": np.zeros(3), "guide": at}

    found = gearing(model, {}, *poses(0.0))
    assert sorted(rim.sort for rim in found.rims) == ["rack", "wheel"]
    for q in (-2.1, -0.3, 0.0, 0.7, 3.9):
        x, R, _ = poses(q)
        assert overlap(found, x, R) < OVERLAP
        assert found.phases(x, R) == pytest.approx(found.phases(*poses(0.0)[:2]), abs=1e-6)


def test_planets_mesh_with_sun_and_ring() -> None:
    """Three planets between a sun and a ring on one carrier: all six meshes close."""
    sun, planet = 0.2, 0.1
    ring = sun + 2 * planet
    places = [(sun + planet) * np.array([cos(t), sin(t), 0]) for t in (0, 2 * pi / 3, 4 * pi / 3)]
    bodies = [disc(1, sun), *(disc(n, planet) for n in (2, 3, 4)), disc(5, ring)]
    at = {1: np.zeros(3), **dict(zip((2, 3, 4), places, strict=True)), 5: np.zeros(3)}
    joints = [hinge(n, at[n]) for n in at]
    ratios = [(f"q{n}", "q1", -sun / planet) for n in (2, 3, 4)]
    ratios += [(f"q{n}", "q5", ring / planet) for n in (2, 3, 4)]
    model = geared(bodies, joints, *ratios)

    def poses(q: float) -> Poses:
        turns = {1: q, **dict.fromkeys((2, 3, 4), -q * sun / planet), 5: -q * sun / ring}
        x = {0: np.zeros(3), **at}
        R = {0: np.eye(3), **{n: turned(turn) for n, turn in turns.items()}}
        return x, R, {f"hinge {n}": at[n] for n in at}

    found = gearing(model, {}, *poses(0.0))
    assert len(found.rims) == 5
    for q in (0.0, 0.9, 17.0):
        x, R, _ = poses(q)
        phases = found.phases(x, R)
        full = {
            rim.body: section(rim, phase, x[rim.body], R[rim.body])
            for rim, phase in zip(found.rims, phases, strict=True)
        }
        tooth = found.rims[0].pitch ** 2 * 0.3
        for a, b in [(1, 2), (1, 3), (1, 4), (5, 2), (5, 3), (5, 4)]:
            assert (full[a] ^ full[b]).area() < OVERLAP * tooth, (a, b)


def test_what_stands_nowhere_has_no_teeth() -> None:
    two = Two((0.1, 0.2), 0.0, inner=False, axis=1.0)
    x, R, joints = two.poses(0.0)
    nowhere = np.full(3, np.nan)
    assert not gearing(two.model, {}, {**x, 2: nowhere}, R, joints).rims
    assert not gearing(two.model, {}, x, R, {**joints, "hinge 2": nowhere}).rims


def test_only_wheels_of_suitable_radii_have_teeth() -> None:
    two = Two((0.1, 0.2), 0.0, inner=False, axis=1.0)
    bodies = (disc(1, 0.1), disc(2, 0.3))
    model = two.model.having(bodies=bodies)
    assert not gearing(model, {}, *two.poses(0.0)).rims
    boxes = tuple(body.having(shape=Shape(size=(0.2, 0.2, 0.2))) for body in two.model.bodies)
    assert not gearing(two.model.having(bodies=boxes), {}, *two.poses(0.0)).rims


@pytest.mark.parametrize("count", [14, 20, 57])
def test_surfaces_of_teeth_are_closed_and_fill_what_their_outline_holds(count: int) -> None:
    for loops in (wheel_loops(0.3, count), ring_loops(0.3, count), rack_loops(0.02, -0.3, 0.4, 0)):
        surface = loops.surface(0.01)
        a, b, c = (surface.corners[surface.triangles[:, k]] for k in range(3))
        volume = float((a * np.cross(b, c)).sum()) / 6
        lines = (loops.teeth, loops.border)
        area = abs(abs(_area(lines[0])) - abs(_area(lines[1])))
        if not loops.closed:
            area = abs(_area(loops.outlines[0]))
        assert volume == pytest.approx(0.01 * area, rel=1e-9)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0, 6.0, 7 / 3, 1.618, 2.71828])
def test_numbers_of_teeth_are_usual(ratio: float) -> None:
    for radii in ([1.0, ratio], [ratio, 1.0]):
        count = counts_of(radii)[0]
        assert 14 <= count <= 60
        assert abs(count * ratio - round(count * ratio)) < 0.05


def test_the_cable_of_the_hoist_hangs_on_its_drum() -> None:
    from lagr_gui import pipeline

    model = pipeline.load(ROOT / "sample_models" / "gear_train.lagr")
    values = {entry.name: entry.value for entry in model.parameters}
    motion = pipeline.motion(model, pipeline.simulate(model))
    at = [
        {key: table[0] for key, table in part.items()}
        for part in (motion.x, motion.R, motion.joints)
    ]
    found = gearing(model, values, *at)
    assert [rim.count for rim in found.rims] == [14, 84]
    (cable,) = found.cables
    top, end = cable.ends(*at)
    assert top == pytest.approx([values["rd"], 0, 0])
    assert end == pytest.approx(motion.joints["guide"][0])
