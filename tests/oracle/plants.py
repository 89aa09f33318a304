"""Random linear plants with random blocks, and the matrix of both, from textbooks alone.

Bodies move along one line and turn about it, on each other; blocks see places and velocities and
each other, and drive joints.  With p = (q, q̇) and the outputs y of all blocks, ẋ = A x + B u,

    y = C x + D u,   u = E p + H y,   M q̈ = P p + F y,

where H leads what passes at once only to later blocks, u = (1 − H D)⁻¹ (E p + H C x).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.linalg import block_diag
from scipy.signal import tf2ss

from lagr_gui import System

Source = np.random.Generator
Matrices = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Drawn:
    """A block: its fields but for inputs, its matrices, and its states at the start.

    `given` are the fields of its inputs; empty: they stand in one, `inputs`.
    """

    kind: str
    fields: dict[str, Any]
    matrices: Matrices
    start: Sequence[float]
    given: tuple[str, ...] = ("input",)
    outputs: int = 1


@dataclass(frozen=True)
class Plant:
    """A system, the matrix of (q, q̇, x), its start, and rows of the outputs by name."""

    system: System
    A: np.ndarray
    start: np.ndarray
    rows: np.ndarray
    outputs: list[str] = field(default_factory=list)


def rounded(source: Source, low: float, high: float, shape: Any = None) -> Any:
    """Random numbers of three decimals."""
    return np.round(source.uniform(low, high, shape), 3)


def pt1(source: Source) -> Drawn:
    """T y′ + y = K u."""
    T, K, y = *rounded(source, 0.2, 2, 2).tolist(), float(rounded(source, -1, 1))
    one = np.ones((1, 1))
    fields = {"T": T, "gain": K, "start": y}
    return Drawn("filter1", fields, (-one / T, one * K / T, one, 0 * one), [y])


def pt2(source: Source) -> Drawn:
    """y″ + 2 ζ ω₀ y′ + ω₀² y = ω₀² K u."""
    (w, z, K), (y, v) = rounded(source, 0.2, 2, 3).tolist(), rounded(source, -1, 1, 2).tolist()
    A, B = np.array([[0, 1], [-(w**2), -2 * z * w]]), np.array([[0], [w**2 * K]])
    fields = {"w0": w, "zeta": z, "gain": K, "start": y, "start_rate": v}
    return Drawn("filter2", fields, (A, B, np.array([[1.0, 0]]), np.zeros((1, 1))), [y, v])


def integrator(source: Source) -> Drawn:
    """y′ = u."""
    one, y = np.ones((1, 1)), float(rounded(source, -1, 1))
    return Drawn("integrator", {"start": y}, (0 * one, one, one, 0 * one), [y])


def state(source: Source) -> Drawn:
    """A state of one's own, z′ = u."""
    return replace(integrator(source), kind="state", given=("rate",))


def fraction(source: Source) -> Drawn:
    """b(s)/a(s), from rest; b of a degree up to that of a."""
    n = int(source.integers(1, 4))
    b = rounded(source, -1, 1, int(source.integers(1, n + 2)))
    a = rounded(source, 0.5, 2, n + 1)
    fields = {"numerator": (*b.tolist(),), "denominator": (*a.tolist(),)}
    return Drawn("transfer", fields, tf2ss(b, a), [0.0] * n)


def matrices(source: Source) -> Drawn:
    """A state space with several inputs and outputs; some have no D."""
    n, m, p = (int(source.integers(1, most)) for most in (4, 3, 3))
    shapes = {"A": (n, n), "B": (n, m), "C": (p, n), "D": (p, m)}
    found = {name: rounded(source, -1, 1, shape) for name, shape in shapes.items()}
    found["D"] *= source.integers(0, 2)
    start = rounded(source, -1, 1, n).tolist()
    fields: dict[str, Any] = {name: (*map(tuple, M.tolist()),) for name, M in found.items()}
    A, B, C, D = found.values()
    return Drawn("state_space", {**fields, "start": (*start,)}, (A, B, C, D), start, (), p)


def pid(source: Source) -> Drawn:
    """k_P e + I + k_D d with I′ = k_I e, and d filtered, given, both or neither."""
    kp, ki, kd, T = rounded(source, 0.2, 1, 4).tolist()
    I0, sort = float(rounded(source, -1, 1)), source.integers(4)
    fields = {"kp": kp, "ki": ki, "start": I0}
    A, C = np.zeros((1, 1)), np.ones((1, 1))
    if sort == 0:
        return Drawn("pid", fields, (A, np.array([[ki]]), C, np.array([[kp]])), [I0])
    fields["kd"] = kd
    if sort == 1:
        both = A, np.array([[ki, 0]]), C, np.array([[kp, kd]])
        return Drawn("pid", fields, both, [I0], ("input", "derivative"))
    fields["Tf"], A = T, np.diag([0, -1 / T])
    if sort == 2:
        own = A, np.array([[ki], [1 / T]]), np.array([[1, -kd / T]]), np.array([[kp + kd / T]])
        return Drawn("pid", fields, own, [I0, 0])
    both = A, np.array([[ki, 0], [0, 1 / T]]), np.array([[1, kd]]), np.array([[kp, 0]])
    return Drawn("pid", fields, both, [I0, 0], ("input", "derivative"))


