"""Mass, centre and inertia of bodies made of solids, against sums over their points."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import numpy as np
import pytest

from lagr_gui import LagrError, SolidPart, composed
from lagr_gui.expression.arithmetic import value
from lagr_gui.model.solids.bodies import materials

Cloud = tuple[np.ndarray, np.ndarray]
"""Places (n, 3) and volumes (n,)."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(12)


def line(low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights of Gauss on a segment."""
    half = (high - low) / 2
    return (low + high) / 2 + half * NODES, half * WEIGHTS


def product(*axes: tuple[np.ndarray, np.ndarray]) -> Cloud:
    """All combinations of nodes, with the products of their weights."""
    places = np.meshgrid(*(nodes for nodes, _ in axes), indexing="ij")
    weights = np.meshgrid(*(weights for _, weights in axes), indexing="ij")
    return np.stack([p.ravel() for p in places], axis=1), np.prod(weights, axis=0).ravel()


def turned(radius_at, inner_at, low: float, high: float) -> Cloud:
    """What is round about z, by rings."""
    places, weights = [], []
    for z, dz in zip(*line(low, high), strict=True):
        ring = product(
            line(inner_at(z), radius_at(z)), (np.arange(16) * pi / 8, np.full(16, pi / 8))
        )
        r, phi = ring[0].T
        places.append(np.stack([r * np.cos(phi), r * np.sin(phi), np.full_like(r, z)], axis=1))
        weights.append(ring[1] * r * dz)
    return np.concatenate(places), np.concatenate(weights)


def ball(radius: float, low: float, high: float, middle: float) -> Cloud:
    """The part of a ball between two polar angles."""
    (r, c, phi), w = (
        (
            table := product(
                line(0, radius), line(low, high), (np.arange(16) * pi / 8, np.full(16, pi / 8))
            )
        )[0].T,
        table[1],
    )
    s = np.sqrt(1 - c * c)
    place = np.stack([r * s * np.cos(phi), r * s * np.sin(phi), middle + r * c], axis=1)
    return place, w * r * r


def joined(*clouds: Cloud) -> Cloud:
    return np.concatenate([c[0] for c in clouds]), np.concatenate([c[1] for c in clouds])


def triangle(a, b, c, thickness: float) -> Cloud:
    """A triangle that is thick, by Duffy's map; its volume has the sign of its sense."""
    (u, v, z), w = (
        (table := product(line(0, 1), line(0, 1), line(-thickness / 2, thickness / 2)))[0].T,
        table[1],
    )
    a, b, c = map(np.array, (a, b, c))
    place = a + np.outer(u, b - a) + np.outer(u * v, c - b)
    return np.column_stack([place, z]), w * u * float(np.linalg.det([b - a, c - b]))


def cloud(form: str, d: dict[str, float], corners) -> Cloud:
    """Points of a solid, without any formula for it."""
    h = d.get("length", 0.0)
    match form:
        case "box":
            return product(*(line(-d[k] / 2, d[k] / 2) for k in "xyz"))
        case "rod":
            (z,), w = (t := product(line(-h / 2, h / 2)))[0].T, t[1]
            return np.stack([0 * z, 0 * z, z], axis=1), w * d["section"]
        case "cylinder" | "disc":
            return turned(lambda z: d["radius"], lambda z: 0.0, -h / 2, h / 2)
        case "tube":
            return turned(lambda z: d["radius"], lambda z: d["inner"], -h / 2, h / 2)
        case "cone":
            return turned(lambda z: d["radius"] * (1 - z / h), lambda z: 0.0, 0, h)
        case "sphere":
            return ball(d["radius"], -1, 1, 0.0)
        case "capsule":
            r = d["radius"]
            caps = ball(r, 0, 1, h / 2), ball(r, -1, 0, -h / 2)
            return joined(turned(lambda z: r, lambda z: 0.0, -h / 2, h / 2), *caps)
        case _:
            first, *others = corners
            pairs = pairwise(others)
            return joined(*(triangle(first, a, b, d["thickness"]) for a, b in pairs))


DIMENSIONS = {
    "box": "x y z",
    "rod": "length section",
    "cylinder": "radius length",
    "disc": "radius length",
    "tube": "radius inner length",
    "sphere": "radius",
    "cone": "radius length",
    "capsule": "radius length",
    "plate": "thickness",
}


def random_part(source: np.random.Generator, hole: bool) -> tuple[SolidPart, Cloud, float]:
    """A solid somewhere, its points in the axes of the body, and its density."""
    form = str(source.choice(list(DIMENSIONS)))
    scale = 0.2 if hole else 1.0
    size = {name: scale * float(source.uniform(0.3, 1.0)) for name in DIMENSIONS[form].split()}
    if form == "tube":
        size["inner"] = size["radius"] * float(source.uniform(0.2, 0.9))
    corners = []
    if form == "plate":  # an L: not convex
        a, b = scale * source.uniform(0.5, 1.0, 2)
        corners = [(0, 0), (a, 0), (a, b / 3), (a / 3, b / 3), (a / 4, b), (0, b)]
    Q, _ = np.linalg.qr(source.normal(size=(3, 3)))
    at = scale * source.uniform(-1, 1, 3)
    density = float(source.uniform(20, 50) if hole else source.uniform(500, 8000))
    part = SolidPart(
        form,
        size,
        [tuple(map(float, c)) for c in corners],
        tuple(at.tolist()),
        tuple(map(tuple, Q.tolist())),
        density=density,
        hole=hole,
    )
    places, volumes = cloud(form, size, corners)
    return part, (at + places @ Q.T, volumes), -density if hole else density


def expected(clouds: list[tuple[Cloud, float]]) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, centre and ordinary inertia of points."""
    x = np.concatenate([c[0] for c, _ in clouds])
    m = np.concatenate([c[1] * density for c, density in clouds])
    mass = m.sum()
    centre = m @ x / mass
    d = x - centre
    squares = np.einsum("n,ni,nj->ij", m, d, d)
    return mass, centre, np.trace(squares) * np.eye(3) - squares


def tensor(found) -> np.ndarray:
    xx, yy, zz, xy, xz, yz = map(float, found.moments)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


@pytest.mark.parametrize("seed", range(50))
def test_random_bodies_of_solids_have_the_mass_and_inertia_of_their_points(seed: int) -> None:
    source = np.random.default_rng(seed)
    made = [random_part(source, False) for _ in range(source.integers(1, 5))]
    if len(made) > 1 and made[0][0].form != "rod":
        made.append(random_part(source, True))
    mass, centre, inertia = expected([(points, density) for _, points, density in made])
    found = composed([part for part, _, _ in made])
    size = float(np.max(np.abs(inertia)))
    assert float(found.mass) == pytest.approx(mass, rel=1e-9)
    assert np.array(found.centre, float) == pytest.approx(centre, abs=1e-9)
    assert tensor(found) == pytest.approx(inertia, abs=1e-9 * size)


def test_a_rod_with_a_typed_mass_stays_a_formula() -> None:
    rod = SolidPart("rod", {"length": "l", "section": "A"}, mass="m")
    found = composed([rod])
    assert found.mass == "m" and found.centre == (0, 0, 0)
    assert found.moments == ("m*l^2/12", "m*l^2/12", 0, 0, 0, 0)
    assert composed([SolidPart("rod", {"length": "l", "section": "A"})], mass="m") == found


def test_formulas_in_dimensions_have_the_values_of_numbers() -> None:
    names = {"a": 0.4, "b": 0.3, "h": 0.05, "r": 0.08, "s": 0.6, "rho": 7850.0}
    symbolic = [
        SolidPart(
            "plate", {"thickness": "h"}, [(0, 0), ("a", 0), ("a", "b"), (0, "b")], density="rho"
        ),
        SolidPart(
            "cylinder",
            {"radius": "r", "length": "h"},
            at=("a/3", "b/2", 0),
            density="rho",
            hole=True,
        ),
        SolidPart("capsule", {"radius": "r", "length": "s"}, at=("a", 0, "s/2"), density="rho/2"),
    ]

    def put(given):
        return value(given, names) if isinstance(given, str) else given

    numeric = [
        SolidPart(
            p.form,
            {k: put(v) for k, v in p.size.items()},
            [(put(x), put(y)) for x, y in p.corners],
            tuple(map(put, p.at)),
            density=put(p.density),
            hole=p.hole,
        )
        for p in symbolic
    ]
    one, other = composed(symbolic), composed(numeric)
    assert put(one.mass) == pytest.approx(put(other.mass), rel=1e-12)
    assert [put(x) for x in one.centre] == pytest.approx(list(other.centre), abs=1e-12)
    assert [put(x) for x in one.moments] == pytest.approx(list(other.moments), rel=1e-9)


def test_a_typed_mass_is_shared_by_volume() -> None:
    parts = [
        SolidPart("box", {"x": 1, "y": 1, "z": 1}),
        SolidPart("box", {"x": 1, "y": 1, "z": 2}, at=(3, 0, 0)),
    ]
    found = composed(parts, mass="m")
    assert found.mass == "m" and value(found.centre[0], {}) == pytest.approx(2.0)
    # Twelfths of the masses 1/3 and 2/3, and both about the centre.
    expected = 1 / 3 * (2 / 12 + 4) + 2 / 3 * (2 / 12 + 1)
    assert value(found.inertia.zz, {"m": 1.0}) == pytest.approx(expected)


def test_units_and_materials_are_read() -> None:
    box = {"x": "200 mm", "y": "10 cm", "z": 0.1}
    assert float(composed([SolidPart("box", box, material="steel")]).mass) == pytest.approx(15.7)
    assert float(composed([SolidPart("box", box, density="2.7 g/cm^3")]).mass) == pytest.approx(5.4)
    assert materials()["aluminium"] == 2700


BOX = {"x": 1, "y": 1, "z": 1}
WRONG = {
    "no form": [SolidPart("cube", BOX, density=1)],
    "dimensions": [SolidPart("box", {"x": 1}, density=1)],
    "not positive": [SolidPart("box", BOX | {"x": -1}, density=1)],
    "inner radius": [SolidPart("tube", {"radius": 1, "inner": 2, "length": 1}, density=1)],
    "three corners": [SolidPart("plate", {"thickness": 1}, [(0, 0), (1, 0)], density=1)],
    "go round": [SolidPart("plate", {"thickness": 1}, [(0, 0), (0, 1), (1, 0)], density=1)],
    "no material": [SolidPart("box", BOX, material="stel")],
    "one of these": [SolidPart("box", BOX)],
    "only holes": [SolidPart("box", BOX, density=1, hole=True)],
    "mass is not positive": [SolidPart("box", BOX, density=0)],
    "more than there is": [
        SolidPart("box", BOX, density=1),
        SolidPart("sphere", {"radius": 1}, density=1, hole=True),
    ],
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_is_refused(words: str) -> None:
    with pytest.raises(LagrError, match=words):
        composed(WRONG[words])
