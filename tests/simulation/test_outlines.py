"""Convex outlines that fall and are fallen on, against flights and impacts of an own program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import brentq

from lagr_gui import GROUND, System
from tests.each import each

G, KAPPA, J = 9.81, 0.7, 0.03
Gap = Callable[[np.ndarray], tuple[float, np.ndarray]]
"""How far two shapes are apart at x, y, φ, and its slope."""


def corners_of(seed: int) -> np.ndarray:
    """Corners (n, 2) of a polygon that is convex, for they lie on an ellipse."""
    random = np.random.default_rng(seed)
    turn = np.sort(random.uniform(0, 2 * np.pi / 5, 5)) + np.arange(5) * 2 * np.pi / 5
    return np.stack([0.4 * np.cos(turn), 0.3 * np.sin(turn)], axis=1) + random.uniform(-0.1, 0.1)


def flown(gap: Gap, q: np.ndarray, qd: np.ndarray, until: float) -> tuple[np.ndarray, int]:
    """Where parabolas and smooth impacts lead, and how many of these there are."""
    inverse, t, count = np.array([1, 1, 1 / J]), 0.0, 0
    fall = np.array([0, -G, 0])
    while True:

        def at(s: float, q: np.ndarray = q, qd: np.ndarray = qd) -> np.ndarray:
            return q + s * qd + s * s / 2 * fall

        grid = np.linspace(0, until - t, 241)[1:]
        under = next((float(s) for s in grid if gap(at(s))[0] < 0), None)
        if under is None:
            return at(until - t), count
        before = max(under - float(grid[0]), 1e-9)
        s: float = brentq(lambda s: gap(at(s))[0], before, under, xtol=1e-15)  # type: ignore
        q, qd, t, count = at(s), qd + s * fall, t + s, count + 1
        w = gap(q)[1]
        qd = qd - (1 + KAPPA) * (w @ qd) / (w @ (inverse * w)) * inverse * w


def on_the_floor(corners: np.ndarray) -> Gap:
    """The lowest corner over y = 0."""

    def gap(q: np.ndarray) -> tuple[float, np.ndarray]:
        c, s = np.cos(q[2]), np.sin(q[2])
        k = int(np.argmin(corners @ [s, c]))
        return q[1] + corners[k] @ [s, c], np.array([0, 1, corners[k] @ [c, -s]])

    return gap


def under_a_ball(corners: np.ndarray, radius: float) -> Gap:
    """What falls is a polygon, onto a ball about the origin."""

    def gap(q: np.ndarray) -> tuple[float, np.ndarray]:
        R = np.array([[np.cos(q[2]), -np.sin(q[2])], [np.sin(q[2]), np.cos(q[2])]])
        here = corners @ R.T + q[:2]
        ways = np.roll(here, -1, axis=0) - here
        part = np.clip(-np.sum(here * ways, axis=1) / np.sum(ways**2, axis=1), 0, 1)
        feet = here + part[:, None] * ways
        far = np.hypot(*feet.T)
        foot, r = feet[np.argmin(far)], far.min()
        x, y = foot - q[:2]
        n = foot / r
        return r - radius, np.array([*n, n @ [-y, x]])

    return gap


@each("seed", [1, 2])
def test_an_outline_flies_and_bounces_as_its_own_program_says(seed: int) -> None:
    corners, round_by, scale = corners_of(seed), 0.05, (1.0, 1e-6, 1e6)[seed % 3]
    ball = seed >= 2
    s = System("outline", gravity=(0, -G * scale, 0))
    body = s.body(mass=1, inertia=(J * scale**2,) * 3)
    s.joint("planar", GROUND, body, "x", "y", "phi")
    ends = "ba" if seed % 2 else "ab"
    own: dict[str, Any] = {
        "body": body,
        "shape": "outline",
        "axis": (0, 0, 1),
        "radius": round_by * scale,
    }
    own["corners"] = [(*map(float, corner * scale), 0.0) for corner in corners]
    other: dict[str, Any] = {"body": GROUND, "shape": "ball" if ball else "plane"}
    other |= {"radius": 0.2 * scale} if ball else {"axis": (0, 1, 0)}
    sides = [
        {f"{k}_{end}": v for k, v in f.items()} for end, f in zip(ends, (own, other), strict=True)
    ]
    s.element("contact", "it", **sides[0], **sides[1], restitution=KAPPA)
    s.start(x=(0.05 * scale, 0.1 * scale), y=(0.9 * scale, 0), phi=(0.3, 2 - seed))
    until = 0.6
    path = s.simulate(until=until, points=7)
    rounded = on_the_floor(corners) if not ball else under_a_ball(corners, 0.2 + round_by)

    def gap(q: np.ndarray) -> tuple[float, np.ndarray]:
        far, slope = rounded(q)
        return (far, slope) if ball else (far - round_by, slope)

    reached, count = flown(gap, np.array([0.05, 0.9, 0.3]), np.array([0.1, 0, 2 - seed]), until)
    assert len(path.impacts) == count >= 1
    assert np.allclose(path.q[-1] / [scale, scale, 1], reached, rtol=0, atol=1e-7)
    assert path.certificate is not None and path.certificate.complete
