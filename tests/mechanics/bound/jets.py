"""Taylor polynomials in time up to t², for vectors and matrices: exact first and second rates.

A jet is an array whose first axis holds the coefficients of 1, t and t².
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Array = np.ndarray


def constant(value: object) -> Array:
    """A jet that does not change."""
    value = np.asarray(value, float)
    return np.array([value, 0 * value, 0 * value])


def scalar(value: float, rate: float = 0.0, second: float = 0.0) -> Array:
    """A number with its first and second derivative."""
    return np.array([value, rate, second / 2])


def product(rule: str, a: Array, b: Array) -> Array:
    """A product by einsum's rule, cut off after t²."""
    return np.array([sum(np.einsum(rule, a[i], b[n - i]) for i in range(n + 1)) for n in range(3)])


def apply(R: Array, v: Array) -> Array:
    return product("ij,j->i", R, v)


def chain(A: Array, B: Array) -> Array:
    return product("ij,jk->ik", A, B)


def dot(a: Array, b: Array) -> Array:
    return product("i,i->", a, b)


def times(s: Array, v: Array) -> Array:
    return product(",i->i", s, v)


def cross(a: Array, b: Array) -> Array:
    return np.array([sum(np.cross(a[i], b[n - i]) for i in range(n + 1)) for n in range(3)])


def skew(a: Sequence[float] | Array) -> Array:
    """[a]× of a vector."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def turn(axis: Sequence[float], angle: Array) -> Array:
    """The matrix that turns about an axis by an angle (a jet), by Rodrigues."""
    n = np.asarray(axis, float) / np.linalg.norm(axis)
    a0, a1, a2 = angle
    s, c = np.sin(a0), np.cos(a0)
    sine = np.array([s, c * a1, c * a2 - s * a1**2 / 2])
    cosine = np.array([c, -s * a1, -s * a2 - c * a1**2 / 2])
    K = skew(n)
    return (
        constant(np.eye(3) + K @ K) + np.multiply.outer(sine, K) - np.multiply.outer(cosine, K @ K)
    )


def spin(R: Array) -> tuple[Array, Array]:
    """Angular velocity and angular acceleration of a turning matrix, in space axes."""
    W = R[1] @ R[0].T
    B = 2 * R[2] @ R[0].T - W @ W
    return _vector(W), _vector(B)


def _vector(W: Array) -> Array:
    return np.array([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]]) / 2
