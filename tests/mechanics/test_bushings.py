"""Bushings: what they exert is what a frame, a way and a quaternion say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from lagr_gui import GROUND, LagrError, System


def rocker(**fields: object) -> System:
    """A bar on a hinge with a second one in a rubber mount at its end."""
    s = System("rocker", m=2, J=0.5, c=300, d=3, c_phi=7, d_phi=0.2, l=0.5)
    a, b = (s.body(name, mass="m", inertia=(0, 0, "J")) for name in ("arm", "tip"))
    s.joint("revolute", GROUND, a, "phi1", point_child=(0, "l", 0))
    s.joint("planar", GROUND, b, "x", "y", "phi2")
    ends = {"body_a": a, "point_a": (0, "-l", 0), "body_b": b}
    s.element("bushing", "rubber", **{**ends, "c_turn": (0, 0, "c_phi"), **fields})
    return s


def test_in_a_plane_the_law_is_read_as_a_book_writes_it() -> None:
    equations = rocker(k_turn=(0, 0, "d_phi")).equations()
    assert "J*phi2'' = c_phi*(phi1 - phi2) + d_phi*(phi1' - phi2')" in str(equations)
    moved = rocker(c=("c", "c", 0))
    moved.start(phi2=40.0, y=-1.0)  # six turns and more
    (state,) = moved.evaluate()
    assert state.qdd[3] == pytest.approx(-7 * 40 / 0.5)


@pytest.mark.parametrize("swapped", [False, True])
def test_a_body_in_space_moves_as_newton_euler_and_quaternions_say(swapped: bool) -> None:
    """A frame whose axes are y, z, x; the moment by its work in a small turn of the quaternion."""
    c, k, ct, kt = np.array([[90.0, 60, 40], [1, 2, 0.5], [9, 7, 5], [0.2, 0.1, 0.3]])
    theta, arm, axes = np.array([0.4, 0.5, 0.6]), np.array([0.1, -0.2, 0.3]), np.eye(3)[[1, 2, 0]]
    s = System("mount", gravity=(0, 0, 0))
    block = s.body("block", mass=1.5, inertia=tuple(theta))
    s.joint("free", GROUND, block, *"xyzabc")
    ends = [{"body": GROUND, "point": (0, 0, 0)}, {"body": block, "point": tuple(arm)}]
    fields = {
        f"{word}_{end}": value
        for end, side in zip("ba" if swapped else "ab", ends, strict=True)
        for word, value in side.items()
    }
    values = {"c": c, "k": k, "c_turn": ct, "k_turn": kt}
    s.element(
        "bushing",
        "it",
        normal=(1, 0, 0),
        along=(0, 1, 0),
        **fields,
        **{name: tuple(map(float, value)) for name, value in values.items()},
    )
    s.start(x=0.1, y=-0.2, a=(0.5, 1.0), b=(-0.3, 2.0), c=(0.7, -1.0))
    spins = [f"w{axis} = angular_velocity(block).{axis}" for axis in "xyz"]
    moved = s.simulate(until=0.4, rtol=1e-11, atol=1e-12, outputs=["p = force(it).x", *spins])
    motion = s.motion(moved)

    def law(y: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Force and moment on the block about its centre, and the force on the first body."""
        R, x, v, w = y[:9].reshape(3, 3), y[9:12], y[12:15], y[15:]
        still, nowhere = np.zeros(3), np.zeros(3)
        ground = np.eye(3), nowhere, still, still
        block = R, x + R @ arm, v, w
        first, second = (block, ground) if swapped else (ground, block)
        A, N = first[0] @ axes.T, second[1]
        over, carried = (
            V + np.cross(W, N - (x if W is w else nowhere)) for *_, V, W in (second, first)
        )
        turn, omega = A.T @ second[0] @ axes.T, A.T @ (second[3] - first[3])
        h, now = 1e-6, _angles(turn)
        slopes = [
            (_angles(_turned(e * h) @ turn) - _angles(_turned(-e * h) @ turn)) / 2 / h
            for e in np.eye(3)
        ]
        rates = omega @ np.array(slopes)
        F = A @ (-c * (A.T @ (N - first[1])) - k * (A.T @ (over - carried)))
        M = A @ (np.array(slopes) @ (-ct * now - kt * rates))
        sign = -1.0 if swapped else 1.0
        return sign * F, sign * M + np.cross(N - x, sign * F), -F

    def fall(_: float, y: np.ndarray) -> np.ndarray:
        R, v, w = y[:9].reshape(3, 3), y[12:15], y[15:]
        F, M = law(y)[:2]
        J = R @ np.diag(theta) @ R.T
        wd = np.linalg.solve(J, M - np.cross(w, J @ w))
        return np.concatenate([_across(w) @ R, [v, F / 1.5, wd]], axis=None)

    w0 = [moved.outputs[f"w{axis}"][0] for axis in "xyz"]
    y0 = np.concatenate([motion.R[1][0], motion.x[1][0], [0, 0, 0], w0], axis=None)
    end = solve_ivp(fall, (0, 0.4), y0, method="DOP853", rtol=1e-10, atol=1e-11).y[:, -1]
    assert motion.x[1][-1] == pytest.approx(end[9:12], abs=2e-8)
    turned = motion.R[1][-1]
    assert turned == pytest.approx(end[:9].reshape(3, 3), abs=2e-8)
    assert moved.outputs["p"][-1] == pytest.approx(law(end)[2][0], abs=1e-6)


def _across(w: np.ndarray) -> np.ndarray:
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


def _angles(T: np.ndarray) -> np.ndarray:
    g = np.array([T[2, 1] - T[1, 2], T[0, 2] - T[2, 0], T[1, 0] - T[0, 1]])
    return 2 * np.arctan(g / (1 + np.trace(T)))


def _turned(w: np.ndarray) -> np.ndarray:
    """A small turn, to the second order."""
    return np.eye(3) + _across(w) + _across(w) @ _across(w) / 2


def test_a_frame_with_axes_that_are_not_across_each_other_is_refused() -> None:
    with pytest.raises(LagrError, match="not across the normal"):
        rocker(along=(0, 0, 1)).equations()