KINDS: tuple[Callable[[Source], Drawn], ...] = (
    pt1,
    pt2,
    integrator,
    state,
    fraction,
    matrices,
    pid,
)


def random_plant(seed: int) -> Plant:
    """Up to four bodies and six blocks, started in sizes from 1e-6 to 1e6.

    Bodies do not slide so far that also turn: 1 kg m² is rounding beside 1 kg (1000 km)².
    """
    source = np.random.default_rng(seed)
    f, count = int(source.integers(1, 5)), int(source.integers(1, 7))
    system = System("Plant", gravity=(0, 0, 0), g=None)
    M, K, R = mechanism(system, source, f)
    blocks = [KINDS[source.integers(len(KINDS))](source) for _ in range(count)]
    A, B, C, D = (block_diag(*tables) for tables in zip(*(b.matrices for b in blocks), strict=True))
    enters = np.repeat(range(count), [b.matrices[1].shape[1] for b in blocks])
    leaves = np.repeat(range(count), [b.outputs for b in blocks])
    direct = [bool(np.any(b.matrices[3])) for b in blocks]
    E = rounded(source, -1, 1, (len(enters), 2 * f))
    H = rounded(source, -1, 1, (len(enters), len(leaves)))
    H *= [[one < other or not direct[one] for one in leaves] for other in enters]
    F = rounded(source, -1, 1, (f, len(leaves)))
    through = np.linalg.inv(np.eye(len(enters)) - H @ D)
    from_p, from_x = through @ E, through @ H @ C
    P = np.hstack([-K, -R])
    rows = np.hstack([D @ from_p, C + D @ from_x])
    forces = np.linalg.solve(M, F @ rows + np.hstack([P, np.zeros((f, A.shape[0]))]))
    speeds = np.hstack([np.zeros((f, f)), np.eye(f), np.zeros((f, A.shape[0]))])
    whole = np.vstack([speeds, forces, np.hstack([B @ from_p, A + B @ from_x])])
    mixed = len({joint.kind for joint in system.model.joints}) > 1
    size = float(10.0 ** source.choice([0, 0, -6, 0 if mixed else 6]))
    moved = rounded(source, -1, 1, 2 * f) * size
    started = [value for block in blocks for value in block.start]
    names = [f"q{i}" for i in range(f)]
    system.start(**{name: (float(moved[i]), float(moved[f + i])) for i, name in enumerate(names)})
    outputs = draw(system, blocks, names, E, H, F)
    return Plant(system, whole, np.array([*moved, *started]), rows, outputs)


def mechanism(system: System, source: Source, f: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Bodies on each other that slide along x or turn about it; M, and K and R of their joints."""
    turns, parents = source.integers(0, 2, f), [int(source.integers(-1, i)) for i in range(f)]
    bears = np.eye(f, dtype=bool)  # whether joint i moves body k
    sizes = rounded(source, 0.5, 3, (2, f))
    K, R = rounded(source, 0, 4, f), rounded(source, 0, 1, f)
    for i, parent in enumerate(parents):
        if parent >= 0:
            bears[: i + 1, i] |= bears[: i + 1, parent]
        mass, inertia = sizes[:, i].tolist()
        body = system.body(f"body {i}", mass=mass, inertia=(inertia, 1, 1))
        sort = "revolute" if turns[i] else "prismatic"
        system.joint(sort, parent + 1, body, f"q{i}", axis=(1, 0, 0))
        own = {"coordinate": f"q{i}"}
        system.element("coordinate_spring", f"spring {i}", **own, c=float(K[i]))
        system.element("coordinate_damper", f"damper {i}", **own, k=float(R[i]))
    kinds = np.equal.outer(turns, turns)
    M = np.einsum("ik,jk,ik->ij", bears, bears, sizes[turns]) * kinds
    return M, np.diag(K), np.diag(R)


def draw(
    system: System,
    blocks: Sequence[Drawn],
    names: Sequence[str],
    E: np.ndarray,
    H: np.ndarray,
    F: np.ndarray,
) -> list[str]:
    """Signals of all inputs and blocks, and forces; the names of the outputs."""
    p = [*names, *(f"{name}'" for name in names)]
    own = [
        [f"y{k}"] if block.outputs == 1 else [f"y{k}_{i}" for i in range(block.outputs)]
        for k, block in enumerate(blocks)
    ]
    y, row = [name for some in own for name in some], 0

    def mixed(*rows: tuple[np.ndarray, Sequence[str]]) -> str:
        pairs = [(a, x) for row, xs in rows for a, x in zip(row.tolist(), xs, strict=True) if a]
        return " + ".join(f"({a})*{x}" for a, x in pairs) or "0"

    for k, block in enumerate(blocks):
        inputs: list[str] = []
        for _ in range(block.matrices[1].shape[1]):
            system.signal(f"u{row}", mixed((E[row], p), (H[row], y)))
            inputs.append(f"u{row}")
            row += 1
        given: dict[str, Any] = dict(zip(block.given, inputs, strict=True)) if block.given else {}
        if not block.given:
            given = {"inputs": tuple(inputs), "outputs": tuple(own[k])}
        name = f"y{k}" if block.given else f"block {k}".replace(" ", "_")
        system.signal(name, block.kind, **given, **block.fields)
    for i, name in enumerate(names):
        system.element("coordinate_force", f"drive {i}", coordinate=name, force=mixed((F[i], y)))
    return y
