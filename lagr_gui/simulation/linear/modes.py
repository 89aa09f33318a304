"""Eigenvalues, modes and stability of linear equations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.message import Message, phrase, say
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.foundation.showing import Shown
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import MODES

EPS = float(np.finfo(float).eps)
VERDICTS = ("asymptotically stable", "stable", "undecided", "unstable")
KINDS = ("oscillation", "decay", "growth", "rigid")


@dataclass(frozen=True, eq=False)
class Mode:
    """One eigenvalue λ, or a conjugate pair (λ has the positive frequency then).

    `shape` (f,) are the complex amplitudes of all coordinates with vᴴ M v = 1, the largest one
    real and positive: its modulus is the amplitude, its argument the phase by which a
    coordinate is ahead.  `kind` is one of `KINDS`.
    `uncertainty` bounds the rounding error of λ.
    """

    eigenvalue: complex
    shape: NDArray[np.complex128]
    kind: str
    uncertainty: float

    @property
    def frequency(self) -> float:
        """The undamped circular frequency |λ| of an oscillation (rad/s), otherwise 0."""
        return abs(self.eigenvalue) if self.kind == "oscillation" else 0.0

    @property
    def damped_frequency(self) -> float:
        """Im λ (rad/s)."""
        return abs(self.eigenvalue.imag)

    @property
    def damping_ratio(self) -> float | None:
        """−Re λ / |λ|; None for λ = 0."""
        size = abs(self.eigenvalue)
        return 0.0 - self.eigenvalue.real / size if size else None


@dataclass(frozen=True, eq=False)
class Modes(Shown):
    """All modes, slow ones first, with the eigenvalues (2n,) and the verdict on stability
    of the position q (f,).

    `stability` is one of `VERDICTS`; `reason` says why, with the eigenvalue that decides;
    `zeros` counts eigenvalues 0.  They are those `after` these events of the model, if any are
    named.
    """

    coordinates: tuple[str, ...]
    q: Array
    eigenvalues: NDArray[np.complex128]
    modes: tuple[Mode, ...]
    zeros: int
    stability: str
    reason: str
    notes: tuple[str, ...]
    certificate: SelfCheck | None = None
    after: str = ""


def find_modes(linear: Linearization) -> Modes:
    """Modes and stability of linear equations."""
    notes = list(linear.notes)
    spectrum = _conservative(linear) if _is_conservative(linear) else _general(linear, notes)
    values, modes, zeros = spectrum
    order = np.lexsort((values.imag, values.real))
    stability, reason = judge(linear, modes)
    modes = sorted(modes, key=lambda mode: (abs(mode.eigenvalue), -mode.eigenvalue.real))
    return Modes(
        coordinates=linear.coordinates,
        q=linear.q,
        after=linear.after,
        eigenvalues=values[order],
        modes=tuple(modes),
        zeros=zeros,
        stability=stability,
        reason=reason,
        notes=tuple(notes),
    )


def mode_of(
    linear: Linearization, value: complex, state: NDArray[np.complex128], error: float
) -> Mode:
    """The mode of an eigenvalue with Im λ ≥ 0 and its state x (n,), with a bound of its error."""
    swings = value.imag > error
    kind = "rigid" if abs(value) <= error else "growth" if value.real > 0 else "decay"
    shape = normalised(linear, state[: len(linear.independent)])
    return Mode(value if swings else value.real, shape, "oscillation" if swings else kind, error)


def _is_conservative(linear: Linearization) -> bool:
    """Whether P vanishes and S is symmetric, but for rounding."""
    if linear.is_nonholonomic or linear.first is not None:
        return False
    P, S, N = (_even(linear, X) for X in (linear.P, linear.S, linear.N))
    largest = float(np.max(np.abs(S), initial=0.0))
    no_P = not np.any(np.abs(P) > MODES.rounding * np.sqrt(largest))  # critical damping
    return no_P and not np.any(np.abs(N) > MODES.rounding * largest)


def _even(linear: Linearization, X: Array) -> Array:
    """A form (p, p) of velocities in units in which the inertia of each is one."""
    unit = 1 / np.sqrt(np.abs(np.diag(linear.M)))
    return X * np.outer(unit, unit)


Found = tuple[NDArray[np.complex128], list[Mode], int]


def _conservative(linear: Linearization) -> Found:
    """M q̈ + K q = 0: real λ² and real modes, exactly orthogonal also where they coincide."""
    n = len(linear.M)
    L = np.linalg.cholesky(linear.M)
    symmetric = np.linalg.solve(L, np.linalg.solve(L, linear.K).T)
    squares, vectors = np.linalg.eigh((symmetric + symmetric.T) / 2)
    shapes = np.linalg.solve(L.T, vectors)
    error = 10 * n * EPS * float(np.max(np.abs(squares), initial=0.0))
    values: list[complex] = []
    modes: list[Mode] = []
    zeros = 0
    for square, shape in zip(squares.tolist(), shapes.T, strict=True):
        full = _phased(linear.basis @ shape)
        if abs(square) <= error:
            values += [0.0, 0.0]
            zeros += 2
            modes.append(Mode(0.0, full, "rigid", float(np.sqrt(error))))
            continue
        root = complex(0, np.sqrt(square)) if square > 0 else complex(np.sqrt(-square))
        values += [root, -root]
        uncertainty = error / (2 * abs(root))
        if square > 0:
            modes.append(Mode(root, full, "oscillation", uncertainty))
        else:
            modes.append(Mode(root, full, "growth", uncertainty))
            modes.append(Mode(-root, full, "decay", uncertainty))
    return np.array(values, complex), modes, zeros


def _general(linear: Linearization, notes: list[str]) -> Found:
    """The eigenvalues of A, with those that are zero split off first.

    States are measured in units in which the rows and columns of A are alike: charges and
    angles differ by so much that the rounding of one is the size of the other.
    """
    A, units = balanced(linear.A)
    core, back, zeros = without_zeros(A)
    still = [(units * state)[: len(linear.independent)] for state in null_space(A)[0]]
    modes = [Mode(0.0, normalised(linear, shape), "rigid", 0.0) for shape in still]
    found = eigen(core, notes)
    for value, vector, error in zip(
        found.values.tolist(), found.vectors.T, found.errors.tolist(), strict=True
    ):
        if value.imag < 0:
            continue
        kind = "oscillation" if value.imag > 0 else "growth" if value.real > 0 else "decay"
        shape = shape_of(linear, A, units, value, back @ vector)
        modes.append(Mode(complex(value), shape, kind, error))
    return np.concatenate([np.zeros(zeros, complex), found.values]), modes, zeros


def balanced(A: Array) -> tuple[Array, Array]:
    """A in units of its states in which its rows and columns are alike, and these units (n,)."""
    if not len(A):
        return A, np.zeros(0)
    from scipy.linalg import matrix_balance  # loaded when the first modes need it

    even, (units, _) = matrix_balance(A, permute=False, separate=True)
    return np.asarray(even, float), np.asarray(units, float)


@dataclass(frozen=True, slots=True, eq=False)
class Eigen:
    """Eigenvalues (n,) with vectors (n, n) by columns, and bounds (n,) of their rounding errors."""

    values: NDArray[np.complex128]
    vectors: NDArray[np.complex128]
    errors: Array


def eigen(core: Array, notes: list[str], size: float = 0.0) -> Eigen:
    """Eigenvalues of a matrix; a note tells where vectors are fewer than these.

    Its entries are differences of numbers of this `size`, where that is larger than they are.
    """
    if not len(core):
        return Eigen(np.zeros(0, complex), np.zeros((0, 0), complex), np.zeros(0))
    from scipy.linalg import eig  # loaded when the first modes need it

    solution: Any = eig(core, left=True, right=True)
    values, left, right = solution
    angles = np.abs(np.sum(left.conj() * right, axis=0))
    size = max(size, float(np.linalg.norm(core, 2)))
    errors = 10 * EPS * size / np.maximum(angles, np.sqrt(EPS))
    if np.any(angles < np.sqrt(EPS)):
        notes.append(
            "Eigenvalues coincide and have fewer modes than their number: motions there grow "
            "with t times the exponential."
        )
    return Eigen(values, right, errors)


def shape_of(
    linear: Linearization, A: Array, units: Array, value: complex, first: NDArray[np.complex128]
) -> NDArray[np.complex128]:
    """The mode of an eigenvalue: the null vector of A − λ nearest to the one found.

    A and `first` are in `units` of the states.
    """
    _, sizes, Vh = np.linalg.svd(A - value * np.eye(len(A)))
    null = Vh[sizes <= max(100 * sizes[-1], 1e-12 * sizes[0])]
    # of several modes of one eigenvalue the combination that was found is kept
    x = null[0].conj() if len(null) == 1 else null.conj().T @ (null @ first)
    return normalised(linear, (units * x)[: len(linear.independent)])


def without_zeros(A: Array, size: float = 0.0) -> tuple[Array, Array, int]:
    """A restricted to what is left of its null space, again and again; the way back; the count.

    A zero eigenvalue of a free motion is double: found directly, it comes out as 1e-8.  Entries are
    differences of numbers of this `size`, where that is larger than they are.
    """
    back = np.eye(len(A))
    tolerance = max(_rounding(A), 20 * len(A) * EPS * size)
    zeros = 0
    while len(A):
        null, rest = null_space(A, tolerance)
        if not len(null):
            break
        zeros += len(null)
        A, back = rest @ A @ rest.T, back @ rest.T
    return A, back, zeros


def _rounding(A: Array) -> float:
    return 20 * len(A) * EPS * float(np.linalg.norm(A, 2)) if len(A) else 0.0


def null_space(A: Array, tolerance: float | None = None) -> tuple[Array, Array]:
    """States that nothing drives on, and those orthogonal to them, row by row."""
    _, sizes, Vh = np.linalg.svd(A)
    rank = int(np.sum(sizes > (_rounding(A) if tolerance is None else tolerance)))
    return Vh[rank:], Vh[:rank]


def normalised(linear: Linearization, shape: NDArray) -> NDArray[np.complex128]:
    """The shape (n,) of all coordinates with vᴴ M v = 1; |v| = 1 under nonholonomic constraints."""
    M = np.eye(len(shape)) if linear.is_nonholonomic else linear.M
    size = float(np.sqrt(abs(np.vdot(shape, M @ shape))))
    return _phased(linear.basis @ (shape / size if size else shape))


def _phased(shape: NDArray) -> NDArray[np.complex128]:
    """The shape turned so that its largest entry is real and positive (the first of equals)."""
    shape = np.asarray(shape, complex)
    sizes = np.abs(shape)
    if not np.any(sizes):
        return shape
    largest = shape[int(np.argmax(sizes > (1 - 1e-9) * np.max(sizes)))]
    return shape * (abs(largest) / largest)


def judge(linear: Linearization, modes: list[Mode]) -> tuple[str, Message]:
    """The verdict on stability of the equilibrium, and why.

    Along indifferent coordinates every position is an equilibrium: they are left aside.
    """
    growing = [mode for mode in modes if mode.eigenvalue.real > mode.uncertainty]
    worst = max(growing, key=lambda mode: mode.eigenvalue.real, default=None)
    grows = say("the eigenvalue {value} grows", value=_written(worst)) if worst else None
    if linear.obstacle:
        cause = say(
            "{obstacle}, and eigenvalues of one instant decide nothing",
            obstacle=phrase(linear.obstacle),
        )
        now = say("; at this instant {grows}", grows=grows) if grows else ""
        return "undecided", cause + now
    if grows:
        return "unstable", grows
    free = [name for name in linear.indifferent if name in linear.independent]
    critical = [mode for mode in modes if abs(mode.eigenvalue.real) <= mode.uncertainty]
    undecided = [mode for mode in critical if mode.eigenvalue != 0]
    if len(critical) - len(undecided) > len(free):
        verdict, reason = (
            "undecided",
            say(
                "an eigenvalue is 0: a displacement meets no force to first order, and the linear "
                "equations cannot decide"
            ),
        )
    elif undecided:
        verdict, reason = _by_energy(linear, undecided[0], free)
    elif free or not modes:
        verdict, reason = "stable", say("all other eigenvalues have negative real parts")
    else:
        slowest = max(modes, key=lambda mode: mode.eigenvalue.real)
        verdict, reason = (
            "asymptotically stable",
            say(
                "all eigenvalues have negative real parts; the slowest is {value}",
                value=_written(slowest),
            ),
        )
    if not free:
        return verdict, reason
    aside = say("; displacements of {names} alone meet no force", names=", ".join(free))
    return verdict, reason + aside


def _by_energy(linear: Linearization, mode: Mode, free: list[str]) -> tuple[str, Message]:
    """Where eigenvalues lie on the imaginary axis the energy decides, if it can."""
    active = [i for i, name in enumerate(linear.quick) if name not in free]
    K, N, D = (_even(linear, X) for X in (linear.K, linear.N, linear.D))
    lowest, largest = _extremes(K[np.ix_(active, active)])
    circulatory = np.any(np.abs(N) > MODES.rounding * largest)
    damping, strongest = _extremes(D)
    critical = float(np.sqrt(np.max(np.abs(_even(linear, linear.S @ linear.T)), initial=0.0)))
    passive = damping >= -MODES.rounding * max(strongest, critical)
    alone = linear.first is None and not linear.is_nonholonomic
    decides = passive and not circulatory and alone
    if decides and lowest > 20 * len(active) * EPS * largest:
        return "stable", say(
            "forces have a potential with a minimum (Lagrange, Dirichlet), and nothing damps the "
            "eigenvalue "
            "{value}",
            value=_written(mode),
        )
    return "undecided", say(
        "the eigenvalue {value} lies on the imaginary axis and the potential has no minimum: the "
        "linear equations cannot decide",
        value=_written(mode),
    )


def _extremes(symmetric: Array) -> tuple[float, float]:
    """The lowest eigenvalue and the largest modulus."""
    if not len(symmetric):
        return 0.0, 0.0
    values = np.linalg.eigvalsh(symmetric)
    return float(values[0]), float(np.max(np.abs(values)))


def _written(mode: Mode) -> str:
    value = mode.eigenvalue
    real = value.real if abs(value.real) > mode.uncertainty else 0.0
    return f"{real:.6g}" + (f" ± {abs(value.imag):.6g}i 1/s" if value.imag else " 1/s")
