"""Contacts of two shapes: gaps at any pose, impacts in closed form, contacts that give way."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import lsq_linear
from scipy.spatial.transform import Rotation

from lagr_gui import GROUND, System, pipeline
from tests.each import each

SHAPES = ("plane", "ball", "capsule", "box", "disc", "cylinder", "outline")
DOC = Path(__file__).parents[2] / "docs" / "contacts.md"
FIELDS: dict[str, Any] = {
    "point_a": (0.1, -0.2, 0.3),
    "point_b": (-0.3, 0.2, 0.1),
    "axis_a": (1, 2, -2),
    "axis_b": (-2, 3, 6),
    "radius_a": 0.3,
    "radius_b": 0.2,
    "length_a": 0.5,
    "length_b": 0.8,
    "half_a": (0.2, 0.3, 0.4),
    "half_b": (0.5, 0.3, 0.2),
}
_AXES = {
    letter: np.array(FIELDS[f"axis_{letter}"]) / 7 * (7 / 3 if letter == "a" else 1)
    for letter in "ab"
}
_ACROSS = {"a": np.array([2, -2, -1]) / 3, "b": np.array([6, -2, 3]) / 7}
for letter, axis in _AXES.items():
    second = np.cross(axis, _ACROSS[letter])
    pentagon = ((0.4, -0.1), (0.3, 0.35), (-0.1, 0.4), (-0.5, 0.0), (-0.2, -0.3))
    FIELDS[f"corners_{letter}"] = [
        tuple(map(float, x * _ACROSS[letter] + y * second)) for x, y in pentagon
    ]
SIZED = ("point", "radius", "length", "half")


def in_space(first: str, second: str, size: float = 1.0, grounded: str = "") -> System:
    """Two bodies that go anywhere, or one and body 0, with a shape each."""
    s = System("shapes", gravity=(0, 0, 0))
    numbers = {"a": GROUND, "b": GROUND}
    for letter in "ab":
        if letter != grounded:
            body = s.body(mass=1, inertia=(size**2, size**2, size**2))
            s.joint("free", GROUND, body, *(f"{letter}{n}" for n in range(6)))
            numbers[letter] = body
    scaled = {
        name: tuple(size * x for x in value) if isinstance(value, tuple) else size * value
        for name, value in FIELDS.items()
        if name.startswith(SIZED)
    }
    shapes: dict[str, Any] = {
        "body_a": numbers["a"],
        "body_b": numbers["b"],
        "shape_a": first,
        "shape_b": second,
    }
    s.element("contact", "it", **(FIELDS | scaled | shapes))
    return s


def table() -> dict[tuple[str, str], bool]:
    """Which pairs there are, as the page says."""
    rows = re.findall(r"^\| \*\*(\w+)\*\* \|(.*)\|$", DOC.read_text(encoding="utf-8"), re.M)
    cells = {name: [cell.strip() for cell in row.split("|")] for name, row in rows}
    assert tuple(cells) == SHAPES
    return {
        (first, second): cells[first][SHAPES.index(second)] not in ("refused", "–")
        for first in SHAPES
        for second in SHAPES[SHAPES.index(first) :]
    }


def core(shape: str, letter: str) -> np.ndarray:
    """The columns that span what a shape is round about, as far as ±1 of each."""
    axis = np.array(FIELDS[f"axis_{letter}"]) / np.linalg.norm(FIELDS[f"axis_{letter}"])
    if shape == "outline":
        return np.transpose(FIELDS[f"corners_{letter}"])
    if shape == "box":
        return np.diag(FIELDS[f"half_{letter}"])
    if shape in ("capsule", "cylinder"):
        return FIELDS[f"length_{letter}"] / 2 * axis[:, None]
    return np.zeros((3, 1))


def rim(letter: str) -> np.ndarray:
    """Points (n, 3) of the rim of a disc about its middle."""
    axis = np.array(FIELDS[f"axis_{letter}"]) / np.linalg.norm(FIELDS[f"axis_{letter}"])
    _, _, rows = np.linalg.svd(axis[None])
    turn = np.linspace(0, 2 * np.pi, 20001)[:, None]
    return FIELDS[f"radius_{letter}"] * (np.cos(turn) * rows[1] + np.sin(turn) * rows[2])


def off_plate(way: np.ndarray, letter: str) -> float:
    """The distance from the nearest of many points of the sides, or across where it is above."""
    corners, w = np.array(FIELDS[f"corners_{letter}"]), way @ _AXES[letter]
    part = np.linspace(0, 1, 4001)[:, None]
    sides = np.concatenate(
        [(1 - part) * a + part * b for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
    spokes = corners - (way - w * _AXES[letter])
    turned = np.cross(spokes, np.roll(spokes, -1, axis=0)) @ _AXES[letter]
    return float(abs(w) if (turned > 0).all() else np.linalg.norm(sides - way, axis=1).min())


def nearest(shapes: dict[str, str], x: dict[str, np.ndarray], R: dict[str, np.ndarray]) -> float:
    """The least distance of two shapes, by trying points or by least squares with bounds."""
    flat = next((letter for letter in "ab" if shapes[letter] == "plane"), None)
    at = {letter: x[letter] + R[letter] @ np.array(FIELDS[f"point_{letter}"]) for letter in "ab"}
    if flat is None:
        ball, block = ("a", "b") if shapes["a"] == "ball" else ("b", "a")
        if shapes[block] == "outline":
            radii = [FIELDS[f"radius_{n}"] for n in "ab"]
            return off_plate(R[block].T @ (at[ball] - at[block]), block) - sum(radii)
        spans = R[block] @ core(shapes[block], block)
        best = lsq_linear(spans, at[ball] - at[block], (-1, 1), tol=1e-14)
        radii = [FIELDS[f"radius_{n}"] for n in (ball, block) if shapes[n] != "box"]
        return float(np.sqrt(2 * best.cost) - sum(radii))
    other = "a" if flat == "b" else "b"
    n = R[flat] @ np.array(FIELDS[f"axis_{flat}"]) / np.linalg.norm(FIELDS[f"axis_{flat}"])
    span = core(shapes[other], other)
    corners = shapes[other] == "outline"
    points = (
        span.T if corners else np.array([span @ u for u in product(*[(-1, 0, 1)] * span.shape[1])])
    )
    if shapes[other] in ("disc", "cylinder"):
        points = (points[:, None] + rim(other)).reshape(-1, 3)
    round_by = FIELDS[f"radius_{other}"] if shapes[other] in ("ball", "capsule", "outline") else 0.0
    return float(np.min((at[other] + points @ R[other].T - at[flat]) @ n) - round_by)


PAIRS = [pair for pair, tried in table().items() if tried]
REFUSED = [pair for pair, tried in table().items() if not tried]


@each("number", range(len(PAIRS)))
def test_gaps_are_those_of_the_nearest_points(number: int) -> None:
    first, second = PAIRS[number]
    pair = (second, first) if number % 2 else (first, second)
    random, grounded = np.random.default_rng(7), "ab "[number % 3].strip()
    known = pipeline.prepare(in_space(*pair, grounded=grounded).model)
    moving = [letter for letter in "ab" if letter != grounded]
    for _ in range(4):
        q = random.uniform(-1.5, 1.5, 6 * len(moving))
        assert known.conditions is not None
        H = known.conditions.at_limits(0.0, q, np.zeros(len(q))).position
        x, R = dict.fromkeys("ab", np.zeros(3)), dict.fromkeys("ab", np.eye(3))
        for letter, six in zip(moving, q.reshape(-1, 6), strict=True):
            x[letter], R[letter] = six[:3], Rotation.from_euler("XYZ", six[3:]).as_matrix()
        least = nearest(dict(zip("ab", pair, strict=True)), x, R)
        assert np.max(H[: _count(pair)]) == pytest.approx(-least, abs=1e-7)


def _count(pair: tuple[str, str]) -> int:
    """How many gaps there are: in front of the slips."""
    several = {"capsule": 2, "box": 8, "cylinder": 2, "outline": 5} if "plane" in pair else {}
    return max(several.get(shape, 1) for shape in pair)


@each("pair", [*REFUSED, *(pair[::-1] for pair in REFUSED)])
def test_what_is_not_tried_on_each_other_is_refused(pair: tuple[str, str]) -> None:
    (problem,) = in_space(*pair).check().problems
    assert problem.code == "shapes" and problem.path[-1] == "shape_b"


def two_balls() -> System:
    """Balls of the radii 0.2 L and 0.3 L in the plane of x and y."""
    s = System("balls", gravity=(0, 0, 0), mu=0, L=1, J="0.3*L^2", K="1.1*L^2")
    a, b = s.body(mass=2, inertia=("J",) * 3), s.body(mass=3, inertia=("K",) * 3)
    s.joint("planar", GROUND, a, "x", "y", "u")
    s.joint("planar", GROUND, b, "v", "w", "p")
    radii: dict[str, Any] = {"radius_a": "0.2*L", "radius_b": "0.3*L"}
    s.element("contact", body_a=a, body_b=b, **BALLS, **radii, mu="mu", restitution=0.6)
    s.start(x=("-L", "3*L"), y="0.3*L", u=(0, 2))
    return s


BALLS: dict[str, Any] = {"shape_a": "ball", "shape_b": "ball"}


def test_two_balls_that_meet_aslant_slip_or_stick() -> None:
    s = two_balls()
    for mu, size in ((0.05, 1e-6), (5.0, 1e6)):
        s.set(mu=mu, L=size)
        path = s.simulate(until=0.3)
        assert path.certificate is not None and path.certificate.complete
        (impact,) = path.impacts
        r, R, J, K = 0.2 * size, 0.3 * size, 0.3 * size**2, 1.1 * size**2
        n = (impact.q[:2] - impact.q[3:5]) / (r + R)
        t = np.array([-n[1], n[0]])
        lead = impact.before[:2] @ t - r * impact.before[2]  # of the point of the first ball
        push = -1.6 * (impact.before[:2] @ n) / (1 / 2 + 1 / 3)
        stop = lead / (1 / 2 + 1 / 3 + r**2 / J + R**2 / K)
        rub = -np.sign(lead) * min(abs(stop), mu * push)
        P = push * n + rub * t
        spins = np.array([2.0 - r * rub / J, -R * rub / K])
        expected = [*(impact.before[:2] + P / 2), spins[0], *(-P / 3), spins[1]]
        scale = np.array([size, size, 1, size, size, 1])
        assert impact.after / scale == pytest.approx(np.array(expected) / scale, rel=1e-9)
        assert impact.loss > 0 and (mu < 1) == (abs(rub) < abs(stop))


def test_a_box_that_falls_on_a_corner_turns_off_it() -> None:
    s = System("box", gravity=(0, -9.81, 0))
    box = s.body(mass=2, inertia=(1, 1, 0.4))
    s.joint("planar", GROUND, box, "x", "y", "phi")
    half = (0.5, 0.2, 0)
    s.element("contact", body_a=GROUND, shape_a="plane", axis_a=(0, 2, 0), body_b=box)
    s.model = s.model.having(
        elements=(s.model.elements[0].having(shape_b="box", half_b=half, restitution=0.4),)
    )
    s.start(y=2.0, phi=0.3)
    (impact, *_) = s.simulate(until=0.7).impacts
    arm = -0.5 * np.cos(0.3) + 0.2 * np.sin(0.3)  # the lower left corner
    height = 0.5 * np.sin(0.3) + 0.2 * np.cos(0.3)
    v = np.sqrt(2 * 9.81 * (2.0 - height))
    push = 1.4 * v / (1 / 2 + arm**2 / 0.4)
    assert impact.after == pytest.approx([0, -v + push / 2, arm * push / 0.4], rel=1e-9)


def test_a_ball_leaves_a_smooth_ball_where_it_has_fallen_a_third_of_the_radius() -> None:
    s = System("balls", gravity=(0, -9.81, 0))
    ball = s.body(mass=1, inertia=(1, 1, 1))
    s.joint("planar", GROUND, ball, "x", "y", "phi")
    radii: dict[str, Any] = {"radius_a": 0.1, "radius_b": 0.9}
    s.element("contact", body_a=ball, body_b=GROUND, **BALLS, **radii, restitution=0)
    s.start(x=np.sin(0.1), y=np.cos(0.1))
    path = s.simulate(until=1.5, points=61)
    assert path.certificate is not None and path.certificate.complete
    leaves = next(t for t, held in path.contacts if not len(held) and t > 0)
    until = s.simulate(until=float(leaves))
    assert until.q[-1, 1] == pytest.approx(2 / 3 * np.cos(0.1), rel=1e-7)


def test_a_ball_that_rolls_over_the_edge_of_a_rough_box_is_certified() -> None:
    s = System("table", gravity=(0, 0, -9.81))
    ball = s.body(mass=1, inertia=(0.004,) * 3)
    s.joint("free", GROUND, ball, *"abcdef")
    table: dict[str, Any] = {"shape_a": "box", "half_a": (0.3, 0.3, 0.2), "body_a": GROUND}
    ends: dict[str, Any] = {"shape_b": "ball", "radius_b": 0.1, "body_b": ball}
    s.element("contact", **table, **ends, mu=0.3, restitution=0)
    s.start(a=(0, 0.5), b=(0.05, 0.1), c=0.3)
    path = s.simulate(until=1.1, points=45)
    assert path.certificate is not None and path.certificate.complete
    slips, sticks = [t for t, held in path.contacts if held][:2]
    assert slips == 0 and sticks == pytest.approx(np.hypot(0.5, 0.1) * 2 / 7 / (0.3 * 9.81))


def sunk(**fields: Any) -> System:
    """A ball of the mass m that falls on a floor with the speed v, where it is soft."""
    s = System("soft", gravity=(0, 0, 0), m=2, v=3, k=1e5, c=0)
    ball = s.body(mass="m")
    s.joint("prismatic", GROUND, ball, "y", axis=(0, 1, 0))
    s.element("soft_contact", "it", body_a=ball, radius_a=0.1, **{"stiffness": "k"} | fields)
    s.start(y=(0.1, "-v"))
    return s


def test_an_impact_of_hertz_takes_its_time_and_gives_all_back() -> None:
    s = sunk()
    for m, v, k in ((2, 3, 1e5), (2e-6, 3e-3, 1e2), (2e6, 0.5, 1e11)):
        s.set(m=m, v=v, k=k)
        deep = (5 * m * v**2 / (4 * k)) ** 0.4
        takes = 2.9432750 * deep / v
        path = s.simulate(until=1.5 * takes, points=401, rtol=1e-11)
        y, speed = path.q[:, 0], path.qd[:, 0]
        assert 0.1 - np.min(y) == pytest.approx(deep, rel=1e-3)
        assert speed[-1] == pytest.approx(v, rel=1e-6)
        left = path.t[-1] - (y[-1] - 0.1) / v
        assert left == pytest.approx(takes, rel=1e-6)
        assert abs(path.dissipated[-1]) < 1e-6 * m * v**2


@each("c, n", [(0.05, "3/2"), (0.6, 1), (2.0, "3/2")])
def test_hunt_and_crossley_rebound_as_their_own_equation_says(c: float, n: float | str) -> None:
    s = sunk(damping="c", exponent=n)
    s.set(c=c)
    path = s.simulate(until=0.2, points=201, rtol=1e-11)
    power = 1.5 if n == "3/2" else 1.0

    def rates(_: float, state: np.ndarray) -> list[float]:
        depth, closing = max(0.1 - state[0], 0.0), -state[1]
        return [state[1], 1e5 * depth**power * max(1 + c * closing, 0.0) / 2]

    own = solve_ivp(rates, (0, 0.2), (0.1, -3), "DOP853", path.t, rtol=1e-12, atol=1e-14).y
    assert np.allclose(path.q[:, 0], own[0], rtol=0, atol=1e-8)
    assert path.certificate is not None and path.certificate.complete
    lost = 9 - path.qd[-1, 0] ** 2
    assert path.dissipated[-1] == pytest.approx(lost, rel=1e-7)
    if c * 3 < 0.2:
        assert path.qd[-1, 0] / 3 == pytest.approx(1 - 2 / 3 * c * 3, abs=(c * 3) ** 2)


def test_hertz_takes_the_stiffness_of_two_balls_from_their_radii() -> None:
    s = two_balls()
    soft: dict[str, Any] = {**BALLS, "radius_a": 0.2, "radius_b": 0.3}
    s.model = s.model.having(elements=())
    s.element("soft_contact", "it", body_a=1, body_b=2, **soft, modulus=1e6, stiffness=7)
    s.start(x=0.0, y=0.0, v=0.49, w=0.0)
    force = s.evaluate({"q": [0, 0, 0, 0.49, 0, 0], "qd": [0.0] * 6})[0].qdd[0] * 2
    assert force == pytest.approx(-4 / 3 * 1e6 * np.sqrt(0.12) * 0.01**1.5)


SOFT = [("ball", "box"), ("disc", "plane")]
ENDS = ("_a", "_b")


@each("pair, off", zip(SOFT, (0.55, 0.0), strict=True))
def test_what_soft_contacts_press_in_space_is_certified(pair: tuple[str, str], off: float) -> None:
    s = in_space(*pair, grounded="b")
    (hard,) = s.model.elements
    kept = {name: getattr(hard, name) for name in type(hard).model_fields if name[-2:] in ENDS}
    s.model = s.model.having(elements=())
    s.element("soft_contact", "it", **kept, stiffness=50, damping=0.1)
    toward = np.add(FIELDS["point_b"], (off, 0.1, 0.1)) - FIELDS["point_a"]
    s.start(**{f"a{i}": (x, 0.5 - x) for i, x in enumerate(toward)})
    path = s.simulate(until=0.02, points=9)
    assert path.certificate is not None and path.certificate.complete
    assert np.ptp(path.dissipated) > 0
