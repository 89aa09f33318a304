"""Mechanisms that pass dead positions, each with its motion as one curve in closed form.

The curve gives the poses of all bodies (1 kg, inertia 1/12 kg m² about every axis) by the first
coordinate: that is a system with one degree of freedom, regular everywhere, to compare with.
``python -m tests.simulation.dead_positions`` prints a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import pi

import numpy as np
from scipy.integrate import solve_ivp

from lagr_gui import System
from lagr_gui.simulation import Trajectory
from tests.mechanics.bound.mechanisms import hinged

Array = np.ndarray
Pose = tuple[Array, Array]
"""A centre of mass (3,), and an orientation (3, 3)."""

Curve = Callable[[float], list[Pose]]


@dataclass(frozen=True)
class Case:
    """A mechanism at q = 0 of its curve's first coordinate, with a start (q, q̇)."""

    make: Callable[[], System]
    curve: Curve
    start: tuple[float, float]
    gravity: float = 9.81
    until: float = 10.0
    dead: float = pi
    """The period of dead positions in the first coordinate."""


def spin(angle: float, axis: Array | None = None) -> Array:
    """The rotation about an axis, z unless another is given."""
    n = np.array([0.0, 0, 1]) if axis is None else axis / np.linalg.norm(axis)
    K = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def flat(x: float, y: float, angle: float) -> Pose:
    """A pose in the plane."""
    return np.array([x, y, 0.0]), spin(angle)


def parallelogram(a: float, g: float) -> Case:
    """Cranks a over a base g, moving in parallel."""

    def curve(u: float) -> list[Pose]:
        c, s = a * np.cos(u), a * np.sin(u)
        return [flat(c / 2, s / 2, u), flat(g + c / 2, s / 2, u), flat(c + g / 2, s, 0)]

    return Case(lambda: quadrangle(curve(START), a, g, START), curve, (START, 3.0))


START = 0.7
"""The first coordinate where a mechanism is drawn."""


def turned(a: Array, b: Array) -> float:
    return float(np.arctan2(b[1] - a[1], b[0] - a[0]))


def four(A: Array, B: Array, D: Array) -> list[Pose]:
    """Crank OA, rocker DB, coupler AB."""
    middles = (A / 2, (B + D) / 2, (A + B) / 2)
    angles = (turned(np.zeros(2), A), turned(D, B), turned(A, B))
    return [flat(*x, angle) for x, angle in zip(middles, angles, strict=True)]


def quadrangle(poses: list[Pose], a: float, g: float, u: float) -> System:
    """The four-bar over a base g that lies as its poses tell."""
    A = np.array([a * np.cos(u), a * np.sin(u)])
    B = 2 * poses[2][0][:2] - A
    hinges = [(0, 1, (0, 0)), (0, 2, (g, 0)), (1, 3, tuple(A)), (3, 2, tuple(B))]
    return hinged({k + 1: tuple(x[:2]) for k, (x, _) in enumerate(poses)}, hinges)


def crossed(a: float, g: float) -> Case:
    """The same bars, moving against each other."""
    D = np.array([g, 0.0])

    def curve(u: float) -> list[Pose]:
        A = a * np.array([np.cos(u), np.sin(u)])
        along = (D - A) / np.linalg.norm(D - A)
        other = A + D - A  # from A along the base
        B = A + 2 * along * (along @ other) - other
        return four(A, B, D)

    return Case(lambda: quadrangle(curve(START), a, g, START), curve, (START, 3.0))


def kite(a: float, b: float) -> Case:
    """Crank and base a, coupler and rocker b: dead where the crank lies on the base."""
    D = np.array([a, 0.0])

    def curve(u: float) -> list[Pose]:
        A = a * np.array([np.cos(u), np.sin(u)])
        n = np.array([np.cos(u / 2), np.sin(u / 2)])
        B = (A + D) / 2 + np.sqrt(b * b - (a * np.sin(u / 2)) ** 2) * n
        return four(A, B, D)

    return Case(lambda: quadrangle(curve(START), a, a, START), curve, (START, 6.0), dead=2 * pi)


def slider(r: float) -> Case:
    """A slider-crank whose rod is as long as the crank: dead where the slider is at the centre."""

    def curve(u: float) -> list[Pose]:
        c, s = r * np.cos(u), r * np.sin(u)
        return [flat(c / 2, s / 2, u), flat(1.5 * c, s / 2, -u), flat(2 * c, 0, 0)]

    def make() -> System:
        poses = curve(START)
        A, B = 2 * poses[0][0], poses[2][0]
        system = hinged(
            {k + 1: tuple(x[:2]) for k, (x, _) in enumerate(poses)},
            [(0, 1, (0, 0)), (1, 2, tuple(A[:2])), (2, 3, tuple(B[:2]))],
        )
        system.joint("prismatic", 0, 3, "x", axis=(1, 0, 0), point_parent=B.tolist())
        return system

    return Case(make, curve, (START, 6.0))


