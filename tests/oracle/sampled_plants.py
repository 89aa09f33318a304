"""Random linear plants with sampled laws and noise, and their maps from textbooks alone.

Bodies as in `plants`; each law holds y = C x + D u and sets x to A x + B u each `every` steps h, of
u = E p + H y, which it reads before any of that instant.  With p = (q, q̇) between samples

    M q̈ = P p + F y + N n,   ẏ = ẋ = 0,   n: noise, which is held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import expm

from lagr_gui import System
from lagr_gui.simulation.sampling import normal
from tests.oracle.plants import mechanism, rounded


@dataclass(frozen=True)
class SampledPlant:
    """A system, its matrix (s, s) between steps h, what laws set, how often, and its start.

    States are q, q̇, then of each law what it holds and its own, then noise.  `laws` are (every,
    rows, values by all states), `noise` (every, deviation, seed).
    """

    system: System
    A: np.ndarray
    h: float
    laws: list[tuple[int, np.ndarray, np.ndarray]]
    noise: tuple[int, float, int]
    start: np.ndarray
    names: list[str]

    @property
    def period(self) -> int:
        """Steps after which all laws come again."""
        return int(np.lcm.reduce([every for every, _, _ in self.laws]))

    def set_at(self, step: int) -> np.ndarray:
        """The matrix of what laws set at a step, all at once."""
        jump = np.eye(len(self.A))
        for every, rows, values in self.laws:
            if step % every == 0:
                jump[rows] = values
        return jump

    @property
    def map(self) -> np.ndarray:
        """From right before the samples of one period to those of the next; without noise."""
        whole, flow = np.eye(len(self.A)), expm(self.A * self.h)
        for step in range(self.period):
            whole = flow @ self.set_at(step) @ whole
        return whole[:-1, :-1]

    def moved(self, steps: int) -> np.ndarray:
        """The states after so many steps, right before the samples there.

        At the start laws hold what they tell there, then take their first samples.
        """
        every, deviation, seed = self.noise
        x, flow = self.start.copy(), expm(self.A * self.h)
        first = self.set_at(0)
        for _, rows, _ in self.laws:
            first[rows[1:]] = np.eye(len(x))[rows[1:]]  # their own states stay
        x[-1] = deviation * normal(seed, 0)
        x = first @ x
        for step in range(steps):
            fresh = deviation * normal(seed, step // every) if step % every == 0 else x[-1]
            x = self.set_at(step) @ x
            x[-1] = fresh
            x = flow @ x
        return x


def sampled_plant(seed: int) -> SampledPlant:
    """Up to three bodies and three laws with up to two states, and noise."""
    source = np.random.default_rng(seed)
    f, count = int(source.integers(1, 4)), int(source.integers(1, 4))
    system = System("Plant", gravity=(0, 0, 0), g=None)
    M, K, R = mechanism(system, source, f)
    h = float(rounded(source, 0.02, 0.1))
    sizes = source.integers(0, 3, count)
    first = 2 * f + np.cumsum([0, *(1 + sizes)])
    s = int(first[-1]) + 1
    E, H = rounded(source, -1, 1, (count, 2 * f)), rounded(source, -1, 1, (count, count))
    F, N = rounded(source, -1, 1, (f, count)), rounded(source, -1, 1, f)
    p = [*(f"q{i}" for i in range(f)), *(f"q{i}'" for i in range(f))]
    laws: list[tuple[int, np.ndarray, np.ndarray]] = []
    names, start = list(p), np.zeros(s)
    start[: 2 * f] = rounded(source, -1, 1, 2 * f) * 10.0 ** source.choice([-6, 0, 0])
    for k, n in enumerate(sizes.tolist()):
        A, B, C, D = (
            rounded(source, -0.6, 0.6, shape) for shape in ((n, n), (n, 1), (1, n), (1, 1))
        )
        every, at = int(source.choice([1, 2, 3])), int(first[k])
        read = np.zeros((1, s))
        read[0, : 2 * f] = E[k]
        read[0, first[:-1]] = H[k]
        values = np.vstack([D, B]) @ read
        values[:, at + 1 : at + 1 + n] += np.vstack([C, A])
        laws.append((every, np.arange(at, at + 1 + n), values))
        begun = rounded(source, -1, 1, n) * np.max(np.abs(start[: 2 * f]))
        start[at + 1 : at + 1 + n] = begun
        fields: dict[str, Any] = {"D": (*map(tuple, D.tolist()),)}
        if n:
            tables = {"A": A, "B": B, "C": C}
            fields |= {name: (*map(tuple, table.tolist()),) for name, table in tables.items()}
            fields["start"] = (*begun.tolist(),)
        y = [f"y{i}" for i in range(count)]
        entry = _sum([*zip(E[k], p, strict=True), *zip(H[k], y, strict=True)])
        system.signal(f"y{k}", "sampled", sample=every * h, inputs=(entry,), **fields)
        names += [f"held_y{k}", *(f"x{i + 1}_y{k}" if n > 1 else f"x_y{k}" for i in range(n))]
    noise = int(source.choice([1, 2])), float(np.max(np.abs(start)) * 0.1), seed + 1
    system.signal("n", "noise", sample=noise[0] * h, deviation=noise[1], seed=noise[2])
    for i in range(f):
        terms = [(F[i, k], f"y{k}") for k in range(count)]
        force = _sum([*terms, (N[i], "n")])
        system.element("coordinate_force", f"drive {i}", coordinate=f"q{i}", force=force)
    system.start(**{f"q{i}": (float(start[i]), float(start[f + i])) for i in range(f)})
    whole = np.zeros((s, s))
    whole[:f, f : 2 * f] = np.eye(f)
    whole[f : 2 * f, : 2 * f] = -np.linalg.solve(M, np.hstack([K, R]))
    whole[f : 2 * f, first[:-1]] = np.linalg.solve(M, F)
    whole[f : 2 * f, -1] = np.linalg.solve(M, N)
    return SampledPlant(system, whole, h, laws, noise, start, names)


def _sum(terms: Any) -> str:
    return " + ".join(f"({float(a)!r})*{name}" for a, name in terms if a) or "0"
