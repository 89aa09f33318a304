"""Vectors and 3×3 matrices over any carrier with + and * (tuples of three)."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")
Triple = tuple[T, T, T]
Square = tuple[Triple[T], Triple[T], Triple[T]]


def plus(a: Triple[Any], b: Triple[Any]) -> Triple[Any]:
    """a + b"""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Triple[Any], b: Triple[Any]) -> Triple[Any]:
    """a − b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def times(a: Triple[Any], factor: Any) -> Triple[Any]:
    """a · factor"""
    return a[0] * factor, a[1] * factor, a[2] * factor


def dot(a: Triple[Any], b: Triple[Any]) -> Any:
    """aᵢ bᵢ"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Triple[Any], b: Triple[Any]) -> Triple[Any]:
    """a × b"""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def apply(m: Square[Any], v: Triple[Any]) -> Triple[Any]:
    """m v"""
    return dot(m[0], v), dot(m[1], v), dot(m[2], v)


def transpose(m: Square[Any]) -> Square[Any]:
    """mᵀ"""
    return (
        (m[0][0], m[1][0], m[2][0]),
        (m[0][1], m[1][1], m[2][1]),
        (m[0][2], m[1][2], m[2][2]),
    )


def product(a: Square[Any], b: Square[Any]) -> Square[Any]:
    """a b"""
    columns = transpose(b)
    return (
        (dot(a[0], columns[0]), dot(a[0], columns[1]), dot(a[0], columns[2])),
        (dot(a[1], columns[0]), dot(a[1], columns[1]), dot(a[1], columns[2])),
        (dot(a[2], columns[0]), dot(a[2], columns[1]), dot(a[2], columns[2])),
    )


def rotation(axis: Triple[Any], cosine: Any, sine: Any, one: Any) -> Square[Any]:
    """The matrix that turns vectors about a unit axis: c 1 + (1 − c) n nᵀ + s [n]×.

    For a coordinate axis the entries are written without the terms that cancel.
    """
    n = axis
    zero = one - one
    for i in range(3):
        if n[(i + 1) % 3] == zero and n[(i + 2) % 3] == zero:
            return _about(i, n[i] * sine, cosine, one, zero)
    rest = one - cosine
    skew = ((zero, -n[2], n[1]), (n[2], zero, -n[0]), (-n[1], n[0], zero))
    first, second, third = (
        tuple(
            n[i] * n[j] * rest + skew[i][j] * sine + (cosine if i == j else zero) for j in range(3)
        )
        for i in range(3)
    )
    return first, second, third  # type: ignore[return-value]


def _about(i: int, sine: Any, cosine: Any, one: Any, zero: Any) -> Square[Any]:
    rows = [[zero] * 3 for _ in range(3)]
    j, k = (i + 1) % 3, (i + 2) % 3
    rows[i][i], rows[j][j], rows[k][k] = one, cosine, cosine
    rows[j][k], rows[k][j] = -sine, sine
    return tuple(rows[0]), tuple(rows[1]), tuple(rows[2])  # type: ignore[return-value]
