"""Beams as rigid things: mass points that hang on the root by what the shape functions say.

Polynomials only.  The points stand where Gauss's quadrature has them, more than exact needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.polynomial import Polynomial

POINTS = 14
XI = Polynomial([0, 1])
ENDS: dict[str, tuple[Polynomial, int, int, int]] = {
    "clamped-free": (XI**2, 0, 4, 0),
    "pinned-pinned": (XI * (1 - XI), 2, 2, 0),
    "clamped-clamped": (XI**2 * (1 - XI) ** 2, 4, 4, 0),
    "clamped-pinned": (XI**2 * (1 - XI), 2, 4, 0),
    "free-free": (Polynomial([1]), 0, 0, 2),
}
"""A factor that holds the ends, the indices of Jacobi's polynomials, and the first degree."""


def jacobi(n: int, a: int, b: int) -> Polynomial:
    """P_n^(a,b)(2ξ - 1) by its sum of products of binomials."""
    total = Polynomial([0.0])
    for s in range(n + 1):
        weight = _binomial(n + a, n - s) * _binomial(n + b, s)
        total = total + weight * (XI - 1) ** s * XI ** (n - s)
    return total


def _binomial(n: int, k: int) -> float:
    product = 1.0
    for i in range(k):
        product = product * (n - i) / (i + 1)
    return product


class Beam:
    """A beam of a file, with the values of its fields."""

    def __init__(self, joint: dict[str, Any], number: Callable, direction: Callable) -> None:
        self.joint, self.names = joint, joint["coordinates"]
        factor, a, b, first = ENDS[joint["ends"]]
        self.u = [factor * jacobi(first + i, a, b) for i in range(len(self.names))]
        self.L, self.mass = number(joint["length"]), number(joint["density"])
        self.EI, self.beta = number(joint["stiffness"]), number(joint["damping"])
        self.e, self.n = direction(joint["axis"]), direction(joint["across"])

    def place(self, xi: float) -> list[str]:
        """r(ξ) in the joint frame, as expressions of the amplitudes."""
        along = [f"{_text(self.L * xi)}"]
        if self.joint["foreshortening"] == "on":
            for p, u in zip(self.names, self.u, strict=True):
                for q, v in zip(self.names, self.u, strict=True):
                    h = (u.deriv() * v.deriv()).integ()(xi)
                    along.append(f"{_text(-h / (2 * self.L))}*{p}*{q}")
        bent = [f"{_text(u(xi))}*{q}" for q, u in zip(self.names, self.u, strict=True)]
        return [_sum([_times(self.e[k], along), _times(self.n[k], bent)]) for k in range(3)]

    def tip_turn(self) -> list[list[str]]:
        """E of the last cross-section in the joint frame."""
        m = np.cross(self.e, self.n)
        K = np.array([[0, -m[2], m[1]], [m[2], 0, -m[0]], [-m[1], m[0], 0]])
        slopes = [
            f"{_text(u.deriv()(1) / self.L)}*{q}" for q, u in zip(self.names, self.u, strict=True)
        ]
        angle = _sum(slopes)
        entries = zip(np.eye(3).ravel(), K.T.ravel(), (K @ K).ravel(), strict=True)
        texts = [
            f"{i} + {s}*sin({angle}) + {c}*(1 - cos({angle}))"
            for i, s, c in (map(_text, entry) for entry in entries)
        ]
        return [texts[0:3], texts[3:6], texts[6:9]]

    def energies(self) -> dict[str, Any]:
        """Bending and its damping."""
        potential, dissipation = ["0"], ["0"]
        for p, u in zip(self.names, self.u, strict=True):
            for q, v in zip(self.names, self.u, strict=True):
                stiff = self.EI / (2 * self.L**3) * (u.deriv(2) * v.deriv(2)).integ()(1)
                potential.append(f"{_text(stiff)}*{p}*{q}")
                dissipation.append(f"{_text(self.beta * stiff)}*{p}'*{q}'")
        return {"kinetic": 0, "potential": _sum(potential), "dissipation": _sum(dissipation)}


def _text(value: float) -> str:
    return f"({float(value)!r})"


def _sum(texts: list[str]) -> str:
    return "(" + " + ".join(texts) + ")"


def _times(factor: float, texts: list[str]) -> str:
    return f"{_text(factor)}*{_sum(texts)}"


def expanded(
    joints: list[dict], number: Callable, direction: Callable
) -> tuple[list[dict], list[dict], list[dict]]:
    """The joints with general ones for beams; the mass points; elements for the bending.

    The joints of a beam know its name and its root by ``beam``.
    """
    made, points, elements = [], [], []
    for joint in joints:
        if joint["kind"] != "beam":
            made.append(joint)
            continue
        beam = Beam(joint, number, direction)
        kept = {key: joint[key] for key in ("name", "parent", "point_parent", "orientation", "cut")}
        kept |= {"kind": "general", "beam": joint["name"]}
        tip = {"child": joint["child"], "point_child": joint["point_child"]}
        motion = {"rotation": beam.tip_turn(), "distance": beam.place(1.0)}
        made.append({**kept, **tip, **motion, "coordinates": beam.names})
        for xi, weight in zip(*np.polynomial.legendre.leggauss(POINTS), strict=True):
            body = -1 - len(points)
            mass = float(weight) / 2 * beam.mass * beam.L
            weighs = joint["gravity"] == "on"
            points.append({"number": body, "mass": mass, "inertia": {}, "gravity": weighs})
            hung = {"child": body, "point_child": [0, 0, 0], "coordinates": []}
            straight = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
            shape = {"rotation": straight, "distance": beam.place((1 + float(xi)) / 2)}
            made.append({**kept, **hung, **shape, "name": f"{joint['name']}\n{body}"})
        elements.append({"kind": "energies", "name": joint["name"] + "\n", **beam.energies()})
    return made, points, elements
