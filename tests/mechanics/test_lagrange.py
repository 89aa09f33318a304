"""A system with everything in it, against d/dt ∂T/∂q̇ − ∂T/∂q = Q done by brute force.

Positions and rotations are written down by hand for this one system; all derivatives are
difference quotients in a hundred digits.  Nothing of the program takes part.
"""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from lagr_gui import GROUND, System, evaluate

STATE = {"t": 0.37, "q": [0.4, -0.7, 0.25], "qd": [0.9, -1.1, 0.6]}


def drawn() -> System:
    """A disc on a skew universal joint, an arm that slides in it, drawn backwards; body 0 moves."""
    s = System("all", gravity=(0.3, -9.81, "1+t"), m=1.3, k=0.7, c=20)
    s.ground(position=("0.2*sin(2*t)", 0, "0.1*t"), axis=(1, 2, 2), angle="0.4*t^2")
    disc = s.body("disc", mass="m", inertia=(0.3, 0.25, 0.4, 0.02, -0.03, 0.01))
    arm = s.body("arm", mass=0.8, inertia=(0.1, 0.12, 0.05, 0.01, 0.0, 0.02))
    s.joint(
        *("universal", GROUND, disc, "q1", "q2"),
        axis=(1, 1, 0),
        axis2=(0, 3, 4),
        point_parent=(0.1, 0.2, 0.3),
        point_child=(0.05, -0.4, 0.1),
        orientation=((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    )
    s.joint(
        *("prismatic", arm, disc, "q3"),
        axis=(0, 1, 2),
        point_parent=(0.2, 0, 0.1),
        point_child=(0, 0.3, 0),
    )
    ends = {"body_a": arm, "point_a": (0.1, 0.2, 0), "body_b": GROUND, "point_b": (1, 0, 0.5)}
    s.element("spring", c="c", l0=0.4, **ends)
    ends = {"body_a": arm, "point_a": (0, 0.1, 0), "body_b": disc, "point_b": (0.2, 0, 0)}
    s.element("lagr_damper", k="k", **ends)
    s.element("force", body=arm, vector=(1, "sin(t)", 2), point=(0, 0.2, 0.1), axes="body")
    s.element("torque", body=arm, reaction_body=disc, vector=(0.3, -0.2, "0.5*t"), axes="body")
    return s


def vector(*entries):
    return mp.matrix([mp.mpf(str(entry)) for entry in entries])


def turn(axis, angle):
    a = vector(*axis)
    a = a / mp.norm(a)
    K = mp.matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return mp.eye(3) + mp.sin(angle) * K + (1 - mp.cos(angle)) * K * K


def poses(t, q):
    """Rotations (body to space) and centres of mass: body 0, disc, arm."""
    R0 = turn((1, 2, 2), mp.mpf("0.4") * t**2)
    x0 = mp.matrix([mp.mpf("0.2") * mp.sin(2 * t), 0, t / 10])
    frame = mp.matrix([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    R = R0 * frame * turn((1, 1, 0), q[0]) * turn((0, 3, 4), q[1])
    disc = x0 + R0 * vector(0.1, 0.2, 0.3) - R * vector(0.05, -0.4, 0.1)
    slide = vector(0, 1, 2) / mp.sqrt(5) * q[2]
    arm = disc + R * vector(0, 0.3, 0) - R * (vector(0.2, 0, 0.1) + slide)
    return (R0, x0), (R, disc), (R, arm)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


STEP = mp.mpf(10) ** -30


def rate(function, t, q, v):
    """The time derivative of a matrix along q + v s."""

    def at(s):
        return function(t + s, [a + b * s for a, b in zip(q, v, strict=True)])

    return (at(STEP) - at(-STEP)) / (2 * STEP)


def slope(function, point, index):
    """∂function/∂point[index]"""
    ahead, behind = list(point), list(point)
    ahead[index] += STEP
    behind[index] -= STEP
    return (function(ahead) - function(behind)) / (2 * STEP)


def spin(body, t, q, v):
    """ω of a body in its own axes."""
    W = poses(t, q)[body][0].T * rate(lambda s, p: poses(s, p)[body][0], t, q, v)
    return mp.matrix([W[2, 1], W[0, 2], W[1, 0]])


def velocity(body, local, t, q, v):
    def point(s, p):
        R, x = poses(s, p)[body]
        return x + R * vector(*local)

    return rate(point, t, q, v)


def kinetic(t, q, v):
    tensors = {
        1: mp.matrix(
            [["0.3", "0.02", "-0.03"], ["0.02", "0.25", "0.01"], ["-0.03", "0.01", "0.4"]]
        ),
        2: mp.matrix([["0.1", "0.01", 0], ["0.01", "0.12", "0.02"], [0, "0.02", "0.05"]]),
    }
    total = mp.mpf(0)
    for body, mass in ((1, mp.mpf("1.3")), (2, mp.mpf("0.8"))):
        speed, w = velocity(body, (0, 0, 0), t, q, v), spin(body, t, q, v)
        total += (mass * dot(speed, speed) + dot(w, tensors[body] * w)) / 2
    return total


def potential(t, q):
    (R0, x0), (_, disc), (R, arm) = poses(t, q)
    g = mp.matrix([mp.mpf("0.3"), mp.mpf("-9.81"), 1 + t])
    span = arm + R * vector(0.1, 0.2, 0) - x0 - R0 * vector(1, 0, 0.5)
    stretch = mp.norm(span) - mp.mpf("0.4")
    return 10 * stretch**2 - mp.mpf("1.3") * dot(g, disc) - mp.mpf("0.8") * dot(g, arm)


def applied(t, q, v):
    """Q by virtual power."""
    R = poses(t, q)[2][0]
    force = R * mp.matrix([1, mp.sin(t), 2])
    moment = mp.matrix([mp.mpf("0.3"), mp.mpf("-0.2"), t / 2])
    slip = velocity(2, (0, 0.1, 0), t, q, v) - velocity(1, (0.2, 0, 0), t, q, v)
    found = []
    for i in range(3):
        unit = [mp.mpf(int(i == k)) for k in range(3)]
        still = [mp.mpf(0)] * 3

        def part(function, *first, unit=unit, still=still):
            return function(*first, t, q, unit) - function(*first, t, q, still)

        along = part(velocity, 2, (0, 0.2, 0.1))
        turning = part(spin, 2) - part(spin, 1)  # both bodies have the same axes
        slipping = part(velocity, 2, (0, 0.1, 0)) - part(velocity, 1, (0.2, 0, 0))
        found.append(
            dot(force, along)
            + dot(moment, turning)
            - mp.mpf("0.7") * dot(slip, slipping)
            - slope(lambda p: potential(t, p), q, i)
        )
    return found


@pytest.fixture(scope="module")
def brute() -> dict[str, np.ndarray]:
    with mp.workdps(120):
        t = mp.mpf(str(STATE["t"]))
        q, v = ([mp.mpf(str(x)) for x in STATE[key]] for key in ("q", "qd"))

        def momentum(s, p, w, i):
            return slope(lambda u: kinetic(s, p, u), w, i)

        M = [[slope(lambda w, i=i: momentum(t, q, w, i), v, k) for k in range(3)] for i in range(3)]
        h = [
            rate(lambda s, p, i=i: momentum(s, p, v, i), t, q, v)
            - slope(lambda p: kinetic(t, p, v), q, i)
            for i in range(3)
        ]
        Q = applied(t, q, v)
        T, U = kinetic(t, q, v), potential(t, q)
    found = {"M": M, "h": h, "Q": Q, "T": T, "U": U}
    return {name: np.array(value, dtype=float) for name, value in found.items()}


@pytest.mark.parametrize("derivation", ["recursion", "closed"])
def test_both_derivations_agree_with_brute_force(brute, derivation: str) -> None:
    (found,) = evaluate(drawn().model, [STATE], derivation=derivation)
    assert found.g[1:, 1:] == pytest.approx(brute["M"], rel=1e-12, abs=1e-14)
    assert found.h == pytest.approx(brute["h"], rel=1e-12)
    assert pytest.approx(brute["Q"], rel=1e-12) == found.Q
    assert pytest.approx(float(brute["T"]), rel=1e-12) == found.T
    assert pytest.approx(float(brute["U"]), rel=1e-12) == found.U
