"""A pin in a curved slot: a bead on a parabola, slots in moving bodies, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, System, pipeline

G = 9.81
PLANES = {
    "xy": ((0, 0, 1), (1, 0, 0)),
    "zx": ((0, 1, 0), (0, 0, 1)),
    "yz": ((1, 0, 0), (0, 1, 0)),
    "backwards": ((0, 0, -2), (1, 0, 0)),
    "tilted": ((1, 2, 2), (0, 3, -3)),
}
"""Normals, and directions of x."""


def frame(plane: str) -> tuple[np.ndarray, np.ndarray]:
    """The unit vectors of x and y."""
    normal, along = (np.array(v, float) / np.linalg.norm(v) for v in PLANES[plane])
    return along, np.cross(normal, along)


def bead(curve: str = "a*x^2", plane: str = "xy", size: float = 1.0, **more: Any) -> System:
    """A bead in a slot of body 0; weight acts along −y of the plane, lengths are multiples."""
    e, up = frame(plane)
    s = System("bead", a=0.7 / size, m=2.0, J=0.1 * size**2, gravity=tuple(-G * size * up))
    body = s.body("bead", mass="m", inertia=("J", "J", "J"))
    axes = np.stack([e, up, np.cross(e, up)], axis=1)
    orientation = tuple(map(tuple, axes.tolist()))
    s.joint("planar", GROUND, body, "x", "y", "phi", orientation=orientation)
    normal, along = PLANES[plane]
    s.element("pin_in_slot", "slot", body=body, curve=curve, normal=normal, along=along, **more)
    return s


def on_parabola(a: float, x: float, v: float, times: np.ndarray) -> np.ndarray:
    """x(t) of (1 + 4a²x²) ẍ + 4a²x ẋ² + 2g a x = 0."""

    def rates(_: float, state: np.ndarray) -> list[float]:
        x, v = state
        return [v, -(4 * a**2 * x * v**2 + 2 * G * a * x) / (1 + 4 * a**2 * x**2)]

    return solve_ivp(rates, (0, times[-1]), (x, v), "DOP853", times, rtol=1e-12, atol=1e-12).y[0]


CASES = [
    *(("xy", a, size) for a, size in ((0.7, 1e-6), (0.7, 1e6), (-0.4, 1.0), (0.0, 1.0))),
    *((plane, 0.7, 1.0) for plane in PLANES),
]


@pytest.mark.parametrize(("plane", "a", "size"), CASES)
def test_a_bead_moves_as_its_own_equation_says(plane: str, a: float, size: float) -> None:
    s = bead(plane=plane, size=size)
    s.set(a=a / size)
    s.start(x=(0.6 * size, 0.1 * size), y=(a * 0.36 * size, 0.12 * a * size), phi=(0.2, 0.3))
    path = s.simulate(until=1.5, points=31, rtol=1e-12)
    assert path.certificate is not None and path.certificate.complete
    x, y = path.q[:, 0] / size, path.q[:, 1] / size
    assert np.allclose(x, on_parabola(a, 0.6, 0.1, path.t), rtol=0, atol=1e-9)
    assert np.allclose(y, a * x**2, rtol=0, atol=1e-9)
    assert np.ptp(path.T + path.U) < 1e-9 * np.max(np.abs(path.T))


def linked(body: int, ground: int, curve: str = "0.2 + 0.3*x - b*x^2 + 0.1*sin(3*x)") -> System:
    """Two hinged bodies and a slot in one of them, or in body 0, in tilted planes."""
    s = System("linked", b=0.4, gravity=(0.3, -9.0, 0.5))
    first = s.body("first", mass=1.5, inertia=(0.2, 0.3, 0.4))
    second = s.body("second", mass=0.8, inertia=(0.1, 0.2, 0.15))
    s.joint("spherical", GROUND, first, "u", "v", "w", point_child=(0.1, 0.5, 0.2))
    s.joint("universal", first, second, "r", "s", point_parent=(0, -0.4, 0.1))
    s.element(
        "pin_in_slot",
        "slot",
        body=body,
        point=(0.1, 0.2, 0.3),
        ground=ground,
        origin=(-0.1, 0.2, 0.1),
        normal=(1, 2, 2),
        along=(0, 3, -3),
        curve=curve,
    )
    return s


WAYS = [(2, 0), (0, 2), (1, 0), (0, 1), (2, 1), (1, 2)]


@pytest.mark.parametrize(("body", "ground"), WAYS)
def test_all_derivations_agree_both_ways_round(body: int, ground: int) -> None:
    found = pipeline.verify(linked(body, ground).model, states=2)
    assert found.holds, found


@pytest.mark.parametrize(("body", "ground"), [(2, 0), (0, 2), (1, 2)])
def test_the_pin_stays_in_the_slot(body: int, ground: int) -> None:
    s = linked(body, ground)
    path = s.simulate(until=0.6, points=13)
    assert path.certificate is not None and path.certificate.complete
    motion = pipeline.motion(s.model, path)
    e, up = frame("tilted")
    pin = motion.x[body] + motion.R[body] @ np.array([0.1, 0.2, 0.3])
    way = np.einsum("nij,ni->nj", motion.R[ground], pin - motion.x[ground])
    way = way - np.array([-0.1, 0.2, 0.1])
    x, y = way @ e, way @ up
    assert np.ptp(x) > 1e-3
    assert np.max(np.abs(y - (0.2 + 0.3 * x - 0.4 * x**2 + 0.1 * np.sin(3 * x)))) < 1e-9
    assert np.ptp(path.T + path.U) < 1e-7


def test_a_parameter_may_have_the_name_of_a_measure() -> None:
    s = bead("gap*x^2 + y0")
    s.parameter("gap", 0.7)
    s.parameter("y0", 0.1)
    assert pipeline.verify(s.model, states=1).holds


def told(make: Callable[[], System]) -> str:
    """The first problem of a system."""
    return str(make().check().problems[0])


def told_of_units(curve: str) -> str:
    """What is said of the units of a curve with a parameter in 1/m."""
    s = bead(curve)
    s.parameter("a", 0.7, "1/m")
    return " ".join(problem.cause for problem in s.check().problems)


def test_what_is_wrong_is_told_in_words() -> None:
    assert "“b” is not known here" in told(lambda: bead("b*x^2"))
    assert "dimension" not in told_of_units("a*x^2")
    assert "This is in m^2, the place holds m." in told_of_units("x^2*(1 + a*x)")
    assert "must not depend on the coordinate “phi”" in told(lambda: bead("phi*x"))
    assert "Both ends belong to body 1" in told(lambda: bead(ground=1))
    assert "jumps or has a corner" in told(lambda: bead("abs(x)"))
    s = bead()
    slot = s.model.elements[0].having(along=(1, 0, 1))
    assert "not lie in the plane" in str(
        pipeline.check(s.model.having(elements=(slot,))).problems[0]
    )


@pytest.mark.parametrize("curve", ["sqrt(x)", "1/x", "log(x)"])
def test_where_a_curve_has_no_slope_that_is_told(curve: str) -> None:
    found = bead(curve).evaluate({"q": [0, 0, 0], "qd": [1, 0, 0]})[0]
    assert found.problem is not None, found.qdd