def spherical(alpha: float, beta: float) -> Case:
    """Four hinges through one point, opposite arcs equal: it folds flat twice in a turn."""
    e1, e4 = np.array([1.0, 0, 0]), spin(-alpha) @ np.array([1.0, 0, 0])
    first = spin(beta) @ e1

    def axes(u: float) -> tuple[Array, Array]:
        e2 = spin(u, e1) @ first
        m = (e2 + e4) / np.linalg.norm(e2 + e4)
        return e2, 2 * (m @ e1) * m - e1

    def frame(x: Array, y: Array) -> Array:
        z = np.cross(x, y) / np.linalg.norm(np.cross(x, y))
        return np.column_stack([x, np.cross(z, x), z])

    def curve(u: float) -> list[Pose]:
        e2, e3 = axes(u)
        frames = [frame(e1, e2), frame(e4, e3), frame(e2, e3)]
        centres = [(e1 + e2) / 2, (e4 + e3) / 2, (e2 + e3) / 2]
        return list(zip(centres, frames, strict=True))

    def make() -> System:
        e2, e3 = axes(START)
        centres = {k + 1: tuple(x) for k, (x, _) in enumerate(curve(START))}
        hinges = [(0, 1, (0, 0, 0)), (0, 2, (0, 0, 0)), (1, 3, (0, 0, 0)), (3, 2, (0, 0, 0))]
        return hinged(centres, hinges, [e1, e4, e2, e3])

    return Case(make, curve, (START, 5.0))


def row(count: int, a: float, g: float) -> Case:
    """`count` parallelograms side by side, all in line at once."""

    def curve(u: float) -> list[Pose]:
        c, s = a * np.cos(u), a * np.sin(u)
        cranks = [flat(k * g + c / 2, s / 2, u) for k in range(count + 1)]
        return cranks + [flat(k * g + g / 2 + c, s, 0) for k in range(count)]

    def make() -> System:
        poses = curve(START)
        tip = a * np.array([np.cos(START), np.sin(START)])
        hinges = [(0, k + 1, (k * g, 0)) for k in range(count + 1)]
        for k in range(count):
            hinges += [
                (k + 1, count + 2 + k, (k * g + tip[0], tip[1])),
                (count + 2 + k, k + 2, ((k + 1) * g + tip[0], tip[1])),
            ]
        return hinged({k + 1: tuple(x[:2]) for k, (x, _) in enumerate(poses)}, hinges)

    return Case(make, curve, (START, 3.0))


class Series:
    """A function of the first coordinate of period 4π, by its Fourier series."""

    def __init__(self, values: Array) -> None:
        coefficients = np.fft.rfft(values) / len(values)
        coefficients[1:] *= 2
        kept = np.abs(coefficients) > 1e-15 * np.max(np.abs(coefficients))
        self._k = 1j * np.flatnonzero(kept) / 2
        self._c = coefficients[kept]

    def __call__(self, u: float) -> float:
        return float(np.real(self._c @ np.exp(self._k * u)))

    def slope(self, u: float) -> float:
        return float(np.real((self._c * self._k) @ np.exp(self._k * u)))


def known(case: Case, t: Array) -> Array:
    """The first coordinate at times t, by the system with one degree of freedom."""
    count = 1024
    poses = [case.curve(u) for u in 4 * pi / count * (np.arange(count) + 0.5)]
    x = np.array([[position for position, _ in entry] for entry in poses])
    R = np.array([[orientation for _, orientation in entry] for entry in poses])
    rates = 0.5j * np.fft.fftfreq(count, 1 / count)[:, None, None]
    v = np.real(np.fft.ifft(rates * np.fft.fft(x, axis=0), axis=0))
    w = np.real(np.fft.ifft(rates[..., None] * np.fft.fft(R, axis=0), axis=0))
    shift = 2 * pi / count
    inertia = Series((v**2).sum(axis=(1, 2)) + (w**2).sum(axis=(1, 2, 3)) / 24)
    height = Series(x[:, :, 1].sum(axis=1))

    def motion(_: float, y: Array) -> list[float]:
        u, rate = y[0] - shift, y[1]
        push = inertia.slope(u) * rate**2 / 2 + case.gravity * height.slope(u)
        return [rate, -push / inertia(u)]

    limits = {"rtol": 1e-12, "atol": 1e-12, "method": "DOP853"}
    return solve_ivp(motion, (0, t[-1]), case.start, t_eval=t, **limits).y[0]


def run(case: Case, **settings: object) -> Trajectory:
    """The motion of the mechanism itself; its coordinates count from where it is drawn."""
    system = case.make()
    gravity = (0, f"-{case.gravity}", 0)
    system.model = system.model.model_copy(update={"gravity": gravity})
    system.start(q1=(case.start[0] - START, case.start[1]))
    return system.simulate(case.until, **settings)


CASES: dict[str, Case] = {
    "rhombus": parallelogram(1, 1),
    "parallelogram 0.4 : 1.3": parallelogram(0.4, 1.3),
    "parallelogram 2 : 0.7": parallelogram(2, 0.7),
    "antiparallelogram 0.5 : 1": crossed(0.5, 1),
    "kite 0.5 : 0.9": kite(0.5, 0.9),
    "slider-crank r = l": slider(0.4),
    "two in a row": row(2, 0.6, 1.1),
    "five in a row": row(5, 0.6, 1.1),
    "spherical 1.1 : 0.7": spherical(1.1, 0.7),
    "spherical 0.5 : 0.9": spherical(0.5, 0.9),
}


def main() -> None:
    """Print a table."""
    rows = list(CASES.items())
    for name, case in CASES.items():
        fast = replace(case, start=(START, 25.0), gravity=0.0)
        rows.append((f"{name}, fast, no weight", fast))
    print(f"{'mechanism':45}{'turns':>7}{'off the curve':>15}{'energy':>10}{'drift':>10}{'s':>7}")
    for name, case in rows:
        found = run(case)
        u = found.q[:, 0] + START
        turns = np.abs(np.diff(u)).sum() / 2 / pi
        off = np.max(np.abs(u - known(case, found.t)))
        numbers = f"{turns:7.1f}{off:15.1e}{found.energy_error:10.1e}{found.drift.max():10.1e}"
        print(f"{name:45}{numbers}{found.seconds:7.2f}", flush=True)


if __name__ == "__main__":
    main()
