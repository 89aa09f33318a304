"""Contacts with Coulomb's friction: efforts beside an enumeration of what slides and sticks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from lagr_gui.numerics.coulomb import Efforts, coulomb

EXACT = 1e-9


def modes(W: np.ndarray, b: np.ndarray, mu: np.ndarray, H: np.ndarray) -> Iterator[np.ndarray]:
    """What remains of b in all consistent modes of planar contacts (normal, slip), then boxes."""
    k, c = len(mu), len(b)
    choices = [*[("open", "stick", 1, -1)] * k, *[(0, 1, -1)] * len(H)]
    for mode in itertools.product(*choices):
        M, right = np.eye(c), np.zeros(c)
        for i, chosen in enumerate(mode[:k]):
            normal, slip = 2 * i, 2 * i + 1
            if chosen == "open":
                continue
            M[normal], right[normal] = W[normal], b[normal]
            if chosen == "stick":
                M[slip], right[slip] = W[slip], b[slip]
            else:
                M[slip, normal] = -float(chosen) * mu[i]
        for i, chosen in enumerate(mode[k:], start=2 * k):
            if chosen == 0:
                M[i], right[i] = W[i], b[i]
            else:
                right[i] = float(chosen) * H[i - 2 * k]
        if abs(np.linalg.det(M)) < 1e-14:
            continue
        x = np.linalg.solve(M, right)
        left = b - W @ x
        if is_consistent(mode, x, left, mu, H):
            yield left


def is_consistent(mode, x, left, mu, H) -> bool:
    k = len(mu)
    for i, chosen in enumerate(mode[:k]):
        N, T, a, s = x[2 * i], x[2 * i + 1], left[2 * i], left[2 * i + 1]
        if N < -EXACT or a > EXACT or abs(T) > mu[i] * N + EXACT:
            return False
        if chosen in (1, -1) and chosen * s < -EXACT:
            return False
    for i, chosen in enumerate(mode[k:]):
        at = 2 * k + i
        if abs(x[at]) > H[i] + EXACT or chosen * left[at] < -EXACT:
            return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_efforts_are_those_of_a_consistent_mode(seed: int) -> None:
    source = np.random.default_rng(seed)
    k, boxes, f = source.integers(1, 4), source.integers(0, 3), source.integers(2, 7)
    S = source.normal(size=(f, 2 * k + boxes))
    b = S.T @ source.normal(size=f) * 3
    mu, H = source.uniform(0, 1, k), source.uniform(0, 2, boxes)
    c = 2 * k + boxes + k  # each contact has a second slip on which nothing acts
    W, right = np.zeros((c, c)), np.zeros(c)
    W[:-k, :-k], right[:-k] = S.T @ S, b
    lower, upper = np.full(c, -np.inf), np.full(c, np.inf)
    lower[: 2 * k : 2] = 0.0
    lower[2 * k : -k], upper[2 * k : -k] = -H, H
    discs = [(2 * i + 1, 2 * k + boxes + i, 2 * i, mu[i]) for i in range(k)]
    x = coulomb(W, right, Efforts(lower, upper, discs))
    assert x is not None
    left = (right - W @ x)[:-k]
    assert any(np.allclose(left, other, atol=1e-7) for other in modes(S.T @ S, b, mu, H))


def test_a_disc_is_round() -> None:
    for angle in np.linspace(0, 6, 7):
        way = np.array([np.cos(angle), np.sin(angle)])
        x = coulomb(
            np.eye(3),
            np.array([2.0, *(5 * way)]),
            Efforts(np.array([0.0, -np.inf, -np.inf]), np.full(3, np.inf), [(1, 2, 0, 0.4)]),
        )
        assert x is not None and x == pytest.approx([2.0, *(0.8 * way)], abs=1e-12)


def test_where_no_effort_holds_none_is_found() -> None:
    """A rod that slides with μ beyond Painlevé's: p < 0, and it is pressed on."""
    W = np.array([[1.0, 0.0], [0.0, 1.0]])
    W[:, 0] += 1.6 * np.array([-1.0, 0.5])
    assert coulomb(W, np.array([1.0, 0.0]), Efforts(np.zeros(2), np.full(2, np.inf))) is None
