"""Which terms of the equations of motion matter at given states, and what follows without others.

The equation of coordinate ρ is Σ_k v_kρ = 0 (+ λ_s G_sρ): each term k of g, Γ or Q, times its q̈
or q̇ q̇, is one v_kρ.  With peaks P_kρ = max |v_kρ| over the states and S_ρ = max_k P_kρ the
weight of a term is max_ρ P_kρ/S_ρ.  Without the terms of a set D

    |residual of equation ρ| ≤ Σ_{k∈D} P_kρ ≤ ε S_ρ                     (W1)
    |q̈̃ − q̈| ≤ |Π| Σ_{k∈D} |v_k|,   Π = N (Nᵀ M̃ N)⁻¹ Nᵀ,  G N = 0       (W2)

at each of these states: M̃ and q̈̃ are mass matrix and accelerations of the shorter equations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.expression import Number
from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Bound, Node, compile_kernel, shaped
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.scope import Scope
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, TermKey

SINGULAR = 1e-12
"""A mass matrix with so small a part of its largest singular value has no inverse."""


@dataclass(frozen=True)
class Weighed:
    """A term: its weight (greatest value over that of the largest term beside it), and the same
    of root mean squares; `peaks` by equation, in the unit of that equation.
    """

    key: TermKey
    weight: float
    rms: float
    peaks: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Weighing:
    """The terms in the order of the sheet, and the largest peak of each equation (f,)."""

    terms: tuple[Weighed, ...]
    scales: tuple[float, ...]
    states: int

    def dropped(self, accuracy: float) -> frozenset[TermKey]:
        """The terms that can be left out: in no equation their peaks add up to more than
        `accuracy` times its largest; the lightest go first, and each g_ρρ keeps a term.
        """
        room = [accuracy * scale for scale in self.scales]
        left = {t.key: t for t in self.terms}
        dropped: set[TermKey] = set()
        for term in sorted(self.terms, key=lambda entry: entry.weight):
            if accuracy <= 0 or self._holds_inertia(term.key, left):
                continue
            if all(peak <= room[rho - 1] for rho, peak in term.peaks):
                for rho, peak in term.peaks:
                    room[rho - 1] -= peak
                dropped.add(term.key)
                del left[term.key]
        return frozenset(dropped)

    def residual(self, dropped: frozenset[TermKey]) -> tuple[float, ...]:
        """Σ P_kρ over the dropped terms, relative to S_ρ, for each equation (W1)."""
        sums = [0.0] * len(self.scales)
        for term in self.terms:
            if term.key in dropped:
                for rho, peak in term.peaks:
                    sums[rho - 1] += peak
        return tuple(s / scale if s else 0.0 for s, scale in zip(sums, self.scales, strict=True))

    @staticmethod
    def _holds_inertia(key: TermKey, left: Mapping[TermKey, Weighed]) -> bool:
        symbol, indices, _ = key
        if symbol != "g" or indices[0] != indices[1]:
            return False
        return sum(other[:2] == key[:2] for other in left) == 1


@dataclass(frozen=True)
class _Share:
    """A term in an equation: its place, the equation, and what it is multiplied by."""

    place: int
    rho: int
    accelerations: tuple[int, ...]
    speeds: tuple[int, ...]
    factor: int


class TermKernel:
    """The terms of g, Γ and Q of a sheet and its conditions as one program."""

    def __init__(self, sheet: Sheet, reading: Reading) -> None:
        self.f = f = len(sheet.coordinates)
        scope = Scope(reading)
        entries = [e for s in ("g", "Gamma", "Q") for e in sheet.of(s) if _moves(e)]
        self.keys: list[TermKey] = [
            (e.symbol, e.indices, number) for e in entries for number, _ in enumerate(e.terms)
        ]
        names: dict[str, Node] = {}
        for definition in sheet.definitions:
            names[definition.name] = scope.node(definition.tree, **names)
        terms = [scope.node(term.tree, **names) for e in entries for term in e.terms]
        self.shares = [s for place, key in enumerate(self.keys) for s in _shares(place, key)]
        rows = sorted({e.indices[0] for e in sheet.of("G")})
        slopes = {e.indices: scope.node(e.tree, **names) for e in sheet.of("G")}
        rates = {e.indices[0]: scope.node(e.tree, **names) for e in sheet.of("gamma_bar2")}
        zero = scope.node(Number(Fraction(0)))
        G = [slopes.get((s, rho), zero) for s in rows for rho in range(1, f + 1)]
        self.m = len(rows)
        self.kernel = compile_kernel(
            scope.program,
            scope.state,
            scope.parameters,
            {
                "terms": terms,
                "G": shaped(G, self.m, f),
                "gamma": [rates.get(s, zero) for s in rows],
            },
        )

    def bind(self, parameters: ArrayLike) -> Terms:
        """The terms for values of the parameters."""
        return Terms(self, self.kernel.bind(parameters))


class Terms:
    """Numbers of terms at states; qd and qdd are (n, f)."""

    def __init__(self, kernel: TermKernel, bound: Bound) -> None:
        self.kernel, self._bound = kernel, bound

    def many(self, states: Array) -> tuple[Array, Array, Array]:
        """Terms (n, K), G (n, m, f) and γ̿ (n, m) at states (n, 1 + 2f)."""
        out = self._bound.many(states)
        return out["terms"], out["G"], out["gamma"]

    def at(self, state: Array, keep: NDArray[np.bool_]) -> Array:
        """q̈ (f,) of the equations with only the terms to keep; nan where there is none."""
        out = self._bound(state)
        terms = np.where(keep, out["terms"], 0.0)
        M, right = self.parts(terms[None], state[None, 1 + self.kernel.f :])
        return accelerations(M[0], right[0], out["G"], out["gamma"])[0]

    def values(self, terms: Array, qd: Array, qdd: Array) -> Array:
        """v_kρ of each share (n, number of shares)."""
        speeds = np.column_stack([np.ones(len(qd)), qd])
        columns: list[Array] = []
        for share in self.kernel.shares:
            value = share.factor * terms[:, share.place]
            for index in share.accelerations:
                value = value * qdd[:, index - 1]
            for index in share.speeds:
                value = value * speeds[:, index]
            columns.append(value)
        return np.column_stack(columns) if columns else np.zeros((len(qd), 0))

    def parts(self, terms: Array, qd: Array) -> tuple[Array, Array]:
        """M (n, f, f) and Q − Γ q̇ q̇ (n, f)."""
        n, f = len(qd), self.kernel.f
        M, right = np.zeros((n, f, f)), np.zeros((n, f))
        ones = np.ones((n, f))
        values = self.values(terms, qd, ones)
        for column, share in enumerate(self.kernel.shares):
            if share.accelerations:
                M[:, share.rho - 1, share.accelerations[0] - 1] += values[:, column]
            else:
                right[:, share.rho - 1] -= values[:, column]
        return M, right

    def weigh(self, states: Array, qdd: Array) -> Weighing:
        """The weights of the terms over states (n, 1 + 2f) with accelerations (n, f)."""
        kernel, qd = self.kernel, states[:, 1 + self.kernel.f :]
        values = np.abs(self.values(self.many(states)[0], qd, qdd))
        peaks = values.max(axis=0, initial=0.0)
        means = np.sqrt(np.mean(values**2, axis=0)) if len(values) else peaks
        scales, rms = np.zeros(kernel.f), np.zeros(kernel.f)
        for share, peak, mean in zip(kernel.shares, peaks, means, strict=True):
            scales[share.rho - 1] = max(scales[share.rho - 1], peak)
            rms[share.rho - 1] = max(rms[share.rho - 1], mean)
        weighed: list[Weighed] = []
        for place, key in enumerate(kernel.keys):
            columns = [c for c, share in enumerate(kernel.shares) if share.place == place]
            at = [kernel.shares[c].rho for c in columns]
            weighed.append(
                Weighed(
                    key,
                    max(_ratio(peaks[c], scales[r - 1]) for c, r in zip(columns, at, strict=True)),
                    max(_ratio(means[c], rms[r - 1]) for c, r in zip(columns, at, strict=True)),
                    tuple((r, float(peaks[c])) for c, r in zip(columns, at, strict=True)),
                )
            )
        return Weighing(tuple(weighed), tuple(scales.tolist()), len(states))

    def errors(
        self, states: Array, qdd: Array, dropped: frozenset[TermKey]
    ) -> tuple[Array, Array, Array]:
        """|residual|, |q̈̃ − q̈| and its bound by (W2), each (n, f)."""
        kernel, qd = self.kernel, states[:, 1 + self.kernel.f :]
        terms, G, gamma = self.many(states)
        out = np.array([key in dropped for key in kernel.keys], bool)
        values = self.values(terms, qd, qdd)
        left, sums = np.zeros(qd.shape), np.zeros(qd.shape)
        for column, share in enumerate(kernel.shares):
            if out[share.place]:
                left[:, share.rho - 1] += values[:, column]
                sums[:, share.rho - 1] += np.abs(values[:, column])
        M, right = self.parts(np.where(out, 0.0, terms), qd)
        error, bound = np.zeros(qd.shape), np.zeros(qd.shape)
        for n in range(len(qd)):
            short, P = accelerations(M[n], right[n], G[n], gamma[n])
            error[n], bound[n] = np.abs(short - qdd[n]), np.abs(P) @ sums[n]
        return np.abs(left), error, bound


def accelerations(M: Array, right: Array, G: Array, gamma: Array) -> tuple[Array, Array]:
    """q̈ of M q̈ = right + Gᵀ λ, G q̈ + γ̿ = 0, and Π of (W2); nan and inf where there is none."""
    f = len(right)
    if len(G):
        _, values, rows = np.linalg.svd(G)
        rank = int(np.sum(values > 1e-9 * max(float(values[0]), 1e-300)))
        N = rows[rank:].T
        start = np.linalg.lstsq(G, -gamma, rcond=1e-9)[0]
    else:
        N, start = np.eye(f), np.zeros(f)
    inner = N.T @ M @ N
    if not np.isfinite(inner).all() or not np.isfinite(right).all():
        return np.full(f, np.nan), np.full((f, f), np.inf)
    singular = np.linalg.svd(inner, compute_uv=False)
    if len(singular) and singular[-1] <= SINGULAR * singular[0]:
        return np.full(f, np.nan), np.full((f, f), np.inf)
    P = N @ np.linalg.solve(inner, N.T)
    return np.asarray(start + P @ (right - M @ start), float), np.asarray(P, float)


def _moves(entry: Entry) -> bool:
    """Whether an entry stands in an equation of motion."""
    return entry.symbol != "g" or 0 not in entry.indices


def _shares(place: int, key: TermKey) -> list[_Share]:
    symbol, indices, _ = key
    if symbol == "Q":
        return [_Share(place, indices[0], (), (), -1)]
    if symbol == "Gamma":
        rho, mu, nu = indices
        return [_Share(place, rho, (), (mu, nu), 1 if mu == nu else 2)]
    mu, nu = indices
    other = [] if mu == nu else [_Share(place, nu, (mu,), (), 1)]
    return [_Share(place, mu, (nu,), (), 1), *other]


def _ratio(value: float, scale: float) -> float:
    return float(value / scale) if scale > 0 else 0.0
