"""Linkages of the textbooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import asin, pi, sin

import numpy as np

from lagr_gui import System

Point = Sequence[float]


def hinged(
    bodies: Mapping[int, Point],
    hinges: Sequence[tuple[int, int, Point]],
    axes: Sequence[Point] = (),
) -> System:
    """Bodies at centres of mass, hinges between them at points, all as they lie at q = 0.

    The bodies have 1 kg; the coordinates are q1, q2, … in the order of the hinges, which are
    called h1, h2, …; their axes are z unless others are given.
    """
    system = System()
    for _ in bodies:
        system.body(mass=1, inertia=(1 / 12, 1 / 12, 1 / 12))
    centres = {0: np.zeros(3)} | {n: np.resize([*x, 0.0], 3) for n, x in bodies.items()}
    for index, (a, b, point) in enumerate(hinges, start=1):
        at = np.resize([*point, 0.0], 3)
        system.joint(
            "revolute",
            a,
            b,
            f"q{index}",
            name=f"h{index}",
            point_parent=(at - centres[a]).tolist(),
            point_child=(at - centres[b]).tolist(),
            axis=list(axes[index - 1]) if axes else [0, 0, 1],
        )
    return system


def windows(count: int) -> System:
    """IFToMM's benchmark A02: `count` four-bars side by side, all bars 1 m and 1 kg, upright."""
    cranks = {k + 1: (k, 0.5) for k in range(count + 1)}
    couplers = {count + 2 + k: (k + 0.5, 1.0) for k in range(count)}
    hinges = [(0, k + 1, (k, 0)) for k in range(count + 1)]
    for k in range(count):
        hinges += [(k + 1, count + 2 + k, (k, 1)), (count + 2 + k, k + 2, (k + 1, 1))]
    return hinged(cranks | couplers, hinges)


def ring(links: Sequence[tuple[float, float]]) -> System:
    """A closed chain of hinges: lengths and twists of the links in turn; the first is body 0."""
    system = System()
    for _ in links[1:]:
        system.body(mass=1, inertia=(0.1, 0.1, 0.1))
    for i, (length, twist) in enumerate(links):
        after = (i + 1) % len(links)
        c, s = np.cos(twist), np.sin(twist)
        ahead = length if i == 0 else length / 2
        back = 0.0 if after == 0 else -links[after][0] / 2
        system.joint(
            "revolute",
            i,
            after,
            f"q{i + 1}",
            name=f"h{i + 1}",
            point_parent=[ahead, 0, 0],
            point_child=[back, 0, 0],
            orientation=[[1, 0, 0], [0, c, -s], [0, s, c]],
        )
    return system


def bennett(a: float = 1.0, b: float = 0.7, alpha: float = 1.1) -> System:
    """Bennett's linkage: sin α/a = sin β/b makes four hinges in space movable."""
    beta = asin(b / a * sin(alpha))
    return ring([(a, alpha), (b, beta)] * 2)


def bricard() -> System:
    """Bricard's linkage with three planes of symmetry: six hinges, twists of ±90°."""
    return ring([(1.0, pi / 2), (1.0, -pi / 2)] * 3)


def sarrus() -> System:
    """Sarrus' linkage: two pairs of hinged plates guide a platform along a straight line."""
    x, y = (1, 0, 0), (0, 1, 0)
    return hinged(
        {
            1: (0, -1.3, 0.4),
            2: (0, -1.3, 1.2),
            3: (0, 0, 1.6),
            4: (1.3, 0, 0.4),
            5: (1.3, 0, 1.2),
        },
        [
            (0, 1, (0, -1, 0)),
            (1, 2, (0, -1.6, 0.8)),
            (2, 3, (0, -1, 1.6)),
            (0, 4, (1, 0, 0)),
            (4, 5, (1.6, 0, 0.8)),
            (5, 3, (1, 0, 1.6)),
        ],
        [x, x, x, y, y, y],
    )


def four_bar(normal: Point = (0, 0, 1)) -> System:
    """A crank-rocker 0.3, 0.8, 0.6 over 0.9 m in a plane with any normal, weight in the plane."""
    n = np.array(normal, float) / np.linalg.norm(normal)
    u = np.array([1.0, 0, 0]) if abs(n[2]) > 0.999 else np.cross(n, [0.3, -0.2, 1.0])
    u /= np.linalg.norm(u)
    system = System(gravity=tuple((-9.81 * np.cross(n, u)).tolist()))
    lengths, base = (0.3, 0.8, 0.6), 0.9

    def along(x: float) -> list[float]:
        return (x * u).tolist()

    before: list[float] = [0, 0, 0]
    for k, length in enumerate(lengths, start=1):
        system.body(mass=length, inertia=[length**3 / 12] * 3)
        ends = {"point_parent": before, "point_child": along(-length / 2), "axis": n.tolist()}
        system.joint("revolute", k - 1, k, f"q{k}", name="ABC"[k - 1], **ends)
        before = along(length / 2)
    system.joint(
        "revolute", 3, 0, "q4", name="D", axis=n.tolist(), point_parent=before,
        point_child=along(base),
    )  # fmt: skip
    return system


def watt() -> System:
    """Watt's six-bar: two four-bars that share two hinged ternary links."""
    return hinged(
        {1: (0.1, 0.5), 2: (0.9, 1.2), 3: (1.9, 0.6), 4: (2.4, 1.6), 5: (1.3, 2.2)},
        [
            (0, 1, (0, 0)),
            (1, 2, (0.2, 1.0)),
            (2, 3, (1.6, 1.3)),
            (3, 0, (2.0, 0)),
            (2, 5, (1.0, 1.9)),
            (5, 4, (1.9, 2.5)),
            (4, 3, (2.6, 1.1)),
        ],
    )


def stephenson() -> System:
    """Stephenson's six-bar: the ternary links do not meet."""
    return hinged(
        {1: (0.1, 0.5), 2: (0.9, 1.3), 3: (1.9, 0.6), 4: (1.3, 2.2), 5: (2.9, 1.4)},
        [
            (0, 1, (0, 0)),
            (1, 2, (0.2, 1.0)),
            (2, 3, (1.6, 1.3)),
            (3, 0, (2.0, 0)),
            (2, 4, (1.0, 1.9)),
            (4, 5, (2.2, 2.4)),
            (5, 0, (3.1, 0.1)),
        ],
    )


def truss() -> System:
    """A triangle of three bars between hinges: nothing moves."""
    return hinged(
        {1: (0.4, 0.5), 2: (1.1, 0.5)}, [(0, 1, (0, 0)), (1, 2, (0.8, 1.0)), (2, 0, (1.5, 0))]
    )
